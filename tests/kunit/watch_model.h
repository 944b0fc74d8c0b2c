/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The watchdog by the book: the whole history of a queue is kept, and what a look at it
 * has to find is worked out from that anew each time.  And chance, which makes history.
 * For KUnit and for the fuzzer.
 */
#ifndef PFC_WATCH_MODEL_H
#define PFC_WATCH_MODEL_H

#include "../../kmod/watchdog.h"

#define MODEL_EVENTS	600
#define MODEL_NEVER	PFC_WATCH_NEVER

/**
 * struct model_pause - a pause that once was, or is
 * @begin: when, ns
 * @end: likewise; it is over then
 * @left: frames that had left before
 * @gaps: 1 % of the detection time when it began
 * @least: the least of that while it lasted
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
	u64			from;		/* nothing counts that was before */
	u64			left;		/* frames that have left the queue */
	u64			left_then;	/* at @from */
	u64			left_at;	/* when the last one did */
	u64			filled_at;	/* when it was empty last */
	u64			waiting;	/* frames */
	u64			xoff;		/* when the last one came */
	u64			asked;		/* and its end */
	struct model_pause	pauses[MODEL_EVENTS];
	unsigned int		n_pauses;
	u64			detected[MODEL_EVENTS];
	unsigned int		n_detected;
	unsigned int		told;		/* pause with which that one began, + 1 */
};

/* A pause with its gaps, none of which is one */
struct model_span {
	u64		start;
	u64		left;
	unsigned int	first;
};

static inline bool model_paused(const struct model *m, u64 now)
{
	return m->n_pauses && now < m->pauses[m->n_pauses - 1].end;
}

/* The last span, of pauses after @from */
static inline struct model_span model_span(const struct model *m, u64 from)
{
	struct model_span span = { .start = MODEL_NEVER };
	u64 gaps = 0;
	unsigned int i;

	for (i = 0; i < m->n_pauses; i++) {
		const struct model_pause *p = &m->pauses[i];
		bool anew;

		if (p->end <= from)
			continue;
		if (span.start != MODEL_NEVER)
			gaps += p->begin - m->pauses[i - 1].end;
		anew = span.start == MODEL_NEVER || gaps > p->gaps || gaps > p->least;
		if (!anew)
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

/* Since when is it paused, holds frames, and sends none? */
static inline u64 model_stuck(const struct model *m)
{
	u64 from = model_latest(m->from, model_latest(m->left_at, m->filled_at));

	return m->waiting ? model_span(m, from).start : MODEL_NEVER;
}

static inline bool model_warns(const struct model *m, const struct model_span *span)
{
	return m->waiting && m->told != span->first && m->left > span->left;
}

static inline u64 model_over(const struct model *m, const struct pfc_watch_terms *terms)
{
	u64 recovery = terms->recovery;

	if (recovery == PFC_RECOVERY_MANUAL)
		return MODEL_NEVER;
	if (!recovery)
		recovery = terms->detection + terms->detection;
	return model_latest(m->xoff + recovery, m->asked);
}

/* When will there be something to find, if nothing happens until then? */
static inline u64 model_due(const struct model *m, const struct pfc_watch_terms *terms,
			    u64 now)
{
	struct model_span span;
	u64 due;

	if (m->state == PFC_WATCH_STORM)
		return model_over(m, terms);
	if (m->state == PFC_WATCH_DISABLED || !model_paused(m, now) || !m->waiting)
		return MODEL_NEVER;
	span = model_span(m, m->from);
	due = model_stuck(m) + terms->detection;
	if (model_warns(m, &span) && span.start + terms->detection < due)
		due = span.start + terms->detection;
	return due;
}

static inline void model_forget(struct model *m, u64 now)
{
	m->from = now;
	m->left_then = m->left;
	m->told = 0;
}

static inline void model_enter(struct model *m, u8 state, u64 now)
{
	m->state = state;
	model_forget(m, now);
}

static inline bool model_too_often(const struct model *m,
				   const struct pfc_watch_terms *terms, u64 now)
{
	unsigned int i, recent = 0;

	for (i = 0; i < m->n_detected; i++)
		recent += now - m->detected[i] <= terms->escalate_period;
	return terms->escalate_count && recent >= terms->escalate_count;
}

/* What a look has to find; only due things are found */
static inline enum pfc_watch_verdict
model_look(struct model *m, const struct pfc_watch_terms *terms, u64 now)
{
	if (model_due(m, terms, now) > now)
		return PFC_WATCH_NOTHING;
	if (m->state == PFC_WATCH_STORM) {
		model_enter(m, PFC_WATCH_OPERATIONAL, now);
		return PFC_WATCH_RESTORED;
	}
	if (model_stuck(m) + terms->detection > now) {
		m->told = model_span(m, m->from).first;
		return PFC_WATCH_LONG;
	}
	m->detected[m->n_detected++] = now;
	if (model_too_often(m, terms, now)) {
		model_enter(m, PFC_WATCH_DISABLED, now);
		return PFC_WATCH_ESCALATED;
	}
	model_enter(m, PFC_WATCH_STORM, now);
	return PFC_WATCH_DETECTED;
}

/* ---- what happens ------------------------------------------------------- */

/* What a run must have met */
enum model_goal {
	MODEL_DETECTED, MODEL_OVER_GAPS, MODEL_ESCALATED, MODEL_LONG, MODEL_RESTORED,
	MODEL_HELD_ON, MODEL_CUT, MODEL_CHANGED, MODEL_FORGOTTEN, MODEL_CLEARED,
	MODEL_FLUSHED, MODEL_LATE, MODEL_GOALS
};

/**
 * struct model_run - a queue, the watchdog, and the model of it
 * @below: chance: a number below @n
 * @chance: whose
 */
struct model_run {
	u64			(*below)(void *chance, u64 n);
	void			*chance;
	struct pfc_watch	watch;
	struct pfc_watch_terms	terms;
	struct model		model;
	u64			now;
	bool			leaked;		/* frames left in this pause */
	unsigned long		met[MODEL_GOALS];
	const char		*wrong;		/* NULL: nothing so far */
};

static inline u64 model_below(struct model_run *run, u64 n)
{
	return run->below(run->chance, n);
}

static inline u64 model_run_due(const struct model_run *run)
{
	return pfc_watch_due(&run->watch, &run->terms,
			     model_paused(&run->model, run->now));
}

static inline void model_meet(struct model_run *run, enum pfc_watch_verdict verdict,
			      u64 stuck)
{
	struct model *m = &run->model;

	run->met[MODEL_DETECTED] += verdict == PFC_WATCH_DETECTED;
	run->met[MODEL_ESCALATED] += verdict == PFC_WATCH_ESCALATED;
	run->met[MODEL_LONG] += verdict == PFC_WATCH_LONG;
	run->met[MODEL_RESTORED] += verdict == PFC_WATCH_RESTORED;
	run->met[MODEL_HELD_ON] += verdict == PFC_WATCH_RESTORED && run->now == m->asked;
	run->met[MODEL_OVER_GAPS] += verdict == PFC_WATCH_DETECTED &&
				     stuck < m->pauses[m->n_pauses - 1].begin;
}

static inline bool model_found(enum pfc_watch_verdict verdict)
{
	return verdict != PFC_WATCH_NOTHING && verdict != PFC_WATCH_RESTORED;
}

static inline void model_run_look(struct model_run *run)
{
	struct model *m = &run->model;
	unsigned int n = m->n_pauses;
	struct pfc_watch_seen seen = {
		.now = run->now, .paused = model_paused(m, run->now),
		.backlog = m->waiting, .sent = m->left,
	};
	u64 stuck = model_stuck(m), span = model_span(m, m->from).start;
	enum pfc_watch_verdict want, got;

	if (seen.paused)
		seen.begin = m->pauses[--n].begin;
	seen.end = n ? m->pauses[n - 1].end : 0;
	want = model_look(m, &run->terms, run->now);
	got = pfc_watch_look(&run->watch, &run->terms, &seen);
	model_meet(run, got, stuck);
	if (got != want)
		run->wrong = "the verdict";
	else if (run->watch.state != m->state)
		run->wrong = "the state";
	else if (model_found(got) && run->watch.found.start !=
				     (got == PFC_WATCH_LONG ? span : stuck))
		run->wrong = "when what it found began";
	else if (model_run_due(run) != model_due(m, &run->terms, run->now))
		run->wrong = "when it is due";
	else if (model_run_due(run) <= run->now)
		run->wrong = "due at once, or before";
}

/* Time passes; the timer goes off in time, or not at all */
static inline void model_until(struct model_run *run, u64 then, bool timer)
{
	u64 due;

	for (due = model_run_due(run); timer && due <= then && !run->wrong;
	     due = model_run_due(run)) {
		run->now = due;
		model_run_look(run);
	}
	run->met[MODEL_LATE] += !timer && model_run_due(run) < then;
	run->now = then;
}

static inline void model_wait(struct model_run *run)
{
	struct model *m = &run->model;
	u64 due = model_run_due(run), d = run->terms.detection, then = run->now;
	u64 end = m->n_pauses ? m->pauses[m->n_pauses - 1].end : 0;

	switch (model_below(run, 8)) {
	case 0:
		then += model_below(run, 3);
		break;
	case 1:
		then += model_below(run, d / 50);
		break;
	case 2:
		then += d / 400 * model_below(run, 5);
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
	u64 len = 1 + run->terms.detection / parts[model_below(run, 8)] *
		  (1 + model_below(run, 3));
	struct model *m = &run->model;
	struct model_pause *p;

	m->xoff = run->now;
	m->asked = run->now + len;
	pfc_watch_heard(&run->watch, run->now, m->asked);
	if (model_paused(m, run->now)) {
		m->pauses[m->n_pauses - 1].end = m->asked;
		return;
	}
	p = &m->pauses[m->n_pauses];
	*p = (struct model_pause) {
		.begin = run->now, .end = m->asked, .left = m->left,
		.gaps = run->terms.detection / 100, .least = run->terms.detection / 100,
	};
	m->n_pauses++;
	run->leaked = false;
	model_run_look(run);
}

static inline void model_xon(struct model_run *run)
{
	struct model *m = &run->model;

	/* what has begun in a pause has begun before its end */
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
		model_run_look(run);
}

/* By the wire, or, if the queue is paused, because somebody drops them */
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
	run->met[MODEL_FLUSHED]++;
	run->leaked = true;
	/* nobody looks at an empty queue */
	if (m->waiting || model_below(run, 2))
		model_run_look(run);
}

static inline void model_change(struct model_run *run)
{
	static const u64 times[] = { 1000000, 1000100, 3000000, 100000000 };
	static const u8 counts[] = { 0, 0, 1, 2, 3, 8, 31, 32 };
	struct pfc_watch_terms *terms = &run->terms;
	struct model *m = &run->model;
	u64 r = model_below(run, 8), gaps;

	/* of frames that were lost in a pause it is not known when in it */
	if (!terms->detection || (!run->leaked && model_below(run, 2)))
		terms->detection = times[model_below(run, 4)];
	terms->recovery = r == 0 ? PFC_RECOVERY_MANUAL : r < 4 ? 0 :
			  1000000 + model_below(run, 4 * terms->detection);
	terms->escalate_count = counts[model_below(run, 8)];
	terms->escalate_period = terms->detection * (1 + model_below(run, 100));
	gaps = terms->detection / 100;
	run->met[MODEL_CHANGED]++;
	if (!model_paused(m, run->now) || gaps >= m->pauses[m->n_pauses - 1].least)
		return;
	r = model_stuck(m);
	m->pauses[m->n_pauses - 1].least = gaps;
	run->met[MODEL_CUT] += m->state == PFC_WATCH_OPERATIONAL && model_stuck(m) != r;
}

static inline void model_operate(struct model_run *run)
{
	struct model *m = &run->model;
	bool clear;

	model_until(run, run->now + 1, true);
	clear = m->state != PFC_WATCH_OPERATIONAL;
	if (model_below(run, 2)) {
		pfc_watch_forget(&run->watch, run->now);
		model_forget(m, run->now);
		run->met[MODEL_FORGOTTEN] += m->state == PFC_WATCH_STORM;
		return;
	}
	if (pfc_watch_clear(&run->watch, run->now) != clear)
		run->wrong = "whether there was anything to clear";
	if (!clear)
		return;
	m->n_detected = 0;
	model_enter(m, PFC_WATCH_OPERATIONAL, run->now);
	run->met[MODEL_CLEARED]++;
}

static inline void model_run_init(struct model_run *run, u64 now)
{
	run->now = now;
	run->wrong = NULL;
	run->leaked = false;
	memset(&run->model, 0, sizeof(run->model));
	run->model.state = PFC_WATCH_OPERATIONAL;
	run->model.from = now;
	pfc_watch_init(&run->watch, now);
	run->terms.detection = 0;
	model_change(run);
}

/* One thing that happens, and a look, and time; no more than MODEL_EVENTS of these */
static inline void model_step(struct model_run *run)
{
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
		model_run_look(run);
		break;
	case 23:
		model_operate(run);
		if (!run->wrong)
			model_run_look(run);
		break;
	default:
		model_wait(run);
	}
}

#endif /* PFC_WATCH_MODEL_H */
