// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads devices, routes and FDB entries of the namespaces that the links of ports lead to.
 *
 * Only the links of ports with flow control lead to another namespace.  Policy rules and routing
 * tables other than local, main and default are not read, and the VLANs of a bridge count as one.
 */
#include <errno.h>
#include <linux/neighbour.h>
#include <linux/netconf.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include "check.h"
#include "depend.h"

/**
 * struct reading - reading of a namespace
 * @net: the network
 * @space: the namespace
 * @hint: the device that was found last, an index in &struct dep_net.devs
 * @family: address family of the present dump
 * @dead: the present route has a next hop that the kernel does not use
 */
struct reading {
	struct dep_net		*net;
	struct dep_space	*space;
	uint32_t		hint;
	uint8_t			family;
	bool			dead;
};

/* ---- namespaces and devices --------------------------------------------- */

static uint32_t space_of(const struct dep_net *net, const struct netns *ns)
{
	uint32_t i;

	for (i = 0; i < net->n_spaces; i++)
		if (net->spaces[i].ns == ns)
			return i;
	return DEP_NONE;
}

static void add_space(struct dep_net *net, struct netns *ns)
{
	struct dep_space *space = list_add(&net->spaces, &net->n_spaces, sizeof(*space));

	space->ns = ns;
}

static struct end peer_of_port(struct netnses *all, struct netns *ns, const struct port *port)
{
	const struct end end = end_of(ns, device_find(&ns->devices, port->ifindex));

	if (!prios_sent(port) && !prios_obeyed(port))
		return (struct end){ 0 };
	return peer_of(all, &end);
}

/* Lists the namespaces that the links of ports lead to */
static void follow_links(struct netnses *all, struct dep_net *net)
{
	uint32_t i;
	size_t j;

	add_space(net, &all->home);
	for (i = 0; i < net->n_spaces; i++) {
		struct netns *ns = net->spaces[i].ns;

		for (j = 0; j < ns->ports.n; j++) {
			const struct end peer = peer_of_port(all, ns, &ns->ports.list[j]);

			if (peer.dev && space_of(net, peer.ns) == DEP_NONE)
				add_space(net, peer.ns);
		}
	}
}

static enum dep_type type_of(const struct device *dev)
{
	if (!strcmp(dev->kind, "bridge"))
		return DEP_BRIDGE;
	if (!strcmp(dev->kind, "bond") || !strcmp(dev->kind, "team"))
		return DEP_BOND;
	if (!strcmp(dev->kind, "vlan"))
		return DEP_VLAN;
	return device_refusal(dev) || !strcmp(dev->kind, "dummy") ? DEP_OTHER : DEP_PORT;
}

static uint32_t index_of(const struct dep_net *net, uint32_t space, uint32_t ifindex)
{
	const struct dep_space *s = &net->spaces[space];
	const struct device *dev = ifindex ? device_find(&s->ns->devices, ifindex) : NULL;

	return dev ? s->dev + (dev - s->ns->devices.list) : DEP_NONE;
}

static void add_devices(struct dep_net *net, uint32_t space)
{
	struct dep_space *s = &net->spaces[space];
	uint32_t i;

	for (i = s->dev; i < s->dev + s->n_devs; i++) {
		const struct device *dev = &s->ns->devices.list[i - s->dev];
		struct dep_dev *d = &net->devs[i];

		*d = (struct dep_dev){
			.dev = dev, .port = port_find(&s->ns->ports, dev->ifindex),
			.type = type_of(dev), .ns = space, .peer = DEP_NONE,
			.master = index_of(net, space, dev->master), .lower = DEP_NONE,
		};
		if (d->type == DEP_VLAN && dev->netnsid == NETNSID_NONE)
			d->lower = index_of(net, space, dev->link);
		d->vrf = d->master != DEP_NONE &&
			 !strcmp(s->ns->devices.list[d->master - s->dev].kind, "vrf");
	}
}

static void add_peers(struct netnses *all, struct dep_net *net, uint32_t space)
{
	struct netns *ns = net->spaces[space].ns;
	size_t i;

	for (i = 0; i < ns->ports.n; i++) {
		const struct end peer = peer_of_port(all, ns, &ns->ports.list[i]);
		const uint32_t other = peer.dev ? space_of(net, peer.ns) : DEP_NONE;
		const uint32_t a = index_of(net, space, ns->ports.list[i].ifindex);
		uint32_t b;

		if (other == DEP_NONE || a == DEP_NONE)
			continue;
		b = net->spaces[other].dev + (peer.dev - peer.ns->devices.list);
		net->devs[a].peer = b;
		net->devs[b].peer = a;
	}
}

/* Lists the devices of all namespaces */
static void list_devices(struct netnses *all, struct dep_net *net)
{
	uint32_t i;

	for (i = 0; i < net->n_spaces; i++) {
		net->spaces[i].dev = net->n_devs;
		net->spaces[i].n_devs = net->spaces[i].ns->devices.n;
		net->n_devs += net->spaces[i].n_devs;
	}
	net->devs = list_new(net->n_devs, sizeof(*net->devs));
	for (i = 0; i < net->n_spaces; i++)
		add_devices(net, i);
	for (i = 0; i < net->n_spaces; i++)
		add_peers(all, net, i);
}

/* ---- dumps -------------------------------------------------------------- */

static uint32_t dev_of(struct reading *r, uint32_t ifindex)
{
	const struct dep_dev *hint = &r->net->devs[r->hint];

	if (r->hint < r->space->dev || r->hint >= r->space->dev + r->space->n_devs ||
	    hint->dev->ifindex != ifindex)
		r->hint = index_of(r->net, r->space - r->net->spaces, ifindex);
	return r->hint;
}

static struct dep_addr addr_of(uint8_t family, const void *bytes, size_t len, uint8_t bits)
{
	struct dep_addr addr = { .family = family, .len = bits };

	memcpy(addr.bytes, bytes, len < sizeof(addr.bytes) ? len : sizeof(addr.bytes));
	return addr;
}

static void read_hop_attr(struct reading *r, const struct nlattr *attr, uint8_t family,
			  struct dep_hop *hop)
{
	const struct rtvia *via = mnl_attr_get_payload(attr);
	const size_t len = mnl_attr_get_payload_len(attr);

	switch (mnl_attr_get_type(attr)) {
	case RTA_OIF:
		if (len >= sizeof(uint32_t))
			hop->dev = dev_of(r, mnl_attr_get_u32(attr));
		break;
	case RTA_GATEWAY:
		hop->via = addr_of(family, via, len, 8 * len);
		break;
	case RTA_VIA:
		if (len > sizeof(*via))
			hop->via = addr_of(via->rtvia_family, via->rtvia_addr,
					   len - sizeof(*via), 8 * (len - sizeof(*via)));
		break;
	}
}

/* Adds a hop in front of those of a route */
static void add_hop(struct reading *r, struct dep_route *route, const struct dep_hop *hop)
{
	struct dep_net *net = r->net;
	struct dep_hop *new;

	if (hop->dev == DEP_NONE)
		return;
	new = list_add(&net->hops, &net->n_hops, sizeof(*new));
	*new = (struct dep_hop){ hop->dev, hop->via, route->hop };
	route->hop = new - net->hops;
}

static void read_hops(struct reading *r, struct dep_route *route, const struct nlattr *hops,
		      uint8_t family)
{
	struct rtnexthop *next = mnl_attr_get_payload(hops);
	int len = mnl_attr_get_payload_len(hops);

	for (; RTNH_OK(next, len);
	     len -= RTNH_ALIGN(next->rtnh_len), next = RTNH_NEXT(next)) {
		struct dep_hop hop = { .dev = dev_of(r, next->rtnh_ifindex) };
		const struct nlattr *attr;

		if (next->rtnh_flags & RTNH_F_DEAD) {
			r->dead = true;
			continue;
		}
		mnl_attr_for_each_payload((void *)RTNH_DATA(next),
					  next->rtnh_len - RTNH_LENGTH(0))
			read_hop_attr(r, attr, family, &hop);
		add_hop(r, route, &hop);
	}
}

/* Return: whether the analysis knows the type of a route; its kind in @kind */
static bool kind_of(const struct rtmsg *rtm, enum dep_kind *kind)
{
	switch (rtm->rtm_type) {
	case RTN_UNICAST:
		*kind = DEP_FORWARD;
		return true;
	case RTN_LOCAL:
		*kind = DEP_LOCAL;
		return true;
	case RTN_BLACKHOLE:
	case RTN_UNREACHABLE:
	case RTN_PROHIBIT:
		*kind = DEP_DROP;
		return true;
	}
	return false;
}

/* Return: the preference of a table, from 0; -1: it is not considered */
static int table_rank(uint32_t table)
{
	switch (table) {
	case RT_TABLE_LOCAL:
		return 0;
	case RT_TABLE_MAIN:
		return 1;
	case RT_TABLE_DEFAULT:
		return 2;
	}
	return -1;
}

/*
 * Reads the attributes of a route, except its next hops.  Return: whether the destination fits the
 * address family
 */
static bool read_route_attrs(struct reading *r, const struct nlmsghdr *nlh,
			     struct dep_route *route, struct dep_hop *hop, uint32_t *table)
{
	const struct rtmsg *rtm = mnl_nlmsg_get_payload(nlh);
	const size_t size = rtm->rtm_family == AF_INET ? 4 : 16;
	bool valid = rtm->rtm_dst_len <= 8 * size;
	const struct nlattr *attr;

	*table = rtm->rtm_table;
	route->to = (struct dep_addr){ rtm->rtm_family, rtm->rtm_dst_len, { 0 } };
	mnl_attr_for_each(attr, nlh, sizeof(*rtm)) {
		const size_t len = mnl_attr_get_payload_len(attr);

		read_hop_attr(r, attr, rtm->rtm_family, hop);
		if (mnl_attr_get_type(attr) == RTA_DST) {
			valid &= len == size;
			route->to = addr_of(rtm->rtm_family, mnl_attr_get_payload(attr), len,
					    rtm->rtm_dst_len);
		} else if (mnl_attr_get_type(attr) == RTA_TABLE && len >= sizeof(*table)) {
			*table = mnl_attr_get_u32(attr);
		} else if (mnl_attr_get_type(attr) == RTA_PRIORITY && len >= sizeof(uint32_t)) {
			route->rank = mnl_attr_get_u32(attr);
		}
	}
	return valid;
}

static int read_route(const struct nlmsghdr *nlh, void *data)
{
	const struct rtmsg *rtm = mnl_nlmsg_get_payload(nlh);
	struct dep_route route = { .hop = DEP_NONE }, *new;
	struct reading *r = data;
	const struct nlattr *attr;
	struct dep_hop hop = { .dev = DEP_NONE };
	uint32_t table;
	int rank;

	if (nlh->nlmsg_type != RTM_NEWROUTE || mnl_nlmsg_get_payload_len(nlh) < sizeof(*rtm))
		return -EBADMSG;
	if ((rtm->rtm_family != AF_INET && rtm->rtm_family != AF_INET6) ||
	    rtm->rtm_flags & RTM_F_CLONED || !kind_of(rtm, &route.kind))
		return 0;
	if (!read_route_attrs(r, nlh, &route, &hop, &table))
		return -EBADMSG;
	rank = table_rank(table);
	if (rank < 0)
		return 0;
	route.rank |= (uint64_t)rank << 32;
	r->dead = rtm->rtm_flags & RTNH_F_DEAD;
	mnl_attr_for_each(attr, nlh, sizeof(*rtm))
		if (mnl_attr_get_type(attr) == RTA_MULTIPATH)
			read_hops(r, &route, attr, rtm->rtm_family);
	if (!(rtm->rtm_flags & RTNH_F_DEAD))
		add_hop(r, &route, &hop);
	/* The kernel uses the next best route instead */
	if (r->dead && route.hop == DEP_NONE)
		return 0;
	new = list_add(&r->space->routes, &r->space->n_routes, sizeof(*new));
	*new = route;
	return 0;
}

static int read_netconf(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr;
	struct reading *r = data;
	uint32_t i, ifindex = 0;
	uint8_t bit;
	bool on = false;

	if (nlh->nlmsg_type != RTM_NEWNETCONF ||
	    mnl_nlmsg_get_payload_len(nlh) < sizeof(struct netconfmsg))
		return -EBADMSG;
	mnl_attr_for_each(attr, nlh, sizeof(struct netconfmsg)) {
		if (mnl_attr_get_payload_len(attr) < sizeof(uint32_t))
			continue;
		if (mnl_attr_get_type(attr) == NETCONFA_IFINDEX)
			ifindex = mnl_attr_get_u32(attr);
		else if (mnl_attr_get_type(attr) == NETCONFA_FORWARDING)
			on = mnl_attr_get_u32(attr);
	}
	bit = on ? r->family == AF_INET ? 1 : 2 : 0;
	/* IPv4 asks the ingress device, IPv6 the namespace */
	for (i = r->space->dev; i < r->space->dev + r->space->n_devs; i++)
		if (r->family == AF_INET ? r->net->devs[i].dev->ifindex == ifindex :
		    (int32_t)ifindex == NETCONFA_IFINDEX_ALL)
			r->net->devs[i].forward |= bit;
	return 0;
}

static int read_fdb(const struct nlmsghdr *nlh, void *data)
{
	const struct ndmsg *ndm = mnl_nlmsg_get_payload(nlh);
	struct reading *r = data;
	const struct nlattr *attr;
	struct dep_fdb entry = { .dev = DEP_NONE }, *new;
	bool master = false, mac = false;

	if (nlh->nlmsg_type != RTM_NEWNEIGH || mnl_nlmsg_get_payload_len(nlh) < sizeof(*ndm))
		return -EBADMSG;
	mnl_attr_for_each(attr, nlh, sizeof(*ndm)) {
		const size_t len = mnl_attr_get_payload_len(attr);

		master |= mnl_attr_get_type(attr) == NDA_MASTER;
		if (mnl_attr_get_type(attr) != NDA_LLADDR || len != sizeof(entry.mac))
			continue;
		memcpy(entry.mac, mnl_attr_get_payload(attr), sizeof(entry.mac));
		mac = true;
	}
	entry.dev = dev_of(r, ndm->ndm_ifindex);
	/* A permanent entry is an address of the bridge or of its ports */
	if (!master || !mac || entry.mac[0] & 1 || ndm->ndm_state & NUD_PERMANENT ||
	    entry.dev == DEP_NONE || !r->net->devs[entry.dev].dev->brport)
		return 0;
	new = list_add(&r->space->fdb, &r->space->n_fdb, sizeof(*new));
	*new = entry;
	return 0;
}

/* ---- reading ------------------------------------------------------------ */

static int dump(struct reading *r, uint16_t type, size_t header, uint8_t family, nl_fn *fn)
{
	r->family = family;
	return rtnl_dump(r->space->ns->ctx, type, header, family, fn, r);
}

static bool has_bridge(const struct reading *r)
{
	uint32_t i;

	for (i = r->space->dev; i < r->space->dev + r->space->n_devs; i++)
		if (r->net->devs[i].type == DEP_BRIDGE)
			return true;
	return false;
}

static void forget(struct reading *r)
{
	r->space->n_routes = 0;
	r->space->n_fdb = 0;
	free(r->space->routes);
	free(r->space->fdb);
	r->space->routes = NULL;
	r->space->fdb = NULL;
}

/* Packets that a bridge passes up can belong to a VLAN device on it */
static void merge_vlans(struct reading *r)
{
	struct dep_dev *devs = r->net->devs;
	uint32_t i;

	for (i = r->space->dev; i < r->space->dev + r->space->n_devs; i++)
		if (devs[i].type == DEP_VLAN && devs[i].lower != DEP_NONE &&
		    devs[devs[i].lower].type == DEP_BRIDGE)
			devs[devs[i].lower].forward |= devs[i].forward;
}

/* Return: 0 or a negative error; after an error the namespace has no routes and FDB entries */
static int read_space(struct reading *r)
{
	int err, tries = 0;

	do {
		forget(r);
		err = dump(r, RTM_GETROUTE, sizeof(struct rtmsg), AF_UNSPEC, read_route);
		if (!err)
			err = dump(r, RTM_GETNETCONF, sizeof(struct netconfmsg), AF_INET,
				   read_netconf);
		/* A namespace without IPv6 does not know the request */
		if (!err)
			dump(r, RTM_GETNETCONF, sizeof(struct netconfmsg), AF_INET6,
			     read_netconf);
		if (!err && has_bridge(r))
			err = dump(r, RTM_GETNEIGH, sizeof(struct ndmsg), AF_BRIDGE, read_fdb);
	} while (err == -EINTR && ++tries < DUMP_TRIES);
	if (err)
		forget(r);
	merge_vlans(r);
	return err;
}

/* Return: whether both ends of a link are known; without such a link there are no dependencies */
static bool has_link(const struct dep_net *net)
{
	uint32_t i;

	for (i = 0; i < net->n_devs; i++)
		if (net->devs[i].peer != DEP_NONE)
			return true;
	return false;
}

/**
 * dep_read() - describe the namespaces that the links of ports lead to
 * @all: the namespaces; more are read
 * @net: result; the caller frees it with dep_free()
 *
 * A namespace that cannot be read has no routes but an error, and without links between ports none
 * is read.
 */
void dep_read(struct netnses *all, struct dep_net *net)
{
	struct reading r = { .net = net };
	uint32_t i;

	memset(net, 0, sizeof(*net));
	all->parts = PORT_CONFIG;
	follow_links(all, net);
	list_devices(all, net);
	for (i = 0; has_link(net) && i < net->n_spaces; i++) {
		r.space = &net->spaces[i];
		r.space->error = read_space(&r);
	}
	dep_sort(net);
}

/**
 * dep_free() - free a description
 * @net: the result of dep_read()
 */
void dep_free(struct dep_net *net)
{
	uint32_t i;

	for (i = 0; i < net->n_spaces; i++) {
		free(net->spaces[i].routes);
		free(net->spaces[i].fdb);
	}
	free(net->spaces);
	free(net->devs);
	free(net->hops);
}
