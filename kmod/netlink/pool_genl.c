// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests about pools.
 */
#include <net/sock.h>
#include "../change.h"
#include "../net.h"
#include "../packet.h"
#include "../port.h"
#include "netlink.h"

void *pfc_find_pool(struct genl_info *info)
{
	return pfc_pools_find(pfc_net_of(genl_info_net(info)),
			      info->attrs[PFC_A_POOL_NAME], pfc_ack(info));
}

static int pfc_put_part(struct sk_buff *msg, const struct pfc_part *part,
			unsigned long lifetime_max, int used_attr, int peak_attr, int lifetime_attr)
{
	unsigned long peak = atomic_long_read(&part->peak);

	return pfc_put_uint(msg, used_attr, (unsigned long)atomic_long_read(&part->used)) ?:
	       pfc_put_uint(msg, peak_attr, peak) ?:
	       pfc_put_uint(msg, lifetime_attr, max(peak, lifetime_max));
}

int pfc_put_pool(struct sk_buff *msg, void *object)
{
	struct pfc_pool *pool = object;

	pfc_pool_settle(pool);
	return nla_put_string(msg, PFC_A_POOL_NAME, pool->name) ?:
	       pfc_put_fields(msg, pfc_pool_fields, &pool->set, 0) ?:
	       pfc_put_uint(msg, PFC_A_POOL_RESERVED, pool->set.size - pool->shared.size) ?:
	       pfc_put_uint(msg, PFC_A_POOL_GUARANTEES, pool->reserved.guarantees) ?:
	       nla_put_u64_64bit(msg, PFC_A_POOL_HEADROOMS, pool->reserved.headrooms,
				 PFC_A_PAD) ?:
	       pfc_put_uint(msg, PFC_A_POOL_HEADROOM_SIZE, pool->headroom.size) ?:
	       pfc_put_uint(msg, PFC_A_POOL_SHARED_SIZE, pool->shared.size) ?:
	       pfc_put_part(msg, &pool->shared, pool->shared_lifetime_max,
			    PFC_A_POOL_SHARED_USED, PFC_A_POOL_SHARED_PEAK,
			    PFC_A_POOL_SHARED_LIFETIME_PEAK) ?:
	       pfc_put_part(msg, &pool->headroom, pool->headroom_lifetime_max,
			    PFC_A_POOL_HEADROOM_USED, PFC_A_POOL_HEADROOM_PEAK,
			    PFC_A_POOL_HEADROOM_LIFETIME_PEAK) ?:
	       nla_put_u64_64bit(msg, PFC_A_POOL_CLEARED, pool->cleared, PFC_A_PAD) ?:
	       nla_put_u32(msg, PFC_A_POOL_PGS, pool->pgs) ?:
	       nla_put_u32(msg, PFC_A_POOL_QUEUES, pool->queues);
}

int pfc_genl_pool_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	return pfc_get_list(skb, cb, &pfc_net_of(sock_net(skb->sk))->pools);
}

static bool pfc_pool_setting_given(const struct genl_info *info)
{
	const struct pfc_field *field;

	for (field = pfc_pool_fields; field->attr; field++)
		if (info->attrs[field->attr])
			return true;
	PFC_SET_ERROR_TEXT(pfc_ack(info), "a setting of the pool must be given");
	return false;
}

/*
 * Gives a changed pool to its PGs and queues, and reports to the listeners of their ports that it
 * changed
 */
static void pfc_pool_changed(struct net *net, const struct pfc_pool *pool)
{
	struct pfc_port *port;
	u16 id = 0;
	bool uses;
	int pg;

	while ((port = pfc_port_next(net, &id))) {
		uses = false;
		for (pg = 0; pg < PFC_PRIOS; pg++)
			uses |= pfc_group_follow(&port->groups[pg], pool);
		uses |= pfc_leaves_follow_pool(port, pool);
		if (uses)
			pfc_event(port, PFC_EVENT_PORT_CHANGED, 0, 0);
	}
}

/* The settings of a request.  Return: 0 or -ERANGE */
static int pfc_read_pool(struct genl_info *info, struct pfc_pool_set *set)
{
	int err = pfc_read_fields(info->attrs, pfc_pool_fields, set, info->extack);

	if (err || BITS_PER_LONG > 32 || max(set->size, set->headroom) <= PFC_SIZE_MAX)
		return err;
	PFC_SET_ERROR_TEXT(pfc_ack(info), "size: a 32-bit machine has pools up to %u bytes",
			   PFC_SIZE_MAX);
	return -ERANGE;
}

/* Automatic headrooms may have room to grow after the change.  All that can fail comes first. */
int pfc_genl_pool_set(struct sk_buff *skb, struct genl_info *info)
{
	struct net *net = genl_info_net(info);
	struct pfc_pool_set set;
	struct pfc_pool *pool;
	LIST_HEAD(changes);
	bool changed;
	int err;

	if (!pfc_pool_setting_given(info))
		return -EINVAL;

	rtnl_lock();
	pool = pfc_find_pool(info);
	err = PTR_ERR_OR_ZERO(pool);
	if (err)
		goto out;
	set = pool->set;
	err = pfc_read_pool(info, &set);
	if (err)
		goto out;
	changed = memcmp(&set, &pool->set, sizeof(set));
	err = pfc_quota_pools(net, pool->set.size, set.size, pfc_ack(info)) ?:
	      pfc_change_grow_begin(&changes, net, pfc_ack(info)) ?:
	      pfc_pool_resize(pool, &set, pfc_ack(info));
	if (err) {
		pfc_change_abort(&changes);
		goto out;
	}
	pfc_quota_update(net);
	if (changed)
		pfc_pool_changed(net, pool);
	pfc_change_grow_run(&changes, net);
out:
	rtnl_unlock();
	return err;
}

static int pfc_pool_new(struct genl_info *info, const struct pfc_pool_set *set)
{
	struct pfc_net *pn = pfc_net_of(genl_info_net(info));
	struct nlattr *name = info->attrs[PFC_A_POOL_NAME];
	unsigned int n = 0;
	struct pfc_pool *pool;
	int err;

	list_for_each_entry(pool, &pn->pools, list) {
		n++;
		if (!pfc_name_is(name, pool->name))
			continue;
		PFC_SET_CAUSE_ATTR(pfc_ack(info), name, PFC_CAUSE_POOL_EXISTS, pool->name);
		return -EEXIST;
	}
	if (n >= PFC_POOLS_MAX) {
		PFC_SET_ERROR_TEXT(pfc_ack(info), "the maximum of %u pools is reached", n);
		return -ENOSPC;
	}
	if (set->headroom > set->size) {
		PFC_SET_CAUSE(pfc_ack(info), PFC_CAUSE_POOL_SIZE, (char *)nla_data(name), set->size,
			      (u64)set->headroom);
		return -ENOSPC;
	}
	err = pfc_quota_pools(genl_info_net(info), 0, set->size, pfc_ack(info)) ?:
	      pfc_pools_add(pn, nla_data(name), set);
	if (!err)
		pfc_quota_update(genl_info_net(info));
	return err;
}

int pfc_genl_pool_new(struct sk_buff *skb, struct genl_info *info)
{
	struct pfc_pool_set set = { .ratio = 1 };
	int err;

	if (!info->attrs[PFC_A_POOL_NAME] || !info->attrs[PFC_A_POOL_SIZE]) {
		PFC_SET_ERROR_TEXT(pfc_ack(info), "a pool needs a name and a size");
		return -EINVAL;
	}
	err = pfc_name_check(info->attrs[PFC_A_POOL_NAME], pfc_ack(info)) ?:
	      pfc_read_pool(info, &set);
	if (err)
		return err;

	rtnl_lock();
	err = pfc_pool_new(info, &set);
	rtnl_unlock();
	return err;
}

static int pfc_pool_del(struct pfc_net *pn, struct pfc_pool *pool,
			struct pfc_ack *extack)
{
	struct pfc_profile *profile;

	if (pool == pfc_pools_default(pn)) {
		PFC_SET_CAUSE(extack, PFC_CAUSE_DEFAULT_POOL, pool->name);
		return -EBUSY;
	}
	list_for_each_entry(profile, &pn->profiles, list)
		if (profile->pool == pool) {
			PFC_SET_CAUSE(extack, PFC_CAUSE_POOL_IN_PROFILE, pool->name,
				      profile->name);
			return -EBUSY;
		}
	if (!pfc_pool_unused(pool)) {
		PFC_SET_CAUSE(extack, PFC_CAUSE_POOL_IN_USE, pool->name, pool->pgs,
			      (u64)atomic_long_read(&pool->shared.used) +
			      (u64)atomic_long_read(&pool->headroom.used));
		if (pool->queues)
			PFC_SET_CAUSE(extack, PFC_CAUSE_POOL_HAS_QUEUES, pool->name, pool->queues);
		else if (!pool->pgs)
			pfc_set_cause(&extack->ext, PFC_CAUSE_POOL_DRAINS);
		return -EBUSY;
	}
	pfc_pools_del(pn, pool);
	return 0;
}

int pfc_genl_pool_del(struct sk_buff *skb, struct genl_info *info)
{
	struct pfc_pool *pool;
	int err;

	if (!info->attrs[PFC_A_POOL_NAME]) {
		PFC_SET_ERROR_TEXT(pfc_ack(info), "name: not given, it selects a pool");
		return -EINVAL;
	}
	rtnl_lock();
	pool = pfc_find_pool(info);
	err = PTR_ERR_OR_ZERO(pool);
	if (!err)
		err = pfc_pool_del(pfc_net_of(genl_info_net(info)), pool, pfc_ack(info));
	if (!err)
		pfc_quota_update(genl_info_net(info));
	rtnl_unlock();
	return err;
}
