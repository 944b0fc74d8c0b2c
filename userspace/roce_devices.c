// SPDX-License-Identifier: GPL-2.0-only
/*
 * The devices that a mode configures.
 */
#include <net/if_arp.h>
#include <stdlib.h>
#include <string.h>
#include "peer.h"
#include "print.h"
#include "roce.h"

#define WHY_LEN	96	/* size of a reason */

#define BELOW	"the device below can be a port"
#define MEMBERS	"its members can be ports"
#define TUNNEL	"tunnel; the device that carries it can be a port"

/*
 * Kinds of devices that the module refuses as ports, kinds that are no links, and tunnels.
 * @stacked: packets leave through the device below, which is the link
 */
static const struct {
	const char	*kind;
	const char	*why;
	bool		stacked;
} kinds[] = {
	{ "bridge", "bridge; " MEMBERS, false },
	{ "openvswitch", "bridge; " MEMBERS, false },
	{ "bond", "bond; " MEMBERS, false },
	{ "team", "team; " MEMBERS, false },
	{ "vlan", "VLAN device; " BELOW, true },
	{ "macvlan", "macvlan device; " BELOW, true },
	{ "macvtap", "macvtap device; " BELOW, true },
	{ "ipvlan", "ipvlan device; " BELOW, true },
	{ "ipvtap", "ipvtap device; " BELOW, true },
	{ "macsec", "MACsec device; " BELOW, true },
	{ "vrf", "VRF device; " MEMBERS, false },
	{ "ifb", "ifb device; the device that redirects to it can be a port", false },
	{ "dummy", "dummy device, no link", false },
	{ "gretap", TUNNEL, false },
	{ "ip6gretap", TUNNEL, false },
	{ "erspan", TUNNEL, false },
	{ "ip6erspan", TUNNEL, false },
	{ "vxlan", TUNNEL, false },
	{ "geneve", TUNNEL, false },
	{ "l2tpeth", TUNNEL, false },
	{ "batadv", TUNNEL, false },
	{ "hsr", "HSR or PRP device; " MEMBERS, false },
};

/* Return: the index of the kind, or the number of kinds */
static size_t kind_of(const struct device *dev)
{
	size_t i = 0;

	while (i < ARRAY_SIZE(kinds) && strcmp(dev->kind, kinds[i].kind))
		i++;
	return i;
}

/* Maximum depth of stacked devices: the limit of the kernel */
#define STACK_MAX	8

/* Return: whether packets of a bridge or of the IP layer leave through the device */
static bool carries(const struct devices *devices, const struct device *dev, int depth)
{
	size_t i, kind;

	/* A bridge, a bond or a VRF forwards to its members */
	if ((dev->master && device_find(devices, dev->master)) || dev->has_address ||
	    dev->has_route)
		return true;
	for (i = 0; depth < STACK_MAX && i < devices->n; i++) {
		const struct device *upper = &devices->list[i];

		kind = kind_of(upper);
		if (kind < ARRAY_SIZE(kinds) && kinds[kind].stacked &&
		    upper->link == dev->ifindex && upper->netnsid == NETNSID_NONE &&
		    carries(devices, upper, depth + 1))
			return true;
	}
	return false;
}

/*
 * Writes why the tool does not select a device to @why, %WHY_LEN bytes.  Return: false: the device
 * is a port, or a member of a bridge, or routed, itself or a VLAN on it.
 */
static bool is_unfit(const struct roce_targets *targets, const struct device *dev, char *why)
{
	const size_t kind = kind_of(dev);

	if (port_find(&targets->ports, dev->ifindex))
		return false;
	if (dev->type == ARPHRD_LOOPBACK)
		snprintf(why, WHY_LEN, "loopback device");
	else if (dev->type != ARPHRD_ETHER)
		snprintf(why, WHY_LEN, "not an Ethernet device");
	else if (kind < ARRAY_SIZE(kinds))
		snprintf(why, WHY_LEN, "%s", kinds[kind].why);
	else if (!carries(&targets->devices, dev, 0))
		snprintf(why, WHY_LEN,
			 "neither a member of a bridge nor routed: no route, and no address that is not link-local");
	else if (*dev->qdisc)
		snprintf(why, WHY_LEN, "has a root qdisc %s; a port needs the root qdisc",
			 dev->qdisc);
	else
		return false;
	return true;
}

static bool add(struct roce_targets *targets, const struct device *dev)
{
	struct roce_target *list;

	list = realloc(targets->list, (targets->n + 1) * sizeof(*list));
	if (!list)
		return false;
	targets->list = list;
	list[targets->n++] = (struct roce_target){
		.dev = dev, .port = port_find(&targets->ports, dev->ifindex),
	};
	return true;
}

static int add_named(struct ctx *ctx, struct roce_targets *targets, const char *name)
{
	const struct device *dev = device_named(&targets->devices, name);
	size_t i;

	if (!dev)
		return fail(ctx, "%s: no such device", name);
	for (i = 0; i < targets->n; i++)
		if (targets->list[i].dev == dev)
			return misuse(ctx, "dev %s: given twice", name);
	return add(targets, dev) ? STATUS_OK : fail(ctx, "out of memory");
}

static int add_fit(struct ctx *ctx, struct roce_targets *targets)
{
	const struct devices *all = &targets->devices;
	char why[WHY_LEN];
	size_t i;

	targets->found = true;
	for (i = 0; i < all->n; i++)
		if (!is_unfit(targets, &all->list[i], why) &&
		    !add(targets, &all->list[i]))
			return fail(ctx, "out of memory");
	return STATUS_OK;
}

/**
 * roce_targets_load() - read the devices of the namespace and select some of them
 * @ctx: the context
 * @names: names of the devices
 * @n: number of names; 0: all devices that can be ports
 * @targets: result; the caller frees it with roce_targets_free(), after a failure, too
 *
 * Return: an exit status.
 */
int roce_targets_load(struct ctx *ctx, const char *const *names, size_t n,
		      struct roce_targets *targets)
{
	size_t i;
	int err;

	memset(targets, 0, sizeof(*targets));
	err = ports_load(ctx, NULL, PORT_CONFIG | PORT_WATCH, &targets->ports);
	if (!err)
		err = devices_load(ctx, &targets->devices);
	if (!err && !n)
		err = devices_load_use(ctx, &targets->devices);
	if (!err && !n)
		err = add_fit(ctx, targets);
	for (i = 0; !err && i < n; i++)
		err = add_named(ctx, targets, names[i]);
	return err;
}

/**
 * roce_targets_free() - free the devices of a command
 * @targets: the devices
 */
void roce_targets_free(struct roce_targets *targets)
{
	free(targets->list);
	ports_free(&targets->ports);
	devices_free(&targets->devices);
	memset(targets, 0, sizeof(*targets));
}

/**
 * roce_targets_reload() - read the ports again, after devices have become ports
 * @ctx: the context
 * @targets: the devices
 *
 * Return: an exit status.
 */
int roce_targets_reload(struct ctx *ctx, struct roce_targets *targets)
{
	struct ports ports;
	size_t i;
	int err;

	err = ports_load(ctx, NULL, PORT_CONFIG | PORT_WATCH, &ports);
	if (err)
		return err;
	ports_free(&targets->ports);
	targets->ports = ports;
	for (i = 0; i < targets->n; i++)
		targets->list[i].port = port_find(&ports, targets->list[i].dev->ifindex);
	return STATUS_OK;
}

/**
 * roce_unfit_put() - print which devices the tool did not select, and why
 * @targets: the devices
 * @prefix: begin of each line
 * @array: receives the devices instead; NULL: print them
 */
void roce_unfit_put(const struct roce_targets *targets, const char *prefix,
		    struct json_object *array)
{
	const struct devices *all = &targets->devices;
	struct json_object *entry;
	char why[WHY_LEN];
	size_t i;

	for (i = 0; targets->found && i < all->n; i++) {
		const char *dev = all->list[i].name;

		if (!is_unfit(targets, &all->list[i], why))
			continue;
		if (!array) {
			printf("%s%s: not configured: %s\n", prefix, dev, why);
			continue;
		}
		entry = json_object_new_object();
		json_add_name(entry, "dev", dev);
		json_add_name(entry, "reason", why);
		json_object_array_add(array, entry);
	}
}
