// SPDX-License-Identifier: GPL-2.0-only
/*
 * The life of a port.
 *
 * A port is attached in the init of its qdisc and detached in its destroy.  After
 * that its packets may still wait in the queues of other ports, charged to it, so
 * the object lives on, without an id, a hook or timers, until the last of them is
 * gone: each group that holds something holds a reference.
 */
#include <linux/ethtool.h>
#include <linux/if_arp.h>
#include <linux/if_vlan.h>
#include <linux/slab.h>
#include <linux/wait_bit.h>
#include "flood.h"
#include "port.h"

/* All attached ports by id; slot 0 stays empty.  Written under RTNL. */
struct pfc_port __rcu *pfc_ports[PFC_PORTS_MAX + 1];

/* The id given last; going round keeps ids of packets under way from reuse */
static u16 pfc_last_id;

/* Ports not freed yet, attached or not */
static atomic_t pfc_ports_alive;

static int pfc_port_refuse(struct netlink_ext_ack *extack, const char *why)
{
	NL_SET_ERR_MSG_FMT(extack, "cannot be a pfc port: %s", why);
	return -EOPNOTSUPP;
}

/* The port of a device, also while another qdisc is being put in its place */
static struct pfc_port *pfc_port_find(const struct net_device *dev)
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

static int pfc_port_eligible(const struct Qdisc *sch,
			     struct netlink_ext_ack *extack)
{
	const struct net_device *dev = qdisc_dev(sch);

	if (dev->flags & IFF_LOOPBACK)
		return pfc_port_refuse(extack, "loopback device");
	if (dev->type != ARPHRD_ETHER)
		return pfc_port_refuse(extack, "not an Ethernet device");
	if (netif_is_bridge_master(dev) || netif_is_ovs_master(dev))
		return pfc_port_refuse(extack, "bridge; its members can be ports");
	if (netif_is_lag_master(dev))
		return pfc_port_refuse(extack, "bond or team; its members can be ports");
	if (is_vlan_dev(dev))
		return pfc_port_refuse(extack, "VLAN device; the device below can be a port");
	if (netif_is_macvlan(dev))
		return pfc_port_refuse(extack, "macvlan device; the device below can be a port");
	if (netif_is_l3_master(dev))
		return pfc_port_refuse(extack, "VRF device; its members can be ports");
	if (sch->parent != TC_H_ROOT)
		return pfc_port_refuse(extack, "the pfc qdisc works at the root only");
	if (pfc_port_find(dev)) {
		NL_SET_ERR_MSG(extack, "device is a pfc port already");
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

/* Dumps under way notice a changed generation */
static void pfc_port_publish(const struct pfc_port *port, struct pfc_port *to)
{
	rcu_assign_pointer(pfc_ports[port->id], to);
	pfc_net_changed(pfc_net_of(port->net));
}

static void pfc_port_read_speed(struct pfc_port *port)
{
	struct ethtool_link_ksettings settings;
	u32 speed = 0;

	ASSERT_RTNL();

	if (!netif_get_link_ksettings(port->dev, &settings) &&
	    settings.base.speed != (u32)SPEED_UNKNOWN &&
	    settings.base.speed <= PFC_SPEED_MAX)
		speed = settings.base.speed;
	WRITE_ONCE(port->dev_speed, speed);
}

static void pfc_port_free(struct rcu_head *rcu)
{
	struct pfc_port *port = container_of(rcu, struct pfc_port, rcu);

	percpu_ref_exit(&port->ref);
	free_percpu(port->arrivals);
	kfree(rcu_dereference_protected(port->config, true));
	kfree(port);
	if (atomic_dec_and_test(&pfc_ports_alive))
		wake_up_var(&pfc_ports_alive);
}

/* The port is detached and no packet is charged to it any more */
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

	port = kzalloc(sizeof(*port), GFP_KERNEL);
	config = kmalloc(sizeof(*config), GFP_KERNEL);
	if (!port || !config)
		goto err_free;
	port->arrivals = alloc_percpu(struct pfc_arrivals);
	if (!port->arrivals)
		goto err_free;
	if (percpu_ref_init(&port->ref, pfc_port_unused, 0, GFP_KERNEL))
		goto err_free_percpu;

	for_each_possible_cpu(cpu)
		u64_stats_init(&per_cpu_ptr(port->arrivals, cpu)->syncp);
	pfc_config_init(config);
	RCU_INIT_POINTER(port->config, config);
	port->dev = dev;
	port->net = dev_net(dev);
	port->cleared = ktime_get_ns();
	for (pg = 0; pg < PFC_PRIOS; pg++) {
		port->groups[pg].terms[0].pool =
			pfc_pools_default(pfc_net_of(port->net));
		port->groups[pg].cleared = port->cleared;
	}
	pfc_receiver_init(&port->receiver);
	pfc_sender_init(port);
	pfc_storms_init(port);
	ratelimit_state_init(&port->events, HZ, 100);
	ratelimit_set_flags(&port->events, RATELIMIT_MSG_ON_RELEASE);
	ratelimit_state_init(&port->alarms, HZ, 10);
	ratelimit_set_flags(&port->alarms, RATELIMIT_MSG_ON_RELEASE);
	ratelimit_state_init(&port->reports, HZ, 100);
	ratelimit_set_flags(&port->reports, RATELIMIT_MSG_ON_RELEASE);
	ratelimit_state_init(&port->warnings, HZ, 100);
	ratelimit_set_flags(&port->warnings, RATELIMIT_MSG_ON_RELEASE);
	atomic_inc(&pfc_ports_alive);
	return port;

err_free_percpu:
	free_percpu(port->arrivals);
err_free:
	kfree(config);
	kfree(port);
	return NULL;
}

/**
 * pfc_port_attach() - make the device of a qdisc a port
 * @sch: the qdisc
 * @extack: filled on error
 * @attached: the port
 *
 * Context: RTNL, may sleep.
 * Return: 0; -EOPNOTSUPP, -EEXIST, -ENOSPC, -ENOMEM or what the hook says.
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
		NL_SET_ERR_MSG_FMT(extack, "there are %u pfc ports already, the most possible",
				   PFC_PORTS_MAX);
		return -ENOSPC;
	}
	port = pfc_port_alloc(dev);
	if (!port) {
		NL_SET_ERR_MSG(extack, "no memory for a port");
		return -ENOMEM;
	}

	port->sch = sch;
	port->id = id;
	port->hook = (struct nf_hook_ops) {
		.hook = pfc_ingress,
		.priv = port,
		.dev = dev,
		.pf = NFPROTO_NETDEV,
		.hooknum = NF_NETDEV_INGRESS,
		.priority = INT_MIN,
	};
	pfc_port_read_speed(port);
	port->headroom_needed = pfc_change_headroom(port, rtnl_dereference(port->config));
	err = dev_mc_add(dev, pfc_group_address);
	if (err) {
		NL_SET_ERR_MSG(extack, "cannot set the device's multicast filter");
		goto err_free;
	}
	err = nf_register_net_hook(port->net, &port->hook);
	if (err) {
		NL_SET_ERR_MSG(extack, "cannot register the ingress hook");
		goto err_mc_del;
	}

	pfc_port_publish(port, port);
	pfc_pools_default(pfc_net_of(port->net))->pgs += PFC_PRIOS;
	pfc_last_id = id;
	*attached = port;
	pfc_event(port, PFC_EVENT_PORT_ADD, 0, 0);
	return 0;

err_mc_del:
	dev_mc_del(dev, pfc_group_address);
err_free:
	percpu_ref_kill(&port->ref);
	return err;
}

/* What is still held of what was reserved becomes shared; then give it back */
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

	/* As in pfc_change_unreserve() */
	synchronize_net();
	for (pg = 0; pg < PFC_PRIOS; pg++) {
		struct pfc_pool *pool = pfc_group_pool(&port->groups[pg]);
		struct pfc_demand demand = pfc_pg_demand(&config->pg[pg]);

		pfc_pool_unreserve(pool, &demand);
		pool->pgs--;
		if (port->profiles[pg])
			port->profiles[pg]->pgs--;
	}
}

/**
 * pfc_port_detach() - the port ceases to be one
 * @port: the port; freed when the last packet charged to it is gone
 *
 * Context: RTNL, may sleep.
 */
void pfc_port_detach(struct pfc_port *port)
{
	ASSERT_RTNL();
	might_sleep();

	pfc_event(port, PFC_EVENT_PORT_DEL, 0, 0);
	pfc_port_publish(port, NULL);
	nf_unregister_net_hook(port->net, &port->hook);
	dev_mc_del(port->dev, pfc_group_address);
	pfc_sender_kill(port);

	/* From here on nobody charges, receives or wakes anything for the port */
	synchronize_net();
	pfc_sender_stop(port);
	pfc_storms_stop(port);
	/* The last XON may have put the qdisc on a CPU's list; see it off */
	while (test_bit(__QDISC_STATE_SCHED, &port->sch->state))
		usleep_range(50, 100);
	pfc_port_unreserve(port);
	percpu_ref_kill(&port->ref);
}

/**
 * pfc_port_next() - walk the ports of a namespace
 * @net: the namespace
 * @id: start after this id; set to that of the port found
 *
 * Context: RTNL.
 * Return: the port with the next higher id, or NULL.
 */
struct pfc_port *pfc_port_next(struct net *net, u16 *id)
{
	struct pfc_port *port;
	int i;

	ASSERT_RTNL();

	for (i = *id + 1; i <= PFC_PORTS_MAX; i++) {
		port = rtnl_dereference(pfc_ports[i]);
		if (port && net_eq(port->net, net)) {
			*id = i;
			return port;
		}
	}
	return NULL;
}

/* The device goes; its qdisc does too, but a tc request may hold it a while */
static void pfc_netdev_unregister(struct net_device *dev)
{
	struct pfc_port *port = pfc_port_find(dev);

	if (port)
		pfc_qdisc_detach(port->sch);
}

/* The link came up, or renegotiated */
static void pfc_netdev_link(struct net_device *dev)
{
	struct pfc_port *port = pfc_port_of(dev);

	if (!port)
		return;
	pfc_port_read_speed(port);
	pfc_change_link(port);
	local_bh_disable();
	pfc_sender_repeat(port);
	local_bh_enable();
}

static void pfc_netdev_mtu(struct net_device *dev)
{
	struct pfc_port *port = pfc_port_of(dev);

	if (port)
		pfc_change_link(port);
}

/* Of the bridge that it may have joined, there was perhaps no module before */
static void pfc_netdev_upper(struct net_device *dev)
{
	struct pfc_port *port = pfc_port_of(dev);

	if (port && rtnl_dereference(port->config)->asks_fdb)
		pfc_flood_prepare();
}

static int pfc_netdev_event(struct notifier_block *nb, unsigned long event,
			    void *ptr)
{
	struct net_device *dev = netdev_notifier_info_to_dev(ptr);

	switch (event) {
	case NETDEV_UP:
	case NETDEV_CHANGE:
		pfc_netdev_link(dev);
		break;
	case NETDEV_CHANGEMTU:
		pfc_netdev_mtu(dev);
		break;
	case NETDEV_CHANGEUPPER:
		pfc_netdev_upper(dev);
		break;
	case NETDEV_UNREGISTER:
		pfc_netdev_unregister(dev);
		break;
	}
	return NOTIFY_DONE;
}

static struct notifier_block pfc_netdev_notifier = {
	.notifier_call = pfc_netdev_event,
};

/**
 * pfc_port_module_init() - start to follow devices
 *
 * Return: 0 or an error.
 */
int pfc_port_module_init(void)
{
	return register_netdevice_notifier(&pfc_netdev_notifier);
}

/**
 * pfc_port_module_exit() - wait until no port is left
 *
 * Qdiscs hold the module, so all ports are detached and no packet is charged;
 * but their freeing may still be on its way through RCU.
 */
void pfc_port_module_exit(void)
{
	unregister_netdevice_notifier(&pfc_netdev_notifier);
	wait_var_event(&pfc_ports_alive, !atomic_read(&pfc_ports_alive));
	rcu_barrier();
}
