// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output of events: pfcctl monitor
 */
#include <errno.h>
#include <net/if.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include "fix.h"
#include "help_generated.h"
#include "keyword.h"
#include "monitor.h"
#include "select.h"
#include "setting.h"
#include "view.h"
#include "when.h"

/* Receive buffer for bursts of events, bytes */
#define RECEIVE_BUFFER	(4 << 20)

/* Prints the cause of a loss or a stall */
static void print_queue(const struct event *e)
{
	char buf[FORMAT_LEN];

	printf(" queue %s prio %u backlog %s", e->queue_name, e->queue_prio,
	       format_size(buf, e->queue_bytes));
	if (e->queue_since)
		printf(" paused for %s", format_time(buf, e->time - e->queue_since));
	else
		printf(" not paused");
}

static void print_text(const struct ctx *ctx, const struct event *e)
{
	char buf[FORMAT_LEN];

	event_text(ctx, e);
	if (e->quanta)
		printf(" pause-time %uq", e->quanta);
	if (e->count)
		printf(" xoff %u", e->count);
	if (e->idle_time)
		printf(" idle %s", format_time(buf, e->idle_time));
	if (e->bytes)
		printf(" occupancy %s", format_size(buf, e->bytes));
	if (*e->queue_name)
		print_queue(e);
	if (*e->old_name)
		printf(" was %s", e->old_name);
	if (e->has_storm)
		storm_print(&e->storm, e->time);
	if (e->lost)
		printf(" (%u earlier events omitted)", e->lost);
	putchar('\n');
}

static struct json_object *queue_json(const struct event *e)
{
	struct json_object *json;

	if (!*e->queue_name)
		return NULL;
	json = json_object_new_object();
	json_add_name(json, "dev", e->queue_name);
	json_add_u64(json, "ifindex", e->queue_ifindex);
	json_add_u64(json, "prio", e->queue_prio);
	json_add_u64(json, "backlog", e->queue_bytes);
	json_add_u64_or_null(json, "paused_since_ns", e->queue_since);
	return json;
}

static void print_json(const struct ctx *ctx, const struct event *e)
{
	struct json_object *json = event_json(ctx, e);

	json_add_u64(json, "pause_time_quanta", e->quanta);
	json_add_u64_or_null(json, "xoff_count", e->count);
	json_add_u64_or_null(json, "idle_time_ns", e->idle_time);
	json_add_u64_or_null(json, "occupancy", e->bytes);
	json_object_object_add(json, "queue", queue_json(e));
	json_add_name(json, "old_dev", e->old_name);
	json_object_object_add(json, "storm", e->has_storm ?
			       storm_json(&e->storm, e->time) : NULL);
	/* Only pfcctl monitor --deadlock prints cycles */
	json_object_object_add(json, "cycle", NULL);
	json_add_u64(json, "lost", e->lost);
	event_json_print(json);
}

/* Return: whether an event is to be printed */
static bool event_wanted(const struct filter *f, const struct event *e)
{
	return (!f->dev || select_has(f->dev, e->name) || select_has(f->dev, e->old_name)) &&
	       (!f->prios || f->prios & e->prios || e->event == PFC_EVENT_IMPAIR_CHANGED) &&
	       (!f->events || (e->event < 32 && f->events >> e->event & 1));
}

/* Receives events until an error; prints them, or with @pauses the pauses that end */
static int run_monitor(struct ctx *ctx, const struct filter *filter, struct pauses *pauses)
{
	char buf[NL_BUFFER_SIZE];
	struct event e;

	while (!ferror(stdout)) {
		int len = mnl_socket_recvfrom(ctx->genl, buf, sizeof(buf));
		const struct nlmsghdr *nlh = (void *)buf;

		if (len < 0 && errno == ENOBUFS) {
			warn(ctx, "events arrived too fast, some were lost");
			if (pauses)
				pauses_free(pauses);
		} else if (len < 0 && errno != EINTR) {
			return fail(ctx, "cannot receive events: %s", strerror(errno));
		}
		for (; len > 0 && mnl_nlmsg_ok(nlh, len); nlh = mnl_nlmsg_next(nlh, &len)) {
			if (genl_family_changed(ctx, nlh)) {
				if (pauses)
					pauses_free(pauses);
			} else if (!event_read(ctx, nlh, &e)) {
				continue;
			} else if (pauses) {
				pauses_event(ctx, filter, pauses, &e);
			} else if (event_wanted(filter, &e)) {
				(ctx->json ? print_json : print_text)(ctx, &e);
				fflush(stdout);
			}
		}
	}
	return STATUS_OK;
}

/* A larger buffer for bursts.  SO_RCVBUF is limited by net.core.rmem_max. */
static void enlarge_buffer(const struct ctx *ctx)
{
	const int fd = mnl_socket_get_fd(ctx->genl), size = RECEIVE_BUFFER;

	/* needs CAP_NET_ADMIN */
	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size)))
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
}

/* A device that does not exist yet is not an error, but probably one of another namespace */
static void warn_of_dev(struct ctx *ctx, const char *dev)
{
	if (dev && !select_is_set(ctx, dev) && !if_nametoindex(dev))
		warn(fixed_by(ctx, "ip link lists the devices; the command waits for this one"),
		     "%s: no such device yet", dev);
}

static const struct setting monitor_settings[] = {
	SETTING_DEV,
	SETTING_PRIOS,
	{ .name = "event", .read = read_events, .words = event_words + 1 },
	{ .name = "pauses", .read = read_flag },
	{ .name = "deadlock", .read = read_flag },
	{ 0 }
};

/* Bits of "event", "pauses" and "deadlock" in change.seen */
#define EVENT_SEEN	(1U << 2)
#define PAUSES_SEEN	(1U << 3)
#define DEADLOCK_SEEN	(1U << 4)

/* Return: an exit status */
static int check_words(struct ctx *ctx, const struct change *c)
{
	if (c->seen & EVENT_SEEN && c->seen & PAUSES_SEEN)
		return misuse(ctx, "event: cannot be combined with pauses");
	if (c->seen & DEADLOCK_SEEN && c->seen & (EVENT_SEEN | PAUSES_SEEN))
		return misuse(ctx, "deadlock: cannot be combined with event or pauses");
	if (c->events >> PFC_EVENT_DEADLOCK & 1)
		return misuse(fixed_by(ctx, "pfcctl monitor --deadlock"),
			      "event: the kernel sends no event deadlock");
	return STATUS_OK;
}

static int monitor(struct ctx *ctx, struct args *args)
{
	const struct args all = *args;
	struct pauses pauses = { 0 };
	struct filter filter;
	struct change c;
	int err, i;

	/* This word has the form of an option, too */
	for (i = 0; i < args->argc; i++)
		if (!strcmp(args->argv[i], "--deadlock"))
			args->argv[i] += strlen("--");
	change_begin(&c, PFC_CMD_UNSPEC);
	err = settings_read(ctx, args, monitor_settings, &c);
	if (!err)
		err = check_words(ctx, &c);
	if (err)
		return err;
	filter = (struct filter){ .dev = c.dev, .prios = c.prios, .events = c.events };
	err = genl_open(ctx);
	if (err)
		return err;
	warn_of_dev(ctx, c.dev);
	if (c.seen & DEADLOCK_SEEN)
		return program_run(ctx, "why", "deadlock", &all);
	enlarge_buffer(ctx);
	err = genl_subscribe(ctx);
	if (!err)
		err = run_monitor(ctx, &filter, c.seen & PAUSES_SEEN ? &pauses : NULL);
	pauses_free(&pauses);
	return err;
}

const struct object monitor_object = {
	.name = "monitor",
	.run = monitor,
	.help =
"Usage: pfcctl [-t|-ts] monitor [dev DEV] [prio PRIOS] [event EVENT[,EVENT]...]\n"
"       pfcctl [-t|-ts] monitor pauses [dev DEV] [prio PRIOS]\n"
"       pfcctl [-t|-ts] monitor deadlock [dev DEV] [prio PRIOS]\n"
"Prints one line for each event; with -j, one JSON object for each event. The time is\n"
"CLOCK_MONOTONIC; with -t it is the wall-clock time on a line of its own, with -ts on the\n"
"same line.\n"
"dev, prio and event select events: of this device, about one of these priorities, and of\n"
"these kinds.\n"
"headroom-overrun and xoff-timeout have the cause: the egress queue whose packet brought the\n"
"PG into XOFF, the bytes in that queue, and since when its peer pauses it.\n"
"pauses prints one line for each pause of a priority when it ends: begin, end, direction\n"
"(tx: the port has paused its peer; rx: the peer has paused the port), length. A begin or\n"
"end without an event is -.\n"
"deadlock, also as --deadlock, prints one line for each deadlock: ports pause each other in a\n"
"cycle, and none of them can resume. When still-paused comes, it searches as pfcctl why does,\n"
"also in other network namespaces, and prints the queues: each one waits for the next one.\n"
"PRIOS: a list like 3,4 or 0-3, or all\n"
"EVENT:\n"
EVENT_SETTINGS_HELP
"Examples: pfcctl -n switch -ts monitor\n"
"          pfcctl monitor dev p1 event storm-detected,storm-restored\n"
"          pfcctl -ts monitor pauses prio 3\n"
"          pfcctl -n switch -ts monitor --deadlock\n"
"          pfcctl -j monitor | jq -c 'select(.event == \"xoff_sent\")'\n",
};
