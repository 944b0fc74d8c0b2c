/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Atomic change of one or several ports.
 */
#ifndef _PFC_CHANGE_H
#define _PFC_CHANGE_H

#include <linux/list.h>
#include <linux/types.h>
#include "core/config.h"

struct net;
struct pfc_ack;
struct pfc_net;
struct pfc_pool;
struct pfc_port;
struct pfc_profile;

/*
 * A pending change of one port, in a list of changes that are applied together; protected by RTNL
 * @config: the new configuration; after the commit, the old configuration
 * @sets_pause_time: the request contains the pause time, or the speed or rate that its length
 *	depends on
 * @pools: the new pool of each PG
 * @profiles: the new profile of each PG, or NULL
 * @regroups: the change moves a PG to another pool or binds it to another profile
 * @joined: bit mask of the PGs that are currently charged to two pools
 */
struct pfc_change {
	struct list_head	list;
	struct pfc_port		*port;
	struct pfc_config	*config;
	bool			sets_pause_time;
	struct pfc_pool		*pools[PFC_PRIOS];
	struct pfc_profile	*profiles[PFC_PRIOS];
	bool			regroups;
	u8			joined;
};

struct pfc_change *pfc_change_begin(struct list_head *changes, struct pfc_port *port,
				    struct pfc_ack *extack);
int pfc_change_run(struct list_head *changes, struct pfc_ack *extack);
int pfc_change_request(struct list_head *changes, struct pfc_ack *extack);
void pfc_change_abort(struct list_head *changes);
u8 pfc_change_short(const struct pfc_port *port);
void pfc_change_link(struct pfc_port *port);
int pfc_change_grow_begin(struct list_head *changes, struct net *net, struct pfc_ack *extack);
void pfc_change_grow_run(struct list_head *changes, struct net *net);

/* reserve.c */
void pfc_change_reset(struct pfc_net *pn);
bool pfc_change_settle(struct pfc_change *change);
void pfc_change_unsettle(struct pfc_change *change);
bool pfc_change_settled(const struct pfc_port *port, const struct pfc_config *config);
void pfc_change_unclaim(const struct pfc_change *change);
bool pfc_change_fits(const struct pfc_change *change);
int pfc_change_reserve(struct pfc_net *pn, struct list_head *changes,
		       struct pfc_ack *extack);

/* validate.c */
int pfc_change_validate(struct list_head *changes, struct pfc_ack *extack);
void pfc_change_warn(const struct pfc_port *port, u8 groups, struct pfc_ack *extack);

#endif /* _PFC_CHANGE_H */
