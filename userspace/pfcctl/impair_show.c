// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shows the impairments of ports: pfcctl impair show
 */
#include "port_words.h"
#include "view.h"

struct json_object *impair_seed(const struct port *port)
{
	const struct impairments *of = &port->impairments;

	return of->since ? json_object_new_uint64(of->seed) : NULL;
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
	printf("%s: seed %u", port->name, of->seed);
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
		json_object_object_add(to, "prio", parts_json(port, &prios));
	else
		json_object_object_add(to, "prio", json_object_new_array());
}

int impair_show(struct ctx *ctx, struct args *args)
{
	static const struct view view = {
		.parts = PORT_IMPAIR, .put_text = show_text, .put_json = show_json,
	};

	return view_run(ctx, args, &view);
}
