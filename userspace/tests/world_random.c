// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random configurations of the namespace in the mock kernel, and their comparison.
 */
#include <linux/pfc_watchdog.h>
#include <stdlib.h>
#include "test.h"
#include "world.h"

/* ---- random configurations --------------------------------------------------------------- */

static uint64_t any(uint64_t min, uint64_t max)
{
	return min + ((uint64_t)random() << 31 | random()) % (max - min + 1);
}

static void store(const struct field *f, uint16_t attr, void *to, uint64_t value)
{
	while (f->attr && f->attr != attr)
		f++;
	CHECK(f->attr);
	memcpy((char *)to + f->offset, &value, f->size);
}

static uint64_t number(const struct setting *s)
{
	if (s->attr == PFC_A_RESTORATION_TIME && s->min == PFC_DETECTION_MIN && random() % 3 == 0)
		return PFC_RESTORATION_MANUAL;
	if (s->zero && random() % 3 == 0)
		return 0;
	return random() % 3 ? any(s->min, s->max) : random() % 2 ? s->min : s->max;
}

static int words_of(const char *const *words)
{
	int n = 0;

	while (words[n])
		n++;
	return n;
}

static void random_map(const struct setting *s, struct port *port)
{
	const struct map_field *m = map_fields;
	uint8_t *table;
	int key;

	while (m->attr != s->attr)
		m++;
	table = (uint8_t *)port + m->offset;
	for (key = 0; key < m->keys; key++)
		if (random() % 2)
			table[key] = s->map->values ? random() % 2 :
				     m->none && random() % 3 == 0 ? PFC_MAP_NONE :
				     random() % (s->map->max + 1);
}

static void random_pg(const struct setting *settings, struct pg *pg)
{
	const struct config *config = &world.config;
	const struct setting *s;

	for (s = settings; s->name; s++) {
		if (random() % 2)
			continue;
		if (s->part == OF_PG && s->attr == PFC_PG_A_POOL)
			snprintf(pg->pool, sizeof(pg->pool), "%s",
				 config->pools.list[random() % config->pools.n].name);
		else if (s->read == read_pg_headroom)
			pg->headroom_auto = random() % (PFC_HEADROOM_MODE_MAX + 1);
		if (s->part == OF_PG && s->attr && s->read != read_part_name)
			store(pg_fields, s->attr, pg, number(s));
	}
}

static void random_setting(const struct setting *s, struct port *port)
{
	const struct pools *pools = &world.config.pools;
	int i;

	if (s->read == read_map && s->attr != PFC_A_PRIO_PFC)
		random_map(s, port);
	else if (s->read == read_word)
		store(port_fields, s->attr, port, random() % words_of(s->words));
	else if (s->read == read_part_name && s->part == OF_QUEUE)
		snprintf(port->queues[random() % 8].pool, sizeof(port->queues[0].pool), "%s",
			 pools->list[random() % pools->n].name);
	else if (s->part == OF_QUEUE)
		for (i = 0; i < PFC_PRIO_COUNT; i++)
			store(queue_fields, s->attr, &port->queues[random() % 8], number(s));
	else if (s->read == read_tc_values && s->map->values)
		port->tcs[random() % 8].tsa = random() % 2;
	else if (s->read == read_tc_values)
		store(tc_fields, s->attr, &port->tcs[random() % 8], number(s));
	else if (s->attr == PFC_A_CONTROL_PRIO && s->parse)
		port->control_prio = random() % 2 ? PFC_MAP_NONE : random() % 8;
	else if (s->read == read_value || (s->parse && s->attr == PFC_A_RESTORATION_TIME))
		store(port_fields, s->attr, port, number(s));
}

static void random_pgs(struct port *port)
{
	const struct profiles *profiles = &world.config.profiles;
	int i;

	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		if (profiles->n && random() % 3 == 0) {
			const struct profile *p = &profiles->list[random() % profiles->n];

			port->pgs[i] = p->pg;
			snprintf(port->pgs[i].profile, PFC_NAME_LEN, "%s", p->name);
		} else if (random() % 3) {
			random_pg(pg_settings, &port->pgs[i]);
		}
	}
}

static void random_port(struct port *port)
{
	const struct listed *l;
	const struct setting *s;
	unsigned int i;

	for (l = listed; l->object; l++)
		for (s = l->object->settings; s && s->name && l->object != &pg_object; s++)
			if (random() % 2 && s->read != read_dev && s->read != read_ids)
				random_setting(s, port);
	port->speed_source = PFC_SPEED_SOURCE_SET;
	if (!port->speed || random() % 2) {
		port->speed = 10000;
		port->speed_source = PFC_SPEED_SOURCE_RATE;
	}
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		if (port->queues[i].ecn_kmin > port->queues[i].ecn_kmax)
			port->queues[i].ecn_kmin = port->queues[i].ecn_kmax;
	port->n_ethtypes = random() % (PFC_ETHTYPES_MAX + 1);
	for (i = 0; i < port->n_ethtypes; i++)
		port->ethtypes[i] = (struct ethtype){ 0x9000 + i * 3 + random() % 3, random() % 8 };
	random_pgs(port);
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		port->prio_pfc[i] = port->prio_pfc_tx[i] && port->prio_pfc_rx[i];
}

static void random_named(void)
{
	struct pools *pools = &world.config.pools;
	struct profiles *profiles = &world.config.profiles;
	struct profile *profile;
	struct pool *pool;
	int i;

	for (i = 0; i < 3; i++) {
		if (i && random() % 2)
			continue;
		if (i) {
			pool = list_add(&pools->list, &pools->n, sizeof(*pool));
			snprintf(pool->name, sizeof(pool->name), "pool-%d", i);
		}
		pool = &pools->list[pools->n - 1];
		pool->size = any(60, PFC_SIZE_MAX);
		pool->oversubscribe_ratio = random() % 2 ? 1 : any(1, 256);
		pool->shared_headroom = random() % 2 ? 0 : any(1, PFC_SIZE_MAX);
		pool->cell = random() % 2 ? 0 : any(1, PFC_CELL_MAX);
		pool->cell_overhead = random() % 2 ? 0 : any(1, PFC_OVERHEAD_MAX);
	}
	for (i = 0; i < 3; i++) {
		if (random() % 2)
			continue;
		profile = list_add(&profiles->list, &profiles->n, sizeof(*profile));
		profile_default(profile);
		snprintf(profile->name, sizeof(profile->name), "f%d", i);
		random_pg(pg_settings + PG_SETTINGS_OF_PROFILE, &profile->pg);
	}
}

void world_random(unsigned int seed)
{
	struct ports *ports;
	struct port *port;
	char name[] = "p0";

	world_end();
	world_begin();
	srandom(seed);
	random_named();
	ports = &world.config.ports;
	for (; name[1] < '0' + WORLD_DEVS; name[1]++) {
		if (random() % 3 == 0)
			continue;
		port = list_add(&ports->list, &ports->n, sizeof(*port));
		port_default(port);
		snprintf(port->name, sizeof(port->name), "%s", name);
		random_port(port);
	}
}

/* ---- comparison ----------------------------------------------------------------------------- */

static void *copy_of(const void *list, size_t size)
{
	void *copy = malloc(size + 1);

	if (!copy)
		abort();
	if (size)
		memcpy(copy, list, size);
	return copy;
}

struct config world_copy(const struct config *config)
{
	struct config copy = *config;

	copy.pools.list = copy_of(config->pools.list, config->pools.n * sizeof(struct pool));
	copy.profiles.list = copy_of(config->profiles.list,
				     config->profiles.n * sizeof(struct profile));
	copy.ports.list = copy_of(config->ports.list, config->ports.n * sizeof(struct port));
	return copy;
}

static int compare_ethtypes(const void *a, const void *b)
{
	return ((const struct ethtype *)a)->type - ((const struct ethtype *)b)->type;
}

/* Removes what a longer name has left */
static void clean_name(char *name)
{
	memset(name + strlen(name), 0, PFC_NAME_LEN - strlen(name));
}

static void clean_pg(struct pg *pg)
{
	if (pg->headroom_auto)
		pg->headroom = 0;
	clean_name(pg->pool);
	clean_name(pg->profile);
}

/* Removes what is no setting, and what follows other settings */
static struct port clean(const struct port *port)
{
	struct port copy;
	int i;

	memcpy(&copy, port, sizeof(copy));
	copy.ifindex = 0;
	copy.speed_source = port->speed_source == PFC_SPEED_SOURCE_SET;
	if (!copy.speed_source)
		copy.speed = 0;
	qsort(copy.ethtypes, copy.n_ethtypes, sizeof(*copy.ethtypes), compare_ethtypes);
	memset(copy.ethtypes + copy.n_ethtypes, 0,
	       (PFC_ETHTYPES_MAX - copy.n_ethtypes) * sizeof(*copy.ethtypes));
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		clean_pg(&copy.pgs[i]);
		clean_name(copy.queues[i].pool);
	}
	return copy;
}

static bool ports_equal(const struct port *a, const struct port *b)
{
	struct port p = clean(a), q = clean(b);

	if (p.n_ethtypes != q.n_ethtypes)
		return false;
	memset(p.name, 0, sizeof(p.name));
	memset(q.name, 0, sizeof(q.name));
	return !memcmp(&p, &q, sizeof(p));
}

static bool profiles_equal(const struct profile *a, const struct profile *b)
{
	struct pg p = a->pg, q = b->pg;

	clean_pg(&p);
	clean_pg(&q);
	return !memcmp(&p, &q, sizeof(p));
}

bool world_equal(const struct config *a, const struct config *b)
{
	size_t i;

	if (a->pools.n != b->pools.n || a->profiles.n != b->profiles.n ||
	    a->ports.n != b->ports.n)
		return false;
	for (i = 0; i < a->pools.n; i++) {
		const struct pool *p = &a->pools.list[i], *q = pool_find(&b->pools, p->name);

		if (!q || p->size != q->size || p->oversubscribe_ratio != q->oversubscribe_ratio ||
		    p->shared_headroom != q->shared_headroom || p->cell != q->cell ||
		    p->cell_overhead != q->cell_overhead)
			return false;
	}
	for (i = 0; i < a->profiles.n; i++) {
		const struct profile *q = config_profile(b, a->profiles.list[i].name);

		if (!q || !profiles_equal(&a->profiles.list[i], q))
			return false;
	}
	for (i = 0; i < a->ports.n; i++) {
		const struct port *q = config_port(b, a->ports.list[i].name);

		if (!q || !ports_equal(&a->ports.list[i], q))
			return false;
	}
	return true;
}
