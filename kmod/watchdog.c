// SPDX-License-Identifier: GPL-2.0-only
/*
 * Is a queue stuck?
 *
 * A storm is a queue that holds frames, is paused, and has sent none for the detection
 * time.  That is known without a poll: while a queue is paused nothing leaves it, so it
 * is enough to look when a pause begins, when a frame comes to an empty queue, and when
 * the time is over.
 *
 * A queue that waits for strict priorities, or for the wire, is not paused.  A peer that
 * pauses for ever, but with gaps (its XOFF comes later than it ought to), is as bad as
 * one without, if nothing leaves in these: they do not begin the time anew as long as
 * they are no more than a hundredth of it in all.
 */
#include <linux/build_bug.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include "watchdog.h"

#define PFC_WATCH_SECOND	1000000000ULL

static const struct pfc_watch_span pfc_watch_no_span = { .start = PFC_WATCH_NEVER };

static u64 pfc_after(u64 time, u64 delay)
{
	return time == PFC_WATCH_NEVER || delay == PFC_WATCH_NEVER ? PFC_WATCH_NEVER :
								       time + delay;
}

/* When will the queue have been stuck for long enough? */
static u64 pfc_watch_stuck_at(const struct pfc_watch *watch,
			      const struct pfc_watch_terms *terms)
{
	return pfc_after(watch->stuck.start, terms->detection);
}

/* And paused for so long, though something has left? */
static u64 pfc_watch_long_at(const struct pfc_watch *watch,
			     const struct pfc_watch_terms *terms)
{
	if (watch->told || watch->sent == watch->pause.sent)
		return PFC_WATCH_NEVER;
	return pfc_after(watch->pause.start, terms->detection);
}

/* XON does not count: it says no more than that the XOFF before is over */
static u64 pfc_watch_over_at(const struct pfc_watch *watch,
			     const struct pfc_watch_terms *terms)
{
	u64 recovery = terms->recovery ?: 2 * terms->detection;

	BUILD_BUG_ON(PFC_RECOVERY_MANUAL != PFC_WATCH_NEVER);
	return max(pfc_after(watch->last_xoff, recovery), watch->asked);
}

/**
 * pfc_watch_init() - begin to watch a queue
 * @watch: written
 * @now: the time, ns
 */
void pfc_watch_init(struct pfc_watch *watch, u64 now)
{
	memset(watch, 0, sizeof(*watch));
	watch->state = PFC_WATCH_OPERATIONAL;
	watch->since = now;
	pfc_watch_forget(watch, now);
}

/**
 * pfc_watch_forget() - the link went down, or the queue was not watched: nothing that was
 * before counts
 * @watch: state of the queue; a storm goes on
 * @now: the time, ns
 */
void pfc_watch_forget(struct pfc_watch *watch, u64 now)
{
	watch->from = now;
	watch->begin = PFC_WATCH_NEVER;
	watch->stuck = pfc_watch_no_span;
	watch->pause = pfc_watch_no_span;
	watch->told = false;
}

/**
 * pfc_watch_heard() - XOFF has come
 * @watch: state of the queue
 * @now: when, ns
 * @until: end of the pause that it asks for, ns
 */
void pfc_watch_heard(struct pfc_watch *watch, u64 now, u64 until)
{
	watch->last_xoff = now;
	watch->asked = until;
}

static void pfc_watch_enter(struct pfc_watch *watch, u8 state, u64 now)
{
	watch->state = state;
	watch->since = now;
	pfc_watch_forget(watch, now);
}

/* Return: whether what began with a pause goes on after a gap */
static bool pfc_span_goes_on(struct pfc_watch_span *span, u64 gap, u64 most)
{
	if (span->start == PFC_WATCH_NEVER || span->gaps + gap > most)
		return false;
	span->gaps += gap;
	return true;
}

static void pfc_span_start(struct pfc_watch_span *span, u64 start,
			   const struct pfc_watch_seen *seen)
{
	*span = (struct pfc_watch_span) {
		.start = start,
		.sent = seen->sent,
		/* The XOFF that began the pause is one of its own */
		.heard = seen->heard - (start == seen->begin),
	};
}

/*
 * Whether the pause goes on that began before a gap, if this one is @fresh.  If not, the
 * detection time may be another, and gaps that were short are so no longer.
 */
static void pfc_watch_pause(struct pfc_watch *watch,
			    const struct pfc_watch_terms *terms,
			    const struct pfc_watch_seen *seen, bool fresh)
{
	u64 gap = fresh ? seen->begin - min(seen->begin, seen->end) : 0;
	u64 most = div_u64(terms->detection, PFC_WATCH_GAPS);
	u64 start = max(seen->begin, watch->from);

	if (watch->stuck.start != PFC_WATCH_NEVER && watch->stuck.sent == seen->sent &&
	    !pfc_span_goes_on(&watch->stuck, gap, most))
		pfc_span_start(&watch->stuck, start, seen);
	if (!pfc_span_goes_on(&watch->pause, gap, most)) {
		pfc_span_start(&watch->pause, start, seen);
		watch->told = false;
	}
}

/* So many detections, the last of them now, in the period? */
static bool pfc_watch_too_often(struct pfc_watch *watch,
				const struct pfc_watch_terms *terms, u64 now)
{
	u32 count = terms->escalate_count;
	u32 first;

	watch->detections[watch->oldest] = now;
	watch->oldest = (watch->oldest + 1) % PFC_ESCALATE_MAX;
	if (watch->count < PFC_ESCALATE_MAX)
		watch->count++;
	if (!count || watch->count < count)
		return false;
	first = (watch->oldest + PFC_ESCALATE_MAX - count) % PFC_ESCALATE_MAX;
	return now - watch->detections[first] <= terms->escalate_period;
}

static enum pfc_watch_verdict pfc_watch_detect(struct pfc_watch *watch,
					       const struct pfc_watch_terms *terms, u64 now)
{
	watch->found = watch->stuck;
	if (pfc_watch_too_often(watch, terms, now)) {
		pfc_watch_enter(watch, PFC_WATCH_DISABLED, now);
		return PFC_WATCH_ESCALATED;
	}
	pfc_watch_enter(watch, PFC_WATCH_STORM, now);
	return PFC_WATCH_DETECTED;
}

static enum pfc_watch_verdict pfc_watch_paused(struct pfc_watch *watch,
					       const struct pfc_watch_terms *terms,
					       const struct pfc_watch_seen *seen)
{
	bool fresh = seen->begin != watch->begin;
	u64 now = seen->now;

	pfc_watch_pause(watch, terms, seen, fresh);
	if (!seen->backlog) {
		watch->stuck.start = PFC_WATCH_NEVER;
	} else if (watch->stuck.start == PFC_WATCH_NEVER ||
		   watch->stuck.sent != seen->sent) {
		pfc_span_start(&watch->stuck,
			       fresh ? max(seen->begin, watch->from) : now, seen);
	}
	watch->begin = seen->begin;
	watch->sent = seen->sent;

	if (pfc_watch_stuck_at(watch, terms) <= now)
		return pfc_watch_detect(watch, terms, now);
	if (seen->backlog && pfc_watch_long_at(watch, terms) <= now) {
		watch->told = true;
		watch->found = watch->pause;
		return PFC_WATCH_LONG;
	}
	return PFC_WATCH_NOTHING;
}

/**
 * pfc_watch_look() - has anything happened?
 * @watch: state of the queue
 * @terms: what the watchdog is to do
 * @seen: what is to be seen of the queue
 *
 * To be called when a pause begins, when a frame comes to an empty queue that is paused,
 * at the time that pfc_watch_due() says, and after whatever else changes: @terms,
 * pfc_watch_forget(), pfc_watch_clear(), frames that a paused queue has lost.
 *
 * Return: what it is.
 */
enum pfc_watch_verdict pfc_watch_look(struct pfc_watch *watch,
				      const struct pfc_watch_terms *terms,
				      const struct pfc_watch_seen *seen)
{
	if (watch->state == PFC_WATCH_STORM) {
		if (pfc_watch_over_at(watch, terms) > seen->now)
			return PFC_WATCH_NOTHING;
		pfc_watch_enter(watch, PFC_WATCH_OPERATIONAL, seen->now);
		return PFC_WATCH_RESTORED;
	}
	if (watch->state != PFC_WATCH_OPERATIONAL || !seen->paused)
		return PFC_WATCH_NOTHING;
	return pfc_watch_paused(watch, terms, seen);
}

/**
 * pfc_watch_due() - when is it time to look?
 * @watch: state of the queue, after the last look
 * @terms: what the watchdog is to do
 * @paused: the peer has paused it
 *
 * While nothing waits nothing is due: a frame that comes to an empty queue is looked at.
 *
 * Return: ns, or %PFC_WATCH_NEVER.
 */
u64 pfc_watch_due(const struct pfc_watch *watch, const struct pfc_watch_terms *terms,
		  bool paused)
{
	if (watch->state == PFC_WATCH_STORM)
		return pfc_watch_over_at(watch, terms);
	if (watch->state != PFC_WATCH_OPERATIONAL || !paused ||
	    watch->stuck.start == PFC_WATCH_NEVER)
		return PFC_WATCH_NEVER;
	return min(pfc_watch_stuck_at(watch, terms), pfc_watch_long_at(watch, terms));
}

/**
 * pfc_watch_clear() - an operator says that it is over
 * @watch: state of the queue
 * @now: the time, ns
 *
 * Return: whether there was anything to be over.
 */
bool pfc_watch_clear(struct pfc_watch *watch, u64 now)
{
	if (watch->state == PFC_WATCH_OPERATIONAL)
		return false;
	watch->count = 0;
	pfc_watch_enter(watch, PFC_WATCH_OPERATIONAL, now);
	return true;
}

/**
 * pfc_xoff_watch_init() - begin to watch a group
 * @watch: written
 */
void pfc_xoff_watch_init(struct pfc_xoff_watch *watch)
{
	*watch = (struct pfc_xoff_watch) { .since = PFC_WATCH_NEVER };
}

/**
 * pfc_xoff_look() - is XOFF of a group to be sent any longer?
 * @watch: state of the group
 * @timeout: for how long it may be, ns; 0: for ever
 * @wanted: the group has passed XOFF and not drained to XON
 * @left: when a packet left the group last that wanted it, ns
 * @now: the time, ns
 *
 * The watchdog that Guo et al. (SIGCOMM 2016, 4.3) have in their NICs: a receiver that is
 * dead must not stop the network.
 *
 * Return: what is new.
 */
enum pfc_xoff_verdict pfc_xoff_look(struct pfc_xoff_watch *watch, u64 timeout, bool wanted,
				    u64 left, u64 now)
{
	bool stopped = watch->stopped;

	if (!wanted || !timeout) {
		pfc_xoff_watch_init(watch);
		return stopped ? PFC_XOFF_RESUMED : PFC_XOFF_NOTHING;
	}
	if (watch->since == PFC_WATCH_NEVER) {
		watch->since = now;
	} else if (left > watch->since) {
		watch->since = left;
		watch->stopped = false;
		if (stopped)
			return PFC_XOFF_RESUMED;
	}
	if (stopped || now - min(now, watch->since) < timeout)
		return PFC_XOFF_NOTHING;
	watch->stopped = true;
	return PFC_XOFF_STOPPED;
}

/**
 * pfc_xoff_due() - when is it time to look?
 * @watch: state of the group, after the last look
 * @timeout: as there
 *
 * Return: ns, or %PFC_WATCH_NEVER.
 */
u64 pfc_xoff_due(const struct pfc_xoff_watch *watch, u64 timeout)
{
	if (!timeout || watch->stopped || watch->since == PFC_WATCH_NEVER)
		return PFC_WATCH_NEVER;
	return watch->since + timeout;
}

/**
 * pfc_xoff_rate_add() - count an XOFF
 * @rate: those of a priority in one direction
 * @warn: so many in a second are no reason to warn; 0: any number
 * @now: the time, ns
 *
 * Seconds begin with the first XOFF that is not in the one before.
 *
 * Return: whether it is the first one too many.
 */
bool pfc_xoff_rate_add(struct pfc_xoff_rate *rate, u32 warn, u64 now)
{
	if (!rate->count || now - rate->begin >= PFC_WATCH_SECOND) {
		rate->begin = now;
		rate->count = 0;
	}
	rate->count++;
	return warn && rate->count == warn + 1;
}
