/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All settings of a RoCE port at once: modes, devices, saved state.
 */
#ifndef ROCE_H
#define ROCE_H

#include <json-c/json.h>
#include "device.h"
#include "port_words.h"
#include "shell.h"

/* Priority of RoCEv2 data (DSCP 24-31), and of its congestion notifications (DSCP 48-55) */
#define ROCE_PRIO	3
#define ROCE_CNP_PRIO	6

#define TEXT_KIND	8	/* size of the kind of an object with a name */

/* Modes of a port */
enum roce_mode {
	ROCE_LOSSLESS,
	ROCE_SEMI_LOSSLESS,
	ROCE_LOSSY,
	ROCE_MODES
};

extern const char *const roce_modes[];

/**
 * struct roce_target - a device of a command
 * @dev: the device
 * @port: the port; NULL: the device is not a port yet
 * @rate: rate given on the command line, bits per second; 0: not given
 */
struct roce_target {
	const struct device	*dev;
	const struct port	*port;
	uint64_t		rate;
};

/**
 * struct roce_targets - the devices of a command
 * @devices: all devices of the namespace
 * @ports: all ports of the namespace
 * @n: number of devices to configure
 * @list: the devices to configure
 * @found: the tool selected the devices, because the command line has none
 */
struct roce_targets {
	struct devices		devices;
	struct ports		ports;
	size_t			n;
	struct roce_target	*list;
	bool			found;
};

/**
 * struct roce_setting - what the modes do with a setting of a port
 * @object: object of the command that changes the setting
 * @settings: the settings of this object
 * @name: keyword of the setting
 * @words: value in each mode; NULL: the mode leaves the setting alone, or computes its value
 */
struct roce_setting {
	const char		*object;
	const struct setting	*settings;
	const char		*name;
	const char		*words[ROCE_MODES];
};

/**
 * struct text - lines of a configuration, as pfcctl save prints them
 * @n: number of lines
 * @lines: the lines, without newlines
 */
struct text {
	size_t	n;
	char	**lines;
};

/**
 * struct roce_saved - a device with a mode
 * @ifindex: the device
 * @dev: its name when the first mode was set
 * @family: id of the netlink family: the kernel gives another one to each load of the module
 * @port_id: id of the port
 * @mode: the current mode, or %ROCE_MODES if it is not known
 * @chosen: "roce off" restores its former state, and roce_save() leaves it out
 * @now: the chosen device, or NULL if it does not exist
 * @port: its port, or NULL if it was deleted or replaced
 * @was_port: it was a port before the first mode was set
 */
struct roce_saved {
	uint32_t		ifindex;
	char			dev[IFNAMSIZ];
	uint32_t		family;
	uint32_t		port_id;
	enum roce_mode		mode;
	bool			chosen;
	const struct device	*now;
	const struct port	*port;
	bool			was_port;
};

/**
 * struct roce_pool - a pool that a mode has enlarged
 * @name: its name
 * @before: its size before the first mode, bytes
 * @after: its size since, bytes
 */
struct roce_pool {
	char		name[PFC_NAME_LEN];
	uint32_t	before;
	uint32_t	after;
};

/**
 * struct roce_states - saved states of a namespace
 * @n: number of entries in @list
 * @list: the devices
 * @pools: number of entries in @pool
 * @pool: the enlarged pools
 * @former: the configuration that the devices had before their first mode
 */
struct roce_states {
	size_t			n;
	struct roce_saved	*list;
	size_t			pools;
	struct roce_pool	*pool;
	struct text		former;
};

/**
 * struct roce_result - what a command has changed, or would change
 * @dry_run: print the commands and change nothing
 * @commands: the commands, for a shell
 * @devices: JSON array of the devices
 * @n_grown: number of entries in @grown
 * @grown: the pools that the mode enlarges
 */
struct roce_result {
	bool			dry_run;
	struct text		commands;
	struct json_object	*devices;
	size_t			n_grown;
	struct roce_pool	*grown;
};

/* roce.c */
struct json_object *roce_entry(const struct roce_result *r, const char *dev, uint32_t ifindex);

/* roce_text.c */
void text_line(struct text *text, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void text_copy(struct text *to, const struct text *from);
void text_copy_port(struct text *to, const struct text *from, const char *dev, const char *now);
void text_drop_port(struct text *text, const char *dev);
bool text_named(const char *line, char *kind, char *name);
bool text_contains(const char *line, const char *words);
bool text_is_of(const char *line, const char *dev);
bool text_has(const struct text *text, const char *kind, const char *name);
void text_free(struct text *text);
int text_load(struct ctx *ctx, struct text *text);
int text_restore(struct ctx *ctx, const struct text *text, struct text *commands);

/* roce_devices.c */
int roce_targets_load(struct ctx *ctx, const char *const *names, size_t n,
		      struct roce_targets *targets);
int roce_targets_reload(struct ctx *ctx, struct roce_targets *targets);
void roce_targets_free(struct roce_targets *targets);
bool roce_is_target(const struct roce_targets *targets, uint32_t ifindex);
void roce_unfit_put(const struct roce_targets *targets, const char *prefix,
		    struct json_object *array);

/* roce_mode.c */
extern const struct roce_setting roce_settings[];
void roce_lines(enum roce_mode mode, const struct roce_target *target, struct text *text);
bool roce_wanted(struct ctx *ctx, enum roce_mode mode, const struct roce_target *target,
		 struct port *port);
uint64_t roce_drain_rate(const struct roce_target *target);

/* roce_state.c */
int roce_load(struct ctx *ctx, struct roce_states *states);
int roce_save(struct ctx *ctx, const struct roce_states *states);
struct roce_saved *roce_saved_find(const struct roce_states *states, uint32_t ifindex);
struct roce_saved *roce_saved_get(struct roce_states *states, uint32_t ifindex);
bool roce_saved_valid(const struct ctx *ctx, const struct roce_saved *saved,
		      const struct port *port);
void roce_pool_save(struct roce_states *states, const char *name, uint32_t before,
		    uint32_t after);
void roce_states_free(struct roce_states *states);

/* roce_pool.c */
int roce_pool_grow(struct ctx *ctx, const struct roce_targets *targets, struct text *text,
		   struct roce_states *states, struct roce_result *result);
int roce_pool_shrink(struct ctx *ctx, const struct roce_states *states, struct text *text);

/* roce_change.c */
int roce_change(struct ctx *ctx, enum roce_mode mode, struct roce_targets *targets,
		struct roce_result *result);

/* roce_off.c */
int roce_off(struct ctx *ctx, const struct roce_targets *targets, struct roce_result *result);

/* roce_show.c */
int roce_show(struct ctx *ctx, struct args *args);

#endif /* ROCE_H */
