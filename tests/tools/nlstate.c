// SPDX-License-Identifier: GPL-2.0-only
/* State of a namespace, read from the kernel's dumps, for nlfuzz */

#include <stdio.h>
#include <string.h>

#include "common.h"
#include "nlattr.h"
#include "nlmodel.h"

uint64_t number_in(const struct attr *nest, int type)
{
	const struct attr *attr = find(nest->data, nest->len, type);

	if (!attr)
		die("nlfuzz: dump lacks the required attribute %d", type);
	return number(attr);
}

static void show_name(char *to, const struct attr *nest, int type)
{
	const struct attr *attr = find(nest->data, nest->len, type);

	if (attr)
		snprintf(to, PFC_NAME_LEN, "%.*s", attr->len, attr->data);
}

static void show_limits(const struct attr *nest, struct limits *limits)
{
	*limits = (struct limits){
		.xoff = number_in(nest, PFC_PG_A_XOFF),
		.xon = number_in(nest, PFC_PG_A_XON),
		.headroom = number_in(nest, PFC_PG_A_HEADROOM),
		.mode = number_in(nest, PFC_PG_A_HEADROOM_AUTO),
		.limit = number_in(nest, PFC_PG_A_LIMIT),
		.min = number_in(nest, PFC_PG_A_MIN),
		.alpha = number_in(nest, PFC_PG_A_ALPHA),
		.xon_offset = number_in(nest, PFC_PG_A_XON_OFFSET),
	};
}

int id_in(const struct attr *nest, int type)
{
	int id = number_in(nest, type);

	if (id >= PRIOS)
		die("nlfuzz: dump: number of a PG, queue or class is %d, must be 0..7", id);
	return id;
}

static void show_group(const struct attr *nest, struct config *config)
{
	int id = id_in(nest, PFC_PG_A_ID);
	struct group *group = &config->pg[id];

	show_limits(nest, &group->limits);
	show_name(group->pool, nest, PFC_PG_A_POOL);
	show_name(group->profile, nest, PFC_PG_A_PROFILE);
	group->lossless = !!find(nest->data, nest->len, PFC_PG_A_LOSSLESS);
	if (id && config->needed != number_in(nest, PFC_PG_A_HEADROOM_NEEDED))
		die("nlfuzz: dump: PG %d requires headroom %ju, the PG before it %u; must be equal",
		    id, (uintmax_t)number_in(nest, PFC_PG_A_HEADROOM_NEEDED), config->needed);
	config->needed = number_in(nest, PFC_PG_A_HEADROOM_NEEDED);
}

static void show_attr(struct device *port, const struct attr *attr)
{
	struct config *config = &port->config;

	config->seen |= (attr_set)1 << attr->type;
	switch (attr->type) {
	case PFC_A_IFINDEX:
		port->index = number(attr);
		break;
	case PFC_A_IFNAME:
		snprintf(port->name, sizeof(port->name), "%.15s", attr->data);
		break;
	case PFC_A_SPEED_SOURCE:
		config->speed_source = number(attr);
		break;
	case PFC_A_RING:
		if (number(attr))
			die("nlfuzz: dump: %s is a software device but has a ring of %ju bytes",
			    port->name, (uintmax_t)number(attr));
		break;
	case PFC_A_PG:
		show_group(attr, config);
		break;
	case PFC_A_QUEUE:
		show_fields(attr, queue_fields,
			    &config->queue[id_in(attr, PFC_QUEUE_A_ID)]);
		break;
	case PFC_A_TC:
		show_fields(attr, tc_fields, &config->tc[id_in(attr, PFC_TC_A_ID)]);
		break;
	default:
		if (!show_field(attr, port_fields, config))
			show_maps(attr, config);
	}
}

/* Adds the port of a message of the port dump */
void state_add_port(struct state *state, const void *attrs, int len)
{
	struct device *port = &state->device[state->devices++];
	struct attr attr;

	if (state->devices > DEVICES_MAX)
		die("nlfuzz: dump has more than %d ports", DEVICES_MAX);
	memset(port, 0, sizeof(*port));
	for_each_attr(&attr, attrs, len)
		show_attr(port, &attr);
	port->port = true;
	if (~port->config.seen & all_shown())
		die("nlfuzz: dump lacks attributes %#jx of %s",
		    (uintmax_t)(~port->config.seen & all_shown()), port->name);
	port->config.link_speed = port->config.speed;
	if (port->config.speed_source == PFC_SPEED_SOURCE_ASSUMED)
		port->speed = port->config.speed;
	if (port->config.speed_source != PFC_SPEED_SOURCE_SET)
		port->config.speed = 0;
	port->config.seen &= ~((attr_set)1 << PFC_A_PAD);
}

static void show_cleared(struct device *port, const struct attr *attr)
{
	switch (attr->type) {
	case PFC_A_STATS_PORT:
		port->cleared.time = number_in(attr, PFC_PORT_STAT_CLEARED);
		break;
	case PFC_A_STATS_PG:
		port->pg_cleared[id_in(attr, PFC_STAT_ID)].time =
			number_in(attr, PFC_PG_STAT_PEAK_CLEARED);
		break;
	case PFC_A_STATS_QUEUE:
		port->queue_cleared[id_in(attr, PFC_STAT_ID)].time =
			number_in(attr, PFC_QUEUE_STAT_PEAK_CLEARED);
		break;
	}
}

/* Finds the port of a message; it must be in the port dump */
struct device *device_shown(struct state *state, const void *attrs, int len)
{
	const struct attr *index = find(attrs, len, PFC_A_IFINDEX);
	struct device *port = state->device;

	while (port < state->device + state->devices &&
	       !(index && port->index == number(index)))
		port++;
	if (port == state->device + state->devices)
		die("nlfuzz: message for device %ju, which is not in the port dump",
		    (uintmax_t)(index ? number(index) : 0));
	return port;
}

/* Whether injected storms and their events increase the counter without a request */
static bool counts_by_itself(const struct attr *counters, const struct attr *attr)
{
	return counters->type == PFC_A_STATS_PRIO ? attr->type >= PFC_PRIO_STAT_STORMS :
	       counters->type == PFC_A_STATS_PORT &&
	       attr->type == PFC_PORT_STAT_EVENTS_LOST;
}

static void sum_up(struct state *state, const struct attr *counters)
{
	struct attr attr;
	int i;

	for_each_attr(&attr, counters->data, counters->len) {
		state->sum = (state->sum ^ attr.type) * 16777619;
		for (i = 0; i < attr.len && !counts_by_itself(counters, &attr); i++)
			state->sum = (state->sum ^ attr.data[i]) * 16777619;
	}
}

/* Adds the counters of a message of the counter dump, which follows the port dump */
void state_add_stats(struct state *state, const void *attrs, int len)
{
	struct device *port = device_shown(state, attrs, len);
	struct attr attr;

	for_each_attr(&attr, attrs, len) {
		show_cleared(port, &attr);
		sum_up(state, &attr);
	}
}

static void expect_0(const struct attr *all, int type)
{
	if (number_in(all, type))
		die("nlfuzz: dump: attribute %d of a pool is %ju, must be 0 without traffic", type,
		    (uintmax_t)number_in(all, type));
}

void state_add_pool(struct state *state, const void *attrs, int len)
{
	struct attr all = { .data = attrs, .len = len };
	struct pool *pool = &state->pool[state->pools++];

	if (state->pools > POOLS_KNOWN)
		die("nlfuzz: dump has more than %d pools", POOLS_KNOWN);
	*pool = (struct pool){
		.size = number_in(&all, PFC_A_POOL_SIZE),
		.ratio = number_in(&all, PFC_A_POOL_OVERSUBSCRIBE_RATIO),
		.guarantees = number_in(&all, PFC_A_POOL_GUARANTEES),
		.headrooms = number_in(&all, PFC_A_POOL_HEADROOMS),
		.headroom_size = number_in(&all, PFC_A_POOL_HEADROOM_SIZE),
		.reserved = number_in(&all, PFC_A_POOL_RESERVED),
		.shared_size = number_in(&all, PFC_A_POOL_SHARED_SIZE),
		.pgs = number_in(&all, PFC_A_POOL_PGS),
		.cleared.time = number_in(&all, PFC_A_POOL_CLEARED),
	};
	show_name(pool->name, &all, PFC_A_POOL_NAME);
	expect_0(&all, PFC_A_POOL_SHARED_USED);
	expect_0(&all, PFC_A_POOL_SHARED_PEAK);
	expect_0(&all, PFC_A_POOL_SHARED_LIFETIME_PEAK);
	expect_0(&all, PFC_A_POOL_HEADROOM_USED);
	expect_0(&all, PFC_A_POOL_HEADROOM_PEAK);
	expect_0(&all, PFC_A_POOL_HEADROOM_LIFETIME_PEAK);
}

void state_add_profile(struct state *state, const void *attrs, int len)
{
	struct attr all = { .data = attrs, .len = len };
	struct profile *profile = &state->profile[state->profiles++];
	const struct attr *nest = find(attrs, len, PFC_A_PG);

	if (state->profiles > POOLS_KNOWN || !nest)
		die("nlfuzz: dump has more than %d profiles, or a profile without thresholds",
		    POOLS_KNOWN);
	memset(profile, 0, sizeof(*profile));
	show_name(profile->name, &all, PFC_A_PROFILE_NAME);
	show_name(profile->pool, nest, PFC_PG_A_POOL);
	show_limits(nest, &profile->limits);
	profile->pgs = number_in(&all, PFC_A_PROFILE_PGS);
}

/* ---- comparison --------------------------------------------------------- */

/* Whether the dump shows a clear that the model does not expect, or lacks an expected one */
static bool clear_differs(const struct clear *model, const struct clear *shown)
{
	return model->again ? shown->time <= model->time : shown->time != model->time;
}

static void pool_differs(const struct pool *a, const struct pool *b, char *where)
{
	if (strcmp(a->name, b->name))
		sprintf(where, "pool %s, not %s", b->name, a->name);
	else if (a->size != b->size || a->ratio != b->ratio)
		sprintf(where, "pool %s: size %u, ratio %u, not %u, %u", a->name, b->size,
			b->ratio, a->size, a->ratio);
	else if (a->guarantees != b->guarantees || a->headrooms != b->headrooms)
		sprintf(where, "pool %s: guarantees %u, headrooms %ju, not %u, %ju", a->name,
			b->guarantees, (uintmax_t)b->headrooms, a->guarantees,
			(uintmax_t)a->headrooms);
	else if (a->headroom_size != b->headroom_size || a->reserved != b->reserved ||
		 a->shared_size != b->shared_size)
		sprintf(where, "pool %s: headroom %u, reserved %u, shared %u, not %u, %u, %u",
			a->name, b->headroom_size, b->reserved, b->shared_size,
			a->headroom_size, a->reserved, a->shared_size);
	else if (a->pgs != b->pgs)
		sprintf(where, "pool %s: %u PGs, not %u", a->name, b->pgs, a->pgs);
	else if (clear_differs(&a->cleared, &b->cleared))
		sprintf(where, "pool %s: %scleared", a->name, a->cleared.again ? "not " : "");
}

static void profile_differs(const struct profile *a, const struct profile *b, char *where)
{
	if (strcmp(a->name, b->name))
		sprintf(where, "profile %s, not %s", b->name, a->name);
	else if (strcmp(a->pool, b->pool))
		sprintf(where, "profile %s: pool %s, not %s", a->name, b->pool, a->pool);
	else if (memcmp(&a->limits, &b->limits, sizeof(a->limits)))
		sprintf(where, "profile %s: limits differ", a->name);
	else if (a->pgs != b->pgs)
		sprintf(where, "profile %s: %u PGs, not %u", a->name, b->pgs, a->pgs);
}

/* Describes the first difference: a likely one by its name, any other one by its offset */
static void config_differs(const struct config *a, const struct config *b, char *where)
{
	size_t at;
	int pg;

	for (pg = 0; pg < PRIOS && !*where; pg++) {
		const struct group *x = &a->pg[pg], *y = &b->pg[pg];

		if (strcmp(x->pool, y->pool) || strcmp(x->profile, y->profile))
			sprintf(where, "pg %d: pool %s, profile '%s', not %s, '%s'", pg,
				y->pool, y->profile, x->pool, x->profile);
		else if (x->limits.headroom != y->limits.headroom)
			sprintf(where, "pg %d: headroom %u, not %u", pg, y->limits.headroom,
				x->limits.headroom);
		else if (memcmp(x, y, sizeof(*x)))
			sprintf(where, "pg %d: limits differ", pg);
	}
	if (!*where && (a->link_speed != b->link_speed || a->speed_source != b->speed_source))
		sprintf(where, "speed %u of source %u, not %u of %u", b->link_speed,
			b->speed_source, a->link_speed, a->speed_source);
	if (!*where && a->needed != b->needed)
		sprintf(where, "required headroom %u, not %u", b->needed, a->needed);
	for (at = 0; at < sizeof(*a) && !*where; at++)
		if (((const uint8_t *)a)[at] != ((const uint8_t *)b)[at])
			sprintf(where, "configuration differs at byte %zu", at);
}

static void port_differs(const struct device *a, const struct device *b, char *where)
{
	char what[160] = "";
	int i;

	config_differs(&a->config, &b->config, what);
	if (clear_differs(&a->cleared, &b->cleared))
		sprintf(what, "counters %scleared", a->cleared.again ? "not " : "");
	for (i = 0; i < PRIOS && !*what; i++) {
		if (clear_differs(&a->pg_cleared[i], &b->pg_cleared[i]))
			sprintf(what, "pg %d: %scleared", i,
				a->pg_cleared[i].again ? "not " : "");
		if (clear_differs(&a->queue_cleared[i], &b->queue_cleared[i]))
			sprintf(what, "queue %d: %scleared", i,
				a->queue_cleared[i].again ? "not " : "");
	}
	if (!*what)
		watch_differs(a, b, what);
	if (!*what)
		impair_differs(a, b, what);
	if (*what)
		sprintf(where, "%s: %s", a->name, what);
}

/*
 * Describes the first difference as "KERNEL, not MODEL".  @a is the model.  @b is the state in
 * the kernel's dumps, which contain no devices without a port.
 */
bool state_differs(const struct state *a, const struct state *b, char *where)
{
	int i, j = 0;

	*where = '\0';
	if (a->pools != b->pools)
		sprintf(where, "%d pools, not %d", b->pools, a->pools);
	for (i = 0; i < a->pools && !*where; i++)
		pool_differs(&a->pool[i], &b->pool[i], where);
	if (!*where && a->profiles != b->profiles)
		sprintf(where, "%d profiles, not %d", b->profiles, a->profiles);
	for (i = 0; i < a->profiles && !*where; i++)
		profile_differs(&a->profile[i], &b->profile[i], where);
	for (i = 0; i < a->devices && !*where; i++) {
		if (!a->device[i].port)
			continue;
		if (j == b->devices || strcmp(a->device[i].name, b->device[j].name))
			sprintf(where, "port %s is missing", a->device[i].name);
		else
			port_differs(&a->device[i], &b->device[j++], where);
	}
	if (!*where && j != b->devices)
		sprintf(where, "%d ports, not %d", b->devices, j);
	return *where;
}

/* Copies what the model does not predict: clear times, detected storms, sum of the counters */
void state_adopt_times(struct state *model, const struct state *shown)
{
	struct device *port;
	int i, j = 0;

	for (i = 0; i < model->pools; i++)
		model->pool[i].cleared = shown->pool[i].cleared;
	for (i = 0; i < model->devices; i++) {
		port = &model->device[i];
		if (!port->port)
			continue;
		port->cleared = shown->device[j].cleared;
		port->watch.storm = shown->device[j].watch.storm;
		memcpy(port->pg_cleared, shown->device[j].pg_cleared,
		       sizeof(port->pg_cleared));
		memcpy(port->queue_cleared, shown->device[j].queue_cleared,
		       sizeof(port->queue_cleared));
		j++;
	}
	model->sum = shown->sum;
}
