// SPDX-License-Identifier: GPL-2.0-only
/*
 * Metrics of impairments.  A port has counters from its first impairment on, until "impair off".
 * Each port shows whether an impairment is on, for an alert on those that were forgotten.
 */
#include "impair.h"
#include "metrics.h"

#define NS	0.000000001

/**
 * struct link_counter - a counter of the losses of the link
 * @offset: offset of the value in &struct impairments
 * @scale: scale of the value to the base unit
 * @name: name of the metric
 * @help: its description
 */
static const struct link_counter {
	size_t		offset;
	double		scale;
	const char	*name;
	const char	*help;
} link_counters[] = {
	{ offsetof(struct impairments, link_downs), 1, "impair_link_downs",
	  "losses of the link by an impairment" },
	{ offsetof(struct impairments, link_time), NS, "impair_link_down_seconds",
	  "time for which an impairment kept the link down" },
	{ offsetof(struct impairments, link_lost), 1, "impair_link_lost_frames",
	  "frames lost because an impairment kept the link down" },
};

typedef void impair_fn(struct writer *w, const struct source *source, const struct port *port,
		       const void *data);

static void each_port(struct writer *w, bool all, impair_fn *fn, const void *data)
{
	size_t i, j;

	for (i = 0; i < w->sources->n; i++)
		for (j = 0; j < w->sources->list[i].ports.n; j++) {
			const struct port *port = &w->sources->list[i].ports.list[j];

			if (all || port->impairments.since)
				fn(w, &w->sources->list[i], port, data);
		}
}

static void on_sample(struct writer *w, const struct source *source, const struct port *port,
		      const void *data)
{
	const struct impairments *of = &port->impairments;

	(void)data;
	sample_begin(w, source);
	label(w, "device", port->name);
	sample_end(w, of->link_down || impair_prios(of), 1);
}

static void link_sample(struct writer *w, const struct source *source, const struct port *port,
			const void *data)
{
	const struct link_counter *c = data;
	const char *at = (const char *)&port->impairments + c->offset;

	sample_begin(w, source);
	label(w, "device", port->name);
	sample_end(w, *(const uint64_t *)at, c->scale);
}

static void prio_samples(struct writer *w, const struct source *source, const struct port *port,
			 const void *data)
{
	const struct impair_counter *c = data;
	unsigned int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		sample_begin(w, source);
		label(w, "device", port->name);
		label_number(w, "priority", prio);
		sample_end(w, port->impairments.counters[prio][c->attr],
			   c->attr == PFC_IMPAIR_STAT_XOFF_TIME ? NS : 1);
	}
}

/* Print the metrics of impairments */
void metrics_impair(struct writer *w)
{
	size_t i;

	family(w, GAUGE, "pfc_port", "impaired", "1 if the port disturbs its link on purpose");
	each_port(w, true, on_sample, NULL);
	for (i = 0; i < ARRAY_SIZE(link_counters); i++) {
		family(w, COUNTER, "pfc_port", link_counters[i].name, link_counters[i].help);
		each_port(w, false, link_sample, &link_counters[i]);
	}
	for (i = 0; i < IMPAIR_COUNTERS; i++) {
		family(w, COUNTER, "pfc_port_priority", impair_counters[i].metric,
		       impair_counters[i].help);
		each_port(w, false, prio_samples, &impair_counters[i]);
	}
}
