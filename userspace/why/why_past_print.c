// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output of pfcctl why at and pfcctl why last: pauses that are over, and their causes.
 */
#include "event.h"
#include "when.h"
#include "why_print.h"

/* ---- text --------------------------------------------------------------- */

static void print_notes(const struct why_output *out, const struct past_step *step)
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
		       why_size(text, out, r->bytes));
	}
}

static void print_step(const struct why_output *out, const struct past_step *step, bool first)
{
	const bool tx = step->past->dir == XOFF_TX;
	char name[WHY_NAME], text[FORMAT_LEN], buf[WHY_TEXT] = "";

	why_past_words(buf, out, &out->why->ports[step->port], step->past);
	printf("%s%s prio %u: %s%s\n", first ? "" : "  ", why_name(name, out, step->port),
	       step->past->prio, tx ? "sent XOFF" : "paused", buf);
	if (tx && step->past->start)
		printf("    its PG held %s\n", why_size(text, out, step->past->start->bytes));
	if (tx && step->queue_port != WHY_NONE)
		printf("    the cause is %s queue %u, in %u of %u XOFF\n",
		       why_name(name, out, step->queue_port), step->queue_prio, step->votes,
		       step->named);
	print_notes(out, step);
}

static void print_root(const struct why_output *out, size_t number)
{
	const struct why_root *root = &out->why->roots[number];
	char buf[WHY_TEXT], name[WHY_NAME];
	size_t i;

	printf("root %zu: %s\n", number + 1, why_root_words(buf, out, root));
	for (i = 0; i < root->n_victims; i++) {
		const struct why_victim *v = &root->victims[i];

		printf("%s %s prio %u%s", i ? "," : "  victims:", why_name(name, out, v->port),
		       v->prio, v->tx ? " (XOFF)" : "");
	}
	putchar('\n');
}

/* Print the result as text */
void why_past_text(const struct why_output *out)
{
	const struct why *why = out->why;
	char buf[WHY_TEXT], when[STAMP_LEN], ago[FORMAT_LEN];
	size_t i, j;

	if (why->time)
		printf("at %s (%s ago): ", stamp_wall(out->ctx, when, why->time),
		       why_period(ago, out, time_since(why->time)));
	puts(why_verdict(buf, why));
	for (i = 0; out->whole && i < why->n_chains; i++)
		for (j = 0; j < why->chains[i].n; j++)
			print_step(out, &why->chains[i].steps[j], !j);
	for (i = 0; i < why->n_roots; i++)
		print_root(out, i);
}

/* ---- JSON --------------------------------------------------------------- */

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

/* Return: what a chain and its steps have: the pause */
static struct json_object *past_json(const struct why *why, const struct past_step *step)
{
	struct json_object *to = why_prio_json(why, step->port, step->past->prio);

	json_add_name(to, "direction", xoff_dirs[step->past->dir]);
	json_add_u64_or_null(to, "begin_ns", step->past->begin);
	json_add_u64_or_null(to, "end_ns", step->past->end);
	json_add_u64(to, "length_ns", why_past_length(&why->ports[step->port], step->past));
	return to;
}

static struct json_object *step_json(const struct why *why, const struct past_step *step)
{
	struct json_object *to = past_json(why, step);
	const struct record *start = step->past->start;

	if (step->past->dir == XOFF_TX) {
		json_add_u64_or_null(to, "occupancy", start ? start->bytes : 0);
		json_object_object_add(to, "queue", step->queue_port == WHY_NONE ? NULL :
				       why_prio_json(why, step->queue_port, step->queue_prio));
		json_add_u64(to, "xoff_of_queue", step->votes);
		json_add_u64(to, "xoff", step->named);
	} else {
		json_add_u64_or_null(to, "quanta", start ? start->quanta : 0);
	}
	json_object_object_add(to, "events", notes_json(step));
	return to;
}

/* Describe the chains as JSON.  Return: a JSON array */
struct json_object *why_past_chains_json(const struct why_output *out)
{
	struct json_object *array = json_object_new_array();
	const struct why *why = out->why;
	size_t i, j;

	for (i = 0; i < why->n_chains; i++) {
		const struct past_chain *chain = &why->chains[i];
		struct json_object *to = past_json(why, chain->steps);
		struct json_object *steps = json_object_new_array();

		json_add_u64(to, "root", why_root_index(why, chain->root));
		for (j = 0; j < chain->n; j++)
			json_object_array_add(steps, step_json(why, &chain->steps[j]));
		json_object_object_add(to, "steps", steps);
		json_object_array_add(array, to);
	}
	return array;
}
