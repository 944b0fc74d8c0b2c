// SPDX-License-Identifier: GPL-2.0-only
/*
 * An example of a sender, see lab/senders.md: additive increase and multiplicative decrease of the
 * rate (Chiu and Jain, Analysis of the Increase and Decrease Algorithms for Congestion Avoidance
 * in Computer Networks, 1989).  An ACK that echoes a mark multiplies the rate, at most once in an
 * interval; each interval without a mark increases it.
 */
#include "sender.h"

/**
 * struct aimd - sender with additive increase and multiplicative decrease
 * @increase: added to the rate after an interval without a mark, bit/s
 * @decrease: factor of the rate after a mark
 * @interval: the interval, ns
 * @next: end of the current interval, ns
 */
struct aimd {
	u64	increase;
	u64	decrease;
	u64	interval;
	u64	next;
};

static const struct lab_parameter parameters[] = {
	{ "increase", LAB_RATE, KBIT, 2 * TBIT, 50 * MBIT, offsetof(struct aimd, increase) },
	{ "decrease", LAB_SHARE, ONE / 100, ONE, ONE / 2, offsetof(struct aimd, decrease) },
	{ "interval", LAB_TIME, US, SECOND, 100 * US, offsetof(struct aimd, interval) },
};

static void aimd_ack(struct lab_sender *sender, const struct lab_ack *ack)
{
	struct aimd *own = (void *)sender->own;

	if (ack->now < own->next)
		return;
	own->next = ack->now + own->interval;
	if (ack->marked)
		sender->rate = max(lab_share(sender->rate, own->decrease), MBIT);
	else
		sender->rate = min(sender->rate + own->increase, sender->line);
}

const struct lab_sender_ops lab_sender_aimd = {
	.name = "aimd", .uses = LAB_USES_ACK | LAB_USES_ECN,
	.parameters = parameters, .n_parameters = ARRAY_SIZE(parameters),
	.own_size = sizeof(struct aimd),
	.ack = aimd_ack,
};
