/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_FOREIGN_H
#define _PFC_FOREIGN_H

struct net;
struct net_device;

struct net *pfc_foreign_link_net(const struct net_device *dev);
int pfc_foreign_update(struct net_device *dev);
void pfc_foreign_del(const struct net_device *dev);

#endif /* _PFC_FOREIGN_H */
