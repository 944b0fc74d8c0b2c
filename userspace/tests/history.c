// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the flight recorders: pauses, the part of a window, transitions in order, times.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include <time.h>
#include "wait.h"
#include "when_read.h"
#include "kernel.h"
#include "test.h"

#define PLAIN	(&(const struct ctx){ 0 })

#define MS	1000000ULL
#define S	(1000 * MS)
#define NOW	KERNEL_NOW	/* the clocks of the mock kernel are at 1000 s */

/**
 * struct entry - a transition in the mock kernel
 * @port: number of the port
 * @ms: CLOCK_MONOTONIC time, ms
 * @event: &enum pfc_event
 * @prio: the priority
 * @bytes: bytes in the PG or in the queue
 * @queue: port of the egress queue, or 0
 * @count: number of equal transitions, or 0
 */
struct entry {
	uint32_t	port;
	unsigned int	ms;
	uint32_t	event;
	uint8_t		prio;
	uint32_t	bytes;
	uint32_t	queue;
	uint32_t	count;
};

/**
 * struct scene - the mock kernel
 * @entries: transitions; those of a port follow each other; an empty entry ends the list
 * @per_message: number of transitions in a message
 * @first: number of the first transition of port 1
 * @gap: number of transitions that port 1 overwrites after its first message
 * @paused: since then, port 1 is paused in priority 3, ms; 0: it is not
 * @waits: number of ports that report pauses
 */
static struct scene {
	const struct entry	*entries;
	unsigned int		per_message;
	uint64_t		first;
	uint64_t		gap;
	unsigned int		paused;
	int			waits;
} scene;

static void put_port(struct nlmsghdr *nlh, uint32_t port)
{
	char name[IFNAMSIZ];

	snprintf(name, sizeof(name), "p%u", port);
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, port);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, name);
	mnl_attr_put_u32(nlh, PFC_A_PORT_ID, port + 100);
}

static void put_entry(struct nlmsghdr *nlh, const struct entry *e)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_RECORD);

	mnl_attr_put_u64(nlh, PFC_RECORD_A_TIME, e->ms * MS);
	mnl_attr_put_u32(nlh, PFC_RECORD_A_EVENT, e->event);
	mnl_attr_put_u8(nlh, PFC_RECORD_A_PRIO, e->prio);
	mnl_attr_put_u32(nlh, PFC_RECORD_A_BYTES, e->bytes);
	if (e->event == PFC_EVENT_XOFF_SENT)
		mnl_attr_put_u32(nlh, PFC_RECORD_A_QUANTA, 65535);
	if (e->count)
		mnl_attr_put_u32(nlh, PFC_RECORD_A_COUNT, e->count);
	if (e->queue) {
		mnl_attr_put_u32(nlh, PFC_RECORD_A_QUEUE_IFINDEX, e->queue);
		mnl_attr_put_u8(nlh, PFC_RECORD_A_QUEUE_PRIO, 4);
	}
	mnl_attr_nest_end(nlh, nest);
}

/* Composes message number @i of the flight recorders.  Return: false after the last one */
static bool put_records(struct nlmsghdr *nlh, int i)
{
	const struct entry *e = scene.entries;
	unsigned int before = 0, n;
	uint32_t port;

	for (; e->port && i; i--) {
		port = e->port;
		for (n = 0; e->port == port && n < scene.per_message; n++)
			e++;
		before = e->port == port ? before + n : 0;
	}
	if (!e->port)
		return false;
	port = e->port;
	put_port(nlh, port);
	mnl_attr_put_u64(nlh, PFC_A_RECORD_TIME, NOW);
	mnl_attr_put_u64(nlh, PFC_A_RECORD_FIRST, before +
			 (port == 1 ? scene.first + (before ? scene.gap : 0) : 0));
	for (n = 0; e->port == port && n < scene.per_message; n++)
		put_entry(nlh, e++);
	return true;
}

static void put_wait(struct nlmsghdr *nlh, int port)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_WAIT);

	mnl_attr_put_u8(nlh, PFC_WAIT_A_ID, 3);
	mnl_attr_put_u64(nlh, PFC_WAIT_A_RX_COUNT, 7);
	mnl_attr_put_u64(nlh, PFC_WAIT_A_RX_TOTAL, 9 * S);
	mnl_attr_put_u64(nlh, PFC_WAIT_A_RX_LONGEST, 3 * S);
	mnl_attr_put_u64(nlh, PFC_WAIT_A_RX_LAST, 1250 * MS);
	mnl_attr_put_u64(nlh, PFC_WAIT_A_RX_SINCE,
			 port == 1 && scene.paused ? scene.paused * MS : NOW - 3 * S);
	if (port == 1 && scene.paused)
		mnl_attr_put(nlh, PFC_WAIT_A_RX_PAUSED, 0, NULL);
	if (port == 2) {
		mnl_attr_put_u64(nlh, PFC_WAIT_A_TX_COUNT, 1);
		mnl_attr_put_u64(nlh, PFC_WAIT_A_TX_TOTAL, 40 * MS);
		mnl_attr_put_u64(nlh, PFC_WAIT_A_TX_LONGEST, 40 * MS);
		mnl_attr_put_u64(nlh, PFC_WAIT_A_TX_LAST, 40 * MS);
		mnl_attr_put_u64(nlh, PFC_WAIT_A_TX_SINCE, 990 * S + 250 * MS);
	}
	mnl_attr_nest_end(nlh, nest);
}

static bool put_answer(struct nlmsghdr *nlh, int i)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&kernel.last_request.hdr);

	if (genl->cmd == PFC_CMD_RECORD_GET)
		return put_records(nlh, i);
	if (i >= scene.waits)
		return false;
	put_port(nlh, i + 1);
	if (genl->cmd == PFC_CMD_WAIT_GET) {
		mnl_attr_put_u64(nlh, PFC_A_WAIT_TIME, NOW);
		put_wait(nlh, i + 1);
	}
	return true;
}

static void set(const struct entry *entries)
{
	scene = (struct scene){ .entries = entries, .per_message = 64 };
	kernel = (struct kernel){ .answer = put_answer };
}

static struct ctx quiet(void)
{
	return (struct ctx){ .err = stderr };
}

/* ---- pauses ------------------------------------------------------------- */

/* The second pause of port 1 begins while its first one expires; both ends are recorded late */
static const struct entry two_ports[] = {
	{ 1, 990100, PFC_EVENT_XOFF_RECEIVED, 3, 70000, 0, 0 },
	{ 1, 990400, PFC_EVENT_XON_RECEIVED, 3, 80000, 0, 0 },
	{ 1, 998000, PFC_EVENT_XOFF_RECEIVED, 3, 0, 0, 0 },
	{ 1, 999000, PFC_EVENT_HEADROOM_OVERRUN, 3, 131072, 2, 37 },
	{ 1, 998500, PFC_EVENT_PAUSE_EXPIRED, 3, 4096, 0, 0 },
	{ 2, 990250, PFC_EVENT_XOFF_SENT, 3, 131072, 1, 0 },
	{ 2, 990260, PFC_EVENT_XOFF_SENT, 4, 131072, 9, 0 },
	{ 2, 990290, PFC_EVENT_PEAK, 3, 140000, 0, 0 },
	{ 2, 990290, PFC_EVENT_XON_SENT, 3, 60000, 0, 0 },
	{ 0 }
};

static void test_load(void)
{
	const struct recorder *recorder;
	struct ctx ctx = quiet();
	struct waits waits;

	set(two_ports);
	scene.per_message = 2;
	scene.first = 1000;
	CHECK(!waits_load(&ctx, WAITS_RECORDERS, &waits));
	recorder = &waits.list[0].recorder;
	CHECK(waits.n == 2 && waits.list[0].ifindex == 1 && waits.list[0].id == 101 &&
	      recorder->n == 5 && recorder->first == 1000 && recorder->time == NOW &&
	      waits.list[1].recorder.n == 4);
	/* sorted by time, although the end of the last pause was recorded late */
	CHECK(recorder->list[3].number == 1004 &&
	      recorder->list[3].event == PFC_EVENT_PAUSE_EXPIRED &&
	      recorder->list[4].queue_ifindex == 2 && recorder->list[4].queue_prio == 4 &&
	      recorder->list[4].count == 37);
	CHECK(waits_find(&waits, 2) == &waits.list[1] && !waits_find(&waits, 3));
	waits_free(&waits);

	/*
	 * the kernel has overwritten transitions during the dump: only those after the gap
	 * remain
	 */
	scene.gap = 5;
	CHECK(!waits_load(&ctx, WAITS_RECORDERS, &waits));
	CHECK(waits.list[0].recorder.n == 3 && waits.list[0].recorder.first == 1007);
	waits_free(&waits);

	/* a port that only one of the dumps reports was added or deleted between them */
	scene.waits = 1;
	CHECK(!waits_load(&ctx, WAITS_PAUSES | WAITS_RECORDERS, &waits));
	CHECK(waits.n == 1 && waits.list[0].ifindex == 1 && waits.list[0].wait[3].rx_count == 7 &&
	      waits.list[0].recorder.n == 3);
	waits_free(&waits);
	nl_close(&ctx);
}

static void test_load_errors(void)
{
	static const struct entry wrong[] = {
		{ 1, 990100, PFC_EVENT_XOFF_RECEIVED, 8, 0, 0, 0 }, { 0 }
	};

	set(wrong);
	CHECK(shows(PLAIN, "history events", "", 1,
		    "pfcctl: ports: Bad message\n"));
	set(two_ports);
	kernel.dump_error = -EOPNOTSUPP;
	CHECK(shows(PLAIN, "history", "", 1,
		    "pfcctl: the loaded pfc module has no flight recorder\n"));
	set(two_ports);
	kernel.interrupted = 1;
	CHECK(shows(PLAIN, "history events event peak",
		    "[1970-01-01T00:16:30.290000] p2 peak prio 3 occupancy 140000 B\n", 0, ""));
}

static bool is_past(const struct past *p, enum xoff_dir dir, uint64_t begin, uint64_t end)
{
	return p->dir == dir && p->prio == 3 && p->begin == begin * MS && p->end == end * MS;
}

static void test_pasts(void)
{
	const struct recorder *r;
	struct ctx ctx = quiet();
	struct waits waits;

	set(two_ports);
	CHECK(!waits_load(&ctx, WAITS_RECORDERS, &waits));
	r = &waits.list[0].recorder;
	CHECK(!r->since && r->time == NOW && r->n_pasts == 2 &&
	      is_past(&r->pasts[0], XOFF_RX, 990100, 990400) &&
	      is_past(&r->pasts[1], XOFF_RX, 998000, 998500));
	CHECK(pasts_paused(r, XOFF_RX, 3, 990200 * MS, NOW) == 700 * MS);
	CHECK(pasts_paused(r, XOFF_RX, 3, 990200 * MS, 998100 * MS) == 300 * MS);
	CHECK(!pasts_paused(r, XOFF_TX, 3, 0, NOW) && !pasts_paused(r, XOFF_RX, 4, 0, NOW));

	/* a pause that is not over, and whose begin is recorded, is not counted twice */
	r = &waits.list[1].recorder;
	CHECK(r->n_pasts == 2 && is_past(&r->pasts[0], XOFF_TX, 990250, 990290) &&
	      r->pasts[1].prio == 4 && !r->pasts[1].end && !r->pasts[1].stop);
	CHECK(pasts_paused(r, XOFF_TX, 4, 999 * S, NOW) == S);
	waits_free(&waits);

	/* the recorder has pauses of this priority, so its state at the time of the dump counts */
	scene.waits = 2;
	scene.paused = 999900;
	CHECK(!waits_load(&ctx, WAITS_PAUSES | WAITS_RECORDERS, &waits));
	CHECK(waits.list[0].wait[3].rx_paused && waits.list[0].recorder.n_pasts == 2);
	waits_free(&waits);
	nl_close(&ctx);
}

static void test_overwritten(void)
{
	/* the start of the first pause is overwritten, and so is that of the present one */
	static const struct entry entries[] = {
		{ 1, 985000, PFC_EVENT_PAUSE_EXPIRED, 4, 0, 0, 0 },
		{ 1, 990000, PFC_EVENT_XON_RECEIVED, 5, 0, 0, 0 },
		{ 1, 995000, PFC_EVENT_XON_RECEIVED, 4, 0, 0, 0 },
		{ 0 }
	};
	const struct recorder *r;
	struct ctx ctx = quiet();
	struct waits waits;

	set(entries);
	scene.first = 3;
	scene.waits = 1;
	scene.paused = 900000;
	CHECK(!waits_load(&ctx, WAITS_PAUSES | WAITS_RECORDERS, &waits));
	r = &waits.list[0].recorder;
	/* the deadline of a pause is no proof that the recorder covers that time */
	CHECK(r->since == 990 * S);
	CHECK(r->n_pasts == 3 && r->pasts[0].prio == 4 && !r->pasts[0].begin &&
	      r->pasts[1].prio == 5 && !r->pasts[1].start && !r->pasts[1].begin &&
	      r->pasts[2].prio == 3 && r->pasts[2].begin == 900 * S && !r->pasts[2].end);
	CHECK(pasts_paused(r, XOFF_RX, 3, r->since, NOW) == 10 * S);
	waits_free(&waits);
	nl_close(&ctx);
}

/* ---- times -------------------------------------------------------------- */

static bool is_time(const char *word, uint64_t want)
{
	uint64_t time;

	return when_parse(word, &time) && time == want;
}

static void test_when(void)
{
	static const char *const wrong[] = {
		"", "-", "x", "1000.", "1000.5x", "5s5", "--5s", "18:03", "18:03:04.",
		"2026-11-23", "2026-13-23T18:03:04", "-18:03:04",
	};
	uint64_t time;
	size_t i;

	CHECK(is_time("-5s", NOW - 5 * S) && is_time("1.5ms", NOW - 1500000));
	CHECK(is_time("-2000s", 0));
	CHECK(is_time("999.25", 999 * S + 250 * MS) && is_time("0.000000001", 1));
	CHECK(is_time("1970-01-01T00:16:38.123456789", 998123456789ULL));
	CHECK(is_time("1969-12-31T00:00:00", 0));
	CHECK(is_time("00:16:38.5", 998 * S + 500 * MS));
	/* later today: yesterday, which is before the start of the clock */
	CHECK(is_time("00:16:41", 0));
	CHECK(is_time("1970-01-01T00:16:41", NOW + S));
	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		CHECK(!when_parse(wrong[i], &time));
}

/**
 * test_history() - test the flight recorders
 */
void test_history(void)
{
	setenv("TZ", "UTC0", 1);
	test_when();
	test_load();
	test_load_errors();
	test_pasts();
	test_overwritten();
}
