// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the output of pfcctl why: text of at most 80 columns, JSON, graph, names, fixes.
 */
#include <stdlib.h>
#include "kernel.h"
#include "test.h"
#include "why_scene.h"

#define JSON	(&(const struct ctx){ .json = true, .netns = "sw" })
#define PLAIN	(&(const struct ctx){ .netns = "sw" })
#define QUIET	"no port is paused now; pfcctl history shows earlier pauses\n"
#define RAW	(&(const struct ctx){ .raw = true, .netns = "sw" })

#define P	3

static uint32_t p1, p2, p3, h1;

static void incast(void)
{
	scene_begin(16);
	p1 = scene_port("sw", "p1");
	p2 = scene_port("sw", "p2");
	p3 = scene_port("sw", "p3");
	h1 = scene_port("h1", "eth0");
	scene_link(p1, h1);
	scene_hold(p3, P, p1, 122880, 5001);
	scene_hold(p3, P, p2, 40960, 5002);
	scene_hold(h1, P, WHY_NONE, 51200, 5001);
	scene_waits(h1, P, 5 * SCENE_MS);
	scene_sent(p3, P, 125000);
	scene_received(p1, P, 625000);
	scene_received(p2, P, 250000);
	scene_analyse();
}

/* Checks that @text is the output, and that no line has more than 80 columns */
static bool prints(const struct ctx *ctx, bool whole, void (*print)(const struct why_output *out),
		   const char *text)
{
	char *got = scene_text(ctx, whole, print);
	bool ok = !strcmp(got, text);
	char *line, *rest = NULL;

	if (!ok)
		printf("got:\n%swant:\n%s", got, text);
	if (print == why_text)
		for (line = strtok_r(got, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
			ok &= text_width(line) <= 80;
	free(got);
	return ok;
}

/* Checks that the output has a text */
static bool has(const struct ctx *ctx, bool whole, void (*print)(const struct why_output *out),
		const char *text)
{
	char *got = scene_text(ctx, whole, print);
	const bool ok = strstr(got, text);

	if (!ok)
		printf("got:\n%swant:\n%s\n", got, text);
	free(got);
	return ok;
}

static void test_text(void)
{
	incast();
	CHECK(prints(PLAIN, false, why_text,
		     "root 1: congested egress p3 prio 3: 2 senders, 1.2Gb/s offered, 100Mb/s drained;\n"
		     "    210 KiB wait\n"
		     "  75% 120 KiB p1 UDP 10.0.0.1:1 > 10.0.0.2:5001 dscp 26\n"
		     "  25% 40 KiB p2 UDP 10.0.0.1:1 > 10.0.0.2:5002 dscp 26\n"
		     "  victims of prio 3: p1, h1:eth0\n"));
	CHECK(prints(PLAIN, true, why_text,
		     "p1 prio 3: sends XOFF for 5 ms (50%), 1 pause, 5 ms in all, longest 5 ms\n"
		     "  p1 PG 3: 120 KiB, XOFF at 97.7 KiB, XON at 87.9 KiB, 0 B in headroom\n"
		     "    100% 120 KiB in p3 queue 3: 160 KiB, p1 PG 3 120 KiB, p2 PG 3 40 KiB\n"
		     "      75% 120 KiB p1 UDP 10.0.0.1:1 > 10.0.0.2:5001 dscp 26\n"
		     "      25% 40 KiB p2 UDP 10.0.0.1:1 > 10.0.0.2:5002 dscp 26\n"
		     "      root 1\n"
		     "root 1: congested egress p3 prio 3: 2 senders, 1.2Gb/s offered, 100Mb/s drained;\n"
		     "    210 KiB wait\n"
		     "  75% 120 KiB p1 UDP 10.0.0.1:1 > 10.0.0.2:5001 dscp 26\n"
		     "  25% 40 KiB p2 UDP 10.0.0.1:1 > 10.0.0.2:5002 dscp 26\n"
		     "  victims of prio 3: p1, h1:eth0\n"));
	CHECK(has(RAW, false, why_text, "1200000000b/s offered"));

	scene_begin(1);
	scene_analyse();
	CHECK(prints(PLAIN, false, why_text, QUIET));
}

static void test_forced(void)
{
	scene_begin(1);
	p1 = scene_port("sw", "p1");
	scene_config(p1)->prio_pfc_tx[P] = 1;
	scene_config(p1)->pause_time = 1000;
	scene_config(p1)->impairments.prios[P].xoff_duty = 500000;
	scene_xoff(p1, P, 5 * SCENE_MS);
	scene_now(p1)->wait_pg[P].in_xoff = false;
	scene_analyse();
	CHECK(prints(PLAIN, true, why_text,
		     "p1 prio 3: sends XOFF for 5 ms (50%), 1 pause, 5 ms in all, longest 5 ms\n"
		     "  p1 PG 3: 0 B, not in XOFF, XOFF at 97.7 KiB, XON at 87.9 KiB, 0 B in headroom\n"
		     "    root 1\n"
		     "root 1: impairment of p1 forces XOFF of prio 3, 50% of the time; 0 B wait\n"
		     "  change: pfcctl -n sw impair set dev p1 xoff-duty off\n"));
	CHECK(has(JSON, false, why_json,
		  "\"setting\":\"impairment\",\"limit_bps\":null,\"fix\":\"pfcctl -n sw impair set dev p1 xoff-duty off\",\"bytes\":0,\"senders\":0,\"offered_bps\":null,\"drained_bps\":null,\"paused_since_ns\":99995000000,\"paused_total_ns\":5000000,\"paused_percent\":50.0000,\"quanta\":1000,\"flows\":[],\"victims\":[]}"
		  ));
	CHECK(has(PLAIN, false, why_dot, "\tn11 -> root1;\n"));
}

static void test_json(void)
{
	incast();
	CHECK(has(JSON, false, why_json,
		  "\"netns\":\"sw\",\"verdict\":\"1 root\",\"flows_hidden\":false,\"roots\":[{\"class\":\"incast\",\"netns\":\"sw\",\"dev\":\"p3\",\"prio\":3,\"bytes\":215040,\"senders\":2,\"offered_bps\":1200000000,\"drained_bps\":100000000,\"flows\":[{\"src\":\"10.0.0.1\",\"dst\":\"10.0.0.2\",\"protocol\":17,\"dscp\":26,\"src_port\":1,\"dst_port\":5001,\"src_mac\":\"00:00:00:00:00:00\",\"dst_mac\":\"00:00:00:00:00:00\",\"ethertype\":2048,\"dev\":\"p1\",\"bytes\":122880,\"waiting_bytes\":51200,\"share\":0.7500}"
		  ));
	CHECK(has(JSON, false, why_json,
		  "\"victims\":[{\"netns\":\"sw\",\"dev\":\"p1\",\"prio\":3,\"paused\":false,\"sends_xoff\":true},{\"netns\":\"h1\",\"dev\":\"eth0\",\"prio\":3,\"paused\":true,\"sends_xoff\":false}]"
		  ));
	CHECK(has(JSON, true, why_json,
		  "\"chains\":[{\"netns\":\"sw\",\"dev\":\"p1\",\"prio\":3,\"direction\":\"tx\",\"now\":true,\"since_ns\":99995000000,\"total_ns\":5000000,\"longest_ns\":5000000,\"count\":1,\"percent\":50.0000,\"roots\":[{\"root\":0,\"share\":1.0000}],\"steps\":[{\"netns\":\"sw\",\"dev\":\"p1\",\"depth\":0,\"seen\":false,\"pg\":3,\"in_xoff\":true,\"occupancy\":122880,"
		  ));
	scene_begin(1);
	scene_analyse();
	CHECK(has(JSON, false, why_json,
		  "\"verdict\":\"no port is paused\",\"flows_hidden\":false,"));
	CHECK(has(JSON, false, why_json, "\"roots\":[],\"chains\":[]}\n"));
}

static void test_dot(void)
{
	incast();
	CHECK(prints(PLAIN, false, why_dot,
		     "digraph why {\n"
		     "	rankdir=LR;\n"
		     "	n11 [shape=box, label=\"p1 PG 3, 120 KiB, XOFF\"];\n"
		     "	n35 [shape=ellipse, label=\"p3 queue 3, 160 KiB\"];\n"
		     "	n11 [shape=box, label=\"p1 PG 3, 120 KiB, XOFF\"];\n"
		     "	n11 -> n35 [label=\"120 KiB\"];\n"
		     "	n27 [shape=box, label=\"p2 PG 3, 40 KiB\"];\n"
		     "	n27 -> n35 [label=\"40 KiB\"];\n"
		     "	root1 [shape=octagon, style=filled, fillcolor=lightgrey, label=\"congested egress p3 prio 3: 2 senders, 1.2Gb/s offered, 100Mb/s drained\"];\n"
		     "	n35 -> root1;\n"
		     "}\n"));
	scene_begin(1);
	scene_analyse();
	CHECK(prints(PLAIN, false, why_dot, "digraph why {\n	rankdir=LR;\n}\n"));
}

static void paused(enum why_peer peer)
{
	scene_begin(8);
	p1 = scene_port("sw", "p1");
	p3 = scene_port("sw", "p3");
	scene_peer(p3, peer, peer == WHY_PEER_DEVICE ? "h3" : "",
		   peer == WHY_PEER_DEVICE ? "eth0" : "");
	scene_hold(p3, P, p1, 110000, 5001);
	scene_xoff(p1, P, 2 * SCENE_MS);
	scene_paused(p3, P, 4 * SCENE_MS);
	scene_now(p3)->has_peer = true;
	scene_now(p3)->peer_mac[5] = 7;
	scene_analyse();
}

static void test_paused(void)
{
	paused(WHY_PEER_DEVICE);
	CHECK(has(PLAIN, false, why_text,
		  "root 1: slow receiver h3:eth0 pauses p3 prio 3 for 4 ms, 40% of the time, pause\n"
		  "    time 65535q; 107 KiB wait\n"));
	CHECK(has(JSON, false, why_json,
		  "\"paused_since_ns\":99996000000,\"paused_total_ns\":4000000,\"paused_percent\":40.0000,\"quanta\":65535,\"peer\":{\"netns\":\"h3\",\"dev\":\"eth0\",\"mac\":\"00:00:00:00:00:07\",\"readable\":true}"
		  ));
	paused(WHY_PEER_OUTSIDE);
	CHECK(has(PLAIN, false, why_text,
		  "root 1: neighbour beyond this machine: 00:00:00:00:00:07 pauses p3 prio 3 for 4\n"
		  ));
	paused(WHY_PEER_UNREAD);
	CHECK(has(PLAIN, false, why_text, "    read, run pfcctl as root; 107 KiB wait\n"));
	CHECK(has(JSON, false, why_json, "\"readable\":false"));
	scene_now(p3)->wait[P].storm = PFC_WATCHDOG_STATE_STORM;
	scene_analyse();
	CHECK(has(PLAIN, false, why_text, "root 1: PFC storm: 00:00:00:00:00:07 pauses p3 prio 3"));
}

/* The name of a neighbour has no control characters, and pfcctl top does not ask for it */
static void test_name(void)
{
	const char *const tool = why_lldptool;
	const struct why_output out = { .ctx = PLAIN, .why = &scene_why, .no_lldp = true };
	struct json_object *json;
	char buf[WHY_TEXT];

	paused(WHY_PEER_OUTSIDE);
	why_lldptool = "printf 'System Name TLV\\n\\tsw\\033[2J\\302\\233\\177~\\n' #";
	CHECK(has(PLAIN, false, why_text, "00:00:00:00:00:07 (sw?[2J???~) pauses"));
	CHECK(has(JSON, false, why_json, "\"system_name\":\"sw?[2J???~\""));
	CHECK(!strstr(why_root_words(buf, &out, scene_why.roots), "sw?"));
	json = why_roots_json(&out);
	CHECK(json && !strstr(json_object_to_json_string(json), "system_name"));
	json_object_put(json);
	why_lldptool = tool;
}

static void test_command(void)
{
	incast();
	scene_config(p3)->tcs[P].rate = 100000000;
	scene_analyse();
	CHECK(has(PLAIN, false, why_text,
		  "root 1: setting maxrate of p3 limits prio 3 to 100Mb/s; 2 senders; 210 KiB wait\n"
		  "  change: pfcctl -n sw ets set dev p3 tc-maxrate 3:unlimited\n"));
	CHECK(has(JSON, false, why_json,
		  "\"setting\":\"maxrate\",\"limit_bps\":100000000,\"fix\":\"pfcctl -n sw ets set dev p3 tc-maxrate 3:unlimited\""
		  ));
	incast();
	scene_config(p3)->rate = 100000000;
	scene_config(p3)->speed_source = PFC_SPEED_SOURCE_SET;
	scene_analyse();
	CHECK(has(PLAIN, false, why_text, "change: pfcctl -n sw port set dev p3 rate 1gbit\n"));
	incast();
	scene_now(p3)->wait[P].sent_bytes = 0;
	scene_sent(p3, 5, 1000000);
	scene_config(p3)->tcs[5].tsa = PFC_TSA_STRICT;
	scene_analyse();
	CHECK(has(PLAIN, false, why_text,
		  "change: pfcctl -n sw ets set dev p3 tc-maxrate 5:500mbit\n"));
	/* Not that of a higher class which sends nothing, and no rate that the module refuses */
	scene_config(p3)->tcs[7].tsa = PFC_TSA_STRICT;
	scene_config(p3)->rate = 1000000;
	scene_analyse();
	CHECK(has(PLAIN, false, why_text,
		  "change: pfcctl -n sw ets set dev p3 tc-maxrate 5:1mbit\n"));
	paused(WHY_PEER_OUTSIDE);
	scene_config(p3)->watches[P].manual = true;
	scene_analyse();
	CHECK(has(PLAIN, false, why_text,
		  "change: pfcctl -n sw watchdog release dev p3 prio 3\n"));
	scene_config(p3)->watches[P].injected = true;
	CHECK(has(PLAIN, false, why_text,
		  "change: pfcctl -n sw watchdog inject dev p3 prio 3 off\n"));
}

/* Two ports that wait for each other over two links */
static void test_cycle(void)
{
	uint32_t a, b, c, d;

	scene_begin(8);
	a = scene_port("sw", "a");
	b = scene_port("sw", "b");
	c = scene_port("s1", "c");
	d = scene_port("s1", "d");
	scene_link(a, c);
	scene_link(b, d);
	scene_hold(a, P, b, 100000, 1);
	scene_hold(d, P, c, 100000, 2);
	scene_waits(a, P, 2 * SCENE_MS);
	scene_waits(d, P, 4 * SCENE_MS);
	scene_analyse();
	CHECK(prints(PLAIN, false, why_text,
		     "root 1: deadlock, prio 3: a > s1:d > a; 195 KiB wait\n"
		     "  closed by s1:c UDP 10.0.0.1:1 > 10.0.0.2:2 dscp 26\n"
		     "  50% 97.7 KiB b UDP 10.0.0.1:1 > 10.0.0.2:1 dscp 26\n"
		     "  50% 97.7 KiB s1:c UDP 10.0.0.1:1 > 10.0.0.2:2 dscp 26\n"));
	CHECK(has(JSON, false, why_json,
		  "\"ports\":[{\"netns\":\"sw\",\"dev\":\"a\",\"prio\":3},{\"netns\":\"s1\",\"dev\":\"d\",\"prio\":3}],\"closing_flow\":{"
		  ));
	CHECK(has(PLAIN, true, why_text, "s1:d queue 3: 97.7 KiB, s1:c PG 3 97.7 KiB"));
	CHECK(has(PLAIN, true, why_text, "see above"));
}

/* Other flows: MAC addresses, IPv6, a VLAN, this host */
static void test_flows(void)
{
	struct flow *flow;

	incast();
	flow = scene_now(p3)->queue[P].flow;
	flow->addr_len = 16;
	flow->src[0] = 0xfd;
	flow->dst[0] = 0xfe;
	memset(flow->src + 1, 0, 15);
	memset(flow->dst + 1, 0, 15);
	flow->tagged = true;
	flow->vlan = 5;
	flow[1].addr_len = 0;
	flow[1].has_ports = false;
	flow[1].ethertype = 0x8915;
	flow[1].port_id = 0;
	scene_analyse();
	CHECK(has(PLAIN, false, why_text, "p1 UDP [fd00::]:1 > [fe00::]:5001 dscp 26 vlan 5\n"));
	CHECK(has(PLAIN, false, why_text,
		  "this host 0x8915 00:00:00:00:00:00 > 00:00:00:00:00:00\n"));
	CHECK(has(JSON, false, why_json, "\"ethertype\":35093,\"dev\":null"));
}

/* The user may not see flows */
static void test_hidden(void)
{
	static const char note[] = "\nflows are not shown: they need CAP_NET_ADMIN";

	incast();
	scene_now(p3)->queue[P].no_flows = true;
	scene_now(p3)->queue[P].n_flows = 0;
	scene_analyse();
	CHECK(has(PLAIN, false, why_text, note));
	CHECK(has(JSON, false, why_json, "\"flows_hidden\":true,\"roots\":[{\"class\":\"incast\""));
}

/* A flow to the destination of the root, of which no frame is in its queue, waits at its host */
static void test_waiting(void)
{
	incast();
	scene_hold(h1, P, WHY_NONE, 1024, 5004);
	scene_analyse();
	CHECK(has(PLAIN, false, why_text,
		  "  0% 0 B still at h1:eth0 UDP 10.0.0.1:1 > 10.0.0.2:5004 "));
	CHECK(has(JSON, false, why_json,
		  "\"dev\":null,\"bytes\":0,\"waiting_bytes\":1024,\"share\":0.0000}"));
}

/* A cycle or a list that is longer than a text is truncated, but stays text */
static void test_long(void)
{
	static char names[40][IFNAMSIZ];
	uint32_t i, port;

	scene_begin(64);
	p1 = scene_port("sw", "out");
	for (i = 0; i < 40; i++) {
		snprintf(names[i], sizeof(names[i]), "ingress-%u", i);
		port = scene_port("sw", names[i]);
		scene_hold(p1, P, port, 101000, i);
		scene_xoff(port, P, SCENE_MS);
	}
	scene_analyse();
	CHECK(has(PLAIN, false, why_text, "32 more flows\n"));
	CHECK(has(PLAIN, false, why_text, " 16 more\n"));
	CHECK(has(PLAIN, true, why_text, ", 36 more\n"));
	CHECK(has(JSON, false, why_json, "\"dev\":\"ingress-39\",\"prio\":3,\"paused\":false"));
}

/* The command itself, in a namespace without ports */
static void test_words(void)
{
	kernel = (struct kernel){ 0 };
	CHECK(shows(PLAIN, "why", QUIET, 0, ""));
	CHECK(shows(PLAIN, "why interval 5ms dot", "digraph why {\n	rankdir=LR;\n}\n", 0, ""));
	CHECK(shows(PLAIN, "why --dot", "digraph why {\n	rankdir=LR;\n}\n", 0, ""));
	CHECK(shows(JSON, "why",
		    "{\"time_ns\":1000000000000,\"netns\":\"sw\",\"verdict\":\"no port is paused\",\"flows_hidden\":false,\"roots\":[],\"chains\":[]}\n",
		    0, ""));
	CHECK(shows(PLAIN, "why dev p9", "", 1,
		    "pfcctl: p9: no such device; fix: ip -n sw link lists the devices; -n NETNS selects another network namespace\n"
		    ));
	CHECK(shows(PLAIN, "why prio 3", "", 2,
		    "pfcctl: prio: needs a device before it, as in dev p1 prio 3\n"));
	CHECK(shows(JSON, "why dot", "", 2, "pfcctl: dot: cannot be combined with -j\n"));
	CHECK(shows(PLAIN, "why interval 0ms", "", 1,
		    "pfcctl: interval: 0ms is out of range 1.00 ms..60.00 s\n"));
}

/**
 * test_why_print() - run the tests of the output
 */
void test_why_print(void)
{
	test_text();
	test_forced();
	test_json();
	test_dot();
	test_paused();
	test_name();
	test_command();
	test_cycle();
	test_flows();
	test_hidden();
	test_waiting();
	test_long();
	test_words();
	scene_end();
}
