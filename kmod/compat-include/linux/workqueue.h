/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_LINUX_WORKQUEUE_H
#define _PFC_COMPAT_LINUX_WORKQUEUE_H

#include_next <linux/workqueue.h>

/* Older kernels lack the new name of the queue, which has replaced the old one since */
#ifndef PFC_HAS_system_dfl_wq
#define system_dfl_wq	system_unbound_wq
#endif

#endif /* _PFC_COMPAT_LINUX_WORKQUEUE_H */
