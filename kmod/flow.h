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

/**
 * struct pfc_flow_key - identity of a flow; memcmp() compares it, so all unused bytes are 0
 * @src: source address: IPv6, IPv4 in the first 4 bytes, or MAC in the first 6 bytes
 * @dst: destination address, like @src
 * @ifindex: ifindex of the ingress port; 0: the frame is charged to no port
 * @ethertype: EtherType behind the VLAN tags; 0: the frame has a length in its place
 * @src_port: source port, if @ports
 * @dst_port: destination port, if @ports
 * @vlan: VLAN id of the outer tag, if @tagged
 * @port_id: id of the ingress port; 0: the frame is charged to no port
 * @pg: priority group of the ingress port
 * @version: IP version, 4 or 6; 0: the addresses are MAC addresses
 * @protocol: IP protocol
 * @dscp: DSCP of an IP packet
 * @ports: the flow has ports: UDP, TCP or SCTP, and not a fragment
 * @tagged: the frame has a VLAN tag
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

/**
 * struct pfc_flow_macs - MAC addresses of a frame
 * @src: source address
 * @dst: destination address
 */
struct pfc_flow_macs {
	u8	src[ETH_ALEN];
	u8	dst[ETH_ALEN];
};

void pfc_flow_parse(const struct sk_buff *skb, struct pfc_flow_key *key,
		    struct pfc_flow_macs *macs);

#endif /* _PFC_FLOW_H */
