/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_NET_DCBNL_H
#define _PFC_COMPAT_NET_DCBNL_H

#include <linux/version.h>
#include_next <net/dcbnl.h>

/* Before 6.2 there is no order of trusted selectors, and no selector for PCP */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
#define PFC_COMPAT_DCB_APPTRUST
#endif

/* Before 6.3 there is no table of values to write to packets */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
#define PFC_COMPAT_DCB_REWR
#endif

#endif /* _PFC_COMPAT_NET_DCBNL_H */
