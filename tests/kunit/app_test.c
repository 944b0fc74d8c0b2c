// SPDX-License-Identifier: GPL-2.0-only
/*
 * APP and rewriting entries of a port: settings of pfcctl, limits and refusals.  The fuzzer
 * "config" compares the priorities and values in force with a model.
 */
#include <kunit/test.h>
#include "../../kmod/core/app.c"

static struct pfc_config *new_config(struct kunit *test)
{
	struct pfc_config *config = kunit_kzalloc(test, sizeof(*config), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, config);
	pfc_config_init(config);
	return config;
}

static struct pfc_app entry(u8 selector, u16 protocol, u8 prio)
{
	return (struct pfc_app) { .selector = selector, .protocol = protocol, .prio = prio };
}

static enum pfc_app_error add(struct pfc_config *config, u8 selector, u16 protocol, u8 prio)
{
	struct pfc_app app = entry(selector, protocol, prio);

	return pfc_app_change(config, PFC_APP_TABLE, &app, true);
}

static enum pfc_app_error del(struct pfc_config *config, u8 selector, u16 protocol, u8 prio)
{
	struct pfc_app app = entry(selector, protocol, prio);

	return pfc_app_change(config, PFC_APP_TABLE, &app, false);
}

static enum pfc_app_error rewr(struct pfc_config *config, u8 selector, u16 value, u8 prio)
{
	struct pfc_app app = entry(selector, value, prio);

	return pfc_app_change(config, PFC_REWR_TABLE, &app, true);
}

static enum pfc_app_error unrewr(struct pfc_config *config, u8 selector, u16 value, u8 prio)
{
	struct pfc_app app = entry(selector, value, prio);

	return pfc_app_change(config, PFC_REWR_TABLE, &app, false);
}

static enum pfc_app_error replace_ethtype(struct pfc_config *config, u16 type, u8 prio)
{
	return pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_ETHTYPE, type, prio);
}

static int count_entry(void *context, const struct pfc_app *app)
{
	++*(int *)context;
	return 0;
}

static int apps(const struct pfc_config *config)
{
	int n = 0;

	pfc_app_walk(config, PFC_APP_TABLE, count_entry, &n);
	return n;
}

static int rewrs(const struct pfc_config *config)
{
	int n = 0;

	pfc_app_walk(config, PFC_REWR_TABLE, count_entry, &n);
	return n;
}

static int stop_at_second(void *context, const struct pfc_app *app)
{
	return ++*(int *)context == 2 ? -EINTR : 0;
}

/* A new configuration has no entries, and adding and deleting one leaves no trace */
static void test_default(struct kunit *test)
{
	struct pfc_config *config = new_config(test), *fresh = new_config(test);

	KUNIT_EXPECT_EQ(test, apps(config), 0);
	KUNIT_EXPECT_EQ(test, rewrs(config), 0);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_DSCP, 26, 5), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_PCP, 2, 5), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_ETHTYPE, 0, 5), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_ETHTYPE, 0x8906, 5), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_DGRAM, 4791, 3), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, rewr(config, PFC_APP_DSCP, 63, 7), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, rewr(config, PFC_APP_PCP, 1, 7), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, apps(config), 5);
	KUNIT_EXPECT_EQ(test, rewrs(config), 2);
	KUNIT_EXPECT_EQ(test, config->dscp_prio[26], 5);
	KUNIT_EXPECT_EQ(test, config->pcp_prio[2], 5);
	KUNIT_EXPECT_EQ(test, config->default_prio, 5);
	KUNIT_EXPECT_EQ(test, config->ethtypes[0].prio, 5);
	KUNIT_EXPECT_EQ(test, config->prio_dscp[7], 63);
	KUNIT_EXPECT_EQ(test, config->prio_pcp[7], 1);
	KUNIT_EXPECT_EQ(test, del(config, PFC_APP_DSCP, 26, 5), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, del(config, PFC_APP_PCP, 2, 5), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, del(config, PFC_APP_ETHTYPE, 0, 5), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, del(config, PFC_APP_ETHTYPE, 0x8906, 5), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, del(config, PFC_APP_DGRAM, 4791, 3), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, unrewr(config, PFC_APP_DSCP, 63, 7), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, unrewr(config, PFC_APP_PCP, 1, 7), PFC_APP_OK);
	KUNIT_EXPECT_MEMEQ(test, config, fresh, sizeof(*config));
}

/* dcb replaces an entry in two requests; between them, the highest priority is in force */
static void test_replace_in_two_steps(struct kunit *test)
{
	struct pfc_config *config = new_config(test);

	add(config, PFC_APP_DSCP, 10, 3);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_DSCP, 10, 2), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, config->dscp_prio[10], 3);
	KUNIT_EXPECT_EQ(test, apps(config), 2);
	KUNIT_EXPECT_EQ(test, del(config, PFC_APP_DSCP, 10, 3), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, config->dscp_prio[10], 2);
	KUNIT_EXPECT_EQ(test, del(config, PFC_APP_DSCP, 10, 3), PFC_APP_ABSENT);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_DSCP, 10, 2), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, apps(config), 1);
	rewr(config, PFC_APP_DSCP, 20, 4);
	rewr(config, PFC_APP_DSCP, 18, 4);
	KUNIT_EXPECT_EQ(test, config->prio_dscp[4], 20);
	unrewr(config, PFC_APP_DSCP, 20, 4);
	KUNIT_EXPECT_EQ(test, config->prio_dscp[4], 18);
	KUNIT_EXPECT_EQ(test, unrewr(config, PFC_APP_DSCP, 20, 4), PFC_APP_ABSENT);
}

/* A new value of pfcctl replaces all entries of its key; a default value then needs no entry */
static void test_settings(struct kunit *test)
{
	struct pfc_config *config = new_config(test);

	add(config, PFC_APP_DSCP, 10, 6);
	add(config, PFC_APP_DSCP, 10, 7);
	pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_DSCP, 10, 4);
	KUNIT_EXPECT_EQ(test, config->dscp_prio[10], 4);
	KUNIT_EXPECT_EQ(test, config->app_dscp[10], BIT(4));
	pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_DSCP, 10, 1);
	KUNIT_EXPECT_EQ(test, config->dscp_prio[10], 1);
	KUNIT_EXPECT_EQ(test, apps(config), 0);
	pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_PCP, 6, 1);
	KUNIT_EXPECT_EQ(test, config->app_pcp[6], BIT(1));
	pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_PCP, 6, 6);
	KUNIT_EXPECT_EQ(test, config->app_pcp[6], 0);
	KUNIT_EXPECT_EQ(test, config->pcp_prio[6], 6);
	pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_ETHTYPE, 0, 2);
	KUNIT_EXPECT_EQ(test, config->app_default, BIT(2));
	pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_ETHTYPE, 0, 0);
	KUNIT_EXPECT_EQ(test, config->app_default, 0);
	KUNIT_EXPECT_EQ(test, config->default_prio, 0);
	pfc_app_replace(config, PFC_REWR_TABLE, PFC_APP_DSCP, 3, 26);
	pfc_app_replace(config, PFC_REWR_TABLE, PFC_APP_PCP, 3, 0);
	KUNIT_EXPECT_EQ(test, config->rewr_dscp[3], BIT_ULL(26));
	KUNIT_EXPECT_EQ(test, config->rewr_pcp[3], BIT(0));
	pfc_app_replace(config, PFC_REWR_TABLE, PFC_APP_DSCP, 3, PFC_MAP_NONE);
	pfc_app_replace(config, PFC_REWR_TABLE, PFC_APP_PCP, 3, PFC_MAP_NONE);
	KUNIT_EXPECT_EQ(test, rewrs(config), 0);
	KUNIT_EXPECT_EQ(test, config->prio_dscp[3], PFC_MAP_NONE);
	KUNIT_EXPECT_EQ(test, config->prio_pcp[3], PFC_MAP_NONE);
}

/* A setting of pfcctl that is in force already leaves all entries of its key unchanged */
static void test_settings_in_force(struct kunit *test)
{
	struct pfc_config *config = new_config(test);

	add(config, PFC_APP_DSCP, 10, 1);
	pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_DSCP, 10, 1);
	KUNIT_EXPECT_EQ(test, config->app_dscp[10], BIT(1));
	add(config, PFC_APP_DSCP, 10, 5);
	pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_DSCP, 10, 5);
	KUNIT_EXPECT_EQ(test, config->app_dscp[10], BIT(1) | BIT(5));
	pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_DSCP, 10, 1);
	KUNIT_EXPECT_EQ(test, config->app_dscp[10], 0);
	pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_DSCP, 12, 1);
	KUNIT_EXPECT_EQ(test, config->app_dscp[12], 0);
	add(config, PFC_APP_PCP, 6, 6);
	pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_PCP, 6, 6);
	KUNIT_EXPECT_EQ(test, config->app_pcp[6], BIT(6));
	add(config, PFC_APP_ETHTYPE, 0, 0);
	pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_ETHTYPE, 0, 0);
	KUNIT_EXPECT_EQ(test, config->app_default, BIT(0));
	add(config, PFC_APP_ETHTYPE, 0x8906, 3);
	add(config, PFC_APP_ETHTYPE, 0x8906, 4);
	KUNIT_EXPECT_EQ(test, replace_ethtype(config, 0x8906, 4), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, config->ethtypes[0].prios, BIT(3) | BIT(4));
	KUNIT_EXPECT_EQ(test, replace_ethtype(config, 0x8906, 3), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, config->ethtypes[0].prios, BIT(3));
	KUNIT_EXPECT_EQ(test, replace_ethtype(config, 0x8914, PFC_MAP_NONE), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, config->ethtypes[1].type, 0);
	rewr(config, PFC_APP_DSCP, 18, 3);
	rewr(config, PFC_APP_DSCP, 26, 3);
	pfc_app_replace(config, PFC_REWR_TABLE, PFC_APP_DSCP, 3, 26);
	KUNIT_EXPECT_EQ(test, config->rewr_dscp[3], BIT_ULL(18) | BIT_ULL(26));
	rewr(config, PFC_APP_PCP, 1, 3);
	rewr(config, PFC_APP_PCP, 2, 3);
	pfc_app_replace(config, PFC_REWR_TABLE, PFC_APP_PCP, 3, 2);
	KUNIT_EXPECT_EQ(test, config->rewr_pcp[3], BIT(1) | BIT(2));
}

static const struct {
	struct pfc_app		app;
	enum pfc_app_error	app_error, rewr_error;
} refusals[] = {
	{ { 0, PFC_APP_DSCP, 8 }, PFC_APP_PRIO, PFC_APP_PRIO },
	{ { 64, PFC_APP_DSCP, 0 }, PFC_APP_DSCP_RANGE, PFC_APP_DSCP_RANGE },
	{ { 8, PFC_APP_PCP, 0 }, PFC_APP_DEI, PFC_APP_DEI },
	{ { 16, PFC_APP_PCP, 0 }, PFC_APP_PCP_RANGE, PFC_APP_PCP_RANGE },
	{ { 0x5ff, PFC_APP_ETHTYPE, 0 }, PFC_APP_TYPE, PFC_APP_SELECTOR },
	{ { 0x8100, PFC_APP_ETHTYPE, 0 }, PFC_APP_TYPE, PFC_APP_SELECTOR },
	{ { 0x88a8, PFC_APP_ETHTYPE, 0 }, PFC_APP_TYPE, PFC_APP_SELECTOR },
	{ { 0x8808, PFC_APP_ETHTYPE, 0 }, PFC_APP_TYPE, PFC_APP_SELECTOR },
	{ { 0, 0, 0 }, PFC_APP_SELECTOR, PFC_APP_SELECTOR },
	{ { 0, 6, 0 }, PFC_APP_SELECTOR, PFC_APP_SELECTOR },
	{ { 0, 254, 0 }, PFC_APP_SELECTOR, PFC_APP_SELECTOR },
	{ { 80, PFC_APP_STREAM, 8 }, PFC_APP_PRIO, PFC_APP_SELECTOR },
};

static void test_refused(struct kunit *test)
{
	struct pfc_config *config = new_config(test), *fresh = new_config(test);
	int i, add;

	for (i = 0; i < ARRAY_SIZE(refusals); i++) {
		const struct pfc_app *app = &refusals[i].app;

		for (add = 0; add <= 1; add++) {
			KUNIT_EXPECT_EQ_MSG(test, pfc_app_change(config, PFC_APP_TABLE, app, add),
					    refusals[i].app_error, "%d, add %d", i, add);
			KUNIT_EXPECT_EQ_MSG(test, pfc_app_change(config, PFC_REWR_TABLE, app, add),
					    refusals[i].rewr_error, "rewriting %d, add %d", i, add);
		}
	}
	KUNIT_EXPECT_MEMEQ(test, config, fresh, sizeof(*config));
}

static void test_limits(struct kunit *test)
{
	struct pfc_config *config = new_config(test);
	int i, left = PFC_APP_MAX;

	for (i = 0; i < PFC_ETHTYPES_MAX; i++, left--)
		KUNIT_EXPECT_EQ(test, add(config, PFC_APP_ETHTYPE, 0x600 + i, i), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_ETHTYPE, 0x700, 1), PFC_APP_TYPES);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_ETHTYPE, 0x600, 1), PFC_APP_OK);
	left--;
	for (i = 0; i < PFC_APP_PORT_KEYS; i++)
		KUNIT_EXPECT_EQ(test, add(config, PFC_APP_STREAM + i % 3, i, i % 8), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_ANY, 99, 1), PFC_APP_PORTS);
	/* dcb can replace all of them: it adds the new entries first */
	for (i = 0; i < PFC_APP_PORT_KEYS; i++)
		KUNIT_EXPECT_EQ(test, add(config, PFC_APP_STREAM + i % 3, i, 7 - i % 8),
				PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_STREAM, 0, 1), PFC_APP_PORTS);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_STREAM, 0, 0), PFC_APP_OK);
	for (i = 0; i < left; i++)
		KUNIT_EXPECT_EQ(test, add(config, PFC_APP_DSCP, i % 64, i / 64), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, apps(config), PFC_APP_MAX + PFC_APP_PORTS_MAX);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_DSCP, 0, 7), PFC_APP_FULL);
	KUNIT_EXPECT_EQ(test, add(config, PFC_APP_DSCP, 0, 0), PFC_APP_OK);
	for (i = 0; i < PFC_REWR_MAX; i++)
		KUNIT_EXPECT_EQ(test, rewr(config, PFC_APP_DSCP, i % 64, i / 64), PFC_APP_OK);
	KUNIT_EXPECT_EQ(test, rewr(config, PFC_APP_PCP, 0, 0), PFC_APP_FULL);
	KUNIT_EXPECT_EQ(test, rewrs(config), PFC_REWR_MAX);
}

/* The entries in use come first, also after one of them is deleted */
static void test_order(struct kunit *test)
{
	struct pfc_config *config = new_config(test);
	int n = 0;

	add(config, PFC_APP_ETHTYPE, 0x8906, 3);
	add(config, PFC_APP_ETHTYPE, 0x8914, 4);
	add(config, PFC_APP_ETHTYPE, 0x8915, 5);
	del(config, PFC_APP_ETHTYPE, 0x8906, 3);
	KUNIT_EXPECT_EQ(test, config->ethtypes[0].type, htons(0x8915));
	KUNIT_EXPECT_EQ(test, config->ethtypes[1].type, htons(0x8914));
	KUNIT_EXPECT_EQ(test, config->ethtypes[2].type, 0);
	add(config, PFC_APP_STREAM, 80, 1);
	add(config, PFC_APP_DGRAM, 4791, 3);
	del(config, PFC_APP_STREAM, 80, 1);
	KUNIT_EXPECT_EQ(test, config->app_ports[0].protocol, 4791);
	KUNIT_EXPECT_EQ(test, config->app_ports[1].selector, 0);
	KUNIT_EXPECT_EQ(test, del(config, PFC_APP_ANY, 4791, 3), PFC_APP_ABSENT);
	KUNIT_EXPECT_EQ(test, del(config, PFC_APP_DGRAM, 4791, 4), PFC_APP_ABSENT);
	KUNIT_EXPECT_EQ(test, pfc_app_walk(config, PFC_APP_TABLE, stop_at_second, &n), -EINTR);
	KUNIT_EXPECT_EQ(test, n, 2);
}

static struct kunit_case app_cases[] = {
	KUNIT_CASE(test_default),
	KUNIT_CASE(test_replace_in_two_steps),
	KUNIT_CASE(test_settings),
	KUNIT_CASE(test_settings_in_force),
	KUNIT_CASE(test_refused),
	KUNIT_CASE(test_limits),
	KUNIT_CASE(test_order),
	{}
};

static struct kunit_suite app_suite = {
	.name = "pfc_app",
	.test_cases = app_cases,
};

kunit_test_suite(app_suite);
