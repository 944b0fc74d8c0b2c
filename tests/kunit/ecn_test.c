// SPDX-License-Identifier: GPL-2.0-only
/*
 * ECN marking curve of the egress queues.
 */
#include <kunit/test.h>
#include <linux/prandom.h>
#include "../../kmod/core/ecn.h"
#include "../../uapi/linux/pfc.h"

#define SEED	0x3168

/*
 * Number of the 2^32 random numbers that mark a packet: pmax * (queued - kmin) * 2^32 /
 * (kmax - kmin) / 10^6, rounded up, computed by hand.  The smallest numbers mark.  A comment
 * after an entry is the result before rounding; ".." are its leading digits.
 */
static const struct {
	struct pfc_ecn	ecn;
	u32		queued;
	u64		hits;
} curve[] = {
	/* without a curve no packet is marked */
	{ { 0, 0, 0 }, U32_MAX, 0 },
	{ { 0, 0, 1000000 }, 1, 0 },
	/* ends of the curve */
	{ { 1000, 2000, 1000000 }, 0, 0 },
	{ { 1000, 2000, 1000000 }, 1000, 0 },
	{ { 1000, 2000, 0 }, 2000, 0 },
	{ { 1000, 2000, 0 }, 2001, 1ULL << 32 },
	{ { 1000, 2000, 10000 }, 2001, 1ULL << 32 },
	{ { 1000, 2000, 1000000 }, 2000, 1ULL << 32 },
	{ { 0, U32_MAX, 1000000 }, U32_MAX, 1ULL << 32 },
	{ { 0, U32_MAX, 1000000 }, 0, 0 },
	/* between kmin and kmax */
	{ { 1000, 2000, 1000000 }, 1500, 1ULL << 31 },
	{ { 1000, 2000, 1000000 }, 1001, 4294968 },		/* .. 967.296 */
	{ { 1000, 2000, 10000 }, 2000, 42949673 },		/* .. 672.96 */
	{ { 1000, 2000, 10000 }, 1500, 21474837 },		/* .. 836.48 */
	{ { 5000, 200000, 10000 }, 102500, 21474837 },
	{ { 5000, 200000, 10000 }, 5001, 221 },			/* 220.25 */
	{ { 0, 3, 1000000 }, 1, 1431655766 },			/* .. 765.33 */
	{ { 0, 3, 1 }, 3, 4295 },				/* 4294.97 */
	{ { 0, U32_MAX, 1000000 }, 1, 2 },			/* 1.0000000002 */
	{ { 0, U32_MAX, 1000000 }, 1U << 31, 2147483649ULL },	/* .. 8.5 */
	{ { 0, U32_MAX, 1 }, 1, 1 },
	{ { 4000000000U, 4294967294U, 500000 }, 4147483647U, 1ULL << 30 },
	/* kmin equals kmax: a step */
	{ { 30000, 30000, 1000000 }, 30000, 0 },
	{ { 30000, 30000, 1000000 }, 30001, 1ULL << 32 },
	{ { 30000, 30000, 0 }, 30001, 1ULL << 32 },
};

static void ecn_curve(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(curve); i++) {
		const struct pfc_ecn *ecn = &curve[i].ecn;
		u64 hits = curve[i].hits;

		KUNIT_EXPECT_EQ_MSG(test, pfc_ecn_hit(ecn, curve[i].queued, 0), hits > 0,
				    "line %u", i);
		if (hits)
			KUNIT_EXPECT_TRUE_MSG(test, pfc_ecn_hit(ecn, curve[i].queued,
								hits - 1), "line %u", i);
		if (hits <= U32_MAX)
			KUNIT_EXPECT_FALSE_MSG(test, pfc_ecn_hit(ecn, curve[i].queued,
								 hits), "line %u", i);
		KUNIT_EXPECT_EQ_MSG(test, pfc_ecn_hit(ecn, curve[i].queued, U32_MAX),
				    hits > U32_MAX, "line %u", i);
	}
	KUNIT_EXPECT_EQ(test, PFC_ECN_ONE, PFC_PMAX_ONE);
}

/* A longer queue marks at least as many packets, and the marking rate matches pmax */
static void ecn_random(struct kunit *test)
{
	static const struct pfc_ecn ecn = { 5000, 200000, 100000 };
	struct rnd_state rnd;
	u32 hits = 0, n;

	prandom_seed_state(&rnd, SEED);
	for (n = 0; n < 100000; n++) {
		u32 random = prandom_u32_state(&rnd);
		u32 queued = prandom_u32_state(&rnd) % 250000;

		if (pfc_ecn_hit(&ecn, queued, random))
			KUNIT_EXPECT_TRUE(test, pfc_ecn_hit(&ecn, queued + 1, random));
		hits += pfc_ecn_hit(&ecn, 102500, random);
	}
	/* 100,000 * 0.05 = 5000, within five standard deviations (69) */
	KUNIT_EXPECT_GE(test, hits, 4655);
	KUNIT_EXPECT_LE(test, hits, 5345);
}

static struct kunit_case ecn_cases[] = {
	KUNIT_CASE(ecn_curve),
	KUNIT_CASE(ecn_random),
	{}
};

static struct kunit_suite ecn_suite = {
	.name = "pfc_ecn",
	.test_cases = ecn_cases,
};

kunit_test_suite(ecn_suite);
