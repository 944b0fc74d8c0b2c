/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_NET_SCH_GENERIC_H
#define _PFC_COMPAT_NET_SCH_GENERIC_H

#include <linux/version.h>
#include_next <net/sch_generic.h>

/*
 * Before 6.16, a software device drops excess frames and never stops its transmit queue.  No header
 * shows that, so this is the only test of the version.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 16, 0)
#define PFC_COMPAT_SOFTWARE_STOPS	true
#else
#define PFC_COMPAT_SOFTWARE_STOPS	false
#endif

/*
 * Since 7.0, the cb of a packet also contains the number of segments and the drop reason.
 * Both must be set for a segment: the number is 1, and GSO segmentation uses the bytes of the
 * drop reason for its own state.
 */
static inline void pfc_compat_init_segment(struct sk_buff *skb)
{
#ifdef PFC_HAS_tcf_set_qdisc_drop_reason
	qdisc_skb_cb(skb)->pkt_segs = 1;
	tcf_set_qdisc_drop_reason(skb, QDISC_DROP_GENERIC);
#endif
}

#endif /* _PFC_COMPAT_NET_SCH_GENERIC_H */
