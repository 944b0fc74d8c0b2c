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

/* Words for &enum pfc_event.  JSON has underscores instead of hyphens. */
const char *const event_words[] = {
	[PFC_EVENT_UNSPEC] = "unknown",
	[PFC_EVENT_PORT_ADD] = "port-add",
	[PFC_EVENT_PORT_DEL] = "port-del",
	[PFC_EVENT_XOFF_SENT] = "xoff-sent",
	[PFC_EVENT_XON_SENT] = "xon-sent",
	[PFC_EVENT_XOFF_RECEIVED] = "xoff-received",
	[PFC_EVENT_XON_RECEIVED] = "xon-received",
	[PFC_EVENT_HEADROOM_OVERRUN] = "headroom-overrun",
	[PFC_EVENT_HEADROOM_SHORT] = "headroom-short",
	[PFC_EVENT_STORM_DETECTED] = "storm-detected",
	[PFC_EVENT_STORM_RESTORED] = "storm-restored",
	[PFC_EVENT_PFC_DISABLED] = "pfc-disabled",
	[PFC_EVENT_PFC_ENABLED] = "pfc-enabled",
	[PFC_EVENT_MITIGATION_ON] = "mitigation-on",
	[PFC_EVENT_MITIGATION_OFF] = "mitigation-off",
	[PFC_EVENT_PAUSED_LONG] = "paused-long",
	[PFC_EVENT_XOFF_TIMEOUT] = "xoff-timeout",
	[PFC_EVENT_XOFF_RESUMED] = "xoff-resumed",
	[PFC_EVENT_XOFF_RATE_RX] = "xoff-rate-rx",
	[PFC_EVENT_XOFF_RATE_TX] = "xoff-rate-tx",
	[PFC_EVENT_PAUSE_EXPIRED] = "pause-expired",
	[PFC_EVENT_REFRESH_LATE] = "refresh-late",
	[PFC_EVENT_SETTINGS_LOST] = "settings-lost",
	[PFC_EVENT_PORT_RENAMED] = "port-renamed",
	[PFC_EVENT_PORT_CHANGED] = "port-changed",
	[PFC_EVENT_PAUSE_ENDED] = "pause-ended",
	[PFC_EVENT_XOFF_LOST] = "xoff-lost",
	[PFC_EVENT_PEAK] = "peak",
	[PFC_EVENT_DEADLOCK] = "deadlock",
	[PFC_EVENT_STILL_PAUSED] = "still-paused",
	[PFC_EVENT_IMPAIR_CHANGED] = "impair-changed",
	NULL
};

_Static_assert(ARRAY_SIZE(event_words) <= 32, "struct filter has too few bits");

static const struct field event_fields[] = {
	FIELD(PFC_A_EVENT, MNL_TYPE_U32, event, event),
	FIELD(PFC_A_EVENT_TIME, MNL_TYPE_U64, event, time),
	FIELD(PFC_A_IFINDEX, MNL_TYPE_U32, event, ifindex),
	FIELD(PFC_A_IFNAME, MNL_TYPE_NUL_STRING, event, name),
	FIELD(PFC_A_PORT_ID, MNL_TYPE_U32, event, port_id),
	FIELD(PFC_A_EVENT_PRIOS, MNL_TYPE_U8, event, prios),
	FIELD(PFC_A_EVENT_QUANTA, MNL_TYPE_U32, event, quanta),
	FIELD(PFC_A_EVENT_LOST, MNL_TYPE_U32, event, lost),
	FIELD(PFC_A_EVENT_COUNT, MNL_TYPE_U32, event, count),
	FIELD(PFC_A_EVENT_IDLE_TIME, MNL_TYPE_U64, event, idle_time),
	FIELD(PFC_A_EVENT_BYTES, MNL_TYPE_U32, event, bytes),
	FIELD(PFC_A_EVENT_OLD_NAME, MNL_TYPE_NUL_STRING, event, old_name),
	FIELD(PFC_A_EVENT_QUEUE_IFINDEX, MNL_TYPE_U32, event, queue_ifindex),
	FIELD(PFC_A_EVENT_QUEUE_IFNAME, MNL_TYPE_NUL_STRING, event, queue_name),
	FIELD(PFC_A_EVENT_QUEUE_PRIO, MNL_TYPE_U8, event, queue_prio),
	FIELD(PFC_A_EVENT_QUEUE_BYTES, MNL_TYPE_U32, event, queue_bytes),
	FIELD(PFC_A_EVENT_QUEUE_SINCE, MNL_TYPE_U64, event, queue_since),
	{ 0 }
};

static bool read_event_attr(const struct nlattr *attr, struct event *e)
{
	if (mnl_attr_get_type(attr) != PFC_A_STORM)
		return field_read(event_fields, attr, e);
	e->has_storm = true;
	return storm_read(attr, &e->storm);
}

/*
 * Read a message of the kernel.
 * @ctx: the context that has subscribed to events
 * @e: result
 * Return: whether it is an event.
 */
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

/**
 * event_name_json() - name of an event in JSON
 * @event: &enum pfc_event
 *
 * Return: the name, with underscores instead of hyphens.
 */
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
