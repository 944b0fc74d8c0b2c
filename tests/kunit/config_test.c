// SPDX-License-Identifier: GPL-2.0-only
/*
 * Configuration of a port: defaults, headroom and reserved bytes.  The fuzzer "config" compares
 * rejected configurations and derived values with a model.
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
	KUNIT_CASE(config_queue_pool),
	KUNIT_CASE(config_headroom),
	KUNIT_CASE(config_reserved_large),
	{}
};

static struct kunit_suite config_suite = {
	.name = "pfc_config",
	.test_cases = config_cases,
};

kunit_test_suite(config_suite);
