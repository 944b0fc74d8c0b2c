// SPDX-License-Identifier: GPL-2.0-only
/*
 * Detection of stuck queues, see "Storms" in architecture.rst.
 *
 * There are gaps between the pauses of a peer if its XOFF frames come late.  If no frame
 * leaves in the gaps, such pauses are as harmful as one long pause.  Therefore gaps do not
 * restart the detection time as long as their sum is at most a hundredth of this time.
 */
#include <linux/build_bug.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include "detector.h"

#define PFC_DETECTOR_SECOND	1000000000ULL

static const struct pfc_detector_span pfc_detector_no_span = {
	.start = PFC_DETECTOR_NEVER
};

static u64 pfc_after(u64 time, u64 delay)
{
	return time == PFC_DETECTOR_NEVER || delay == PFC_DETECTOR_NEVER ?
		       PFC_DETECTOR_NEVER :
		       time + delay;
}

/* Time at which the queue will have been stuck for the detection time */
static u64 pfc_detector_stuck_at(const struct pfc_detector *detector,
				 const struct pfc_watchdog_config *config)
{
	return pfc_after(detector->stuck.start, config->detection);
}

/* Time at which it will have been paused for the detection time, although frames have left it */
static u64 pfc_detector_long_at(const struct pfc_detector *detector,
				const struct pfc_watchdog_config *config)
{
	if (detector->long_reported || detector->sent == detector->pause.sent)
		return PFC_DETECTOR_NEVER;
	return pfc_after(detector->pause.start, config->detection);
}

/*
 * Time at which a storm ends.  XON does not end a storm earlier: XON only ends the pause that
 * the previous XOFF requested.
 */
static u64 pfc_detector_over_at(const struct pfc_detector *detector,
				const struct pfc_watchdog_config *config)
{
	u64 restoration = config->restoration ?: 2 * config->detection;

	BUILD_BUG_ON(PFC_RESTORATION_MANUAL != PFC_DETECTOR_NEVER);
	return max(pfc_after(detector->last_xoff, restoration), detector->pause_end);
}

void pfc_detector_init(struct pfc_detector *detector, u64 now)
{
	memset(detector, 0, sizeof(*detector));
	detector->state = PFC_WATCHDOG_STATE_OPERATIONAL;
	detector->since = now;
	pfc_detector_forget(detector, now);
}

/* For a queue that was not monitored, or whose link went down.  An active storm stays active */
void pfc_detector_forget(struct pfc_detector *detector, u64 now)
{
	detector->from = now;
	detector->begin = PFC_DETECTOR_NEVER;
	detector->stuck = pfc_detector_no_span;
	detector->pause = pfc_detector_no_span;
	detector->long_reported = false;
}

void pfc_detector_xoff(struct pfc_detector *detector, u64 now, u64 until)
{
	detector->last_xoff = now;
	detector->pause_end = until;
}

static void pfc_detector_enter(struct pfc_detector *detector, u8 state, u64 now)
{
	detector->state = state;
	detector->since = now;
	pfc_detector_forget(detector, now);
}

/* Return: whether the span continues after @gap.  @most: maximum sum of all gaps, ns */
static bool pfc_span_continue(struct pfc_detector_span *span, u64 gap, u64 most)
{
	if (span->start == PFC_DETECTOR_NEVER || span->gaps + gap > most)
		return false;
	span->gaps += gap;
	return true;
}

static void pfc_span_start(struct pfc_detector_span *span, u64 start,
			   const struct pfc_detector_input *input)
{
	*span = (struct pfc_detector_span) {
		.start = start,
		.sent = input->sent,
		/* The XOFF that began the pause counts as received in the span */
		.xoff_received = input->xoff_received - (start == input->begin),
	};
}

/*
 * Update the spans of a paused queue.  @fresh: the current pause began after the last check,
 * so it may continue a span after a gap.  If not @fresh, there is no new gap, but the
 * detection time may have changed, and earlier gaps may now be too long.
 */
static void pfc_detector_pause(struct pfc_detector *detector,
			       const struct pfc_watchdog_config *config,
			       const struct pfc_detector_input *input, bool fresh)
{
	u64 gap = fresh ? input->begin - min(input->begin, input->end) : 0;
	u64 most = div_u64(config->detection, PFC_DETECTOR_GAPS);
	u64 start = max(input->begin, detector->from);

	if (detector->stuck.start != PFC_DETECTOR_NEVER &&
	    detector->stuck.sent == input->sent &&
	    !pfc_span_continue(&detector->stuck, gap, most))
		pfc_span_start(&detector->stuck, start, input);
	if (!pfc_span_continue(&detector->pause, gap, most)) {
		pfc_span_start(&detector->pause, start, input);
		detector->long_reported = false;
	}
}

/*
 * Count a detection, and escalate if there are too many.
 * @detector: state of the queue, after pfc_detector_check() returned %PFC_DETECTOR_DETECTED
 * @times: times of the last detections of this queue; if all entries are in use, the oldest is
 *	at @detector->oldest
 * Return: %PFC_DETECTOR_DETECTED or %PFC_DETECTOR_ESCALATED.
 */
enum pfc_detector_verdict pfc_detector_count(struct pfc_detector *detector,
					     u64 times[PFC_ESCALATE_MAX],
					     const struct pfc_watchdog_config *config, u64 now)
{
	u32 count = config->escalate_count;
	u32 first;

	times[detector->oldest] = now;
	detector->oldest = (detector->oldest + 1) % PFC_ESCALATE_MAX;
	if (detector->count < PFC_ESCALATE_MAX)
		detector->count++;
	if (!count || detector->count < count)
		return PFC_DETECTOR_DETECTED;
	first = (detector->oldest + PFC_ESCALATE_MAX - count) % PFC_ESCALATE_MAX;
	if (now - times[first] > config->escalate_period)
		return PFC_DETECTOR_DETECTED;
	pfc_detector_enter(detector, PFC_WATCHDOG_STATE_DISABLED, now);
	return PFC_DETECTOR_ESCALATED;
}

static enum pfc_detector_verdict
pfc_detector_paused(struct pfc_detector *detector,
		    const struct pfc_watchdog_config *config,
		    const struct pfc_detector_input *input)
{
	bool fresh = input->begin != detector->begin;
	u64 now = input->now;

	pfc_detector_pause(detector, config, input, fresh);
	if (!input->backlog) {
		detector->stuck.start = PFC_DETECTOR_NEVER;
	} else if (detector->stuck.start == PFC_DETECTOR_NEVER ||
		   detector->stuck.sent != input->sent) {
		pfc_span_start(&detector->stuck,
			       fresh ? max(input->begin, detector->from) : now, input);
	}
	detector->begin = input->begin;
	detector->sent = input->sent;

	if (pfc_detector_stuck_at(detector, config) <= now) {
		detector->found = detector->stuck;
		pfc_detector_enter(detector, PFC_WATCHDOG_STATE_STORM, now);
		return PFC_DETECTOR_DETECTED;
	}
	if (input->backlog && pfc_detector_long_at(detector, config) <= now) {
		detector->long_reported = true;
		detector->found = detector->pause;
		return PFC_DETECTOR_LONG;
	}
	return PFC_DETECTOR_NOTHING;
}

/*
 * Update the state of a queue.
 *
 * The caller calls it when a pause begins, when a frame arrives at an empty paused queue,
 * and at the time that pfc_detector_due() returns.  It must also call it after a change of
 * @config, after pfc_detector_forget() or pfc_detector_clear(), and after frames of a paused
 * queue were dropped.
 * Return: the event, if any.
 */
enum pfc_detector_verdict pfc_detector_check(struct pfc_detector *detector,
					     const struct pfc_watchdog_config *config,
					     const struct pfc_detector_input *input)
{
	if (detector->state == PFC_WATCHDOG_STATE_STORM) {
		if (pfc_detector_over_at(detector, config) > input->now)
			return PFC_DETECTOR_NOTHING;
		pfc_detector_enter(detector, PFC_WATCHDOG_STATE_OPERATIONAL, input->now);
		return PFC_DETECTOR_RESTORED;
	}
	if (detector->state != PFC_WATCHDOG_STATE_OPERATIONAL || !input->paused)
		return PFC_DETECTOR_NOTHING;
	return pfc_detector_paused(detector, config, input);
}

/*
 * Time of the next queue check, after the last one.  None is due while the queue is empty: the
 * arrival of a frame at an empty queue triggers the next check.
 * Return: ns, or %PFC_DETECTOR_NEVER.
 */
u64 pfc_detector_due(const struct pfc_detector *detector,
		     const struct pfc_watchdog_config *config, bool paused)
{
	if (detector->state == PFC_WATCHDOG_STATE_STORM)
		return pfc_detector_over_at(detector, config);
	if (detector->state != PFC_WATCHDOG_STATE_OPERATIONAL || !paused ||
	    detector->stuck.start == PFC_DETECTOR_NEVER)
		return PFC_DETECTOR_NEVER;
	return min(pfc_detector_stuck_at(detector, config),
		   pfc_detector_long_at(detector, config));
}

/* On request of an operator.  Return: true if there was a storm or PFC was disabled */
bool pfc_detector_clear(struct pfc_detector *detector, u64 now)
{
	if (detector->state == PFC_WATCHDOG_STATE_OPERATIONAL)
		return false;
	detector->count = 0;
	pfc_detector_enter(detector, PFC_WATCHDOG_STATE_OPERATIONAL, now);
	return true;
}

void pfc_xoff_timer_init(struct pfc_xoff_timer *timer)
{
	*timer = (struct pfc_xoff_timer) { .since = PFC_DETECTOR_NEVER };
}

/*
 * Update the XOFF timeout of a group.
 * @timeout: maximum time for which XOFF is sent without a departure, ns; 0: unlimited
 * @wanted: the group is in XOFF: it has exceeded XOFF and has not yet drained to XON
 * @departed: time when a packet last left the group while it was in XOFF, ns
 *
 * This corresponds to the watchdog in the NICs of Guo et al. (SIGCOMM 2016, 4.3): a dead
 * receiver must not stop the network.
 * Return: the event, if any.
 */
enum pfc_xoff_verdict pfc_xoff_check(struct pfc_xoff_timer *timer, u64 timeout,
				     bool wanted, u64 departed, u64 now)
{
	bool stopped = timer->stopped;

	if (!wanted || !timeout) {
		pfc_xoff_timer_init(timer);
		return stopped ? PFC_XOFF_RESUMED : PFC_XOFF_NOTHING;
	}
	if (timer->since == PFC_DETECTOR_NEVER) {
		timer->since = now;
	} else if (departed > timer->since) {
		timer->since = departed;
		timer->stopped = false;
		if (stopped)
			return PFC_XOFF_RESUMED;
	}
	if (stopped || now - min(now, timer->since) < timeout)
		return PFC_XOFF_NOTHING;
	timer->stopped = true;
	return PFC_XOFF_STOPPED;
}

/* Time of the next check of a group's XOFF timeout.  Return: ns, or %PFC_DETECTOR_NEVER */
u64 pfc_xoff_due(const struct pfc_xoff_timer *timer, u64 timeout)
{
	if (!timeout || timer->stopped || timer->since == PFC_DETECTOR_NEVER)
		return PFC_DETECTOR_NEVER;
	return timer->since + timeout;
}

/*
 * Count an XOFF.  A second begins with the first XOFF after the end of the previous second.
 * Return: true for the first XOFF above @warn in a second; 0: unlimited.
 */
bool pfc_xoff_rate_add(struct pfc_xoff_rate *rate, u32 warn, u64 now)
{
	if (!rate->count || now - rate->begin >= PFC_DETECTOR_SECOND) {
		rate->begin = now;
		rate->count = 0;
	}
	rate->count++;
	return warn && rate->count == warn + 1;
}
