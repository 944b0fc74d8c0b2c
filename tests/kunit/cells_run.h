/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * PGs of the module that share a pool with cells, for the tests of its charge.
 */
#ifndef PFC_CELLS_RUN_H
#define PFC_CELLS_RUN_H

#include <kunit/test.h>
#include "../../kmod/port.h"

#define PGS	16
#define PORTS	(PGS / PFC_PRIOS)
#define SMALL	64	/* bytes of a packet that takes one cell */

/**
 * struct cells_run - PGs of the module that share a pool
 * @test: the test
 * @pool: the pool
 * @configs: thresholds of the PGs
 * @ports: the ports; PG N is PG N % 8 of port N / 8
 */
struct cells_run {
	struct kunit		*test;
	struct pfc_pool		pool;
	struct pfc_config	configs[PORTS];
	struct pfc_port		ports[PORTS];
};

/**
 * struct cells_switch - the configuration of a memory, in cells
 * @cell: bytes of a cell
 * @overhead: bytes kept with each packet
 * @size: shared part with all reservations
 * @odd: bytes of @size that are less than a cell
 * @common: headroom of all PGs together; 0: each PG has its own
 * @pgs: number of PGs
 */
struct cells_switch {
	u32	cell;
	u32	overhead;
	u32	size;
	u32	odd;
	u32	common;
	u32	pgs;
};

struct cells_run *cells_begin(struct kunit *test);
void cells_bind(struct cells_run *run, const struct cells_switch *sw);
struct pfc_pg_limits *cells_limits(struct cells_run *run, u32 pg);
struct pfc_use cells_use(struct cells_run *run, u32 pg);
bool cells_charge(struct cells_run *run, u32 pg, u32 *len);
void cells_release(struct cells_run *run, u32 pg, u32 len);
void cells_change(struct cells_run *run, u32 pg);
u32 cells_until_xoff(struct cells_run *run, u32 pg);
u32 cells_until_drop(struct cells_run *run, u32 pg);

#endif /* PFC_CELLS_RUN_H */
