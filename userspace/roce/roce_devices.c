// SPDX-License-Identifier: GPL-2.0-only
/*
 * The devices that a mode configures.
 */
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

/* Kinds of devices that are no links, and tunnels, in addition to those that the module refuses */
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

/* Return: why a device of this kind is no port of a mode; NULL: it can be one */
static const char *kind_refusal(const struct device *dev)
{
	const char *refusal = device_refusal(dev);
	size_t i;

	for (i = 0; !refusal && i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(dev->kind, kinds[i].kind))
			refusal = kinds[i].why;
	return refusal;
}

/* Return: whether packets of the device leave through the device below, which is its link */
static bool is_stacked(const struct device *dev)
{
	const char *refusal = kind_refusal(dev);

	return refusal && strstr(refusal, BELOW);
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
 * Find why the tool does not select a device.
 * @why: buffer, %WHY_LEN bytes
 * Return: the reason; NULL: the device is a port, or a member of a bridge, or routed, itself or a
 *	VLAN on it.
 */
static const char *unfit(const struct roce *r, const struct device *dev, char *why)
{
	if (port_find(&r->ports, dev->ifindex))
		return NULL;
	if (kind_refusal(dev))
		return kind_refusal(dev);
	if (!carries(&r->devices, dev, 0))
		snprintf(why, WHY_LEN,
			 "neither a member of a bridge nor routed: no route, and no address that is not link-local");
	else if (*dev->qdisc)
		snprintf(why, WHY_LEN, "has a root qdisc %s; a port needs the root qdisc",
			 dev->qdisc);
	else
		return NULL;
	return why;
}

/* Return: the device as a port with the rate of the command, before the mode */
static struct port want_of(const struct roce *r, const struct device *dev)
{
	const struct port *port = port_find(&r->ports, dev->ifindex);
	struct port want;

	if (port) {
		want = *port;
	} else {
		port_default(&want);
		want.ifindex = dev->ifindex;
		want.speed = ethtool_speed(dev->name);
	}
	snprintf(want.name, sizeof(want.name), "%s", dev->name);
	want.rate = r->rate ?: want.rate;
	if (want.speed_source == PFC_SPEED_SOURCE_RATE ||
	    want.speed_source == PFC_SPEED_SOURCE_ASSUMED)
		want.speed = (roce_drain_rate(&want) + 500000) / 1000000;
	return want;
}

static void add(struct roce *r, const struct device *dev)
{
	struct port *want = list_add(&r->targets.list, &r->targets.n, sizeof(*want));

	*want = want_of(r, dev);
}

static int add_named(struct ctx *ctx, struct roce *r, const char *name)
{
	const struct device *dev = device_named(&r->devices, name);

	if (!dev)
		return fail_no_device(ctx, name);
	if (port_find(&r->targets, dev->ifindex))
		return misuse(ctx, "dev %s: given twice", name);
	/* The other devices would have become ports when the kernel refuses this one */
	if (!port_find(&r->ports, dev->ifindex)) {
		if (device_refusal(dev))
			return fail(ctx, "%s: %s", name, device_refusal(dev));
		if (*dev->qdisc)
			return fail_has_qdisc(ctx, name);
	}
	add(r, dev);
	return STATUS_OK;
}

/* Adds the devices that match a pattern and can be ports.  Return: whether there are any */
static bool add_fit(struct roce *r, const char *pattern)
{
	char why[WHY_LEN];
	bool found = false;
	size_t i;

	for (i = 0; i < r->devices.n; i++) {
		const struct device *dev = &r->devices.list[i];

		if (!select_matches(pattern, dev->name) || unfit(r, dev, why))
			continue;
		found = true;
		if (!port_find(&r->targets, dev->ifindex))
			add(r, dev);
	}
	return found;
}

/* Adds the devices that a word stands for: a name, a list or a pattern.  Return: an exit status */
static int add_word(struct ctx *ctx, struct roce *r, const char *word)
{
	char element[ELEMENT_LEN];
	int err = STATUS_OK;

	if (!select_is_set(ctx, word))
		return add_named(ctx, r, word);
	while (!err && select_next(&word, element)) {
		if (!select_is_pattern(element))
			err = add_named(ctx, r, element);
		else if (!add_fit(r, element))
			err = fail(ctx, "dev: '%s' matches no device that can be a port", element);
	}
	return err;
}

/*
 * Read the devices of the namespace and select those of the command line; without any, all that
 * can be ports.
 * Return: an exit status.
 */
int roce_select(struct ctx *ctx, struct roce *r)
{
	size_t i;
	int err;

	err = roce_read_ports(ctx, r);
	if (!err)
		err = devices_load(ctx, &r->devices);
	if (!err)
		err = devices_load_use(ctx, &r->devices);
	if (!err && !r->n_names)
		add_fit(r, "all");
	for (i = 0; !err && i < r->n_names; i++)
		err = add_word(ctx, r, r->names[i]);
	return err;
}

/* Read the ports, again after devices have become ports.  Return: an exit status */
int roce_read_ports(struct ctx *ctx, struct roce *r)
{
	struct port *want;
	size_t i;
	int err;

	ports_free(&r->ports);
	err = ports_load(ctx, NULL, PORT_CONFIG | PORT_WATCH, &r->ports);
	for (i = 0; !err && i < r->targets.n; i++) {
		want = &r->targets.list[i];
		*want = want_of(r, device_find(&r->devices, want->ifindex));
	}
	return err;
}

/* Print which devices the tool did not select, and why.  @array: receives them instead, or NULL */
void roce_unfit_put(const struct roce *r, struct json_object *array)
{
	struct json_object *entry;
	char buf[WHY_LEN];
	size_t i;

	for (i = 0; !r->n_names && i < r->devices.n; i++) {
		const char *dev = r->devices.list[i].name;
		const char *why = unfit(r, &r->devices.list[i], buf);

		if (!why)
			continue;
		if (!array) {
			printf("%s%s: not configured: %s\n", r->dry_run ? "# " : "", dev, why);
			continue;
		}
		entry = json_object_new_object();
		json_add_name(entry, "dev", dev);
		json_add_name(entry, "reason", why);
		json_object_array_add(array, entry);
	}
}
