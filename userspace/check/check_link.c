// SPDX-License-Identifier: GPL-2.0-only
/*
 * Test of a link with real PFC frames: pfcctl check link
 *
 * The pause expires after a few ms, even if the tool is killed before it has sent XON.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/pkt_sched.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "check.h"
#include "event.h"
#include "fix.h"
#include "keyword.h"
#include "nic.h"
#include "print.h"
#include "setting.h"
#include "when.h"

#define NS_PER_MS	1000000ULL
#define NS_PER_S	1000000000ULL

#define PAUSE_LENGTH	(5 * NS_PER_MS)	/* or %PFC_PAUSE_TIME_MAX quanta, if that is shorter */
#define TIMEOUT		NS_PER_S
#define POLL_INTERVAL	2000		/* us, between two queries of the counters */
#define PRIO_DEFAULT	3		/* if neither end has PFC on for a priority */
#define FRAME_WORDS	30		/* the minimum of Ethernet, 60 bytes */

/* The words of the command line; NULL: not given */
struct link {
	const char	*dev;
	const char	*peer;		/* NULL: the other end of the veth */
	const char	*netns;		/* of @peer; NULL: that of the tool */
	const char	*prio;
};

/* Test of one direction of the link */
struct trial {
	struct end	from;
	struct end	to;
	int		fd;		/* packet socket in the namespace of @from */
	struct ctx	listen;		/* receives the events of the namespace of @to */
	struct port	before;		/* @to before the test */
	struct port	after;		/* @to now */
	bool		pause;		/* with PAUSE frames instead of PFC frames */
	uint8_t		prio;
	uint16_t	quanta;		/* pause time in XOFF */
	uint64_t	sent;		/* time of XOFF, CLOCK_MONOTONIC, ns */
	uint64_t	latency;	/* time until XOFF took effect, ns; 0: not known */
	int		error;		/* of the send operation, negative, or 0 */
	bool		arrived;	/* @to has counted the frames */
	bool		paused;		/* the frames paused the priority */
	uint64_t	pause_time;	/* duration of the pause, ns */
};

/* ---- frames ------------------------------------------------------------- */

/* Builds XOFF, or XON if @quanta is 0.  Formats: IEEE 802.3 Annex 31B (PAUSE), 31D (PFC) */
static void build_frame(const struct trial *t, uint16_t quanta, uint16_t *words)
{
	static const uint8_t group[ETH_ALEN] = { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x01 };

	memset(words, 0, FRAME_WORDS * sizeof(*words));
	memcpy(words, group, ETH_ALEN);
	memcpy(words + 3, t->from.dev->mac, ETH_ALEN);
	words[6] = htons(ETH_P_PAUSE);
	words[7] = htons(t->pause ? 0x0001 : 0x0101);
	words[8] = htons(t->pause ? quanta : 1U << t->prio);
	if (!t->pause)
		words[9 + t->prio] = htons(quanta);
}

/*
 * Sends XOFF and XON with one system call: if this process were descheduled between them, the
 * pause could expire before XON.
 * Return: 0 or a negative error.
 */
static int send_frames(const struct trial *t)
{
	struct sockaddr_ll to = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(ETH_P_PAUSE),
		.sll_ifindex = t->from.dev->ifindex,
	};
	uint16_t frames[2][FRAME_WORDS];
	struct mmsghdr messages[2] = { 0 };
	struct iovec parts[2];
	int i, n;

	for (i = 0; i < 2; i++) {
		build_frame(t, i ? 0 : t->quanta, frames[i]);
		parts[i] = (struct iovec){ frames[i], sizeof(frames[i]) };
		messages[i].msg_hdr = (struct msghdr){
			.msg_name = &to, .msg_namelen = sizeof(to),
			.msg_iov = &parts[i], .msg_iovlen = 1,
		};
	}
	n = sendmmsg(t->fd, messages, 2, 0);
	if (n == 1)
		n = sendmmsg(t->fd, messages + 1, 1, 0);
	return n < 0 ? -errno : 0;
}

/* ---- reception ---------------------------------------------------------- */

static void read_arrival(struct trial *t, const struct nlmsghdr *nlh)
{
	struct event e;

	if (event_read(&t->listen, nlh, &e) && e.event == PFC_EVENT_XOFF_RECEIVED &&
	    e.ifindex == t->to.dev->ifindex && e.prios & 1U << t->prio &&
	    e.quanta == t->quanta && e.time > t->sent && !t->latency)
		t->latency = e.time - t->sent;
}

/* Waits for the event that reports the received XOFF, at most @ns */
static void wait_event(struct trial *t, uint64_t ns)
{
	struct pollfd poller = {
		.fd = mnl_socket_get_fd(t->listen.genl), .events = POLLIN,
	};
	const uint64_t deadline = time_now() + ns;
	char buf[NL_BUFFER_SIZE];

	while (!t->latency && time_now() < deadline) {
		const struct nlmsghdr *nlh = (void *)buf;
		uint64_t left = deadline - time_now();
		int len;

		if (poll(&poller, 1, left / NS_PER_MS + 1) <= 0)
			continue;
		len = mnl_socket_recvfrom(t->listen.genl, buf, sizeof(buf));
		if (len < 0 && errno != EINTR && errno != ENOBUFS)
			return;
		for (; len > 0 && mnl_nlmsg_ok(nlh, len); nlh = mnl_nlmsg_next(nlh, &len))
			read_arrival(t, nlh);
	}
}

static int load_end(const struct end *end, struct port *port)
{
	struct ports ports;
	int err;

	err = ports_load(end->ns->ctx, end->dev->name, PORT_CONFIG | PORT_STATS, &ports);
	if (err)
		return err;
	if (ports.n)
		*port = ports.list[0];
	else
		err = STATUS_FAILED;
	ports_free(&ports);
	return err;
}

/* Return: the increase of a counter during the test */
static uint64_t grown(const struct trial *t, enum counter_kind kind, int stat)
{
	const unsigned int id = kind == COUNTERS_PRIO ? t->prio : 0;

	return t->after.counters[kind][id][stat] - t->before.counters[kind][id][stat];
}

/* Updates the results.  Return: whether XOFF and XON have been counted and the pause is over */
static bool is_complete(struct trial *t)
{
	t->arrived = t->pause ? grown(t, COUNTERS_PORT, PFC_PORT_STAT_RX_PAUSE) :
		     grown(t, COUNTERS_PORT, PFC_PORT_STAT_RX_PFC) &&
		     grown(t, COUNTERS_PRIO, PFC_PRIO_STAT_RX_XOFF);
	t->pause_time = grown(t, COUNTERS_PRIO, PFC_PRIO_STAT_RX_PAUSE_TIME);
	t->paused = t->arrived && t->pause_time;
	if (t->after.counters[COUNTERS_PRIO][t->prio][PFC_PRIO_STAT_RX_PAUSED])
		return false;
	return t->pause ? grown(t, COUNTERS_PORT, PFC_PORT_STAT_RX_PAUSE) >= 2 :
			  grown(t, COUNTERS_PRIO, PFC_PRIO_STAT_RX_XON);
}

/* ---- test of a direction ------------------------------------------------ */

/*
 * Return: the lowest lossless priority for which the receiver obeys XOFF; or else the lowest
 * priority for which the receiver obeys XOFF; or else the lowest priority for which the sender
 * sends XOFF; or else %PRIO_DEFAULT.
 */
static uint8_t choose_prio(const struct trial *t)
{
	const struct port *to = t->to.port, *from = t->from.port;
	const uint8_t obeyed = to ? prios_obeyed(to) : 0;
	const uint8_t lossless = to ? obeyed & prios_sent(to) : 0;
	const uint8_t sent = from ? prios_sent(from) : 0;

	return __builtin_ctz(lossless ?: obeyed ?: sent ?: 1U << PRIO_DEFAULT);
}

/* Return: PAUSE_LENGTH in quanta, at most 65535: on fast links, this maximum is shorter */
static uint16_t choose_quanta(uint32_t speed)
{
	const uint64_t quanta = PAUSE_LENGTH * speed / 512000;

	if (quanta > PFC_PAUSE_TIME_MAX)
		return PFC_PAUSE_TIME_MAX;
	return quanta ? quanta : 1;
}

static int open_trial(struct check *c, struct trial *t, int prio)
{
	const int control = TC_PRIO_CONTROL;
	int err;

	t->prio = prio < 0 ? choose_prio(t) : prio;
	t->pause = t->to.port && t->to.port->flow_control == PFC_FLOW_CONTROL_PAUSE;
	t->fd = netns_socket(&c->all, t->from.ns, AF_PACKET, SOCK_RAW, 0);
	if (t->fd == -EPERM)
		return fail(c->ctx, "check link: not permitted to send frames, needs CAP_NET_RAW");
	if (t->fd < 0)
		return fail(c->ctx, "%s: packet socket: %s", t->from.dev->name,
			    strerror(-t->fd));
	/* As PFC frames of a port: the driver ice sends frames of this priority past its filter */
	if (setsockopt(t->fd, SOL_SOCKET, SO_PRIORITY, &control, sizeof(control)))
		return fail(c->ctx, "%s: packet socket: %s", t->from.dev->name,
			    strerror(errno));
	t->listen.err = c->ctx->err;
	if (!netns_enter(t->to.ns))
		return fail(c->ctx, "network namespace '%s': %s", t->to.ns->name,
			    strerror(errno));
	err = genl_subscribe(&t->listen);
	if (t->to.ns != &c->all.home)
		netns_leave(&c->all);
	return err;
}

/* Sends XOFF and XON, and records their effect at the receiver */
static int run_trial(struct trial *t)
{
	uint64_t deadline;
	int err;

	t->after = t->before;
	t->quanta = choose_quanta(t->before.speed);
	t->sent = time_now();
	t->error = send_frames(t);
	if (t->error)
		return STATUS_OK;
	deadline = t->sent + TIMEOUT;
	do {
		err = load_end(&t->to, &t->after);
	} while (!err && !is_complete(t) && time_now() < deadline &&
		 !usleep(POLL_INTERVAL));
	if (!err && t->paused)
		wait_event(t, 10 * NS_PER_MS);
	return err;
}

/* ---- reports ------------------------------------------------------------ */

static void explain_ignored(struct check *c, const struct trial *t, char *text, size_t size)
{
	const char *kind = t->pause ? "PAUSE" : "PFC";

	if (prios_obeyed(t->to.port) & 1U << t->prio) {
		snprintf(text, size,
			 "%s arrives, but does not pause priority %u (pfcctl watchdog show)",
			 kind, t->prio);
		return;
	}
	fix_pfcctl(c, &t->to, t->to.port->flow_control == PFC_FLOW_CONTROL_PFC ?
		   "pfc set dev %s prio-pfc-rx %u:on" :
		   "pfc set dev %s flow-control pfc prio-pfc-rx %u:on", t->to.dev->name, t->prio);
	snprintf(text, size, "%s arrives, but priority %u is not obeyed", kind, t->prio);
}

/* Writes the result of the test to @text.  Return: whether this direction works */
static bool explain(struct check *c, const struct trial *t, char *text, size_t size)
{
	static const char causes[] =
		"a NIC (ethtool -a, dcb pfc show), XDP or a device in between consumes it";
	const char *kind = t->pause ? "PAUSE" : "PFC";
	char time[FORMAT_LEN], prio[FORMAT_LEN], name[END_LEN];

	if (t->pause)
		snprintf(prio, sizeof(prio), "all priorities");
	else
		snprintf(prio, sizeof(prio), "priority %u", t->prio);
	if (!t->to.port) {
		fix_pfcctl(c, &t->to, "port add dev %s", t->to.dev->name);
		fix_pfcctl(c, &t->to, "pfc set dev %s prio-pfc %u:on", t->to.dev->name, t->prio);
		snprintf(text, size, "%s is not a port, so it does not obey PFC",
			 end_name(name, c, &t->to));
	} else if (t->error) {
		snprintf(text, size, "cannot send: %s", strerror(-t->error));
	} else if (t->before.counters[COUNTERS_PRIO][t->prio][PFC_PRIO_STAT_RX_PAUSED]) {
		snprintf(text, size, "priority %u is paused now, try again later", t->prio);
	} else if (!t->arrived) {
		snprintf(text, size, "no %s frame arrived within 1 s: %s", kind, causes);
	} else if (!t->paused) {
		explain_ignored(c, t, text, size);
	} else if (t->latency) {
		snprintf(text, size, "%s arrives after %s and pauses %s", kind,
			 format_time(time, t->latency), prio);
	} else {
		snprintf(text, size, "%s arrives and pauses %s", kind, prio);
	}
	return t->paused;
}

static void report(struct check *c, const struct trial *t)
{
	struct json_object *json = json_object_new_object();
	char from[END_LEN], to[END_LEN], text[1024];
	bool ok;

	end_name(from, c, &t->from);
	end_name(to, c, &t->to);
	ok = explain(c, t, text, sizeof(text));
	c->found += !ok;
	if (!c->ctx->json)
		printf("%s -> %s: %s%s%s\n", from, to, text, *c->fix ? "; fix: " : "",
		       c->fix);
	json_add_name(json, "from", t->from.dev->name);
	json_add_name(json, "from_netns", t->from.ns->name);
	json_add_name(json, "to", t->to.dev->name);
	json_add_name(json, "to_netns", t->to.ns->name);
	json_add_u64(json, "prio", t->prio);
	json_add_bool(json, "ok", ok);
	json_add_bool(json, "arrived", t->arrived);
	json_add_bool(json, "paused", t->paused);
	json_add_u64_or_null(json, "latency_ns", t->latency);
	json_add_u64(json, "pause_time_ns", t->pause_time);
	json_add_name(json, "message", text);
	json_add_name(json, "fix", c->fix);
	json_object_array_add(c->array, json);
	c->fix[0] = '\0';
}

static int try_direction(struct check *c, const struct end *from, const struct end *to,
			 int prio)
{
	struct trial t = { .from = *from, .to = *to, .fd = -1 };
	const uint64_t *before;
	int err;

	err = open_trial(c, &t, prio);
	if (!err && to->port) {
		err = load_end(&t.to, &t.before);
		before = t.before.counters[COUNTERS_PRIO][t.prio];
		if (!err && !before[PFC_PRIO_STAT_RX_PAUSED])
			err = run_trial(&t);
	}
	if (t.fd >= 0)
		close(t.fd);
	nl_close(&t.listen);
	if (!err)
		report(c, &t);
	return err;
}

/* ---- the command -------------------------------------------------------- */

static const struct setting prio_setting = {
	.name = "prio", .parse = parse_number, .format = format_number, .what = "a number",
	.max = PFC_PRIO_COUNT - 1,
};

static int next_word(struct ctx *ctx, const char *name, struct args *args, const char **to)
{
	if (*to)
		return misuse(ctx, "%s: given twice", name);
	if (completing(ctx, args))
		return !strcmp(name, "netns") ? complete_netnses() :
		       !strcmp(name, "prio") ? complete_words("0 1 2 3 4 5 6 7") :
		       complete_devices(ctx);
	if (!args->argc)
		return misuse_no_value(ctx, name);
	*to = *args->argv++;
	args->argc--;
	return STATUS_OK;
}

static int read_link_words(struct ctx *ctx, struct args *args, struct link *link)
{
	static const char *const words[] = { "dev", "peer", "netns", "prio", NULL };
	const char *word, **dev = &link->dev;
	int err = STATUS_OK;

	while (args->argc && !err) {
		if (completing(ctx, args))
			return complete_list(words);
		word = keyword_take(ctx, words, args, !*dev);
		if (!word)
			return STATUS_USAGE;
		if (!strcmp(word, "peer") && dev == &link->peer)
			err = misuse(ctx, "peer: given twice");
		else if (!strcmp(word, "peer"))
			dev = &link->peer;
		else if (!strcmp(word, "dev"))
			err = next_word(ctx, word, args, dev);
		else if (!strcmp(word, "netns"))
			err = next_word(ctx, word, args, &link->netns);
		else
			err = next_word(ctx, word, args, &link->prio);
	}
	if (!err && !link->dev)
		err = misuse_no_dev(ctx);
	if (!err && (dev == &link->peer || link->netns) && !link->peer)
		err = misuse(ctx, "peer dev: not given");
	return err;
}

static int find_ends(struct check *c, const struct link *link, struct end *end,
		     struct end *peer)
{
	struct netns *ns = &c->all.home;

	*end = end_of(ns, device_named(&ns->devices, link->dev));
	if (!end->dev)
		return fail_no_device(c->ctx, link->dev);
	if (!link->peer) {
		*peer = peer_of(&c->all, end);
		if (!peer->dev)
			return fail(c->ctx,
				    "%s: the other end is not known; name it (peer dev DEV)",
				    link->dev);
		return STATUS_OK;
	}
	if (link->netns)
		ns = netns_by_name(&c->all, link->netns);
	if (!ns)
		return STATUS_FAILED;
	*peer = end_of(ns, device_named(&ns->devices, link->peer));
	if (!peer->dev)
		return link->netns ?
		       fail(fixed_by(c->ctx, "ip -n $1 link lists the devices", link->netns),
			    "%s: no such device in network namespace %s", link->peer, link->netns) :
		       fail_no_device(c->ctx, link->peer);
	if (peer->dev == end->dev)
		return fail(c->ctx, "peer dev: %s is the device itself; must be another device",
			    link->peer);
	return STATUS_OK;
}

/* Run pfcctl check link.  Return: an exit status */
int check_link(struct ctx *ctx, struct args *args)
{
	struct link link = { 0 };
	struct end end, peer;
	uint64_t prio = 0;
	struct check c;
	int err;

	err = read_link_words(ctx, args, &link);
	if (!err && link.prio)
		err = scalar_parse(ctx, &prio_setting, link.prio, &prio);
	if (err)
		return err;
	err = check_begin(&c, ctx, PORT_CONFIG | PORT_STATS);
	if (!err)
		err = find_ends(&c, &link, &end, &peer);
	if (!err)
		err = try_direction(&c, &end, &peer, link.prio ? (int)prio : -1);
	if (!err)
		err = try_direction(&c, &peer, &end, link.prio ? (int)prio : -1);
	return check_end(&c, err);
}
