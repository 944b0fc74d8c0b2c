/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * NICs, and the namespaces that contain them.
 */
#ifndef NIC_H
#define NIC_H

#include "peer.h"

bool ethtool_pause_rx(const char *dev);
bool ethtool_feature(const char *dev, const char *name);
uint8_t dcb_pfc_enabled(struct ctx *ctx, const char *dev);

/* namespaces.c */
int netnses_reload(struct netnses *all, unsigned int parts);
struct netns *netns_by_name(struct netnses *all, const char *name);
int netns_socket(const struct netnses *all, const struct netns *ns, int domain, int type,
		 int protocol);

#endif /* NIC_H */
