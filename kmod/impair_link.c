// SPDX-License-Identifier: GPL-2.0-only
/*
 * Impairment of the link of a port: it goes down and up.
 *
 * The port itself loses all frames in both directions while the link is down, and forgets all
 * pauses, as after a loss of the carrier.  This works on every device and acts at once.  A device
 * with a peer device in this kernel (veth) also loses its carrier, as does its peer.  The carrier
 * of other devices belongs to their drivers, so it stays.
 */
#include "impair.h"
#include "port.h"
#include "qdisc_control.h"

/* Sets the carrier of a device and of its peer device, if it has one */
static void pfc_impair_carrier(struct net_device *dev, bool up)
{
	struct net_device *peer;

	if (!dev->netdev_ops->ndo_get_peer_dev)
		return;
	rcu_read_lock();
	peer = dev->netdev_ops->ndo_get_peer_dev(dev);
	if (peer && !up) {
		netif_carrier_off(dev);
		netif_carrier_off(peer);
	} else if (peer && netif_running(dev) && netif_running(peer)) {
		netif_carrier_on(dev);
		netif_carrier_on(peer);
		/*
		 * This function has no RTNL: one of them may have been closed meanwhile.  Write the
		 * carrier before the read of running: at a close the core clears running, then the
		 * driver the carrier.
		 */
		smp_mb();
		if (!netif_running(dev) || !netif_running(peer)) {
			netif_carrier_off(dev);
			netif_carrier_off(peer);
		}
	}
	rcu_read_unlock();
}

/* Takes the link down or up */
static void pfc_impair_link_set(struct pfc_impair *impair, bool down, u64 now)
{
	struct pfc_impair_link *link = &impair->link;
	struct pfc_port *port = impair->port;

	if (down == link->down)
		return;
	spin_lock(&link->lock);
	link->down = down;
	if (down)
		link->downs++;
	else
		link->time += now - link->since;
	link->since = now;
	spin_unlock(&link->lock);

	WRITE_ONCE(port->pending.down, down);
	pfc_impair_carrier(port->dev, !down);
	if (down) {
		pfc_receiver_reset(port);
		pfc_watchdog_forget(port);
		pfc_leaves_pauses(port);
	}
	pfc_sender_repeat(port);
}

static enum hrtimer_restart pfc_impair_link_timer(struct hrtimer *timer)
{
	struct pfc_impair *impair = container_of(timer, struct pfc_impair, link.timer);
	u64 now = ktime_get_ns(), edge;

	rcu_read_lock_bh();
	pfc_impair_link_set(impair, pfc_duty_on(&impair->link.duty, now, &edge), now);
	rcu_read_unlock_bh();
	hrtimer_set_expires(timer, ns_to_ktime(edge));
	return HRTIMER_RESTART;
}

/**
 * pfc_impair_link_init() - initialize the impairment of the link
 * @impair: the impairments, zeroed
 */
void pfc_impair_link_init(struct pfc_impair *impair)
{
	spin_lock_init(&impair->link.lock);
	hrtimer_setup(&impair->link.timer, pfc_impair_link_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
}

/**
 * pfc_impair_link_start() - begin to take the link down and up, as the settings say
 * @impair: the impairments, after pfc_impair_link_stop()
 *
 * Context: RTNL.
 */
void pfc_impair_link_start(struct pfc_impair *impair)
{
	const struct pfc_impair_config *config = &impair->config;
	u64 now = ktime_get_ns();

	if (!config->link_down)
		return;
	impair->link.duty = (struct pfc_duty) {
		.start = now, .on = config->link_down, .period = config->link_period,
	};
	hrtimer_start(&impair->link.timer, ns_to_ktime(now), HRTIMER_MODE_ABS_SOFT);
}

/* End the losses of the link; it is up afterwards.  Context: RTNL, may sleep */
void pfc_impair_link_stop(struct pfc_impair *impair)
{
	hrtimer_cancel(&impair->link.timer);
	rcu_read_lock_bh();
	pfc_impair_link_set(impair, false, ktime_get_ns());
	rcu_read_unlock_bh();
}

/**
 * pfc_impair_link_drop() - count received frames that are lost, because the link is down
 * @port: the port
 * @frames: number of frames
 *
 * Context: BH disabled, RCU.
 */
void pfc_impair_link_drop(struct pfc_port *port, u32 frames)
{
	struct pfc_impair *impair = rcu_dereference_check(port->impair, rcu_read_lock_bh_held());

	if (impair)
		atomic64_add(frames, &impair->link.lost);
}
