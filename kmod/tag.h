/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tag that carries the ingress port and priority of a packet to its egress port.
 */
#ifndef _PFC_TAG_H
#define _PFC_TAG_H

#include <linux/types.h>

/* Tag in skb->tc_index: the ingress hook of one port writes it, the qdisc of another reads it */
#define PFC_TAG_VALID		0x8000
#define PFC_TAG_ID_SHIFT	3
#define PFC_TAG_PRIO		0x0007

static inline u16 pfc_tag(u16 id, u8 prio)
{
	return PFC_TAG_VALID | id << PFC_TAG_ID_SHIFT | prio;
}

static inline u16 pfc_tag_id(u16 tag)
{
	return (tag & ~PFC_TAG_VALID) >> PFC_TAG_ID_SHIFT;
}

#endif /* _PFC_TAG_H */
