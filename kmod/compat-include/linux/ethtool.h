/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_LINUX_ETHTOOL_H
#define _PFC_COMPAT_LINUX_ETHTOOL_H

#include_next <linux/ethtool.h>

#ifndef PFC_HAS_netif_get_link_ksettings

#define netif_get_link_ksettings(dev, settings)	\
	__ethtool_get_link_ksettings(dev, settings)

#endif
#endif /* _PFC_COMPAT_LINUX_ETHTOOL_H */
