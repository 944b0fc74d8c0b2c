// SPDX-License-Identifier: GPL-2.0-only
/*
 * DCTCP as a window of an RDMA sender: Alizadeh et al., Data Center TCP (DCTCP), SIGCOMM 2010,
 * section 3.1.  What the paper leaves to TCP is as in RFC 5681 and RFC 8257: slow start, also after
 * a timeout, an increase by one frame in each window, at most one decrease in each window, alpha 1
 * at the start.
 */
#include "sender.h"

/**
 * struct dctcp - sender of DCTCP
 * @g: gain of alpha
 * @initial_window: first window, bytes
 * @window_max: largest window, bytes
 * @threshold: slow start ends at this window, bytes
 * @rest: part of the next increase, bytes times bytes
 * @end: the current window of data ends before this frame
 * @acked: bytes acknowledged in it
 * @marked: bytes of these whose ACK echo a mark
 * @seen: first frame that is not acknowledged
 * @recover: next frame at the last decrease or timeout; an ACK of earlier frames causes no decrease
 * @hold: the window may increase when all frames below, those of the last decrease, are
 *	acknowledged
 * @silent: a timeout has expired since the last ACK
 */
struct dctcp {
	u64	g;
	u64	initial_window;
	u64	window_max;
	u64	threshold;
	u64	rest;
	u64	end;
	u64	acked;
	u64	marked;
	u64	seen;
	u64	recover;
	u64	hold;
	bool	silent;
};

static const struct lab_parameter parameters[] = {
	{ "g", LAB_SHARE, ONE >> 20, ONE, ONE / 16, offsetof(struct dctcp, g) },
	{ "initial-window", LAB_SIZE, 60, GB, 16 * KB, offsetof(struct dctcp, initial_window) },
	{ "window-max", LAB_SIZE, 60, GB, 4 * MB, offsetof(struct dctcp, window_max) },
};

static void dctcp_set(struct lab_sender *sender, u64 window)
{
	const struct dctcp *own = (void *)sender->own;
	u64 least = sender->frame;

	sender->window = max(min(window, own->window_max), least);
}

static void dctcp_init(struct lab_sender *sender)
{
	struct dctcp *own = (void *)sender->own;

	sender->alpha = ONE;
	own->threshold = own->window_max;
	dctcp_set(sender, own->initial_window);
}

/* Decreases the window by a share.  @next: the next frame, with which a window of data starts */
static void dctcp_reduce(struct lab_sender *sender, u64 next, u64 share)
{
	struct dctcp *own = (void *)sender->own;

	dctcp_set(sender, sender->window - lab_share(sender->window, share));
	own->threshold = sender->window;
	own->rest = 0;
	own->recover = next;
	own->hold = next;
}

static void dctcp_increase(struct lab_sender *sender, u64 bytes)
{
	struct dctcp *own = (void *)sender->own;
	u64 more = bytes;

	if (sender->window >= own->threshold) {
		own->rest += bytes * sender->frame;
		more = div64_u64(own->rest, sender->window);
		own->rest -= more * sender->window;
	}
	dctcp_set(sender, sender->window + more);
}

/* Ends a window of data.  F of the paper is the share of the bytes with a mark. */
static void dctcp_next_window(struct lab_sender *sender, u64 next)
{
	struct dctcp *own = (void *)sender->own;
	u64 marks = own->acked ? mul_u64_u64_div_u64(own->marked, ONE, own->acked) : 0;

	sender->alpha = lab_share(sender->alpha, ONE - own->g) + lab_share(marks, own->g);
	own->acked = 0;
	own->marked = 0;
	own->end = next;
}

static void dctcp_ack(struct lab_sender *sender, const struct lab_ack *ack)
{
	struct dctcp *own = (void *)sender->own;

	own->silent = false;
	own->seen = ack->acked;
	own->acked += ack->bytes;
	if (ack->marked)
		own->marked += ack->bytes;
	if (ack->acked > own->end)
		dctcp_next_window(sender, ack->next);
	if (!ack->marked && ack->acked >= own->hold)
		dctcp_increase(sender, ack->bytes);
	else if (ack->marked && ack->acked > own->recover)
		dctcp_reduce(sender, ack->next, sender->alpha / 2);
}

/* RFC 5681, section 3.1, and 3.2 without its inflation; a second timeout keeps the threshold */
static void dctcp_loss(struct lab_sender *sender, u64 now, u64 next, bool timeout)
{
	struct dctcp *own = (void *)sender->own;

	if (!timeout) {
		if (own->seen >= own->recover)
			dctcp_reduce(sender, next, ONE / 2);
		return;
	}
	if (!own->silent)
		own->threshold = max(sender->window / 2, 2ULL * sender->frame);
	dctcp_set(sender, sender->frame);
	own->rest = 0;
	own->recover = next;
	own->hold = 0;
	own->silent = true;
}

const struct lab_sender_ops lab_sender_dctcp = {
	.name = "dctcp", .uses = LAB_USES_ACK | LAB_USES_ECN,
	.parameters = parameters, .n_parameters = ARRAY_SIZE(parameters),
	.own_size = sizeof(struct dctcp),
	.init = dctcp_init, .ack = dctcp_ack, .loss = dctcp_loss,
};
