// SPDX-License-Identifier: GPL-2.0-only
/*
 * The text format of Prometheus, and that of OpenMetrics.
 *
 * A family is a metric with all values of its labels, one sample for each.
 */
#include <inttypes.h>
#include <string.h>
#include "format.h"
#include "metrics.h"
#include "output.h"

/* Return: the unit at the end of a metric name, or NULL */
static const char *unit_of(const char *name)
{
	static const char *const units[] = {
		"bytes", "seconds", "packets", "frames", "ratio", "quanta",
	};
	const char *last = strrchr(name, '_');
	size_t i;

	for (i = 0; last && i < ARRAY_SIZE(units); i++)
		if (!strcmp(last + 1, units[i]))
			return units[i];
	return NULL;
}

/*
 * Begin a family.
 * @type: type of the metric
 * @prefix: first part of its name
 * @name: second part of its name, or ""
 * @help: description
 *
 * OpenMetrics describes the family.  The older format describes the samples, whose name has a
 * suffix.
 */
void family(struct writer *w, enum metric_type type, const char *prefix, const char *name,
	    const char *help)
{
	static const char *const suffixes[] = { "_total", "", "_info" };
	static const char *const types[] = { "counter", "gauge", "info" };
	const char *suffix, *word = types[type];

	snprintf(w->name, sizeof(w->name), "%s%s%s", prefix, *name ? "_" : "", name);
	w->suffix = suffixes[type];
	suffix = w->openmetrics ? "" : w->suffix;
	if (!w->openmetrics && type == INFO)
		word = "gauge";
	fprintf(w->to, "# TYPE %s%s %s\n", w->name, suffix, word);
	if (w->openmetrics && unit_of(w->name))
		fprintf(w->to, "# UNIT %s %s\n", w->name, unit_of(w->name));
	fprintf(w->to, "# HELP %s%s %s\n", w->name, suffix, help);
}

/*
 * Add a label to the sample.
 * @value: its value; a control character, and a byte that is not UTF-8, becomes "?"
 */
void label(struct writer *w, const char *key, const char *value)
{
	bool clean;
	size_t len;

	fprintf(w->to, "%c%s=\"", w->labels++ ? ',' : '{', key);
	for (; *value; value += len) {
		len = text_char(value, &clean);
		if (*value == '"' || *value == '\\')
			fprintf(w->to, "\\%c", *value);
		else
			fprintf(w->to, "%.*s", clean ? (int)len : 1, clean ? value : "?");
	}
	fputc('"', w->to);
}

/* Add a label whose value is a number */
void label_number(struct writer *w, const char *key, unsigned int value)
{
	char buf[FORMAT_LEN];

	label(w, key, format_number(buf, value));
}

/*
 * Begin a sample of the family.
 * @source: namespace of the sample, or NULL
 */
void sample_begin(struct writer *w, const struct source *source)
{
	fprintf(w->to, "%s%s", w->name, w->suffix);
	w->labels = 0;
	if (source && w->sources->all)
		label(w, "netns", source->name);
}

/*
 * End a sample.
 * @scale: factor of the value; 1: the whole number is printed exactly
 */
void sample_end(struct writer *w, uint64_t value, double scale)
{
	if (w->labels)
		fputc('}', w->to);
	if (scale == 1)
		fprintf(w->to, " %" PRIu64 "\n", value);
	else
		fprintf(w->to, " %.15g\n", value * scale);
}
