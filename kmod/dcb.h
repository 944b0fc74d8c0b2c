/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The DCB netlink interface (dcbnl) of a port, which iproute2's dcb and LLDP agents use.
 */
#ifndef _PFC_DCB_H
#define _PFC_DCB_H

#include <linux/types.h>
#include "../uapi/linux/pfc.h"

struct list_head;
struct net_device;
struct pfc_change;
struct pfc_config;
struct pfc_port;

#ifdef CONFIG_DCB

#include <net/dcbnl.h>

/**
 * struct pfc_dcb - DCB interface of a port; protected by RTNL
 * @ops: the operations of the device; a copy per port, so that they lead to the port
 * @advice: willing and recommended values, which only LLDP agents use: returned as set
 * @requested: a request of dcbnl changes the port now
 * @unreported: requests of dcbnl have changed the port, and no event has reported that yet
 * @shared: the log names the device of another driver that has the index of the port
 * @resident: the kernel's tables have the entries of the port, see dcb_app.c
 * @incomplete: memory was exhausted, so that entries are missing there
 */
struct pfc_dcb {
	struct dcbnl_rtnl_ops	ops;
	struct ieee_ets		advice;
	bool			requested;
	bool			unreported;
	bool			shared;
	bool			resident;
	bool			incomplete;
};

void pfc_dcb_init(void);
void pfc_dcb_exit(void);
void pfc_dcb_attach(struct pfc_port *port);
void pfc_dcb_detach(struct pfc_port *port);
bool pfc_dcb_changed(struct pfc_port *port, const struct pfc_config *old);
void pfc_dcb_registered(const struct net_device *dev);
enum pfc_dcb_owner pfc_dcb_owner(const struct pfc_port *port);

/* What dcb.c and dcb_app.c have in common */
struct pfc_port *pfc_dcb_port(const struct net_device *dev);
const struct pfc_config *pfc_dcb_config(const struct net_device *dev);
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
#ifdef PFC_HAS_dcbnl_setapptrust	/* since 6.2 */
int pfc_dcb_setapptrust(struct net_device *dev, u8 *selectors, int n);
int pfc_dcb_getapptrust(struct net_device *dev, u8 *selectors, int *n);
#endif
#ifdef PFC_HAS_dcbnl_setrewr	/* since 6.3 */
int pfc_dcb_setrewr(struct net_device *dev, struct dcb_app *app);
int pfc_dcb_delrewr(struct net_device *dev, struct dcb_app *app);
#endif

#else

struct pfc_dcb { };

static inline void pfc_dcb_init(void) { }
static inline void pfc_dcb_exit(void) { }
static inline void pfc_dcb_attach(struct pfc_port *port) { }
static inline void pfc_dcb_detach(struct pfc_port *port) { }
static inline void pfc_dcb_registered(const struct net_device *dev) { }

static inline bool pfc_dcb_changed(struct pfc_port *port, const struct pfc_config *old)
{
	return true;
}

static inline enum pfc_dcb_owner pfc_dcb_owner(const struct pfc_port *port)
{
	return PFC_DCB_OWNER_NONE;
}

#endif
#endif /* _PFC_DCB_H */
