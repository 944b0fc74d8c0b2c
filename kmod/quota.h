/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_QUOTA_H
#define _PFC_QUOTA_H

#include <linux/types.h>

struct net;
struct netlink_ext_ack;
struct pfc_ack;
struct pfc_net;
struct pfc_sched;

/* A port reserves memory for frames from its namespace in multiples of this many bytes */
#define PFC_MEMORY_STEP		(64UL << 10)

int pfc_quota_port(struct net *net, struct netlink_ext_ack *extack);
void pfc_quota_port_put(struct net *net);
int pfc_quota_pools(struct net *net, u64 from, u64 to, struct pfc_ack *extack);
void pfc_quota_update(struct net *net);
void pfc_quota_exit(struct pfc_net *pn);

bool pfc_memory_grow(struct pfc_sched *q);
void pfc_memory_set(struct pfc_sched *q);
void pfc_memory_return(struct pfc_sched *q, struct net *net);

#endif /* _PFC_QUOTA_H */
