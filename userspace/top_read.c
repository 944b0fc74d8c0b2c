// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readings of pfcctl top: counters, settings, and the roots of pauses.
 *
 * An interval costs one dump of the counters of all ports.  The settings are read again after some
 * seconds, or for a new port.  The roots are read only if a pause was present in the interval.
 */
#include <stdlib.h>
#include <string.h>
#include "peer.h"
#include "select.h"
#include "top.h"
#include "when.h"
#include "why_print.h"

#define SETTINGS_AGE	5000000000ULL	/* ns */
#define WHY_INTERVAL	50000000ULL	/* time between the two readings for the roots, ns */
#define WHY_PART	10		/* or this part of the interval, if it is shorter */

/* ---- texts -------------------------------------------------------------- */

/* Appends a line of @len bytes.  Return: false if memory is exhausted */
static bool add_text(struct top_texts *texts, const char *text, size_t len)
{
	char **list = realloc(texts->list, (texts->n + 1) * sizeof(*list));

	if (!list)
		return false;
	texts->list = list;
	list[texts->n] = strndup(text, len);
	return list[texts->n] && ++texts->n;
}

/* Append the lines of a text.  Return: false if memory is exhausted */
bool top_texts_split(struct top_texts *texts, const char *text)
{
	bool ok = true;

	while (ok && *text) {
		const size_t len = strcspn(text, "\n");

		ok = add_text(texts, text, len);
		text += len + (text[len] == '\n');
	}
	return ok;
}

/* Free lines */
void top_texts_free(struct top_texts *texts)
{
	size_t i;

	for (i = 0; i < texts->n; i++)
		free(texts->list[i]);
	free(texts->list);
	*texts = (struct top_texts){ 0 };
}

/* ---- counters and settings ---------------------------------------------- */

static void keep_selected(struct ports *ports, const char *dev)
{
	size_t i, n = 0;

	for (i = 0; i < ports->n; i++)
		if (!dev || select_has(dev, ports->list[i].name))
			ports->list[n++] = ports->list[i];
	ports->n = n;
}

/* Return: whether the settings of a port in the reading are not known */
static bool is_new(const struct top *top)
{
	size_t i;

	for (i = 0; i < top->now.ports.n; i++) {
		const struct port *port = &top->now.ports.list[i];
		const struct port *settings = port_find(&top->settings, port->ifindex);

		if (!settings || settings->id != port->id)
			return true;
	}
	return false;
}

static int read_settings(struct top *top)
{
	struct ports ports;
	int err;

	if (top->settings_time && top->now.time - top->settings_time < SETTINGS_AGE &&
	    !is_new(top))
		return STATUS_OK;
	err = ports_load(top->ctx, NULL, PORT_CONFIG, &ports);
	if (err)
		return err;
	ports_free(&top->settings);
	top->settings = ports;
	top->settings_time = top->now.time;
	return STATUS_OK;
}

static int read_counters(struct top *top)
{
	const uint64_t begin = time_now();
	struct ports ports;
	int err;

	err = ports_load(top->ctx, NULL, PORT_STATS, &ports);
	if (err)
		return err;
	keep_selected(&ports, top->dev);
	ports_free(&top->before.ports);
	top->before = top->now;
	/* The kernel has read the ports in the meantime */
	top->now = (struct top_sample){ begin + time_since(begin) / 2, ports };
	return STATUS_OK;
}

/* ---- roots ---------------------------------------------------------------- */

/* The user asks about the selected ports only */
static void mark_asked(const struct top *top, struct why_fabric *fabric)
{
	size_t i;

	for (i = 0; top->dev && i < fabric->n; i++)
		if (!fabric->ports[i].ns && !select_has(top->dev, fabric->ports[i].config->name))
			fabric->ports[i].asked = 0;
}

static bool add_roots(struct top *top, const struct why_output *out)
{
	char buf[WHY_TEXT], line[WHY_TEXT + 2 * FORMAT_LEN], size[FORMAT_LEN];
	bool ok = true;
	size_t i;

	top->n_roots = out->why->n_roots;
	if (!top->n_roots)
		return top_texts_split(&top->roots, why_verdict(buf, out->why));
	for (i = 0; ok && i < top->n_roots; i++) {
		const struct why_root *root = &out->why->roots[i];

		snprintf(line, sizeof(line), "%s; %s wait", why_root_words(buf, out, root),
			 format_scaled_size(size, root->bytes));
		ok = top_texts_split(&top->roots, line);
		if (top->roots_json)
			json_object_array_add(top->roots_json, why_root_json(out, root));
	}
	return ok;
}

/* Finds the roots.  Return: an exit status */
static int find_roots(struct top *top)
{
	const uint64_t part = top->view.delay / WHY_PART;
	const struct why_question question = {
		.prios = 0xff, .interval = part < WHY_INTERVAL ? part : WHY_INTERVAL,
	};
	const struct why_output out = {
		.ctx = top->ctx, .why = &(struct why){ 0 }, .no_lldp = true,
	};
	struct why_fabric fabric;
	int err;

	err = why_read(top->ctx, &question, &fabric);
	if (!err) {
		mark_asked(top, &fabric);
		if (!why_analyse(fabric.ports, fabric.n, out.why) || !add_roots(top, &out))
			err = fail(top->ctx, "out of memory");
	}
	why_free(out.why);
	why_fabric_free(&fabric);
	return err;
}

/* An error takes the place of the roots.  @text: the error; NULL or "": no memory for it */
static void roots_failed(struct top *top, const char *text)
{
	top_texts_free(&top->roots);
	top->n_roots = 0;
	top_texts_split(&top->roots, text && *text ? text : "out of memory");
	json_object_put(top->roots_json);
	top->roots_json = NULL;
}

/*
 * Finds the roots, if there was a pause.  An error takes their place: the view also works with a
 * module that does not report who waits for whom
 */
static void read_roots(struct top *top)
{
	FILE *err = top->ctx->err;
	int status = STATUS_FAILED;
	char *text = NULL;
	size_t len;

	top_texts_free(&top->roots);
	json_object_put(top->roots_json);
	top->roots_json = top->ctx->json ? json_object_new_array() : NULL;
	top->n_roots = 0;
	if (!top_pausing(&top->before, &top->now)) {
		top_texts_split(&top->roots, "no port is paused");
		return;
	}
	top->ctx->err = open_memstream(&text, &len);
	if (top->ctx->err) {
		status = find_roots(top);
		/* Without memory, @text stays NULL */
		fclose(top->ctx->err);
	}
	if (status)
		roots_failed(top, text);
	free(text);
	top->ctx->err = err;
}

/**
 * top_read() - read the ports at the end of an interval
 * @top: the run; receives rows and roots
 *
 * A port that has disappeared is not an error.
 *
 * Return: an exit status.
 */
int top_read(struct top *top)
{
	static const struct ctx wall;
	int err;

	err = read_counters(top);
	if (!err)
		err = read_settings(top);
	if (err)
		return err;
	free(top->rows.list);
	if (!top_rows_make(&top->settings, &top->before, &top->now, &top->rows))
		return fail(top->ctx, "out of memory");
	if (!top->ctx->json)
		top_rows_arrange(&top->rows, top->view.sort, top->view.all);
	stamp_short(&wall, top->view.clock, top->now.time);
	top->view.clock[strcspn(top->view.clock, ".")] = '\0';
	if (top->before.time)
		read_roots(top);
	return STATUS_OK;
}

/* Free everything that top_read() and top_why() have read */
void top_free(struct top *top)
{
	ports_free(&top->settings);
	ports_free(&top->before.ports);
	ports_free(&top->now.ports);
	free(top->rows.list);
	top_texts_free(&top->roots);
	top_texts_free(&top->view.pane_text);
	json_object_put(top->roots_json);
}

/* ---- causes of one row -------------------------------------------------- */

/* Runs a command.  Return: its output and its errors; the caller frees the text; NULL: no memory */
static char *run_command(const struct ctx *ctx, struct args *args)
{
	struct ctx run = { .err = NULL, .netns = ctx->netns, .literal = true };
	FILE *const old = stdout;
	char *text = NULL;
	size_t len;
	FILE *to = open_memstream(&text, &len);

	if (!to)
		return NULL;
	/* The commands print to stdout, which glibc allows to replace */
	stdout = to;
	run.err = to;
	command_run(&run, args);
	stdout = old;
	nl_close(&run);
	fclose(to);
	return text;
}

/* Open the pane with the causes of the pauses of its row */
void top_why(struct top *top)
{
	struct top_view *view = &top->view;
	const struct top_row *row = &view->pane_row;
	const struct port *port = port_find(&top->now.ports, row->ifindex);
	char name[IFNAMSIZ], prio[FORMAT_LEN], *text;
	struct args args = {
		row->prio == TOP_PRIO_NONE ? 3 : 5,
		(char *[]){ "why", "dev", name, "prio", prio },
	};

	/* The device can have a new name, or the port has disappeared */
	memcpy(name, port ? port->name : row->name, sizeof(name));
	format_number(prio, row->prio);
	*view->pane_title = '\0';
	shell_pfcctl(view->pane_title, sizeof(view->pane_title), NULL,
		     row->prio == TOP_PRIO_NONE ? "why dev %s" : "why dev %s prio %s", name, prio);
	top_texts_free(&view->pane_text);
	text = run_command(top->ctx, &args);
	top_texts_split(&view->pane_text, text ?: "out of memory");
	free(text);
	view->pane = true;
	view->pane_why = true;
	view->pane_first = 0;
}
