// SPDX-License-Identifier: GPL-2.0-only
/*
 * Interface of user space to rate control and reliability of flows.
 */
#include <linux/nsproxy.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <net/net_namespace.h>
#include "transport.h"

static const struct lab_sender_ops *const lab_senders[] = { LAB_SENDER_TABLE };

/* Finds the interfaces of a transport, and takes references to them */
static int lab_transport_bind(struct lab_transport *transport)
{
	const struct pfclab_transport *spec = &transport->spec;

	transport->reply_dev = lab_dev_get(spec->reply_netns, spec->reply_ifindex,
					   &transport->reply_tracker);
	transport->ack_dev = lab_dev_get(spec->ack_netns, spec->ack_ifindex,
					 &transport->ack_tracker);
	return transport->reply_dev && transport->ack_dev ? 0 : -ENODEV;
}

static void lab_transport_put(struct lab_transport *transport)
{
	netdev_put(transport->reply_dev, &transport->reply_tracker);
	netdev_put(transport->ack_dev, &transport->ack_tracker);
	kfree(transport->sender);
	kfree(transport->resender.arrived);
	kfree(transport->receiver.arrived);
	kfree(transport);
}

static struct lab_flow *lab_flow_get(struct lab *lab, u32 number)
{
	return number < lab->n_flows ? lab->flows[number] : NULL;
}

static int lab_transport_add(struct lab *lab, void __user *arg)
{
	struct lab_transport *transport = kzalloc(sizeof(*transport), GFP_KERNEL);
	struct lab_flow *flow;
	int err;

	if (!transport)
		return -ENOMEM;
	err = copy_from_user(&transport->spec, arg, sizeof(transport->spec)) ? -EFAULT : 0;
	flow = lab_flow_get(lab, transport->spec.flow);
	if (!err && (!flow || flow->transport || flow->spec.burst || flow->spec.jitter ||
		     flow->spec.buffer < flow->spec.size))
		err = -EINVAL;
	if (!err)
		err = lab_transport_bind(transport);
	if (!err)
		err = lab_turns_join(flow);
	if (!err)
		err = lab_sink_attach(transport->ack_dev, lab);
	if (err) {
		lab_transport_put(transport);
		return err;
	}

	transport->flow = flow;
	lab_transport_init(transport);
	list_add_tail(&transport->list, &lab->transports);
	flow->transport = transport;
	return 0;
}

/* Return: the functions of a sender, or NULL if its name or a parameter is invalid */
static const struct lab_sender_ops *lab_sender_find(const struct pfclab_sender *spec)
{
	const struct lab_sender_ops *ops;
	u32 i, n;

	for (i = 0; i < ARRAY_SIZE(lab_senders); i++) {
		ops = lab_senders[i];
		if (strncmp(ops->name, spec->name, sizeof(spec->name)) ||
		    ops->n_parameters != spec->n_values)
			continue;
		for (n = 0; n < ops->n_parameters; n++)
			if (spec->values[n] < ops->parameters[n].low ||
			    spec->values[n] > ops->parameters[n].high)
				return NULL;
		return ops;
	}
	return NULL;
}

/* Return: a sender with its parameters, or an error pointer */
static struct lab_sender *lab_sender_new(const struct pfclab_sender *spec,
					 const struct pfclab_flow *flow)
{
	const struct lab_sender_ops *ops = lab_sender_find(spec);
	struct lab_sender *sender;
	u32 n;

	if (!ops)
		return ERR_PTR(-EINVAL);
	sender = kzalloc(sizeof(*sender) + ops->own_size, GFP_KERNEL);
	if (!sender)
		return ERR_PTR(-ENOMEM);
	for (n = 0; n < ops->n_parameters; n++)
		sender->own[ops->parameters[n].member / sizeof(u64)] = spec->values[n];
	sender->ops = ops;
	sender->line = flow->rate;
	sender->rate = flow->rate;
	sender->frame = flow->size + PFCLAB_WIRE_OVERHEAD;
	sender->hops = spec->hops;
	if (ops->init)
		ops->init(sender);
	return sender;
}

static int lab_set_sender(struct lab *lab, void __user *arg)
{
	struct lab_sender *sender;
	struct pfclab_sender spec;
	struct lab_flow *flow;

	if (copy_from_user(&spec, arg, sizeof(spec)))
		return -EFAULT;
	flow = lab_flow_get(lab, spec.flow);
	if (!flow || !flow->transport || flow->transport->sender || spec.tos > 255)
		return -EINVAL;
	sender = lab_sender_new(&spec, &flow->spec);
	if (IS_ERR(sender))
		return PTR_ERR(sender);
	flow->transport->cnp_tos = spec.tos;
	flow->transport->cnp_interval = spec.cnp_interval;
	flow->transport->sender = sender;
	return 0;
}

static int lab_set_selective(struct lab_transport *transport)
{
	transport->resender.arrived = kzalloc(sizeof(*transport->resender.arrived), GFP_KERNEL);
	transport->receiver.arrived = kzalloc(sizeof(*transport->receiver.arrived), GFP_KERNEL);
	if (!transport->resender.arrived || !transport->receiver.arrived)
		return -ENOMEM;
	transport->way = &lab_selective_repeat;
	return 0;
}

static int lab_set_reliable(struct lab *lab, void __user *arg)
{
	struct pfclab_reliable spec;
	struct lab_flow *flow;

	if (copy_from_user(&spec, arg, sizeof(spec)))
		return -EFAULT;
	flow = lab_flow_get(lab, spec.flow);
	if (!flow || !flow->transport || spec.tos > 255 || !spec.ack_every || !spec.timeout ||
	    (spec.window && spec.window < spec.ack_every) || flow->transport->reliable)
		return -EINVAL;
	if (spec.selective &&
	    (!spec.window || spec.window > PFCLAB_SELECTIVE_MAX || !spec.timeout_low))
		return -EINVAL;
	flow->transport->reliable_spec = spec;
	flow->transport->reliable = true;
	return spec.selective ? lab_set_selective(flow->transport) : 0;
}

static void lab_transport_counters(struct lab_transport *transport,
				   struct pfclab_transport_counters *counters)
{
	spin_lock_bh(&transport->lock);
	*counters = transport->counters;
	if (transport->sender) {
		lab_transport_advance(transport, ktime_get_ns());
		counters->rate = transport->sender->rate;
		counters->alpha = transport->sender->alpha;
		counters->window = transport->sender->window;
	}
	spin_unlock_bh(&transport->lock);
}

static int lab_transports_read(struct lab *lab, void __user *arg)
{
	struct pfclab_transport_counters counters, __user *to;
	struct pfclab_transport_read request;
	struct lab_transport *transport;

	if (copy_from_user(&request, arg, sizeof(request)))
		return -EFAULT;
	to = u64_to_user_ptr(request.to);
	list_for_each_entry(transport, &lab->transports, list) {
		if (!request.count--)
			return -ENOSPC;
		lab_transport_counters(transport, &counters);
		if (copy_to_user(to++, &counters, sizeof(counters)))
			return -EFAULT;
	}
	return 0;
}

/*
 * Execute a command that concerns rate control and reliability.
 * @lab: open file, whose mutex the caller holds
 * Return: 0 or a negative error.
 */
int lab_transport_command(struct lab *lab, unsigned int cmd, void __user *arg)
{
	switch (cmd) {
	case PFCLAB_ADD_TRANSPORT:
		return lab_transport_add(lab, arg);
	case PFCLAB_SET_SENDER:
		return lab_set_sender(lab, arg);
	case PFCLAB_ADD_INT:
		return lab_int_add(lab, arg);
	case PFCLAB_SET_RELIABLE:
		return lab_set_reliable(lab, arg);
	case PFCLAB_TRANSPORTS:
		return lab_transports_read(lab, arg);
	}
	return -ENOTTY;
}

/**
 * lab_transport_stop() - stop rate control and reliability of a flow
 * @flow: the flow, whose receive handler is detached and whose timer is stopped
 */
void lab_transport_stop(struct lab_flow *flow)
{
	struct lab_transport *transport = flow->transport;

	if (!transport)
		return;
	lab_sink_detach(transport->ack_dev);
	hrtimer_cancel(&transport->timeout);
	hrtimer_cancel(&flow->timer);
}

/**
 * lab_transport_free() - free rate control and reliability of a flow
 * @flow: the flow; all its timers are stopped, and no interface has a receive handler
 */
void lab_transport_free(struct lab_flow *flow)
{
	struct lab_transport *transport = flow->transport;

	if (!transport)
		return;
	list_del(&transport->list);
	lab_transport_put(transport);
}
