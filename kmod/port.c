// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of the attached ports.  attach.c adds and removes ports.
 */
#include <net/rtnetlink.h>
#include "net.h"
#include "port.h"

/* All attached ports by id; slot 0 stays empty.  Written under RTNL. */
struct pfc_port __rcu *pfc_ports[PFC_PORTS_MAX + 1];

/*
 * Name of a port's device.
 * @name: array of IFNAMSIZ bytes, set to the name
 *
 * Most callers do not hold RTNL, so the name may change meanwhile.  Events before the rename event
 * contain the old name, and events after the rename event contain the new name.
 * Context: any.
 */
void pfc_port_name(const struct pfc_port *port, char *name)
{
	unsigned int seq;

	do {
		seq = read_seqcount_begin(&port->name_seq);
		memcpy(name, port->name, IFNAMSIZ);
	} while (read_seqcount_retry(&port->name_seq, seq));
}

/*
 * Find the port of a device.
 *
 * Finds the port even while another qdisc is replacing the port's qdisc.
 * Return: the port or NULL.
 */
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

/*
 * Walk the ports of a namespace.
 * @id: start after this id; set to the id of the port found
 * Return: the port with the next higher id, or NULL.
 */
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
