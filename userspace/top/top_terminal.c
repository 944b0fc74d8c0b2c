// SPDX-License-Identifier: GPL-2.0-only
/*
 * pfcctl top on a terminal.
 *
 * ncurses sends only the cells that have changed, handles SIGWINCH, and knows the keys and
 * attributes of the terminal.
 */
#include <curses.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "netns.h"
#include "output.h"
#include "print.h"
#include "top.h"
#include "when.h"

#define FIRST_DELAY	200000000ULL	/* the first interval, ns: the user waits for it */
#define ESCAPE_DELAY	25		/* ms in which the rest of an escape sequence arrives */
#define REPAINT		12		/* Ctrl-L */
#define PAIR_BAD	1

static const char help[] =
"j, k, arrows   select a row; PgUp, PgDn, Home, End, too\n"
"Enter          pfcctl why for the selected row\n"
"s, S           sort by the next, or the previous column: port, in, out,\n"
"               occupancy, paused, xoff, drops; the largest values first\n"
"i              show or hide idle rows\n"
"p              stop or continue the updates\n"
"Ctrl-L         repaint the screen\n"
"q              quit, or close this text; Esc closes it, too\n"
"\n"
"RATE           bits per second that the PG has received (IN), and the queue\n"
"               has sent (OUT)\n"
"PG OCCUPANCY   bytes in the PG, as a bar and in percent of the XOFF threshold;\n"
"               of the limit if the PG is lossy\n"
"PAUSED         part of the interval for which the port has paused its peer\n"
"               (TX), and was paused (RX)\n"
"XOFF/s         XOFF sent (TX) and received (RX) per second\n"
"DROP/s         dropped packets per second; of a PG at its lowest priority\n"
"Root causes    what the pauses wait for, as in pfcctl why\n";

/* Signals that end the command.  The terminal is restored before. */
static const int signals[] = {
	SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU
};

static volatile sig_atomic_t stopped;	/* the signal */

static volatile sig_atomic_t suspended;	/* Ctrl-Z was typed */

static void stop(int number)
{
	stopped = number;
}

static void suspend_later(int number)
{
	(void)number;
	suspended = 1;
}

/**
 * struct terminal - the terminal, and what to restore
 * @top: the run
 * @screen: the screen of ncurses
 * @mask: signals that were blocked before
 * @actions: former actions of the signals
 * @next: time of the next reading, ns
 * @status: exit status of the last reading
 * @done: the command ends
 */
struct terminal {
	struct top		*top;
	SCREEN			*screen;
	sigset_t		mask;
	struct sigaction	actions[ARRAY_SIZE(signals)];
	uint64_t		next;
	int			status;
	bool			done;
};

/* Sets the action of SIGTSTP, unless the caller of the command ignores it */
static void on_suspend(void (*handler)(int))
{
	const struct sigaction action = { .sa_handler = handler };
	struct sigaction was;

	sigaction(SIGTSTP, NULL, &was);
	if (was.sa_handler != SIG_IGN)
		sigaction(SIGTSTP, &action, NULL);
}

/*
 * Signals arrive only while the command waits for a key, so that none is missed, and the handlers
 * of ncurses interrupt neither its output nor an allocation.  SIGTSTP has a handler of this file:
 * that of ncurses ignores the signal while it draws, and a pending Ctrl-Z would be lost.
 */
static void signals_begin(struct terminal *t)
{
	const struct sigaction action = { .sa_handler = stop };
	sigset_t blocked;
	size_t i;

	sigemptyset(&blocked);
	sigaddset(&blocked, SIGWINCH);
	sigaddset(&blocked, SIGTSTP);
	for (i = 0; i < ARRAY_SIZE(signals); i++) {
		sigaddset(&blocked, signals[i]);
		sigaction(signals[i], NULL, &t->actions[i]);
		if (t->actions[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
	on_suspend(suspend_later);
	sigprocmask(SIG_BLOCK, &blocked, &t->mask);
}

static void signals_end(const struct terminal *t)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &t->actions[i], NULL);
	on_suspend(SIG_DFL);
	sigprocmask(SIG_SETMASK, &t->mask, NULL);
	if (stopped)
		raise(stopped);
}

/* Stops the command, which returns the terminal to the shell, until the shell continues it */
static void suspend(void)
{
	sigset_t one;

	suspended = 0;
	sigemptyset(&one);
	sigaddset(&one, SIGTSTP);
	endwin();
	on_suspend(SIG_DFL);
	raise(SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	sigprocmask(SIG_BLOCK, &one, NULL);
	on_suspend(suspend_later);
	clearok(curscr, TRUE);
	refresh();
}

static bool screen_open;	/* the terminal shows the screen */

/* Also runs before an exit() in another file */
static void screen_close(void)
{
	if (screen_open && !isendwin())
		endwin();
	screen_open = false;
}

static bool screen_begin(struct terminal *t)
{
	t->screen = newterm(NULL, output_raw(), stdin);
	if (!t->screen)
		return false;
	screen_open = true;
	netns_before_exit = screen_close;
	atexit(screen_close);
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(ESCAPE_DELAY);
	curs_set(0);
	if (t->top->ctx->color && has_colors()) {
		start_color();
		use_default_colors();
		init_pair(PAIR_BAD, COLOR_RED, -1);
	}
	return true;
}

/* ---- output ------------------------------------------------------------- */

static void put_line(const struct ctx *ctx, int y, const struct top_line *line)
{
	static const attr_t attributes[] = {
		[TOP_TITLE] = A_BOLD, [TOP_HEAD] = A_BOLD, [TOP_SELECTED] = A_REVERSE,
		[TOP_SELECTED_BAD] = A_REVERSE | A_BOLD, [TOP_KEYS] = A_REVERSE,
		[TOP_BAD] = A_BOLD,
	};
	const attr_t attribute = line->style < ARRAY_SIZE(attributes) ? attributes[line->style] : 0;
	const bool bad = line->style == TOP_BAD || line->style == TOP_SELECTED_BAD;
	const bool red = bad && ctx->color && has_colors();

	mvaddstr(y, 0, line->text);
	mvchgat(y, 0, -1, attribute, red ? PAIR_BAD : 0, NULL);
}

static void draw(struct top *top)
{
	struct top_screen screen;
	size_t i;

	top->view.width = COLS;
	top->view.height = LINES;
	top_view_layout(&top->view, &top->rows, top->roots, top->n_roots, &screen);
	erase();
	for (i = 0; i < screen.n && (int)i < LINES; i++)
		put_line(top->ctx, i, &screen.list[i]);
	refresh();
	top_screen_free(&screen);
}

/* ---- input -------------------------------------------------------------- */

static void open_help(struct top_view *view)
{
	free(view->pane_text);
	view->pane_text = check_memory(strdup(help));
	snprintf(view->pane_title, sizeof(view->pane_title), "pfcctl top: keys and columns");
	view->pane = true;
	view->pane_why = false;
	view->pane_first = 0;
}

static void arrange(struct top *top)
{
	top_rows_arrange(&top->rows, top->view.sort, top->view.all);
	top_view_update(&top->view, &top->rows);
}

/* Return: whether the screen changes */
static bool handle_key(struct terminal *t, int key)
{
	struct top *top = t->top;

	if (key == REPAINT)
		clearok(curscr, TRUE);
	if (key == REPAINT || key == KEY_RESIZE)
		return true;
	switch (top_view_key(&top->view, &top->rows, key)) {
	case TOP_ARRANGE:
		arrange(top);
		break;
	case TOP_WHY:
		top_why(top);
		break;
	case TOP_HELP:
		open_help(&top->view);
		break;
	case TOP_QUIT:
		t->done = true;
		break;
	case TOP_NOTHING:
		return false;
	default:
		break;
	}
	return true;
}

/* Waits for a key, a signal or the end of the interval */
static void wait_for_key(struct terminal *t)
{
	struct pollfd in = { .fd = fileno(stdin), .events = POLLIN };
	const uint64_t now = time_now(), left = t->next > now ? t->next - now : 0;
	const struct timespec time = { .tv_sec = left / 1000000000, .tv_nsec = left % 1000000000 };

	if (ppoll(&in, 1, t->top->view.frozen ? NULL : &time, &t->mask) > 0 &&
	    in.revents & (POLLHUP | POLLERR | POLLNVAL))
		t->done = true;
}

/*
 * Reads the ports.  Errors must not appear between the lines of the screen, and end nothing: the
 * next interval can be better.
 */
static int read_again(struct top *top)
{
	FILE *const err = top->ctx->err;
	char *text = NULL;
	size_t len;
	int status;

	top->ctx->err = check_memory(open_memstream(&text, &len));
	status = top_read(top);
	fclose(top->ctx->err);
	top->ctx->err = err;
	snprintf(top->view.error, sizeof(top->view.error), "%.*s",
		 status ? (int)strcspn(text, "\n") : 0, text);
	if (status)
		nl_close(top->ctx);
	free(text);
	return status;
}

/* If reading takes longer than the interval, the next one is later: keys and signals need time */
static void read_ports(struct terminal *t)
{
	struct top *top = t->top;
	uint64_t now;

	t->status = read_again(top);
	top_view_update(&top->view, &top->rows);
	t->next += top->view.delay;
	now = time_now();
	if (t->next < now)
		t->next = now + top->view.delay;
}

static void loop(struct terminal *t)
{
	int key;

	draw(t->top);
	while (!t->done && !stopped) {
		bool changed = false;

		if (suspended)
			suspend();
		while (!t->done && (key = getch()) != ERR)
			changed |= handle_key(t, key);
		if (!t->done && !t->top->view.frozen && time_now() >= t->next) {
			read_ports(t);
			changed = true;
		}
		if (changed && !t->done)
			draw(t->top);
		else if (!t->done)
			wait_for_key(t);
	}
}

/**
 * top_terminal() - show the ports on the terminal until the user quits
 * @top: the run, with a first reading
 *
 * Return: an exit status.
 */
int top_terminal(struct top *top)
{
	struct terminal t = { .top = top, .next = time_now() };

	t.next += top->view.delay < FIRST_DELAY ? top->view.delay : FIRST_DELAY;
	signals_begin(&t);
	if (!screen_begin(&t)) {
		signals_end(&t);
		return fail(top->ctx, "terminal type '%s' is unknown; must be one of terminfo(5)",
			    getenv("TERM") ?: "");
	}
	loop(&t);
	screen_close();
	netns_before_exit = NULL;
	delscreen(t.screen);
	if (t.status)
		fprintf(top->ctx->err, "%s\n", top->view.error);
	signals_end(&t);
	return t.status;
}
