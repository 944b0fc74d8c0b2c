/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of a port, sent to the multicast group of the generic netlink family.
 */
#ifndef _PFC_EVENT_H
#define _PFC_EVENT_H

#include <linux/types.h>

struct pfc_port;
struct pfc_storm;

/* Queues of a cycle in an event */
#define PFC_EVENT_CYCLE_MAX	32

/**
 * struct pfc_event_cycle - egress queues that wait for each other in a cycle
 * @length: number of queues
 * @ports: their ports; each queue waits for the next one, the last one for the first one.  If there
 *	are more than %PFC_EVENT_CYCLE_MAX, the first ones
 * @prios: their priorities
 */
struct pfc_event_cycle {
	u32		length;
	struct pfc_port	*ports[PFC_EVENT_CYCLE_MAX];
	u8		prios[PFC_EVENT_CYCLE_MAX];
};

void pfc_event(struct pfc_port *port, u32 event, u8 prios, u16 quanta);
void pfc_event_rate(struct pfc_port *port, u32 event, u8 prios, u32 count);
void pfc_event_group(struct pfc_port *port, u32 event, int pg, u8 prios, u64 idle);
void pfc_event_renamed(struct pfc_port *port, const char *old);
void pfc_event_deadlock(struct pfc_port *port, u8 prio, const struct pfc_event_cycle *cycle);
void pfc_event_storm(struct pfc_port *port, u32 event, const struct pfc_storm *storm);

#endif /* _PFC_EVENT_H */
