/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_NET_SCH_GENERIC_H
#define _PFC_COMPAT_NET_SCH_GENERIC_H

#include <linux/version.h>
#include_next <net/sch_generic.h>

/* In older kernels each sender takes the root lock itself, so there is no list to overflow */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 19, 0)
#define PFC_COMPAT_NO_DEFER_LIST
#endif

/* In older kernels a software device drops frames in excess and never stops its queue */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 16, 0)
#define PFC_COMPAT_SOFTWARE_STOPS	true
#else
#define PFC_COMPAT_SOFTWARE_STOPS	false
#endif

/*
 * In the cb of a packet newer kernels store the number of segments next to the length, and
 * the drop reason in bytes that segmentation uses for its own state.
 */
static inline void pfc_compat_init_segment(struct sk_buff *skb)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 0, 0)
	qdisc_skb_cb(skb)->pkt_segs = 1;
	tcf_set_qdisc_drop_reason(skb, QDISC_DROP_GENERIC);
#endif
}

#endif /* _PFC_COMPAT_NET_SCH_GENERIC_H */
