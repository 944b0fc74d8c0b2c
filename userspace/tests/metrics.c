// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the metrics for Prometheus: names, units, labels, formats, namespaces.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include <unistd.h>
#include "metrics.h"
#include "netns.h"
#include "kernel.h"
#include "test.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })

/* Name of the device of the port */
static const char *dev = "p1";

static void put_config(struct nlmsghdr *nlh)
{
	struct nlattr *nest;

	mnl_attr_put_u32(nlh, PFC_A_PORT_ID, 9);
	mnl_attr_put_u64(nlh, PFC_A_RATE, 1000000000);
	mnl_attr_put_u32(nlh, PFC_A_SPEED, 10000);
	mnl_attr_put_u32(nlh, PFC_A_CABLE_DELAY, 1500);
	mnl_attr_put_u8(nlh, PFC_A_FLOW_CONTROL, PFC_FLOW_CONTROL_PFC);
	put_map(nlh, PFC_A_PRIO_PG, 3, 5);
	put_map(nlh, PFC_A_PRIO_TC, 3, 6);
	put_map(nlh, PFC_A_PRIO_PFC_TX, 3, 1);
	nest = mnl_attr_nest_start(nlh, PFC_A_PG);
	mnl_attr_put_u8(nlh, PFC_PG_A_ID, 3);
	mnl_attr_put(nlh, PFC_PG_A_LOSSLESS, 0, NULL);
	mnl_attr_put_u32(nlh, PFC_PG_A_XOFF, 131072);
	mnl_attr_put_u32(nlh, PFC_PG_A_ALPHA, 32);
	mnl_attr_nest_end(nlh, nest);
	nest = mnl_attr_nest_start(nlh, PFC_A_QUEUE);
	mnl_attr_put_u8(nlh, PFC_QUEUE_A_ID, 2);
	mnl_attr_put_u32(nlh, PFC_QUEUE_A_ECN_PMAX, 10000);
	mnl_attr_nest_end(nlh, nest);
	nest = mnl_attr_nest_start(nlh, PFC_A_TC);
	mnl_attr_put_u8(nlh, PFC_TC_A_ID, 6);
	mnl_attr_put_u8(nlh, PFC_TC_A_BW, 7);
	mnl_attr_nest_end(nlh, nest);
}

static void put_watch(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_WATCHDOG);

	mnl_attr_put_u8(nlh, PFC_WATCHDOG_A_ID, 3);
	mnl_attr_put_u8(nlh, PFC_WATCHDOG_A_STATE, PFC_WATCHDOG_STATE_STORM);
	mnl_attr_put(nlh, PFC_WATCHDOG_A_MANUAL, 0, NULL);
	mnl_attr_nest_end(nlh, nest);
	mnl_attr_put_u64(nlh, PFC_A_DETECTION_TIME, 100000000);
}

static bool answer(struct nlmsghdr *nlh, int i)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&kernel.last_request.hdr);

	if (i)
		return false;
	if (genl->cmd == PFC_CMD_POOL_GET) {
		mnl_attr_put_strz(nlh, PFC_A_POOL_NAME, "default");
		mnl_attr_put_u32(nlh, PFC_A_POOL_SIZE, 12582912);
		mnl_attr_put_u64(nlh, PFC_A_POOL_CLEARED, 2500000000);
		return true;
	}
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, 3);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, dev);
	if (genl->cmd == PFC_CMD_STATS_GET) {
		put_stats(nlh, PFC_A_STATS_PORT, 0, PFC_PORT_STAT_MAX);
		put_stats(nlh, PFC_A_STATS_PG, 3, PFC_PG_STAT_MAX);
		put_stats(nlh, PFC_A_STATS_PRIO, 3, PFC_PRIO_STAT_MAX);
		put_stats(nlh, PFC_A_STATS_QUEUE, 3, PFC_QUEUE_STAT_MAX);
	} else if (genl->cmd == PFC_CMD_WATCHDOG_GET) {
		put_watch(nlh);
	} else {
		put_config(nlh);
	}
	return true;
}

/* ---- names and values --------------------------------------------------- */

/* Return: whether a metric of device p1 has this name, other labels and value */
static bool is_set(const char *name, const char *rest)
{
	char text[256];

	snprintf(text, sizeof(text), "\n%s{device=\"p1\"%s\n", name, rest);
	return shows(PLAIN, "metrics", text, 0, "");
}

/* Return: whether the output has this line */
static bool has(const char *line)
{
	char text[256];

	snprintf(text, sizeof(text), "\n%s\n", line);
	return shows(PLAIN, "metrics", text, 0, "");
}

static void test_values(void)
{
	CHECK(has("pfc_build_info{version=\"" PFCCTL_VERSION "\"} 1"));
	/* put_stats() sets each counter to its attribute */
	CHECK(is_set("pfc_port_tx_pfc_total", "} 3"));
	CHECK(is_set("pfc_port_tx_dropped_packets_total", ",reason=\"delay\"} 15"));
	CHECK(is_set("pfc_port_rx_bad_frames_total", ",reason=\"tagged\"} 11"));
	CHECK(is_set("pfc_port_cleared_timestamp_seconds", "} 1.9e-08"));
	CHECK(is_set("pfc_port_pg_rx_bytes_total", ",pg=\"3\"} 4"));
	CHECK(is_set("pfc_port_pg_occupancy_bytes", ",pg=\"3\"} 5"));
	CHECK(is_set("pfc_port_pg_occupancy_bytes", ",pg=\"4\"} 0"));
	CHECK(is_set("pfc_port_pg_dropped_packets_total", ",pg=\"3\",reason=\"headroom\"} 19"));
	CHECK(is_set("pfc_port_priority_tx_pause_seconds_total", ",priority=\"3\"} 5e-09"));
	CHECK(is_set("pfc_port_priority_rx_paused", ",priority=\"3\"} 10"));
	CHECK(is_set("pfc_port_queue_backlog_packets", ",queue=\"3\"} 5"));
	CHECK(has("# TYPE pfc_port_queue_backlog_packets gauge"));
	CHECK(is_set("pfc_port_queue_tx_bytes_total", ",queue=\"3\"} 4"));
	CHECK(has("# HELP pfc_port_queue_tx_bytes_total bytes of the frames sent"));
	CHECK(has("# TYPE pfc_port_queue_tx_bytes_total counter"));
}

static void test_settings(void)
{
	CHECK(is_set("pfc_port_rate_bytes_per_second", "} 125000000"));
	CHECK(is_set("pfc_port_speed_bytes_per_second", "} 1250000000"));
	CHECK(is_set("pfc_port_cable_delay_seconds", "} 1.5e-06"));
	CHECK(is_set("pfc_port_watchdog_detection_seconds", "} 0.1"));
	CHECK(is_set("pfc_port_pg_xoff_threshold_bytes", ",pg=\"3\"} 131072"));
	CHECK(is_set("pfc_port_pg_lossless", ",pg=\"3\"} 1"));
	CHECK(is_set("pfc_port_pg_lossless", ",pg=\"2\"} 0"));
	CHECK(is_set("pfc_port_pg_alpha_ratio", ",pg=\"3\"} 0.125"));
	CHECK(is_set("pfc_port_queue_ecn_pmax_ratio", ",queue=\"2\"} 0.01"));
	CHECK(is_set("pfc_port_tc_bandwidth_ratio", ",tc=\"6\"} 0.07"));
	CHECK(is_set("pfc_port_priority_pfc_tx", ",priority=\"3\"} 1"));
	CHECK(is_set("pfc_port_priority_pfc_rx", ",priority=\"3\"} 0"));
	CHECK(is_set("pfc_port_priority_mitigation_manual", ",priority=\"3\"} 1"));
	CHECK(is_set("pfc_port_priority_watchdog_state", ",priority=\"3\",state=\"storm\"} 1"));
	CHECK(is_set("pfc_port_priority_watchdog_state", ",priority=\"3\",state=\"off\"} 0"));
	CHECK(is_set("pfc_port_info", ",ifindex=\"3\",port_id=\"9\",flow_control=\"pfc\"} 1"));
	CHECK(is_set("pfc_port_priority_info", ",priority=\"3\",pg=\"5\",tc=\"6\"} 1"));
	CHECK(has("pfc_pool_size_bytes{pool=\"default\"} 12582912"));
	CHECK(has("pfc_pool_cleared_timestamp_seconds{pool=\"default\"} 2.5"));
}

static void test_escape(void)
{
	dev = "a\"\\\033\xc3\xa4";
	CHECK(has("pfc_port_tx_pfc_total{device=\"a\\\"\\\\?\xc3\xa4\"} 3"));
	dev = "\xc3(\xff\xed\xa0\x80";
	CHECK(has("pfc_port_tx_pfc_total{device=\"?(????\"} 3"));
	dev = "p1";
}

/* ---- formats ------------------------------------------------------------ */

/* Return: whether @line, from @name on, is followed by one of the characters @ends */
static bool names(const char *line, const char *name, const char *suffix, const char *ends)
{
	const size_t len = strlen(name), n = strlen(suffix);

	return !strncmp(line, name, len) && !strncmp(line + len, suffix, n) &&
	       line[len + n] && strchr(ends, line[len + n]);
}

/*
 * Return: whether each sample follows the TYPE of its family, each family has one TYPE and a
 * HELP, and no line has a value "(null)"; @samples receives the number of samples
 */
static bool valid(const char *command, bool openmetrics, int *samples)
{
	char *out, *err, *line, *rest, name[128] = "", type[16] = "", key[160];
	bool ok = !kernel_run(PLAIN, command, &out, &err);
	char *copy = strdup(out);

	*samples = 0;
	for (line = strtok_r(out, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		if (sscanf(line, "# TYPE %127s %15s", name, type) == 2) {
			snprintf(key, sizeof(key), "# TYPE %s ", name);
			ok &= !strstr(strstr(copy, key) + 1, key);
			snprintf(key, sizeof(key), "# HELP %s ", name);
			ok &= !!strstr(copy, key);
		} else if (*line != '#') {
			const char *suffix = !openmetrics ? "" : !strcmp(type, "counter") ?
					     "_total" : !strcmp(type, "info") ? "_info" : "";

			ok &= names(line, name, suffix, "{ ");
			(*samples)++;
		}
	}
	ok &= !strstr(copy, "(null)") && !strstr(copy, "\n# EOF\n") == !openmetrics;
	free(copy);
	free(out);
	free(err);
	return ok;
}

static void test_formats(void)
{
	int text, openmetrics;

	CHECK(valid("metrics show", false, &text));
	CHECK(valid("metrics show openmetrics", true, &openmetrics));
	/* a sample for each counter: 20 of the port, 25 + 19 + 15 of 8 PGs, priorities, queues */
	CHECK(text == openmetrics && text > 20 + 8 * (25 + 19 + 15));
	CHECK(shows(PLAIN, "metrics show openmetrics",
		    "# TYPE pfc_port_priority_tx_pause_seconds counter\n"
		    "# UNIT pfc_port_priority_tx_pause_seconds seconds\n"
		    "# HELP pfc_port_priority_tx_pause_seconds total time from XOFF sent to XON sent\n"
		    "pfc_port_priority_tx_pause_seconds_total{device=\"p1\",priority=\"0\"} 0\n",
		    0, ""));
	CHECK(shows(PLAIN, "metrics show openmetrics",
		    "# TYPE pfc_build info\n# HELP pfc_build version of pfcctl\npfc_build_info{",
		    0, ""));
	CHECK(shows(PLAIN, "metrics show openmetrics", "\n# EOF\n", 0, ""));
	kernel.answer = NULL;
	CHECK(shows(PLAIN, "metrics show openmetrics", "\n# EOF\n", 0, ""));
	kernel.answer = answer;
}

static void test_words(void)
{
	CHECK(shows(JSON, "metrics", "", 2,
		    "pfcctl: option -j: metrics have no JSON output; see pfcctl stats help\n"));
	CHECK(shows(PLAIN, "metrics show json", "", 2,
		    "pfcctl: unknown word 'json'; expected: all-netns openmetrics\n"));
}

/* ---- namespaces --------------------------------------------------------- */

/*
 * Creates a directory with namespaces: "b" and "c" are one, "d" is the namespace of the test, "."
 * files are none.  Return: whether that succeeded.
 */
static bool make_namespaces(char *dir)
{
	char path[64], other[64];
	FILE *file;

	if (!mkdtemp(dir))
		return false;
	strcat(dir, "/");
	snprintf(path, sizeof(path), "%sb", dir);
	snprintf(other, sizeof(other), "%sc", dir);
	file = fopen(path, "w");
	if (!file || fclose(file) || link(path, other))
		return false;
	snprintf(other, sizeof(other), "%sd", dir);
	return !symlink("/proc/self/ns/net", other);
}

static void remove_namespaces(char *dir)
{
	char path[64];
	const char *name;

	for (name = "bcd"; *name; name++) {
		snprintf(path, sizeof(path), "%s%c", dir, *name);
		unlink(path);
	}
	rmdir(dir);
}

static void test_netns(void)
{
	char dir[64] = "/tmp/pfcctl-test.XXXXXX";
	int one, two;

	CHECK(make_namespaces(dir));
	netns_dir = dir;
	CHECK(shows(PLAIN, "metrics show all-netns",
		    "\npfc_port_tx_pfc_total{netns=\"d\",device=\"p1\"} 3\n"
		    "pfc_port_tx_pfc_total{netns=\"b\",device=\"p1\"} 3\n# TYPE", 0, ""));
	CHECK(shows(PLAIN, "metrics show all-netns",
		    "\npfc_pool_size_bytes{netns=\"b\",pool=\"default\"} 12582912\n# TYPE", 0, ""));
	CHECK(valid("metrics show all-netns openmetrics", true, &two));
	kernel.setns_error = EINVAL;	/* not a namespace */
	CHECK(valid("metrics show all-netns openmetrics", true, &one));
	CHECK(two - 1 == 2 * (one - 1));	/* one is pfc_build_info */
	kernel.setns_error = EPERM;
	CHECK(shows(PLAIN, "metrics show all-netns", "", 1,
		    "pfcctl: network namespace 'b': not permitted, needs CAP_SYS_ADMIN"
		    AS_ROOT "\n"));
	remove_namespaces(dir);
	CHECK(shows(PLAIN, "metrics show all-netns", "{netns=\"\",device=\"p1\"} 3\n", 0, ""));
	netns_dir = NETNS_DIR;
}

static void test_failure(void)
{
	kernel = (struct kernel){ .dump_error = -EPERM };
	CHECK(shows(PLAIN, "metrics", "", 1,
		    "pfcctl: ports: not permitted, needs CAP_NET_ADMIN" AS_ROOT "\n"));
}

void test_metrics(void)
{
	kernel = (struct kernel){ .answer = answer };
	test_values();
	test_settings();
	test_escape();
	test_formats();
	test_words();
	test_netns();
	test_failure();
}
