// SPDX-License-Identifier: GPL-2.0-only
/*
 * Network devices, as reported by rtnetlink, ethtool and dcbnl.
 */
#include <errno.h>
#include <linux/dcbnl.h>
#include <linux/ethtool.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <linux/if_tunnel.h>	/* only after net/if.h */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include "device.h"
#include "model.h"

/* ---- rtnetlink ---------------------------------------------------------- */

static const struct field brport_fields[] = {
	FIELD(IFLA_BRPORT_STATE, MNL_TYPE_U8, device, stp_state),
	FIELD(IFLA_BRPORT_MODE, MNL_TYPE_U8, device, hairpin),
	FIELD(IFLA_BRPORT_UNICAST_FLOOD, MNL_TYPE_U8, device, flood),
	FIELD(IFLA_BRPORT_ISOLATED, MNL_TYPE_U8, device, isolated),
	{ 0 }
};

static void read_brport(const struct nlattr *nest, struct device *dev)
{
	dev->brport = true;
	dev->flood = true;	/* the default of the kernel */
	fields_read(brport_fields, nest, dev);
}

/* Tunnels, with their attributes in IFLA_INFO_DATA.  A route sets the TOS of an external tunnel. */
static const struct {
	const char	*kind;
	uint16_t	tos;
	uint16_t	external;
} tunnels[] = {
	{ "vxlan", IFLA_VXLAN_TOS, IFLA_VXLAN_COLLECT_METADATA },
	{ "geneve", IFLA_GENEVE_TOS, IFLA_GENEVE_COLLECT_METADATA },
	{ "gre", IFLA_GRE_TOS, IFLA_GRE_COLLECT_METADATA },
	{ "gretap", IFLA_GRE_TOS, IFLA_GRE_COLLECT_METADATA },
	{ "ipip", IFLA_IPTUN_TOS, IFLA_IPTUN_COLLECT_METADATA },
};

static void read_tunnel(const struct nlattr *nest, struct device *dev)
{
	const struct nlattr *attr;
	bool external = false;
	size_t i = 0;

	while (i < ARRAY_SIZE(tunnels) && strcmp(dev->kind, tunnels[i].kind))
		i++;
	if (i == ARRAY_SIZE(tunnels))
		return;
	mnl_attr_for_each_nested(attr, nest) {
		const uint16_t type = mnl_attr_get_type(attr);
		const bool byte = mnl_attr_validate(attr, MNL_TYPE_U8) >= 0;

		if (type == tunnels[i].tos && byte)
			dev->tos = mnl_attr_get_u8(attr);
		else if (type == tunnels[i].external)
			external = !byte || mnl_attr_get_u8(attr);
	}
	dev->has_tos = !external;
}

static const struct field macvlan_fields[] = {
	FIELD(IFLA_MACVLAN_MODE, MNL_TYPE_U32, device, macvlan_mode),
	{ 0 }
};

static const struct field xdp_fields[] = {
	FIELD(IFLA_XDP_ATTACHED, MNL_TYPE_U8, device, xdp),
	{ 0 }
};

static const struct field kind_fields[] = {
	FIELD(IFLA_INFO_KIND, MNL_TYPE_NUL_STRING, device, kind),
	{ 0 }
};

static void read_info(const struct nlattr *nest, struct device *dev)
{
	const struct nlattr *data = attr_find(nest, IFLA_INFO_DATA);
	const struct nlattr *master = attr_find(nest, IFLA_INFO_SLAVE_KIND);
	const struct nlattr *port = attr_find(nest, IFLA_INFO_SLAVE_DATA);

	fields_read(kind_fields, nest, dev);
	if (data && !strcmp(dev->kind, "macvlan"))
		fields_read(macvlan_fields, data, dev);
	else if (data)
		read_tunnel(data, dev);
	if (port && master && mnl_attr_validate(master, MNL_TYPE_NUL_STRING) >= 0 &&
	    !strcmp(mnl_attr_get_str(master), "bridge"))
		read_brport(port, dev);
}

/* Reads the statistics.  An older kernel sends a shorter structure: the missing members are 0. */
static void read_stats(const struct nlattr *attr, struct device *dev)
{
	size_t len = mnl_attr_get_payload_len(attr);
	struct rtnl_link_stats64 stats = { 0 };

	memcpy(&stats, mnl_attr_get_payload(attr),
	       len < sizeof(stats) ? len : sizeof(stats));
	dev->rx_dropped = stats.rx_dropped;
	dev->tx_dropped = stats.tx_dropped;
	dev->rx_missed = stats.rx_missed_errors;
	dev->rx_nohandler = stats.rx_nohandler;
}

static const struct field device_fields[] = {
	FIELD(IFLA_IFNAME, MNL_TYPE_NUL_STRING, device, name),
	FIELD(IFLA_MASTER, MNL_TYPE_U32, device, master),
	FIELD(IFLA_LINK, MNL_TYPE_U32, device, link),
	FIELD(IFLA_LINK_NETNSID, MNL_TYPE_U32, device, netnsid),
	{ 0 }
};

static bool read_device_attr(const struct nlattr *attr, struct device *dev)
{
	switch (mnl_attr_get_type(attr)) {
	case IFLA_LINKINFO:
		read_info(attr, dev);
		return true;
	case IFLA_XDP:
		fields_read(xdp_fields, attr, dev);
		return true;
	case IFLA_STATS64:
		read_stats(attr, dev);
		return true;
	case IFLA_ADDRESS:
		if (mnl_attr_get_payload_len(attr) == sizeof(dev->mac))
			memcpy(dev->mac, mnl_attr_get_payload(attr), sizeof(dev->mac));
		return true;
	}
	return field_read(device_fields, attr, dev);
}

static int read_device(const struct nlmsghdr *nlh, void *data)
{
	const struct ifinfomsg *info = mnl_nlmsg_get_payload(nlh);
	struct devices *devices = data;
	const struct nlattr *attr;
	struct device *dev;

	if (nlh->nlmsg_type != RTM_NEWLINK ||
	    mnl_nlmsg_get_payload_len(nlh) < sizeof(*info))
		return -EBADMSG;
	dev = list_add(&devices->list, &devices->n, sizeof(*dev));
	*dev = (struct device){
		.ifindex = info->ifi_index, .type = info->ifi_type, .netnsid = NETNSID_NONE,
		.up = info->ifi_flags & IFF_RUNNING,
	};
	mnl_attr_for_each(attr, nlh, sizeof(*info))
		if (!read_device_attr(attr, dev))
			return -EBADMSG;
	return 0;
}

/* Find a device by index.  Return: the device or NULL */
struct device *device_find(const struct devices *devices, uint32_t ifindex)
{
	size_t i;

	for (i = 0; i < devices->n; i++)
		if (devices->list[i].ifindex == ifindex)
			return &devices->list[i];
	return NULL;
}

static int read_address(const struct nlmsghdr *nlh, void *data)
{
	const struct ifaddrmsg *addr = mnl_nlmsg_get_payload(nlh);
	struct device *dev;

	if (nlh->nlmsg_type != RTM_NEWADDR ||
	    mnl_nlmsg_get_payload_len(nlh) < sizeof(*addr))
		return -EBADMSG;
	dev = device_find(data, addr->ifa_index);
	if (dev)
		dev->has_address |= addr->ifa_scope < RT_SCOPE_LINK;
	return 0;
}

/* Read the devices of a namespace, which devices_free() frees.  Return: an exit status */
int devices_load(struct ctx *ctx, struct devices *devices)
{
	int err, tries = 0;

	memset(devices, 0, sizeof(*devices));
	err = nl_open(ctx, NETLINK_ROUTE, &ctx->rtnl);
	if (err)
		return err;
	do {
		devices_free(devices);
		err = rtnl_dump(ctx, RTM_GETLINK, sizeof(struct ifinfomsg), AF_UNSPEC, read_device,
				devices);
		if (!err)
			err = rtnl_dump(ctx, RTM_GETADDR, sizeof(struct ifaddrmsg), AF_UNSPEC,
					read_address, devices);
	} while (err == -EINTR && ++tries < DUMP_TRIES);
	if (!err)
		return STATUS_OK;
	devices_free(devices);
	return nl_fail(ctx, "devices", err);
}

/* The kernel gives no handle to the qdiscs that it sets by itself */
static int read_qdisc(const struct nlmsghdr *nlh, void *data)
{
	const struct tcmsg *tcm = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attr;
	struct device *dev;

	if (nlh->nlmsg_type != RTM_NEWQDISC ||
	    mnl_nlmsg_get_payload_len(nlh) < sizeof(*tcm))
		return -EBADMSG;
	dev = device_find(data, tcm->tcm_ifindex);
	if (!dev || tcm->tcm_parent != TC_H_ROOT || !tcm->tcm_handle)
		return 0;
	mnl_attr_for_each(attr, nlh, sizeof(*tcm))
		if (mnl_attr_get_type(attr) == TCA_KIND &&
		    mnl_attr_validate(attr, MNL_TYPE_NUL_STRING) >= 0)
			snprintf(dev->qdisc, sizeof(dev->qdisc), "%s", mnl_attr_get_str(attr));
	return 0;
}

static void mark_route(const struct devices *devices, uint32_t ifindex)
{
	struct device *dev = device_find(devices, ifindex);

	if (dev)
		dev->has_route = true;
}

/* Marks the devices of the next hops of a route */
static void read_hops(const struct nlattr *attr, const struct devices *devices)
{
	struct rtnexthop *hop = mnl_attr_get_payload(attr);
	int len = mnl_attr_get_payload_len(attr);

	for (; RTNH_OK(hop, len); len -= RTNH_ALIGN(hop->rtnh_len), hop = RTNH_NEXT(hop))
		mark_route(devices, hop->rtnh_ifindex);
}

/* The kernel itself adds routes to the prefixes of addresses, link-local ones in particular */
static int read_route(const struct nlmsghdr *nlh, void *data)
{
	const struct rtmsg *route = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attr;

	if (nlh->nlmsg_type != RTM_NEWROUTE ||
	    mnl_nlmsg_get_payload_len(nlh) < sizeof(*route))
		return -EBADMSG;
	if (route->rtm_type != RTN_UNICAST || route->rtm_protocol == RTPROT_KERNEL ||
	    (route->rtm_family != AF_INET && route->rtm_family != AF_INET6))
		return 0;
	mnl_attr_for_each(attr, nlh, sizeof(*route)) {
		if (mnl_attr_get_type(attr) == RTA_OIF &&
		    mnl_attr_validate(attr, MNL_TYPE_U32) >= 0)
			mark_route(data, mnl_attr_get_u32(attr));
		else if (mnl_attr_get_type(attr) == RTA_MULTIPATH)
			read_hops(attr, data);
	}
	return 0;
}

/* Read the root qdiscs and the routes of devices: @qdisc and @has_route.  Return: an exit status */
int devices_load_use(struct ctx *ctx, struct devices *devices)
{
	int err, tries = 0;

	do {
		err = rtnl_dump(ctx, RTM_GETQDISC, sizeof(struct tcmsg), AF_UNSPEC, read_qdisc,
				devices);
		if (!err)
			err = rtnl_dump(ctx, RTM_GETROUTE, sizeof(struct rtmsg), AF_UNSPEC,
					read_route, devices);
	} while (err == -EINTR && ++tries < DUMP_TRIES);
	return err ? nl_fail(ctx, "qdiscs and routes", err) : STATUS_OK;
}

/* Free a list of devices */
void devices_free(struct devices *devices)
{
	free(devices->list);
	memset(devices, 0, sizeof(*devices));
}

/* Find a device by name.  Return: the device or NULL */
const struct device *device_named(const struct devices *devices, const char *name)
{
	size_t i;

	for (i = 0; i < devices->n; i++)
		if (!strcmp(devices->list[i].name, name))
			return &devices->list[i];
	return NULL;
}

/* Kinds of devices that the module refuses as ports */
static const struct {
	const char *kind;
	const char *why;
} refused[] = {
	{ "bridge", "bridge; its members can be ports" },
	{ "openvswitch", "bridge; its members can be ports" },
	{ "bond", "bond; its members can be ports" },
	{ "team", "team; its members can be ports" },
	{ "vlan", "VLAN device; the device below can be a port" },
	{ "macvlan", "macvlan device; the device below can be a port" },
	{ "macvtap", "macvtap device; the device below can be a port" },
	{ "vrf", "VRF device; its members can be ports" },
	{ "ifb", "ifb device; the device that redirects to it can be a port" },
};

/* Return: why the module refuses a device as a port; NULL if it does not refuse it */
const char *device_refusal(const struct device *dev)
{
	size_t i;

	if (dev->type == ARPHRD_LOOPBACK)
		return "loopback device";
	if (dev->type != ARPHRD_ETHER)
		return "not an Ethernet device";
	for (i = 0; i < ARRAY_SIZE(refused); i++)
		if (!strcmp(dev->kind, refused[i].kind))
			return refused[i].why;
	return NULL;
}

/* Sends a request about a device of this namespace.  Return: 0 or a negative error */
static int device_ioctl(unsigned long number, const char *dev, struct ifreq *request)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), err = 0;

	snprintf(request->ifr_name, sizeof(request->ifr_name), "%s", dev);
	if (fd < 0 || ioctl(fd, number, request) < 0)
		err = -errno;
	if (fd >= 0)
		close(fd);
	return err;
}

/* Get the MTU of a device.  Return: the MTU, bytes, or a negative error */
int device_mtu(const char *dev)
{
	struct ifreq request = { 0 };
	const int err = device_ioctl(SIOCGIFMTU, dev, &request);

	return err ? err : request.ifr_mtu;
}

/* ---- ethtool ------------------------------------------------------------ */

/* Send a request of ethtool about a device of this namespace.  Return: whether it has succeeded */
bool device_ethtool(const char *dev, void *data)
{
	struct ifreq request = { .ifr_data = data };

	return !device_ioctl(SIOCETHTOOL, dev, &request);
}

/* Get the speed of a NIC.  Return: Mb/s; 0 if the driver reports no speed */
uint32_t ethtool_speed(const char *dev)
{
	struct ethtool_cmd settings = { .cmd = ETHTOOL_GSET };
	uint32_t speed;

	if (!device_ethtool(dev, &settings))
		return 0;
	speed = ethtool_cmd_speed(&settings);
	return speed == (uint32_t)SPEED_UNKNOWN ? 0 : speed;
}

/* ---- dcbnl -------------------------------------------------------------- */

/* Begin a request that reads or sets the DCB settings of a device */
void dcb_request(struct message *msg, const char *dev, bool set)
{
	const uint16_t type = set ? RTM_SETDCB : RTM_GETDCB;
	struct dcbmsg *dcb = nl_request(msg, type, NLM_F_ACK, sizeof(*dcb));

	dcb->dcb_family = AF_UNSPEC;
	dcb->cmd = set ? DCB_CMD_IEEE_SET : DCB_CMD_IEEE_GET;
	mnl_attr_put_strz(&msg->hdr, DCB_ATTR_IFNAME, dev);
}

/*
 * Check whether a port needs a rate and has none: a burst that a software device, or a NIC of
 * unknown speed, sends overflows the kernel queues after the port.  Return: whether it does.
 */
bool lacks_rate(const struct port *port, const struct device *dev)
{
	return !port->rate && (*dev->kind || port->speed_source == PFC_SPEED_SOURCE_ASSUMED);
}
