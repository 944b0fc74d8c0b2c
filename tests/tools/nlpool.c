// SPDX-License-Identifier: GPL-2.0-only
/*
 * Model of pools and profiles, for nlfuzz.  After each request the model sums the
 * reservations of all groups again; it keeps no running sums.
 */

#include <stdio.h>
#include <string.h>

#include "common.h"
#include "nlattr.h"
#include "nlmodel.h"

#define FRAME_MIN		60	/* bytes; also the minimum size of a pool */

struct pool *pool_named(struct state *state, const char *name)
{
	int i;

	for (i = 0; i < state->pools; i++)
		if (!strcmp(state->pool[i].name, name))
			return &state->pool[i];
	return NULL;
}

struct profile *profile_named(struct state *state, const char *name)
{
	int i;

	for (i = 0; i < state->profiles; i++)
		if (!strcmp(state->profile[i].name, name))
			return &state->profile[i];
	return NULL;
}

/* ---- headroom ----------------------------------------------------------- */

static uint64_t divide_up(__uint128_t dividend, uint64_t divisor)
{
	return (dividend + divisor - 1) / divisor;
}

/* Response time of the peer in quanta, by the speed in Mb/s */
static uint32_t response(uint64_t speed)
{
	if (speed > 400000)
		return divide_up(905 * speed, 400000);
	return speed > 200000 ? 905 : speed > 100000 ? 453 : speed > 50000 ? 394 :
	       speed > 40000 ? 147 : speed > 25000 ? 118 : speed > 10000 ? 80 :
	       speed > 1000 ? 67 : speed > 100 ? 2 : 1;
}

/*
 * Sum of: bytes in flight in both directions; bytes that the peer sends during its response
 * time, while this port sends a frame of maximum size and then the PFC frame, and during the
 * CPU latency; two frames of maximum size; and a batch of such frames.
 */
uint32_t headroom_needed(const struct device *port)
{
	const struct config *config = &port->config;
	uint64_t speed = config->link_speed;
	uint64_t own = config->rate ?: speed * 1000000;
	uint64_t rate = config->peer_rate ?: own;
	uint64_t frame = port->mtu + 18 < FRAME_MIN ? FRAME_MIN : port->mtu + 18;
	uint64_t bits = response(speed) * 512ULL;
	uint64_t bytes;

	bytes = divide_up((__uint128_t)rate * 2 *
			  (config->delay + config->cable_delay), 8000000000ULL) +
		divide_up((__uint128_t)rate * bits, 8 * speed * 1000000) +
		divide_up((__uint128_t)rate * frame, own) +
		divide_up((__uint128_t)rate * 64, own) +
		divide_up((__uint128_t)rate * config->latency, 8000000000ULL) +
		frame * (2 + config->batch);
	return bytes < PFC_SIZE_MAX ? bytes : PFC_SIZE_MAX;
}

/* ---- reservations ------------------------------------------------------- */

struct demand { uint64_t guarantees, headrooms; };

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static struct demand demand_of(const struct group *group)
{
	return (struct demand){
		group->limits.min, group->lossless ? group->limits.headroom : 0
	};
}

static uint64_t reserved(const struct pool *pool, struct demand demand)
{
	return demand.guarantees + divide_up(demand.headrooms, pool->ratio);
}

/* Demand of all groups of a pool */
static struct demand demand_for(const struct state *state, const struct pool *pool)
{
	struct demand sum = { 0 }, one;
	const struct group *group;
	int i, pg;

	for (i = 0; i < state->devices; i++)
		for (pg = 0; pg < PRIOS && state->device[i].port; pg++) {
			group = &state->device[i].config.pg[pg];
			if (strcmp(group->pool, pool->name))
				continue;
			one = demand_of(group);
			sum.guarantees += one.guarantees;
			sum.headrooms += one.headrooms;
		}
	return sum;
}

/*
 * Reservations that a pool must hold during a change.  A PG that stays in the pool or joins it
 * counts with its old or new demand, whichever is larger.  A PG that leaves the pool counts with
 * its old demand.
 */
static struct demand demand_between(const struct state *state, const struct state *next,
				    const struct pool *pool)
{
	struct demand sum = { 0 }, old, new;
	const struct group *was, *will;
	bool had, has;
	int i, pg;

	for (i = 0; i < state->devices; i++)
		for (pg = 0; pg < PRIOS && state->device[i].port; pg++) {
			was = &state->device[i].config.pg[pg];
			will = &next->device[i].config.pg[pg];
			had = !strcmp(was->pool, pool->name);
			has = !strcmp(will->pool, pool->name);
			old = demand_of(was);
			new = demand_of(will);
			if (!had && !has)
				continue;
			/* !has: the PG leaves this pool; its new demand counts in its new pool */
			sum.guarantees += has ? larger(old.guarantees, new.guarantees) :
					  old.guarantees;
			sum.headrooms += has ? larger(old.headrooms, new.headrooms) :
					 old.headrooms;
		}
	return sum;
}

static void add_up_pool(struct state *state, struct pool *pool)
{
	struct demand demand = demand_for(state, pool);
	int i, pg;

	pool->guarantees = demand.guarantees;
	pool->headrooms = demand.headrooms;
	pool->headroom_size = divide_up(demand.headrooms, pool->ratio);
	pool->reserved = pool->guarantees + pool->headroom_size;
	pool->shared_size = pool->size - pool->reserved;
	pool->pgs = 0;
	for (i = 0; i < state->devices; i++)
		for (pg = 0; pg < PRIOS && state->device[i].port; pg++)
			pool->pgs += !strcmp(state->device[i].config.pg[pg].pool, pool->name);
}

/* Sums the reservations of the pools and the users of the profiles */
void add_up(struct state *state)
{
	struct profile *profile;
	int i, pg;

	for (i = 0; i < state->pools; i++)
		add_up_pool(state, &state->pool[i]);
	for (i = 0; i < state->profiles; i++)
		state->profile[i].pgs = 0;
	for (i = 0; i < state->devices; i++)
		for (pg = 0; pg < PRIOS && state->device[i].port; pg++) {
			profile = profile_named(state, state->device[i].config.pg[pg].profile);
			if (profile)
				profile->pgs++;
		}
}

/* ---- goals -------------------------------------------------------------- */

const char *const goal_names[GOALS] = {
	"ports_together", "moved", "overbooked", "automatic", "short", "taken_back",
	"by_default", "paused", "asymmetric", "marking", "flood_moved", "shared", "type_gone",
	"mitigated", "injected", "storms", "unwatched",
	"by_rate", "rate_gone", "unused_share", "no_control",
	"impaired", "repaired"
};

uint64_t goals[GOALS];

static void note_groups(const struct device *was, const struct device *is)
{
	const struct group *a, *b;
	struct demand demand;
	int pg;

	for (pg = 0; pg < PRIOS; pg++) {
		a = &was->config.pg[pg];
		b = &is->config.pg[pg];
		demand = demand_of(a);
		goals[MOVED] += (demand.guarantees || demand.headrooms) &&
				strcmp(a->pool, b->pool);
		goals[AUTOMATIC] += a->lossless && b->lossless && a->limits.mode &&
				    b->limits.mode == a->limits.mode &&
				    a->limits.headroom != b->limits.headroom;
		goals[BY_DEFAULT] += !a->lossless && b->lossless &&
				     b->limits.mode == PFC_HEADROOM_MODE_DEFAULT &&
				     b->limits.headroom != PFC_DEFAULT_HEADROOM;
	}
}

static void note_accepted(const struct state *was, const struct state *is,
			  unsigned int devices)
{
	int i;

	goals[TOGETHER] += !!(devices & (devices - 1));
	for (i = 0; i < is->devices; i++) {
		note_groups(&was->device[i], &is->device[i]);
		note_config(&was->device[i].config, &is->device[i].config);
	}
	for (i = 0; i < is->pools; i++)
		goals[OVERBOOKED] += is->pool[i].ratio > 1 && is->pool[i].headrooms;
}

/*
 * Counts a rejected change that raises the reservations of a pool before @full: the kernel has
 * reserved the space in that pool already, and must release it again.
 */
static void note_refused(const struct state *was, const struct state *next,
			 const struct pool *full)
{
	const struct pool *pool;

	for (pool = next->pool; pool < full; pool++)
		if (reserved(pool, demand_between(was, next, pool)) >
		    reserved(pool, demand_for(was, pool))) {
			goals[TAKEN_BACK]++;
			return;
		}
}

static bool has_room(const struct state *state, const struct state *next)
{
	const struct pool *pool;

	for (pool = next->pool; pool < next->pool + next->pools; pool++)
		if (reserved(pool, demand_between(state, next, pool)) > pool->size) {
			note_refused(state, next, pool);
			return false;
		}
	return true;
}

/* Demand of the groups of a change for which settle() has determined the headroom, by pool */
static struct demand claimed[PFC_POOLS_MAX];

/* A pool reserves the old and the new demand of a group until the end of the change */
static void claim(struct state *state, const struct group *was, const struct group *group)
{
	struct demand *sum = &claimed[pool_named(state, group->pool) - state->pool];
	struct demand old = demand_of(was), new = demand_of(group);

	sum->guarantees += larger(old.guarantees, new.guarantees);
	sum->headrooms += larger(old.headrooms, new.headrooms);
	if (!strcmp(was->pool, group->pool)) {
		sum->guarantees -= old.guarantees;
		sum->headrooms -= old.headrooms;
	}
}

/* Whether at most half of the pool of @group is reserved if the headroom has this size */
static bool leaves_half(struct state *state, const struct group *was,
			const struct group *group, uint32_t headroom)
{
	const struct pool *pool = pool_named(state, group->pool);
	struct demand demand = demand_for(state, pool);

	demand.guarantees += claimed[pool - state->pool].guarantees;
	demand.headrooms += claimed[pool - state->pool].headrooms + headroom;
	if (!strcmp(was->pool, group->pool))
		demand.headrooms -= demand_of(was).headrooms;
	return reserved(pool, demand) <= pool->size / 2;
}

/* Size of a headroom by its mode, if the pool has room */
static uint32_t wanted(struct state *state, const struct group *was,
		       const struct config *config, const struct group *group)
{
	bool known = config->speed_source != PFC_SPEED_SOURCE_ASSUMED;
	uint32_t kept = PFC_DEFAULT_HEADROOM;

	if (group->limits.mode == PFC_HEADROOM_MODE_FIXED)
		return group->limits.headroom;
	if (group->limits.mode == PFC_HEADROOM_MODE_AUTO)
		return config->needed;
	if (!group->lossless || !known)
		return kept;
	if (was->limits.mode == PFC_HEADROOM_MODE_DEFAULT && was->limits.headroom > kept)
		kept = was->limits.headroom;
	return config->needed <= kept || leaves_half(state, was, group, config->needed) ?
	       config->needed : kept;
}

/* Sets the headroom of a group, see settle(); returns whether it grows */
static bool settle_group(struct state *state, const struct group *was,
			 const struct config *config, struct group *group, bool at_most)
{
	struct limits *limits = &group->limits;

	limits->headroom = wanted(state, was, config, group);
	claim(state, was, group);
	if (limits->mode == PFC_HEADROOM_MODE_FIXED || limits->mode != was->limits.mode ||
	    limits->headroom <= was->limits.headroom)
		return false;
	if (at_most)
		limits->headroom = was->limits.headroom;
	return true;
}

/*
 * Sets automatic headrooms to the required size, those by default last.  With @at_most, a headroom
 * that was already automatic does not grow.  Returns whether a headroom that was already automatic
 * requires more than before.
 */
static bool settle(struct state *state, struct state *next, unsigned int devices,
		   bool at_most)
{
	bool grows = false, last;
	int i, pg;

	memset(claimed, 0, sizeof(claimed));
	for (i = 0; i < next->devices; i++)
		for (pg = 0; pg < 2 * PRIOS && (devices & 1U << i); pg++) {
			struct config *config = &next->device[i].config;
			struct group *group = &config->pg[pg % PRIOS];

			last = group->limits.mode == PFC_HEADROOM_MODE_DEFAULT;
			if (last == pg / PRIOS)
				grows |= settle_group(state,
						      &state->device[i].config.pg[pg % PRIOS],
						      config, group, at_most);
		}
	return grows;
}

/* Makes @next the state if the pools have room; @devices: mask of the changed ports */
enum verdict commit(struct state *state, struct state *next, unsigned int devices)
{
	bool grows;
	int i;

	for (i = 0; i < next->devices; i++)
		if (devices & 1U << i) {
			derive_speed(&next->device[i]);
			next->device[i].config.needed = headroom_needed(&next->device[i]);
		}
	grows = settle(state, next, devices, false);
	if (!has_room(state, next)) {
		if (!grows)
			return NO_ROOM;
		settle(state, next, devices, true);
		if (!has_room(state, next))
			return NO_ROOM;
		goals[SHORT]++;
	}
	note_accepted(state, next, devices);
	*state = *next;
	add_up(state);
	return ACCEPTED;
}

/* Updates automatic headrooms after a change of the link or of a pool */
void adapt(struct state *state, int device)
{
	static struct state next;

	next = *state;
	if (state->device[device].port)
		commit(state, &next, 1U << device);
}

/* ---- requests about pools ----------------------------------------------- */

static const char *text(const struct attr *attr)
{
	return (const char *)attr->data;
}

static void set_name(char *to, const struct attr *name)
{
	memset(to, 0, PFC_NAME_LEN);
	snprintf(to, PFC_NAME_LEN, "%s", text(name));
}

static enum verdict check_letters(const struct attr *name)
{
	const char *c;

	for (c = text(name); *c; c++)
		if (!((*c | 32) >= 'a' && (*c | 32) <= 'z') && !(*c >= '0' && *c <= '9') &&
		    *c != '_' && *c != '.' && *c != '-')
			return BAD_LETTERS;
	return c == text(name) ? BAD_LETTERS : ACCEPTED;
}

static enum verdict read_pool(const struct request *r, struct pool *pool)
{
	return read_number(r->attrs, r->len, pfc_ranges, PFC_A_POOL_SIZE, &pool->size) ?:
	       read_number(r->attrs, r->len, pfc_ranges, PFC_A_POOL_OVERSUBSCRIBE_RATIO,
			   &pool->ratio);
}

static enum verdict new_pool(struct state *state, const struct request *r)
{
	const struct attr *name = FIND(r, PFC_A_POOL_NAME);
	struct pool pool = { .ratio = 1, .cleared.again = true };
	enum verdict v;

	if (!name || !FIND(r, PFC_A_POOL_SIZE))
		return NOT_GIVEN;
	v = check_letters(name) ?: read_pool(r, &pool);
	if (v)
		return v;
	if (pool_named(state, text(name)))
		return NAME_TAKEN;
	set_name(pool.name, name);
	if (state->pools == POOLS_KNOWN)
		die("nlfuzz: more than %d pools", POOLS_KNOWN);
	state->pool[state->pools++] = pool;
	add_up(state);
	return ACCEPTED;
}

static enum verdict set_pool(struct state *state, struct pool *pool, const struct request *r)
{
	struct pool new = *pool;
	enum verdict v = read_pool(r, &new);
	int i;

	if (v)
		return v;
	if (reserved(&new, demand_for(state, &new)) > new.size)
		return NO_ROOM;
	*pool = new;
	add_up(state);
	/* automatic headrooms that the pool had no room for may grow now */
	for (i = 0; i < state->devices; i++)
		adapt(state, i);
	return ACCEPTED;
}

static enum verdict delete_pool(struct state *state, struct pool *pool)
{
	int i, at = pool - state->pool;

	if (!at)
		return IS_DEFAULT;
	for (i = 0; i < state->profiles; i++)
		if (!strcmp(state->profile[i].pool, pool->name))
			return IN_USE;
	if (pool->pgs)
		return IN_USE;
	memmove(pool, pool + 1, (--state->pools - at) * sizeof(*pool));
	return ACCEPTED;
}

/* Pool requests, and %PFC_CMD_WATERMARK_CLEAR of a pool */
enum verdict model_pool(struct state *state, const struct request *r)
{
	const struct attr *name = FIND(r, PFC_A_POOL_NAME);
	struct pool *pool = name ? pool_named(state, text(name)) : &state->pool[0];

	if (r->cmd == PFC_CMD_POOL_NEW)
		return new_pool(state, r);
	if (r->cmd == PFC_CMD_POOL_DEL && !name)
		return NOT_GIVEN;
	if (r->cmd == PFC_CMD_POOL_SET && !FIND(r, PFC_A_POOL_SIZE) &&
	    !FIND(r, PFC_A_POOL_OVERSUBSCRIBE_RATIO))
		return NOT_GIVEN;
	if (!pool)
		return NO_POOL;
	if (r->cmd == PFC_CMD_POOL_DEL)
		return delete_pool(state, pool);
	if (r->cmd == PFC_CMD_POOL_SET)
		return set_pool(state, pool, r);
	if (r->cmd == PFC_CMD_WATERMARK_CLEAR)
		pool->cleared.again = true;
	return ACCEPTED;
}

/* ---- requests about profiles -------------------------------------------- */

static enum verdict read_profile(struct state *state, const struct request *r,
				 struct profile *profile)
{
	const struct attr *nest = FIND(r, PFC_A_PG), *pool;
	enum verdict v;

	if (!nest)
		return ACCEPTED;
	if (find(nest->data, nest->len, PFC_PG_A_ID) ||
	    find(nest->data, nest->len, PFC_PG_A_PROFILE))
		return NUMBERED;
	v = read_limits(nest->data, nest->len, &profile->limits);
	if (v)
		return v;
	if (profile->limits.xon > profile->limits.xoff)
		return XON_ABOVE_XOFF;
	pool = find(nest->data, nest->len, PFC_PG_A_POOL);
	if (!pool)
		return ACCEPTED;
	if (!pool_named(state, text(pool)))
		return NO_POOL;
	set_name(profile->pool, pool);
	return ACCEPTED;
}

static enum verdict new_profile(struct state *state, const struct request *r,
				const struct attr *name)
{
	struct profile profile = { .pool = PFC_DEFAULT_POOL, .limits = new_limits };
	enum verdict v = check_letters(name);

	if (v)
		return v;
	if (profile_named(state, text(name)))
		return NAME_TAKEN;
	v = read_profile(state, r, &profile);
	if (v)
		return v;
	set_name(profile.name, name);
	if (state->profiles == POOLS_KNOWN)
		die("nlfuzz: more than %d profiles", POOLS_KNOWN);
	state->profile[state->profiles++] = profile;
	return ACCEPTED;
}

/* Changes all groups that follow the profile, or none */
static enum verdict set_profile(struct state *state, struct profile *profile,
				const struct request *r)
{
	static struct state next;
	struct profile *to = &next.profile[profile - state->profile];
	unsigned int devices = 0;
	struct group *group;
	enum verdict v;
	int i, pg;

	next = *state;
	v = read_profile(state, r, to);
	if (v)
		return v;
	for (i = 0; i < next.devices; i++)
		for (pg = 0; pg < PRIOS; pg++) {
			group = &next.device[i].config.pg[pg];
			if (strcmp(group->profile, to->name))
				continue;
			group->limits = to->limits;
			memcpy(group->pool, to->pool, sizeof(to->pool));
			devices |= 1U << i;
		}
	return commit(state, &next, devices);
}

static enum verdict delete_profile(struct state *state, struct profile *profile)
{
	int at = profile - state->profile;

	if (profile->pgs)
		return IN_USE;
	memmove(profile, profile + 1, (--state->profiles - at) * sizeof(*profile));
	return ACCEPTED;
}

enum verdict model_profile(struct state *state, const struct request *r)
{
	const struct attr *name = FIND(r, PFC_A_PROFILE_NAME);
	struct profile *profile;

	if (!name)
		return NOT_GIVEN;
	if (r->cmd == PFC_CMD_PROFILE_NEW)
		return new_profile(state, r, name);
	profile = profile_named(state, text(name));
	if (!profile)
		return NO_PROFILE;
	if (r->cmd == PFC_CMD_PROFILE_SET)
		return set_profile(state, profile, r);
	if (r->cmd == PFC_CMD_PROFILE_DEL)
		return delete_profile(state, profile);
	return ACCEPTED;
}
