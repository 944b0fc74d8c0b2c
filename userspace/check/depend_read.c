// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads devices, routes and FDB entries of the namespaces that the links of ports lead to.
 *
 * Only the links of ports with flow control lead to another namespace.  Policy rules and routing
 * tables other than local, main and default are not read, and the VLANs of a bridge count as one.
 */
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/neighbour.h>
#include <linux/netconf.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include "check.h"
#include "depend.h"

/* ---- namespaces and devices --------------------------------------------- */

static struct dep_dev *dev_of(const struct dep_space *space, uint32_t ifindex)
{
	const struct device *dev = device_find(&space->ns->devices, ifindex);

	return dev ? &space->devs[dev - space->ns->devices.list] : NULL;
}

static enum dep_type type_of(const struct device *dev)
{
	if (!strcmp(dev->kind, "bridge"))
		return DEP_BRIDGE;
	if (!strcmp(dev->kind, "bond") || !strcmp(dev->kind, "team"))
		return DEP_BOND;
	if (!strcmp(dev->kind, "vlan"))
		return DEP_VLAN;
	if (!strcmp(dev->kind, "vrf"))
		return DEP_VRF;
	return device_refusal(dev) || !strcmp(dev->kind, "dummy") ? DEP_OTHER : DEP_PORT;
}

/* Return: a namespace with its devices, which is new or not */
static struct dep_space *space_of(struct dep_net *net, struct netns *ns)
{
	struct dep_space *space;
	size_t i;

	for (i = 0; i < net->n_spaces; i++)
		if (net->spaces[i]->ns == ns)
			return net->spaces[i];
	space = list_new(1, sizeof(*space));
	*(struct dep_space **)list_add(&net->spaces, &net->n_spaces, sizeof(space)) = space;
	space->ns = ns;
	space->n_devs = ns->devices.n;
	space->devs = list_new(space->n_devs, sizeof(*space->devs));
	for (i = 0; i < space->n_devs; i++) {
		const struct device *dev = &ns->devices.list[i];
		struct dep_dev *d = &space->devs[i];

		*d = (struct dep_dev){
			.dev = dev, .port = port_find(&ns->ports, dev->ifindex),
			.type = type_of(dev), .number = net->n_devs++, .space = space,
			.master = dev_of(space, dev->master),
		};
		if (d->type == DEP_VLAN && dev->netnsid == NETNSID_NONE)
			d->lower = dev_of(space, dev->link);
	}
	return space;
}

/*
 * Lists the namespaces that the links of ports lead to, and connects the ends of the links.
 * Return: whether there is a link; without one, there are no dependencies.
 */
static bool follow_links(struct netnses *all, struct dep_net *net)
{
	bool found = false;
	size_t i, j;

	space_of(net, &all->home);
	for (i = 0; i < net->n_spaces; i++) {
		const struct dep_space *space = net->spaces[i];

		for (j = 0; j < space->ns->ports.n; j++) {
			const struct port *port = &space->ns->ports.list[j];
			struct dep_dev *dev = dev_of(space, port->ifindex);
			struct end peer;

			if (!dev || !uses_flow_control(port))
				continue;
			peer = peer_of(all, &(struct end){ space->ns, dev->dev, port });
			if (!peer.dev)
				continue;
			dev->peer = dev_of(space_of(net, peer.ns), peer.dev->ifindex);
			dev->peer->peer = dev;
			found = true;
		}
	}
	return found;
}

/* ---- dumps -------------------------------------------------------------- */

static uint32_t number(const struct nlattr *attr)
{
	return attr && !mnl_attr_validate(attr, MNL_TYPE_U32) ? mnl_attr_get_u32(attr) : 0;
}

/* Make an address of @len bytes.  Return: the address */
struct dep_addr dep_addr(uint8_t family, const void *bytes, size_t len)
{
	struct dep_addr addr = { .family = family, .len = 8 * len };

	memcpy(addr.bytes, bytes, len < sizeof(addr.bytes) ? len : sizeof(addr.bytes));
	return addr;
}

/* Adds a hop in front of those of a route; @attrs are its attributes */
static void add_hop(const struct dep_space *space, struct dep_route *route, uint32_t ifindex,
		    const struct nlattr **attrs)
{
	struct dep_dev *dev = dev_of(space, ifindex);
	const struct nlattr *attr = attrs[RTA_GATEWAY];
	const struct rtvia *via;
	struct dep_hop *hop;

	if (!dev)
		return;
	hop = list_new(1, sizeof(*hop));
	*hop = (struct dep_hop){ .dev = dev, .next = route->hops };
	route->hops = hop;
	if (attr)
		hop->via = dep_addr(route->to.family, mnl_attr_get_payload(attr),
				    mnl_attr_get_payload_len(attr));
	attr = attrs[RTA_VIA];
	if (!attr || mnl_attr_get_payload_len(attr) <= sizeof(*via))
		return;
	via = mnl_attr_get_payload(attr);
	hop->via = dep_addr(via->rtvia_family, via->rtvia_addr,
			    mnl_attr_get_payload_len(attr) - sizeof(*via));
}

/* Reads the next hops.  Return: whether there is one that the kernel does not use */
static bool read_hops(const struct dep_space *space, struct dep_route *route,
		      const struct nlattr *hops)
{
	struct rtnexthop *next = mnl_attr_get_payload(hops);
	int len = mnl_attr_get_payload_len(hops);
	bool dead = false;

	for (; RTNH_OK(next, len);
	     len -= RTNH_ALIGN(next->rtnh_len), next = RTNH_NEXT(next)) {
		const struct nlattr *attrs[NL_ATTRS] = { 0 };

		mnl_attr_parse_payload(RTNH_DATA(next), next->rtnh_len - RTNH_LENGTH(0),
				       nl_take_attr, attrs);
		if (next->rtnh_flags & RTNH_F_DEAD)
			dead = true;
		else
			add_hop(space, route, next->rtnh_ifindex, attrs);
	}
	return dead;
}

/* Return: whether the analysis knows the type of a route */
static bool type_is_known(uint8_t type)
{
	return type == RTN_UNICAST || type == RTN_LOCAL || type == RTN_BLACKHOLE ||
	       type == RTN_UNREACHABLE || type == RTN_PROHIBIT;
}

static int read_route(const struct nlmsghdr *nlh, void *data)
{
	const struct rtmsg *rtm = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attrs[NL_ATTRS] = { 0 };
	struct dep_space *space = data;
	struct dep_route route = { 0 };
	uint32_t table;
	size_t size;
	bool dead;

	if (nlh->nlmsg_type != RTM_NEWROUTE || mnl_nlmsg_get_payload_len(nlh) < sizeof(*rtm))
		return -EBADMSG;
	if ((rtm->rtm_family != AF_INET && rtm->rtm_family != AF_INET6) ||
	    rtm->rtm_flags & RTM_F_CLONED || !type_is_known(rtm->rtm_type))
		return 0;
	mnl_attr_parse(nlh, sizeof(*rtm), nl_take_attr, attrs);
	size = rtm->rtm_family == AF_INET ? 4 : 16;
	if (rtm->rtm_dst_len > 8 * size ||
	    (attrs[RTA_DST] && mnl_attr_get_payload_len(attrs[RTA_DST]) != size))
		return -EBADMSG;
	table = number(attrs[RTA_TABLE]) ?: rtm->rtm_table;
	if (table < RT_TABLE_DEFAULT || table > RT_TABLE_LOCAL)
		return 0;
	if (attrs[RTA_DST])
		route.to = dep_addr(0, mnl_attr_get_payload(attrs[RTA_DST]), size);
	route.to.family = rtm->rtm_family;
	route.to.len = rtm->rtm_dst_len;
	route.type = rtm->rtm_type;
	/* The kernel looks into the tables local, main and default, in this order */
	route.rank = (uint64_t)(RT_TABLE_LOCAL - table) << 32 | number(attrs[RTA_PRIORITY]);
	dead = rtm->rtm_flags & RTNH_F_DEAD;
	if (!dead)
		add_hop(space, &route, number(attrs[RTA_OIF]), attrs);
	if (attrs[RTA_MULTIPATH])
		dead |= read_hops(space, &route, attrs[RTA_MULTIPATH]);
	/* The kernel uses the next best route instead */
	if (!dead || route.hops)
		*(struct dep_route *)list_add(&space->routes, &space->n_routes,
					      sizeof(route)) = route;
	return 0;
}

static int read_netconf(const struct nlmsghdr *nlh, void *data)
{
	const struct netconfmsg *netconf = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attrs[NL_ATTRS] = { 0 };
	struct dep_space *space = data;
	uint32_t i, ifindex;
	bool four;

	if (nlh->nlmsg_type != RTM_NEWNETCONF ||
	    mnl_nlmsg_get_payload_len(nlh) < sizeof(*netconf))
		return -EBADMSG;
	mnl_attr_parse(nlh, sizeof(*netconf), nl_take_attr, attrs);
	if (!number(attrs[NETCONFA_FORWARDING]))
		return 0;
	four = netconf->ncm_family == AF_INET;
	ifindex = number(attrs[NETCONFA_IFINDEX]);
	/* IPv4 asks the ingress device, IPv6 the namespace */
	for (i = 0; i < space->n_devs; i++)
		if (ifindex == (four ? space->devs[i].dev->ifindex :
				(uint32_t)NETCONFA_IFINDEX_ALL))
			space->devs[i].forward |= four ? 1 : 2;
	return 0;
}

static int read_fdb(const struct nlmsghdr *nlh, void *data)
{
	const struct ndmsg *ndm = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attrs[NL_ATTRS] = { 0 };
	struct dep_space *space = data;
	struct dep_route *entry;
	struct dep_dev *dev;
	const uint8_t *mac;

	if (nlh->nlmsg_type != RTM_NEWNEIGH || mnl_nlmsg_get_payload_len(nlh) < sizeof(*ndm))
		return -EBADMSG;
	mnl_attr_parse(nlh, sizeof(*ndm), nl_take_attr, attrs);
	dev = dev_of(space, ndm->ndm_ifindex);
	if (!dev || !dev->dev->brport || !attrs[NDA_MASTER] || !attrs[NDA_LLADDR] ||
	    mnl_attr_get_payload_len(attrs[NDA_LLADDR]) != ETH_ALEN)
		return 0;
	mac = mnl_attr_get_payload(attrs[NDA_LLADDR]);
	/* A permanent entry is an address of the bridge or of its ports */
	if (mac[0] & 1 || ndm->ndm_state & NUD_PERMANENT)
		return 0;
	entry = list_add(&space->routes, &space->n_routes, sizeof(*entry));
	entry->to = dep_addr(AF_PACKET, mac, ETH_ALEN);
	entry->type = RTN_UNICAST;
	entry->hops = list_new(1, sizeof(*entry->hops));
	entry->hops->dev = dev;
	return 0;
}

/* ---- reading ------------------------------------------------------------ */

static void forget(struct dep_space *space)
{
	size_t i;

	for (i = 0; i < space->n_routes; i++)
		dep_hops_free(&space->routes[i]);
	free(space->routes);
	space->n_routes = 0;
	space->routes = NULL;
}

/* Packets that a bridge passes up can belong to a VLAN device on it */
static void merge_vlans(struct dep_space *space)
{
	size_t i;

	for (i = 0; i < space->n_devs; i++) {
		const struct dep_dev *dev = &space->devs[i];

		if (dev->lower && dev->lower->type == DEP_BRIDGE)
			dev->lower->forward |= dev->forward;
	}
}

/* Return: 0 or a negative error; after an error the namespace has no routes and FDB entries */
static int read_space(struct dep_space *space)
{
	struct ctx *ctx = space->ns->ctx;
	int err, tries = 0;

	do {
		forget(space);
		err = rtnl_dump(ctx, RTM_GETROUTE, sizeof(struct rtmsg), AF_UNSPEC, read_route,
				space);
		if (!err)
			err = rtnl_dump(ctx, RTM_GETNETCONF, sizeof(struct netconfmsg), AF_INET,
					read_netconf, space);
		/* A namespace without IPv6 does not know the request */
		if (!err)
			rtnl_dump(ctx, RTM_GETNETCONF, sizeof(struct netconfmsg), AF_INET6,
				  read_netconf, space);
		if (!err)
			err = rtnl_dump(ctx, RTM_GETNEIGH, sizeof(struct ndmsg), AF_BRIDGE,
					read_fdb, space);
	} while (err == -EINTR && ++tries < DUMP_TRIES);
	if (err)
		forget(space);
	merge_vlans(space);
	return err;
}

/*
 * Describe the namespaces that the links of ports lead to.  A namespace that cannot be read has no
 * routes but an error.  Without links, no routes are read.
 * @net: result, for dep_free()
 */
void dep_read(struct netnses *all, struct dep_net *net)
{
	bool links;
	size_t i;

	memset(net, 0, sizeof(*net));
	all->parts = PORT_CONFIG;
	links = follow_links(all, net);
	for (i = 0; links && i < net->n_spaces; i++)
		net->spaces[i]->error = read_space(net->spaces[i]);
	dep_sort(net);
}

/* Free the turns that dep_walk() has found */
void dep_turns_free(const struct dep_net *net)
{
	size_t i, j;

	for (i = 0; i < net->n_spaces; i++)
		for (j = 0; j < net->spaces[i]->n_devs; j++) {
			free(net->spaces[i]->devs[j].turns);
			net->spaces[i]->devs[j].turns = NULL;
		}
}

/* Free the result of dep_read(), and the turns in it */
void dep_free(struct dep_net *net)
{
	size_t i;

	dep_turns_free(net);
	for (i = 0; i < net->n_spaces; i++) {
		forget(net->spaces[i]);
		free(net->spaces[i]->devs);
		free(net->spaces[i]);
	}
	free(net->spaces);
}
