// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of forced XOFF, an impairment, as a cause of pauses.
 */
#include "test.h"
#include "why_scene.h"

#define P	3

static uint32_t p1, p3, h1;

/* An impairment of p1 forces XOFF, h1 waits */
static void forced(void)
{
	scene_begin(4);
	p1 = scene_port("sw", "p1");
	h1 = scene_port("h1", "eth0");
	scene_link(p1, h1);
	scene_config(p1)->prio_pfc_tx[P] = 1;
	scene_config(p1)->impairments.prios[P].xoff_duty = 500000;
	scene_hold(h1, P, WHY_NONE, 50000, 5001);
	scene_waits(h1, P, 2 * SCENE_MS);
	scene_now(p1)->wait_pg[P].in_xoff = false;
}

static void test_forced(void)
{
	forced();
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_SETTING, p1, P) &&
	      scene_why.roots->setting == WHY_SETTING_IMPAIRMENT);
	CHECK(scene_why.roots->permille == 200 && scene_why.roots->bytes == 50000);
	CHECK(scene_victim(0, h1, P) && scene_why.roots->n_victims == 1 && scene_why.n_chains == 1);

	/* Between two of them, and with a pause that began after the reading of p1 */
	scene_now(p1)->wait[P].tx_xoff = false;
	scene_now(h1)->wait[P].rx_since = SCENE_NOW + 1;
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_SETTING, p1, P));

	/* A short pause that ended a moment ago counts for its part of the window only */
	forced();
	scene_now(p1)->wait[P].tx_xoff = false;
	scene_alternates(p1, P, XOFF_TX, SCENE_MS, SCENE_MS / 2);
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_why.roots->permille == 100);

	/* The PG itself needs XOFF: the chain continues at the queue that holds its bytes */
	forced();
	p3 = scene_port("sw", "p3");
	scene_hold(p3, P, p1, 110000, 5001);
	scene_now(p1)->wait_pg[P].in_xoff = true;
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_INCAST, p3, P));

	/* Without PFC, the impairment forces nothing */
	forced();
	scene_config(p1)->prio_pfc_tx[P] = 0;
	scene_analyse();
	CHECK(!scene_why.n_roots);

	/* PAUSE stops all priorities: one root */
	forced();
	scene_config(p1)->flow_control = PFC_FLOW_CONTROL_PAUSE;
	scene_now(p1)->wait[5].tx_xoff = true;
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_SETTING, p1, P));
	CHECK(scene_why.roots->n_victims == 1 && scene_victim(0, h1, P));
}

/* test_why_impair() - test impairments as a cause */
void test_why_impair(void)
{
	test_forced();
	scene_end();
}
