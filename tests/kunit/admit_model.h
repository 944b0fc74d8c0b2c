/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Model of the admission of packets to groups that share a pool, and random arrivals, departures
 * and changes of thresholds.
 *
 * The model keeps each packet, and other quantities than the code: @held counts all bytes of a
 * group, and @behind counts its bytes in the headroom.  Departures empty the headroom first.  So
 * the headroom holds the bytes admitted to it minus all bytes that left since, but not less than 0.
 */
#ifndef PFC_ADMIT_MODEL_H
#define PFC_ADMIT_MODEL_H

#include <linux/string.h>
#include "../../kmod/core/admit.h"
#include "random.h"

#define ADMIT_GROUPS	3
#define ADMIT_PACKETS	512

enum admit_goal {
	ADMIT_HELD = PFC_PLACE_HELD, ADMIT_HEADROOM = PFC_PLACE_HEADROOM,
	ADMIT_LIMIT = PFC_REFUSE_LIMIT, ADMIT_POOL = PFC_REFUSE_POOL,
	ADMIT_FULL = PFC_REFUSE_HEADROOM,
	ADMIT_XOFF, ADMIT_XON, ADMIT_SQUEEZED, ADMIT_REFUSED_EMPTY, ADMIT_GUARANTEED,
	ADMIT_STRADDLES, ADMIT_MOVED, ADMIT_PLAIN, ADMIT_BEHIND, ADMIT_LEAVES_PLAIN,
	ADMIT_LEAVES_BEHIND,
};

static const char *const admit_goals[] = {
	[ADMIT_HELD] = "held", [ADMIT_HEADROOM] = "headroom", [ADMIT_LIMIT] = "drop: limit",
	[ADMIT_POOL] = "drop: pool", [ADMIT_FULL] = "drop: headroom", [ADMIT_XOFF] = "XOFF",
	[ADMIT_XON] = "XON", [ADMIT_SQUEEZED] = "headroom smaller than its use",
	[ADMIT_REFUSED_EMPTY] = "drop: headroom, group empty",
	[ADMIT_GUARANTEED] = "packet below the guarantee",
	[ADMIT_STRADDLES] = "packet partly below the guarantee",
	[ADMIT_MOVED] = "packet above a dynamic threshold",
	[ADMIT_PLAIN] = "fast path", [ADMIT_BEHIND] = "fast path to the headroom",
	[ADMIT_LEAVES_PLAIN] = "fast release",
	[ADMIT_LEAVES_BEHIND] = "fast release from the headroom", NULL
};

/**
 * struct admit_group - a group under test, and its model
 * @limits: its thresholds
 * @word: its charge, packed
 * @held: all its bytes
 * @behind: its bytes in the headroom
 * @stop: the group is in XOFF
 * @packets: lengths of its packets, a ring
 * @head: number of packets that have arrived
 * @tail: number of packets that have left
 */
struct admit_group {
	struct pfc_pg_limits	limits;
	u64			word;
	s64			held;
	s64			behind;
	bool			stop;
	u32			packets[ADMIT_PACKETS];
	unsigned int		head;
	unsigned int		tail;
};

/**
 * struct admit_run - groups that share a pool
 * @r: random numbers and result
 * @size: shared part of the pool, bytes
 * @used: bytes of the groups in the shared part
 * @groups: the groups
 */
struct admit_run {
	struct random_run	r;
	s64			size;
	s64			used;
	struct admit_group	groups[ADMIT_GROUPS];
};

static inline u64 admit_below(struct admit_run *run, u64 n)
{
	return random_below(&run->r, n);
}

static inline void admit_require(struct admit_run *run, bool right, const char *what)
{
	random_require(&run->r, right, what);
}

static inline u32 admit_any_size(struct admit_run *run, u32 max)
{
	unsigned int how = admit_below(run, 8);

	if (how < 2)
		return how ? max : 0;
	return how < 6 ? min_t(u32, admit_below(run, 40000), max) :
			 admit_below(run, (u64)max + 1);
}

/* Bytes of a group in the shared part: its bytes outside the headroom, less the guarantee */
static inline s64 admit_shared(const struct admit_group *g)
{
	s64 front = g->held - g->behind;

	return front > g->limits.guarantee ? front - g->limits.guarantee : 0;
}

static inline s64 admit_free(const struct admit_run *run)
{
	return run->used < run->size ? run->size - run->used : 0;
}

/* A group has less than 1 GiB outside of its headroom */
static inline s64 admit_most(const struct admit_group *g)
{
	s64 most = (1LL << 30) - 1 - g->limits.guarantee;

	return most > 0 ? most : 0;
}

static inline s64 admit_threshold(const struct admit_group *g, s64 free)
{
	s64 threshold;

	threshold = g->limits.lossless ? g->limits.xoff : g->limits.limit;
	if (g->limits.alpha)
		threshold = free * g->limits.alpha / 256;
	return threshold > admit_most(g) ? admit_most(g) : threshold;
}

/* Decides the place of the packet in the model, and charges the packet there */
static inline enum pfc_place admit_model_arrive(struct admit_run *run, struct admit_group *g,
						u32 len)
{
	s64 before = admit_shared(g), need, over;

	g->held += len;
	need = admit_shared(g) - before;
	over = before + need + g->behind - admit_threshold(g, admit_free(run));
	run->r.met[ADMIT_GUARANTEED] += !need;
	run->r.met[ADMIT_STRADDLES] += need && need < len;
	if (!need || (over <= 0 && need <= run->size - run->used)) {
		run->used += need;
		return PFC_PLACE_HELD;
	}
	run->r.met[ADMIT_MOVED] += over > 0 && g->limits.alpha;
	g->held -= len;
	if (!g->limits.lossless)
		return need > run->size - run->used && (over <= 0 || g->limits.alpha) ?
		       PFC_REFUSE_POOL : PFC_REFUSE_LIMIT;
	if (g->behind + len > g->limits.headroom || g->held + len > 0x7fffffff) {
		run->r.met[ADMIT_REFUSED_EMPTY] += !g->held;
		g->stop |= g->held > 0;
		return PFC_REFUSE_HEADROOM;
	}
	g->held += len;
	g->behind += len;
	g->stop = true;
	return PFC_PLACE_HEADROOM;
}

static inline void admit_arrive(struct admit_run *run, struct admit_group *g)
{
	u32 len = 60 + (admit_below(run, 8) ? admit_below(run, 1541) :
					      admit_below(run, (1 << 17) - 60));
	struct pfc_use use = pfc_use_unpack(g->word), was = use;
	u32 free = admit_free(run), guarantee = g->limits.guarantee;
	u32 need = pfc_admit_need(use, guarantee, len);
	bool below = pfc_admit_below(&g->limits, use, guarantee, len, free);
	bool plain = pfc_admit_plain(&g->limits, guarantee, g->word, len) && len <= free &&
		     (!g->limits.alpha || below);
	bool behind = pfc_admit_behind(&g->limits, guarantee, g->word, len);
	u64 word = g->word;
	enum pfc_place place;

	if (g->head - g->tail == ADMIT_PACKETS)
		return;
	place = pfc_admit_place(&g->limits, use, len, below, need <= free);
	admit_require(run, place == admit_model_arrive(run, g, len), "place of a packet");
	run->r.met[place]++;
	if (place <= PFC_PLACE_HEADROOM) {
		use = pfc_admit_charge(use, place, len);
		g->packets[g->head++ % ADMIT_PACKETS] = len;
	} else if (place == PFC_REFUSE_HEADROOM) {
		use = pfc_admit_refuse(use);
	}
	g->word = pfc_use_pack(use);
	if (plain)
		admit_require(run, g->word == word + len && need == len, "fast charge");
	else	/* it serves all of this kind */
		admit_require(run, place != PFC_PLACE_HELD || was.headroom ||
			      was.held < guarantee || pfc_limits_ahead(&g->limits),
			      "slow charge");
	if (behind)
		admit_require(run, !plain && g->word == word + pfc_behind(len),
			      "fast charge to the headroom");
	run->r.met[ADMIT_PLAIN] += plain;
	run->r.met[ADMIT_BEHIND] += behind;
}

static inline void admit_model_drain(struct admit_group *g, s64 free)
{
	s64 xon = g->limits.xon, more = g->limits.xoff_ahead + (s64)g->limits.xon_offset, need;
	bool drained;

	if (g->limits.xoff > admit_most(g))
		xon -= g->limits.xoff - admit_most(g);
	if (g->limits.alpha)
		xon = admit_threshold(g, free) - g->limits.xon_offset;
	drained = admit_shared(g) <= (xon > 0 ? xon : 0);
	if (pfc_limits_ahead(&g->limits)) {
		need = g->held + more - g->limits.guarantee;
		need = need > 0 ? need - admit_shared(g) : 0;
		drained = !g->held || !need || (need <= free && admit_shared(g) + need <=
						admit_threshold(g, free));
	}
	if (!g->limits.lossless || (!g->behind && drained))
		g->stop = false;
}

static inline void admit_leave(struct admit_run *run, struct admit_group *g)
{
	s64 before = admit_shared(g), free = admit_free(run);
	u64 word = g->word;
	bool plain, behind;
	u32 len;

	if (g->head == g->tail)
		return;
	len = g->packets[g->tail++ % ADMIT_PACKETS];
	plain = pfc_release_plain(&g->limits, g->limits.guarantee, word, len);
	behind = pfc_release_behind(word, len);
	/* The XOFF timer needs the slow path at each departure in XOFF */
	admit_require(run, !plain || !g->limits.timed || !g->stop, "fast release with a timer");
	g->held -= len;
	g->behind = g->behind > len ? g->behind - len : 0;
	run->used += admit_shared(g) - before;
	admit_model_drain(g, free);
	g->word = pfc_use_pack(pfc_admit_release(&g->limits, pfc_use_unpack(word),
						 g->limits.guarantee, len, free));
	if (behind)
		admit_require(run, !plain && g->word == word - pfc_behind(len),
			      "fast release from the headroom");
	if (plain)
		admit_require(run, g->word == word - len && before - admit_shared(g) == len,
			      "fast release");
	run->r.met[ADMIT_LEAVES_PLAIN] += plain;
	run->r.met[ADMIT_LEAVES_BEHIND] += behind;
}

static inline void admit_resize(struct admit_run *run, struct admit_group *g)
{
	s64 before = admit_shared(g), free = admit_free(run), room;
	u32 returned = admit_below(run, 4) ? U32_MAX : admit_any_size(run, U32_MAX);

	g->limits = (struct pfc_pg_limits){
		.lossless = admit_below(run, 4),
		.timed = admit_below(run, 2),
		.guarantee = admit_below(run, 2) ? admit_any_size(run, PFC_SIZE_MAX) : 0,
		.alpha = admit_below(run, 2) ? admit_below(run, PFC_ALPHA_MAX + 1) : 0,
		.xoff = admit_any_size(run, PFC_SIZE_MAX),
		.xon_offset = admit_any_size(run, PFC_SIZE_MAX),
		.xoff_ahead = admit_below(run, 2) ? admit_any_size(run, PFC_SIZE_MAX) : 0,
		.headroom = admit_any_size(run, PFC_SIZE_MAX),
		.limit = admit_any_size(run, PFC_SIZE_MAX),
	};
	g->limits.xon = admit_any_size(run, g->limits.xoff);
	g->limits.bound = g->limits.alpha ? PFC_SIZE_MAX :
			  g->limits.lossless ? g->limits.xoff : g->limits.limit;
	if (pfc_limits_ahead(&g->limits))
		g->limits.bound = 0;
	if (g->limits.bound > admit_most(g))
		g->limits.bound = admit_most(g);
	room = g->limits.lossless ? g->limits.headroom : 0;
	if (g->behind > room + returned)
		room = g->behind - returned;
	if (g->behind > room) {
		run->r.met[ADMIT_SQUEEZED]++;
		g->behind = room;
	}
	run->used += admit_shared(g) - before;
	if (g->limits.lossless &&
	    (g->behind || (!g->limits.alpha && admit_shared(g) > g->limits.xoff)))
		g->stop = true;
	else
		admit_model_drain(g, free);
	g->word = pfc_use_pack(pfc_admit_resize(&g->limits, pfc_use_unpack(g->word),
						g->limits.guarantee, free, returned));
}

static inline void admit_check(struct admit_run *run)
{
	s64 shared = 0;
	int i;

	for (i = 0; i < ADMIT_GROUPS; i++) {
		const struct admit_group *g = &run->groups[i];
		struct pfc_use use = pfc_use_unpack(g->word);

		admit_require(run, pfc_use_sum(use) == g->held, "bytes of a group");
		admit_require(run, use.headroom == g->behind, "bytes in the headroom");
		admit_require(run, use.xoff == g->stop, "XOFF");
		admit_require(run, !use.xoff || g->held, "an empty group is in XOFF");
		admit_require(run, pfc_use_pack(use) == g->word, "packed word");
		shared += pfc_shared_part(use.held, g->limits.guarantee);
	}
	admit_require(run, shared == run->used, "bytes in the shared part");
}

static inline void admit_step(void *data)
{
	struct admit_run *run = data;
	struct admit_group *g = &run->groups[admit_below(run, ADMIT_GROUPS)];
	unsigned int what = admit_below(run, 64);
	bool before = g->stop;

	if (what < 33)
		admit_arrive(run, g);
	else if (what < 62)
		admit_leave(run, g);
	else if (what < 63)
		admit_resize(run, g);
	else
		run->size = admit_any_size(run, PFC_SIZE_MAX);
	run->r.met[ADMIT_XOFF] += g->stop && !before;
	run->r.met[ADMIT_XON] += before && !g->stop;
	admit_check(run);
}

static inline void admit_begin(void *data)
{
	struct admit_run *run = data;
	int i;

	run->size = 1 << 16;
	run->used = 0;
	memset(run->groups, 0, sizeof(run->groups));
	for (i = 0; i < ADMIT_GROUPS; i++)
		admit_resize(run, &run->groups[i]);
}

/* All packets leave: nothing remains charged */
static inline void admit_end(void *data)
{
	struct admit_run *run = data;
	struct admit_group *g;

	for (g = run->groups; g < run->groups + ADMIT_GROUPS; g++) {
		while (g->head != g->tail)
			admit_leave(run, g);
		admit_require(run, !g->word, "a group is not empty at the end");
	}
	admit_check(run);
	admit_require(run, !run->used, "the pool is not empty at the end");
}

static const struct random_model admit_models[] = {
	{ "admission", sizeof(struct admit_run), 1000, admit_begin, admit_step, admit_end },
};

#endif /* PFC_ADMIT_MODEL_H */
