// SPDX-License-Identifier: GPL-2.0-only
/*
 * Copies the changed counters of all ports to user space.  The module pfc depends on this one, so
 * this one finds the function of pfc by its name.
 */
#include <linux/module.h>
#include <linux/rtnetlink.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <net/net_namespace.h>
#include "changes.h"
#include "lab.h"

/**
 * lab_node_add() - add a network namespace whose ports lab_ports_read() reports
 * @lab: open file, whose mutex the caller holds
 * @arg: file descriptor of the namespace
 *
 * Return: 0 or a negative error.
 */
int lab_node_add(struct lab *lab, void __user *arg)
{
	struct net **nodes, *net;
	s32 fd;

	if (copy_from_user(&fd, arg, sizeof(fd)))
		return -EFAULT;
	net = get_net_ns_by_fd(fd);
	if (IS_ERR(net))
		return PTR_ERR(net);
	nodes = krealloc_array(lab->nodes, lab->n_nodes + 1, sizeof(*nodes), GFP_KERNEL);
	if (!nodes) {
		put_net(net);
		return -ENOMEM;
	}
	nodes[lab->n_nodes++] = net;
	lab->nodes = nodes;
	return 0;
}

/**
 * lab_nodes_free() - free the list of network namespaces
 * @lab: open file
 */
void lab_nodes_free(struct lab *lab)
{
	while (lab->n_nodes)
		put_net(lab->nodes[--lab->n_nodes]);
	kfree(lab->nodes);
}

/* Copies a port and its changes behind what the buffer already contains */
static int lab_port_copy(struct pfclab_ports *to, const struct pfclab_port *head,
			 const struct pfclab_change *changes)
{
	void __user *at = u64_to_user_ptr(to->to) + to->used;
	size_t size = head->changes * sizeof(*changes);

	if (copy_to_user(at, head, sizeof(*head)) ||
	    copy_to_user(at + sizeof(*head), changes, size))
		return -EFAULT;
	to->used += sizeof(*head) + size;
	return 0;
}

/* Fills the buffer, from the port after the last one on */
static int lab_ports_fill(struct lab *lab, struct pfclab_ports *to, typeof(lab_changes) *changed,
			  struct pfclab_change *changes)
{
	size_t most = sizeof(struct pfclab_port) + LAB_CHANGES_MAX * sizeof(*changes);
	int n, err = 0;

	/* Without room for one port, the answer would be that there is no further one */
	if (to->size < most)
		return -EINVAL;
	while (!err && lab->node < lab->n_nodes && to->size - to->used >= most) {
		struct pfclab_port head = { .node = lab->node };

		n = changed(lab->nodes[lab->node], &lab->port, &head, changes);
		if (n == -ENOENT) {
			lab->node++;
			lab->port = 0;
		} else if (n) {
			err = n < 0 ? n : lab_port_copy(to, &head, changes);
		}
	}
	return err;
}

/**
 * lab_ports_read() - copy the changed counters of ports to user space
 * @lab: open file, whose mutex the caller holds
 * @arg: struct pfclab_ports
 *
 * Return: 0 or a negative error.
 */
int lab_ports_read(struct lab *lab, void __user *arg)
{
	typeof(lab_changes) *changed = symbol_get(lab_changes);
	struct pfclab_change *changes;
	struct pfclab_ports to;
	int err = -ENOMEM;

	if (!changed)
		return -ENOENT;
	changes = kmalloc_array(LAB_CHANGES_MAX, sizeof(*changes), GFP_KERNEL);
	if (changes && copy_from_user(&to, arg, sizeof(to))) {
		err = -EFAULT;
	} else if (changes) {
		to.used = 0;
		rtnl_lock();
		err = lab_ports_fill(lab, &to, changed, changes);
		rtnl_unlock();
		if (!to.used) {
			lab->node = 0;
			lab->port = 0;
		}
		if (!err && copy_to_user(arg, &to, sizeof(to)))
			err = -EFAULT;
	}
	kfree(changes);
	symbol_put(lab_changes);
	return err;
}
