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

#define SETTINGS_AGE	5000000000ULL	/* ns */
#define WHY_INTERVAL	50000000ULL	/* time between the two readings for the roots, ns */
#define WHY_PART	10		/* or this part of the interval, if it is shorter */

/* ---- counters and settings ---------------------------------------------- */

static int read_counters(struct top *top)
{
	const uint64_t begin = time_now();
	const char *dev = top->words.dev;
	struct ports ports;
	size_t i, n = 0;
	int err;

	err = ports_load(top->ctx, NULL, PORT_STATS, &ports);
	if (err)
		return err;
	for (i = 0; i < ports.n; i++)
		if (!dev || select_has(dev, ports.list[i].name))
			ports.list[n++] = ports.list[i];
	ports.n = n;
	ports_free(&top->before);
	top->before = top->now;
	top->before_time = top->now_time;
	top->now = ports;
	/* The kernel has read the ports in the meantime */
	top->now_time = begin + time_since(begin) / 2;
	return STATUS_OK;
}

static int read_settings(struct top *top)
{
	struct ports ports;
	int err;

	err = ports_load(top->ctx, NULL, PORT_CONFIG, &ports);
	if (err)
		return err;
	ports_free(&top->settings);
	top->settings = ports;
	top->settings_time = top->now_time;
	return STATUS_OK;
}

/* ---- causes ------------------------------------------------------------- */

/* Runs pfcctl-why.  Return: its output or its errors; the caller frees it */
static char *read_why(struct ctx *ctx, const char *object, const struct args *args, int *status)
{
	char *text;

	*status = program_read(ctx, "why", object, args, true, &text);
	if (text && *text)
		return text;
	free(text);
	return check_memory(strdup("pfcctl-why printed nothing"));
}

/*
 * Finds the roots, if there was a pause.  An error takes their place: the view also works with a
 * module that does not report who waits for whom
 */
static void read_roots(struct top *top)
{
	const uint64_t part = top->words.window / WHY_PART;
	char interval[FORMAT_LEN];
	const struct args args = {
		top->words.dev ? 4 : 2,
		(char *[]){ "interval", interval, "dev", (char *)top->words.dev },
	};
	int status;

	free(top->roots);
	json_object_put(top->roots_json);
	if (!top->pausing) {
		top->roots = check_memory(strdup("no port is paused"));
		top->roots_json = json_object_new_array();
		return;
	}
	snprintf(interval, sizeof(interval), "%lluns",
		 (unsigned long long)(part < WHY_INTERVAL ? part : WHY_INTERVAL));
	top->roots = read_why(top->ctx, "roots", &args, &status);
	if (status)
		top->roots[strcspn(top->roots, "\n")] = '\0';
	top->roots_json = status || !top->ctx->json ? NULL : json_tokener_parse(top->roots);
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
	if (!err && top->now_time - top->settings_time >= SETTINGS_AGE)
		err = read_settings(top);
	if (!err && !top_rows(top)) {
		err = read_settings(top);
		top_rows(top);
	}
	if (err)
		return err;
	stamp_short(&wall, top->clock, top->now_time);
	top->clock[strcspn(top->clock, ".")] = '\0';
	if (top->before_time)
		read_roots(top);
	return STATUS_OK;
}

/* Free everything that the run has allocated */
void top_free(struct top *top)
{
	ports_free(&top->settings);
	ports_free(&top->before);
	ports_free(&top->now);
	free(top->rows);
	free(top->roots);
	json_object_put(top->roots_json);
	free(top->pane_text);
}

/* ---- the pane ----------------------------------------------------------- */

/*
 * Open the pane, whose title the caller has set.
 * @text: its text; the function takes it over
 * @why: it has the causes of the selected row
 */
void top_pane(struct top *top, char *text, bool why)
{
	free(top->pane_text);
	top->pane_text = text;
	top->pane_why = why;
	top->pane_first = 0;
}

/* Open the pane with the causes of the pauses of the selected row */
void top_why(struct top *top)
{
	const struct top_row *row = &top->selected;
	const struct port *port = port_find(&top->now, row->ifindex);
	char name[IFNAMSIZ], prio[FORMAT_LEN];
	/* Text without options, for a device whose name may be a pattern */
	struct ctx run = { .err = top->ctx->err, .netns = top->ctx->netns, .literal = true };
	const struct args args = {
		row->prio == TOP_PRIO_NONE ? 2 : 4, (char *[]){ "dev", name, "prio", prio },
	};
	int status;

	/* The device can have a new name, or the port has disappeared */
	memcpy(name, port ? port->name : row->name, sizeof(name));
	format_number(prio, row->prio);
	*top->pane_title = '\0';
	shell_pfcctl(top->pane_title, sizeof(top->pane_title), NULL,
		     row->prio == TOP_PRIO_NONE ? "why dev %s" : "why dev %s prio %s", name, prio);
	top_pane(top, read_why(&run, "why", &args, &status), true);
}
