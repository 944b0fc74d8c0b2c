/* SPDX-License-Identifier: GPL-2.0-only */
/* Charge of an egress queue to a pool of its own.  All functions need the root lock of the leaf. */
#ifndef _PFC_EGRESS_H
#define _PFC_EGRESS_H

#include <linux/skbuff.h>
#include "qdisc.h"

bool pfc_egress_full(const struct pfc_queue *queue, u32 len);
void pfc_egress_join(struct pfc_queue *queue, struct sk_buff *skb);
void pfc_egress_leave(struct pfc_queue *queue, struct sk_buff *skb);
void pfc_egress_clear(struct pfc_queue *queue);
void pfc_egress_follow(struct pfc_queue *queue);

#endif /* _PFC_EGRESS_H */
