// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the tc plugin; this program takes the place of tc.
 */
#include <stdlib.h>
#include "../tc/tc.h"
#include "test.h"

extern struct qdisc_util pfc_qdisc_util;

/* ---- the JSON functions of tc, with a short output format ----------------- */

static FILE *json;

bool is_json_context(void)
{
	return json;
}

void open_json_object(const char *name)
{
	fprintf(json, "%s{", name ? name : "");
}

void close_json_object(void)
{
	fputc('}', json);
}

void open_json_array(int type, const char *name)
{
	fprintf(json, type == PRINT_JSON ? "%s[" : "?", name);
}

void close_json_array(int type, const char *name)
{
	(void)name;
	fputc(type == PRINT_JSON ? ']' : '?', json);
}

int print_color_u64(int type, int color, const char *key, const char *fmt, uint64_t value)
{
	(void)color;
	(void)fmt;
	return fprintf(json, type == PRINT_JSON ? "%s=%llu " : "?", key,
		       (unsigned long long)value);
}

int print_color_bool(int type, int color, const char *key, const char *fmt, bool value)
{
	(void)color;
	(void)fmt;
	return fprintf(json, type == PRINT_JSON ? "%s=%d" : "?", key, value);
}

/* ---- input ---------------------------------------------------------------- */

static const struct pfc_class_xstats of_class = {
	.marked = 1ULL << 40, .prio = 3, .tc = 5, .paused = 1,
};

static const struct pfc_qdisc_xstats of_qdisc[PFC_PRIO_COUNT] = {
	[1] = { .packets = 1, .bytes = 2, .drops = 3, .marked = 4, .backlog_packets = 5,
		.backlog_bytes = 6, .prio = 1, .tc = 7 },
	[2] = { .prio = 2, .tc = 2 },
	[6] = { .prio = 6, .tc = 2, .paused = 1 },
};

/*
 * Checks the output for an attribute with the bytes @data.  As in a message, the bytes follow a
 * header of 4 bytes, so their 64-bit numbers are not aligned.
 */
static bool prints(bool as_json, const void *data, size_t len, const char *want)
{
	_Alignas(8) char buf[RTA_LENGTH(sizeof(of_qdisc)) + 8] = "";
	struct rtattr *rta = (void *)buf;
	size_t size;
	char *text;
	bool ok;
	FILE *f;

	*rta = (struct rtattr){ .rta_len = RTA_LENGTH(len), .rta_type = 4 };
	memcpy(RTA_DATA(rta), data, len);
	f = open_memstream(&text, &size);
	json = as_json ? f : NULL;
	ok = !pfc_qdisc_util.print_xstats(&pfc_qdisc_util, f, rta);
	json = NULL;
	fclose(f);
	ok = ok && !strcmp(text, want);
	if (!ok)
		printf("got:  %s\nwant: %s\n", text, want);
	free(text);
	return ok;
}

static void test_xstats(void)
{
	CHECK(prints(false, &of_class, sizeof(of_class),
		     "  prio 3 tc 5 marked 1099511627776 paused"));
	CHECK(prints(true, &of_class, sizeof(of_class),
		     "prio=3 tc=5 marked=1099511627776 paused=1"));
	CHECK(prints(false, of_qdisc, sizeof(of_qdisc),
		     " used queues:\n"
		     "  prio 1 tc 7 sent 2 bytes 1 pkt dropped 3 marked 4 backlog 6b 5p\n"
		     "  prio 6 tc 2 sent 0 bytes 0 pkt dropped 0 marked 0 backlog 0b 0p paused"));
	/* data of any other size is not printed */
	CHECK(prints(false, of_qdisc, sizeof(of_qdisc) - 1, ""));
	CHECK(prints(false, of_qdisc, 0, ""));
	CHECK(prints(true, &of_class, sizeof(of_class) - 8, ""));
}

static void test_json(void)
{
	char want[1000] = "queues[";
	int i;

	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		const struct pfc_qdisc_xstats *x = &of_qdisc[i];

		sprintf(want + strlen(want), "{prio=%u tc=%u packets=%llu bytes=%llu ",
			x->prio, x->tc, x->packets, x->bytes);
		sprintf(want + strlen(want), "drops=%llu marked=%llu ", x->drops,
			x->marked);
		sprintf(want + strlen(want), "backlog=%llu qlen=%llu paused=%u}",
			x->backlog_bytes, x->backlog_packets, x->paused);
	}
	CHECK(prints(true, of_qdisc, sizeof(of_qdisc), strcat(want, "]")));
}

/* The plugin refuses words after the kind of qdisc with an error message */
static void test_options(void)
{
	char *words[3] = { "limit", "5", NULL };
	FILE *old = stderr;
	size_t size;
	char *text;

	stderr = open_memstream(&text, &size);
	CHECK(!pfc_qdisc_util.parse_qopt(&pfc_qdisc_util, 0, words + 2, NULL, "p1"));
	fflush(stderr);
	CHECK(!size);
	CHECK(pfc_qdisc_util.parse_qopt(&pfc_qdisc_util, 2, words, NULL, "p1") < 0);
	CHECK(pfc_qdisc_util.parse_copt(&pfc_qdisc_util, 0, words + 2, NULL, "p1") < 0);
	fclose(stderr);
	stderr = old;
	CHECK(strstr(text, "A pfc qdisc takes no options; use pfcctl"));
	CHECK(strstr(text, "A class of a pfc qdisc takes no options; use pfcctl"));
	free(text);
	CHECK(!strcmp(pfc_qdisc_util.id, PFC_QDISC_KIND));
}

/**
 * test_plugin() - test the tc plugin
 */
void test_plugin(void)
{
	test_xstats();
	test_json();
	test_options();
}
