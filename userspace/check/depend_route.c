// SPDX-License-Identifier: GPL-2.0-only
/*
 * Routes and FDB entries of the namespaces: the destinations, and the route of each to them.
 *
 * Two destinations without an owner that have the same next hops everywhere cause the same
 * dependencies.  The analysis uses only one of them, so a full routing table costs little.
 */
#include <linux/rtnetlink.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "depend.h"

/* ---- order -------------------------------------------------------------- */

/* Compare prefixes, or routes by theirs: a prefix is below those that it contains.  As memcmp() */
int dep_compare(const void *a, const void *b)
{
	const struct dep_addr *p = a, *q = b;

	return p->family - q->family ?: memcmp(p->bytes, q->bytes, sizeof(p->bytes)) ?:
	       p->len - q->len;
}

static int compare_routes(const void *a, const void *b)
{
	const struct dep_route *p = a, *q = b;

	return dep_compare(a, b) ?: (p->rank > q->rank) - (p->rank < q->rank);
}

/* Free the hops of a route */
void dep_hops_free(struct dep_route *route)
{
	struct dep_hop *hop;

	while ((hop = route->hops)) {
		route->hops = hop->next;
		free(hop);
	}
}

/* Keeps the best route to each prefix, with the hops of all routes of its rank */
static void merge_routes(struct dep_space *space)
{
	struct dep_route *best = NULL;
	struct dep_hop **end;
	size_t i, n = 0;

	for (i = 0; i < space->n_routes; i++) {
		struct dep_route *route = &space->routes[i];

		if (!best || dep_compare(&best->to, &route->to)) {
			best = &space->routes[n++];
			*best = *route;
		} else if (best->rank == route->rank && best->type == RTN_UNICAST) {
			for (end = &best->hops; *end; )
				end = &(*end)->next;
			*end = route->hops;
		} else {
			dep_hops_free(route);
		}
	}
	space->n_routes = n;
}

/* Sort the routes.  Of several routes of a namespace to a prefix, the best one remains. */
void dep_sort(struct dep_net *net)
{
	size_t i;

	for (i = 0; i < net->n_spaces; i++) {
		struct dep_space *space = net->spaces[i];

		if (space->n_routes)
			qsort(space->routes, space->n_routes, sizeof(*space->routes),
			      compare_routes);
		merge_routes(space);
	}
}

/* Get the bit of an address family, as in @forward of &struct dep_dev; 0: it is none of IP */
uint8_t dep_family(const struct dep_addr *addr)
{
	return addr->family == AF_INET ? 1 : addr->family == AF_INET6 ? 2 : 0;
}

/* Find the route of a namespace to exactly this prefix or MAC address.  Return: it, or NULL */
const struct dep_route *dep_route_find(const struct dep_space *space, const struct dep_addr *to)
{
	return !space->n_routes ? NULL :
	       bsearch(to, space->routes, space->n_routes, sizeof(*space->routes), dep_compare);
}

/* Find a local address of a namespace.  Return: its route, or NULL */
const struct dep_route *dep_local(const struct dep_space *space, const struct dep_addr *addr)
{
	const struct dep_route *found = dep_route_find(space, addr);

	return found && found->type == RTN_LOCAL ? found : NULL;
}

/* ---- destinations ------------------------------------------------------- */

/* Return: whether packets to a prefix stay on a link or a host, or are multicast */
static bool is_special(const struct dep_addr *to)
{
	static const uint8_t zero[15];

	if (to->family == AF_INET)
		return to->len >= 4 && (to->bytes[0] == 127 || to->bytes[0] >> 4 == 14);
	if (to->family != AF_INET6)
		return false;
	if (to->len >= 8 && to->bytes[0] == 0xff)
		return true;
	if (to->len >= 10 && to->bytes[0] == 0xfe && (to->bytes[1] & 0xc0) == 0x80)
		return true;
	return to->len == 128 && to->bytes[15] == 1 && !memcmp(to->bytes, zero, sizeof(zero));
}

static bool contains(const struct dep_addr *outer, const struct dep_addr *inner)
{
	const unsigned int bytes = outer->len / 8, bits = outer->len % 8;

	if (outer->family != inner->family || outer->len > inner->len ||
	    memcmp(outer->bytes, inner->bytes, bytes))
		return false;
	return !bits || !((outer->bytes[bytes] ^ inner->bytes[bytes]) >> (8 - bits));
}

/* The end of the routes of a namespace.  A namespace without routes may have no list */
static const struct dep_route *routes_end(const struct dep_space *space)
{
	return space->n_routes ? space->routes + space->n_routes : space->routes;
}

/*
 * Finds the longest route of a namespace to the next one of sorted destinations.  The routes that
 * contain a destination form a chain.
 */
static void look_up(struct dep_space *space, const struct dep_addr *dest)
{
	const struct dep_route *end = routes_end(space);
	struct dep_route *top = space->route;

	for (; space->next < end && dep_compare(&space->next->to, dest) <= 0; space->next++) {
		while (top && !contains(&top->to, &space->next->to))
			top = top->outer;
		space->next->outer = top;
		top = space->next;
	}
	while (top && !contains(&top->to, dest))
		top = top->outer;
	space->route = top;
}

/* Destinations that cause the same dependencies */
struct class {
	struct dep_addr		dest;		/* the first one */
	const struct dep_net	*net;
	const struct dep_route	*routes[];	/* to them, of each namespace */
};

/* Compares what two routes do with packets */
static int compare_actions(const struct dep_route *a, const struct dep_route *b)
{
	const struct dep_hop *p, *q;
	int diff = 0;

	if (a == b || !a || !b)
		return !!a - !!b;
	for (p = a->hops, q = b->hops; !diff && p && q; p = p->next, q = q->next)
		diff = (p->dev > q->dev) - (p->dev < q->dev) ?: dep_compare(&p->via, &q->via);
	return diff ?: !!p - !!q ?: a->type - b->type;
}

static int compare_classes(const void *a, const void *b)
{
	const struct class *p = a, *q = b;
	int diff = p->dest.family - q->dest.family;
	size_t i;

	for (i = 0; !diff && i < p->net->n_spaces; i++) {
		diff = compare_actions(p->routes[i], q->routes[i]);
		/* An address of a namespace also determines the next hop on the last link */
		if (!diff && p->routes[i] && p->routes[i]->type == RTN_LOCAL)
			diff = dep_compare(&p->dest, &q->dest);
	}
	return diff;
}

/* Return: whether a destination is the first one of its class; @seen are the classes before it */
static bool is_first(const struct dep_net *net, const struct dep_addr *dest, void **seen)
{
	struct class *class, **found;
	size_t i;

	class = list_new(1, sizeof(*class) + net->n_spaces * sizeof(*class->routes));
	*class = (struct class){ *dest, net };
	for (i = 0; i < net->n_spaces; i++)
		class->routes[i] = net->spaces[i]->route;
	found = check_memory(tsearch(class, seen, compare_classes));
	if (*found == class)
		return true;
	free(class);
	return false;
}

/* Gets the lowest destination that no namespace has passed.  Return: false if there is none */
static bool next_dest(const struct dep_net *net, struct dep_addr *dest)
{
	bool found = false;
	size_t i;

	for (i = 0; i < net->n_spaces; i++) {
		const struct dep_space *space = net->spaces[i];

		if (space->next == routes_end(space) ||
		    (found && dep_compare(&space->next->to, dest) >= 0))
			continue;
		*dest = space->next->to;
		found = true;
	}
	return found;
}

/*
 * Find the destinations of packets, and the route of each namespace to them, and call @fn for the
 * first one of each class: prefixes, then MAC addresses.
 */
void dep_dests(const struct dep_net *net, dep_dest_fn *fn, void *data)
{
	struct dep_addr dest;
	void *seen = NULL;
	size_t i;

	for (i = 0; i < net->n_spaces; i++) {
		net->spaces[i]->next = net->spaces[i]->routes;
		net->spaces[i]->route = NULL;
	}
	while (next_dest(net, &dest)) {
		for (i = 0; i < net->n_spaces; i++)
			look_up(net->spaces[i], &dest);
		if (!is_special(&dest) && is_first(net, &dest, &seen))
			fn(data, &dest);
	}
	tdestroy(seen, free);
}

/* ---- routers ------------------------------------------------------------ */

/* Return: the address families that a namespace forwards, as @forward of &struct dep_dev */
static uint8_t forwards(const struct dep_space *space)
{
	uint8_t families = 0;
	size_t i;

	for (i = 0; i < space->n_devs; i++)
		families |= space->devs[i].forward;
	return families;
}

static void keep(void *addr)
{
	(void)addr;
}

/*
 * Find the routers of an address family, as in @forward of &struct dep_dev.  A router forwards
 * packets and is the next hop of a route.  A host that forwards packets only for its containers is
 * no router.
 */
void dep_routers(const struct dep_net *net, uint8_t family)
{
	const struct dep_hop *hop;
	void *gateways = NULL;
	size_t i, j;

	for (i = 0; i < net->n_spaces; i++)
		for (j = 0; j < net->spaces[i]->n_routes; j++) {
			const struct dep_route *route = &net->spaces[i]->routes[j];

			for (hop = route->hops; hop; hop = hop->next)
				if (hop->via.family && dep_family(&route->to) == family)
					check_memory(tsearch(&hop->via, &gateways, dep_compare));
		}
	for (i = 0; i < net->n_spaces; i++) {
		struct dep_space *space = net->spaces[i];

		space->router &= ~family;
		for (j = 0; forwards(space) & family && j < space->n_routes; j++)
			if (space->routes[j].type == RTN_LOCAL &&
			    tfind(&space->routes[j].to, &gateways, dep_compare))
				space->router |= family;
	}
	tdestroy(gateways, keep);
}

/* Return: whether a route leads to a subnet of a link of the namespace */
static bool is_connected(const struct dep_route *route)
{
	const struct dep_hop *hop;

	for (hop = route->hops; hop; hop = hop->next)
		if (!hop->via.family)
			return true;
	return false;
}

/* Return: whether the present destination is an address of a router or a subnet between routers */
bool dep_is_transit(const struct dep_net *net, const struct dep_addr *dest)
{
	const unsigned int full = dest->family == AF_INET ? 32 : 128;
	size_t i, connected = 0;

	for (i = 0; i < net->n_spaces; i++) {
		const struct dep_route *route = net->spaces[i]->route;

		if (!route || !(net->spaces[i]->router & dep_family(dest)))
			continue;
		if (route->type == RTN_LOCAL && dest->len == full)
			return true;
		connected += route->type == RTN_UNICAST && is_connected(route);
	}
	return connected > 1;
}
