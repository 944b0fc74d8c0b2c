// SPDX-License-Identifier: GPL-2.0-only
/*
 * Check for cycles of buffer dependencies, which can end in a deadlock.
 */
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "depend.h"
#include "port_words.h"
#include "print.h"
#include "select.h"

static const char *space_name(const struct dep_net *net, uint32_t dev)
{
	return net->spaces[net->devs[dev].ns].ns->name;
}

/* Writes a device as "NETNS:DEV", or "DEV" without a name of the namespace */
static void put_dev(FILE *out, const struct dep_net *net, uint32_t dev)
{
	const char *space = space_name(net, dev);

	fprintf(out, "%s%s%s", space, *space ? ":" : "", net->devs[dev].dev->name);
}

static uint8_t all_prios(const struct dep_cycle *cycle)
{
	uint8_t prios = 0;
	uint32_t i;

	for (i = 0; i < cycle->n; i++)
		prios |= cycle->steps[i].prios;
	return prios;
}

static void put_queue(FILE *out, const struct dep_net *net, const struct dep_cycle *cycle,
		      const struct dep_step *step)
{
	char prios[FORMAT_LEN];

	put_dev(out, net, step->dev);
	if (step->prios != all_prios(cycle))
		fprintf(out, " (priority %s)", word_prios(prios, step->prios));
}

static void put_turn(FILE *out, const struct dep_net *net, const struct dep_turn *turn)
{
	const char *space = space_name(net, turn->to);

	fprintf(out, "%s%s%s to %s for %s", space, *space ? " from " : "from ",
		net->devs[turn->from].dev->name, net->devs[turn->to].dev->name, turn->label);
}

static void put_cycle(FILE *out, const struct dep_net *net, const struct dep_cycle *cycle)
{
	char prios[FORMAT_LEN];
	uint32_t i;

	fprintf(out, "priority %s can deadlock, because queues wait for each other in a cycle: ",
		word_prios(prios, all_prios(cycle)));
	for (i = 0; i < cycle->n; i++) {
		put_queue(out, net, cycle, &cycle->steps[i]);
		fputs(" > ", out);
	}
	put_queue(out, net, cycle, cycle->steps);
	if (cycle->more)
		fprintf(out, " (%u more port%s with it)", cycle->more,
			cycle->more == 1 ? " is in cycles" : "s are in cycles");
	fputs("; turns: ", out);
	for (i = 0; i < cycle->n; i++) {
		if (i)
			fputs(", ", out);
		put_turn(out, net, cycle->steps[i].turn);
	}
	fputs("; remove one turn (up-down routing, STP), or move its packets to another ", out);
	fputs("priority (port-group, bounce-prio); a watchdog only ends the deadlock", out);
}

static void json_cycle(struct json_object *json, const struct dep_net *net,
		       const struct dep_cycle *cycle)
{
	struct json_object *array = json_object_new_array();
	uint32_t i;

	for (i = 0; i < cycle->n; i++) {
		const struct dep_step *step = &cycle->steps[i];
		struct json_object *entry = json_object_new_object();

		json_add_name(entry, "netns", space_name(net, step->dev));
		json_add_name(entry, "dev", net->devs[step->dev].dev->name);
		json_object_object_add(entry, "prios", json_prios(step->prios));
		json_add_name(entry, "from", net->devs[step->turn->from].dev->name);
		json_add_name(entry, "destination", step->turn->label);
		json_object_array_add(array, entry);
	}
	json_object_object_add(json, "cycle", array);
}

/* Return: the port of the namespace of the tool, among @names, at a link of a cycle, or NULL */
static const struct dep_dev *own_port(const struct dep_net *net, const struct dep_cycle *cycle,
				      const struct names *names)
{
	uint32_t i, j;

	for (i = 0; i < cycle->n; i++) {
		const uint32_t devs[] = { cycle->steps[i].dev, cycle->steps[i].turn->from };

		for (j = 0; j < ARRAY_SIZE(devs); j++) {
			const struct dep_dev *dev = &net->devs[devs[j]];

			if (!dev->ns && (!names || names_have(names, dev->dev->name)))
				return dev;
		}
	}
	return NULL;
}

static void report_cycle(struct check *c, const struct dep_net *net,
			 const struct dep_cycle *cycle, const struct names *names)
{
	const struct dep_dev *own = own_port(net, cycle, names);
	const struct end end = own ? end_of(&c->all.home, own->dev) : (struct end){ 0 };
	char *text = NULL;
	size_t len;
	FILE *out;

	if (names && !own)
		return;
	out = check_memory(open_memstream(&text, &len));
	put_cycle(out, net, cycle);
	fclose(out);
	c->about = own ? &end : NULL;
	check_report(c, all_prios(cycle), NO_PG, "%s", text);
	c->about = NULL;
	if (c->ctx->json)
		json_cycle(check_last(c), net, cycle);
	free(text);
}

static void warn_unread(struct check *c, const struct dep_net *net)
{
	uint32_t i;

	for (i = 0; i < net->n_spaces; i++) {
		const struct dep_space *space = &net->spaces[i];
		const char *name = space->ns->name;

		if (space->error)
			warn(c->ctx, "check: %s%s: routes not read, so cycles may be missing: %s",
			     *name ? "netns " : "this namespace", name, strerror(-space->error));
	}
}

/*
 * Check that no queues can wait for each other in a cycle.
 * @names: report only cycles with one of these ports; NULL: all cycles
 *
 * Follows the links of ports into other namespaces.  A namespace with unreadable routes causes a
 * warning.
 */
void check_cycles(struct check *c, const struct names *names)
{
	struct dep_turns turns = { 0 };
	struct dep_cycles cycles = { 0 };
	struct dep_net net;
	uint32_t i;

	c->id = "cycle";
	dep_read(&c->all, &net);
	warn_unread(c, &net);
	dep_walk(&net, &turns);
	dep_find(&net, &turns, &cycles);
	for (i = 0; i < cycles.n; i++)
		report_cycle(c, &net, &cycles.list[i], names);
	dep_cycles_free(&cycles);
	dep_turns_free(&turns);
	dep_free(&net);
}
