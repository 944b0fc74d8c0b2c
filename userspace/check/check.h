/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Checks of the configuration, and their reports.
 */
#ifndef CHECK_H
#define CHECK_H

#include <json-c/json.h>
#include "format.h"
#include "peer.h"
#include "shell.h"

/* A fault has at most three commands */
#define FIX_LEN		(3 * SHELL_COMMAND)

/**
 * struct check - a run of all checks
 * @ctx: the context
 * @all: the network namespaces
 * @id: name of the current check
 * @about: the device under check, or NULL for checks of the machine
 * @peer: the other end of its link, with NULL for unknown members
 * @second: the check of the other end was before this one
 * @fix: command that fixes the fault reported next
 * @found: number of reported faults
 * @backlog: packets that the backlogs of CPUs had dropped before the interval; 0: no interval
 * @array: the reported faults in JSON
 */
struct check {
	struct ctx		*ctx;
	struct netnses		all;
	const char		*id;
	const struct end	*about;
	struct end		peer;
	bool			second;
	char			fix[FIX_LEN];
	unsigned int		found;
	uint64_t		backlog;
	struct json_object	*array;
};

/**
 * typedef check_fn - check for one kind of fault
 * @c: the run
 * @end: the device; NULL for checks of the machine
 */
typedef void check_fn(struct check *c, const struct end *end);

/* Number of the PG for check_report() if the fault is not about a priority group */
#define NO_PG	(-1)

void check_report(struct check *c, uint8_t prios, int pg, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
struct json_object *check_last(const struct check *c);

/* Append to the fixing command: a command of pfcctl or another tool at an end, and words */
#define fix_pfcctl(c, end, ...) \
	shell_pfcctl((c)->fix, FIX_LEN, (end)->ns->name, __VA_ARGS__)
#define fix_other(c, end, ...)	shell_tool((c)->fix, FIX_LEN, (end)->ns->name, __VA_ARGS__)
#define fix_words(c, words)	shell_words((c)->fix, FIX_LEN, words)

/* Formatting of names for messages */
#define END_LEN		(NETNS_NAME_LEN + IFNAMSIZ + 16)
const char *end_name(char *buf, const struct check *c, const struct end *end);

/* check_port.c */
check_fn check_no_rate, check_headroom, check_watchdog, check_strict, check_impair;
/* check_count.c */
check_fn check_expired, check_late, check_drops, check_queue;
/* check_peer.c */
check_fn check_peer_port, check_peer_rate, check_peer_speed, check_peer_flow,
	 check_peer_prio, check_peer_dscp;
/* check_host.c */
check_fn check_wmem, check_xdp, check_offload, check_nic, check_losses, check_backlog,
	 check_default_qdisc;
extern const char *proc_dir;
uint64_t backlog_drops(void);

/* check_above.c */
check_fn check_charge, check_tos, check_reader, check_redirect, check_short;

/* check_cycle.c */
struct names;
void check_cycles(struct check *c, const struct names *names);

/* check_link.c */
int check_link(struct ctx *ctx, struct args *args);

#endif /* CHECK_H */
