// SPDX-License-Identifier: GPL-2.0-only
/*
 * Order of the egress queues: compared with orders computed by hand, and with the shares of an
 * ideal fluid scheduler.  random_test.c compares it with a model that executes each round.
 */
#include <kunit/test.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/prandom.h>
#include <linux/string.h>
#include "../../kmod/core/ets.c"

#define SEED	0x80210a2
#define FRAMES	50000

/* @bw: share of each class, percent; 0: strict */
static void set(struct pfc_ets *ets, const u8 *prio_tc, const u8 *bw)
{
	struct pfc_tc tcs[8];
	int i;

	for (i = 0; i < 8; i++)
		tcs[i] = (struct pfc_tc) { .ets = bw[i], .bw = bw[i] };
	pfc_ets_set(ets, prio_tc, tcs);
}

static const u8 one_to_one[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };

static const struct {
	const char	*name;
	u8		prio_tc[8];
	u8		bw[8];
	u8		ready;
	u8		held;
	u32		len[8];
	const char	*order;
} orders[] = {
	{
		"all classes strict", { 0, 1, 2, 3, 4, 5, 6, 7 }, {}, 0x15, 0,
		{ 64, 64, 64, 64, 9000 }, "4444"
	}, {
		"strict order by class, not by priority", { 7, 1, 2, 3, 4, 5, 6, 0 }, {},
		0x81, 0, { 64, [7] = 64 }, "0000"
	}, {
		"strict class numbered below an ETS class", { 0, 1, 2, 3, 4, 5, 6, 7 },
		{ [7] = 100 }, 0x81, 0, { 64, [7] = 64 }, "0000"
	}, {
		/* quanta of classes 0, 1, 2: 960, 480, 160 bytes; class 1 gets the first one */
		"shares 60:30:10", { 0, 1, 2, 3, 4, 5, 6, 7 }, { 60, 30, 10 }, 0x07, 0,
		{ 960, 960, 960 }, "01001001200100100120"
	}, {
		"frames of two lengths", { 0, 1, 2, 3, 4, 5, 6, 7 }, { 50, 50 }, 0x03, 0,
		{ 1600, 400 }, "11110111101111011"
	}, {
		"frames of many quanta", { 0, 1, 2, 3, 4, 5, 6, 7 }, { 50, 50 }, 0x03, 0,
		{ 64000, 32000 }, "1101101101"
	}, {
		"only one class has frames", { 0, 1, 2, 3, 4, 5, 6, 7 }, { 99, 1 }, 0x02, 0,
		{ 0, 1500 }, "1111"
	}, {
		/* each priority gets 256 bytes per round */
		"two priorities in one strict class", { 0, 5, 5, 3, 4, 5, 6, 7 }, {}, 0x0e, 0,
		{ 0, 512, 256, 256 }, "212212212"
	}, {
		"two priorities in one ETS class", { 0, 1, 1, 3, 4, 5, 6, 7 }, { 50, 50 }, 0x07, 0,
		{ 800, 800, 800 }, "1020102010"
	}, {
		"a held class does not block the others", { 0, 1, 2, 3, 4, 5, 6, 7 }, { 50, 50 },
		0x01, 0x02, { 800, 800 }, "0000"
	}, {
		"a held strict class does not block ETS classes",
		{ 0, 1, 2, 3, 4, 5, 6, 7 }, { 50, 50 }, 0x03, 0x80, { 800, 800, [7] = 800 }, "1010"
	},
};

static void ets_orders(struct kunit *test)
{
	unsigned int i, n;
	char got[32];

	for (i = 0; i < ARRAY_SIZE(orders); i++) {
		struct pfc_ets ets = {};

		set(&ets, orders[i].prio_tc, orders[i].bw);
		for (n = 0; orders[i].order[n]; n++)
			got[n] = '0' + pfc_ets_next(&ets, orders[i].ready, orders[i].held,
						    orders[i].len);
		got[n] = 0;
		KUNIT_EXPECT_STREQ_MSG(test, got, orders[i].order, "%s", orders[i].name);
	}
}

/*
 * Members that always have frames are served fairly: the bytes that two members have
 * sent, divided by their weights, differ by at most one frame and one quantum of each.
 * @bytes: bytes sent by each member; @most: longest frame of each member, bytes.
 */
static void expect_fair(struct kunit *test, const u64 *bytes, const u8 *weight,
			const u32 *most, u32 quantum, const char *name)
{
	int i, k;

	for (i = 0; i < 8; i++)
		for (k = 0; k < 8; k++) {
			s64 apart = (s64)bytes[i] * weight[k] - (s64)bytes[k] * weight[i];
			s64 bound = (s64)most[i] * weight[k] + (s64)most[k] * weight[i] +
				    2 * weight[i] * weight[k] * quantum;

			if (weight[i] && weight[k])
				KUNIT_ASSERT_LE_MSG(test, apart, bound,
						    "%s: %d sent %llu, %d sent %llu", name,
						    i, bytes[i], k, bytes[k]);
		}
}

static const struct {
	u8	bw[8];
	u32	shortest[8];
	u32	longest[8];
} shares[] = {
	{ { 60, 30, 10 }, { 1500, 60, 9000 }, { 1500, 60, 9000 } },
	{ { 60, 30, 10 }, { 60, 60, 60 }, { 9000, 9000, 9000 } },
	{ { 1, 99 }, { 9000, 60 }, { 9000, 60 } },
	{ { 1, 99 }, { 60, 9000 }, { 60, 9000 } },
	{ { 1, 99 }, { 60, 60 }, { 65536, 65536 } },
	{ { 12, 12, 12, 12, 13, 13, 13, 13 }, { 60, 60, 60, 60, 60, 60, 60, 60 },
	  { 60, 100, 500, 1500, 1500, 4000, 9000, 65536 } },
	{ { 93, 1, 1, 1, 1, 1, 1, 1 }, { 60, 60, 60, 60, 60, 60, 60, 60 },
	  { 1538, 1538, 1538, 1538, 1538, 1538, 1538, 1538 } },
};

static void ets_shares(struct kunit *test)
{
	struct rnd_state rnd;
	unsigned int s, n, i;

	prandom_seed_state(&rnd, SEED);
	for (s = 0; s < ARRAY_SIZE(shares); s++) {
		struct pfc_ets ets = {};
		u64 bytes[8] = {}, from[8];
		u8 ready = 0;
		u32 len[8];

		set(&ets, one_to_one, shares[s].bw);
		for (i = 0; i < 8; i++)
			ready |= shares[s].bw[i] ? BIT(i) : 0;
		for (n = 0; n < FRAMES; n++) {
			for (i = 0; i < 8; i++)
				if (!n || bytes[i] != from[i])
					len[i] = shares[s].shortest[i] +
						 prandom_u32_state(&rnd) %
						 (shares[s].longest[i] -
						  shares[s].shortest[i] + 1);
			memcpy(from, bytes, sizeof(from));
			i = pfc_ets_next(&ets, ready, 0, len);
			bytes[i] += len[i];
			expect_fair(test, bytes, shares[s].bw, shares[s].longest,
				    PFC_ETS_QUANTUM, "classes");
		}
	}
}

/* Strict traffic does not change the shares; the members of a class get equal parts */
static void ets_members(struct kunit *test)
{
	static const u8 prio_tc[8] = { 0, 1, 1, 1, 4, 5, 5, 7 };
	static const u8 bw[8] = { 50, 50 };
	static const u8 inner[8] = { [1] = 1, [2] = 1, [3] = 1 };
	static const u8 strict[8] = { [5] = 1, [6] = 1 };
	static const u32 len[8] = { 700, 60, 1500, 9000, 100, 60, 1500, 100 };
	static const u32 most[8] = { 700, 9000 };
	u64 bytes[8] = {}, tcs[8] = {};
	struct pfc_ets ets = {};
	struct rnd_state rnd;
	unsigned int n, prio;

	prandom_seed_state(&rnd, SEED);
	set(&ets, prio_tc, bw);
	for (n = 0; n < FRAMES; n++) {
		bool busy = prandom_u32_state(&rnd) % 8 == 0;

		prio = pfc_ets_next(&ets, busy ? 0x6f : 0x0f, 0, len);
		KUNIT_ASSERT_EQ(test, busy, prio > 4);
		bytes[prio] += len[prio];
		tcs[prio_tc[prio]] += len[prio];
		/* priorities 5 and 6 do not always have frames: their shares are not defined */
		expect_fair(test, bytes, inner, len, PFC_ETS_PRIO_QUANTUM, "ETS class");
		expect_fair(test, tcs, bw, most, PFC_ETS_QUANTUM, "ETS classes");
	}
	memset(bytes, 0, sizeof(bytes));
	for (n = 0; n < FRAMES; n++) {
		prio = pfc_ets_next(&ets, 0x6f, 0, len);
		bytes[prio] += len[prio];
		expect_fair(test, bytes, strict, len, PFC_ETS_PRIO_QUANTUM, "strict class");
	}
	KUNIT_EXPECT_EQ(test, bytes[0], 0ULL);
}

static const struct {
	u8	bw[8];
	u32	rate;		/* rate limit of class 0, percent of the link */
	u32	len[8];
	u32	share;		/* expected share of class 0, permille */
} limited[] = {
	{ { 40, 60 }, 50, { 1500, 1500 }, 400 },
	{ { 40, 60 }, 41, { 1500, 1500 }, 400 },
	{ { 40, 60 }, 100, { 1500, 1500 }, 400 },
	{ { 40, 60 }, 20, { 1500, 1500 }, 200 },
	{ { 40, 60 }, 50, { 300, 1500 }, 400 },
	{ { 80, 20 }, 90, { 1500, 1500 }, 800 },
	{ { 10, 90 }, 20, { 1500, 1500 }, 100 },
	{ { 10, 90 }, 20, { 1500, 300 }, 100 },
};

/* A class with a rate limit gets the smaller one of its share and its rate */
static void ets_limited(struct kunit *test)
{
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(limited); i++) {
		u64 now = 0, next = 0, bytes[8] = {}, share;
		struct pfc_ets ets = {};

		set(&ets, one_to_one, limited[i].bw);
		for (n = 0; n < FRAMES; n++) {
			bool held = now < next;
			u8 at = pfc_ets_next(&ets, held ? 0x02 : 0x03, held,
					     limited[i].len);

			bytes[at] += limited[i].len[at];
			/* the rate limit makes up for a wait for one frame of another class */
			if (!at)
				next = max(next + 1500, now) - 1500 +
				       limited[i].len[0] * 100 / limited[i].rate;
			now += limited[i].len[at];
		}
		share = div64_u64(bytes[0] * 1000, now);
		/* the lower bound allows for the frame that is being sent */
		KUNIT_EXPECT_LE_MSG(test, share, limited[i].share + 1ULL, "%u", i);
		KUNIT_EXPECT_GE_MSG(test, share, limited[i].share * 97 / 100ULL, "%u", i);
	}
}

static struct kunit_case ets_cases[] = {
	KUNIT_CASE(ets_orders),
	KUNIT_CASE(ets_shares),
	KUNIT_CASE(ets_members),
	KUNIT_CASE(ets_limited),
	{}
};

static struct kunit_suite ets_suite = {
	.name = "pfc_ets",
	.test_cases = ets_cases,
};

kunit_test_suite(ets_suite);
