// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events: reading them, their names, and what all of them have.
 */
#include <linux/genetlink.h>
#include <string.h>
#include <time.h>
#include "event.h"
#include "keyword.h"
#include "port_words.h"
#include "print.h"
#include "select.h"
#include "when.h"

_Static_assert(PFC_EVENT_IMPAIR_CHANGED < 32, "struct filter has too few bits");

static bool read_event_attr(const struct nlattr *attr, struct event *e)
{
	if (mnl_attr_get_type(attr) != PFC_A_STORM)
		return field_read(event_fields, attr, e);
	e->has_storm = true;
	return storm_read(attr, &e->storm);
}

/* Read a message of the kernel.  Return: whether it is an event */
bool event_read(const struct ctx *ctx, const struct nlmsghdr *nlh, struct event *e)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attr;

	*e = (struct event){ 0 };
	if (nlh->nlmsg_type != ctx->family || genl->cmd != PFC_CMD_EVENT)
		return false;
	mnl_attr_for_each(attr, nlh, sizeof(*genl))
		if (!read_event_attr(attr, e))
			return false;
	return true;
}

/* Return: the name of an event, &enum pfc_event, with underscores instead of hyphens */
struct json_object *event_name_json(uint32_t event)
{
	char name[FORMAT_LEN], *p;

	snprintf(name, sizeof(name), "%s", word_of(event_words, event));
	for (p = name; *p; p++)
		if (*p == '-')
			*p = '_';
	return json_object_new_string(name);
}

/* Prints the time of an event, with -t in the form of ip monitor and tc monitor */
static void print_time(const struct ctx *ctx, uint64_t time)
{
	char buf[STAMP_LEN];
	struct tm local;
	time_t seconds;
	uint64_t ns;

	if (!ctx->timestamp || ctx->stats) {
		printf("[%s] ", stamp(ctx, buf, time));
		return;
	}
	ns = wall_time(time);
	seconds = ns / 1000000000;
	strftime(buf, sizeof(buf), "%a %b %e %H:%M:%S %Y", localtime_r(&seconds, &local));
	printf("Timestamp: %s %llu usec\n", buf, (unsigned long long)ns % 1000000000 / 1000);
}

/* Print what all events have, without a newline */
void event_text(const struct ctx *ctx, const struct event *e)
{
	char prios[FORMAT_LEN];

	print_time(ctx, e->time);
	printf("%s %s", e->name, word_of(event_words, e->event));
	if (e->prios)
		printf(" prio %s", word_prios(prios, e->prios));
}

/* Build a JSON object with what all events have.  Return: the object */
struct json_object *event_json(const struct ctx *ctx, const struct event *e)
{
	struct json_object *json = json_object_new_object();
	char buf[STAMP_LEN];

	json_add_u64(json, "time_ns", e->time);
	if (ctx->timestamp)
		json_add_name(json, "timestamp", stamp(ctx, buf, e->time));
	json_object_object_add(json, "event", event_name_json(e->event));
	json_object_object_add(json, "dev", json_object_new_string(e->name));
	json_add_u64(json, "ifindex", e->ifindex);
	json_add_u64(json, "port_id", e->port_id);
	json_object_object_add(json, "prios", json_prios(e->prios));
	return json;
}

/* Print and free the JSON object of an event, on one line */
void event_json_print(struct json_object *json)
{
	static const struct ctx one_line = { .json = true };

	json_print(&one_line, json);
}

/* Parses the name of an event, or reports an error.  Return: its number; 0: the name is unknown. */
static unsigned int parse_event(struct ctx *ctx, const char *name)
{
	struct keywords k = { .kind = "event", .object = "monitor" };
	unsigned int i;

	for (i = 1; event_words[i]; i++) {
		if (!strcmp(event_words[i], name))
			return i;
		keyword_add(&k, event_words[i]);
	}
	keyword_refuse(ctx, &k, name);
	return 0;
}

/* read_events() - parse a list of events like xoff-sent,xon-sent */
int read_events(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	const char *word = word_after(ctx, s, args);
	char element[ELEMENT_LEN];
	unsigned int number;

	if (!word)
		return STATUS_USAGE;
	while (select_next(&word, element)) {
		number = parse_event(ctx, element);
		if (!number)
			return STATUS_FAILED;
		c->events |= 1U << number;
	}
	return STATUS_OK;
}
