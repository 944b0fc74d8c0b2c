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
 * A message is a flow of a fixed number of frames.  It sends at the rate of the flow, too, but a
 * frame that does not fit into the buffer waits, as in a socket that blocks.  The messages of a
 * host send in turn, see turn.c.  A message may depend on other messages, for example on data that
 * its host must receive first.
 *
 * The flow computes the time of each slot from the start of the flow, not from the
 * previous slot, so that rounding errors do not accumulate.  A message carries the fraction of a
 * nanosecond.
 */
#include <linux/etherdevice.h>
#include <linux/ip.h>
#include <linux/math64.h>
#include <linux/udp.h>
#include <net/ip.h>
#include "transport.h"

#define LAB_FRAME_LONG	512	/* bytes; a shorter frame has no fragments */

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
	    !spec->rate || spec->tos > 255 || !spec->ttl || spec->ttl > 255 ||
	    (spec->burst && !spec->period))
		return -EINVAL;
	if (spec->count && (spec->burst || spec->jitter || spec->buffer < spec->size ||
			    spec->last < PFCLAB_FRAME_MIN || spec->last > spec->size))
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

/*
 * Test whether a frame fits into the send buffer.
 *
 * Each frame counts as one of the full size.
 * Return: true if it fits.
 */
bool lab_fits(const struct lab_flow *flow)
{
	return atomic_long_read(&flow->buffered) + flow->spec.size <= flow->spec.buffer;
}

/* Destructor of a frame: called when the next port orphans the frame, or a drop frees it */
static void lab_frame_gone(struct sk_buff *skb)
{
	struct lab_flow *flow = skb_shinfo(skb)->destructor_arg;

	atomic_long_sub(flow->spec.size, &flow->buffered);
	if (flow->turns)
		lab_turn_end(flow);
}

/* Return: the address to which the next frame goes; NULL: the one in the specification */
static const struct pfclab_path *lab_path(struct lab_flow *flow)
{
	if (!flow->n_paths)
		return NULL;
	return &flow->paths[reciprocal_scale(prandom_u32_state(&flow->random), flow->n_paths)];
}

/* Return: memory of a frame that alloc_skb() would allocate as a whole */
static u32 lab_truesize(const struct net_device *dev, u32 size)
{
	size_t head = SKB_HEAD_ALIGN(LL_RESERVED_SPACE(dev) + size);

	return SKB_TRUESIZE(SKB_WITH_OVERHEAD(kmalloc_size_roundup(head)));
}

static void lab_put_headers(struct sk_buff *skb, struct lab_flow *flow, u32 size)
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
		.tot_len = htons(size - ETH_HLEN), .frag_off = htons(IP_DF),
		.id = lab_number_id(flow),
		.ttl = spec->ttl, .protocol = IPPROTO_UDP,
		.saddr = spec->from_ip, .daddr = path ? path->ip : spec->to_ip,
	};
	ip_send_check(ip);

	skb_set_transport_header(skb, ETH_HLEN + sizeof(*ip));
	udp = skb_put(skb, sizeof(*udp));
	*udp = (struct udphdr) {
		.source = lab_number_port(flow), .dest = htons(PFCLAB_UDP_PORT),
		.len = htons(size - ETH_HLEN - sizeof(*ip)),
	};
}

/*
 * Appends zeroes.  Nothing reads them, so all frames share the same page: copies would displace the
 * state of ports from the caches of the host machine.  The frame takes the memory of a complete
 * one: the module charges @truesize.
 */
static void lab_append_zeroes(struct sk_buff *skb, u32 size, u32 truesize)
{
	struct page *page = ZERO_PAGE(0);
	u32 len;

	for (; size; size -= len) {
		len = min_t(u32, size, PAGE_SIZE);
		get_page(page);
		skb_add_rx_frag(skb, skb_shinfo(skb)->nr_frags, page, 0, len, 0);
	}
	skb->truesize = truesize;
}

/* Return: the next frame of a flow; it occupies the send buffer until it is freed */
static struct sk_buff *lab_frame(struct lab_flow *flow, u32 size, u64 seq)
{
	struct net_device *dev = flow->dev;
	struct lab_stamp *stamp;
	u32 linear = size;
	struct sk_buff *skb;

	/* All frames share the page of zeroes, so switches cannot write reports into it */
	if (size >= LAB_FRAME_LONG && !lab_uses_int(flow))
		linear = LAB_HEADERS + sizeof(*stamp);
	skb = alloc_skb(LL_RESERVED_SPACE(dev) + linear, GFP_ATOMIC);
	if (!skb)
		return NULL;
	skb_reserve(skb, LL_RESERVED_SPACE(dev));
	skb->dev = dev;
	skb->protocol = htons(ETH_P_IP);
	lab_put_headers(skb, flow, size);

	stamp = skb_put_zero(skb, linear - LAB_HEADERS);
	stamp->seq = cpu_to_be64(seq);
	stamp->time = cpu_to_be64(ktime_get_ns());
	if (linear < size)
		lab_append_zeroes(skb, size - linear, lab_truesize(dev, size));

	skb_shinfo(skb)->destructor_arg = flow;
	skb->destructor = lab_frame_gone;
	atomic_long_add(flow->spec.size, &flow->buffered);
	return skb;
}

/*
 * Hand a frame to the interface.
 * @size: length of the frame, bytes
 * @seq: sequence number of the frame
 * Return: false without memory for the frame.
 */
bool lab_send(struct lab_flow *flow, u32 size, u64 seq)
{
	struct sk_buff *skb = lab_frame(flow, size, seq);

	if (!skb)
		return false;
	flow->counters.sent++;
	if (dev_queue_xmit(skb) != NET_XMIT_SUCCESS)
		flow->counters.refused++;
	return true;
}

static enum hrtimer_restart lab_source_timer(struct hrtimer *timer)
{
	struct lab_flow *flow = container_of(timer, struct lab_flow, timer);

	if (!lab_fits(flow) || !lab_send(flow, flow->spec.size, flow->counters.sent))
		flow->counters.withheld++;
	flow->slot++;
	return lab_next_slot(flow) ? HRTIMER_RESTART : HRTIMER_NORESTART;
}

/*
 * Time of a frame, with the fraction of a nanosecond that earlier ones left.
 * @size: length of the frame, bytes
 * @rate: rate, bit/s
 * Return: ns.
 */
u64 lab_frame_time(struct lab_flow *flow, u32 size, u64 rate)
{
	u64 bits = (size + PFCLAB_WIRE_OVERHEAD) * BITS_PER_BYTE;
	u64 time = mul_u64_u64_div_u64(bits * NSEC_PER_SEC, BIT_ULL(LAB_REST_SHIFT), rate) +
		   flow->rest;

	flow->rest = time & (BIT_ULL(LAB_REST_SHIFT) - 1);
	return time >> LAB_REST_SHIFT;
}

/* Starts a message whose dependencies have ended; @time: now, ns after the start of traffic */
static void lab_message_start(struct lab_flow *flow, u64 time)
{
	time = max(time + flow->spec.gap, flow->spec.start);
	flow->counters.began = time;
	hrtimer_start(&flow->timer, ns_to_ktime(flow->lab->start + time), HRTIMER_MODE_ABS_SOFT);
}

/* Starts the messages that wait for one; @time: now, ns after the start of the traffic */
static void lab_message_release(struct lab_flow *flow, u64 time)
{
	u32 i;

	for (i = 0; i < flow->n_dependents; i++)
		if (!--flow->dependents[i]->pending)
			lab_message_start(flow->dependents[i], time);
}

/* Ends a message that has sent all frames, if frames are missing and none has arrived for long */
static enum hrtimer_restart lab_message_wait(struct lab_flow *flow, u64 now)
{
	bool wait = false;
	u64 due;

	spin_lock(&flow->lab->lock);
	due = flow->arrival + flow->spec.patience;
	if (!flow->counters.finished) {
		wait = due > now;
		if (!wait) {
			flow->counters.ended = now - flow->lab->start;
			lab_message_release(flow, flow->counters.ended);
		}
	}
	spin_unlock(&flow->lab->lock);
	if (!wait)
		return HRTIMER_NORESTART;
	hrtimer_set_expires(&flow->timer, ns_to_ktime(due));
	return HRTIMER_RESTART;
}

/*
 * Sends the next frame of a message when it is its turn.  The time of the next frame follows from
 * the time of this one, because a message that has waited does not catch up.
 */
static enum hrtimer_restart lab_message_timer(struct hrtimer *timer)
{
	struct lab_flow *flow = container_of(timer, struct lab_flow, timer);
	const struct pfclab_flow *spec = &flow->spec;
	u64 now = ktime_to_ns(hrtimer_get_expires(timer));
	bool last = flow->counters.sent + 1 == spec->count;

	if (flow->counters.sent == spec->count)
		return lab_message_wait(flow, now);
	if (!lab_turn_take(flow, now))
		return HRTIMER_NORESTART;
	if (!lab_send(flow, last ? spec->last : spec->size, flow->counters.sent)) {
		lab_turn_end(flow);
		hrtimer_set_expires(timer, ns_to_ktime(now + NSEC_PER_USEC));
		return HRTIMER_RESTART;
	}
	if (last && !spec->patience)
		return HRTIMER_NORESTART;
	now += last ? spec->patience : lab_frame_time(flow, spec->size, spec->rate);
	hrtimer_set_expires(timer, ns_to_ktime(now));
	return HRTIMER_RESTART;
}

/*
 * Record the arrival of a message, and start messages that depend on it.
 * @now: time of arrival of its last frame, CLOCK_MONOTONIC ns
 *
 * The caller holds the lock of the open file.
 */
void lab_message_arrived(struct lab_flow *flow, u64 now)
{
	u64 time = now - flow->lab->start;

	flow->counters.finished = time;
	if (!flow->counters.ended)
		lab_message_release(flow, time);
}

/**
 * lab_source_init() - initialize a flow
 * @flow: the flow; its specification is already set
 */
void lab_source_init(struct lab_flow *flow)
{
	hrtimer_setup(&flow->timer, flow->spec.count ? lab_message_timer : lab_source_timer,
		      CLOCK_MONOTONIC, HRTIMER_MODE_ABS_SOFT);
	prandom_seed_state(&flow->random, flow->spec.seed);
	INIT_LIST_HEAD(&flow->turn);
}

/**
 * lab_source_start() - start the timer of a flow
 * @flow: the flow; flow->lab->start is already set
 */
void lab_source_start(struct lab_flow *flow)
{
	if (flow->pending)
		return;
	if (flow->spec.count && flow->spec.start > flow->spec.gap) {
		flow->counters.began = flow->spec.start;
		lab_starts_add(&flow->lab->starts, flow);
		return;
	}
	if (flow->spec.count || flow->transport) {
		lab_message_start(flow, 0);
		return;
	}
	if (lab_next_slot(flow))
		hrtimer_start_expires(&flow->timer, HRTIMER_MODE_ABS_SOFT);
}
