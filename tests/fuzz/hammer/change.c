// SPDX-License-Identifier: GPL-2.0-only
/*
 * Thread that changes thresholds, pools and ports.
 */
#include "world.h"

static struct net net;
static struct net_device devs[PORTS];
static struct Qdisc schs[PORTS];

static void change_begins(void)
{
	__atomic_add_fetch(&changes, 1, __ATOMIC_SEQ_CST);
}

static void change_ends(void)
{
	__atomic_add_fetch(&changes, 1, __ATOMIC_SEQ_CST);
}

static u32 any(u32 max)
{
	return random_below(3) ? random_below(max) : 0;
}

static void any_config(struct pfc_config *config)
{
	int pg, error = 0;

	for (pg = 0; pg < GROUPS; pg++) {
		struct pfc_pg_limits *limits = &config->pg[pg];

		limits->guarantee = any(20000);
		limits->alpha = random_below(3) ? 0 : 1 + random_below(PFC_ALPHA_MAX);
		limits->headroom = any(30000);
		limits->headroom_mode = PFC_HEADROOM_MODE_FIXED;
		limits->xoff = any(80000);
		limits->xon = random_below(limits->xoff + 1);
		limits->xon_offset = any(10000);
		limits->xoff_ahead = any(10000);
		limits->limit = any(80000);
	}
	for (pg = 0; pg < PFC_PRIOS; pg++) {
		struct pfc_queue_limits *queue = &config->queues[pg];

		queue->pool = random_below(4) ? NULL : pools[random_below(POOLS)];
		queue->guarantee = queue->pool ? any(5000) : 0;
	}
	/* PFC on random groups, or PAUSE, with which one group is lossless */
	config->flow = random_below(4) ? PFC_FLOW_CONTROL_PFC : PFC_FLOW_CONTROL_PAUSE;
	config->pfc_tx = config->flow == PFC_FLOW_CONTROL_PFC ? random_below(1 << GROUPS) : 0;
	require(pfc_config_validate(config, &error) == PFC_CAUSE_NONE, "group %d", error);
}

/*
 * Sets the maximum headroom use of each PG, which watch() checks.  During a change, this maximum
 * is the larger one of the limits before and after.  PGs outside of pools[0] have no limit.
 */
static void caps(struct object *object, const struct pfc_change *change)
{
	const struct pfc_config *config = object->port->config;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++) {
		bool own = pfc_group_pool(&object->port->groups[pg]) == pools[0];
		u32 cap = own ? cap_of(&config->pg[pg]) : U32_MAX;

		if (change && own)
			cap = max(cap, change->pools[pg] == pools[0] ?
				  cap_of(&change->config->pg[pg]) : U32_MAX);
		put(object->cap[pg], cap);
	}
}

static void any_change(struct pfc_change *change)
{
	if (random_below(8))
		any_config(change->config);
	else
		change->config->pg[random_below(GROUPS)].guarantee = any(20000);
	if (scene->groups == 1 || random_below(2))
		change->pools[random_below(scene->groups)] = pools[random_below(POOLS)];
}

/* Changes @n ports in one transaction */
static void configure(int first, int n)
{
	struct pfc_ack extack;
	struct pfc_change *change;
	unsigned long moved = 0;
	LIST_HEAD(changes);
	int i, pg, err;

	change_begins();
	for (i = first; i < first + n; i++) {
		struct pfc_port *port = current[i]->port;

		change = pfc_change_begin(&changes, port, &extack);
		any_change(change);
		caps(current[i], change);
		for (pg = 0; pg < PFC_PRIOS; pg++)
			moved += change->pools[pg] != pfc_group_pool(&port->groups[pg]) &&
				 atomic64_read(&port->groups[pg].use);
	}
	err = pfc_change_run(&changes, &extack);
	require(!err || err == -ENOSPC || err == -EBUSY, "%d", err);
	met[err ? REFUSED : CONFIGURED]++;
	for (i = first; i < first + n; i++)
		met[PAUSED] += !err && current[i]->port->config->flow == PFC_FLOW_CONTROL_PAUSE;
	if (!err)
		met[MOVED] += moved;
	for (i = first; i < first + n; i++)
		caps(current[i], NULL);
	change_ends();
}

void attach(int n)
{
	struct netlink_ext_ack extack;
	struct object *object;
	struct pfc_port *port;

	devs[n] = (struct net_device) {
		.name = "port", .type = ARPHRD_ETHER, .mtu = 1500, .net = &net,
	};
	schs[n] = (struct Qdisc) {
		.handle = 0x80010000, .parent = TC_H_ROOT, .dev = &devs[n],
	};
	require(!pfc_port_attach(&schs[n], &extack, &port), "port %d", n);
	object = object_of(NULL);
	require(object, "too many ports not freed");
	object->attached = true;
	put(object->port, port);
	caps(object, NULL);
	put(current[n], object);
}

void detach(int n)
{
	struct object *object = current[n];
	int pg;

	put(current[n], NULL);
	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (atomic64_read(&object->port->groups[pg].use)) {
			met[DETACHED]++;
			break;
		}
	object->attached = false;
	/* the port may be freed during this call */
	pfc_port_detach(object->port);
}

/* As the module does after a change of a pool */
static void follow(const struct pfc_pool *pool)
{
	int i, pg;

	for (i = 0; i < PORTS; i++)
		for (pg = 0; current[i] && pg < PFC_PRIOS; pg++)
			pfc_group_follow(&current[i]->port->groups[pg], pool);
}

static void resize(void)
{
	static const u32 cells[] = { 0, 64, 208, CELL_MAX };
	struct pfc_pool *pool = pools[random_below(POOLS)];
	struct pfc_pool_set set = {
		.size = 20000 + random_below(300000),
		.ratio = pool == pools[0] ? 1 : 1 + random_below(4),
		.headroom = pool == pools[0] || random_below(3) ? 0 : 10000 + random_below(50000),
		.cell = pool == pools[0] ? 0 : cells[random_below(ARRAY_SIZE(cells))],
		.overhead = random_below(64),
	};
	struct pfc_ack extack;
	int err;

	/* mostly resizes the pool to about the size in use, so that the room is scarce */
	if (random_below(4)) {
		if (random_below(2))
			set = pool->set;
		set.size = pool->reserved.guarantees + pool->headroom.size +
		       atomic_long_read(&pool->shared.used) + random_below(LEN_MAX);
	}
	change_begins();
	err = pfc_pool_resize(pool, &set, &extack);
	require(!err || err == -ENOSPC || err == -EBUSY, "%d", err);
	if (!err)
		follow(pool);
	met[RESIZED] += !err;
	met[BUSY] += err == -EBUSY;
	change_ends();
}

/* Stops all threads and checks all sums after a change */
static void check_at_rest(void)
{
	put(still, true);
	pthread_rwlock_wrlock(&world);
	pthread_mutex_lock(&objects_lock);
	rest(false);
	pthread_mutex_unlock(&objects_lock);
	put(still, false);
	pthread_rwlock_unlock(&world);
}

void *changer(void *arg)
{
	u32 what;

	random_init(99 + scene->threads * 100 + scene->ports * 10);
	while (!READ_ONCE(over)) {
		pthread_rwlock_rdlock(&world);
		rtnl_lock();
		what = random_below(16);
		if (what < 8) {
			if (random_below(4))
				configure(random_below(scene->ports), 1);
			else
				configure(0, scene->ports);
		} else if (what < 14 || scene->ports < PORTS) {
			resize();
		} else {
			change_begins();
			detach(PORTS - 1);
			attach(PORTS - 1);
			change_ends();
		}
		rtnl_unlock();
		/* callbacks free ports: the lock keeps the watcher from reading freed ports */
		pthread_mutex_lock(&objects_lock);
		rcu_callbacks();
		pthread_mutex_unlock(&objects_lock);
		pthread_rwlock_unlock(&world);
		check_at_rest();
		nap(random_below(300));
	}
	return NULL;
}
