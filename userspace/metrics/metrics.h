/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Metrics of ports and pools for Prometheus.
 */
#ifndef METRICS_H
#define METRICS_H

#include <dirent.h>
#include <sys/stat.h>
#include "rows.h"

#define SOURCE_NAME_LEN	sizeof(((struct dirent *)0)->d_name)

/**
 * struct source - a network namespace, with its ports and pools
 * @name: name of the namespace; "" for the namespace of the tool if it has no name
 * @fd: file descriptor of the namespace
 * @id: identity of the namespace: device and inode
 * @ports: ports of the namespace
 * @pools: pools of the namespace
 */
struct source {
	char		name[SOURCE_NAME_LEN];
	int		fd;
	struct stat	id;
	struct ports	ports;
	struct pools	pools;
};

/**
 * struct sources - namespaces whose metrics are printed
 * @all: all namespaces with a name; false: only that of the tool
 * @n: number of entries in @list
 * @list: the namespaces; the first one is that of the tool
 */
struct sources {
	bool		all;
	size_t		n;
	struct source	*list;
};

#define METRIC_LEN	96

enum metric_type { COUNTER, GAUGE, INFO };

/* Scales of values to base units: seconds, bytes, bytes per second, ratios */
#define NS		0.000000001
#define BITS		0.125
#define MEGABITS	125000.0
#define ALPHA		(1.0 / PFC_ALPHA_ONE)
#define MILLIONTHS	(1.0 / PFC_PMAX_ONE)
#define PERCENT		0.01

/**
 * struct metric - a setting, a state or a counter as a metric
 * @name: name of the metric, without the prefix of its object; metrics of the same name follow
 *	each other
 * @type: type of the metric
 * @scale: factor from the unit of the value to the unit of the metric
 * @help: description
 * @row: the value
 * @reason: value of the label "reason", or NULL
 */
struct metric {
	const char		*name;
	enum metric_type	type;
	double			scale;
	const char		*help;
	struct row		row;
	const char		*reason;
};

/* metric_rows_generated.c, from the netlink specification; an empty entry ends each list */
extern const struct metric port_metrics[], pg_metrics[], queue_metrics[], tc_metrics[];
extern const struct metric prio_metrics[], watch_metrics[], impaired_metrics[];
extern const struct metric impair_metrics[], pool_metrics[];
extern const struct metric port_counter_metrics[], pg_counter_metrics[], prio_counter_metrics[];
extern const struct metric queue_counter_metrics[];

/**
 * struct writer - state of the output
 * @to: the output
 * @sources: the namespaces
 * @openmetrics: format
 * @epoch: time since the epoch at 0 of CLOCK_MONOTONIC, ns
 * @name: name of the current family
 * @suffix: suffix of the names of its samples
 * @labels: number of labels of the current sample
 */
struct writer {
	FILE			*to;
	const struct sources	*sources;
	bool			openmetrics;
	uint64_t		epoch;
	char			name[METRIC_LEN];
	const char		*suffix;
	unsigned int		labels;
};

/* metrics_format.c */
void family(struct writer *w, enum metric_type type, const char *prefix, const char *name,
	    const char *help);
void sample_begin(struct writer *w, const struct source *source);
void label(struct writer *w, const char *key, const char *value);
void label_number(struct writer *w, const char *key, unsigned int value);
void sample_end(struct writer *w, uint64_t value, double scale);

/* metrics_read.c */
int sources_load(struct ctx *ctx, bool all, struct sources *sources);
void sources_free(struct sources *sources);

/* metrics_print.c */
void metrics_print(FILE *to, const struct sources *sources, bool openmetrics);

#endif /* METRICS_H */
