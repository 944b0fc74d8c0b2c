/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_DELAY_H
#define _PFC_DELAY_H

#include <net/sch_generic.h>
#include "port.h"

/**
 * pfc_delay_add() - a frame has left the port and is on its way
 * @way: frames on the way, under the root lock of the qdisc
 * @skb: the frame, charged to nobody any more
 * @due: when it reaches the other end, ns
 */
static inline void pfc_delay_add(struct qdisc_skb_head *way,
				 struct sk_buff *skb, u64 due)
{
	pfc_skb_cb(skb)->due = due;
	__qdisc_enqueue_tail(skb, way);
}

/**
 * pfc_delay_next() - the frame that has reached the other end
 * @way: frames on the way, under the root lock of the qdisc
 * @now: the time, ns
 * @wake: lowered to when the next frame is due, if that is later
 *
 * Frames do not overtake: after a change of the delay a frame may be late.
 *
 * Return: the frame, or NULL.
 */
static inline struct sk_buff *pfc_delay_next(struct qdisc_skb_head *way,
					     u64 now, u64 *wake)
{
	if (!way->head)
		return NULL;
	if (pfc_skb_cb(way->head)->due <= now)
		return __qdisc_dequeue_head(way);
	*wake = min(*wake, pfc_skb_cb(way->head)->due);
	return NULL;
}

#endif /* _PFC_DELAY_H */
