/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The ingress hook of a port.
 */
#ifndef _PFC_INGRESS_H
#define _PFC_INGRESS_H

struct nf_hook_state;
struct sk_buff;

unsigned int pfc_ingress(void *priv, struct sk_buff *skb,
			 const struct nf_hook_state *state);

#endif /* _PFC_INGRESS_H */
