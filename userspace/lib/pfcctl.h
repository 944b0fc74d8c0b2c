/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Common declarations of pfcctl: context, errors, arguments, commands.
 */
#ifndef PFCCTL_H
#define PFCCTL_H

#include <linux/pfc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define PFCCTL_VERSION	"1.1"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* Exit status */
enum {
	STATUS_OK,
	STATUS_FAILED,	/* a value is invalid, or the kernel refused the request */
	STATUS_USAGE,	/* the syntax of the command line is wrong */
};

/* Directory of the named network namespaces of ip-netns(8) */
#define NETNS_DIR	"/run/netns/"

struct mnl_socket;
struct setting;
struct view;

/**
 * struct ctx - context of a run of the tool
 * @json: print JSON
 * @pretty: print JSON with line breaks
 * @stats: print more statistics
 * @raw: print numbers without units, not rounded
 * @timestamp: print events with the wall-clock time
 * @brief: print the short form of a show command
 * @color: print colours
 * @force: continue a batch file after an error
 * @complete: print the words that the command line may contain next, and do nothing else
 * @literal: a device on the command line is a name, not a list or a pattern
 * @elsewhere: with @complete: the namespace of the command line cannot be entered
 * @err: stream for errors and warnings
 * @netns: network namespace given with -n, or NULL
 * @file: name of the batch file, or NULL
 * @line: current line of the batch file, from 1
 * @genl: generic netlink socket, or NULL before the first use
 * @rtnl: rtnetlink socket, or NULL before the first use
 * @seq: sequence number of the last request
 * @family: id of the generic netlink family
 * @events: id of the multicast group for events
 * @what: name of the object that the current request changes, for warnings; or NULL
 * @request: the request to which the socket receives an answer, or NULL
 * @extack: extended ack message of the last request, or ""
 * @cause: cause in this extended ack, &enum pfc_cause
 * @fix: what fixes the next error or warning, see fixed_by(), or NULL
 * @error: negative error of the last request, or 0
 */
struct ctx {
	bool			json;
	bool			pretty;
	bool			stats;
	bool			raw;
	bool			timestamp;
	bool			brief;
	bool			color;
	bool			force;
	bool			complete;
	bool			literal;
	bool			elsewhere;
	FILE			*err;
	const char		*netns;
	const char		*file;
	unsigned int		line;
	struct mnl_socket	*genl;
	struct mnl_socket	*rtnl;
	uint32_t		seq;
	uint16_t		family;
	uint32_t		events;
	const char		*what;
	const struct nlmsghdr	*request;
	char			extack[256];
	uint32_t		cause;
	char			*fix;
	int			error;
};

/* Words of a command that are not yet parsed */
struct args {
	int	argc;
	char	**argv;
};

/**
 * struct command - a command of an object
 * @name: word on the command line
 * @run: runs the command, returns an exit status; NULL: see @show_set of &struct object
 */
struct command {
	const char	*name;
	int		(*run)(struct ctx *ctx, struct args *args);
};

/**
 * struct object - an object of the command line
 * @name: first word of the command
 * @abbreviation: a word that means this object although others begin with it, too; or NULL
 * @help: output of "pfcctl OBJECT help"
 * @commands: commands; the first one is the default; an empty entry ends the list
 * @run: runs all words after the object, in place of @commands; or NULL
 * @settings: settings of a port that the command set changes, or NULL
 * @view: what the command show shows of a port, or NULL
 * @show_set: runs the command show or set of an object with @view
 * @named: the objects have names, which may be the word help
 * @program: name of the program that runs the commands, without pfcctl-; NULL: this one
 */
struct object {
	const char		*name;
	const char		*abbreviation;
	const char		*help;
	const struct command	*commands;
	int			(*run)(struct ctx *ctx, struct args *args);
	const struct setting	*settings;
	const struct view	*view;
	int			(*show_set)(struct ctx *ctx, struct args *args,
					    const struct object *object, const char *command);
	bool			named;
	const char		*program;
};

/**
 * struct listed - an object of a program
 * @object: the object
 * @summary: its lines in the help, or NULL
 */
struct listed {
	const struct object	*object;
	const char		*summary;
};

/* Each program has its own list; an empty entry ends it */
extern const struct listed listed[];

extern const struct object show_object;
extern const struct object port_object;
extern const struct object map_object;
extern const struct object pfc_object;
extern const struct object pg_object;
extern const struct object profile_object;
extern const struct object pool_object;
extern const struct object queue_object;
extern const struct object ets_object;
extern const struct object headroom_object;
extern const struct object stats_object;
extern const struct object top_object;
extern const struct object watermark_object;
extern const struct object watchdog_object;
extern const struct object impair_object;
extern const struct object check_object;
extern const struct object deadlock_object;
extern const struct object roots_object;
extern const struct object monitor_object;
extern const struct object history_object;
extern const struct object why_object;
extern const struct object metrics_object;
extern const struct object sonic_object;
extern const struct object test_object;
extern const struct object roce_object;
extern const struct object save_object;
extern const struct object restore_object;

/* fix.c */
int fail(struct ctx *ctx, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
int misuse(struct ctx *ctx, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void warn(struct ctx *ctx, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* command.c */
int command_run(struct ctx *ctx, struct args *args);
int args_end(struct ctx *ctx, const struct args *args);

/*
 * program.c; first words of the command line of a program: FILE LINE of a batch file, devices are
 * names (see ctx.literal), and completion
 */
#define PROGRAM_BATCH		"__batch"
#define PROGRAM_LITERAL		"__literal"
#define PROGRAM_COMPLETE	"__complete"
/* First word of "restore" if the caller has locked the namespace */
#define RESTORE_LOCKED		"__locked"
bool program_installed(const char *program);
int program_run(struct ctx *ctx, const char *program, const char *object,
		const struct args *args);
int program_read(struct ctx *ctx, const char *program, const char *object,
		 const struct args *args, bool errors, char **text);

/* model.c */
void *check_memory(void *memory);
void *list_new(size_t n, size_t size);
void *list_add(void *list, size_t *n, size_t size);

/* setting.c */
bool name_valid(struct ctx *ctx, const char *what, const char *name);

/* complete.c */
bool completing(const struct ctx *ctx, const struct args *args);
int complete_words(const char *words);
int complete_list(const char *const *words);
int complete_devices(const struct ctx *ctx);
int complete_netnses(void);
int complete_names(const struct ctx *ctx, uint16_t attr);
int complete_value(const struct ctx *ctx, const struct setting *s);
int complete_settings(const struct ctx *ctx, const struct setting *settings, uint64_t seen);

/* batch.c */
#define BATCH_WORDS	256
/* Size of a quoted name, by that of the name */
#define BATCH_QUOTED(size)	(4 * (size))
const char *batch_quote(char *buf, const char *name);
int batch_split(char *line, char **words);
/* Size of a line: BATCH_WORDS names of devices, and more */
#define BATCH_LINE	16384
bool batch_read(struct ctx *ctx, FILE *file, char *line, int *err);
int batch_run(struct ctx *ctx, const char *name);

#endif /* PFCCTL_H */
