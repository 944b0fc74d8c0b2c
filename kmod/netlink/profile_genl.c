// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests about profiles.
 */
#include <linux/slab.h>
#include <net/sock.h>
#include "../change.h"
#include "../net.h"
#include "../port.h"
#include "netlink.h"

void *pfc_find_profile(struct genl_info *info)
{
	struct nlattr *name = info->attrs[PFC_A_PROFILE_NAME];

	if (name)
		return pfc_profile_find(pfc_net_of(genl_info_net(info)), name,
					pfc_ack(info));
	PFC_SET_ERROR_TEXT(pfc_ack(info), "name: not given, it selects a profile");
	return ERR_PTR(-EINVAL);
}

int pfc_put_profile(struct sk_buff *msg, void *object)
{
	const struct pfc_profile *profile = object;
	struct nlattr *nest;

	if (nla_put_string(msg, PFC_A_PROFILE_NAME, profile->name) ||
	    nla_put_u32(msg, PFC_A_PROFILE_PGS, profile->pgs))
		return -EMSGSIZE;
	nest = nla_nest_start(msg, PFC_A_PG);
	if (!nest || pfc_put_limits(msg, &profile->limits, profile->pool))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

int pfc_genl_profile_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	return pfc_get_list(skb, cb, &pfc_net_of(sock_net(skb->sk))->profiles);
}

static int pfc_check_profile(struct nlattr **tb, struct pfc_ack *extack)
{
	struct nlattr *no = tb[PFC_PG_A_ID] ?: tb[PFC_PG_A_PROFILE];

	if (!no)
		return 0;
	PFC_SET_ERROR_TEXT_ATTR(extack, no, "a profile has no number and follows no other profile");
	return -EINVAL;
}

/* Read the values of a request into @profile */
static int pfc_read_profile(struct genl_info *info, struct pfc_profile *profile)
{
	struct pfc_net *pn = pfc_net_of(genl_info_net(info));
	struct pfc_ack *extack = pfc_ack(info);
	struct nlattr *nest = info->attrs[PFC_A_PG];
	struct nlattr *tb[PFC_PG_A_MAX + 1];
	struct pfc_pool *pool;
	int err;

	if (!nest)
		return 0;
	err = nla_parse_nested(tb, PFC_PG_A_MAX, nest, pfc_pg_policy, &extack->ext) ?:
	      pfc_check_profile(tb, extack) ?:
	      pfc_read_limits(tb, &profile->limits, extack);
	if (err)
		return err;
	if (profile->limits.xon > profile->limits.xoff) {
		PFC_SET_CAUSE(extack, PFC_CAUSE_PROFILE_XON_ABOVE_XOFF, profile->name,
			      profile->limits.xon, profile->limits.xoff);
		return -EINVAL;
	}
	if (tb[PFC_PG_A_POOL]) {
		pool = pfc_pools_find(pn, tb[PFC_PG_A_POOL], extack);
		if (IS_ERR(pool))
			return PTR_ERR(pool);
		profile->pool = pool;
	}
	return 0;
}

/* Warn if, after the change, a group of the profile has less headroom than it needs */
static void pfc_profile_warn(struct net *net, const struct pfc_profile *profile,
			     struct pfc_ack *extack)
{
	struct pfc_port *port;
	u16 id = 0;
	u8 groups;
	int pg;

	while ((port = pfc_port_next(net, &id))) {
		groups = pfc_change_short(port);
		pfc_for_each_prio(pg, groups) {
			if (port->profiles[pg] != profile)
				continue;
			pfc_change_warn(port, BIT(pg), extack);
			pfc_set_cause(&extack->ext, PFC_CAUSE_PROFILE_HEADROOM);
			return;
		}
	}
}

int pfc_genl_profile_set(struct sk_buff *skb, struct genl_info *info)
{
	struct pfc_profile *profile, to;
	int err;

	rtnl_lock();
	profile = pfc_find_profile(info);
	err = PTR_ERR_OR_ZERO(profile);
	if (err)
		goto out;
	to = *profile;
	err = pfc_read_profile(info, &to) ?:
	      pfc_profile_change(genl_info_net(info), profile, &to, pfc_ack(info));
	if (!err)
		pfc_profile_warn(genl_info_net(info), profile, pfc_ack(info));
out:
	rtnl_unlock();
	return err;
}

static int pfc_profile_new(struct pfc_net *pn, struct genl_info *info,
			   struct pfc_profile *new)
{
	struct nlattr *name = info->attrs[PFC_A_PROFILE_NAME];
	struct pfc_profile *profile;
	unsigned int n = 0;
	int err;

	list_for_each_entry(profile, &pn->profiles, list) {
		n++;
		if (!pfc_name_is(name, profile->name))
			continue;
		PFC_SET_CAUSE_ATTR(pfc_ack(info), name, PFC_CAUSE_PROFILE_EXISTS, profile->name);
		return -EEXIST;
	}
	if (n >= PFC_PROFILES_MAX) {
		PFC_SET_ERROR_TEXT(pfc_ack(info), "the maximum of %u profiles is reached", n);
		return -ENOSPC;
	}
	new->pool = pfc_pools_default(pn);
	err = pfc_read_profile(info, new);
	if (err)
		return err;
	list_add_tail(&new->list, &pn->profiles);
	pfc_net_changed(pn);
	return 0;
}

/* Values that the request does not contain get the defaults of a new port. */
int pfc_genl_profile_new(struct sk_buff *skb, struct genl_info *info)
{
	struct nlattr *name = info->attrs[PFC_A_PROFILE_NAME];
	struct pfc_profile *new;
	int err;

	if (!name) {
		PFC_SET_ERROR_TEXT(pfc_ack(info), "name: not given, it selects a profile");
		return -EINVAL;
	}
	err = pfc_name_check(name, pfc_ack(info));
	if (err)
		return err;
	new = kzalloc(sizeof(*new), GFP_KERNEL_ACCOUNT);
	if (!new)
		return -ENOMEM;
	nla_strscpy(new->name, name, sizeof(new->name));
	pfc_limits_init(&new->limits);

	rtnl_lock();
	err = pfc_profile_new(pfc_net_of(genl_info_net(info)), info, new);
	rtnl_unlock();
	if (err)
		kfree(new);
	return err;
}

int pfc_genl_profile_del(struct sk_buff *skb, struct genl_info *info)
{
	struct pfc_profile *profile;
	int err;

	rtnl_lock();
	profile = pfc_find_profile(info);
	err = PTR_ERR_OR_ZERO(profile);
	if (err)
		goto out;
	if (profile->pgs) {
		PFC_SET_CAUSE(pfc_ack(info), PFC_CAUSE_PROFILE_IN_USE, profile->name,
			      profile->pgs);
		err = -EBUSY;
		goto out;
	}
	list_del(&profile->list);
	pfc_net_changed(pfc_net_of(genl_info_net(info)));
	kfree(profile);
out:
	rtnl_unlock();
	return err;
}
