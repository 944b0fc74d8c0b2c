// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sends flows.
 *
 * Each frame has a time slot.  Slots follow each other at the flow's rate, in bursts
 * or continuously; jitter delays each slot by a random time.  In each slot the flow
 * hands one frame to its interface, like a socket.  The frame occupies space in the
 * flow's send buffer until the port at the other end of the link receives the frame and
 * orphans it: this calls the destructor.  If a frame does not fit into the buffer in its
 * slot, the flow withholds the frame: it is never sent.
 *
 * The flow computes the time of each slot from the start of the flow, not from the
 * previous slot, so that rounding errors do not accumulate.
 */
#include <linux/etherdevice.h>
#include <linux/ip.h>
#include <linux/math64.h>
#include <linux/udp.h>
#include <net/ip.h>
#include "lab.h"

#define LAB_HEADERS	(ETH_HLEN + sizeof(struct iphdr) + sizeof(struct udphdr))

/**
 * lab_source_check() - validate the specification of a flow
 * @spec: specification given by user space
 *
 * Return: 0, or -EINVAL if @spec is invalid.
 */
int lab_source_check(const struct pfclab_flow *spec)
{
	BUILD_BUG_ON(LAB_HEADERS + sizeof(struct lab_stamp) > PFCLAB_FRAME_MIN);

	if (spec->size < PFCLAB_FRAME_MIN || spec->size > PFCLAB_FRAME_MAX ||
	    !spec->rate || spec->tos > 255 || (spec->burst && !spec->period))
		return -EINVAL;
	return 0;
}

/* Time of a slot without its jitter, in ns after the start */
static u64 lab_slot_time(const struct pfclab_flow *spec, u64 slot)
{
	u64 bits = (spec->size + PFCLAB_WIRE_OVERHEAD) * BITS_PER_BYTE;
	u64 time = spec->start;

	if (spec->burst) {
		u64 place;

		time += div64_u64_rem(slot, spec->burst, &place) * spec->period;
		slot = place;
	}
	return time + mul_u64_u64_div_u64(slot, bits * NSEC_PER_SEC, spec->rate);
}

static u64 lab_jitter(struct lab_flow *flow)
{
	u64 random;

	if (!flow->spec.jitter)
		return 0;
	random = (u64)prandom_u32_state(&flow->random) << 32;
	random |= prandom_u32_state(&flow->random);
	return mul_u64_u64_shr(random, flow->spec.jitter, 64);
}

/* Sets the expiry of the timer to @flow->slot plus jitter. Return: false if the flow has ended */
static bool lab_next_slot(struct lab_flow *flow)
{
	u64 time = lab_slot_time(&flow->spec, flow->slot);

	if (time >= flow->spec.stop)
		return false;
	hrtimer_set_expires(&flow->timer, ns_to_ktime(flow->lab->start + time +
						      lab_jitter(flow)));
	return true;
}

/* Destructor of a frame: called when the next port orphans the frame, or a drop frees it */
static void lab_frame_gone(struct sk_buff *skb)
{
	struct lab_flow *flow = skb_shinfo(skb)->destructor_arg;

	atomic_long_sub(flow->spec.size, &flow->buffered);
}

/* Return: the address to which the next frame goes; NULL: the one in the specification */
static const struct pfclab_path *lab_path(struct lab_flow *flow)
{
	if (!flow->n_paths)
		return NULL;
	return &flow->paths[reciprocal_scale(prandom_u32_state(&flow->random), flow->n_paths)];
}

static void lab_put_headers(struct sk_buff *skb, struct lab_flow *flow)
{
	const struct pfclab_flow *spec = &flow->spec;
	const struct pfclab_path *path = lab_path(flow);
	struct udphdr *udp;
	struct ethhdr *eth;
	struct iphdr *ip;

	skb_reset_mac_header(skb);
	eth = skb_put(skb, ETH_HLEN);
	ether_addr_copy(eth->h_dest, path ? path->mac : spec->to_mac);
	ether_addr_copy(eth->h_source, spec->from_mac);
	eth->h_proto = htons(ETH_P_IP);

	skb_set_network_header(skb, ETH_HLEN);
	ip = skb_put(skb, sizeof(*ip));
	*ip = (struct iphdr) {
		.version = IPVERSION, .ihl = sizeof(*ip) / 4, .tos = spec->tos,
		.tot_len = htons(spec->size - ETH_HLEN), .frag_off = htons(IP_DF),
		.ttl = IPDEFTTL, .protocol = IPPROTO_UDP,
		.saddr = spec->from_ip, .daddr = path ? path->ip : spec->to_ip,
	};
	ip_send_check(ip);

	skb_set_transport_header(skb, ETH_HLEN + sizeof(*ip));
	udp = skb_put(skb, sizeof(*udp));
	*udp = (struct udphdr) {
		.source = htons(flow->id), .dest = htons(PFCLAB_UDP_PORT),
		.len = htons(spec->size - ETH_HLEN - sizeof(*ip)),
	};
}

static struct sk_buff *lab_frame(struct lab_flow *flow)
{
	struct net_device *dev = flow->dev;
	struct lab_stamp *stamp;
	struct sk_buff *skb;

	skb = alloc_skb(LL_RESERVED_SPACE(dev) + flow->spec.size, GFP_ATOMIC);
	if (!skb)
		return NULL;
	skb_reserve(skb, LL_RESERVED_SPACE(dev));
	skb->dev = dev;
	skb->protocol = htons(ETH_P_IP);
	lab_put_headers(skb, flow);

	stamp = skb_put_zero(skb, flow->spec.size - LAB_HEADERS);
	stamp->seq = cpu_to_be64(flow->counters.sent);
	stamp->time = cpu_to_be64(ktime_get_ns());

	skb_shinfo(skb)->destructor_arg = flow;
	skb->destructor = lab_frame_gone;
	atomic_long_add(flow->spec.size, &flow->buffered);
	return skb;
}

static void lab_send(struct lab_flow *flow)
{
	struct pfclab_counters *counters = &flow->counters;
	u64 buffered = atomic_long_read(&flow->buffered);
	struct sk_buff *skb = NULL;

	if (buffered + flow->spec.size <= flow->spec.buffer)
		skb = lab_frame(flow);
	if (!skb) {
		counters->withheld++;
		return;
	}
	counters->sent++;
	if (dev_queue_xmit(skb) != NET_XMIT_SUCCESS)
		counters->refused++;
}

static enum hrtimer_restart lab_source_timer(struct hrtimer *timer)
{
	struct lab_flow *flow = container_of(timer, struct lab_flow, timer);

	lab_send(flow);
	flow->slot++;
	return lab_next_slot(flow) ? HRTIMER_RESTART : HRTIMER_NORESTART;
}

/**
 * lab_source_init() - initialize a flow
 * @flow: the flow; its specification is already set
 */
void lab_source_init(struct lab_flow *flow)
{
	hrtimer_setup(&flow->timer, lab_source_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
	prandom_seed_state(&flow->random, flow->spec.seed);
}

/**
 * lab_source_start() - start the timer of a flow
 * @flow: the flow; flow->lab->start is already set
 */
void lab_source_start(struct lab_flow *flow)
{
	if (lab_next_slot(flow))
		hrtimer_start_expires(&flow->timer, HRTIMER_MODE_ABS_SOFT);
}
