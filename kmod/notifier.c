// SPDX-License-Identifier: GPL-2.0-only
/*
 * Handlers of the network device events that affect a port or a guard.
 */
#include <linux/netdevice.h>
#include "change.h"
#include "net.h"
#include "port.h"

/*
 * The device is being unregistered.  A tc request may still hold the qdisc for a moment, so this
 * function detaches the port now and does not wait until the qdisc is destroyed.
 */
static void pfc_netdev_unregister(struct net_device *dev)
{
	struct pfc_port *port = pfc_port_find(dev);

	if (port)
		pfc_qdisc_detach(port->sch);
	pfc_guard_del(dev);
	pfc_foreign_del(dev);
}

/*
 * A device stays down if it needs a guard and the guard cannot be added.  A foreign device stays
 * down until it is counted: a move to another namespace ignores errors of NETDEV_REGISTER.
 */
static int pfc_netdev_pre_up(struct net_device *dev)
{
	int err = pfc_foreign_update(dev);

	if (err || !pfc_net_of(dev_net(dev))->ports || pfc_port_find(dev))
		return err;
	return pfc_guard_add(dev);
}

/* The link has come up or has renegotiated its speed */
static void pfc_netdev_link(struct pfc_port *port)
{
	/* A driver may have set traffic classes of the device while the link was down */
	pfc_leaves_switch(port, rtnl_dereference(port->config));
	pfc_link_read(port);
	pfc_change_link(port);
	local_bh_disable();
	pfc_sender_repeat(port);
	local_bh_enable();
}

static void pfc_netdev_rename(struct pfc_port *port)
{
	char old[IFNAMSIZ];

	strscpy(old, port->name, sizeof(old));
	local_irq_disable(); /* an interrupt of this CPU would wait for the end of the change */
	write_seqcount_begin(&port->name_seq);
	strscpy(port->name, port->dev->name, sizeof(port->name));
	write_seqcount_end(&port->name_seq);
	local_irq_enable();
	pfc_event_about(port, PFC_EVENT_PORT_RENAMED, &(struct pfc_event_data) { .old_name = old });
}

/* An event of a device that is a port */
static void pfc_port_event(struct pfc_port *port, unsigned long event)
{
	switch (event) {
	case NETDEV_UP:
	case NETDEV_CHANGE:
		pfc_netdev_link(port);
		break;
	case NETDEV_CHANGEMTU:
		pfc_link_read(port);
		pfc_change_link(port);
		break;
	case NETDEV_CHANGENAME:
		pfc_netdev_rename(port);
		break;
	case NETDEV_CHANGEUPPER:
		/* The port may have joined a bridge, and bridge.ko may have been loaded only now */
		if (rtnl_dereference(port->config)->asks_fdb)
			pfc_flood_prepare();
		break;
	}
}

static int pfc_netdev_event(struct notifier_block *nb, unsigned long event,
			    void *ptr)
{
	struct net_device *dev = netdev_notifier_info_to_dev(ptr);
	struct pfc_port *port;

	switch (event) {
	case NETDEV_REGISTER:
		pfc_dcb_registered(dev);
		return notifier_from_errno(pfc_foreign_update(dev));
	case NETDEV_PRE_UP:
		return notifier_from_errno(pfc_netdev_pre_up(dev));
	case NETDEV_UNREGISTER:
		pfc_netdev_unregister(dev);
		break;
	case NETDEV_UP:
	case NETDEV_CHANGE:
	case NETDEV_CHANGEMTU:
	case NETDEV_CHANGENAME:
	case NETDEV_CHANGEUPPER:
		port = pfc_port_of(dev);
		if (port)
			pfc_port_event(port, event);
	}
	return NOTIFY_DONE;
}

static struct notifier_block pfc_notifier = {
	.notifier_call = pfc_netdev_event,
	/*
	 * Before the notifier of dcbnl, which deletes the APP entries of all devices with the index
	 * of a device that has DCB operations and is unregistered.  The port ends first, so its
	 * device has none.
	 */
	.priority = 1,
};

/* Return: 0 or an error */
int pfc_notifier_init(void)
{
	int err = register_netdevice_notifier(&pfc_notifier);

	if (!err)
		pfc_dcb_init();
	return err;
}

void pfc_notifier_exit(void)
{
	pfc_dcb_exit();
	unregister_netdevice_notifier(&pfc_notifier);
}
