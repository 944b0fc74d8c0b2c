// SPDX-License-Identifier: GPL-2.0-only
/*
 * PFC frames sent to the peer: XOFF, refresh and XON, and their times.
 */
#include <kunit/test.h>
#include "../../kmod/core/pause.h"

#define SPEED	1000U		/* Mb/s */
#define QUANTUM	512ULL		/* ns at SPEED */
#define QUANTA	100
#define HALF	(QUANTA * QUANTUM / 2)
#define T0	1000000ULL	/* start of the tests, ns */

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

static void expect_time(struct kunit *test, const struct pfc_pause_tx *tx,
			int prio, u64 now, u64 total)
{
	KUNIT_EXPECT_EQ_MSG(test, pfc_pause_tx_read(tx, prio, now).total, total,
			    "priority %d at %llu", prio, now);
}

static void tx_idle_sends_nothing(struct kunit *test)
{
	struct pfc_pause_tx tx = {};

	KUNIT_EXPECT_EQ(test, pfc_pause_tx_deadline(&tx), PFC_PAUSE_NEVER);
	expect_no_frame(test, &tx, 0, QUANTA, 0);
	expect_no_frame(test, &tx, 0, QUANTA, T0);
	expect_time(test, &tx, 0, T0, 0);
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
	expect_time(test, &tx, 3, now + 9, 5 * HALF + 9);
}

/* A late refresh starts the pause time again when the refresh is sent */
static void tx_refresh_late(struct kunit *test)
{
	struct pfc_pause_tx tx = {};
	u64 late = T0 + 3 * HALF + 7;

	expect_sent(test, &tx, BIT(3), QUANTA, T0, BIT(3), 0);
	expect_sent(test, &tx, BIT(3), QUANTA, late, BIT(3), 0);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_deadline(&tx), late + HALF);
	expect_time(test, &tx, 3, late, late - T0);
}

/* Sends a frame if one is due; returns the priorities whose refresh is late */
static u8 send_at(struct pfc_pause_tx *tx, u8 wanted, u16 quanta, u64 now)
{
	struct pfc_frame frame;

	if (!pfc_pause_tx_next(tx, wanted, quanta, now, &frame))
		return 0;
	return pfc_pause_tx_sent(tx, &frame, SPEED, now);
}

static void expect_late(struct kunit *test, const struct pfc_pause_tx *tx, u64 prio3, u64 prio4)
{
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		KUNIT_EXPECT_EQ_MSG(test, tx->late[prio],
				    prio == 3 ? prio3 : prio == 4 ? prio4 : 0,
				    "priority %d", prio);
}

/* A refresh after the end of the pause is late; a refresh at the end is on time */
static void tx_late(struct kunit *test)
{
	struct pfc_pause_tx tx = {};
	u64 now = T0;

	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), QUANTA, now), 0);
	now += 2 * HALF;
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), QUANTA, now), 0);
	expect_late(test, &tx, 0, 0);
	now += 2 * HALF + 1;
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), QUANTA, now), BIT(3));
	expect_late(test, &tx, 1, 0);
	now += HALF;
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), QUANTA, now), 0);
	expect_late(test, &tx, 1, 0);
	/* the pause time in the last frame counts, not the configured pause time */
	now += 2 * HALF + 1;
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), 10 * QUANTA, now), BIT(3));
	now += 20 * HALF;
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), QUANTA, now), 0);
	expect_late(test, &tx, 2, 0);
}

/* The first XOFF, XON, and XOFF after link down are no refreshes and so never late */
static void tx_not_late(struct kunit *test)
{
	struct pfc_pause_tx tx = {};
	u64 now = T0;

	send_at(&tx, BIT(3), QUANTA, now);
	now += 9 * HALF;
	KUNIT_EXPECT_EQ(test, send_at(&tx, 0, QUANTA, now), 0);
	now += 9 * HALF;
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), QUANTA, now), 0);
	now += HALF;
	pfc_pause_tx_forget(&tx, now);
	now += 9 * HALF;
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3), QUANTA, now), 0);
	expect_late(test, &tx, 0, 0);
}

/* One late frame refreshes priority 3, pauses 4 and resumes 5: only 3 counts as late */
static void tx_late_mixed(struct kunit *test)
{
	struct pfc_pause_tx tx = {};

	send_at(&tx, BIT(3) | BIT(5), QUANTA, T0);
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3) | BIT(4), QUANTA, T0 + 2 * HALF + 1), BIT(3));
	expect_late(test, &tx, 1, 0);
	KUNIT_EXPECT_EQ(test, send_at(&tx, BIT(3) | BIT(4), QUANTA, T0 + 9 * HALF),
			BIT(3) | BIT(4));
	expect_late(test, &tx, 2, 1);
}

static void tx_speed(struct kunit *test)
{
	struct pfc_frame frame = { .enable = BIT(7) };
	struct pfc_pause_tx tx = {};

	frame.time[7] = 65535;
	pfc_pause_tx_sent(&tx, &frame, 100, T0);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_deadline(&tx), T0 + 167769600);
	pfc_pause_tx_sent(&tx, &frame, 25000, T0);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_deadline(&tx), T0 + 671078);
}

static void tx_xon_once(struct kunit *test)
{
	struct pfc_pause_tx tx = {};

	expect_sent(test, &tx, BIT(3), QUANTA, T0, BIT(3), 0);
	expect_sent(test, &tx, 0, QUANTA, T0 + 50, 0, BIT(3));
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_deadline(&tx), PFC_PAUSE_NEVER);
	expect_no_frame(test, &tx, 0, QUANTA, T0 + 50);
	expect_no_frame(test, &tx, 0, QUANTA, T0 + 10 * HALF);
	expect_time(test, &tx, 3, T0 + 10 * HALF, 50);
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
	expect_time(test, &tx, 3, T0 + 100, 10);
	expect_time(test, &tx, 5, T0 + 100, 100);
	expect_time(test, &tx, 6, T0 + 100, 90);
}

/* One priority is resumed and another one paused at the same time */
static void tx_swap(struct kunit *test)
{
	struct pfc_pause_tx tx = {};

	expect_sent(test, &tx, BIT(0), QUANTA, T0, BIT(0), 0);
	expect_sent(test, &tx, BIT(7), QUANTA, T0, BIT(7), BIT(0));
	expect_sent(test, &tx, BIT(0), QUANTA, T0, BIT(0), BIT(7));
}

static void tx_every_change(struct kunit *test)
{
	int sent, wanted;

	for (sent = 1; sent < 256; sent++) {
		for (wanted = 0; wanted < 256; wanted++) {
			struct pfc_pause_tx tx = {};

			expect_sent(test, &tx, sent, QUANTA, T0, sent, 0);
			if (wanted == sent)
				expect_no_frame(test, &tx, sent, QUANTA, T0 + 1);
			else
				expect_sent(test, &tx, wanted, QUANTA, T0 + 1,
					    wanted, sent & ~wanted);
		}
	}
}

/* A changed pause time applies from the next frame on */
static void tx_change_quanta(struct kunit *test)
{
	struct pfc_pause_tx tx = {};
	u64 now = T0 + HALF;

	expect_sent(test, &tx, BIT(3), QUANTA, T0, BIT(3), 0);
	expect_no_frame(test, &tx, BIT(3), 1000, now - 1);
	expect_sent(test, &tx, BIT(3), 1000, now, BIT(3), 0);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_deadline(&tx), now + 500 * QUANTUM);
	expect_sent(test, &tx, BIT(3) | BIT(4), 10, now + 1, BIT(3) | BIT(4),
		    0);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_deadline(&tx), now + 1 + 5 * QUANTUM);
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
	expect_time(test, &tx, 3, T0 + 1000, 30);
	expect_time(test, &tx, 5, T0 + 1000, 0);
	pfc_pause_tx_forget(&tx, T0 + 50);
	expect_time(test, &tx, 3, T0 + 1000, 30);

	expect_sent(test, &tx, BIT(3), QUANTA, T0 + 100, BIT(3), 0);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_deadline(&tx), T0 + 100 + HALF);
	expect_time(test, &tx, 3, T0 + 105, 35);
	expect_time(test, &tx, 4, T0 + 105, 30);
}

/* Each priority alone: XOFF, refresh, link down, XOFF, XON */
static void tx_each_prio(struct kunit *test)
{
	int prio, other;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		struct pfc_pause_tx tx = {};
		u8 bit = BIT(prio);

		expect_sent(test, &tx, bit, QUANTA, T0, bit, 0);
		expect_sent(test, &tx, bit, QUANTA, T0 + HALF, bit, 0);
		pfc_pause_tx_forget(&tx, T0 + HALF + 5);
		expect_sent(test, &tx, bit, QUANTA, T0 + 2 * HALF, bit, 0);
		expect_sent(test, &tx, 0, QUANTA, T0 + 2 * HALF + 20, 0, bit);
		for (other = 0; other < PFC_PRIOS; other++)
			expect_time(test, &tx, other, T0 + 9 * HALF,
				    other == prio ? HALF + 25 : 0);
	}
}

/* XOFF, refresh, XON, repeated: the pause time is the sum of the pauses */
static void tx_time_sequence(struct kunit *test)
{
	struct pfc_pause_tx tx = {};
	int i;

	for (i = 0; i < 10; i++) {
		u64 begin = T0 + 10000000ULL * i;
		u64 each = 2 * HALF + 100;

		expect_sent(test, &tx, BIT(2), QUANTA, begin, BIT(2), 0);
		expect_sent(test, &tx, BIT(2), QUANTA, begin + HALF, BIT(2), 0);
		expect_time(test, &tx, 2, begin + HALF, i * each + HALF);
		expect_sent(test, &tx, 0, QUANTA, begin + each, 0, BIT(2));
		expect_time(test, &tx, 2, begin + each, (i + 1) * each);
		expect_time(test, &tx, 2, begin + 2 * each, (i + 1) * each);
	}
	for (i = 0; i < PFC_PRIOS; i++)
		if (i != 2)
			expect_time(test, &tx, i, T0 * 1000, 0);
}

/* Pauses that end by XON and by the loss of the link, and a current one */
static void tx_pauses(struct kunit *test)
{
	struct pfc_pause_tx tx = {};
	struct pfc_pauses got;

	expect_sent(test, &tx, BIT(2), QUANTA, T0, BIT(2), 0);
	expect_sent(test, &tx, BIT(2), QUANTA, T0 + HALF, BIT(2), 0);
	expect_sent(test, &tx, 0, QUANTA, T0 + HALF + 30, 0, BIT(2));
	expect_sent(test, &tx, BIT(2), QUANTA, T0 + 2 * HALF, BIT(2), 0);
	pfc_pause_tx_forget(&tx, T0 + 2 * HALF + 20);
	got = pfc_pause_tx_read(&tx, 2, T0 + 9 * HALF);
	KUNIT_EXPECT_FALSE(test, got.paused);
	KUNIT_EXPECT_EQ(test, got.count, 2);
	KUNIT_EXPECT_EQ(test, got.since, T0 + 2 * HALF);
	KUNIT_EXPECT_EQ(test, got.total, HALF + 50);
	KUNIT_EXPECT_EQ(test, got.longest, HALF + 30);
	KUNIT_EXPECT_EQ(test, got.last, 20);
	expect_sent(test, &tx, BIT(2), QUANTA, T0 + 10 * HALF, BIT(2), 0);
	got = pfc_pause_tx_read(&tx, 2, T0 + 14 * HALF);
	KUNIT_EXPECT_TRUE(test, got.paused);
	KUNIT_EXPECT_EQ(test, got.count, 3);
	KUNIT_EXPECT_EQ(test, got.total, 5 * HALF + 50);
	KUNIT_EXPECT_EQ(test, got.longest, 4 * HALF);
	KUNIT_EXPECT_EQ(test, got.last, 20);
	KUNIT_EXPECT_EQ(test, pfc_pause_tx_read(&tx, 3, T0 + 14 * HALF).count, 0);
}

static struct kunit_case pause_tx_cases[] = {
	KUNIT_CASE(tx_idle_sends_nothing),
	KUNIT_CASE(tx_refresh),
	KUNIT_CASE(tx_refresh_late),
	KUNIT_CASE(tx_late),
	KUNIT_CASE(tx_not_late),
	KUNIT_CASE(tx_late_mixed),
	KUNIT_CASE(tx_speed),
	KUNIT_CASE(tx_xon_once),
	KUNIT_CASE(tx_mixed),
	KUNIT_CASE(tx_swap),
	KUNIT_CASE(tx_every_change),
	KUNIT_CASE(tx_change_quanta),
	KUNIT_CASE(tx_shortest),
	KUNIT_CASE(tx_forget),
	KUNIT_CASE(tx_each_prio),
	KUNIT_CASE(tx_time_sequence),
	KUNIT_CASE(tx_pauses),
	{}
};

static struct kunit_suite pause_tx_suite = {
	.name = "pfc_pause_tx",
	.test_cases = pause_tx_cases,
};

kunit_test_suite(pause_tx_suite);
