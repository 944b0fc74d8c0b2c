// SPDX-License-Identifier: GPL-2.0-only
/*
 * Configuration of a port: defaults, rejected configurations and derived values.
 */
#include <kunit/test.h>
#include "../../kmod/core/config.c"

static u64 reserved(const struct pfc_config *config)
{
	struct pfc_demand sum = { 0 };
	int i;

	for (i = 0; i < PFC_PRIOS; i++)
		pfc_demand_add(&sum, pfc_pg_demand(&config->pg[i]));
	return sum.guarantees + sum.headrooms;
}

static u64 growth(const struct pfc_config *from, const struct pfc_config *to)
{
	struct pfc_demand sum = { 0 };
	int i;

	for (i = 0; i < PFC_PRIOS; i++)
		pfc_demand_add(&sum, pfc_demand_beyond(pfc_pg_demand(&to->pg[i]),
						       pfc_pg_demand(&from->pg[i])));
	return sum.guarantees + sum.headrooms;
}

static const u8 default_dscp_prio[PFC_DSCPS] = {
	0, 1, 2, 3, 4, 5, 6, 7,
	1, 1, 1, 1, 1, 1, 1, 1,
	2, 2, 2, 2, 2, 2, 2, 2,
	3, 3, 3, 3, 3, 3, 3, 3,
	4, 4, 4, 4, 4, 4, 4, 4,
	5, 5, 5, 5, 5, 5, 5, 5,
	6, 6, 6, 6, 6, 6, 6, 6,
	7, 7, 7, 7, 7, 7, 7, 7,
};

static enum pfc_cause finish(struct pfc_config *config)
{
	int pg;

	return pfc_config_validate(config, &pg);
}

static void expect_refused(struct kunit *test, struct pfc_config *config,
			   enum pfc_cause error, int group)
{
	int pg = -1;

	KUNIT_EXPECT_EQ(test, pfc_config_validate(config, &pg), error);
	KUNIT_EXPECT_EQ(test, pg, group);
}

static u8 lossless_groups(const struct pfc_config *config)
{
	u8 groups = 0;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (config->pg[pg].lossless)
			groups |= 1 << pg;
	return groups;
}

/* The initial configuration already contains the derived values */
static void config_init_is_finished(struct kunit *test)
{
	/* static: two configurations are too large for the stack */
	static struct pfc_config finished;
	struct pfc_config config;

	pfc_config_init(&config);
	finished = config;
	KUNIT_EXPECT_EQ(test, finish(&finished), PFC_CAUSE_NONE);
	KUNIT_EXPECT_MEMEQ(test, &config, &finished, sizeof(config));
}

static void config_defaults(struct kunit *test)
{
	struct pfc_config config;
	int i;

	memset(&config, 0xa5, sizeof(config));
	pfc_config_init(&config);
	for (i = 0; i < PFC_DSCPS; i++)
		KUNIT_EXPECT_EQ_MSG(test, config.dscp_prio[i],
				    default_dscp_prio[i], "DSCP %d", i);
	for (i = 0; i < PFC_PRIOS; i++) {
		KUNIT_EXPECT_EQ(test, config.prio_pg[i], i);
		KUNIT_EXPECT_FALSE(test, config.pg[i].lossless);
		KUNIT_EXPECT_EQ(test, config.pg[i].xoff, 128U * 1024);
		KUNIT_EXPECT_EQ(test, config.pg[i].xon, 96U * 1024);
		KUNIT_EXPECT_EQ(test, config.pg[i].headroom, 256U * 1024);
		KUNIT_EXPECT_EQ(test, config.pg[i].limit, 256U * 1024);
	}
	KUNIT_EXPECT_EQ(test, config.default_prio, 0);
	KUNIT_EXPECT_EQ(test, config.control_prio, 7);
	KUNIT_EXPECT_EQ(test, config.latency, PFC_DEFAULT_LATENCY);
	KUNIT_EXPECT_EQ(test, config.batch, 64U);
	KUNIT_EXPECT_EQ(test, config.pfc_tx, 0);
	KUNIT_EXPECT_EQ(test, config.pause_time, 65535);
	KUNIT_EXPECT_EQ(test, config.speed, 0U);
	KUNIT_EXPECT_EQ(test, config.rate, 0ULL);
	KUNIT_EXPECT_EQ(test, config.queue_limit, 4U * 1024 * 1024);
}

/* A class for each priority: 6 and 7 are strict, the others have equal shares */
static void config_default_classes(struct kunit *test)
{
	static const u8 shares[PFC_PRIOS] = { 17, 17, 17, 17, 16, 16, 0, 0 };
	struct pfc_config config;
	int i, sum = 0;

	memset(&config, 0xa5, sizeof(config));
	pfc_config_init(&config);
	for (i = 0; i < PFC_PRIOS; i++) {
		KUNIT_EXPECT_EQ(test, config.prio_tc[i], i);
		KUNIT_EXPECT_EQ_MSG(test, config.tcs[i].ets, i < 6, "class %d", i);
		KUNIT_EXPECT_EQ_MSG(test, config.tcs[i].bw, shares[i], "class %d", i);
		KUNIT_EXPECT_EQ_MSG(test, config.tcs[i].rate, 0ULL, "class %d", i);
		sum += config.tcs[i].bw;
	}
	KUNIT_EXPECT_EQ(test, sum, 100);
}

static void config_defaults_fit(struct kunit *test)
{
	struct pfc_config config;

	pfc_config_init(&config);
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	KUNIT_EXPECT_EQ(test, lossless_groups(&config), 0);
	KUNIT_EXPECT_EQ(test, reserved(&config), 0ULL);
}

/* One group per priority: the groups of the priorities with PFC are lossless */
static void config_lossless(struct kunit *test)
{
	struct pfc_config config;
	int prios;

	pfc_config_init(&config);
	for (prios = 0; prios < 256; prios++) {
		config.pfc_tx = prios;
		KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
		KUNIT_EXPECT_EQ(test, lossless_groups(&config), prios);
		config.pg[7].lossless = true;
	}
}

static void config_group_prios(struct kunit *test)
{
	static const u8 pgs[PFC_PRIOS] = { 0, 5, 0, 5, 7, 5, 0, 7 };
	struct pfc_config config;
	int pg;

	pfc_config_init(&config);
	for (pg = 0; pg < PFC_PRIOS; pg++)
		KUNIT_EXPECT_EQ(test, pfc_config_pg_prios(&config, pg), 1 << pg);
	memcpy(config.prio_pg, pgs, PFC_PRIOS);
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	KUNIT_EXPECT_EQ(test, pfc_config_pg_prios(&config, 0), 0x45);
	KUNIT_EXPECT_EQ(test, pfc_config_pg_prios(&config, 1), 0);
	KUNIT_EXPECT_EQ(test, pfc_config_pg_prios(&config, 5), 0x2a);
	KUNIT_EXPECT_EQ(test, pfc_config_pg_prios(&config, 7), 0x90);
}

/* With PAUSE all priorities are in group 0, lossless and obeyed; PFC is rejected */
static void config_pause(struct kunit *test)
{
	struct pfc_config config;

	pfc_config_init(&config);
	config.flow = PFC_FLOW_CONTROL_PAUSE;
	config.flood_prio[2] = 1;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	KUNIT_EXPECT_EQ(test, lossless_groups(&config), 1);
	KUNIT_EXPECT_EQ(test, pfc_config_pg_prios(&config, 0), 0xff);
	KUNIT_EXPECT_EQ(test, config.obeyed, 0xff);
	KUNIT_EXPECT_EQ(test, config.mcast_prio[2], 1);
	config.pfc_rx = 1 << 6;
	expect_refused(test, &config, PFC_CAUSE_FLOW_CONTROL, 6);
	config.flow = PFC_FLOW_CONTROL_NONE;
	expect_refused(test, &config, PFC_CAUSE_FLOW_CONTROL, 6);
	config.pfc_rx = 0;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	KUNIT_EXPECT_EQ(test, lossless_groups(&config), 0);
	KUNIT_EXPECT_EQ(test, config.obeyed, 0);
}

/* Multicast packets of a lossless priority get a lossy one, if one exists */
static void config_mcast_address(struct kunit *test)
{
	struct pfc_config config;
	int prio;

	pfc_config_init(&config);
	config.default_prio = 2;
	config.pfc_tx = 1 << 3;
	config.pfc_rx = 0xff;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	KUNIT_EXPECT_EQ(test, config.obeyed, 0xff);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		KUNIT_EXPECT_EQ(test, config.mcast_prio[prio], prio == 3 ? 2 : prio);
	config.default_prio = 3;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	KUNIT_EXPECT_EQ(test, config.mcast_prio[3], 0);
	KUNIT_EXPECT_FALSE(test, config.asks_fdb);
	config.flood_prio[3] = 5;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	KUNIT_EXPECT_EQ(test, config.mcast_prio[3], 5);
	KUNIT_EXPECT_TRUE(test, config.asks_fdb);
	config.pfc_tx |= 1 << 5;
	expect_refused(test, &config, PFC_CAUSE_FLOOD_LOSSLESS, 5);
	config.flood_prio[3] = PFC_MAP_NONE;
	config.pfc_tx = 0xff;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		KUNIT_EXPECT_EQ(test, config.mcast_prio[prio], prio);
}

static void config_classes(struct kunit *test)
{
	struct pfc_config config;

	pfc_config_init(&config);
	memset(config.tcs, 0, sizeof(config.tcs));
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	config.tcs[1].bw = 10;
	expect_refused(test, &config, PFC_CAUSE_STRICT_SHARE, 1);
	config.tcs[1].ets = true;
	expect_refused(test, &config, PFC_CAUSE_ETS_SUM, 10);
	config.tcs[4].ets = true;
	expect_refused(test, &config, PFC_CAUSE_ETS_SHARE, 4);
	config.tcs[4].bw = 91;
	expect_refused(test, &config, PFC_CAUSE_ETS_SUM, 101);
	config.tcs[4].bw = 90;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);

	config.queues[7].ecn.kmin = 2;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	config.queues[7].ecn.kmax = 1;
	expect_refused(test, &config, PFC_CAUSE_ECN_ORDER, 7);
}

/* A queue with a guarantee needs a pool, and a port with such a queue one transmit queue */
static void config_queue_pool(struct kunit *test)
{
	struct pfc_config config;
	struct pfc_pool *pool = (void *)&config;	/* only its address matters */

	pfc_config_init(&config);
	KUNIT_EXPECT_FALSE(test, pfc_config_needs_one(&config));
	config.queues[5].guarantee = 1;
	expect_refused(test, &config, PFC_CAUSE_QUEUE_MIN, 5);
	config.queues[5].pool = pool;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	KUNIT_EXPECT_TRUE(test, pfc_config_needs_one(&config));
}

/* The shares of all classes, or of the classes with priorities, must sum up to 100 */
static void config_unused_classes(struct kunit *test)
{
	static const u8 tcs[PFC_PRIOS] = { 0, 0, 0, 1, 0, 0, 7, 7 };
	struct pfc_config config;
	int i;

	pfc_config_init(&config);
	memcpy(config.prio_tc, tcs, PFC_PRIOS);
	/* the sum over all classes is still 100, so priorities can move to other classes */
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	config.tcs[0].bw = 40;
	expect_refused(test, &config, PFC_CAUSE_ETS_SUM, 57);
	config.tcs[1].bw = 60;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	/* classes 2 to 5 have their default shares, which count if the class has a priority */
	config.prio_tc[2] = 5;
	expect_refused(test, &config, PFC_CAUSE_ETS_SUM, 116);
	config.prio_tc[2] = 0;
	config.tcs[5].bw = 0;
	expect_refused(test, &config, PFC_CAUSE_ETS_SHARE, 5);
	config.tcs[5].ets = false;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	config.tcs[5].bw = 1;
	expect_refused(test, &config, PFC_CAUSE_STRICT_SHARE, 5);
	config.tcs[5].bw = 0;
	/* if only strict classes have priorities, the shares of the ETS classes do not matter */
	for (i = 0; i < PFC_PRIOS; i++)
		config.prio_tc[i] = 6 + i % 2;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
}

/* All priorities in one group: PFC on all of them or on none */
static void config_one_group(struct kunit *test)
{
	struct pfc_config config;
	int group, prios;

	for (group = 0; group < PFC_PRIOS; group++) {
		pfc_config_init(&config);
		memset(config.prio_pg, group, PFC_PRIOS);
		for (prios = 1; prios < 255; prios++) {
			config.pfc_tx = prios;
			expect_refused(test, &config, PFC_CAUSE_MIXED_PG,
				       group);
		}
		config.pfc_tx = 255;
		KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
		KUNIT_EXPECT_EQ(test, lossless_groups(&config), 1 << group);
		KUNIT_EXPECT_EQ(test, reserved(&config),
				256ULL * 1024);
		config.pfc_tx = 0;
		KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
		KUNIT_EXPECT_EQ(test, lossless_groups(&config), 0);
	}
}

static void config_mixed_pair(struct kunit *test)
{
	struct pfc_config config;
	int first, second;

	for (first = 0; first < PFC_PRIOS; first++) {
		for (second = 0; second < PFC_PRIOS; second++) {
			if (first == second)
				continue;
			pfc_config_init(&config);
			config.prio_pg[first] = second;
			config.pfc_tx = 1 << first;
			expect_refused(test, &config, PFC_CAUSE_MIXED_PG,
				       second);
			config.pfc_tx = 1 << second;
			expect_refused(test, &config, PFC_CAUSE_MIXED_PG,
				       second);
			config.pfc_tx = 1 << first | 1 << second;
			KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
			KUNIT_EXPECT_EQ(test, lossless_groups(&config),
					1 << second);
		}
	}
}

/* A delay requires a rate: without a rate the bytes in flight have no bound */
static void config_delay_alone(struct kunit *test)
{
	struct pfc_config config;

	pfc_config_init(&config);
	KUNIT_EXPECT_EQ(test, config.delay, 0);
	config.delay = 1;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_DELAY_WITHOUT_RATE);
	config.rate = PFC_RATE_MIN;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	config.delay = 0;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
}

/* XON may equal XOFF but not exceed it, also in a lossy group */
static void config_xon_xoff(struct kunit *test)
{
	struct pfc_config config;
	int pg, lossless;

	for (pg = 0; pg < PFC_PRIOS; pg++) {
		for (lossless = 0; lossless < 2; lossless++) {
			pfc_config_init(&config);
			config.pfc_tx = lossless << pg;
			config.pg[pg].xoff = PFC_SIZE_MAX;
			config.pg[pg].xon = PFC_SIZE_MAX;
			KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
			config.pg[pg].xoff--;
			expect_refused(test, &config,
				       PFC_CAUSE_XON_ABOVE_XOFF, pg);
			config.pg[pg].xoff = 0;
			config.pg[pg].xon = 1;
			expect_refused(test, &config,
				       PFC_CAUSE_XON_ABOVE_XOFF, pg);
			config.pg[pg].xon = 0;
			KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
		}
	}
}

static void config_headroom(struct kunit *test)
{
	static const struct {
		u8	mode;
		bool	lossless;
		u8	source;
		u32	headroom;
	} c[] = {
		{ PFC_HEADROOM_MODE_FIXED, true, PFC_SPEED_SOURCE_RATE, 1000 },
		{ PFC_HEADROOM_MODE_AUTO, true, PFC_SPEED_SOURCE_RATE, 5000 },
		{ PFC_HEADROOM_MODE_AUTO, false, PFC_SPEED_SOURCE_ASSUMED, 5000 },
		{ PFC_HEADROOM_MODE_DEFAULT, true, PFC_SPEED_SOURCE_SET, 5000 },
		{ PFC_HEADROOM_MODE_DEFAULT, true, PFC_SPEED_SOURCE_DEVICE, 5000 },
		{ PFC_HEADROOM_MODE_DEFAULT, true, PFC_SPEED_SOURCE_RATE, 5000 },
		{ PFC_HEADROOM_MODE_DEFAULT, true, PFC_SPEED_SOURCE_ASSUMED, 256 << 10 },
		{ PFC_HEADROOM_MODE_DEFAULT, false, PFC_SPEED_SOURCE_RATE, 256 << 10 },
	};
	struct pfc_config config;
	unsigned int i;

	pfc_config_init(&config);
	KUNIT_EXPECT_EQ(test, config.pg[3].headroom_mode, PFC_HEADROOM_MODE_DEFAULT);
	config.pg[3].headroom = 1000;
	for (i = 0; i < ARRAY_SIZE(c); i++) {
		config.pg[3].headroom_mode = c[i].mode;
		config.pfc_tx = c[i].lossless << 3;
		KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
		KUNIT_EXPECT_EQ(test, pfc_config_headroom(&config, 3, 5000, c[i].source),
				c[i].headroom);
	}
}

static void config_reserved(struct kunit *test)
{
	struct pfc_config config;
	int i, prios;

	pfc_config_init(&config);
	for (i = 0; i < PFC_PRIOS; i++)
		config.pg[i].headroom = 1000 << i;
	for (prios = 0; prios < 256; prios++) {
		config.pfc_tx = prios;
		KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
		KUNIT_EXPECT_EQ(test, reserved(&config),
				1000ULL * prios);
	}
}

static void config_growth(struct kunit *test)
{
	static struct pfc_config from, to;

	pfc_config_init(&from);
	from.pg[3].lossless = true;
	from.pg[3].headroom = 1000;
	from.pg[4].lossless = true;
	from.pg[4].headroom = 500;
	to = from;
	KUNIT_EXPECT_EQ(test, growth(&from, &to), 0ULL);

	/* one group grows and one shrinks: growth() counts only the group that grows */
	to.pg[3].headroom = 300;
	to.pg[4].headroom = 900;
	KUNIT_EXPECT_EQ(test, growth(&from, &to), 400ULL);
	KUNIT_EXPECT_EQ(test, growth(&to, &from), 700ULL);

	/* only a lossless group reserves headroom */
	to.pg[3].lossless = false;
	to.pg[7].lossless = true;
	to.pg[7].headroom = 7;
	KUNIT_EXPECT_EQ(test, growth(&from, &to), 407ULL);
	KUNIT_EXPECT_EQ(test, growth(&to, &from), 1000ULL);
}

static void config_reserved_large(struct kunit *test)
{
	struct pfc_config config;
	int i;

	pfc_config_init(&config);
	for (i = 0; i < PFC_PRIOS; i++)
		config.pg[i].headroom = PFC_SIZE_MAX;
	config.pfc_tx = 0xff;
	KUNIT_EXPECT_EQ(test, finish(&config), PFC_CAUSE_NONE);
	KUNIT_EXPECT_EQ(test, reserved(&config), 8589934592ULL);
}

static struct kunit_case config_cases[] = {
	KUNIT_CASE(config_init_is_finished),
	KUNIT_CASE(config_defaults),
	KUNIT_CASE(config_default_classes),
	KUNIT_CASE(config_defaults_fit),
	KUNIT_CASE(config_lossless),
	KUNIT_CASE(config_group_prios),
	KUNIT_CASE(config_pause),
	KUNIT_CASE(config_mcast_address),
	KUNIT_CASE(config_classes),
	KUNIT_CASE(config_queue_pool),
	KUNIT_CASE(config_unused_classes),
	KUNIT_CASE(config_one_group),
	KUNIT_CASE(config_mixed_pair),
	KUNIT_CASE(config_delay_alone),
	KUNIT_CASE(config_xon_xoff),
	KUNIT_CASE(config_headroom),
	KUNIT_CASE(config_reserved),
	KUNIT_CASE(config_growth),
	KUNIT_CASE(config_reserved_large),
	{}
};

static struct kunit_suite config_suite = {
	.name = "pfc_config",
	.test_cases = config_cases,
};

kunit_test_suite(config_suite);
