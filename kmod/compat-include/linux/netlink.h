/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_LINUX_NETLINK_H
#define _PFC_COMPAT_LINUX_NETLINK_H

#include <linux/version.h>
#include_next <linux/netlink.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 2, 0)

#include <linux/kernel.h>

#define PFC_COMPAT_MSG_LEN	80

char *pfc_compat_msg(void);

#define NL_SET_ERR_MSG_FMT(extack, fmt, args...) do {			\
	struct netlink_ext_ack *__extack = (extack);			\
									\
	if (__extack) {							\
		char *__msg = pfc_compat_msg();				\
									\
		scnprintf(__msg, PFC_COMPAT_MSG_LEN, fmt, ##args);	\
		__extack->_msg = __msg;					\
	}								\
} while (0)

#define NL_SET_ERR_MSG_ATTR_FMT(extack, attr, fmt, args...) do {	\
	NL_SET_ERR_MSG_FMT(extack, fmt, ##args);			\
	NL_SET_BAD_ATTR(extack, attr);					\
} while (0)

#endif
#endif /* _PFC_COMPAT_LINUX_NETLINK_H */
