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

/* Kinds of devices that the module refuses as ports, and kinds that are no links */
static const struct {
	const char *kind;
	const char *why;
} kinds[] = {
	{ "bridge", "bridge; its members can be ports" },
	{ "openvswitch", "bridge; its members can be ports" },
	{ "bond", "bond; its members can be ports" },
	{ "team", "team; its members can be ports" },
	{ "vlan", "VLAN device; the device below can be a port" },
	{ "macvlan", "macvlan device; the device below can be a port" },
	{ "vrf", "VRF device; its members can be ports" },
	{ "ifb", "ifb device; the device that redirects to it can be a port" },
	{ "dummy", "dummy device, no link" },
};

/* Return: whether the master of the device forwards to it: a bridge, a bond or a VRF */
static bool is_member(const struct devices *devices, const struct device *dev)
{
	return dev->master && device_find(devices, dev->master);
}

/**
 * roce_unfit() - find out why the tool does not select a device
 * @devices: all devices of the namespace
 * @ports: all ports of the namespace
 * @dev: the device
 *
 * Return: the reason; NULL: the device is a port, or a member of a bridge, or it is routed.
 */
const char *roce_unfit(const struct devices *devices, const struct ports *ports,
		       const struct device *dev)
{
	size_t i;

	if (port_find(ports, dev->ifindex))
		return NULL;
	if (dev->type == ARPHRD_LOOPBACK)
		return "loopback device";
	if (dev->type != ARPHRD_ETHER)
		return "not an Ethernet device";
	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(dev->kind, kinds[i].kind))
			return kinds[i].why;
	if (!is_member(devices, dev) && !dev->has_address)
		return "neither a member of a bridge nor routed: it has no address";
	return NULL;
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
	size_t i;

	targets->found = true;
	for (i = 0; i < all->n; i++)
		if (!roce_unfit(all, &targets->ports, &all->list[i]) &&
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
 * roce_targets_print() - print which devices the tool did not select, and why
 * @targets: the devices
 * @prefix: begin of each line
 */
void roce_targets_print(const struct roce_targets *targets, const char *prefix)
{
	const struct devices *all = &targets->devices;
	const char *why;
	size_t i;

	for (i = 0; targets->found && i < all->n; i++) {
		why = roce_unfit(all, &targets->ports, &all->list[i]);
		if (why)
			printf("%s%s: not configured: %s\n", prefix, all->list[i].name, why);
	}
}

/**
 * roce_targets_json() - list which devices the tool did not select, and why
 * @targets: the devices
 *
 * Return: an array.
 */
struct json_object *roce_targets_json(const struct roce_targets *targets)
{
	const struct devices *all = &targets->devices;
	struct json_object *array = json_object_new_array();
	const char *why;
	size_t i;

	for (i = 0; targets->found && i < all->n; i++) {
		struct json_object *entry;

		why = roce_unfit(all, &targets->ports, &all->list[i]);
		if (!why)
			continue;
		entry = json_object_new_object();
		json_add_name(entry, "dev", all->list[i].name);
		json_add_name(entry, "reason", why);
		json_object_array_add(array, entry);
	}
	return array;
}
