// SPDX-License-Identifier: GPL-2.0-only
/*
 * pfcctl: configures and shows priority flow control of software switches.
 */
#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>
#include "netlink.h"
#include "netns.h"

static int enter_netns(struct ctx *ctx, const char *name)
{
	int fd = netns_open(name), err = STATUS_OK;

	if (fd < 0)
		return fail(ctx, "network namespace '%s': %s", name,
			    errno == ENOENT ? "does not exist" : strerror(errno));
	if (setns(fd, CLONE_NEWNET) < 0)
		err = fail(ctx, "network namespace '%s': %s", name,
			   errno == EPERM ? "not permitted, needs CAP_SYS_ADMIN" :
			   errno == EINVAL ? "is not a network namespace" : strerror(errno));
	close(fd);
	return err;
}

/* Options, as for getopt() */
static const char options[] = "+:jpsn:b:Vh";

static void complete_options(void)
{
	const char *p;

	for (p = options; *p; p++)
		if (isalpha((unsigned char)*p))
			printf("-%c\n", *p);
}

static int run(struct ctx *ctx, int argc, char **argv)
{
	const char *netns = NULL, *batch = NULL;
	struct args args;
	int opt, err;

	opterr = 0;
	while ((opt = getopt(argc, argv, options)) != -1) {
		/* The value of this option is the word to complete */
		if (ctx->complete && optarg == argv[argc - 1])
			return opt == 'n' ? complete_netnses() : STATUS_OK;
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
		case 'n':
			netns = optarg;
			break;
		case 'b':
			batch = optarg;
			break;
		case 'V':
			puts("pfcctl " PFCCTL_VERSION);
			return STATUS_OK;
		case 'h':
			args = (struct args){ 1, (char *[]){ "help" } };
			return command_run(ctx, &args);
		case ':':
			return misuse(ctx, "option -%c: no value given", optopt);
		default:
			return misuse(ctx, "option -%c is unknown; expected: -j -p -s -n -b -V -h",
				      optopt);
		}
	}
	args = (struct args){ argc - optind, argv + optind };
	if (batch && args.argc)
		return misuse(ctx, "'%s': a command cannot be combined with -b", *args.argv);

	ctx->netns = netns;
	err = netns ? enter_netns(ctx, netns) : STATUS_OK;
	ctx->elsewhere = err;
	if (err && !ctx->complete)
		return err;
	if (completing(ctx, &args))
		complete_options();
	return batch ? batch_run(ctx, batch) : command_run(ctx, &args);
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

	if (argc > 2 && !strcmp(argv[1], "__complete"))
		return complete(&ctx, argc - 1, argv + 1);
	status = run(&ctx, argc, argv);
	nl_close(&ctx);
	if ((fflush(stdout) || ferror(stdout)) && !status)
		status = fail(&ctx, "standard output: %s", strerror(errno));
	return status;
}
