/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parts of the DCB operations that dcb.c and dcb_app.c share.
 */
#ifndef _PFC_DCB_OPS_H
#define _PFC_DCB_OPS_H

#include <linux/dcbnl.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <net/dcbnl.h>
#include "change.h"
#include "port.h"

static inline struct pfc_port *pfc_dcb_port(const struct net_device *dev)
{
	return container_of(dev->dcbnl_ops, struct pfc_port, dcb.ops);
}

static inline const struct pfc_config *pfc_dcb_config(const struct net_device *dev)
{
	return rtnl_dereference(pfc_dcb_port(dev)->config);
}

/* dcb.c */
bool pfc_dcb_is_port(const struct net_device *dev);
void pfc_dcb_log(const struct net_device *dev, const char *message);
int pfc_dcb_begin(struct net_device *dev, struct list_head *changes,
		  struct pfc_change **change);
int pfc_dcb_run(struct net_device *dev, struct list_head *changes);
__printf(4, 5)
int pfc_dcb_abort(struct net_device *dev, struct list_head *changes, int err,
		  const char *fmt, ...);

/* dcb_app.c */
struct pfc_port *pfc_dcb_settle(int ifindex);
void pfc_dcb_show(struct net_device *dev);
void pfc_dcb_restore(void);
void pfc_dcb_update(struct pfc_port *port, const struct pfc_config *old);
void pfc_dcb_remove(struct pfc_port *port);
int pfc_dcb_setapp(struct net_device *dev, struct dcb_app *app);
int pfc_dcb_delapp(struct net_device *dev, struct dcb_app *app);
#ifdef PFC_COMPAT_DCB_APPTRUST
int pfc_dcb_setapptrust(struct net_device *dev, u8 *selectors, int n);
int pfc_dcb_getapptrust(struct net_device *dev, u8 *selectors, int *n);
#endif
#ifdef PFC_COMPAT_DCB_REWR
int pfc_dcb_setrewr(struct net_device *dev, struct dcb_app *app);
int pfc_dcb_delrewr(struct net_device *dev, struct dcb_app *app);
#endif

#endif /* _PFC_DCB_OPS_H */
