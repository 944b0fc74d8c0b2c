// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ports: pfcctl port ...
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <net/if.h>
#include <string.h>
#include "fix.h"
#include "keyword.h"
#include "rows.h"
#include "select.h"
#include "setting.h"

/* Parses the words of port add and port set.  Return: an exit status */
static int read_change(struct ctx *ctx, struct args *args, struct change *c)
{
	int err = change_read(ctx, args, port_settings_all(), c);

	if (!err && c->pg.ids && !c->pg.set)
		err = misuse(ctx, "pg: no setting of a PG given");
	return err;
}

/* Name of a selector, as dcb prints it */
static const char *selector_name(const struct announced *a)
{
	static const char *const names[] = {
		[2] = "stream-port", [3] = "dgram-port", [4] = "port",
	};

	return a->selector < ARRAY_SIZE(names) && names[a->selector] ? names[a->selector] :
								       "unknown";
}

void announced_text(const struct port *port)
{
	unsigned int i;

	if (!port->n_announced)
		return;
	printf("  dcb-announced");
	for (i = 0; i < port->n_announced; i++)
		printf(" %s %u:%u", selector_name(&port->announced[i]),
		       port->announced[i].number, port->announced[i].prio);
	putchar('\n');
}

struct json_object *announced_json(const struct port *port)
{
	struct json_object *array = json_object_new_array(), *json;
	unsigned int i;

	for (i = 0; i < port->n_announced; i++) {
		json = json_object_new_object();
		json_add_name(json, "selector", selector_name(&port->announced[i]));
		json_add_u64(json, "port", port->announced[i].number);
		json_add_u64(json, "prio", port->announced[i].prio);
		json_object_array_add(array, json);
	}
	return array;
}

uint64_t pause_ns(const struct shown *s)
{
	return quanta_ns(s->port->pause_time, s->port->speed);
}

static const struct view port_view = {
	.parts = PORT_CONFIG, .line = port_text_rows, .json = port_json_rows,
	.kind = COUNTERS_PORT, .stats_text = true, .stats_json = true,
};

static int add_one(struct ctx *ctx, struct change *c)
{
	return port_attach_set(ctx, c->dev, c->seen & ~1ULL ? &c->msg : NULL);
}

static int del_one(struct ctx *ctx, struct change *c)
{
	return port_detach(ctx, c->dev);
}

static int port_add(struct ctx *ctx, struct args *args)
{
	struct change c;
	int err;

	err = read_change(ctx, args, &c);
	return err ? err : change_each(ctx, &c, true, add_one);
}

static int port_del(struct ctx *ctx, struct args *args)
{
	static const struct setting settings[] = { SETTING_DEV, { 0 } };
	struct change c;
	int err;

	err = change_read(ctx, args, settings, &c);
	return err ? err : change_each(ctx, &c, false, del_one);
}

static int port_set(struct ctx *ctx, struct args *args)
{
	struct change c;
	int err = read_change(ctx, args, &c);

	return err ? err : change_send(ctx, &c);
}

static const struct command port_commands[] = {
	{ "show", NULL },
	{ "add", port_add },
	{ "del", port_del },
	{ "set", port_set },
	{ 0 }
};

const struct object port_object = {
	.name = "port",
	.abbreviation = "po",
	.commands = port_commands,
	.view = &port_view,
	.settings = port_settings,
	.help =
"Usage: pfcctl port add dev DEV [SETTING ...]\n"
"       pfcctl port set dev DEV SETTING ...\n"
"       pfcctl port del dev DEV\n"
"       pfcctl port show [dev DEV]\n"
"add makes a device a port, del makes it an ordinary device again. A pattern, or all,\n"
"stands for ports; for add, for the devices that can become ports.\n"
"SETTING: rate RATE|unlimited       egress rate, 1mbit-1.6tbit (unlimited)\n"
"         overhead BYTES            bytes that each frame adds on the wire, 0-256 (24);\n"
"                                   rates and bandwidth shares include them\n"
"         delay TIME|none           propagation delay of each frame, up to 10ms (none);\n"
"                                   requires a rate\n"
"         speed SPEED|auto          link speed, 10mbit-1.6tbit; it sets the length of a\n"
"                                   pause quantum; auto: the speed that a hardware\n"
"                                   device reports, otherwise the rate (auto)\n"
"         pause-time QUANTA         pause time in the XOFF frames sent, 1-65535 (65535)\n"
"         default-prio PRIO         priority of packets without a trusted field or an\n"
"                                   EtherType entry, 0-7 (0)\n"
"         queue-limit SIZE          limit per queue for packets that this host sends (4M)\n"
"         gso auto|whole|split      a GSO packet of many frames stays whole, or is split into\n"
"                                   its frames; auto: whole if it uses the wire for at\n"
"                                   most 100us (auto)\n"
"         tx-queues auto|one|all    transmit queues of the device that the port uses; a rate,\n"
"                                   a delay and tc-maxrate need one; auto: all, if no\n"
"                                   setting needs one (auto)\n"
"         port-group N|none         port group, 1-255 (none); see bounce-prio in\n"
"                                   pfcctl map help\n"
"    For the headroom calculation, together with rate, delay and speed:\n"
"         cable-length LENGTH|none  length of the cable, up to 2000km (none); it does not\n"
"                                   delay frames\n"
"         cable-delay TIME|none     the same as a time, 5 ns per metre, up to 10ms (none)\n"
"         peer-rate RATE|own        rate at which the other end sends (own: as this port)\n"
"         batch FRAMES              frames received in one batch, 0-4096 (64)\n"
"         latency TIME|none         delay of a CPU that sends or obeys XOFF, up to 100ms\n"
"                                   (4ms)\n"
"    All settings of pfc set, map set, ets set and watchdog set, and those of pg set after\n"
"    pg PG|all: one command configures a port, and takes effect as a whole.\n"
"Examples: pfcctl port add dev p1 rate 1gbit delay 500ns\n"
"          pfcctl port add p1,p2 rate 1gbit pg 3 headroom auto prio-pfc 3:on\n"
"          pfcctl port set dev p1 speed 100mbit pause-time 1000\n"
"          pfcctl port set dev p1 cable-length 300m peer-rate 10gbit batch 16\n"
"          pfcctl -s port show dev p1\n",
};
