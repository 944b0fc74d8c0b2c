// SPDX-License-Identifier: GPL-2.0-only
/*
 * Impairments of a link: pfcctl impair ...
 */
#include <string.h>
#include "change.h"
#include "fix.h"
#include "help_generated.h"
#include "port_words.h"
#include "view.h"

/* ---- show --------------------------------------------------------------- */

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

static int impair_show(struct ctx *ctx, struct args *args)
{
	static const struct view view = {
		.parts = PORT_IMPAIR, .put_text = show_text, .put_json = show_json,
	};

	return view_run(ctx, args, &view);
}

/* ---- changes ------------------------------------------------------------ */

#define DEV_SEEN	1ULL	/* bits in change.seen */
#define PRIO_SEEN	2ULL

static int impair_set(struct ctx *ctx, struct args *args)
{
	struct change c;
	int err;

	change_begin(&c, PFC_CMD_IMPAIR_SET);
	err = settings_read(ctx, args, impair_settings, &c);
	if (err)
		return err;
	if (!c.dev)
		return misuse_no_dev(ctx);
	if (!(c.seen & ~(DEV_SEEN | PRIO_SEEN)))
		return misuse_no_setting(ctx, "", c.dev);
	if (c.seen & PRIO_SEEN && !c.impair.set)
		return misuse(fixed_by(ctx, "omit prio, or add an impairment like loss 1%"),
			      "prio: no impairment of priorities given; "
			      "seed is of the whole port");
	if (c.impair.set)
		c.impair.ids = c.prios ?: 0xff;
	change_put(&c, PFC_A_IMPAIR);
	return change_each(ctx, &c, false, change_send_one);
}

static int impair_off(struct ctx *ctx, struct args *args)
{
	return prios_change(ctx, args, PFC_CMD_IMPAIR_DEL, -1);
}

static const struct command impair_commands[] = {
	{ "show", impair_show },
	{ "set", impair_set },
	{ "off", impair_off },
	{ "del", impair_off },
	{ 0 }
};

const struct object impair_object = {
	.name = "impair",
	.commands = impair_commands,
	.help =
"Usage: pfcctl impair set dev DEV [prio PRIOS] IMPAIRMENT ... [seed N]\n"
"       pfcctl impair show [dev DEV]\n"
"       pfcctl impair off|del [dev DEV [prio PRIOS]]\n"
"A port disturbs its link on purpose, in the direction from the port to its peer.\n"
"IMPAIRMENT, of the priorities PRIOS (all priorities); off ends it:\n"
IMPAIR_SETTINGS_HELP
"seed       the same seed makes the same decisions again, 0-4294967295 (1)\n"
"off, del   end impairments and delete their counters; with prio, end those of PRIOS.\n"
"           Without dev, those of all ports of the namespace\n"
"The counters of impairments are only in impair show: a lost frame is in no drop counter.\n"
"pfcctl save does not save impairments. pfcctl check reports them.\n"
"Examples: pfcctl impair set dev p1 prio 3 loss 0.1% seed 7\n"
"          pfcctl impair set dev p1 prio 3 ce 1% delay 10us\n"
"          pfcctl impair set dev p1 prio 3 pfc-corrupt 1% pfc-delay 5us xoff-duty 20%/1ms\n"
"          pfcctl -j impair show dev p1 | jq '.[].prio[3] | .lost / .frames'\n"
"          pfcctl impair off\n",
};
