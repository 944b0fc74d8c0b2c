// SPDX-License-Identifier: GPL-2.0-only
/*
 * Admission of packets to several groups that share a pool, with changes of thresholds,
 * compared with a model that keeps each packet.
 *
 * Release rule of the model: departures empty the headroom first.  So the headroom holds
 * the bytes admitted to it minus all bytes that left since, but not less than 0.
 */
#include <stdlib.h>
#include "kmod/core/admit.h"
#include "fuzz.h"

#define GROUPS	3
#define PACKETS	512

enum goal {
	HELD = PFC_PLACE_HELD, HEADROOM = PFC_PLACE_HEADROOM,
	LIMIT = PFC_REFUSE_LIMIT, POOL = PFC_REFUSE_POOL, FULL = PFC_REFUSE_HEADROOM,
	XOFF, XON, SQUEEZED, REFUSED_EMPTY, GUARANTEED, STRADDLES, MOVED, BEHIND,
};

const char *const fuzz_goals[] = {
	[HELD] = "held", [HEADROOM] = "headroom", [LIMIT] = "drop: limit",
	[POOL] = "drop: pool", [FULL] = "drop: headroom", [XOFF] = "XOFF",
	[XON] = "XON", [SQUEEZED] = "headroom smaller than its use",
	[REFUSED_EMPTY] = "drop: headroom, group empty",
	[GUARANTEED] = "packet below the guarantee",
	[STRADDLES] = "packet partly below the guarantee",
	[MOVED] = "packet above a dynamic threshold",
	[BEHIND] = "fast path to the headroom", NULL
};

struct group {
	struct pfc_pg_limits	limits;
	u64			word;
	s64			held;
	s64			behind;
	bool			stop;
	u32			packets[PACKETS];
	unsigned int		head;
	unsigned int		tail;
};

struct buffer {
	s64		size;	/* shared part of the pool, bytes */
	s64		used;
	struct group	groups[GROUPS];
};

static u32 any_size(struct fuzz *in, u32 max)
{
	unsigned int how = fuzz_below(in, 8);

	if (how == 0)
		return 0;
	if (how == 1)
		return max;
	return how < 6 ? fuzz_below(in, 8192) : fuzz_number(in, 4) % (max + 1);
}

/* Bytes of a group in the shared part: its bytes outside the headroom, less the guarantee */
static s64 shared_of(const struct group *g)
{
	s64 front = g->held - g->behind;

	return front > g->limits.guarantee ? front - g->limits.guarantee : 0;
}

static s64 free_of(const struct buffer *b)
{
	return b->used < b->size ? b->size - b->used : 0;
}

static s64 threshold(const struct group *g, s64 free)
{
	if (g->limits.alpha)
		return free * g->limits.alpha / 64;
	return g->limits.lossless ? g->limits.xoff : g->limits.limit;
}

/* Decides the place of the packet in the model, and charges the packet there */
static enum pfc_place model_arrive(struct buffer *b, struct group *g, u32 len)
{
	s64 before = shared_of(g), need, over;

	g->held += len;
	need = shared_of(g) - before;
	over = before + need + g->behind - threshold(g, free_of(b));
	fuzz_met[GUARANTEED] += !need;
	fuzz_met[STRADDLES] += need && need < len;
	if (!need || (over <= 0 && need <= b->size - b->used)) {
		b->used += need;
		return PFC_PLACE_HELD;
	}
	fuzz_met[MOVED] += over > 0 && g->limits.alpha;
	g->held -= len;
	if (!g->limits.lossless)
		return need > b->size - b->used && (over <= 0 || g->limits.alpha) ?
		       PFC_REFUSE_POOL : PFC_REFUSE_LIMIT;
	if (g->behind + len > g->limits.headroom) {
		fuzz_met[REFUSED_EMPTY] += !g->held;
		g->stop |= g->held > 0;
		return PFC_REFUSE_HEADROOM;
	}
	g->held += len;
	g->behind += len;
	g->stop = true;
	return PFC_PLACE_HEADROOM;
}

static void arrive(struct fuzz *in, struct buffer *b, struct group *g)
{
	u32 len = 60 + (fuzz_below(in, 8) ? fuzz_below(in, 1541) :
					    fuzz_below(in, (1 << 17) - 60));
	struct pfc_use use = pfc_use_unpack(g->word);
	u32 free = free_of(b), guarantee = g->limits.guarantee;
	u32 need = pfc_admit_need(use, guarantee, len);
	bool plain = pfc_admit_plain(&g->limits, guarantee, g->word, len);
	bool below = pfc_admit_below(&g->limits, use, guarantee, len, free);
	bool behind = pfc_admit_behind(&g->limits, guarantee, g->word, len);
	enum pfc_place place, want;
	u64 word = g->word;

	if (g->head - g->tail == PACKETS)
		return;
	want = model_arrive(b, g, len);
	place = pfc_admit_place(&g->limits, use, len, below, need <= free);
	require(place == want, "place %d, want %d", place, want);
	fuzz_met[place]++;
	if (place <= PFC_PLACE_HEADROOM) {
		use = pfc_admit_charge(use, place, len);
		g->packets[g->head++ % PACKETS] = len;
	} else if (place == PFC_REFUSE_HEADROOM) {
		use = pfc_admit_refuse(use);
	}
	g->word = pfc_use_pack(use);
	if (plain && len <= free && (!g->limits.alpha || below))
		require(g->word == word + len && need == len, "%u, need %u", len,
			need);
	if (behind)
		require(!plain && g->word == word + pfc_behind(len), "%u", len);
	fuzz_met[BEHIND] += behind;
}

static void drain(struct group *g, s64 free)
{
	s64 xon = g->limits.xon;

	if (g->limits.alpha)
		xon = threshold(g, free) - g->limits.xon_offset;
	if (!g->limits.lossless ||
	    (!g->behind && shared_of(g) <= (xon > 0 ? xon : 0)))
		g->stop = false;
}

static void leave(struct buffer *b, struct group *g)
{
	s64 before = shared_of(g), free = free_of(b);
	u64 word = g->word;
	bool plain;
	u32 len;

	if (g->head == g->tail)
		return;
	len = g->packets[g->tail++ % PACKETS];
	plain = pfc_release_plain(&g->limits, g->limits.guarantee, word, len);
	g->held -= len;
	g->behind = g->behind > len ? g->behind - len : 0;
	b->used += shared_of(g) - before;
	drain(g, free);
	g->word = pfc_use_pack(pfc_admit_release(&g->limits,
						 pfc_use_unpack(word),
						 g->limits.guarantee, len, free));
	if (pfc_release_behind(word, len))
		require(!plain && g->word == word - pfc_behind(len), "%u", len);
	if (plain)
		require(g->word == word - len && before - shared_of(g) == len,
			"%u, shared %lld", len, before - shared_of(g));
}

static void resize(struct fuzz *in, struct buffer *b, struct group *g)
{
	s64 before = shared_of(g), free = free_of(b), room;
	u32 returned = fuzz_below(in, 4) ? UINT32_MAX : fuzz_number(in, 4);

	g->limits = (struct pfc_pg_limits){
		.lossless = fuzz_below(in, 4),
		.guarantee = fuzz_below(in, 2) ? any_size(in, PFC_SIZE_MAX) : 0,
		.alpha = fuzz_below(in, 2) ? fuzz_below(in, PFC_ALPHA_MAX + 1) : 0,
		.xoff = any_size(in, PFC_SIZE_MAX),
		.xon_offset = any_size(in, PFC_SIZE_MAX),
		.headroom = any_size(in, PFC_SIZE_MAX),
		.limit = any_size(in, PFC_SIZE_MAX),
	};
	g->limits.xon = any_size(in, g->limits.xoff) % (g->limits.xoff + 1);
	g->limits.bound = g->limits.alpha ? PFC_SIZE_MAX :
			  g->limits.lossless ? g->limits.xoff : g->limits.limit;
	room = g->limits.lossless ? g->limits.headroom : 0;
	if (g->behind > room + returned)
		room = g->behind - returned;
	if (g->behind > room) {
		fuzz_met[SQUEEZED]++;
		g->behind = room;
	}
	b->used += shared_of(g) - before;
	if (g->limits.lossless &&
	    (g->behind || (!g->limits.alpha && shared_of(g) > g->limits.xoff)))
		g->stop = true;
	else
		drain(g, free);
	g->word = pfc_use_pack(pfc_admit_resize(&g->limits, pfc_use_unpack(g->word),
						g->limits.guarantee, free, returned));
}

static void check(const struct buffer *b)
{
	s64 shared = 0;
	int i;

	for (i = 0; i < GROUPS; i++) {
		const struct group *g = &b->groups[i];
		struct pfc_use use = pfc_use_unpack(g->word);

		require(pfc_use_sum(use) == g->held, "group %d holds %u bytes", i,
			pfc_use_sum(use));
		require(use.headroom == g->behind, "group %d: headroom %u", i, use.headroom);
		require(use.xoff == g->stop, "group %d: XOFF %d", i, use.xoff);
		require(!use.xoff || g->held, "empty group %d is in XOFF", i);
		require(pfc_use_pack(use) == g->word, "group %d: packed word differs", i);
		shared += pfc_shared_part(use.held, g->limits.guarantee);
	}
	require(shared == b->used, "shared %lld, pool %lld", shared, b->used);
}

static void step(struct fuzz *in, struct buffer *b)
{
	unsigned int what = fuzz_below(in, 16);
	struct group *g = &b->groups[fuzz_below(in, GROUPS)];
	bool before = g->stop;

	if (what < 8)
		arrive(in, b, g);
	else if (what < 14)
		leave(b, g);
	else if (what < 15)
		resize(in, b, g);
	else
		b->size = any_size(in, PFC_SIZE_MAX);
	fuzz_met[XOFF] += g->stop && !before;
	fuzz_met[XON] += before && !g->stop;
}

void fuzz_one(struct fuzz *in)
{
	struct buffer *b = calloc(1, sizeof(*b));
	int i;

	b->size = 1 << 16;
	for (i = 0; i < GROUPS; i++)
		resize(in, b, &b->groups[i]);
	while (fuzz_more(in)) {
		step(in, b);
		check(b);
	}
	for (i = 0; i < GROUPS; i++)
		while (b->groups[i].head != b->groups[i].tail)
			leave(b, &b->groups[i]);
	check(b);
	require(!b->used, "pool holds %lld bytes at the end", b->used);
	for (i = 0; i < GROUPS; i++)
		require(!b->groups[i].word, "group %d is not empty at the end", i);
	free(b);
}

size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	return fuzz_seed_random(n, buf, size);
}
