/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_NET_PKT_CLS_H
#define _PFC_COMPAT_NET_PKT_CLS_H

#include_next <net/pkt_cls.h>

/*
 * Drops a packet at enqueue, with the drop reason that fits best.  Since 6.8 the reason is in the
 * cb of the packet.  Segmentation overwrites these bytes, so a drop must always set them.  6.7 has
 * another function of this name, but none that gets a reason.  Since 7.0 there are reasons of
 * qdiscs, which the tracepoint qdisc_drop reports.
 */
static inline int pfc_compat_qdisc_drop(struct sk_buff *skb, struct Qdisc *sch,
					struct sk_buff **to_free, bool early)
{
#ifdef PFC_HAS_QDISC_DROP_CONGESTED
	return qdisc_drop_reason(skb, sch, to_free,
				 early ? QDISC_DROP_CONGESTED : QDISC_DROP_OVERLIMIT);
#elif defined(PFC_HAS_tcf_get_drop_reason)
	tcf_set_drop_reason(skb, SKB_DROP_REASON_QDISC_DROP);
#endif
	return qdisc_drop(skb, sch, to_free);
}

#endif /* _PFC_COMPAT_NET_PKT_CLS_H */
