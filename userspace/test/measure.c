// SPDX-License-Identifier: GPL-2.0-only
/*
 * Headroom of a link, measured: pfcctl headroom measure ...
 *
 * In each round the program sends XOFF to the peer, counts what still arrives, and sends XON.
 * Delay and response of the peer are apart in the times: after XON no frame is on its way, so
 * the first frame comes after two delays and its own length.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <poll.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "../kmod/core/headroom.h"
#include "device.h"
#include "netns.h"
#include "print.h"
#include "select.h"
#include "setting.h"
#include "test.h"

#define ROUNDS		20
#define ROUNDS_MAX	1000
#define TRAFFIC		(NS_PER_S / 5)	/* time in which the traffic is measured */
#define QUIET		(30 * NS_PER_MS)	/* no frame for this time: the peer has stopped */
#define PATIENCE	(2 * NS_PER_S)	/* longest time until the peer stops or resumes */
#define FULL		90		/* percent of the link that are a full link */
#define PFC_FRAME	(ETH_ZLEN + FCS_LEN + WIRE_OVERHEAD)

/**
 * struct tally - frames of a priority that have arrived
 * @frames: number of frames
 * @bytes: their bytes, as the module charges them
 * @largest: largest frame, bytes
 * @first: arrival of the first one, ns
 * @last: arrival of the last one, ns
 */
struct tally {
	uint64_t	frames;
	uint64_t	bytes;
	unsigned int	largest;
	uint64_t	first;
	uint64_t	last;
};

/**
 * struct measurement - what the rounds have shown
 * @rounds: number of rounds
 * @traffic: percent of the link that the traffic uses
 * @after: frames after XOFF, of the round with the most bytes
 * @sum: bytes after XOFF of all rounds
 * @largest: largest frame, bytes
 * @silence: longest time from XOFF to the last frame, ns
 * @back: shortest time from XON to the first frame, ns
 */
struct measurement {
	unsigned int	rounds;
	unsigned int	traffic;
	struct tally	after;
	uint64_t	sum;
	unsigned int	largest;
	uint64_t	silence;
	uint64_t	back;
};

/**
 * struct probe - a measurement that runs
 * @bed: the port, as the only port of a tester
 * @port: the port, with its settings
 * @link: its link
 * @prio: the priority
 * @fd: socket that sends PFC frames.  They take the queues of the port, as those of the module.
 * @from: frames that have arrived before this time are not counted, ns
 * @tally: frames since @from, by priority
 * @m: result
 */
struct probe {
	struct bed		bed;
	struct port		*port;
	struct pfc_link		link;
	unsigned int		prio;
	int			fd;
	uint64_t		from;
	struct tally		tally[PFC_PRIO_COUNT];
	struct measurement	m;
};

static const struct setting measure_settings[] = {
	SETTING_DEV,
	SETTING_PRIOS,
	{ .name = "count", .read = read_given, .attr = PFC_A_UNSPEC, .parse = parse_number,
	  .format = format_number, .what = "a number of rounds",
	  .min = 1, .max = ROUNDS_MAX },
	{ 0 }
};

static uint64_t now(void)
{
	return clock_ns(CLOCK_REALTIME);
}

/* Gets the DSCP of a frame.  Return: false if it is not an IP packet */
static bool frame_dscp(const struct captured *c, unsigned int *dscp)
{
	const struct ethhdr *eth = (const void *)c->frame;
	const unsigned char *ip = c->frame + sizeof(*eth);
	uint16_t type = ntohs(eth->h_proto);

	if (c->captured < sizeof(*eth) + sizeof(struct ipv6hdr))
		return false;
	if (type == ETH_P_8021Q || type == ETH_P_8021AD) {
		type = ip[2] << 8 | ip[3];
		ip += 4;
	}
	*dscp = type == ETH_P_IP ? ip[1] >> 2 : (ip[0] & 0xf) << 2 | ip[1] >> 6;
	return type == ETH_P_IP || type == ETH_P_IPV6;
}

static void count_frame(const struct captured *c, void *data)
{
	struct probe *p = data;
	struct tally *t;
	unsigned int dscp;

	if (c->when < p->from || !frame_dscp(c, &dscp))
		return;
	t = &p->tally[p->port->dscp_prio[dscp]];
	if (!t->frames)
		t->first = c->when;
	t->last = c->when;
	t->frames++;
	t->bytes += c->len;
	if (c->len > t->largest)
		t->largest = c->len;
}

/* Counts frames for a time, or until the first one arrives */
static void look(struct probe *p, uint64_t ns)
{
	struct capture *c = &p->bed.ports[0].capture;
	struct pollfd fd = { .fd = c->fd, .events = POLLIN };
	struct timespec t = { ns / NS_PER_S, ns % NS_PER_S };

	ppoll(&fd, 1, &t, NULL);
	capture_walk(c, count_frame, p);
}

/* Discards what has arrived and starts to count */
static uint64_t start_count(struct probe *p)
{
	p->from = now();
	memset(p->tally, 0, sizeof(p->tally));
	return p->from;
}

static void count_for(struct probe *p, uint64_t ns)
{
	uint64_t end = start_count(p) + ns, time;

	while ((time = now()) < end)
		look(p, end - time);
}

static bool pfc_send(struct probe *p, uint16_t quanta)
{
	unsigned char frame[CONTROL_LEN];
	unsigned int len = pfc_build(frame, p->bed.ports[0].mac, OPCODE_PFC, BIT(p->prio), quanta);

	return send(p->fd, frame, len, 0) == (ssize_t)len;
}

/* Sends XOFF, again in each half pause time, and counts until the peer has stopped */
static int stop_peer(struct probe *p)
{
	uint64_t half = pfc_quanta_to_ns(QUANTA_MAX, p->link.speed) / 2;
	const struct tally *t = &p->tally[p->prio];
	uint64_t begin = start_count(p), refresh = begin, time = begin, until = begin + QUIET;

	for (; time < until; time = now()) {
		if (time - begin > PATIENCE)
			return fail(p->bed.ctx,
				    "%s: the peer does not obey XOFF for priority %u: %llu frames in 2 s",
				    p->port->name, p->prio, (unsigned long long)t->frames);
		if (time >= refresh) {
			if (!pfc_send(p, QUANTA_MAX))
				return fail(p->bed.ctx, "%s: PFC frame: %s", p->port->name,
					    strerror(errno));
			refresh = time + half;
		}
		look(p, refresh < until ? refresh - time : until - time);
		until = (t->frames ? t->last : begin) + QUIET;
	}
	return STATUS_OK;
}

/* Sends XON and waits for the first frame */
static int resume_peer(struct probe *p)
{
	uint64_t begin = start_count(p), time;

	if (!pfc_send(p, 0))
		return fail(p->bed.ctx, "%s: PFC frame: %s", p->port->name, strerror(errno));
	while (!p->tally[p->prio].frames) {
		time = now();
		if (time - begin > PATIENCE)
			return fail(p->bed.ctx,
				    "%s: no traffic of priority %u arrives in 2 s after XON",
				    p->port->name, p->prio);
		look(p, PATIENCE);
	}
	return STATUS_OK;
}

static int measure_round(struct probe *p)
{
	const struct tally *t = &p->tally[p->prio];
	struct measurement *m = &p->m;
	uint64_t back;
	int err = stop_peer(p);

	if (err)
		return err;
	m->rounds++;
	m->sum += t->bytes;
	if (t->bytes >= m->after.bytes)
		m->after = *t;
	if (t->largest > m->largest)
		m->largest = t->largest;
	if (t->frames && t->last - p->from > m->silence)
		m->silence = t->last - p->from;
	err = resume_peer(p);
	if (err)
		return err;
	back = t->first - p->from;
	if (!m->back || back < m->back)
		m->back = back;
	/* The link must be full again when the next XOFF leaves */
	count_for(p, 2 * back + QUIET / 3);
	if (t->largest > m->largest)
		m->largest = t->largest;
	return STATUS_OK;
}

static bool is_lossless(const struct port *port, unsigned int prio)
{
	return port->pgs[port_pg(port, prio)].lossless && port->prio_pfc[prio];
}

/* Chooses the lossless priority with the most traffic.  @prios: priorities to choose from */
static int choose(struct probe *p, uint8_t prios)
{
	const struct tally *best = NULL;
	unsigned int prio, lossless = 0;

	count_for(p, TRAFFIC);
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		const struct tally *t = &p->tally[prio];

		if (!is_lossless(p->port, prio) || !(prios & BIT(prio)))
			continue;
		lossless |= BIT(prio);
		if (!best || t->bytes > best->bytes) {
			best = t;
			p->prio = prio;
		}
	}
	if (!lossless)
		return fail(p->bed.ctx, "%s: %s is lossless; pfcctl pfc show prints the priorities",
			    p->port->name, prios == 0xff ? "no priority" : "no given priority");
	if (!best->frames)
		return fail(p->bed.ctx,
			    "%s: no lossless traffic arrives; the measurement needs a full link",
			    p->port->name);
	p->m.largest = best->largest;
	p->m.traffic = (best->bytes + best->frames * (FCS_LEN + WIRE_OVERHEAD)) * 800 /
		       (p->link.rate * TRAFFIC / NS_PER_S);
	return STATUS_OK;
}

static uint64_t wire_ns(uint64_t bytes, uint64_t rate)
{
	return bytes * 8 * NS_PER_S / rate;
}

/* Delay of the link in one direction, ns */
static uint64_t delay(const struct probe *p)
{
	uint64_t sending = wire_ns(PFC_FRAME, p->link.own_rate) +
			   wire_ns(p->m.largest + FCS_LEN + WIRE_OVERHEAD, p->link.rate);

	return p->m.back > sending ? (p->m.back - sending) / 2 : 0;
}

/* Time from the arrival of XOFF at the peer until its last frame has left, quanta */
static uint64_t response(const struct probe *p)
{
	uint64_t way = 2 * delay(p) + wire_ns(PFC_FRAME, p->link.own_rate);

	return p->m.silence > way ? pfc_ns_to_quanta(p->m.silence - way, p->link.speed) : 0;
}

/* What the PG must hold: the frame that exceeds XOFF, and those that still arrive */
static uint64_t needed(const struct probe *p)
{
	return p->m.after.bytes + p->m.largest;
}

static void print_text(const struct probe *p)
{
	const struct measurement *m = &p->m;
	unsigned int pg = port_pg(p->port, p->prio);
	char a[FORMAT_LEN];

	printf("%s: priority %u, PG %u, rounds %u, traffic %u %% of %s\n", p->port->name, p->prio,
	       pg, m->rounds, m->traffic, format_rate(a, p->link.rate));
	printf("  delay        %11s  one way\n", format_time(a, delay(p)));
	printf("  response     %11llu  quanta, from XOFF at the peer to its last frame\n",
	       (unsigned long long)response(p));
	printf("  silence      %11s  after XOFF, at most\n", format_time(a, m->silence));
	printf("  after XOFF   %11llu B  %llu frames, at most; %llu B on average\n",
	       (unsigned long long)m->after.bytes, (unsigned long long)m->after.frames,
	       (unsigned long long)m->sum / m->rounds);
	printf("  headroom     %11llu B  with the frame that exceeds XOFF\n",
	       (unsigned long long)needed(p));
	printf("pfcctl pg set dev %s pg %u headroom %llu\n", p->port->name, pg,
	       (unsigned long long)needed(p));
}

static void print_json(const struct probe *p)
{
	struct json_object *to = json_object_new_object();

	json_object_object_add(to, "dev", json_object_new_string(p->port->name));
	json_add_u64(to, "prio", p->prio);
	json_add_u64(to, "pg", port_pg(p->port, p->prio));
	json_add_u64(to, "rounds", p->m.rounds);
	json_add_u64(to, "traffic_percent", p->m.traffic);
	json_add_u64(to, "delay_ns", delay(p));
	json_add_u64(to, "response_quanta", response(p));
	json_add_u64(to, "silence_ns", p->m.silence);
	json_add_u64(to, "after_xoff", p->m.after.bytes);
	json_add_u64(to, "after_xoff_frames", p->m.after.frames);
	json_add_u64(to, "after_xoff_average", p->m.sum / p->m.rounds);
	json_add_u64(to, "headroom", needed(p));
	json_print(p->bed.ctx, to);
}

/* PFC frames of the module itself would mix with those of the measurement */
static uint64_t own_xoff(const struct port *port, unsigned int prio)
{
	return port->counters[COUNTERS_PRIO][prio][PFC_PRIO_STAT_TX_XOFF];
}

static int warn_of_result(struct probe *p)
{
	struct ctx *ctx = p->bed.ctx;
	struct ports after = { 0 };
	uint64_t own = 0;
	int err = ports_load(ctx, p->port->name, PORT_STATS, &after);

	if (!err && after.n)
		own = own_xoff(after.list, p->prio) - own_xoff(p->port, p->prio);
	ports_free(&after);
	if (own)
		warn(ctx, "%s itself sent %llu XOFF: measure again while it is not congested",
		     p->port->name, (unsigned long long)own);
	if (p->m.traffic < FULL)
		warn(ctx, "the traffic uses %u %% of the link; a full link needs more headroom",
		     p->m.traffic);
	return err;
}

static int measure(struct probe *p, uint8_t prios, unsigned int rounds)
{
	struct flow flow = { 0 };
	int err;

	prctl(PR_SET_TIMERSLACK, 1);
	err = choose(p, prios);
	if (err)
		return err;
	flow.prio = p->prio;
	p->fd = flow_socket(&p->bed, &flow);
	if (p->fd < 0)
		return STATUS_FAILED;
	while (rounds-- && !err)
		err = measure_round(p);
	close(p->fd);
	if (err)
		return err;
	if (p->bed.ctx->json)
		print_json(p);
	else
		print_text(p);
	return warn_of_result(p);
}

/* Opens the port as the only port of a tester in the own namespace */
static int open_port(struct ctx *ctx, struct probe *p, struct ports *ports, const char *dev)
{
	int mtu, err = ports_load(ctx, dev, PORT_CONFIG | PORT_STATS, ports);

	if (err)
		return err;
	mtu = device_mtu(dev);
	if (mtu < 0)
		return fail(ctx, "%s: MTU: %s", dev, strerror(-mtu));
	p->port = ports->list;
	p->link = port_link(p->port, mtu);
	p->bed = (struct bed){ .ctx = ctx, .n = 1, .rate = p->link.rate };
	p->bed.home = netns_open_own();
	if (p->bed.home < 0)
		return fail(ctx, "own namespace cannot be opened");
	p->bed.tester = p->bed.home;
	snprintf(p->bed.ports[0].dev, IFNAMSIZ, "%s", dev);
	err = tester_open(&p->bed);
	return err;
}

/* pfcctl headroom measure dev DEV [prio PRIOS] [count N] */
int test_measure(struct ctx *ctx, struct args *args)
{
	struct given given = { .value[PFC_A_UNSPEC] = ROUNDS };
	struct ports ports = { 0 };
	struct probe p = { .fd = -1 };
	int err;

	change_begin(&given.c, PFC_CMD_UNSPEC);
	err = settings_read(ctx, args, measure_settings, &given.c);
	if (err)
		return err;
	if (!given.c.dev)
		return misuse(ctx, "no device given: dev DEV");
	if (select_is_set(ctx, given.c.dev))
		return misuse(ctx, "dev %s: one device is needed", given.c.dev);
	err = genl_open(ctx) ?: open_port(ctx, &p, &ports, given.c.dev);
	if (!err)
		err = measure(&p, given.c.prios ?: 0xff, given.value[PFC_A_UNSPEC]);
	tester_close(&p.bed);
	if (p.bed.home > 0)
		close(p.bed.home);
	ports_free(&ports);
	return err;
}
