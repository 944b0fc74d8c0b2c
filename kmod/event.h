/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of a port, sent to the multicast group of the generic netlink family.
 */
#ifndef _PFC_EVENT_H
#define _PFC_EVENT_H

#include <linux/types.h>

struct pfc_port;
struct pfc_storm;

void pfc_event(struct pfc_port *port, u32 event, u8 prios, u16 quanta);
void pfc_event_rate(struct pfc_port *port, u32 event, u8 prios, u32 count);
void pfc_event_group(struct pfc_port *port, u32 event, int pg, u8 prios, u64 idle);
void pfc_event_renamed(struct pfc_port *port, const char *old);
void pfc_event_storm(struct pfc_port *port, u32 event, const struct pfc_storm *storm);

#endif /* _PFC_EVENT_H */
