/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Network devices, as reported by rtnetlink, ethtool and dcbnl.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <net/if.h>
#include "netlink.h"

#define DEVICE_KIND_LEN	16
#define NETNSID_NONE	(-1)

/**
 * struct device - a network device
 * @ifindex: interface index
 * @type: hardware type, %ARPHRD_ETHER for Ethernet
 * @name: interface name
 * @kind: kind of a software device, such as "veth"; "" for other devices
 * @master: ifindex of the bridge or bond of the device, or 0
 * @link: ifindex of the other end of a veth, or 0
 * @netnsid: nsid of the namespace of @link; %NETNSID_NONE: the same namespace
 * @tos: TOS that a tunnel writes into the outer header; 1: that of the inner header
 * @has_tos: the device is an IP tunnel whose driver writes @tos
 * @macvlan_mode: mode of a macvlan device, a value %MACVLAN_MODE_*
 * @xdp: attachment mode of the XDP program: a value %XDP_ATTACHED_*
 * @mac: MAC address
 * @up: the device is up and its link carries packets
 * @has_address: the device has an IP address that is not link-local
 * @has_route: a route that the kernel did not add itself leads to the device; see
 *	devices_load_use()
 * @brport: the device is a port of the bridge @master
 * @stp_state: state of the bridge port, a value %BR_STATE_*
 * @hairpin: the bridge port sends packets back
 * @flood: the bridge port floods unknown unicast
 * @isolated: the bridge port sends nothing to other isolated ports
 * @qdisc: kind of the root qdisc that a user has set; "": the default qdisc; see
 *	devices_load_use()
 * @rx_dropped: packets received and dropped by the kernel
 * @tx_dropped: packets dropped on transmission
 * @rx_missed: received packets for which the device had no buffer
 * @rx_nohandler: received packets dropped because the device was an inactive backup of a bond
 */
struct device {
	uint32_t	ifindex;
	uint16_t	type;
	char		name[IFNAMSIZ];
	char		kind[DEVICE_KIND_LEN];
	uint32_t	master;
	uint32_t	link;
	int32_t		netnsid;
	uint8_t		tos;
	bool		has_tos;
	uint32_t	macvlan_mode;
	uint8_t		xdp;
	uint8_t		mac[6];
	bool		up;
	bool		has_address;
	bool		has_route;
	bool		brport;
	uint8_t		stp_state;
	uint8_t		hairpin;
	uint8_t		flood;
	uint8_t		isolated;
	char		qdisc[DEVICE_KIND_LEN];
	uint64_t	rx_dropped;
	uint64_t	tx_dropped;
	uint64_t	rx_missed;
	uint64_t	rx_nohandler;
};

/* Devices of a namespace */
struct devices {
	size_t		n;
	struct device	*list;
};

int devices_load(struct ctx *ctx, struct devices *devices);
int devices_load_use(struct ctx *ctx, struct devices *devices);
void devices_free(struct devices *devices);
struct device *device_find(const struct devices *devices, uint32_t ifindex);
const struct device *device_named(const struct devices *devices, const char *name);
const char *device_refusal(const struct device *dev);

/* MTU of an Ethernet device, unless the user changes it */
#define MTU_DEFAULT	1500

int device_mtu(const char *dev);
bool device_ethtool(const char *dev, void *data);
uint32_t ethtool_speed(const char *dev);
void dcb_request(struct message *msg, const char *dev, bool set);

struct port;
bool lacks_rate(const struct port *port, const struct device *dev);

#endif /* DEVICE_H */
