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

/* An address or a prefix */
struct dep_addr {
	uint8_t		family;		/* AF_INET, AF_INET6; AF_PACKET: a MAC address; 0: none */
	uint8_t		len;		/* of the prefix, bits */
	uint8_t		bytes[16];	/* those behind the prefix are 0 */
};

struct dep_hop {
	struct dep_dev	*dev;
	struct dep_addr	via;		/* gateway; family 0: the destination is a neighbour */
	struct dep_hop	*next;		/* of the same route */
};

/* A route, or the FDB entries for a MAC address: the devices are ports of bridges */
struct dep_route {
	struct dep_addr		to;
	uint8_t			type;	/* RTN_UNICAST, RTN_LOCAL, or one that drops packets */
	uint64_t		rank;	/* of routes with the same @to, the lowest is used */
	struct dep_hop		*hops;
	struct dep_route	*outer;	/* next shorter route to destinations of this one */
};

/* Packets from one link to another through a switch */
struct dep_turn {
	struct dep_dev	*from;
	struct dep_dev	*to;		/* NULL: there are no such packets */
	uint8_t		pairs[PFC_PRIO_COUNT];	/* by priority at ingress: those at egress */
	struct dep_addr	dest;		/* a destination; family 0: unknown MAC addresses */
};

/* How a device passes on packets */
enum dep_type {
	DEP_PORT,	/* it is an end of a link */
	DEP_BRIDGE,
	DEP_BOND,	/* it is a bond or a team */
	DEP_VLAN,
	DEP_VRF,	/* the analysis does not know its routes */
	DEP_OTHER,	/* not at all, or in a way that the analysis does not know */
};

struct dep_dev {
	const struct device	*dev;
	const struct port	*port;		/* or NULL */
	enum dep_type		type;
	uint32_t		number;		/* among the devices of all namespaces */
	struct dep_space	*space;
	struct dep_dev		*peer;		/* other end of its link, or NULL */
	struct dep_dev		*master;	/* bridge, bond or VRF, or NULL */
	struct dep_dev		*lower;		/* device of a VLAN, or NULL */
	uint8_t			forward;	/* it routes received packets: 1 IPv4, 2 IPv6 */
	struct dep_turn		*turns;		/* to each device of the namespace, or NULL */
	struct dep_visit	*visits;	/* packets that arrive in the present walk */
};

/* A namespace */
struct dep_space {
	struct netns		*ns;
	size_t			n_devs;
	struct dep_dev		*devs;
	size_t			n_routes;
	struct dep_route	*routes;	/* sorted by dep_sort() */
	uint8_t			router;		/* it is a router for: 1 IPv4, 2 IPv6 */
	struct dep_route	*next;		/* first route behind the present destination */
	struct dep_route	*route;		/* to the present destination, or NULL */
	int			error;		/* of reading routes and FDBs, negative, or 0 */
};

struct dep_net {
	size_t			n_spaces;
	struct dep_space	**spaces;
	uint32_t		n_devs;
};

/* A queue of a cycle */
struct dep_step {
	const struct dep_turn	*turn;	/* from the link of the queue before it to its port */
	uint8_t			prios;
};

struct dep_cycle {
	uint32_t	n;
	struct dep_step	*steps;	/* each queue waits for the next one, the last for the first one */
	uint32_t	more;	/* further egress ports that wait for this cycle, and it for them */
};

struct dep_cycles {
	size_t			n;
	struct dep_cycle	*list;
};

/* depend_read.c */
struct dep_addr dep_addr(uint8_t family, const void *bytes, size_t len);
void dep_read(struct netnses *all, struct dep_net *net);
void dep_free(struct dep_net *net);
void dep_turns_free(const struct dep_net *net);

/* depend_route.c */
typedef void dep_dest_fn(void *data, const struct dep_addr *dest);
int dep_compare(const void *a, const void *b);
void dep_hops_free(struct dep_route *route);
void dep_sort(struct dep_net *net);
uint8_t dep_family(const struct dep_addr *addr);
const struct dep_route *dep_route_find(const struct dep_space *space, const struct dep_addr *to);
const struct dep_route *dep_local(const struct dep_space *space, const struct dep_addr *addr);
void dep_dests(const struct dep_net *net, dep_dest_fn *fn, void *data);
void dep_routers(const struct dep_net *net, uint8_t family);
bool dep_is_transit(const struct dep_net *net, const struct dep_addr *dest);

/* depend_walk.c */
void dep_walk(const struct dep_net *net);

/* depend_graph.c */
void dep_find(const struct dep_net *net, struct dep_cycles *cycles);
void dep_cycles_free(struct dep_cycles *cycles);

#endif /* DEPEND_H */
