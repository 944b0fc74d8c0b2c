// SPDX-License-Identifier: GPL-2.0-only
/*
 * The watchdog of a port: queue checks, their timer, and the log of storms, see "Storms" in
 * architecture.rst.  core/detector.c decides whether a queue is in a storm, storm_action.c applies
 * the action.
 */
#include <linux/slab.h>
#include "qdisc.h"
#include "trace.h"

/* Result of a queue check: event to send when no lock is held, or %PFC_EVENT_UNSPEC, and storm */
struct pfc_found {
	u32			event;
	struct pfc_storm	storm;
};

static void pfc_found_report(struct pfc_port *port, const struct pfc_found *found)
{
	if (found->event)
		pfc_event_about(port, found->event, &(struct pfc_event_data) {
			.prios = BIT(found->storm.prio), .storm = &found->storm,
		});
}

/* Let the timer expire at @due, ns, or earlier.  Context: BH disabled, watchdog.lock */
void pfc_watchdog_arm(struct pfc_port *port, u64 due)
{
	struct pfc_watchdog *watchdog = &port->watchdog;

	lockdep_assert_held(&watchdog->lock);

	if (watchdog->dead || due >= watchdog->armed)
		return;
	watchdog->armed = due;
	hrtimer_start(&watchdog->timer, ns_to_ktime(due), HRTIMER_MODE_ABS_SOFT);
}

/*
 * The log of the storms, which the first storm allocates, because few ports have storms.  Without
 * memory, the actions are the same, but the storm does not escalate, and no event follows its end.
 */
static struct pfc_storm_log *pfc_storm_log(struct pfc_watchdog *watchdog)
{
	if (!watchdog->log)	/* the release pairs with READ_ONCE() in pfc_slab_size() */
		smp_store_release(&watchdog->log, kzalloc(sizeof(*watchdog->log),
							  GFP_ATOMIC | __GFP_NOWARN));
	return watchdog->log;
}

/* Latest storm of a priority in the log, or NULL */
static struct pfc_storm *pfc_storm_last(struct pfc_watchdog *watchdog, int prio)
{
	struct pfc_storm_log *log = watchdog->log;
	int i;

	for (i = log ? log->count - 1 : -1; i >= 0; i--)
		if (log->storms[i].prio == prio)
			return &log->storms[i];
	return NULL;
}

/*
 * Adds a storm to the log.  If the log is full, the storm replaces the oldest one that has ended.
 * At most eight storms, one for each priority, have not ended.
 */
static void pfc_storm_add(struct pfc_storm_log *log, const struct pfc_storm *storm)
{
	struct pfc_storm *storms = log->storms;
	int i = 0;

	if (log->count < PFC_HISTORY_MAX) {
		storms[log->count++] = *storm;
		return;
	}
	while (!storms[i].end)
		i++;
	memmove(&storms[i], &storms[i + 1], (PFC_HISTORY_MAX - 1 - i) * sizeof(*storms));
	storms[PFC_HISTORY_MAX - 1] = *storm;
}

/* Copy of a storm, with the frames dropped and forwarded in this storm only */
static struct pfc_storm pfc_storm_now(struct pfc_port *port, const struct pfc_storm *storm)
{
	struct pfc_storm now = *storm;
	u64 dropped, forwarded;

	if (storm->end)
		return now;
	pfc_watchdog_counts(port, storm->prio, &dropped, &forwarded);
	now.dropped = dropped - storm->dropped;
	now.forwarded = forwarded - storm->forwarded;
	now.action = pfc_config_get(port)->watchdog.action;
	return now;
}

/* Measurements at the time of a detection */
static struct pfc_storm pfc_storm_measure(struct pfc_port *port, int prio,
					  const struct pfc_detector_input *input)
{
	const struct pfc_detector_span *span = &port->watchdog.queues[prio].found;
	struct pfc_queue queue;

	pfc_leaves_queue(port, prio, &queue);
	return (struct pfc_storm) {
		.prio = prio,
		.action = pfc_config_get(port)->watchdog.action,
		.injected = port->watchdog.injected & BIT(prio),
		.start = span->start,
		.paused = input->now - span->start - span->gaps,
		.xoff = input->xoff_received - span->xoff_received,
		.packets = queue.frames,
		.bytes = queue.qstats.backlog,
	};
}

static void pfc_storm_begin(struct pfc_port *port, int prio,
			    const struct pfc_detector_input *input, struct pfc_found *found)
{
	struct pfc_storm storm = pfc_storm_measure(port, prio, input);
	struct pfc_watchdog *watchdog = &port->watchdog;
	struct pfc_storm_log *log = pfc_storm_log(watchdog);

	storm.detected = input->now;
	storm.disabled = log && pfc_detector_count(&watchdog->queues[prio], log->times[prio],
						   &pfc_config_get(port)->watchdog,
						   input->now) == PFC_DETECTOR_ESCALATED;
	watchdog->detected[prio]++;
	if (storm.disabled) {
		storm.end = input->now;
		watchdog->disabled[prio]++;
	} else {
		pfc_watchdog_counts(port, prio, &storm.dropped, &storm.forwarded);
	}
	if (log)
		pfc_storm_add(log, &storm);
	pfc_watchdog_apply(port);
	found->event = storm.disabled ? PFC_EVENT_PFC_DISABLED : PFC_EVENT_STORM_DETECTED;
	found->storm = pfc_storm_now(port, &storm);
	trace_watchdog(port, &found->storm, found->storm.paused);
}

/* The priority is operational again: stops the action and completes the entry in the log */
static void pfc_storm_end(struct pfc_port *port, int prio, u64 now, bool disabled,
			  struct pfc_found *found)
{
	struct pfc_storm *storm = pfc_storm_last(&port->watchdog, prio);
	bool open = storm && !storm->end;

	pfc_watchdog_apply(port);
	port->watchdog.restored[prio] += !disabled;
	if (open) {
		*storm = pfc_storm_now(port, storm);
		storm->end = now;
	}
	if (disabled)
		found->event = PFC_EVENT_PFC_ENABLED;
	else if (open)
		found->event = PFC_EVENT_STORM_RESTORED;
	found->storm = storm && found->event ? *storm : (struct pfc_storm) { .prio = prio };
	trace_watchdog(port, &found->storm,
		       found->storm.detected ? now - found->storm.detected : 0);
}

/* Reads the state of a queue as input for its detector */
static void pfc_watchdog_observe(struct pfc_port *port, int prio,
				 struct pfc_detector_input *input)
{
	struct pfc_detector *detector = &port->watchdog.queues[prio];
	struct pfc_xoff_received xoff;
	struct pfc_queue queue;

	pfc_receiver_read(port, prio, input, &xoff);
	pfc_leaves_queue(port, prio, &queue);
	pfc_detector_xoff(detector, xoff.last, xoff.until);
	input->backlog = queue.frames;
	input->sent = u64_stats_read(&queue.bstats.packets);

	if (!(port->watchdog.injected & BIT(prio)))
		return;
	/* An injected storm lasts until the injection ends */
	pfc_detector_xoff(detector, input->now, input->now);
	input->paused = true;
	input->begin = port->watchdog.injected_at[prio];
	input->end = input->begin;
	input->backlog = true;
	input->sent = 0;
}

static noinline_for_stack void pfc_watchdog_check_queue(struct pfc_port *port, int prio,
							struct pfc_found *found)
{
	const struct pfc_watchdog_config *config = &pfc_config_get(port)->watchdog;
	struct pfc_watchdog *watchdog = &port->watchdog;
	struct pfc_detector *detector = &watchdog->queues[prio];
	struct pfc_detector_input input;

	if (!(watchdog->watched & BIT(prio)))
		return;
	pfc_watchdog_observe(port, prio, &input);
	switch (pfc_detector_check(detector, config, &input)) {
	case PFC_DETECTOR_NOTHING:
	case PFC_DETECTOR_ESCALATED:
		break;
	case PFC_DETECTOR_DETECTED:
		pfc_storm_begin(port, prio, &input, found);
		break;
	case PFC_DETECTOR_LONG:
		watchdog->long_pauses[prio]++;
		found->event = PFC_EVENT_PAUSED_LONG;
		found->storm = pfc_storm_measure(port, prio, &input);
		break;
	case PFC_DETECTOR_RESTORED:
		pfc_storm_end(port, prio, input.now, false, found);
		break;
	}
	pfc_watchdog_arm(port, pfc_detector_due(detector, config, input.paused));
}

static void pfc_watchdog_forget_prios(struct pfc_watchdog *watchdog, u8 prios, u64 now)
{
	int prio;

	pfc_for_each_prio(prio, prios)
		pfc_detector_forget(&watchdog->queues[prio], now);
}

/* Discards earlier observations after a link loss */
static void pfc_watchdog_forget_all(struct pfc_port *port)
{
	u64 now = ktime_get_ns();

	pfc_watchdog_forget_prios(&port->watchdog, 0xff, now);
	/* A storm may now end, if only the end of the pause was missing: check the queues */
	if (port->watchdog.watched)
		pfc_watchdog_arm(port, now);
}

/*
 * Check queues for storms.
 * @prios: bit mask of the queues; requested checks of other queues are made, too
 * Context: RCU or RTNL; no qdisc lock and no watchdog.lock is held.
 */
void pfc_watchdog_check(struct pfc_port *port, u8 prios)
{
	struct pfc_found found[PFC_PRIOS];
	unsigned long requests;
	int prio;

	/* Check all queues before sending events, because a listener may keep the CPU busy */
	local_bh_disable();
	spin_lock(&port->watchdog.lock);
	if (port->watchdog.suspended) {
		spin_unlock(&port->watchdog.lock);
		goto out;
	}
	requests = xchg(&port->watchdog.requests, 0);
	if (requests & BIT(PFC_WATCHDOG_FORGET))
		pfc_watchdog_forget_all(port);
	prios |= requests;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		found[prio].event = PFC_EVENT_UNSPEC;
		if (prios & BIT(prio))
			pfc_watchdog_check_queue(port, prio, &found[prio]);
	}
	spin_unlock(&port->watchdog.lock);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		pfc_found_report(port, &found[prio]);
	/* Frees a limited number of discarded frames; the timer expires at once and frees more */
	if (pfc_leaves_discard(port)) {
		spin_lock(&port->watchdog.lock);
		pfc_watchdog_arm(port, ktime_get_ns());
		spin_unlock(&port->watchdog.lock);
	}
out:
	local_bh_enable();
}

static enum hrtimer_restart pfc_watchdog_timer(struct hrtimer *timer)
{
	struct pfc_port *port = container_of(timer, struct pfc_port, watchdog.timer);

	rcu_read_lock_bh();
	spin_lock(&port->watchdog.lock);
	port->watchdog.armed = PFC_DETECTOR_NEVER;
	spin_unlock(&port->watchdog.lock);
	pfc_watchdog_check(port, 0xff);
	rcu_read_unlock_bh();
	return HRTIMER_NORESTART;
}

/* Under the root lock of a leaf.  The sender, which runs without such a lock, passes it on. */
static void pfc_watchdog_request(struct pfc_port *port, int bit)
{
	set_bit(bit, &port->watchdog.requests);
	pfc_sender_kick(port);
}

/* Context: BH disabled, RCU; no qdisc lock and no watchdog.lock is held */
void pfc_watchdog_requested(struct pfc_port *port)
{
	if (READ_ONCE(port->watchdog.requests) && !READ_ONCE(port->sender.dead))
		pfc_watchdog_check(port, 0);
}

/* Request a check of a paused queue that is no longer empty.  Context: BH disabled, root lock */
void pfc_watchdog_filled(struct pfc_port *port, u8 prio)
{
	if (READ_ONCE(port->watchdog.watched) & BIT(prio))
		pfc_watchdog_request(port, prio);
}

/* After a link loss: storms last until no XOFF arrives for the restoration time.  Root lock */
void pfc_watchdog_forget(struct pfc_port *port)
{
	pfc_watchdog_request(port, PFC_WATCHDOG_FORGET);
}

/* End storms and enable disabled PFC.  Context: RTNL */
void pfc_watchdog_clear(struct pfc_port *port, u8 prios)
{
	struct pfc_watchdog *watchdog = &port->watchdog;
	u64 now = ktime_get_ns();
	int prio;

	ASSERT_RTNL();

	pfc_for_each_prio(prio, prios) {
		struct pfc_found found = {};
		bool disabled;

		spin_lock_bh(&watchdog->lock);
		disabled = watchdog->queues[prio].state == PFC_WATCHDOG_STATE_DISABLED;
		if (pfc_detector_clear(&watchdog->queues[prio], now))
			pfc_storm_end(port, prio, now, disabled, &found);
		spin_unlock_bh(&watchdog->lock);
		pfc_found_report(port, &found);
	}
	pfc_watchdog_check(port, prios);
}

/* Apply a changed configuration to the watchdog.  Context: RTNL */
void pfc_watchdog_configure(struct pfc_port *port)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	u8 watched = config->watchdog.watched & config->obeyed;
	struct pfc_watchdog *watchdog = &port->watchdog;
	u64 now = ktime_get_ns();
	u8 over, begun;

	ASSERT_RTNL();

	spin_lock_bh(&port->watchdog.lock);
	begun = watched & ~watchdog->watched;
	WRITE_ONCE(watchdog->watched, watched);
	watchdog->injected &= watched;
	pfc_receiver_track(port, begun);
	pfc_watchdog_forget_prios(watchdog, begun, now);
	pfc_watchdog_apply(port);
	/* PFC that the watchdog has disabled stays disabled until an operator enables it */
	over = ~watched & pfc_watchdog_in(watchdog, PFC_WATCHDOG_STATE_STORM);
	spin_unlock_bh(&port->watchdog.lock);
	pfc_leaves_discard_all(port);

	pfc_watchdog_clear(port, over);
	pfc_watchdog_check(port, watched);
}

void pfc_watchdog_init(struct pfc_port *port)
{
	struct pfc_watchdog *watchdog = &port->watchdog;
	u64 now = ktime_get_ns();
	int prio;

	spin_lock_init(&watchdog->lock);
	watchdog->armed = PFC_DETECTOR_NEVER;
	for (prio = 0; prio < PFC_PRIOS; prio++)
		pfc_detector_init(&watchdog->queues[prio], now);
	hrtimer_setup(&watchdog->timer, pfc_watchdog_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
}

/* Stop the watchdog of a port that is being detached.  Context: RTNL, may sleep */
void pfc_watchdog_stop(struct pfc_port *port)
{
	spin_lock_bh(&port->watchdog.lock);
	port->watchdog.dead = true;
	spin_unlock_bh(&port->watchdog.lock);
	hrtimer_cancel(&port->watchdog.timer);
}

void pfc_watchdog_status(struct pfc_port *port, int prio, struct pfc_watchdog_status *shown)
{
	struct pfc_watchdog *watchdog = &port->watchdog;
	const struct pfc_storm *storm;
	struct pfc_storm last = {};

	ASSERT_RTNL();

	spin_lock_bh(&port->watchdog.lock);
	storm = pfc_storm_last(watchdog, prio);
	if (storm)
		last = pfc_storm_now(port, storm);
	*shown = (struct pfc_watchdog_status) {
		.state = watchdog->queues[prio].state,
		.since = watchdog->queues[prio].since,
		.acting = (watchdog->drop | watchdog->forward) & BIT(prio),
		.action = watchdog->drop & BIT(prio) ? PFC_WATCHDOG_ACTION_DROP :
						     PFC_WATCHDOG_ACTION_FORWARD,
		.manual = watchdog->manual & BIT(prio),
		.injected = watchdog->injected & BIT(prio),
		.dropped = last.dropped,
		.forwarded = last.forwarded,
	};
	if (shown->state == PFC_WATCHDOG_STATE_OPERATIONAL && !(watchdog->watched & BIT(prio)))
		shown->state = PFC_WATCHDOG_STATE_OFF;
	spin_unlock_bh(&port->watchdog.lock);
}

/* @history: array of %PFC_HISTORY_MAX, filled oldest first.  Return: number of storms */
int pfc_watchdog_history(struct pfc_port *port, struct pfc_storm *history)
{
	const struct pfc_storm_log *log;
	int i;

	ASSERT_RTNL();

	spin_lock_bh(&port->watchdog.lock);
	log = port->watchdog.log;
	for (i = 0; log && i < log->count; i++)
		history[i] = pfc_storm_now(port, &log->storms[i]);
	spin_unlock_bh(&port->watchdog.lock);
	return i;
}

/* @on: treat the priorities as in a storm.  Context: RTNL */
void pfc_watchdog_mitigate(struct pfc_port *port, u8 prios, bool on)
{
	struct pfc_watchdog *watchdog = &port->watchdog;
	u8 changed;

	ASSERT_RTNL();

	spin_lock_bh(&port->watchdog.lock);
	changed = (on ? ~watchdog->manual : watchdog->manual) & prios;
	watchdog->manual ^= changed;
	pfc_watchdog_apply(port);
	/* Earlier observations are invalid for a queue that the operator has emptied */
	pfc_watchdog_forget_prios(watchdog, changed, ktime_get_ns());
	spin_unlock_bh(&port->watchdog.lock);
	pfc_leaves_discard_all(port);
	if (changed)
		pfc_event(port, on ? PFC_EVENT_MITIGATION_ON : PFC_EVENT_MITIGATION_OFF,
			  changed, 0);
}

/* Return: 0, or -EINVAL if a priority is not watched; nothing has changed then.  Context: RTNL */
int pfc_watchdog_inject(struct pfc_port *port, u8 prios, bool on)
{
	struct pfc_watchdog *watchdog = &port->watchdog;
	u64 now = ktime_get_ns();
	u8 changed;
	int prio;

	ASSERT_RTNL();

	if (on && prios & ~watchdog->watched)
		return -EINVAL;
	spin_lock_bh(&port->watchdog.lock);
	changed = (on ? ~watchdog->injected : watchdog->injected) & prios;
	watchdog->injected ^= changed;
	pfc_for_each_prio(prio, changed) {
		/*
		 * No XOFF began the injected pause.  It begins before the observation, so
		 * that the detector does not count an XOFF as its start.
		 */
		watchdog->injected_at[prio] = now - 1;
		pfc_detector_forget(&watchdog->queues[prio], now);
		/* The restoration time runs from here, as it does from a last XOFF */
		pfc_receiver_restart(port, prio, now);
	}
	spin_unlock_bh(&port->watchdog.lock);
	pfc_watchdog_check(port, prios);
	return 0;
}
