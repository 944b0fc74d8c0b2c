// SPDX-License-Identifier: GPL-2.0-only
/*
 * Overview of the namespace: pfcctl show
 */
#include <stdlib.h>
#include <string.h>
#include "overview.h"
#include "port_words.h"
#include "select.h"
#include "setting.h"
#include "shell.h"
#include "view.h"

/* Longest list of priorities in the column LOSSLESS */
#define PRIOS_WIDTH	8

/* Adds the priorities, or only their number if the list is too long */
static void put_prios(struct table *t, uint8_t prios)
{
	char cell[FORMAT_LEN];

	if (!prios)
		snprintf(cell, FORMAT_LEN, "-");
	else if (strlen(word_prios(cell, prios)) > PRIOS_WIDTH)
		snprintf(cell, FORMAT_LEN, "%d/%d", __builtin_popcount(prios), PFC_PRIO_COUNT);
	table_cell(t, cell);
}

static void put_number(const struct ctx *ctx, struct table *t, format_fn *format, uint64_t value)
{
	char cell[FORMAT_LEN];

	table_cell(t, number_word(ctx, cell, format, value));
}

/* Adds the rate, or the speed of a NIC, if the link is up */
static void put_rate(const struct ctx *ctx, struct table *t, const struct port *port, bool up)
{
	if (!up)
		table_cell(t, "down");
	else if (port->rate)
		put_number(ctx, t, format_scaled_rate, port->rate);
	else if (port->speed_source == PFC_SPEED_SOURCE_DEVICE)
		put_number(ctx, t, format_scaled_rate, port->speed * 1000000ULL);
	else
		table_cell(t, "up");
}

/* Adds the cells from that of the priorities on */
static void put_summary(const struct ctx *ctx, struct table *t, const struct summary *s)
{
	char buf[FORMAT_LEN], cell[FORMAT_LEN] = "-";

	put_prios(t, s->lossless);
	put_number(ctx, t, format_scaled_number, s->tx_xoff);
	put_number(ctx, t, format_scaled_number, s->rx_xoff);
	put_number(ctx, t, format_scaled_time, s->tx_pause_time);
	put_number(ctx, t, format_scaled_time, s->rx_pause_time);
	put_number(ctx, t, format_scaled_number, s->drop_lossless);
	put_number(ctx, t, format_scaled_number, s->drop_lossy);
	if (s->peak >= 0)
		snprintf(cell, FORMAT_LEN, "%d%%", s->peak);
	table_cell(t, cell);
	snprintf(cell, FORMAT_LEN, s->prios ? "%s %s" : "%s", state_words[s->state],
		 word_prios(buf, s->prios));
	table_cell(t, cell);
	if (s->state < STATE_PAUSED)
		table_color(t, ctx, COLOR_BAD);
	else if (s->state == STATE_OK)
		table_color(t, ctx, COLOR_GOOD);
}

/* Everything that the command shows; @dev: only this port, in detail, without pools */
struct overview {
	const char	*dev;
	struct ports	ports;
	struct devices	devices;
	struct pools	pools;
};

/* Adds a row for each PG; without -s, only for those that are in use */
static void put_pgs(const struct ctx *ctx, struct table *t, const struct port *port)
{
	struct summary s;
	char name[16];
	int id;

	for (id = 0; id < PFC_PRIO_COUNT; id++) {
		summarize_pg(port, id, &s);
		if (!ctx->stats && summary_idle(&s))
			continue;
		snprintf(name, sizeof(name), "  PG %d", id);
		table_cells(t, (const char *const[]){ name, "", NULL });
		put_summary(ctx, t, &s);
	}
}

/* Prints the PGs that are short of headroom: a more urgent state of a port can hide them */
static void short_text(const struct ctx *ctx, const struct ports *ports)
{
	char command[SHELL_COMMAND] = "";
	bool any = false;
	size_t i;
	int id;

	for (i = 0; i < ports->n; i++)
		for (id = 0; id < PFC_PRIO_COUNT; id++) {
			if (!pg_short(&ports->list[i].pgs[id]))
				continue;
			printf("%s %s PG %d", any ? "," : "short of headroom:",
			       ports->list[i].name, id);
			any = true;
		}
	if (!any)
		return;
	shell_pfcctl(command, sizeof(command), ctx->netns, "check");
	printf("; fix: see %s\n", command);
}

static void ports_text(struct ctx *ctx, const struct overview *o)
{
	static const char *const heads[][TABLE_COLS] = {
		{ "", "LINK", "", "XOFF", "", "PAUSED", "", "DROP", "", "PEAK", "", NULL },
		{ "PORT", "RATE", "LOSSLESS", "TX", "RX", "TX", "RX", "LL", "LOSSY", "XOFF",
		  "STATE", NULL },
	};
	struct table t = { .page = true, .state = true };
	struct summary s;
	size_t i;

	table_cells(&t, heads[0]);
	table_cells(&t, heads[1]);
	for (i = 0; i < o->ports.n; i++) {
		const struct port *port = &o->ports.list[i];

		table_cells(&t, (const char *const[]){ port->name, NULL });
		summarize_port(port, device_find(&o->devices, port->ifindex), &s);
		put_rate(ctx, &t, port, s.up);
		put_summary(ctx, &t, &s);
		if (ctx->stats || o->dev)
			put_pgs(ctx, &t, port);
	}
	table_print(&t);
}

static void pools_text(struct ctx *ctx, const struct overview *o)
{
	static const char *const heads[][TABLE_COLS] = {
		{ "", "", "SHARED", "", "", "HEADROOM", "", NULL },
		{ "POOL", "SIZE", "SIZE", "USED", "PEAK", "SIZE", "PEAK", NULL },
	};
	struct table t = { .page = true };
	size_t i;

	table_cells(&t, heads[0]);
	table_cells(&t, heads[1]);
	for (i = 0; i < o->pools.n; i++) {
		const struct pool *p = &o->pools.list[i];

		table_cells(&t, (const char *const[]){ p->name, NULL });
		put_number(ctx, &t, format_scaled_size, p->size);
		put_number(ctx, &t, format_scaled_size, p->shared_size);
		put_number(ctx, &t, format_scaled_size, p->shared_used);
		put_number(ctx, &t, format_scaled_size, p->shared_peak);
		put_number(ctx, &t, format_scaled_size, p->headroom_size);
		put_number(ctx, &t, format_scaled_size, p->headroom_peak);
	}
	putchar('\n');
	table_print(&t);
}

static void show_text(struct ctx *ctx, const struct overview *o)
{
	if (!o->ports.n) {
		print_no_ports(ctx);
		puts("all commands: pfcctl help");
		return;
	}
	ports_text(ctx, o);
	if (!o->dev)
		pools_text(ctx, o);
	short_text(ctx, &o->ports);
}

static void summary_json(struct json_object *to, const struct summary *s)
{
	json_object_object_add(to, "lossless_prios", json_prios(s->lossless));
	json_add_u64(to, "tx_xoff", s->tx_xoff);
	json_add_u64(to, "rx_xoff", s->rx_xoff);
	json_add_u64(to, "tx_pause_time_ns", s->tx_pause_time);
	json_add_u64(to, "rx_pause_time_ns", s->rx_pause_time);
	json_add_u64(to, "drop_lossless", s->drop_lossless);
	json_add_u64(to, "drop_lossy", s->drop_lossy);
	json_object_object_add(to, "peak_percent",
			       s->peak < 0 ? NULL : json_object_new_int(s->peak));
	json_add_name(to, "state", state_words[s->state]);
	json_object_object_add(to, "state_prios", json_prios(s->prios));
}

static struct json_object *pgs_json(const struct port *port)
{
	struct json_object *array = json_object_new_array();
	struct summary s;
	int id;

	for (id = 0; id < PFC_PRIO_COUNT; id++) {
		struct json_object *json = json_object_new_object();

		summarize_pg(port, id, &s);
		json_add_u64(json, "pg", id);
		summary_json(json, &s);
		json_object_array_add(array, json);
	}
	return array;
}

static struct json_object *short_json(const struct port *port)
{
	uint8_t pgs = 0;
	int id;

	for (id = 0; id < PFC_PRIO_COUNT; id++)
		pgs |= pg_short(&port->pgs[id]) << id;
	return json_prios(pgs);
}

static void show_json(const struct ctx *ctx, const struct overview *o)
{
	struct json_object *json = json_object_new_object();
	struct json_object *ports = json_object_new_array();
	struct summary s;
	size_t i;

	for (i = 0; i < o->ports.n; i++) {
		const struct port *port = &o->ports.list[i];
		struct json_object *to = json_port(port);

		summarize_port(port, device_find(&o->devices, port->ifindex), &s);
		json_add_name(to, "link", s.up ? "up" : "down");
		json_add_u64_or_null(to, "rate_bits_per_second", port->rate);
		json_add_u64(to, "speed_bits_per_second", port->speed * 1000000ULL);
		summary_json(to, &s);
		json_object_object_add(to, "headroom_short_pgs", short_json(port));
		if (ctx->stats || o->dev)
			json_object_object_add(to, "pg", pgs_json(port));
		json_object_array_add(ports, to);
	}
	json_object_object_add(json, "ports", ports);
	json_object_object_add(json, "pools", pools_json(&o->pools, pool_json_rows));
	json_print(ctx, json);
}

static int show(struct ctx *ctx, struct args *args)
{
	struct overview o = { 0 };
	int err;

	err = show_dev(ctx, args, &o.dev);
	if (!err)
		err = ports_find(ctx, o.dev, SUMMARY_PARTS, &o.ports);
	if (!err)
		err = devices_load(ctx, &o.devices);
	if (!err && !o.dev)
		err = pools_load(ctx, NULL, &o.pools);
	if (!err && ctx->json)
		show_json(ctx, &o);
	else if (!err)
		show_text(ctx, &o);
	free(o.pools.list);
	devices_free(&o.devices);
	ports_free(&o.ports);
	return err;
}

const struct object show_object = {
	.name = "show",
	.run = show,
	.help =
"Usage: pfcctl [-s] [-r] [show [dev DEV]]\n"
"Prints one line for each port and each pool of the network namespace. With dev it adds the\n"
"PGs of the port that are in use, with -s all PGs of all ports. Counters count since the last\n"
"pfcctl stats clear. -r prints numbers without units.\n"
"  LINK RATE   rate of the port, or speed of the NIC; down: the link is down; up: no rate\n"
"  LOSSLESS    priorities of lossless PGs\n"
"  XOFF        XOFF sent (TX) and received (RX)\n"
"  PAUSED      time for which the port has paused its peer (TX) and was paused (RX); of the\n"
"              priority with the longest time\n"
"  DROP        dropped packets of lossless (LL) and lossy priorities\n"
"  PEAK XOFF   peak of a lossless PG in percent of its XOFF threshold\n"
"  STATE       the first of these that applies, and its priorities:\n"
"    down      the link is down\n"
"    disabled  the watchdog has disabled PFC after too many storms\n"
"    storm     a pause storm is active\n"
"    mitigate  a user has requested mitigation (pfcctl watchdog mitigate)\n"
"    stalled   the port has stopped sending XOFF: no packet leaves (xoff-timeout)\n"
"    loss      lossless packets were dropped\n"
"    short     a lossless PG has less headroom than it needs\n"
"    no-rate   a software device has no rate: bursts are lost behind it\n"
"    paused    the peer pauses the port now\n"
"    xoff      the port pauses its peer now\n"
"    ok        none of these\n"
"pfcctl check explains faults and prints the commands that fix them.\n"
"Examples: pfcctl\n"
"          pfcctl -n switch show dev p1\n"
"          pfcctl -j show | jq -r '.ports[] | select(.state != \"ok\") | .dev'\n",
};
