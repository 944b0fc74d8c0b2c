// SPDX-License-Identifier: GPL-2.0-only
/*
 * From words to commands.
 */
#include <string.h>
#include "pfcctl.h"

static const char usage[] =
"Usage: pfcctl [-j] [-p] [-s] [-n NETNS] [-b FILE] OBJECT COMMAND ...\n"
"       pfcctl -V | -h\n"
"  port      { add | del | set | show }  devices that do priority flow control\n"
"  map       { set | show }              priorities: of what comes in, what follows\n"
"  pfc       { set | show }              PFC by priority, or PAUSE\n"
"  pg        { set | show }              priority groups: thresholds, headroom\n"
"  profile   { add | del | set | show }  settings that priority groups share\n"
"  pool      { add | del | set | show }  shared buffer pools of the namespace\n"
"  queue     { set | show }              egress queues: limits, ECN marking\n"
"  ets       { set | show }              traffic classes: shares, maximum rates\n"
"  headroom  { show | speed }            how much a link needs, and of what\n"
"  stats     { show | clear }            counters\n"
"  watermark { show | clear }            the most that buffers held\n"
"  watchdog  { set | show | history | clear | mitigate | release | inject }\n"
"                                        storms: queues that a peer pauses for ever\n"
"  monitor                               events as they happen\n"
"  OBJECT help                           more on each, with examples\n"
"Options: -j JSON, -p pretty JSON, -s more statistics, -n in a network\n"
"namespace, -b commands from a file (- is standard input), -V version\n";

static const struct object *const objects[] = {
	&port_object, &map_object, &pfc_object, &pg_object, &profile_object,
	&pool_object, &queue_object, &ets_object, &headroom_object, &stats_object,
	&watermark_object, &watchdog_object, &monitor_object,
};

static bool is_help(const char *word)
{
	return !strcmp(word, "help") || !strcmp(word, "-h") ||
	       !strcmp(word, "--help");
}

/**
 * args_end() - check that no words are left
 * @ctx: the context
 * @args: the words
 *
 * Return: an exit status.
 */
int args_end(struct ctx *ctx, const struct args *args)
{
	return args->argc ? misuse(ctx, "'%s' is unknown here", *args->argv) :
			    STATUS_OK;
}

static int help(struct ctx *ctx, const char *text, const struct args *args)
{
	int err = args_end(ctx, args);

	if (!err)
		fputs(text, stdout);
	return err;
}

static int object_run(struct ctx *ctx, const struct object *object,
		      struct args *args)
{
	const struct command *c = object->commands;
	const char *word;

	if (!args->argc)
		return c->run(ctx, args);
	word = *args->argv++;
	args->argc--;
	if (is_help(word))
		return help(ctx, object->help, args);
	for (; c->name; c++)
		if (!strcmp(c->name, word))
			return c->run(ctx, args);
	return misuse(ctx, "%s: '%s' is no command (pfcctl %s help)",
		      object->name, word, object->name);
}

/**
 * command_run() - run one command
 * @ctx: the context
 * @args: its words; none: show the ports
 *
 * Return: an exit status.
 */
int command_run(struct ctx *ctx, struct args *args)
{
	const char *word;
	size_t i;

	if (!args->argc)
		return object_run(ctx, &port_object, args);
	word = *args->argv++;
	args->argc--;
	if (is_help(word))
		return help(ctx, usage, args);
	for (i = 0; i < ARRAY_SIZE(objects); i++)
		if (!strcmp(objects[i]->name, word))
			return object_run(ctx, objects[i], args);
	return misuse(ctx, "'%s' is no object (pfcctl help)", word);
}
