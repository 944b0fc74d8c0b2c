// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fixes of errors.
 *
 * The module names the object, the value and what is allowed.  It knows neither the command line
 * nor the namespace of the tool, so the tool adds the command that fixes the error.
 */
#include <stdlib.h>
#include <string.h>
#include "job.h"

#define CAPTURES	6

/**
 * struct fix - the fix of an error or warning
 * @text: beginning of the message; "*" stands for the shortest text that fits, at the end for the
 *	rest of the message, and "#" for digits
 * @fix: what the user can do; "$1" is the text of the first "*" or "#"
 */
struct fix {
	const char	*text;
	const char	*fix;
};

/* The first entry that matches applies */
static const struct fix fixes[] = {
	/* Devices and ports */
	{ "*: no such device",
	  "ip link lists the devices; -n NETNS selects another network namespace" },
	{ "network namespace '*': does not exist",
	  "name a namespace that ip netns list shows, or its path" },
	{ "*: device is not a pfc port", "pfcctl port add dev $1" },
	{ "*: device is a pfc port already", "pfcctl port set dev $1 changes its settings" },
	{ "*: not permitted, needs *", "run pfcctl as root" },
	{ "*: network namespace has its maximum of # pfc ports",
	  "raise /sys/module/pfc/parameters/userns_ports" },
	{ "*: pools: # bytes exceed the limit of # (userns_pool_bytes)",
	  "raise /sys/module/pfc/parameters/userns_pool_bytes" },

	/* Settings of a port */
	{ "*rate: # is out of range",
	  "add a unit, as in 100mbit; without a unit, a rate is in bit/s" },
	{ "*: delay: # ns needs a rate", "pfcctl port set dev $1 rate RATE delay $2ns" },
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
	{ "*: tc-bw: class # is strict", "pfcctl ets set dev $1 tc-bw $2:0, or tc-tsa $2:ets" },
	{ "*: tc-bw: class # is ets",
	  "give the shares of all ets classes in one command; their sum must be 100" },
	{ "*: tc-bw: shares of ets classes",
	  "give the shares of all ets classes in one command; their sum must be 100" },

	/* PGs, pools and profiles */
	{ "*: pg #: PFC is on for its priority # but off for its priority #",
	  "pfcctl pfc set dev $1 prio-pfc $3:on $4:on, or pfcctl map set dev $1 prio-pg $4:PG" },
	{ "profile *: xon # is above xoff # bytes", "lower xon to $3, or raise xoff to $2" },
	{ "*: pg #: xon # is above xoff # bytes", "lower xon to $4, or raise xoff to $3" },
	{ "*: pg #: follows profile *, which sets this value",
	  "pfcctl profile set $3, or pfcctl pg set dev $1 pg $2 profile none" },
	{ "profile *: * PG # has # bytes of headroom and needs",
	  "pfcctl profile set $1 headroom auto" },
	{ "* PG # has # bytes of headroom and needs", "pfcctl pg set dev $1 pg $2 headroom auto" },
	{ "* PG # needs * of *, * are free in pool *",
	  "pfcctl pool set $6 size SIZE, or reserve less (headroom, min)" },
	{ "* PG #: its packets need * of the * of pool *, ",
	  "pfcctl pool set $5 size SIZE, or try again when fewer packets are queued" },
	{ "*pool *: packets use # bytes",
	  "pfcctl pool set $2 size SIZE, or try again when fewer packets are queued" },
	{ "pool *: size # is too small, PGs reserve # bytes",
	  "a size of at least $3, or reserve less (headroom and min of its PGs)" },
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

	/* Storms */
	{ "*: priority # is not watched", "pfcctl watchdog set dev $1 prio-watchdog $2:on" },
	{ "*: PFC is off for priority #", "pfcctl pfc set dev $1 prio-pfc $2:on" },
	{ "*: priority # does not obey XOFF", "pfcctl pfc set dev $1 prio-pfc-rx $2:on" },

	/* Files */
	{ "cannot read *: No such file or directory",
	  "name a file that exists; - is standard input" },
	{ "pool *: no earlier line adds it", "add an earlier line pool add $1 size SIZE" },
	{ "profile *: no earlier line adds it", "add an earlier line profile add $1" },
	{ "*: no earlier line adds the port", "add an earlier line port add dev $1" },

	/* Syntax */
	{ "dev: not given", "add dev DEV; pfcctl port show lists the ports" },
	{ "pg: not given", "add pg 0..7 or pg all" },
	{ "queue: not given", "add queue 0..7 or queue all" },
	{ "size: not given", "add size SIZE, like 1M" },
	{ "file: not given", "name a file that pfcctl save has written; - is standard input" },
	{ "*: '#' is invalid; must be priority:off|on", "write $2:on or $2:off" },
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

	for (; *pattern && *pattern == *text; pattern++)
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

static void put_capture(FILE *to, const struct capture *c)
{
	char word[PFC_NAME_LEN], quoted[QUOTED_LEN];

	snprintf(word, sizeof(word), "%.*s", (int)c->len, c->at);
	fputs(shell_quote(quoted, word), to);
}

/**
 * fix_put() - print the fix of an error or warning, if the tool knows it
 * @ctx: the context
 * @text: the error or warning
 */
void fix_put(const struct ctx *ctx, const char *text)
{
	static const char tool[] = "pfcctl ";
	struct capture captures[CAPTURES + 1];
	char ns[QUOTED_LEN + 4];
	const char *p;
	size_t i = 0;

	while (i < ARRAY_SIZE(fixes) && !match(fixes[i].text, text, captures))
		i++;
	if (i == ARRAY_SIZE(fixes))
		return;
	fputs("; fix: ", ctx->err);
	for (p = fixes[i].fix; *p; p++) {
		if (*p == '$') {
			put_capture(ctx->err, &captures[*++p - '1']);
		} else if (!strncmp(p, tool, strlen(tool))) {
			fprintf(ctx->err, "%s%s", tool, shell_netns(ns, ctx));
			p += strlen(tool) - 1;
		} else {
			fputc(*p, ctx->err);
		}
	}
}
