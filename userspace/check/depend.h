/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Buffer dependencies: which egress queue can wait for which other one, by topology and routing.
 *
 * A queue waits for the ingress port behind it, whose buffer drains through the egress queues to
 * which that switch forwards.  A cycle of such dependencies can freeze.
 */
#ifndef DEPEND_H
#define DEPEND_H

#include <sys/socket.h>
#include "peer.h"

#define DEP_NONE	UINT32_MAX	/* no device, no route, no cycle */

/**
 * struct dep_addr - an address or a prefix
 * @family: %AF_INET or %AF_INET6; 0: none
 * @len: length of the prefix, bits
 * @bytes: the address; the bits behind the prefix are 0
 */
struct dep_addr {
	uint8_t		family;
	uint8_t		len;
	uint8_t		bytes[16];
};

/**
 * struct dep_hop - a next hop
 * @dev: the device, an index in &struct dep_net.devs
 * @via: the gateway; family 0: the destination is a neighbour
 * @next: index of the next hop of the same route, or %DEP_NONE
 */
struct dep_hop {
	uint32_t	dev;
	struct dep_addr	via;
	uint32_t	next;
};

/**
 * enum dep_kind - what a route does with packets
 * @DEP_FORWARD: sends them to its hops
 * @DEP_LOCAL: delivers them to this host
 * @DEP_DROP: drops them
 */
enum dep_kind { DEP_FORWARD, DEP_LOCAL, DEP_DROP };

/**
 * struct dep_route - a route of a namespace
 * @to: destinations
 * @kind: what it does
 * @rank: preference among routes with the same @to, the lowest first: table, then metric
 * @hop: first hop, an index in &struct dep_net.hops, or %DEP_NONE
 * @outer: for dep_dests(): the next shorter route to destinations of this one, or %DEP_NONE
 */
struct dep_route {
	struct dep_addr	to;
	enum dep_kind	kind;
	uint64_t	rank;
	uint32_t	hop;
	uint32_t	outer;
};

/**
 * enum dep_type - how a device passes on packets
 * @DEP_PORT: it is an end of a link
 * @DEP_BRIDGE: it is a bridge
 * @DEP_BOND: it is a bond or a team
 * @DEP_VLAN: it is a VLAN of @lower
 * @DEP_OTHER: not at all, or in a way that the analysis does not know
 */
enum dep_type { DEP_PORT, DEP_BRIDGE, DEP_BOND, DEP_VLAN, DEP_OTHER };

/**
 * struct dep_dev - a device
 * @dev: the device, of which the analysis uses the name, the MAC address and the bridge settings
 * @port: its port, or NULL
 * @type: what it is
 * @ns: its namespace, an index in &struct dep_net.spaces
 * @peer: the other end of its link, or %DEP_NONE
 * @master: its bridge, bond or VRF, or %DEP_NONE
 * @lower: the device of a VLAN, or %DEP_NONE
 * @vrf: it uses the routes of a VRF
 * @forward: packets that arrive by it are routed: bit 0 IPv4, bit 1 IPv6
 */
struct dep_dev {
	const struct device	*dev;
	const struct port	*port;
	enum dep_type		type;
	uint32_t		ns;
	uint32_t		peer;
	uint32_t		master;
	uint32_t		lower;
	bool			vrf;
	uint8_t			forward;
};

/**
 * struct dep_fdb - an FDB entry
 * @mac: the address
 * @dev: the bridge port
 */
struct dep_fdb {
	uint8_t		mac[6];
	uint32_t	dev;
};

/**
 * struct dep_space - a namespace
 * @ns: the namespace
 * @dev: its first device, an index in &struct dep_net.devs
 * @n_devs: number of its devices
 * @n_routes: number of entries in @routes
 * @routes: its routes, sorted by dep_sort()
 * @n_fdb: number of entries in @fdb
 * @fdb: the entries of its bridges, sorted by dep_sort()
 * @error: error of reading its routes and FDBs, negative, or 0
 */
struct dep_space {
	struct netns		*ns;
	uint32_t		dev;
	uint32_t		n_devs;
	size_t			n_routes;
	struct dep_route	*routes;
	size_t			n_fdb;
	struct dep_fdb		*fdb;
	int			error;
};

/**
 * struct dep_net - a description of the network
 * @n_spaces: number of namespaces
 * @spaces: the namespaces
 * @n_devs: number of devices
 * @devs: the devices, those of a namespace side by side
 * @n_hops: number of hops
 * @hops: next hops of all routes
 */
struct dep_net {
	size_t			n_spaces;
	struct dep_space	*spaces;
	uint32_t		n_devs;
	struct dep_dev		*devs;
	size_t			n_hops;
	struct dep_hop		*hops;
};

/**
 * struct dep_owner - a local address of a namespace
 * @addr: the address
 * @space: the namespace
 * @dev: the device with the address, or %DEP_NONE
 */
struct dep_owner {
	struct dep_addr	addr;
	uint32_t	space;
	uint32_t	dev;
};

/**
 * struct dep_owners - local addresses of all namespaces
 * @n: number of entries in @list
 * @list: the addresses, sorted; several namespaces can have the same one
 */
struct dep_owners {
	uint32_t		n;
	struct dep_owner	*list;
};

/**
 * struct dep_move - what a switch does to packets of one priority
 * @queue: priority of the egress queue
 * @after: priority that the next port gives to the packets
 */
struct dep_move {
	uint8_t	queue;
	uint8_t	after;
};

#define DEP_LABEL	64

/**
 * struct dep_turn - packets from one link to another through a switch
 * @from: the ingress port
 * @to: the egress port
 * @pairs: for each priority at ingress a byte: bit mask of the priorities at egress
 * @label: a destination of these packets
 * @next: another turn with the same @from, or NULL
 */
struct dep_turn {
	uint32_t	from;
	uint32_t	to;
	struct dep_turn	*next;
	uint8_t		pairs[PFC_PRIO_COUNT];
	char		label[DEP_LABEL];
};

/**
 * struct dep_turns - all turns
 * @tree: the turns, for tsearch()
 * @first: for each device a turn from it, or NULL
 */
struct dep_turns {
	void		*tree;
	struct dep_turn	**first;
};

/**
 * struct dep_step - a queue of a cycle
 * @dev: its egress port
 * @prios: its priorities
 * @turn: the turn from the link of the queue before it
 */
struct dep_step {
	uint32_t		dev;
	uint8_t			prios;
	const struct dep_turn	*turn;
};

/**
 * struct dep_cycle - a cycle
 * @n: number of steps
 * @steps: each queue waits for the next one, the last one for the first one
 * @more: number of further egress ports that wait for this cycle.  The cycle also waits for them
 */
struct dep_cycle {
	uint32_t	n;
	struct dep_step	*steps;
	uint32_t	more;
};

/**
 * struct dep_cycles - the cycles that were found
 * @n: number of entries in @list
 * @list: the cycles
 */
struct dep_cycles {
	size_t			n;
	struct dep_cycle	*list;
};

/* Get the bit of an address family.  Return: the bit of @forward of &struct dep_dev */
static inline uint8_t dep_family(const struct dep_addr *addr)
{
	return addr->family == AF_INET ? 1 : 2;
}

/* depend_read.c */
void dep_read(struct netnses *all, struct dep_net *net);
void dep_free(struct dep_net *net);

/* depend_route.c */
void dep_sort(struct dep_net *net);
int dep_compare(const struct dep_addr *a, const struct dep_addr *b);
uint32_t dep_dests(const struct dep_net *net, struct dep_addr **dests, uint32_t **routes);
const struct dep_fdb *dep_fdb_find(const struct dep_space *space, const uint8_t *mac);
void dep_owners_list(const struct dep_net *net, struct dep_owners *owners);
uint32_t dep_owner(const struct dep_owners *owners, const struct dep_addr *addr);
bool dep_same_owner(const struct dep_owners *owners, uint32_t first, uint32_t i);
bool dep_owns(const struct dep_owners *owners, uint32_t first, uint32_t space);
uint8_t *dep_routers(const struct dep_net *net, const struct dep_owners *owners);
bool dep_is_transit(const struct dep_net *net, const uint8_t *routers, const struct dep_addr *to,
		    const uint32_t *route, uint32_t stride);

/* depend_walk.c */
void dep_walk(const struct dep_net *net, struct dep_turns *turns);

/* depend_graph.c */
struct dep_turn *dep_turn(struct dep_turns *turns, uint32_t from, uint32_t to);
void dep_turns_free(struct dep_turns *turns);
uint8_t dep_possible(const struct port *port);
struct dep_move dep_move(const struct port *in, const struct port *out, const struct port *next,
			 uint8_t prio, bool flooded);
void dep_find(const struct dep_net *net, const struct dep_turns *turns, struct dep_cycles *cycles);
void dep_cycles_free(struct dep_cycles *cycles);

#endif /* DEPEND_H */
