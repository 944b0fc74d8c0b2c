// SPDX-License-Identifier: GPL-2.0-only
/*
 * Overview of the namespace: pfcctl show
 */
#include <stdlib.h>
#include <string.h>
#include "port_words.h"
#include "overview.h"
#include "print.h"
#include "select.h"
#include "setting.h"
#include "shell.h"
#include "sheet.h"

/* Columns of the table of ports */
enum {
	NAME, RATE, LOSSLESS, TX_XOFF, RX_XOFF, TX_PAUSED, RX_PAUSED, DROP_LOSSLESS, DROP_LOSSY,
	PEAK, STATE, PORT_COLS
};

static const struct sheet_head port_heads[SHEET_HEADS] = {
	{ { "", "LINK", "", "XOFF", "", "PAUSED", "", "DROP", "", "PEAK", "" } },
	{ { "PORT", "RATE", "LOSSLESS", "TX", "RX", "TX", "RX", "LL", "LOSSY", "XOFF", "STATE" } },
};

_Static_assert(PORT_COLS <= SHEET_COLS, "SHEET_COLS is too small");

/* Columns of the table of pools */
enum { POOL, SIZE, SHARED, SHARED_USED, SHARED_PEAK, HEADROOM, HEADROOM_PEAK, POOL_COLS };

static const struct sheet_head pool_heads[SHEET_HEADS] = {
	{ { "", "", "SHARED", "", "", "HEADROOM", "" } },
	{ { "POOL", "SIZE", "SIZE", "USED", "PEAK", "SIZE", "PEAK" } },
};

_Static_assert(POOL_COLS <= SHEET_COLS, "SHEET_COLS is too small");

/* Longest list of priorities in the column LOSSLESS */
#define PRIOS_WIDTH	8

/* Writes the priorities, or only their number if the list is too long */
static void put_prios(char *cell, uint8_t prios)
{
	if (!prios)
		snprintf(cell, FORMAT_LEN, "-");
	else if (strlen(word_prios(cell, prios)) > PRIOS_WIDTH)
		snprintf(cell, FORMAT_LEN, "%d/%d", __builtin_popcount(prios), PFC_PRIO_COUNT);
}

/* Writes the rate, or the speed of a NIC, if the link is up */
static void put_rate(const struct ctx *ctx, char *cell, const struct port *port, bool up)
{
	if (!up)
		snprintf(cell, FORMAT_LEN, "down");
	else if (port->rate)
		sheet_number(ctx, cell, format_scaled_rate, port->rate);
	else if (port->speed_source == PFC_SPEED_SOURCE_DEVICE)
		sheet_number(ctx, cell, format_scaled_rate, port->speed * 1000000ULL);
	else
		snprintf(cell, FORMAT_LEN, "up");
}

/* Fills the row that @cells belongs to, which is the last one */
static void put_summary(const struct ctx *ctx, struct sheet *t, char (*cells)[FORMAT_LEN],
			const struct summary *s)
{
	char buf[FORMAT_LEN];

	put_prios(cells[LOSSLESS], s->lossless);
	sheet_number(ctx, cells[TX_XOFF], format_scaled_number, s->tx_xoff);
	sheet_number(ctx, cells[RX_XOFF], format_scaled_number, s->rx_xoff);
	sheet_number(ctx, cells[TX_PAUSED], format_scaled_time, s->tx_pause_time);
	sheet_number(ctx, cells[RX_PAUSED], format_scaled_time, s->rx_pause_time);
	sheet_number(ctx, cells[DROP_LOSSLESS], format_scaled_number, s->drop_lossless);
	sheet_number(ctx, cells[DROP_LOSSY], format_scaled_number, s->drop_lossy);
	if (s->peak < 0)
		snprintf(cells[PEAK], FORMAT_LEN, "-");
	else
		snprintf(cells[PEAK], FORMAT_LEN, "%d%%", s->peak);
	snprintf(cells[STATE], FORMAT_LEN, s->prios ? "%s %s" : "%s", state_words[s->state],
		 word_prios(buf, s->prios));
	if (s->state < STATE_PAUSED)
		sheet_color(ctx, t, COLOR_BAD);
	else if (s->state == STATE_OK)
		sheet_color(ctx, t, COLOR_GOOD);
}

/**
 * struct overview - everything that the command shows
 * @dev: only this port, in detail, without pools; NULL: all
 * @ports: the ports
 * @devices: the devices of the namespace
 * @pools: the pools
 */
struct overview {
	const char	*dev;
	struct ports	ports;
	struct devices	devices;
	struct pools	pools;
};

/* Adds a row for each PG; without -s, only for those that are in use */
static void put_pgs(const struct ctx *ctx, struct sheet *t, const struct port *port)
{
	struct summary s;
	char name[16];
	int id;

	for (id = 0; id < PFC_PRIO_COUNT; id++) {
		summarize_pg(port, id, &s);
		if (!ctx->stats && summary_idle(&s))
			continue;
		snprintf(name, sizeof(name), "  PG %d", id);
		put_summary(ctx, t, sheet_row(t, name), &s);
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

static int ports_text(struct ctx *ctx, const struct overview *o)
{
	struct sheet t = { .cols = PORT_COLS, .state = true };
	struct summary s;
	size_t i;

	if (sheet_begin(ctx, &t, o->ports.n * (1 + PFC_PRIO_COUNT), port_heads))
		return STATUS_FAILED;
	for (i = 0; i < o->ports.n; i++) {
		const struct port *port = &o->ports.list[i];
		char (*cells)[FORMAT_LEN] = sheet_row(&t, port->name);

		summarize_port(port, device_find(&o->devices, port->ifindex), &s);
		put_rate(ctx, cells[RATE], port, s.up);
		put_summary(ctx, &t, cells, &s);
		if (ctx->stats || o->dev)
			put_pgs(ctx, &t, port);
	}
	sheet_print(&t);
	return STATUS_OK;
}

static int pools_text(struct ctx *ctx, const struct overview *o)
{
	struct sheet t = { .cols = POOL_COLS };
	size_t i;
	int col;

	if (sheet_begin(ctx, &t, o->pools.n, pool_heads))
		return STATUS_FAILED;
	for (i = 0; i < o->pools.n; i++) {
		const struct pool *p = &o->pools.list[i];
		const uint64_t values[POOL_COLS] = {
			[SIZE] = p->size,
			[SHARED] = p->shared_size,
			[SHARED_USED] = p->shared_used,
			[SHARED_PEAK] = p->shared_peak,
			[HEADROOM] = p->headroom_size,
			[HEADROOM_PEAK] = p->headroom_peak,
		};
		char (*cells)[FORMAT_LEN] = sheet_row(&t, p->name);

		for (col = SIZE; col < POOL_COLS; col++)
			sheet_number(ctx, cells[col], format_scaled_size, values[col]);
	}
	putchar('\n');
	sheet_print(&t);
	return STATUS_OK;
}

static int show_text(struct ctx *ctx, const struct overview *o)
{
	int err;

	if (!o->ports.n) {
		print_no_ports(ctx);
		puts("all commands: pfcctl help");
		return STATUS_OK;
	}
	err = ports_text(ctx, o);
	if (!err && !o->dev)
		err = pools_text(ctx, o);
	if (!err)
		short_text(ctx, &o->ports);
	return err;
}

static void summary_json(struct json_object *to, const struct summary *s)
{
	json_object_object_add(to, "lossless_prios", prios_json(s->lossless));
	json_add_u64(to, "tx_xoff", s->tx_xoff);
	json_add_u64(to, "rx_xoff", s->rx_xoff);
	json_add_u64(to, "tx_pause_time_ns", s->tx_pause_time);
	json_add_u64(to, "rx_pause_time_ns", s->rx_pause_time);
	json_add_u64(to, "drop_lossless", s->drop_lossless);
	json_add_u64(to, "drop_lossy", s->drop_lossy);
	json_object_object_add(to, "peak_percent",
			       s->peak < 0 ? NULL : json_object_new_int(s->peak));
	json_add_name(to, "state", state_words[s->state]);
	json_object_object_add(to, "state_prios", prios_json(s->prios));
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
	struct json_object *array = json_object_new_array();
	int id;

	for (id = 0; id < PFC_PRIO_COUNT; id++)
		if (pg_short(&port->pgs[id]))
			json_object_array_add(array, json_object_new_int(id));
	return array;
}

static void show_json(const struct ctx *ctx, const struct overview *o)
{
	struct json_object *json = json_object_new_object();
	struct json_object *ports = json_object_new_array();
	struct json_object *pools = json_object_new_array();
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
	for (i = 0; i < o->pools.n; i++)
		json_object_array_add(pools, pool_json(&o->pools.list[i]));
	json_object_object_add(json, "ports", ports);
	json_object_object_add(json, "pools", pools);
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
		err = show_text(ctx, &o);
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
