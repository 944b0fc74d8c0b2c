// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pauses that the peer requests and pauses that the port requests, computed by hand.
 * random_test.c compares them with a model that keeps the history.
 */
#include <kunit/test.h>
#include "../../kmod/core/pause.c"

#define SPEED	1000U		/* Mb/s */
#define QUANTUM	512ULL		/* ns at SPEED */
#define QUANTA	100
#define HALF	(QUANTA * QUANTUM / 2)
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

/* Sends a frame if one is due; returns whether it did */
static bool send(struct pfc_pause_tx *tx, u8 wanted, u16 quanta, u64 now,
		 struct pfc_frame *frame)
{
	memset(frame, 0xa5, offsetof(struct pfc_frame, reserved));
	if (!pfc_pause_tx_next(tx, wanted, quanta, now, frame))
		return false;
	pfc_pause_tx_sent(tx, frame, SPEED, now);
	return true;
}

/* The next frame carries @quanta for @xoff and 0 for @xon, and enables no other priority */
static void expect_sent(struct kunit *test, struct pfc_pause_tx *tx, u8 wanted,
			u16 quanta, u64 now, u8 xoff, u8 xon)
{
	struct pfc_frame frame;
	int prio;

	KUNIT_ASSERT_TRUE(test, send(tx, wanted, quanta, now, &frame));
	KUNIT_EXPECT_EQ(test, frame.enable, xoff | xon);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		KUNIT_EXPECT_EQ_MSG(test, frame.time[prio],
				    xoff >> prio & 1 ? quanta : 0,
				    "priority %d", prio);
	KUNIT_EXPECT_FALSE(test, frame.reserved);
	KUNIT_EXPECT_EQ(test, tx->xoff_sent, xoff);
}

static void expect_no_frame(struct kunit *test, struct pfc_pause_tx *tx,
			    u8 wanted, u16 quanta, u64 now)
{
	struct pfc_frame frame;

	KUNIT_EXPECT_FALSE_MSG(test, send(tx, wanted, quanta, now, &frame),
			       "wanted 0x%02x at %llu", wanted, now);
}

/* Sends a frame if one is due; returns the priorities whose refresh is late */
static u8 send_at(struct pfc_pause_tx *tx, u8 wanted, u16 quanta, u64 now)
{
	struct pfc_frame frame;

	if (!pfc_pause_tx_next(tx, wanted, quanta, now, &frame))
		return 0;
	return pfc_pause_tx_sent(tx, &frame, SPEED, now);
}

/* XOFF is refreshed when half of the pause time has passed, not earlier */
static void tx_refresh(struct kunit *test)
{
	struct pfc_pause_tx tx = {};
	u64 now = T0;
	int i;

	expect_sent(test, &tx, BIT(3), QUANTA, now, BIT(3), 0);
	for (i = 0; i < 5; i++) {
		KUNIT_EXPECT_EQ(test, pfc_pause_tx_deadline(&tx), now + HALF);
		expect_no_frame(test, &tx, BIT(3), QUANTA, now);
		expect_no_frame(test, &tx, BIT(3), QUANTA, now + HALF - 1);
		now += HALF;
		expect_sent(test, &tx, BIT(3), QUANTA, now, BIT(3), 0);
	}
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_read(&tx, 3, now + 9).total, 5 * HALF + 9);
}

/* A refresh after the end of the pause is late; a refresh at the end is on time */
static void tx_late(struct kunit *test)
{
	struct pfc_pause_tx tx = {};
	u64 now = T0;

	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), QUANTA, now), 0);
	now += 2 * HALF;
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), QUANTA, now), 0);
	KUNIT_EXPECT_EQ(test, tx.late[3], 0ULL);
	now += 2 * HALF + 1;
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), QUANTA, now), BIT(3));
	KUNIT_EXPECT_EQ(test, tx.late[3], 1ULL);
	now += HALF;
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), QUANTA, now), 0);
	KUNIT_EXPECT_EQ(test, tx.late[3], 1ULL);
	/* the pause time in the last frame counts, not the configured pause time */
	now += 2 * HALF + 1;
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), 10 * QUANTA, now), BIT(3));
	now += 20 * HALF;
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), QUANTA, now), 0);
	KUNIT_EXPECT_EQ(test, tx.late[3], 2ULL);
}

/* One frame refreshes priority 5, which gets the full time again, resumes 3 and pauses 6 */
static void tx_mixed(struct kunit *test)
{
	struct pfc_pause_tx tx = {};
	u64 now = T0 + 10;

	expect_sent(test, &tx, BIT(3) | BIT(5), QUANTA, T0, BIT(3) | BIT(5), 0);
	expect_sent(test, &tx, BIT(5) | BIT(6), QUANTA, now, BIT(5) | BIT(6),
		    BIT(3));
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_deadline(&tx), now + HALF);
	expect_no_frame(test, &tx, BIT(5) | BIT(6), QUANTA, T0 + HALF);
	/* XON for 3 is sent once */
	expect_sent(test, &tx, BIT(5) | BIT(6), QUANTA, now + HALF,
		    BIT(5) | BIT(6), 0);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_read(&tx, 3, T0 + 100).total, 10);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_read(&tx, 5, T0 + 100).total, 100);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_read(&tx, 6, T0 + 100).total, 90);
}

/* The shortest pause, one quantum, is refreshed in time */
static void tx_shortest(struct kunit *test)
{
	struct pfc_pause_tx tx = {};

	expect_sent(test, &tx, BIT(0), 1, T0, BIT(0), 0);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_deadline(&tx), T0 + QUANTUM / 2);
	expect_no_frame(test, &tx, BIT(0), 1, T0 + QUANTUM / 2 - 1);
	expect_sent(test, &tx, BIT(0), 1, T0 + QUANTUM / 2, BIT(0), 0);
}

/* After link down, no XON is sent, and XOFF is sent again if needed */
static void tx_forget(struct kunit *test)
{
	struct pfc_pause_tx tx = {};

	expect_sent(test, &tx, BIT(3) | BIT(4), QUANTA, T0, BIT(3) | BIT(4), 0);
	pfc_pause_tx_forget(&tx, T0 + 30);
	KUNIT_EXPECT_EQ(test, tx.xoff_sent, 0);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_deadline(&tx), PFC_PAUSE_NEVER);
	expect_no_frame(test, &tx, 0, QUANTA, T0 + 40);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_read(&tx, 3, T0 + 1000).total, 30);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_read(&tx, 5, T0 + 1000).total, 0);
	pfc_pause_tx_forget(&tx, T0 + 50);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_read(&tx, 3, T0 + 1000).total, 30);

	expect_sent(test, &tx, BIT(3), QUANTA, T0 + 100, BIT(3), 0);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_deadline(&tx), T0 + 100 + HALF);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_read(&tx, 3, T0 + 105).total, 35);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_read(&tx, 4, T0 + 105).total, 30);
}

static struct kunit_case pause_cases[] = {
	KUNIT_CASE(rx_expire_edge),
	KUNIT_CASE(rx_mixed),
	KUNIT_CASE(rx_time_sequence),
	KUNIT_CASE(tx_refresh),
	KUNIT_CASE(tx_late),
	KUNIT_CASE(tx_mixed),
	KUNIT_CASE(tx_shortest),
	KUNIT_CASE(tx_forget),
	{}
};

static struct kunit_suite pause_suite = {
	.name = "pfc_pause",
	.test_cases = pause_cases,
};

kunit_test_suite(pause_suite);
