/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Changes of ports.
 */
#ifndef CHANGE_H
#define CHANGE_H

#include "select.h"
#include "setting.h"

/* Sends the request for the only device of a change; returns an exit status */
typedef int change_fn(struct ctx *ctx, struct change *c);

int misuse_no_setting(struct ctx *ctx, const char *kind, const char *name);
int change_each(struct ctx *ctx, const struct change *c, bool add, change_fn *fn);
int change_send_one(struct ctx *ctx, struct change *c);
int change_send(struct ctx *ctx, struct change *c);
int prios_change(struct ctx *ctx, struct args *args, uint8_t cmd, int on);

#endif /* CHANGE_H */
