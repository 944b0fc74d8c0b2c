// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the counters of ports that have changed since the last sample.  The build of the simulator
 * adds this file to the module pfc, so a sample needs no netlink message.  pfc does not export its
 * counters, and needs no export for this.
 */
#include <linux/export.h>
#include <linux/slab.h>
#include "../../kmod/net.h"
#include "../../kmod/port.h"
#include "changes.h"
#include "pfclab.h"

/**
 * struct lab_seen - counters of a port in the last sample
 * @list: entry in lab_all_seen
 * @net: network namespace of its device
 * @ifindex: index of its device
 * @stats: the counters
 */
struct lab_seen {
	struct list_head	list;
	const struct net	*net;
	int			ifindex;
	struct pfc_stats	stats;
};

static_assert(sizeof(struct pfc_stats) / sizeof(u64) <= LAB_CHANGES_MAX);

/*
 * Protected by RTNL, as all below.  The list lives as long as the module: one process of the
 * simulator reads the counters, once.
 */
static LIST_HEAD(lab_all_seen);
static struct lab_seen *lab_seen_by_id[PFC_PORTS_MAX + 1];

static bool lab_is_of(const struct lab_seen *seen, const struct pfc_port *port)
{
	return seen->net == port->net && seen->ifindex == port->ifindex;
}

/*
 * Return: the counters of a port in the last sample, all 0 before the first one, or NULL without
 * memory.  A port that is attached again to its device may have another id.
 */
static struct lab_seen *lab_seen_of(const struct pfc_port *port)
{
	struct lab_seen *seen = lab_seen_by_id[port->id];

	if (likely(seen && lab_is_of(seen, port)))
		return seen;
	list_for_each_entry(seen, &lab_all_seen, list)
		if (lab_is_of(seen, port))
			goto found;
	seen = kzalloc(sizeof(*seen), GFP_KERNEL);
	if (!seen)
		return NULL;
	seen->net = port->net;
	seen->ifindex = port->ifindex;
	list_add(&seen->list, &lab_all_seen);
found:
	lab_seen_by_id[port->id] = seen;
	return seen;
}

static struct pfclab_change *lab_compare(struct pfclab_change *to, u8 kind, u8 id, u64 *before,
					 const u64 *now, int n)
{
	int i;

	for (i = 0; i < n; i++) {
		if (likely(before[i] == now[i]))
			continue;
		before[i] = now[i];
		*to++ = (struct pfclab_change) {
			.value = now[i], .kind = kind, .id = id, .attr = PFC_STAT_FIRST + i,
		};
	}
	return to;
}

/* The order is that of the attributes in a netlink message of the port */
static int lab_compare_all(struct pfclab_change *changes, struct pfc_stats *before,
			   const struct pfc_stats *now)
{
	struct pfclab_change *to;
	int i;

	to = lab_compare(changes, PFCLAB_PORT, 0, before->port, now->port, PFC_PORT_STATS);
	for (i = 0; i < PFC_PRIOS; i++) {
		to = lab_compare(to, PFCLAB_PG, i, before->pg[i], now->pg[i], PFC_PG_STATS);
		to = lab_compare(to, PFCLAB_PRIO, i, before->prio[i], now->prio[i],
				 PFC_PRIO_STATS);
		to = lab_compare(to, PFCLAB_QUEUE, i, before->queue[i], now->queue[i],
				 PFC_QUEUE_STATS);
	}
	return to - changes;
}

/**
 * lab_changes() - get the counters of a port that have changed since the last call for this port
 * @net: network namespace
 * @id: the function reads the port with the next higher id; set to that id
 * @head: the members name and changes are set
 * @changes: array of %LAB_CHANGES_MAX elements, set to the new values
 *
 * Context: RTNL.
 *
 * Return: number of changes, -ENOENT if there is no such port, or -ENOMEM.
 */
int lab_changes(struct net *net, u16 *id, struct pfclab_port *head, struct pfclab_change *changes)
{
	struct pfc_port *port = pfc_port_next(net, id);
	static struct pfc_stats now;
	struct lab_seen *seen;

	if (!port)
		return -ENOENT;
	seen = lab_seen_of(port);
	if (!seen)
		return -ENOMEM;
	pfc_stats_get(port, &now);
	pfc_port_name(port, head->name);
	head->changes = lab_compare_all(changes, &seen->stats, &now);
	return head->changes;
}
EXPORT_SYMBOL_GPL(lab_changes);
