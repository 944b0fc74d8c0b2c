/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_NET_SCH_GENERIC_H
#define _PFC_COMPAT_NET_SCH_GENERIC_H

#include_next <net/sch_generic.h>

/*
 * Before 6.16, a software device drops excess frames and never stops its transmit queue.  This
 * function came with the patch that lets veth stop its queue, also where both are ported back.
 */
#ifdef PFC_HAS_qdisc_txq_has_no_queue
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
