/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_LINUX_ETHTOOL_H
#define _PFC_COMPAT_LINUX_ETHTOOL_H

#include <linux/version.h>
#include_next <linux/ethtool.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(7, 0, 0)

#define netif_get_link_ksettings(dev, settings)	\
	__ethtool_get_link_ksettings(dev, settings)

#endif
#endif /* _PFC_COMPAT_LINUX_ETHTOOL_H */
