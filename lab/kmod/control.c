// SPDX-License-Identifier: GPL-2.0-only
/*
 * Control frames: ACK, NAK and CNP.  They are UDP datagrams from the receiving host of a flow to
 * the sending host.
 */
#include <linux/etherdevice.h>
#include <linux/ip.h>
#include <linux/udp.h>
#include <net/ip.h>
#include "transport.h"

static void lab_control_put_headers(struct sk_buff *skb, const struct lab_transport *transport,
				    u8 tos, u32 size)
{
	const struct pfclab_transport *spec = &transport->spec;
	struct udphdr *udp;
	struct ethhdr *eth;
	struct iphdr *ip;

	skb_reset_mac_header(skb);
	eth = skb_put(skb, ETH_HLEN);
	ether_addr_copy(eth->h_dest, spec->to_mac);
	ether_addr_copy(eth->h_source, spec->from_mac);
	eth->h_proto = htons(ETH_P_IP);

	skb_set_network_header(skb, ETH_HLEN);
	ip = skb_put(skb, sizeof(*ip));
	*ip = (struct iphdr) {
		.version = IPVERSION, .ihl = sizeof(*ip) / 4, .tos = tos,
		.tot_len = htons(size - ETH_HLEN), .frag_off = htons(IP_DF),
		.id = lab_number_id(transport->flow),
		.ttl = IPDEFTTL, .protocol = IPPROTO_UDP,
		.saddr = spec->from_ip, .daddr = spec->to_ip,
	};
	ip_send_check(ip);

	skb_set_transport_header(skb, ETH_HLEN + sizeof(*ip));
	udp = skb_put(skb, sizeof(*udp));
	*udp = (struct udphdr) {
		.source = lab_number_port(transport->flow), .dest = htons(PFCLAB_CONTROL_PORT),
		.len = htons(size - ETH_HLEN - sizeof(*ip)),
	};
}

/* Counts a control frame that was sent.  The caller holds the lock of the transport. */
static void lab_control_count(struct lab_transport *transport, enum lab_control kind)
{
	switch (kind) {
	case LAB_ACK:
		transport->counters.acks_sent++;
		break;
	case LAB_NAK:
		transport->counters.naks_sent++;
		break;
	case LAB_CNP:
		transport->counters.cnps_sent++;
		break;
	}
}

/* Return: length of a control frame that returns INT reports, or not, without FCS */
static u32 lab_control_size(const struct lab_reports *path)
{
	size_t size = ETH_HLEN + sizeof(struct iphdr) + sizeof(struct udphdr) +
		      sizeof(struct lab_control_data);

	return path ? max(size + struct_size(path, hops, path->n), PFCLAB_FRAME_MIN) :
		      PFCLAB_FRAME_MIN;
}

/*
 * Send a control frame.
 * @transport: rate control and reliability of the flow
 * @number: number of a frame of the flow
 * @echo: what the frame returns
 */
void lab_control_send(struct lab_transport *transport, enum lab_control kind, u64 number,
		      const struct lab_echo *echo)
{
	struct net_device *dev = transport->reply_dev;
	u32 tos = kind == LAB_CNP ? transport->cnp_tos : transport->reliable_spec.tos;
	u32 size = lab_control_size(echo->path);
	struct lab_control_data *data;
	struct sk_buff *skb;

	skb = alloc_skb(LL_RESERVED_SPACE(dev) + size, GFP_ATOMIC);
	if (!skb)
		return;
	skb_reserve(skb, LL_RESERVED_SPACE(dev));
	skb->dev = dev;
	skb->protocol = htons(ETH_P_IP);
	lab_control_put_headers(skb, transport, tos, size);
	data = skb_put_zero(skb, size - skb->len);
	data->time = cpu_to_be32(echo->time);
	data->marked = echo->marked;
	data->above = cpu_to_be16(echo->above);
	data->kind = kind;
	data->number = cpu_to_be64(number);
	if (echo->path)
		memcpy(data + 1, echo->path, struct_size(echo->path, hops, echo->path->n));

	spin_lock_bh(&transport->lock);
	lab_control_count(transport, kind);
	spin_unlock_bh(&transport->lock);
	dev_queue_xmit(skb);
}

/**
 * lab_control_arrival() - process a control frame that arrived
 * @flow: flow of the control frame
 * @dev: interface at which it arrived
 * @data: its payload, struct lab_control_data
 * @path: INT reports in it, or NULL
 */
void lab_control_arrival(struct lab_flow *flow, const struct net_device *dev, const void *data,
			 const struct lab_reports *path)
{
	const struct lab_control_data *control = data;
	const struct lab_echo echo = {
		.time = be32_to_cpu(control->time), .above = be16_to_cpu(control->above),
		.marked = control->marked, .path = path,
	};
	u64 kind = control->kind, number = be64_to_cpu(control->number);
	u64 now = ktime_get_ns();

	spin_lock(&flow->lab->lock);
	lab_digest(flow->lab, flow->id | kind << 32, number, now);
	spin_unlock(&flow->lab->lock);
	if (flow->transport && dev == flow->transport->ack_dev)
		lab_transport_control(flow->transport, kind, number, &echo, now);
}
