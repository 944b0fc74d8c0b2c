// SPDX-License-Identifier: GPL-2.0-only
/*
 * Headroom of a link, measured: pfcctl headroom measure ...
 */
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>
#include "device.h"
#include "measure.h"
#include "netns.h"
#include "print.h"
#include "select.h"
#include "setting.h"
#include "shell.h"

#define ROUNDS		20
#define ROUNDS_MAX	1000
#define TRAFFIC		(NS_PER_S / 5)	/* time in which the traffic is measured */
#define FULL		90		/* percent of the link that are a full link */

static const struct setting measure_settings[] = {
	SETTING_DEV,
	SETTING_PRIOS,
	{ .name = "count", .read = read_given, .attr = PFC_A_UNSPEC, .parse = parse_number,
	  .format = format_number, .what = "a number of rounds",
	  .min = 1, .max = ROUNDS_MAX },
	{ 0 }
};

/* Return: bit mask of the priorities of a PG for which the port sends XOFF */
static uint8_t lossless_prios(const struct port *port, unsigned int pg)
{
	uint8_t prios = 0, sent = prios_sent(port);
	unsigned int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT && port->pgs[pg].lossless; prio++)
		if (port_pg(port, prio) == pg)
			prios |= sent & BIT(prio);
	return prios;
}

/* Chooses the lossless PG with the most traffic.  @asked: priorities to choose from */
static int choose(struct probe *p, uint8_t asked)
{
	const struct tally *best = NULL;
	unsigned int pg;
	uint8_t any = 0;

	if (p->port->trust != PFC_TRUST_DSCP && p->port->trust != PFC_TRUST_DSCP_PCP)
		return fail(p->bed.ctx, "%s: trust %s; the measurement classifies by DSCP",
			    p->port->name, word_of(trust_words, p->port->trust));
	for (pg = 0; pg < PFC_PRIO_COUNT; pg++)
		any |= lossless_prios(p->port, pg) & asked;
	if (!any)
		return fail(p->bed.ctx, "%s: %s is lossless; pfcctl pfc show prints the priorities",
			    p->port->name, asked == 0xff ? "no priority" : "no given priority");
	count_for(p, TRAFFIC);
	for (pg = 0; pg < PFC_PRIO_COUNT; pg++) {
		const struct tally *t = &p->tally[pg];
		uint8_t prios = lossless_prios(p->port, pg);

		if (prios & asked && (!best || t->wire > best->wire)) {
			best = t;
			p->pg = pg;
			p->prios = prios;
		}
	}
	if (!best->frames)
		return fail(p->bed.ctx,
			    "%s: no lossless traffic arrives; the measurement needs a full link",
			    p->port->name);
	p->m.traffic = best->wire * 800 / (p->link.rate / (NS_PER_S / TRAFFIC));
	return STATUS_OK;
}

/* Reads the pool of the PG, which has the size of a cell */
static int read_pool(struct probe *p)
{
	struct pools pools = { 0 };
	int err = pools_load(p->bed.ctx, p->port->pgs[p->pg].pool, &pools);

	if (!err && pools.n)
		p->pool = pools.list[0];
	free(pools.list);
	p->m.largest = p->pool.cell ? 0 : p->tally[p->pg].largest;
	return err;
}

/* Delay of the link in one direction, with half of the time in which the peer obeys XON, ns */
static uint64_t delay(const struct probe *p)
{
	return p->m.back / 2;
}

/* Time from the arrival of XOFF at the peer until its last frame has left, quanta */
static uint64_t response(const struct probe *p)
{
	uint64_t way = 2 * delay(p) + wire_ns(PFC_WIRE, p->link.own_rate);

	return p->m.silence > way ? pfc_ns_to_quanta(p->m.silence - way, p->link.speed) : 0;
}

/*
 * What the PG must hold, with a margin of one frame.  The module sends XOFF right after the frame
 * that exceeds the threshold, the program at any time between two frames.  So in the round with
 * the most bytes, that frame is one of those that arrived.
 */
static uint64_t proposal(const struct probe *p)
{
	uint64_t after = p->m.after.bytes;

	return (after > p->m.largest ? after : p->m.largest) + p->m.largest;
}

/* The command that sets the headroom.  A profile of the PG has the headroom. */
static const char *command(const struct probe *p, char *buf, size_t size)
{
	const char *profile = p->port->pgs[p->pg].profile;

	*buf = '\0';
	if (*profile)
		shell_pfcctl(buf, size, p->bed.ctx->netns, "profile set %s headroom %llu", profile,
			     (unsigned long long)proposal(p));
	else
		shell_pfcctl(buf, size, p->bed.ctx->netns, "pg set dev %s pg %u headroom %llu",
			     p->port->name, p->pg, (unsigned long long)proposal(p));
	return buf;
}

static void print_text(const struct probe *p)
{
	const struct measurement *m = &p->m;
	char a[FORMAT_LEN], line[SHELL_COMMAND];

	printf("%s: PG %u, rounds %u, traffic %u %% of %s\n", p->port->name, p->pg, m->rounds,
	       m->traffic, format_rate(a, p->link.rate));
	printf("  delay        %11s  one way\n", format_time(a, delay(p)));
	printf("  response     %11llu  quanta, from XOFF at the peer to its last frame\n",
	       (unsigned long long)response(p));
	printf("  silence      %11s  after XOFF, at most\n", format_time(a, m->silence));
	printf("  after XOFF   %11llu B  %llu frames, at most; %llu B on average\n",
	       (unsigned long long)m->after.bytes, (unsigned long long)m->after.frames,
	       (unsigned long long)m->sum / m->rounds);
	printf("  headroom     %11llu B  with a margin of one frame\n",
	       (unsigned long long)proposal(p));
	puts(command(p, line, sizeof(line)));
}

static void print_json(const struct probe *p)
{
	struct json_object *to = json_object_new_object();
	char line[SHELL_COMMAND];

	json_add_name(to, "dev", p->port->name);
	json_add_u64(to, "pg", p->pg);
	json_add_u64(to, "rounds", p->m.rounds);
	json_add_u64(to, "traffic_percent", p->m.traffic);
	json_add_u64(to, "delay_ns", delay(p));
	json_add_u64(to, "response_quanta", response(p));
	json_add_u64(to, "silence_ns", p->m.silence);
	json_add_u64(to, "after_xoff", p->m.after.bytes);
	json_add_u64(to, "after_xoff_frames", p->m.after.frames);
	json_add_u64(to, "after_xoff_average", p->m.sum / p->m.rounds);
	json_add_u64(to, "headroom", proposal(p));
	json_add_name(to, "command", command(p, line, sizeof(line)));
	json_print(p->bed.ctx, to);
}

/* PFC frames of the module itself would mix with those of the measurement */
static uint64_t own_xoff(const struct port *port, uint8_t prios)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < PFC_PRIO_COUNT; i++)
		if (prios & BIT(i))
			sum += port->counters[COUNTERS_PRIO][i][PFC_PRIO_STAT_TX_XOFF];
	return sum;
}

static int warn_of_result(struct probe *p)
{
	struct ctx *ctx = p->bed.ctx;
	struct ports after = { 0 };
	char fix[SHELL_COMMAND] = "";
	uint64_t own = 0;
	int err = ports_load(ctx, p->port->name, PORT_STATS, &after);

	if (!err && after.n)
		own = own_xoff(after.list, p->prios) - own_xoff(p->port, p->prios);
	ports_free(&after);
	if (own)
		warn(ctx, "%s itself sent %llu XOFF: measure again while it is not congested",
		     p->port->name, (unsigned long long)own);
	if (p->m.traffic < FULL)
		warn(ctx, "the traffic uses %u %% of the link; a full link needs more headroom",
		     p->m.traffic);
	shell_tool(fix, sizeof(fix), ctx->netns, "ethtool -K %s gro off", p->port->name);
	if (p->merged)
		warn(ctx,
		     "%s merges frames, whose headers the measurement does not count; fix: %s",
		     p->port->name, fix);
	return err;
}

static int measure(struct probe *p, uint8_t prios, unsigned int rounds)
{
	struct flow flow = { 0 };
	int err;

	prctl(PR_SET_TIMERSLACK, 1);
	err = choose(p, prios) ?: read_pool(p);
	if (err)
		return err;
	while (!(p->prios & BIT(flow.prio)))
		flow.prio++;
	p->fd = flow_socket(&p->bed, &flow);
	if (p->fd < 0)
		return fail(p->bed.ctx, "%s: PFC frames cannot be sent", p->port->name);
	err = measure_rounds(p, rounds);
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
	return tester_open(&p->bed);
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
