// SPDX-License-Identifier: GPL-2.0-only
/*
 * The metrics of ports and pools.  Names and texts of counters come from the tables of "pfcctl
 * stats".  The samples of a family must follow each other, so each family covers all namespaces.
 */
#include <string.h>
#include <time.h>
#include "metrics.h"
#include "print.h"

/* Scales of values to base units: seconds, bytes, bytes per second, ratios */
#define NS		0.000000001
#define BITS		0.125
#define MEGABITS	125000.0
#define ALPHA		(1.0 / PFC_ALPHA_ONE)
#define MILLIONTHS	(1.0 / PFC_PMAX_ONE)
#define PERCENT		0.01

/* ---- parts of a port ---------------------------------------------------- */

/* The first parts are those with counters, see &enum counter_kind */
enum part { PART_TC = COUNTER_KINDS, PART_WATCH };

/**
 * struct part_kind - a kind of part of a port
 * @prefix: prefix of the names of its metrics
 * @label: label with the number of the part; NULL: the port itself
 * @fields: fields of its structure; NULL: the values are in maps of the port
 * @offset: offset of the first structure in &struct port
 * @size: size of the structure
 */
static const struct part_kind {
	const char		*prefix;
	const char		*label;
	const struct field	*fields;
	size_t			offset;
	size_t			size;
} part_kinds[] = {
	[COUNTERS_PORT]	 = { "pfc_port", NULL, port_fields, 0, 0 },
	[COUNTERS_PG]	 = { "pfc_port_pg", "pg", pg_fields,
			     offsetof(struct port, pgs), sizeof(struct pg) },
	[COUNTERS_PRIO]	 = { "pfc_port_priority", "priority", NULL, 0, 0 },
	[COUNTERS_QUEUE] = { "pfc_port_queue", "queue", queue_fields,
			     offsetof(struct port, queues), sizeof(struct queue) },
	[PART_TC]	 = { "pfc_port_tc", "tc", tc_fields,
			     offsetof(struct port, tcs), sizeof(struct tc) },
	[PART_WATCH]	 = { "pfc_port_priority", "priority", watch_fields,
			     offsetof(struct port, watches), sizeof(struct watch) },
};

typedef void sample_fn(struct writer *w, const struct port *port, unsigned int id,
		       const void *data);

/* Calls @fn for each part of all ports, with the labels of the part already printed */
static void each_part(struct writer *w, const struct part_kind *kind, sample_fn *fn,
		      const void *data)
{
	const unsigned int parts = kind->label ? PFC_PRIO_COUNT : 1;
	size_t i, j;
	unsigned int id;

	for (i = 0; i < w->sources->n; i++)
		for (j = 0; j < w->sources->list[i].ports.n; j++)
			for (id = 0; id < parts; id++) {
				const struct source *source = &w->sources->list[i];
				const struct port *port = &source->ports.list[j];

				sample_begin(w, source);
				label(w, "device", port->name);
				if (kind->label)
					label_number(w, kind->label, id);
				fn(w, port, id, data);
			}
}

/* ---- counters ----------------------------------------------------------- */

/**
 * struct cause - statistics that are one metric with a label "reason"
 * @prefix: prefix of the keys in JSON; the rest of a key is the reason
 * @name: name of the metric
 * @help: its description
 */
static const struct cause {
	const char	*prefix;
	const char	*name;
	const char	*help;
} causes[] = {
	{ "tx_drop_", "tx_dropped_packets",
	  "packets dropped that no PG or queue counts, by reason" },
	{ "rx_bad_", "rx_bad_frames", "MAC control frames received and dropped, by reason" },
	{ "drop_", "dropped_packets", "frames dropped, by reason, see pfcctl-stats(8)" },
};

static const struct cause *cause_of(const struct counter *c)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(causes); i++)
		if (!strncmp(c->key, causes[i].prefix, strlen(causes[i].prefix)))
			return &causes[i];
	return NULL;
}

/* Return: the length of @text without the end @end, or 0 if it ends otherwise */
static size_t without(const char *text, const char *end)
{
	size_t len = strlen(text), n = strlen(end);

	return len > n && !strcmp(text + len - n, end) ? len - n : 0;
}

/* Return: whether the statistic is a point in time; a duration has a key with "_time_ns" */
static bool is_time(const struct counter *c)
{
	return c->format == format_time && !without(c->key, "_time_ns");
}

/*
 * Return: whether the statistic can also decrease: a size in use or a peak, a state, a point in
 * time, or a backlog
 */
static bool is_gauge(enum counter_kind kind, const struct counter *c)
{
	return !c->format || c->format == format_size || is_time(c) ||
	       (kind == COUNTERS_QUEUE && c->attr == PFC_QUEUE_STAT_BACKLOG_PACKETS);
}

/* The name of a statistic is its key in JSON, in base units */
static const char *counter_name(char *buf, const struct counter *c)
{
	if (is_time(c))
		snprintf(buf, METRIC_LEN, "%.*s_timestamp_seconds", (int)without(c->key, "_ns"),
			 c->key);
	else if (c->format == format_time)
		snprintf(buf, METRIC_LEN, "%.*s_seconds", (int)without(c->key, "_time_ns"),
			 c->key);
	else if (c->format == format_size && !without(c->key, "_bytes"))
		snprintf(buf, METRIC_LEN, "%s_bytes", c->key);
	else
		snprintf(buf, METRIC_LEN, "%s", c->key);
	return buf;
}

/**
 * struct counted - a counter of one kind of object
 * @kind: kind of the object
 * @c: the counter
 */
struct counted {
	enum counter_kind	kind;
	const struct counter	*c;
};

static void counter_sample(struct writer *w, const struct port *port, unsigned int id,
			   const void *data)
{
	const struct counted *of = data;
	const struct cause *cause = cause_of(of->c);
	uint64_t value = port->counters[of->kind][id][of->c->attr];

	if (cause)
		label(w, "reason", of->c->key + strlen(cause->prefix));
	sample_end(w, is_time(of->c) ? w->epoch + value : value,
		   of->c->format == format_time ? NS : 1);
}

/* Counters with a common cause are neighbours in their table, as the formats demand */
static void print_counters(struct writer *w, enum counter_kind kind)
{
	const struct cause *cause, *last = NULL;
	const struct counter *c;
	char buf[METRIC_LEN];

	for (c = counter_kinds[kind].list; c->key; c++, last = cause) {
		cause = cause_of(c);
		if (!cause || cause != last)
			family(w, is_gauge(kind, c) ? GAUGE : COUNTER, part_kinds[kind].prefix,
			       cause ? cause->name : counter_name(buf, c),
			       cause ? cause->help : counter_docs[kind][c->attr]);
		each_part(w, &part_kinds[kind], counter_sample, &(struct counted){ kind, c });
	}
}

/* ---- settings and states ------------------------------------------------ */

/**
 * struct gauge - a setting or state of a port or of a part of it
 * @part: the part: &enum counter_kind or &enum part
 * @attr: netlink attribute
 * @name: name of the metric, without the prefix of the part
 * @scale: factor from the unit of the attribute to the unit of the metric
 * @help: description
 */
static const struct gauge {
	unsigned int	part;
	uint16_t	attr;
	const char	*name;
	double		scale;
	const char	*help;
} gauges[] = {
	{ COUNTERS_PORT, PFC_A_RATE, "rate_bytes_per_second", BITS, "egress rate; 0: unlimited" },
	{ COUNTERS_PORT, PFC_A_SPEED, "speed_bytes_per_second", MEGABITS, "speed of the link" },
	{ COUNTERS_PORT, PFC_A_PAUSE_TIME, "pause_quanta", 1, "pause time in the XOFF sent" },
	{ COUNTERS_PORT, PFC_A_QUEUE_LIMIT, "local_queue_limit_bytes", 1,
	  "limit of each queue for packets of this host" },
	{ COUNTERS_PORT, PFC_A_DELAY, "delay_seconds", NS, "simulated propagation delay" },
	{ COUNTERS_PORT, PFC_A_CABLE_DELAY, "cable_delay_seconds", NS,
	  "propagation delay of the cable" },
	{ COUNTERS_PORT, PFC_A_MEMORY_USED, "memory_used_bytes", 1,
	  "kernel memory of the frames that the port holds" },
	{ COUNTERS_PORT, PFC_A_MEMORY_PORT, "memory_port_bytes", 1,
	  "kernel memory of the state of the port" },
	{ COUNTERS_PORT, PFC_A_DETECTION_TIME, "watchdog_detection_seconds", NS,
	  "time after which a stuck queue is a storm" },
	{ COUNTERS_PORT, PFC_A_XOFF_TIMEOUT, "xoff_timeout_seconds", NS,
	  "time without progress after which the port stops sending XOFF; 0: off" },
	{ COUNTERS_PG, PFC_PG_A_LOSSLESS, "lossless", 1, "1 if the PG is lossless" },
	{ COUNTERS_PG, PFC_PG_A_XOFF, "xoff_threshold_bytes", 1,
	  "bytes of the shared part above which a lossless PG sends XOFF" },
	{ COUNTERS_PG, PFC_PG_A_XON, "xon_threshold_bytes", 1,
	  "occupancy at which a lossless PG sends XON" },
	{ COUNTERS_PG, PFC_PG_A_ALPHA, "alpha_ratio", ALPHA,
	  "factor of the dynamic threshold; 0: off" },
	{ COUNTERS_PG, PFC_PG_A_LIMIT, "limit_bytes", 1,
	  "bytes of the shared part above which a lossy PG drops packets" },
	{ COUNTERS_PG, PFC_PG_A_MIN, "guarantee_bytes", 1, "bytes reserved for the PG" },
	{ COUNTERS_PG, PFC_PG_A_HEADROOM, "headroom_size_bytes", 1, "headroom that the PG has" },
	{ COUNTERS_PG, PFC_PG_A_HEADROOM_NEEDED, "headroom_needed_bytes", 1,
	  "headroom that the link needs" },
	{ COUNTERS_QUEUE, PFC_QUEUE_A_LIMIT, "limit_bytes", 1,
	  "length above which lossy packets are dropped; 0: unlimited" },
	{ COUNTERS_QUEUE, PFC_QUEUE_A_ECN_KMIN, "ecn_kmin_bytes", 1,
	  "length above which packets may be marked" },
	{ COUNTERS_QUEUE, PFC_QUEUE_A_ECN_KMAX, "ecn_kmax_bytes", 1,
	  "length above which all packets are marked; 0: no marking" },
	{ COUNTERS_QUEUE, PFC_QUEUE_A_ECN_PMAX, "ecn_pmax_ratio", MILLIONTHS,
	  "marking probability at Kmax" },
	{ PART_TC, PFC_TC_A_BW, "bandwidth_ratio", PERCENT, "share of the bandwidth" },
	{ PART_TC, PFC_TC_A_RATE, "rate_bytes_per_second", BITS, "maximum rate; 0: unlimited" },
	{ COUNTERS_PRIO, PFC_A_PRIO_PFC_TX, "pfc_tx", 1, "1 if the port sends XOFF" },
	{ COUNTERS_PRIO, PFC_A_PRIO_PFC_RX, "pfc_rx", 1, "1 if the port obeys XOFF" },
	{ COUNTERS_PRIO, PFC_A_PRIO_WATCHDOG, "watchdog", 1, "1 if the watchdog is on" },
	{ PART_WATCH, PFC_WATCHDOG_A_MANUAL, "mitigation_manual", 1,
	  "1 if an operator has requested mitigation" },
	{ PART_WATCH, PFC_WATCHDOG_A_INJECTED, "storm_injected", 1, "1 if a storm is injected" },
	{ PART_WATCH, PFC_WATCHDOG_A_XOFF_STOPPED, "xoff_stopped", 1,
	  "1 if the port has stopped sending XOFF after xoff-timeout" },
};

static uint64_t field_value(const struct field *fields, uint16_t attr, const void *base)
{
	while (fields->attr != attr)
		fields++;
	return member_value((const char *)base + fields->offset, fields->size);
}

static uint64_t gauge_value(const struct gauge *g, const struct port *port, unsigned int id)
{
	const struct part_kind *kind = &part_kinds[g->part];
	const char *base = (const char *)port + kind->offset + id * kind->size;
	const struct map_field *map = map_fields;

	if (kind->fields)
		return field_value(kind->fields, g->attr, base);
	while (map->attr != g->attr)
		map++;
	return base[map->offset + id];
}

static void gauge_sample(struct writer *w, const struct port *port, unsigned int id,
			 const void *data)
{
	const struct gauge *g = data;

	sample_end(w, gauge_value(g, port, id), g->scale);
}

static void state_sample(struct writer *w, const struct port *port, unsigned int id,
			 const void *data)
{
	const char *const *state = data;

	label(w, "state", *state);
	sample_end(w, port->watches[id].state == state - watchdog_state_words, 1);
}

static void port_info(struct writer *w, const struct port *port, unsigned int id,
		      const void *data)
{
	(void)id;
	(void)data;
	label_number(w, "ifindex", port->ifindex);
	label_number(w, "port_id", port->id);
	label(w, "flow_control", word_of(flow_control_words, port->flow_control));
	sample_end(w, 1, 1);
}

static void prio_info(struct writer *w, const struct port *port, unsigned int id,
		      const void *data)
{
	(void)data;
	label_number(w, "pg", port->prio_pg[id]);
	label_number(w, "tc", port->prio_tc[id]);
	sample_end(w, 1, 1);
}

static void print_ports(struct writer *w)
{
	const struct part_kind *prio = &part_kinds[COUNTERS_PRIO];
	const char *const *state;
	unsigned int kind;
	size_t i;

	for (kind = 0; kind < COUNTER_KINDS; kind++)
		print_counters(w, kind);
	for (i = 0; i < ARRAY_SIZE(gauges); i++) {
		const struct part_kind *part = &part_kinds[gauges[i].part];

		family(w, GAUGE, part->prefix, gauges[i].name, gauges[i].help);
		each_part(w, part, gauge_sample, &gauges[i]);
	}
	family(w, GAUGE, prio->prefix, "watchdog_state", "1 for the state of the priority");
	for (state = watchdog_state_words; *state; state++)
		each_part(w, prio, state_sample, state);
	family(w, INFO, part_kinds[COUNTERS_PORT].prefix, "", "the port");
	each_part(w, &part_kinds[COUNTERS_PORT], port_info, NULL);
	family(w, INFO, prio->prefix, "", "PG and traffic class of the priority");
	each_part(w, prio, prio_info, NULL);
}

/* ---- pools -------------------------------------------------------------- */

/**
 * struct pool_gauge - a value of a pool
 * @attr: netlink attribute
 * @name: name of the metric, without prefix
 * @help: description
 */
static const struct pool_gauge {
	uint16_t	attr;
	const char	*name;
	const char	*help;
} pool_gauges[] = {
	{ PFC_A_POOL_SIZE, "size_bytes", "size of the pool" },
	{ PFC_A_POOL_OVERSUBSCRIBE_RATIO, "oversubscribe_ratio",
	  "sum of the headrooms per byte reserved for headrooms" },
	{ PFC_A_POOL_PGS, "pgs", "number of PGs bound to the pool" },
	{ PFC_A_POOL_RESERVED, "reserved_bytes", "bytes reserved for guarantees and headrooms" },
	{ PFC_A_POOL_GUARANTEES, "guarantees_bytes", "bytes reserved for guarantees" },
	{ PFC_A_POOL_HEADROOMS, "headrooms_bytes", "sum of the headrooms" },
	{ PFC_A_POOL_HEADROOM_SIZE, "headroom_size_bytes", "bytes reserved for headrooms" },
	{ PFC_A_POOL_HEADROOM_USED, "headroom_used_bytes", "bytes of headroom in use" },
	{ PFC_A_POOL_HEADROOM_PEAK, "headroom_peak_bytes",
	  "maximum of the headroom in use since the watermarks were cleared" },
	{ PFC_A_POOL_HEADROOM_LIFETIME_PEAK, "headroom_lifetime_peak_bytes",
	  "maximum of the headroom in use" },
	{ PFC_A_POOL_SHARED_SIZE, "shared_size_bytes", "bytes that are not reserved" },
	{ PFC_A_POOL_SHARED_USED, "shared_used_bytes", "bytes of the shared part in use" },
	{ PFC_A_POOL_SHARED_PEAK, "shared_peak_bytes",
	  "maximum of the shared part in use since the watermarks were cleared" },
	{ PFC_A_POOL_SHARED_LIFETIME_PEAK, "shared_lifetime_peak_bytes",
	  "maximum of the shared part in use" },
	{ PFC_A_POOL_CLEARED, "cleared_timestamp_seconds",
	  "time at which the watermarks were cleared" },
};

static void print_pools(struct writer *w, const struct pool_gauge *g)
{
	size_t i, j;

	family(w, GAUGE, "pfc_pool", g->name, g->help);
	for (i = 0; i < w->sources->n; i++)
		for (j = 0; j < w->sources->list[i].pools.n; j++) {
			const struct pool *pool = &w->sources->list[i].pools.list[j];
			const uint64_t value = field_value(pool_fields, g->attr, pool);
			const bool time = g->attr == PFC_A_POOL_CLEARED;

			sample_begin(w, &w->sources->list[i]);
			label(w, "pool", pool->name);
			sample_end(w, time ? w->epoch + value : value, time ? NS : 1);
		}
}

/* ------------------------------------------------------------------------- */

/* Return: time since the epoch at 0 of CLOCK_MONOTONIC, ns, in whole ms so that it is stable */
static uint64_t monotonic_epoch(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (now.tv_sec * 1000000000ULL + now.tv_nsec - time_now()) / 1000000 * 1000000;
}

/**
 * metrics_print() - print all metrics of ports and pools
 * @to: the output
 * @sources: the namespaces of the ports and pools
 * @openmetrics: print OpenMetrics; false: the text format of Prometheus
 */
void metrics_print(FILE *to, const struct sources *sources, bool openmetrics)
{
	struct writer w = {
		.to = to, .sources = sources, .openmetrics = openmetrics,
		.epoch = monotonic_epoch(),
	};
	size_t i;

	family(&w, INFO, "pfc_build", "", "version of pfcctl");
	sample_begin(&w, NULL);
	label(&w, "version", PFCCTL_VERSION);
	sample_end(&w, 1, 1);
	print_ports(&w);
	metrics_impair(&w);
	for (i = 0; i < ARRAY_SIZE(pool_gauges); i++)
		print_pools(&w, &pool_gauges[i]);
	if (openmetrics)
		fputs("# EOF\n", to);
}
