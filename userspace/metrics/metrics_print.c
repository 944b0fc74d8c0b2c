// SPDX-License-Identifier: GPL-2.0-only
/*
 * The metrics of ports and pools.  Their names, texts and members are generated.
 * The samples of a family must follow each other, so each family covers all namespaces.
 */
#include <string.h>
#include <time.h>
#include "metrics.h"
#include "when.h"

/* ---- parts of a port ---------------------------------------------------- */

/* The first parts are those with counters, see &enum counter_kind */
enum port_part { PART_TC = COUNTER_KINDS, PART_WATCH, PART_IMPAIRED, PART_IMPAIR };

/**
 * struct part_kind - a kind of part of a port
 * @prefix: prefix of the names of its metrics
 * @label: label with the number of the part; NULL: the port itself
 * @metrics: its metrics, except counters
 * @offset: offset of the first structure in &struct port
 * @size: size of the structure
 * @impaired: only ports with impairments have the metrics
 */
static const struct part_kind {
	const char		*prefix;
	const char		*label;
	const struct metric	*metrics;
	size_t			offset;
	size_t			size;
	bool			impaired;
} part_kinds[] = {
	[COUNTERS_PORT]	 = { "pfc_port", NULL, port_metrics, 0, 0, false },
	[COUNTERS_PG]	 = { "pfc_port_pg", "pg", pg_metrics,
			     offsetof(struct port, pgs), sizeof(struct pg), false },
	[COUNTERS_PRIO]	 = { "pfc_port_priority", "priority", prio_metrics, 0, 0, false },
	[COUNTERS_QUEUE] = { "pfc_port_queue", "queue", queue_metrics,
			     offsetof(struct port, queues), sizeof(struct queue), false },
	[PART_TC]	 = { "pfc_port_tc", "tc", tc_metrics,
			     offsetof(struct port, tcs), sizeof(struct tc), false },
	[PART_WATCH]	 = { "pfc_port_priority", "priority", watch_metrics,
			     offsetof(struct port, watches), sizeof(struct watch), false },
	[PART_IMPAIRED]	 = { "pfc_port", NULL, impaired_metrics,
			     offsetof(struct port, impairments), 0, false },
	[PART_IMPAIR]	 = { "pfc_port_priority", "priority", impair_metrics, 0, 0, true },
};

typedef void sample_fn(struct writer *w, const struct shown *s, const void *data);

/* Calls @fn for each part of all ports, with the labels of the part already printed */
static void each_part(struct writer *w, const struct part_kind *kind, sample_fn *fn,
		      const void *data)
{
	const unsigned int parts = kind->label ? PFC_PRIO_COUNT : 1;
	unsigned int id;
	size_t i, j;

	for (i = 0; i < w->sources->n; i++)
		for (j = 0; j < w->sources->list[i].ports.n; j++)
			for (id = 0; id < parts; id++) {
				const struct source *source = &w->sources->list[i];
				const struct port *port = &source->ports.list[j];
				const char *from = (const char *)port + kind->offset;

				if (kind->impaired && !port->impairments.since)
					continue;
				sample_begin(w, source);
				label(w, "device", port->name);
				if (kind->label)
					label_number(w, kind->label, id);
				fn(w, &(struct shown){
					.port = port, .id = id, .from = from + id * kind->size,
				}, data);
			}
}

static void metric_sample(struct writer *w, const struct shown *s, const void *data)
{
	const struct metric *m = data;

	if (m->reason)
		label(w, "reason", m->reason);
	sample_end(w, row_value(&m->row, s) + (m->row.type == ROW_SINCE ? w->epoch : 0), m->scale);
}

static void print_metrics(struct writer *w, const struct part_kind *kind,
			  const struct metric *list)
{
	const struct metric *m;

	for (m = list; m->name; m++) {
		if (m == list || strcmp(m->name, m[-1].name))
			family(w, m->type, kind->prefix, m->name, m->help);
		each_part(w, kind, metric_sample, m);
	}
}

static void state_sample(struct writer *w, const struct shown *s, const void *data)
{
	const char *const *state = data;

	label(w, "state", *state);
	sample_end(w, s->port->watches[s->id].state == state - watchdog_state_words, 1);
}

static void port_info(struct writer *w, const struct shown *s, const void *data)
{
	(void)data;
	label_number(w, "ifindex", s->port->ifindex);
	label_number(w, "port_id", s->port->id);
	label(w, "flow_control", word_of(flow_control_words, s->port->flow_control));
	sample_end(w, 1, 1);
}

static void prio_info(struct writer *w, const struct shown *s, const void *data)
{
	(void)data;
	label_number(w, "pg", port_pg(s->port, s->id));
	label_number(w, "tc", s->port->prio_tc[s->id]);
	sample_end(w, 1, 1);
}

static void print_ports(struct writer *w)
{
	static const unsigned int order[] = {
		COUNTERS_PORT, COUNTERS_PG, COUNTERS_QUEUE, PART_TC, COUNTERS_PRIO, PART_WATCH,
	};
	static const struct metric *const counters[COUNTER_KINDS] = {
		[COUNTERS_PORT] = port_counter_metrics,
		[COUNTERS_PG] = pg_counter_metrics,
		[COUNTERS_PRIO] = prio_counter_metrics,
		[COUNTERS_QUEUE] = queue_counter_metrics,
	};
	const struct part_kind *prio = &part_kinds[COUNTERS_PRIO];
	const char *const *state;
	unsigned int kind;
	size_t i;

	for (kind = 0; kind < COUNTER_KINDS; kind++)
		print_metrics(w, &part_kinds[kind], counters[kind]);
	for (i = 0; i < ARRAY_SIZE(order); i++)
		print_metrics(w, &part_kinds[order[i]], part_kinds[order[i]].metrics);
	family(w, GAUGE, prio->prefix, "watchdog_state", "1 for the state of the priority");
	for (state = watchdog_state_words; *state; state++)
		each_part(w, prio, state_sample, state);
	family(w, INFO, part_kinds[COUNTERS_PORT].prefix, "", "the port");
	each_part(w, &part_kinds[COUNTERS_PORT], port_info, NULL);
	family(w, INFO, prio->prefix, "", "PG and traffic class of the priority");
	each_part(w, prio, prio_info, NULL);
	for (kind = PART_IMPAIRED; kind <= PART_IMPAIR; kind++)
		print_metrics(w, &part_kinds[kind], part_kinds[kind].metrics);
}

/* ---- pools -------------------------------------------------------------- */

static void print_pools(struct writer *w, const struct metric *m)
{
	size_t i, j;

	family(w, m->type, "pfc_pool", m->name, m->help);
	for (i = 0; i < w->sources->n; i++)
		for (j = 0; j < w->sources->list[i].pools.n; j++) {
			const struct pool *pool = &w->sources->list[i].pools.list[j];

			sample_begin(w, &w->sources->list[i]);
			label(w, "pool", pool->name);
			metric_sample(w, &(struct shown){ .from = pool }, m);
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

/*
 * Print all metrics of ports and pools.
 * @sources: the namespaces of the ports and pools
 * @openmetrics: print OpenMetrics; false: the text format of Prometheus
 */
void metrics_print(FILE *to, const struct sources *sources, bool openmetrics)
{
	struct writer w = {
		.to = to, .sources = sources, .openmetrics = openmetrics,
		.epoch = monotonic_epoch(),
	};
	const struct metric *m;

	family(&w, INFO, "pfc_build", "", "version of pfcctl");
	sample_begin(&w, NULL);
	label(&w, "version", PFCCTL_VERSION);
	sample_end(&w, 1, 1);
	print_ports(&w);
	for (m = pool_metrics; m->name; m++)
		print_pools(&w, m);
	if (openmetrics)
		fputs("# EOF\n", to);
}
