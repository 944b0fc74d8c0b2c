/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_LINUX_WORKQUEUE_H
#define _PFC_COMPAT_LINUX_WORKQUEUE_H

#include <linux/version.h>
#include_next <linux/workqueue.h>

/* Older kernels lack the new name of the queue, which has replaced the old one since */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 18, 0)
#define system_dfl_wq	system_unbound_wq
#endif

#endif /* _PFC_COMPAT_LINUX_WORKQUEUE_H */
