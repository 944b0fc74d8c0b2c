/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * XOFF that are sent for a group while nothing leaves it, and XOFF that are counted, by
 * their history.  For KUnit and for the fuzzer.
 */
#ifndef PFC_XOFF_MODEL_H
#define PFC_XOFF_MODEL_H

#include "../../kmod/watchdog.h"

#define XOFF_EVENTS	600

enum xoff_goal {
	XOFF_STOPPED, XOFF_RESUMED, XOFF_DRAINED, XOFF_POSTPONED, XOFF_SWITCHED_OFF,
	XOFF_WARNED, XOFF_GOALS
};

/**
 * struct xoff_run - a group, who watches it, and what has happened
 * @below: chance: a number below @n
 * @chance: whose
 * @wanted_at: since when XOFF is wanted and not for ever, or %PFC_WATCH_NEVER
 * @left: when packets left
 * @stopped_at: when XOFF was stopped, or %PFC_WATCH_NEVER
 * @xoff: when they came
 */
struct xoff_run {
	u64			(*below)(void *chance, u64 n);
	void			*chance;
	u64			now;
	struct pfc_xoff_watch	watch;
	u64			timeout;
	bool			wanted;
	u64			wanted_at;
	u64			left[XOFF_EVENTS];
	unsigned int		n_left;
	u64			stopped_at;
	struct pfc_xoff_rate	rate;
	u64			xoff[XOFF_EVENTS];
	unsigned int		n_xoff;
	unsigned long		met[XOFF_GOALS];
	const char		*wrong;		/* NULL: nothing so far */
};

static inline u64 xoff_below(struct xoff_run *run, u64 n)
{
	return run->below(run->chance, n);
}

/* Since when it is wanted and nothing has left */
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
	bool stopped = run->stopped_at != PFC_WATCH_NEVER;

	if (!run->wanted || !run->timeout) {
		run->wanted_at = PFC_WATCH_NEVER;
		run->stopped_at = PFC_WATCH_NEVER;
		return stopped ? PFC_XOFF_RESUMED : PFC_XOFF_NOTHING;
	}
	if (run->wanted_at == PFC_WATCH_NEVER)
		run->wanted_at = run->now;
	if (stopped && xoff_since(run) < run->stopped_at)
		return PFC_XOFF_NOTHING;
	if (stopped) {
		run->stopped_at = PFC_WATCH_NEVER;
		return PFC_XOFF_RESUMED;
	}
	if (run->now - xoff_since(run) < run->timeout)
		return PFC_XOFF_NOTHING;
	run->stopped_at = run->now;
	return PFC_XOFF_STOPPED;
}

static inline void xoff_look(struct xoff_run *run)
{
	u64 left = run->n_left ? run->left[run->n_left - 1] : 0, due;
	enum pfc_xoff_verdict want = xoff_want(run), got;

	got = pfc_xoff_look(&run->watch, run->timeout, run->wanted, left, run->now);
	due = pfc_xoff_due(&run->watch, run->timeout);
	run->met[XOFF_STOPPED] += got == PFC_XOFF_STOPPED;
	run->met[XOFF_RESUMED] += got == PFC_XOFF_RESUMED && run->wanted && run->timeout;
	run->met[XOFF_DRAINED] += got == PFC_XOFF_RESUMED && !run->wanted;
	run->met[XOFF_SWITCHED_OFF] += got == PFC_XOFF_RESUMED && !run->timeout;
	run->met[XOFF_POSTPONED] += run->wanted && left > run->wanted_at;
	if (got != want)
		run->wrong = "the verdict";
	else if (run->watch.stopped != (run->stopped_at != PFC_WATCH_NEVER))
		run->wrong = "whether it is stopped";
	else if (run->wanted_at == PFC_WATCH_NEVER || run->watch.stopped ?
		 due != PFC_WATCH_NEVER : due != xoff_since(run) + run->timeout)
		run->wrong = "when it is due";
	else if (got == PFC_XOFF_NOTHING && due <= run->now)
		run->wrong = "due at once, or before";
}

/* Seconds that begin with an XOFF each, one after the other */
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
	run->met[XOFF_WARNED] += got;
	if (got != (warn > 0 && count == warn + 1))
		run->wrong = "the warning";
}

static inline void xoff_wait(struct xoff_run *run)
{
	u64 due = pfc_xoff_due(&run->watch, run->timeout);

	if (xoff_below(run, 2))
		run->now += xoff_below(run, 500000000);
	else if (due != PFC_WATCH_NEVER && due > run->now)
		run->now = due - xoff_below(run, 2);
	else
		run->now += xoff_below(run, 3);
}

static inline void xoff_run_init(struct xoff_run *run, u64 now)
{
	run->now = now;
	run->wanted = false;
	run->timeout = 0;
	run->wanted_at = PFC_WATCH_NEVER;
	run->stopped_at = PFC_WATCH_NEVER;
	run->n_left = 0;
	run->n_xoff = 0;
	run->rate = (struct pfc_xoff_rate) {};
	run->wrong = NULL;
	pfc_xoff_watch_init(&run->watch);
}

/* One thing that happens; no more than XOFF_EVENTS of these */
static inline void xoff_step(struct xoff_run *run)
{
	switch (xoff_below(run, 16)) {
	case 0 ... 1:
		run->wanted = !run->wanted;
		xoff_look(run);
		break;
	case 2:
		run->timeout = xoff_below(run, 4) * 100000000;
		xoff_look(run);
		break;
	case 3 ... 4:
		run->left[run->n_left++] = run->now;
		/* somebody looks each time, or when the timer goes off */
		if (xoff_below(run, 2))
			xoff_look(run);
		break;
	case 5 ... 7:
		xoff_count(run);
		break;
	default:
		xoff_wait(run);
		xoff_look(run);
	}
}

#endif /* PFC_XOFF_MODEL_H */
