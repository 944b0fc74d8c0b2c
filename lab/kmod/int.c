// SPDX-License-Identifier: GPL-2.0-only
/*
 * In-band network telemetry (INT) for senders that use it: each port of a switch adds a report to
 * a frame, and the ACK returns the reports.  In hardware, a report is of the time at which the
 * transmission of the frame starts.  Here a link with a delay holds the frame in the qdisc of the
 * port, and the report is of the time at which the frame reaches the next node.
 *
 * A packet tap gets a clone of each frame that the port sends.  The clone shares its data with the
 * frame, so a report that the tap writes is in the frame.  The area for the reports is part of the
 * payload, which is zero otherwise: the frame is not longer than one without INT.
 */
#include <linux/if_ether.h>
#include <linux/ip.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/udp.h>
#include <linux/nsproxy.h>
#include <net/sch_generic.h>
#include "transport.h"

#define LAB_AREA	(LAB_HEADERS + sizeof(struct lab_stamp))

/**
 * struct lab_int - port that adds reports
 * @list: entry in the list of the open file
 * @tap: packet tap
 * @tracker: tracks the reference to the device of @tap
 * @lab: open file
 * @rate: rate of the port, bit/s
 * @number: number of the port among those of @lab, from 1 on
 * @tx_bytes: bytes on the wire that the port has sent; only @tap accesses it
 */
struct lab_int {
	struct list_head	list;
	struct packet_type	tap;
	netdevice_tracker	tracker;
	struct lab		*lab;
	u64			rate;
	u64			number;
	u64			tx_bytes;
};

/* Return: true if the sender of a frame uses INT.  @data: the frame, of at least LAB_AREA bytes */
static bool lab_int_wanted(const struct lab *lab, const void *data)
{
	const struct ethhdr *eth = data;
	const struct iphdr *ip = (const void *)(eth + 1);
	const struct udphdr *udp = (const void *)(ip + 1);
	const struct lab_flow *flow;

	if (eth->h_proto != htons(ETH_P_IP) || ip->ihl != sizeof(*ip) / 4 ||
	    ip->protocol != IPPROTO_UDP || udp->dest != htons(PFCLAB_UDP_PORT))
		return false;
	flow = lab_flow_of(lab, ip, udp);
	return flow && lab_uses_int(flow);
}

/* Return: bytes in the queues of a port.  A qdisc may serve all transmit queues, or one each. */
static u32 lab_int_queue(const struct net_device *dev)
{
	const struct Qdisc *qdisc, *before = NULL;
	u32 i, bytes = 0;

	for (i = 0; i < dev->real_num_tx_queues; i++, before = qdisc) {
		qdisc = rcu_dereference(netdev_get_tx_queue(dev, i)->qdisc);
		if (qdisc != before)
			bytes += qdisc->qstats.backlog;
	}
	return bytes;
}

static int lab_int_tap(struct sk_buff *skb, struct net_device *dev, struct packet_type *tap,
		       struct net_device *orig_dev)
{
	struct lab_int *port = container_of(tap, struct lab_int, tap);
	struct lab_reports *area = (void *)skb->data + LAB_AREA;

	if (skb->pkt_type != PACKET_OUTGOING)
		goto out;
	port->tx_bytes += skb->len + PFCLAB_WIRE_OVERHEAD;
	if (skb_headlen(skb) < LAB_AREA + sizeof(*area) ||
	    !lab_int_wanted(port->lab, skb->data) || area->n >= PFCLAB_HOPS_MAX ||
	    skb_headlen(skb) < LAB_AREA + struct_size(area, hops, area->n + 1))
		goto out;
	area->hops[area->n++] = (struct lab_report){
		.time = cpu_to_be32(ktime_get_ns()), .queue = cpu_to_be32(lab_int_queue(dev)),
		.tx_bytes = cpu_to_be64(port->number << LAB_REPORT_BYTES | port->tx_bytes),
		.rate = cpu_to_be32(div_u64(port->rate, 1000)),
	};
out:
	consume_skb(skb);
	return 0;
}

/**
 * lab_int_of() - find the reports in a frame that arrived
 * @skb: the frame
 * @data: end of its stamp, or of the data of a control frame
 *
 * Return: the reports, or NULL without reports.
 */
const struct lab_reports *lab_int_of(const struct sk_buff *skb, const void *data)
{
	const struct lab_reports *area = data;
	size_t size = skb_tail_pointer(skb) - (u8 *)data;

	if (size < sizeof(*area) || !area->n || area->n > PFCLAB_HOPS_MAX ||
	    size < struct_size(area, hops, area->n))
		return NULL;
	return area;
}

/**
 * lab_int_add() - let a port of a switch add reports
 * @lab: open file, whose mutex the caller holds
 * @arg: struct pfclab_int of user space
 *
 * Return: 0 or a negative error.
 */
int lab_int_add(struct lab *lab, void __user *arg)
{
	struct pfclab_int spec;
	struct lab_int *port;

	if (copy_from_user(&spec, arg, sizeof(spec)))
		return -EFAULT;
	if (!spec.rate)
		return -EINVAL;
	port = kzalloc(sizeof(*port), GFP_KERNEL);
	if (!port)
		return -ENOMEM;
	port->lab = lab;
	port->number = 1;
	if (!list_empty(&lab->ints))
		port->number += list_last_entry(&lab->ints, struct lab_int, list)->number;
	port->rate = spec.rate;
	port->tap.type = htons(ETH_P_ALL);
	port->tap.func = lab_int_tap;
	port->tap.dev = netdev_get_by_index(current->nsproxy->net_ns, spec.ifindex,
					    &port->tracker, GFP_KERNEL);
	if (!port->tap.dev) {
		kfree(port);
		return -ENODEV;
	}
	list_add_tail(&port->list, &lab->ints);
	dev_add_pack(&port->tap);
	return 0;
}

/**
 * lab_int_free() - stop all ports that add reports
 * @lab: the open file
 */
void lab_int_free(struct lab *lab)
{
	struct lab_int *port, *next;

	list_for_each_entry_safe(port, next, &lab->ints, list) {
		dev_remove_pack(&port->tap);
		netdev_put(port->tap.dev, &port->tracker);
		kfree(port);
	}
}
