// SPDX-License-Identifier: GPL-2.0-only
/* Out-of-line parts of the compatibility headers */
#include <linux/atomic.h>
#include <linux/netlink.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 2, 0)

#define PFC_COMPAT_MSGS		64

/*
 * Before 6.2 an extended ack has a pointer to its message but no buffer.  The kernel
 * copies the message into the reply as soon as the handler of the request returns.  The
 * buffers are used in turn, so no buffer is reused before its message is copied.
 */
char *pfc_compat_msg(void)
{
	static char msgs[PFC_COMPAT_MSGS][PFC_COMPAT_MSG_LEN];
	static atomic_t next;

	return msgs[(u32)atomic_inc_return(&next) % PFC_COMPAT_MSGS];
}

#endif
