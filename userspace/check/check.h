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

#define NO_PG	(-1)

/* A run of all checks */
struct check {
	struct ctx		*ctx;
	struct netnses		all;
	const char		*id;		/* of the current check */
	const struct end	*about;		/* device under check; NULL: the machine */
	struct end		peer;		/* the other end of its link */
	bool			second;		/* the check of the other end was before this one */
	char			fix[FIX_LEN];	/* command that fixes the fault reported next */
	int			pg;		/* PG that this fault is about, or NO_PG */
	unsigned int		found;		/* number of reported faults */
	uint64_t		backlog;	/* losses of check_backlog() before the interval */
	struct json_object	*array;		/* the reported faults */
};

/* Checks for one kind of fault; @end is NULL for checks of the machine */
typedef void check_fn(struct check *c, const struct end *end);

/* Return: whether a port sends or obeys PFC or PAUSE frames */
static inline bool uses_flow_control(const struct port *port)
{
	return prios_sent(port) || prios_obeyed(port);
}

/* Return: whether a port gives packets a priority by their DSCP */
static inline bool trusts_dscp(const struct port *port)
{
	return port->trust != PFC_TRUST_NONE && port->trust != PFC_TRUST_PCP;
}

struct json_object *check_report(struct check *c, uint8_t prios, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int check_begin(struct check *c, struct ctx *ctx, unsigned int parts);
int check_end(struct check *c, int err);

/* Append to the fixing command: a command of pfcctl or another tool at an end, and words */
#define fix_pfcctl(c, end, ...) \
	shell_pfcctl((c)->fix, FIX_LEN, (end)->ns->name, __VA_ARGS__)
#define fix_other(c, end, ...)	shell_tool((c)->fix, FIX_LEN, (end)->ns->name, __VA_ARGS__)
#define fix_words(c, words)	shell_words((c)->fix, FIX_LEN, words)
void fix_prios_on(struct check *c, uint8_t prios);

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
