/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The DCB netlink interface (dcbnl) of a port, which iproute2's dcb and LLDP agents use.
 */
#ifndef _PFC_DCB_H
#define _PFC_DCB_H

#include <linux/types.h>
#include "../uapi/linux/pfc.h"

struct net_device;
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
 */
struct pfc_dcb {
	struct dcbnl_rtnl_ops	ops;
	struct ieee_ets		advice;
	bool			requested;
	bool			unreported;
	bool			shared;
};

void pfc_dcb_attach(struct pfc_port *port);
void pfc_dcb_detach(struct pfc_port *port);
bool pfc_dcb_changed(struct pfc_port *port);
void pfc_dcb_registered(const struct net_device *dev);
enum pfc_dcb_owner pfc_dcb_owner(const struct pfc_port *port);

#else

struct pfc_dcb { };

static inline void pfc_dcb_attach(struct pfc_port *port) { }
static inline void pfc_dcb_detach(struct pfc_port *port) { }
static inline bool pfc_dcb_changed(struct pfc_port *port) { return true; }
static inline void pfc_dcb_registered(const struct net_device *dev) { }

static inline enum pfc_dcb_owner pfc_dcb_owner(const struct pfc_port *port)
{
	return PFC_DCB_OWNER_NONE;
}

#endif
#endif /* _PFC_DCB_H */
