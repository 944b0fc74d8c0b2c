/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All settings of a RoCE port at once: modes, devices, commands, saved state.
 */
#ifndef ROCE_H
#define ROCE_H

#include <json-c/json.h>
#include "device.h"
#include "guard.h"
#include "port_words.h"

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
 * struct roce_target - a device that a mode configures
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
 * @words: value in each mode; NULL: the mode leaves the setting alone
 * @value: computes the value from the target instead
 * @needed: tells whether the mode changes the setting of the target; NULL: always
 */
struct roce_setting {
	const char	*object;
	const char	*name;
	const char	*words[ROCE_MODES];
	void		(*value)(char *buf, const struct roce_target *target);
	bool		(*needed)(const struct roce_target *target);
};

/**
 * struct roce_saved - state of a device before the first mode was set
 * @ifindex: the device
 * @dev: its name at that time
 * @port_id: id of the port; 0: not known, the command ended before the device was a port
 * @mode: the current mode, or %ROCE_MODES if it is not known
 * @added: the device was not a port
 * @current: the state is of this boot and of this load of the module
 * @booted: the state is of this boot: the lines for lldpad are valid
 * @n: number of entries in @lines
 * @lines: "OBJECT WORDS" of the settings to restore, in the order of the change;
 *	%ROCE_LLDPTOOL WORDS for lldpad
 */
struct roce_saved {
	uint32_t	ifindex;
	char		dev[IFNAMSIZ];
	uint32_t	port_id;
	enum roce_mode	mode;
	bool		added;
	bool		current;
	bool		booted;
	size_t		n;
	char		(*lines)[WORDS_LEN];
};

/* roce_devices.c */
#define ROCE_WHY	96	/* size of a reason */
int roce_targets_load(struct ctx *ctx, const char *const *names, size_t n,
		      struct roce_targets *targets);
void roce_targets_free(struct roce_targets *targets);
void roce_targets_print(const struct roce_targets *targets, const char *prefix);
struct json_object *roce_targets_json(const struct roce_targets *targets);

/* roce_steps.c */
extern const struct roce_setting roce_settings[];
bool roce_value(char *buf, const struct roce_setting *s, enum roce_mode mode,
		const struct roce_target *target);
bool roce_is_used(const struct roce_setting *s);
const char *roce_part(const char *object);

/* roce_plan.c */
bool roce_deviates(struct ctx *ctx, const struct roce_setting *s, enum roce_mode mode,
		   const struct roce_target *target);
void roce_now(char *buf, const char *object, const struct port *port);
void roce_plan_link(const struct roce_target *target, struct job *job);
void roce_plan(struct ctx *ctx, enum roce_mode mode, const struct roce_target *target,
	       struct job *job);
void roce_plan_saved(struct ctx *ctx, const struct roce_saved *saved, const struct device *dev,
		     const struct port *port, struct job *job);

/* roce_state.c */
int roce_load(struct ctx *ctx, uint32_t ifindex, struct roce_saved *saved);
int roce_load_all(struct ctx *ctx, struct roce_saved **list, size_t *n);
int roce_save(struct ctx *ctx, const struct roce_saved *saved);
int roce_forget(struct ctx *ctx, uint32_t ifindex);
bool roce_saved_add(struct roce_saved *saved, const char *object, const char *words);
bool roce_saved_line(struct roce_saved *saved, const char *object, const struct port *port);
bool roce_saved_valid(const struct roce_saved *saved, const struct port *port);
void roce_saved_free(struct roce_saved *saved);

/* roce_lldp.c */
#define ROCE_LLDPTOOL	"lldptool"	/* in place of an object in the lines of a state */
extern const char *roce_lldptool;
bool roce_lldp_runs(void);
bool roce_lldp_save(struct roce_saved *saved, const char *dev, const struct port *port);
bool roce_lldp_is_saved(const struct roce_saved *saved);
bool roce_lldp_copy(struct roce_saved *to, const struct roce_saved *from);
void roce_lldp_keep(struct roce_saved *saved);

/* Only a port that answers DCB requests adopts what lldpad negotiates */
static inline bool roce_lldp_possible(const struct roce_target *target)
{
	return !target->port || target->port->dcb == PFC_DCB_OWNER_PORT;
}

bool roce_lldp_set(struct ctx *ctx, const struct roce_target *target, enum roce_mode mode,
		   bool dry_run);
void roce_lldp_start(struct ctx *ctx, const struct roce_target *target, bool dry_run);
bool roce_lldp_restore(struct ctx *ctx, const char *dev, const struct roce_saved *saved,
		       bool dry_run);

/* roce_change.c */
int roce_change(struct ctx *ctx, enum roce_mode mode, struct roce_targets *targets,
		struct job *job);
void roce_change_print(struct ctx *ctx, enum roce_mode mode, const struct roce_targets *targets,
		       const struct job *job);

/* roce_off.c */
int roce_off(struct ctx *ctx, const struct roce_targets *targets, bool dry_run);

/* roce_show.c */
int roce_show(struct ctx *ctx, struct args *args);

#endif /* ROCE_H */
