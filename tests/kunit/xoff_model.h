/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Model of the XOFF timeout of a group and of the XOFF rate warning, and random events
 * for both.  The model keeps the whole history.
 */
#ifndef PFC_XOFF_MODEL_H
#define PFC_XOFF_MODEL_H

#include "../../kmod/core/detector.h"
#include "random.h"

#define XOFF_EVENTS	600

enum xoff_goal {
	XOFF_STOPPED, XOFF_RESUMED, XOFF_DRAINED, XOFF_POSTPONED, XOFF_SWITCHED_OFF,
	XOFF_WARNED, XOFF_GOALS
};

/**
 * struct xoff_run - a group, its XOFF timer and its history
 * @r: random numbers and result
 * @now: current time, ns
 * @timer: timer under test
 * @timeout: configured timeout, ns; 0: unlimited
 * @wanted: the group is in XOFF
 * @wanted_at: start of XOFF with a timeout, ns, or %PFC_DETECTOR_NEVER
 * @left: times of the departures, ns
 * @n_left: number of entries in @left
 * @stopped_at: time at which the timeout stopped XOFF, ns, or %PFC_DETECTOR_NEVER
 * @rate: rate counter under test
 * @xoff: times of the counted XOFF, ns
 * @n_xoff: number of entries in @xoff
 */
struct xoff_run {
	struct random_run	r;
	u64			now;
	struct pfc_xoff_timer	timer;
	u64			timeout;
	bool			wanted;
	u64			wanted_at;
	u64			left[XOFF_EVENTS];
	unsigned int		n_left;
	u64			stopped_at;
	struct pfc_xoff_rate	rate;
	u64			xoff[XOFF_EVENTS];
	unsigned int		n_xoff;
};

static inline u64 xoff_below(struct xoff_run *run, u64 n)
{
	return random_below(&run->r, n);
}

/* Start of the timeout: XOFF or the last departure after it, ns */
static inline u64 xoff_since(const struct xoff_run *run)
{
	u64 since = run->wanted_at;
	unsigned int i;

	for (i = 0; i < run->n_left; i++)
		if (run->left[i] > since)
			since = run->left[i];
	return since;
}

static inline enum pfc_xoff_verdict xoff_want(struct xoff_run *run)
{
	bool stopped = run->stopped_at != PFC_DETECTOR_NEVER;

	if (!run->wanted || !run->timeout) {
		run->wanted_at = PFC_DETECTOR_NEVER;
		run->stopped_at = PFC_DETECTOR_NEVER;
		return stopped ? PFC_XOFF_RESUMED : PFC_XOFF_NOTHING;
	}
	if (run->wanted_at == PFC_DETECTOR_NEVER)
		run->wanted_at = run->now;
	if (stopped && xoff_since(run) < run->stopped_at)
		return PFC_XOFF_NOTHING;
	if (stopped) {
		run->stopped_at = PFC_DETECTOR_NEVER;
		return PFC_XOFF_RESUMED;
	}
	if (run->now - xoff_since(run) < run->timeout)
		return PFC_XOFF_NOTHING;
	run->stopped_at = run->now;
	return PFC_XOFF_STOPPED;
}

static inline void xoff_run_check(struct xoff_run *run)
{
	u64 left = run->n_left ? run->left[run->n_left - 1] : 0, due;
	enum pfc_xoff_verdict want = xoff_want(run), got;

	got = pfc_xoff_check(&run->timer, run->timeout, run->wanted, left, run->now);
	due = pfc_xoff_due(&run->timer, run->timeout);
	run->r.met[XOFF_STOPPED] += got == PFC_XOFF_STOPPED;
	run->r.met[XOFF_RESUMED] += got == PFC_XOFF_RESUMED && run->wanted && run->timeout;
	run->r.met[XOFF_DRAINED] += got == PFC_XOFF_RESUMED && !run->wanted;
	run->r.met[XOFF_SWITCHED_OFF] += got == PFC_XOFF_RESUMED && !run->timeout;
	run->r.met[XOFF_POSTPONED] += run->wanted && left > run->wanted_at;
	if (got != want)
		run->r.wrong = "wrong verdict";
	else if (run->timer.stopped != (run->stopped_at != PFC_DETECTOR_NEVER))
		run->r.wrong = "wrong stopped flag";
	else if (run->wanted_at == PFC_DETECTOR_NEVER || run->timer.stopped ?
		 due != PFC_DETECTOR_NEVER : due != xoff_since(run) + run->timeout)
		run->r.wrong = "wrong due time";
	else if (got == PFC_XOFF_NOTHING && due <= run->now)
		run->r.wrong = "due time is not in the future";
}

/* Each second starts at the first XOFF after the end of the previous second */
static inline void xoff_count(struct xoff_run *run)
{
	u32 warn = xoff_below(run, 4), i, count = 0;
	u64 begin = 0;
	bool got;

	run->xoff[run->n_xoff++] = run->now;
	for (i = 0; i < run->n_xoff; i++) {
		if (!i || run->xoff[i] >= begin + 1000000000) {
			begin = run->xoff[i];
			count = 0;
		}
		count++;
	}
	got = pfc_xoff_rate_add(&run->rate, warn, run->now);
	run->r.met[XOFF_WARNED] += got;
	if (got != (warn > 0 && count == warn + 1))
		run->r.wrong = "wrong warning";
}

static inline void xoff_wait(struct xoff_run *run)
{
	u64 due = pfc_xoff_due(&run->timer, run->timeout), second = run->rate.begin + 1000000000;

	/* The second of the rate counter ends, or does not yet end */
	if (!xoff_below(run, 8) && second > run->now)
		run->now = second - xoff_below(run, 2);
	else if (xoff_below(run, 2))
		run->now += xoff_below(run, 500000000);
	else if (due != PFC_DETECTOR_NEVER && due > run->now)
		run->now = due - xoff_below(run, 2);
	else
		run->now += xoff_below(run, 3);
}

static inline void xoff_begin(void *data)
{
	struct xoff_run *run = data;

	run->now = random_start(&run->r);
	run->wanted = false;
	run->timeout = 0;
	run->wanted_at = PFC_DETECTOR_NEVER;
	run->stopped_at = PFC_DETECTOR_NEVER;
	run->n_left = 0;
	run->n_xoff = 0;
	run->rate = (struct pfc_xoff_rate) {};
	pfc_xoff_timer_init(&run->timer);
}

/* One random event; at most XOFF_EVENTS in a run */
static inline void xoff_step(void *data)
{
	struct xoff_run *run = data;

	switch (xoff_below(run, 16)) {
	case 0 ... 1:
		run->wanted = !run->wanted;
		xoff_run_check(run);
		break;
	case 2:
		run->timeout = xoff_below(run, 4) * 100000000;
		xoff_run_check(run);
		break;
	case 3 ... 4:
		run->left[run->n_left++] = run->now;
		/* the module checks at once, or when the timer expires: both must work */
		if (xoff_below(run, 2))
			xoff_run_check(run);
		break;
	case 5 ... 7:
		xoff_count(run);
		break;
	default:
		xoff_wait(run);
		xoff_run_check(run);
	}
}

#endif /* PFC_XOFF_MODEL_H */
