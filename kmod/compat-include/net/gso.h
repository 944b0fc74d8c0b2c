/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_NET_GSO_H
#define _PFC_COMPAT_NET_GSO_H

/* Before 6.5, netdevice.h declares the functions */
#ifdef PFC_HAS_gso_h
#include_next <net/gso.h>
#else
#include <linux/netdevice.h>
#endif

#endif /* _PFC_COMPAT_NET_GSO_H */
