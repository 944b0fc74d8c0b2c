// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is done about storms.
 *
 * Three things are kept apart, and none is ever written from another: what is configured
 * (struct pfc_config), what the watchdog has found and what an operator wants (the states
 * and masks of struct pfc_storms), and what follows from these, which is worked out anew
 * here whenever one of them changes.  So a change of the configuration takes effect while
 * a storm lasts, and nothing has to be put back when it is over.
 */
#include "qdisc.h"

/* Bit mask of the priorities in a state */
static u8 pfc_storms_in(const struct pfc_storms *storms, u8 state)
{
	u8 prios = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		prios |= (storms->queues[prio].state == state) << prio;
	return prios;
}

/* Frames that have left a queue */
static u64 pfc_sent(struct pfc_port *port, int prio)
{
	const struct pfc_sched *q = qdisc_priv(port->sch);

	return u64_stats_read(&q->queues[prio].bstats.packets);
}

static void pfc_storms_forward(struct pfc_port *port, u8 forward)
{
	struct pfc_storms *storms = &port->storms;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (forward & ~storms->forward & BIT(prio))
			storms->forward_from[prio] = pfc_sent(port, prio);
		if (storms->forward & ~forward & BIT(prio))
			storms->forwarded[prio] +=
				pfc_sent(port, prio) - storms->forward_from[prio];
	}
	storms->forward = forward;
}

/* The queues; those that are not dropped any more just go on */
static void pfc_storms_drop_queues(struct pfc_port *port, u8 drop)
{
	struct pfc_sched *q = qdisc_priv(port->sch);
	int prio;

	port->storms.drop = drop;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		q->queues[prio].dropped = drop & BIT(prio);
		pfc_queue_bound(&q->queues[prio]);
		if (drop & BIT(prio))
			pfc_flush_storm(port->sch, prio);
	}
}

/*
 * What comes in by the port for the same group.  Return: bit mask of the priorities of
 * these groups.
 */
static u8 pfc_storms_drop_groups(struct pfc_port *port, const struct pfc_config *config,
				 u8 drop)
{
	struct pfc_storms *storms = &port->storms;
	u8 prios, silent = 0;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++) {
		prios = pfc_config_pg_prios(config, pg);
		if (prios & drop)
			silent |= prios;
		WRITE_ONCE(storms->storm_of[pg],
			   prios & drop ? __ffs(prios & drop) + 1 : 0);
	}
	WRITE_ONCE(port->attention.drops, drop);
	return silent;
}

/*
 * XOFF for these is not obeyed: those that are obeyed now end.  For others it is again,
 * also what the peer has asked for last, as it may say so again only when half of that is
 * over.
 */
static void pfc_storms_disobey(struct pfc_port *port, const struct pfc_config *config,
			       u8 prios)
{
	struct pfc_receiver *receiver = &port->receiver;
	struct pfc_storms *storms = &port->storms;
	u8 again = storms->unobeyed & ~prios & config->obeyed;
	u8 no_more = prios & ~storms->unobeyed;
	u64 now = ktime_get_ns();
	int prio;

	spin_lock(&receiver->lock);
	storms->unobeyed = prios;
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (no_more & BIT(prio))
			pfc_receiver_note(receiver, prio, now);
	pfc_pause_rx_resume(&receiver->rx, prios, now);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (again & ~receiver->rx.paused & BIT(prio))
			pfc_pause_rx_until(&receiver->rx, prio,
					   receiver->heard[prio].until, now);
	spin_unlock(&receiver->lock);
	if (again)
		pfc_storms_arm(port, now);
}

/**
 * pfc_storms_act() - do what is to be done now
 * @port: the port, of which something has changed: configuration, state, or what an
 *	operator wants
 *
 * Context: BH disabled, RCU or RTNL; root lock.
 */
void pfc_storms_act(struct pfc_port *port)
{
	const struct pfc_config *config = pfc_config_get(port);
	struct pfc_sched *q = qdisc_priv(port->sch);
	struct pfc_storms *storms = &port->storms;
	u8 disabled = pfc_storms_in(storms, PFC_WATCH_DISABLED);
	u8 action = config->watch.action;
	u8 acting = storms->manual;
	u8 drop;

	lockdep_assert_held(qdisc_lock(port->sch));

	if (action != PFC_WATCHDOG_ALERT)
		acting |= pfc_storms_in(storms, PFC_WATCH_STORM);
	drop = action == PFC_WATCHDOG_FORWARD ? 0 : acting;

	pfc_storms_forward(port, acting & ~drop);
	pfc_storms_disobey(port, config, acting | disabled);
	WRITE_ONCE(storms->silent, disabled | pfc_storms_drop_groups(port, config, drop));
	pfc_storms_drop_queues(port, drop);
	q->waiting = 0;
	pfc_qdisc_bypass(port->sch);
	pfc_qdisc_wake(port->sch);
	pfc_sender_kick(port);
}

/**
 * pfc_storms_drop() - is what came in to be dropped?
 * @port: port by which it came in
 * @pg: its priority group, 0..7
 * @packets: how many frames it is; counted if so
 *
 * Context: BH disabled.
 * Return: whether it is.
 */
bool pfc_storms_drop(struct pfc_port *port, u8 pg, u32 packets)
{
	u8 storm = READ_ONCE(port->storms.storm_of[pg]);

	if (!storm)
		return false;
	atomic_long_add(packets, &port->groups[pg].drops[PFC_DROPPED_STORM]);
	atomic_long_add(packets, &port->storms.arrived[storm - 1]);
	return true;
}

/**
 * pfc_storms_counts() - what all storms of a priority have cost
 * @port: the port
 * @prio: the priority, 0..7
 * @dropped: frames dropped
 * @forwarded: frames sent though XOFF was received
 *
 * Context: BH disabled, root lock.
 */
void pfc_storms_counts(struct pfc_port *port, int prio, u64 *dropped, u64 *forwarded)
{
	const struct pfc_storms *storms = &port->storms;

	*dropped = storms->dropped[prio] +
		   (unsigned long)atomic_long_read(&storms->arrived[prio]);
	*forwarded = storms->forwarded[prio];
	if (storms->forward & BIT(prio))
		*forwarded += pfc_sent(port, prio) - storms->forward_from[prio];
}

/**
 * pfc_storms_mitigate() - treat priorities as in a storm, or no more
 * @port: the port
 * @prios: bit mask of them
 * @on: do so
 *
 * Context: RTNL.
 */
void pfc_storms_mitigate(struct pfc_port *port, u8 prios, bool on)
{
	struct pfc_storms *storms = &port->storms;
	u8 changed;
	int prio;

	ASSERT_RTNL();

	spin_lock_bh(qdisc_lock(port->sch));
	changed = (on ? ~storms->manual : storms->manual) & prios;
	storms->manual ^= changed;
	pfc_storms_act(port);
	/* What was seen before says nothing about a queue that was emptied by hand */
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (changed & BIT(prio))
			pfc_watch_forget(&storms->queues[prio], ktime_get_ns());
	spin_unlock_bh(qdisc_lock(port->sch));
	if (changed)
		pfc_event(port, on ? PFC_EVENT_MITIGATION_ON : PFC_EVENT_MITIGATION_OFF,
			  changed, 0);
}
