// SPDX-License-Identifier: GPL-2.0-only
/*
 * Network device that tests control: a stopped transmit queue, a lost carrier, a speed that
 * is reported only with a carrier, and the size of the transmit ring.  All of these are
 * module parameters that can be written at run time.  The index of the device and DCB, with the
 * APP table of the kernel, are parameters of its creation.  As a driver for FCoE does, the module
 * looks up the devices of DCB events in the initial namespace, and counts those of its device.
 * The module can also lose a run of a port, as the core does if it has deactivated the qdisc for a
 * moment.
 */
#include <linux/ethtool.h>
#include <linux/etherdevice.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/pkt_sched.h>
#include <linux/platform_device.h>
#include <linux/rtnetlink.h>
#include <net/dcbevent.h>
#include <net/dcbnl.h>
#include <net/sch_generic.h>

#define QUEUES	4

static struct platform_device *parent;
static struct net_device *device;

static unsigned int speed = 100000;
module_param(speed, uint, 0644);
MODULE_PARM_DESC(speed, "speed that ethtool reports while the carrier is on, Mb/s");

static unsigned int ring = 256;
module_param(ring, uint, 0644);
MODULE_PARM_DESC(ring, "descriptors of the transmit ring");

static int index;
module_param(index, int, 0444);
MODULE_PARM_DESC(index, "index of the device, 0: the next one");

static bool dcb;
module_param(dcb, bool, 0444);
MODULE_PARM_DESC(dcb, "the device answers DCB requests");

static unsigned int dcb_events;
module_param(dcb_events, uint, 0444);
MODULE_PARM_DESC(dcb_events, "changes of APP entries of the device with this index");

static bool classes;
module_param(classes, bool, 0444);
MODULE_PARM_DESC(classes, "use all transmit queues, the last two for the class of control traffic");

static unsigned int sent[QUEUES];
module_param_array(sent, uint, NULL, 0444);
MODULE_PARM_DESC(sent, "frames that each transmit queue has sent");

static unsigned int refuse;
module_param(refuse, uint, 0644);
MODULE_PARM_DESC(refuse, "number of frames that the device refuses from now on");

static unsigned int lose;
module_param(lose, uint, 0644);
MODULE_PARM_DESC(lose, "lose the next run of a leaf with more packets than this; 0: none");

static bool stopped;

static int set_stopped(const char *value, const struct kernel_param *kp)
{
	int err = param_set_bool(value, kp);

	if (err || !device)
		return err;
	if (stopped)
		netif_tx_stop_queue(netdev_get_tx_queue(device, 0));
	else
		netif_tx_wake_queue(netdev_get_tx_queue(device, 0));
	return 0;
}

static const struct kernel_param_ops stopped_ops = {
	.set = set_stopped,
	.get = param_get_bool,
};
module_param_cb(stopped, &stopped_ops, &stopped, 0644);
MODULE_PARM_DESC(stopped, "the transmit queue is stopped");

static bool carrier = true;

static int set_carrier(const char *value, const struct kernel_param *kp)
{
	int err = param_set_bool(value, kp);

	if (err || !device)
		return err;
	if (carrier)
		netif_carrier_on(device);
	else
		netif_carrier_off(device);
	return 0;
}

static const struct kernel_param_ops carrier_ops = {
	.set = set_carrier,
	.get = param_get_bool,
};
module_param_cb(carrier, &carrier_ops, &carrier, 0644);
MODULE_PARM_DESC(carrier, "the link is up");

static netdev_tx_t testdev_xmit(struct sk_buff *skb, struct net_device *dev)
{
	if (refuse) {
		refuse--;
		/* veth leaves another device, too.  A tap ignores what lo sends. */
		skb->dev = next_net_device(dev_net(dev)->loopback_dev);
		return NETDEV_TX_BUSY;
	}
	sent[skb_get_queue_mapping(skb)]++;
	dev->stats.tx_packets++;
	dev->stats.tx_bytes += skb->len;
	consume_skb(skb);
	return NETDEV_TX_OK;
}

static const struct net_device_ops testdev_ops = {
	.ndo_start_xmit = testdev_xmit,
};

static int testdev_ksettings(struct net_device *dev, struct ethtool_link_ksettings *cmd)
{
	cmd->base.speed = netif_carrier_ok(dev) ? speed : SPEED_UNKNOWN;
	cmd->base.duplex = DUPLEX_FULL;
	return 0;
}

static void testdev_ringparam(struct net_device *dev, struct ethtool_ringparam *param,
			      struct kernel_ethtool_ringparam *kernel_param,
			      struct netlink_ext_ack *extack)
{
	param->tx_max_pending = 4096;
	param->tx_pending = ring;
}

static const struct ethtool_ops testdev_ethtool_ops = {
	.get_link_ksettings = testdev_ksettings,
	.get_ringparam = testdev_ringparam,
};

#ifdef CONFIG_DCB

static u8 testdev_getdcbx(struct net_device *dev)
{
	return DCB_CAP_DCBX_HOST | DCB_CAP_DCBX_VER_IEEE;
}

/* Without operations for APP, the kernel uses its table */
static const struct dcbnl_rtnl_ops testdev_dcbnl_ops = {
	.getdcbx = testdev_getdcbx,
};

static int testdev_dcb_event(struct notifier_block *nb, unsigned long event, void *data)
{
	const struct dcb_app_type *app = data;
	struct net_device *dev = dev_get_by_index(&init_net, app->ifindex);

	if (dev && dev == device)
		dcb_events++;
	dev_put(dev);
	return NOTIFY_OK;
}

static struct notifier_block testdev_dcb_notifier = {
	.notifier_call = testdev_dcb_event,
};

static void testdev_set_dcb(struct net_device *dev)
{
	if (dcb)
		dev->dcbnl_ops = &testdev_dcbnl_ops;
	register_dcbevent_notifier(&testdev_dcb_notifier);
}

static void testdev_end_dcb(void)
{
	unregister_dcbevent_notifier(&testdev_dcb_notifier);
}

#else

static void testdev_set_dcb(struct net_device *dev)
{
}

static void testdev_end_dcb(void)
{
}

#endif

/* The probe at the entry of pfc_dequeue() jumps here, which returns to the caller */
static noinline notrace void nothing(void)
{
	barrier();
}

static int testdev_lose(struct kprobe *probe, struct pt_regs *regs)
{
	struct Qdisc *sch = (void *)regs_get_kernel_argument(regs, 0);

	if (!lose || sch->q.qlen <= lose)
		return 0;
	lose = 0;
	clear_bit(__QDISC_STATE_MISSED, &sch->state);
	regs_set_return_value(regs, 0);
	instruction_pointer_set(regs, (unsigned long)nothing);
	return 1;
}

/* A post handler prevents an optimized (jump) probe, which cannot change the instruction pointer */
static void testdev_lost(struct kprobe *probe, struct pt_regs *regs, unsigned long flags)
{
}

static struct kprobe probe = {
	.symbol_name = "pfc_dequeue", .pre_handler = testdev_lose, .post_handler = testdev_lost,
};

static void testdev_set_queues(struct net_device *dev)
{
	netif_set_real_num_tx_queues(dev, classes ? QUEUES : 1);
	if (!classes)
		return;
	netdev_set_num_tc(dev, 2);
	netdev_set_tc_queue(dev, 0, QUEUES / 2, 0);
	netdev_set_tc_queue(dev, 1, QUEUES / 2, QUEUES / 2);
	netdev_set_prio_tc_map(dev, TC_PRIO_CONTROL, 1);
}

static int __init testdev_init(void)
{
	struct net_device *dev;
	int err;

	parent = platform_device_register_simple("testdev", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(parent))
		return PTR_ERR(parent);
	dev = alloc_etherdev_mqs(0, QUEUES, 1);
	if (!dev) {
		err = -ENOMEM;
		goto err_parent;
	}
	strscpy(dev->name, "test%d", sizeof(dev->name));
	dev->netdev_ops = &testdev_ops;
	dev->ethtool_ops = &testdev_ethtool_ops;
	dev->ifindex = index;
	testdev_set_dcb(dev);
	SET_NETDEV_DEV(dev, &parent->dev);
	eth_hw_addr_random(dev);
	testdev_set_queues(dev);
	err = register_netdev(dev);
	if (err)
		goto err_dev;
	device = dev;
	/* Without pfc.ko, there is nothing to probe */
	if (register_kprobe(&probe))
		probe.addr = NULL;
	return 0;

err_dev:
	testdev_end_dcb();
	free_netdev(dev);
err_parent:
	platform_device_unregister(parent);
	return err;
}

static void __exit testdev_exit(void)
{
	testdev_end_dcb();
	if (probe.addr)
		unregister_kprobe(&probe);
	unregister_netdev(device);
	free_netdev(device);
	platform_device_unregister(parent);
}

module_init(testdev_init);
module_exit(testdev_exit);

MODULE_DESCRIPTION("Network device for tests");
MODULE_LICENSE("GPL");
