// SPDX-License-Identifier: GPL-2.0-only
/*
 * Receives the frames of flows in a receive handler (rx_handler) of each receiving
 * interface.  The kernel calls the handler after the ingress hook of the pfc port.
 */
#include <linux/if_ether.h>
#include <linux/ip.h>
#include <linux/rtnetlink.h>
#include <linux/siphash.h>
#include <linux/udp.h>
#include "lab.h"

#define LAB_LEN	(sizeof(struct iphdr) + sizeof(struct udphdr) + \
		 sizeof(struct lab_stamp))

/* The key is constant, so that equal runs have equal digests */
static const siphash_key_t lab_key = { { 1, 2 } };

static struct lab_flow *lab_flow_of(struct lab *lab, struct sk_buff *skb)
{
	const struct iphdr *ip;
	const struct udphdr *udp;
	u16 id;

	if (skb->protocol != htons(ETH_P_IP) || !pskb_may_pull(skb, LAB_LEN))
		return NULL;
	ip = (struct iphdr *)skb->data;
	udp = (struct udphdr *)(ip + 1);
	if (ip->ihl != sizeof(*ip) / 4 || ip->protocol != IPPROTO_UDP ||
	    udp->dest != htons(PFCLAB_UDP_PORT))
		return NULL;
	id = ntohs(udp->source);
	return id < lab->n_flows ? lab->flows[id] : NULL;
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

static void lab_arrival(struct lab_flow *flow, const struct net_device *dev,
			const struct lab_stamp *stamp)
{
	u64 seq = be64_to_cpu(stamp->seq), now = ktime_get_ns();
	struct lab *lab = flow->lab;

	spin_lock(&lab->lock);
	if (dev == flow->to) {
		lab_count(flow, seq, now - be64_to_cpu(stamp->time));
		if (flow->counters.received == flow->spec.count)
			lab_message_arrived(flow, now);
	} else {
		flow->counters.astray++;
	}
	lab->digest.hash = siphash_4u64(lab->digest.hash, flow->id, seq,
					now - lab->start, &lab_key);
	lab->digest.arrivals++;
	spin_unlock(&lab->lock);
}

static rx_handler_result_t lab_receive(struct sk_buff **pskb)
{
	struct sk_buff *skb = skb_share_check(*pskb, GFP_ATOMIC);
	struct lab_flow *flow;

	*pskb = skb;
	if (!skb)
		return RX_HANDLER_CONSUMED;
	flow = lab_flow_of(rcu_dereference(skb->dev->rx_handler_data), skb);
	if (!flow)
		return RX_HANDLER_PASS;
	lab_arrival(flow, skb->dev,
		    (void *)(skb->data + LAB_LEN - sizeof(struct lab_stamp)));
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
