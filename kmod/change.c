// SPDX-License-Identifier: GPL-2.0-only
/*
 * Changing the configuration of ports, one or several at once: all of it takes effect
 * or nothing.
 *
 * What can fail comes first: memory, room in the pools for guarantees and headrooms, room
 * for what groups hold that move to another pool.  While that is found out such a group
 * is charged to both pools, so that it can stay as well as go.
 */
#include <linux/slab.h>
#include "headroom.h"
#include "port.h"

/**
 * pfc_change_headroom() - how much headroom does a port need?
 * @port: the port
 * @config: its configuration
 *
 * The peer is taken to send at the rate of this side, unless it is said at what rate.
 *
 * Context: RTNL.
 * Return: bytes for each of its lossless groups.
 */
u32 pfc_change_headroom(const struct pfc_port *port, const struct pfc_config *config)
{
	u32 speed = pfc_port_speed(port, config);
	u64 own_rate = config->rate ?: speed * 1000000ULL;
	struct pfc_link link = {
		.rate = config->peer_rate ?: own_rate,
		.own_rate = own_rate,
		.speed = speed,
		.delay = config->delay + config->cable_delay,
		.mtu = READ_ONCE(port->dev->mtu),
		.batch = config->batch,
	};

	return pfc_headroom(&link);
}

/**
 * pfc_change_begin() - begin to change a port
 * @changes: list of what is changed together
 * @port: the port
 * @extack: filled on error
 *
 * Context: RTNL, may sleep.
 * Return: a change that changes nothing yet, on the list; or -ENOMEM.
 */
struct pfc_change *pfc_change_begin(struct list_head *changes, struct pfc_port *port,
				    struct netlink_ext_ack *extack)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	struct pfc_change *change;
	int pg;

	change = kzalloc(sizeof(*change), GFP_KERNEL);
	if (change)
		change->config = kmemdup(config, sizeof(*config), GFP_KERNEL);
	if (!change || !change->config) {
		NL_SET_ERR_MSG(extack, "no memory for the configuration");
		kfree(change);
		return ERR_PTR(-ENOMEM);
	}
	change->port = port;
	for (pg = 0; pg < PFC_PRIOS; pg++) {
		change->pools[pg] = pfc_group_pool(&port->groups[pg]);
		change->profiles[pg] = port->profiles[pg];
	}
	list_add_tail(&change->list, changes);
	return change;
}

/**
 * pfc_change_abort() - forget changes
 * @changes: list of them; empty after that
 */
void pfc_change_abort(struct list_head *changes)
{
	struct pfc_change *change, *next;

	list_for_each_entry_safe(change, next, changes, list) {
		kfree(change->config);
		kfree(change);
	}
	INIT_LIST_HEAD(changes);
}

/* Has the group an automatic headroom, and did it have one before? */
static bool pfc_change_keeps_auto(const struct pfc_change *change, int pg)
{
	const struct pfc_config *old = rtnl_dereference(change->port->config);

	return old->pg[pg].headroom_auto && change->config->pg[pg].headroom_auto;
}

/*
 * Headrooms that are automatic follow what else changes.
 * Return: whether one grows that nobody has asked for in this change.
 */
static bool pfc_change_settle(struct pfc_change *change)
{
	const struct pfc_config *old = rtnl_dereference(change->port->config);
	struct pfc_config *config = change->config;
	u32 needed = pfc_change_headroom(change->port, config);
	bool grows = false;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++) {
		if (!config->pg[pg].headroom_auto)
			continue;
		config->pg[pg].headroom = needed;
		if (pfc_change_keeps_auto(change, pg) && needed > old->pg[pg].headroom)
			grows = true;
	}
	return grows;
}

/* Lets these be what they were, where there is no room for more */
static void pfc_change_unsettle(struct pfc_change *change)
{
	const struct pfc_config *old = rtnl_dereference(change->port->config);
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (pfc_change_keeps_auto(change, pg))
			change->config->pg[pg].headroom =
				min(old->pg[pg].headroom, change->config->pg[pg].headroom);
}

/*
 * What one group needs more, and less once all is done.  A group that grows may fill its
 * headroom before one that shrinks has let go of its own, so for that time both are
 * reserved; likewise what they are guaranteed.  One that moves needs all in either pool.
 */
static void pfc_change_demand(struct pfc_change *change, int pg)
{
	const struct pfc_config *config = rtnl_dereference(change->port->config);
	struct pfc_pool *from = pfc_group_pool(&change->port->groups[pg]);
	struct pfc_demand old = pfc_pg_demand(&config->pg[pg]);
	struct pfc_demand new = pfc_pg_demand(&change->config->pg[pg]);
	struct pfc_pool *to = change->pools[pg];

	pfc_demand_add(&to->more, pfc_demand_beyond(new, old));
	pfc_demand_add(&to->less, pfc_demand_beyond(old, new));
	if (to != from) {
		pfc_demand_add(&to->more, old);
		pfc_demand_add(&from->less, old);
	}
}

static int pfc_change_reserve(struct pfc_net *pn, struct list_head *changes,
			      struct netlink_ext_ack *extack)
{
	static const struct pfc_demand none;
	struct pfc_change *change;
	struct pfc_pool *pool;
	int pg, err;

	list_for_each_entry(pool, &pn->pools, list) {
		pool->more = none;
		pool->less = none;
	}
	list_for_each_entry(change, changes, list)
		for (pg = 0; pg < PFC_PRIOS; pg++)
			pfc_change_demand(change, pg);

	list_for_each_entry(pool, &pn->pools, list) {
		err = pfc_pool_reserve(pool, &pool->more, extack);
		if (err)
			goto err_unreserve;
	}
	return 0;

err_unreserve:
	list_for_each_entry_continue_reverse(pool, &pn->pools, list)
		pfc_pool_unreserve(pool, &pool->more);
	return err;
}

static bool pfc_change_moves(const struct pfc_change *change, int pg)
{
	return change->pools[pg] != pfc_group_pool(&change->port->groups[pg]);
}

/*
 * Lets groups that have joined another pool leave the first, or, if they are to @stay, the
 * other.  They are still bounded by what both have reserved.
 */
static void pfc_change_leave(struct list_head *changes, bool stay)
{
	struct pfc_change *change;
	int pg;

	synchronize_net();
	local_bh_disable();
	list_for_each_entry(change, changes, list) {
		struct pfc_port *port = change->port;
		const struct pfc_config *config = rtnl_dereference(port->config);

		for (pg = 0; pg < PFC_PRIOS; pg++) {
			struct pfc_pool *from = pfc_group_pool(&port->groups[pg]);
			struct pfc_pool *to = stay ? from : change->pools[pg];

			if (!(change->joined & BIT(pg)))
				continue;
			pfc_group_resize(port, pg, &config->pg[pg], to, 0);
			from->pgs--;
			to->pgs++;
		}
		change->joined = 0;
	}
	local_bh_enable();
}

/* Moves groups, all or none */
static int pfc_change_move(struct list_head *changes, struct netlink_ext_ack *extack)
{
	struct pfc_change *change;
	bool joined;
	int pg;

	/* Nobody uses terms any more that the last change put out of use */
	synchronize_net();
	list_for_each_entry(change, changes, list)
		for (pg = 0; pg < PFC_PRIOS; pg++) {
			if (!pfc_change_moves(change, pg))
				continue;
			local_bh_disable();
			joined = pfc_group_join(change->port, pg, change->pools[pg]);
			local_bh_enable();
			if (!joined) {
				NL_SET_ERR_MSG_FMT(extack, "%s: pg %d: pool %s is too full",
						   change->port->dev->name, pg,
						   change->pools[pg]->name);
				goto err_stay;
			}
			change->joined |= BIT(pg);
		}
	pfc_change_leave(changes, false);
	return 0;

err_stay:
	pfc_change_leave(changes, true);
	return -EBUSY;
}

static bool pfc_changes_move(const struct list_head *changes)
{
	const struct pfc_change *change;
	int pg;

	list_for_each_entry(change, changes, list)
		for (pg = 0; pg < PFC_PRIOS; pg++)
			if (pfc_change_moves(change, pg))
				return true;
	return false;
}

/* Publishes the configurations, and leaves the old ones in their place */
static void pfc_change_publish(struct list_head *changes)
{
	struct pfc_change *change;

	list_for_each_entry(change, changes, list) {
		struct pfc_port *port = change->port;
		struct pfc_config *old = rtnl_dereference(port->config);

		rcu_assign_pointer(port->config, change->config);
		change->config = old;
	}
	synchronize_net();
}

static void pfc_change_bind(struct pfc_change *change, int pg)
{
	struct pfc_port *port = change->port;

	if (port->profiles[pg])
		port->profiles[pg]->pgs--;
	port->profiles[pg] = change->profiles[pg];
	if (port->profiles[pg])
		port->profiles[pg]->pgs++;
}

/* From here on nothing fails */
static void pfc_change_apply(struct pfc_change *change)
{
	struct pfc_port *port = change->port;
	const struct pfc_config *config = rtnl_dereference(port->config);
	struct pfc_demand less;
	int pg;

	port->headroom_needed = pfc_change_headroom(port, config);
	local_bh_disable();
	for (pg = 0; pg < PFC_PRIOS; pg++) {
		pfc_change_bind(change, pg);
		less = pfc_demand_beyond(pfc_pg_demand(&change->config->pg[pg]),
					 pfc_pg_demand(&config->pg[pg]));
		pfc_group_resize(port, pg, &config->pg[pg], change->pools[pg],
				 less.headrooms);
	}
	pfc_receiver_configure(port, config->obeyed);
	pfc_sender_kick(port);
	local_bh_enable();
	pfc_qdisc_configure(port->sch, config);
	pfc_storms_configure(port);
}

/**
 * pfc_change_short() - which lossless groups have less headroom than they need?
 * @port: the port
 *
 * Context: RTNL.
 * Return: bit mask of groups.
 */
u8 pfc_change_short(const struct pfc_port *port)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	u8 groups = 0;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (config->pg[pg].lossless &&
		    config->pg[pg].headroom < port->headroom_needed)
			groups |= BIT(pg);
	return groups;
}

/* What can fail */
static int pfc_change_try(struct pfc_net *pn, struct list_head *changes,
			  struct netlink_ext_ack *extack)
{
	struct pfc_pool *pool;
	int err;

	err = pfc_change_reserve(pn, changes, extack);
	if (err || !pfc_changes_move(changes))
		return err;
	err = pfc_change_move(changes, extack);
	if (err)
		list_for_each_entry(pool, &pn->pools, list)
			pfc_pool_unreserve(pool, &pool->more);
	return err;
}

/* Returns what is reserved no more */
static void pfc_change_unreserve(struct pfc_net *pn)
{
	struct pfc_pool *pool;
	u64 less = 0;

	list_for_each_entry(pool, &pn->pools, list)
		less += pool->less.guarantees + pool->less.headrooms;
	if (!less)
		return;
	/*
	 * What groups hold of it has just become shared use.  Nobody may compare what
	 * was in use before that with the size that the shared part gets now.
	 */
	synchronize_net();
	list_for_each_entry(pool, &pn->pools, list)
		pfc_pool_unreserve(pool, &pool->less);
}

/**
 * pfc_change_commit() - make changes
 * @changes: list of them, all in one namespace, with configurations that
 *	pfc_config_finish() found right; empty after that
 * @extack: filled on error
 *
 * An automatic headroom that has become too small does not stand in the way of other
 * changes: if there is no room for a larger one it stays what it is.
 *
 * Context: RTNL, may sleep.
 * Return: 0, -ENOSPC if a pool is too small, -EBUSY if one is too full now; then nothing
 *	has changed.
 */
int pfc_change_commit(struct list_head *changes, struct netlink_ext_ack *extack)
{
	struct pfc_change *change;
	struct pfc_net *pn;
	bool grows = false;
	int err;

	ASSERT_RTNL();
	might_sleep();

	if (list_empty(changes))
		return 0;
	change = list_first_entry(changes, struct pfc_change, list);
	pn = pfc_net_of(change->port->net);
	list_for_each_entry(change, changes, list)
		grows |= pfc_change_settle(change);
	err = pfc_change_try(pn, changes, grows ? NULL : extack);
	if (err && grows) {
		list_for_each_entry(change, changes, list)
			pfc_change_unsettle(change);
		err = pfc_change_try(pn, changes, extack);
	}
	if (err)
		goto out_abort;

	pfc_change_publish(changes);
	list_for_each_entry(change, changes, list)
		pfc_change_apply(change);
	pfc_change_unreserve(pn);

out_abort:
	pfc_change_abort(changes);
	return err;
}

/* Has each automatic headroom what it needs? */
static bool pfc_change_settled(const struct pfc_config *config, u32 needed)
{
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (config->pg[pg].headroom_auto && config->pg[pg].headroom != needed)
			return false;
	return true;
}

/**
 * pfc_change_link() - the link of a port, or its pool, has changed: adapt what depends
 * on it
 * @port: the port
 *
 * Where that cannot be done, or is not to be, whoever listens is told.
 *
 * Context: RTNL, may sleep.
 */
void pfc_change_link(struct pfc_port *port)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	u32 needed = pfc_change_headroom(port, config);
	bool changed = needed != port->headroom_needed;
	unsigned long groups;
	LIST_HEAD(changes);
	u8 prios = 0;
	int pg;

	ASSERT_RTNL();

	port->headroom_needed = needed;
	if (!pfc_change_settled(config, needed) &&
	    !IS_ERR(pfc_change_begin(&changes, port, NULL)))
		pfc_change_commit(&changes, NULL);
	if (!changed)
		return;

	groups = pfc_change_short(port);
	for_each_set_bit(pg, &groups, PFC_PRIOS)
		prios |= pfc_config_pg_prios(rtnl_dereference(port->config), pg);
	if (prios)
		pfc_event(port, PFC_EVENT_HEADROOM_SHORT, prios, 0);
}
