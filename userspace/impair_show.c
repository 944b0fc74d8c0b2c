// SPDX-License-Identifier: GPL-2.0-only
/*
 * Impairments of ports as text and JSON: pfcctl impair show
 */
#include <string.h>
#include "check.h"
#include "impair.h"
#include "port_words.h"
#include "rows.h"

/* ---- words -------------------------------------------------------------- */

/* Return: whether one of the impairments of a priority has an effect */
static bool is_on(const struct impair *impair)
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
		if (is_on(&impairments->prios[prio]))
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
	char value[WORDS_LEN], period[FORMAT_LEN];
	const struct setting *s;

	*buf = '\0';
	for (s = impair_settings; s->name; s++)
		if ((s->read == read_impair_value || s->read == read_duty) &&
		    fields_words(value, s, impair_fields, impair) && strcmp(value, s->zero))
			text_append(buf, IMPAIR_WORDS_LEN, "%s%s %s", *buf ? " " : "", s->name,
				    value);
	if (impair->xoff_duty)
		text_append(buf, IMPAIR_WORDS_LEN, "/%s", word_time(period, impair->xoff_period));
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

uint64_t impair_on(const struct shown *s)
{
	const struct impairments *of = s->from;

	return of->link_down || impair_prios(of);
}

struct json_object *impair_seed(const struct port *port)
{
	const struct impairments *of = &port->impairments;

	return of->since ? json_object_new_uint64(of->seed) : NULL;
}

bool impair_link_was_down(const struct port *port)
{
	return port->impairments.link_downs;
}

/* Return: whether a priority has impairments now, or had some that have done something */
static bool is_used(const struct impairments *of, unsigned int prio)
{
	const uint64_t *counters = of->counters[prio];

	return is_on(&of->prios[prio]) || counters[PFC_IMPAIR_STAT_LOST] ||
	       counters[PFC_IMPAIR_STAT_MARKED] || counters[PFC_IMPAIR_STAT_DELAYED] ||
	       counters[PFC_IMPAIR_STAT_PFC_CORRUPTED] ||
	       counters[PFC_IMPAIR_STAT_PFC_DELAYED] || counters[PFC_IMPAIR_STAT_XOFF_FORCED];
}

static bool is_idle(const struct shown *s)
{
	return !is_used(&s->port->impairments, s->id);
}

static const struct parts prios = {
	.key = "prio", .head = "prio", .text = impair_text_rows, .json = impair_json_rows,
	.offset = offsetof(struct port, impairments.prios), .size = sizeof(struct impair),
	.idle = is_idle,
};

static void show_text(const struct ctx *ctx, const struct port *port)
{
	const struct shown s = { .ctx = ctx, .port = port, .from = &port->impairments };
	const struct impairments *of = &port->impairments;
	char words[IMPAIR_WORDS_LEN], list[FORMAT_LEN];
	unsigned int prio;
	uint8_t alike;

	if (!of->since) {
		printf("%s: off\n", port->name);
		return;
	}
	printf("%s: seed %u %s", port->name, of->seed, impair_link_words(words, of));
	rows_line(impairments_text_rows, &s);
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		alike = impair_alike(of, prio);
		if (alike)
			printf("  prio %s %s\n", word_prios(list, alike),
			       impair_words(words, &of->prios[prio]));
	}
	parts_text(ctx, port, &prios);
}

static void show_json(const struct port *port, struct json_object *to)
{
	const struct shown s = { .port = port, .from = &port->impairments };

	rows_json(to, impairments_json_rows, &s);
	if (port->impairments.since)
		parts_json(port, &prios, to);
	else
		json_object_object_add(to, "prio", json_object_new_array());
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
