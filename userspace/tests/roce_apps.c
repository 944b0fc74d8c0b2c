// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of pfcctl roce with DSCP entries of dcb: a new priority of a DSCP deletes its entries.
 */
#include <errno.h>
#include <linux/dcbnl.h>
#include <linux/rtnetlink.h>
#include "roce.h"
#include "files.h"
#include "link.h"
#include "test.h"

#define PLAIN	(&(const struct ctx){ 0 })
#define IN_SW	(&(const struct ctx){ .netns = "sw" })

/* The first entry of DSCP 26 is that of the setting of pfcctl */
static const struct dcb_app entries[] = {
	{ .selector = IEEE_8021QAZ_APP_SEL_DSCP, .protocol = 26, .priority = 5 },
	{ .selector = IEEE_8021QAZ_APP_SEL_DSCP, .protocol = 26, .priority = 1 },
	{ .selector = IEEE_8021QAZ_APP_SEL_DSCP, .protocol = 26, .priority = 2 },
	{ .selector = IEEE_8021QAZ_APP_SEL_DGRAM, .protocol = 4791, .priority = 2 },
};

/* The port has lost its entries */
static bool lost;

/* Result of a request for DCB: an error number */
static uint8_t refusal;

/* A change of the port fails */
static bool bad_change;

/* The entries of the last request that adds some, as text */
static char added[64];

static void put_entries(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, DCB_ATTR_IEEE_APP_TABLE);
	size_t i;

	for (i = 0; !lost && i < ARRAY_SIZE(entries); i++)
		mnl_attr_put(nlh, DCB_ATTR_IEEE_APP, sizeof(entries[i]), &entries[i]);
	mnl_attr_nest_end(nlh, nest);
}

static void add_entries(const struct nlmsghdr *nlh)
{
	const struct nlattr *attr, *table, *entry;
	size_t len = 0;

	mnl_attr_for_each(attr, nlh, sizeof(struct dcbmsg)) {
		if (mnl_attr_get_type(attr) != DCB_ATTR_IEEE)
			continue;
		mnl_attr_for_each_nested(table, attr) {
			mnl_attr_for_each_nested(entry, table) {
				const struct dcb_app *app = mnl_attr_get_payload(entry);

				len += snprintf(added + len, sizeof(added) - len, "%u,%u:%u ",
						app->selector, app->protocol, app->priority);
			}
		}
	}
	kernel.error = -refusal;
	lost = refusal;
}

static void watch(const struct nlmsghdr *nlh)
{
	const struct genlmsghdr {
		uint8_t cmd;
	} *genl = mnl_nlmsg_get_payload(nlh);
	const bool get = nlh->nlmsg_type == RTM_GETDCB || nlh->nlmsg_flags & NLM_F_DUMP;

	kernel.error = 0;
	if (nlh->nlmsg_type == RTM_SETDCB) {
		add_entries(nlh);
		return;
	}
	if (!get && genl->cmd == PFC_CMD_PORT_SET) {
		lost |= is.af31[0] != 3;
		kernel.error = bad_change ? -ERANGE : 0;
	}
	if (!kernel.error)
		link_set(nlh);
}

/* live() - p1 with the entries and a priority of DSCP 26 */
static void live(uint8_t af31)
{
	link_reset();
	is.dcb[0] = PFC_DCB_OWNER_PORT;
	is.af31[0] = af31;
	kernel.apps = put_entries;
	kernel.sent = watch;
	lost = false;
	refusal = 0;
	bad_change = false;
	*added = '\0';
}

static void test_off(void)
{
	live(5);
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(!*added);
	/* The highest priority is in force, so it comes first */
	CHECK(shows(PLAIN, "roce off --dry-run", "dcb app add dev p1 dscp-prio 26:2 26:1\n", 0,
		    ""));
	CHECK(shows(IN_SW, "roce off --dry-run",
		    "ip netns exec sw dcb app add dev p1 dscp-prio 26:2 26:1\n", 0, ""));
	CHECK(!*added);
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(!strcmp(added, "5,26:2 5,26:1 ") && !files_has_state());
	/* The priority does not change, so the entries are still there */
	live(3);
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(!*added);
}

/* A port without DCB has no entries */
static void test_no_dcb(void)
{
	live(5);
	is.dcb[0] = PFC_DCB_OWNER_DRIVER;
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(!*added);
}

static void test_failures(void)
{
	live(5);
	bad_change = true;
	CHECK(shows(PLAIN, "roce lossless dev p1", "", 1,
		    "pfcctl: p1: Numerical result out of range\n"
		    "pfcctl: roce: p1: the change failed\n"));
	CHECK(!strcmp(added, "5,26:2 5,26:1 "));
	CHECK(!files_has_state());
	/* The port refuses an entry: the state stays, and another off adds it */
	live(5);
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	refusal = ENOSPC;
	CHECK(shows(PLAIN, "roce off", "", 1, "pfcctl: p1: No space left on device\n"));
	CHECK(files_has_state());
	refusal = 0;
	*added = '\0';
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(!strcmp(added, "5,26:2 5,26:1 ") && !files_has_state());
}

/**
 * test_roce_apps() - test DSCP entries of dcb during pfcctl roce
 */
void test_roce_apps(void)
{
	if (!files_begin()) {
		CHECK(!"a directory");
		return;
	}
	test_off();
	test_no_dcb();
	test_failures();
	link_reset();
	files_end();
}
