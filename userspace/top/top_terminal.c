// SPDX-License-Identifier: GPL-2.0-only
/*
 * pfcctl top on a terminal.
 *
 * ncurses sends only the cells that have changed, handles SIGWINCH, and knows the keys and
 * attributes of the terminal.
 */
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

/* SIGTSTP, and the signals that end the command.  The terminal is restored before. */
static const int signals[] = {
	SIGTSTP, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2,
	SIGXCPU
};

static volatile sig_atomic_t caught;	/* the signal; SIGTSTP only without another one */

static void catch(int number)
{
	if (!caught || caught == SIGTSTP)
		caught = number;
}

/* Sets the action of these signals, except of those that the caller of the command ignores */
static void on_signals(void (*action)(int))
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(signals); i++)
		if (signal(signals[i], action) == SIG_IGN)
			signal(signals[i], SIG_IGN);
}

/*
 * Signals arrive only while the command waits for a key, so that none is missed, and the handlers
 * of ncurses interrupt neither its output nor an allocation.  SIGTSTP has a handler of this file:
 * that of ncurses ignores the signal while it draws, and a pending Ctrl-Z would be lost.
 * @former: result: the signals that were blocked before
 */
static void signals_begin(sigset_t *former)
{
	sigset_t blocked;
	size_t i;

	sigemptyset(&blocked);
	sigaddset(&blocked, SIGWINCH);
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaddset(&blocked, signals[i]);
	sigprocmask(SIG_BLOCK, &blocked, former);
	on_signals(catch);
}

static void signals_end(const sigset_t *former)
{
	on_signals(SIG_DFL);
	sigprocmask(SIG_SETMASK, former, NULL);
	if (caught && caught != SIGTSTP)
		raise(caught);
}

/* Stops the command, which returns the terminal to the shell, until the shell continues it */
static void suspend(void)
{
	sigset_t one;

	caught = 0;
	sigemptyset(&one);
	sigaddset(&one, SIGTSTP);
	endwin();
	signal(SIGTSTP, SIG_DFL);
	raise(SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	sigprocmask(SIG_BLOCK, &one, NULL);
	signal(SIGTSTP, catch);
	clearok(curscr, TRUE);
	refresh();
}

/* Also runs before an exit() in another file */
static void screen_close(void)
{
	endwin();
}

static SCREEN *screen_open(const struct ctx *ctx)
{
	SCREEN *screen = newterm(NULL, output_raw(), stdin);

	if (!screen)
		return NULL;
	netns_before_exit = screen_close;
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(ESCAPE_DELAY);
	curs_set(0);
	if (ctx->color && has_colors()) {
		start_color();
		use_default_colors();
		init_pair(TOP_BAD_PAIR, COLOR_RED, -1);
	}
	return screen;
}

static void draw(struct top *top)
{
	const bool colors = top->ctx->color && has_colors();
	struct top_lines screen;
	int i;

	top->width = COLS;
	top->height = LINES;
	top_layout(top, &screen);
	erase();
	for (i = 0; i < (int)screen.n && i < LINES; i++) {
		const attr_t attributes = screen.list[i].attributes;

		mvaddstr(i, 0, screen.list[i].text);
		mvchgat(i, 0, -1, attributes & ~A_COLOR, colors ? PAIR_NUMBER(attributes) : 0,
			NULL);
	}
	refresh();
	free(screen.list);
}

/* Waits for a key, a signal or the end of the interval */
static void wait_for_key(struct top *top, const sigset_t *mask)
{
	struct pollfd in = { .fd = fileno(stdin), .events = POLLIN };
	const uint64_t now = time_now(), left = top->next > now ? top->next - now : 0;
	const struct timespec time = { .tv_sec = left / 1000000000, .tv_nsec = left % 1000000000 };

	if (ppoll(&in, 1, top->frozen ? NULL : &time, mask) > 0 &&
	    in.revents & (POLLHUP | POLLERR | POLLNVAL))
		top->done = true;
}

/*
 * Reads the ports.  Errors must not appear between the lines of the screen, and end nothing: the
 * next interval can be better.  If reading takes longer than the interval, the next one is later:
 * keys and signals need time.
 */
static void read_ports(struct top *top)
{
	FILE *const err = top->ctx->err;
	char *text = NULL;
	uint64_t now;
	size_t len;

	top->ctx->err = check_memory(open_memstream(&text, &len));
	top->status = top_read(top);
	fclose(top->ctx->err);
	top->ctx->err = err;
	snprintf(top->error, sizeof(top->error), "%.*s",
		 top->status ? (int)strcspn(text, "\n") : 0, text);
	free(text);
	if (top->status)
		nl_close(top->ctx);
	top->next += top->words.window;
	now = time_now();
	if (top->next < now)
		top->next = now + top->words.window;
}

static void loop(struct top *top, const sigset_t *mask)
{
	bool changed = true;
	int key;

	while (!top->done && (!caught || caught == SIGTSTP)) {
		if (caught)
			suspend();
		if (changed)
			draw(top);
		else
			wait_for_key(top, mask);
		changed = false;
		while (!top->done && (key = getch()) != ERR) {
			if (key == REPAINT)
				clearok(curscr, TRUE);
			changed |= key == REPAINT || key == KEY_RESIZE || top_key(top, key);
		}
		if (!top->done && !top->frozen && time_now() >= top->next) {
			read_ports(top);
			changed = true;
		}
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
	const uint64_t delay = top->words.window;
	sigset_t former;
	SCREEN *screen;

	top->next = time_now() + (delay < FIRST_DELAY ? delay : FIRST_DELAY);
	signals_begin(&former);
	screen = screen_open(top->ctx);
	if (screen) {
		loop(top, &former);
		screen_close();
		netns_before_exit = NULL;
		delscreen(screen);
		if (top->status)
			fprintf(top->ctx->err, "%s\n", top->error);
	} else {
		top->status = fail(top->ctx,
				   "terminal type '%s' is unknown; must be one of terminfo(5)",
				   getenv("TERM") ?: "");
	}
	signals_end(&former);
	return top->status;
}
