/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Interface of a port's qdisc for the control plane.
 */
#ifndef _PFC_QDISC_CONTROL_H
#define _PFC_QDISC_CONTROL_H

struct Qdisc;
struct net_device;
struct pfc_config;
struct pfc_port;

/* qdisc_ops.c */
extern struct Qdisc_ops pfc_qdisc_ops;

struct pfc_port *pfc_port_of(const struct net_device *dev);
void pfc_qdisc_detach(struct Qdisc *sch);

/* qdisc.c */
void pfc_qdisc_configure(struct Qdisc *sch, const struct pfc_config *config);
void pfc_qdisc_pauses(struct Qdisc *sch);
void pfc_qdisc_wake(struct Qdisc *sch);
u64 pfc_qdisc_memory(struct Qdisc *sch);

#endif /* _PFC_QDISC_CONTROL_H */
