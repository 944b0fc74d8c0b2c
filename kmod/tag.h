/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tag that carries the ingress port and priority of a packet to its egress port.
 */
#ifndef _PFC_TAG_H
#define _PFC_TAG_H

#include "../uapi/linux/pfc.h"
#include <linux/types.h>

/*
 * Tag in skb->tc_index: the ingress hook of one port writes it, the qdisc of another reads it.  The
 * simulator needs more ids and has nothing else that writes skb->tc_index.  So its tags have no
 * valid bit: a tag is valid if its id is not 0.
 */
#if PFC_PORTS_MAX > 4095
#define PFC_TAG_VALID		0
#else
#define PFC_TAG_VALID		0x8000
#endif
#define PFC_TAG_ID_SHIFT	3
#define PFC_TAG_PRIO		0x0007

static inline u16 pfc_tag(u16 id, u8 prio)
{
	return PFC_TAG_VALID | id << PFC_TAG_ID_SHIFT | prio;
}

static inline bool pfc_tag_valid(u16 tag)
{
	return PFC_TAG_VALID ? tag & PFC_TAG_VALID : tag >> PFC_TAG_ID_SHIFT;
}

static inline u16 pfc_tag_id(u16 tag)
{
	return (tag & ~PFC_TAG_VALID) >> PFC_TAG_ID_SHIFT;
}

#endif /* _PFC_TAG_H */
