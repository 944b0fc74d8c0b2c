// SPDX-License-Identifier: GPL-2.0-only
/*
 * Atomic change of the configuration of one or several ports: the whole change takes effect, or
 * nothing.  See "The path of a configuration change" in architecture.rst.
 *
 * Commit begins with what can fail: it reserves room in the pools for guarantees and
 * headrooms, and charges the bytes of PGs that move to another pool.  During the move, a PG is
 * charged to both pools, so that completing and undoing the move cannot fail.
 */
#include <linux/slab.h>
#include "change.h"
#include "message.h"
#include "net.h"
#include "port.h"

/* Begin a change.  Return: it is on the list, with the current configuration; or -ENOMEM */
struct pfc_change *pfc_change_begin(struct list_head *changes, struct pfc_port *port,
				    struct pfc_ack *extack)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	struct pfc_change *change;
	int pg;

	change = kzalloc(sizeof(*change), GFP_KERNEL_ACCOUNT);
	if (change)
		change->config = pfc_slab_config(config);
	if (!change || !change->config) {
		PFC_SET_ERROR_TEXT(extack, "no memory for the configuration");
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

static void pfc_change_drop(struct pfc_change *change)
{
	list_del(&change->list);
	kfree(change->config);
	kfree(change);
}

void pfc_change_abort(struct list_head *changes)
{
	struct pfc_change *change, *next;

	list_for_each_entry_safe(change, next, changes, list)
		pfc_change_drop(change);
}

static bool pfc_change_moves(const struct pfc_change *change, int pg)
{
	return change->pools[pg] != pfc_group_pool(&change->port->groups[pg]);
}

/*
 * Makes each PG that is charged to two pools leave the old pool, or the new pool if @stay is
 * set.  At this time, both pools still have the full reservation of the PG.
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

/* True if the PG is now charged to its old and to its new pool; false: *lack has no room */
static bool pfc_change_join(struct pfc_change *change, int pg, struct pfc_claim *lack)
{
	const struct pfc_config *old = rtnl_dereference(change->port->config);
	u32 reserved = max(pfc_pg_demand(&old->pg[pg]).headrooms,
			   pfc_pg_demand(&change->config->pg[pg]).headrooms);
	bool joined;

	local_bh_disable();
	joined = pfc_group_join(change->port, pg, change->pools[pg], reserved, lack);
	local_bh_enable();
	if (joined)
		change->joined |= BIT(pg);
	return joined;
}

/* The old pool can lack room, too: surplus headroom of the PG moves to its shared part */
static void pfc_change_full(const struct pfc_change *change, int pg,
			    const struct pfc_claim *lack, struct pfc_ack *extack)
{
	const struct pfc_pool *from = pfc_group_pool(&change->port->groups[pg]);
	const struct pfc_pool *to = change->pools[pg];
	char need[PFC_AMOUNT_LEN], free[PFC_AMOUNT_LEN];

	PFC_SET_CAUSE(extack, PFC_CAUSE_POOL_PACKETS_OF_PG, change->port->dev->name, pg,
		      pfc_amount(need, lack->len),
		      lack->part == &to->headroom ? "headroom" : "shared part",
		      lack->part == &from->shared ? from->name : to->name,
		      pfc_amount(free, pfc_part_free(lack->part)));
}

/* Moves all PGs to their new pools, or no PG if a pool has too little room */
static int pfc_change_move(struct list_head *changes, struct pfc_ack *extack)
{
	struct pfc_change *change;
	struct pfc_claim lack;
	int pg;

	/* Wait until no CPU uses the charge basis that the previous change has replaced */
	synchronize_net();
	list_for_each_entry(change, changes, list)
		for (pg = 0; pg < PFC_PRIOS; pg++) {
			if (!pfc_change_moves(change, pg) || pfc_change_join(change, pg, &lack))
				continue;
			pfc_change_full(change, pg, &lack, extack);
			goto err_stay;
		}
	pfc_change_leave(changes, false);
	return 0;

err_stay:
	pfc_change_leave(changes, true);
	return -EBUSY;
}

/* True if the change moves a PG to another pool */
static bool pfc_change_moves_any(const struct pfc_change *change)
{
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (pfc_change_moves(change, pg))
			return true;
	return false;
}

/* True if the change moves a PG to another pool or binds it to another profile */
static bool pfc_change_regroups(const struct pfc_change *change)
{
	return pfc_change_moves_any(change) ||
	       memcmp(change->profiles, change->port->profiles, sizeof(change->profiles));
}

/* Publishes the new configurations and stores the old ones in the changes */
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

/* Counts the queues of the pools of a change */
static void pfc_change_count(const struct pfc_queue_limits *was, const struct pfc_queue_limits *now)
{
	int i;

	for (i = 0; i < PFC_PRIOS; i++) {
		if (was[i].pool)
			was[i].pool->queues--;
		if (now[i].pool)
			now[i].pool->queues++;
	}
}

/* Makes a port follow its published configuration */
static void pfc_change_apply_port(struct pfc_change *change)
{
	struct pfc_port *port = change->port;
	const struct pfc_config *config = rtnl_dereference(port->config);
	struct pfc_demand less;
	int pg;

	port->link.headroom = pfc_link_headroom(port, config);
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
	pfc_change_count(change->config->queues, config->queues);
	pfc_leaves_configure(port, config);
	pfc_watchdog_configure(port);
	if (!change->regroups && !memcmp(config, change->config, sizeof(*config)))
		return;
	if (pfc_dcb_changed(port, change->config))
		pfc_event(port, PFC_EVENT_PORT_CHANGED, 0, 0);
}

/* Lossless PGs with less headroom than they need.  Context: RTNL.  Return: bit mask of PGs */
u8 pfc_change_short(const struct pfc_port *port)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	u8 groups = 0;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (config->pg[pg].lossless &&
		    config->pg[pg].headroom < port->link.headroom)
			groups |= BIT(pg);
	return groups;
}

/* Does what can fail in a change; undoes it on error */
static int pfc_change_try(struct pfc_net *pn, struct list_head *changes, bool moves,
			  struct pfc_ack *extack)
{
	struct pfc_pool *pool;
	int err;

	err = pfc_change_reserve(pn, changes, extack);
	if (err || !moves)
		return err;
	err = pfc_change_move(changes, extack);
	if (err)
		list_for_each_entry(pool, &pn->pools, list)
			pfc_pool_unreserve(pool, &pool->more);
	return err;
}

/* Removes from the pools the reservations that no PG needs after the change */
static void pfc_change_unreserve(struct pfc_net *pn)
{
	struct pfc_pool *pool;
	u64 less = 0;

	list_for_each_entry(pool, &pn->pools, list)
		less += pool->less.guarantees + pool->less.headrooms;
	if (!less)
		return;
	/*
	 * PGs held bytes in these reservations.  The change has just charged these bytes to the
	 * shared part, which grows below.  A CPU may have read the used bytes of the shared part
	 * before this charge.  If it compared them with the new size, it would admit too much:
	 * wait until no CPU can.
	 */
	synchronize_net();
	list_for_each_entry(pool, &pn->pools, list)
		pfc_pool_unreserve(pool, &pool->less);
}

/*
 * Does everything that can fail, then publishes the configurations of all changes; on error, of
 * no change.  An automatic headroom that must grow does not block other changes: it keeps its
 * size if the pool has no room.
 */
static int pfc_change_commit(struct list_head *changes, struct pfc_ack *extack)
{
	struct pfc_change *change = list_first_entry(changes, struct pfc_change, list);
	struct pfc_net *pn = pfc_net_of(change->port->net);
	bool grows = false, moves = false;
	int err;

	pfc_change_reset(pn);
	list_for_each_entry(change, changes, list) {
		change->regroups = pfc_change_regroups(change);
		moves |= pfc_change_moves_any(change);
		grows |= pfc_change_settle(change);
	}
	err = pfc_change_try(pn, changes, moves, grows ? NULL : extack);
	if (err && grows) {
		list_for_each_entry(change, changes, list)
			pfc_change_unsettle(change);
		err = pfc_change_try(pn, changes, moves, extack);
	}
	if (!err)
		pfc_change_publish(changes);
	return err;
}

/* Makes ports and pools follow the published configurations; cannot fail */
static void pfc_change_apply(struct list_head *changes)
{
	struct pfc_change *change = list_first_entry(changes, struct pfc_change, list);
	struct pfc_net *pn = pfc_net_of(change->port->net);

	list_for_each_entry(change, changes, list)
		pfc_change_apply_port(change);
	pfc_change_unreserve(pn);
}

/*
 * Validate, commit and apply changes, all or none.
 * @changes: list of the changes, all in one namespace; empty afterwards
 * Return: 0, an error of pfc_change_validate(), -ENOSPC if a pool is too small, -EBUSY if too
 *	many bytes of a pool are in use now; nothing has changed after an error.
 */
int pfc_change_run(struct list_head *changes, struct pfc_ack *extack)
{
	int err;

	ASSERT_RTNL();
	might_sleep();

	if (list_empty(changes))
		return 0;
	err = pfc_change_validate(changes, extack) ?: pfc_change_commit(changes, extack);
	if (!err)
		pfc_change_apply(changes);
	pfc_change_abort(changes);
	return err;
}

/* Groups whose headroom, or whose need of headroom, changes */
static u8 pfc_change_touched(const struct pfc_change *change)
{
	const struct pfc_config *old = rtnl_dereference(change->port->config);
	u8 groups = 0;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++) {
		const struct pfc_pg_limits *a = &old->pg[pg];
		const struct pfc_pg_limits *b = &change->config->pg[pg];

		if (a->lossless != b->lossless || a->headroom != b->headroom ||
		    a->headroom_mode != b->headroom_mode)
			groups |= BIT(pg);
	}
	return groups;
}

/* True if the request changes nothing.  An automatic headroom may have had no room to grow. */
static bool pfc_change_is_idle(const struct pfc_change *change)
{
	const struct pfc_config *old = rtnl_dereference(change->port->config);

	return !pfc_change_regroups(change) && !memcmp(old, change->config, sizeof(*old)) &&
	       pfc_change_settled(change->port, old);
}

/*
 * Validate, commit and apply the change of a port that a user requests.
 * @changes: list that contains only this change; empty afterwards
 * @extack: filled on error; filled with a warning if a lossless PG has less headroom than it
 *	needs and the request has changed its headroom or its need
 * Return: as for pfc_change_run().
 */
int pfc_change_request(struct list_head *changes, struct pfc_ack *extack)
{
	struct pfc_change *change = list_first_entry(changes, struct pfc_change, list);
	struct pfc_port *port = change->port;
	u8 short_before = pfc_change_short(port), now;
	u32 needed = port->link.headroom;
	u8 touched;
	int err;

	ASSERT_RTNL();
	might_sleep();

	err = pfc_change_validate(changes, extack);
	if (err || pfc_change_is_idle(change))
		goto out_abort;
	if (change->config->asks_fdb)
		pfc_flood_prepare();
	touched = pfc_change_touched(change);
	err = pfc_change_commit(changes, extack);
	if (err)
		goto out_abort;
	pfc_change_apply(changes);

	port->configured = true;
	now = pfc_change_short(port);
	if (port->link.headroom == needed)
		now &= touched | ~short_before;
	pfc_change_warn(port, now, extack);

out_abort:
	pfc_change_abort(changes);
	return err;
}

/* Give a port the automatic headrooms that its pools have room for; costly only if one changes */
static void pfc_change_resize(struct pfc_port *port, const struct pfc_config *config)
{
	struct pfc_change *change;
	LIST_HEAD(changes);

	change = pfc_change_begin(&changes, port, NULL);
	if (IS_ERR(change))
		return;
	pfc_change_reset(pfc_net_of(port->net));
	pfc_change_settle(change);
	if (memcmp(config, change->config, sizeof(*config)))
		pfc_change_run(&changes, NULL);
	else
		pfc_change_abort(&changes);
}

/*
 * Adapt automatic headrooms to a changed link.
 *
 * If the needed headroom has changed, and a lossless PG now has less headroom than it needs, an
 * event reports the priorities of that PG.
 * Context: RTNL, may sleep.
 */
void pfc_change_link(struct pfc_port *port)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	u32 needed = pfc_link_headroom(port, config);
	bool changed = needed != port->link.headroom;
	u8 groups, prios = 0;
	int pg;

	ASSERT_RTNL();

	port->link.headroom = needed;
	if (!pfc_change_settled(port, config))
		pfc_change_resize(port, config);
	if (!changed)
		return;

	groups = pfc_change_short(port);
	pfc_for_each_prio(pg, groups)
		prios |= pfc_config_pg_prios(rtnl_dereference(port->config), pg);
	if (prios)
		pfc_event(port, PFC_EVENT_HEADROOM_SHORT, prios, 0);
}

/*
 * Begin a change of all automatic headrooms that a pool may have room for.
 * Return: 0, or -ENOMEM; @changes has the changes that were begun.
 */
int pfc_change_grow_begin(struct list_head *changes, struct net *net, struct pfc_ack *extack)
{
	struct pfc_change *change;
	struct pfc_port *port;
	u16 id = 0;

	while ((port = pfc_port_next(net, &id))) {
		change = pfc_change_begin(changes, port, extack);
		if (IS_ERR(change))
			return PTR_ERR(change);
		if (pfc_change_settled(port, change->config))
			pfc_change_drop(change);
	}
	return 0;
}

/*
 * Enlarge automatic headrooms after the change of a pool.
 * @changes: the changes of pfc_change_grow_begin(); empty afterwards
 *
 * Ports with low ids come first.  All change together, so that there are few grace periods.
 * Context: RTNL, may sleep.
 */
void pfc_change_grow_run(struct list_head *changes, struct net *net)
{
	struct pfc_change *change, *next;

	pfc_change_reset(pfc_net_of(net));
	list_for_each_entry_safe(change, next, changes, list) {
		if (pfc_change_settle(change) && pfc_change_fits(change))
			continue;
		pfc_change_unclaim(change);
		pfc_change_drop(change);
	}
	/* Cannot fail: without room, automatic headrooms keep their size */
	pfc_change_run(changes, NULL);
}
