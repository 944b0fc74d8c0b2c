/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Configuration of a namespace: pools, profiles and ports.
 */
#ifndef CONFIG_H
#define CONFIG_H

#include "job.h"

/**
 * struct config - configuration of a namespace, of the kernel or of a file
 * @pools: pools; those of the kernel and of a file have at least the pool %PFC_DEFAULT_POOL
 * @profiles: profiles
 * @ports: ports; those of a file have no ifindex
 */
struct config {
	struct pools	pools;
	struct profiles	profiles;
	struct ports	ports;
};

/* Parts of the differences between two configurations */
#define CONFIG_ALL	1U	/* also settings that have the default value */
#define CONFIG_KEEP	2U	/* delete nothing */

/* config.c */
int config_begin(struct ctx *ctx, struct config *config);
int config_load(struct ctx *ctx, struct config *config);
void config_free(struct config *config);
struct pool *config_pool(const struct config *config, const char *name);
struct profile *config_profile(const struct config *config, const char *name);
struct port *config_port(const struct config *config, const char *name);
void *config_grow(void *list, size_t *n, size_t size);
int config_select(struct ctx *ctx, struct config *config, const char *dev);

/* config_file.c */
int config_read(struct ctx *ctx, const char *file, const char *dev, struct config *config);

/* config_plan.c */
void config_plan(const struct config *from, const struct config *to, unsigned int flags,
		 struct job *job);

/* apps.c */
typedef void app_fn(void *data, const char *dev, const char *command);
int apps_walk(struct ctx *ctx, const struct port *port, app_fn *fn, void *data);
int apps_load_dscp(struct ctx *ctx, const struct port *port, uint8_t *prios);
int apps_add_dscp(struct ctx *ctx, const struct port *port, const uint8_t *prios);

#endif /* CONFIG_H */
