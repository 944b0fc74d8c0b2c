// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters: pfcctl stats ...
 */
#include <time.h>
#include "rows.h"
#include "setting.h"

#define TABLES	3

static const struct counter port_counters[] = {
	{ PFC_PORT_STAT_TX_PFC, "tx_pfc", "tx-pfc", format_number, 0 },
	{ PFC_PORT_STAT_TX_PFC_FAILED, "tx_pfc_failed", "tx-pfc-failed", format_number, 0 },
	{ PFC_PORT_STAT_RX_PFC, "rx_pfc", "rx-pfc", format_number, 0 },
	{ PFC_PORT_STAT_RX_RESERVED, "rx_reserved", "rx-reserved", format_number, 0 },
	{ PFC_PORT_STAT_RX_PAUSE, "rx_pause", "rx-pause", format_number, 0 },
	{ PFC_PORT_STAT_TX_PAUSE, "tx_pause", "tx-pause", format_number, 0 },
	{ PFC_PORT_STAT_RX_BAD_ADDRESS, "rx_bad_address", "rx-bad-address", format_number, 0 },
	{ PFC_PORT_STAT_RX_BAD_LENGTH, "rx_bad_length", "rx-bad-length", format_number, 0 },
	{ PFC_PORT_STAT_RX_BAD_OPCODE, "rx_bad_opcode", "rx-bad-opcode", format_number, 0 },
	{ PFC_PORT_STAT_RX_BAD_TAGGED, "rx_bad_tagged", "rx-bad-tagged", format_number, 0 },
	{ PFC_PORT_STAT_TX_STALE, "tx_stale", "tx-stale", format_number, 0 },
	{ PFC_PORT_STAT_TX_DROP_SEGMENT, "tx_drop_segment", "tx-drop-segment", format_number, 0 },
	{ PFC_PORT_STAT_TX_DROP_CONTROL, "tx_drop_control", "tx-drop-control", format_number, 0 },
	{ PFC_PORT_STAT_TX_DROP_DELAY, "tx_drop_delay", "tx-drop-delay", format_number, 0 },
	{ PFC_PORT_STAT_TX_BYPASS, "tx_bypass", "tx-bypass", format_number, 0 },
	{ PFC_PORT_STAT_TX_BYPASS_BYTES, "tx_bypass_bytes", "tx-bypass-bytes", format_number, 0 },
	{ PFC_PORT_STAT_TX_BOUNCED, "tx_bounced", "tx-bounced", format_number, 0 },
	{ PFC_PORT_STAT_EVENTS_LOST, "events_lost", "events-lost", format_number, 0 },
	{ PFC_PORT_STAT_CLEARED, "cleared_ns", NULL, format_time, 0 },
	{ 0 }
};

static const struct counter pg_counters[] = {
	{ PFC_PG_STAT_RX_PACKETS, "rx_packets", "rx-packets", format_number, 0 },
	{ PFC_PG_STAT_RX_BYTES, "rx_bytes", "rx-bytes", format_number, 0 },
	{ PFC_PG_STAT_OCCUPANCY, "occupancy", "occupancy", format_size, 0 },
	{ PFC_PG_STAT_GUARANTEED, "guaranteed", "guaranteed", format_size, 0 },
	{ PFC_PG_STAT_SHARED, "shared", "shared", format_size, 0 },
	{ PFC_PG_STAT_HEADROOM, "headroom", "headroom", format_size, 0 },
	{ PFC_PG_STAT_THRESHOLD, "threshold", "threshold", format_size, 0 },
	{ PFC_PG_STAT_PEAK, "peak", "peak", format_size, 0 },
	{ PFC_PG_STAT_LIFETIME_PEAK, "lifetime_peak", NULL, format_size, 0 },
	{ PFC_PG_STAT_SHARED_PEAK, "shared_peak", NULL, format_size, 0 },
	{ PFC_PG_STAT_SHARED_LIFETIME_PEAK, "shared_lifetime_peak", NULL, format_size, 0 },
	{ PFC_PG_STAT_HEADROOM_PEAK, "headroom_peak", NULL, format_size, 0 },
	{ PFC_PG_STAT_HEADROOM_LIFETIME_PEAK, "headroom_lifetime_peak", NULL, format_size, 0 },
	{ PFC_PG_STAT_PEAK_CLEARED, "peak_cleared_ns", NULL, format_time, 0 },
	{ PFC_PG_STAT_XOFF, "xoff", "xoff", format_number, 0 },
	{ PFC_PG_STAT_DROP_LIMIT, "drop_limit", "drop-limit", format_number, 1 },
	{ PFC_PG_STAT_DROP_POOL, "drop_pool", "drop-pool", format_number, 1 },
	{ PFC_PG_STAT_DROP_HEADROOM, "drop_headroom", "drop-headroom", format_number, 1 },
	{ PFC_PG_STAT_DROP_FLUSH, "drop_flush", "drop-flush", format_number, 1 },
	{ PFC_PG_STAT_DROP_REST, "drop_rest", "drop-rest", format_number, 1 },
	{ PFC_PG_STAT_DROP_EGRESS, "drop_egress", "drop-egress", format_number, 1 },
	{ PFC_PG_STAT_DROP_EARLY, "drop_early", "drop-early", format_number, 1 },
	{ PFC_PG_STAT_DROP_FLOOD, "drop_flood", "drop-flood", format_number, 2 },
	{ PFC_PG_STAT_DROP_WATCHDOG, "drop_watchdog", "drop-watchdog", format_number, 2 },
	{ PFC_PG_STAT_DROP_MEMORY, "drop_memory", "drop-memory", format_number, 2 },
	{ 0 }
};

static const struct counter prio_counters[] = {
	{ PFC_PRIO_STAT_TX_XOFF, "tx_xoff", "tx-xoff", format_number, 0 },
	{ PFC_PRIO_STAT_TX_XON, "tx_xon", "tx-xon", format_number, 0 },
	{ PFC_PRIO_STAT_TX_PAUSE_TIME, "tx_pause_time_ns", "tx-pause-time", format_time, 0 },
	{ PFC_PRIO_STAT_TX_PAUSED, "tx_paused", "tx-paused", NULL, 0 },
	{ PFC_PRIO_STAT_RX_XOFF, "rx_xoff", "rx-xoff", format_number, 0 },
	{ PFC_PRIO_STAT_RX_XON, "rx_xon", "rx-xon", format_number, 0 },
	{ PFC_PRIO_STAT_RX_PAUSE_TIME, "rx_pause_time_ns", "rx-pause-time", format_time, 0 },
	{ PFC_PRIO_STAT_RX_PAUSED, "rx_paused", "rx-paused", NULL, 0 },
	{ PFC_PRIO_STAT_STORMS, "storms", "storms", format_number, 1 },
	{ PFC_PRIO_STAT_STORMS_RESTORED, "storms_restored", "storms-restored", format_number, 1 },
	{ PFC_PRIO_STAT_STORM_DROPPED, "storm_dropped", "storm-dropped", format_number, 1 },
	{ PFC_PRIO_STAT_STORM_FORWARDED, "storm_forwarded", "storm-forwarded", format_number, 1 },
	{ PFC_PRIO_STAT_PFC_DISABLED, "pfc_disabled", "pfc-disabled", format_number, 1 },
	{ PFC_PRIO_STAT_PAUSED_LONG, "paused_long", "paused-long", format_number, 2 },
	{ PFC_PRIO_STAT_XOFF_TIMEOUTS, "xoff_timeouts", "xoff-timeouts", format_number, 2 },
	{ PFC_PRIO_STAT_RX_WARNINGS, "rx_warnings", "rx-warnings", format_number, 2 },
	{ PFC_PRIO_STAT_TX_WARNINGS, "tx_warnings", "tx-warnings", format_number, 2 },
	{ PFC_PRIO_STAT_RX_EXPIRED, "rx_expired", "rx-expired", format_number, 2 },
	{ PFC_PRIO_STAT_TX_LATE, "tx_late", "tx-late", format_number, 2 },
	{ 0 }
};

static const struct counter queue_counters[] = {
	{ PFC_QUEUE_STAT_TX_PACKETS, "tx_packets", "tx-packets", format_number, 0 },
	{ PFC_QUEUE_STAT_TX_BYTES, "tx_bytes", "tx-bytes", format_number, 0 },
	{ PFC_QUEUE_STAT_BACKLOG_PACKETS, "backlog_packets", "backlog", format_number, 0 },
	{ PFC_QUEUE_STAT_BACKLOG_BYTES, "backlog_bytes", "backlog-size", format_size, 0 },
	{ PFC_QUEUE_STAT_LOCAL_BYTES, "local_bytes", "local-size", format_size, 0 },
	{ PFC_QUEUE_STAT_MARKED, "marked", "marked", format_number, 0 },
	{ PFC_QUEUE_STAT_DROP_LOCAL, "drop_local", "drop-local", format_number, 1 },
	{ PFC_QUEUE_STAT_DROP_FLUSH, "drop_flush", "drop-flush", format_number, 1 },
	{ PFC_QUEUE_STAT_DROP_EGRESS, "drop_egress", "drop-egress", format_number, 1 },
	{ PFC_QUEUE_STAT_DROP_EARLY, "drop_early", "drop-early", format_number, 1 },
	{ PFC_QUEUE_STAT_DROP_WATCHDOG, "drop_watchdog", "drop-watchdog", format_number, 1 },
	{ PFC_QUEUE_STAT_DROP_MEMORY, "drop_memory", "drop-memory", format_number, 1 },
	{ PFC_QUEUE_STAT_PEAK, "peak", "peak", format_size, 0 },
	{ PFC_QUEUE_STAT_LIFETIME_PEAK, "lifetime_peak", NULL, format_size, 0 },
	{ PFC_QUEUE_STAT_PEAK_CLEARED, "peak_cleared_ns", NULL, format_time, 0 },
	{ 0 }
};

_Static_assert(PFC_PORT_STAT_MAX < COUNTER_SLOTS &&
	       PFC_PG_STAT_MAX < COUNTER_SLOTS &&
	       PFC_PRIO_STAT_MAX < COUNTER_SLOTS &&
	       PFC_QUEUE_STAT_MAX < COUNTER_SLOTS, "COUNTER_SLOTS is too small");

const struct counters counter_kinds[COUNTER_KINDS] = {
	[COUNTERS_PORT]  = { "port",  NULL,    port_counters },
	[COUNTERS_PG]    = { "pg",    "PG",    pg_counters },
	[COUNTERS_PRIO]  = { "prio",  "prio",  prio_counters },
	[COUNTERS_QUEUE] = { "queue", "queue", queue_counters },
};

static const char *format_counter(const struct ctx *ctx, const struct counter *c, char *buf,
				  uint64_t value)
{
	if (!c->format)
		return value ? "yes" : "no";
	return raw_or(ctx, c->format == format_size ? format_scaled_size : c->format)(buf, value);
}

static bool print_list(const struct ctx *ctx, const struct counter *c,
		       const uint64_t *values)
{
	char buf[FORMAT_LEN], text[2 * FORMAT_LEN];
	int used = 0, len;

	for (; c->key; c++) {
		if (!c->head || (!values[c->attr] && !ctx->stats))
			continue;
		len = snprintf(text, sizeof(text), "  %s %s", c->head,
			       format_counter(ctx, c, buf, values[c->attr]));
		if (used && used + len > LINE_WIDTH) {
			putchar('\n');
			used = 0;
		}
		fputs(text, stdout);
		used += len;
	}
	if (used)
		putchar('\n');
	return used;
}

/* Return: whether a counter has counted anything; a PG that is not in use has a threshold, too */
static bool counted(enum counter_kind kind, const struct counter *c, const uint64_t *values)
{
	return values[c->attr] && !(kind == COUNTERS_PG && c->attr == PFC_PG_STAT_THRESHOLD);
}

/**
 * struct used - part of a table that is printed
 * @rows: bit mask of the numbers of the rows
 * @attrs: bit mask of the attributes in the columns
 */
struct used {
	unsigned int	rows;
	uint32_t	attrs;
};

_Static_assert(COUNTER_SLOTS <= 32, "struct used has too few bits");

/* Return: the rows and columns of table @number that have counted anything; with -s, all */
static struct used find_used(const struct ctx *ctx, const struct port *port,
			     enum counter_kind kind, unsigned int number)
{
	struct used used = { 0 };
	const struct counter *c;
	int id;

	for (c = counter_kinds[kind].list; c->key; c++) {
		if (!c->head || c->table != number)
			continue;
		for (id = 0; id < PFC_PRIO_COUNT; id++) {
			const uint64_t *values = port->counters[kind][id];

			if (ctx->stats || counted(kind, c, values))
				used.rows |= 1U << id;
			if (ctx->stats || values[c->attr])
				used.attrs |= 1U << c->attr;
		}
	}
	return used;
}

/* Return: whether the counter counts lossless packets that were lost */
static bool is_loss(enum counter_kind kind, const struct counter *c)
{
	return kind == COUNTERS_PG && c->attr == PFC_PG_STAT_DROP_HEADROOM;
}

static bool print_table(const struct ctx *ctx, const struct port *port,
			enum counter_kind kind, unsigned int number)
{
	const struct used used = find_used(ctx, port, kind, number);
	const struct counters *counters = &counter_kinds[kind];
	const struct counter *c;
	struct table table = { 0 };
	char buf[FORMAT_LEN];
	int id;

	if (!used.rows)
		return false;
	table_row(&table);
	table_cell(&table, counters->head);
	for (c = counters->list; c->key; c++)
		if (c->head && c->table == number && used.attrs >> c->attr & 1)
			table_cell(&table, c->head);
	for (id = 0; id < PFC_PRIO_COUNT; id++) {
		if (!(used.rows >> id & 1))
			continue;
		table_row(&table);
		table_cell(&table, format_number(buf, id));
		for (c = counters->list; c->key; c++)
			if (c->head && c->table == number && used.attrs >> c->attr & 1) {
				const uint64_t value = port->counters[kind][id][c->attr];

				table_cell(&table, format_counter(ctx, c, buf, value));
				if (is_loss(kind, c) && value)
					table_color(&table, ctx, COLOR_BAD);
			}
	}
	table_print(&table);
	return true;
}

/* Omits rows and columns that are 0, unless -s is given.  Return: whether it printed anything */
static bool counters_print(const struct ctx *ctx, const struct port *port,
			   enum counter_kind kind)
{
	unsigned int number;
	bool any = false;

	if (kind == COUNTERS_PORT)
		return print_list(ctx, counter_kinds[kind].list, port->counters[kind][0]);
	for (number = 0; number < TABLES; number++)
		any |= print_table(ctx, port, kind, number);
	return any;
}

static struct json_object *values_json(const struct counters *counters, int id,
				       const uint64_t *values)
{
	struct json_object *json = json_object_new_object();
	const struct counter *c;

	if (counters->head)
		json_add_u64(json, counters->key, id);
	for (c = counters->list; c->key; c++)
		if (c->format)
			json_add_u64(json, c->key, values[c->attr]);
		else
			json_add_bool(json, c->key, values[c->attr]);
	return json;
}

/* Return: a JSON object for the counters of the port, a JSON array for other kinds */
static struct json_object *counters_json(const struct port *port,
					 enum counter_kind kind)
{
	struct json_object *array;
	int id;

	if (kind == COUNTERS_PORT)
		return values_json(&counter_kinds[kind], 0, port->counters[kind][0]);
	array = json_object_new_array();
	for (id = 0; id < PFC_PRIO_COUNT; id++)
		json_object_array_add(array,
				      values_json(&counter_kinds[kind], id,
						  port->counters[kind][id]));
	return array;
}

/**
 * stats_text() - print counters of a port, only with -s
 * @ctx: the context
 * @port: the port
 * @kind: kind of counters
 */
void stats_text(const struct ctx *ctx, const struct port *port, enum counter_kind kind)
{
	if (ctx->stats)
		counters_print(ctx, port, kind);
}

/**
 * stats_json() - add counters of a port to a JSON object, only with -s
 * @ctx: the context
 * @port: the port
 * @kind: kind of counters
 * @to: the JSON object, which receives the counters as "stats"
 */
void stats_json(const struct ctx *ctx, const struct port *port, enum counter_kind kind,
		struct json_object *to)
{
	if (ctx->stats)
		json_object_object_add(to, "stats", counters_json(port, kind));
}

/*
 * Get the current time of the clock that the kernel uses for time stamps.
 * Return: CLOCK_MONOTONIC, ns.
 */
uint64_t time_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/**
 * time_since() - get the time since a time stamp
 * @then: CLOCK_MONOTONIC time, ns
 *
 * Return: the difference, ns.
 */
uint64_t time_since(uint64_t then)
{
	return time_now() - then;
}

static void show_text(const struct ctx *ctx, const struct port *port)
{
	uint64_t cleared = port->counters[COUNTERS_PORT][0][PFC_PORT_STAT_CLEARED];
	char buf[FORMAT_LEN];
	bool any = false;
	int kind;

	printf("%s: counted for %s\n", port->name,
	       raw_or(ctx, format_time)(buf, time_since(cleared)));
	for (kind = 0; kind < COUNTER_KINDS; kind++)
		any |= counters_print(ctx, port, kind);
	if (!any)
		puts("  all zero");
}

static void show_json(const struct port *port, struct json_object *to)
{
	int kind;

	for (kind = 0; kind < COUNTER_KINDS; kind++)
		json_object_object_add(to, counter_kinds[kind].key,
				       counters_json(port, kind));
}

static const struct view stats_view = {
	.parts = PORT_STATS, .put_text = show_text, .put_json = show_json,
};

static int stats_clear(struct ctx *ctx, struct args *args)
{
	return prios_change(ctx, args, PFC_CMD_STATS_CLEAR, -1);
}

static const struct command stats_commands[] = {
	{ "show", NULL },
	{ "clear", stats_clear },
	{ 0 }
};

const struct object stats_object = {
	.name = "stats",
	.commands = stats_commands,
	.view = &stats_view,
	.help =
"Usage: pfcctl stats show [dev DEV]\n"
"       pfcctl stats clear [dev DEV [prio PRIOS]]\n"
"show prints the counters of ports. Text output omits rows and columns of zeros unless -s is\n"
"given, and rounds sizes unless -r is given; JSON output has all counters.\n"
"clear resets the counters of one port or of all ports. With prio it resets only the\n"
"counters of these priorities and their queues. An ongoing storm continues.\n"
"PRIOS: a list like 3,4 or 0-3, or all\n"
"Examples: pfcctl stats show dev p1\n"
"          pfcctl -j stats show | jq '.[] | {dev, drops: .pg[3].drop_headroom}'\n"
"          pfcctl stats clear\n"
"          pfcctl stats clear dev p1 prio 3\n",
};
