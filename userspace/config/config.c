// SPDX-License-Identifier: GPL-2.0-only
/*
 * Configuration of a namespace: its objects, and the configuration that the kernel has.
 */
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "select.h"

/*
 * The order in which single commands are valid: thresholds come before PFC makes PGs lossless.
 * The settings of "port add" are those of the object port.
 */
const struct config_object config_objects[] = {
	{ .name = "port", .settings = port_settings },
	{ .name = "map", .settings = map_settings },
	{ .name = "pg", .settings = pg_settings, .parts = true },
	{ .name = "queue", .settings = queue_settings, .parts = true },
	{ .name = "ets", .settings = ets_settings },
	{ .name = "watchdog", .settings = watchdog_settings },
	{ .name = "pfc", .settings = pfc_settings },
	{ .name = "pool", .settings = pool_settings, .named = PFC_A_POOL_NAME },
	{ .name = "profile", .settings = pg_settings + PG_SETTINGS_OF_PROFILE,
	  .named = PFC_A_PROFILE_NAME },
	{ 0 }
};

/*
 * Initialize the configuration of a new namespace.
 * @config: written; the caller frees it with config_free()
 */
void config_begin(struct config *config)
{
	struct pool *pool;

	memset(config, 0, sizeof(*config));
	pool = list_add(&config->pools.list, &config->pools.n, sizeof(*pool));
	*pool = (struct pool){
		.name = PFC_DEFAULT_POOL, .size = PFC_DEFAULT_POOL_SIZE, .oversubscribe_ratio = 1,
	};
}

/*
 * Read the configuration of the namespace from the kernel.
 * @config: written; the caller frees it with config_free()
 * Return: an exit status.
 */
int config_load(struct ctx *ctx, struct config *config)
{
	int err;

	memset(config, 0, sizeof(*config));
	err = pools_load(ctx, NULL, &config->pools);
	if (!err)
		err = profiles_load(ctx, NULL, &config->profiles);
	if (!err)
		err = ports_load(ctx, NULL, PORT_CONFIG | PORT_WATCH, &config->ports);
	return err;
}

/* Free a configuration */
void config_free(struct config *config)
{
	free(config->pools.list);
	free(config->profiles.list);
	ports_free(&config->ports);
	memset(config, 0, sizeof(*config));
}

/* Find a profile.  Return: the profile or NULL */
struct profile *config_profile(const struct config *config, const char *name)
{
	size_t i;

	for (i = 0; i < config->profiles.n; i++)
		if (!strcmp(config->profiles.list[i].name, name))
			return &config->profiles.list[i];
	return NULL;
}

/* Find a port.  Return: the port or NULL */
struct port *config_port(const struct config *config, const char *name)
{
	size_t i;

	for (i = 0; i < config->ports.n; i++)
		if (!strcmp(config->ports.list[i].name, name))
			return &config->ports.list[i];
	return NULL;
}

/* ---- some ports ---------------------------------------------------------------------- */

static bool uses_profile(const struct config *config, const char *name)
{
	size_t i;
	int pg;

	for (i = 0; i < config->ports.n; i++)
		for (pg = 0; pg < PFC_PRIO_COUNT; pg++)
			if (!strcmp(config->ports.list[i].pgs[pg].profile, name))
				return true;
	return false;
}

static bool uses_pool(const struct config *config, const char *name)
{
	const struct profile *profile;
	const struct pg *pg;
	size_t i;
	int id;

	for (i = 0; i < config->ports.n; i++)
		for (id = 0; id < PFC_PRIO_COUNT; id++) {
			pg = &config->ports.list[i].pgs[id];
			profile = config_profile(config, pg->profile);
			if (!strcmp(profile ? profile->pg.pool : pg->pool, name) ||
			    !strcmp(config->ports.list[i].queues[id].pool, name))
				return true;
		}
	return false;
}

/*
 * Reduce a configuration to some ports, and to the pools and profiles they use.
 * Return: an exit status.
 */
int config_select(struct ctx *ctx, struct config *config, const char *dev)
{
	size_t i, n = 0;
	int err;

	err = ports_select(ctx, dev, &config->ports);
	if (err)
		return err;
	for (i = 0; i < config->pools.n; i++)
		if (uses_pool(config, config->pools.list[i].name))
			config->pools.list[n++] = config->pools.list[i];
	config->pools.n = n;
	n = 0;
	for (i = 0; i < config->profiles.n; i++)
		if (uses_profile(config, config->profiles.list[i].name))
			config->profiles.list[n++] = config->profiles.list[i];
	config->profiles.n = n;
	return STATUS_OK;
}
