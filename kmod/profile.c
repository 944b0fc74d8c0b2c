// SPDX-License-Identifier: GPL-2.0-only
/*
 * Profiles: named sets of PG settings (pool and thresholds) that PGs of several ports follow.
 */
#include <linux/slab.h>
#include "change.h"
#include "message.h"
#include "net.h"
#include "port.h"

/* Find a profile.  Return: the profile or -ENOENT */
struct pfc_profile *pfc_profile_find(const struct pfc_net *pn, const struct nlattr *name,
				     struct pfc_ack *extack)
{
	struct pfc_profile *profile;

	ASSERT_RTNL();

	list_for_each_entry(profile, &pn->profiles, list)
		if (pfc_name_is(name, profile->name))
			return profile;
	PFC_SET_CAUSE_ATTR(extack, name, PFC_CAUSE_PROFILE_NOT_FOUND, (char *)nla_data(name));
	return ERR_PTR(-ENOENT);
}

/* @profile: has the thresholds and the pool; NULL: the PG follows none and keeps its thresholds */
void pfc_profile_follow(struct pfc_change *change, int pg, struct pfc_profile *profile)
{
	change->profiles[pg] = profile;
	if (!profile)
		return;
	change->config->pg[pg] = profile->limits;
	change->pools[pg] = profile->pool;
}

/* Gives all PGs of the port that follow @profile the thresholds and the pool of profile @to */
static int pfc_profile_change_port(struct pfc_profile *profile, struct pfc_port *port,
				   struct pfc_profile *to, struct list_head *changes,
				   struct pfc_ack *extack)
{
	struct pfc_change *change = NULL;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++) {
		if (port->profiles[pg] != profile)
			continue;
		if (!change)
			change = pfc_change_begin(changes, port, extack);
		if (IS_ERR(change))
			return PTR_ERR(change);
		pfc_profile_follow(change, pg, to);
		change->profiles[pg] = profile;
	}
	return 0;
}

/*
 * Change a profile and all PGs that follow it.  @to: has the new limits, checked, and the new pool
 * Return: 0, -ENOMEM or an error of pfc_change_run(); nothing has changed after an error.
 */
int pfc_profile_change(struct net *net, struct pfc_profile *profile,
		       struct pfc_profile *to, struct pfc_ack *extack)
{
	struct pfc_port *port;
	LIST_HEAD(changes);
	int err = 0;
	u16 id = 0;

	ASSERT_RTNL();

	while (!err && (port = pfc_port_next(net, &id)))
		err = pfc_profile_change_port(profile, port, to, &changes, extack);
	if (err)
		pfc_change_abort(&changes);
	else
		err = pfc_change_run(&changes, extack);
	if (err)
		return err;
	profile->limits = to->limits;
	profile->pool = to->pool;
	return 0;
}

/* Free the profiles of a namespace, after its devices */
void pfc_profiles_exit(struct pfc_net *pn)
{
	struct pfc_profile *profile, *next;

	list_for_each_entry_safe(profile, next, &pn->profiles, list)
		kfree(profile);
}
