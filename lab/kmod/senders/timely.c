// SPDX-License-Identifier: GPL-2.0-only
/*
 * TIMELY: Mittal et al., TIMELY: RTT-based Congestion Control for the Datacenter, SIGCOMM 2015,
 * section 4, with hyperactive increase.  The rate changes with each completion of a segment.
 *
 * The RTT is that of the last frame of the segment, without the time of this frame on the first
 * link.  The paper measures from the start of the segment, and subtracts the time of the whole
 * segment on that link: this is the same for a segment that is sent at the rate of the link.
 */
#include "sender.h"

#define DIFF_SHIFT	10	/* the RTT difference has this many bits below 1 ns */

/**
 * struct timely - sender of TIMELY
 * @ewma: weight of a new RTT difference
 * @t_low: below this RTT, the rate increases, ns
 * @t_high: above this RTT, the rate decreases, ns
 * @min_rtt: unit of the gradient, ns
 * @delta: additive increase, bit/s
 * @beta: share of the decrease
 * @hai_events: completions after which the increase is hyperactive
 * @hai_factor: multiple of @delta then
 * @segment: acknowledged bytes on the wire between two changes of the rate
 * @rate_min: minimum rate, bit/s
 * @rtt: RTT of the previous completion, ns; 0: none
 * @diff: filtered difference of two RTT, 2^-%DIFF_SHIFT ns
 * @falling: completions in succession with a gradient of 0 or less
 * @bytes: bytes of the current segment that are acknowledged
 */
struct timely {
	u64	ewma;
	u64	t_low;
	u64	t_high;
	u64	min_rtt;
	u64	delta;
	u64	beta;
	u64	hai_events;
	u64	hai_factor;
	u64	segment;
	u64	rate_min;
	u64	rtt;
	s64	diff;
	u32	falling;
	u64	bytes;
};

static const struct lab_parameter parameters[] = {
	{ "ewma", LAB_SHARE, ONE / 1000, ONE, ONE * 875 / 1000, offsetof(struct timely, ewma) },
	{ "t-low", LAB_TIME, 0, SECOND, 50 * US, offsetof(struct timely, t_low) },
	{ "t-high", LAB_TIME, US, SECOND, 500 * US, offsetof(struct timely, t_high) },
	{ "min-rtt", LAB_TIME, 100, SECOND, 20 * US, offsetof(struct timely, min_rtt) },
	{ "delta", LAB_RATE, KBIT, 2 * TBIT, 10 * MBIT, offsetof(struct timely, delta) },
	{ "beta", LAB_SHARE, ONE / 1000, ONE, ONE * 4 / 5, offsetof(struct timely, beta) },
	{ "hai-events", LAB_NUMBER, 1, 1000000, 5, offsetof(struct timely, hai_events) },
	{ "hai-factor", LAB_NUMBER, 1, 1000, 5, offsetof(struct timely, hai_factor) },
	{ "segment", LAB_SIZE, 60, MB, 16 * KB, offsetof(struct timely, segment) },
	{ "rate-min", LAB_RATE, KBIT, 2 * TBIT, 10 * MBIT, offsetof(struct timely, rate_min) },
};

static s64 timely_share(s64 value, u64 share)
{
	return value < 0 ? -(s64)lab_share(-value, share) : (s64)lab_share(value, share);
}

/* Updates the filtered difference of the RTT */
static void timely_measure(struct lab_sender *sender, u64 rtt)
{
	struct timely *own = (void *)sender->own;
	s64 diff = own->rtt ? (s64)rtt - (s64)own->rtt : 0;

	own->rtt = rtt;
	own->diff = timely_share(own->diff, ONE - own->ewma) +
		    timely_share(diff * (1 << DIFF_SHIFT), own->ewma);
}

static void timely_decrease(struct lab_sender *sender, u64 share)
{
	struct timely *own = (void *)sender->own;
	u64 cut = min(lab_share(own->beta, share), ONE);

	own->falling = 0;
	sender->rate -= lab_share(sender->rate, cut);
}

/* The gradient-based part of the algorithm, for an RTT between both thresholds */
static void timely_gradient(struct lab_sender *sender)
{
	struct timely *own = (void *)sender->own;

	if (own->diff > 0) {
		timely_decrease(sender, mul_u64_u64_div_u64(own->diff, ONE >> DIFF_SHIFT,
							    own->min_rtt));
		return;
	}
	own->falling++;
	sender->rate += own->delta *
			(own->falling >= own->hai_events ? own->hai_factor : 1);
}

static void timely_completion(struct lab_sender *sender, u64 rtt)
{
	const struct timely *own = (void *)sender->own;

	timely_measure(sender, rtt);
	if (rtt < own->t_low)
		sender->rate += own->delta;
	else if (rtt > own->t_high)
		timely_decrease(sender, mul_u64_u64_div_u64(rtt - own->t_high, ONE, rtt));
	else
		timely_gradient(sender);
	sender->rate = min(max(sender->rate, own->rate_min), sender->line);
}

static void timely_ack(struct lab_sender *sender, const struct lab_ack *ack)
{
	u64 own_time = mul_u64_u64_div_u64(sender->frame * BITS_PER_BYTE, SECOND,
					   sender->line);
	struct timely *own = (void *)sender->own;

	own->bytes += ack->bytes;
	if (own->bytes < own->segment)
		return;
	own->bytes = 0;
	timely_completion(sender, ack->rtt > own_time ? ack->rtt - own_time : 1);
}

const struct lab_sender_ops lab_sender_timely = {
	.name = "timely", .uses = LAB_USES_ACK,
	.parameters = parameters, .n_parameters = ARRAY_SIZE(parameters),
	.own_size = sizeof(struct timely),
	.ack = timely_ack,
};
