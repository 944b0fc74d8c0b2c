// SPDX-License-Identifier: GPL-2.0-only
/*
 * Swift: Kumar et al., Swift: Delay is Simple and Effective for Congestion Control in the
 * Datacenter, SIGCOMM 2020, section 3: the window of the fabric, with the target delay of the
 * topology and of the flow's window.  The hosts of the simulator process frames in no time, so the
 * window of the end points would never be the smaller one.
 */
#include "sender.h"

/**
 * struct swift - sender of Swift
 * @base_target: target delay without hops and flow scaling, ns
 * @hop_target: target delay of each switch, ns
 * @fs_range: largest flow scaling, ns
 * @fs_min_cwnd: window with the largest flow scaling, frames
 * @fs_max_cwnd: window without flow scaling, frames
 * @ai: additive increase in an RTT, frames
 * @beta: multiplicative decrease
 * @max_mdf: largest decrease of the window, as a share
 * @min_cwnd: smallest window, frames
 * @max_cwnd: largest window, frames
 * @initial_cwnd: first window, frames
 * @retx_reset: timeouts in succession that reset the window to @min_cwnd
 * @cwnd: congestion window, frames in multiples of 1 / ONE
 * @rtt: RTT of the last ACK, ns
 * @decreased: time of the last decrease, ns
 * @timeouts: timeouts in succession
 */
struct swift {
	u64	base_target;
	u64	hop_target;
	u64	fs_range;
	u64	fs_min_cwnd;
	u64	fs_max_cwnd;
	u64	ai;
	u64	beta;
	u64	max_mdf;
	u64	min_cwnd;
	u64	max_cwnd;
	u64	initial_cwnd;
	u64	retx_reset;
	u64	cwnd;
	u64	rtt;
	u64	decreased;
	u32	timeouts;
};

static const struct lab_parameter parameters[] = {
	{ "base-target", LAB_TIME, 100, SECOND, 25 * US, offsetof(struct swift, base_target) },
	{ "hop-target", LAB_TIME, 0, MS, US, offsetof(struct swift, hop_target) },
	{ "fs-range", LAB_TIME, 0, SECOND, 50 * US, offsetof(struct swift, fs_range) },
	{ "fs-min-cwnd", LAB_SHARE, ONE / 1000, ONE, ONE / 10,
	  offsetof(struct swift, fs_min_cwnd) },
	{ "fs-max-cwnd", LAB_NUMBER, 2, 10000, 100, offsetof(struct swift, fs_max_cwnd) },
	{ "ai", LAB_SHARE, ONE / 1000, ONE * 100, ONE, offsetof(struct swift, ai) },
	{ "beta", LAB_SHARE, ONE / 1000, ONE, ONE * 4 / 5, offsetof(struct swift, beta) },
	{ "max-mdf", LAB_SHARE, ONE / 1000, ONE, ONE / 2, offsetof(struct swift, max_mdf) },
	{ "min-cwnd", LAB_SHARE, ONE / 1000, ONE, ONE / 1000, offsetof(struct swift, min_cwnd) },
	{ "max-cwnd", LAB_NUMBER, 1, 10000, 1000, offsetof(struct swift, max_cwnd) },
	{ "initial-cwnd", LAB_NUMBER, 1, 10000, 10, offsetof(struct swift, initial_cwnd) },
	{ "retx-reset", LAB_NUMBER, 1, 1000, 5, offsetof(struct swift, retx_reset) },
};

/* Return: 1 / sqrt(cwnd); both are multiples of 1 / ONE */
static u64 swift_inverse_root(u64 cwnd)
{
	/* 20 bits more, so that the integer root is exact enough for a small window */
	return div64_u64(ONE << ((ONE_SHIFT + 20) / 2), int_sqrt64(cwnd << 20));
}

/* Return: the target delay, ns */
static u64 swift_target(const struct lab_sender *sender)
{
	const struct swift *own = (const void *)sender->own;
	u64 target = own->base_target + sender->hops * own->hop_target;
	u64 least = swift_inverse_root(own->fs_max_cwnd * ONE);
	u64 most = swift_inverse_root(own->fs_min_cwnd);
	u64 root = swift_inverse_root(own->cwnd);

	/* The paper's alpha / sqrt(cwnd) + beta, with both constants inserted */
	if (root > least)
		target += min(mul_u64_u64_div_u64(own->fs_range, root - least, most - least),
			      own->fs_range);
	return target;
}

/* Sets window and rate: below one frame, one is outstanding, and the rate is that of the pacing */
static void swift_set(struct lab_sender *sender, u64 cwnd)
{
	struct swift *own = (void *)sender->own;

	own->cwnd = min(max(cwnd, own->min_cwnd), own->max_cwnd * ONE);
	sender->rate = sender->line;
	if (own->cwnd >= ONE) {
		sender->window = (own->cwnd >> ONE_SHIFT) * sender->frame;
		return;
	}
	sender->window = 1;
	if (own->rtt)
		sender->rate = min(max(mul_u64_u64_div_u64(own->cwnd, sender->frame * SECOND,
							   own->rtt) >> (ONE_SHIFT - 3), KBIT),
				   sender->line);
}

static void swift_init(struct lab_sender *sender)
{
	const struct swift *own = (void *)sender->own;

	swift_set(sender, own->initial_cwnd * ONE);
}

/* Decreases the window by a share, at most once in an RTT; the pacing follows the RTT anyway */
static void swift_decrease(struct lab_sender *sender, u64 now, u64 share)
{
	struct swift *own = (void *)sender->own;

	if (own->decreased && now - own->decreased < own->rtt) {
		swift_set(sender, own->cwnd);
		return;
	}
	own->decreased = now;
	swift_set(sender, own->cwnd - lab_share(own->cwnd, share));
}

static void swift_ack(struct lab_sender *sender, const struct lab_ack *ack)
{
	u64 frames = div64_u64(ack->bytes * ONE, sender->frame), target;
	struct swift *own = (void *)sender->own;

	own->timeouts = 0;
	own->rtt = ack->rtt;
	target = swift_target(sender);
	if (ack->rtt >= target)
		swift_decrease(sender, ack->now,
			       min(mul_u64_u64_div_u64(own->beta, ack->rtt - target, ack->rtt),
				   own->max_mdf));
	else if (own->cwnd >= ONE)
		swift_set(sender, own->cwnd + mul_u64_u64_div_u64(own->ai, frames, own->cwnd));
	else
		swift_set(sender, own->cwnd + lab_share(own->ai, frames));
}

static void swift_loss(struct lab_sender *sender, u64 now, u64 next, bool timeout)
{
	struct swift *own = (void *)sender->own;

	own->timeouts = timeout ? own->timeouts + 1 : 0;
	if (own->timeouts < own->retx_reset) {
		swift_decrease(sender, now, own->max_mdf);
		return;
	}
	own->decreased = now;
	swift_set(sender, own->min_cwnd);
}

const struct lab_sender_ops lab_sender_swift = {
	.name = "swift", .uses = LAB_USES_ACK,
	.parameters = parameters, .n_parameters = ARRAY_SIZE(parameters),
	.own_size = sizeof(struct swift),
	.init = swift_init, .ack = swift_ack, .loss = swift_loss,
};
