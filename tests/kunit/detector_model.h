/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Model of the watchdog, and random events for it.  The model keeps the whole history of
 * a queue and computes the result of each check from the whole history.
 */
#ifndef PFC_DETECTOR_MODEL_H
#define PFC_DETECTOR_MODEL_H

#include <linux/math64.h>
#include <linux/string.h>
#include "../../kmod/core/detector.h"
#include "random.h"
#include "xoff_model.h"

#define MODEL_EVENTS	600
#define MODEL_NEVER	PFC_DETECTOR_NEVER

/**
 * struct model_pause - a past pause or the current pause
 * @begin: start of the pause, ns
 * @end: end of the pause, ns; the queue is not paused at @end
 * @left: frames that left the queue before @begin
 * @gaps: 1 % of the detection time at @begin, ns
 * @least: minimum of 1 % of the detection time during the pause, ns
 */
struct model_pause {
	u64	begin;
	u64	end;
	u64	left;
	u64	gaps;
	u64	least;
};

struct model {
	u8			state;
	u64			since;		/* start of the state, ns */
	u64			from;		/* start of the observation, ns */
	u64			left;		/* frames that have left the queue */
	u64			left_then;	/* @left at @from */
	u64			left_at;	/* time of the last departure, ns */
	u64			filled_at;	/* when the empty queue last filled, ns */
	u64			waiting;	/* frames in the queue */
	u64			xoff;		/* time of the last XOFF, ns */
	u64			xoff_end;	/* end of the pause it requests, ns */
	struct model_pause	pauses[MODEL_EVENTS];
	unsigned int		n_pauses;
	u64			detected[MODEL_EVENTS];
	unsigned int		n_detected;
	unsigned int		reported;		/* @first of the reported span */
};

/* Consecutive pauses with only short gaps; @first: number of the first pause, from 1 */
struct model_span {
	u64		start;
	u64		left;
	unsigned int	first;
};

static inline bool model_paused(const struct model *m, u64 now)
{
	return m->n_pauses && now < m->pauses[m->n_pauses - 1].end;
}

/* The last span of the pauses that end after @from */
static inline struct model_span model_span(const struct model *m, u64 from)
{
	struct model_span span = { .start = MODEL_NEVER };
	u64 gaps = 0;
	unsigned int i;

	for (i = 0; i < m->n_pauses; i++) {
		const struct model_pause *p = &m->pauses[i];
		bool restart;

		if (p->end <= from)
			continue;
		if (span.start != MODEL_NEVER)
			gaps += p->begin - m->pauses[i - 1].end;
		restart = span.start == MODEL_NEVER || gaps > p->gaps || gaps > p->least;
		if (!restart)
			continue;
		span.start = p->begin > from ? p->begin : from;
		span.left = p->begin >= m->from ? p->left : m->left_then;
		span.first = i + 1;
		gaps = 0;
	}
	return span;
}

static inline u64 model_latest(u64 a, u64 b)
{
	return a > b ? a : b;
}

/* Start of the span in which the queue is paused, holds frames and sends none */
static inline u64 model_stuck(const struct model *m)
{
	u64 from = model_latest(m->from, model_latest(m->left_at, m->filled_at));

	return m->waiting ? model_span(m, from).start : MODEL_NEVER;
}

static inline bool model_warns(const struct model *m, const struct model_span *span)
{
	return m->waiting && m->reported != span->first && m->left > span->left;
}

static inline u64 model_over(const struct model *m, const struct pfc_watchdog_config *config)
{
	u64 restoration = config->restoration;

	if (restoration == PFC_RESTORATION_MANUAL)
		return MODEL_NEVER;
	if (!restoration)
		restoration = config->detection + config->detection;
	return model_latest(m->xoff + restoration, m->xoff_end);
}

/* Time of the next verdict, if no event precedes it */
static inline u64 model_due(const struct model *m, const struct pfc_watchdog_config *config,
			    u64 now)
{
	struct model_span span;
	u64 due;

	if (m->state == PFC_WATCHDOG_STATE_STORM)
		return model_over(m, config);
	if (m->state == PFC_WATCHDOG_STATE_DISABLED || !model_paused(m, now) || !m->waiting)
		return MODEL_NEVER;
	span = model_span(m, m->from);
	due = model_stuck(m) + config->detection;
	if (model_warns(m, &span) && span.start + config->detection < due)
		due = span.start + config->detection;
	return due;
}

static inline void model_forget(struct model *m, u64 now)
{
	m->from = now;
	m->left_then = m->left;
	m->reported = 0;
}

static inline void model_enter(struct model *m, u8 state, u64 now)
{
	m->state = state;
	m->since = now;
	model_forget(m, now);
}

static inline bool model_too_often(const struct model *m,
				   const struct pfc_watchdog_config *config, u64 now)
{
	unsigned int i, recent = 0;

	for (i = 0; i < m->n_detected; i++)
		recent += now - m->detected[i] <= config->escalate_period;
	return config->escalate_count && recent >= config->escalate_count;
}

/* Expected verdict of a check; nothing is found before the time of model_due() */
static inline enum pfc_detector_verdict
model_check(struct model *m, const struct pfc_watchdog_config *config, u64 now)
{
	if (model_due(m, config, now) > now)
		return PFC_DETECTOR_NOTHING;
	if (m->state == PFC_WATCHDOG_STATE_STORM) {
		model_enter(m, PFC_WATCHDOG_STATE_OPERATIONAL, now);
		return PFC_DETECTOR_RESTORED;
	}
	if (model_stuck(m) + config->detection > now) {
		m->reported = model_span(m, m->from).first;
		return PFC_DETECTOR_LONG;
	}
	m->detected[m->n_detected++] = now;
	if (model_too_often(m, config, now)) {
		model_enter(m, PFC_WATCHDOG_STATE_DISABLED, now);
		return PFC_DETECTOR_ESCALATED;
	}
	model_enter(m, PFC_WATCHDOG_STATE_STORM, now);
	return PFC_DETECTOR_DETECTED;
}

/* ---- random events ------------------------------------------------------ */

/* Cases that a run must cover, in addition to those of the XOFF timer */
enum model_goal {
	MODEL_DETECTED = XOFF_GOALS, MODEL_OVER_GAPS, MODEL_ESCALATED, MODEL_LONG, MODEL_RESTORED,
	MODEL_LAST_PAUSE_LONGER, MODEL_CUT, MODEL_CHANGED, MODEL_FORGOTTEN, MODEL_CLEARED,
	MODEL_FLUSHED, MODEL_LATE,
};

static const char *const detector_goals[] = {
	[XOFF_STOPPED] = "XOFF stopped", [XOFF_RESUMED] = "XOFF resumed after a departure",
	[XOFF_DRAINED] = "group drained while XOFF was stopped",
	[XOFF_POSTPONED] = "timeout restarted by a departure",
	[XOFF_SWITCHED_OFF] = "timeout switched off", [XOFF_WARNED] = "XOFF rate warning",
	[MODEL_DETECTED] = "storm", [MODEL_OVER_GAPS] = "storm with gaps",
	[MODEL_ESCALATED] = "escalation", [MODEL_LONG] = "long pause with departures",
	[MODEL_RESTORED] = "end of a storm",
	[MODEL_LAST_PAUSE_LONGER] = "storm that ends with a long pause",
	[MODEL_CUT] = "gaps that a change makes too long", [MODEL_CHANGED] = "configuration change",
	[MODEL_FORGOTTEN] = "forget in a storm", [MODEL_CLEARED] = "storm cleared",
	[MODEL_FLUSHED] = "frames dropped in a pause", [MODEL_LATE] = "late timer", NULL
};

/**
 * struct model_run - a queue, its detector and the model
 * @r: random numbers and result
 * @detector: detector under test
 * @config: configuration of the watchdog
 * @model: model of the queue
 * @now: current time, ns
 * @leaked: frames left the queue in the current pause
 */
struct model_run {
	struct random_run	r;
	struct pfc_detector	detector;
	u64			times[PFC_ESCALATE_MAX];
	struct pfc_watchdog_config	config;
	struct model		model;
	u64			now;
	bool			leaked;
};

static inline u64 model_below(struct model_run *run, u64 n)
{
	return random_below(&run->r, n);
}

static inline u64 model_run_due(const struct model_run *run)
{
	return pfc_detector_due(&run->detector, &run->config,
			     model_paused(&run->model, run->now));
}

static inline void model_meet(struct model_run *run, enum pfc_detector_verdict verdict,
			      u64 stuck)
{
	struct model *m = &run->model;

	run->r.met[MODEL_DETECTED] += verdict == PFC_DETECTOR_DETECTED;
	run->r.met[MODEL_ESCALATED] += verdict == PFC_DETECTOR_ESCALATED;
	run->r.met[MODEL_LONG] += verdict == PFC_DETECTOR_LONG;
	run->r.met[MODEL_RESTORED] += verdict == PFC_DETECTOR_RESTORED;
	run->r.met[MODEL_LAST_PAUSE_LONGER] += verdict == PFC_DETECTOR_RESTORED &&
					     run->now == m->xoff_end;
	run->r.met[MODEL_OVER_GAPS] += verdict == PFC_DETECTOR_DETECTED &&
				     stuck < m->pauses[m->n_pauses - 1].begin;
}

static inline bool model_found(enum pfc_detector_verdict verdict)
{
	return verdict != PFC_DETECTOR_NOTHING && verdict != PFC_DETECTOR_RESTORED;
}

static inline void model_run_check(struct model_run *run)
{
	struct model *m = &run->model;
	unsigned int n = m->n_pauses;
	struct pfc_detector_input input = {
		.now = run->now, .paused = model_paused(m, run->now),
		.backlog = m->waiting, .sent = m->left,
	};
	u64 stuck = model_stuck(m), span = model_span(m, m->from).start;
	enum pfc_detector_verdict want, got;

	if (input.paused)
		input.begin = m->pauses[--n].begin;
	input.end = n ? m->pauses[n - 1].end : 0;
	want = model_check(m, &run->config, run->now);
	got = pfc_detector_check(&run->detector, &run->config, &input);
	if (got == PFC_DETECTOR_DETECTED)
		got = pfc_detector_count(&run->detector, run->times, &run->config, run->now);
	model_meet(run, got, stuck);
	if (got != want)
		run->r.wrong = "wrong verdict";
	else if (run->detector.state != m->state)
		run->r.wrong = "wrong state";
	else if (run->detector.since != m->since)
		run->r.wrong = "wrong start of the state";
	else if (model_found(got) && run->detector.found.start !=
				     (got == PFC_DETECTOR_LONG ? span : stuck))
		run->r.wrong = "wrong start of the found span";
	else if (model_run_due(run) != model_due(m, &run->config, run->now))
		run->r.wrong = "wrong due time";
	else if (model_run_due(run) <= run->now)
		run->r.wrong = "due time is not in the future";
}

/* Advances the time to @then; with @timer, runs each check at the time when it is due */
static inline void model_until(struct model_run *run, u64 then, bool timer)
{
	u64 due;

	for (due = model_run_due(run); timer && due <= then && !run->r.wrong;
	     due = model_run_due(run)) {
		run->now = due;
		model_run_check(run);
	}
	run->r.met[MODEL_LATE] += !timer && model_run_due(run) < then;
	run->now = then;
}

static inline void model_wait(struct model_run *run)
{
	struct model *m = &run->model;
	u64 due = model_run_due(run), d = run->config.detection, then = run->now;
	u64 end = m->n_pauses ? m->pauses[m->n_pauses - 1].end : 0;

	switch (model_below(run, 8)) {
	case 0:
		then += model_below(run, 3);
		break;
	case 1:
		then += model_below(run, div_u64(d, 50));
		break;
	case 2:
		then += div_u64(d, 400) * model_below(run, 5);
		break;
	case 3:
		then += model_below(run, 4 * d);
		break;
	case 4:
		then = end;
		break;
	case 5:
		then = due == MODEL_NEVER ? 0 : due + 1 - model_below(run, 3);
		break;
	default:
		then += model_below(run, d);
	}
	if (then > run->now)
		model_until(run, then, model_below(run, 8));
}

static inline void model_xoff(struct model_run *run)
{
	static const u8 parts[] = { 200, 100, 20, 8, 4, 3, 2, 1 };
	u64 len = 1 + div_u64(run->config.detection, parts[model_below(run, 8)]) *
		  (1 + model_below(run, 3));
	struct model *m = &run->model;
	struct model_pause *p;

	m->xoff = run->now;
	m->xoff_end = run->now + len;
	pfc_detector_xoff(&run->detector, run->now, m->xoff_end);
	if (model_paused(m, run->now)) {
		m->pauses[m->n_pauses - 1].end = m->xoff_end;
		return;
	}
	p = &m->pauses[m->n_pauses];
	*p = (struct model_pause) {
		.begin = run->now, .end = m->xoff_end, .left = m->left,
		.gaps = div_u64(run->config.detection, 100),
		.least = div_u64(run->config.detection, 100),
	};
	m->n_pauses++;
	run->leaked = false;
	model_run_check(run);
}

static inline void model_xon(struct model_run *run)
{
	struct model *m = &run->model;

	/* the pause ends 1 ns later: the previous event may have occurred now, in the pause */
	model_until(run, run->now + 1, true);
	if (model_paused(m, run->now))
		m->pauses[m->n_pauses - 1].end = run->now;
}

static inline void model_arrive(struct model_run *run)
{
	struct model *m = &run->model;

	if (m->waiting++)
		return;
	m->filled_at = run->now;
	if (model_paused(m, run->now))
		model_run_check(run);
}

/* Frames leave: they are sent, or dropped if the queue is paused */
static inline void model_leave(struct model_run *run, u64 frames)
{
	struct model *m = &run->model;

	if (!frames)
		return;
	m->waiting -= frames;
	m->left += frames;
	m->left_at = run->now;
	if (!model_paused(m, run->now))
		return;
	run->r.met[MODEL_FLUSHED]++;
	run->leaked = true;
	/* the module may or may not check a queue that became empty: both must work */
	if (m->waiting || model_below(run, 2))
		model_run_check(run);
}

static inline void model_change(struct model_run *run)
{
	static const u64 times[] = { 1000000, 1000100, 3000000, 100000000 };
	static const u8 counts[] = { 0, 0, 1, 2, 3, 8, 31, 32 };
	struct pfc_watchdog_config *config = &run->config;
	struct model *m = &run->model;
	u64 r = model_below(run, 8), gaps;

	/*
	 * The detection time does not change in a pause in which frames were dropped, because the
	 * detector does not record when they were dropped.
	 */
	if (!config->detection || (!run->leaked && model_below(run, 2)))
		config->detection = times[model_below(run, 4)];
	config->restoration = r == 0 ? PFC_RESTORATION_MANUAL : r < 4 ? 0 :
			  1000000 + model_below(run, 4 * config->detection);
	config->escalate_count = counts[model_below(run, 8)];
	config->escalate_period = config->detection * (1 + model_below(run, 100));
	gaps = div_u64(config->detection, 100);
	run->r.met[MODEL_CHANGED]++;
	if (!model_paused(m, run->now) || gaps >= m->pauses[m->n_pauses - 1].least)
		return;
	r = model_stuck(m);
	m->pauses[m->n_pauses - 1].least = gaps;
	run->r.met[MODEL_CUT] += m->state == PFC_WATCHDOG_STATE_OPERATIONAL && model_stuck(m) != r;
}

static inline void model_operate(struct model_run *run)
{
	struct model *m = &run->model;
	bool clear;

	model_until(run, run->now + 1, true);
	clear = m->state != PFC_WATCHDOG_STATE_OPERATIONAL;
	if (model_below(run, 2)) {
		pfc_detector_forget(&run->detector, run->now);
		model_forget(m, run->now);
		run->r.met[MODEL_FORGOTTEN] += m->state == PFC_WATCHDOG_STATE_STORM;
		return;
	}
	if (pfc_detector_clear(&run->detector, run->now) != clear)
		run->r.wrong = "wrong result of clear";
	if (!clear)
		return;
	m->n_detected = 0;
	model_enter(m, PFC_WATCHDOG_STATE_OPERATIONAL, run->now);
	run->r.met[MODEL_CLEARED]++;
}

static inline void model_begin(void *data)
{
	struct model_run *run = data;

	run->now = random_start(&run->r);
	run->leaked = false;
	memset(&run->model, 0, sizeof(run->model));
	run->model.state = PFC_WATCHDOG_STATE_OPERATIONAL;
	run->model.since = run->now;
	run->model.from = run->now;
	pfc_detector_init(&run->detector, run->now);
	run->config.detection = 0;
	model_change(run);
}

/* One random event with the check that follows it; at most MODEL_EVENTS in a run */
static inline void model_step(void *data)
{
	struct model_run *run = data;
	struct model *m = &run->model;

	switch (model_below(run, 32)) {
	case 0 ... 8:
		model_xoff(run);
		break;
	case 9 ... 11:
		model_xon(run);
		break;
	case 12 ... 18:
		model_arrive(run);
		break;
	case 19 ... 21:
		if (!model_paused(m, run->now) || !model_below(run, 8))
			model_leave(run, m->waiting > 1 && model_below(run, 2) ?
					 m->waiting : m->waiting > 0);
		break;
	case 22:
		model_change(run);
		model_run_check(run);
		break;
	case 23:
		model_operate(run);
		if (!run->r.wrong)
			model_run_check(run);
		break;
	default:
		model_wait(run);
	}
}

static const struct random_model detector_models[] = {
	{ "detector", sizeof(struct model_run), MODEL_EVENTS, model_begin, model_step, NULL },
	{ "XOFF timer", sizeof(struct xoff_run), XOFF_EVENTS, xoff_begin, xoff_step, NULL },
};

#endif /* PFC_DETECTOR_MODEL_H */
