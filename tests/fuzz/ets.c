// SPDX-License-Identifier: GPL-2.0-only
/*
 * Egress scheduler, with random arrivals, holds and changes of shares, compared with a
 * model that executes each round.
 */
#include "kmod/core/ets.c"
#include "fuzz.h"
#include "../kunit/ets_model.h"

enum goal {
	PLAIN, STRICT, WEIGHTED, TOGETHER, HELD, LEFT, BIG, CHANGED,
};

const char *const fuzz_goals[] = {
	[PLAIN] = "all classes strict, one priority each", [STRICT] = "strict class precedes",
	[WEIGHTED] = "ETS class with others waiting",
	[TOGETHER] = "several priorities in an ETS class",
	[HELD] = "class held by its rate", [LEFT] = "class leaves the round",
	[BIG] = "frame of many rounds", [CHANGED] = "configuration change", NULL
};

struct run {
	struct pfc_ets	ets;
	struct model	model;
	u8		prio_tc[8];
	struct pfc_tc	tcs[8];
	u32		len[8];
	u8		waiting;
	u8		open;	/* mask of classes whose rate limit lets them send now */
};

static u32 any_len(struct fuzz *in)
{
	switch (fuzz_below(in, 8)) {
	case 0:
		return 1 + fuzz_below(in, 65536);
	case 1:
		return 1 + fuzz_below(in, 64);
	default:
		return 60 + fuzz_below(in, 1500);
	}
}

/* Random classes; the shares need not sum up to 100 */
static void change(struct fuzz *in, struct run *run)
{
	int i;

	for (i = 0; i < 8; i++) {
		u8 how = fuzz_below(in, 128);

		run->tcs[i] = (struct pfc_tc) { .ets = how < 100, .bw = how < 100 ? how + 1 : 0 };
		run->prio_tc[i] = fuzz_below(in, 4) ? i : fuzz_below(in, 8);
	}
	if (!fuzz_below(in, 4))
		memset(run->tcs, 0, sizeof(run->tcs));
	if (!fuzz_below(in, 4))
		for (i = 0; i < 8; i++)
			run->prio_tc[i] = i;
	pfc_ets_set(&run->ets, run->prio_tc, run->tcs);
	model_set(&run->model, run->prio_tc, run->tcs);
}

static void meet(const struct run *run, u8 ready, u8 held, u8 got)
{
	const struct pfc_tc *tc = &run->tcs[run->prio_tc[got]];

	fuzz_met[PLAIN] += run->ets.plain;
	fuzz_met[STRICT] += !tc->ets && ready & (ready - 1);
	fuzz_met[WEIGHTED] += tc->ets && ready & (ready - 1);
	fuzz_met[TOGETHER] += tc->ets &&
			      hweight8(ready & run->ets.prios[run->prio_tc[got]]) > 1;
	fuzz_met[HELD] += tc->ets && held & ~run->ets.strict;
	fuzz_met[BIG] += tc->ets && ready & (ready - 1) && run->len[got] > 30000;
}

static void serve(struct fuzz *in, struct run *run)
{
	u8 ready = 0, held, want, got;
	int i;

	for (i = 0; i < 8; i++)
		if (run->waiting & BIT(i) && run->open & BIT(run->prio_tc[i]))
			ready |= BIT(i);
	if (!ready)
		return;
	held = run->waiting & ~ready;
	want = model_next(&run->model, ready, held, run->len);
	got = pfc_ets_next(&run->ets, ready, held, run->len);
	require(got == want, "priority %u, want %u; ready %02x, held %02x", got, want, ready, held);
	meet(run, ready, held, got);
	run->len[got] = any_len(in);
}

void fuzz_one(struct fuzz *in)
{
	struct run run = { .waiting = 0xff, .open = 0xff };
	int i;

	for (i = 0; i < 8; i++)
		run.len[i] = any_len(in);
	change(in, &run);
	while (fuzz_more(in)) {
		unsigned int what = fuzz_below(in, 32);

		if (what == 0) {
			change(in, &run);
			fuzz_met[CHANGED]++;
		} else if (what < 4) {
			run.waiting = fuzz_number(in, 1);
			fuzz_met[LEFT] += run.waiting != 0xff;
		} else if (what < 6) {
			run.open = fuzz_number(in, 1);
		} else if (what < 8) {
			run.waiting = 0xff;
			run.open = 0xff;
		} else {
			serve(in, &run);
		}
	}
}

size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	return fuzz_seed_random(n, buf, size);
}
