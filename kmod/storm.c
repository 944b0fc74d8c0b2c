// SPDX-License-Identifier: GPL-2.0-only
/*
 * The watchdog of a port: when its queues are looked at, and what is to be seen of them.
 *
 * Nothing is polled.  A queue is looked at when the peer pauses it, when a frame comes to
 * it that finds it empty and paused, and when one of the times is over that this began:
 * that is what the timer is for.  What is found is remembered here, storm_action.c does
 * something about it.
 */
#include "qdisc.h"

/**
 * struct pfc_found - what a look at a queue was good for
 * @event: &enum pfc_event, to be told when no lock is held, or 0
 * @storm: what it is about
 */
struct pfc_found {
	u32			event;
	struct pfc_storm	storm;
};

/**
 * pfc_storms_arm() - look at the queues, or earlier than that is going to be
 * @port: the port
 * @due: when, ns, or %PFC_WATCH_NEVER
 *
 * Context: BH disabled, root lock.
 */
void pfc_storms_arm(struct pfc_port *port, u64 due)
{
	struct pfc_storms *storms = &port->storms;

	lockdep_assert_held(qdisc_lock(port->sch));

	if (storms->dead || due >= storms->armed)
		return;
	storms->armed = due;
	hrtimer_start(&storms->timer, ns_to_ktime(due), HRTIMER_MODE_ABS_SOFT);
}

/* The storm of a priority that began last, or NULL */
static struct pfc_storm *pfc_storm_last(struct pfc_storms *storms, int prio)
{
	int i;

	for (i = storms->count - 1; i >= 0; i--)
		if (storms->history[i].prio == prio)
			return &storms->history[i];
	return NULL;
}

/* Of those that are over, the oldest makes room.  No more than eight are not. */
static struct pfc_storm *pfc_storm_new(struct pfc_storms *storms)
{
	struct pfc_storm *history = storms->history;
	int i = 0;

	if (storms->count < PFC_HISTORY_MAX)
		return &history[storms->count++];
	while (!history[i].end)
		i++;
	memmove(&history[i], &history[i + 1],
		(PFC_HISTORY_MAX - 1 - i) * sizeof(*history));
	return &history[PFC_HISTORY_MAX - 1];
}

/* As it is now: what it has cost by itself */
static struct pfc_storm pfc_storm_now(struct pfc_port *port, const struct pfc_storm *storm)
{
	struct pfc_storm now = *storm;
	u64 dropped, forwarded;

	if (storm->end)
		return now;
	pfc_storms_counts(port, storm->prio, &dropped, &forwarded);
	now.dropped = dropped - storm->dropped;
	now.forwarded = forwarded - storm->forwarded;
	now.action = pfc_config_get(port)->watch.action;
	return now;
}

/* What was measured when something was found */
static struct pfc_storm pfc_storm_measure(struct pfc_port *port, int prio,
					  const struct pfc_watch_seen *seen)
{
	const struct pfc_watch_span *span = &port->storms.queues[prio].found;
	const struct pfc_sched *q = qdisc_priv(port->sch);
	const struct pfc_queue *queue = &q->queues[prio];

	return (struct pfc_storm) {
		.prio = prio,
		.action = pfc_config_get(port)->watch.action,
		.injected = port->storms.injected & BIT(prio),
		.start = span->start,
		.paused = seen->now - span->start - span->gaps,
		.xoff = seen->heard - span->heard,
		.packets = queue->list.qlen,
		.bytes = queue->qstats.backlog,
	};
}

static void pfc_storm_begin(struct pfc_port *port, int prio,
			    const struct pfc_watch_seen *seen, bool disable,
			    struct pfc_found *found)
{
	struct pfc_storms *storms = &port->storms;
	struct pfc_storm *storm = pfc_storm_new(storms);

	*storm = pfc_storm_measure(port, prio, seen);
	storm->detected = seen->now;
	storm->disabled = disable;
	storms->detected[prio]++;
	if (disable) {
		storm->end = seen->now;
		storms->disabled[prio]++;
	} else {
		pfc_storms_counts(port, prio, &storm->dropped, &storm->forwarded);
	}
	pfc_storms_act(port);
	found->event = disable ? PFC_EVENT_PFC_DISABLED : PFC_EVENT_STORM_DETECTED;
	found->storm = pfc_storm_now(port, storm);
}

/* It is operational again, and what was done about it is not done any more */
static void pfc_storm_end(struct pfc_port *port, int prio, u64 now,
			  struct pfc_found *found)
{
	struct pfc_storms *storms = &port->storms;
	struct pfc_storm *storm = pfc_storm_last(storms, prio);

	pfc_storms_act(port);
	found->event = PFC_EVENT_PFC_ENABLED;
	if (storm && !storm->end) {
		*storm = pfc_storm_now(port, storm);
		storm->end = now;
		storms->restored[prio]++;
		found->event = PFC_EVENT_STORM_RESTORED;
	}
	found->storm = storm ? *storm : (struct pfc_storm) { .prio = prio };
}

static void pfc_storm_see(struct pfc_port *port, int prio, struct pfc_watch_seen *seen)
{
	struct pfc_receiver *receiver = &port->receiver;
	struct pfc_watch *watch = &port->storms.queues[prio];
	const struct pfc_pause_rx *rx = &receiver->rx;
	const struct pfc_heard *heard = &receiver->heard[prio];
	const struct pfc_sched *q = qdisc_priv(port->sch);
	const struct pfc_queue *queue = &q->queues[prio];

	spin_lock(&receiver->lock);
	seen->now = ktime_get_ns();
	pfc_pause_rx_expire(&receiver->rx, seen->now);
	seen->paused = rx->paused & BIT(prio);
	seen->begin = rx->clock.start[prio];
	seen->end = rx->clock.end[prio];
	seen->heard = heard->count;
	pfc_watch_heard(watch, heard->last, heard->until);
	spin_unlock(&receiver->lock);
	seen->backlog = queue->list.head;
	seen->sent = u64_stats_read(&queue->bstats.packets);

	if (!(port->storms.injected & BIT(prio)))
		return;
	/* For as long as it is faked it is there */
	pfc_watch_heard(watch, seen->now, seen->now);
	seen->paused = true;
	seen->begin = port->storms.injected_at[prio];
	seen->end = seen->begin;
	seen->backlog = true;
	seen->sent = 0;
}

static void pfc_storm_look(struct pfc_port *port, int prio, struct pfc_found *found)
{
	const struct pfc_watch_terms *terms = &pfc_config_get(port)->watch;
	struct pfc_storms *storms = &port->storms;
	struct pfc_watch *watch = &storms->queues[prio];
	struct pfc_watch_seen seen;

	if (!(storms->watched & BIT(prio)))
		return;
	pfc_storm_see(port, prio, &seen);
	switch (pfc_watch_look(watch, terms, &seen)) {
	case PFC_WATCH_NOTHING:
		break;
	case PFC_WATCH_DETECTED:
		pfc_storm_begin(port, prio, &seen, false, found);
		break;
	case PFC_WATCH_ESCALATED:
		pfc_storm_begin(port, prio, &seen, true, found);
		break;
	case PFC_WATCH_LONG:
		storms->longs[prio]++;
		found->event = PFC_EVENT_PAUSED_LONG;
		found->storm = pfc_storm_measure(port, prio, &seen);
		break;
	case PFC_WATCH_RESTORED:
		pfc_storm_end(port, prio, seen.now, found);
		break;
	}
	pfc_storms_arm(port, pfc_watch_due(watch, terms, seen.paused));
}

static void pfc_storm_tell(struct pfc_port *port, const struct pfc_found *found)
{
	if (found->event)
		pfc_event_storm(port, found->event, &found->storm);
}

/**
 * pfc_storms_look() - look at queues
 * @port: the port
 * @prios: bit mask of them
 *
 * Context: BH disabled, RCU; no qdisc lock is held.
 */
void pfc_storms_look(struct pfc_port *port, u8 prios)
{
	struct pfc_found found[PFC_PRIOS];
	int prio;

	/* All of them before any is told of: whoever listens may take the CPU for a while */
	spin_lock(qdisc_lock(port->sch));
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		found[prio].event = PFC_EVENT_UNSPEC;
		if (prios & BIT(prio))
			pfc_storm_look(port, prio, &found[prio]);
	}
	spin_unlock(qdisc_lock(port->sch));
	for (prio = 0; prio < PFC_PRIOS; prio++)
		pfc_storm_tell(port, &found[prio]);
}

static enum hrtimer_restart pfc_storms_timer(struct hrtimer *timer)
{
	struct pfc_port *port = container_of(timer, struct pfc_port, storms.timer);

	rcu_read_lock_bh();
	spin_lock(qdisc_lock(port->sch));
	port->storms.armed = PFC_WATCH_NEVER;
	spin_unlock(qdisc_lock(port->sch));
	pfc_storms_look(port, 0xff);
	rcu_read_unlock_bh();
	return HRTIMER_NORESTART;
}

/**
 * pfc_storms_filled() - a frame has come to an empty queue that is paused
 * @port: the port
 * @prio: the queue, 0..7
 *
 * Context: BH disabled, root lock.
 */
void pfc_storms_filled(struct pfc_port *port, u8 prio)
{
	if (port->storms.watched & BIT(prio))
		pfc_storms_arm(port, ktime_get_ns());
}

/**
 * pfc_storms_forget() - the queues are empty and not paused any more: the link went down
 * @port: the port; its storms go on, until no XOFF has come for long enough
 *
 * Context: BH disabled, root lock.
 */
void pfc_storms_forget(struct pfc_port *port)
{
	u64 now = ktime_get_ns();
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		pfc_watch_forget(&port->storms.queues[prio], now);
	/* The pause that was asked for may be what they were waiting for */
	if (port->storms.watched)
		pfc_storms_arm(port, now);
}

/**
 * pfc_storms_clear() - these storms are over, and what was disabled is enabled
 * @port: the port
 * @prios: bit mask of the priorities
 *
 * Context: RTNL.
 */
void pfc_storms_clear(struct pfc_port *port, u8 prios)
{
	struct pfc_storms *storms = &port->storms;
	u64 now = ktime_get_ns();
	int prio;

	ASSERT_RTNL();

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		struct pfc_found found = {};

		if (!(prios & BIT(prio)))
			continue;
		spin_lock_bh(qdisc_lock(port->sch));
		if (pfc_watch_clear(&storms->queues[prio], now))
			pfc_storm_end(port, prio, now, &found);
		spin_unlock_bh(qdisc_lock(port->sch));
		pfc_storm_tell(port, &found);
	}
	local_bh_disable();
	pfc_storms_look(port, prios);
	local_bh_enable();
}

/* What is not watched any more is no storm; what was disabled waits for an operator */
static u8 pfc_storms_unwatched(const struct pfc_storms *storms, u8 prios)
{
	u8 over = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (storms->queues[prio].state == PFC_WATCH_STORM)
			over |= prios & BIT(prio);
	return over;
}

/**
 * pfc_storms_configure() - follow a changed configuration
 * @port: the port
 *
 * Context: RTNL.
 */
void pfc_storms_configure(struct pfc_port *port)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	u8 watched = config->watch.watched & config->obeyed;
	struct pfc_storms *storms = &port->storms;
	u64 now = ktime_get_ns();
	u8 over, begun;
	int prio;

	ASSERT_RTNL();

	spin_lock_bh(qdisc_lock(port->sch));
	begun = watched & ~storms->watched;
	WRITE_ONCE(storms->watched, watched);
	storms->injected &= watched;
	pfc_receiver_watch(port, begun);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (begun & BIT(prio))
			pfc_watch_forget(&storms->queues[prio], now);
	pfc_storms_act(port);
	over = pfc_storms_unwatched(storms, ~watched);
	spin_unlock_bh(qdisc_lock(port->sch));

	pfc_storms_clear(port, over);
	local_bh_disable();
	pfc_storms_look(port, watched);
	local_bh_enable();
}

/**
 * pfc_storms_init() - begin to watch
 * @port: the port, zeroed
 */
void pfc_storms_init(struct pfc_port *port)
{
	struct pfc_storms *storms = &port->storms;
	u64 now = ktime_get_ns();
	int prio;

	storms->armed = PFC_WATCH_NEVER;
	for (prio = 0; prio < PFC_PRIOS; prio++)
		pfc_watch_init(&storms->queues[prio], now);
	hrtimer_setup(&storms->timer, pfc_storms_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
}

/**
 * pfc_storms_stop() - the port is going away
 * @port: the port
 *
 * Context: RTNL, may sleep.
 */
void pfc_storms_stop(struct pfc_port *port)
{
	spin_lock_bh(qdisc_lock(port->sch));
	port->storms.dead = true;
	spin_unlock_bh(qdisc_lock(port->sch));
	hrtimer_cancel(&port->storms.timer);
}

/**
 * pfc_storms_show() - what the watchdog thinks of a priority
 * @port: the port
 * @prio: 0..7
 * @shown: written
 *
 * Context: RTNL.
 */
void pfc_storms_show(struct pfc_port *port, int prio, struct pfc_watch_shown *shown)
{
	struct pfc_storms *storms = &port->storms;
	const struct pfc_storm *storm;
	struct pfc_storm last = {};

	ASSERT_RTNL();

	spin_lock_bh(qdisc_lock(port->sch));
	storm = pfc_storm_last(storms, prio);
	if (storm)
		last = pfc_storm_now(port, storm);
	*shown = (struct pfc_watch_shown) {
		.state = storms->queues[prio].state,
		.since = storms->queues[prio].since,
		.acting = (storms->drop | storms->forward) & BIT(prio),
		.action = storms->drop & BIT(prio) ? PFC_WATCHDOG_DROP :
						     PFC_WATCHDOG_FORWARD,
		.manual = storms->manual & BIT(prio),
		.injected = storms->injected & BIT(prio),
		.dropped = last.dropped,
		.forwarded = last.forwarded,
	};
	if (shown->state == PFC_WATCH_OPERATIONAL && !(storms->watched & BIT(prio)))
		shown->state = PFC_WATCH_OFF;
	spin_unlock_bh(qdisc_lock(port->sch));
}

/**
 * pfc_storms_history() - the last storms
 * @port: the port
 * @history: of %PFC_HISTORY_MAX, written, oldest first
 *
 * Context: RTNL.
 * Return: how many there are.
 */
int pfc_storms_history(struct pfc_port *port, struct pfc_storm *history)
{
	struct pfc_storms *storms = &port->storms;
	int i;

	ASSERT_RTNL();

	spin_lock_bh(qdisc_lock(port->sch));
	for (i = 0; i < storms->count; i++)
		history[i] = pfc_storm_now(port, &storms->history[i]);
	spin_unlock_bh(qdisc_lock(port->sch));
	return i;
}

/**
 * pfc_storms_inject() - fake storms, or no more
 * @port: the port
 * @prios: bit mask of the priorities
 * @on: do so
 *
 * Context: RTNL.
 * Return: 0, or -EINVAL if one of them is not watched; then nothing has changed.
 */
int pfc_storms_inject(struct pfc_port *port, u8 prios, bool on)
{
	struct pfc_storms *storms = &port->storms;
	u64 now = ktime_get_ns();
	u8 changed;
	int prio;

	ASSERT_RTNL();

	if (on && prios & ~storms->watched)
		return -EINVAL;
	spin_lock_bh(qdisc_lock(port->sch));
	changed = (on ? ~storms->injected : storms->injected) & prios;
	storms->injected ^= changed;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (!(changed & BIT(prio)))
			continue;
		/* No XOFF has begun it: it is older than what is known */
		storms->injected_at[prio] = now - 1;
		pfc_watch_forget(&storms->queues[prio], now);
		/* Its last XOFF, as it were */
		spin_lock(&port->receiver.lock);
		port->receiver.heard[prio].last = now;
		spin_unlock(&port->receiver.lock);
	}
	spin_unlock_bh(qdisc_lock(port->sch));
	local_bh_disable();
	pfc_storms_look(port, prios);
	local_bh_enable();
	return 0;
}
