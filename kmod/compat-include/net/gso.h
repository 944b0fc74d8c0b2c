/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_NET_GSO_H
#define _PFC_COMPAT_NET_GSO_H

#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 5, 0)
#include <linux/netdevice.h>
#else
#include_next <net/gso.h>
#endif

#endif /* _PFC_COMPAT_NET_GSO_H */
