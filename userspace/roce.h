/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All settings of a RoCE port at once: modes, devices, commands, saved state.
 */
#ifndef ROCE_H
#define ROCE_H

#include <json-c/json.h>
#include <signal.h>
#include "device.h"
#include "model.h"
#include "setting.h"

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

/* Largest length of a command, or of the values of its settings, with the terminating 0 */
#define ROCE_LINE	1024

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
 * struct roce_step - a pfcctl command for a device
 * @object: object of the command; NULL: no command
 * @verb: the command: add, set or del
 * @words: the words after the device
 */
struct roce_step {
	const char	*object;
	const char	*verb;
	char		words[ROCE_LINE];
};

/**
 * struct roce_command - a command of a job
 * @dev: the device
 * @run: the command
 * @undo: the command that undoes it
 * @only_shell: the command makes single commands valid one after the other; a job does without it
 * @done: the command has run
 */
struct roce_command {
	char			dev[IFNAMSIZ];
	struct roce_step	run;
	struct roce_step	undo;
	bool			only_shell;
	bool			done;
};

/**
 * struct roce_job - commands that take effect as a whole
 * @n: number of commands
 * @list: the commands
 * @links: number of commands at the begin that concern links; they run first
 * @full: memory was exhausted
 */
struct roce_job {
	size_t			n;
	struct roce_command	*list;
	size_t			links;
	bool			full;
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
	size_t		n;
	char		(*lines)[ROCE_LINE];
};

/* roce_devices.c */
#define ROCE_WHY	96	/* size of a reason */
bool roce_unfit(const struct devices *devices, const struct ports *ports,
		const struct device *dev, char *why);
int roce_targets_load(struct ctx *ctx, const char *const *names, size_t n,
		      struct roce_targets *targets);
void roce_targets_free(struct roce_targets *targets);
void roce_targets_print(const struct roce_targets *targets, const char *prefix);
struct json_object *roce_targets_json(const struct roce_targets *targets);

/* roce_steps.c */
extern const struct roce_setting roce_settings[];
const struct object *roce_object_named(const char *name);
bool roce_value(char *buf, const struct roce_setting *s, enum roce_mode mode,
		const struct roce_target *target);
bool roce_is_used(const struct roce_setting *s);
const char *roce_part(const char *object);

/* roce_plan.c */
bool roce_apply(struct ctx *ctx, const char *object, const char *words, struct port *port);
bool roce_deviates(struct ctx *ctx, const struct roce_setting *s, enum roce_mode mode,
		   const struct roce_target *target);
void roce_now(char *buf, const char *object, const struct port *port);
void roce_plan_link(const struct roce_target *target, struct roce_job *job);
void roce_plan(struct ctx *ctx, enum roce_mode mode, const struct roce_target *target,
	       struct roce_job *job);
void roce_plan_saved(struct ctx *ctx, const struct roce_saved *saved, const struct device *dev,
		     const struct port *port, struct roce_job *job);

/* roce_words.c */
bool roce_words(char *buf, const struct setting *s, const struct port *port);
const struct setting *roce_find(const struct object *object, const char *name);
void roce_map_changes(char *buf, char *undo, struct ctx *ctx, const struct setting *s,
		      const struct port *port);

/* roce_job.c */
#define ROCE_QUOTED	(4 * 4096)	/* size of a quoted name or path */
const char *roce_quote(char *buf, const char *word);
const char *roce_netns(char *buf, const struct ctx *ctx);
void roce_add(struct roce_job *job, const char *dev, const struct roce_step *run,
	      const struct roce_step *undo);
int roce_run(struct ctx *ctx, struct roce_job *job, size_t end);
bool roce_undo(struct ctx *ctx, struct roce_job *job);
void roce_print(const struct ctx *ctx, const struct roce_job *job, size_t begin, size_t end);
void roce_job_free(struct roce_job *job);

#define ROCE_PATH	512	/* size of a path of a state */

/* roce_guard.c */
/**
 * struct roce_guard - protection of a change against other commands and signals
 * @fd: the lock, or -1
 * @path: file of the lock
 * @signals: signal mask before the change
 */
struct roce_guard {
	int		fd;
	char		path[ROCE_PATH + 8];
	sigset_t	signals;
};

int roce_guard(struct ctx *ctx, struct roce_guard *guard);
void roce_unguard(struct roce_guard *guard);

/* roce_state.c */
extern const char *roce_dir;
int roce_state_dir(struct ctx *ctx, char *path);
bool roce_make_dirs(char *path);
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

/* Only a port that answers DCB requests adopts what lldpad negotiates */
static inline bool roce_lldp_possible(const struct roce_target *target)
{
	return !target->port || target->port->dcb == PFC_DCB_OWNER_PORT;
}

bool roce_lldp_set(struct ctx *ctx, const struct roce_target *target, enum roce_mode mode,
		   bool dry_run);
void roce_lldp_start(struct ctx *ctx, const struct roce_target *target, bool dry_run);
void roce_lldp_restore(struct ctx *ctx, const char *dev, const struct roce_saved *saved,
		       bool dry_run);

/* roce_change.c */
int roce_change(struct ctx *ctx, enum roce_mode mode, struct roce_targets *targets,
		struct roce_job *job);
void roce_change_print(struct ctx *ctx, enum roce_mode mode, const struct roce_targets *targets,
		       const struct roce_job *job);

/* roce_off.c */
int roce_off(struct ctx *ctx, const struct roce_targets *targets, bool dry_run);

/* roce_show.c */
int roce_show(struct ctx *ctx, struct args *args);

#endif /* ROCE_H */
