/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_NET_NETDEV_LOCK_H
#define _PFC_COMPAT_NET_NETDEV_LOCK_H

#ifdef PFC_HAS_netdev_lock_h
#include_next <net/netdev_lock.h>
#else

#include <linux/netdevice.h>

/* RTNL protects the operations of the device */
static inline void netdev_lock_ops(struct net_device *dev)
{
}

static inline void netdev_unlock_ops(struct net_device *dev)
{
}

#endif
#endif /* _PFC_COMPAT_NET_NETDEV_LOCK_H */
