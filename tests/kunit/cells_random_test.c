// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pools that count cells, of random switches: each packet compared with a model, and the packets
 * until XOFF and the first drop with a formula.
 */
#include <linux/prandom.h>
#include "cells_model.h"
#include "cells_run.h"

#define WAITING	2048	/* packets of a PG that wait */
#define SEED	0x5a5e9f01

/* Situations that the random switches must meet; the first three are the kinds of accounting */
enum cells_goal { MET_BELOW = 3, MET_HEADROOM, MET_DROPPED, MET_PAUSED, MET_RESUMED, MET_ALL };

/**
 * struct cells_random - a random switch, and its model
 * @rnd: random numbers
 * @memory: the model of its memory
 * @pgs: the models of its PGs
 * @count: number of PGs
 * @waiting: cells of the packets of each PG, a ring
 * @first: number of packets that have left
 * @next: number of packets that were admitted
 * @met: number of times that each situation occurred
 */
struct cells_random {
	struct rnd_state	rnd;
	struct cells_memory	memory;
	struct cells_pg		pgs[PGS];
	u32			count;
	u32			waiting[PGS][WAITING];
	u32			first[PGS];
	u32			next[PGS];
	unsigned long		met[MET_ALL];
};

static u32 below(struct cells_random *random, u32 n)
{
	return prandom_u32_state(&random->rnd) % n;
}

static void random_pg(struct cells_random *random, struct cells_pg *pg)
{
	*pg = (struct cells_pg) {
		.min = below(random, 3) ? below(random, 40) : 0,
		.headroom = below(random, 400),
		.exponent = (int)below(random, 16) - 8,
		.fixed = below(random, 4) ? -1 : (s64)below(random, 1000),
		.offset = below(random, 40),
	};
	if (pg->fixed >= 0)
		pg->xon = below(random, pg->fixed + 1);
	else if (below(random, 2))
		pg->ahead = below(random, 100);
}

/*
 * A random switch, in which the size of the memory contains no reservation (net), contains the
 * headroom, all guarantees and one cell (total), or contains the headroom of each PG (none).
 */
static void random_switch(struct cells_run *run, struct cells_random *random, u32 most)
{
	struct cells_switch sw = {
		.cell = 64 + below(random, 500), .pgs = 1 + below(random, PGS),
		.overhead = below(random, 2) ? below(random, 65) : 0,
	};
	u32 size = 1000 + below(random, most), guarantees = 0, headrooms = 0, pg, shared;
	unsigned int accounting = below(random, 3);

	for (pg = 0; pg < sw.pgs; pg++) {
		struct pfc_pg_limits *limits = cells_limits(run, pg);
		struct cells_pg *model = &random->pgs[pg];
		u32 odd = below(random, sw.cell);

		random_pg(random, model);
		guarantees += model->min;
		headrooms += model->headroom;
		*limits = (struct pfc_pg_limits) {
			.guarantee = model->min * sw.cell,
			/* A part of a cell holds no packet */
			.headroom = model->headroom * sw.cell + (accounting < 2 ? odd : 0),
			.xon_offset = model->offset * sw.cell,
			.xoff_ahead = model->ahead * sw.cell,
		};
		if (model->fixed >= 0) {
			limits->xoff = model->fixed * sw.cell + odd;
			limits->xon = model->xon * sw.cell + odd;
		} else {
			limits->alpha = PFC_ALPHA_MAX >> (7 - model->exponent);
		}
	}
	sw.common = accounting < 2 ? 1 + below(random, 600) : 0;
	if (accounting == 0)
		shared = size;
	else if (accounting == 1)
		shared = max_t(int, size - sw.common - guarantees - 1, 0);
	else
		shared = max_t(int, size - guarantees - headrooms, 0);
	sw.size = shared + guarantees + (sw.common ?: headrooms);
	sw.odd = below(random, sw.cell);
	cells_bind(run, &sw);
	random->memory = (struct cells_memory) {
		.cell = sw.cell, .overhead = sw.overhead, .free = shared,
		.headroom = sw.common ?: headrooms,
	};
	random->count = sw.pgs;
	memset(random->first, 0, sizeof(random->first));
	memset(random->next, 0, sizeof(random->next));
	random->met[accounting]++;
}

static void random_arrive(struct cells_run *run, struct cells_random *random, u32 pg)
{
	struct cells_pg *model = &random->pgs[pg];
	u32 len = below(random, 2) ? SMALL : SMALL + below(random, 9000);
	s64 cells = cells_of(&random->memory, len);
	enum cells_place place;

	if (random->next[pg] - random->first[pg] == WAITING)
		return;
	place = cells_arrive(&random->memory, model, cells);
	KUNIT_ASSERT_EQ(run->test, cells_charge(run, pg, &len), place != CELLS_DROPPED);
	if (place != CELLS_DROPPED) {
		KUNIT_ASSERT_EQ(run->test, len, cells * random->memory.cell);
		random->waiting[pg][random->next[pg]++ % WAITING] = cells;
	}
	random->met[MET_BELOW + place]++;
}

static void random_leave(struct cells_run *run, struct cells_random *random, u32 pg)
{
	u32 cells;

	if (random->first[pg] == random->next[pg])
		return;
	cells = random->waiting[pg][random->first[pg]++ % WAITING];
	cells_leave(&random->memory, &random->pgs[pg], cells);
	cells_release(run, pg, cells * random->memory.cell);
}

static void random_check(struct cells_run *run, struct cells_random *random, u32 pg)
{
	const struct cells_pg *model = &random->pgs[pg];
	u32 cell = random->memory.cell;
	struct pfc_use use = cells_use(run, pg);

	KUNIT_ASSERT_EQ(run->test, use.held, (model->sure + model->shared) * cell);
	KUNIT_ASSERT_EQ(run->test, use.headroom, model->behind * cell);
	KUNIT_ASSERT_EQ_MSG(run->test, use.xoff, model->paused,
			    "PG with %lld, %lld, %lld cells, threshold %lld, exponent %d, free %lld",
			    model->sure, model->shared, model->behind, model->fixed,
			    model->exponent, random->memory.free);
	KUNIT_ASSERT_EQ(run->test, pfc_part_free(&run->pool.shared) / cell, random->memory.free);
}

static struct cells_random *random_begin(struct kunit *test)
{
	struct cells_random *random = kunit_kzalloc(test, sizeof(*random), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, random);
	prandom_seed_state(&random->rnd, SEED);
	return random;
}

/* Packets of 100 random switches: their place, XOFF and XON are those of the model */
static void cells_equal_model(struct kunit *test)
{
	struct cells_random *random = random_begin(test);
	struct cells_run *run = cells_begin(test);
	int i, step;

	for (i = 0; i < 100; i++) {
		random_switch(run, random, 3000);
		for (step = 0; step < 2000; step++) {
			u32 pg = below(random, random->count);
			bool was = random->pgs[pg].paused;

			/* The memory fills, drains, and fills again */
			if (below(random, 100) < (step / 500 % 2 ? 35 : 75))
				random_arrive(run, random, pg);
			else
				random_leave(run, random, pg);
			random_check(run, random, pg);
			random->met[MET_PAUSED] += !was && random->pgs[pg].paused;
			random->met[MET_RESUMED] += was && !random->pgs[pg].paused;
		}
	}
	for (i = 0; i < MET_ALL; i++)
		KUNIT_EXPECT_GE_MSG(test, random->met[i], 10UL, "goal %d", i);
}

/*
 * A PG that fills alone sends XOFF when its use reaches the threshold, which sinks with the free
 * cells.
 */
static void cells_equal_formula(struct kunit *test)
{
	struct cells_random *random = random_begin(test);
	struct cells_run *run = cells_begin(test);
	s64 free, level, behind;
	int i;

	for (i = 0; i < 60; i++) {
		const struct cells_pg *model = random->pgs;

		random_switch(run, random, 100000);
		random->memory.overhead = 0;
		run->pool.set.overhead = 0;
		cells_limits(run, 0)->xoff_ahead = 0;
		free = random->memory.free;
		if (model->fixed >= 0)
			level = min(model->fixed, free);
		else if (model->exponent < 0)
			level = div_u64(free + 1, (1 << -model->exponent) + 1);
		else
			level = div_u64((free << model->exponent) + (1 << model->exponent),
					(1 << model->exponent) + 1);
		behind = min(model->headroom, random->memory.headroom);
		if (!model->min && !level)
			continue;
		KUNIT_EXPECT_EQ_MSG(test, cells_until_xoff(run, 0), model->min + level,
				    "exponent %d, fixed %lld, free %lld", model->exponent,
				    model->fixed, free);
		KUNIT_EXPECT_EQ(test, cells_until_drop(run, 0), behind);
	}
}

static struct kunit_case cells_random_cases[] = {
	KUNIT_CASE(cells_equal_model),
	KUNIT_CASE(cells_equal_formula),
	{}
};

static struct kunit_suite cells_random_suite = {
	.name = "pfc_cells_random",
	.test_cases = cells_random_cases,
};

kunit_test_suite(cells_random_suite);
