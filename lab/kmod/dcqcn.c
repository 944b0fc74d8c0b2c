// SPDX-License-Identifier: GPL-2.0-only
/*
 * The reaction point of DCQCN: Zhu et al., Congestion Control for Large-Scale RDMA Deployments,
 * SIGCOMM 2015, section 3.
 *
 * No timer expires here: the state advances to the current time when a frame is sent, a CNP
 * arrives or a sample is taken.  In between nothing reads the rate.
 */
#include <linux/math64.h>
#include <linux/minmax.h>
#include "dcqcn.h"

#define LAB_ALPHA_SHIFT	30

/*
 * Initialize a reaction point.
 * @line: rate of the flow before the first CNP, and maximum rate, bit/s
 */
void lab_dcqcn_init(struct lab_dcqcn *state, u64 line)
{
	*state = (struct lab_dcqcn) {
		.rate = line, .target = line, .line = line, .alpha = PFCLAB_ALPHA_ONE,
	};
}

/*
 * Increases the rate: fast recovery, additive increase or hyper increase.  @events: the counter of
 * the timer or of the byte counter, which has expired.  It counts this increase after the choice,
 * so the first F increases after a CNP are fast recovery.
 */
static void lab_dcqcn_increase(struct lab_dcqcn *state, const struct pfclab_dcqcn *spec,
			       u32 *events)
{
	u32 most = max(state->timer_events, state->byte_events);
	u32 least = min(state->timer_events, state->byte_events);

	if (least > spec->fast)
		state->target += spec->rate_hai;
	else if (most >= spec->fast)
		state->target += spec->rate_ai;
	state->target = min(state->target, state->line);
	/* Rounded up, so that the rate reaches the target */
	state->rate = (state->rate + state->target + 1) / 2;
	(*events)++;
}

/*
 * Apply all changes that depend only on the time.
 * @now: current time, ns
 */
void lab_dcqcn_advance(struct lab_dcqcn *state, const struct pfclab_dcqcn *spec, u64 now)
{
	if (!state->limited)
		return;
	while (state->alpha && state->alpha_time <= now) {
		u64 less = mul_u64_u64_shr(state->alpha, spec->g, LAB_ALPHA_SHIFT);

		state->alpha -= max(less, 1);
		state->alpha_time += spec->alpha_period;
	}
	while (state->rate < state->line && state->rate_time <= now) {
		state->rate_time += spec->rate_period;
		lab_dcqcn_increase(state, spec, &state->timer_events);
	}
}

/*
 * React to a CNP.
 * @now: current time, ns
 */
void lab_dcqcn_cnp(struct lab_dcqcn *state, const struct pfclab_dcqcn *spec, u64 now)
{
	lab_dcqcn_advance(state, spec, now);
	state->target = state->rate;
	state->rate -= mul_u64_u64_shr(state->rate, state->alpha, LAB_ALPHA_SHIFT + 1);
	state->rate = max(state->rate, min(spec->rate_min, state->line));
	state->alpha += mul_u64_u64_shr(PFCLAB_ALPHA_ONE - state->alpha, spec->g,
					LAB_ALPHA_SHIFT);
	state->alpha_time = now + spec->alpha_period;
	state->rate_time = now + spec->rate_period;
	state->bytes = 0;
	state->timer_events = 0;
	state->byte_events = 0;
	state->limited = true;
}

/*
 * Count the bytes of a frame.
 * @now: current time, ns
 * @bytes: length of the frame on the wire
 */
void lab_dcqcn_sent(struct lab_dcqcn *state, const struct pfclab_dcqcn *spec, u64 now,
		    u32 bytes)
{
	lab_dcqcn_advance(state, spec, now);
	if (!state->limited || state->rate == state->line)
		return;
	state->bytes += bytes;
	if (state->bytes < spec->byte_counter)
		return;
	state->bytes -= spec->byte_counter;
	lab_dcqcn_increase(state, spec, &state->byte_events);
}
