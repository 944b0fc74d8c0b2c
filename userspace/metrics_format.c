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

/**
 * family() - begin a family
 * @w: the output
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

/* Return: the length of the UTF-8 sequence at @text, or 0 if it is invalid */
static int utf8_len(const char *text)
{
	const unsigned char first = *text;
	const unsigned char second = first ? text[1] : 0;
	int len = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 :
		  first < 0xf5 ? 4 : 0, i;

	for (i = 1; i < len; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	/* overlong forms, surrogates, and values above U+10FFFF */
	if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
	    (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90))
		return 0;
	return len;
}

/**
 * label() - add a label to the sample
 * @w: the output
 * @key: name of the label
 * @value: its value; invalid UTF-8, which names of devices and namespaces can contain, becomes "?"
 */
void label(struct writer *w, const char *key, const char *value)
{
	int len;

	fprintf(w->to, "%c%s=\"", w->labels++ ? ',' : '{', key);
	for (; *value; value += len ? len : 1) {
		len = utf8_len(value);
		if (*value == '\n')
			fputs("\\n", w->to);
		else if (*value == '"' || *value == '\\')
			fprintf(w->to, "\\%c", *value);
		else
			fprintf(w->to, "%.*s", len ? len : 1, len ? value : "?");
	}
	fputc('"', w->to);
}

/**
 * label_number() - add a label whose value is a number
 * @w: the output
 * @key: name of the label
 * @value: its value
 */
void label_number(struct writer *w, const char *key, unsigned int value)
{
	char buf[FORMAT_LEN];

	label(w, key, format_number(buf, value));
}

/**
 * sample_begin() - begin a sample of the family
 * @w: the output
 * @source: namespace of the sample, or NULL
 */
void sample_begin(struct writer *w, const struct source *source)
{
	fprintf(w->to, "%s%s", w->name, w->suffix);
	w->labels = 0;
	if (source && w->sources->all)
		label(w, "netns", source->name);
}

/**
 * sample_end() - end a sample
 * @w: the output
 * @value: its value
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
