// SPDX-License-Identifier: GPL-2.0-only
/*
 * When a group is told XOFF no longer, and when there are too many XOFF.
 */
#include <kunit/test.h>
#include "../../kmod/watchdog.h"

#define MS	1000000ULL
#define D	(100 * MS)	/* the timeout */
#define T0	(7000 * MS)	/* when the tests begin, ns */

static void xoff_timeout(struct kunit *test)
{
	struct pfc_xoff_watch watch;
	u64 at = T0, left = T0 - 5;

	pfc_xoff_watch_init(&watch);
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, false, left, at), PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&watch, D), PFC_WATCH_NEVER);
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, true, left, at), PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&watch, D), at + D);
	/* what leaves begins it anew */
	left = at + D / 2;
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, true, left, at + D),
			PFC_XOFF_NOTHING);
	at = left;
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&watch, D), at + D);
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, true, left, at + D - 1),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, true, left, at + D),
			PFC_XOFF_STOPPED);
	KUNIT_EXPECT_TRUE(test, watch.stopped);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&watch, D), PFC_WATCH_NEVER);
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, true, left, at + 99 * D),
			PFC_XOFF_NOTHING);
	/* something leaves, and nothing after it */
	left = at + 99 * D + 1;
	at = left;
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, true, left, at), PFC_XOFF_RESUMED);
	KUNIT_EXPECT_FALSE(test, watch.stopped);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&watch, D), at + D);
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, true, left, at + D),
			PFC_XOFF_STOPPED);
	/* the group drains to XON, and passes XOFF again */
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, false, left, at + D + 1),
			PFC_XOFF_RESUMED);
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, false, left, at + D + 2),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, true, left, at + 2 * D),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&watch, D), at + 3 * D);
}

static void xoff_timeout_change(struct kunit *test)
{
	struct pfc_xoff_watch watch;

	pfc_xoff_watch_init(&watch);
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, 0, true, 0, T0), PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&watch, 0), PFC_WATCH_NEVER);
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, 0, true, 0, T0 + 1000 * D),
			PFC_XOFF_NOTHING);
	/* from when it is configured on; then shorter than it has lasted; then no more */
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, 4 * D, true, 0, T0), PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, true, 0, T0 + 2 * D),
			PFC_XOFF_STOPPED);
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, 0, true, 0, T0 + 2 * D + 1),
			PFC_XOFF_RESUMED);
	/* a packet that another CPU has seen leave a little later than now */
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, true, 0, T0 + 3 * D),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_look(&watch, D, true, T0 + 3 * D + 9, T0 + 3 * D),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&watch, D), T0 + 4 * D + 9);
}

static void xoff_rate(struct kunit *test)
{
	struct pfc_xoff_rate rate = {};
	u64 second = 1000 * MS, at = 5;
	unsigned int i, round;

	/* 10 are no reason, the 11th is, and the next are not */
	for (round = 0; round < 3; round++) {
		for (i = 0; i < 20; i++)
			KUNIT_EXPECT_EQ(test, pfc_xoff_rate_add(&rate, 10, at + i),
					i == 10);
		/* the last nanosecond of the second */
		KUNIT_EXPECT_FALSE(test, pfc_xoff_rate_add(&rate, 21, at + second - 1));
		at += second;
		KUNIT_EXPECT_FALSE(test, pfc_xoff_rate_add(&rate, 1, at));
		KUNIT_EXPECT_TRUE(test, pfc_xoff_rate_add(&rate, 1, at + second - 1));
		at += 5 * second;
	}
	for (i = 0; i < 1000; i++)
		KUNIT_EXPECT_FALSE(test, pfc_xoff_rate_add(&rate, 0, at));
}

/* Seconds begin with an XOFF, the first one too, not with the clock */
static void xoff_rate_begin(struct kunit *test)
{
	struct pfc_xoff_rate rate = {};

	KUNIT_EXPECT_FALSE(test, pfc_xoff_rate_add(&rate, 1, 900 * MS));
	KUNIT_EXPECT_TRUE(test, pfc_xoff_rate_add(&rate, 1, 1100 * MS));
	KUNIT_EXPECT_FALSE(test, pfc_xoff_rate_add(&rate, 1, 1900 * MS));
}

static struct kunit_case watchdog_xoff_cases[] = {
	KUNIT_CASE(xoff_timeout),
	KUNIT_CASE(xoff_timeout_change),
	KUNIT_CASE(xoff_rate),
	KUNIT_CASE(xoff_rate_begin),
	{}
};

static struct kunit_suite watchdog_xoff_suite = {
	.name = "pfc_watchdog_xoff",
	.test_cases = watchdog_xoff_cases,
};

kunit_test_suite(watchdog_xoff_suite);
