// SPDX-License-Identifier: GPL-2.0-only
/*
 * PFC and PAUSE frames that a port sends, see "Sending is level-triggered" in architecture.rst.  A
 * group crosses XOFF or XON under the root lock of another port.  No frame may be sent there: the
 * root locks of two ports would nest in both orders.
 */
#include <linux/etherdevice.h>
#include "impair/impair.h"
#include "trace.h"

/*
 * On a very fast link, half of the longest pause is shorter than this interval: at 1.6 Tb/s, the
 * longest pause takes 21 us.
 */
#define PFC_REFRESH_NS		(50 * NSEC_PER_USEC)

/* Delay before the next attempt if there is no memory or the device has no room */
#define PFC_RETRY_NS		(100 * NSEC_PER_USEC)

/*
 * Priorities of the groups that want XOFF, independent of the XOFF that was sent.  The
 * priorities of one group fill the same buffer, so they are paused together.  With PAUSE
 * one group has all eight priorities.  XOFF is suppressed for a group only if it is
 * suppressed for all priorities of the group: if the watchdog has disabled one of them,
 * the others remain lossless.
 *
 * While one of the groups that send XOFF ahead of their thresholds uses headroom, all of them want
 * XOFF, also the empty ones: what arrives for any of them would need headroom, too.
 */
static u8 pfc_wanted(const struct pfc_port *port,
		     const struct pfc_config *config)
{
	u8 suppressed = READ_ONCE(port->sender.suppress_xoff) | port->sender.stopped;
	u8 wanted = 0, ahead = 0, prios;
	bool behind = false;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++) {
		struct pfc_use use = pfc_use_unpack(atomic64_read(&port->groups[pg].use));

		prios = pfc_config_pg_prios(config, pg) & config->lossless;
		if (!(prios & ~suppressed))
			continue;
		if (use.xoff)
			wanted |= prios;
		if (!pfc_limits_ahead(&config->pg[pg]))
			continue;
		ahead |= prios;
		behind |= use.headroom;
	}
	return behind ? wanted | ahead : wanted;
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

/* The impairments of a port, or NULL; under sender.lock */
static struct pfc_impair *pfc_sender_impair(const struct pfc_port *port)
{
	return rcu_dereference_protected(port->impair, lockdep_is_held(&port->sender.lock));
}

/* Sends through the qdisc, so that taps see the frame and the frame waits for the wire */
static bool pfc_send(struct pfc_port *port, const struct pfc_frame *frame)
{
	struct pfc_impair *impair = pfc_sender_impair(port);
	struct sk_buff *skb;

	/* Send nothing through an inactive device: it would count a drop */
	if (qdisc_tx_is_noop(port->dev))
		return false;
	skb = pfc_frame_skb(port, frame);
	if (skb && impair)
		return pfc_impair_send(impair, skb, frame);
	return skb && pfc_leaf_send(port, skb);
}

/*
 * Bypasses the qdisc, which is being destroyed.  If the frame is lost, the peer stays paused
 * until its pause time is over.
 */
static void pfc_send_last(struct pfc_port *port, const struct pfc_frame *frame)
{
	struct sk_buff *skb = pfc_frame_skb(port, frame);

	if (skb)
		dev_direct_xmit(skb, pfc_control_queue(port->dev));
}

static void pfc_sender_rates(struct pfc_port *port, unsigned long xoff,
			     const struct pfc_watchdog_config *config, u64 now)
{
	struct pfc_sender *sender = &port->sender;
	u8 many = 0;
	int prio;

	for_each_set_bit(prio, &xoff, PFC_PRIOS) {
		if (!pfc_xoff_exceeds(&sender->rates[prio], config, now))
			continue;
		sender->warnings[prio]++;
		many |= BIT(prio);
	}
	if (many)
		pfc_event_about(port, PFC_EVENT_XOFF_RATE_TX, &(struct pfc_event_data) {
			.prios = many, .count = pfc_xoff_too_many(config),
		});
}

/* Counts and traces a frame that was sent, before the sender records it */
static void pfc_sender_account(struct pfc_port *port, const struct pfc_frame *frame, u64 now)
{
	struct pfc_sender *sender = &port->sender;
	int prio;

	sender->pauses += frame->pause;
	sender->frames += !frame->pause;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (frame->time[prio]) {
			sender->xoff[prio] += !frame->pause;
			trace_xoff_tx(port, frame, prio, now);
		} else if (frame->enable & BIT(prio)) {
			sender->xon[prio] += !frame->pause;
			trace_xon_tx(port, frame, prio, now);
		}
	}
}

static void pfc_sender_announce(struct pfc_port *port, u8 before, u8 after,
				u16 quanta, u64 now)
{
	pfc_record(port, PFC_EVENT_XOFF_SENT, after & ~before, quanta, now);
	pfc_record(port, PFC_EVENT_XON_SENT, before & ~after, 0, now);
	if (after & ~before)
		pfc_event(port, PFC_EVENT_XOFF_SENT, after & ~before, quanta);
	if (before & ~after)
		pfc_event(port, PFC_EVENT_XON_SENT, before & ~after, 0);
}

/* Sends one frame if one is due.  Return: time of the next run, ns, or %PFC_PAUSE_NEVER */
static u64 pfc_sender_step(struct pfc_port *port)
{
	const struct pfc_config *config = pfc_config_get(port);
	struct pfc_sender *sender = &port->sender;
	bool by_pause = config->flow == PFC_FLOW_CONTROL_PAUSE;
	bool pause = by_pause;
	struct pfc_impair *impair = pfc_sender_impair(port);
	u8 needed = pfc_wanted(port, config), wanted = needed;
	u8 before = sender->tx.xoff_sent, late;
	struct pfc_frame frame;
	u64 now = ktime_get_ns(), length;

	if (impair)
		wanted |= pfc_impair_forced(impair, config, READ_ONCE(sender->suppress_xoff), now);
	/* If XOFF was sent in the other kind of frame (PFC or PAUSE), XON needs the same kind */
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
	pfc_sender_account(port, &frame, now);
	late = pfc_pause_tx_sent(&sender->tx, &frame, pfc_port_speed(port, config), now);
	if (late)
		pfc_event(port, PFC_EVENT_REFRESH_LATE, late, 0);
	pfc_sender_announce(port, before, sender->tx.xoff_sent, config->pause_time, now);
	pfc_sender_rates(port, sender->tx.xoff_sent & needed, &config->watchdog, now);
	if (pause != by_pause)
		return now + PFC_REFRESH_MIN_NS;
	length = sender->tx.end - now;
	return max(pfc_pause_tx_deadline(&sender->tx),
		   now + clamp(length / 4 * 3, PFC_REFRESH_MIN_NS, PFC_REFRESH_NS));
}

/* Applies the XOFF timeout: stops XOFF if no packet has left the group in XOFF for that time */
static void pfc_sender_check_group(struct pfc_port *port, int pg, u8 prios, bool wanted,
				   u64 now)
{
	const struct pfc_config *config = pfc_config_get(port);
	struct pfc_group *group = &port->groups[pg];
	struct pfc_sender *sender = &port->sender;
	int prio;

	switch (pfc_xoff_check(&sender->xoff_timers[pg], config->watchdog.xoff_timeout,
			       wanted, atomic64_read(&group->left), now)) {
	case PFC_XOFF_NOTHING:
		return;
	case PFC_XOFF_STOPPED:
		WRITE_ONCE(group->stopped, true);
		smp_mb(); /* write stopped, then read left; pairs with pfc_group_left() */
		if (atomic64_read(&group->left) > sender->xoff_timers[pg].since)
			pfc_sender_kick(port);
		for (prio = 0; prio < PFC_PRIOS; prio++)
			sender->timeouts[prio] += prios >> prio & 1;
		pfc_event_about(port, PFC_EVENT_XOFF_TIMEOUT, &(struct pfc_event_data) {
			.prios = prios, .idle = now - sender->xoff_timers[pg].since,
			.group = group,
		});
		return;
	case PFC_XOFF_RESUMED:
		WRITE_ONCE(group->stopped, false);
		pfc_event(port, PFC_EVENT_XOFF_RESUMED, prios, 0);
	}
}

/*
 * Checks whether a PG has sent XOFF for longer than xoff-timeout, and stops XOFF for its
 * priorities then.
 * Return: time of the next check, ns, or %PFC_DETECTOR_NEVER
 */
static u64 pfc_sender_check(struct pfc_port *port, bool up)
{
	const struct pfc_config *config = pfc_config_get(port);
	struct pfc_sender *sender = &port->sender;
	u8 suppress_xoff = READ_ONCE(port->sender.suppress_xoff);
	u64 due = PFC_DETECTOR_NEVER, now = ktime_get_ns();
	u8 stopped = 0;
	int pg;

	if (!config->watchdog.xoff_timeout && !sender->xoff_timed)
		return PFC_DETECTOR_NEVER;
	sender->xoff_timed = config->watchdog.xoff_timeout;
	for (pg = 0; pg < PFC_PRIOS; pg++) {
		u8 prios = pfc_config_pg_prios(config, pg);
		bool wanted = up && prios & config->lossless & ~suppress_xoff &&
			      atomic64_read(&port->groups[pg].use) & PFC_USE_XOFF;

		pfc_sender_check_group(port, pg, prios, wanted, now);
		if (sender->xoff_timers[pg].stopped)
			stopped |= prios;
		due = min(due, pfc_xoff_due(&sender->xoff_timers[pg],
					    config->watchdog.xoff_timeout));
	}
	WRITE_ONCE(sender->stopped, stopped);
	return due;
}

/*
 * Reports dropped lossless packets: the headroom was too small.  Each group has an event of its
 * own, because each has its own cause.
 */
static void pfc_sender_overruns(struct pfc_port *port)
{
	const struct pfc_config *config = pfc_config_get(port);
	/* A priority whose XOFF the watchdog or the XOFF timeout suppresses may drop */
	u8 may_drop = READ_ONCE(port->sender.suppress_xoff) | port->sender.stopped;
	unsigned long groups;
	int pg;

	if (!READ_ONCE(port->sender.overruns))
		return;
	groups = xchg(&port->sender.overruns, 0);
	for_each_set_bit(pg, &groups, PFC_PRIOS) {
		u8 prios = pfc_config_pg_prios(config, pg) & ~may_drop;

		if (prios)
			pfc_event_about(port, PFC_EVENT_HEADROOM_OVERRUN, &(struct pfc_event_data) {
				.prios = prios, .group = &port->groups[pg],
			});
	}
}

/* Forgets what was sent to the peer */
static void pfc_sender_link_lost(struct pfc_port *port)
{
	struct pfc_impair *impair = pfc_sender_impair(port);
	struct pfc_sender *sender = &port->sender;
	u64 now = ktime_get_ns();

	pfc_record(port, PFC_EVENT_XOFF_LOST, sender->tx.xoff_sent, 0, now);
	pfc_pause_tx_forget(&sender->tx, now);
	if (impair)
		pfc_impair_link_lost(impair, now);
}

static void pfc_sender_run(struct pfc_port *port)
{
	struct pfc_sender *sender = &port->sender;
	u64 again;
	bool up;

	lockdep_assert_held(&sender->lock);

	if (sender->dead)
		return;
	WRITE_ONCE(port->pending.sender, false);
	smp_mb(); /* clear pending, then read groups and link; pairs with pfc_sender_kick() */

	up = pfc_link_up(port->dev);
	if (test_and_clear_bit(0, &sender->repeat))
		sender->tx.refresh = 0;
	/* Pauses that ended without XON: the peer may renew its pauses too late */
	if (atomic_read(&sender->expired))
		pfc_event(port, PFC_EVENT_PAUSE_EXPIRED, atomic_xchg(&sender->expired, 0), 0);
	again = pfc_sender_check(port, up);
	if (!up) {
		pfc_sender_link_lost(port);
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
	pfc_watchdog_requested(port);
	rcu_read_unlock_bh();
}

static void pfc_sender_tasklet(struct tasklet_struct *tasklet)
{
	pfc_sender_wake(container_of(tasklet, struct pfc_port, sender.tasklet));
}

static enum hrtimer_restart pfc_sender_timer(struct hrtimer *timer)
{
	pfc_sender_wake(container_of(timer, struct pfc_port, sender.timer));
	return HRTIMER_NORESTART;
}

void pfc_sender_init(struct pfc_port *port)
{
	struct pfc_sender *sender = &port->sender;
	int pg;

	spin_lock_init(&sender->lock);
	for (pg = 0; pg < PFC_PRIOS; pg++)
		pfc_xoff_timer_init(&sender->xoff_timers[pg]);
	tasklet_setup(&sender->tasklet, pfc_sender_tasklet);
	hrtimer_setup(&sender->timer, pfc_sender_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
}

/* Schedule the sender.  Context: BH disabled or hard interrupt, any locks */
void pfc_sender_kick(struct pfc_port *port)
{
	struct pfc_sender *sender = &port->sender;

	smp_mb(); /* write the change, then pending; pairs with pfc_sender_run() */
	WRITE_ONCE(port->pending.sender, true);
	if (!READ_ONCE(sender->dead))
		tasklet_hi_schedule(&sender->tasklet);
}

/* Run the sender now, unless another CPU holds its lock.  Context: BH disabled, no qdisc lock */
void pfc_sender_try(struct pfc_port *port)
{
	if (!spin_trylock(&port->sender.lock))
		return;
	pfc_sender_run(port);
	spin_unlock(&port->sender.lock);
	pfc_watchdog_requested(port);
}

/*
 * Send the current XOFF again: the link came up or changed, or queues were reset.
 * Context: BH disabled, any locks.
 */
void pfc_sender_repeat(struct pfc_port *port)
{
	set_bit(0, &port->sender.repeat);
	pfc_sender_kick(port);
}

/* Report that a lossless group dropped a packet.  Context: BH disabled, any locks */
void pfc_sender_overrun(struct pfc_port *port, u8 pg)
{
	if (!test_and_set_bit(pg, &port->sender.overruns))
		pfc_sender_kick(port);
}

/*
 * Report that received pauses ended at their deadline.  No event can be sent under the root lock,
 * which the caller may hold, so the sender sends the event later.
 * Context: BH disabled, any locks.
 */
void pfc_sender_expired(struct pfc_port *port, u8 prios)
{
	atomic_or(prios, &port->sender.expired);
	pfc_sender_kick(port);
}

/*
 * Suppress XOFF of @prios, no longer that of the others, and check the groups again.
 * Context: BH disabled, watchdog.lock.
 */
void pfc_sender_suppress(struct pfc_port *port, u8 prios)
{
	WRITE_ONCE(port->sender.suppress_xoff, prios);
	pfc_sender_kick(port);
}

/* Send a last XON if the peer is paused, and disable the sender, which may be disabled already */
void pfc_sender_kill(struct pfc_port *port)
{
	struct pfc_sender *sender = &port->sender;
	u64 now = ktime_get_ns();
	struct pfc_frame frame;

	spin_lock_bh(&sender->lock);
	if (test_bit(1, &sender->repeat))
		sender->tx.xoff_sent = U8_MAX;
	if (!sender->dead && pfc_link_up(port->dev) &&
	    pfc_pause_tx_next(&sender->tx, 0, 0, now, &frame)) {
		frame.pause = sender->pause;
		pfc_send_last(port, &frame);
		pfc_sender_account(port, &frame, now);
	}
	WRITE_ONCE(sender->dead, true);
	spin_unlock_bh(&sender->lock);
}

/*
 * Stop tasklet and timer, a grace period after pfc_sender_kill(): every CPU finds the sender
 * disabled.
 */
void pfc_sender_stop(struct pfc_port *port)
{
	tasklet_kill(&port->sender.tasklet);
	hrtimer_cancel(&port->sender.timer);
}
