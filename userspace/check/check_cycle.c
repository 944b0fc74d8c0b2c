// SPDX-License-Identifier: GPL-2.0-only
/*
 * Check for cycles of buffer dependencies, which can end in a deadlock.
 */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "depend.h"
#include "port_words.h"
#include "print.h"
#include "select.h"

#define DEST_LEN	64

static const char *dest_name(char *buf, const struct dep_addr *dest)
{
	const uint8_t *mac = dest->bytes;
	char addr[INET6_ADDRSTRLEN] = "";

	if (dest->family == AF_PACKET) {
		snprintf(buf, DEST_LEN, "%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1], mac[2],
			 mac[3], mac[4], mac[5]);
		return buf;
	}
	if (!dest->family)
		return "unknown unicast";
	inet_ntop(dest->family, dest->bytes, addr, sizeof(addr));
	snprintf(buf, DEST_LEN, "%s/%u", addr, dest->len);
	if (dest->len == (dest->family == AF_INET ? 32 : 128))
		*strchr(buf, '/') = '\0';
	return buf;
}

/* Writes a queue as "NETNS:DEV", or "DEV" without a name of the namespace */
static void put_queue(FILE *out, const struct dep_step *step, uint8_t all_prios)
{
	const struct dep_dev *dev = step->turn->to;
	const char *netns = dev->space->ns->name;
	char prios[FORMAT_LEN];

	fprintf(out, "%s%s%s", netns, *netns ? ":" : "", dev->dev->name);
	if (step->prios != all_prios)
		fprintf(out, " (priority %s)", word_prios(prios, step->prios));
}

static void put_cycle(FILE *out, const struct dep_cycle *cycle, uint8_t all_prios)
{
	char prios[FORMAT_LEN], dest[DEST_LEN];
	uint32_t i;

	fprintf(out, "priority %s can deadlock, because queues wait for each other in a cycle: ",
		word_prios(prios, all_prios));
	for (i = 0; i < cycle->n; i++) {
		put_queue(out, &cycle->steps[i], all_prios);
		fputs(" > ", out);
	}
	put_queue(out, cycle->steps, all_prios);
	if (cycle->more)
		fprintf(out, " (%u more port%s with it)", cycle->more,
			cycle->more == 1 ? " is in cycles" : "s are in cycles");
	for (i = 0; i < cycle->n; i++) {
		const struct dep_turn *turn = cycle->steps[i].turn;
		const char *netns = turn->to->space->ns->name;

		fprintf(out, "%s%s%sfrom %s to %s for %s", i ? ", " : "; turns: ", netns,
			*netns ? " " : "", turn->from->dev->name, turn->to->dev->name,
			dest_name(dest, &turn->dest));
	}
	fputs("; remove one turn (up-down routing, STP), or move its packets to another ", out);
	fputs("priority (port-group, bounce-prio); a watchdog only ends the deadlock", out);
}

static struct json_object *json_cycle(const struct dep_cycle *cycle)
{
	struct json_object *array = json_object_new_array();
	char dest[DEST_LEN];
	uint32_t i;

	for (i = 0; i < cycle->n; i++) {
		const struct dep_turn *turn = cycle->steps[i].turn;
		struct json_object *entry = json_object_new_object();

		json_add_name(entry, "netns", turn->to->space->ns->name);
		json_add_name(entry, "dev", turn->to->dev->name);
		json_object_object_add(entry, "prios", json_prios(cycle->steps[i].prios));
		json_add_name(entry, "from", turn->from->dev->name);
		json_add_name(entry, "destination", dest_name(dest, &turn->dest));
		json_object_array_add(array, entry);
	}
	return array;
}

/* Return: the port of the namespace of the tool, among @names, at a link of a cycle, or NULL */
static const struct dep_dev *own_port(const struct check *c, const struct dep_cycle *cycle,
				      const struct names *names)
{
	uint32_t i;

	for (i = 0; i < 2 * cycle->n; i++) {
		const struct dep_turn *turn = cycle->steps[i / 2].turn;
		const struct dep_dev *dev = i % 2 ? turn->from : turn->to;

		if (dev->space->ns == &c->all.home &&
		    (!names || names_have(names, dev->dev->name)))
			return dev;
	}
	return NULL;
}

static void report_cycle(struct check *c, const struct dep_cycle *cycle, const struct names *names)
{
	const struct dep_dev *own = own_port(c, cycle, names);
	const struct end end = own ? end_of(&c->all.home, own->dev) : (struct end){ 0 };
	struct json_object *json;
	uint8_t prios = 0;
	char *text = NULL;
	uint32_t i;
	size_t len;
	FILE *out;

	if (names && !own)
		return;
	for (i = 0; i < cycle->n; i++)
		prios |= cycle->steps[i].prios;
	out = check_memory(open_memstream(&text, &len));
	put_cycle(out, cycle, prios);
	fclose(out);
	c->about = own ? &end : NULL;
	json = check_report(c, prios, "%s", text);
	c->about = NULL;
	if (json)
		json_object_object_add(json, "cycle", json_cycle(cycle));
	free(text);
}

/*
 * Check that no queues can wait for each other in a cycle, in all namespaces that the links of
 * ports lead to.
 * @names: report only cycles with one of these ports; NULL: all cycles
 */
void check_cycles(struct check *c, const struct names *names)
{
	struct dep_cycles cycles = { 0 };
	struct dep_net net;
	size_t i;

	c->id = "cycle";
	dep_read(&c->all, &net);
	for (i = 0; i < net.n_spaces; i++) {
		const char *name = net.spaces[i]->ns->name;

		if (net.spaces[i]->error)
			warn(c->ctx, "check: %s%s: routes not read, so cycles may be missing: %s",
			     *name ? "netns " : "this namespace", name,
			     strerror(-net.spaces[i]->error));
	}
	dep_walk(&net);
	dep_find(&net, &cycles);
	for (i = 0; i < cycles.n; i++)
		report_cycle(c, &cycles.list[i], names);
	dep_cycles_free(&cycles);
	dep_free(&net);
}
