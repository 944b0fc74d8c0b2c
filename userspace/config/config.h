/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Configuration of a namespace: pools, profiles and ports; and the commands that change it.
 */
#ifndef CONFIG_H
#define CONFIG_H

#include <json-c/json.h>
#include "port_words.h"
#include "shell.h"

/**
 * struct config - configuration of a namespace, of the kernel or of a file
 * @pools: pools; those of the kernel and of a file have at least the pool %PFC_DEFAULT_POOL
 * @profiles: profiles
 * @ports: ports; those of a file have no ifindex
 */
struct config {
	struct pools	pools;
	struct profiles	profiles;
	struct ports	ports;
};

/**
 * struct config_object - an object of the command line that is part of a configuration
 * @name: its name
 * @settings: its settings
 * @parts: each PG or queue has the settings
 * @named: attribute of the name of a pool or profile; 0: the settings are those of a port
 */
struct config_object {
	const char		*name;
	const struct setting	*settings;
	bool			parts;
	uint16_t		named;
};

/* An empty entry ends the list; the first one is the object port */
extern const struct config_object config_objects[];

/**
 * struct config_command - a command that changes a configuration
 * @name: the device, pool or profile
 * @object: the object
 * @verb: add, set or del
 * @words: the words after the device or name
 * @done: the command has run
 */
struct config_command {
	char				name[PFC_NAME_LEN];
	const struct config_object	*object;
	const char			*verb;
	char				words[WORDS_LEN];
	bool				done;
};

/**
 * struct plan - commands that turn one configuration into another
 * @n: number of commands
 * @list: the commands
 */
struct plan {
	size_t			n;
	struct config_command	*list;
};

/* Flags of config_plan() */
#define CONFIG_ALL	1U	/* also settings that have the default value */
#define CONFIG_KEEP	2U	/* delete nothing */
#define CONFIG_SINGLE	4U	/* the commands run one by one, not as one request for each port */

/* config.c */
void config_begin(struct config *config);
int config_load(struct ctx *ctx, struct config *config);
void config_free(struct config *config);
struct profile *config_profile(const struct config *config, const char *name);
struct port *config_port(const struct config *config, const char *name);
int config_select(struct ctx *ctx, struct config *config, const char *dev);

/* config_file.c */
int config_read(struct ctx *ctx, const char *file, const char *dev, struct config *config);

/* config_plan.c */
void config_plan(const struct config *from, const struct config *to, unsigned int flags,
		 struct plan *plan);
#define COMMAND_LINE	(WORDS_LEN + SHELL_COMMAND)	/* size of a command as text */
const char *command_line(char *buf, const struct config_command *c);
const char *command_shell(char *buf, const struct ctx *ctx, const struct config_command *c);

/* config_run.c */
int config_run(struct ctx *ctx, struct plan *plan);

/* save.c */
void save_put(FILE *to, const struct plan *plan);
struct json_object *commands_json(const struct plan *plan);

/* apps.c: entries of dcb that no setting of pfcctl can make */
typedef void app_fn(void *data, const char *dev, const char *command);
int apps_walk(struct ctx *ctx, const struct port *port, app_fn *fn, void *data);

#endif /* CONFIG_H */
