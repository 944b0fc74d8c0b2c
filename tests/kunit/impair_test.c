// SPDX-License-Identifier: GPL-2.0-only
/*
 * Impairments of a link: generators, ratios, the deciding priority of a PFC frame, duty cycles.
 */
#include <kunit/test.h>
#include "../../kmod/core/chance.c"
#include "../../uapi/linux/pfc.h"

#define DRAWS	200000

static u32 count(u32 seed, int prio, enum pfc_impair_kind kind, u32 ratio, u32 draws)
{
	struct rnd_state state;
	u32 hits = 0;

	pfc_impair_seed(&state, seed, prio, kind);
	while (draws--)
		hits += pfc_impair_hit(&state, ratio);
	return hits;
}

/* |hits - n p| is below five standard deviations: the squares are compared, in units of 10^-12 */
static bool within(u32 hits, u32 draws, u32 ratio)
{
	s64 off = (s64)hits * PFC_PMAX_ONE - (s64)draws * ratio;

	return off * off <= 25LL * draws * ratio * (PFC_PMAX_ONE - ratio);
}

static void ratios_are_exact(struct kunit *test)
{
	static const u32 ratios[] = { 100, 1000, 10000, 100000, 500000, 999000 };
	u32 i, seed;
	int prio;

	for (i = 0; i < ARRAY_SIZE(ratios); i++)
		for (seed = 0; seed < 3; seed++)
			for (prio = 0; prio < PFC_PRIOS; prio += 3) {
				u32 hits = count(seed, prio, PFC_IMPAIR_LOSS, ratios[i], DRAWS);

				KUNIT_EXPECT_TRUE_MSG(test, within(hits, DRAWS, ratios[i]),
						      "ratio %u seed %u prio %d: %u", ratios[i],
						      seed, prio, hits);
			}
	KUNIT_EXPECT_EQ(test, count(7, 3, PFC_IMPAIR_CE, 0, 1000), 0);
	KUNIT_EXPECT_EQ(test, count(7, 3, PFC_IMPAIR_CE, PFC_PMAX_ONE, 1000), 1000);
}

/*
 * The decisions of a seed must be the same on each kernel, so the numbers are part of the test.
 * They come from another implementation of the generator.
 */
static void a_seed_repeats_the_decisions(struct kunit *test)
{
	struct rnd_state a, b;
	int i;

	pfc_impair_seed(&a, 7, 3, PFC_IMPAIR_LOSS);
	pfc_impair_seed(&b, 7, 3, PFC_IMPAIR_LOSS);
	KUNIT_EXPECT_EQ(test, prandom_u32_state(&a), 0xc7e67c19U);
	KUNIT_EXPECT_EQ(test, prandom_u32_state(&a), 0x42002444U);
	prandom_u32_state(&b);
	prandom_u32_state(&b);
	for (i = 0; i < 1000; i++)
		KUNIT_ASSERT_EQ(test, prandom_u32_state(&a), prandom_u32_state(&b));
}

/* Seeds, priorities and kinds that differ in one bit have unrelated decisions */
static void generators_are_independent(struct kunit *test)
{
	struct rnd_state a, b;
	u32 same, i, n;

	for (n = 0; n < 3; n++) {
		pfc_impair_seed(&a, 4, 2, PFC_IMPAIR_LOSS);
		pfc_impair_seed(&b, n == 0 ? 5 : 4, n == 1 ? 3 : 2,
				n == 2 ? PFC_IMPAIR_CE : PFC_IMPAIR_LOSS);
		for (same = 0, i = 0; i < DRAWS; i++)
			same += pfc_impair_hit(&a, 500000) == pfc_impair_hit(&b, 500000);
		KUNIT_EXPECT_TRUE_MSG(test, within(same, DRAWS, 500000), "%u: %u", n, same);
	}
}

/* A ratio of 0 takes no number, so that other decisions of the generator do not change */
static void no_ratio_takes_no_number(struct kunit *test)
{
	struct rnd_state a, b;

	pfc_impair_seed(&a, 1, 0, PFC_IMPAIR_PFC);
	b = a;
	KUNIT_EXPECT_FALSE(test, pfc_impair_hit(&a, 0));
	KUNIT_EXPECT_EQ(test, prandom_u32_state(&a), prandom_u32_state(&b));
}

static void marks_do_not_depend_on_losses(struct kunit *test)
{
	struct pfc_impair_prio lossy = { .loss = 300000, .ce = 200000 }, whole = { .ce = 200000 };
	struct rnd_state a[PFC_IMPAIR_KINDS], b[PFC_IMPAIR_KINDS];
	bool ce_a, ce_b;
	u32 i, lost = 0;
	int kind;

	for (kind = 0; kind < PFC_IMPAIR_KINDS; kind++) {
		pfc_impair_seed(&a[kind], 9, 3, kind);
		b[kind] = a[kind];
	}
	for (i = 0; i < 1000; i++) {
		lost += pfc_impair_lose(&lossy, a, &ce_a);
		KUNIT_ASSERT_FALSE(test, pfc_impair_lose(&whole, b, &ce_b));
		KUNIT_ASSERT_EQ(test, ce_a, ce_b);
	}
	KUNIT_EXPECT_TRUE(test, within(lost, 1000, 300000));
}

static void one_priority_decides_on_a_pfc_frame(struct kunit *test)
{
	struct pfc_impair_config config;

	pfc_impair_init(&config);
	KUNIT_EXPECT_EQ(test, pfc_impair_pfc_prio(&config, 0xf0), 4);
	config.prio[3].pfc_corrupt = 10;
	config.prio[5].pfc_corrupt = 20;
	config.prio[6].pfc_corrupt = 20;
	KUNIT_EXPECT_EQ(test, pfc_impair_pfc_prio(&config, 0xff), 5);
	KUNIT_EXPECT_EQ(test, pfc_impair_pfc_prio(&config, BIT(3) | BIT(4)), 3);
	KUNIT_EXPECT_EQ(test, pfc_impair_pfc_prio(&config, BIT(4)), 4);
	config.prio[3].pfc_delay = 5000;
	config.prio[5].pfc_delay = 1000;
	KUNIT_EXPECT_EQ(test, pfc_impair_pfc_delay(&config, 0xff), 5000);
	KUNIT_EXPECT_EQ(test, pfc_impair_pfc_delay(&config, BIT(5) | BIT(6)), 1000);
	KUNIT_EXPECT_EQ(test, pfc_impair_pfc_delay(&config, BIT(6)), 0);
}

static void a_corrupted_opcode_is_invalid(struct kunit *test)
{
	struct rnd_state state;
	u16 opcode, seen = 0;
	int i;

	pfc_impair_seed(&state, 1, 0, PFC_IMPAIR_PFC);
	for (i = 0; i < 1000; i++) {
		opcode = pfc_impair_opcode(&state, PFC_OPCODE_PFC);
		KUNIT_ASSERT_NE(test, opcode, PFC_OPCODE_PFC);
		KUNIT_ASSERT_NE(test, opcode, PFC_OPCODE_PAUSE);
		seen |= opcode ^ PFC_OPCODE_PFC;
		KUNIT_ASSERT_NE(test, pfc_impair_opcode(&state, PFC_OPCODE_PAUSE), PFC_OPCODE_PFC);
	}
	KUNIT_EXPECT_EQ(test, seen, 0xfe);
}

static void settings_have_an_effect(struct kunit *test)
{
	struct pfc_impair_config config;

	pfc_impair_init(&config);
	KUNIT_EXPECT_EQ(test, pfc_impair_prios(&config), 0);
	KUNIT_EXPECT_EQ(test, pfc_impair_delays(&config), 0);
	config.prio[7].delay = 1;
	KUNIT_EXPECT_EQ(test, pfc_impair_prios(&config), BIT(7));
	KUNIT_EXPECT_EQ(test, pfc_impair_delays(&config), BIT(7));
}

/* A duty cycle of 3 of 10 from 100 on: state and next change at each time */
static void a_duty_cycle_has_its_edges(struct kunit *test)
{
	const struct pfc_duty duty = { .start = 100, .on = 3, .period = 10 };
	u64 now, edge, phase, on = 0;

	for (now = 100; now < 200; now++) {
		phase = (now - 100) % 10;
		KUNIT_EXPECT_EQ(test, pfc_duty_on(&duty, now, &edge), phase < 3);
		KUNIT_EXPECT_EQ(test, edge, now - phase + (phase < 3 ? 3 : 10));
		on += phase < 3;
	}
	KUNIT_EXPECT_EQ(test, on, 30);
}

static void a_duty_cycle_can_be_constant(struct kunit *test)
{
	struct pfc_impair_prio prio = { .xoff_period = 1000000 };
	struct pfc_duty duty = pfc_impair_xoff(&prio, 5);
	u64 edge;

	KUNIT_EXPECT_FALSE(test, pfc_duty_on(&duty, 5, &edge));
	KUNIT_EXPECT_EQ(test, edge, PFC_IMPAIR_NEVER);
	prio.xoff_duty = PFC_PMAX_ONE;
	duty = pfc_impair_xoff(&prio, 5);
	KUNIT_EXPECT_TRUE(test, pfc_duty_on(&duty, 5000000, &edge));
	KUNIT_EXPECT_EQ(test, edge, PFC_IMPAIR_NEVER);
	prio.xoff_duty = 200000;
	duty = pfc_impair_xoff(&prio, 5);
	KUNIT_EXPECT_EQ(test, duty.on, 200000);
	/* The largest values do not overflow */
	prio.xoff_period = PFC_IMPAIR_XOFF_MAX;
	prio.xoff_duty = 999999;
	KUNIT_EXPECT_EQ(test, pfc_impair_xoff(&prio, 5).on, 999999000);
}

static struct kunit_case impair_cases[] = {
	KUNIT_CASE(ratios_are_exact),
	KUNIT_CASE(a_seed_repeats_the_decisions),
	KUNIT_CASE(generators_are_independent),
	KUNIT_CASE(no_ratio_takes_no_number),
	KUNIT_CASE(marks_do_not_depend_on_losses),
	KUNIT_CASE(one_priority_decides_on_a_pfc_frame),
	KUNIT_CASE(a_corrupted_opcode_is_invalid),
	KUNIT_CASE(settings_have_an_effect),
	KUNIT_CASE(a_duty_cycle_has_its_edges),
	KUNIT_CASE(a_duty_cycle_can_be_constant),
	{}
};

static struct kunit_suite impair_suite = {
	.name = "pfc_impair",
	.test_cases = impair_cases,
};

kunit_test_suite(impair_suite);
