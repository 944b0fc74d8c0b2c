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
#include "shell.h"
#include "when.h"

#define SETTINGS_AGE	5000000000ULL	/* ns */
#define WHY_INTERVAL	50000000ULL	/* time between the two readings for the roots, ns */
#define WHY_PART	10		/* or this part of the interval, if it is shorter */

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

static void roots_free(struct top *top)
{
	free(top->roots);
	top->roots = NULL;
	top->n_roots = 0;
	json_object_put(top->roots_json);
	top->roots_json = NULL;
}

/* Reads the number of roots, and their lines.  Return: whether memory sufficed */
static bool read_answer(struct top *top, const char *text)
{
	char *end;

	if (top->ctx->json) {
		top->roots_json = json_tokener_parse(text);
		return top->roots_json;
	}
	top->n_roots = strtoul(text, &end, 10);
	top->roots = strdup(end + (*end == '\n'));
	return top->roots;
}

/*
 * Finds the roots, if there was a pause.  An error takes their place: the view also works with a
 * module that does not report who waits for whom
 */
static void read_roots(struct top *top)
{
	const uint64_t part = top->view.delay / WHY_PART;
	char interval[FORMAT_LEN], *text;
	const struct args args = {
		top->dev ? 4 : 2,
		(char *[]){ "interval", interval, "dev", (char *)top->dev },
	};
	int status;

	roots_free(top);
	if (!top_pausing(&top->before, &top->now)) {
		top->roots = strdup("no port is paused");
		top->roots_json = json_object_new_array();
		return;
	}
	snprintf(interval, sizeof(interval), "%lluns",
		 (unsigned long long)(part < WHY_INTERVAL ? part : WHY_INTERVAL));
	status = program_read(top->ctx, "why", "roots", &args, true, &text);
	if (status || !read_answer(top, text)) {
		roots_free(top);
		top->roots = strdup(text && *text ? text : "pfcctl-why printed nothing");
	}
	free(text);
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
	top_rows_make(&top->settings, &top->before, &top->now, &top->rows);
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
	roots_free(top);
	free(top->view.pane_text);
}

/* ---- causes of one row -------------------------------------------------- */

/* Open the pane with the causes of the pauses of its row */
void top_why(struct top *top)
{
	struct top_view *view = &top->view;
	const struct top_row *row = &view->pane_row;
	const struct port *port = port_find(&top->now.ports, row->ifindex);
	char name[IFNAMSIZ], prio[FORMAT_LEN];
	/* Text without options, for a device whose name may be a pattern */
	struct ctx run = { .err = top->ctx->err, .netns = top->ctx->netns, .literal = true };
	const struct args args = {
		row->prio == TOP_PRIO_NONE ? 2 : 4, (char *[]){ "dev", name, "prio", prio },
	};

	/* The device can have a new name, or the port has disappeared */
	memcpy(name, port ? port->name : row->name, sizeof(name));
	format_number(prio, row->prio);
	*view->pane_title = '\0';
	shell_pfcctl(view->pane_title, sizeof(view->pane_title), NULL,
		     row->prio == TOP_PRIO_NONE ? "why dev %s" : "why dev %s prio %s", name, prio);
	free(view->pane_text);
	program_read(&run, "why", "why", &args, true, &view->pane_text);
	view->pane = true;
	view->pane_why = true;
	view->pane_first = 0;
}
