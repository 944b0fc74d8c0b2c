/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the module pfclab reads of the module pfc, see changes.c.
 */
#ifndef _LAB_CHANGES_H
#define _LAB_CHANGES_H

#include <linux/types.h>

struct net;
struct pfclab_change;
struct pfclab_port;

#define LAB_CHANGES_MAX	1024	/* more than a port has counters */

int lab_changes(struct net *net, u16 *id, struct pfclab_port *head, struct pfclab_change *changes);

#endif /* _LAB_CHANGES_H */
