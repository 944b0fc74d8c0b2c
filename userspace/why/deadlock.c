// SPDX-License-Identifier: GPL-2.0-only
/*
 * Search for deadlocks while they happen: pfcctl monitor --deadlock
 *
 * The kernel reports that a pause gets long.  The search then follows the pauses as pfcctl why
 * does, also into other network namespaces.  It repeats while a pause of the namespace remains
 * long, because another queue may close the cycle later.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include "event.h"
#include "netlink.h"
#include "output.h"
#include "print.h"
#include "select.h"
#include "when.h"
#include "why_read.h"

/* Time between the two readings of a search, ns */
#define INTERVAL	1000000

/* Minimum time from the end of a search to the next one, and as a multiple of the search */
#define GAP_NS		25000000
#define GAP_SEARCHES	4

/* Fraction of the detection time after which the kernel reports a long pause */
#define LONG_FRACTION	4

/**
 * struct search - state of the monitor
 * @dev: print the deadlocks at these devices; NULL: all
 * @prios: bit mask of the priorities to print; 0: all
 * @known: the queues of the deadlocks that the last search has found, see add_found()
 * @found: stream to which the present search writes those that it finds
 * @next: CLOCK_MONOTONIC time of the next search, ns; 0: the monitor waits for an event
 */
struct search {
	const char	*dev;
	uint8_t		prios;
	char		*known;
	FILE		*found;
	uint64_t	next;
};

/* Notes a queue, and the start of its pause.  Return: whether the last search has found it, too */
static bool add_found(const struct search *s, const struct why *why, uint32_t node)
{
	const struct why_port *port = &why->ports[why_port_of(node)];
	char queue[NETNS_NAME_LEN + 64];

	snprintf(queue, sizeof(queue), "\n%s %u %u %llu\n", port->netns, port->config->ifindex,
		 why_id_of(node), (unsigned long long)why_wait(why, node)->rx_since);
	fputs(queue, s->found);
	return s->known && strstr(s->known, queue);
}

/*
 * The ports are read one after the other, while packets move.  So a queue of a cycle must not have
 * sent a packet between the two readings.
 */
static bool is_stuck(const struct why *why, const struct why_root *root)
{
	uint32_t i;

	for (i = 0; i < root->n_cycle; i++) {
		const struct why_port *port = &why->ports[why_port_of(root->cycle[i])];
		const unsigned int prio = why_id_of(root->cycle[i]);

		if (!port->before ||
		    port->before->wait[prio].rx_since != port->now->wait[prio].rx_since ||
		    port->before->wait[prio].sent_packets != port->now->wait[prio].sent_packets)
			return false;
	}
	return true;
}

/* Lets a cycle begin with its first queue in the namespace of the tool */
static void rotate(const struct why *why, struct why_root *root)
{
	uint32_t first;
	size_t i;

	for (i = 0; i < root->n_cycle && why->ports[why_port_of(root->cycle[0])].ns; i++) {
		first = root->cycle[0];
		memmove(root->cycle, root->cycle + 1, (root->n_cycle - 1) * sizeof(first));
		root->cycle[root->n_cycle - 1] = first;
	}
}

/* Prints the queues of a deadlock as text */
static void cycle_text(const struct why *why, const struct why_root *root)
{
	size_t i;

	printf(" of %zu queues:", root->n_cycle);
	for (i = 0; i < root->n_cycle; i++) {
		const struct why_port *port = &why->ports[why_port_of(root->cycle[i])];

		printf("%s ", i ? " >" : "");
		text_put(stdout, port->netns);
		printf("%s%s prio %u", *port->netns ? ":" : "", port->config->name,
		       why_id_of(root->cycle[i]));
	}
	putchar('\n');
}

static struct json_object *cycle_json(const struct why *why, const struct why_root *root)
{
	struct json_object *array = json_object_new_array(), *json;
	size_t i;

	for (i = 0; i < root->n_cycle; i++) {
		const struct why_port *port = &why->ports[why_port_of(root->cycle[i])];

		json = json_object_new_object();
		json_add_name(json, "dev", port->config->name);
		json_add_u64(json, "ifindex", port->config->ifindex);
		json_add_u64(json, "prio", why_id_of(root->cycle[i]));
		json_add_bool(json, "other_netns", port->ns);
		json_add_name(json, "netns", port->netns);
		json_object_array_add(array, json);
	}
	return array;
}

static void report(const struct ctx *ctx, const struct search *s, const struct why *why,
		   const struct why_root *root)
{
	const struct why_port *port = &why->ports[why_port_of(root->cycle[0])];
	struct event e = {
		.event = PFC_EVENT_DEADLOCK, .time = time_now(), .ifindex = port->config->ifindex,
		.port_id = port->now->id, .prios = 1U << why_id_of(root->cycle[0]),
	};
	struct json_object *json;

	snprintf(e.name, sizeof(e.name), "%s", port->config->name);
	if ((s->dev && !select_has(s->dev, e.name)) || (s->prios && !(s->prios & e.prios)))
		return;
	if (ctx->json) {
		json = event_json(ctx, &e);
		json_object_object_add(json, "cycle", cycle_json(why, root));
		event_json_print(json);
	} else {
		event_text(ctx, &e);
		cycle_text(why, root);
	}
	fflush(stdout);
}

/* Adds the queues of a deadlock, and prints it if the last search has not found it */
static void add_deadlock(const struct ctx *ctx, struct search *s, const struct why *why,
			 struct why_root *root)
{
	bool known = true;
	size_t i;

	rotate(why, root);
	for (i = 0; i < root->n_cycle; i++)
		known &= add_found(s, why, root->cycle[i]);
	if (!known)
		report(ctx, s, why, root);
}

/* Return: whether a pause of the namespace of the tool is still a long one */
static bool is_long(const struct why_fabric *fabric, uint64_t now)
{
	unsigned int prio;
	size_t i;

	for (i = 0; i < fabric->n; i++)
		for (prio = 0; !fabric->ports[i].ns && prio < PFC_PRIO_COUNT; prio++) {
			const struct wait *w = &fabric->ports[i].now->wait[prio];

			if (w->rx_paused && w->backlog_packets && now - w->rx_since >=
			    fabric->ports[i].config->detection_time / LONG_FRACTION)
				return true;
		}
	return false;
}

static int search(struct ctx *ctx, struct search *s)
{
	const struct why_question question = { .prios = 0xff, .interval = INTERVAL };
	const uint64_t begin = time_now();
	struct why_fabric fabric;
	struct why *why = &fabric.why;
	char *found = NULL;
	uint64_t now, gap;
	size_t i, len;
	int err;

	err = why_read(ctx, &question, &fabric);
	s->found = check_memory(open_memstream(&found, &len));
	for (i = 0; i < why->n_roots; i++)
		if (why->roots[i].class == WHY_CYCLE && is_stuck(why, &why->roots[i]))
			add_deadlock(ctx, s, why, &why->roots[i]);
	fclose(s->found);
	free(s->known);
	s->known = found;
	now = time_now();
	gap = (now - begin) * GAP_SEARCHES;
	s->next = is_long(&fabric, now) ? now + (gap > GAP_NS ? gap : GAP_NS) : 0;
	why_fabric_free(&fabric);
	return err;
}

/* Return: milliseconds to the next search; -1: none is due */
static int timeout_of(const struct search *s)
{
	const uint64_t now = time_now();

	if (!s->next)
		return -1;
	return s->next > now ? (s->next - now + 999999) / 1000000 : 0;
}

/* Receives events.  Return: whether a pause has become a long one, or events may be lost */
static bool received_long(struct ctx *ctx)
{
	char buf[NL_BUFFER_SIZE];
	int len = mnl_socket_recvfrom(ctx->genl, buf, sizeof(buf));
	const struct nlmsghdr *nlh = (void *)buf;
	bool found = len < 0;
	struct event e;

	for (; len > 0 && mnl_nlmsg_ok(nlh, len); nlh = mnl_nlmsg_next(nlh, &len))
		found |= genl_family_changed(ctx, nlh) ||
			 (event_read(ctx, nlh, &e) && e.event == PFC_EVENT_STILL_PAUSED);
	return found;
}

/* Waits for events or the time of the next search.  Return: an exit status */
static int wait_for(struct ctx *listen, struct search *s)
{
	struct pollfd fd = { .fd = mnl_socket_get_fd(listen->genl), .events = POLLIN };
	const int n = poll(&fd, 1, timeout_of(s));

	if (n < 0 && errno != EINTR)
		return fail(listen, "cannot receive events: %s", strerror(errno));
	if (n <= 0)
		return STATUS_OK;
	/* The next search is not earlier than the gap allows */
	if (received_long(listen) && !s->next)
		s->next = 1;
	/* Without the module there is nothing to search */
	if (!listen->family)
		s->next = 0;
	return STATUS_OK;
}

static const struct setting deadlock_settings[] = {
	SETTING_DEV,
	SETTING_PRIOS,
	{ .name = "deadlock", .read = read_flag },
	{ 0 }
};

/* Prints deadlocks when they happen, until an error */
static int deadlock(struct ctx *ctx, struct args *args)
{
	/* Requests on the socket of the events would discard events */
	struct ctx listen = { .err = ctx->err, .netns = ctx->netns };
	/* What is long already causes no event */
	struct search s = { .next = 1 };
	struct change c;
	int err;

	change_begin(&c, PFC_CMD_UNSPEC);
	err = settings_read(ctx, args, deadlock_settings, &c);
	s.dev = c.dev;
	s.prios = c.prios;
	if (!err)
		err = genl_subscribe(&listen);
	if (!err)
		err = genl_open(ctx);
	while (!err && !ferror(stdout)) {
		/* Loaded again, the module has another id: the next request asks for it */
		if (ctx->family != listen.family)
			nl_close(ctx);
		if (s.next && s.next <= time_now())
			err = search(ctx, &s);
		if (!err)
			err = wait_for(&listen, &s);
	}
	nl_close(&listen);
	free(s.known);
	return err;
}

/* pfcctl monitor checks the words, and has the help */
const struct object deadlock_object = { .name = "deadlock", .run = deadlock };
