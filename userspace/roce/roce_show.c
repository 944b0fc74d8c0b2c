// SPDX-License-Identifier: GPL-2.0-only
/*
 * State of all RoCE ports on one screen: pfcctl roce show
 */
#include <stdlib.h>
#include <string.h>
#include "drops.h"
#include "print.h"
#include "roce.h"
#include "select.h"

/**
 * struct state - a port and its mode
 * @target: the port
 * @mode: the mode; %ROCE_MODES: none
 * @recorded: "pfcctl roce" has set the mode; else the settings match it
 */
struct state {
	struct roce_target	target;
	enum roce_mode		mode;
	bool			recorded;
};

/* Formats a setting of RoCE as a port has it */
static void value_of(char *buf, const struct roce_setting *s, const struct port *port)
{
	port_words(buf, setting_find(s->settings, s->name), port, ROCE_PRIO);
}

/* Return: the next setting, from @s on, that differs between two ports, or NULL */
static const struct roce_setting *next_deviation(const struct roce_setting *s, char *is,
						 char *wanted, const struct port *port,
						 const struct port *want)
{
	for (; s->object; s++) {
		value_of(is, s, port);
		value_of(wanted, s, want);
		if (strcmp(is, wanted))
			return s;
	}
	return NULL;
}

/* Return: whether the port has all settings of the mode */
static bool has_mode(struct ctx *ctx, const struct state *state, enum roce_mode mode)
{
	struct port want = *state->target.port;
	char is[WORDS_LEN], wanted[WORDS_LEN];

	return roce_wanted(ctx, mode, &state->target, &want) &&
	       !next_deviation(roce_settings, is, wanted, state->target.port, &want);
}

static void find_mode(struct ctx *ctx, const struct roce_states *states, struct state *state)
{
	const struct port *port = state->target.port;
	const struct roce_saved *saved = roce_saved_find(states, port->ifindex);

	state->recorded = roce_saved_valid(ctx, saved, port) && saved->mode < ROCE_MODES;
	state->mode = state->recorded ? saved->mode : 0;
	while (!state->recorded && state->mode < ROCE_MODES &&
	       !has_mode(ctx, state, state->mode))
		state->mode++;
}

static const char *mode_word(const struct state *state)
{
	return state->mode < ROCE_MODES ? roce_modes[state->mode] : "off";
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

static void settings_table(const struct state *list, size_t n)
{
	static const char *const head[] = {
		"port", "mode", "rate", "trust", "sends", "obeys", "RoCE", "CNP", "rest",
		"ECN", "headroom", "watchdog",
	};
	struct table table = { 0 };
	char buf[FORMAT_LEN];
	size_t i;

	table_row(&table);
	for (i = 0; i < ARRAY_SIZE(head); i++)
		table_cell(&table, head[i]);
	for (i = 0; i < n; i++) {
		const struct port *port = list[i].target.port;

		table_row(&table);
		table_cell(&table, port->name);
		table_cell(&table, mode_word(&list[i]));
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

/* Counters of the RoCE priority, in the order of the columns; 0: the sum of all drops */
static const struct {
	const char		*head;
	const char		*key;
	enum counter_kind	kind;
	uint16_t		attr;
} counters[] = {
	{ "received", "rx_packets", COUNTERS_PG, PFC_PG_STAT_RX_PACKETS },
	{ "dropped", "drop", COUNTERS_PG, 0 },
	{ "sent", "tx_packets", COUNTERS_QUEUE, PFC_QUEUE_STAT_TX_PACKETS },
	{ "marked", "marked", COUNTERS_QUEUE, PFC_QUEUE_STAT_MARKED },
	{ "XOFF-out", "tx_xoff", COUNTERS_PRIO, PFC_PRIO_STAT_TX_XOFF },
	{ "XON-out", "tx_xon", COUNTERS_PRIO, PFC_PRIO_STAT_TX_XON },
	{ "XOFF-in", "rx_xoff", COUNTERS_PRIO, PFC_PRIO_STAT_RX_XOFF },
	{ "XON-in", "rx_xon", COUNTERS_PRIO, PFC_PRIO_STAT_RX_XON },
};

static uint64_t counter_of(const struct port *port, size_t i)
{
	const uint64_t *values = port->counters[counters[i].kind][ROCE_PRIO];

	return counters[i].attr ? values[counters[i].attr] : pg_drops(port, ROCE_PRIO);
}

static void counters_table(const struct state *list, size_t n)
{
	struct table table = { 0 };
	char buf[FORMAT_LEN];
	size_t i, c;

	table_row(&table);
	table_cell(&table, "port");
	for (c = 0; c < ARRAY_SIZE(counters); c++)
		table_cell(&table, counters[c].head);
	for (i = 0; i < n; i++) {
		table_row(&table);
		table_cell(&table, list[i].target.port->name);
		for (c = 0; c < ARRAY_SIZE(counters); c++)
			table_cell(&table, format_number(buf,
							 counter_of(list[i].target.port, c)));
	}
	table_print(&table);
}

/* Prints the deviations of a port, or adds them to @array.  Return: their number */
static unsigned int deviations(struct ctx *ctx, const struct state *state,
			       struct json_object *array)
{
	char is[WORDS_LEN], wanted[WORDS_LEN], command[SHELL_COMMAND] = "";
	const struct port *port = state->target.port;
	const struct roce_setting *s = roce_settings;
	struct port want = *port;
	struct json_object *json;
	unsigned int n = 0;

	if (state->mode == ROCE_MODES || !roce_wanted(ctx, state->mode, &state->target, &want))
		return 0;
	for (; (s = next_deviation(s, is, wanted, port, &want)); s++) {
		n++;
		if (!array) {
			printf("%s: %s is %s, %s: %s\n", port->name, s->name, is,
			       roce_modes[state->mode], wanted);
			continue;
		}
		json = json_object_new_object();
		json_add_name(json, "setting", s->name);
		json_add_name(json, "is", is);
		json_add_name(json, "expected", wanted);
		json_object_array_add(array, json);
	}
	shell_pfcctl(command, sizeof(command), ctx->netns, "roce %s dev %s",
		     roce_modes[state->mode], port->name);
	if (n && !array)
		printf("%s: %u setting%s deviate%s; fix: %s\n", port->name, n, n == 1 ? "" : "s",
		       n == 1 ? "s" : "", command);
	return n;
}

static void show_text(struct ctx *ctx, const struct state *list, size_t n)
{
	unsigned int found = 0;
	size_t i;

	puts("RoCE: DSCP 24-31, priority 3; CNP: DSCP 48-55, priority 6");
	settings_table(list, n);
	puts("Counters of priority 3:");
	counters_table(list, n);
	for (i = 0; i < n; i++)
		found += deviations(ctx, &list[i], NULL);
	if (!found)
		puts("no setting deviates from the mode of its port");
}

/* Return: an array with the algorithm of each class */
static struct json_object *tsa_json(const struct port *port)
{
	const struct setting *s = setting_find(ets_settings, "tc-tsa");
	struct json_object *array = json_object_new_array();
	int tc;

	for (tc = 0; tc < PFC_PRIO_COUNT; tc++)
		json_object_array_add(array, json_object_new_string(word_of(s->map->values,
									    port->tcs[tc].tsa)));
	return array;
}

static struct json_object *state_json(struct ctx *ctx, const struct state *state)
{
	const struct port *port = state->target.port;
	const struct queue *queue = &port->queues[ROCE_PRIO];
	struct json_object *to = json_object_new_object();
	struct json_object *stats = json_object_new_object();
	struct json_object *array = json_object_new_array();
	size_t c;

	json_add_name(to, "dev", port->name);
	json_add_u64(to, "ifindex", port->ifindex);
	json_add_u64(to, "port_id", port->id);
	json_add_name(to, "mode", mode_word(state));
	json_add_bool(to, "mode_set", state->recorded);
	json_add_u64_or_null(to, "rate_bits_per_second", port->rate);
	json_add_name(to, "trust", word_of(trust_words, port->trust));
	json_add_u64(to, "roce_prio", port->dscp_prio[26]);
	json_add_u64(to, "cnp_prio", port->dscp_prio[48]);
	json_add_bools(to, "prio_pfc_tx", port->prio_pfc_tx, PFC_PRIO_COUNT);
	json_add_bools(to, "prio_pfc_rx", port->prio_pfc_rx, PFC_PRIO_COUNT);
	json_add_bools(to, "prio_watchdog", port->prio_watchdog, PFC_PRIO_COUNT);
	json_add_bytes(to, "prio_tc", port->prio_tc, PFC_PRIO_COUNT);
	json_object_object_add(to, "tc_tsa", tsa_json(port));
	json_add_u64(to, "roce_bw_percent", port->tcs[port->prio_tc[ROCE_PRIO]].bw);
	json_add_u64(to, "ecn_kmin", queue->ecn_kmin);
	json_add_u64_or_null(to, "ecn_kmax", queue->ecn_kmax);
	json_add_u64(to, "ecn_pmax_millionths", queue->ecn_pmax);
	pg_json(to, &port->pgs[ROCE_PRIO], pg_is_auto(port, &port->pgs[ROCE_PRIO]));
	json_add_u64(to, "headroom_needed", port->pgs[ROCE_PRIO].headroom_needed);
	for (c = 0; c < ARRAY_SIZE(counters); c++)
		json_add_u64(stats, counters[c].key, counter_of(port, c));
	json_object_object_add(to, "stats", stats);
	deviations(ctx, state, array);
	json_object_object_add(to, "deviations", array);
	return to;
}

static void show_json(struct ctx *ctx, const struct state *list, size_t n)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < n; i++)
		json_object_array_add(array, state_json(ctx, &list[i]));
	json_print(ctx, array);
}

/* Pfcctl roce show.  Return: an exit status */
int roce_show(struct ctx *ctx, struct args *args)
{
	struct devices devices = { 0 };
	struct roce_states states = { 0 };
	struct ports ports = { 0 };
	struct state *list = NULL;
	size_t i, n = 0;
	int err;

	err = ports_shown(ctx, args, PORT_CONFIG | PORT_WATCH | PORT_STATS, &ports);
	if (!err)
		err = devices_load(ctx, &devices);
	if (!err)
		err = roce_load(ctx, &states);
	if (!err)
		list = list_new(ports.n, sizeof(*list));
	for (i = 0; !err && i < ports.n; i++) {
		list[n].target = (struct roce_target){
			.dev = device_find(&devices, ports.list[i].ifindex),
			.port = &ports.list[i],
		};
		if (list[n].target.dev)	/* else deleted between the dumps */
			find_mode(ctx, &states, &list[n++]);
	}
	if (!err && ctx->json)
		show_json(ctx, list, n);
	else if (!err && n)
		show_text(ctx, list, n);
	else if (!err)
		puts("no ports");
	free(list);
	roce_states_free(&states);
	ports_free(&ports);
	devices_free(&devices);
	return err;
}
