// SPDX-License-Identifier: GPL-2.0-only
/*
 * Impairments of ports as text and JSON: pfcctl impair show
 */
#include <string.h>
#include "check.h"
#include "impair.h"
#include "rows.h"

#define COUNTER(stat, key, head, metric, help)	\
	{ PFC_IMPAIR_STAT_##stat, key, head, metric, help }
#define IMPAIRED(stat, key, head, help)	\
	COUNTER(stat, key, head, "impair_" key "_frames", help " by an impairment")

const struct impair_counter impair_counters[IMPAIR_COUNTERS] = {
	COUNTER(FRAMES, "frames", "frames", "impair_frames",
		"frames that were subject to impairments"),
	IMPAIRED(LOST, "lost", "lost", "frames lost"),
	IMPAIRED(MARKED, "marked", "marked", "frames marked CE"),
	IMPAIRED(DELAYED, "delayed", "delayed", "frames delayed"),
	COUNTER(PFC_FRAMES, "pfc_frames", "pfc-frames", "impair_pfc_frames",
		"PFC frames sent that were subject to impairments"),
	IMPAIRED(PFC_CORRUPTED, "pfc_corrupted", "pfc-corrupted", "PFC frames corrupted"),
	IMPAIRED(PFC_DELAYED, "pfc_delayed", "pfc-delayed", "PFC frames delayed"),
	COUNTER(XOFF_FORCED, "xoff_forced", "xoff-forced", "impair_xoff_forced",
		"XOFF forced by an impairment"),
	COUNTER(XOFF_TIME, "xoff_time_ns", "xoff-time", "impair_xoff_forced_seconds",
		"time for which an impairment forced XOFF"),
};

/* ---- words -------------------------------------------------------------- */

/* Formats a time for the command line, without rounding */
static const char *word_time(char *buf, uint64_t ns)
{
	static const struct {
		uint64_t	ns;
		const char	*name;
	} units[] = { { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" }, { 1, "ns" } };
	size_t i = 0;

	while (ns % units[i].ns)
		i++;
	snprintf(buf, FORMAT_LEN, "%llu%s", (unsigned long long)(ns / units[i].ns),
		 units[i].name);
	return buf;
}

static void add_ratio(char *words, const char *name, uint32_t ratio)
{
	char buf[FORMAT_LEN];

	if (ratio)
		text_append(words, IMPAIR_WORDS_LEN, " %s %s", name,
			    format_probability(buf, ratio));
}

static void add_time(char *words, const char *name, uint32_t ns)
{
	char buf[FORMAT_LEN];

	if (ns)
		text_append(words, IMPAIR_WORDS_LEN, " %s %s", name, word_time(buf, ns));
}

/**
 * impair_is_on() - check whether a priority has an impairment
 * @impair: the impairments of the priority
 *
 * Return: true if one of them has an effect.
 */
bool impair_is_on(const struct impair *impair)
{
	return impair->loss || impair->ce || impair->delay || impair->pfc_corrupt ||
	       impair->pfc_delay || impair->xoff_duty;
}

/* Get the priorities of a port that have impairments.  Return: bit mask */
uint8_t impair_prios(const struct impairments *impairments)
{
	uint8_t prios = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (impair_is_on(&impairments->prios[prio]))
			prios |= 1U << prio;
	return prios;
}

/**
 * impair_words() - format the impairments of a priority for the command line
 * @buf: result, %IMPAIR_WORDS_LEN bytes; "" if there are none
 * @impair: the impairments
 *
 * Return: @buf.
 */
const char *impair_words(char *buf, const struct impair *impair)
{
	char period[FORMAT_LEN];

	*buf = '\0';
	add_ratio(buf, "loss", impair->loss);
	add_ratio(buf, "ce", impair->ce);
	add_time(buf, "delay", impair->delay);
	add_ratio(buf, "pfc-corrupt", impair->pfc_corrupt);
	add_time(buf, "pfc-delay", impair->pfc_delay);
	add_ratio(buf, "xoff-duty", impair->xoff_duty);
	if (impair->xoff_duty)
		text_append(buf, IMPAIR_WORDS_LEN, "/%s", word_time(period, impair->xoff_period));
	if (*buf)
		memmove(buf, buf + 1, strlen(buf));
	return buf;
}

/*
 * Get the priorities that have the impairments of a priority.
 * Return: bit mask with @prio; 0 if @prio has no impairment, or if a lower priority has the same.
 */
uint8_t impair_alike(const struct impairments *of, unsigned int prio)
{
	char want[IMPAIR_WORDS_LEN], words[IMPAIR_WORDS_LEN];
	uint8_t prios = 0;
	unsigned int i;

	impair_words(want, &of->prios[prio]);
	for (i = 0; *want && i < PFC_PRIO_COUNT; i++)
		if (!strcmp(impair_words(words, &of->prios[i]), want))
			prios |= 1U << i;
	return prios & ((1U << prio) - 1) ? 0 : prios;
}

/**
 * impair_link_words() - format the losses of the link for the command line
 * @buf: result, %IMPAIR_WORDS_LEN bytes
 * @impairments: the impairments of the port
 *
 * Return: @buf.
 */
const char *impair_link_words(char *buf, const struct impairments *impairments)
{
	char down[FORMAT_LEN], period[FORMAT_LEN];

	snprintf(buf, IMPAIR_WORDS_LEN, "link-down off");
	if (impairments->link_down)
		snprintf(buf, IMPAIR_WORDS_LEN, "link-down %s/%s",
			 word_time(down, impairments->link_down),
			 word_time(period, impairments->link_period));
	return buf;
}

/* ---- show --------------------------------------------------------------- */

static void show_port(const struct ctx *ctx, const struct port *port)
{
	const struct impairments *of = &port->impairments;
	char words[IMPAIR_WORDS_LEN], buf[FORMAT_LEN];

	printf("%s: seed %u %s since %s", port->name, of->seed, impair_link_words(words, of),
	       format_time(buf, time_since(of->since)));
	if (of->link_downs) {
		printf(" link-downs %llu", (unsigned long long)of->link_downs);
		printf(" link-time %s", raw_or(ctx, format_time)(buf, of->link_time));
		printf(" link-lost %llu", (unsigned long long)of->link_lost);
	}
	putchar('\n');
}

/* Return: whether a priority has impairments now, or had some that have done something */
static bool is_used(const struct impairments *of, unsigned int prio)
{
	const uint64_t *counters = of->counters[prio];

	return impair_is_on(&of->prios[prio]) || counters[PFC_IMPAIR_STAT_LOST] ||
	       counters[PFC_IMPAIR_STAT_MARKED] || counters[PFC_IMPAIR_STAT_DELAYED] ||
	       counters[PFC_IMPAIR_STAT_PFC_CORRUPTED] ||
	       counters[PFC_IMPAIR_STAT_PFC_DELAYED] || counters[PFC_IMPAIR_STAT_XOFF_FORCED];
}

static void table_counters(const struct ctx *ctx, struct table *table, const uint64_t *counters,
			   unsigned int prio)
{
	char buf[FORMAT_LEN];
	size_t i;

	table_row(table);
	table_cell(table, format_number(buf, prio));
	for (i = 0; i < IMPAIR_COUNTERS; i++) {
		const struct impair_counter *c = &impair_counters[i];
		bool time = c->attr == PFC_IMPAIR_STAT_XOFF_TIME;

		table_cell(table, raw_or(ctx, time ? format_time : format_number)
				  (buf, counters[c->attr]));
	}
}

static void show_text(const struct ctx *ctx, const struct port *port)
{
	const struct impairments *of = &port->impairments;
	char words[IMPAIR_WORDS_LEN], prios[FORMAT_LEN];
	struct table table = { 0 };
	unsigned int prio;
	uint8_t alike;
	size_t i;

	if (!of->since) {
		printf("%s: off\n", port->name);
		return;
	}
	show_port(ctx, port);
	table_row(&table);
	table_cell(&table, "prio");
	for (i = 0; i < IMPAIR_COUNTERS; i++)
		table_cell(&table, impair_counters[i].head);
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		if (!ctx->stats && !is_used(of, prio))
			continue;
		alike = impair_alike(of, prio);
		if (alike)
			printf("  prio %s %s\n", word_prios(prios, alike),
			       impair_words(words, &of->prios[prio]));
		table_counters(ctx, &table, of->counters[prio], prio);
	}
	if (table.rows > 1)
		table_print(&table);
}

static struct json_object *prio_json(const struct impairments *of, unsigned int prio)
{
	struct json_object *json = json_object_new_object();
	const struct impair *impair = &of->prios[prio];
	size_t i;

	json_add_u64(json, "prio", prio);
	json_add_u64(json, "loss_millionths", impair->loss);
	json_add_u64(json, "ce_millionths", impair->ce);
	json_add_u64(json, "delay_ns", impair->delay);
	json_add_u64(json, "pfc_corrupt_millionths", impair->pfc_corrupt);
	json_add_u64(json, "pfc_delay_ns", impair->pfc_delay);
	json_add_u64(json, "xoff_duty_millionths", impair->xoff_duty);
	json_add_u64(json, "xoff_period_ns", impair->xoff_period);
	for (i = 0; i < IMPAIR_COUNTERS; i++)
		json_add_u64(json, impair_counters[i].key,
			     of->counters[prio][impair_counters[i].attr]);
	return json;
}

static void show_json(const struct port *port, struct json_object *to)
{
	struct json_object *array = json_object_new_array();
	const struct impairments *of = &port->impairments;
	unsigned int prio;

	json_add_bool(to, "on", of->link_down || impair_prios(of));
	json_add_u64_or_null(to, "since_ns", of->since);
	if (of->since)
		json_add_u64(to, "seed", of->seed);
	else
		json_object_object_add(to, "seed", NULL);
	json_add_u64_or_null(to, "link_down_ns", of->link_down);
	json_add_u64_or_null(to, "link_period_ns", of->link_period);
	json_add_u64(to, "link_downs", of->link_downs);
	json_add_u64(to, "link_time_ns", of->link_time);
	json_add_u64(to, "link_lost", of->link_lost);
	for (prio = 0; of->since && prio < PFC_PRIO_COUNT; prio++)
		json_object_array_add(array, prio_json(of, prio));
	json_object_object_add(to, "prio", array);
}

/**
 * impair_show() - run impair show
 * @ctx: the context
 * @args: the words: none, or dev DEV
 *
 * Return: an exit status.
 */
int impair_show(struct ctx *ctx, struct args *args)
{
	static const struct view view = {
		.parts = PORT_IMPAIR, .put_text = show_text, .put_json = show_json,
	};

	return view_run(ctx, args, &view);
}
