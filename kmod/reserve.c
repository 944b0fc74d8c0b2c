// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reservation of guarantees and headrooms for a change of the configuration, and the sizes of
 * automatic headrooms, which depend on the room in the pools.
 */
#include "change.h"
#include "message.h"
#include "net.h"
#include "port.h"

/* The PGs of a port and, from %PFC_PRIOS on, its queues */
#define PFC_NEEDS	(2 * PFC_PRIOS)

/**
 * struct pfc_need - change of the reservation of a PG or queue
 * @from: its pool before the change, or NULL
 * @to: its pool after the change, or NULL
 * @old: reserved in @from before the change
 * @present: part of @old that @to already reserves
 * @more: what @to must reserve before the change
 * @less: what @to need not reserve after the change
 *
 * A growing PG may fill its headroom before a shrinking PG has emptied its headroom, so the pool
 * reserves both until the end of the change.  The same holds for guarantees.  A moving PG has its
 * full reservation in both pools.
 */
struct pfc_need {
	struct pfc_pool		*from;
	struct pfc_pool		*to;
	struct pfc_demand	old;
	struct pfc_demand	present;
	struct pfc_demand	more;
	struct pfc_demand	less;
};

static struct pfc_need pfc_change_need(const struct pfc_change *change, int i)
{
	const struct pfc_config *old = rtnl_dereference(change->port->config);
	const struct pfc_queue_limits *was, *queue;
	struct pfc_demand new = {}, kept;
	struct pfc_need need = {};

	if (i < PFC_PRIOS) {
		need.from = pfc_group_pool(&change->port->groups[i]);
		need.to = change->pools[i];
		need.old = pfc_pg_demand(&old->pg[i]);
		new = pfc_pg_demand(&change->config->pg[i]);
	} else {
		was = &old->queues[i - PFC_PRIOS];
		queue = &change->config->queues[i - PFC_PRIOS];
		need.from = was->pool;
		need.to = queue->pool;
		need.old.guarantees = was->guarantee;
		new.guarantees = queue->guarantee;
	}
	if (need.from == need.to)
		need.present = need.old;
	kept = i < PFC_PRIOS ? need.old : need.present;
	need.more = pfc_demand_beyond(new, kept);
	pfc_demand_add(&need.more, pfc_demand_beyond(kept, need.present));
	need.less = pfc_demand_beyond(kept, new);
	return need;
}

/*
 * Adds the demand of a PG or queue to its pools: to pool->more the bytes to reserve before the
 * change, to pool->less the bytes that need no reservation after the change.
 */
static void pfc_change_demand(const struct pfc_change *change, int i)
{
	struct pfc_need need = pfc_change_need(change, i);

	if (need.to) {
		pfc_demand_add(&need.to->more, need.more);
		pfc_demand_add(&need.to->less, need.less);
	}
	if (need.from && need.from != need.to)
		pfc_demand_add(&need.from->less, need.old);
}

/*
 * Whether a pool with a headroom of this size reserves at most half of its size, including what the
 * change has claimed so far.
 */
static bool pfc_change_leaves_half(const struct pfc_change *change, int pg, u32 headroom)
{
	const struct pfc_pool *pool = change->pools[pg];
	struct pfc_demand all = pool->reserved;

	pfc_demand_add(&all, pool->more);
	all.headrooms += headroom - pfc_change_need(change, pg).present.headrooms;
	return pfc_pool_needs(&all, &pool->set) <= pool->set.size / 2;
}

/* With the size in the text, the pool has room for the whole request and keeps its shared part */
static void pfc_change_refuse(const struct pfc_change *change, int pg, const char *what,
			      u64 need, u64 free, struct pfc_ack *extack)
{
	const struct pfc_pool *pool = change->pools[pg];
	char needed[PFC_AMOUNT_LEN], left[PFC_AMOUNT_LEN];
	struct pfc_demand all = pool->reserved;

	pfc_demand_add(&all, pool->more);
	PFC_SET_CAUSE(extack, PFC_CAUSE_POOL_RESERVED, change->port->dev->name, pg,
		      pfc_amount(needed, need), what, pfc_amount(left, free), pool->name,
		      pfc_pool_needs(&all, &pool->set) + pool->shared.size);
}

/*
 * Names the first PG for which the pool is too small, if the PGs get their reservations one by
 * one.  What the pool already reserves for the PG is free for it.
 * Return: true if this is the PG.
 */
static bool pfc_change_exceeds(const struct pfc_change *change, int pg, struct pfc_demand *sum,
			       struct pfc_ack *extack)
{
	struct pfc_need need = pfc_change_need(change, pg);
	const struct pfc_pool *pool = change->pools[pg];
	struct pfc_demand all = need.present;
	u64 over, room;

	pfc_demand_add(&all, need.more);
	sum->guarantees += need.more.guarantees;
	over = pfc_pool_needs(sum, &pool->set);
	if (over > pool->set.size) {
		over -= pool->set.size;
		pfc_change_refuse(change, pg, "guarantee (min)", all.guarantees,
				  all.guarantees - over, extack);
		return true;
	}
	sum->headrooms += need.more.headrooms;
	if (pfc_pool_needs(sum, &pool->set) <= pool->set.size)
		return false;
	room = (pool->set.size - sum->guarantees) * pool->set.ratio;
	pfc_change_refuse(change, pg, "headroom", all.headrooms,
			  room + all.headrooms - sum->headrooms, extack);
	return true;
}

static void pfc_change_blame(const struct pfc_pool *pool, const struct list_head *changes,
			     struct pfc_ack *extack)
{
	struct pfc_demand sum = pool->reserved;
	const struct pfc_change *change;
	struct pfc_need need;
	int i, pg;

	list_for_each_entry(change, changes, list)
		for (i = PFC_PRIOS; i < PFC_NEEDS; i++) {
			need = pfc_change_need(change, i);
			if (need.to == pool)
				pfc_demand_add(&sum, need.more);
		}
	/* Its size is too small for the queues alone: pfc_pool_reserve() has said so */
	if (pfc_pool_needs(&sum, &pool->set) > pool->set.size)
		return;
	list_for_each_entry(change, changes, list)
		for (pg = 0; pg < PFC_PRIOS; pg++)
			if (change->pools[pg] == pool &&
			    pfc_change_exceeds(change, pg, &sum, extack))
				return;
}

/* Remove all demands from the pools of a namespace */
void pfc_change_reset(struct pfc_net *pn)
{
	struct pfc_pool *pool;

	list_for_each_entry(pool, &pn->pools, list) {
		pool->more = (struct pfc_demand) {};
		pool->less = (struct pfc_demand) {};
	}
}

/* Remove the demand of all PGs and queues of a change from pool->more */
void pfc_change_unclaim(const struct pfc_change *change)
{
	struct pfc_need need;
	int i;

	for (i = 0; i < PFC_NEEDS; i++) {
		need = pfc_change_need(change, i);
		if (!need.to)
			continue;
		need.to->more.guarantees -= need.more.guarantees;
		need.to->more.headrooms -= need.more.headrooms;
	}
}

/* Check whether the pools of a change have room for pool->more.  Return: whether they have */
bool pfc_change_fits(const struct pfc_change *change)
{
	struct pfc_demand all;
	struct pfc_pool *pool;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++) {
		pool = change->pools[pg];
		all = pool->reserved;
		pfc_demand_add(&all, pool->more);
		if (pfc_pool_needs(&all, &pool->set) > pool->set.size)
			return false;
	}
	return true;
}

/*
 * Reserve guarantees and headrooms for changes.
 * @pn: the namespace; pool->less of its pools is set to the bytes that need no reservation
 *	after the change, pool->more to those that an error after this function must unreserve
 * @changes: list of the changes
 * Context: RTNL.
 * Return: 0, -ENOSPC if a pool is too small, -EBUSY if too many of its bytes are in use now.
 */
int pfc_change_reserve(struct pfc_net *pn, struct list_head *changes,
		       struct pfc_ack *extack)
{
	struct pfc_change *change;
	struct pfc_pool *pool;
	int i, err;

	pfc_change_reset(pn);
	list_for_each_entry(change, changes, list)
		for (i = 0; i < PFC_NEEDS; i++)
			pfc_change_demand(change, i);
	list_for_each_entry(pool, &pn->pools, list) {
		err = pfc_pool_reserve(pool, &pool->more, extack);
		if (err)
			goto err_unreserve;
	}
	return 0;

err_unreserve:
	if (err == -ENOSPC)
		pfc_change_blame(pool, changes, extack);
	list_for_each_entry_continue_reverse(pool, &pn->pools, list)
		pfc_pool_unreserve(pool, &pool->more);
	return err;
}

/* True if the headroom of the PG is automatic in the same way as before the change, and grows */
static bool pfc_change_grows(const struct pfc_change *change, int pg)
{
	const struct pfc_pg_limits *old = &rtnl_dereference(change->port->config)->pg[pg];
	const struct pfc_pg_limits *new = &change->config->pg[pg];

	return new->headroom_mode && new->headroom_mode == old->headroom_mode &&
	       new->headroom > old->headroom;
}

/*
 * Headroom by its mode.  Default headrooms leave half of a pool to its shared part and to the
 * headrooms that users request: a PG that finds no more room than that in its pool keeps its size.
 */
static u32 pfc_change_headroom(const struct pfc_change *change, int pg, u32 needed, u8 source)
{
	const struct pfc_pg_limits *old = &rtnl_dereference(change->port->config)->pg[pg];
	u32 size = pfc_config_headroom(change->config, pg, needed, source);
	u32 kept = PFC_DEFAULT_HEADROOM;

	if (change->config->pg[pg].headroom_mode != PFC_HEADROOM_MODE_DEFAULT)
		return size;
	if (old->headroom_mode == PFC_HEADROOM_MODE_DEFAULT &&
	    change->pools[pg] == pfc_group_pool(&change->port->groups[pg]))
		kept = max(kept, old->headroom);
	return size <= kept || pfc_change_leaves_half(change, pg, size) ? size : kept;
}

static bool pfc_change_settle_pg(struct pfc_change *change, int pg, u32 needed, u8 source)
{
	change->config->pg[pg].headroom = pfc_change_headroom(change, pg, needed, source);
	pfc_change_demand(change, pg);
	return pfc_change_grows(change, pg);
}

/*
 * Computes the automatic headrooms of the new configuration, and adds the demand of the change to
 * pool->more of its pools.
 * Return: true if a headroom that was already automatic before the change grows.  The user has
 * not requested this growth.
 */
bool pfc_change_settle(struct pfc_change *change)
{
	struct pfc_config *config = change->config;
	u32 needed = pfc_link_headroom(change->port, config);
	u8 source = pfc_speed_source(change->port, config);
	bool grows = false;
	int pg;

	for (pg = PFC_PRIOS; pg < PFC_NEEDS; pg++)
		pfc_change_demand(change, pg);
	/* Default headrooms last: they get what the others leave */
	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (config->pg[pg].headroom_mode != PFC_HEADROOM_MODE_DEFAULT)
			grows |= pfc_change_settle_pg(change, pg, needed, source);
	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (config->pg[pg].headroom_mode == PFC_HEADROOM_MODE_DEFAULT)
			grows |= pfc_change_settle_pg(change, pg, needed, source);
	return grows;
}

/* Lets no headroom grow that was already automatic, because the pool has no room for that */
void pfc_change_unsettle(struct pfc_change *change)
{
	const struct pfc_config *old = rtnl_dereference(change->port->config);
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (pfc_change_grows(change, pg))
			change->config->pg[pg].headroom = old->pg[pg].headroom;
}

/* True if each automatic headroom has the size it needs */
bool pfc_change_settled(const struct pfc_port *port, const struct pfc_config *config)
{
	u32 needed = pfc_link_headroom(port, config);
	u8 source = pfc_speed_source(port, config);
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (config->pg[pg].headroom != pfc_config_headroom(config, pg, needed, source))
			return false;
	return true;
}
