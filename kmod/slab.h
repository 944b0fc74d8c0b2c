/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory of ports and configurations.
 */
#ifndef _PFC_SLAB_H
#define _PFC_SLAB_H

#include <linux/types.h>

struct pfc_config;
struct pfc_port;

int pfc_slab_init(void);
void pfc_slab_exit(void);
struct pfc_port *pfc_slab_port(void);
void pfc_slab_port_free(struct pfc_port *port);
struct pfc_config *pfc_slab_config(const struct pfc_config *config);
void pfc_slab_config_free(struct pfc_config *config);
u32 pfc_slab_size(const struct pfc_port *port);

#endif /* _PFC_SLAB_H */
