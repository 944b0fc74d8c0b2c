// SPDX-License-Identifier: GPL-2.0-only
/*
 * Profiles: thresholds under a name, which priority groups of several ports follow.
 */
#include <linux/slab.h>
#include "port.h"

/**
 * pfc_profile_find() - find a profile
 * @pn: the namespace
 * @name: attribute with its name
 * @extack: filled on error
 *
 * Context: RTNL.
 * Return: the profile or -ENOENT.
 */
struct pfc_profile *pfc_profile_find(const struct pfc_net *pn, const struct nlattr *name,
				     struct netlink_ext_ack *extack)
{
	struct pfc_profile *profile;

	ASSERT_RTNL();

	list_for_each_entry(profile, &pn->profiles, list)
		if (pfc_name_is(name, profile->name))
			return profile;
	NL_SET_ERR_MSG_ATTR_FMT(extack, name, "profile %s: there is none of that name",
				(char *)nla_data(name));
	return ERR_PTR(-ENOENT);
}

/**
 * pfc_profile_follow() - let a group follow a profile, or none any more
 * @change: gets what that means; to be checked by pfc_config_finish()
 * @pg: the group, 0..7
 * @profile: the profile, or NULL: the group keeps what it has
 */
void pfc_profile_follow(struct pfc_change *change, int pg, struct pfc_profile *profile)
{
	change->profiles[pg] = profile;
	if (!profile)
		return;
	change->config->pg[pg] = profile->limits;
	change->pools[pg] = profile->pool;
}

static bool pfc_profile_has(const struct pfc_profile *profile, const struct pfc_port *port)
{
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (port->profiles[pg] == profile)
			return true;
	return false;
}

/* All of the port's groups that follow @profile are to be as @to says */
static int pfc_profile_change_port(struct pfc_profile *profile, struct pfc_port *port,
				   struct pfc_profile *to, struct list_head *changes,
				   struct netlink_ext_ack *extack)
{
	struct pfc_change *change = pfc_change_begin(changes, port, extack);
	int pg;

	if (IS_ERR(change))
		return PTR_ERR(change);
	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (port->profiles[pg] == profile) {
			pfc_profile_follow(change, pg, to);
			change->profiles[pg] = profile;
		}
	/* The limits were checked, and what else a port has is as it was */
	pfc_config_finish(change->config, &pg);
	return 0;
}

/**
 * pfc_profile_change() - change a profile and all that follows it
 * @net: the namespace
 * @profile: the profile
 * @to: what it is to be: limits, checked, and pool
 * @extack: filled on error
 *
 * Context: RTNL, may sleep.
 * Return: 0, -ENOMEM or an error of pfc_change_commit(); then nothing has changed.
 */
int pfc_profile_change(struct net *net, struct pfc_profile *profile,
		       struct pfc_profile *to, struct netlink_ext_ack *extack)
{
	struct pfc_port *port;
	LIST_HEAD(changes);
	u16 id = 0;
	int err;

	ASSERT_RTNL();

	while ((port = pfc_port_next(net, &id))) {
		if (!pfc_profile_has(profile, port))
			continue;
		err = pfc_profile_change_port(profile, port, to, &changes, extack);
		if (err)
			goto err_abort;
	}
	err = pfc_change_commit(&changes, extack);
	if (err)
		return err;
	profile->limits = to->limits;
	profile->pool = to->pool;
	return 0;

err_abort:
	pfc_change_abort(&changes);
	return err;
}

/**
 * pfc_profiles_exit() - the namespace ends, after its devices
 * @pn: the namespace
 */
void pfc_profiles_exit(struct pfc_net *pn)
{
	struct pfc_profile *profile, *next;

	list_for_each_entry_safe(profile, next, &pn->profiles, list)
		kfree(profile);
}
