// SPDX-License-Identifier: GPL-2.0-only
/*
 * The reaction point of DCQCN: Zhu et al., Congestion Control for Large-Scale RDMA Deployments,
 * SIGCOMM 2015, section 3.
 *
 * No timer expires here: the state advances to the current time when a frame is sent, a CNP
 * arrives or a sample is taken.  In between nothing reads the rate.
 */
#include "sender.h"

#define CNPS	16	/* CNP that can wait for their processing; a further one is ignored */

/**
 * struct dcqcn - reaction point of a flow
 * @g: gain of alpha
 * @fast_recovery: F, increases of fast recovery
 * @alpha_timer: K, time without CNP after which alpha decreases, ns
 * @rate_timer: T, time between two increases of the rate, ns
 * @byte_counter: B, bytes on the wire between two increases of the rate
 * @rate_ai: additive increase of the target rate, bit/s
 * @rate_hai: hyper increase of the target rate, bit/s
 * @rate_min: minimum rate, bit/s
 * @initial_window: window until the first ACK, bytes; 0: none
 * @cnp_delay: time from the arrival of a CNP to the change of the rate, ns
 * @target: target rate, bit/s
 * @alpha_time: time of the next decrease of alpha, ns
 * @rate_time: time of the next increase of the rate by the timer, ns
 * @bytes: bytes sent since the byte counter expired
 * @timer_events: increases by the timer since the last CNP
 * @byte_events: increases by the byte counter since the last CNP
 * @limited: the sender has reacted to a CNP
 * @waiting: number of CNP that have arrived and are not processed
 * @due: times at which they will be, ns
 */
struct dcqcn {
	u64	g;
	u64	fast_recovery;
	u64	alpha_timer;
	u64	rate_timer;
	u64	byte_counter;
	u64	rate_ai;
	u64	rate_hai;
	u64	rate_min;
	u64	initial_window;
	u64	cnp_delay;
	u64	target;
	u64	alpha_time;
	u64	rate_time;
	u64	bytes;
	u32	timer_events;
	u32	byte_events;
	bool	limited;
	u32	waiting;
	u64	due[CNPS];
};

static const struct lab_parameter parameters[] = {
	{ "g", LAB_SHARE, ONE >> 20, ONE, ONE / 256, offsetof(struct dcqcn, g) },
	{ "fast-recovery", LAB_NUMBER, 1, 1000, 5, offsetof(struct dcqcn, fast_recovery) },
	{ "alpha-timer", LAB_TIME, 100, SECOND, 55 * US, offsetof(struct dcqcn, alpha_timer) },
	{ "rate-timer", LAB_TIME, 100, SECOND, 55 * US, offsetof(struct dcqcn, rate_timer) },
	{ "byte-counter", LAB_SIZE, 1, GB, 10 * 1000 * 1000, offsetof(struct dcqcn, byte_counter) },
	{ "rate-ai", LAB_RATE, KBIT, 2 * TBIT, 40 * MBIT, offsetof(struct dcqcn, rate_ai) },
	{ "rate-hai", LAB_RATE, KBIT, 2 * TBIT, 400 * MBIT, offsetof(struct dcqcn, rate_hai) },
	{ "rate-min", LAB_RATE, KBIT, 2 * TBIT, MBIT, offsetof(struct dcqcn, rate_min) },
	{ "initial-window", LAB_WINDOW, 0, GB, 0, offsetof(struct dcqcn, initial_window) },
	{ "cnp-delay", LAB_TIME, 0, MS, 0, offsetof(struct dcqcn, cnp_delay) },
};

static void dcqcn_init(struct lab_sender *sender)
{
	struct dcqcn *own = (void *)sender->own;

	own->target = sender->line;
	sender->alpha = ONE;
	sender->window = own->initial_window;
}

/*
 * Increases the rate: fast recovery, additive increase or hyper increase.  @events: the counter of
 * the timer or of the byte counter, which has expired.  It counts this increase after the choice,
 * so the first F increases after a CNP are fast recovery.
 */
static void dcqcn_increase(struct lab_sender *sender, u32 *events)
{
	struct dcqcn *own = (void *)sender->own;
	u32 most = max(own->timer_events, own->byte_events);
	u32 least = min(own->timer_events, own->byte_events);

	if (least > own->fast_recovery)
		own->target += own->rate_hai;
	else if (most >= own->fast_recovery)
		own->target += own->rate_ai;
	own->target = min(own->target, sender->line);
	/* Rounded up, so that the rate reaches the target */
	sender->rate = (sender->rate + own->target + 1) / 2;
	(*events)++;
}

static void dcqcn_timers(struct lab_sender *sender, u64 now)
{
	struct dcqcn *own = (void *)sender->own;

	if (!own->limited)
		return;
	while (sender->alpha && own->alpha_time <= now) {
		sender->alpha -= max(lab_share(sender->alpha, own->g), 1);
		own->alpha_time += own->alpha_timer;
	}
	while (sender->rate < sender->line && own->rate_time <= now) {
		own->rate_time += own->rate_timer;
		dcqcn_increase(sender, &own->timer_events);
	}
}

/* Reacts to a CNP; @now: time at which the sender has processed it */
static void dcqcn_cut(struct lab_sender *sender, u64 now)
{
	struct dcqcn *own = (void *)sender->own;

	dcqcn_timers(sender, now);
	own->target = sender->rate;
	sender->rate -= lab_share(sender->rate, sender->alpha) / 2;
	sender->rate = max(sender->rate, min(own->rate_min, sender->line));
	sender->alpha += lab_share(ONE - sender->alpha, own->g);
	own->alpha_time = now + own->alpha_timer;
	own->rate_time = now + own->rate_timer;
	own->bytes = 0;
	own->timer_events = 0;
	own->byte_events = 0;
	own->limited = true;
}

static void dcqcn_advance(struct lab_sender *sender, u64 now)
{
	struct dcqcn *own = (void *)sender->own;
	u32 done = 0;

	while (done < own->waiting && own->due[done] <= now)
		dcqcn_cut(sender, own->due[done++]);
	own->waiting -= done;
	memmove(own->due, own->due + done, own->waiting * sizeof(*own->due));
	dcqcn_timers(sender, now);
}

static void dcqcn_cnp(struct lab_sender *sender, u64 now)
{
	struct dcqcn *own = (void *)sender->own;

	if (own->waiting < CNPS)
		own->due[own->waiting++] = now + own->cnp_delay;
	dcqcn_advance(sender, now);
}

static void dcqcn_sent(struct lab_sender *sender, u64 now, u32 bytes)
{
	struct dcqcn *own = (void *)sender->own;

	if (!own->limited || sender->rate == sender->line)
		return;
	own->bytes += bytes;
	if (own->bytes < own->byte_counter)
		return;
	own->bytes -= own->byte_counter;
	dcqcn_increase(sender, &own->byte_events);
}

/* The initial window ends with the first answer of the receiver */
static void dcqcn_ack(struct lab_sender *sender, const struct lab_ack *ack)
{
	sender->window = 0;
}

const struct lab_sender_ops lab_sender_dcqcn = {
	.name = "dcqcn", .uses = LAB_USES_CNP | LAB_USES_ECN,
	.parameters = parameters, .n_parameters = ARRAY_SIZE(parameters),
	.own_size = sizeof(struct dcqcn),
	.init = dcqcn_init, .advance = dcqcn_advance, .sent = dcqcn_sent, .ack = dcqcn_ack,
	.cnp = dcqcn_cnp,
};
