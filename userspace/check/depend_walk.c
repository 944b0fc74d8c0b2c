// SPDX-License-Identifier: GPL-2.0-only
/*
 * Follows packets to each destination from all their sources, and records their turns: the pairs
 * of ingress and egress port of each switch on their path.
 *
 * Each namespace sends to each destination by its own routes.  Ports with an unknown other end
 * receive packets to each destination, to any MAC address.  Routers send nothing to addresses and
 * links of each other, because a spine reaches another one only through a leaf.
 */
#include <arpa/inet.h>
#include <linux/if_bridge.h>
#include <stdlib.h>
#include <string.h>
#include "depend.h"

/* Values of @to of &struct visit that are no index of an owner */
#define TO_NEIGHBOUR	(UINT32_MAX - 1)	/* a neighbour that has no namespace here */
#define TO_ANY		(UINT32_MAX - 2)	/* any neighbour, from an unknown sender */
#define TO_MAC		(UINT32_MAX - 3)	/* the MAC address of the walk */
#define TO_UNKNOWN	(UINT32_MAX - 4)	/* a MAC address without FDB entry */
#define TO_DIRECT	(UINT32_MAX - 5)	/* the other end of the link */

#define PRIOS_ALL	0xff
#define DEPTH_MAX	16	/* the kernel stacks at most 8 devices */

/**
 * struct visit - packets that arrive at a device
 * @dev: the device
 * @to: neighbour for which the frames are: index of the first owner of its address, or TO_...
 * @prios: bit mask of their priorities
 * @pending: the walk must still follow these priorities
 * @next: index of another visit of the device, or %DEP_NONE
 * @queued: index of the next visit with pending priorities, or %DEP_NONE
 */
struct visit {
	uint32_t	dev;
	uint32_t	to;
	uint8_t		prios;
	uint8_t		pending;
	uint32_t	next;
	uint32_t	queued;
};

/**
 * struct walk - the walk to one destination
 * @net: the network
 * @turns: result
 * @owners: the local addresses
 * @addr: the destination; family 0: a MAC address
 * @mac: the MAC address; NULL: it is in no FDB
 * @owner: first owner of the destination, or %TO_NEIGHBOUR
 * @routers: result of dep_routers()
 * @route: routes to the destination by namespace
 * @stride: distance of two entries in @route
 * @n: number of entries in @visits
 * @visits: the visits
 * @first: first visit of each device, or %DEP_NONE
 * @queue: first visit with pending priorities, or %DEP_NONE
 * @depth: number of devices on top of each other through which packets now go
 */
struct walk {
	const struct dep_net	*net;
	struct dep_turns	*turns;
	struct dep_owners	owners;
	struct dep_addr		addr;
	const uint8_t		*mac;
	uint32_t		owner;
	uint8_t			*routers;
	const uint32_t		*route;
	uint32_t		stride;
	size_t			n;
	struct visit		*visits;
	uint32_t		*first;
	uint32_t		queue;
	unsigned int		depth;
};

/* ---- turns and visits --------------------------------------------------- */

static void label(const struct walk *w, char *text)
{
	char addr[INET6_ADDRSTRLEN] = "";

	if (w->mac) {
		snprintf(text, DEP_LABEL, "%02x:%02x:%02x:%02x:%02x:%02x", w->mac[0], w->mac[1],
			 w->mac[2], w->mac[3], w->mac[4], w->mac[5]);
		return;
	}
	if (!w->addr.family) {
		snprintf(text, DEP_LABEL, "unknown unicast");
		return;
	}
	inet_ntop(w->addr.family, w->addr.bytes, addr, sizeof(addr));
	if (w->addr.len == (w->addr.family == AF_INET ? 32 : 128))
		snprintf(text, DEP_LABEL, "%s", addr);
	else
		snprintf(text, DEP_LABEL, "%s/%u", addr, w->addr.len);
}

/* Return: the turn, which is new or not */
static struct dep_turn *turn_of(struct walk *w, uint32_t from, uint32_t to)
{
	struct dep_turn *turn = dep_turn(w->turns, from, to);

	if (!*turn->label)
		label(w, turn->label);
	return turn;
}

/* Return: the visit of a device, which is new or not */
static struct visit *visit_of(struct walk *w, uint32_t dev, uint32_t to)
{
	struct visit *visit;
	uint32_t i;

	for (i = w->first[dev]; i != DEP_NONE; i = w->visits[i].next)
		if (w->visits[i].to == to)
			return &w->visits[i];
	visit = list_add(&w->visits, &w->n, sizeof(*visit));
	*visit = (struct visit){ .dev = dev, .to = to, .next = w->first[dev] };
	w->first[dev] = visit - w->visits;
	return visit;
}

/* Packets arrive at a device: the walk will follow those priorities that are new there */
static void arrive(struct walk *w, uint32_t dev, uint32_t to, uint8_t prios)
{
	struct visit *visit = visit_of(w, dev, to);

	if (!(prios & ~visit->prios))
		return;
	if (!visit->pending) {
		visit->queued = w->queue;
		w->queue = visit - w->visits;
	}
	visit->pending |= prios & ~visit->prios;
	visit->prios |= prios;
}

/**
 * struct batch - packets that a switch forwards
 * @in: the device by which they came; %DEP_NONE: the namespace itself sends them
 * @to: as in &struct visit
 * @prios: bit mask of their priorities
 */
struct batch {
	uint32_t	in;
	uint32_t	to;
	uint8_t		prios;
};

/* Sends packets out of a device, and records the turn */
static void emit(struct walk *w, const struct batch *b, uint32_t out, bool flooded)
{
	const struct dep_dev *devs = w->net->devs, *dev = &devs[out];
	const struct port *in = b->in == DEP_NONE ? NULL : devs[b->in].port;
	const struct port *next = dev->peer == DEP_NONE ? NULL : devs[dev->peer].port;
	struct dep_turn *turn = NULL;
	uint8_t after = 0;
	unsigned int prio;

	if (!dev->dev->up)
		return;
	if (in && dev->port)
		turn = turn_of(w, b->in, out);
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		const struct dep_move move = dep_move(in, dev->port, next, prio, flooded);

		if (!(b->prios >> prio & 1))
			continue;
		after |= 1U << move.after;
		if (turn)
			turn->pairs[prio] |= 1U << move.queue;
	}
	if (!in)
		after &= dep_possible(next);
	if (dev->peer != DEP_NONE)
		arrive(w, dev->peer, b->to, after);
}

/* ---- bridges ------------------------------------------------------------ */

/* Return: whether a bridge may send packets that came by a port, or from above, to another port */
static bool may_cross(const struct walk *w, uint32_t in, uint32_t out)
{
	const struct device *from, *to = w->net->devs[out].dev;

	if (to->stp_state != BR_STATE_FORWARDING)
		return false;
	if (in == DEP_NONE)
		return true;
	from = w->net->devs[in].dev;
	return (in != out || to->hairpin) && !(from->isolated && to->isolated);
}

static void send_by(struct walk *w, const struct batch *b, uint32_t out, bool flooded);

/* Sends packets by the FDB entries for a MAC address.  Return: false if there is no entry */
static bool send_known(struct walk *w, const struct batch *b, uint32_t bridge, uint32_t in,
		       const uint8_t *mac)
{
	const struct dep_space *space = &w->net->spaces[w->net->devs[bridge].ns];
	const struct dep_fdb *fdb = dep_fdb_find(space, mac);
	bool found = false;

	for (; fdb && fdb < space->fdb + space->n_fdb && !memcmp(fdb->mac, mac, sizeof(fdb->mac));
	     fdb++) {
		if (w->net->devs[fdb->dev].master != bridge)
			continue;
		found = true;
		if (may_cross(w, in, fdb->dev))
			send_by(w, b, fdb->dev, false);
	}
	return found;
}

/*
 * Return: the batch without the priorities that the ingress port does not flood.  The settings of
 * a port for flooded packets apply only if the port itself is a port of the bridge.
 */
static struct batch flooded_part(const struct walk *w, const struct batch *b)
{
	const struct port *port = w->net->devs[b->in].port;
	struct batch part = *b;
	unsigned int prio;

	for (prio = 0; port && port->flood_lossless && prio < PFC_PRIO_COUNT; prio++)
		if (port->pgs[port_pg(port, prio)].lossless)
			part.prios &= ~(1U << prio);
	return part;
}

static void flood(struct walk *w, const struct batch *b, uint32_t bridge, uint32_t in)
{
	const struct dep_space *space = &w->net->spaces[w->net->devs[bridge].ns];
	const bool port = in != DEP_NONE && in == b->in;
	const struct batch part = port ? flooded_part(w, b) : *b;
	uint32_t i;

	for (i = space->dev; part.prios && i < space->dev + space->n_devs; i++)
		if (w->net->devs[i].master == bridge && w->net->devs[i].dev->flood &&
		    may_cross(w, in, i))
			send_by(w, &part, i, port);
}

/* Sends packets through a bridge; @in is the bridge port by which they came, or %DEP_NONE */
static void bridge_out(struct walk *w, const struct batch *b, uint32_t bridge, uint32_t in)
{
	bool known = false;
	uint32_t i;

	if (b->to == TO_MAC)
		known = send_known(w, b, bridge, in, w->mac);
	for (i = b->to; dep_same_owner(&w->owners, b->to, i); i++)
		if (w->owners.list[i].dev != DEP_NONE)
			known |= send_known(w, b, bridge, in,
					    w->net->devs[w->owners.list[i].dev].dev->mac);
	if (!known)
		flood(w, b, bridge, in);
}

/* Sends packets out of a device of any type */
static void send_by(struct walk *w, const struct batch *b, uint32_t out, bool flooded)
{
	const struct dep_dev *dev = &w->net->devs[out];
	const struct dep_space *space = &w->net->spaces[dev->ns];
	uint32_t i;

	if (!dev->dev->up || w->depth == DEPTH_MAX)
		return;
	w->depth++;
	switch (dev->type) {
	case DEP_PORT:
		emit(w, b, out, flooded);
		break;
	case DEP_BRIDGE:
		bridge_out(w, b, out, DEP_NONE);
		break;
	case DEP_VLAN:
		if (dev->lower != DEP_NONE)
			send_by(w, b, dev->lower, flooded);
		break;
	case DEP_BOND:
		for (i = space->dev; i < space->dev + space->n_devs; i++)
			if (w->net->devs[i].master == out && w->net->devs[i].type == DEP_PORT)
				emit(w, b, i, flooded);
		break;
	case DEP_OTHER:
		break;
	}
	w->depth--;
}

/* ---- routes ------------------------------------------------------------- */

/* Return: the first owner of an address, or %TO_NEIGHBOUR */
static uint32_t find_owner(const struct walk *w, const struct dep_addr *addr)
{
	const uint32_t owner = dep_owner(&w->owners, addr);

	return owner == DEP_NONE ? TO_NEIGHBOUR : owner;
}

/* Return: the device that carries the packets of a VLAN */
static uint32_t base_of(const struct walk *w, uint32_t dev)
{
	const struct dep_dev *devs = w->net->devs;

	return devs[dev].type == DEP_VLAN && devs[dev].lower != DEP_NONE ? devs[dev].lower : dev;
}

/* Return: the bond of a device, or the device */
static uint32_t bond_of(const struct walk *w, uint32_t dev)
{
	const struct dep_dev *devs = w->net->devs;
	const uint32_t master = devs[dev].master;

	return master != DEP_NONE && devs[master].type == DEP_BOND ? master : dev;
}

/* Return: whether a device receives the packets of a VLAN of another one */
static bool is_vlan_of(const struct walk *w, uint32_t dev, uint32_t lower)
{
	const struct dep_dev *d = &w->net->devs[dev];

	return d->type == DEP_VLAN && d->lower == lower && d->dev->up;
}

/*
 * Return: whether a device has a link to a device outside of bridges, which gets all packets.  A
 * bond and its VLANs can be bridge ports instead of the device.
 */
static bool is_direct(const struct walk *w, uint32_t dev)
{
	const struct dep_dev *devs = w->net->devs;
	const struct dep_space *space;
	uint32_t i, base;

	if (devs[dev].type != DEP_PORT || devs[dev].dev->brport || devs[dev].peer == DEP_NONE)
		return false;
	base = bond_of(w, devs[dev].peer);
	space = &w->net->spaces[devs[base].ns];
	for (i = space->dev; i < space->dev + space->n_devs; i++)
		if ((i == base || is_vlan_of(w, i, base)) && devs[i].dev->brport)
			return false;
	return true;
}

/*
 * Routes packets; @above is the device by which they came to the IP layer, or %DEP_NONE.  A route
 * without a gateway that leads back there means that the receiver is on that link.  An unknown
 * sender does not send to a router what the next hop on the same link can receive directly.
 */
static void route(struct walk *w, const struct batch *b, uint32_t space, uint32_t above)
{
	const struct dep_net *net = w->net;
	const uint8_t family = dep_family(&w->addr);
	uint32_t found = w->route[(size_t)space * w->stride], hop;
	const struct dep_route *best;

	if (above != DEP_NONE && (net->devs[above].vrf || !(net->devs[above].forward & family)))
		return;
	best = found == DEP_NONE ? NULL : &net->spaces[space].routes[found];
	if (!best || best->kind != DEP_FORWARD)
		return;
	for (hop = best->hop; hop != DEP_NONE; hop = net->hops[hop].next) {
		const struct dep_hop *h = &net->hops[hop];
		struct batch part = *b;

		if ((!h->via.family || b->to == TO_ANY) && above != DEP_NONE &&
		    base_of(w, above) == base_of(w, h->dev))
			continue;
		if (is_direct(w, h->dev))
			part.to = TO_DIRECT;
		else
			part.to = h->via.family ? find_owner(w, &h->via) : w->owner;
		send_by(w, &part, h->dev, false);
	}
}

/* ---- arrivals ----------------------------------------------------------- */

/* Return: whether packets from a sender that is not in the description can arrive at a device */
static bool is_edge(const struct dep_dev *dev)
{
	return dev->type == DEP_PORT && dev->peer == DEP_NONE && dev->dev->up;
}

/*
 * Return: whether a namespace accepts packets as a router.  An unknown sender sends to the switch
 * to which it is connected, or to a router behind bridges.
 */
static bool accepts(const struct walk *w, const struct batch *b)
{
	const struct dep_dev *in = &w->net->devs[b->in];

	if (!w->addr.family)
		return false;
	if (b->to == TO_ANY)
		return is_edge(in) || w->routers[in->ns] & dep_family(&w->addr);
	return dep_owns(&w->owners, b->to, in->ns);
}

/* Packets arrive at a device as seen by the layers above the link: itself, its bond, a VLAN */
static void rise(struct walk *w, const struct batch *b, uint32_t dev)
{
	const struct dep_dev *d = &w->net->devs[dev];

	if (d->master != DEP_NONE && w->net->devs[d->master].type == DEP_BRIDGE) {
		if (d->dev->stp_state != BR_STATE_FORWARDING)
			return;
		if (accepts(w, b))
			route(w, b, d->ns, d->master);
		if (!dep_owns(&w->owners, b->to, d->ns))
			bridge_out(w, b, d->master, dev);
	} else if (accepts(w, b) || b->to == TO_DIRECT) {
		route(w, b, d->ns, dev);
	}
}

static void follow(struct walk *w, const struct visit *visit)
{
	const struct dep_net *net = w->net;
	const struct dep_dev *dev = &net->devs[visit->dev];
	const struct dep_space *space = &net->spaces[dev->ns];
	struct batch b = { visit->dev, visit->to, visit->pending };
	const uint32_t base = bond_of(w, visit->dev);
	uint32_t i;

	rise(w, &b, base);
	for (i = space->dev; i < space->dev + space->n_devs; i++)
		if (is_vlan_of(w, i, base))
			rise(w, &b, i);
}

static void run(struct walk *w)
{
	struct visit visit;

	while (w->queue != DEP_NONE) {
		struct visit *first = &w->visits[w->queue];

		visit = *first;
		w->queue = first->queued;
		first->pending = 0;
		follow(w, &visit);
	}
	while (w->n)
		w->first[w->visits[--w->n].dev] = DEP_NONE;
	w->queue = DEP_NONE;
}

static void walk_addr(struct walk *w, const struct dep_addr *addr)
{
	const struct dep_net *net = w->net;
	const uint8_t silent = dep_is_transit(net, w->routers, addr, w->route, w->stride) ?
			       dep_family(addr) : 0;
	const struct batch b = { DEP_NONE, 0, PRIOS_ALL };
	uint32_t i;

	w->addr = *addr;
	w->owner = find_owner(w, addr);
	for (i = 0; i < net->n_spaces; i++)
		if (!(w->routers[i] & silent))
			route(w, &b, i, DEP_NONE);
	for (i = 0; i < net->n_devs; i++) {
		const struct dep_dev *dev = &net->devs[i];

		/* Without a port it is probably a management port */
		if (is_edge(dev) && (dev->port || !(w->routers[dev->ns] & silent)))
			arrive(w, i, TO_ANY, dep_possible(dev->port));
	}
	run(w);
}

/* Follows frames to a MAC address from all devices outside of bridges */
static void walk_mac(struct walk *w, const uint8_t *mac)
{
	const struct dep_net *net = w->net;
	uint32_t i;

	w->addr = (struct dep_addr){ 0 };
	w->mac = mac;
	for (i = 0; i < net->n_devs; i++) {
		const struct dep_dev *dev = &net->devs[i];

		if (dev->type == DEP_PORT && dev->dev->brport &&
		    (is_edge(dev) || (dev->peer != DEP_NONE && !net->devs[dev->peer].dev->brport)))
			arrive(w, i, mac ? TO_MAC : TO_UNKNOWN, dep_possible(dev->port));
	}
	run(w);
	w->mac = NULL;
}

/* ---- all destinations --------------------------------------------------- */

static void walk_addrs(struct walk *w)
{
	struct dep_addr *dests;
	uint32_t *routes, i;

	w->stride = dep_dests(w->net, &dests, &routes);
	for (i = 0; i < w->stride; i++) {
		w->route = routes + i;
		walk_addr(w, &dests[i]);
	}
	free(dests);
	free(routes);
}

static int compare_macs(const void *a, const void *b)
{
	return memcmp(*(const uint8_t *const *)a, *(const uint8_t *const *)b, 6);
}

static void walk_macs(struct walk *w)
{
	const struct dep_net *net = w->net;
	const uint8_t **macs;
	uint32_t i, j, n = 0;

	for (i = 0; i < net->n_spaces; i++)
		n += net->spaces[i].n_fdb;
	macs = list_new(n, sizeof(*macs));
	for (i = 0, n = 0; i < net->n_spaces; i++)
		for (j = 0; j < net->spaces[i].n_fdb; j++)
			macs[n++] = net->spaces[i].fdb[j].mac;
	if (n)
		qsort(macs, n, sizeof(*macs), compare_macs);
	for (i = 0; i < n; i++)
		if (!i || compare_macs(&macs[i - 1], &macs[i]))
			walk_mac(w, macs[i]);
	free(macs);
	walk_mac(w, NULL);
}

/**
 * dep_walk() - find all turns of packets
 * @net: the network, sorted
 * @turns: result; the caller frees it with dep_turns_free()
 */
void dep_walk(const struct dep_net *net, struct dep_turns *turns)
{
	struct walk w = { .net = net, .turns = turns, .queue = DEP_NONE };

	*turns = (struct dep_turns){ .first = list_new(net->n_devs, sizeof(*turns->first)) };
	w.first = list_new(net->n_devs, sizeof(*w.first));
	memset(w.first, 0xff, net->n_devs * sizeof(*w.first));
	dep_owners_list(net, &w.owners);
	w.routers = dep_routers(net, &w.owners);
	walk_addrs(&w);
	walk_macs(&w);
	free(w.first);
	free(w.visits);
	free(w.owners.list);
	free(w.routers);
}
