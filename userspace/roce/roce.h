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

/* Modes of a port */
enum roce_mode {
	ROCE_LOSSLESS,
	ROCE_SEMI_LOSSLESS,
	ROCE_LOSSY,
	ROCE_OFF,	/* the port has no mode */
};

extern const char *const roce_modes[];

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
	const char		*words[ROCE_OFF];
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
 * @mode: the current mode, or %ROCE_OFF if it is not known
 * @former: lines of the port before the first mode; none: the device was not a port
 * @chosen: "roce off" restores its former state, and roce_save() leaves it out
 * @port: the port of the chosen device, or NULL if it was deleted or replaced
 */
struct roce_saved {
	uint32_t		ifindex;
	char			dev[IFNAMSIZ];
	uint32_t		family;
	uint32_t		port_id;
	enum roce_mode		mode;
	struct text		former;
	bool			chosen;
	const struct port	*port;
};

/**
 * struct roce_pool - a pool that a mode may have enlarged
 * @name: its name
 * @before: its size before the first mode that enlarged it, bytes
 * @after: its size since, bytes; 0: no mode has enlarged it
 * @now: its size before a change by this command, bytes; 0: the command does not change it
 */
struct roce_pool {
	char		name[PFC_NAME_LEN];
	uint64_t	before;
	uint64_t	after;
	uint64_t	now;
};

/**
 * struct roce - a command, and what it reads
 * @mode: the mode to set; %ROCE_OFF: restore the state before the first mode
 * @dry_run: print the commands and change nothing
 * @rate: rate of the ports, bits per second; 0: not given
 * @n_names: number of entries in @names; 0: the tool selects the devices
 * @names: names of devices, lists or patterns
 * @devices: all devices of the namespace
 * @ports: all ports of the namespace
 * @targets: the selected devices, as ports with the given rate, before the mode; id 0: the device
 *	is not a port yet
 * @n_saved: number of entries in @saved
 * @saved: the devices with a mode
 * @n_pools: number of entries in @pools
 * @pools: the pools
 * @named: lines of the pools and profiles before the first mode of a device
 * @commands: the commands of the change, for a shell
 */
struct roce {
	enum roce_mode		mode;
	bool			dry_run;
	uint64_t		rate;
	size_t			n_names;
	const char		*names[BATCH_WORDS];
	struct devices		devices;
	struct ports		ports;
	struct ports		targets;
	size_t			n_saved;
	struct roce_saved	*saved;
	size_t			n_pools;
	struct roce_pool	*pools;
	struct text		named;
	struct text		commands;
};

/* roce.c */
void roce_free(struct roce *r);

/* roce_text.c */
#define TEXT_KEY	(PFC_NAME_LEN + 16)	/* size of a result of text_key() */
void text_line(struct text *text, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool text_key(char *key, const char *line);
bool text_has(const struct text *text, const char *key);
size_t text_find(const struct text *text, size_t from, const char *words);
bool text_is_of(const char *line, const char *dev);
void text_free(struct text *text);
int text_load(struct ctx *ctx, struct text *text);
int text_restore(struct ctx *ctx, const struct text *text, struct text *commands);

/* roce_devices.c */
int roce_select(struct ctx *ctx, struct roce *r);
int roce_read_ports(struct ctx *ctx, struct roce *r);
void roce_unfit_put(const struct roce *r, struct json_object *array);

/* roce_mode.c */
extern const struct roce_setting roce_settings[];
uint64_t roce_drain_rate(const struct port *port);
void roce_lines(enum roce_mode mode, const struct port *port, struct text *text);
void roce_apply(struct ctx *ctx, enum roce_mode mode, struct port *port);

/* roce_state.c */
int roce_load(struct ctx *ctx, struct roce *r);
int roce_save(struct ctx *ctx, const struct roce *r);
struct roce_saved *roce_saved_find(const struct roce *r, uint32_t ifindex);
const struct port *roce_saved_port(const struct ctx *ctx, const struct roce *r,
				   const struct roce_saved *saved);
struct roce_pool *roce_pool_get(struct roce *r, const char *name);

/* roce_pool.c */
int roce_pool_resize(struct ctx *ctx, struct roce *r, struct text *text);

/* roce_change.c */
int roce_change(struct ctx *ctx, struct roce *r);

/* roce_off.c */
int roce_off(struct ctx *ctx, struct roce *r);

/* roce_show.c */
int roce_show(struct ctx *ctx, struct args *args);

#endif /* ROCE_H */
