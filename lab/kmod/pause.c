// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sends PFC frames (IEEE 802.1Qbb, 802.3 annex 31D) at configured times, regardless of
 * the buffer occupancy of the sender.
 */
#include <linux/etherdevice.h>
#include "lab.h"

#define LAB_PAUSE_OPCODE	0x0101
#define LAB_PRIOS		8

/**
 * struct lab_pause_frame - PFC frame without its padding
 * @eth: Ethernet header
 * @opcode: MAC control opcode, 0x0101
 * @enable: bit mask of the priorities with a valid @time
 * @time: pause time of each priority, quanta
 */
struct lab_pause_frame {
	struct ethhdr	eth;
	__be16		opcode;
	__be16		enable;
	__be16		time[LAB_PRIOS];
} __packed;

/**
 * lab_pause_check() - validate the specification of a source of PFC frames
 * @spec: specification given by user space
 *
 * Return: 0, or -EINVAL if @spec is invalid.
 */
int lab_pause_check(const struct pfclab_pause *spec)
{
	return !spec->prios || spec->prios >> LAB_PRIOS || !spec->period ?
	       -EINVAL : 0;
}

static void lab_pause_send(struct lab_pause *pause)
{
	static const u8 group[ETH_ALEN] = { 0x01, 0x80, 0xc2, 0, 0, 0x01 };
	struct net_device *dev = pause->dev;
	struct lab_pause_frame *frame;
	struct sk_buff *skb;
	int prio;

	skb = alloc_skb(LL_RESERVED_SPACE(dev) + ETH_ZLEN, GFP_ATOMIC);
	if (!skb)
		return;
	skb_reserve(skb, LL_RESERVED_SPACE(dev));
	skb->dev = dev;
	skb->protocol = htons(ETH_P_PAUSE);
	skb_reset_mac_header(skb);
	skb_set_network_header(skb, ETH_HLEN);

	frame = skb_put_zero(skb, ETH_ZLEN);
	ether_addr_copy(frame->eth.h_dest, group);
	ether_addr_copy(frame->eth.h_source, dev->dev_addr);
	frame->eth.h_proto = htons(ETH_P_PAUSE);
	frame->opcode = htons(LAB_PAUSE_OPCODE);
	frame->enable = htons(pause->spec.prios);
	for (prio = 0; prio < LAB_PRIOS; prio++)
		if (pause->spec.prios & BIT(prio))
			frame->time[prio] = htons(pause->spec.quanta);
	dev_queue_xmit(skb);
}

static enum hrtimer_restart lab_pause_timer(struct hrtimer *timer)
{
	struct lab_pause *pause = container_of(timer, struct lab_pause, timer);
	u64 next = ktime_to_ns(hrtimer_get_expires(timer)) + pause->spec.period;

	lab_pause_send(pause);
	if (next - pause->lab->start >= pause->spec.stop)
		return HRTIMER_NORESTART;
	hrtimer_set_expires(timer, ns_to_ktime(next));
	return HRTIMER_RESTART;
}

/**
 * lab_pause_init() - initialize a source of PFC frames
 * @pause: the source; its specification is already set
 */
void lab_pause_init(struct lab_pause *pause)
{
	hrtimer_setup(&pause->timer, lab_pause_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
}

/**
 * lab_pause_start() - start the timer of a source of PFC frames
 * @pause: the source; pause->lab->start is already set
 */
void lab_pause_start(struct lab_pause *pause)
{
	if (pause->spec.start < pause->spec.stop)
		hrtimer_start(&pause->timer, ns_to_ktime(pause->lab->start +
							 pause->spec.start),
			      HRTIMER_MODE_ABS_SOFT);
}
