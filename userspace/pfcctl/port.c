// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ports: pfcctl port ...
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <net/if.h>
#include <string.h>
#include "change.h"
#include "fix.h"
#include "help_generated.h"
#include "keyword.h"
#include "view.h"

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

/* Return: the time of @quanta pause quanta at @speed Mb/s, ns, rounded up; 0 if @speed is 0 */
uint64_t quanta_ns(uint32_t quanta, uint32_t speed)
{
	return speed ? (quanta * 512000ULL + speed - 1) / speed : 0;
}

uint64_t pause_ns(const struct shown *s)
{
	return quanta_ns(s->port->pause_time, s->port->speed);
}

static const struct view port_view = {
	.parts = PORT_CONFIG, .line = port_text_rows, .json = port_json_rows,
	.stats = &counter_kinds[COUNTERS_PORT], .stats_text = true,
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
	.show_set = show_set,
	.settings = port_settings,
	.help =
"Usage: pfcctl port add dev DEV [SETTING ...]\n"
"       pfcctl port set dev DEV SETTING ...\n"
"       pfcctl port del dev DEV\n"
"       pfcctl port show [dev DEV]\n"
"add makes a device a port, del makes it an ordinary device again. A pattern, or all,\n"
"stands for ports; for add, for the devices that can become ports.\n"
PORT_SETTINGS_HELP
"    For the headroom calculation, together with rate, delay and speed:\n"
PORT_HEADROOM_SETTINGS_HELP
"    All settings of pfc set, map set, ets set and watchdog set, and those of pg set after\n"
"    pg PG|all: one command configures a port, and takes effect as a whole.\n"
"Examples: pfcctl port add dev p1 rate 1gbit delay 500ns\n"
"          pfcctl port add p1,p2 rate 1gbit pg 3 headroom auto prio-pfc 3:on\n"
"          pfcctl port set dev p1 speed 100mbit pause-time 1000\n"
"          pfcctl port set dev p1 cable-length 300m peer-rate 10gbit batch 16\n"
"          pfcctl -s port show dev p1\n",
};
