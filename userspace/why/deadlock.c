// SPDX-License-Identifier: GPL-2.0-only
/*
 * Search for deadlocks while they happen: pfcctl monitor --deadlock
 *
 * The kernel reports that a pause gets long.  The search then follows the pauses as pfcctl why
 * does, also into other network namespaces.  It repeats while a pause of the namespace remains
 * long, because another queue may close the cycle later.
 */
#include <errno.h>
#include <linux/genetlink.h>
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
 * struct cycle - an egress queue of a deadlock
 * @netns: name of the network namespace of the port; "": the one of the tool without -n
 * @other: it is another namespace than the one of the tool
 * @ifname: name of the port
 * @ifindex: ifindex of the port
 * @prio: the priority
 * @since: CLOCK_MONOTONIC time at which its pause began, ns
 */
struct cycle {
	char		netns[NETNS_NAME_LEN];
	bool		other;
	char		ifname[IFNAMSIZ];
	uint32_t	ifindex;
	uint8_t		prio;
	uint64_t	since;
};

/**
 * struct search - state of the monitor
 * @dev: print the deadlocks at these devices; NULL: all
 * @prios: bit mask of the priorities to print; 0: all
 * @n: number of queues in @known
 * @known: queues of the deadlocks that the last search has found
 * @n_found: number of queues in @found
 * @found: queues of the deadlocks that the present search finds
 * @next: CLOCK_MONOTONIC time of the next search, ns; 0: the monitor waits for an event
 */
struct search {
	const char		*dev;
	uint8_t			prios;
	size_t			n;
	struct cycle		*known;
	size_t			n_found;
	struct cycle		*found;
	uint64_t		next;
};

static void set_queue(struct cycle *to, const struct why *why, uint32_t node)
{
	const struct why_port *port = &why->ports[why_port_of(node)];

	*to = (struct cycle){
		.ifindex = port->config->ifindex, .prio = why_id_of(node),
		.since = why_wait(why, node)->rx_since, .other = port->ns,
	};
	snprintf(to->ifname, sizeof(to->ifname), "%s", port->config->name);
	snprintf(to->netns, sizeof(to->netns), "%s", port->netns);
}

static bool is_known(const struct search *s, const struct cycle *queue)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (s->known[i].ifindex == queue->ifindex && s->known[i].prio == queue->prio &&
		    s->known[i].since == queue->since &&
		    !strcmp(s->known[i].netns, queue->netns))
			return true;
	return false;
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

/* Return: index in a cycle of its first queue in the namespace of the tool, or 0 */
static uint32_t own_queue(const struct why *why, const struct why_root *root)
{
	uint32_t i;

	for (i = 0; i < root->n_cycle; i++)
		if (!why->ports[why_port_of(root->cycle[i])].ns)
			return i;
	return 0;
}

/* Prints the queues of a deadlock as text */
static void cycle_text(const struct cycle *list, size_t n)
{
	size_t i;

	printf(" of %zu queues:", n);
	for (i = 0; i < n; i++) {
		const struct cycle *cycle = &list[i];

		printf("%s ", i ? " >" : "");
		if (*cycle->netns) {
			text_put(stdout, cycle->netns);
			putchar(':');
		}
		text_put(stdout, cycle->ifname);
		printf(" prio %u", cycle->prio);
	}
}

static struct json_object *cycle_json(const struct cycle *list, size_t n)
{
	struct json_object *array = json_object_new_array(), *json;
	size_t i;

	for (i = 0; i < n; i++) {
		const struct cycle *cycle = &list[i];

		json = json_object_new_object();
		json_add_name(json, "dev", cycle->ifname);
		json_add_u64(json, "ifindex", cycle->ifindex);
		json_add_u64(json, "prio", cycle->prio);
		json_add_bool(json, "other_netns", cycle->other);
		json_add_name(json, "netns", cycle->netns);
		json_object_array_add(array, json);
	}
	return array;
}

static void report(const struct ctx *ctx, const struct search *s, const struct why *why,
		   const struct why_root *root, const struct cycle *queues)
{
	const struct why_port *port =
		&why->ports[why_port_of(root->cycle[own_queue(why, root)])];
	struct event e = {
		.event = PFC_EVENT_DEADLOCK, .time = time_now(), .ifindex = port->config->ifindex,
		.port_id = port->now->id, .prios = 1U << queues->prio,
	};
	struct json_object *json;

	snprintf(e.name, sizeof(e.name), "%s", port->config->name);
	if ((s->dev && !select_has(s->dev, e.name)) || (s->prios && !(s->prios & e.prios)))
		return;
	if (ctx->json) {
		json = event_json(ctx, &e);
		json_object_object_add(json, "cycle", cycle_json(queues, root->n_cycle));
		event_json_print(json);
	} else {
		event_text(ctx, &e);
		cycle_text(queues, root->n_cycle);
		putchar('\n');
	}
	fflush(stdout);
}

/* Adds the queues of a deadlock, and prints it if the last search has not found it */
static int add_deadlock(struct ctx *ctx, struct search *s, const struct why *why,
			const struct why_root *root)
{
	struct cycle *list = realloc(s->found, (s->n_found + root->n_cycle) * sizeof(*list));
	const uint32_t first = own_queue(why, root);
	bool new = false;
	uint32_t i;

	if (!list)
		return fail(ctx, "out of memory");
	s->found = list;
	list += s->n_found;
	for (i = 0; i < root->n_cycle; i++) {
		set_queue(&list[i], why, root->cycle[(first + i) % root->n_cycle]);
		new |= !is_known(s, &list[i]);
	}
	s->n_found += root->n_cycle;
	if (new)
		report(ctx, s, why, root, list);
	return STATUS_OK;
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

/* Keeps what the search has found for the next one */
static void end_search(struct search *s, uint64_t begin, bool again)
{
	const uint64_t now = time_now(), took = now - begin;

	free(s->known);
	s->known = s->found;
	s->n = s->n_found;
	s->found = NULL;
	s->n_found = 0;
	s->next = 0;
	if (again)
		s->next = now + (took * GAP_SEARCHES > GAP_NS ? took * GAP_SEARCHES : GAP_NS);
}

static int search(struct ctx *ctx, struct search *s)
{
	const struct why_question question = { .prios = 0xff, .interval = INTERVAL };
	const uint64_t begin = time_now();
	struct why_fabric fabric;
	struct why why = { 0 };
	int err;
	size_t i;

	err = why_read(ctx, &question, &fabric);
	if (!err && !why_analyse(fabric.ports, fabric.n, &why))
		err = fail(ctx, "out of memory");
	for (i = 0; !err && i < why.n_roots; i++)
		if (why.roots[i].class == WHY_CYCLE && is_stuck(&why, &why.roots[i]))
			err = add_deadlock(ctx, s, &why, &why.roots[i]);
	if (!err)
		end_search(s, begin, is_long(&fabric, time_now()));
	why_free(&why);
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

static bool is_long_pause(const struct ctx *ctx, const struct nlmsghdr *nlh)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attr;

	if (nlh->nlmsg_type != ctx->family || genl->cmd != PFC_CMD_EVENT)
		return false;
	mnl_attr_for_each(attr, nlh, sizeof(*genl))
		if (mnl_attr_get_type(attr) == PFC_A_EVENT &&
		    mnl_attr_validate(attr, MNL_TYPE_U32) >= 0)
			return mnl_attr_get_u32(attr) == PFC_EVENT_STILL_PAUSED;
	return false;
}

/* Receives events.  Return: whether a pause has become a long one, or events were lost */
static bool received_long(struct ctx *ctx)
{
	char buf[NL_BUFFER_SIZE];
	int len = mnl_socket_recvfrom(ctx->genl, buf, sizeof(buf));
	const struct nlmsghdr *nlh = (void *)buf;
	bool found = len < 0;

	for (; len > 0 && mnl_nlmsg_ok(nlh, len); nlh = mnl_nlmsg_next(nlh, &len))
		found |= is_long_pause(ctx, nlh);
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
	return STATUS_OK;
}

static int monitor(struct ctx *ctx, struct search *s)
{
	/* Requests on the socket of the events would discard events */
	struct ctx listen = { .err = ctx->err, .netns = ctx->netns };
	int err = genl_subscribe(&listen);

	if (!err)
		err = genl_open(ctx);
	while (!err && !ferror(stdout)) {
		if (s->next && s->next <= time_now())
			err = search(ctx, s);
		if (!err)
			err = wait_for(&listen, s);
	}
	nl_close(&listen);
	return err;
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
	/* What is long already causes no event */
	struct search s = { .next = 1 };
	struct change c;
	int err;

	change_begin(&c, PFC_CMD_UNSPEC);
	err = settings_read(ctx, args, deadlock_settings, &c);
	if (err)
		return err;
	s.dev = c.dev;
	s.prios = c.prios;
	err = monitor(ctx, &s);
	free(s.known);
	free(s.found);
	return err;
}

/* pfcctl monitor checks the words, and has the help */
const struct object deadlock_object = { .name = "deadlock", .run = deadlock };
