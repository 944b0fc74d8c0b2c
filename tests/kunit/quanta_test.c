// SPDX-License-Identifier: GPL-2.0-only
/*
 * Conversion of pause quanta to nanoseconds by link speed.
 */
#include <kunit/test.h>
#include "../../kmod/core/quanta.h"
#include "../../uapi/linux/pfc.h"

/* A comment after an entry is the time before rounding; ".." are its leading digits */
static const struct {
	u32 quanta;
	u32 speed;	/* Mb/s */
	u64 ns;		/* quanta * 512 bit times, rounded up, computed by hand */
} lengths[] = {
	/* the longest pause */
	{ 65535,      10, 3355392000 },
	{ 65535,     100,  335539200 },
	{ 65535,    1000,   33553920 },
	{ 65535,    2500,   13421568 },
	{ 65535,   10000,    3355392 },
	{ 65535,   25000,    1342157 },	/* .. 156.8 */
	{ 65535,   40000,     838848 },
	{ 65535,  100000,     335540 },	/* .. 539.2 */
	{ 65535,  400000,      83885 },	/* .. 884.8 */
	{ 65535, 1600000,      20972 },	/* .. 971.2 */
	/* the shortest pause */
	{ 1,      10, 51200 },
	{ 1,     100,  5120 },
	{ 1,    1000,   512 },
	{ 1,   10000,    52 },		/* 51.2 */
	{ 1,   25000,    21 },		/* 20.48 */
	{ 1,  100000,     6 },		/* 5.12 */
	{ 1,  400000,     2 },		/* 1.28 */
	{ 1, 1600000,     1 },		/* 0.32 */
	/* rounded up only with a remainder */
	{ 5,   10000,   256 },
	{ 6,   10000,   308 },		/* 307.2 */
	{ 25, 100000,   128 },
	{ 26, 100000,   134 },		/* 133.12 */
	{ 3125, 1600000, 1000 },
	{ 3126, 1600000, 1001 },	/* 1000.32 */
	/* lowest and highest speed of the type */
	{ 65535,          1, 33553920000 },
	{ 65535, 4294967295U,          8 },
};

static void quanta_lengths(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(lengths); i++)
		KUNIT_EXPECT_EQ_MSG(test,
				    pfc_quanta_to_ns(lengths[i].quanta,
						     lengths[i].speed),
				    lengths[i].ns, "%u quanta at %u Mb/s",
				    lengths[i].quanta, lengths[i].speed);
}

static void quanta_zero(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, pfc_quanta_to_ns(0, PFC_SPEED_MIN), 0ULL);
	KUNIT_EXPECT_EQ(test, pfc_quanta_to_ns(0, PFC_SPEED_MAX), 0ULL);
}

/* The result is never below the bit times, and above them by less than 1 ns */
static void quanta_round_up(struct kunit *test)
{
	static const u32 speeds[] = {
		10, 100, 999, 1000, 2500, 7001, 10000, 25000, 40000, 50000,
		100000, 200000, 400000, 800000, 1599999, 1600000,
	};
	unsigned int i;
	u32 quanta;

	for (i = 0; i < ARRAY_SIZE(speeds); i++) {
		for (quanta = 1; quanta <= 65535; quanta += 13) {
			u64 ns = pfc_quanta_to_ns(quanta, speeds[i]);
			u64 bits = quanta * 512000ULL;

			KUNIT_EXPECT_GE(test, ns * speeds[i], bits);
			KUNIT_EXPECT_LT(test, (ns - 1) * speeds[i], bits);
		}
	}
}

/* The number of quanta is long enough, and one less is too short */
static void quanta_of_times(struct kunit *test)
{
	static const u32 speeds[] = { 10, 100, 999, 2500, 7001, 100000, 1599999, 1600000 };
	static const u64 times[] = { 1, 2, 319, 320, 5120, 5121, 20000, 51200, 999999, 10000000 };
	unsigned int i, j;
	u64 quanta;

	for (i = 0; i < ARRAY_SIZE(speeds); i++) {
		for (j = 0; j < ARRAY_SIZE(times); j++) {
			quanta = pfc_ns_to_quanta(times[j], speeds[i]);
			KUNIT_ASSERT_GT(test, quanta, 0ULL);
			KUNIT_EXPECT_GE(test, pfc_quanta_to_ns(quanta, speeds[i]), times[j]);
			KUNIT_EXPECT_LT(test, pfc_quanta_to_ns(quanta - 1, speeds[i]), times[j]);
		}
	}
	KUNIT_EXPECT_EQ(test, pfc_ns_to_quanta(0, 10), 0ULL);
}

static struct kunit_case quanta_cases[] = {
	KUNIT_CASE(quanta_lengths),
	KUNIT_CASE(quanta_zero),
	KUNIT_CASE(quanta_round_up),
	KUNIT_CASE(quanta_of_times),
	{}
};

static struct kunit_suite quanta_suite = {
	.name = "pfc_quanta",
	.test_cases = quanta_cases,
};

kunit_test_suite(quanta_suite);
