/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A namespace in the mock kernel: pools, profiles and ports that requests change.
 */
#ifndef WORLD_H
#define WORLD_H

#include "config.h"
#include "kernel.h"

/* Number of devices: p0, p1 ... with the ifindexes 3, 4 ... */
#define WORLD_DEVS	4

/**
 * struct world - the namespace
 * @config: its configuration
 * @changes: number of requests that changed something
 * @changed: bit mask of the devices that requests changed
 * @fail_at: the request that fails, from 1; 0: none
 * @error: error of that request
 * @extack: message of that request, or NULL
 * @cause: cause of that message
 * @fail_times: number of requests that fail from @fail_at on; 0: one
 */
struct world {
	struct config	config;
	unsigned int	changes;
	unsigned int	changed;
	unsigned int	fail_at;
	unsigned int	fail_times;
	int		error;
	const char	*extack;
	uint32_t	cause;
};

extern struct world world;

/* world_begin() - empty namespace; world_end() - free it */
void world_begin(void);
void world_end(void);

/* world_random() - random configuration by @seed */
void world_random(unsigned int seed);

/* world_copy() - copy of a configuration, for world_equal() */
struct config world_copy(const struct config *config);
bool world_equal(const struct config *a, const struct config *b);

#endif /* WORLD_H */
