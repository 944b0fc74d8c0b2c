/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commands that take effect as a whole, or are undone.
 */
#ifndef JOB_H
#define JOB_H

#include "port_words.h"
#include "shell.h"

/**
 * struct step - a pfcctl command for a device, a pool or a profile
 * @object: object of the command; NULL: no command
 * @verb: the command: add, set or del
 * @words: the words after the device or name
 */
struct step {
	const char	*object;
	const char	*verb;
	char		words[WORDS_LEN];
};

/**
 * struct job_command - a command of a job
 * @name: the device, pool or profile
 * @run: the command
 * @undo: the command that undoes it
 * @done: the command has run
 */
struct job_command {
	char		name[PFC_NAME_LEN];
	struct step	run;
	struct step	undo;
	bool		done;
};

/**
 * struct job - commands that take effect as a whole
 * @n: number of commands
 * @list: the commands
 * @full: memory was exhausted
 * @what: prefix of messages about a failed change; NULL: the error of the command is the only one
 */
struct job {
	size_t			n;
	struct job_command	*list;
	bool			full;
	const char		*what;
};

void job_add(struct job *job, const char *name, const struct step *run, const struct step *undo);
bool job_is_pool(const struct job_command *c);
int job_run(struct ctx *ctx, struct job *job);
bool job_undo(struct ctx *ctx, struct job *job, const char *done);
const char *job_line(char *buf, const char *name, const struct step *step);
const char *job_shell(char *buf, const struct ctx *ctx, const char *name, const struct step *step);
void job_free(struct job *job);

/* Size of a command of a job as text */
#define JOB_LINE_LEN	(WORDS_LEN + SHELL_COMMAND)

#endif /* JOB_H */
