// SPDX-License-Identifier: GPL-2.0-only
/*
 * Impairments of a port: settings, start and end.
 */
#include <linux/slab.h>
#include <net/rtnetlink.h>
#include "../message.h"
#include "../qdisc.h"

/* The settings of a port, or the defaults if it has no impairments.  Context: RTNL */
void pfc_impair_config(const struct pfc_port *port, struct pfc_impair_config *config)
{
	const struct pfc_impair *impair = rtnl_dereference(port->impair);

	if (impair)
		*config = impair->config;
	else
		pfc_impair_init(config);
}

/*
 * Check a configuration of a port against its impairments.
 *
 * An extra delay needs a rate, which bounds the frames in flight, as for the delay of the port:
 * otherwise all frames would leave their queue at once, and no PG would ever pause its sender.
 * Context: RTNL.
 * Return: 0 or -EINVAL.
 */
int pfc_impair_check(const struct pfc_port *port, const struct pfc_config *config,
		     struct pfc_ack *extack)
{
	const struct pfc_impair *impair = rtnl_dereference(port->impair);
	u8 delays = impair ? pfc_impair_delays(&impair->config) : 0;

	if (config->rate || !delays)
		return 0;
	PFC_SET_CAUSE(extack, PFC_CAUSE_IMPAIR_RATE, ffs(delays) - 1);
	return -EINVAL;
}

/*
 * Impairments of a port that have an effect, or NULL.  Impairments that are all off keep their
 * counters, and the port is like one without impairments.
 */
struct pfc_impair *pfc_impair_active(const struct pfc_port *port)
{
	struct pfc_impair *impair = rtnl_dereference(port->impair);

	return impair && pfc_impair_prios(&impair->config) ? impair : NULL;
}

static struct pfc_impair *pfc_impair_new(struct pfc_port *port)
{
	struct pfc_impair *impair = kzalloc(sizeof(*impair), GFP_KERNEL_ACCOUNT);

	if (!impair)
		return NULL;
	impair->port = port;
	impair->since = ktime_get_ns();
	pfc_impair_init(&impair->config);
	pfc_impair_control_init(impair);
	return impair;
}

static void pfc_impair_restart(struct pfc_impair *impair, u32 seed)
{
	int prio, kind;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		for (kind = 0; kind < PFC_IMPAIR_KINDS; kind++)
			pfc_impair_seed(&impair->frames.states[prio][kind], seed, prio, kind);
}

/* Duty cycles that the settings change begin now */
static void pfc_impair_duties(struct pfc_impair *impair, const struct pfc_impair_config *config,
			      u64 now)
{
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		const struct pfc_impair_prio *from = &impair->config.prio[prio];
		const struct pfc_impair_prio *to = &config->prio[prio];

		if (from->xoff_duty != to->xoff_duty || from->xoff_period != to->xoff_period)
			impair->control.xoff[prio] = pfc_impair_xoff(to, now);
	}
}

/* Lets the leaves and the sender follow; also changes to one leaf, or back */
static void pfc_impair_follow(struct pfc_port *port)
{
	pfc_leaves_configure(port, rtnl_dereference(port->config));
	local_bh_disable();
	pfc_sender_kick(port);
	local_bh_enable();
}

/* Applies settings.  @restart: restart the generators */
static void pfc_impair_apply(struct pfc_impair *impair, const struct pfc_impair_config *config,
			     bool restart)
{
	struct pfc_port *port = impair->port;

	spin_lock_bh(&port->sender.lock);
	spin_lock(qdisc_lock(port->sch));
	pfc_impair_duties(impair, config, ktime_get_ns());
	impair->config = *config;
	if (restart)
		pfc_impair_restart(impair, config->seed);
	spin_unlock(qdisc_lock(port->sch));
	rcu_assign_pointer(port->impair, impair);
	spin_unlock_bh(&port->sender.lock);
	pfc_impair_follow(port);
}

/* Change the impairments of a port.  Return: 0 or -ENOMEM */
int pfc_impair_set(struct pfc_port *port, const struct pfc_impair_config *config, bool restart,
		   struct pfc_ack *extack)
{
	struct pfc_impair *impair = rtnl_dereference(port->impair);

	ASSERT_RTNL();
	might_sleep();

	if (!impair) {
		impair = pfc_impair_new(port);
		restart = true;
	}
	if (!impair) {
		PFC_SET_ERROR_TEXT(extack, "no memory for the impairments");
		return -ENOMEM;
	}
	pfc_impair_apply(impair, config, restart);
	pfc_event(port, PFC_EVENT_IMPAIR_CHANGED, pfc_impair_prios(config), 0);
	return 0;
}

/*
 * Takes the impairments from the port and its qdisc.  Delayed PFC frames leave now.  A port that
 * detaches can send none of them: pfc_sender_kill() sends XON instead.
 */
static void pfc_impair_remove(struct pfc_impair *impair, bool detaches)
{
	struct pfc_port *port = impair->port;

	rcu_read_lock_bh();
	spin_lock(&port->sender.lock);
	RCU_INIT_POINTER(port->impair, NULL);
	if (detaches && impair->control.held.head)
		port->sender.tx.xoff_sent = U8_MAX;
	if (!detaches && pfc_link_up(port->dev))
		pfc_impair_send_held(impair, U64_MAX);
	else
		pfc_impair_drop_held(impair);
	spin_lock(qdisc_lock(port->sch));
	pfc_impair_attach(qdisc_priv(port->sch), NULL);
	spin_unlock(qdisc_lock(port->sch));
	spin_unlock(&port->sender.lock);
	rcu_read_unlock_bh();
	hrtimer_cancel(&impair->control.timer);
	kfree_rcu(impair, rcu);
}

void pfc_impair_end(struct pfc_port *port)
{
	struct pfc_impair *impair = rtnl_dereference(port->impair);

	ASSERT_RTNL();
	might_sleep();

	if (!impair)
		return;
	pfc_impair_remove(impair, false);
	pfc_impair_follow(port);
	pfc_event(port, PFC_EVENT_IMPAIR_CHANGED, 0, 0);
}

/* End all impairments of a port that detaches, whose leaves are deactivated */
void pfc_impair_detach(struct pfc_port *port)
{
	struct pfc_impair *impair = rtnl_dereference(port->impair);

	ASSERT_RTNL();
	might_sleep();

	if (impair)
		pfc_impair_remove(impair, true);
}

void pfc_impair_read(const struct pfc_impair *impair, struct pfc_impair_counts *counts)
{
	struct pfc_port *port = impair->port;
	u64 now;
	int prio;

	ASSERT_RTNL();

	spin_lock_bh(&port->sender.lock);
	spin_lock(qdisc_lock(port->sch));
	now = ktime_get_ns();
	memcpy(counts, impair->counts, sizeof(impair->counts));
	pfc_for_each_prio(prio, impair->control.forced)
		counts[prio].xoff_time += now - impair->control.since[prio];
	spin_unlock(qdisc_lock(port->sch));
	spin_unlock_bh(&port->sender.lock);
}
