/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_NET_DCBNL_H
#define _PFC_COMPAT_NET_DCBNL_H

#include_next <net/dcbnl.h>

/* Since 6.2: an order of trusted selectors, and a selector for PCP */
#ifdef PFC_HAS_dcbnl_setapptrust
#define PFC_COMPAT_DCB_APPTRUST
#endif

/* Since 6.3: a table of values to write to packets */
#ifdef PFC_HAS_dcbnl_setrewr
#define PFC_COMPAT_DCB_REWR
#endif

#endif /* _PFC_COMPAT_NET_DCBNL_H */
