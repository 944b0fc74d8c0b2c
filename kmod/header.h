/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_HEADER_H
#define _PFC_HEADER_H

#include <linux/skbuff.h>

bool pfc_skip_vlans(const struct sk_buff *skb, int *offset, __be16 *proto);
struct sk_buff *pfc_unshare(struct sk_buff *skb);
void pfc_write_dscp(struct sk_buff *skb, u8 dscp);
void pfc_write_pcp(struct sk_buff *skb, u8 pcp);
bool pfc_is_ect(const struct sk_buff *skb);
bool pfc_write_ce(struct sk_buff *skb);

#endif /* _PFC_HEADER_H */
