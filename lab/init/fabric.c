// SPDX-License-Identifier: GPL-2.0-only
/*
 * Creates network namespaces, links and bridges.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/neighbour.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>
#include "lab.h"

#define BRIDGE	"br0"

/* Gives the current network namespace a name.  Return: an exit status. */
static int set_name(struct ctx *ctx, const char *name)
{
	char path[512];
	int fd;

	snprintf(path, sizeof(path), NAMES "/%s", name);
	fd = open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444);
	if (fd < 0)
		return fail(ctx, "node %s: cannot create %s: %s", name, path, strerror(errno));
	close(fd);
	if (mount("/proc/self/ns/net", path, NULL, MS_BIND, NULL) < 0)
		return fail(ctx, "node %s: cannot mount its network namespace at %s: %s", name,
			    path, strerror(errno));
	return STATUS_OK;
}

/* Create a network namespace.  Return: an exit status */
int node_add(struct lab *lab, struct ctx *ctx, const char *name)
{
	struct node *node;
	int err;

	node = reallocarray(lab->nodes, lab->n_nodes + 1, sizeof(*node));
	if (!node)
		return fail(ctx, "out of memory");
	lab->nodes = node;
	lab->current = NULL;
	node += lab->n_nodes;
	*node = (struct node){ .name = strdup(name), .ctx = *ctx };
	if (unshare(CLONE_NEWNET) < 0)
		return fail(ctx, "node %s: cannot create a network namespace: %s", name,
			    strerror(errno));
	node->fd = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	if (node->fd < 0)
		return fail(ctx, "node %s: cannot open /proc/self/ns/net: %s", name,
			    strerror(errno));
	lab->n_nodes++;
	err = set_name(ctx, name);
	return err ?: nl_open(&node->ctx, NETLINK_ROUTE, &node->ctx.rtnl);
}

static struct node *node_find(struct lab *lab, const char *name)
{
	size_t i;

	for (i = 0; i < lab->n_nodes; i++)
		if (!strcmp(lab->nodes[i].name, name))
			return &lab->nodes[i];
	return NULL;
}

/*
 * Enter a network namespace.
 * @ctx: context for error messages; its file name and line number are copied to the context of
 *	the namespace, for later messages
 * Return: the namespace, or NULL if it is unknown or cannot be entered.
 */
struct node *node_enter(struct lab *lab, struct ctx *ctx, const char *name)
{
	struct node *node = node_find(lab, name);

	/* Entering a namespace takes longer than most requests */
	if (!node || (lab->current != node && setns(node->fd, CLONE_NEWNET) < 0)) {
		fail(ctx, "node '%s' is unknown, or its network namespace cannot be entered", name);
		return NULL;
	}
	lab->current = node;
	node->ctx.file = ctx->file;
	node->ctx.line = ctx->line;
	return node;
}

/*
 * Find the index of a device of a node.
 * @node: the node, whose namespace this process is in
 *
 * Remembers the last device: orders for one device often follow each other.
 * Return: the index, or 0.
 */
unsigned int device_index(struct node *node, const char *name)
{
	if (strcmp(node->device, name) || !node->index) {
		snprintf(node->device, sizeof(node->device), "%s", name);
		node->index = if_nametoindex(name);
	}
	return node->index;
}

/*
 * Find a device of a node.
 * @words: NODE DEVICE
 * @index: set to the index of the device, or 0
 *
 * The namespace need not be entered for the device that was the last one of the node.
 * Return: the node, or NULL.
 */
struct node *node_device(struct lab *lab, struct ctx *ctx, char **words, unsigned int *index)
{
	struct node *node = node_find(lab, words[0]);

	if (!node || !node->index || strcmp(node->device, words[1]))
		node = node_enter(lab, ctx, words[0]);
	if (node)
		*index = device_index(node, words[1]);
	return node;
}

static struct ifinfomsg *link_request(struct message *msg, uint16_t type,
				      uint16_t flags)
{
	mnl_nlmsg_put_header(msg->buf);
	msg->hdr.nlmsg_type = type;
	msg->hdr.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | flags;
	return mnl_nlmsg_put_extra_header(&msg->hdr, sizeof(struct ifinfomsg));
}

static int link_talk(struct node *node, struct message *msg, const char *what)
{
	int err = nl_talk(&node->ctx, node->ctx.rtnl, &msg->hdr, NULL, NULL);

	return err ? nl_fail(&node->ctx, what, err) : STATUS_OK;
}

/*
 * Adds the attributes of one end of a veth pair to a request.  @words: NODE DEVICE MAC.
 * Return: the node, or NULL if the node is unknown or the MAC address is invalid.
 */
static struct node *put_end(struct lab *lab, struct ctx *ctx, char **words,
			    const char *mtu, struct nlmsghdr *hdr)
{
	struct node *node = node_enter(lab, ctx, words[0]);
	uint8_t mac[6];

	if (!node || !read_mac(words[2], mac))
		return NULL;
	mnl_attr_put_strz(hdr, IFLA_IFNAME, words[1]);
	mnl_attr_put_u32(hdr, IFLA_NET_NS_FD, node->fd);
	mnl_attr_put(hdr, IFLA_ADDRESS, sizeof(mac), mac);
	mnl_attr_put_u32(hdr, IFLA_MTU, strtoul(mtu, NULL, 0));
	return node;
}

static int set_flags(struct lab *lab, struct ctx *ctx, char **words, unsigned int flags)
{
	struct node *node = node_enter(lab, ctx, words[0]);
	struct ifinfomsg *ifi;
	struct message msg;

	if (!node)
		return STATUS_FAILED;
	ifi = link_request(&msg, RTM_NEWLINK, 0);
	ifi->ifi_flags = flags;
	ifi->ifi_change = IFF_UP;
	mnl_attr_put_strz(&msg.hdr, IFLA_IFNAME, words[1]);
	return link_talk(node, &msg, words[1]);
}

/* down NODE DEVICE: sets a link down, at the end of a dead host, or at both ends when it fails */
int set_down(struct lab *lab, struct ctx *ctx, char **words)
{
	return set_flags(lab, ctx, words, 0);
}

/* up NODE DEVICE: sets a link up again */
int set_up(struct lab *lab, struct ctx *ctx, char **words)
{
	return set_flags(lab, ctx, words, IFF_UP);
}

/*
 * settle NODE DEVICE: makes the kernel notice at once that the link is up.  Otherwise it may take
 * a second until a bridge forwards to the port.
 */
int settle_link(struct lab *lab, struct ctx *ctx, char **words)
{
	struct node *node = node_enter(lab, ctx, words[0]);
	struct message msg;

	if (!node)
		return STATUS_FAILED;
	link_request(&msg, RTM_GETLINK, 0);
	mnl_attr_put_strz(&msg.hdr, IFLA_IFNAME, words[1]);
	return link_talk(node, &msg, words[1]);
}

/* veth NODE DEVICE MAC NODE DEVICE MAC MTU: creates a veth pair between two nodes */
int add_veth(struct lab *lab, struct ctx *ctx, char **words)
{
	struct nlattr *info, *data, *peer;
	struct message msg;
	struct node *node;
	int err;

	link_request(&msg, RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL);
	node = put_end(lab, ctx, words, words[6], &msg.hdr);
	info = mnl_attr_nest_start(&msg.hdr, IFLA_LINKINFO);
	mnl_attr_put_strz(&msg.hdr, IFLA_INFO_KIND, "veth");
	data = mnl_attr_nest_start(&msg.hdr, IFLA_INFO_DATA);
	peer = mnl_attr_nest_start(&msg.hdr, VETH_INFO_PEER);
	mnl_nlmsg_put_extra_header(&msg.hdr, sizeof(struct ifinfomsg));
	if (!node || !put_end(lab, ctx, words + 3, words[6], &msg.hdr))
		return fail(ctx,
			    "veth: unknown node '%s' or '%s', or invalid MAC '%s' or '%s' (hh:hh:hh:hh:hh:hh)",
			    words[0], words[3], words[2], words[5]);
	mnl_attr_nest_end(&msg.hdr, peer);
	mnl_attr_nest_end(&msg.hdr, data);
	mnl_attr_nest_end(&msg.hdr, info);
	err = link_talk(node, &msg, words[1]);
	if (!err)
		err = set_flags(lab, ctx, words, IFF_UP);
	return err ?: set_flags(lab, ctx, words + 3, IFF_UP);
}

/* bridge NODE: adds a bridge without multicast snooping; "member" adds its ports */
int add_bridge(struct lab *lab, struct ctx *ctx, char **words)
{
	struct node *node = node_enter(lab, ctx, words[0]);
	struct nlattr *info, *data;
	struct message msg;

	if (!node)
		return STATUS_FAILED;
	link_request(&msg, RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL)->ifi_flags = IFF_UP;
	mnl_attr_put_strz(&msg.hdr, IFLA_IFNAME, BRIDGE);
	info = mnl_attr_nest_start(&msg.hdr, IFLA_LINKINFO);
	mnl_attr_put_strz(&msg.hdr, IFLA_INFO_KIND, "bridge");
	data = mnl_attr_nest_start(&msg.hdr, IFLA_INFO_DATA);
	mnl_attr_put_u8(&msg.hdr, IFLA_BR_MCAST_SNOOPING, 0);
	mnl_attr_nest_end(&msg.hdr, data);
	mnl_attr_nest_end(&msg.hdr, info);
	return link_talk(node, &msg, BRIDGE);
}

/*
 * Configures a bridge port.  The bridge learns no addresses at this port, and floods no
 * multicast and no broadcast frames to it.  @flood: whether the bridge floods unknown unicast
 * frames to the port.
 */
static int set_flooding(struct node *node, const char *dev, bool flood)
{
	struct message msg;
	struct nlattr *info;
	struct ifinfomsg *ifi = link_request(&msg, RTM_SETLINK, 0);

	ifi->ifi_family = AF_BRIDGE;
	ifi->ifi_index = if_nametoindex(dev);
	info = mnl_attr_nest_start(&msg.hdr, IFLA_PROTINFO);
	mnl_attr_put_u8(&msg.hdr, IFLA_BRPORT_LEARNING, 0);
	mnl_attr_put_u8(&msg.hdr, IFLA_BRPORT_UNICAST_FLOOD, flood);
	mnl_attr_put_u8(&msg.hdr, IFLA_BRPORT_MCAST_FLOOD, 0);
	mnl_attr_put_u8(&msg.hdr, IFLA_BRPORT_BCAST_FLOOD, 0);
	mnl_attr_nest_end(&msg.hdr, info);
	info->nla_type |= NLA_F_NESTED;
	return link_talk(node, &msg, dev);
}

/*
 * member NODE DEVICE FLOOD: adds a bridge port; FLOOD is 1 to flood unicast to the port.  The
 * kernel handles at most 100 changes of the state of links in a second.  So with thousands of links
 * the bridge might not forward to the port when the traffic starts.
 */
int add_member(struct lab *lab, struct ctx *ctx, char **words)
{
	struct node *node = node_enter(lab, ctx, words[0]);
	struct message msg;
	int err;

	if (!node)
		return STATUS_FAILED;
	link_request(&msg, RTM_NEWLINK, 0);
	mnl_attr_put_strz(&msg.hdr, IFLA_IFNAME, words[1]);
	mnl_attr_put_u32(&msg.hdr, IFLA_MASTER, if_nametoindex(BRIDGE));
	err = link_talk(node, &msg, words[1]);
	if (!err)
		err = set_flooding(node, words[1], !strcmp(words[2], "1"));
	return err ?: settle_link(lab, ctx, words);
}

/* fdb NODE DEVICE MAC: adds or changes an FDB entry */
int add_fdb(struct lab *lab, struct ctx *ctx, char **words)
{
	struct node *node = node_enter(lab, ctx, words[0]);
	struct message msg;
	struct ndmsg *ndm;
	uint8_t mac[6];

	if (!node || !read_mac(words[2], mac))
		return fail(ctx,
			    "fdb: unknown node '%s', or invalid MAC address '%s' (hh:hh:hh:hh:hh:hh)",
			    words[0], words[2]);
	mnl_nlmsg_put_header(msg.buf);
	msg.hdr.nlmsg_type = RTM_NEWNEIGH;
	msg.hdr.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE;
	ndm = mnl_nlmsg_put_extra_header(&msg.hdr, sizeof(*ndm));
	ndm->ndm_family = AF_BRIDGE;
	ndm->ndm_ifindex = device_index(node, words[1]);
	ndm->ndm_state = NUD_NOARP;
	ndm->ndm_flags = NTF_MASTER;
	mnl_attr_put(&msg.hdr, NDA_LLADDR, sizeof(mac), mac);
	return link_talk(node, &msg, words[1]);
}
