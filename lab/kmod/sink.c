// SPDX-License-Identifier: GPL-2.0-only
/*
 * Receives the frames of flows in a receive handler (rx_handler) of each receiving
 * interface.  The kernel calls the handler after the ingress hook of the pfc port.
 */
#include <linux/etherdevice.h>
#include <linux/ip.h>
#include <linux/rtnetlink.h>
#include <linux/siphash.h>
#include <linux/udp.h>
#include <net/inet_ecn.h>
#include "transport.h"

#define LAB_LEN	(sizeof(struct iphdr) + sizeof(struct udphdr) + \
		 sizeof(struct lab_stamp))

/* The key is constant, so that equal runs have equal digests */
static const siphash_key_t lab_key = { { 1, 2 } };

/* Return: the flow of a frame; sets @control if the frame is an ACK, NAK or CNP */
static struct lab_flow *lab_frame_flow(struct lab *lab, struct sk_buff *skb, bool *control)
{
	const struct iphdr *ip;
	const struct udphdr *udp;

	if (skb->protocol != htons(ETH_P_IP) || !pskb_may_pull(skb, LAB_LEN))
		return NULL;
	ip = (struct iphdr *)skb->data;
	udp = (struct udphdr *)(ip + 1);
	if (ip->ihl != sizeof(*ip) / 4 || ip->protocol != IPPROTO_UDP)
		return NULL;
	*control = udp->dest == htons(PFCLAB_CONTROL_PORT);
	if (!*control && udp->dest != htons(PFCLAB_UDP_PORT))
		return NULL;
	return lab_flow_of(lab, ip, udp);
}

static void lab_count(struct lab_flow *flow, u64 seq, u64 delay)
{
	struct pfclab_counters *counters = &flow->counters;

	if (!counters->received || delay < counters->delay_min)
		counters->delay_min = delay;
	counters->delay_max = max(counters->delay_max, delay);
	counters->delay_sum += delay;
	counters->received++;

	if (seq < flow->next) {
		counters->late++;
		return;
	}
	counters->missing += seq - flow->next;
	flow->next = seq + 1;
}

/**
 * lab_digest() - add an arrival to the digest
 * @lab: open file
 * @what: number of the flow, in the low 32 bits
 * @seq: sequence number of the frame
 * @now: time of arrival, CLOCK_MONOTONIC ns
 *
 * The caller holds the lock of the open file.
 */
void lab_digest(struct lab *lab, u64 what, u64 seq, u64 now)
{
	lab->digest.hash = siphash_4u64(lab->digest.hash, what, seq, now - lab->start, &lab_key);
	lab->digest.arrivals++;
}

static void lab_arrival(struct lab_flow *flow, const struct net_device *dev,
			const struct lab_stamp *stamp, u8 tos, const struct lab_reports *path)
{
	u64 seq = be64_to_cpu(stamp->seq), now = ktime_get_ns();
	struct lab *lab = flow->lab;

	spin_lock(&lab->lock);
	if (dev == flow->to) {
		flow->arrival = now;
		lab_count(flow, seq, now - be64_to_cpu(stamp->time));
		if (flow->counters.received == flow->spec.count && !lab_is_reliable(flow))
			lab_message_arrived(flow, now);
	} else {
		flow->counters.astray++;
	}
	lab_digest(lab, flow->id, seq, now);
	spin_unlock(&lab->lock);
	if (flow->transport && dev == flow->to)
		lab_transport_data(flow, stamp, INET_ECN_is_ce(tos), path, now);
}

/*
 * Lets the IP stack accept a frame to another address of the host.  The host has one for each tree
 * of paths, which differ in the second and third byte.
 */
static void lab_accept(struct sk_buff *skb)
{
	const u8 *to = eth_hdr(skb)->h_dest, *own = skb->dev->dev_addr;

	if (skb->pkt_type == PACKET_OTHERHOST && to[0] == own[0] &&
	    !memcmp(to + 3, own + 3, ETH_ALEN - 3))
		skb->pkt_type = PACKET_HOST;
}

static rx_handler_result_t lab_receive(struct sk_buff **pskb)
{
	struct sk_buff *skb = skb_share_check(*pskb, GFP_ATOMIC);
	const struct lab_reports *path;
	struct lab_flow *flow;
	bool control;
	void *data;

	*pskb = skb;
	if (!skb)
		return RX_HANDLER_CONSUMED;
	flow = lab_frame_flow(rcu_dereference(skb->dev->rx_handler_data), skb, &control);
	if (!flow) {
		lab_accept(skb);
		return RX_HANDLER_PASS;
	}
	data = skb->data + LAB_LEN - sizeof(struct lab_stamp);
	path = lab_int_of(skb, data + sizeof(struct lab_stamp));
	if (control)
		lab_control_arrival(flow, skb->dev, data, path);
	else
		lab_arrival(flow, skb->dev, data, ((struct iphdr *)skb->data)->tos, path);
	consume_skb(skb);
	return RX_HANDLER_CONSUMED;
}

/**
 * lab_sink_attach() - attach the receive handler to an interface
 * @dev: the interface; nothing changes if the handler is already attached
 * @lab: open file that owns the flows
 *
 * Takes RTNL.
 *
 * Return: 0 or a negative error.
 */
int lab_sink_attach(struct net_device *dev, struct lab *lab)
{
	int err = 0;

	rtnl_lock();
	if (rtnl_dereference(dev->rx_handler) != lab_receive)
		err = netdev_rx_handler_register(dev, lab_receive, lab);
	rtnl_unlock();
	return err;
}

/**
 * lab_sink_detach() - detach the receive handler from an interface
 * @dev: the interface; nothing changes if the handler is not attached
 *
 * Takes RTNL.
 */
void lab_sink_detach(struct net_device *dev)
{
	rtnl_lock();
	if (rtnl_dereference(dev->rx_handler) == lab_receive)
		netdev_rx_handler_unregister(dev);
	rtnl_unlock();
}
