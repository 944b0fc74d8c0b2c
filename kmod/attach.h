/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Life cycle of a port.
 */
#ifndef _PFC_ATTACH_H
#define _PFC_ATTACH_H

struct Qdisc;
struct netlink_ext_ack;
struct pfc_port;

int pfc_port_attach(struct Qdisc *sch, struct netlink_ext_ack *extack,
		    struct pfc_port **attached);
void pfc_port_detach(struct pfc_port *port);
void pfc_ports_exit(void);

#endif /* _PFC_ATTACH_H */
