/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Deadlocks of ports of this kernel: detection and event.
 */
#ifndef _PFC_CYCLE_H
#define _PFC_CYCLE_H

#include <linux/types.h>

struct pfc_port;

void pfc_cycle_suspect(const struct pfc_port *port);
void pfc_cycle_exit(void);

#endif /* _PFC_CYCLE_H */
