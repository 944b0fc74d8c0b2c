// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ports: pfcctl port ...
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <net/if.h>
#include <string.h>
#include "print.h"
#include "setting.h"

static const struct setting port_settings[] = {
	SETTING_DEV,
	{
		.name = "rate", .read = read_value, .attr = PFC_A_RATE, .bits = 64,
		.parse = parse_rate, .format = format_rate,
		.what = A_RATE, .zero = "unlimited",
		.min = PFC_RATE_MIN, .max = PFC_RATE_MAX,
	}, {
		.name = "overhead", .read = read_value, .attr = PFC_A_OVERHEAD,
		.bits = 32, .parse = parse_number, .format = format_number,
		.what = "a number of bytes", .max = PFC_OVERHEAD_MAX,
	}, {
		.name = "speed", .read = read_value, .attr = PFC_A_SPEED, .bits = 32,
		.parse = parse_speed, .format = format_speed,
		.what = "a whole number of Mb/s, like 10000 or 10gbit",
		.zero = "auto", .min = PFC_SPEED_MIN, .max = PFC_SPEED_MAX,
	},
	{
		.name = "delay", .read = read_value, .attr = PFC_A_DELAY, .bits = 32,
		.parse = parse_time, .format = format_time,
		.what = "a time like 500ns or 2us", .zero = "none",
		.max = PFC_DELAY_MAX,
	}, {
		.name = "cable-delay", .read = read_value,
		.attr = PFC_A_CABLE_DELAY, .bits = 32, .parse = parse_time,
		.format = format_time, .what = "a time like 500ns or 2us",
		.zero = "none", .max = PFC_DELAY_MAX,
	}, {
		.name = "cable-length", .read = read_value,
		.attr = PFC_A_CABLE_DELAY, .bits = 32, .parse = parse_length,
		.format = format_length, .what = "a length like 300m or 2km",
		.zero = "none", .max = PFC_DELAY_MAX,
	}, {
		.name = "batch", .read = read_value, .attr = PFC_A_BATCH,
		.bits = 32, .parse = parse_number, .format = format_number,
		.what = "a number of frames", .max = PFC_BATCH_MAX,
	}, {
		.name = "peer-rate", .read = read_value, .attr = PFC_A_PEER_RATE,
		.bits = 64, .parse = parse_rate, .format = format_rate,
		.what = A_RATE, .zero = "own",
		.min = PFC_RATE_MIN, .max = PFC_RATE_MAX,
	},
	SETTING_PAUSE_TIME,
	SETTING_DEFAULT_PRIO,
	SETTING_SIZE("queue-limit", PFC_A_QUEUE_LIMIT),
	{
		.name = "port-group", .read = read_value, .attr = PFC_A_PORT_GROUP,
		.bits = 32, .parse = parse_number, .format = format_number,
		.what = "a number", .zero = "none", .min = 1,
		.max = PFC_PORT_GROUP_MAX,
	},
	{ 0 }
};

static void show_text(const struct ctx *ctx, const struct port *port)
{
	char buf[FORMAT_LEN];

	printf("%s: rate %s", port->name,
	       port->rate ? format_rate(buf, port->rate) : "unlimited");
	printf(" overhead %u", port->overhead);
	printf(" delay %s", port->delay ? format_time(buf, port->delay) : "none");
	printf(" speed %s%s", format_speed(buf, port->speed),
	       port->speed_auto ? " (auto)" : "");
	printf(" queue-limit %s\n", format_size(buf, port->queue_limit));
	printf("  default-prio %u pause-time %uq (%s)\n", port->default_prio,
	       port->pause_time,
	       format_time(buf, quanta_ns(port->pause_time, port->speed)));
	printf("  peer-rate %s", port->peer_rate ?
	       format_rate(buf, port->peer_rate) : "own");
	printf(" cable-delay %s", port->cable_delay ?
	       format_time(buf, port->cable_delay) : "none");
	if (port->cable_delay)
		printf(" (%s)", format_length(buf, port->cable_delay));
	printf(" batch %u\n", port->batch);
	printf("  port-group %s\n", port->group ? format_number(buf, port->group) : "none");
	stats_text(ctx, port, COUNTERS_PORT);
}

static void show_json(const struct ctx *ctx, const struct port *port,
		      struct json_object *to)
{
	json_add_u64_or_null(to, "rate_bits_per_second", port->rate);
	json_add_u64(to, "overhead", port->overhead);
	json_add_u64(to, "delay_ns", port->delay);
	json_add_u64(to, "cable_delay_ns", port->cable_delay);
	json_add_u64(to, "batch_frames", port->batch);
	json_add_u64_or_null(to, "peer_rate_bits_per_second", port->peer_rate);
	json_add_u64(to, "speed_bits_per_second", port->speed * 1000000ULL);
	json_add_bool(to, "speed_auto", port->speed_auto);
	json_add_u64(to, "pause_time_quanta", port->pause_time);
	json_add_u64(to, "pause_time_ns", quanta_ns(port->pause_time, port->speed));
	json_add_u64(to, "default_prio", port->default_prio);
	json_add_u64(to, "queue_limit", port->queue_limit);
	json_add_u64_or_null(to, "port_group", port->group);
	stats_json(ctx, port, COUNTERS_PORT, to);
}

static int port_show(struct ctx *ctx, struct args *args)
{
	static const struct view view = {
		PORT_CONFIG, PORT_CONFIG | PORT_STATS, show_text, show_json,
	};

	return view_run(ctx, args, &view);
}

static int find_ifindex(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == PFC_A_IFINDEX &&
		    mnl_attr_validate(attr, MNL_TYPE_U32) >= 0)
			*(unsigned int *)data = mnl_attr_get_u32(attr);
	return 0;
}

/* Return: 0 or a negative error, -ENOENT if the device is no port */
static int lookup(struct ctx *ctx, const char *dev, unsigned int *ifindex)
{
	struct message msg;

	genl_request(&msg, PFC_CMD_PORT_GET, NLM_F_ACK);
	mnl_attr_put_strz(&msg.hdr, PFC_A_IFNAME, dev);
	return genl_talk(ctx, &msg, find_ifindex, ifindex);
}

/* Says why a device cannot become a port */
static int add_failed(struct ctx *ctx, const char *dev, int err)
{
	unsigned int ifindex;

	if (err != -EEXIST)
		return nl_fail(ctx, dev, err);
	if (!lookup(ctx, dev, &ifindex))
		return fail(ctx, "%s: device is a pfc port already", dev);
	return fail(ctx, "%s: has a root qdisc of another kind (tc qdisc del dev %s root)",
		    dev, dev);
}

static int port_add(struct ctx *ctx, struct args *args)
{
	unsigned int ifindex;
	struct change c;
	int err;

	err = change_read(ctx, args, port_settings, &c);
	if (!err)
		err = genl_open(ctx);
	if (!err)
		err = nl_open(ctx, NETLINK_ROUTE, &ctx->rtnl);
	if (err)
		return err;

	ifindex = if_nametoindex(c.dev);
	if (!ifindex)
		return fail(ctx, "%s: no such device", c.dev);
	err = rtnl_port_add(ctx, ifindex);
	if (err)
		return add_failed(ctx, c.dev, err);
	if (!(c.seen & ~1U))
		return STATUS_OK;

	err = genl_change(ctx, &c.msg, c.dev);
	if (err && rtnl_port_del(ctx, ifindex))
		warn(ctx, "%s: is a port now, without these settings", c.dev);
	return err;
}

static int port_del(struct ctx *ctx, struct args *args)
{
	static const struct setting settings[] = { SETTING_DEV, { 0 } };
	unsigned int ifindex = 0;
	struct change c;
	int err;

	err = change_read(ctx, args, settings, &c);
	if (!err)
		err = genl_open(ctx);
	if (!err)
		err = nl_open(ctx, NETLINK_ROUTE, &ctx->rtnl);
	if (err)
		return err;

	err = lookup(ctx, c.dev, &ifindex);
	if (!err)
		err = rtnl_port_del(ctx, ifindex);
	return err ? nl_fail(ctx, c.dev, err) : STATUS_OK;
}

static int port_set(struct ctx *ctx, struct args *args)
{
	return change_run(ctx, args, port_settings);
}

static const struct command port_commands[] = {
	{ "show", port_show },
	{ "add", port_add },
	{ "del", port_del },
	{ "set", port_set },
	{ 0 }
};

const struct object port_object = {
	.name = "port",
	.commands = port_commands,
	.help =
"Usage: pfcctl port add dev DEV [SETTING ...]\n"
"       pfcctl port set dev DEV SETTING ...\n"
"       pfcctl port del dev DEV\n"
"       pfcctl port show [dev DEV]\n"
"SETTING: rate RATE|unlimited       egress rate, such as 100mbit\n"
"         overhead BYTES            of a frame on the wire beside its own, which\n"
"                                   rates and shares count, 0-256 (24)\n"
"         delay TIME|none           of frames on the wire, such as 2us; needs a rate\n"
"         speed SPEED|auto          of the link, by which pauses are reckoned\n"
"         pause-time QUANTA         of the XOFF frames sent, 1-65535\n"
"         default-prio PRIO         of what carries nothing that says it, 0-7\n"
"         queue-limit SIZE          of a queue, for what this host sends\n"
"         port-group N|none         that the port is in, 1-255; see same-group-prio\n"
"                                   of pfcctl map help\n"
"    by which headroom is reckoned, beside rate, delay and speed:\n"
"         cable-length LENGTH|none  of the cable, such as 300m; nothing waits for it\n"
"         cable-delay TIME|none     the same as a time, 5ns a metre\n"
"         peer-rate RATE|own        at which the other end sends, if not at the rate\n"
"         batch FRAMES              that come in at once\n"
"Examples: pfcctl port add dev p1 rate 1gbit delay 500ns\n"
"          pfcctl port set dev p1 speed 100mbit pause-time 1000\n"
"          pfcctl port set dev p1 cable-length 300m peer-rate 10gbit batch 16\n"
"          pfcctl -s port show dev p1\n",
};
