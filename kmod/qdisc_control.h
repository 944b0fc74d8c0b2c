/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Interface of a port's qdisc for the control plane.
 */
#ifndef _PFC_QDISC_CONTROL_H
#define _PFC_QDISC_CONTROL_H

struct Qdisc;
struct sk_buff;
struct net_device;
struct pfc_config;
struct pfc_pool;
struct pfc_port;

/* qdisc_ops.c */
extern struct Qdisc_ops pfc_qdisc_ops;

struct pfc_port *pfc_port_of(const struct net_device *dev);
void pfc_qdisc_detach(struct Qdisc *sch);

/* multiqueue.c */
unsigned int pfc_tx_queues_used(const struct pfc_port *port);
void pfc_leaves_switch(struct pfc_port *port, const struct pfc_config *config);
u16 pfc_control_queue(struct net_device *dev);
bool pfc_leaf_send(struct pfc_port *port, struct sk_buff *skb);

/* leaves.c */
void pfc_leaves_init(struct pfc_port *port, struct Qdisc *sch);
void pfc_leaves_idle(const struct pfc_port *port);
void pfc_leaves_configure(struct pfc_port *port, const struct pfc_config *config);
bool pfc_leaves_follow_pool(struct pfc_port *port, const struct pfc_pool *pool);
void pfc_leaves_leave_pools(struct pfc_port *port);
void pfc_leaves_pauses(struct pfc_port *port);
u64 pfc_leaves_memory(const struct pfc_port *port);
u32 pfc_leaves_backlog(const struct pfc_port *port, int prio);

#endif /* _PFC_QDISC_CONTROL_H */
