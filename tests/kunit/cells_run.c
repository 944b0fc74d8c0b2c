// SPDX-License-Identifier: GPL-2.0-only
/*
 * PGs of the module that share a pool with cells: their charge is that of the data path.
 */
#include <linux/rtnetlink.h>
#include "../../kmod/charge.c"
#include "../../kmod/pool.c"
#include "../../kmod/recharge.c"
#include "cells_run.h"

void pfc_sender_kick(struct pfc_port *port)
{
}

void pfc_sender_overrun(struct pfc_port *port, u8 pg)
{
}

static struct pfc_port *port_of(struct cells_run *run, u32 pg)
{
	return &run->ports[pg / PFC_PRIOS];
}

static struct pfc_group *group_of(struct cells_run *run, u32 pg)
{
	return &port_of(run, pg)->groups[pg % PFC_PRIOS];
}

struct pfc_pg_limits *cells_limits(struct cells_run *run, u32 pg)
{
	return &run->configs[pg / PFC_PRIOS].pg[pg % PFC_PRIOS];
}

static void port_released(struct percpu_ref *ref)
{
}

static void ports_exit(void *data)
{
	struct cells_run *run = data;
	int i;

	for (i = 0; i < PORTS; i++)
		percpu_ref_exit(&run->ports[i].ref);
}

struct cells_run *cells_begin(struct kunit *test)
{
	struct cells_run *run = kunit_kzalloc(test, sizeof(*run), GFP_KERNEL);
	int i;

	KUNIT_ASSERT_NOT_NULL(test, run);
	run->test = test;
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, ports_exit, run), 0);
	for (i = 0; i < PORTS; i++) {
		RCU_INIT_POINTER(run->ports[i].config, &run->configs[i]);
		KUNIT_ASSERT_EQ(test, percpu_ref_init(&run->ports[i].ref, port_released, 0,
						      GFP_KERNEL), 0);
	}
	return run;
}

/* Divides the pool of a switch and binds its PGs, whose limits are set */
void cells_bind(struct cells_run *run, const struct cells_switch *sw)
{
	struct pfc_pool_set set = {
		.size = sw->size * sw->cell + sw->odd, .ratio = 1,
		.headroom = sw->common * sw->cell, .cell = sw->cell, .overhead = sw->overhead,
	};
	struct pfc_demand demand = { 0 };
	int err;
	u32 pg;

	for (pg = 0; pg < sw->pgs; pg++) {
		struct pfc_pg_limits *limits = cells_limits(run, pg);
		struct pfc_group *group = group_of(run, pg);

		memset(group, 0, sizeof(*group));
		group->basis[0].pool = &run->pool;
		group->basis[0].guarantee = limits->guarantee | PFC_BASIS_CELLS;
		limits->lossless = true;
		limits->bound = limits->alpha ? PFC_SIZE_MAX : limits->xoff;
		if (pfc_limits_ahead(limits))
			limits->bound = 0;
		demand.guarantees += limits->guarantee;
		demand.headrooms += limits->headroom;
	}
	rtnl_lock();
	pfc_pool_init(&run->pool, "test", &set);
	err = pfc_pool_reserve(&run->pool, &demand, NULL);
	rtnl_unlock();
	KUNIT_ASSERT_EQ(run->test, err, 0);
}

/* Charges one packet.  @len: its length; set to the bytes charged.  Return: it is admitted */
bool cells_charge(struct cells_run *run, u32 pg, u32 *len)
{
	bool admitted;

	rcu_read_lock_bh();
	admitted = !pfc_charge(port_of(run, pg), pg % PFC_PRIOS, len, 0);
	rcu_read_unlock_bh();
	return admitted;
}

void cells_release(struct cells_run *run, u32 pg, u32 len)
{
	rcu_read_lock_bh();
	pfc_release(port_of(run, pg), pg % PFC_PRIOS, len);
	rcu_read_unlock_bh();
}

/* Applies the limits of a PG again, as each change of the configuration of its port does */
void cells_change(struct cells_run *run, u32 pg)
{
	rtnl_lock();
	local_bh_disable();
	pfc_group_resize(port_of(run, pg), pg % PFC_PRIOS, cells_limits(run, pg), &run->pool, 0);
	local_bh_enable();
	rtnl_unlock();
}

/* Return: the charge of a PG */
struct pfc_use cells_use(struct cells_run *run, u32 pg)
{
	return pfc_use_unpack(atomic64_read(&group_of(run, pg)->use));
}

/* Fills a PG with small packets.  Return: number of the packet that pauses the peer */
u32 cells_until_xoff(struct cells_run *run, u32 pg)
{
	u32 n, len;

	for (n = 1; n < 1000000; n++) {
		len = SMALL;
		if (!cells_charge(run, pg, &len))
			return 0;
		if (cells_use(run, pg).xoff)
			return n;
	}
	return 0;
}

/* Return: the number of further packets that a PG admits */
u32 cells_until_drop(struct cells_run *run, u32 pg)
{
	u32 n, len;

	for (n = 0; n < 1000000; n++) {
		len = SMALL;
		if (!cells_charge(run, pg, &len))
			break;
	}
	return n;
}

