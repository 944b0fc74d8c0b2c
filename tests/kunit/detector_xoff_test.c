// SPDX-License-Identifier: GPL-2.0-only
/*
 * Timeout of the XOFF that is sent for a group, and the warning about too many XOFF.
 */
#include <kunit/test.h>
#include "../../kmod/core/detector.h"

#define MS	1000000ULL
#define D	(100 * MS)	/* timeout */
#define T0	(7000 * MS)	/* start of the tests, ns */

static void xoff_stops_after_timeout(struct kunit *test)
{
	struct pfc_xoff_timer timer;
	u64 at = T0, left = T0 - 5;

	pfc_xoff_timer_init(&timer);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, false, left, at),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&timer, D), PFC_DETECTOR_NEVER);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, true, left, at),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&timer, D), at + D);
	/* a departure restarts the timeout */
	left = at + D / 2;
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, true, left, at + D),
			PFC_XOFF_NOTHING);
	at = left;
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&timer, D), at + D);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, true, left, at + D - 1),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, true, left, at + D),
			PFC_XOFF_STOPPED);
	KUNIT_EXPECT_TRUE(test, timer.stopped);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&timer, D), PFC_DETECTOR_NEVER);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, true, left, at + 99 * D),
			PFC_XOFF_NOTHING);
	/* one departure resumes XOFF and restarts the timeout */
	left = at + 99 * D + 1;
	at = left;
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, true, left, at),
			PFC_XOFF_RESUMED);
	KUNIT_EXPECT_FALSE(test, timer.stopped);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&timer, D), at + D);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, true, left, at + D),
			PFC_XOFF_STOPPED);
	/* the group drains to XON: the timeout starts at the next XOFF */
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, false, left, at + D + 1),
			PFC_XOFF_RESUMED);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, false, left, at + D + 2),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, true, left, at + 2 * D),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&timer, D), at + 3 * D);
}

static void xoff_timeout_change_applies(struct kunit *test)
{
	struct pfc_xoff_timer timer;

	pfc_xoff_timer_init(&timer);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, 0, true, 0, T0),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&timer, 0), PFC_DETECTOR_NEVER);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, 0, true, 0, T0 + 1000 * D),
			PFC_XOFF_NOTHING);
	/* a timeout counts from its configuration; if less than the elapsed time, it stops XOFF */
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, 4 * D, true, 0, T0),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, true, 0, T0 + 2 * D),
			PFC_XOFF_STOPPED);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, 0, true, 0, T0 + 2 * D + 1),
			PFC_XOFF_RESUMED);
	/* another CPU has recorded a departure later than now */
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, true, 0, T0 + 3 * D),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test,
			pfc_xoff_check(&timer, D, true, T0 + 3 * D + 9, T0 + 3 * D),
			PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&timer, D), T0 + 4 * D + 9);
}

static void xoff_rate_warns_once_per_second(struct kunit *test)
{
	struct pfc_xoff_rate rate = {};
	u64 second = 1000 * MS, at = 5;
	unsigned int i, round;

	/* limit 10: only the 11th XOFF of a second warns */
	for (round = 0; round < 3; round++) {
		for (i = 0; i < 20; i++)
			KUNIT_EXPECT_EQ(test, pfc_xoff_rate_add(&rate, 10, at + i),
					i == 10);
		/* the last nanosecond still belongs to the second */
		KUNIT_EXPECT_FALSE(test, pfc_xoff_rate_add(&rate, 21, at + second - 1));
		at += second;
		KUNIT_EXPECT_FALSE(test, pfc_xoff_rate_add(&rate, 1, at));
		KUNIT_EXPECT_TRUE(test, pfc_xoff_rate_add(&rate, 1, at + second - 1));
		at += 5 * second;
	}
	for (i = 0; i < 1000; i++)
		KUNIT_EXPECT_FALSE(test, pfc_xoff_rate_add(&rate, 0, at));
}

/* Each second starts at an XOFF, not at a full second of the clock */
static void xoff_rate_second_starts_at_xoff(struct kunit *test)
{
	struct pfc_xoff_rate rate = {};

	KUNIT_EXPECT_FALSE(test, pfc_xoff_rate_add(&rate, 1, 900 * MS));
	KUNIT_EXPECT_TRUE(test, pfc_xoff_rate_add(&rate, 1, 1100 * MS));
	KUNIT_EXPECT_FALSE(test, pfc_xoff_rate_add(&rate, 1, 1900 * MS));
}

static struct kunit_case detector_xoff_cases[] = {
	KUNIT_CASE(xoff_stops_after_timeout),
	KUNIT_CASE(xoff_timeout_change_applies),
	KUNIT_CASE(xoff_rate_warns_once_per_second),
	KUNIT_CASE(xoff_rate_second_starts_at_xoff),
	{}
};

static struct kunit_suite detector_xoff_suite = {
	.name = "pfc_detector_xoff",
	.test_cases = detector_xoff_cases,
};

kunit_test_suite(detector_xoff_suite);
