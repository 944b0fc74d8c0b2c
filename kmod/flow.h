/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The flow of a queued frame, by its headers.
 */
#ifndef _PFC_FLOW_H
#define _PFC_FLOW_H

#include <linux/build_bug.h>
#include <linux/if_ether.h>
#include <linux/types.h>

struct sk_buff;

/*
 * Identity of a flow, see &enum pfc_flow_attr; memcmp() compares it, so all unused bytes are 0
 * @src: IPv6 address, IPv4 address in the first 4 bytes, or MAC address in the first 6 bytes
 * @ethertype: 0: the frame has a length in its place
 * @port_id: 0: the frame is charged to no port
 * @version: IP version, 4 or 6; 0: the addresses are MAC addresses
 * @ports: the flow has ports: UDP, TCP or SCTP, and not a fragment
 */
struct pfc_flow_key {
	u8	src[16];
	u8	dst[16];
	u32	ifindex;
	__be16	ethertype;
	__be16	src_port;
	__be16	dst_port;
	u16	vlan;
	u16	port_id;
	u8	pg;
	u8	version;
	u8	protocol;
	u8	dscp;
	bool	ports;
	bool	tagged;
};

/* No padding, and a whole number of words for jhash2() */
static_assert(sizeof(struct pfc_flow_key) == 52);

/* MAC addresses of a frame */
struct pfc_flow_macs {
	u8	src[ETH_ALEN];
	u8	dst[ETH_ALEN];
};

void pfc_flow_parse(const struct sk_buff *skb, struct pfc_flow_key *key,
		    struct pfc_flow_macs *macs);

#endif /* _PFC_FLOW_H */
