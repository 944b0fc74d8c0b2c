// SPDX-License-Identifier: GPL-2.0-only
/*
 * Actions on storms.  The configuration (struct pfc_config) and the states and masks of struct
 * pfc_watchdog (detected storms, requests of an operator) are the inputs.  The actions are the
 * output, which is computed whenever an input changes, and an action never changes an input.
 */
#include "qdisc.h"

/* Priorities in a state.  Context: watchdog.lock.  Return: bit mask */
u8 pfc_watchdog_in(const struct pfc_watchdog *watchdog, u8 state)
{
	u8 prios = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		prios |= (watchdog->queues[prio].state == state) << prio;
	return prios;
}

static u64 pfc_sent(struct pfc_port *port, int prio)
{
	struct pfc_queue queue;

	pfc_leaves_queue(port, prio, &queue);
	return u64_stats_read(&queue.bstats.packets);
}

static void pfc_watchdog_forward(struct pfc_port *port, u8 forward)
{
	struct pfc_watchdog *watchdog = &port->watchdog;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (forward & ~watchdog->forward & BIT(prio))
			watchdog->forward_from[prio] = pfc_sent(port, prio);
		if (watchdog->forward & ~forward & BIT(prio))
			watchdog->forwarded[prio] +=
				pfc_sent(port, prio) - watchdog->forward_from[prio];
	}
	watchdog->forward = forward;
}

/*
 * Makes the port drop the packets that it receives for the PGs of the priorities @drop.
 * Return: bit mask of all priorities of these PGs.
 */
static u8 pfc_watchdog_drop_groups(struct pfc_port *port, const struct pfc_config *config,
				   u8 drop)
{
	struct pfc_watchdog *watchdog = &port->watchdog;
	u8 prios, suppress_xoff = 0;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++) {
		prios = pfc_config_pg_prios(config, pg);
		if (prios & drop)
			suppress_xoff |= prios;
		WRITE_ONCE(watchdog->storm_of[pg],
			   prios & drop ? __ffs(prios & drop) + 1 : 0);
	}
	WRITE_ONCE(port->pending.drops, drop);
	return suppress_xoff;
}

/*
 * Compute and apply the actions on storms.
 * @port: the port, whose configuration, watchdog state or manual mitigation has changed
 * Context: BH disabled, RCU or RTNL; watchdog.lock.
 */
void pfc_watchdog_apply(struct pfc_port *port)
{
	const struct pfc_config *config = pfc_config_get(port);
	struct pfc_watchdog *watchdog = &port->watchdog;
	u8 disabled = pfc_watchdog_in(watchdog, PFC_WATCHDOG_STATE_DISABLED);
	u8 action = config->watchdog.action;
	u8 acting = watchdog->manual;
	u64 now = ktime_get_ns();
	u8 drop;

	lockdep_assert_held(&watchdog->lock);

	if (action != PFC_WATCHDOG_ACTION_ALERT)
		acting |= pfc_watchdog_in(watchdog, PFC_WATCHDOG_STATE_STORM);
	drop = action == PFC_WATCHDOG_ACTION_FORWARD ? 0 : acting;

	pfc_watchdog_forward(port, acting & ~drop);
	/* The queues drop before their pauses end, and until their pauses begin again */
	if (drop | watchdog->drop)
		pfc_leaves_storm(port, drop | watchdog->drop, watchdog->forward);
	if (pfc_receiver_ignore(port, acting | disabled, config->obeyed, now))
		pfc_watchdog_arm(port, now);
	pfc_sender_suppress(port, disabled | pfc_watchdog_drop_groups(port, config, drop));
	watchdog->drop = drop;
	pfc_leaves_storm(port, drop, watchdog->forward);
}

/* Check no queues while frames move from old leaves to new ones.  Context: RTNL */
void pfc_watchdog_suspend(struct pfc_port *port)
{
	spin_lock_bh(&port->watchdog.lock);
	port->watchdog.suspended = true;
	spin_unlock_bh(&port->watchdog.lock);
}

/* Apply the actions to new leaves, and check all queues; no effect unless suspended */
void pfc_watchdog_resume(struct pfc_port *port)
{
	struct pfc_watchdog *watchdog = &port->watchdog;

	spin_lock_bh(&watchdog->lock);
	if (!watchdog->suspended) {
		spin_unlock_bh(&watchdog->lock);
		return;
	}
	watchdog->suspended = false;
	pfc_leaves_storm(port, watchdog->drop, watchdog->forward);
	spin_unlock_bh(&watchdog->lock);
	pfc_watchdog_check(port, 0xff);
}

/* True if a received packet must be dropped in a storm; its frames are counted.  BH disabled */
bool pfc_watchdog_drop(struct pfc_port *port, u8 pg, u32 packets)
{
	u8 storm = READ_ONCE(port->watchdog.storm_of[pg]);

	if (!storm)
		return false;
	atomic64_add(packets, &port->groups[pg].drops[PFC_DROP_STORM]);
	atomic64_add(packets, &port->watchdog.arrived[storm - 1]);
	return true;
}

/* Frames dropped, and sent despite XOFF, in all storms of a priority.  Context: watchdog.lock */
void pfc_watchdog_counts(struct pfc_port *port, int prio, u64 *dropped, u64 *forwarded)
{
	const struct pfc_watchdog *watchdog = &port->watchdog;
	struct pfc_queue queue;

	pfc_leaves_queue(port, prio, &queue);
	*dropped = queue.drop_storm + atomic64_read(&watchdog->arrived[prio]);
	*forwarded = watchdog->forwarded[prio];
	if (watchdog->forward & BIT(prio))
		*forwarded += u64_stats_read(&queue.bstats.packets) - watchdog->forward_from[prio];
}
