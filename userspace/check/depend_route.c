// SPDX-License-Identifier: GPL-2.0-only
/*
 * Routes and FDB entries of the namespaces: the destinations, and the route of each to them.
 *
 * Two destinations without an owner that have the same next hops everywhere cause the same
 * dependencies.  The analysis uses only one of them, so a full routing table costs little.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include "depend.h"

#define HASH_START	0xcbf29ce484222325ULL
#define HASH_FACTOR	0x100000001b3ULL

static uint64_t hash(uint64_t sum, const void *data, size_t len)
{
	const uint8_t *p = data;

	while (len--)
		sum = (sum ^ *p++) * HASH_FACTOR;
	return sum;
}

/* ---- order -------------------------------------------------------------- */

/*
 * Compare prefixes.
 * @b: another prefix
 * Return: below, equal to or above 0; a prefix is below all those that it contains.
 */
int dep_compare(const struct dep_addr *a, const struct dep_addr *b)
{
	int diff = a->family - b->family;

	if (!diff)
		diff = memcmp(a->bytes, b->bytes, sizeof(a->bytes));
	return diff ? diff : a->len - b->len;
}

static int compare_dests(const void *a, const void *b)
{
	return dep_compare(a, b);
}

static int compare_routes(const void *a, const void *b)
{
	const struct dep_route *p = a, *q = b;
	const int diff = dep_compare(&p->to, &q->to);

	return diff ? diff : (p->rank > q->rank) - (p->rank < q->rank);
}

/* Compares MAC addresses, or FDB entries by their address */
static int compare_macs(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(((struct dep_fdb *)0)->mac));
}

static int compare_fdb(const void *a, const void *b)
{
	const struct dep_fdb *p = a, *q = b;

	return compare_macs(a, b) ?: (p->dev > q->dev) - (p->dev < q->dev);
}

/* Keeps the best route to each prefix, with the hops of all routes of its rank */
static void merge_routes(struct dep_net *net, struct dep_space *space)
{
	uint32_t i, n = 0;

	for (i = 0; i < space->n_routes; i++) {
		const struct dep_route *route = &space->routes[i];
		struct dep_route *best = n ? &space->routes[n - 1] : NULL;
		uint32_t *end;

		if (!best || dep_compare(&best->to, &route->to)) {
			space->routes[n++] = *route;
		} else if (best->rank == route->rank && best->kind == DEP_FORWARD) {
			for (end = &best->hop; *end != DEP_NONE; )
				end = &net->hops[*end].next;
			*end = route->hop;
		}
	}
	space->n_routes = n;
}

/**
 * dep_sort() - sort routes and FDB entries
 * @net: the network; of several routes of a namespace to a prefix the best one remains
 */
void dep_sort(struct dep_net *net)
{
	uint32_t i;

	for (i = 0; i < net->n_spaces; i++) {
		struct dep_space *space = &net->spaces[i];

		if (space->n_routes)
			qsort(space->routes, space->n_routes, sizeof(*space->routes),
			      compare_routes);
		merge_routes(net, space);
		if (space->n_fdb)
			qsort(space->fdb, space->n_fdb, sizeof(*space->fdb), compare_fdb);
	}
}

/* Find the entries for a MAC address.  Return: the first entry, or NULL; further ones follow it */
const struct dep_fdb *dep_fdb_find(const struct dep_space *space, const uint8_t *mac)
{
	const struct dep_fdb *found = !space->n_fdb ? NULL :
		bsearch(mac, space->fdb, space->n_fdb, sizeof(*found), compare_macs);

	while (found && found > space->fdb && !compare_macs(mac, found - 1))
		found--;
	return found;
}

/* ---- destinations ------------------------------------------------------- */

/* Return: whether packets to a prefix stay on a link or a host, or are multicast */
static bool is_special(const struct dep_addr *to)
{
	static const uint8_t zero[15];

	if (to->family == AF_INET)
		return to->len >= 4 && (to->bytes[0] == 127 || to->bytes[0] >> 4 == 14);
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

/*
 * Finds the longest route of a namespace to each of the sorted destinations.  The routes that
 * contain the current destination form a chain.
 */
static void look_up(const struct dep_space *space, const struct dep_addr *dests, uint32_t n,
		    uint32_t *found)
{
	struct dep_route *routes = space->routes;
	uint32_t i, next = 0, top = DEP_NONE;

	for (i = 0; i < n; i++) {
		while (next < space->n_routes && dep_compare(&routes[next].to, &dests[i]) <= 0) {
			while (top != DEP_NONE && !contains(&routes[top].to, &routes[next].to))
				top = routes[top].outer;
			routes[next].outer = top;
			top = next++;
		}
		while (top != DEP_NONE && !contains(&routes[top].to, &dests[i]))
			top = routes[top].outer;
		found[i] = top;
	}
}

static uint32_t count_routes(const struct dep_net *net)
{
	uint32_t i, sum = 0;

	for (i = 0; i < net->n_spaces; i++)
		sum += net->spaces[i].n_routes;
	return sum;
}

/* Lists the prefixes of all namespaces, each once.  Return: their number */
static uint32_t list_prefixes(const struct dep_net *net, struct dep_addr *dests)
{
	uint32_t i, j, n = 0, kept = 0;

	for (i = 0; i < net->n_spaces; i++)
		for (j = 0; j < net->spaces[i].n_routes; j++)
			if (!is_special(&net->spaces[i].routes[j].to))
				dests[n++] = net->spaces[i].routes[j].to;
	if (n)
		qsort(dests, n, sizeof(*dests), compare_dests);
	for (i = 0; i < n; i++)
		if (!kept || dep_compare(&dests[kept - 1], &dests[i]))
			dests[kept++] = dests[i];
	return kept;
}

static uint64_t hash_route(const struct dep_net *net, const struct dep_route *route)
{
	uint64_t sum = hash(HASH_START, &route->kind, sizeof(route->kind));
	uint32_t hop;

	for (hop = route->hop; hop != DEP_NONE; hop = net->hops[hop].next) {
		sum = hash(sum, &net->hops[hop].dev, sizeof(net->hops[hop].dev));
		sum = hash(sum, &net->hops[hop].via, sizeof(net->hops[hop].via));
	}
	return sum;
}

/* Adds the behaviour of a namespace to the sum of each destination */
static void add_hashes(const struct dep_net *net, uint32_t i, const struct dep_addr *dests,
		       uint32_t n, const uint32_t *found, uint64_t *sums)
{
	const struct dep_space *space = &net->spaces[i];
	uint32_t j;

	for (j = 0; j < n; j++) {
		const struct dep_route *route = NULL;
		uint64_t sum = 0;

		if (found[j] != DEP_NONE) {
			route = &space->routes[found[j]];
			sum = hash_route(net, route);
		}
		sums[j] = hash(sums[j], &sum, sizeof(sum));
		/* An address of a namespace also determines the next hop on the last link */
		if (route && route->kind == DEP_LOCAL)
			sums[j] = hash(sums[j], &dests[j], sizeof(dests[j]));
	}
}

static int compare_sums(const void *a, const void *b)
{
	const uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;

	return (p > q) - (p < q);
}

static void free_nothing(void *sum)
{
	(void)sum;
}

/* Keeps the first of @n destinations of each behaviour.  Return: their number */
static uint32_t keep_classes(struct dep_addr *dests, uint32_t n, const uint64_t *sums)
{
	const uint64_t **found;
	void *seen = NULL;
	uint32_t i, kept = 0;

	for (i = 0; i < n; i++) {
		found = check_memory(tsearch(&sums[i], &seen, compare_sums));
		if (*found == &sums[i])
			dests[kept++] = dests[i];
	}
	tdestroy(seen, free_nothing);
	return kept;
}

/**
 * dep_dests() - list the destinations, and find the route of each namespace to them
 * @net: the network, sorted
 * @dests: result: the destinations; the caller frees them
 * @routes: result: for each namespace and destination, at namespace * number of destinations +
 *	destination, the index of the route, or %DEP_NONE; the caller frees them
 *
 * Return: the number of destinations.
 */
uint32_t dep_dests(const struct dep_net *net, struct dep_addr **dests, uint32_t **routes)
{
	uint32_t i, n, sum = count_routes(net);
	uint32_t *found = list_new(sum, sizeof(*found));
	uint64_t *sums = list_new(sum, sizeof(*sums));

	*dests = list_new(sum, sizeof(**dests));
	n = list_prefixes(net, *dests);
	/* A drop of all packets is the same for both address families */
	for (i = 0; i < n; i++)
		sums[i] = hash(HASH_START, &(*dests)[i].family, sizeof((*dests)[i].family));
	for (i = 0; n && i < net->n_spaces; i++) {
		look_up(&net->spaces[i], *dests, n, found);
		add_hashes(net, i, *dests, n, found, sums);
	}
	n = keep_classes(*dests, n, sums);
	*routes = list_new((size_t)n * net->n_spaces, sizeof(**routes));
	for (i = 0; n && i < net->n_spaces; i++)
		look_up(&net->spaces[i], *dests, n, *routes + (size_t)n * i);
	free(found);
	free(sums);
	return n;
}

/* ---- local addresses ---------------------------------------------------- */

static int compare_owners(const void *a, const void *b)
{
	const struct dep_owner *p = a, *q = b;
	const int diff = dep_compare(&p->addr, &q->addr);

	return diff ? diff : (p->dev > q->dev) - (p->dev < q->dev);
}

/**
 * dep_owners_list() - list the local addresses of all namespaces
 * @net: the network, sorted
 * @owners: result; the caller frees its list
 */
void dep_owners_list(const struct dep_net *net, struct dep_owners *owners)
{
	uint32_t i, j;

	owners->n = 0;
	owners->list = list_new(count_routes(net), sizeof(*owners->list));
	for (i = 0; i < net->n_spaces; i++) {
		const struct dep_space *space = &net->spaces[i];

		for (j = 0; j < space->n_routes; j++) {
			const struct dep_route *route = &space->routes[j];

			if (route->kind == DEP_LOCAL)
				owners->list[owners->n++] = (struct dep_owner){
					route->to, i, route->hop == DEP_NONE ?
						DEP_NONE : net->hops[route->hop].dev,
				};
		}
	}
	if (owners->n)
		qsort(owners->list, owners->n, sizeof(*owners->list), compare_owners);
}

/* Find the namespaces with a local address.  Return: the index of the first one, or %DEP_NONE */
uint32_t dep_owner(const struct dep_owners *owners, const struct dep_addr *addr)
{
	const struct dep_owner *found = bsearch(addr, owners->list, owners->n, sizeof(*found),
						compare_dests);

	while (found && found > owners->list && !dep_compare(&found[-1].addr, addr))
		found--;
	return found ? found - owners->list : DEP_NONE;
}

/*
 * Check whether an entry is about the same address.
 * @first: index of the first entry of the address, or a number above all indices
 * @i: index from @first on, at most one behind the last entry
 * Return: whether both are entries of one address.
 */
bool dep_same_owner(const struct dep_owners *owners, uint32_t first, uint32_t i)
{
	return first < owners->n && i < owners->n &&
	       !dep_compare(&owners->list[first].addr, &owners->list[i].addr);
}

/*
 * Check whether a namespace has a local address.
 * @first: index of the first entry of the address, or a number above all indices
 * Return: whether it has the address.
 */
bool dep_owns(const struct dep_owners *owners, uint32_t first, uint32_t space)
{
	uint32_t i;

	for (i = first; dep_same_owner(owners, first, i); i++)
		if (owners->list[i].space == space)
			return true;
	return false;
}

/* ---- routers ------------------------------------------------------------ */

/* Return: the address families that a namespace forwards, as @forward of &struct dep_dev */
static uint8_t forwards(const struct dep_net *net, uint32_t space)
{
	const struct dep_space *s = &net->spaces[space];
	uint8_t families = 0;
	uint32_t i;

	for (i = s->dev; i < s->dev + s->n_devs; i++)
		families |= net->devs[i].forward;
	return families;
}

/* Marks the namespaces with the address of a next hop of a route */
static void mark_routers(const struct dep_net *net, const struct dep_owners *owners,
			 const struct dep_route *route, uint8_t *routers)
{
	uint32_t hop, first, i;

	for (hop = route->hop; hop != DEP_NONE; hop = net->hops[hop].next) {
		if (!net->hops[hop].via.family)
			continue;
		first = dep_owner(owners, &net->hops[hop].via);
		for (i = first; dep_same_owner(owners, first, i); i++)
			routers[owners->list[i].space] |= dep_family(&route->to);
	}
}

/*
 * Find the routers.
 * @net: the network, sorted
 *
 * A router forwards packets and is the next hop of a route.  A host that forwards packets only
 * for its containers is no router.
 * Return: by namespace the address families for which it is a router, as @forward of
 * &struct dep_dev.  The caller frees it.
 */
uint8_t *dep_routers(const struct dep_net *net, const struct dep_owners *owners)
{
	uint8_t *routers = list_new(net->n_spaces, sizeof(*routers));
	uint32_t i, j;

	for (i = 0; i < net->n_spaces; i++)
		for (j = 0; j < net->spaces[i].n_routes; j++)
			mark_routers(net, owners, &net->spaces[i].routes[j], routers);
	for (i = 0; i < net->n_spaces; i++)
		routers[i] &= forwards(net, i);
	return routers;
}

/* Return: whether a route leads to a subnet of a link of the namespace */
static bool is_connected(const struct dep_net *net, const struct dep_route *route)
{
	uint32_t hop;

	for (hop = route->hop; hop != DEP_NONE; hop = net->hops[hop].next)
		if (!net->hops[hop].via.family)
			return true;
	return false;
}

/*
 * Check whether a destination only exists for routing.
 * @net: the network, sorted
 * @routers: the result of dep_routers()
 * @route: index of the route of each namespace to @to
 * @stride: distance of two entries in @route
 * Return: whether @to is an address of a router or a subnet that connects routers.
 */
bool dep_is_transit(const struct dep_net *net, const uint8_t *routers, const struct dep_addr *to,
		    const uint32_t *route, uint32_t stride)
{
	const unsigned int full = to->family == AF_INET ? 32 : 128;
	uint32_t i, connected = 0;

	for (i = 0; i < net->n_spaces; i++) {
		const uint32_t found = route[(size_t)i * stride];
		const struct dep_route *r;

		if (found == DEP_NONE || !(routers[i] & dep_family(to)))
			continue;
		r = &net->spaces[i].routes[found];
		if (r->kind == DEP_LOCAL && to->len == full)
			return true;
		connected += r->kind == DEP_FORWARD && is_connected(net, r);
	}
	return connected > 1;
}
