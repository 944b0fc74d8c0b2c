// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the command that the user has given on the command line, and runs it.
 */
#include <net/if.h>
#include <string.h>
#include "fix.h"
#include "keyword.h"
#include "rows.h"
#include "setting.h"

static const char usage[] =
"Usage: pfcctl [OPTION ...] [OBJECT COMMAND ...]\n"
"       pfcctl [OPTION ...] -b FILE\n"
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
"  top                                   live view: rates, buffers, pauses, root causes\n"
"  watermark { show | clear }            peak buffer use\n"
"  watchdog  { set | show | history | clear | mitigate | release | inject }\n"
"                                        detection and mitigation of PFC storms\n"
"  impair    { set | show | off | del }  disturb a link on purpose: loss, CE, delay, PFC\n"
"                                        frames, forced XOFF, loss of the link\n"
"  save                                  the configuration as commands\n"
"  restore                               configure the namespace as a file says\n"
"  check     { show | link }             configuration faults and their fixes;\n"
"                                        test of a link with real PFC frames\n"
"  why                                   the causes of pauses: chains of waiting, and their\n"
"                                        roots\n"
"  monitor                               events as they happen\n"
"  history   { show | events }           pauses and their causes, also those that are over\n"
"  metrics                               metrics for Prometheus\n"
"  OBJECT help                           help on an object, with examples; a value in\n"
"                                        parentheses is the default\n"
"Words may be abbreviated, po is port. The word dev is optional before a device that is the\n"
"first word after the command. DEV is a device, a list p1,p2, a pattern 'p*', or all.\n"
"Options: -j, --json         JSON output\n"
"         -p, --pretty       JSON with line breaks (with -j)\n"
"         -s, --statistics   more statistics\n"
"         -r, --raw          numbers without units in show, stats, watermark, history\n"
"         -t, --timestamp    wall-clock time of events; -ts: short\n"
"         -B, --brief        show: only settings that differ from the defaults, on one line\n"
"         -c, --color[=auto|always|never]\n"
"                            colours for states that need attention (never)\n"
"         -n, --netns NETNS  work in this network namespace: a name or a path\n"
"         -b, --batch FILE   run commands from a file; - is standard input\n"
"         -f, --force        continue after a command that fails (with -b)\n"
"         -V, --version      print the version\n"
"         -h, --help         print this help\n"
"Examples: pfcctl\n"
"          pfcctl port add dev p1 rate 1gbit\n"
"          pfcctl pfc set dev p1 prio-pfc 3:on\n"
"          pfcctl -n switch -j stats show dev p1\n";

/* All objects, in the order of the help; NULL ends the list */
const struct object *const objects[] = {
	&show_object, &roce_object, &port_object, &map_object, &pfc_object, &pg_object,
	&profile_object, &pool_object, &queue_object, &ets_object, &headroom_object, &stats_object,
	&top_object, &watermark_object, &watchdog_object, &impair_object, &save_object,
	&restore_object, &check_object, &why_object, &monitor_object, &history_object,
	&metrics_object, NULL
};

/* Find an object of the command line.  Return: the object or NULL */
const struct object *object_named(const char *name)
{
	int i;

	for (i = 0; objects[i]; i++)
		if (!strcmp(objects[i]->name, name))
			return objects[i];
	return NULL;
}

/**
 * object_find() - find an object by its name or an abbreviation, or report an error
 * @ctx: the context; NULL: report nothing
 * @word: the word
 * @found: result; NULL: the word is help
 *
 * Return: an exit status.
 */
int object_find(struct ctx *ctx, const char *word, const struct object **found)
{
	struct keywords k = { .kind = "object", .object = "" };
	int i;

	for (i = 0; objects[i]; i++) {
		*found = objects[i];
		if (objects[i]->abbreviation && !strcmp(objects[i]->abbreviation, word))
			return STATUS_OK;
		keyword_add(&k, objects[i]->name);
	}
	keyword_add(&k, "help");
	i = ctx ? keyword_choose(ctx, &k, word) : keyword_index(&k, word);
	*found = i < 0 ? NULL : objects[i];
	return i < 0 ? STATUS_USAGE : STATUS_OK;
}

/**
 * command_find() - find a command of an object by its name or an abbreviation, or report an error
 * @ctx: the context; NULL: report nothing
 * @object: the object
 * @word: the word
 * @found: result; NULL: the word is help
 *
 * Return: an exit status.
 */
int command_find(struct ctx *ctx, const struct object *object, const char *word,
		 const struct command **found)
{
	struct keywords k = { .kind = "command", .object = object->name };
	const struct command *c;
	int i;

	for (c = object->commands; c->name; c++)
		keyword_add(&k, c->name);
	keyword_add(&k, "help");
	i = ctx ? keyword_choose(ctx, &k, word) : keyword_index(&k, word);
	*found = i < 0 || !object->commands[i].name ? NULL : object->commands + i;
	return i < 0 ? STATUS_USAGE : STATUS_OK;
}

/* Return: whether a word is a command of an object, or its abbreviation */
static bool command_known(const struct object *object, const char *word)
{
	const struct command *c;

	return !command_find(NULL, object, word, &c);
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

/* Prints the summary, or the help of an object: "help OBJECT" is "OBJECT help" */
static int help_on(struct ctx *ctx, struct args *args)
{
	const struct object *object;
	int err;

	if (!args->argc)
		return help(ctx, usage, args);
	err = object_find(ctx, *args->argv, &object);
	if (err)
		return err;
	args->argv++;
	args->argc--;
	return help(ctx, object ? object->help : usage, args);
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

/* Return: whether help follows a command; a device, a pool or a profile may have that name */
static bool wants_help(const struct object *object, const struct args *args)
{
	return args->argc == 1 && is_help(*args->argv) && object != &pool_object &&
	       object != &profile_object && !if_nametoindex(*args->argv);
}

static int run_command(struct ctx *ctx, const struct object *object, const struct command *c,
		       struct args *args)
{
	if (wants_help(object, args)) {
		fputs(object->help, stdout);
		return STATUS_OK;
	}
	if (ctx->brief && !ctx->json && object->settings && !strcmp(c->name, "show"))
		return brief_show(ctx, object, args);
	if (c->run)
		return c->run(ctx, args);
	return strcmp(c->name, "show") ? change_run(ctx, args, object->settings) :
					 view_run(ctx, args, object->view);
}

#define FIX_COMMAND	"pfcctl $1 show dev $2; pfcctl $1 help lists the commands"

static int object_run(struct ctx *ctx, const struct object *object,
		      struct args *args)
{
	const struct command *c = object->commands;
	const char *word;
	int err;

	if (completing(ctx, args)) {
		complete_commands(object);
		return object->run ? object->run(ctx, args) : STATUS_USAGE;
	}
	if (object->run && !(args->argc && is_help(*args->argv)))
		return object->run(ctx, args);
	if (!args->argc)
		return run_command(ctx, object, c, args);
	word = *args->argv++;
	args->argc--;
	if (is_help(word))
		return help(ctx, object->help, args);
	if (!command_known(object, word) && if_nametoindex(word))
		return misuse(fixed_by(ctx, FIX_COMMAND, object->name, word),
			      "%s: no command before device %s", object->name, word);
	err = command_find(ctx, object, word, &c);
	if (err)
		return err;
	return c ? run_command(ctx, object, c, args) : help(ctx, object->help, args);
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
	const struct object *object;
	const char *word;
	int err;

	if (completing(ctx, args))
		return complete_objects();
	if (!args->argc)
		return object_run(ctx, &show_object, args);
	word = *args->argv++;
	args->argc--;
	if (is_help(word))
		return help_on(ctx, args);
	err = object_find(ctx, word, &object);
	if (err)
		return err;
	return object ? object_run(ctx, object, args) : help_on(ctx, args);
}
