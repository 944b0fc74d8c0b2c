// SPDX-License-Identifier: GPL-2.0-only
/*
 * Results as a table, as JSON and as JUnit XML.
 */
#include <errno.h>
#include <string.h>
#include "print.h"
#include "test.h"

static const char *const words[] = { "passed", "failed", "unmeasured" };

/* Get the verdict of a case: the worst of its checks.  A case without checks has failed. */
enum verdict run_verdict(const struct run *r)
{
	enum verdict verdict = PASSED;
	unsigned int i;

	for (i = 0; i < r->n_checks; i++) {
		if (r->checks[i].verdict == FAILED)
			return FAILED;
		if (r->checks[i].verdict == UNMEASURED)
			verdict = UNMEASURED;
	}
	return r->n_checks ? verdict : FAILED;
}

/* Print the line of a case, and its checks: with -s all, otherwise those that have not passed */
void report_case(const struct ctx *ctx, const struct test_case *c, const struct run *r)
{
	enum verdict verdict = run_verdict(r);
	unsigned int i;

	print_colored(words[verdict], !ctx->color ? COLOR_NONE :
				      verdict == FAILED ? COLOR_BAD :
				      verdict == PASSED ? COLOR_GOOD : COLOR_NONE);
	printf("%*s%-12s %s\n", 12 - (int)strlen(words[verdict]), "", c->name, c->title);
	for (i = 0; i < r->n_checks; i++)
		if (ctx->stats || r->checks[i].verdict != PASSED)
			printf("    %-10s  %s\n", words[r->checks[i].verdict], r->checks[i].text);
	if (!r->n_checks)
		puts("    failed      nothing was checked");
}

/* Describe a case and its checks.  Return: an object, or NULL */
struct json_object *report_json(const struct test_case *c, const struct run *r)
{
	struct json_object *result = json_object_new_object();
	struct json_object *checks = json_object_new_array();
	unsigned int i;

	json_object_object_add(result, "case", json_object_new_string(c->name));
	json_object_object_add(result, "title", json_object_new_string(c->title));
	json_object_object_add(result, "verdict",
			       json_object_new_string(words[run_verdict(r)]));
	for (i = 0; i < r->n_checks; i++) {
		struct json_object *check = json_object_new_object();

		json_object_object_add(check, "verdict",
				       json_object_new_string(words[r->checks[i].verdict]));
		json_object_object_add(check, "text", json_object_new_string(r->checks[i].text));
		json_object_array_add(checks, check);
	}
	json_object_object_add(result, "checks", checks);
	return result;
}

static const char *member(struct json_object *from, const char *key)
{
	return json_object_get_string(json_object_object_get(from, key));
}

/* Writes a text, which must not end an attribute */
static void put_xml(FILE *to, const char *text)
{
	for (; *text; text++) {
		if (strchr("<>&\"", *text))
			fprintf(to, "&#%d;", *text);
		else
			fputc(*text, to);
	}
}

static void put_junit(FILE *to, struct json_object *result)
{
	struct json_object *checks = json_object_object_get(result, "checks");
	const char *verdict = member(result, "verdict");
	bool reported = !strcmp(verdict, words[PASSED]);
	size_t i;

	fprintf(to, "  <testcase classname=\"pfc\" name=\"%s: ", member(result, "case"));
	put_xml(to, member(result, "title"));
	fputs("\">\n", to);
	for (i = 0; i < json_object_array_length(checks) && !reported; i++) {
		struct json_object *check = json_object_array_get_idx(checks, i);

		if (strcmp(member(check, "verdict"), verdict))
			continue;
		fprintf(to, "    <%s message=\"",
			!strcmp(verdict, words[FAILED]) ? "failure" : "skipped");
		put_xml(to, member(check, "text"));
		fputs("\"/>\n", to);
		reported = true;	/* the format has one for each case */
	}
	if (!reported)
		fputs("    <failure message=\"no limit was checked\"/>\n", to);
	fputs("  </testcase>\n", to);
}

/* Write results as JUnit XML.  Return: an exit status */
int report_junit(struct ctx *ctx, const char *file, const struct results *results)
{
	size_t i, n = json_object_array_length(results->json);
	FILE *to = fopen(file, "we");

	if (!to)
		return fail(ctx, "%s: %s", file, strerror(errno));
	fprintf(to, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<testsuite name=\"pfc\" tests=\"%zu\" failures=\"%u\" skipped=\"%u\">\n",
		n, results->n[FAILED], results->n[UNMEASURED]);
	for (i = 0; i < n; i++)
		put_junit(to, json_object_array_get_idx(results->json, i));
	fputs("</testsuite>\n", to);
	return fclose(to) ? fail(ctx, "%s: %s", file, strerror(errno)) : STATUS_OK;
}
