/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_DELAY_H
#define _PFC_DELAY_H

#include <net/sch_generic.h>
#include "packet.h"
#include "port.h"

/*
 * Add a frame to the frames in flight.
 * @skb: the frame; its charge is already released
 * @due: arrival time at the other end, ns
 */
static inline void pfc_delay_add(struct qdisc_skb_head *in_flight,
				 struct sk_buff *skb, u64 due)
{
	pfc_skb_cb(skb)->due = due;
	__qdisc_enqueue_tail(skb, in_flight);
}

/*
 * Remove the next frame in flight that is due.
 * @wake: lowered to the arrival time of the next frame if that is in the future, ns
 *
 * Frames do not overtake each other.  So after the delay has been reduced, a frame may be late,
 * because it waits for an earlier frame.
 * Return: the frame, or NULL if no frame is due.
 */
static inline struct sk_buff *pfc_delay_next(struct qdisc_skb_head *in_flight,
					     u64 now, u64 *wake)
{
	if (!in_flight->head)
		return NULL;
	if (pfc_skb_cb(in_flight->head)->due <= now)
		return __qdisc_dequeue_head(in_flight);
	*wake = min(*wake, pfc_skb_cb(in_flight->head)->due);
	return NULL;
}

#endif /* _PFC_DELAY_H */
