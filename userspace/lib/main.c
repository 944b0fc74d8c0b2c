// SPDX-License-Identifier: GPL-2.0-only
/*
 * pfcctl: configures and shows priority flow control of software switches.
 */
#include <errno.h>
#include <getopt.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fix.h"
#include "keyword.h"
#include "netlink.h"
#include "netns.h"
#include "output.h"

static int enter_netns(struct ctx *ctx, const char *name)
{
	int fd = netns_open(name), err = STATUS_OK;

	if (fd < 0)
		return fail_netns(ctx, name);
	if (setns(fd, CLONE_NEWNET) < 0)
		err = fail_enter_netns(ctx, name);
	close(fd);
	return err;
}

/* Options, as for getopt_long() */
static const char short_options[] = "+:jpsrtBc::n:b:fVh";

static const struct option long_options[] = {
	{ "json", no_argument, NULL, 'j' },
	{ "pretty", no_argument, NULL, 'p' },
	{ "statistics", no_argument, NULL, 's' },
	{ "raw", no_argument, NULL, 'r' },
	{ "timestamp", no_argument, NULL, 't' },
	{ "brief", no_argument, NULL, 'B' },
	{ "color", optional_argument, NULL, 'c' },
	{ "netns", required_argument, NULL, 'n' },
	{ "batch", required_argument, NULL, 'b' },
	{ "force", no_argument, NULL, 'f' },
	{ "version", no_argument, NULL, 'V' },
	{ "help", no_argument, NULL, 'h' },
	{ 0 }
};

static void complete_options(void)
{
	const struct option *o;

	for (o = long_options; o->name; o++)
		printf("-%c\n--%s\n", o->val, o->name);
	complete_words("--color=auto --color=always --color=never");
}

static int read_color(struct ctx *ctx, const char *when)
{
	if (!when || !strcmp(when, "always"))
		ctx->color = true;
	else if (!strcmp(when, "never"))
		ctx->color = false;
	else if (!strcmp(when, "auto"))
		ctx->color = isatty(STDOUT_FILENO);
	else
		return fail(ctx, "--color: '%s' is invalid; must be auto, always or never", when);
	return STATUS_OK;
}

/* Reports an option that getopt_long() does not accept.  @word: the word that it has read last */
static int bad_option(struct ctx *ctx, const char *word)
{
	struct keywords k = { .kind = "option", .object = "" };
	char names[ARRAY_SIZE(long_options)][16], name[32];
	size_t i;

	if (optopt && strchr(short_options, optopt))
		return misuse(ctx, "option %s: takes no value", word);
	if (optopt)
		return misuse(ctx,
			      "option -%c is unknown; expected: -j -p -s -r -t -B -c -n -b -f -V -h (pfcctl help)",
			      optopt);
	for (i = 0; long_options[i].name; i++) {
		snprintf(names[i], sizeof(names[i]), "--%s", long_options[i].name);
		keyword_add(&k, names[i]);
	}
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(word, "="), word);
	keyword_choose(ctx, &k, name);
	return STATUS_USAGE;
}

/* Values of options that are names, or NULL */
struct files {
	const char	*netns;
	const char	*batch;
};

/* Reads an option that has an effect on a later command.  Return: an exit status */
static int read_option(struct ctx *ctx, int opt, const char *word, struct files *files)
{
	switch (opt) {
	case 'j':
		ctx->json = true;
		break;
	case 'p':
		ctx->pretty = true;
		break;
	case 's':
		ctx->stats = true;
		break;
	case 'r':
		ctx->raw = true;
		break;
	case 't':
		ctx->timestamp = true;
		break;
	case 'B':
		ctx->brief = true;
		break;
	case 'c':
		return read_color(ctx, optarg);
	case 'n':
		files->netns = optarg;
		break;
	case 'b':
		files->batch = optarg;
		break;
	case 'f':
		ctx->force = true;
		break;
	case ':':
		return misuse(fixed_by(ctx, "add it after the option, as in $1 NAME", word),
			      "option %s: no value given", word);
	default:
		return bad_option(ctx, word);
	}
	return STATUS_OK;
}

static int run(struct ctx *ctx, int argc, char **argv)
{
	struct files files = { 0 };
	struct args args;
	int opt, err;

	opterr = 0;
	while ((opt = getopt_long(argc, argv, short_options, long_options, NULL)) != -1) {
		/* The value of this option is the word to complete */
		if (ctx->complete && optarg == argv[argc - 1])
			return opt == 'n' ? complete_netnses() : STATUS_OK;
		if (opt == 'V') {
			puts("pfcctl " PFCCTL_VERSION);
			return STATUS_OK;
		}
		if (opt == 'h') {
			args = (struct args){ 1, (char *[]){ "help", argv[optind] } };
			/* pfcctl -h port set: the help on port */
			args.argc += argv[optind] && *argv[optind] != '-';
			return command_run(ctx, &args);
		}
		err = read_option(ctx, opt, argv[optind - 1], &files);
		if (err)
			return err;
	}
	args = (struct args){ argc - optind, argv + optind };
	if (files.batch && args.argc)
		return misuse(ctx, "'%s': a command cannot be combined with -b", *args.argv);

	ctx->netns = files.netns;
	err = files.netns ? enter_netns(ctx, files.netns) : STATUS_OK;
	ctx->elsewhere = err;
	if (err && !ctx->complete)
		return err;
	if (completing(ctx, &args))
		complete_options();
	return files.batch ? batch_run(ctx, files.batch) : command_run(ctx, &args);
}

/* Prints the words that may be at the place of the last one.  Errors are not of interest. */
static int complete(struct ctx *ctx, int argc, char **argv)
{
	char none[] = "";

	ctx->complete = true;
	ctx->err = fopen("/dev/null", "we");
	if (!ctx->err)
		return STATUS_FAILED;
	argv[argc - 1] = none;
	run(ctx, argc, argv);
	nl_close(ctx);
	fclose(ctx->err);
	return STATUS_OK;
}

int main(int argc, char **argv)
{
	struct ctx ctx = { .err = stderr };
	int status;

	output_begin();
	if (argc > 3 && !strcmp(argv[1], PROGRAM_BATCH)) {
		ctx.file = argv[2];
		ctx.line = strtoul(argv[3], NULL, 10);
		argc -= 3;
		argv += 3;
	}
	if (argc > 1 && !strcmp(argv[1], PROGRAM_LITERAL)) {
		ctx.literal = true;
		argc--;
		argv++;
	}
	if (argc > 2 && !strcmp(argv[1], PROGRAM_COMPLETE))
		return complete(&ctx, argc - 1, argv + 1);
	status = run(&ctx, argc, argv);
	nl_close(&ctx);
	if (!output_end() && !status)
		status = fail(&ctx, "standard output: %s", strerror(errno));
	return status;
}
