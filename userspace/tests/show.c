// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the output: pools, profiles, PGs, queues, watermarks, counters, warnings.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include "kernel.h"
#include "test.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })
#define COLOR	(&(const struct ctx){ .color = true })
#define STATS	(&(const struct ctx){ .stats = true })

/*
 * shows() - check that a command exits with @status, that its output contains @expect, and that
 * its errors are @errors
 */
bool shows(const struct ctx *options, const char *line, const char *expect,
	   int status, const char *errors)
{
	char *out, *err;
	bool ok;
	int got;

	got = kernel_run(options, line, &out, &err);
	ok = got == status && strstr(out, expect) && !strcmp(err, errors);
	if (!ok)
		printf("%s: status %d\n%s%swant: %s %s\n", line, got, out, err, expect,
		       errors);
	free(out);
	free(err);
	return ok;
}

static bool answer_pools(struct nlmsghdr *nlh, int i)
{
	static const char *const names[] = { "zinc", "default", "gold" };
	uint16_t attr;

	if (i == 3 || (i == 1 && !(kernel.last_request.hdr.nlmsg_flags & NLM_F_DUMP)))
		return false;
	mnl_attr_put_strz(nlh, PFC_A_POOL_NAME, names[i]);
	mnl_attr_put_u32(nlh, PFC_A_POOL_SIZE, 1 << 20);
	mnl_attr_put_u32(nlh, PFC_A_POOL_RESERVED, 3);
	mnl_attr_put_u32(nlh, PFC_A_POOL_SHARED_USED, 4);
	mnl_attr_put_u32(nlh, PFC_A_POOL_HEADROOM_USED, 5);
	for (attr = PFC_A_POOL_OVERSUBSCRIBE_RATIO; attr < PFC_A_POOL_CLEARED; attr++) {
		if (attr == PFC_A_POOL_HEADROOMS)
			mnl_attr_put_u64(nlh, attr, attr);
		else
			mnl_attr_put_u32(nlh, attr, attr);
	}
	mnl_attr_put_u64(nlh, PFC_A_POOL_CLEARED, 6);
	mnl_attr_put_u32(nlh, PFC_A_POOL_PGS, 7);
	return true;
}

/* The tool discards the data of interrupted dumps, so it prints each pool only once */
static bool shows_three(void)
{
	char *out, *err, *at;
	int n = 0;

	kernel.interrupted = 2;
	kernel_run(JSON, "pool show", &out, &err);
	for (at = out; (at = strstr(at, "\"name\":")); at++)
		n++;
	free(out);
	free(err);
	return n == 3;
}

static void test_pools(void)
{
	kernel = (struct kernel){ .answer = answer_pools };
	CHECK(shows(JSON, "pool show zinc", "{\"name\":\"zinc\",\"size\":1048576,", 0, ""));
	CHECK(shows(JSON, "pool show zinc", ",\"oversubscribe_ratio\":34,\"pgs\":7,", 0, ""));
	CHECK(shows(JSON, "pool show zinc", ",\"reserved\":3,\"guarantees\":35,", 0, ""));
	CHECK(shows(JSON, "pool show zinc", ",\"headrooms\":36,\"headroom_size\":37,", 0, ""));
	CHECK(shows(JSON, "pool show zinc", ",\"headroom_used\":5,\"headroom_peak\":41,", 0, ""));
	CHECK(shows(JSON, "pool show zinc", ",\"headroom_lifetime_peak\":42,", 0, ""));
	CHECK(shows(JSON, "pool show zinc", ",\"shared_size\":38,\"shared_used\":4,", 0, ""));
	CHECK(shows(JSON, "pool show zinc",
		    ",\"shared_peak\":39,\"shared_lifetime_peak\":40,", 0, ""));
	CHECK(shows(JSON, "pool show zinc", ",\"cleared_ns\":6}\n", 0, ""));
	CHECK(shows(JSON, "pool", "[{\"name\":\"default\",", 0, ""));
	CHECK(shows(JSON, "pool", "},{\"name\":\"gold\",", 0, ""));
	CHECK(shows(JSON, "pool", "},{\"name\":\"zinc\",", 0, ""));
	CHECK(shows(PLAIN, "pool show zinc",
		    "zinc: size 1 MiB oversubscribe-ratio 34 pgs 7\n"
		    "  reserved 3 B guarantees 35 B headrooms 36 B\n"
		    "  shared-size 38 B shared-used 4 B shared-peak 39 B shared-lifetime-peak 40 B\n"
		    "  headroom-size 37 B headroom-used 5 B headroom-peak 41 B headroom-lifetime-peak 42 B\n",
		    0, ""));

	kernel.requests = 0;
	kernel.interrupted = 2;
	CHECK(shows(PLAIN, "pool show", "\ngold: ", 0, ""));
	CHECK(kernel.requests == 3);
	CHECK(shows_three());
	kernel.interrupted = 100;
	CHECK(shows(PLAIN, "pool show", "", 1,
		    "pfcctl: pools: kept changing while being read; try again\n"));
}

static void test_errors(void)
{
	const struct ctx batch = { .file = "plan", .line = 7 };

	kernel = (struct kernel){ .warning = "pg 3: headroom 1 byte, 2 needed" };
	CHECK(shows(PLAIN, "pg set dev p pg 3 headroom 1", "", 0,
		    "pfcctl: Warning: p: pg 3: headroom 1 byte, 2 needed\n"));
	CHECK(shows(&batch, "pg set dev p pg 3 headroom 1", "", 0,
		    "pfcctl: plan:7: Warning: p: pg 3: headroom 1 byte, 2 needed\n"));
	kernel.warning = "p: pg 3: short";
	CHECK(shows(PLAIN, "pg set dev p pg 3 headroom 1", "", 0,
		    "pfcctl: Warning: p: pg 3: short\n"));
	CHECK(shows(PLAIN, "profile set a headroom 1", "", 0,
		    "pfcctl: Warning: profile a: p: pg 3: short\n"));
	kernel.error = -EBUSY;
	kernel.warning = "in use";
	CHECK(shows(PLAIN, "pool del gold", "", 1, "pfcctl: pool gold: in use\n"));
	CHECK(shows(PLAIN, "profile del a", "", 1, "pfcctl: profile a: in use\n"));
	kernel.warning = "pool gold: in use";
	CHECK(shows(PLAIN, "pool del gold", "", 1, "pfcctl: pool gold: in use\n"));
	CHECK(shows(PLAIN, "pool del gol", "", 1, "pfcctl: pool gol: pool gold: in use\n"));
	kernel.warning = "in use";
	CHECK(shows(JSON, "profile show a", "", 1, "pfcctl: profile a: in use\n"));
	/* the kernel reports success without sending the pool */
	kernel = (struct kernel){ 0 };
	CHECK(shows(PLAIN, "pool show gold", "", 1,
		    "pfcctl: pool gold: Bad message\n"));
	CHECK(shows(JSON, "profile", "[]\n", 0, ""));
}

static bool answer_profile(struct nlmsghdr *nlh, int i)
{
	struct nlattr *nest;

	if (i)
		return false;
	mnl_attr_put_strz(nlh, PFC_A_PROFILE_NAME, "storage");
	mnl_attr_put_u32(nlh, PFC_A_PROFILE_PGS, 3);
	nest = mnl_attr_nest_start(nlh, PFC_A_PG);
	mnl_attr_put_u32(nlh, PFC_PG_A_XOFF, 1024);
	mnl_attr_put_u32(nlh, PFC_PG_A_HEADROOM, 2048);
	mnl_attr_put_u8(nlh, PFC_PG_A_HEADROOM_AUTO, 1);
	mnl_attr_put_u32(nlh, PFC_PG_A_ALPHA, 8);
	mnl_attr_put_strz(nlh, PFC_PG_A_POOL, "gold");
	mnl_attr_nest_end(nlh, nest);
	return true;
}

static void test_profiles(void)
{
	kernel = (struct kernel){ .answer = answer_profile };
	CHECK(shows(PLAIN, "profile show storage",
		    "storage: pgs 3\n  min 0 B alpha 1/8 xoff 1 KiB xon 0 B xon-offset 0 B headroom auto limit 0 B pool gold\n",
		    0, ""));
	CHECK(shows(JSON, "profile", "[{\"name\":\"storage\",\"pgs\":3,\"xoff\":1024,", 0, ""));
	CHECK(shows(JSON, "profile",
		    ",\"headroom\":2048,\"headroom_auto\":true,\"headroom_default\":false,", 0,
		    ""));
	CHECK(shows(JSON, "profile", ",\"alpha_64ths\":8,", 0, ""));
	CHECK(shows(JSON, "profile", ",\"pool\":\"gold\"}]\n", 0, ""));
}

static void put_pg(struct nlmsghdr *nlh, uint8_t id, uint8_t is_auto, uint32_t headroom)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_PG);

	mnl_attr_put_u8(nlh, PFC_PG_A_ID, id);
	mnl_attr_put(nlh, PFC_PG_A_LOSSLESS, 0, NULL);
	mnl_attr_put_u32(nlh, PFC_PG_A_HEADROOM, headroom);
	mnl_attr_put_u32(nlh, PFC_PG_A_HEADROOM_NEEDED, 105536);
	mnl_attr_put_u8(nlh, PFC_PG_A_HEADROOM_AUTO, is_auto);
	mnl_attr_put_strz(nlh, PFC_PG_A_POOL, "gold");
	mnl_attr_put_strz(nlh, PFC_PG_A_PROFILE, id == 2 ? "storage" : "");
	mnl_attr_nest_end(nlh, nest);
}

static bool answer_port(struct nlmsghdr *nlh, int i)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&kernel.last_request.hdr);
	struct nlattr *nest;

	if (genl->cmd == PFC_CMD_POOL_GET)
		return answer_pools(nlh, i);
	if (i)
		return false;
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, 3);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, "p1");
	if (genl->cmd == PFC_CMD_STATS_GET) {
		put_stats(nlh, PFC_A_STATS_PORT, 0, PFC_PORT_STAT_MAX);
		put_stats(nlh, PFC_A_STATS_PRIO, 5, PFC_PRIO_STAT_MAX);
		put_stats(nlh, PFC_A_STATS_PG, 3, PFC_PG_STAT_MAX);
		put_stats(nlh, PFC_A_STATS_QUEUE, 4, PFC_QUEUE_STAT_MAX);
		return true;
	}
	mnl_attr_put_u32(nlh, PFC_A_CABLE_DELAY, 1500);
	mnl_attr_put_u32(nlh, PFC_A_BATCH, 64);
	mnl_attr_put_u32(nlh, PFC_A_LATENCY, 1500000);
	mnl_attr_put_u32(nlh, PFC_A_RING, 4096);
	put_pg(nlh, 0, 0, 65536);
	put_pg(nlh, 1, 1, 65536);
	put_pg(nlh, 2, 1, 105536);
	put_pg(nlh, 3, PFC_HEADROOM_MODE_DEFAULT, 105537);
	nest = mnl_attr_nest_start(nlh, PFC_A_QUEUE);
	mnl_attr_put_u8(nlh, PFC_QUEUE_A_ID, 5);
	mnl_attr_put_u32(nlh, PFC_QUEUE_A_LIMIT, 1 << 20);
	mnl_attr_put_u32(nlh, PFC_QUEUE_A_ALPHA, 32);
	mnl_attr_put_u32(nlh, PFC_QUEUE_A_ECN_KMIN, 5 << 10);
	mnl_attr_put_u32(nlh, PFC_QUEUE_A_ECN_KMAX, 200 << 10);
	mnl_attr_put_u32(nlh, PFC_QUEUE_A_ECN_PMAX, 15000);
	mnl_attr_nest_end(nlh, nest);
	return true;
}

static void test_ports(void)
{
	kernel = (struct kernel){ .answer = answer_port };
	CHECK(shows(PLAIN, "port",
		    "\n  peer-rate own cable-delay 1.50 µs (300 m) batch 64 ", 0, ""));
	CHECK(shows(PLAIN, "port", " latency 1.50 ms\n", 0, ""));
	CHECK(shows(JSON, "port", "\"cable_delay_ns\":1500,\"batch_frames\":64,", 0, ""));
	CHECK(shows(JSON, "port", ",\"latency_ns\":1500000,\"ring_bytes\":4096,", 0, ""));
	CHECK(shows(PLAIN, "pg", " 64 KiB (short)  105536 B    0 B  gold        -\n", 0, ""));
	CHECK(shows(PLAIN, "pg", " 64 KiB (auto, short)  105536 B ", 0, ""));
	CHECK(shows(COLOR, "pg", " \033[31m64 KiB (auto, short)\033[0m  105536 B ", 0, ""));
	CHECK(shows(COLOR, "pg", " 105536 B (auto)  105536 B    0 B  gold  storage\n", 0, ""));
	CHECK(shows(PLAIN, "pg", " 105536 B (auto)  105536 B    0 B  gold  storage\n", 0, ""));
	CHECK(shows(PLAIN, "pg", " 105537 B (auto)  105536 B ", 0, ""));
	CHECK(shows(JSON, "pg",
		    "\"headroom\":105537,\"headroom_auto\":true,\"headroom_default\":true,", 0,
		    ""));
	CHECK(shows(JSON, "pg", "\"headroom_needed\":105536,\"headroom_short\":true}", 0, ""));
	CHECK(shows(JSON, "pg", "\"headroom_needed\":105536,\"headroom_short\":false}", 0, ""));
	CHECK(shows(JSON, "pg", ",\"pool\":\"gold\",\"profile\":null,", 0, ""));
	CHECK(shows(JSON, "pg", ",\"pool\":\"gold\",\"profile\":\"storage\",", 0, ""));
	CHECK(shows(PLAIN, "queue", "queue  limit  alpha  ecn-kmin  ecn-kmax  ecn-pmax\n", 0, ""));
	CHECK(shows(PLAIN, "queue", "\n      5  1 MiB    1/2     5 KiB   200 KiB      1.5%\n",
		    0, ""));
	CHECK(shows(PLAIN, "queue", "\n      6   none    off       0 B       off        0%\n",
		    0, ""));
	CHECK(shows(JSON, "queue", "{\"queue\":4,\"limit\":null,\"alpha_64ths\":0,", 0, ""));
	CHECK(shows(JSON, "queue",
		    ",\"ecn_kmin\":0,\"ecn_kmax\":null,\"ecn_pmax_millionths\":0},", 0, ""));
	CHECK(shows(JSON, "queue",
		    "{\"queue\":5,\"limit\":1048576,\"alpha_64ths\":32,\"ecn_kmin\":5120,", 0, ""));
	CHECK(shows(JSON, "queue",
		    ",\"ecn_kmin\":5120,\"ecn_kmax\":204800,\"ecn_pmax_millionths\":15000}",
		    0, ""));
	CHECK(shows(STATS, "queue", " drop-egress", 0, ""));
}

#define FREE_POOL	"; fix: for each of them, pfcctl pg set dev DEV pg PG pool default"
#define FREE_PROFILE	"; fix: for each of them, pfcctl pg set dev DEV pg PG profile none"
#define OTHER_POOL	"; fix: pfcctl profile set a pool default"

/* Return: whether the deletion of a pool or profile that PGs use is refused with an error */
static bool refuses(const char *command, const char *warning, uint32_t cause, const char *error)
{
	kernel = (struct kernel){
		.answer = answer_port, .error = -EBUSY, .warning = warning, .cause = cause,
	};
	return shows(PLAIN, command, "", 1, error);
}

#define POOL_USED(pool)	"pool " pool ": in use: 4 PGs refer to it, packets hold 0 bytes"
#define PROFILE_USED	"profile storage: in use: 1 PGs follow it"

/* The error lists the PGs that use the object, on the same line */
static void test_users(void)
{
	CHECK(refuses("pool del silver", POOL_USED("silver"), PFC_CAUSE_POOL_IN_USE,
		      "pfcctl: " POOL_USED("silver") FREE_POOL "\n"));
	CHECK(refuses("pool del gold", POOL_USED("gold"), PFC_CAUSE_POOL_IN_USE,
		      "pfcctl: " POOL_USED("gold") ": p1 pg 0, p1 pg 1, p1 pg 2, p1 pg 3"
		      FREE_POOL "\n"));
	CHECK(refuses("profile del storage", PROFILE_USED, PFC_CAUSE_PROFILE_IN_USE,
		      "pfcctl: " PROFILE_USED ": p1 pg 2" FREE_PROFILE "\n"));
	CHECK(refuses("pool del gold", "pool gold: in use by profile a", PFC_CAUSE_POOL_IN_PROFILE,
		      "pfcctl: pool gold: in use by profile a" OTHER_POOL "\n"));
}

static void test_marks(void)
{
	kernel = (struct kernel){ .answer = answer_port };
	CHECK(shows(PLAIN, "watermark",
		    "p1:\n  PG  occupancy  occupancy-lifetime  shared  shared-lifetime  headroom  ",
		    0, ""));
	CHECK(shows(PLAIN, "watermark",
		    "  headroom-lifetime  since-clear\n   3       10 B  ", 0, ""));
	CHECK(shows(PLAIN, "watermark",
		    "  11 B    12 B             13 B      14 B               15 B  ", 0, ""));
	CHECK(shows(PLAIN, "watermark",
		    "  queue  backlog  backlog-lifetime  since-clear\n"
		    "      4     11 B              12 B  ", 0, ""));
	CHECK(shows(PLAIN, "watermark",
		    "\npool gold: shared 39 B shared-lifetime 40 B headroom 41 B headroom-lifetime 42 B since-clear ",
		    0, ""));
	CHECK(shows(JSON, "watermark", "{\"pg\":3,\"peak\":10,\"lifetime_peak\":11,", 0, ""));
	CHECK(shows(JSON, "watermark",
		    ",\"shared_peak\":12,\"shared_lifetime_peak\":13,", 0, ""));
	CHECK(shows(JSON, "watermark",
		    ",\"headroom_peak\":14,\"headroom_lifetime_peak\":15,", 0, ""));
	CHECK(shows(JSON, "watermark", ",\"cleared_ns\":16}", 0, ""));
	CHECK(shows(JSON, "watermark show",
		    "{\"queue\":4,\"peak\":11,\"lifetime_peak\":12,\"cleared_ns\":13}", 0, ""));
	CHECK(shows(JSON, "watermark", "\"pools\":[{\"name\":\"default\",", 0, ""));
	CHECK(shows(JSON, "watermark",
		    ",\"shared_peak\":39,\"shared_lifetime_peak\":40,", 0, ""));
	CHECK(shows(JSON, "watermark",
		    ",\"headroom_peak\":41,\"headroom_lifetime_peak\":42,", 0, ""));
	CHECK(shows(JSON, "watermark show dev p1", "\"cleared_ns\":0}]}]}\n", 0, ""));
	CHECK(shows(JSON, "stats",
		    "\"drop_egress\":22,\"drop_early\":24,\"drop_flood\":25,\"drop_watchdog\":26,\"drop_memory\":27}",
		    0, ""));
	CHECK(shows(JSON, "stats",
		    "\"drop_early\":15,\"drop_watchdog\":16,\"drop_memory\":17,\"peak\":11,", 0,
		    ""));
	CHECK(shows(JSON, "stats", ",\"peak\":11,\"lifetime_peak\":12,", 0, ""));
	CHECK(shows(JSON, "stats",
		    "\"rx_paused\":true,\"storms\":11,\"storms_restored\":12,", 0, ""));
	CHECK(shows(JSON, "stats",
		    "\"storm_dropped\":13,\"storm_forwarded\":14,\"pfc_disabled\":15,", 0, ""));
	CHECK(shows(JSON, "stats", "\"paused_long\":16,\"xoff_timeouts\":17,", 0, ""));
	CHECK(shows(JSON, "stats", "\"rx_warnings\":18,\"tx_warnings\":19,", 0, ""));
	CHECK(shows(JSON, "stats", ",\"rx_expired\":20,\"tx_late\":21}", 0, ""));
	CHECK(shows(JSON, "stats", "\"tx_bounced\":21,", 0, ""));
	CHECK(shows(JSON, "stats", ",\"peak_cleared_ns\":13}", 0, ""));
}

/* Return: whether each line of the output, with small counters, has at most 104 characters */
static bool fits(const char *line, const char *head)
{
	char *out, *err, *at, *end;
	bool ok;

	ok = kernel_run(STATS, line, &out, &err) == STATUS_OK;
	ok = ok && strstr(out, head);
	for (at = out; ok && *at; at = end + 1) {
		end = strchr(at, '\n');
		ok = end - at <= 104;
	}
	if (!ok)
		printf("%s", out);
	free(out);
	free(err);
	return ok;
}

static void test_width(void)
{
	kernel = (struct kernel){ .answer = answer_port };
	CHECK(shows(COLOR, "stats", "  \033[31m", 0, ""));
	CHECK(fits("stats", "\n  PG  drop-limit  drop-pool  drop-headroom  drop-flush  drop-rest"));
	CHECK(fits("stats", "\n  PG  drop-flood  drop-watchdog  drop-memory\n"));
	CHECK(fits("stats", "\n   3          25             26           27\n"));
	CHECK(fits("stats", "  drop-egress  drop-early  drop-watchdog  drop-memory\n"));
	CHECK(fits("stats", "\n  prio  storms  storms-restored  storm-dropped  storm-forwarded  "));
	CHECK(fits("stats", "\n  prio  paused-long  xoff-timeouts  rx-warnings  tx-warnings  "));
	CHECK(fits("stats", "  tx-warnings  rx-expired  tx-late\n"));
	CHECK(fits("stats", "\n     5           16             17           18           19  "));
	CHECK(fits("stats", "           19          20       21\n"));
	CHECK(fits("stats", "  marked  peak\n"));
	CHECK(fits("stats", " tx-pause 20 "));
}

/**
 * test_show() - test the output of show commands
 */
void test_show(void)
{
	test_pools();
	test_errors();
	test_profiles();
	test_ports();
	test_users();
	test_marks();
	test_width();
}
