// SPDX-License-Identifier: GPL-2.0-only
/*
 * Admission to the shared buffer at the edges of the thresholds.  random_test.c compares it with a
 * model that keeps each packet.
 */
#include <kunit/test.h>
#include "../../kmod/core/admit.h"

#define XOFF		10000
#define XON		6000
#define HEADROOM	4000
#define LIMIT		8000

static const struct pfc_pg_limits lossless = {
	.lossless = true,
	.xoff = XOFF,
	.xon = XON,
	.headroom = HEADROOM,
	.limit = 1,		/* unused in a lossless group */
};

static const struct pfc_pg_limits lossy = {
	.lossless = false,
	.xoff = 1,		/* unused in a lossy group */
	.xon = 1,
	.headroom = HEADROOM,
	.limit = LIMIT,
};

#define FREE		1000000

static struct pfc_use use_of(u32 held, u32 headroom, bool xoff)
{
	return (struct pfc_use) {
		.held = held,
		.headroom = headroom,
		.xoff = xoff,
	};
}

static void expect_use(struct kunit *test, struct pfc_use use, u32 held,
		       u32 headroom, bool xoff)
{
	KUNIT_EXPECT_EQ(test, use.held, held);
	KUNIT_EXPECT_EQ(test, use.headroom, headroom);
	KUNIT_EXPECT_EQ(test, use.xoff, xoff);
}

/* Same sequence as in the data path: decide, then charge or refuse */
static enum pfc_place admit_at(const struct pfc_pg_limits *limits,
			       struct pfc_use *use, u32 len, u32 free)
{
	bool below = pfc_admit_below(limits, *use, limits->guarantee, len, free);
	u32 need = pfc_admit_need(*use, limits->guarantee, len);
	enum pfc_place place = pfc_admit_place(limits, *use, len, below,
					       need <= free);

	if (place <= PFC_PLACE_HEADROOM)
		*use = pfc_admit_charge(*use, place, len);
	else if (place == PFC_REFUSE_HEADROOM)
		*use = pfc_admit_refuse(*use);
	return place;
}

static enum pfc_place admit(const struct pfc_pg_limits *limits,
			    struct pfc_use *use, u32 len, bool pool_has)
{
	return admit_at(limits, use, len, pool_has ? FREE : 0);
}

static struct pfc_use release(const struct pfc_pg_limits *limits,
			      struct pfc_use use, u32 len)
{
	return pfc_admit_release(limits, use, limits->guarantee, len, FREE);
}

static struct pfc_use resize(const struct pfc_pg_limits *limits,
			     struct pfc_use use)
{
	return pfc_admit_resize(limits, use, limits->guarantee, FREE, U32_MAX);
}

/* A packet below XOFF is held; a packet above XOFF goes to the headroom until this is full */
static void admit_xoff_edge(struct kunit *test)
{
	struct pfc_use use = use_of(XOFF - 100, 0, false);

	KUNIT_EXPECT_EQ(test, admit(&lossless, &use, 100, true),
			PFC_PLACE_HELD);
	expect_use(test, use, XOFF, 0, false);
	KUNIT_EXPECT_EQ(test, admit(&lossless, &use, 1, true),
			PFC_PLACE_HEADROOM);
	expect_use(test, use, XOFF, 1, true);
	KUNIT_EXPECT_EQ(test, admit(&lossless, &use, HEADROOM - 1, true),
			PFC_PLACE_HEADROOM);
	expect_use(test, use, XOFF, HEADROOM, true);
	KUNIT_EXPECT_EQ(test, admit(&lossless, &use, 1, true),
			PFC_REFUSE_HEADROOM);
	expect_use(test, use, XOFF, HEADROOM, true);
}

static void admit_xon_edge(struct kunit *test)
{
	struct pfc_use use = use_of(XOFF, 2, true);

	use = release(&lossless, use, 1);
	expect_use(test, use, XOFF, 1, true);
	use = release(&lossless, use, 1);
	expect_use(test, use, XOFF, 0, true);
	use = release(&lossless, use, XOFF - XON - 1);
	expect_use(test, use, XON + 1, 0, true);
	use = release(&lossless, use, 1);
	expect_use(test, use, XON, 0, false);
	use = release(&lossless, use, XON);
	expect_use(test, use, 0, 0, false);
}

/* Between XON and XOFF the state does not change */
static void admit_hysteresis(struct kunit *test)
{
	struct pfc_use use;
	u32 held;

	for (held = XON - 2; held <= XOFF + 2; held++) {
		use = use_of(held, 0, true);
		KUNIT_EXPECT_EQ(test, resize(&lossless, use).xoff, held > XON);
		KUNIT_EXPECT_EQ(test, release(&lossless, use, 1).xoff,
				held - 1 > XON);
		use.xoff = false;
		KUNIT_EXPECT_EQ(test, resize(&lossless, use).xoff, held > XOFF);
		KUNIT_EXPECT_FALSE(test, release(&lossless, use, 1).xoff);
		use.headroom = 1;
		KUNIT_EXPECT_TRUE(test, resize(&lossless, use).xoff);
	}

	use = use_of(XOFF, 0, false);
	use = release(&lossless, use, 1);
	expect_use(test, use, XOFF - 1, 0, false);
	use = pfc_admit_charge(use, PFC_PLACE_HELD, 1);
	expect_use(test, use, XOFF, 0, false);
	use = use_of(XON + 1, 0, true);
	use = pfc_admit_charge(use, PFC_PLACE_HELD, 1);
	expect_use(test, use, XON + 2, 0, true);
}

static void admit_lossy_limit(struct kunit *test)
{
	struct pfc_use use = use_of(LIMIT - 100, 0, false);

	KUNIT_EXPECT_EQ(test, admit(&lossy, &use, 101, true), PFC_REFUSE_LIMIT);
	expect_use(test, use, LIMIT - 100, 0, false);
	KUNIT_EXPECT_EQ(test, admit(&lossy, &use, 100, true), PFC_PLACE_HELD);
	expect_use(test, use, LIMIT, 0, false);
	KUNIT_EXPECT_EQ(test, admit(&lossy, &use, 1, true), PFC_REFUSE_LIMIT);
	expect_use(test, use, LIMIT, 0, false);
	use = release(&lossy, use, 1);
	expect_use(test, use, LIMIT - 1, 0, false);
}

/* Pool full: lossless packets go to the headroom, lossy packets are dropped */
static void admit_pool_full(struct kunit *test)
{
	struct pfc_use use = use_of(0, 0, false);

	KUNIT_EXPECT_EQ(test, admit(&lossy, &use, LIMIT, false), PFC_REFUSE_POOL);
	KUNIT_EXPECT_EQ(test, admit(&lossy, &use, LIMIT + 1, false),
			PFC_REFUSE_LIMIT);
	expect_use(test, use, 0, 0, false);

	KUNIT_EXPECT_EQ(test, admit(&lossless, &use, HEADROOM, false),
			PFC_PLACE_HEADROOM);
	expect_use(test, use, 0, HEADROOM, true);
	KUNIT_EXPECT_EQ(test, admit(&lossless, &use, 1, false),
			PFC_REFUSE_HEADROOM);
	/* with free bytes in the pool a packet is held again */
	KUNIT_EXPECT_EQ(test, admit(&lossless, &use, 1, true),
			PFC_PLACE_HELD);
	expect_use(test, use, 1, HEADROOM, true);
}

/* The guarantee is used before the shared part; a packet may use both */
static void admit_guarantee(struct kunit *test)
{
	struct pfc_pg_limits limits = lossy;
	struct pfc_use use = use_of(0, 0, false);

	limits.guarantee = 1000;
	KUNIT_EXPECT_EQ(test, pfc_admit_need(use, 1000, 1000), 0U);
	KUNIT_EXPECT_EQ(test, pfc_admit_need(use, 1000, 1001), 1U);
	KUNIT_EXPECT_EQ(test, pfc_admit_need(use_of(1000, 0, false), 1000, 7), 7U);
	KUNIT_EXPECT_EQ(test, pfc_admit_need(use_of(999, 0, false), 1000, 7), 6U);

	KUNIT_EXPECT_EQ(test, admit_at(&limits, &use, 900, 0), PFC_PLACE_HELD);
	KUNIT_EXPECT_EQ(test, admit_at(&limits, &use, 150, 49), PFC_REFUSE_POOL);
	KUNIT_EXPECT_EQ(test, admit_at(&limits, &use, 150, 50), PFC_PLACE_HELD);
	expect_use(test, use, 1050, 0, false);
	KUNIT_EXPECT_EQ(test, pfc_shared_part(use.held, 1000), 50U);
	KUNIT_EXPECT_EQ(test, admit_at(&limits, &use, LIMIT - 49, FREE),
			PFC_REFUSE_LIMIT);
	KUNIT_EXPECT_EQ(test, admit_at(&limits, &use, LIMIT - 50, FREE),
			PFC_PLACE_HELD);
	KUNIT_EXPECT_EQ(test, pfc_shared_part(use.held, 1000), (u32)LIMIT);
}

/* Threshold in a pool of more than 4 GiB */
static void admit_alpha_large(struct kunit *test)
{
	struct pfc_pg_limits limits = lossless;

	limits.alpha = PFC_ALPHA_MAX;
	KUNIT_EXPECT_EQ(test, pfc_threshold(&limits, PFC_SIZE_MAX), (u64)PFC_HELD_MAX);
	limits.guarantee = 1000;
	KUNIT_EXPECT_EQ(test, pfc_threshold(&limits, 56441610000ULL), PFC_HELD_MAX - 1000ULL);
	limits.guarantee = 0;
	limits.alpha = 1;
	KUNIT_EXPECT_EQ(test, pfc_threshold(&limits, 56441610000ULL), 56441610000ULL / 256);
	KUNIT_EXPECT_EQ(test, pfc_threshold(&limits, 255), 0ULL);
	KUNIT_EXPECT_EQ(test, pfc_threshold(&limits, 256), 1ULL);
}

/* With alpha, the use of other groups moves XOFF and XON of this group */
static void admit_alpha_others(struct kunit *test)
{
	struct pfc_pg_limits limits = lossless;
	struct pfc_use use = use_of(10000, 0, false);

	limits.alpha = PFC_ALPHA_ONE / 8;
	limits.xon_offset = 2000;
	KUNIT_EXPECT_EQ(test, admit_at(&limits, &use, 100, 80800), PFC_PLACE_HELD);
	KUNIT_EXPECT_EQ(test, admit_at(&limits, &use, 100, 81592), PFC_PLACE_HEADROOM);
	expect_use(test, use, 10100, 100, true);
	/* 80000 bytes free: threshold 10000, less the XON offset: 8000 */
	use = pfc_admit_release(&limits, use, 0, 100, 80000);
	expect_use(test, use, 10100, 0, true);
	use = pfc_admit_release(&limits, use, 0, 2099, 80000);
	expect_use(test, use, 8001, 0, true);
	KUNIT_EXPECT_FALSE(test, pfc_admit_release(&limits, use, 0, 1, 80000).xoff);
	KUNIT_EXPECT_TRUE(test, pfc_admit_release(&limits, use, 0, 1, 79992).xoff);
	/* without free bytes XON is sent only when the group is empty */
	KUNIT_EXPECT_TRUE(test, pfc_admit_release(&limits, use, 0, 8000, 0).xoff);
	KUNIT_EXPECT_FALSE(test, pfc_admit_release(&limits, use, 0, 8001, 0).xoff);
	KUNIT_EXPECT_TRUE(test, pfc_admit_release(&limits, use, 0, 8000, 16000).xoff);
	KUNIT_EXPECT_FALSE(test, pfc_admit_release(&limits, use, 0, 8000, 16008).xoff);
}

/* A refusal only sets XOFF, and only if a later departure can clear it */
static void admit_refuse(struct kunit *test)
{
	struct pfc_use use;

	/* the group is empty: no departure would clear XOFF */
	expect_use(test, pfc_admit_refuse(use_of(0, 0, false)), 0, 0, false);
	expect_use(test, pfc_admit_refuse(use_of(1, 0, false)), 1, 0, true);
	expect_use(test, pfc_admit_refuse(use_of(0, 1, false)), 0, 1, true);
	expect_use(test, pfc_admit_refuse(use_of(XON, 0, false)), XON, 0, true);
	expect_use(test, pfc_admit_refuse(use_of(1, 1, true)), 1, 1, true);

	use = pfc_admit_refuse(use_of(XON + 2, 0, false));
	use = release(&lossless, use, 1);
	expect_use(test, use, XON + 1, 0, true);
	use = release(&lossless, use, 1);
	expect_use(test, use, XON, 0, false);
}

/*
 * The headroom shrinks below its charge.  If several groups share the headroom, the bytes stay
 * there.  If the group has its own headroom, the excess bytes move to held.
 */
static void admit_resize_shared_headroom(struct kunit *test)
{
	struct pfc_use use = use_of(XOFF, HEADROOM, true);
	struct pfc_pg_limits limits = lossless;

	limits.headroom = HEADROOM / 2;
	expect_use(test, pfc_admit_resize(&limits, use, 0, FREE, 0), XOFF, HEADROOM,
		   true);
	expect_use(test, pfc_admit_resize(&limits, use, 0, FREE, U32_MAX),
		   XOFF + HEADROOM / 2, HEADROOM / 2, true);
	limits.lossless = false;
	expect_use(test, pfc_admit_resize(&limits, use, 0, FREE, 0), XOFF, HEADROOM,
		   false);
	expect_use(test, pfc_admit_resize(&limits, use, 0, FREE, U32_MAX),
		   XOFF + HEADROOM, 0, false);
}

static void expect_pack(struct kunit *test, u32 held, u32 headroom, bool xoff,
			bool basis)
{
	struct pfc_use use = use_of(held, headroom, xoff);
	u64 word;

	use.basis = basis;
	word = pfc_use_pack(use);
	use = pfc_use_unpack(word);
	expect_use(test, use, held, headroom, xoff);
	KUNIT_EXPECT_EQ(test, use.basis, basis);
	KUNIT_EXPECT_EQ(test, !!(word & PFC_USE_XOFF), xoff);
	KUNIT_EXPECT_EQ(test, word >> PFC_USE_BASIS_SHIFT, (u64)basis);
	KUNIT_EXPECT_EQ(test, !(word & PFC_USE_BYTES), !held && !headroom);
}

/* Each field of the packed word at its limits, alone and with other fields */
static void admit_pack(struct kunit *test)
{
	static const u32 values[] = { 0, 1, 0x40000000, 0x7ffffffe, 0x7fffffff };
	unsigned int i, j, xoff, basis;

	for (i = 0; i < ARRAY_SIZE(values); i++)
		for (j = 0; j < ARRAY_SIZE(values); j++)
			for (xoff = 0; xoff < 2; xoff++)
				for (basis = 0; basis < 2; basis++)
					expect_pack(test, values[i], values[j],
						    xoff, basis);
	KUNIT_EXPECT_EQ(test, pfc_use_pack(use_of(0, 0, false)), 0ULL);
	KUNIT_EXPECT_EQ(test, pfc_use_sum(use_of(0x7fffffff, 0x7fffffff, true)),
			0xfffffffeU);
}

static struct kunit_case admit_cases[] = {
	KUNIT_CASE(admit_xoff_edge),
	KUNIT_CASE(admit_xon_edge),
	KUNIT_CASE(admit_hysteresis),
	KUNIT_CASE(admit_lossy_limit),
	KUNIT_CASE(admit_pool_full),
	KUNIT_CASE(admit_guarantee),
	KUNIT_CASE(admit_resize_shared_headroom),
	KUNIT_CASE(admit_alpha_large),
	KUNIT_CASE(admit_alpha_others),
	KUNIT_CASE(admit_refuse),
	KUNIT_CASE(admit_pack),
	{}
};

static struct kunit_suite admit_suite = {
	.name = "pfc_admit",
	.test_cases = admit_cases,
};

kunit_test_suite(admit_suite);
