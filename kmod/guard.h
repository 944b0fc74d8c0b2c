/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_GUARD_H
#define _PFC_GUARD_H

struct net;
struct net_device;

int pfc_guard_add(struct net_device *dev);
void pfc_guard_del(struct net_device *dev);
int pfc_guards_start(struct net *net, const struct net_device *port_dev);
void pfc_guards_stop(struct net *net);

#endif /* _PFC_GUARD_H */
