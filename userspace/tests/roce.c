// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of pfcctl roce show: the mode of a port, and the settings that deviate from it.
 */
#include <stdlib.h>
#include <unistd.h>
#include "files.h"
#include "link.h"
#include "test.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })

/* Commands of "pfcctl roce lossless" for the port p1 of the mock kernel, at 1 Gb/s */
static const char *const lossless[] = {
	"queue set dev p1 queue 3 ecn-kmin 30280 ecn-kmax 302800",
	"map set dev p1 trust dscp",
	"map set dev p1 dscp-prio class-selector",
	"map set dev p1 prio-pg 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7",
	"pg set dev p1 pg 3 headroom auto",
	"queue set dev p1 queue 3 ecn-pmax 100%",
	"ets set dev p1 prio-tc all:0 3:3 6:6 7:7",
	"ets set dev p1 tc-tsa all:strict 0:ets 3:ets",
	"ets set dev p1 tc-bw all:0 0:50 3:50",
	"watchdog set dev p1 prio-watchdog all:off 3:on",
	"pfc set dev p1 flow-control pfc",
	"pfc set dev p1 prio-pfc-tx all:off 3:on",
	"pfc set dev p1 prio-pfc-rx all:off 3:on",
};

static void set_lossless(void)
{
	size_t i;

	link_reset();
	kernel.sent = link_set;
	for (i = 0; i < ARRAY_SIZE(lossless); i++)
		CHECK(shows(PLAIN, lossless[i], "", 0, ""));
}

static void test_mode(void)
{
	link_reset();
	CHECK(shows(JSON, "roce show dev p1", "\"mode\":\"off\",\"mode_set\":false,", 0, ""));
	set_lossless();
	CHECK(shows(JSON, "roce show dev p1", "\"mode\":\"lossless\",\"mode_set\":false,", 0, ""));
	CHECK(shows(PLAIN, "roce show dev p1",
		    "no setting deviates from the mode of its port\n", 0, ""));
	CHECK(shows(PLAIN, "ets set dev p1 tc-tsa 6:ets", "", 0, ""));
	CHECK(shows(JSON, "roce show dev p1", "\"mode\":\"off\",\"mode_set\":false,", 0, ""));
}

/* A command has set the mode of p1 */
static void test_deviations(void)
{
	const char *path = files_state();

	files_write(path, "# pfcctl-roce 4\n# dev 3 42 7 lossless p1\nport add dev p1\n");
	set_lossless();
	CHECK(shows(PLAIN, "roce show dev p1",
		    "no setting deviates from the mode of its port\n", 0, ""));
	CHECK(shows(PLAIN, "map set dev p1 trust pcp", "", 0, ""));
	CHECK(shows(PLAIN, "ets set dev p1 tc-tsa 6:ets", "", 0, ""));
	CHECK(shows(PLAIN, "roce show dev p1", "p1: trust is pcp, lossless: dscp\n", 0, ""));
	CHECK(shows(PLAIN, "roce show dev p1", "p1: tc-tsa is ", 0, ""));
	CHECK(shows(PLAIN, "roce show dev p1",
		    "p1: 2 settings deviate; fix: pfcctl roce lossless dev p1\n", 0, ""));
	CHECK(shows(JSON, "roce show dev p1", "\"setting\":\"trust\",\"is\":\"pcp\",", 0, ""));
	/* the port was replaced since */
	is.id = 8;
	CHECK(shows(JSON, "roce show dev p1", "\"mode\":\"off\",\"mode_set\":false,", 0, ""));
	link_reset();
	unlink(path);
}

static bool is_damaged(const char *text, int line)
{
	const char *path = files_state();
	char want[400];

	files_write(path, text);
	snprintf(want, sizeof(want),
		 "pfcctl: %s: line %d is damaged; the former settings of the ports are lost, delete the file\n",
		 path, line);
	return shows(PLAIN, "roce show dev p1", "", 1, want);
}

static void test_damage(void)
{
	link_reset();
	CHECK(is_damaged("", 1));
	CHECK(is_damaged("# pfcctl-roce 3\n", 1));
	CHECK(is_damaged("# pfcctl-roce 4\n# dev 3 42 7 lossless\n", 2));
	CHECK(is_damaged("# pfcctl-roce 4\n# dev 3 42 7 best p1\n", 2));
	CHECK(is_damaged("# pfcctl-roce 4\n# dev 3 42 7 lossy p1\n# dev 3 42 7 lossy p1\n", 3));
	CHECK(is_damaged("# pfcctl-roce 4\n# pool 1 default\n", 2));
	CHECK(is_damaged("# pfcctl-roce 4\nport add dev p1", 2));
	unlink(files_state());
}

/**
 * test_roce() - test pfcctl roce show
 */
void test_roce(void)
{
	CHECK(files_begin());
	test_mode();
	test_deviations();
	test_damage();
	link_reset();
	files_end();
}
