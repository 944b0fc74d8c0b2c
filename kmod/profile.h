/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Profiles: named sets of thresholds that several PGs follow.
 */
#ifndef _PFC_PROFILE_H
#define _PFC_PROFILE_H

#include <linux/list.h>
#include <linux/types.h>
#include "core/config.h"

struct net;
struct pfc_ack;
struct nlattr;
struct pfc_change;
struct pfc_net;
struct pfc_pool;

/**
 * struct pfc_profile - a named set of thresholds that PGs of the namespace's ports follow;
 *	protected by RTNL
 * @list: entry in the profiles of the namespace
 * @name: name of the profile, constant
 * @limits: thresholds of the PGs; each port computes an automatic headroom by itself
 * @pool: pool that the PGs are bound to
 * @pgs: number of PGs that follow the profile
 */
struct pfc_profile {
	struct list_head	list;
	char			name[PFC_NAME_LEN];
	struct pfc_pg_limits	limits;
	struct pfc_pool		*pool;
	u32			pgs;
};

int pfc_profile_validate(const struct pfc_profile *profile, struct pfc_ack *extack);
void pfc_profile_follow(struct pfc_change *change, int pg, struct pfc_profile *profile);
int pfc_profile_change(struct net *net, struct pfc_profile *profile,
		       struct pfc_profile *to, struct pfc_ack *extack);
void pfc_profiles_exit(struct pfc_net *pn);
struct pfc_profile *pfc_profile_find(const struct pfc_net *pn, const struct nlattr *name,
				     struct pfc_ack *extack);

#endif /* _PFC_PROFILE_H */
