/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Live view of the ports: rates between two readings, rows, and the lines of a screen.
 *
 * Times are CLOCK_MONOTONIC, ns.
 */
#ifndef TOP_H
#define TOP_H

#include <curses.h>
#include <json-c/json.h>
#include "model.h"
#include "setting.h"
#include "shell.h"

#define TOP_PRIO_NONE	PFC_PRIO_COUNT	/* the row of a port: drops without a priority */
#define TOP_PORT_ROWS	(PFC_PRIO_COUNT + 1)
#define TOP_LINE	1024		/* size of a line, bytes */
#define TOP_ESCAPE	27
#define TOP_SORTS	7		/* number of words in top_sorts */

/**
 * struct top_row - a priority of a port, or the port itself
 * @prio: the priority, or %TOP_PRIO_NONE
 * @pg: its PG; @in, @occupancy and @threshold are those of the PG
 * @lossless: the PG is lossless
 * @active: the row is not idle: traffic, pauses, XOFF or drops in the interval, or bytes in the PG
 * @in: rate that the PG has received, bits per second
 * @out: rate that the queue has sent, bits per second
 * @occupancy: bytes in the PG
 * @threshold: occupancy at which a lossless PG sends XOFF and a lossy PG drops, bytes; 0: unknown
 * @fill: @occupancy as part of @threshold; 0 without a threshold
 * @backlog: bytes in the queue
 * @tx_paused: part of the interval for which the port has paused its peer, percent
 * @rx_paused: part of the interval for which the peer has paused the port, percent
 * @tx_xoff: XOFF sent per second
 * @rx_xoff: XOFF received per second
 * @drops: dropped packets per second; those of the PG count at its lowest priority
 * @rank: the rows are sorted by it, the largest first
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
	double		fill;
	uint64_t	backlog;
	double		tx_paused;
	double		rx_paused;
	double		tx_xoff;
	double		rx_xoff;
	double		drops;
	double		rank;
};

/* Drops of lossless packets, or of a port */
#define TOP_BAD_PAIR	1
#define TOP_BAD		(A_BOLD | COLOR_PAIR(TOP_BAD_PAIR))

/* Lines of text, with their attributes on a terminal */
struct top_lines {
	size_t	n;
	struct top_line {
		attr_t	attributes;
		char	text[TOP_LINE];
	}	*list;
};

/**
 * struct top - a run of the command
 * @words: the parsed words; must be first.  The window is the length of an interval
 * @count: number of intervals; 0: no end
 * @sort: order of the rows, an index of top_sorts
 * @all: show idle rows, too
 * @settings: the settings of all ports
 * @settings_time: time at which they were read
 * @before: the counters at the start of the interval
 * @before_time: time of this reading; 0: none
 * @now: the counters at its end
 * @now_time: time of this reading
 * @clock: the same as text
 * @error: why the last reading has failed; "": it has not
 * @status: exit status of the last reading
 * @next: time of the next reading
 * @pausing: a port was paused or has paused its peer in the interval
 * @roots: the roots of pauses as lines, or the verdict or an error; NULL: not read yet
 * @roots_json: the roots as JSON, or NULL
 * @width: columns
 * @height: lines; 0: all rows, without a selection and keys
 * @ascii: the locale has no UTF-8
 * @frozen: the user has stopped the updates
 * @done: the user has quit
 * @first: first row on the screen
 * @page: number of rows on the screen
 * @at: index of the selected row
 * @selected: the row that the user has selected, with the values of that time; ifindex 0: none yet
 * @pane_text: text of the open pane; NULL: the screen has the rows
 * @pane_why: it has the causes of the selected row, not the help
 * @pane_first: its first line on the screen
 * @pane_last: the largest value of @pane_first
 */
struct top {
	struct change		words;
	uint64_t		count;
	unsigned int		sort;
	bool			all;
	struct ctx		*ctx;
	struct ports		settings;
	uint64_t		settings_time;
	struct ports		before;
	uint64_t		before_time;
	struct ports		now;
	uint64_t		now_time;
	char			clock[32];
	char			error[256];
	int			status;
	uint64_t		next;
	size_t			n;
	struct top_row		*rows;
	bool			pausing;
	char			*roots;
	struct json_object	*roots_json;
	int			width;
	int			height;
	bool			ascii;
	bool			frozen;
	bool			done;
	size_t			first;
	size_t			page;
	size_t			at;
	struct top_row		selected;
	char			*pane_text;
	char			pane_title[QUOTED_LEN];
	bool			pane_why;
	size_t			pane_first;
	size_t			pane_last;
};

/* top_rows.c */
extern const char *const top_sorts[];
bool top_rows(struct top *top);

/* top_view.c */
bool top_key(struct top *top, int key);
void top_layout(struct top *top, struct top_lines *screen);

/* top_read.c */
int top_read(struct top *top);
void top_pane(struct top *top, char *text, bool why);
void top_why(struct top *top);
void top_free(struct top *top);

/* top_terminal.c */
int top_terminal(struct top *top);

#endif /* TOP_H */
