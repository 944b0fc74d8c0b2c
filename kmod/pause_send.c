// SPDX-License-Identifier: GPL-2.0-only
/*
 * PFC and PAUSE frames that a port sends.
 *
 * A group crosses XOFF or XON in the enqueue or dequeue of another port, under
 * that port's root lock, where nothing may be sent: root locks of two ports would
 * nest both ways.  So a crossing only marks the ingress port and schedules its
 * tasklet.  Whoever runs the sender next, that tasklet, the next arrival at the
 * port or the refresh timer, looks at all groups anew and sends what the peer
 * has to know.
 *
 * Timers: one, armed while the peer is told XOFF, at half of the pause time; or
 * soon after a frame could not be sent.
 */
#include <linux/etherdevice.h>
#include "port.h"

/*
 * XOFF is not repeated more often than this, however short the pause time.
 * Pause times below twice that are refused.
 */
#define PFC_REFRESH_MIN_NS	(10 * NSEC_PER_USEC)

/* No memory or no room in the device: try again after this */
#define PFC_RETRY_NS		(100 * NSEC_PER_USEC)

/**
 * pfc_sender_refresh_min() - shortest time between two XOFF frames
 *
 * Return: nanoseconds.
 */
u64 pfc_sender_refresh_min(void)
{
	return PFC_REFRESH_MIN_NS;
}

/* Priorities of the groups that want XOFF, whatever the peer was told */
static u8 pfc_wanted(const struct pfc_port *port,
		     const struct pfc_config *config)
{
	u8 prios = 0;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (atomic64_read(&port->groups[pg].use) & PFC_USE_XOFF)
			prios |= pfc_config_pg_prios(config, pg);
	return prios & config->lossless & ~READ_ONCE(port->storms.silent) &
	       ~port->sender.stopped;
}

static struct sk_buff *pfc_frame_skb(struct pfc_port *port,
				     const struct pfc_frame *frame)
{
	struct net_device *dev = port->dev;
	struct sk_buff *skb;

	skb = netdev_alloc_skb(dev, LL_RESERVED_SPACE(dev) + PFC_FRAME_LEN +
				    dev->needed_tailroom);
	if (!skb)
		return NULL;

	skb_reserve(skb, LL_RESERVED_SPACE(dev));
	skb_reset_mac_header(skb);
	pfc_frame_build(skb_put(skb, PFC_FRAME_LEN), dev->dev_addr, frame);
	skb_set_network_header(skb, ETH_HLEN);
	skb->protocol = htons(ETH_P_PAUSE);
	skb->priority = TC_PRIO_CONTROL;
	return skb;
}

/* By way of the qdisc: taps see the frame, and it waits for the wire like all */
static bool pfc_send(struct pfc_port *port, const struct pfc_frame *frame)
{
	struct sk_buff *skb;

	/* A device that is not active, yet or any more, would count a drop of its own */
	if (qdisc_tx_is_noop(port->dev))
		return false;
	skb = pfc_frame_skb(port, frame);
	/* Should that be so from now on, the answer is NET_XMIT_CN */
	return skb && dev_queue_xmit(skb) == NET_XMIT_SUCCESS;
}

/* Past the qdisc, which is on its way out.  A lost frame is the peer's pause time. */
static void pfc_send_last(struct pfc_port *port, const struct pfc_frame *frame)
{
	struct sk_buff *skb = pfc_frame_skb(port, frame);

	if (skb)
		dev_direct_xmit(skb, 0);
}

static void pfc_sender_rates(struct pfc_port *port, unsigned long xoff, u32 warn)
{
	struct pfc_sender *sender = &port->sender;
	u64 now = ktime_get_ns();
	u8 many = 0;
	int prio;

	for_each_set_bit(prio, &xoff, PFC_PRIOS) {
		if (!pfc_xoff_rate_add(&sender->rates[prio], warn, now))
			continue;
		sender->warnings[prio]++;
		many |= BIT(prio);
	}
	if (many)
		pfc_event_rate(port, PFC_EVENT_XOFF_RATE_TX, many, warn + 1);
}

static void pfc_sender_account(struct pfc_sender *sender,
			       const struct pfc_frame *frame)
{
	int prio;

	if (frame->pause) {
		sender->pauses++;
		return;
	}
	sender->frames++;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (frame->time[prio])
			sender->xoff[prio]++;
		else if (frame->enable & BIT(prio))
			sender->xon[prio]++;
	}
}

static void pfc_sender_announce(struct pfc_port *port, u8 before, u8 after,
				u16 quanta)
{
	if (after & ~before)
		pfc_event(port, PFC_EVENT_XOFF_SENT, after & ~before, quanta);
	if (before & ~after)
		pfc_event(port, PFC_EVENT_XON_SENT, before & ~after, 0);
}

/* Return: when to look again, or %PFC_PAUSE_NEVER */
static u64 pfc_sender_step(struct pfc_port *port)
{
	const struct pfc_config *config = pfc_config_get(port);
	struct pfc_sender *sender = &port->sender;
	bool by_pause = config->flow == PFC_FLOW_PAUSE;
	bool pause = by_pause;
	u8 wanted = pfc_wanted(port, config);
	u8 before = sender->tx.told;
	struct pfc_frame frame;
	u64 now = ktime_get_ns();

	/* What was told by frames of the other kind is taken back by such */
	if (before && by_pause != sender->pause) {
		pause = sender->pause;
		wanted = 0;
	}
	if (!pfc_pause_tx_next(&sender->tx, wanted, config->pause_time, now, &frame))
		return pfc_pause_tx_deadline(&sender->tx);
	frame.pause = pause;
	if (!pfc_send(port, &frame)) {
		sender->failed++;
		return now + PFC_RETRY_NS;
	}

	sender->pause = pause;
	pfc_pause_tx_sent(&sender->tx, &frame, pfc_port_speed(port, config), now);
	pfc_sender_account(sender, &frame);
	pfc_sender_announce(port, before, sender->tx.told, config->pause_time);
	if (config->watch.xoff_warn)
		pfc_sender_rates(port, sender->tx.told, config->watch.xoff_warn);
	if (pause != by_pause)
		return now + PFC_REFRESH_MIN_NS;
	return max(pfc_pause_tx_deadline(&sender->tx), now + PFC_REFRESH_MIN_NS);
}

/* A group of which nothing leaves, though its peer is told XOFF, or would be */
static void pfc_sender_watch_group(struct pfc_port *port, int pg, u8 prios, bool wanted,
				   u64 now)
{
	const struct pfc_config *config = pfc_config_get(port);
	struct pfc_group *group = &port->groups[pg];
	struct pfc_sender *sender = &port->sender;
	int prio;

	switch (pfc_xoff_look(&sender->watches[pg], config->watch.xoff_timeout, wanted,
			      atomic64_read(&group->left), now)) {
	case PFC_XOFF_NOTHING:
		return;
	case PFC_XOFF_STOPPED:
		WRITE_ONCE(group->stopped, true);
		smp_mb(); /* before a look at what has left; pairs with pfc_group_left() */
		if (atomic64_read(&group->left) > sender->watches[pg].since)
			pfc_sender_kick(port);
		for (prio = 0; prio < PFC_PRIOS; prio++)
			sender->timeouts[prio] += prios >> prio & 1;
		pfc_event(port, PFC_EVENT_XOFF_TIMEOUT, prios, 0);
		return;
	case PFC_XOFF_RESUMED:
		WRITE_ONCE(group->stopped, false);
		pfc_event(port, PFC_EVENT_XOFF_RESUMED, prios, 0);
	}
}

/* Return: when to look again, or %PFC_WATCH_NEVER */
static u64 pfc_sender_watch(struct pfc_port *port, bool up)
{
	const struct pfc_config *config = pfc_config_get(port);
	struct pfc_sender *sender = &port->sender;
	u8 silent = READ_ONCE(port->storms.silent);
	u64 due = PFC_WATCH_NEVER, now = ktime_get_ns();
	u8 stopped = 0;
	int pg;

	if (!config->watch.xoff_timeout && !sender->watching)
		return PFC_WATCH_NEVER;
	sender->watching = config->watch.xoff_timeout;
	for (pg = 0; pg < PFC_PRIOS; pg++) {
		u8 prios = pfc_config_pg_prios(config, pg);
		bool wanted = up && prios & config->lossless & ~silent &&
			      atomic64_read(&port->groups[pg].use) & PFC_USE_XOFF;

		pfc_sender_watch_group(port, pg, prios, wanted, now);
		if (sender->watches[pg].stopped)
			stopped |= prios;
		due = min(due, pfc_xoff_due(&sender->watches[pg],
					    config->watch.xoff_timeout));
	}
	WRITE_ONCE(sender->stopped, stopped);
	return due;
}

/* Lossless packets were lost, which is never to happen: somebody should know */
static void pfc_sender_overruns(struct pfc_port *port)
{
	const struct pfc_config *config = pfc_config_get(port);
	unsigned long groups;
	u8 prios = 0;
	int pg;

	if (!READ_ONCE(port->sender.overruns))
		return;
	groups = xchg(&port->sender.overruns, 0);
	for_each_set_bit(pg, &groups, PFC_PRIOS)
		prios |= pfc_config_pg_prios(config, pg);
	/* That this may happen is why their PFC was disabled, or XOFF stopped */
	prios &= ~(READ_ONCE(port->storms.silent) | port->sender.stopped);
	if (prios)
		pfc_event(port, PFC_EVENT_HEADROOM_OVERRUN, prios, 0);
}

static bool pfc_link_up(const struct pfc_port *port)
{
	return netif_running(port->dev) && netif_carrier_ok(port->dev);
}

static void pfc_sender_run(struct pfc_port *port)
{
	struct pfc_sender *sender = &port->sender;
	bool up = pfc_link_up(port);
	u64 again;

	lockdep_assert_held(&sender->lock);

	if (sender->dead)
		return;
	WRITE_ONCE(port->attention.pending, false);
	smp_mb(); /* clear before looking; pairs with pfc_sender_kick() */

	if (xchg(&sender->repeat, false))
		sender->tx.refresh = 0;
	again = pfc_sender_watch(port, up);
	if (!up) {
		pfc_pause_tx_forget(&sender->tx, ktime_get_ns());
		pfc_sender_overruns(port);
		return;
	}

	again = min(again, pfc_sender_step(port));
	pfc_sender_overruns(port);
	if (again != PFC_PAUSE_NEVER)
		hrtimer_start(&sender->timer, ns_to_ktime(again),
			      HRTIMER_MODE_ABS_SOFT);
}

static void pfc_sender_wake(struct pfc_port *port)
{
	rcu_read_lock_bh();
	spin_lock(&port->sender.lock);
	pfc_sender_run(port);
	spin_unlock(&port->sender.lock);
	rcu_read_unlock_bh();
}

static void pfc_sender_tasklet(struct tasklet_struct *tasklet)
{
	struct pfc_port *port = from_tasklet(port, tasklet, sender.tasklet);

	pfc_sender_wake(port);
}

static enum hrtimer_restart pfc_sender_timer(struct hrtimer *timer)
{
	struct pfc_port *port = container_of(timer, struct pfc_port, sender.timer);

	pfc_sender_wake(port);
	return HRTIMER_NORESTART;
}

/**
 * pfc_sender_init() - prepare to send
 * @port: the port, zeroed
 */
void pfc_sender_init(struct pfc_port *port)
{
	struct pfc_sender *sender = &port->sender;
	int pg;

	spin_lock_init(&sender->lock);
	for (pg = 0; pg < PFC_PRIOS; pg++)
		pfc_xoff_watch_init(&sender->watches[pg]);
	tasklet_setup(&sender->tasklet, pfc_sender_tasklet);
	hrtimer_setup(&sender->timer, pfc_sender_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
}

/**
 * pfc_sender_kick() - a group of the port, or its link, has changed
 * @port: the port
 *
 * Context: BH disabled, any locks.
 */
void pfc_sender_kick(struct pfc_port *port)
{
	struct pfc_sender *sender = &port->sender;

	smp_mb(); /* the change before the mark; pairs with pfc_sender_run() */
	WRITE_ONCE(port->attention.pending, true);
	if (!READ_ONCE(sender->dead))
		tasklet_hi_schedule(&sender->tasklet);
}

/**
 * pfc_sender_try() - send now, if nobody else is about to
 * @port: the port
 *
 * Context: BH disabled; no qdisc lock is held.
 */
void pfc_sender_try(struct pfc_port *port)
{
	if (!spin_trylock(&port->sender.lock))
		return;
	pfc_sender_run(port);
	spin_unlock(&port->sender.lock);
}

/**
 * pfc_sender_repeat() - tell the peer anew: the link came up or changed, or the
 * queues were reset
 * @port: the port
 *
 * Context: BH disabled, any locks.
 */
void pfc_sender_repeat(struct pfc_port *port)
{
	WRITE_ONCE(port->sender.repeat, true);
	pfc_sender_kick(port);
}

/**
 * pfc_sender_overrun() - a lossless group had no place for a packet
 * @port: the port
 * @pg: the group, 0..7
 *
 * Context: BH disabled, any locks.
 */
void pfc_sender_overrun(struct pfc_port *port, u8 pg)
{
	if (!test_and_set_bit(pg, &port->sender.overruns))
		pfc_sender_kick(port);
}

/**
 * pfc_sender_kill() - the port is going away: let the peer go on, then be silent
 * @port: the port; may be dead already
 *
 * Context: RTNL, no qdisc lock.
 */
void pfc_sender_kill(struct pfc_port *port)
{
	struct pfc_sender *sender = &port->sender;
	struct pfc_frame frame;

	spin_lock_bh(&sender->lock);
	if (!sender->dead && pfc_link_up(port) &&
	    pfc_pause_tx_next(&sender->tx, 0, 0, ktime_get_ns(), &frame)) {
		frame.pause = sender->pause;
		pfc_send_last(port, &frame);
	}
	WRITE_ONCE(sender->dead, true);
	spin_unlock_bh(&sender->lock);
}

/**
 * pfc_sender_stop() - end what pfc_sender_kill() left under way
 * @port: the port; nobody who saw it alive runs any more
 *
 * Context: RTNL, may sleep.
 */
void pfc_sender_stop(struct pfc_port *port)
{
	tasklet_kill(&port->sender.tasklet);
	hrtimer_cancel(&port->sender.timer);
}
