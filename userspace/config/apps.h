/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Entries of dcb that no setting of pfcctl can make.
 */
#ifndef APPS_H
#define APPS_H

#include "model.h"

typedef void app_fn(void *data, const char *dev, const char *command);
int apps_walk(struct ctx *ctx, const struct port *port, app_fn *fn, void *data);

#endif /* APPS_H */
