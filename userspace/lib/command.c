// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the command that the user has given on the command line, and runs it.
 */
#include <net/if.h>
#include <string.h>
#include "fix.h"
#include "keyword.h"

static const char usage_begin[] =
"Usage: pfcctl [OPTION ...] [OBJECT COMMAND ...]\n"
"       pfcctl [OPTION ...] -b FILE\n";

static const char usage_end[] =
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

/*
 * Finds an object by its name or an abbreviation.  @ctx: reports an error, unless NULL.  @found:
 * NULL for the word help.  Return: an exit status.
 */
static int object_find(struct ctx *ctx, const char *word, const struct object **found)
{
	struct keywords k = { .kind = "object", .object = "" };
	int i;

	for (i = 0; listed[i].object; i++) {
		*found = listed[i].object;
		if ((*found)->abbreviation && !strcmp((*found)->abbreviation, word))
			return STATUS_OK;
		keyword_add(&k, (*found)->name);
	}
	keyword_add(&k, "help");
	i = ctx ? keyword_choose(ctx, &k, word) : keyword_index(&k, word);
	*found = i < 0 ? NULL : listed[i].object;
	return i < 0 ? STATUS_USAGE : STATUS_OK;
}

/* Finds a command of an object, as object_find() */
static int command_find(struct ctx *ctx, const struct object *object, const char *word,
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

/* Check that no words remain.  Return: an exit status */
int args_end(struct ctx *ctx, const struct args *args)
{
	return args->argc ? misuse(ctx, "unexpected word '%s'; the command ends before it",
				    *args->argv) :
			    STATUS_OK;
}

/* Return: whether an object can be used: its program is installed */
static bool is_installed(const struct object *object)
{
	return !object->program || program_installed(object->program);
}

static int usage(struct ctx *ctx, const struct args *args)
{
	const struct listed *l;
	int err = args_end(ctx, args);

	if (err)
		return err;
	fputs(usage_begin, stdout);
	for (l = listed; l->object; l++)
		if (l->summary && is_installed(l->object))
			fputs(l->summary, stdout);
	fputs(usage_end, stdout);
	return STATUS_OK;
}

static int help(struct ctx *ctx, const char *text, const struct args *args)
{
	int err = args_end(ctx, args);

	if (!err)
		fputs(text, stdout);
	return err;
}

static int object_help(struct ctx *ctx, const struct object *object)
{
	const struct args words = { 1, (char *[]){ "help" } };

	if (object->program)
		return program_run(ctx, object->program, object->name, &words);
	fputs(object->help, stdout);
	return STATUS_OK;
}

/* Prints the summary, or the help of an object: "help OBJECT" is "OBJECT help" */
static int help_on(struct ctx *ctx, struct args *args)
{
	const struct object *object;
	int err;

	if (!args->argc)
		return usage(ctx, args);
	err = object_find(ctx, *args->argv, &object);
	if (err)
		return err;
	args->argv++;
	args->argc--;
	if (!object)
		return usage(ctx, args);
	err = args_end(ctx, args);
	return err ?: object_help(ctx, object);
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
	const struct listed *l;

	for (l = listed; l->object; l++)
		if (is_installed(l->object))
			puts(l->object->name);
	return complete_words("help");
}

/* Return: whether help follows a command; a device, a pool or a profile may have that name */
static bool wants_help(const struct object *object, const struct args *args)
{
	return args->argc == 1 && is_help(*args->argv) && !object->named &&
	       !if_nametoindex(*args->argv);
}

static int run_command(struct ctx *ctx, const struct object *object, const struct command *c,
		       struct args *args)
{
	if (wants_help(object, args)) {
		fputs(object->help, stdout);
		return STATUS_OK;
	}
	return c->run ? c->run(ctx, args) : object->show_set(ctx, args, object, c->name);
}

#define FIX_COMMAND	"pfcctl $1 show dev $2; pfcctl $1 help lists the commands"

static int object_run(struct ctx *ctx, const struct object *object,
		      struct args *args)
{
	const struct command *c = object->commands;
	const char *word;
	int err;

	if (object->program)
		return program_run(ctx, object->program, object->name, args);
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

/* Run one command; without words, the overview.  Return: an exit status */
int command_run(struct ctx *ctx, struct args *args)
{
	const struct object *object;
	const char *word;
	int err;

	if (completing(ctx, args))
		return complete_objects();
	if (!args->argc)
		return object_run(ctx, listed->object, args);
	word = *args->argv++;
	args->argc--;
	if (is_help(word))
		return help_on(ctx, args);
	err = object_find(ctx, word, &object);
	if (err)
		return err;
	return object ? object_run(ctx, object, args) : help_on(ctx, args);
}
