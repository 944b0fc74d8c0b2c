/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All settings of a RoCE port at once: modes, devices, saved state.
 */
#ifndef ROCE_H
#define ROCE_H

#include <json-c/json.h>
#include "device.h"
#include "guard.h"
#include "job.h"

/* Priority of RoCEv2 data (DSCP 24-31), and of its congestion notifications (DSCP 48-55) */
#define ROCE_PRIO	3
#define ROCE_CNP_PRIO	6

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
 * @name: keyword of the setting
 * @words: value in each mode; NULL: the mode leaves the setting alone, or computes its value
 */
struct roce_setting {
	const char	*object;
	const char	*name;
	const char	*words[ROCE_MODES];
};

#define LLDP_LINES	8
#define LLDP_LINE	512

/**
 * struct roce_lldp - settings of lldpad for a device
 * @n: number of entries in @lines; 0: lldpad does not know the device
 * @lines: "TLV WORDS", or "adminStatus=...", in the order of the change
 */
struct roce_lldp {
	size_t	n;
	char	lines[LLDP_LINES][LLDP_LINE];
};

#define ROCE_LINES	20

/**
 * struct roce_saved - state of a device before the first mode was set
 * @ifindex: the device
 * @dev: its name at that time
 * @family: id of the netlink family: the kernel gives another one to each load of the module
 * @port_id: id of the port; 0: only settings of lldpad are left to restore
 * @mode: the current mode, or %ROCE_MODES if it is not known
 * @added: the device was not a port
 * @n: number of entries in @lines
 * @lines: "OBJECT WORDS" for each setting
 * @apps: DSCP entries of dcb that no setting can make: a bit mask of priorities for each DSCP
 * @lldp: settings of lldpad
 */
struct roce_saved {
	uint32_t		ifindex;
	char			dev[IFNAMSIZ];
	uint32_t		family;
	uint32_t		port_id;
	enum roce_mode		mode;
	bool			added;
	size_t			n;
	char			lines[ROCE_LINES][WORDS_LEN];
	uint8_t			apps[PFC_DSCP_COUNT];
	struct roce_lldp	lldp;
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
 * @list: the states
 * @pools: number of entries in @pool
 * @pool: the enlarged pools
 */
struct roce_states {
	size_t			n;
	struct roce_saved	*list;
	size_t			pools;
	struct roce_pool	*pool;
};

/**
 * struct roce_output - commands of a dry run
 * @json: an array of commands for each device, by its name; NULL: print the commands
 */
struct roce_output {
	struct json_object	*json;
};

/* Size of the name of an object in a dry run */
#define ROCE_KEY	(PFC_NAME_LEN + 8)

/* roce.c */
const char *roce_key(char *key, const struct job_command *c);
void roce_put(const struct roce_output *dry, const char *key, const char *command);
void roce_put_job(const struct ctx *ctx, const struct job *job, size_t begin,
		  const struct roce_output *dry);
void roce_add_commands(struct json_object *entry, const struct roce_output *dry,
		       const char *key);
struct json_object *roce_entry(const struct roce_output *dry, const char *dev, uint32_t ifindex);

/* roce_devices.c */
int roce_targets_load(struct ctx *ctx, const char *const *names, size_t n,
		      struct roce_targets *targets);
int roce_targets_reload(struct ctx *ctx, struct roce_targets *targets);
void roce_targets_free(struct roce_targets *targets);
void roce_unfit_put(const struct roce_targets *targets, const char *prefix,
		    struct json_object *array);

/* roce_mode.c */
extern const struct roce_setting roce_settings[];
bool roce_setting_words(char *buf, const struct roce_setting *s, const struct port *port);
bool roce_line_apply(struct ctx *ctx, const char *line, struct port *port);
bool roce_wanted(struct ctx *ctx, enum roce_mode mode, const struct roce_target *target,
		 struct port *port);
uint64_t roce_drain_rate(const struct roce_target *target);
void roce_plan(const struct port *from, const struct port *to, bool single, struct job *job);

/* roce_state.c */
int roce_load(struct ctx *ctx, struct roce_states *states);
int roce_save(struct ctx *ctx, const struct roce_states *states);
struct roce_saved *roce_saved_find(const struct roce_states *states, uint32_t ifindex);
struct roce_saved *roce_saved_get(struct roce_states *states, uint32_t ifindex);
void roce_saved_del(struct roce_states *states, uint32_t ifindex);
bool roce_saved_add(struct roce_saved *saved, const char *line);
bool roce_saved_valid(const struct ctx *ctx, const struct roce_saved *saved,
		      const struct port *port);

void roce_states_free(struct roce_states *states);
bool roce_pool_save(struct roce_states *states, const char *name, uint32_t before,
		    uint32_t after);

/* roce_pool.c */
int roce_pool_plan(struct ctx *ctx, const struct roce_targets *targets, struct job *job,
		   struct roce_states *states);
void roce_pool_put(const struct job *job, const struct roce_output *dry,
		   struct json_object *json);
int roce_pool_restore(struct ctx *ctx, const struct roce_states *states,
		      const struct roce_output *dry);

/* roce_lldp.c */
extern const char *roce_lldptool;
extern unsigned int roce_lldp_checks;
bool roce_lldp_runs(void);
bool roce_lldp_possible(const struct port *port);
bool roce_lldp_add(struct roce_lldp *lldp, const char *setting);
void roce_lldp_read(struct roce_lldp *lldp, const char *dev, const struct port *port,
		    bool added);
bool roce_lldp_write(struct ctx *ctx, const struct roce_lldp *lldp, const char *dev,
		     const struct roce_output *dry);
bool roce_lldp_set(struct ctx *ctx, const struct roce_target *target, enum roce_mode mode,
		   const struct roce_output *dry);
bool roce_lldp_start(struct ctx *ctx, const char *dev, const struct roce_output *dry);
void roce_lldp_confirm(struct ctx *ctx, const char *dev, unsigned int *checks);

/* roce_change.c */
int roce_change(struct ctx *ctx, enum roce_mode mode, struct roce_targets *targets,
		const struct roce_output *dry, struct job *job);

/* roce_off.c */
int roce_off(struct ctx *ctx, struct roce_targets *targets,
	     const struct roce_output *dry, struct json_object *array);

/* roce_show.c */
int roce_show(struct ctx *ctx, struct args *args);

#endif /* ROCE_H */
