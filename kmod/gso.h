/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_GSO_H
#define _PFC_GSO_H

#include <linux/netdevice.h>

struct pfc_port;
struct pfc_sched;

u32 pfc_gso_frames(const struct sk_buff *skb, u32 link_len, u32 *frames);
u32 pfc_gso_frame(const struct sk_buff *skb, u32 link_len);
u16 pfc_gso_count(const struct sk_buff *skb);
bool pfc_gso_may_stay(const struct pfc_sched *q, struct sk_buff *skb, netdev_features_t features);
bool pfc_gso_fits(const struct pfc_sched *q, u32 len, u32 frames);

#endif /* _PFC_GSO_H */
