// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pauses requested by the peer: deadlines and total pause time.
 */
#include <kunit/test.h>
#include "../../kmod/core/pause.c"

#define SPEED	1000U		/* Mb/s */
#define QUANTUM	512ULL		/* ns at SPEED */
#define ALL	0xff
#define T0	1000000ULL	/* start of the tests, ns */

/* Receives a frame with the same time for all priorities of @enable */
static struct pfc_pause_change receive(struct pfc_pause_rx *rx, u8 enable,
				       u16 quanta, u64 now)
{
	struct pfc_frame frame = { .enable = enable };
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		frame.time[prio] = quanta;
	return pfc_pause_rx_frame(rx, &frame, ALL, SPEED, now);
}

static void expect_change(struct kunit *test, struct pfc_pause_change change,
			  u8 paused, u8 resumed)
{
	KUNIT_EXPECT_EQ(test, change.paused, paused);
	KUNIT_EXPECT_EQ(test, change.resumed, resumed);
}

static void expect_time(struct kunit *test, const struct pfc_pause_rx *rx,
			int prio, u64 now, u64 total)
{
	u64 end = min(now, rx->deadline[prio]);

	KUNIT_EXPECT_EQ_MSG(test, pfc_pause_rx_read(rx, prio, end).total, total,
			    "priority %d at %llu", prio, now);
}

static void rx_pause(struct kunit *test)
{
	struct pfc_pause_rx rx = {};

	expect_change(test, receive(&rx, BIT(3), 10, T0), BIT(3), 0);
	KUNIT_EXPECT_EQ(test, rx.paused, BIT(3));
	KUNIT_EXPECT_EQ(test, pfc_pause_rx_deadline(&rx, ALL),
			T0 + 10 * QUANTUM);
	expect_time(test, &rx, 3, T0, 0);
	expect_time(test, &rx, 3, T0 + 1, 1);
	expect_time(test, &rx, 2, T0 + 1, 0);
}

/* The pause ends exactly at its deadline */
static void rx_expire_edge(struct kunit *test)
{
	struct pfc_pause_rx rx = {};
	u64 end = T0 + 10 * QUANTUM;

	receive(&rx, BIT(3), 10, T0);
	KUNIT_EXPECT_EQ(test, pfc_pause_rx_expire(&rx, end - 1), 0);
	KUNIT_EXPECT_EQ(test, rx.paused, BIT(3));
	KUNIT_EXPECT_EQ(test, pfc_pause_rx_expire(&rx, end), BIT(3));
	KUNIT_EXPECT_EQ(test, rx.paused, 0);
	KUNIT_EXPECT_EQ(test, pfc_pause_rx_expire(&rx, end), 0);
	expect_time(test, &rx, 3, end, 10 * QUANTUM);
}

static void rx_expire_late(struct kunit *test)
{
	struct pfc_pause_rx rx = {};
	u64 late = T0 + 1000000000;

	receive(&rx, BIT(3), 10, T0);
	expect_time(test, &rx, 3, late, 10 * QUANTUM);
	KUNIT_EXPECT_EQ(test, pfc_pause_rx_expire(&rx, late), BIT(3));
	expect_time(test, &rx, 3, late, 10 * QUANTUM);
	expect_time(test, &rx, 3, late + 5, 10 * QUANTUM);
}

/* A frame replaces the deadline by a later or an earlier one */
static void rx_overwrite(struct kunit *test)
{
	struct pfc_pause_rx rx = {};

	receive(&rx, BIT(3), 100, T0);
	expect_change(test, receive(&rx, BIT(3), 100, T0 + 300), 0, 0);
	KUNIT_EXPECT_EQ(test, rx.deadline[3], T0 + 300 + 100 * QUANTUM);
	expect_change(test, receive(&rx, BIT(3), 2, T0 + 400), 0, 0);
	KUNIT_EXPECT_EQ(test, rx.deadline[3], T0 + 400 + 2 * QUANTUM);
	KUNIT_EXPECT_EQ(test, pfc_pause_rx_expire(&rx, T0 + 5000), BIT(3));
	expect_time(test, &rx, 3, T0 + 5000, 400 + 2 * QUANTUM);
}

static void rx_xon(struct kunit *test)
{
	struct pfc_pause_rx rx = {};

	receive(&rx, BIT(3), 65535, T0);
	expect_change(test, receive(&rx, BIT(3), 0, T0 + 777), 0, BIT(3));
	KUNIT_EXPECT_EQ(test, rx.paused, 0);
	KUNIT_EXPECT_EQ(test, pfc_pause_rx_deadline(&rx, ALL), PFC_PAUSE_NEVER);
	expect_time(test, &rx, 3, T0 + 777, 777);
	expect_time(test, &rx, 3, T0 + 9999, 777);
}

static void rx_xon_not_paused(struct kunit *test)
{
	struct pfc_pause_rx rx = {};
	int prio;

	expect_change(test, receive(&rx, ALL, 0, T0), 0, 0);
	receive(&rx, BIT(3), 10, T0);
	expect_change(test, receive(&rx, ALL & ~BIT(3), 0, T0 + 100), 0, 0);
	KUNIT_EXPECT_EQ(test, rx.paused, BIT(3));
	receive(&rx, BIT(3), 0, T0 + 100);
	expect_change(test, receive(&rx, BIT(3), 0, T0 + 200), 0, 0);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		expect_time(test, &rx, prio, T0 + 300, prio == 3 ? 100 : 0);
}

/* In XOFF and in XON, the time of a priority counts only if its enable bit is set */
static void rx_unset_enable(struct kunit *test)
{
	struct pfc_pause_rx rx = {};
	u64 deadline;

	expect_change(test, receive(&rx, 0, 65535, T0), 0, 0);
	KUNIT_EXPECT_EQ(test, rx.paused, 0);
	receive(&rx, BIT(3), 1000, T0);
	deadline = rx.deadline[3];
	expect_change(test, receive(&rx, 0, 0, T0 + 10), 0, 0);
	expect_change(test, receive(&rx, BIT(2) | BIT(4), 0, T0 + 20), 0, 0);
	expect_change(test, receive(&rx, BIT(2), 5000, T0 + 30), BIT(2), 0);
	KUNIT_EXPECT_EQ(test, rx.paused, BIT(2) | BIT(3));
	KUNIT_EXPECT_EQ(test, rx.deadline[3], deadline);
}

static void rx_obey(struct kunit *test)
{
	struct pfc_frame xoff = { .enable = ALL };
	struct pfc_frame xon = { .enable = ALL };
	struct pfc_pause_rx rx = {};
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		xoff.time[prio] = 100;
	expect_change(test, pfc_pause_rx_frame(&rx, &xoff, 0, SPEED, T0), 0, 0);
	expect_change(test, pfc_pause_rx_frame(&rx, &xoff, 0x5a, SPEED, T0),
		      0x5a, 0);
	KUNIT_EXPECT_EQ(test, rx.paused, 0x5a);
	expect_change(test, pfc_pause_rx_frame(&rx, &xon, 0xa5, SPEED, T0 + 1),
		      0, 0);
	expect_change(test, pfc_pause_rx_frame(&rx, &xon, 0x0f, SPEED, T0 + 1),
		      0, 0x0a);
	KUNIT_EXPECT_EQ(test, rx.paused, 0x50);
}

static void rx_speed(struct kunit *test)
{
	struct pfc_frame frame = { .enable = BIT(0), .time = { 65535 } };
	struct pfc_pause_rx rx = {};

	pfc_pause_rx_frame(&rx, &frame, ALL, 100, T0);
	KUNIT_EXPECT_EQ(test, rx.deadline[0], T0 + 335539200);
	pfc_pause_rx_frame(&rx, &frame, ALL, 25000, T0);
	KUNIT_EXPECT_EQ(test, rx.deadline[0], T0 + 1342157);
}

/* One frame with eight priorities and eight different times */
static void rx_independent(struct kunit *test)
{
	struct pfc_frame frame = { .enable = ALL };
	struct pfc_pause_rx rx = {};
	int prio;
	u64 now;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		frame.time[prio] = 1 + (prio * 5) % PFC_PRIOS;
	expect_change(test, pfc_pause_rx_frame(&rx, &frame, ALL, SPEED, T0),
		      ALL, 0);
	for (now = T0; now <= T0 + 9 * QUANTUM; now += QUANTUM / 2) {
		u8 expired = pfc_pause_rx_expire(&rx, now);

		for (prio = 0; prio < PFC_PRIOS; prio++) {
			u64 length = frame.time[prio] * QUANTUM;

			KUNIT_EXPECT_EQ(test, expired >> prio & 1,
					now == T0 + length);
			KUNIT_EXPECT_EQ(test, rx.paused >> prio & 1,
					now < T0 + length);
			expect_time(test, &rx, prio, now,
				    min(now - T0, length));
		}
	}
}

/* One frame pauses priority 0, resumes 1, refreshes 2, and leaves the others unchanged */
static void rx_mixed(struct kunit *test)
{
	struct pfc_frame frame = {
		.enable = 0x0f,
		.time = { 50, 0, 60, 0, 70, 0, 0, 0 },
	};
	struct pfc_pause_rx rx = {};

	receive(&rx, BIT(1) | BIT(2) | BIT(4) | BIT(5), 1000, T0);
	expect_change(test, pfc_pause_rx_frame(&rx, &frame, ALL, SPEED,
					       T0 + 100),
		      BIT(0), BIT(1));
	KUNIT_EXPECT_EQ(test, rx.paused, BIT(0) | BIT(2) | BIT(4) | BIT(5));
	KUNIT_EXPECT_EQ(test, rx.deadline[0], T0 + 100 + 50 * QUANTUM);
	KUNIT_EXPECT_EQ(test, rx.deadline[2], T0 + 100 + 60 * QUANTUM);
	KUNIT_EXPECT_EQ(test, rx.deadline[4], T0 + 1000 * QUANTUM);
	expect_time(test, &rx, 0, T0 + 150, 50);
	expect_time(test, &rx, 1, T0 + 150, 100);
	expect_time(test, &rx, 2, T0 + 150, 150);
}

/* No check between a deadline and the next XOFF: two pauses are counted, not one */
static void rx_pause_after_expiry(struct kunit *test)
{
	struct pfc_pause_rx rx = {};
	u64 end = T0 + 10 * QUANTUM;

	receive(&rx, BIT(3) | BIT(5), 10, T0);
	KUNIT_EXPECT_EQ(test, receive(&rx, BIT(3), 20, end + 1000).paused, BIT(3));
	KUNIT_EXPECT_EQ(test, rx.paused, BIT(3));
	expect_time(test, &rx, 3, end + 1000, 10 * QUANTUM);
	expect_time(test, &rx, 3, end + 1100, 10 * QUANTUM + 100);
	expect_time(test, &rx, 3, end + 1000000, 30 * QUANTUM);
	expect_time(test, &rx, 5, end + 1000000, 10 * QUANTUM);
	/* the pause has ended at the deadline, and not yet 1 ns before it */
	KUNIT_EXPECT_EQ(test, receive(&rx, BIT(3), 5, rx.deadline[3] - 1).paused, 0);
	KUNIT_EXPECT_EQ(test, receive(&rx, BIT(3), 5, rx.deadline[3]).paused,
			BIT(3));
}

/* XOFF, refresh, XON, XON, XOFF that expires, XOFF: the pause time is the sum of the pauses */
static void rx_time_sequence(struct kunit *test)
{
	struct pfc_pause_rx rx = {};

	receive(&rx, BIT(6), 100, T0);
	receive(&rx, BIT(6), 100, T0 + 50 * QUANTUM);
	receive(&rx, BIT(6), 100, T0 + 100 * QUANTUM);
	receive(&rx, BIT(6), 0, T0 + 120 * QUANTUM);
	receive(&rx, BIT(6), 0, T0 + 130 * QUANTUM);
	expect_time(test, &rx, 6, T0 + 150 * QUANTUM, 120 * QUANTUM);
	receive(&rx, BIT(6), 7, T0 + 200 * QUANTUM);
	pfc_pause_rx_expire(&rx, T0 + 250 * QUANTUM);
	expect_time(test, &rx, 6, T0 + 250 * QUANTUM, 127 * QUANTUM);
	receive(&rx, BIT(6), 100, T0 + 300 * QUANTUM);
	expect_time(test, &rx, 6, T0 + 301 * QUANTUM, 128 * QUANTUM);
	receive(&rx, BIT(6), 0, T0 + 303 * QUANTUM);
	expect_time(test, &rx, 6, T0 + 400 * QUANTUM, 130 * QUANTUM);
}

/* Each priority alone: paused, expired, paused, resumed, paused, XON */
static void rx_each_prio(struct kunit *test)
{
	int prio, other;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		struct pfc_pause_rx rx = {};
		u8 bit = BIT(prio);

		expect_change(test, receive(&rx, bit, 10, T0), bit, 0);
		KUNIT_EXPECT_EQ(test, pfc_pause_rx_deadline(&rx, bit),
				T0 + 10 * QUANTUM);
		KUNIT_EXPECT_EQ(test, pfc_pause_rx_deadline(&rx, ALL & ~bit),
				PFC_PAUSE_NEVER);
		KUNIT_EXPECT_EQ(test, pfc_pause_rx_expire(&rx, T0 + 10000), bit);
		expect_change(test, receive(&rx, bit, 1000, T0 + 20000), bit, 0);
		pfc_pause_rx_resume(&rx, bit, T0 + 20003);
		expect_change(test, receive(&rx, bit, 1000, T0 + 30000), bit, 0);
		expect_change(test, receive(&rx, bit, 0, T0 + 30004), 0, bit);
		for (other = 0; other < PFC_PRIOS; other++)
			expect_time(test, &rx, other, T0 + 90000,
				    other == prio ? 10 * QUANTUM + 7 : 0);
	}
}

/* resume() ends a running pause; an expired pause counts up to its deadline */
static void rx_resume(struct kunit *test)
{
	struct pfc_pause_rx rx = {};

	receive(&rx, BIT(0) | BIT(1), 100, T0);
	receive(&rx, BIT(2) | BIT(3), 10, T0);
	pfc_pause_rx_resume(&rx, BIT(0) | BIT(2) | BIT(4), T0 + 20 * QUANTUM);
	KUNIT_EXPECT_EQ(test, rx.paused, BIT(1));
	expect_time(test, &rx, 0, T0 + 50 * QUANTUM, 20 * QUANTUM);
	expect_time(test, &rx, 1, T0 + 50 * QUANTUM, 50 * QUANTUM);
	expect_time(test, &rx, 2, T0 + 50 * QUANTUM, 10 * QUANTUM);
	expect_time(test, &rx, 3, T0 + 50 * QUANTUM, 10 * QUANTUM);
	expect_time(test, &rx, 4, T0 + 50 * QUANTUM, 0);
}

/* A pause that was not obeyed on receipt is obeyed from now on, unless it has ended */
static void rx_until(struct kunit *test)
{
	struct pfc_pause_rx rx = { .soonest = PFC_PAUSE_NEVER };

	pfc_pause_rx_until(&rx, 3, T0, T0);
	KUNIT_EXPECT_EQ(test, rx.paused, 0);
	pfc_pause_rx_until(&rx, 3, T0 + 10, T0);
	KUNIT_EXPECT_EQ(test, rx.paused, BIT(3));
	KUNIT_EXPECT_EQ(test, rx.soonest, T0 + 10);
	expect_time(test, &rx, 3, T0 + 4, 4);
	KUNIT_EXPECT_EQ(test, pfc_pause_rx_expire(&rx, T0 + 9), 0);
	KUNIT_EXPECT_EQ(test, pfc_pause_rx_expire(&rx, T0 + 10), BIT(3));
	expect_time(test, &rx, 3, T0 + 20, 10);
}

static void rx_deadline(struct kunit *test)
{
	struct pfc_pause_rx rx = {};
	int prios, prio;

	KUNIT_EXPECT_EQ(test, pfc_pause_rx_deadline(&rx, ALL), PFC_PAUSE_NEVER);
	/* priority 1 is paused for 30 quanta, 4 for 10 and 6 for 20; 0 has already resumed */
	receive(&rx, BIT(0), 5, T0);
	receive(&rx, BIT(0), 0, T0);
	receive(&rx, BIT(1), 30, T0);
	receive(&rx, BIT(4), 10, T0);
	receive(&rx, BIT(6), 20, T0);
	for (prios = 0; prios < 256; prios++) {
		u64 first = PFC_PAUSE_NEVER;

		if (prios & BIT(1))
			first = T0 + 30 * QUANTUM;
		if (prios & BIT(6))
			first = T0 + 20 * QUANTUM;
		if (prios & BIT(4))
			first = T0 + 10 * QUANTUM;
		KUNIT_EXPECT_EQ_MSG(test, pfc_pause_rx_deadline(&rx, prios),
				    first, "priorities 0x%02x", prios);
	}
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		receive(&rx, ALL, 0, T0);
		receive(&rx, BIT(prio), 3, T0);
		KUNIT_EXPECT_EQ(test, pfc_pause_rx_deadline(&rx, BIT(prio)),
				T0 + 3 * QUANTUM);
	}
}

static void expect_expired(struct kunit *test, const struct pfc_pause_rx *rx, u64 prio3,
			   u64 prio4, u8 unreported)
{
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		KUNIT_EXPECT_EQ_MSG(test, rx->expired[prio],
				    prio == 3 ? prio3 : prio == 4 ? prio4 : 0,
				    "priority %d", prio);
	KUNIT_EXPECT_EQ(test, rx->unreported, unreported);
}

/* A pause that expires is counted once; XON and a refresh are not counted */
static void rx_expired_count(struct kunit *test)
{
	struct pfc_pause_rx rx = {};
	u64 end = T0 + 100 + 10 * QUANTUM;

	receive(&rx, BIT(3) | BIT(4), 10, T0);
	receive(&rx, BIT(3), 10, T0 + 100);
	receive(&rx, BIT(4), 0, T0 + 100);
	expect_expired(test, &rx, 0, 0, 0);
	pfc_pause_rx_expire(&rx, end - 1);
	expect_expired(test, &rx, 0, 0, 0);
	pfc_pause_rx_expire(&rx, end);
	expect_expired(test, &rx, 1, 0, BIT(3));
	pfc_pause_rx_expire(&rx, end + 1000);
	expect_expired(test, &rx, 1, 0, BIT(3));
	/* XON after the deadline changes nothing */
	receive(&rx, BIT(3), 0, end + 1000);
	expect_expired(test, &rx, 1, 0, BIT(3));
}

/* The mask keeps each expired priority until the caller clears it; the counters remain */
static void rx_expired_unreported(struct kunit *test)
{
	struct pfc_pause_rx rx = {};

	receive(&rx, BIT(3), 1, T0);
	receive(&rx, BIT(4), 2, T0);
	pfc_pause_rx_expire(&rx, T0 + QUANTUM);
	expect_expired(test, &rx, 1, 0, BIT(3));
	pfc_pause_rx_expire(&rx, T0 + 2 * QUANTUM);
	expect_expired(test, &rx, 1, 1, BIT(3) | BIT(4));
	rx.unreported = 0;
	pfc_pause_rx_expire(&rx, T0 + 3 * QUANTUM);
	expect_expired(test, &rx, 1, 1, 0);
	receive(&rx, BIT(4), 1, T0 + 9 * QUANTUM);
	pfc_pause_rx_expire(&rx, T0 + 10 * QUANTUM);
	expect_expired(test, &rx, 1, 2, BIT(4));
}

/* XOFF after the deadline: the pause counts as expired without a check in between */
static void rx_expired_by_frame(struct kunit *test)
{
	struct pfc_pause_rx rx = {};

	receive(&rx, BIT(3), 1, T0);
	expect_change(test, receive(&rx, BIT(3), 1, T0 + QUANTUM - 1), 0, 0);
	expect_expired(test, &rx, 0, 0, 0);
	receive(&rx, BIT(3), 1, T0 + 2 * QUANTUM);
	expect_expired(test, &rx, 1, 0, BIT(3));
	KUNIT_EXPECT_EQ(test, rx.paused, BIT(3));
	/* a pause that the configuration ends is not counted as expired */
	pfc_pause_rx_resume(&rx, ALL, T0 + 2 * QUANTUM + 1);
	pfc_pause_rx_expire(&rx, T0 + 9 * QUANTUM);
	expect_expired(test, &rx, 1, 0, BIT(3));
}

static void expect_pauses(struct kunit *test, const struct pfc_pause_rx *rx, u64 now,
			  struct pfc_pauses want)
{
	struct pfc_pauses got = pfc_pause_rx_read(rx, 3, now);

	KUNIT_EXPECT_EQ(test, got.paused, want.paused);
	KUNIT_EXPECT_EQ(test, got.since, want.since);
	KUNIT_EXPECT_EQ(test, got.count, want.count);
	KUNIT_EXPECT_EQ(test, got.total, want.total);
	KUNIT_EXPECT_EQ(test, got.longest, want.longest);
	KUNIT_EXPECT_EQ(test, got.last, want.last);
}

/* Pauses of 100 ns by XON, of 20 quanta by the deadline, and a current one */
static void rx_pauses(struct kunit *test)
{
	u64 second = T0 + 1000, third = T0 + 1000000, long_one = 20 * QUANTUM;
	struct pfc_pause_rx rx = {};

	expect_pauses(test, &rx, T0, (struct pfc_pauses) {});
	receive(&rx, BIT(3), 10, T0);
	expect_pauses(test, &rx, T0 + 40, (struct pfc_pauses) {
		.paused = true, .since = T0, .count = 1, .total = 40, .longest = 40 });
	/* a refresh is not a new pause */
	receive(&rx, BIT(3), 10, T0 + 50);
	receive(&rx, BIT(3), 0, T0 + 100);
	expect_pauses(test, &rx, T0 + 500, (struct pfc_pauses) {
		.since = T0, .count = 1, .total = 100, .longest = 100, .last = 100 });
	receive(&rx, BIT(3), 20, second);
	pfc_pause_rx_expire(&rx, third);
	expect_pauses(test, &rx, third, (struct pfc_pauses) {
		.since = second, .count = 2, .total = 100 + long_one, .longest = long_one,
		.last = long_one });
	receive(&rx, BIT(3), 10, third);
	expect_pauses(test, &rx, third + 7, (struct pfc_pauses) {
		.paused = true, .since = third, .count = 3, .total = 107 + long_one,
		.longest = long_one, .last = long_one });
	pfc_pause_rx_resume(&rx, ALL, third + 8);
	expect_pauses(test, &rx, third + 9, (struct pfc_pauses) {
		.since = third, .count = 3, .total = 108 + long_one, .longest = long_one,
		.last = 8 });
}

static struct kunit_case pause_rx_cases[] = {
	KUNIT_CASE(rx_expired_count),
	KUNIT_CASE(rx_expired_unreported),
	KUNIT_CASE(rx_expired_by_frame),
	KUNIT_CASE(rx_pause),
	KUNIT_CASE(rx_expire_edge),
	KUNIT_CASE(rx_expire_late),
	KUNIT_CASE(rx_overwrite),
	KUNIT_CASE(rx_xon),
	KUNIT_CASE(rx_xon_not_paused),
	KUNIT_CASE(rx_unset_enable),
	KUNIT_CASE(rx_obey),
	KUNIT_CASE(rx_speed),
	KUNIT_CASE(rx_independent),
	KUNIT_CASE(rx_mixed),
	KUNIT_CASE(rx_pause_after_expiry),
	KUNIT_CASE(rx_time_sequence),
	KUNIT_CASE(rx_each_prio),
	KUNIT_CASE(rx_resume),
	KUNIT_CASE(rx_deadline),
	KUNIT_CASE(rx_until),
	KUNIT_CASE(rx_pauses),
	{}
};

static struct kunit_suite pause_rx_suite = {
	.name = "pfc_pause_rx",
	.test_cases = pause_rx_cases,
};

kunit_test_suite(pause_rx_suite);
