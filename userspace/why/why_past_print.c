// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pauses that are over, and their causes: pfcctl why at, pfcctl why last
 */
#include <stdarg.h>
#include <string.h>
#include "event.h"
#include "record.h"
#include "when.h"
#include "why_past_read.h"
#include "why_print.h"

/**
 * struct past_output - what the output functions need
 * @ctx: the context
 * @fabric: the ports
 * @why: the analysis
 */
struct past_output {
	const struct ctx		*ctx;
	const struct past_fabric	*fabric;
	const struct why_past		*why;
};

static const char *class_word(unsigned int class)
{
	return class == PAST_UNKNOWN ? "unknown" : why_classes[class];
}

static const char *name_of(char *buf, const struct past_output *out, uint32_t port)
{
	const struct past_port *p = &out->fabric->ports[port];

	snprintf(buf, WHY_NAME, "%s%s%s", p->ns ? p->netns : "", p->ns ? ":" : "", p->record->name);
	return buf;
}

static uint64_t length_of(const struct past_port *port, const struct past *past)
{
	return past_part(&port->pasts, past, port->pasts.since, UINT64_MAX);
}

static const char *verdict(char *buf, const struct why_past *why)
{
	if (!why->time)
		snprintf(buf, WHY_TEXT, "no pause is recorded");
	else if (!why->n_chains)
		snprintf(buf, WHY_TEXT, "no port was paused");
	else
		snprintf(buf, WHY_TEXT, "%zu root%s", why->n_roots, why->n_roots == 1 ? "" : "s");
	return buf;
}

/* ---- text --------------------------------------------------------------- */

static const char *period(const struct past_output *out, char *buf, uint64_t time)
{
	return raw_or(out->ctx, format_scaled_time)(buf, time);
}

static const char *size(const struct past_output *out, char *buf, uint64_t bytes)
{
	return raw_or(out->ctx, format_scaled_size)(buf, bytes);
}

/* Prints how long a pause was, and its start */
static void print_length(const struct past_output *out, const struct past_port *port,
			 const struct past *past)
{
	char text[FORMAT_LEN], when[STAMP_LEN];

	printf(" for %s%s", past->begin ? "" : "at least ",
	       period(out, text, length_of(port, past)));
	if (past->begin)
		printf(" from %s", stamp_short(out->ctx, when, past->begin));
	if (!past->end)
		printf(", not over");
}

static void print_notes(const struct past_output *out, const struct past_step *step)
{
	char when[STAMP_LEN], text[FORMAT_LEN];
	unsigned int i;

	for (i = 0; i < step->n_notes; i++) {
		const struct record *r = step->notes[i];

		printf("    %s %s", stamp_short(out->ctx, when, r->time),
		       word_of(event_words, r->event));
		if (r->count > 1)
			printf(" times %u", r->count);
		printf(" %s %s\n", record_is_ingress(r) ? "occupancy" : "backlog",
		       size(out, text, r->bytes));
	}
}

static void print_step(const struct past_output *out, const struct past_step *step, bool first)
{
	const struct past_port *port = &out->fabric->ports[step->port];
	const bool tx = step->past->dir == RECORD_TX;
	char name[WHY_NAME], text[FORMAT_LEN];

	printf("%s%s prio %u: %s", first ? "" : "  ", name_of(name, out, step->port),
	       step->past->prio, tx ? "sent XOFF" : "paused");
	print_length(out, port, step->past);
	putchar('\n');
	if (tx && step->past->start)
		printf("    its PG held %s\n", size(out, text, step->past->start->bytes));
	if (tx && step->queue_port != WHY_NONE)
		printf("    the cause is %s queue %u, in %u of %u XOFF\n",
		       name_of(name, out, step->queue_port), step->queue_prio, step->votes,
		       step->named);
	print_notes(out, step);
}

static void print_peer(const struct past_port *port)
{
	if (*port->peer_dev)
		printf("%s%s%s", port->peer_netns, *port->peer_netns ? ":" : "", port->peer_dev);
	else
		printf("the peer");
	printf(" paused");
}

static void print_cycle(const struct past_output *out, const struct past_root *root)
{
	char name[WHY_NAME];
	size_t i;

	printf("deadlock, prio %u:", root->prio);
	for (i = 0; i < root->n_cycle; i++)
		if (root->cycle[i].past->dir == RECORD_RX)
			printf(" %s >", name_of(name, out, root->cycle[i].port));
	printf(" %s", name_of(name, out, root->port));
}

static void print_victims(const struct past_output *out, size_t root)
{
	char name[WHY_NAME];
	bool any = false;
	size_t i;

	for (i = 0; i < out->why->n_chains; i++) {
		const struct past_step *step = out->why->chains[i].steps;

		if (out->why->chains[i].root != root)
			continue;
		printf("%s %s prio %u%s", any ? "," : "  victims:",
		       name_of(name, out, step->port), step->past->prio,
		       step->past->dir == RECORD_TX ? " (XOFF)" : "");
		any = true;
	}
	if (any)
		putchar('\n');
}

static void print_root(const struct past_output *out, size_t number)
{
	const struct past_root *root = &out->why->roots[number];
	const struct past_port *port = &out->fabric->ports[root->port];
	char name[WHY_NAME], text[FORMAT_LEN];

	name_of(name, out, root->port);
	printf("root %zu: ", number + 1);
	switch (root->class) {
	case WHY_INCAST:
		printf("congested egress %s queue %u: %u sender%s, whose PGs held %s", name,
		       root->prio, root->senders, root->senders == 1 ? "" : "s",
		       size(out, text, root->bytes));
		break;
	case WHY_CYCLE:
		print_cycle(out, root);
		break;
	case PAST_UNKNOWN:
		printf("unknown: no record names the egress queue of the packets of %s prio %u",
		       name, root->prio);
		break;
	default:
		printf("%s", root->class == WHY_STORM ? "PFC storm: " :
		       root->class == WHY_SLOW_RECEIVER ? "slow receiver " :
		       "neighbour beyond this machine: ");
		print_peer(port);
		printf(" %s prio %u", name, root->prio);
		print_length(out, port, root->past);
	}
	if (root->past && root->past->start && root->past->start->quanta)
		printf(", pause time %uq", root->past->start->quanta);
	if (root->class != WHY_CYCLE && port->peer == WHY_PEER_UNREAD)
		printf("; the namespace of the peer cannot be read, run pfcctl as root");
	putchar('\n');
	print_victims(out, number);
}

static void print_text(const struct past_output *out, bool whole)
{
	const struct why_past *why = out->why;
	char buf[WHY_TEXT], when[STAMP_LEN], ago[FORMAT_LEN];
	size_t i, j;

	if (why->time)
		printf("at %s (%s ago): ", stamp_wall(out->ctx, when, why->time),
		       period(out, ago, time_since(why->time)));
	puts(verdict(buf, why));
	for (i = 0; whole && i < why->n_chains; i++)
		for (j = 0; j < why->chains[i].n; j++)
			print_step(out, &why->chains[i].steps[j], !j);
	for (i = 0; i < why->n_roots; i++)
		print_root(out, i);
}

/* ---- JSON --------------------------------------------------------------- */

static struct json_object *prio_json(const struct past_output *out, uint32_t port,
				     unsigned int prio)
{
	const struct past_port *p = &out->fabric->ports[port];
	struct json_object *to = json_object_new_object();

	json_object_object_add(to, "netns", json_object_new_string(p->netns));
	json_add_name(to, "dev", p->record->name);
	json_add_u64(to, "prio", prio);
	return to;
}

static void add_past(struct json_object *to, const struct past_port *port, const struct past *past)
{
	json_add_u64_or_null(to, "begin_ns", past->begin);
	json_add_u64_or_null(to, "end_ns", past->end);
	json_add_u64(to, "length_ns", length_of(port, past));
}

static struct json_object *notes_json(const struct past_step *step)
{
	struct json_object *array = json_object_new_array();
	unsigned int i;

	for (i = 0; i < step->n_notes; i++) {
		struct json_object *note = json_object_new_object();

		json_object_object_add(note, "event", event_name_json(step->notes[i]->event));
		json_add_u64(note, "time_ns", step->notes[i]->time);
		json_add_u64(note, "count", step->notes[i]->count ?: 1);
		json_add_u64(note, record_is_ingress(step->notes[i]) ? "occupancy" : "backlog",
			     step->notes[i]->bytes);
		json_object_array_add(array, note);
	}
	return array;
}

static struct json_object *step_json(const struct past_output *out, const struct past_step *step)
{
	struct json_object *to = prio_json(out, step->port, step->past->prio);
	const bool tx = step->past->dir == RECORD_TX;

	json_add_name(to, "direction", record_dirs[step->past->dir]);
	add_past(to, &out->fabric->ports[step->port], step->past);
	if (tx) {
		json_add_u64_or_null(to, "occupancy", step->past->start ?
				     step->past->start->bytes : 0);
		json_object_object_add(to, "queue", step->queue_port == WHY_NONE ? NULL :
				       prio_json(out, step->queue_port, step->queue_prio));
		json_add_u64(to, "xoff_of_queue", step->votes);
		json_add_u64(to, "xoff", step->named);
	} else {
		json_add_u64_or_null(to, "quanta", step->past->start ?
				     step->past->start->quanta : 0);
	}
	json_object_object_add(to, "events", notes_json(step));
	return to;
}

static struct json_object *chain_json(const struct past_output *out,
				      const struct past_chain *chain)
{
	const struct past_step *first = chain->steps;
	struct json_object *to = prio_json(out, first->port, first->past->prio);
	struct json_object *steps = json_object_new_array();
	size_t i;

	json_add_name(to, "direction", record_dirs[first->past->dir]);
	add_past(to, &out->fabric->ports[first->port], first->past);
	json_add_u64(to, "root", chain->root);
	for (i = 0; i < chain->n; i++)
		json_object_array_add(steps, step_json(out, &chain->steps[i]));
	json_object_object_add(to, "steps", steps);
	return to;
}

static struct json_object *victims_json(const struct past_output *out, size_t root)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < out->why->n_chains; i++) {
		const struct past_step *step = out->why->chains[i].steps;
		struct json_object *victim;

		if (out->why->chains[i].root != root)
			continue;
		victim = prio_json(out, step->port, step->past->prio);
		json_add_bool(victim, "paused", step->past->dir == RECORD_RX);
		json_add_bool(victim, "sends_xoff", step->past->dir == RECORD_TX);
		json_object_array_add(array, victim);
	}
	return array;
}

static struct json_object *past_cycle_json(const struct past_output *out,
					   const struct past_root *root)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < root->n_cycle; i++)
		if (root->cycle[i].past->dir == RECORD_RX)
			json_object_array_add(array, prio_json(out, root->cycle[i].port,
							       root->cycle[i].past->prio));
	return array;
}

static void add_pause(struct json_object *to, const struct past_port *port,
		      const struct past_root *root)
{
	struct json_object *peer = json_object_new_object();

	json_add_u64_or_null(to, "paused_since_ns", root->past->begin);
	json_add_u64(to, "paused_total_ns", length_of(port, root->past));
	json_add_u64_or_null(to, "quanta", root->past->start ? root->past->start->quanta : 0);
	json_object_object_add(peer, "netns", *port->peer_dev ?
			       json_object_new_string(port->peer_netns) : NULL);
	json_add_name(peer, "dev", port->peer_dev);
	json_add_bool(peer, "readable", port->peer != WHY_PEER_UNREAD);
	json_object_object_add(to, "peer", peer);
}

static struct json_object *root_json(const struct past_output *out, size_t number)
{
	const struct past_root *root = &out->why->roots[number];
	struct json_object *to = json_object_new_object();
	const struct past_port *port = &out->fabric->ports[root->port];

	json_add_name(to, "class", class_word(root->class));
	json_object_object_add(to, "netns", json_object_new_string(port->netns));
	json_add_name(to, "dev", port->record->name);
	json_add_u64(to, "prio", root->prio);
	if (root->class == WHY_INCAST) {
		json_add_u64(to, "bytes", root->bytes);
		json_add_u64(to, "senders", root->senders);
	} else if (root->class == WHY_CYCLE) {
		json_object_object_add(to, "ports", past_cycle_json(out, root));
	} else if (root->past) {
		add_pause(to, port, root);
	}
	json_object_object_add(to, "victims", victims_json(out, number));
	return to;
}

static void print_json(const struct past_output *out)
{
	static const struct ctx wall;
	struct json_object *to = json_object_new_object(), *roots = json_object_new_array();
	struct json_object *chains = json_object_new_array();
	const struct why_past *why = out->why;
	char buf[WHY_TEXT];
	size_t i;

	for (i = 0; i < why->n_roots; i++)
		json_object_array_add(roots, root_json(out, i));
	for (i = 0; i < why->n_chains; i++)
		json_object_array_add(chains, chain_json(out, &why->chains[i]));
	json_add_u64(to, "time_ns", time_now());
	json_add_u64_or_null(to, "at_ns", why->time);
	json_object_object_add(to, "at", why->time ?
			       json_object_new_string(stamp_wall(&wall, buf, why->time)) : NULL);
	json_object_object_add(to, "netns",
			       json_object_new_string(out->ctx->netns ? out->ctx->netns : ""));
	json_object_object_add(to, "verdict", json_object_new_string(verdict(buf, why)));
	json_object_object_add(to, "roots", roots);
	json_object_object_add(to, "chains", chains);
	json_print(out->ctx, to);
}

/*
 * Print why ports were paused or sent XOFF at a time in the past.
 * @dev: a device, a list or a pattern; NULL: all ports of the namespace
 * @prios: bit mask of the priorities
 * @time: CLOCK_MONOTONIC time, ns; 0: the start of the pause that ended last
 * Return: an exit status.
 */
int past_run(struct ctx *ctx, const char *dev, uint8_t prios, uint64_t time)
{
	struct past_fabric fabric;
	struct why_past why = { 0 };
	const struct past_output out = { .ctx = ctx, .fabric = &fabric, .why = &why };
	int err;

	err = past_read(ctx, dev, prios, &fabric);
	if (!err && !time)
		time = why_past_last(fabric.ports, fabric.n);
	if (!err && time && !why_past(fabric.ports, fabric.n, time, &why))
		err = fail(ctx, "out of memory");
	if (!err && ctx->json)
		print_json(&out);
	else if (!err)
		print_text(&out, dev);
	why_past_free(&why);
	past_fabric_free(&fabric);
	return err;
}
