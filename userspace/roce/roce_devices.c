// SPDX-License-Identifier: GPL-2.0-only
/*
 * The devices that a mode configures.
 */
#include <stdlib.h>
#include <string.h>
#include "fix.h"
#include "netlink.h"
#include "peer.h"
#include "print.h"
#include "roce.h"
#include "select.h"

#define WHY_LEN	96	/* size of a reason */

#define BELOW	"the device below can be a port"
#define TUNNEL	"tunnel; the device that carries it can be a port"

/* Kinds of devices that are no links, and tunnels */
static const struct {
	const char *kind;
	const char *why;
} kinds[] = {
	{ "ipvlan", "ipvlan device; " BELOW },
	{ "ipvtap", "ipvtap device; " BELOW },
	{ "macsec", "MACsec device; " BELOW },
	{ "dummy", "dummy device, no link" },
	{ "gretap", TUNNEL },
	{ "ip6gretap", TUNNEL },
	{ "erspan", TUNNEL },
	{ "ip6erspan", TUNNEL },
	{ "vxlan", TUNNEL },
	{ "geneve", TUNNEL },
	{ "l2tpeth", TUNNEL },
	{ "batadv", TUNNEL },
	{ "hsr", "HSR or PRP device; its members can be ports" },
};

/* Kinds of devices whose packets leave through the device below, which is their link */
static const char *const stacked[] = {
	"vlan", "macvlan", "macvtap", "ipvlan", "ipvtap", "macsec"
};

static bool is_stacked(const struct device *dev)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(stacked); i++)
		if (!strcmp(dev->kind, stacked[i]))
			return true;
	return false;
}

/* Maximum depth of stacked devices: the limit of the kernel */
#define STACK_MAX	8

/* Return: whether packets of a bridge or of the IP layer leave through the device */
static bool carries(const struct devices *devices, const struct device *dev, int depth)
{
	size_t i;

	/* A bridge, a bond or a VRF forwards to its members */
	if ((dev->master && device_find(devices, dev->master)) || dev->has_address ||
	    dev->has_route)
		return true;
	for (i = 0; depth < STACK_MAX && i < devices->n; i++) {
		const struct device *upper = &devices->list[i];

		if (is_stacked(upper) && upper->link == dev->ifindex &&
		    upper->netnsid == NETNSID_NONE && carries(devices, upper, depth + 1))
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
	const char *refusal = device_refusal(dev);
	size_t i = 0;

	if (port_find(&targets->ports, dev->ifindex))
		return false;
	while (i < ARRAY_SIZE(kinds) && strcmp(dev->kind, kinds[i].kind))
		i++;
	if (refusal)
		snprintf(why, WHY_LEN, "%s", refusal);
	else if (i < ARRAY_SIZE(kinds))
		snprintf(why, WHY_LEN, "%s", kinds[i].why);
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

static void add(struct roce_targets *targets, const struct device *dev)
{
	struct roce_target *target = list_add(&targets->list, &targets->n, sizeof(*target));

	target->dev = dev;
	target->port = port_find(&targets->ports, dev->ifindex);
}

/* Check whether the command line has a device.  Return: whether it has */
bool roce_is_target(const struct roce_targets *targets, uint32_t ifindex)
{
	size_t i;

	for (i = 0; i < targets->n; i++)
		if (targets->list[i].dev->ifindex == ifindex)
			return true;
	return false;
}

static int add_named(struct ctx *ctx, struct roce_targets *targets, const char *name)
{
	const struct device *dev = device_named(&targets->devices, name);

	if (!dev)
		return fail_no_device(ctx, name);
	if (roce_is_target(targets, dev->ifindex))
		return misuse(ctx, "dev %s: given twice", name);
	/* The other devices would have become ports when the kernel refuses this one */
	if (!port_find(&targets->ports, dev->ifindex)) {
		if (device_refusal(dev))
			return fail(ctx, "%s: %s", name, device_refusal(dev));
		if (*dev->qdisc)
			return fail_has_qdisc(ctx, name);
	}
	add(targets, dev);
	return STATUS_OK;
}

/* Adds the devices that can be ports.  @pattern: only those that match; NULL: all */
static int add_fit(struct ctx *ctx, struct roce_targets *targets, const char *pattern)
{
	const struct devices *all = &targets->devices;
	char why[WHY_LEN];
	bool found = false;
	size_t i;

	for (i = 0; i < all->n; i++) {
		const struct device *dev = &all->list[i];

		if ((pattern && !select_matches(pattern, dev->name)) ||
		    is_unfit(targets, dev, why))
			continue;
		found = true;
		if (!roce_is_target(targets, dev->ifindex))
			add(targets, dev);
	}
	return found || !pattern ? STATUS_OK :
	       fail(ctx, "dev: '%s' matches no device that can be a port", pattern);
}

static int add_set(struct ctx *ctx, struct roce_targets *targets, const char *word)
{
	char element[ELEMENT_LEN];
	int err = STATUS_OK;

	while (!err && select_next(&word, element))
		err = select_is_pattern(element) ? add_fit(ctx, targets, element) :
						   add_named(ctx, targets, element);
	return err;
}

/*
 * Read the devices of the namespace and select some of them.
 * @names: names of the devices, lists or patterns
 * @n: number of names; 0: all devices that can be ports
 * @targets: result; the caller frees it with roce_targets_free(), after a failure, too
 * Return: an exit status.
 */
int roce_targets_load(struct ctx *ctx, const char *const *names, size_t n,
		      struct roce_targets *targets)
{
	size_t i;
	int err;

	*targets = (struct roce_targets){ .found = !n };
	err = ports_load(ctx, NULL, PORT_CONFIG | PORT_WATCH, &targets->ports);
	if (!err)
		err = devices_load(ctx, &targets->devices);
	if (!err)
		err = devices_load_use(ctx, &targets->devices);
	if (!err && !n)
		err = add_fit(ctx, targets, NULL);
	for (i = 0; !err && i < n; i++)
		err = select_is_set(ctx, names[i]) ? add_set(ctx, targets, names[i]) :
						     add_named(ctx, targets, names[i]);
	return err;
}

/* Free the devices of a command */
void roce_targets_free(struct roce_targets *targets)
{
	free(targets->list);
	ports_free(&targets->ports);
	devices_free(&targets->devices);
	memset(targets, 0, sizeof(*targets));
}

/* Read the ports again, after devices have become ports.  Return: an exit status */
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

/*
 * Print which devices the tool did not select, and why.
 * @prefix: start of each line
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
