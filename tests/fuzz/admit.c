// SPDX-License-Identifier: GPL-2.0-only
/*
 * Admission of packets to several groups that share a pool, with thresholds that
 * change, against a model that remembers where each packet is charged.
 *
 * The model's rule for release is the same as saying: a group's headroom holds
 * what was admitted to it, less all that has left since, as long as that is
 * something.
 */
#include <stdlib.h>
#include "kmod/admit.h"
#include "fuzz.h"

#define GROUPS	3
#define PACKETS	512

enum goal {
	SHARED = PFC_PLACE_SHARED, HEADROOM = PFC_PLACE_HEADROOM,
	LIMIT = PFC_DROP_LIMIT, POOL = PFC_DROP_POOL, FULL = PFC_DROP_HEADROOM,
	XOFF, XON, SQUEEZED, REFUSED_EMPTY,
};

const char *const fuzz_goals[] = {
	[SHARED] = "shared", [HEADROOM] = "headroom", [LIMIT] = "drop: limit",
	[POOL] = "drop: pool", [FULL] = "drop: headroom", [XOFF] = "XOFF",
	[XON] = "XON", [SQUEEZED] = "headroom smaller than its use",
	[REFUSED_EMPTY] = "refused by an empty lossless group", NULL
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
	s64		size;	/* of the shared part */
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

static void arrive(struct fuzz *in, struct buffer *b, struct group *g)
{
	u32 len = 60 + (fuzz_below(in, 8) ? fuzz_below(in, 1541) :
					    fuzz_below(in, (1 << 17) - 60));
	struct pfc_use use = pfc_use_unpack(g->word);
	bool room = b->used + len <= b->size, fits;
	enum pfc_place place, want;

	if (g->head - g->tail == PACKETS)
		return;
	fits = g->held + len <= (g->limits.lossless ? g->limits.xoff :
						      g->limits.limit);
	require(pfc_admit_wants_shared(&g->limits, use, len) == fits,
		"%u to %lld", len, g->held);
	if (fits && room)
		want = PFC_PLACE_SHARED;
	else if (!g->limits.lossless)
		want = fits ? PFC_DROP_POOL : PFC_DROP_LIMIT;
	else if (g->behind + len <= g->limits.headroom)
		want = PFC_PLACE_HEADROOM;
	else
		want = PFC_DROP_HEADROOM;
	place = pfc_admit_place(&g->limits, use, len, room);
	require(place == want, "place %d, want %d", place, want);
	fuzz_met[place]++;

	if (place > PFC_PLACE_HEADROOM) {
		fuzz_met[REFUSED_EMPTY] += place == PFC_DROP_HEADROOM && !g->held;
		if (place == PFC_DROP_HEADROOM) {
			use = pfc_admit_refuse(use);
			g->stop |= g->held > 0;
		}
	} else {
		use = pfc_admit_charge(use, place, len);
		g->packets[g->head++ % PACKETS] = len;
		g->held += len;
		if (place == PFC_PLACE_SHARED)
			b->used += len;
		else
			g->behind += len, g->stop = true;
	}
	g->word = pfc_use_pack(use);
}

static void settle(struct group *g)
{
	s64 front = g->held - g->behind;

	if (!g->limits.lossless)
		g->stop = false;
	else if (g->behind || front > g->limits.xoff)
		g->stop = true;
	else if (front <= g->limits.xon)
		g->stop = false;
}

static void leave(struct buffer *b, struct group *g)
{
	s64 before = g->held - g->behind;
	u32 len;

	if (g->head == g->tail)
		return;
	len = g->packets[g->tail++ % PACKETS];
	g->held -= len;
	g->behind = g->behind > len ? g->behind - len : 0;
	b->used -= before - (g->held - g->behind);
	settle(g);
	g->word = pfc_use_pack(pfc_admit_release(&g->limits,
						 pfc_use_unpack(g->word), len));
}

static void resize(struct fuzz *in, struct buffer *b, struct group *g)
{
	s64 room;

	g->limits = (struct pfc_pg_limits){
		.lossless = fuzz_below(in, 4),
		.xoff = any_size(in, PFC_SIZE_MAX),
		.headroom = any_size(in, PFC_SIZE_MAX),
		.limit = any_size(in, PFC_SIZE_MAX),
	};
	g->limits.xon = any_size(in, g->limits.xoff) % (g->limits.xoff + 1);
	room = g->limits.lossless ? g->limits.headroom : 0;
	if (g->behind > room) {
		fuzz_met[SQUEEZED]++;
		b->used += g->behind - room;
		g->behind = room;
	}
	settle(g);
	g->word = pfc_use_pack(pfc_admit_resize(&g->limits,
						pfc_use_unpack(g->word)));
}

static void check(const struct buffer *b)
{
	s64 shared = 0;
	int i;

	for (i = 0; i < GROUPS; i++) {
		const struct group *g = &b->groups[i];
		struct pfc_use use = pfc_use_unpack(g->word);

		require(pfc_use_sum(use) == g->held, "group %d: %u", i,
			pfc_use_sum(use));
		require(use.headroom == g->behind, "group %d: %u", i, use.headroom);
		require(use.xoff == g->stop, "group %d: %d", i, use.xoff);
		require(!use.xoff || g->held, "group %d stops for ever", i);
		require(pfc_use_pack(use) == g->word, "group %d", i);
		shared += use.shared;
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
		b->size = any_size(in, 1 << 20);
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
	require(!b->used, "%lld", b->used);
	for (i = 0; i < GROUPS; i++)
		require(!b->groups[i].word, "group %d", i);
	free(b);
}

size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	return fuzz_seed_random(n, buf, size);
}
