/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_NET_SCH_GENERIC_H
#define _PFC_COMPAT_NET_SCH_GENERIC_H

#include <linux/version.h>
#include_next <net/sch_generic.h>

/*
 * Newer kernels keep the number of segments beside the length of a packet, and
 * the reason of a drop where segmentation keeps its own state.
 */
static inline void pfc_compat_init_segment(struct sk_buff *skb)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 0, 0)
	qdisc_skb_cb(skb)->pkt_segs = 1;
	tcf_set_qdisc_drop_reason(skb, QDISC_DROP_GENERIC);
#endif
}

#endif /* _PFC_COMPAT_NET_SCH_GENERIC_H */
