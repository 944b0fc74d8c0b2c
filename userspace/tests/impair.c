// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of impairments: text, JSON, metrics, check, errors of the command line; forced XOFF as a
 * cause of pauses.
 */
#include <linux/genetlink.h>
#include "impair.h"
#include "kernel.h"
#include "test.h"
#include "why_scene.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })
#define STATS	(&(const struct ctx){ .stats = true })
#define RAW	(&(const struct ctx){ .raw = true })

/* Selects the impairments that the mock kernel reports */
static enum { FULL, ALIKE, QUIET, OFF, WRONG_PRIO, WRONG_STAT } what;

static void put_prio(struct nlmsghdr *nlh, uint8_t prio, bool on)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_IMPAIR);

	mnl_attr_put_u8(nlh, PFC_IMPAIR_A_ID, prio);
	mnl_attr_put_u32(nlh, PFC_IMPAIR_A_LOSS, on ? 1000 : 0);
	mnl_attr_put_u32(nlh, PFC_IMPAIR_A_CE, on ? 10000 : 0);
	mnl_attr_put_u32(nlh, PFC_IMPAIR_A_DELAY, on ? 10000 : 0);
	mnl_attr_put_u32(nlh, PFC_IMPAIR_A_PFC_CORRUPT, on ? 25000 : 0);
	mnl_attr_put_u32(nlh, PFC_IMPAIR_A_PFC_DELAY, on ? 5001 : 0);
	mnl_attr_put_u32(nlh, PFC_IMPAIR_A_XOFF_DUTY, on ? 200000 : 0);
	mnl_attr_put_u32(nlh, PFC_IMPAIR_A_XOFF_PERIOD, 1000000);
	mnl_attr_nest_end(nlh, nest);
}

/* The value of each counter is its attribute number */
static void put_counts(struct nlmsghdr *nlh, uint8_t prio)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_IMPAIR_STATS);
	uint16_t attr;

	mnl_attr_put_u8(nlh, PFC_IMPAIR_STAT_ID, prio);
	for (attr = PFC_IMPAIR_STAT_FRAMES; attr <= PFC_IMPAIR_STAT_MAX; attr++)
		mnl_attr_put_u64(nlh, attr, attr);
	mnl_attr_nest_end(nlh, nest);
}

static void put_port(struct nlmsghdr *nlh, bool on)
{
	mnl_attr_put_u64(nlh, PFC_A_IMPAIR_SINCE, KERNEL_NOW - 5000000000);
	mnl_attr_put_u32(nlh, PFC_A_IMPAIR_SEED, 7);
	put_prio(nlh, 3, on);
	put_counts(nlh, on ? 3 : 4);
}

static bool answer(struct nlmsghdr *nlh, int i)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&kernel.last_request.hdr);

	if (i || genl->cmd == PFC_CMD_POOL_GET)
		return false;
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, 3);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, "p1");
	if (genl->cmd != PFC_CMD_IMPAIR_GET)
		return true;
	if (what <= QUIET)
		put_port(nlh, what != QUIET);
	if (what == ALIKE)
		put_prio(nlh, 5, true);
	if (what == WRONG_PRIO)
		put_prio(nlh, PFC_PRIO_COUNT, true);
	else if (what == WRONG_STAT)
		put_counts(nlh, PFC_PRIO_COUNT);
	return true;
}

static void test_text(void)
{
	what = FULL;
	CHECK(shows(PLAIN, "impair",
		    "p1: seed 7 since 5.00 s\n"
		    "  prio 3 loss 0.1% ce 1% delay 10us pfc-corrupt 2.5% pfc-delay 5001ns xoff-duty 20%/1ms\n"
		    "  prio  frames  lost  marked  delayed  pfc-frames  pfc-corrupted  pfc-delayed  xoff-forced  xoff-time\n"
		    "     3       3     4       5        6           7              8            9           10      11 ns\n",
		    0, ""));
	CHECK(shows(STATS, "impair show", "\n     7       0     0 ", 0, ""));
	what = ALIKE;
	CHECK(shows(PLAIN, "impair show", "\n  prio 3,5 loss 0.1% ce 1% ", 0, ""));
	CHECK(shows(PLAIN, "impair show", "\n     5       0     0 ", 0, ""));
	what = QUIET;
	CHECK(shows(PLAIN, "impair show",
		    "p1: seed 7 since 5.00 s\n"
		    "  prio  frames  lost", 0, ""));
	CHECK(shows(PLAIN, "impair show", "\n     4       3     4 ", 0, ""));
	what = OFF;
	CHECK(shows(PLAIN, "impair show", "p1: off\n", 0, ""));
}

static void test_json(void)
{
	what = FULL;
	CHECK(shows(JSON, "impair",
		    ",\"on\":true,\"since_ns\":995000000000,\"seed\":7,\"prio\":[{\"prio\":0,",
		    0, ""));
	CHECK(shows(JSON, "impair show",
		    "{\"prio\":3,\"loss_millionths\":1000,\"ce_millionths\":10000,\"delay_ns\":10000,\"pfc_corrupt_millionths\":25000,\"pfc_delay_ns\":5001,\"xoff_duty_millionths\":200000,\"xoff_period_ns\":1000000,\"frames\":3,\"lost\":4,\"marked\":5,\"delayed\":6,\"pfc_frames\":7,\"pfc_corrupted\":8,\"pfc_delayed\":9,\"xoff_forced\":10,\"xoff_time_ns\":11}",
		    0, ""));
	what = QUIET;
	CHECK(shows(JSON, "impair", ",\"on\":false,\"since_ns\":995000000000,\"seed\":7,", 0, ""));
	what = OFF;
	CHECK(shows(JSON, "impair",
		    ",\"on\":false,\"since_ns\":null,\"seed\":null,", 0, ""));
	CHECK(shows(JSON, "impair", ",\"prio\":[]}]\n", 0, ""));
}

static void test_wrong(void)
{
	for (what = WRONG_PRIO; what <= WRONG_STAT; what++)
		CHECK(shows(PLAIN, "impair", "", 1, "pfcctl: ports: Bad message\n"));
}

static void test_metrics_of(void)
{
	what = FULL;
	CHECK(shows(PLAIN, "metrics", "\npfc_port_impaired{device=\"p1\"} 1\n", 0, ""));
	CHECK(shows(PLAIN, "metrics",
		    "\npfc_port_priority_impair_lost_frames_total{device=\"p1\",priority=\"3\"} 4\n",
		    0, ""));
	CHECK(shows(PLAIN, "metrics",
		    "\n# TYPE pfc_port_priority_impair_pfc_corrupted_frames_total counter\n",
		    0, ""));
	what = OFF;
	CHECK(shows(PLAIN, "metrics", "\npfc_port_impaired{device=\"p1\"} 0\n", 0, ""));
}

#define RATIO_RANGE	"must be a percentage like 1% or 0.25%, or off (0%..100%)\n"
#define PERIOD_RANGE	"must be a period like 1ms (100.00 µs..1.00 s)\n"

static void test_words(void)
{
	CHECK(shows(PLAIN, "impair set loss 1%", "", 2, "pfcctl: dev: not given" ADD_DEV "\n"));
	CHECK(shows(PLAIN, "impair set dev a prio 3", "", 2,
		    "pfcctl: a: nothing to set" ADD_SETTING "\n"));
	CHECK(shows(PLAIN, "impair set dev a loss 1", "", 1,
		    "pfcctl: loss: '1' is invalid; " RATIO_RANGE));
	CHECK(shows(PLAIN, "impair set dev a xoff-duty 20%/99us", "", 1,
		    "pfcctl: xoff-duty: 99us is out of range 100.00 µs..1.00 s\n"));
	CHECK(shows(PLAIN, "impair set dev a xoff-duty 20%/x", "", 1,
		    "pfcctl: xoff-duty: 'x' is invalid; " PERIOD_RANGE));
	CHECK(shows(PLAIN, "impair off prio 3", "", 2, "pfcctl: dev: not given" ADD_DEV "\n"));
}

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
	CHECK(scene_victim(0, h1, P) && scene_why.roots->n_victims == 1 && scene_why.paused == 1);

	/* Between two of them, and with a pause that began after the reading of p1 */
	scene_now(p1)->wait[P].tx_xoff = false;
	scene_now(h1)->wait[P].rx_since = SCENE_NOW + 1;
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_SETTING, p1, P));

	/* A short pause that ended a moment ago counts for its part of the window only */
	forced();
	scene_now(p1)->wait[P].tx_xoff = false;
	scene_alternates(p1, P, WHY_TX, SCENE_MS, SCENE_MS / 2);
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

/**
 * test_impair() - test the output of impairments
 */
void test_impair(void)
{
	kernel.answer = answer;
	test_text();
	test_json();
	test_wrong();
	test_metrics_of();
	kernel.answer = NULL;
	test_words();
	test_forced();
	scene_end();
}
