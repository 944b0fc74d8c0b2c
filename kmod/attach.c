// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of the attached ports, and the life cycle of a port: attaching to a device and
 * detaching from it.  A detached port has no id, no hook and no timers.  Packets that it received
 * may still wait in the queues of other ports, and each PG that holds bytes refers to the port.
 */
#include <linux/if_arp.h>
#include <linux/if_vlan.h>
#include <linux/slab.h>
#include <linux/wait_bit.h>
#include <net/rtnetlink.h>
#include "message.h"
#include "net.h"
#include "port.h"

/* All attached ports by id; slot 0 stays empty.  Written under RTNL. */
struct pfc_port __rcu *pfc_ports[PFC_PORTS_MAX + 1];

/*
 * Id of the newest port.  The search for a free id starts after it, so an id is reused as late
 * as possible: tagged packets of a detached port may still be in flight.
 */
static u16 pfc_last_id;

/* While a device has a guard (guard.c), which clears tags, the guard must run before this hook */
#define PFC_PORT_HOOK_PRIORITY	(INT_MIN + 1)

/* Number of allocated ports, attached or detached */
static atomic_t pfc_ports_alive;

/*
 * Name of a port's device.  Most callers do not hold RTNL, so the name may change meanwhile.
 * Events before the rename event contain the old name, those after it the new one.
 */
void pfc_port_name(const struct pfc_port *port, char *name)
{
	unsigned int seq;

	do {
		seq = read_seqcount_begin(&port->name_seq);
		memcpy(name, port->name, IFNAMSIZ);
	} while (read_seqcount_retry(&port->name_seq, seq));
}

/* Port of a device, or NULL; also while another qdisc is replacing the port's qdisc */
struct pfc_port *pfc_port_find(const struct net_device *dev)
{
	struct pfc_port *port;
	int id;

	ASSERT_RTNL();

	for (id = 1; id <= PFC_PORTS_MAX; id++) {
		port = rtnl_dereference(pfc_ports[id]);
		if (port && port->dev == dev)
			return port;
	}
	return NULL;
}

/* Next port of a namespace after @id, which is set to its id; or NULL */
struct pfc_port *pfc_port_next(struct net *net, u16 *id)
{
	const struct pfc_net *pn = pfc_net_of(net);
	struct pfc_port *port;
	int i;

	ASSERT_RTNL();

	for (i = max(*id + 1, (int)pn->first_id); i <= pn->last_id; i++) {
		port = rtnl_dereference(pfc_ports[i]);
		if (port && net_eq(port->net, net)) {
			*id = i;
			return port;
		}
	}
	return NULL;
}

/*
 * Refuses a device.  The message is a constant: tc reads it after the qdisc's init() has returned.
 * It does not name the device, which the user has just named.
 */
#define PFC_PORT_REFUSE_FOR(extack, cause, why) ({			\
	NL_SET_ERR_MSG(extack, "cannot be a pfc port: " why);		\
	pfc_set_cause(extack, cause);					\
	-EOPNOTSUPP;							\
})

#define PFC_PORT_REFUSE(extack, why)	PFC_PORT_REFUSE_FOR(extack, PFC_CAUSE_NONE, why)

/*
 * A qdisc has no handle only if the kernel creates it as a default (net.core.default_qdisc), see
 * architecture.rst.  When a device comes up, no user receives the extack, so the kernel log reports
 * the refusal too.
 */
static int pfc_port_refuse_default(const struct net_device *dev,
				   struct netlink_ext_ack *extack)
{
	if (net_ratelimit())
		netdev_warn(dev, "net.core.default_qdisc is pfc, which is not supported; set another default and add ports with pfcctl\n");
	return PFC_PORT_REFUSE(extack, "net.core.default_qdisc is pfc, set another default");
}

static int pfc_port_eligible(const struct Qdisc *sch,
			     struct netlink_ext_ack *extack)
{
	const struct net_device *dev = qdisc_dev(sch);

	if (!sch->handle)
		return pfc_port_refuse_default(dev, extack);
	if (dev->flags & IFF_LOOPBACK)
		return PFC_PORT_REFUSE(extack, "loopback device; it has no peer to pause");
	if (dev->type != ARPHRD_ETHER)
		return PFC_PORT_REFUSE(extack, "not an Ethernet device; PFC is Ethernet");
	if (netif_is_bridge_master(dev) || netif_is_ovs_master(dev))
		return PFC_PORT_REFUSE_FOR(extack, PFC_CAUSE_MASTER_DEVICE,
					   "bridge; its members can be ports");
	if (netif_is_lag_master(dev))
		return PFC_PORT_REFUSE_FOR(extack, PFC_CAUSE_MASTER_DEVICE,
					   "bond or team; its members can be ports");
	if (is_vlan_dev(dev))
		return PFC_PORT_REFUSE_FOR(extack, PFC_CAUSE_UPPER_DEVICE,
					   "VLAN device; the device below can be a port");
	if (netif_is_macvlan(dev))
		return PFC_PORT_REFUSE_FOR(extack, PFC_CAUSE_UPPER_DEVICE,
					   "macvlan device; the device below can be a port");
	if (netif_is_l3_master(dev))
		return PFC_PORT_REFUSE_FOR(extack, PFC_CAUSE_MASTER_DEVICE,
					   "VRF device; its members can be ports");
	/* Another device received the packets of an ifb: the peer of that device must get XOFF */
	if (dev->rtnl_link_ops && !strcmp(dev->rtnl_link_ops->kind, "ifb"))
		return PFC_PORT_REFUSE(extack,
				       "ifb device; the device that redirects to it can be a port");
	if (sch->parent != TC_H_ROOT)
		return PFC_PORT_REFUSE(extack, "the pfc qdisc must be the root qdisc");
	if (pfc_port_find(dev)) {
		NL_SET_ERR_MSG(extack, "device is a pfc port already");
		pfc_set_cause(extack, PFC_CAUSE_PORT_EXISTS);
		return -EEXIST;
	}
	return 0;
}

static u16 pfc_port_new_id(void)
{
	u16 id = pfc_last_id;
	int tries;

	for (tries = 0; tries < PFC_PORTS_MAX; tries++) {
		id = id < PFC_PORTS_MAX ? id + 1 : 1;
		if (!rtnl_dereference(pfc_ports[id]))
			return id;
	}
	return 0;
}

/*
 * Sets the table entry for the id of @port to @to, which is @port or NULL.  A new port extends the
 * range of ids of the namespace; the first one sets it.  Also changes the generation of the
 * namespace, so that a running dump is marked as inconsistent.
 */
static void pfc_port_publish(const struct pfc_port *port, struct pfc_port *to)
{
	struct pfc_net *pn = pfc_net_of(port->net);

	rcu_assign_pointer(pfc_ports[port->id], to);
	if (to && pn->ports == 1) {
		pn->first_id = port->id;
		pn->last_id = port->id;
	} else if (to) {
		pn->first_id = min(pn->first_id, port->id);
		pn->last_id = max(pn->last_id, port->id);
	}
	pfc_net_changed(pn);
}

static void pfc_port_free(struct rcu_head *rcu)
{
	struct pfc_port *port = container_of(rcu, struct pfc_port, rcu);

	percpu_ref_exit(&port->ref);
	free_percpu(port->arrivals);
	kfree(port->clear.base);
	kfree(port->watchdog.log);
	kfree(rcu_dereference_protected(port->config, true));
	kfree(port);
	if (atomic_dec_and_test(&pfc_ports_alive))
		wake_up_var(&pfc_ports_alive);
}

/* Called when the port is detached and no packet is still charged to it */
static void pfc_port_unused(struct percpu_ref *ref)
{
	struct pfc_port *port = container_of(ref, struct pfc_port, ref);

	call_rcu(&port->rcu, pfc_port_free);
}

static struct pfc_port *pfc_port_alloc(struct net_device *dev)
{
	struct pfc_config *config;
	struct pfc_port *port;
	int cpu, pg;

	port = pfc_slab_port();
	config = pfc_slab_config(NULL);
	if (!port || !config)
		goto err_free;
	port->arrivals = alloc_percpu_gfp(struct pfc_arrivals, GFP_KERNEL_ACCOUNT);
	if (!port->arrivals)
		goto err_free;
	if (percpu_ref_init(&port->ref, pfc_port_unused, 0, GFP_KERNEL_ACCOUNT))
		goto err_free_percpu;

	for_each_possible_cpu(cpu)
		u64_stats_init(&per_cpu_ptr(port->arrivals, cpu)->syncp);
	pfc_config_init(config);
	RCU_INIT_POINTER(port->config, config);
	port->dev = dev;
	port->ifindex = dev->ifindex;
	seqcount_init(&port->name_seq);
	strscpy(port->name, dev->name, sizeof(port->name));
	port->net = dev_net(dev);
	port->clear.time = ktime_get_ns();
	for (pg = 0; pg < PFC_PRIOS; pg++) {
		struct pfc_pool *pool = pfc_pools_default(pfc_net_of(port->net));

		port->groups[pg].basis[0].pool = pool;
		pfc_group_follow(&port->groups[pg], pool);
		port->groups[pg].cleared = port->clear.time;
	}
	pfc_receiver_init(&port->receiver);
	pfc_sender_init(port);
	pfc_watchdog_init(port);
	pfc_recorder_init(&port->recorder);
	ratelimit_state_init(&port->events.pauses, HZ, 100);
	ratelimit_set_flags(&port->events.pauses, RATELIMIT_MSG_ON_RELEASE);
	ratelimit_state_init(&port->events.drops, HZ, 10);
	ratelimit_set_flags(&port->events.drops, RATELIMIT_MSG_ON_RELEASE);
	ratelimit_state_init(&port->events.storms, HZ, 100);
	ratelimit_set_flags(&port->events.storms, RATELIMIT_MSG_ON_RELEASE);
	ratelimit_state_init(&port->events.warnings, HZ, 100);
	ratelimit_set_flags(&port->events.warnings, RATELIMIT_MSG_ON_RELEASE);
	atomic_inc(&pfc_ports_alive);
	return port;

err_free_percpu:
	free_percpu(port->arrivals);
err_free:
	kfree(config);
	kfree(port);
	return NULL;
}

/* The first port of a namespace also adds guards (guard.c) to all other devices of the namespace */
static int pfc_port_hook(struct pfc_port *port)
{
	bool first = pfc_net_of(port->net)->ports == 1;
	int err = 0;

	if (first)
		err = pfc_guards_start(port->net, port->dev);
	if (err)
		return err;
	err = nf_register_net_hook(port->net, &port->hook);
	if (err && first)
		pfc_guards_stop(port->net);
	if (!err)
		pfc_guard_del(port->dev);
	return err;
}

/* Adds a guard to the device before it removes the port's hook, so that no forged tag passes */
static void pfc_port_unhook(struct pfc_port *port)
{
	bool last = pfc_net_of(port->net)->ports == 1;

	if (!last && pfc_guard_add(port->dev))
		netdev_warn(port->dev, "out of memory: pfc tags of received packets are not cleared\n");
	nf_unregister_net_hook(port->net, &port->hook);
	if (last)
		pfc_guards_stop(port->net);
}

/*
 * Make the device of a qdisc a port.
 * Context: RTNL, may sleep.
 * Return: 0, -EOPNOTSUPP, -EEXIST, -ENOSPC, -EDQUOT, -ENOMEM or an error of the hook
 * registration.
 */
int pfc_port_attach(struct Qdisc *sch, struct netlink_ext_ack *extack,
		    struct pfc_port **attached)
{
	struct net_device *dev = qdisc_dev(sch);
	struct pfc_port *port;
	int err;
	u16 id;

	ASSERT_RTNL();

	err = pfc_port_eligible(sch, extack);
	if (err)
		return err;
	id = pfc_port_new_id();
	if (!id) {
		NL_SET_ERR_MSG(extack, "the maximum of " __stringify(PFC_PORTS_MAX)
			       " pfc ports is reached; delete another one first");
		return -ENOSPC;
	}
	err = pfc_quota_port(dev_net(dev), extack);
	if (err)
		return err;
	port = pfc_port_alloc(dev);
	if (!port) {
		NL_SET_ERR_MSG(extack, "no memory for a port");
		err = -ENOMEM;
		goto err_quota;
	}

	/* The root qdisc is the only leaf of a new port */
	port->sch = sch;
	port->one.n = 1;
	port->one.sch = &port->sch;
	RCU_INIT_POINTER(port->leaves, &port->one);
	port->id = id;
	port->hook = (struct nf_hook_ops) {
		.hook = pfc_ingress,
		.priv = port,
		.dev = dev,
		.pf = NFPROTO_NETDEV,
		.hooknum = NF_NETDEV_INGRESS,
		.priority = PFC_PORT_HOOK_PRIORITY,
	};
	pfc_link_read(port);
	port->link.headroom = pfc_link_headroom(port, rtnl_dereference(port->config));
	err = dev_mc_add(dev, pfc_mcast_address);
	if (err) {
		NL_SET_ERR_MSG(extack, "the device refuses the multicast address of PFC frames");
		goto err_free;
	}
	err = pfc_port_hook(port);
	if (err) {
		NL_SET_ERR_MSG(extack, "cannot register the ingress hook");
		goto err_mc_del;
	}

	pfc_port_publish(port, port);
	pfc_pools_default(pfc_net_of(port->net))->pgs += PFC_PRIOS;
	pfc_last_id = id;
	*attached = port;
	pfc_dcb_attach(port);
	pfc_event(port, PFC_EVENT_PORT_ADD, 0, 0);
	return 0;

err_mc_del:
	dev_mc_del(dev, pfc_mcast_address);
err_free:
	percpu_ref_kill(&port->ref);
err_quota:
	pfc_quota_port_put(dev_net(dev));
	return err;
}

static void pfc_port_unreserve_queue(const struct pfc_queue_limits *limits)
{
	struct pfc_demand demand = { .guarantees = limits->guarantee };

	if (!limits->pool)
		return;
	pfc_pool_unreserve(limits->pool, &demand);
	limits->pool->queues--;
}

/*
 * Moves the bytes that are charged to the reservations of the port's PGs to the shared part of
 * the pool, and releases its queues, then removes these reservations from the pools.
 */
static void pfc_port_unreserve(struct pfc_port *port)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	static const struct pfc_pg_limits none;
	int pg;

	local_bh_disable();
	for (pg = 0; pg < PFC_PRIOS; pg++)
		pfc_group_resize(port, pg, &none, pfc_group_pool(&port->groups[pg]),
				 pfc_pg_demand(&config->pg[pg]).headrooms);
	local_bh_enable();
	pfc_leaves_follow_pool(port, NULL);

	/* For the reason given in pfc_change_unreserve() */
	synchronize_net();
	for (pg = 0; pg < PFC_PRIOS; pg++) {
		struct pfc_pool *pool = pfc_group_pool(&port->groups[pg]);
		struct pfc_demand demand = pfc_pg_demand(&config->pg[pg]);

		pfc_pool_unreserve(pool, &demand);
		pool->pgs--;
		if (port->profiles[pg])
			port->profiles[pg]->pgs--;
		pfc_port_unreserve_queue(&config->queues[pg]);
	}
}

/*
 * The settings are lost unexpectedly if another qdisc replaces this one, or if the device
 * moves to another namespace.  The user expects the loss when the user deletes the port or
 * its device.
 */
static bool pfc_port_settings_lost(const struct pfc_port *port)
{
	const struct net_device *dev = port->dev;

	if (!port->configured || dev->reg_state != NETREG_REGISTERED)
		return false;
	return rtnl_dereference(dev->qdisc) != &noop_qdisc ||
	       __dev_get_by_index(port->net, dev->ifindex) != dev;
}

/* Detach a port from its device.  It is freed when the last packet charged to it has left */
void pfc_port_detach(struct pfc_port *port)
{
	ASSERT_RTNL();
	might_sleep();

	if (pfc_port_settings_lost(port)) {
		if (net_ratelimit())
			netdev_info(port->dev, "is no longer a pfc port, its settings are lost\n");
		pfc_event(port, PFC_EVENT_SETTINGS_LOST, 0, 0);
	}
	pfc_event(port, PFC_EVENT_PORT_DEL, 0, 0);
	pfc_dcb_detach(port);
	pfc_port_publish(port, NULL);
	pfc_port_unhook(port);
	pfc_quota_port_put(port->net);
	dev_mc_del(port->dev, pfc_mcast_address);
	pfc_impair_detach(port);
	pfc_sender_kill(port);

	/* After this grace period, no CPU charges, receives or schedules anything for the port */
	synchronize_net();
	pfc_sender_stop(port);
	pfc_watchdog_stop(port);
	pfc_leaves_idle(port);
	pfc_port_unreserve(port);
	percpu_ref_kill(&port->ref);
}

/*
 * Wait until all ports are freed.
 *
 * Each qdisc holds a module reference, so all ports are detached by now and no packet is
 * charged to them.  RCU callbacks that free ports may still be pending.
 */
void pfc_ports_exit(void)
{
	wait_var_event(&pfc_ports_alive, !atomic_read(&pfc_ports_alive));
	rcu_barrier();
}
