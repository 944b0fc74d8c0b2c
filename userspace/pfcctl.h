/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What all parts of pfcctl share: the context, errors, arguments, commands.
 */
#ifndef PFCCTL_H
#define PFCCTL_H

#include <linux/pfc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define PFCCTL_VERSION	"1.0"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* Exit status */
enum {
	STATUS_OK,
	STATUS_FAILED,	/* a value or the kernel refuses */
	STATUS_USAGE,	/* the command line makes no sense */
};

struct mnl_socket;

/**
 * struct ctx - all that a run of the tool knows
 * @json: print JSON
 * @pretty: with line breaks
 * @stats: print more statistics
 * @err: where errors go
 * @file: batch file in work, or NULL
 * @line: line of it
 * @genl: generic netlink socket, or NULL as long as none was needed
 * @rtnl: the same for rtnetlink
 * @seq: sequence number of the last request
 * @family: id of the generic netlink family
 * @events: id of its multicast group
 * @what: what the request under way is about, for warnings; or NULL
 * @extack: what the kernel said on the last request, or ""
 */
struct ctx {
	bool			json;
	bool			pretty;
	bool			stats;
	FILE			*err;
	const char		*file;
	unsigned int		line;
	struct mnl_socket	*genl;
	struct mnl_socket	*rtnl;
	uint32_t		seq;
	uint16_t		family;
	uint32_t		events;
	const char		*what;
	char			extack[256];
};

/**
 * struct args - words of a command that are still to be read
 * @argc: how many
 * @argv: the words
 */
struct args {
	int	argc;
	char	**argv;
};

/**
 * struct command - what can be done to an object
 * @name: word on the command line
 * @run: does it, returns an exit status
 */
struct command {
	const char	*name;
	int		(*run)(struct ctx *ctx, struct args *args);
};

/**
 * struct object - what the first word of a command names
 * @name: the word
 * @help: printed by OBJECT help
 * @commands: ends with an empty one; the first is run if none is named
 */
struct object {
	const char		*name;
	const char		*help;
	const struct command	*commands;
};

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
extern const struct object watermark_object;
extern const struct object watchdog_object;
extern const struct object monitor_object;

/* error.c */
int fail(struct ctx *ctx, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
int misuse(struct ctx *ctx, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void warn(struct ctx *ctx, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* command.c */
int command_run(struct ctx *ctx, struct args *args);
int args_end(struct ctx *ctx, const struct args *args);

/* setting.c */
bool name_valid(struct ctx *ctx, const char *what, const char *name);

/* batch.c */
#define BATCH_WORDS	256
int batch_split(char *line, char **words);
int batch_run(struct ctx *ctx, const char *name);

#endif /* PFCCTL_H */
