// SPDX-License-Identifier: GPL-2.0-only
/*
 * State of all RoCE ports on one screen: pfcctl roce show
 */
#include <string.h>
#include "drops.h"
#include "print.h"
#include "roce.h"
#include "rows.h"
#include "select.h"

/*
 * Prints the settings of a port that deviate from a mode.
 * @print: print them as text
 * @array: receives them, or NULL
 * Return: their number
 */
static unsigned int deviations(struct ctx *ctx, const struct port *port, enum roce_mode mode,
			       bool print, struct json_object *array)
{
	char is[WORDS_LEN], wanted[WORDS_LEN];
	const struct roce_setting *s;
	struct port want = *port;
	struct json_object *json;
	unsigned int n = 0;

	if (mode == ROCE_OFF)
		return 0;
	roce_apply(ctx, mode, &want);
	for (s = roce_settings; s->object; s++) {
		const struct setting *setting = setting_find(s->settings, s->name);

		port_words(is, setting, port, ROCE_PRIO);
		port_words(wanted, setting, &want, ROCE_PRIO);
		if (!strcmp(is, wanted))
			continue;
		n++;
		if (print)
			printf("%s: %s is %s, %s: %s\n", port->name, s->name, is,
			       roce_modes[mode], wanted);
		if (!array)
			continue;
		json = json_object_new_object();
		json_add_name(json, "setting", s->name);
		json_add_name(json, "is", is);
		json_add_name(json, "expected", wanted);
		json_object_array_add(array, json);
	}
	return n;
}

/* Return: the mode that "pfcctl roce" has set */
static enum roce_mode set_mode(struct ctx *ctx, const struct roce *r, const struct port *port)
{
	const struct roce_saved *saved = roce_saved_find(r, port->ifindex);

	return roce_saved_port(ctx, r, saved) ? saved->mode : ROCE_OFF;
}

/* Return: the mode that "pfcctl roce" has set, or else the one that all settings match */
static enum roce_mode mode_of(struct ctx *ctx, const struct roce *r, const struct port *port)
{
	enum roce_mode mode = set_mode(ctx, r, port);

	if (mode < ROCE_OFF)
		return mode;
	for (mode = 0; mode < ROCE_OFF; mode++)
		if (!deviations(ctx, port, mode, false, NULL))
			break;
	return mode;
}

static const char *headroom_word(char *buf, const struct pg *pg)
{
	char size[FORMAT_LEN];

	if (!pg->lossless)
		return "-";
	snprintf(buf, FORMAT_LEN, "%s%s", format_size(size, pg->headroom),
		 pg_short(pg) ? " short" : "");
	return buf;
}

static const char *share_word(char *buf, const struct port *port, unsigned int prio)
{
	const struct tc *tc = &port->tcs[port->prio_tc[prio]];

	if (tc->tsa == PFC_TSA_STRICT)
		return "strict";
	snprintf(buf, FORMAT_LEN, "%u %%", tc->bw);
	return buf;
}

static const char *ecn_word(char *buf, const struct queue *queue)
{
	char kmin[FORMAT_LEN], kmax[FORMAT_LEN];

	if (!queue->ecn_kmax)
		return "off";
	snprintf(buf, FORMAT_LEN, "%.14s-%.14s", word_size(kmin, queue->ecn_kmin),
		 word_size(kmax, queue->ecn_kmax));
	return buf;
}

static void settings_table(struct ctx *ctx, const struct roce *r)
{
	static const char *const head[] = {
		"port", "mode", "rate", "trust", "sends", "obeys", "RoCE", "CNP", "rest",
		"ECN", "headroom", "watchdog", NULL
	};
	struct table table = { 0 };
	char buf[FORMAT_LEN];
	size_t i;

	table_cells(&table, head);
	for (i = 0; i < r->ports.n; i++) {
		const struct port *port = &r->ports.list[i];

		table_row(&table);
		table_cell(&table, port->name);
		table_cell(&table, roce_modes[mode_of(ctx, r, port)]);
		table_cell(&table, port->rate ? format_rate(buf, port->rate) : "unlimited");
		table_cell(&table, word_of(trust_words, port->trust));
		table_cell(&table, *word_prios(buf, prios_sent(port)) ? buf : "-");
		table_cell(&table, *word_prios(buf, prios_obeyed(port)) ? buf : "-");
		table_cell(&table, share_word(buf, port, ROCE_PRIO));
		table_cell(&table, share_word(buf, port, ROCE_CNP_PRIO));
		table_cell(&table, share_word(buf, port, 0));
		table_cell(&table, ecn_word(buf, &port->queues[ROCE_PRIO]));
		table_cell(&table, headroom_word(buf, &port->pgs[ROCE_PRIO]));
		table_cell(&table, *word_prios(buf, prio_mask(port->prio_watchdog)) ? buf : "-");
	}
	table_print(&table);
}

static uint64_t drops_of(const struct shown *s)
{
	return pg_drops(s->port, s->id);
}

#define COUNTER(label_, key_, kind, stat) \
	(&(const struct row){ .label = label_, .key = key_, .at = COUNTER_AT(kind, stat), \
			      .format = format_number })

/* Counters of the RoCE priority */
static const struct row *const counters[] = {
	COUNTER("received", "rx_packets", PG, PFC_PG_STAT_RX_PACKETS),
	&(const struct row){ .label = "dropped", .key = "drop", .value = drops_of,
			     .format = format_number },
	COUNTER("sent", "tx_packets", QUEUE, PFC_QUEUE_STAT_TX_PACKETS),
	COUNTER("marked", "marked", QUEUE, PFC_QUEUE_STAT_MARKED),
	COUNTER("XOFF-out", "tx_xoff", PRIO, PFC_PRIO_STAT_TX_XOFF),
	COUNTER("XON-out", "tx_xon", PRIO, PFC_PRIO_STAT_TX_XON),
	COUNTER("XOFF-in", "rx_xoff", PRIO, PFC_PRIO_STAT_RX_XOFF),
	COUNTER("XON-in", "rx_xon", PRIO, PFC_PRIO_STAT_RX_XON),
	NULL
};

static void counters_table(const struct roce *r)
{
	struct table table = { 0 };
	size_t i;

	table_row(&table);
	table_cell(&table, "port");
	rows_head(&table, counters);
	for (i = 0; i < r->ports.n; i++) {
		const struct port *port = &r->ports.list[i];
		const struct shown s = { .port = port, .from = port, .id = ROCE_PRIO };

		table_row(&table);
		table_cell(&table, port->name);
		rows_cells(&table, counters, &s);
	}
	table_print(&table);
}

static void show_text(struct ctx *ctx, const struct roce *r)
{
	unsigned int n, found = 0;
	enum roce_mode mode;
	size_t i;

	puts("RoCE: DSCP 24-31, priority 3; CNP: DSCP 48-55, priority 6");
	settings_table(ctx, r);
	puts("Counters of priority 3:");
	counters_table(r);
	for (i = 0; i < r->ports.n; i++) {
		const struct port *port = &r->ports.list[i];
		char command[SHELL_COMMAND] = "";

		mode = mode_of(ctx, r, port);
		n = deviations(ctx, port, mode, true, NULL);
		found += n;
		shell_pfcctl(command, sizeof(command), ctx->netns, "roce %s dev %s",
			     roce_modes[mode], port->name);
		if (n)
			printf("%s: %u setting%s deviate%s; fix: %s\n", port->name, n,
			       n == 1 ? "" : "s", n == 1 ? "s" : "", command);
	}
	if (!found)
		puts("no setting deviates from the mode of its port");
}

static struct json_object *port_json(struct ctx *ctx, const struct roce *r,
				     const struct port *port)
{
	const struct queue *queue = &port->queues[ROCE_PRIO];
	const struct shown pg = { .port = port, .from = &port->pgs[ROCE_PRIO] };
	const struct shown counted = { .port = port, .from = port, .id = ROCE_PRIO };
	struct json_object *to = json_port(port), *tsa = json_object_new_array();
	struct json_object *stats = json_object_new_object();
	struct json_object *array = json_object_new_array();
	const enum roce_mode mode = mode_of(ctx, r, port);
	int tc;

	json_add_name(to, "mode", roce_modes[mode]);
	json_add_bool(to, "mode_set", set_mode(ctx, r, port) < ROCE_OFF);
	json_add_u64_or_null(to, "rate_bits_per_second", port->rate);
	json_add_name(to, "trust", word_of(trust_words, port->trust));
	json_add_u64(to, "roce_prio", port->dscp_prio[26]);
	json_add_u64(to, "cnp_prio", port->dscp_prio[48]);
	json_add_bools(to, "prio_pfc_tx", port->prio_pfc_tx, PFC_PRIO_COUNT);
	json_add_bools(to, "prio_pfc_rx", port->prio_pfc_rx, PFC_PRIO_COUNT);
	json_add_bools(to, "prio_watchdog", port->prio_watchdog, PFC_PRIO_COUNT);
	json_add_bytes(to, "prio_tc", port->prio_tc, PFC_PRIO_COUNT);
	for (tc = 0; tc < PFC_PRIO_COUNT; tc++)
		json_object_array_add(tsa, json_object_new_string(word_of(tsa_words,
									  port->tcs[tc].tsa)));
	json_object_object_add(to, "tc_tsa", tsa);
	json_add_u64(to, "roce_bw_percent", port->tcs[port->prio_tc[ROCE_PRIO]].bw);
	json_add_u64(to, "ecn_kmin", queue->ecn_kmin);
	json_add_u64_or_null(to, "ecn_kmax", queue->ecn_kmax);
	json_add_u64(to, "ecn_pmax_millionths", queue->ecn_pmax);
	rows_json(to, profile_json_rows, &pg);
	json_add_u64(to, "headroom_needed", port->pgs[ROCE_PRIO].headroom_needed);
	rows_json(stats, counters, &counted);
	json_object_object_add(to, "stats", stats);
	deviations(ctx, port, mode, false, array);
	json_object_object_add(to, "deviations", array);
	return to;
}

static void show_json(struct ctx *ctx, const struct roce *r)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < r->ports.n; i++)
		json_object_array_add(array, port_json(ctx, r, &r->ports.list[i]));
	json_print(ctx, array);
}

/* Pfcctl roce show.  Return: an exit status */
int roce_show(struct ctx *ctx, struct args *args)
{
	struct roce r = { 0 };
	int err;

	err = ports_shown(ctx, args, PORT_CONFIG | PORT_WATCH | PORT_STATS, &r.ports);
	if (!err)
		err = roce_load(ctx, &r);
	if (!err && ctx->json)
		show_json(ctx, &r);
	else if (!err && r.ports.n)
		show_text(ctx, &r);
	else if (!err)
		puts("no ports");
	roce_free(&r);
	return err;
}
