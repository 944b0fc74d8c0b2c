// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fixes of errors.
 *
 * The module names the object, the value and what is allowed.  It knows neither the command line
 * nor the namespace of the tool, so the tool adds the command that fixes the error.
 */
#include <stdlib.h>
#include <string.h>
#include "format.h"
#include "pfcctl.h"
#include "shell.h"

#define CAPTURES	7

/**
 * struct fix - the fix of an error or warning
 * @text: beginning of the message; "*" stands for the shortest text that fits, at the end for the
 *	rest of the message, and "#" for digits
 * @fix: what the user can do; "$1" is the text of the first "*" or "#"; commands of pfcctl and
 *	ip link get the network namespace of the user's command
 */
struct fix {
	const char	*text;
	const char	*fix;
};

/* The first entry that matches applies */
static const struct fix fixes[] = {
	/* Devices and ports */
	{ "*: no such device in network namespace *", "ip -n $2 link lists the devices" },
	{ "*: no such device yet", "ip link lists the devices; the command waits for this one" },
	{ "*: no such device",
	  "ip link lists the devices; -n NETNS selects another network namespace" },
	{ "dev: '*' matches no port", "pfcctl port show lists the ports" },
	{ "dev: '*' matches no device that can become a port",
	  "ip link lists the devices; pfcctl port show lists those that are ports" },
	{ "network namespace '*': does not exist",
	  "name a namespace that ip netns list shows, or its path" },
	{ "*: device is not a pfc port",
	  "pfcctl port add dev $1; pfcctl port show lists the ports" },
	{ "*: device is a pfc port already", "pfcctl port set dev $1 changes its settings" },
	{ "*: cannot be a pfc port: *; its members can",
	  "for each member, pfcctl port add dev DEV; ip link show master $1 lists them" },
	{ "*: cannot be a pfc port: *; the device below can",
	  "pfcctl port add dev DEV; ip link show dev $1 prints DEV after $1@" },
	{ "the pfc module is not loaded", "modprobe pfc" },
	{ "*: not permitted, needs *", "run pfcctl as root" },
	{ "cannot lock *: Permission denied", "run pfcctl as root" },
	{ "*: user has the maximum number of pfc ports (userns_ports)",
	  "raise /sys/module/pfc/parameters/userns_ports" },
	{ "*: pools of the user* the limit*(userns_pool_bytes)",
	  "raise /sys/module/pfc/parameters/userns_pool_bytes" },

	/* Settings of a port */
	{ "*rate: # is out of range",
	  "add a unit, as in 100mbit; without a unit, a rate is in bit/s" },
	{ "*: delay: # ns needs a rate", "pfcctl port set dev $1 rate RATE delay $2ns" },
	{ "*: tx-queues: all excludes", "pfcctl port set dev $1 tx-queues auto, or one" },
	{ "*: pause-time: # quanta at # Mb/s are below the minimum of #",
	  "pfcctl pfc set dev $1 pause-time $4" },
	{ "*: flow-control: is * and must be pfc, because PFC is on for priority #",
	  "pfcctl pfc set dev $1 prio-pfc $3:off, or flow-control pfc" },
	{ "*: flood-prio: priority # is lossless",
	  "pfcctl pfc set dev $1 prio-pfc $2:off, or another priority in flood-prio" },
	{ "*: ethtype-prio: no room for *, the map has",
	  "delete an entry: pfcctl map set dev $1 ethtype-prio TYPE:none" },
	{ "ecn-kmin: * is above ecn-kmax *", "lower ecn-kmin, or raise ecn-kmax" },
	{ "*: queue #: ecn-kmin # is above ecn-kmax # bytes",
	  "lower ecn-kmin to $4, or raise ecn-kmax to $3" },
	{ "*: tc-bw: class # is strict",
	  "add tc-bw $2:0 to the command; all ets classes together need 100, or none is ets" },
	{ "*: tc-bw: class # is ets",
	  "add tc-bw $2:SHARE to the command; all ets classes together need 100" },
	{ "*: tc-bw: shares of ets classes",
	  "one command with the shares of all ets classes; pfcctl ets show dev $1 lists them" },

	/* PGs, pools and profiles */
	{ "*: pg #: PFC is on for its priority # but off for its priority #",
	  "pfcctl pfc set dev $1 prio-pfc $3:on $4:on, or pfcctl map set dev $1 prio-pg $4:PG" },
	{ "profile *: xon # is above xoff # bytes",
	  "xoff $3 xon $3, or a lower xon, in one command" },
	{ "*: pg #: xon # is above xoff # bytes",
	  "pfcctl pg set dev $1 pg $2 xoff $4 xon $4, or a lower xon" },
	{ "pg #: follows profile *, which sets all its values",
	  "set them in the line profile add $2, or omit the profile of pg $1" },
	{ "*: pg #: follows profile *, which sets *",
	  "pfcctl profile set $3 $4 VALUE, or first pfcctl pg set dev $1 pg $2 profile none" },
	{ "profile *: * PG # has # bytes of headroom and needs",
	  "pfcctl profile set $1 headroom auto" },
	{ "* PG # has # bytes of headroom and needs #, # are missing: the port has no rate",
	  "pfcctl port set dev $1 rate RATE, or pfcctl pg set dev $1 pg $2 headroom auto" },
	{ "* PG # has # bytes of headroom and needs", "pfcctl pg set dev $1 pg $2 headroom auto" },
	{ "* PG # needs * of *, * are free in pool *, a size of # is enough",
	  "pfcctl pool set $6 size $7, or reserve less (headroom, min)" },
	{ "* PG #: its packets need * of the * of pool *, ",
	  "pfcctl pool set $5 size SIZE, or try again when fewer packets are queued" },
	{ "*pool *: packets use # bytes",
	  "pfcctl pool set $2 size SIZE, or try again when fewer packets are queued" },
	{ "pool *: size # is too small, PGs reserve # bytes",
	  "pfcctl pool set $1 size $3 or more, or reserve less (headroom and min of its PGs)" },
	{ "pool *: exists already", "pfcctl pool set $1 changes it" },
	{ "profile *: exists already", "pfcctl profile set $1 changes it" },
	{ "*pool *: not found", "pfcctl pool add $2 size SIZE; pfcctl pool show lists all pools" },
	{ "*profile *: not found",
	  "pfcctl profile add $2; pfcctl profile show lists all profiles" },
	{ "pool *: in use by profile *", "pfcctl profile set $2 pool default" },
	{ "pool *: in use: 0 PGs", "try again when these packets have left the queues" },
	{ "pool *: in use: ", "for each of them, pfcctl pg set dev DEV pg PG pool default" },
	{ "pool *: default pool cannot be deleted", "pfcctl pool set size SIZE makes it smaller" },
	{ "profile *: in use: ", "for each of them, pfcctl pg set dev DEV pg PG profile none" },

	/* Impairments */
	{ "prio: no impairment of priorities given",
	  "omit prio, or add an impairment like loss 1%" },
	{ "*: delay: priority #: # ns needs a rate", "pfcctl port set dev $1 rate RATE" },
	{ "*: rate: the impairment delay of priority # needs a rate",
	  "pfcctl impair set dev $1 prio $2 delay off" },
	{ "*: xoff-duty: priority # sends no XOFF", "pfcctl pfc set dev $1 prio-pfc $2:on" },
	{ "*: link-down: # ns must be below the period of #",
	  "pfcctl impair set dev $1 link-down TIME/PERIOD" },

	/* Storms */
	{ "*: priority # is not watched", "pfcctl watchdog set dev $1 prio-watchdog $2:on" },
	{ "*: PFC is off for priority #", "pfcctl pfc set dev $1 prio-pfc $2:on" },
	{ "*: priority # does not obey XOFF", "pfcctl pfc set dev $1 prio-pfc-rx $2:on" },

	/* Files */
	{ "cannot read *: No such file or directory",
	  "name a file that exists; - is standard input" },
	{ "*: Is a directory", "name a file that pfcctl save has written; - is standard input" },
	{ "pool *: no earlier line adds it", "add an earlier line pool add $1 size SIZE" },
	{ "profile *: no earlier line adds it", "add an earlier line profile add $1" },
	{ "*: no earlier line adds the port", "add an earlier line port add dev $1" },

	/* Syntax */
	{ "option '*': must be before the object", "write it first, as in pfcctl $1 port show" },
	{ "'*' is a second device", "write a list, as in dev DEV,$1" },
	{ "*: no command before device *",
	  "pfcctl $1 show dev $2; pfcctl $1 help lists the commands" },
	{ "option *: no value given", "add it after the option, as in $1 NAME" },
	{ "*: no value given after '*'", "add a value after $2, which is short for $1" },
	{ "*: no value given", "add a value after $1" },
	{ "name: not given", "add a name of 1-31 characters, like gold" },
	{ "on or off: not given", "add on or off" },
	{ "prio: not given", "add prio PRIOS, like 3" },
	{ "dev: not given", "add dev DEV; pfcctl port show lists the ports" },
	{ "pg: not given", "add pg 0..7 or pg all" },
	{ "queue: not given", "add queue 0..7 or queue all" },
	{ "size: not given", "add size SIZE, like 1M" },
	{ "file: not given", "name a file that pfcctl save has written; - is standard input" },
	{ "*: '#' is invalid; must be priority:off|on", "write $2:on or $2:off" },
	{ "*: '*,*' is invalid; must be *:*",
	  "separate entries with spaces, as in 3:VALUE 5-6:VALUE" },
	{ "*: '*' is invalid; must be DSCP:*",
	  "write the DSCP as a number or name, as in 26:3, AF31:3 or CS6-CS7:6" },
	{ "*: nothing to set", "add at least one setting and its value" },
};

/* Part of a message */
struct capture {
	const char	*at;
	size_t		len;
};

/* Return: whether the message begins with the pattern; @to: the texts of "*" and "#" */
static bool match(const char *pattern, const char *text, struct capture *to)
{
	size_t len;

	/* A name in the text can be "*" */
	for (; *pattern && !strchr("*#", *pattern) && *pattern == *text; pattern++)
		text++;
	if (*pattern == '#') {
		*to = (struct capture){ text, strspn(text, "0123456789") };
		return to->len && match(pattern + 1, text + to->len, to + 1);
	}
	if (*pattern != '*')
		return !*pattern;
	for (len = pattern[1] ? 0 : strlen(text); len <= strlen(text); len++) {
		*to = (struct capture){ text, len };
		if (match(pattern + 1, text + len, to + 1))
			return true;
	}
	return false;
}

#define TOOL	"pfcctl "

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* Size of a fix: a command, and its other names */
#define FIX_TEXT	(SHELL_COMMAND + CAPTURES * QUOTED_LEN)

/* Appends a part of a message as a word of a command, or of a line of a file */
static void put_capture(char *to, const struct capture *c, bool line)
{
	char word[SHELL_WORD + 2], quoted[BATCH_QUOTED(sizeof(word))];

	snprintf(word, sizeof(word), "%.*s", (int)c->len, c->at);
	if (line)
		text_append(to, FIX_TEXT, "%s", batch_quote(quoted, word));
	else
		shell_append(to, FIX_TEXT, "%s", word);
}

/*
 * Appends the first words of a command that works in a network namespace, or of a line of a file.
 * Return: the characters read from the text
 */
static size_t put_command(const struct ctx *ctx, char *to, const char *text, bool line)
{
	size_t len;

	if (!begins(text, TOOL) && !begins(text, "ip link"))
		return 0;
	/* The option of the namespace is before the space */
	len = strcspn(text, " ") + 1;
	if (line && begins(text, TOOL))
		return len;
	text_append(to, FIX_TEXT, "%.*s", (int)len, text);
	if (ctx->netns)
		shell_append(to, FIX_TEXT, "-n %s ", ctx->netns);
	return len;
}

static void make_fix(const struct ctx *ctx, char *to, const char *fix,
		     const struct capture *captures, bool line)
{
	size_t len;

	for (*to = '\0'; *fix; fix += len) {
		len = put_command(ctx, to, fix, line);
		if (len)
			continue;
		len = 1;
		if (*fix == '$')
			put_capture(to, &captures[fix[len++] - '1'], line);
		else
			text_append(to, FIX_TEXT, "%c", *fix);
	}
}

/**
 * fix_put() - print the fix of an error or warning, if the tool knows it
 * @ctx: the context
 * @text: the error or warning
 */
void fix_put(const struct ctx *ctx, const char *text)
{
	struct capture captures[CAPTURES + 1];
	char fix[FIX_TEXT];
	bool file, line;
	size_t i = 0;

	while (i < ARRAY_SIZE(fixes) && !match(fixes[i].text, text, captures))
		i++;
	if (i == ARRAY_SIZE(fixes))
		return;
	/* A command would not last: the next restore of the file would revert it */
	file = ctx->file && !ctx->line && begins(fixes[i].fix, TOOL);
	line = file || begins(fixes[i].fix, "add an earlier line");
	make_fix(ctx, fix, fixes[i].fix, captures, line);
	fprintf(ctx->err, "; fix: %s%s", file ? "in the file, " : "", fix);
}
