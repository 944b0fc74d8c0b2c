/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_FLOOD_H
#define _PFC_FLOOD_H

#include <linux/types.h>

struct net_device;
struct sk_buff;

bool pfc_flood_unknown(struct net_device *dev, const struct sk_buff *skb);
void pfc_flood_prepare(void);
int pfc_flood_init(void);
void pfc_flood_exit(void);

#endif /* _PFC_FLOOD_H */
