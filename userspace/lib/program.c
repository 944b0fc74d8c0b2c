// SPDX-License-Identifier: GPL-2.0-only
/*
 * Programs of pfcctl: "pfcctl why" runs pfcctl-why.
 *
 * A program has objects of its own.  It receives the options of the command line and the words of
 * the command.  It lies beside pfcctl, as in the build tree, or in ../libexec/pfc.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fix.h"
#include "pfcctl.h"

#define OPTIONS_MAX	16

/* Finds the file of a program.  Return: whether it is installed */
static bool find(char path[PATH_MAX], const char *program)
{
	static const char *const dirs[] = { "", "../libexec/pfc/" };
	char own[PATH_MAX];
	size_t i;
	ssize_t len = readlink("/proc/self/exe", own, sizeof(own) - 1);
	char *name;

	own[len < 0 ? 0 : len] = '\0';
	name = strrchr(own, '/');
	if (!name)
		return false;
	name[1] = '\0';
	for (i = 0; i < ARRAY_SIZE(dirs); i++)
		if (snprintf(path, PATH_MAX, "%s%spfcctl-%s", own, dirs[i], program) < PATH_MAX &&
		    !access(path, X_OK))
			return true;
	return false;
}

/* Check whether a program is installed.  Return: whether it is */
bool program_installed(const char *program)
{
	char path[PATH_MAX];

	return find(path, program);
}

/* Appends the options that have an effect on a command.  Return: the end of the list */
static char **add_options(char **to, const struct ctx *ctx, char *line)
{
	const struct {
		bool		set;
		const char	*word;
	} options[] = {
		{ ctx->json, "-j" }, { ctx->pretty, "-p" }, { ctx->stats, "-s" },
		{ ctx->raw, "-r" }, { ctx->timestamp, "-t" }, { ctx->brief, "-B" },
		{ ctx->color, "-c" },
	};
	size_t i;

	if (ctx->file) {
		sprintf(line, "%u", ctx->line);
		*to++ = PROGRAM_BATCH;
		*to++ = (char *)ctx->file;
		*to++ = line;
	}
	if (ctx->literal)
		*to++ = PROGRAM_LITERAL;
	if (ctx->complete)
		*to++ = PROGRAM_COMPLETE;
	for (i = 0; i < ARRAY_SIZE(options); i++)
		if (options[i].set)
			*to++ = (char *)options[i].word;
	if (ctx->netns) {
		*to++ = "-n";
		*to++ = (char *)ctx->netns;
	}
	return to;
}

static int fail_missing(struct ctx *ctx, const char *program, const char *object)
{
	return fail(fixed_by(ctx, "install the package pfcctl-tools"),
		    "%s: the program pfcctl-%s is not installed", object, program);
}

/* Replaces this process by a program.  Return: an exit status, after an error only */
static int exec_program(struct ctx *ctx, const char *program, const char *object,
			const struct args *args)
{
	char *argv[OPTIONS_MAX + BATCH_WORDS + 1], **to, line[16], path[PATH_MAX];

	if (!find(path, program))
		return fail_missing(ctx, program, object);
	argv[0] = path;
	to = add_options(argv + 1, ctx, line);
	*to++ = (char *)object;
	if (args->argc > BATCH_WORDS)
		return fail(ctx, "the command has more than %d words", BATCH_WORDS);
	memcpy(to, args->argv, args->argc * sizeof(*to));
	to[args->argc] = NULL;
	execv(path, argv);
	return fail(ctx, "cannot run %s: %s", path, strerror(errno));
}

/* Waits for a program.  Return: its exit status */
static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return STATUS_FAILED;
	return WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_FAILED;
}

/*
 * Run a command of another program, pfcctl-@program, with the options of this one.
 * Return: an exit status, if other commands follow or after an error.
 */
int program_run(struct ctx *ctx, const char *program, const char *object,
		const struct args *args)
{
	pid_t pid;

	fflush(NULL);
	if (!ctx->file)
		return exec_program(ctx, program, object, args);
	pid = fork();
	if (pid < 0)
		return fail(ctx, "cannot run pfcctl-%s: %s", program, strerror(errno));
	if (!pid)
		_exit(exec_program(ctx, program, object, args));
	return wait_for(pid);
}

/* Reads a pipe to its end.  Return: the text; the caller frees it */
static char *read_all(int fd)
{
	char buf[4096], *text;
	ssize_t n;
	size_t len;
	FILE *to = check_memory(open_memstream(&text, &len));

	while ((n = read(fd, buf, sizeof(buf))) > 0 || (n < 0 && errno == EINTR))
		if (n > 0)
			fwrite(buf, 1, n, to);
	fclose(to);
	return text;
}

/*
 * Run a command of another program and read its output.
 * @errors: also read its errors; otherwise it prints them
 * @text: written; the caller frees it; NULL: the program did not run
 * Return: an exit status.
 */
int program_read(struct ctx *ctx, const char *program, const char *object,
		 const struct args *args, bool errors, char **text)
{
	int fds[2], status;
	pid_t pid;

	*text = NULL;
	if (!program_installed(program)) {
		*text = errors ? strdup("the package pfcctl-tools is not installed") : NULL;
		return errors ? STATUS_FAILED : fail_missing(ctx, program, object);
	}
	fflush(NULL);
	if (pipe(fds) < 0)
		return fail(ctx, "cannot run pfcctl-%s: %s", program, strerror(errno));
	pid = fork();
	if (!pid) {
		dup2(fds[1], STDOUT_FILENO);
		if (errors) {
			dup2(fds[1], STDERR_FILENO);
			/* The keys of the terminal stop only the program that waits for this one */
			setpgid(0, 0);
		}
		close(fds[0]);
		close(fds[1]);
		ctx->err = stderr;
		_exit(exec_program(ctx, program, object, args));
	}
	close(fds[1]);
	if (pid > 0)
		*text = read_all(fds[0]);
	close(fds[0]);
	status = pid < 0 ? fail(ctx, "cannot run pfcctl-%s: %s", program, strerror(errno)) :
			   wait_for(pid);
	return status ?: *text ? STATUS_OK : STATUS_FAILED;
}
