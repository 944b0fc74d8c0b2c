// SPDX-License-Identifier: GPL-2.0-only
/*
 * Changes of ports.  Each device is a request of its own.  The tool finds all devices first, and
 * stops at the first request that fails.
 */
#include <linux/genetlink.h>
#include <stdlib.h>
#include <string.h>
#include "change.h"
#include "device.h"
#include "fix.h"

/* Finds the devices that can become ports.  Return: an exit status */
static int names_of_fit(struct ctx *ctx, const struct names *ports, struct names *names)
{
	struct devices devices;
	size_t i;
	int err;

	err = devices_load(ctx, &devices);
	if (!err)
		err = devices_load_use(ctx, &devices);
	for (i = 0; !err && i < devices.n; i++) {
		const struct device *dev = &devices.list[i];

		if (!names_have(ports, dev->name) && !device_refusal(dev) && !*dev->qdisc)
			names_add(names, dev->name);
	}
	devices_free(&devices);
	return err;
}

/* Reports an element that stands for no device that can become a port.  Return: an exit status */
static int none_fits(struct ctx *ctx, const char *element)
{
	if (!strcmp(element, "all"))
		return STATUS_OK;
	if (select_is_pattern(element))
		return fail(fixed_by(ctx, FIX_PORTS_TO_BE),
			    "dev: '%s' matches no device that can become a port", element);
	return if_nametoindex(element) ? fail_is_port(ctx, element) : fail_no_device(ctx, element);
}

/*
 * Finds the devices that shall become ports: a pattern stands for those that fit, a name for any
 * device that is not a port
 */
static int names_of_new(struct ctx *ctx, const char *word, const struct ports *ports,
			struct names *names)
{
	struct names known = names_from_ports(ports), fit = { 0 };
	char element[ELEMENT_LEN];
	int err;

	err = names_of_fit(ctx, &known, &fit);
	while (!err && select_next(&word, element)) {
		if (names_add_matching(names, element, &fit))
			continue;
		if (!names_have(&known, element) && if_nametoindex(element))
			names_add(names, element);
		else
			err = none_fits(ctx, element);
	}
	free(known.list);
	free(fit.list);
	return err;
}

/* Finds the devices for a change.  Return: an exit status */
static int names_of_change(struct ctx *ctx, const char *word, bool add, struct names *names)
{
	struct ports ports;
	int err;

	*names = (struct names){ 0 };
	err = ports_load(ctx, NULL, PORT_CONFIG, &ports);
	if (err)
		return err;
	err = add ? names_of_new(ctx, word, &ports, names) :
		    names_of_ports(ctx, word, &ports, names);
	ports_free(&ports);
	return err;
}

/* Makes a copy of a change for one device.  The request for a set of devices has no name. */
static void copy_for(struct change *to, const struct change *from, const char *dev)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&from->msg.hdr);
	const size_t len = mnl_nlmsg_get_payload_len(&from->msg.hdr) - sizeof(*genl);

	*to = *from;
	to->dev = dev;
	genl_request(&to->msg, genl->cmd, NLM_F_ACK);
	mnl_attr_put_strz(&to->msg.hdr, PFC_A_IFNAME, dev);
	memcpy(mnl_nlmsg_get_payload_tail(&to->msg.hdr), genl + 1, len);
	to->msg.hdr.nlmsg_len += len;
}

/* Reports which devices a command has changed before it failed */
static void warn_stopped(struct ctx *ctx, const struct names *names, size_t failed)
{
	char *text;
	size_t len, i;
	FILE *to;

	if (!failed)
		return;
	to = check_memory(open_memstream(&text, &len));
	for (i = 0; i < failed; i++)
		fprintf(to, " %s", names->list[i]);
	fclose(to);
	warn(ctx, "stopped at %s; changed before:%s", names->list[failed], text);
	free(text);
}

/*
 * Send a change by @fn for each device that it is about: a device, a list, a pattern or all.
 * @add: the devices shall become ports
 * Return: an exit status: that of the first request that fails.
 */
int change_each(struct ctx *ctx, const struct change *c, bool add, change_fn *fn)
{
	struct change one = *c;
	struct names names;
	size_t i;
	int err;

	if (!c->dev || !select_is_set(ctx, c->dev))
		return fn(ctx, &one);
	err = names_of_change(ctx, c->dev, add, &names);
	for (i = 0; !err && i < names.n; i++) {
		copy_for(&one, c, names.list[i]);
		err = fn(ctx, &one);
		if (err)
			warn_stopped(ctx, &names, i);
	}
	free(names.list);
	return err;
}

/* Report a command without a setting.  @kind: "", "pool " or "profile ".  Return: as misuse() */
int misuse_no_setting(struct ctx *ctx, const char *kind, const char *name)
{
	return misuse(fixed_by(ctx, "add at least one setting and its value"),
		      "%s%s: nothing to set", kind, name);
}

/* Send the request of a change for its device.  Return: an exit status */
int change_send_one(struct ctx *ctx, struct change *c)
{
	return genl_change(ctx, &c->msg, c->dev);
}

/* Send the request of a parsed change for each port.  Return: an exit status */
int change_send(struct ctx *ctx, struct change *c)
{
	if (c->pg.ids | c->queue.ids ? !(c->pg.set | c->queue.set) : !(c->seen & ~1ULL))
		return misuse_no_setting(ctx, "", c->dev);
	return change_each(ctx, c, false, change_send_one);
}

static int send_prios(struct ctx *ctx, struct change *c)
{
	return genl_change(ctx, &c->msg, c->dev ? c->dev : "ports");
}

/*
 * Parse none, dev DEV, or dev DEV prio PRIOS, and send a request for them.
 * @on: value of %PFC_A_ON; negative: the request does not have this attribute
 * Return: an exit status.
 */
int prios_change(struct ctx *ctx, struct args *args, uint8_t cmd, int on)
{
	static const struct setting settings[] = { SETTING_DEV, SETTING_PRIOS, { 0 } };
	struct change c;
	int err;

	change_begin(&c, cmd);
	err = settings_read(ctx, args, settings, &c);
	if (err)
		return err;
	if (c.prios && !c.dev)
		return misuse_no_dev(ctx);
	if (on >= 0)
		mnl_attr_put_u8(&c.msg.hdr, PFC_A_ON, on);
	return change_each(ctx, &c, false, send_prios);
}
