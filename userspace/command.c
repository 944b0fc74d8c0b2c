// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the command that the user has given on the command line, and runs it.
 */
#include <string.h>
#include "pfcctl.h"

static const char usage[] =
"Usage: pfcctl [-j] [-p] [-s] [-r] [-t] [-n NETNS] [-b FILE] [OBJECT COMMAND ...]\n"
"       pfcctl -V | -h\n"
"  show                                  overview: a line for each port and pool; the default\n"
"  roce      { lossless | semi-lossless | lossy | off | show }\n"
"                                        all settings of a RoCE switch or host at once\n"
"  port      { add | del | set | show }  ports: devices with priority flow control\n"
"  map       { set | show }              classification and remarking\n"
"  pfc       { set | show }              PFC by priority, or 802.3x PAUSE\n"
"  pg        { set | show }              priority groups: thresholds, headroom\n"
"  profile   { add | del | set | show }  settings shared by priority groups\n"
"  pool      { add | del | set | show }  shared buffer pools of the namespace\n"
"  queue     { set | show }              egress queues: limits, ECN marking\n"
"  ets       { set | show }              traffic classes: bandwidth shares, rate limits\n"
"  headroom  { show | speed }            headroom that a link needs, term by term\n"
"  stats     { show | clear }            counters\n"
"  watermark { show | clear }            peak buffer use\n"
"  watchdog  { set | show | history | clear | mitigate | release | inject }\n"
"                                        detection and mitigation of PFC storms\n"
"  save                                  the configuration as commands\n"
"  restore                               configure the namespace as a file says\n"
"  check     { show | link }             configuration faults and their fixes;\n"
"                                        test of a link with real PFC frames\n"
"  monitor                               events as they happen\n"
"  metrics   { show | http }             metrics for Prometheus\n"
"  OBJECT help                           help on an object, with examples; a value in\n"
"                                        parentheses is the default\n"
"Options: -j        JSON output\n"
"         -p        JSON with line breaks (with -j)\n"
"         -s        more statistics\n"
"         -r        numbers without units, in show, stats and watermark\n"
"         -t        wall-clock time of events; -ts: short\n"
"         -n NETNS  work in this network namespace: a name or a path\n"
"         -b FILE   run commands from a file; - is standard input\n"
"         -V        print the version\n"
"         -h        print this help\n"
"Examples: pfcctl\n"
"          pfcctl port add dev p1 rate 1gbit\n"
"          pfcctl pfc set dev p1 prio-pfc 3:on\n"
"          pfcctl -n switch -j stats show dev p1\n";

/* All objects, in the order of the help; NULL ends the list */
const struct object *const objects[] = {
	&show_object, &roce_object, &port_object, &map_object, &pfc_object, &pg_object,
	&profile_object, &pool_object, &queue_object, &ets_object, &headroom_object, &stats_object,
	&watermark_object, &watchdog_object, &save_object, &restore_object, &check_object,
	&monitor_object, &metrics_object, NULL
};

/**
 * object_named() - find an object of the command line
 * @name: its name
 *
 * Return: the object or NULL.
 */
const struct object *object_named(const char *name)
{
	int i;

	for (i = 0; objects[i]; i++)
		if (!strcmp(objects[i]->name, name))
			return objects[i];
	return NULL;
}

static bool is_help(const char *word)
{
	return !strcmp(word, "help") || !strcmp(word, "-h") ||
	       !strcmp(word, "--help");
}

/**
 * args_end() - check that no words remain
 * @ctx: the context
 * @args: the remaining words
 *
 * Return: an exit status.
 */
int args_end(struct ctx *ctx, const struct args *args)
{
	return args->argc ? misuse(ctx, "unexpected word '%s'; the command ends before it",
				    *args->argv) :
			    STATUS_OK;
}

static int help(struct ctx *ctx, const char *text, const struct args *args)
{
	int err = args_end(ctx, args);

	if (!err)
		fputs(text, stdout);
	return err;
}

static int unknown_command(struct ctx *ctx, const struct object *object,
			   const char *word)
{
	const struct command *c;
	char known[128] = "";
	size_t len = 0;

	for (c = object->commands; c->name && len < sizeof(known); c++)
		len += snprintf(known + len, sizeof(known) - len, " %s",
				*c->name ? c->name : "no command");
	return misuse(ctx, "%s: unknown command '%s'; expected:%s (pfcctl %s help)",
		      object->name, word, known, object->name);
}

/* Prints the commands of an object */
static int complete_commands(const struct object *object)
{
	const struct command *c;

	for (c = object->commands; c && c->name; c++)
		if (*c->name)
			puts(c->name);
	return complete_words("help");
}

/* Prints the objects */
static int complete_objects(void)
{
	size_t i;

	for (i = 0; objects[i]; i++)
		puts(objects[i]->name);
	return complete_words("help");
}

static int object_run(struct ctx *ctx, const struct object *object,
		      struct args *args)
{
	const struct command *c = object->commands;
	const char *word;

	if (completing(ctx, args)) {
		complete_commands(object);
		return object->run ? object->run(ctx, args) : STATUS_USAGE;
	}
	if (object->run && !(args->argc == 1 && is_help(*args->argv)))
		return object->run(ctx, args);
	if (!args->argc)
		return c->run(ctx, args);
	word = *args->argv++;
	args->argc--;
	if (is_help(word))
		return help(ctx, object->help, args);
	for (; c && c->name; c++)
		if (!strcmp(c->name, word))
			return c->run(ctx, args);
	return unknown_command(ctx, object, word);
}

static int unknown_object(struct ctx *ctx, const char *word)
{
	char known[128] = "";
	size_t i, len = 0;

	for (i = 0; objects[i] && len < sizeof(known); i++)
		len += snprintf(known + len, sizeof(known) - len, " %s", objects[i]->name);
	return misuse(ctx, "unknown object '%s'; expected:%s (pfcctl help)", word, known);
}

/**
 * command_run() - run one command
 * @ctx: the context
 * @args: words of the command; if there are none, the function shows the overview
 *
 * Return: an exit status.
 */
int command_run(struct ctx *ctx, struct args *args)
{
	const char *word;
	size_t i;

	if (completing(ctx, args))
		return complete_objects();
	if (!args->argc)
		return object_run(ctx, &show_object, args);
	word = *args->argv++;
	args->argc--;
	if (is_help(word))
		return help(ctx, usage, args);
	for (i = 0; objects[i]; i++)
		if (!strcmp(objects[i]->name, word))
			return object_run(ctx, objects[i], args);
	return unknown_object(ctx, word);
}
