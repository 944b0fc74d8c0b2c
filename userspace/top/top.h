/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Live view of the ports: rates between two readings, rows, and the lines of a screen.
 *
 * Times are CLOCK_MONOTONIC, ns.
 */
#ifndef TOP_H
#define TOP_H

#include <json-c/json.h>
#include "model.h"
#include "shell.h"

#define TOP_PRIO_NONE	PFC_PRIO_COUNT	/* the row of a port: drops without a priority */
#define TOP_LINE	1024		/* size of a line, bytes */

/* Order of the rows; all but the first one sort the largest value first */
enum top_sort {
	TOP_SORT_PORT,
	TOP_SORT_IN,
	TOP_SORT_OUT,
	TOP_SORT_OCCUPANCY,
	TOP_SORT_PAUSED,
	TOP_SORT_XOFF,
	TOP_SORT_DROPS,
	TOP_SORTS
};

/**
 * struct top_sample - a reading of the counters
 * @time: time of the reading; 0: none
 * @ports: the ports, with PORT_STATS only
 */
struct top_sample {
	uint64_t	time;
	struct ports	ports;
};

/**
 * struct top_row - a priority of a port, or the port itself
 * @name: name of the device
 * @ifindex: ifindex of the device
 * @port_id: id of the port
 * @prio: the priority, or %TOP_PRIO_NONE
 * @pg: its PG; @in, @occupancy and @threshold are those of the PG
 * @lossless: the PG is lossless
 * @active: the row is not idle: traffic, pauses, XOFF or drops in the interval, or bytes in the PG
 * @in: rate that the PG has received, bits per second
 * @out: rate that the queue has sent, bits per second
 * @occupancy: bytes in the PG
 * @threshold: occupancy at which a lossless PG sends XOFF and a lossy PG drops, bytes; 0: unknown
 * @backlog: bytes in the queue
 * @tx_paused: part of the interval for which the port has paused its peer, percent
 * @rx_paused: part of the interval for which the peer has paused the port, percent
 * @tx_xoff: XOFF sent per second
 * @rx_xoff: XOFF received per second
 * @drops: dropped packets per second; those of the PG count at its lowest priority
 */
struct top_row {
	char		name[IFNAMSIZ];
	uint32_t	ifindex;
	uint32_t	port_id;
	uint8_t		prio;
	uint8_t		pg;
	bool		lossless;
	bool		active;
	double		in;
	double		out;
	uint64_t	occupancy;
	uint64_t	threshold;
	uint64_t	backlog;
	double		tx_paused;
	double		rx_paused;
	double		tx_xoff;
	double		rx_xoff;
	double		drops;
};

/**
 * struct top_rows - the rows of all ports
 * @n: number of rows
 * @shown: number of rows that the user wants to see; they are the first ones
 * @n_ports: number of ports
 * @list: the rows
 */
struct top_rows {
	size_t		n;
	size_t		shown;
	size_t		n_ports;
	struct top_row	*list;
};

/* Style of a line */
enum top_style {
	TOP_PLAIN,
	TOP_TITLE,
	TOP_HEAD,
	TOP_SELECTED,
	TOP_SELECTED_BAD,
	TOP_BAD,
	TOP_KEYS,
};

/**
 * struct top_line - a line of the screen
 * @style: its style
 * @text: its text
 */
struct top_line {
	enum top_style	style;
	char		text[TOP_LINE];
};

/**
 * struct top_screen - the lines of the screen
 * @n: number of lines
 * @list: the lines
 */
struct top_screen {
	size_t		n;
	struct top_line	*list;
};

#define TOP_ESCAPE	27

/* What the caller of top_view_key() must do */
enum top_action {
	TOP_REDRAW,
	TOP_ARRANGE,	/* sort the rows, then redraw */
	TOP_QUIT,
	TOP_WHY,	/* open the pane with the causes of its row */
	TOP_HELP,	/* open the pane with the help */
	TOP_NOTHING,
};

/**
 * struct top_view - what the user sees
 * @width: columns
 * @height: lines; 0: all rows, without a selection and keys
 * @ascii: the locale has no UTF-8
 * @sort: order of the rows
 * @all: show idle rows, too
 * @frozen: the user has stopped the updates
 * @delay: length of an interval, ns
 * @clock: time of the last reading, as text
 * @error: why the last reading has failed; "": it has not
 * @first: first row on the screen
 * @selected: the selected row
 * @selected_ifindex: ifindex of its port; 0: no row was selected yet
 * @selected_prio: its priority
 * @page: number of rows on the screen
 * @pane: a pane with a text is open
 * @pane_why: it has the causes of @pane_row, not the help
 * @pane_row: the row that was selected when the user asked for its causes
 * @pane_title: title of the pane
 * @pane_text: its lines; NULL: pfcctl-why printed nothing
 * @pane_first: its first line on the screen
 * @pane_lines: number of its lines
 */
struct top_view {
	int			width;
	int			height;
	bool			ascii;
	enum top_sort		sort;
	bool			all;
	bool			frozen;
	uint64_t		delay;
	char			clock[32];
	char			error[256];
	size_t			first;
	size_t			selected;
	uint32_t		selected_ifindex;
	uint8_t			selected_prio;
	size_t			page;
	bool			pane;
	bool			pane_why;
	struct top_row		pane_row;
	char			pane_title[QUOTED_LEN];
	char			*pane_text;
	size_t			pane_first;
	size_t			pane_lines;
};

/**
 * struct top - a run of the command
 * @ctx: the context
 * @dev: the ports to show: a device, a list or a pattern; NULL: all
 * @settings: the settings of all ports
 * @settings_time: time at which they were read
 * @before: the reading at the start of the interval
 * @now: the reading at its end
 * @rows: the rows
 * @roots: the roots of pauses, one line each, or the verdict if there is none; NULL: not read yet
 * @n_roots: number of roots
 * @roots_json: the roots as JSON, or NULL
 * @view: what the user sees
 */
struct top {
	struct ctx		*ctx;
	const char		*dev;
	struct ports		settings;
	uint64_t		settings_time;
	struct top_sample	before;
	struct top_sample	now;
	struct top_rows		rows;
	char			*roots;
	size_t			n_roots;
	struct json_object	*roots_json;
	struct top_view		view;
};

/* top_rows.c */
extern const char *const top_sorts[];
void top_rows_make(const struct ports *settings, const struct top_sample *before,
		   const struct top_sample *now, struct top_rows *rows);
void top_rows_arrange(struct top_rows *rows, enum top_sort sort, bool all);
bool top_pausing(const struct top_sample *before, const struct top_sample *now);

/* top_view.c */
enum top_action top_view_key(struct top_view *view, const struct top_rows *rows, int key);
void top_view_update(struct top_view *view, const struct top_rows *rows);
void top_view_layout(struct top_view *view, const struct top_rows *rows,
		     const char *roots, size_t n_roots, struct top_screen *screen);
void top_screen_free(struct top_screen *screen);

/* top_read.c */
int top_read(struct top *top);
void top_why(struct top *top);
void top_free(struct top *top);

/* top_terminal.c */
int top_terminal(struct top *top);

#endif /* TOP_H */
