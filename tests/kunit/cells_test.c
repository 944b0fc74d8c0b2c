// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pools that count cells: packets until XOFF, until the first drop and until XON, as in switches.
 *
 * The numbers are those that the tests of SONiC expect of a switch (sonic-mgmt,
 * tests/qos/files/qos_params.*.yaml), the sizes those of its configuration (sonic-buildimage).
 */
#include "cells_run.h"

/*
 * Changes of other settings do not resume the peer earlier.
 * Return: the number of cells that leave a paused PG until its peer resumes
 */
static u32 drain_to_xon(struct cells_run *run, u32 pg)
{
	u32 n;

	for (n = 0; cells_use(run, pg).xoff; n++) {
		cells_release(run, pg, run->pool.set.cell);
		cells_change(run, pg);
	}
	return n;
}

/* All PGs have the same limits, in cells.  @alpha: 256ths */
static struct cells_run *cells_like(struct kunit *test, const struct cells_switch *sw, u32 min,
				    u32 headroom, u32 alpha, u32 offset)
{
	struct cells_run *run = cells_begin(test);
	u32 pg;

	for (pg = 0; pg < sw->pgs; pg++)
		*cells_limits(run, pg) = (struct pfc_pg_limits) {
			.guarantee = min * sw->cell, .headroom = headroom * sw->cell,
			.alpha = alpha, .xon_offset = offset * sw->cell,
		};
	cells_bind(run, sw);
	return run;
}

/* ---- published numbers ------------------------------------------------------------- */

/* 10,875,072 bytes in 4 memories of cells of 208 bytes; the headroom is not in them (net) */
#define TH_SHARED	(10875072 / (4 * 208))
#define TH_COMMON	(4194112 / (4 * 208))

static struct cells_run *tomahawk(struct kunit *test, u32 pgs, u32 headroom)
{
	const struct cells_switch th = {
		.cell = 208, .size = TH_SHARED + TH_COMMON + pgs * 6, .common = TH_COMMON,
		.pgs = pgs,
	};

	return cells_like(test, &th, 6, headroom, PFC_ALPHA_ONE, 11);
}

/* topo-any 40000_300m */
static void tomahawk_alone(struct kunit *test)
{
	struct cells_run *run = tomahawk(test, 10, 520);

	KUNIT_EXPECT_EQ(test, cells_until_xoff(run, 0), 6542);
	KUNIT_EXPECT_EQ(test, cells_until_drop(run, 0), 7063 - 6542 - 1);
	KUNIT_EXPECT_EQ(test, cells_use(run, 0).headroom / 208, 520);
}

/*
 * The peer resumes when the PG has drained by the offset of 11 cells.  SONiC's test still finds it
 * paused after 12 cells, and resumed after 13: for that, the offset must be 13 cells.
 */
static void tomahawk_xon(struct kunit *test)
{
	struct cells_run *run = tomahawk(test, 1, 520);

	cells_until_xoff(run, 0);
	KUNIT_EXPECT_EQ(test, drain_to_xon(run, 0), 11);
	cells_until_xoff(run, 0);
	cells_until_drop(run, 0);
	KUNIT_EXPECT_EQ(test, drain_to_xon(run, 0), 520 + 11);
	cells_limits(run, 0)->xon_offset = 13 * 208;
	cells_until_xoff(run, 0);
	KUNIT_EXPECT_EQ(test, drain_to_xon(run, 0), 13);
}

/* Fills PGs in turn.  Return: the packets that each PG holds when the first one pauses its peer */
static u32 fill_in_turn(struct cells_run *run, u32 pgs)
{
	u32 n, pg, len;

	for (n = 0; n < 1000000; n++) {
		for (pg = 0; pg < pgs; pg++) {
			len = SMALL;
			if (!cells_charge(run, pg, &len))
				return 0;
			if (cells_use(run, pg).xoff)
				return n;
		}
	}
	return 0;
}

/*
 * A CPU that releases a packet gives the bytes back to its PG first and then to the pool.
 * Meanwhile another CPU may charge a PG up to the headroom of its own; not in a headroom of all
 * PGs together.
 */
static void releasing_elsewhere(struct kunit *test)
{
	struct cells_run *run;
	u32 common;

	for (common = 0; common <= 20; common += 20) {
		const struct cells_switch sw = {
			.cell = 208, .size = 200, .common = common, .pgs = 2,
		};

		run = cells_like(test, &sw, 6, 10, PFC_ALPHA_ONE, 2);
		cells_until_xoff(run, 0);
		cells_until_xoff(run, 1);
		cells_until_drop(run, 0);
		atomic_long_add(3 * 208, &run->pool.headroom.used);
		cells_until_drop(run, 1);
		KUNIT_EXPECT_EQ(test, cells_use(run, 1).headroom / 208, common ? 7 : 10);
		atomic_long_sub(3 * 208, &run->pool.headroom.used);
	}
}

/* hdrm_pool_size: equal PGs together, which then share the headroom of the memory */
static void tomahawk_together(struct kunit *test)
{
	static const struct {
		u32 pgs, headroom, xoff, last;
	} cases[] = {
		{ 10, 520, 1194, 361 },	/* 40000_300m */
		{ 8, 682, 1458, 267 },	/* 50000_300m */
		{ 4, 1292, 2620, 1165 },	/* 100000_300m */
	};
	unsigned int i;
	u32 pg;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct cells_run *run = tomahawk(test, cases[i].pgs, cases[i].headroom);

		KUNIT_EXPECT_EQ_MSG(test, fill_in_turn(run, cases[i].pgs), cases[i].xoff,
				    "%u PGs", cases[i].pgs);
		for (pg = 0; pg < cases[i].pgs; pg++) {
			u32 most = cases[i].headroom;

			if (pg + 1 == cases[i].pgs)
				most = cases[i].last;
			cells_until_drop(run, pg);
			KUNIT_EXPECT_EQ_MSG(test, cells_use(run, pg).headroom / 208, most,
					    "PG %u of %u", pg, cases[i].pgs);
		}
	}
}

/*
 * Tomahawk 5, topo-ft2-64 800000_5m: 164,733,224 bytes in 2 memories of cells of 254 bytes contain
 * the headroom, the guarantees of the two lossless PGs of 32 ports, those of five lossy queues of
 * @ports ports, and one cell (total)
 */
static struct cells_run *tomahawk5(struct kunit *test, u32 ports)
{
	const u32 common = 17962880 / (2 * 254);
	const u32 others = 30 * 2 * 34 + ports * 5 * 7 + 1;
	const struct cells_switch th5 = {
		.cell = 254, .size = 164733224 / (2 * 254) - others, .common = common, .pgs = 4,
	};

	return cells_like(test, &th5, 34, 2853, PFC_ALPHA_ONE, 14);
}

static void tomahawk5_alone(struct kunit *test)
{
	struct cells_run *run = tomahawk5(test, 64);

	KUNIT_EXPECT_EQ(test, cells_until_xoff(run, 0), 142285);
	KUNIT_EXPECT_EQ(test, cells_until_drop(run, 0), 145139 - 142285 - 1);
	KUNIT_EXPECT_EQ(test, cells_until_xoff(run, 1), 71159);
	KUNIT_EXPECT_EQ(test, cells_until_xoff(run, 2), 35597);
	KUNIT_EXPECT_TRUE(test, cells_use(run, 0).xoff);
	run = tomahawk5(test, 63);
	KUNIT_EXPECT_EQ(test, cells_until_xoff(run, 0), 142302);
}

/* Paused 13 cells below the level of XOFF, resumed at 14 */
static void tomahawk5_xon(struct kunit *test)
{
	struct cells_run *run = tomahawk5(test, 64);

	cells_until_xoff(run, 0);
	KUNIT_EXPECT_EQ(test, drain_to_xon(run, 0), 14);
}

/*
 * Trident 2, topo-any 40000_40m and topo-t0-backend 40000_300m: no shared headroom, so each
 * lossless PG of 32 and 31 ports has reserved its own (none); alpha 1/8
 */
static void trident2(struct kunit *test)
{
	static const struct {
		u32 ports, headroom, xoff, drop;
	} cases[] = { { 32, 55120 / 208, 4898, 5164 }, { 31, 62816 / 208, 4703, 5006 } };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		const u32 others = (2 * cases[i].ports - 1) * (6 + cases[i].headroom);
		const struct cells_switch td2 = {
			.cell = 208, .size = 12766208 / 208 - others, .pgs = 1,
		};
		struct cells_run *run = cells_like(test, &td2, 6, cases[i].headroom,
						    PFC_ALPHA_ONE / 8, 12);

		KUNIT_EXPECT_EQ(test, cells_until_xoff(run, 0), cases[i].xoff);
		KUNIT_EXPECT_EQ(test, cells_until_drop(run, 0), cases[i].drop - cases[i].xoff - 1);
		KUNIT_EXPECT_EQ(test, drain_to_xon(run, 0), cases[i].headroom + 12);
	}
}

/*
 * Trident 3, topo-t1-lag 100000_300m: 32,712,448 bytes of cells of 256 bytes contain the headroom,
 * the guarantees of two lossless PGs and five lossy queues of 32 ports, and one cell (total)
 */
static void trident3(struct kunit *test)
{
	const u32 common = 1622016 / 256, others = 31 * 2 * 18 + 32 * 5 * 7 + 1 + 18;
	const struct cells_switch td3 = {
		.cell = 256, .size = 32712448 / 256 - others, .common = common, .pgs = 1,
	};
	struct cells_run *run = cells_like(test, &td3, 18, 625, PFC_ALPHA_ONE, 18);

	KUNIT_EXPECT_EQ(test, cells_until_xoff(run, 0), 59605);
	KUNIT_EXPECT_EQ(test, drain_to_xon(run, 0), 18);
}

/*
 * Tomahawk 3, topo-t0-80 100000_300m: 66,394,076 bytes of cells of 254 bytes in two memories
 * contain the headroom, the guarantees of two lossless PGs of half of the ports and of five lossy
 * queues of all 80 ports, and one cell (total)
 */
static void tomahawk3(struct kunit *test)
{
	const u32 common = 8644128 / 508, others = 39 * 2 * 10 + 80 * 5 * 7 + 1 + 10;
	const struct cells_switch th3 = {
		.cell = 254, .size = 66394076 / 508 - others, .common = common, .pgs = 1,
	};
	struct cells_run *run = cells_like(test, &th3, 10, 462, PFC_ALPHA_ONE / 4, 13);

	KUNIT_EXPECT_EQ(test, cells_until_xoff(run, 0), 22026);
	KUNIT_EXPECT_EQ(test, cells_until_drop(run, 0), 22488 - 22026);
	KUNIT_EXPECT_EQ(test, drain_to_xon(run, 0), 462 + 13);
}

/*
 * In a pool without cells, a PG that sends XOFF ahead of its threshold resumes its peer only with
 * room for the XON offset, so that the next packet does not bring XOFF again.
 */
static void ahead_has_hysteresis(struct kunit *test)
{
	static const struct {
		u32 alpha, level, drains;	/* bytes without XOFF, and bytes less for XON */
	} cases[] = {
		{ 4 * PFC_ALPHA_ONE, 200000, 8000 },	/* the pool has no more than 100000 bytes */
		{ PFC_ALPHA_ONE, 100000, 4000 },	/* the threshold rises meanwhile */
		{ PFC_ALPHA_ONE / 4, 0, SMALL },	/* the threshold is below 100000 bytes */
	};
	const struct cells_switch bytes = { .odd = 300000, .pgs = 1 };
	unsigned int i;
	u32 full, left;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct cells_run *run = cells_begin(test);

		*cells_limits(run, 0) = (struct pfc_pg_limits) {
			.alpha = cases[i].alpha, .xoff_ahead = 100000, .xon_offset = 8000,
		};
		cells_bind(run, &bytes);
		full = cells_until_xoff(run, 0);
		KUNIT_EXPECT_EQ(test, full, cases[i].level / SMALL + 1);
		for (left = 0; cells_use(run, 0).xoff; left++)
			cells_release(run, 0, SMALL);
		KUNIT_EXPECT_GE(test, left, cases[i].drains / SMALL);
		KUNIT_EXPECT_EQ(test, cells_until_xoff(run, 0), left);
	}
}

static struct kunit_case cells_cases[] = {
	KUNIT_CASE(ahead_has_hysteresis),
	KUNIT_CASE(tomahawk_alone),
	KUNIT_CASE(tomahawk_xon),
	KUNIT_CASE(tomahawk_together),
	KUNIT_CASE(releasing_elsewhere),
	KUNIT_CASE(tomahawk5_alone),
	KUNIT_CASE(tomahawk5_xon),
	KUNIT_CASE(trident2),
	KUNIT_CASE(trident3),
	KUNIT_CASE(tomahawk3),
	{}
};

static struct kunit_suite cells_suite = {
	.name = "pfc_cells",
	.test_cases = cells_cases,
};

kunit_test_suite(cells_suite);
