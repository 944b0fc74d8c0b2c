// SPDX-License-Identifier: GPL-2.0-only
/*
 * Follows packets to each destination from all their sources, and records their turns: the pairs
 * of ingress and egress port of each switch on their path.
 *
 * Each namespace sends to each destination by its own routes.  Ports with an unknown other end
 * receive packets to each destination, to any MAC address.  Routers send nothing to addresses and
 * links of each other, because a spine reaches another one only through a leaf.
 */
#include <linux/if_bridge.h>
#include <linux/if_ether.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "depend.h"

/* Neighbours without an address: any, for an unknown sender; and the other end of the link */
static const struct dep_addr to_any = { .family = AF_MAX };
static const struct dep_addr to_direct = { .family = AF_MAX + 1 };

#define PRIOS_ALL	0xff
#define DEPTH_MAX	16	/* the kernel stacks at most 8 devices */

/* Packets that arrive at a device */
struct dep_visit {
	struct dep_dev		*in;		/* NULL: its namespace sends them itself */
	struct dep_addr		to;		/* the neighbour for which the frames are */
	uint8_t			prios;		/* without those of @next to the same neighbour */
	struct dep_visit	*next;		/* earlier ones of the device */
	struct dep_visit	*queued;	/* the walk follows it after this one */
};

/* The walk to one destination */
struct walk {
	const struct dep_net	*net;
	struct dep_addr		dest;	/* family 0: MAC addresses without FDB entry */
	struct dep_visit	*first;
	struct dep_visit	**last;	/* end of the list that @first begins */
	unsigned int		depth;	/* of devices on top of each other that packets pass now */
};

/* ---- priorities --------------------------------------------------------- */

/* Return: bit mask of the priorities that a port can give to packets; all if @port is NULL */
static uint8_t possible_prios(const struct port *port)
{
	uint8_t prios;
	unsigned int i;

	if (!port)
		return PRIOS_ALL;
	prios = 1U << port->default_prio;
	for (i = 0; i < port->n_ethtypes; i++)
		prios |= 1U << port->ethtypes[i].prio;
	for (i = 0; trusts_dscp(port) && i < PFC_DSCP_COUNT; i++)
		prios |= 1U << port->dscp_prio[i];
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		if (port->trust != PFC_TRUST_NONE && port->trust != PFC_TRUST_DSCP)
			prios |= 1U << port->pcp_prio[i];
	return prios;
}

/*
 * Computes the priorities of forwarded packets.  The priority remains unless @in, @out or a DSCP
 * that @out writes changes it.
 * @prio: priority at @in
 * @queue: result: priority of the egress queue
 * Return: the priority that the next port, @next, gives to the packets.
 */
static uint8_t prio_after(const struct port *in, const struct port *out, const struct port *next,
			  uint8_t prio, bool flooded, uint8_t *queue)
{
	uint8_t dscp;

	*queue = prio;
	if (!out)
		return prio;
	if (flooded && in && in->flood_prio[prio] != PFC_MAP_NONE)
		*queue = in->flood_prio[prio];
	dscp = out->prio_dscp[prio];
	if (in && out->group && in->group == out->group) {
		const uint8_t old = *queue;

		if (out->bounce_prio[old] != PFC_MAP_NONE) {
			*queue = out->bounce_prio[old];
			dscp = out->prio_dscp[*queue];
		}
		if (out->bounce_dscp[old] != PFC_MAP_NONE)
			dscp = out->bounce_dscp[old];
	}
	return dscp != PFC_MAP_NONE && next && trusts_dscp(next) ? next->dscp_prio[dscp] : prio;
}

/* ---- turns and visits --------------------------------------------------- */

/* Return: the turn, which is new or not; NULL if no queue waits for it */
static struct dep_turn *turn_of(const struct walk *w, struct dep_dev *from, struct dep_dev *to)
{
	struct dep_turn *turn;

	if (!from || !from->peer || !from->port || !to->port)
		return NULL;
	if (!from->turns)
		from->turns = list_new(from->space->n_devs, sizeof(*from->turns));
	turn = &from->turns[to - to->space->devs];
	if (!turn->to)
		*turn = (struct dep_turn){ .from = from, .to = to, .dest = w->dest };
	return turn;
}

/* Packets arrive at a device: the walk will follow those priorities that are new there */
static void arrive(struct walk *w, struct dep_dev *dev, const struct dep_addr *to, uint8_t prios)
{
	struct dep_visit *visit;

	for (visit = dev->visits; visit; visit = visit->next)
		if (!dep_compare(&visit->to, to))
			prios &= ~visit->prios;
	if (!prios)
		return;
	visit = list_new(1, sizeof(*visit));
	*visit = (struct dep_visit){ dev, *to, prios, .next = dev->visits };
	dev->visits = visit;
	*w->last = visit;
	w->last = &visit->queued;
}

/* Sends packets out of a device, and records the turn */
static void emit(struct walk *w, const struct dep_visit *v, struct dep_dev *out, bool flooded)
{
	const struct port *in = v->in ? v->in->port : NULL;
	const struct port *next = out->peer ? out->peer->port : NULL;
	struct dep_turn *turn;
	uint8_t after = 0, queue;
	unsigned int prio;

	if (!out->dev->up)
		return;
	turn = turn_of(w, v->in, out);
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		if (!(v->prios >> prio & 1))
			continue;
		after |= 1U << prio_after(in, out->port, next, prio, flooded, &queue);
		if (turn)
			turn->pairs[prio] |= 1U << queue;
	}
	if (!in)
		after &= possible_prios(next);
	if (out->peer)
		arrive(w, out->peer, &v->to, after);
}

/* ---- bridges ------------------------------------------------------------ */

/* Return: whether a bridge may send packets that came by a port, or from above, to another port */
static bool may_cross(const struct dep_dev *in, const struct dep_dev *out)
{
	const struct device *to = out->dev;

	if (to->stp_state != BR_STATE_FORWARDING)
		return false;
	if (!in)
		return true;
	return (in != out || to->hairpin) && !(in->dev->isolated && to->isolated);
}

static void send_by(struct walk *w, const struct dep_visit *v, struct dep_dev *out, bool flooded);

/* Sends packets by the FDB entries for a MAC address.  Return: false if there is no entry */
static bool send_known(struct walk *w, const struct dep_visit *v, struct dep_dev *bridge,
		       struct dep_dev *in, const struct dep_addr *mac)
{
	const struct dep_route *entries = dep_route_find(bridge->space, mac);
	const struct dep_hop *hop;
	bool found = false;

	for (hop = entries ? entries->hops : NULL; hop; hop = hop->next) {
		if (hop->dev->master != bridge)
			continue;
		found = true;
		if (may_cross(in, hop->dev))
			send_by(w, v, hop->dev, false);
	}
	return found;
}

/*
 * Floods packets.  The settings of a port for flooded packets apply only if the port itself is a
 * port of the bridge.
 */
static void flood(struct walk *w, const struct dep_visit *v, struct dep_dev *bridge,
		  struct dep_dev *in)
{
	const struct dep_space *space = bridge->space;
	const bool own = in && in == v->in;
	const struct port *port = own ? in->port : NULL;
	struct dep_visit part = *v;
	unsigned int prio;
	size_t i;

	for (prio = 0; port && port->flood_lossless && prio < PFC_PRIO_COUNT; prio++)
		if (port->pgs[port_pg(port, prio)].lossless)
			part.prios &= ~(1U << prio);
	for (i = 0; part.prios && i < space->n_devs; i++) {
		struct dep_dev *out = &space->devs[i];

		if (out->master == bridge && out->dev->flood && may_cross(in, out))
			send_by(w, &part, out, own);
	}
}

/* Sends packets through a bridge; @in is the bridge port by which they came, or NULL */
static void bridge_out(struct walk *w, const struct dep_visit *v, struct dep_dev *bridge,
		       struct dep_dev *in)
{
	bool known = v->to.family == AF_PACKET && send_known(w, v, bridge, in, &v->to);
	size_t i;

	for (i = 0; i < w->net->n_spaces; i++) {
		const struct dep_route *own = dep_local(w->net->spaces[i], &v->to);
		struct dep_addr mac;

		if (!own || !own->hops)
			continue;
		mac = dep_addr(AF_PACKET, own->hops->dev->dev->mac, ETH_ALEN);
		known |= send_known(w, v, bridge, in, &mac);
	}
	if (!known)
		flood(w, v, bridge, in);
}

/* Sends packets out of a device of any type */
static void send_by(struct walk *w, const struct dep_visit *v, struct dep_dev *out, bool flooded)
{
	const struct dep_space *space = out->space;
	size_t i;

	if (!out->dev->up || w->depth == DEPTH_MAX)
		return;
	w->depth++;
	if (out->type == DEP_PORT)
		emit(w, v, out, flooded);
	else if (out->type == DEP_BRIDGE)
		bridge_out(w, v, out, NULL);
	else if (out->lower)
		send_by(w, v, out->lower, flooded);
	for (i = 0; out->type == DEP_BOND && i < space->n_devs; i++)
		if (space->devs[i].master == out && space->devs[i].type == DEP_PORT)
			emit(w, v, &space->devs[i], flooded);
	w->depth--;
}

/* ---- routes ------------------------------------------------------------- */

/* Return: the device that carries the packets of a VLAN */
static const struct dep_dev *base_of(const struct dep_dev *dev)
{
	return dev->lower ?: dev;
}

/* Return: the bond of a device, or the device */
static struct dep_dev *bond_of(struct dep_dev *dev)
{
	return dev->master && dev->master->type == DEP_BOND ? dev->master : dev;
}

/* Return: whether a device receives the packets of a VLAN of another one */
static bool is_vlan_of(const struct dep_dev *dev, const struct dep_dev *lower)
{
	return dev->lower == lower && dev->dev->up;
}

/*
 * Return: whether a device has a link to a device outside of bridges, which gets all packets.  A
 * bond and its VLANs can be bridge ports instead of the device.
 */
static bool is_direct(const struct dep_dev *dev)
{
	const struct dep_dev *base;
	size_t i;

	if (dev->type != DEP_PORT || dev->dev->brport || !dev->peer)
		return false;
	base = bond_of(dev->peer);
	for (i = 0; i < base->space->n_devs; i++) {
		const struct dep_dev *other = &base->space->devs[i];

		if ((other == base || is_vlan_of(other, base)) && other->dev->brport)
			return false;
	}
	return true;
}

/*
 * Routes packets; @above is the device by which they came to the IP layer, or NULL.  A route
 * without a gateway that leads back there means that the receiver is on that link.  An unknown
 * sender does not send to a router what the next hop on the same link can receive directly.
 */
static void route(struct walk *w, const struct dep_visit *v, const struct dep_space *space,
		  const struct dep_dev *above)
{
	const struct dep_hop *hop;

	if (above && ((above->master && above->master->type == DEP_VRF) ||
		      !(above->forward & dep_family(&w->dest))))
		return;
	if (!space->route || space->route->type != RTN_UNICAST)
		return;
	for (hop = space->route->hops; hop; hop = hop->next) {
		struct dep_visit part = *v;

		if ((!hop->via.family || v->to.family == to_any.family) && above &&
		    base_of(above) == base_of(hop->dev))
			continue;
		part.to = is_direct(hop->dev) ? to_direct : hop->via.family ? hop->via : w->dest;
		send_by(w, &part, hop->dev, false);
	}
}

/* ---- arrivals ----------------------------------------------------------- */

/* Return: whether packets from a sender that is not in the description can arrive at a device */
static bool is_edge(const struct dep_dev *dev)
{
	return dev->type == DEP_PORT && !dev->peer && dev->dev->up;
}

/*
 * Return: whether a namespace accepts packets as a router.  An unknown sender sends to the switch
 * to which it is connected, or to a router behind bridges.
 */
static bool accepts(const struct walk *w, const struct dep_visit *v)
{
	if (v->to.family == to_any.family)
		return is_edge(v->in) || v->in->space->router & dep_family(&w->dest);
	return dep_local(v->in->space, &v->to);
}

/* Packets arrive at a device as seen by the layers above the link: itself, its bond, a VLAN */
static void rise(struct walk *w, const struct dep_visit *v, struct dep_dev *dev)
{
	if (dev->master && dev->master->type == DEP_BRIDGE) {
		if (dev->dev->stp_state != BR_STATE_FORWARDING)
			return;
		if (accepts(w, v))
			route(w, v, dev->space, dev->master);
		if (!dep_local(dev->space, &v->to))
			bridge_out(w, v, dev->master, dev);
	} else if (accepts(w, v) || v->to.family == to_direct.family) {
		route(w, v, dev->space, dev);
	}
}

static void follow(struct walk *w, const struct dep_visit *v)
{
	struct dep_dev *base = bond_of(v->in);
	size_t i;

	rise(w, v, base);
	for (i = 0; i < base->space->n_devs; i++)
		if (is_vlan_of(&base->space->devs[i], base))
			rise(w, v, &base->space->devs[i]);
}

/* Starts frames to a MAC address at a bridge port that receives from outside of bridges */
static void start_frames(struct walk *w, struct dep_dev *dev)
{
	if (dev->type == DEP_PORT && dev->dev->brport &&
	    (is_edge(dev) || (dev->peer && !dev->peer->dev->brport)))
		arrive(w, dev, &w->dest, possible_prios(dev->port));
}

/* Starts packets to the destination in a namespace, and at its devices */
static void start(struct walk *w, const struct dep_space *space)
{
	const struct dep_visit own = { .prios = PRIOS_ALL };
	const uint8_t family = dep_family(&w->dest);
	const bool silent = space->router & family && dep_is_transit(w->net, &w->dest);
	size_t i;

	if (family && !silent)
		route(w, &own, space, NULL);
	for (i = 0; i < space->n_devs; i++) {
		struct dep_dev *dev = &space->devs[i];

		if (!family)
			start_frames(w, dev);
		/* Without a port it is probably a management port */
		else if (is_edge(dev) && (dev->port || !silent))
			arrive(w, dev, &to_any, possible_prios(dev->port));
	}
}

/* Follows packets to a destination from all their sources */
static void walk_dest(void *data, const struct dep_addr *dest)
{
	struct dep_visit *visit, *next;
	struct walk *w = data;
	size_t i;

	w->dest = *dest;
	w->first = NULL;
	w->last = &w->first;
	for (i = 0; i < w->net->n_spaces; i++)
		start(w, w->net->spaces[i]);
	for (visit = w->first; visit; visit = visit->queued)
		follow(w, visit);
	for (visit = w->first; visit; visit = next) {
		next = visit->queued;
		visit->in->visits = NULL;
		free(visit);
	}
}

/* Find all turns of packets, for dep_turns_free() */
void dep_walk(const struct dep_net *net)
{
	struct walk w = { .net = net };

	dep_routers(net, 1);
	dep_routers(net, 2);
	dep_dests(net, walk_dest, &w);
	walk_dest(&w, &(struct dep_addr){ 0 });
}
