// SPDX-License-Identifier: GPL-2.0-only
/*
 * /dev/pfclab: flows and sources of PFC frames for the simulator.  Each open file has
 * its own flows and sources of PFC frames; close() stops all of them.  The network
 * interfaces that an open file uses must not be deleted before close().
 */
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/nsproxy.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <net/net_namespace.h>
#include "lab.h"

static void lab_flow_free(struct lab_flow *flow)
{
	netdev_put(flow->dev, &flow->dev_tracker);
	netdev_put(flow->to, &flow->to_tracker);
	kfree(flow->paths);
	kfree(flow->dependents);
	kfree(flow);
}

/*
 * Find an interface and take a reference to it.
 * @netns: file descriptor of its network namespace
 * Context: process.
 * Return: the interface, or NULL.
 */
struct net_device *lab_dev_get(int netns, u32 ifindex, netdevice_tracker *tracker)
{
	struct net *net = get_net_ns_by_fd(netns);
	struct net_device *dev;

	if (IS_ERR(net))
		return NULL;
	dev = netdev_get_by_index(net, ifindex, tracker, GFP_KERNEL);
	put_net(net);
	return dev;
}

static int lab_flow_bind(struct lab_flow *flow)
{
	const struct pfclab_flow *spec = &flow->spec;

	flow->to = lab_dev_get(spec->to_netns, spec->to_ifindex, &flow->to_tracker);
	flow->dev = lab_dev_get(spec->netns, spec->ifindex, &flow->dev_tracker);
	return flow->dev && flow->to ? 0 : -ENODEV;
}

/* Makes room for one more flow.  Return: 0 or an error */
static int lab_flows_grow(struct lab *lab)
{
	u32 room = max(2 * lab->n_flows, 1U);
	struct lab_flow **flows;

	if (lab->n_flows == PFCLAB_FLOWS_MAX)
		return -ENOSPC;
	if (lab->n_flows & (lab->n_flows - 1))	/* there is room up to the next power of two */
		return 0;
	flows = kvmalloc_array(room, sizeof(*flows), GFP_KERNEL);
	if (!flows)
		return -ENOMEM;
	memcpy(flows, lab->flows, lab->n_flows * sizeof(*flows));
	kvfree(lab->flows);
	lab->flows = flows;
	return 0;
}

static int lab_add_flow(struct lab *lab, void __user *arg)
{
	struct lab_flow *flow;
	int err;

	err = lab_flows_grow(lab);
	if (err)
		return err;
	flow = kzalloc(sizeof(*flow), GFP_KERNEL);
	if (!flow)
		return -ENOMEM;

	flow->lab = lab;
	err = copy_from_user(&flow->spec, arg, sizeof(flow->spec)) ? -EFAULT : 0;
	if (!err)
		err = lab_source_check(&flow->spec);
	if (!err)
		err = lab_flow_bind(flow);
	if (!err && flow->spec.count)
		err = lab_turns_join(flow);
	if (!err)
		err = lab_sink_attach(flow->to, lab);
	if (err) {
		lab_flow_free(flow);
		return err;
	}

	flow->id = lab->n_flows;
	lab_source_init(flow);
	lab->flows[lab->n_flows++] = flow;
	return 0;
}

static int lab_add_path(struct lab *lab, void __user *arg)
{
	struct pfclab_path path, *paths;
	struct lab_flow *flow;

	if (copy_from_user(&path, arg, sizeof(path)))
		return -EFAULT;
	if (path.flow >= lab->n_flows)
		return -ENOENT;
	flow = lab->flows[path.flow];
	if (flow->n_paths == PFCLAB_PATHS_MAX)
		return -ENOSPC;
	paths = krealloc_array(flow->paths, flow->n_paths + 1, sizeof(path), GFP_KERNEL);
	if (!paths)
		return -ENOMEM;
	paths[flow->n_paths++] = path;
	flow->paths = paths;
	return 0;
}

static int lab_add_dependency(struct lab *lab, void __user *arg)
{
	struct pfclab_dependency dependency;
	struct lab_flow *on, *flow, **list;

	if (copy_from_user(&dependency, arg, sizeof(dependency)))
		return -EFAULT;
	if (dependency.flow >= lab->n_flows || dependency.on >= dependency.flow)
		return -ENOENT;
	flow = lab->flows[dependency.flow];
	on = lab->flows[dependency.on];
	if (!flow->spec.count || !on->spec.count)
		return -EINVAL;
	list = krealloc_array(on->dependents, on->n_dependents + 1, sizeof(*list), GFP_KERNEL);
	if (!list)
		return -ENOMEM;
	list[on->n_dependents++] = flow;
	on->dependents = list;
	flow->pending++;
	return 0;
}

static int lab_add_pause(struct lab *lab, void __user *arg)
{
	struct lab_pause *pause = kzalloc(sizeof(*pause), GFP_KERNEL);
	int err;

	if (!pause)
		return -ENOMEM;
	err = copy_from_user(&pause->spec, arg, sizeof(pause->spec)) ? -EFAULT : 0;
	if (!err)
		err = lab_pause_check(&pause->spec);
	if (!err) {
		pause->dev = netdev_get_by_index(current->nsproxy->net_ns,
						 pause->spec.ifindex,
						 &pause->tracker, GFP_KERNEL);
		err = pause->dev ? 0 : -ENODEV;
	}
	if (err) {
		kfree(pause);
		return err;
	}

	pause->lab = lab;
	lab_pause_init(pause);
	list_add_tail(&pause->list, &lab->pauses);
	return 0;
}

static int lab_seed(void __user *arg)
{
	u64 seed;

	if (copy_from_user(&seed, arg, sizeof(seed)))
		return -EFAULT;
	lab_random_seed(seed);
	return 0;
}

static int lab_start(struct lab *lab, void __user *arg)
{
	struct lab_pause *pause;
	int err;
	u32 i;

	if (copy_from_user(&lab->start, arg, sizeof(lab->start)))
		return -EFAULT;
	if (!lab->start)
		return -EINVAL;
	err = lab_starts_init(lab);
	if (err)
		return err;
	for (i = 0; i < lab->n_flows; i++)
		lab_source_start(lab->flows[i]);
	lab_starts_begin(lab);
	list_for_each_entry(pause, &lab->pauses, list)
		lab_pause_start(pause);
	return 0;
}

static int lab_get_digest(struct lab *lab, void __user *arg)
{
	struct pfclab_digest digest;

	spin_lock_bh(&lab->lock);
	digest = lab->digest;
	spin_unlock_bh(&lab->lock);
	return copy_to_user(arg, &digest, sizeof(digest)) ? -EFAULT : 0;
}

static int lab_command(struct lab *lab, unsigned int cmd, void __user *arg)
{
	if (cmd == PFCLAB_DIGEST)
		return lab_get_digest(lab, arg);
	if (cmd == PFCLAB_PORTS)
		return lab_ports_read(lab, arg);
	if (cmd == PFCLAB_TRANSPORTS)
		return lab_transport_command(lab, cmd, arg);
	if (lab->start)
		return -EBUSY;
	switch (cmd) {
	case PFCLAB_ADD_FLOW:
		return lab_add_flow(lab, arg);
	case PFCLAB_ADD_PATH:
		return lab_add_path(lab, arg);
	case PFCLAB_ADD_DEPENDENCY:
		return lab_add_dependency(lab, arg);
	case PFCLAB_ADD_PAUSE:
		return lab_add_pause(lab, arg);
	case PFCLAB_ADD_NODE:
		return lab_node_add(lab, arg);
	case PFCLAB_SEED:
		return lab_seed(arg);
	case PFCLAB_START:
		return lab_start(lab, arg);
	}
	return lab_transport_command(lab, cmd, arg);
}

static long lab_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct lab *lab = file->private_data;
	int err;

	mutex_lock(&lab->mutex);
	err = lab_command(lab, cmd, (void __user *)arg);
	mutex_unlock(&lab->mutex);
	return err;
}

static void lab_flow_counters(struct lab_flow *flow,
			      struct pfclab_counters *counters)
{
	spin_lock_bh(&flow->lab->lock);
	*counters = flow->counters;
	spin_unlock_bh(&flow->lab->lock);
	counters->buffered = atomic_long_read(&flow->buffered);
}

/* Copies the current counters of the flows to user space; the file position has no effect */
static ssize_t lab_read(struct file *file, char __user *to, size_t size,
			loff_t *pos)
{
	struct lab *lab = file->private_data;
	struct pfclab_counters counters;
	ssize_t done = 0;
	u32 i;

	mutex_lock(&lab->mutex);
	for (i = 0; i < lab->n_flows && size - done >= sizeof(counters); i++) {
		lab_flow_counters(lab->flows[i], &counters);
		if (copy_to_user(to + done, &counters, sizeof(counters))) {
			done = -EFAULT;
			break;
		}
		done += sizeof(counters);
	}
	mutex_unlock(&lab->mutex);
	return done;
}

static int lab_open(struct inode *inode, struct file *file)
{
	struct lab *lab = kvzalloc(sizeof(*lab), GFP_KERNEL);

	if (!lab)
		return -ENOMEM;
	mutex_init(&lab->mutex);
	spin_lock_init(&lab->lock);
	INIT_LIST_HEAD(&lab->transports);
	INIT_LIST_HEAD(&lab->pauses);
	INIT_LIST_HEAD(&lab->ints);
	hash_init(lab->turns);
	file->private_data = lab;
	return 0;
}

/* Waits until no packet refers to the flow: the destructor of each packet reduces @buffered */
static void lab_flow_drain(struct lab_flow *flow)
{
	while (atomic_long_read(&flow->buffered))
		schedule_timeout_uninterruptible(1);
}

static int lab_release(struct inode *inode, struct file *file)
{
	struct lab *lab = file->private_data;
	struct lab_pause *pause, *next;
	u32 i;

	list_for_each_entry_safe(pause, next, &lab->pauses, list) {
		hrtimer_cancel(&pause->timer);
		netdev_put(pause->dev, &pause->tracker);
		kfree(pause);
	}
	lab_starts_end(&lab->starts);
	for (i = 0; i < lab->n_flows; i++) {
		/* A frame that leaves may start the timer of a flow again: it sends nothing */
		lab->flows[i]->spec.stop = 0;
		hrtimer_cancel(&lab->flows[i]->timer);
		lab_turn_cancel(lab->flows[i]);
		lab_sink_detach(lab->flows[i]->to);
		lab_transport_stop(lab->flows[i]);
	}
	/* Frames that are still in switches lead the ports to their flows */
	lab_int_free(lab);
	for (i = 0; i < lab->n_flows; i++) {
		lab_flow_drain(lab->flows[i]);
		hrtimer_cancel(&lab->flows[i]->timer);
		lab_transport_free(lab->flows[i]);
		lab_flow_free(lab->flows[i]);
	}
	lab_turns_free(lab);
	lab_nodes_free(lab);
	kvfree(lab->flows);
	kvfree(lab);
	return 0;
}

static const struct file_operations lab_fops = {
	.owner		= THIS_MODULE,
	.open		= lab_open,
	.release	= lab_release,
	.read		= lab_read,
	.unlocked_ioctl	= lab_ioctl,
};

static struct miscdevice lab_device = {
	.minor	= MISC_DYNAMIC_MINOR,
	.name	= "pfclab",
	.fops	= &lab_fops,
};

module_misc_device(lab_device);

MODULE_DESCRIPTION("Traffic generator for the simulator of the pfc module");
MODULE_LICENSE("GPL");
