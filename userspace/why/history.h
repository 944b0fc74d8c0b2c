/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Output of the flight recorders: pfcctl history
 */
#ifndef HISTORY_H
#define HISTORY_H

#include "record.h"
#include "setting.h"

/* history.c */
int history_filter(struct ctx *ctx, struct args *args, const struct setting *settings,
		   struct change *c);
bool history_wants(const struct change *c, const char *name, unsigned int prio);

/* Words for &enum record_dir */
extern const char *const record_dirs[];

/* history_events.c */
int history_events(struct ctx *ctx, struct args *args);

#endif /* HISTORY_H */
