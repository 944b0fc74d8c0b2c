// SPDX-License-Identifier: GPL-2.0-only
/*
 * Configuration faults and the commands that fix them: pfcctl check
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "check.h"
#include "nic.h"
#include "print.h"
#include "select.h"
#include "setting.h"

/* ---- reports ------------------------------------------------------------ */

static struct json_object *finding_json(const struct check *c, uint8_t prios, int pg,
					const char *message)
{
	struct json_object *json = json_object_new_object();

	json_add_name(json, "check", c->id);
	json_add_name(json, "dev", c->about ? c->about->dev->name : "");
	json_object_object_add(json, "prios", json_prios(prios));
	json_object_object_add(json, "pg", pg == NO_PG ? NULL : json_object_new_int(pg));
	json_add_name(json, "message", message);
	json_add_name(json, "fix", c->fix);
	return json;
}

/**
 * check_report() - report a fault
 * @c: the run; @c->fix is the command that fixes the fault, or ""
 * @prios: bit mask of the affected priorities, or 0
 * @pg: the affected priority group, or %NO_PG
 * @fmt: format of the message, as for printf()
 */
void check_report(struct check *c, uint8_t prios, int pg, const char *fmt, ...)
{
	char *message;
	va_list ap;

	va_start(ap, fmt);
	check_memory(vasprintf(&message, fmt, ap) < 0 ? NULL : message);
	va_end(ap);
	c->found++;
	if (c->ctx->json)
		json_object_array_add(c->array, finding_json(c, prios, pg, message));
	else
		printf("%s: %s%s%s\n", c->about ? c->about->dev->name : "this machine",
		       message, *c->fix ? "; fix: " : "", c->fix);
	c->fix[0] = '\0';
	free(message);
}

/*
 * Get the JSON object of the fault reported last.
 * Return: the object, or NULL if the output is text.
 */
struct json_object *check_last(const struct check *c)
{
	const size_t n = json_object_array_length(c->array);

	return n ? json_object_array_get_idx(c->array, n - 1) : NULL;
}

/* ---- words -------------------------------------------------------------- */

/*
 * Format the name of a device, with its namespace if the tool is in another one.
 * @buf: result, %END_LEN bytes
 * @end: the device; "this port" if it is the port under check
 * Return: @buf.
 */
const char *end_name(char *buf, const struct check *c, const struct end *end)
{
	if (c->about && end->dev == c->about->dev)
		snprintf(buf, END_LEN, "this port");
	else if (end->ns == &c->all.home)
		snprintf(buf, END_LEN, "%s", end->dev->name);
	else
		snprintf(buf, END_LEN, "%s (netns %s)", end->dev->name, end->ns->name);
	return buf;
}

/* ---- the checks --------------------------------------------------------- */

/**
 * struct rule - a check
 * @id: name in JSON
 * @run: the check
 * @once: both ends of a link have the same fault, so the check runs for only one end
 */
struct rule {
	const char	*id;
	check_fn	*run;
	bool		once;
};

static const struct rule port_rules[] = {
	{ "impair", check_impair, false },
	{ "no-rate", check_no_rate, false },
	{ "peer-no-port", check_peer_port, false },
	{ "peer-flow-control", check_peer_flow, true },
	{ "peer-rate", check_peer_rate, false },
	{ "peer-speed", check_peer_speed, true },
	{ "peer-prio", check_peer_prio, true },
	{ "peer-dscp", check_peer_dscp, true },
	{ "headroom", check_headroom, false },
	{ "watchdog", check_watchdog, false },
	{ "strict", check_strict, false },
	{ "send-buffer", check_wmem, false },
	{ "xdp", check_xdp, false },
	{ "offload", check_offload, false },
	{ "nic-flow-control", check_nic, false },
	{ "redirect", check_redirect, false },
	{ "short-frame", check_short, false },
	{ "pause-expired", check_expired, false },
	{ "refresh-late", check_late, false },
	{ "drop", check_drops, false },
	{ "drop-queue", check_queue, false },
	{ "drop-outside", check_losses, false },
};

static const struct rule machine_rules[] = {
	{ "drop-backlog", check_backlog, false },
	{ "default-qdisc", check_default_qdisc, false },
};

/* Checks of devices above ports */
static const struct rule above_rules[] = {
	{ "charge-lost", check_charge, false },
	{ "tunnel-tos", check_tos, false },
	{ "drop-reader", check_reader, false },
};

static void run_rule(struct check *c, const struct rule *rule, const struct end *end)
{
	c->id = rule->id;
	c->about = end;
	rule->run(c, end);
	c->about = NULL;
}

static void check_port(struct check *c, const struct port *port, bool alone)
{
	const struct end end = end_of(&c->all.home,
				      device_find(&c->all.home.devices, port->ifindex));
	const struct end *peer = &c->peer;
	size_t i;

	if (!end.dev)
		return;
	c->peer = peer_of(&c->all, &end);
	c->second = !alone && peer->ns == &c->all.home && peer->port &&
		    peer->port->ifindex < port->ifindex;
	for (i = 0; i < ARRAY_SIZE(port_rules); i++)
		if (!(c->second && port_rules[i].once))
			run_rule(c, &port_rules[i], &end);
}

/* Checks the devices of the namespace that are up and no ports */
static void check_above(struct check *c, const struct rule *rule)
{
	struct netns *home = &c->all.home;
	size_t i;

	for (i = 0; home->ports.n && i < home->devices.n; i++) {
		const struct end end = end_of(home, &home->devices.list[i]);

		if (end.dev->up && !end.port)
			run_rule(c, rule, &end);
	}
}

/* Waits and reads all namespaces again, so that losses before the interval do not count */
static int wait_interval(struct check *c, uint64_t interval)
{
	const struct netns *home = &c->all.home;
	struct timespec time = {
		.tv_sec = interval / 1000000000, .tv_nsec = interval % 1000000000,
	};
	size_t i;

	for (i = 0; i < home->ports.n; i++) {
		uint32_t ifindex = home->ports.list[i].ifindex;
		struct end end = end_of(&c->all.home, device_find(&home->devices, ifindex));

		/* loads the namespace of the peer, so that netnses_reload() reads it again */
		peer_of(&c->all, &end);
	}
	c->backlog = backlog_drops();
	if (home->ports.n)
		nanosleep(&time, NULL);
	return netnses_reload(&c->all, PORT_CONFIG | PORT_STATS | PORT_IMPAIR);
}

static int check_all(struct check *c, const char *dev)
{
	const struct ports *ports = &c->all.home.ports;
	struct names names = { 0 };
	size_t i;
	int err;

	err = dev ? names_of_ports(c->ctx, dev, ports, &names) : STATUS_OK;
	if (err) {
		free(names.list);
		return err;
	}
	for (i = 0; i < ports->n; i++)
		if (!dev || names_have(&names, ports->list[i].name))
			check_port(c, &ports->list[i], dev);
	check_cycles(c, dev ? &names : NULL);
	free(names.list);
	for (i = 0; i < ARRAY_SIZE(machine_rules); i++)
		run_rule(c, &machine_rules[i], NULL);
	for (i = 0; i < ARRAY_SIZE(above_rules); i++)
		check_above(c, &above_rules[i]);
	return c->found ? STATUS_FAILED : STATUS_OK;
}

static void print_verdict(const struct check *c, const char *dev)
{
	const size_t n = c->all.home.ports.n;

	if (c->found)
		return;
	if (dev)
		printf("%s: no faults found\n", dev);
	else
		printf("no faults found at %zu port%s\n", n, n == 1 ? "" : "s");
}

#define INTERVAL_MIN	1000000ULL		/* ns */
#define INTERVAL_MAX	3600000000000ULL

static const struct setting check_settings[] = {
	SETTING_DEV,
	{
		.name = "interval", .read = read_window, .parse = parse_time,
		.format = format_time, .what = "a time like 100ms or 10s",
		.min = INTERVAL_MIN, .max = INTERVAL_MAX,
	},
	{ 0 }
};

static int check_show(struct ctx *ctx, struct args *args)
{
	struct check c = { .ctx = ctx };
	struct change words = { 0 };
	const char *dev;
	int err;

	err = settings_read(ctx, args, check_settings, &words);
	if (err)
		return err;
	dev = words.dev;
	c.array = json_object_new_array();
	err = netnses_load(ctx, PORT_CONFIG | PORT_STATS | PORT_IMPAIR, &c.all);
	if (!err && words.window)
		err = wait_interval(&c, words.window);
	if (err)
		goto out;
	err = check_all(&c, dev);
	if (err && !c.found)
		goto out;
	if (ctx->json)
		json_print(ctx, json_object_get(c.array));
	else
		print_verdict(&c, dev);
out:
	json_object_put(c.array);
	netnses_free(&c.all);
	return err;
}

/*
 * pfcctl check dev DEV, pfcctl check interval TIME: check show without the word show.  The
 * caller has removed the word "dev" or "interval"; this function restores it.
 */
static int check_dev(struct ctx *ctx, struct args *args)
{
	args->argv--;
	args->argc++;
	return check_show(ctx, args);
}

static const struct command check_commands[] = {
	{ "show", check_show },
	{ "dev", check_dev },
	{ "interval", check_dev },
	{ "link", check_link },
	{ 0 }
};

const struct object check_object = {
	.name = "check",
	.commands = check_commands,
	.help =
"Usage: pfcctl check [show] [dev DEV] [interval TIME]\n"
"       pfcctl check link dev DEV [peer dev DEV [netns NETNS]] [prio PRIO]\n"
"check prints one line for each configuration fault of all ports, or of one port, with the\n"
"command that fixes it. It finds: software devices without a rate, differing settings of\n"
"the two ends of a veth (also in different namespaces), too little headroom, priorities\n"
"that obey XOFF without a watchdog, strict classes that may starve others, socket send\n"
"buffers larger than the queue-limit, XDP and offloads that bypass the port, NICs that\n"
"consume PFC frames, filters that redirect packets before the port, tunnels and macvlan\n"
"devices whose packets lose their charge or their DSCP, pauses that expired, packets lost in\n"
"ports and outside of them, and queues that can wait for each other in a cycle, by the routes\n"
"and bridges of all namespaces that the links of ports lead to.\n"
"The exit status is 0 without faults, and 1 otherwise.\n"
"         interval TIME  1ms-3600s: wait this long, and report packets lost outside of\n"
"                        ports only if they are lost in this time\n"
"check link sends PFC frames in both directions of a link. It reports whether they arrive,\n"
"after what time, and whether they pause the priority. It pauses the priority for a few\n"
"milliseconds at most. It needs CAP_NET_RAW.\n"
"         peer dev DEV   the other end (the other end of the veth)\n"
"         netns NETNS    network namespace of the other end (the current one)\n"
"         prio PRIO      priority to pause, 0-7 (the lowest lossless one that is obeyed)\n"
"Examples: pfcctl check\n"
"          pfcctl -n switch check dev p1 interval 10s\n"
"          pfcctl -j check | jq -r '.[].fix'\n"
"          pfcctl check link dev p1 peer dev eth0 netns h1\n",
};
