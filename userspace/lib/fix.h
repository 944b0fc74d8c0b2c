/* SPDX-License-Identifier: GPL-2.0-only */
/* Fixes of errors and warnings. */
#ifndef FIX_H
#define FIX_H

#include <libmnl/libmnl.h>
#include "pfcctl.h"

/**
 * struct cause - a cause of errors and warnings of the module
 * @text: its message, with "*" for each value, or NULL if the fix needs none of them
 * @fix: what the user can do; "$1" is the first value, "$0" the name in the command; NULL: unknown
 */
struct cause {
	const char	*text;
	const char	*fix;
};

/* Generated */
extern const struct cause causes[PFC_CAUSE_MAX + 1];

#define FIX_DEVICES	"ip link lists the devices; -n NETNS selects another network namespace"
#define FIX_EARLIER	"add an earlier line"
#define FIX_FILE	"name a file that pfcctl save has written; - is standard input"
#define FIX_PORTS	"pfcctl port show lists the ports"
#define FIX_PORTS_TO_BE	"ip link lists the devices; pfcctl port show lists those that are ports"
#define FIX_ROOT	"run pfcctl as root"

struct ctx *fixed_by(struct ctx *ctx, const char *fix, ...);
void fix_cause(struct ctx *ctx, const char *what);

int fail_no_device(struct ctx *ctx, const char *dev);
int fail_is_port(struct ctx *ctx, const char *dev);
int fail_open(struct ctx *ctx, const char *name);
int fail_read(struct ctx *ctx, const char *name);
int misuse_no_dev(struct ctx *ctx);
int misuse_no_size(struct ctx *ctx);
int misuse_no_value(struct ctx *ctx, const char *keyword);
int misuse_second_dev(struct ctx *ctx, const char *dev);
int fail_netns(struct ctx *ctx, const char *name);
int fail_enter_netns(struct ctx *ctx, const char *name);

/**
 * struct number_name - name of a number of a request, as an option
 * @nest: attribute of the nest that contains the number, or 0
 * @type: attribute of the number; 0 ends the table
 * @name: the name
 */
struct number_name {
	uint16_t	nest;
	uint16_t	type;
	const char	*name;
};

/* Generated */
extern const struct number_name number_names[];

bool refused_number(char *text, size_t size, const struct nlmsghdr *request, uint32_t offset,
		    const struct nlattr *policy);

#endif /* FIX_H */
