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
#include "port_words.h"
#include "print.h"
#include "select.h"
#include "setting.h"

/* ---- reports ------------------------------------------------------------ */

/**
 * check_report() - report a fault
 * @c: the run; its @fix is the command that fixes the fault, or "", its @pg the affected PG
 * @prios: bit mask of the affected priorities, or 0
 * @fmt: format of the message, as for printf()
 *
 * Return: the JSON object of the fault, which belongs to @c; NULL if the output is text.
 */
struct json_object *check_report(struct check *c, uint8_t prios, const char *fmt, ...)
{
	const char *dev = c->about ? c->about->dev->name : "";
	struct json_object *json = NULL;
	char *message;
	va_list ap;

	va_start(ap, fmt);
	check_memory(vasprintf(&message, fmt, ap) < 0 ? NULL : message);
	va_end(ap);
	c->found++;
	if (c->ctx->json) {
		json = json_object_new_object();
		json_add_name(json, "check", c->id);
		json_add_name(json, "dev", dev);
		json_object_object_add(json, "prios", json_prios(prios));
		json_object_object_add(json, "pg", c->pg == NO_PG ? NULL :
				       json_object_new_int(c->pg));
		json_add_name(json, "message", message);
		json_add_name(json, "fix", c->fix);
		json_object_array_add(c->array, json);
	} else {
		printf("%s: %s%s%s\n", *dev ? dev : "this machine", message,
		       *c->fix ? "; fix: " : "", c->fix);
	}
	c->fix[0] = '\0';
	c->pg = NO_PG;
	free(message);
	return json;
}

/* Begin a run, and read the namespace: @parts of its ports.  Return: a status for check_end() */
int check_begin(struct check *c, struct ctx *ctx, unsigned int parts)
{
	*c = (struct check){ .ctx = ctx, .pg = NO_PG, .array = json_object_new_array() };
	return netnses_load(ctx, parts, &c->all);
}

/* End a run; in JSON, print its faults, unless @err is an error.  Return: an exit status */
int check_end(struct check *c, int err)
{
	if (!err && c->ctx->json)
		json_print(c->ctx, json_object_get(c->array));
	if (!err && c->found)
		err = STATUS_FAILED;
	json_object_put(c->array);
	netnses_free(&c->all);
	return err;
}

/*
 * Format the name of a device in %END_LEN bytes: "this port" if it is under check, or the name,
 * with its namespace if the tool is in another one.  Return: @buf.
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

/* Append the words that switch something on for priorities to the fixing command */
void fix_prios_on(struct check *c, uint8_t prios)
{
	static const uint8_t on[PFC_PRIO_COUNT] = { 1, 1, 1, 1, 1, 1, 1, 1 };
	char map[MAP_WORDS_LEN];

	fix_words(c, map_words(map, on, PFC_PRIO_COUNT, prios, on_off_words));
}

/* ---- the checks --------------------------------------------------------- */

/* What a check is about */
enum scope {
	PORT,
	LINK,		/* both ends have the same fault: check only one */
	MACHINE,
	ABOVE,		/* a device above ports */
};

struct rule {
	const char	*id;	/* name in JSON */
	check_fn	*run;
	enum scope	scope;
};

static const struct rule rules[] = {
	{ "impair", check_impair, PORT },
	{ "no-rate", check_no_rate, PORT },
	{ "peer-no-port", check_peer_port, PORT },
	{ "peer-flow-control", check_peer_flow, LINK },
	{ "peer-rate", check_peer_rate, PORT },
	{ "peer-speed", check_peer_speed, LINK },
	{ "peer-prio", check_peer_prio, LINK },
	{ "peer-dscp", check_peer_dscp, LINK },
	{ "headroom", check_headroom, PORT },
	{ "watchdog", check_watchdog, PORT },
	{ "strict", check_strict, PORT },
	{ "send-buffer", check_wmem, PORT },
	{ "xdp", check_xdp, PORT },
	{ "offload", check_offload, PORT },
	{ "nic-flow-control", check_nic, PORT },
	{ "redirect", check_redirect, PORT },
	{ "short-frame", check_short, PORT },
	{ "pause-expired", check_expired, PORT },
	{ "refresh-late", check_late, PORT },
	{ "drop", check_drops, PORT },
	{ "drop-queue", check_queue, PORT },
	{ "drop-outside", check_losses, PORT },
	{ "drop-backlog", check_backlog, MACHINE },
	{ "default-qdisc", check_default_qdisc, MACHINE },
	{ "charge-lost", check_charge, ABOVE },
	{ "tunnel-tos", check_tos, ABOVE },
	{ "drop-reader", check_reader, ABOVE },
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
	size_t i;

	if (!end.dev)
		return;
	c->peer = peer_of(&c->all, &end);
	c->second = !alone && c->peer.ns == &c->all.home && c->peer.port &&
		    c->peer.port->ifindex < port->ifindex;
	for (i = 0; i < ARRAY_SIZE(rules); i++)
		if (rules[i].scope == PORT || (rules[i].scope == LINK && !c->second))
			run_rule(c, &rules[i], &end);
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
	int err = dev ? names_of_ports(c->ctx, dev, ports, &names) : STATUS_OK;
	size_t i;

	for (i = 0; !err && i < ports->n; i++)
		if (!dev || names_have(&names, ports->list[i].name))
			check_port(c, &ports->list[i], dev);
	if (!err)
		check_cycles(c, dev ? &names : NULL);
	free(names.list);
	for (i = 0; !err && i < ARRAY_SIZE(rules); i++)
		if (rules[i].scope == MACHINE)
			run_rule(c, &rules[i], NULL);
		else if (rules[i].scope == ABOVE)
			check_above(c, &rules[i]);
	return err;
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
	struct change words = { 0 };
	struct check c;
	size_t n;
	int err;

	err = settings_read(ctx, args, check_settings, &words);
	if (err)
		return err;
	err = check_begin(&c, ctx, PORT_CONFIG | PORT_STATS | PORT_IMPAIR);
	if (!err && words.window)
		err = wait_interval(&c, words.window);
	if (!err)
		err = check_all(&c, words.dev);
	n = c.all.home.ports.n;
	if (!err && !c.found && !ctx->json && words.dev)
		printf("%s: no faults found\n", words.dev);
	else if (!err && !c.found && !ctx->json)
		printf("no faults found at %zu port%s\n", n, n == 1 ? "" : "s");
	return check_end(&c, err);
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
