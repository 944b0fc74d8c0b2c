// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of pfcctl check: the two ends of a veth without faults, and with each kind of fault.
 */
#include <linux/if_link.h>
#include <linux/netconf.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include "check.h"
#include "link.h"
#include "test.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })

/* ---- files of proc(5) --------------------------------------------------- */

static char dir[32];

static void write_file(const char *name, const char *text)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "w");
	if (!file)
		return;
	fputs(text, file);
	fclose(file);
}

static const char *const files[] = {
	"sys/net/core/wmem_default", "sys/net/core/wmem_max", "sys/net/ipv4/tcp_wmem",
	"sys/net/core/netdev_max_backlog", "sys/net/core/default_qdisc", "net/softnet_stat",
};

static const char *const defaults[] = {
	"212992\n", "212992\n", "4096\t16384\t4194304\n", "1000\n", "fq_codel\n",
	"0000002a 00000000 00000001\n0000002a 00000000 00000001\n",
};

static void write_defaults(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(files); i++)
		write_file(files[i], defaults[i]);
}

static void make_dirs(bool make)
{
	static const char *const dirs[] = { "", "/sys", "/sys/net", "/sys/net/core",
					    "/sys/net/ipv4", "/net" };
	char path[128];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(dirs); i++) {
		snprintf(path, sizeof(path), "%s%s", dir,
			 dirs[make ? i : ARRAY_SIZE(dirs) - 1 - i]);
		if (!make)
			rmdir(path);
		else if (i)
			mkdir(path, 0700);
	}
}

static void remove_files(void)
{
	char path[128];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, files[i]);
		unlink(path);
	}
	make_dirs(false);
}

/* ---- tests -------------------------------------------------------------- */

/* Checks that the tool reports only this fault; @fix is NULL if no command fixes the fault */
static bool reports(const char *dev, const char *message, const char *fix)
{
	char *out, *err, want[1024];
	bool ok;

	snprintf(want, sizeof(want), "%s: %s%s%s\n", dev, message, fix ? "; fix: " : "",
		 fix ? fix : "");
	ok = kernel_run(PLAIN, "check", &out, &err) == STATUS_FAILED &&
	     !strcmp(out, want) && !*err;
	if (!ok)
		printf("got:  %s%swant: %s", out, err, want);
	free(out);
	free(err);
	link_reset();
	return ok;
}

/* Checks that a report ends with the command @fix */
static bool fixes(const struct ctx *options, const char *fix)
{
	char want[1024];

	snprintf(want, sizeof(want), "; fix: %s\n", fix);
	return shows(options, "check", want, STATUS_FAILED, "");
}

static bool is_right(void)
{
	bool ok = shows(PLAIN, "check", "no faults found at 2 ports\n", 0, "");

	link_reset();
	return ok;
}

static void test_output(void)
{
	link_reset();
	CHECK(is_right());
	CHECK(shows(PLAIN, "check dev p1", "p1: no faults found\n", 0, ""));
	CHECK(shows(PLAIN, "check show dev p2", "p2: no faults found\n", 0, ""));
	CHECK(shows(JSON, "check", "[]\n", 0, ""));
	CHECK(shows(PLAIN, "check show p1,p2", "p1,p2: no faults found\n", 0, ""));
	CHECK(shows(PLAIN, "check dev p9", "", 1,
		    "pfcctl: p9: no such device" FIND_DEV "\n"));
	is.watched[0] = 0;
	CHECK(shows(JSON, "check", "[{\"check\":\"watchdog\",\"dev\":\"p1\",\"prios\":[3],", 1,
		    ""));
	CHECK(shows(JSON, "check", ",\"pg\":null,\"message\":\"priority 3 obeys XOFF ", 1, ""));
	CHECK(shows(JSON, "check dev p1", "dev p1 prio-watchdog 3:on\"}]\n", 1, ""));
	CHECK(shows(PLAIN, "check dev p2", "p2: no faults found\n", 0, ""));
	CHECK(fixes(&(const struct ctx){ .netns = "sw" },
		    "pfcctl -n sw watchdog set dev p1 prio-watchdog 3:on"));
	CHECK(fixes(&(const struct ctx){ .netns = "/proc/7/ns/net" },
		    "pfcctl -n /proc/7/ns/net watchdog set dev p1 prio-watchdog 3:on"));
	link_reset();
	is.ports = 0;
	CHECK(shows(PLAIN, "check", "no faults found at 0 ports\n", 0, ""));
	link_reset();
}

static void test_rates(void)
{
	is.rate[0] = 0;
	is.speed[0] = 10000;
	is.source[0] = PFC_SPEED_SOURCE_ASSUMED;
	CHECK(shows(PLAIN, "check", "p1: no rate: bursts overflow kernel queues that ", 1, ""));
	CHECK(shows(PLAIN, "check", "; fix: pfcctl port set dev p1 rate 1gbit\n", 1, ""));
	CHECK(shows(PLAIN, "check",
		    "\np2: the other end, p1, has no rate, this port expects 1 Gb/s; fix: ", 1,
		    ""));
	link_reset();
	/* One change is enough: two, from both ends, would exchange the rates */
	is.rate[1] = 500000000;
	CHECK(reports("p1", "the other end, p2, sends at 500 Mb/s, this port expects 1 Gb/s",
		      "pfcctl port set dev p2 rate 1gbit"));
	is.rate[1] = 100000001;
	is.speed[1] = 100;
	is.peer_rate = 100000001;
	CHECK(reports("p2", "the other end, p1, sends at 1 Gb/s, this port expects 100000001 b/s",
		      "pfcctl port set dev p1 rate 100000001bit"));
	is.source[1] = PFC_SPEED_SOURCE_SET;
	is.speed[1] = 100;
	CHECK(reports("p1",
		      "the speed is 1 Gb/s here, 100 Mb/s at the other end, p2: pauses differ in length",
		      "pfcctl port set dev p2 speed 1gbit"));
}

static void test_peers(void)
{
	is.sends[1] = 1 << 3 | 1 << 4 | 1 << 6;
	CHECK(reports("p1", "p2 sends XOFF for priority 4,6, this port does not obey it",
		      "pfcctl pfc set dev p1 prio-pfc-rx 4:on 6:on"));
	/* asymmetric PFC is no fault: p1 obeys XOFF for all priorities, p2 sends it for one */
	is.obeys[0] = 0xff;
	is.watched[0] = 0xff;
	CHECK(is_right());
	is.flow[0] = PFC_FLOW_CONTROL_PAUSE;
	is.watched[0] = 0xff;
	CHECK(reports("p1",
		      "flow-control is pause here, pfc at the other end, p2: neither obeys the other",
		      "pfcctl pfc set dev p2 prio-pfc all:off flow-control pause"));
	is.flow[1] = PFC_FLOW_CONTROL_NONE;
	CHECK(reports("p1",
		      "flow-control is pfc here, none at the other end, p2: neither obeys the other",
		      "pfcctl pfc set dev p2 flow-control pfc prio-pfc all:off 3:on"));
	is.sends[0] = 0;
	is.obeys[0] = 0;
	is.flow[1] = PFC_FLOW_CONTROL_PAUSE;
	CHECK(shows(PLAIN, "check",
		    "pfcctl pfc set dev p1 prio-pfc all:off flow-control pause\n", 1, ""));
	link_reset();
	is.af31[1] = 4;
	CHECK(reports("p1", "DSCP 26 has priority 3 here, 4 at the other end, p2",
		      "pfcctl map set dev p2 dscp-prio 26:3"));
	is.ports = 1;
	CHECK(shows(PLAIN, "check", "p1: the other end, p2, is not a port: it neither obeys nor ",
		    1, ""));
	CHECK(shows(PLAIN, "check", "; fix: pfcctl port add dev p2 rate 1gbit && pfcctl pfc ", 1,
		    ""));
	CHECK(shows(PLAIN, "check", "pfc set dev p2 flow-control pfc prio-pfc all:off 3:on\n", 1,
		    ""));
	link_reset();
	/* the other end of a device other than a veth is unknown */
	is.kind = "dummy";
	is.rate[1] = 2000000000;
	CHECK(is_right());
}

static void test_settings(void)
{
	is.needed = 300000;
	CHECK(reports("p1",
		      "PG 3 has 256 KiB of headroom, the link needs 300000 B: it may lose packets",
		      "pfcctl pg set dev p1 pg 3 headroom auto"));
	is.needed = 500000;
	CHECK(fixes(PLAIN,
		    "pfcctl pool set gold size 2M && pfcctl pg set dev p1 pg 3 headroom auto"));
	is.is_auto = 1;
	CHECK(fixes(PLAIN, "pfcctl pool set gold size 2M"));
	link_reset();
	is.needed = 300000;
	is.profile = "storage";
	CHECK(fixes(PLAIN, "pfcctl profile set storage headroom auto"));
	link_reset();
	is.flow[0] = PFC_FLOW_CONTROL_PAUSE;
	is.flow[1] = PFC_FLOW_CONTROL_PAUSE;
	is.watched[0] = 0;
	is.watched[1] = 0xff;
	CHECK(shows(PLAIN, "check", "p1: priority 0,1,2,3,4,5,6,7 obeys PAUSE without a ", 1, ""));
	CHECK(fixes(PLAIN, "pfcctl watchdog set dev p1 prio-watchdog 0-7:on"));
	link_reset();
	is.strict |= 1 << 3;
	CHECK(reports("p1", "lossless priority 3 in strict class 3 may starve priority 0,1,2,4,5",
		      "pfcctl ets set dev p1 tc-maxrate 3:500mbit"));
	is.strict = 0xff;
	is.maxrate = 500000000;
	CHECK(is_right());
}

static void count(uint16_t kind, uint16_t stat, uint64_t value)
{
	link_reset();
	is.stat_kind = kind;
	is.stat = stat;
	is.count = value;
}

static void test_counters(void)
{
	char text[100];

	count(PFC_A_STATS_PRIO, PFC_PRIO_STAT_RX_EXPIRED, 2);
	is.pause_time[1] = 1000;
	CHECK(shows(PLAIN, "check", "p1: 2 pauses of priority 3 ended without XON: ", 1, ""));
	CHECK(shows(PLAIN, "check", "; fix: pfcctl pfc set dev p2 pause-time 65535 && ", 1, ""));
	count(PFC_A_STATS_PRIO, PFC_PRIO_STAT_RX_EXPIRED, 1);
	CHECK(reports("p1", "1 pause of priority 3 ended without XON: the peer is late or gone",
		      "pfcctl stats clear dev p1 prio 3"));
	count(PFC_A_STATS_PRIO, PFC_PRIO_STAT_TX_LATE, 1);
	CHECK(reports("p1", "1 XOFF of priority 3 refreshed too late: this machine was too busy",
		      "pfcctl stats clear dev p1 prio 3"));
	count(PFC_A_STATS_PG, PFC_PG_STAT_DROP_HEADROOM, 1);
	CHECK(shows(PLAIN, "check",
		    "p1: PG 3 has lost 1 lossless packet (drop_headroom): the headroom was full; ",
		    1, ""));
	CHECK(fixes(PLAIN,
		    "pfcctl pg set dev p1 pg 3 headroom auto && pfcctl stats clear dev p1"));
	is.is_auto = 1;
	snprintf(text, sizeof(text),
		 "pfcctl port set dev p1 latency %uns && pfcctl stats clear dev p1",
		 2 * PFC_DEFAULT_LATENCY);
	CHECK(fixes(PLAIN, text));
	count(PFC_A_STATS_PG, PFC_PG_STAT_DROP_MEMORY, 5);
	CHECK(shows(PLAIN, "check", "p1: PG 3 has lost 5 lossless packets (drop_memory): ", 1,
		    ""));
	CHECK(fixes(PLAIN, "pfcctl stats clear dev p1"));
	count(PFC_A_STATS_PG, PFC_PG_STAT_DROP_FLOOD, 5);
	CHECK(reports("p1",
		      "PG 3 has lost 5 lossless packets (drop_flood): the bridge has no FDB entry for their address (flood-lossless drop)",
		      "pfcctl stats clear dev p1"));
	count(PFC_A_STATS_PG, PFC_PG_STAT_DROP_LIMIT, 5);
	CHECK(is_right());
	count(PFC_A_STATS_PORT, PFC_PORT_STAT_TX_DROP_SEGMENT, 1);
	CHECK(reports("p1",
		      "1 packet of unknown priority dropped (tx_drop_segment): GSO segmentation failed",
		      "pfcctl stats clear dev p1"));
	count(PFC_A_STATS_QUEUE, PFC_QUEUE_STAT_DROP_LOCAL, 5);
	CHECK(reports("p1", "queue 3 has lost 5 packets sent by this host (drop_local)",
		      "pfcctl port set dev p1 queue-limit 8M && pfcctl stats clear dev p1 prio 3"));
	count(PFC_A_STATS_QUEUE, PFC_QUEUE_STAT_DROP_MEMORY, 1);
	CHECK(reports("p1", "queue 3 has lost 1 packet sent by this host (drop_memory)",
		      "pfcctl stats clear dev p1 prio 3"));
	count(PFC_A_STATS_QUEUE, PFC_QUEUE_STAT_DROP_FLUSH, 2);
	CHECK(reports("p1", "queue 3 has lost 2 packets sent by this host (drop_flush)",
		      "pfcctl stats clear dev p1 prio 3"));
	count(PFC_A_STATS_QUEUE, PFC_QUEUE_STAT_DROP_LOCAL, 5);
	is.obeys[0] = 0;
	is.sends[1] = 0;
	CHECK(is_right());
	count(PFC_A_STATS_PG, PFC_PG_STAT_DROP_FLUSH, 5);
	is.lossless = 4;
	CHECK(is_right());
}

/* p2 is a device of this kind above the port p1, and no port */
static void above(const char *kind)
{
	is.ports = 1;
	is.kind = kind;
}

#define NOT_CHARGED \
	"packets that pass this device are not charged to a port, so no XOFF protects them: "
#define FOREIGN \
	"a device of another network namespace sends through this one and may forge charges"

static void test_above(void)
{
	/* No device of another namespace can deliver to these directly */
	static const char *const safe[] = { "vlan", "macsec", "xfrm", "macvlan" };
	size_t i;

	above("wireguard");
	CHECK(reports("p2", NOT_CHARGED "WireGuard removes the charge", NULL));
	above("geneve");
	is.tos = 1;
	CHECK(reports("p2", NOT_CHARGED "the kernel does not report the namespace of such a tunnel",
		      NULL));
	above("macvlan");
	CHECK(shows(PLAIN, "check", "no faults found at 1 port\n", 0, ""));
	is.foreign = 1;
	CHECK(reports("p2", NOT_CHARGED FOREIGN, NULL));
	for (i = 0; i < ARRAY_SIZE(safe); i++) {
		above(safe[i]);
		is.foreign = 1;
		is.macvlan_mode = MACVLAN_MODE_PRIVATE;
		CHECK(shows(PLAIN, "check", "no faults found at 1 port\n", 0, ""));
		link_reset();
	}
	above("vxlan");
	is.tos = 1;
	CHECK(shows(PLAIN, "check", "no faults found at 1 port\n", 0, ""));
	is.tos = 0;
	CHECK(reports("p2",
		      "the tunnel sends all packets with DSCP 0: ports below it give them that priority",
		      "ip link set dev p2 type vxlan tos inherit"));
	above("tun");
	is.tx_drops = 2;
	CHECK(reports("p2",
		      "2 packets dropped (tx_dropped): the program or VM that reads the device was too slow",
		      NULL));
	count(PFC_A_STATS_PORT, PFC_PORT_STAT_RX_BAD_LENGTH, 1);
	CHECK(reports("p1",
		      "1 PFC or PAUSE frame ignored: shorter than 60 bytes, the minimum of Ethernet",
		      "pfcctl stats clear dev p1"));
}

static void test_devices(void)
{
	is.xdp[1] = XDP_ATTACHED_SKB;
	CHECK(reports("p2",
		      "this port has an XDP program: packets that it redirects bypass the port",
		      "ip link set dev p2 xdpgeneric off"));
	is.xdp[1] = XDP_ATTACHED_DRV;
	CHECK(fixes(&(const struct ctx){ .netns = "sw" },
		    "ip netns exec sw ip link set dev p2 xdpdrv off"));
	CHECK(fixes(&(const struct ctx){ .netns = "/proc/7/ns/net" },
		    "nsenter --net=/proc/7/ns/net ip link set dev p2 xdpdrv off"));
	link_reset();
	is.drops = 5;
	CHECK(reports("p1",
		      "kernel or driver dropped packets of this port, not counted by any port: rx_dropped 5",
		      NULL));
	is.drops = 5;
	CHECK(shows(PLAIN, "check interval 1ms", "no faults found at 2 ports\n", 0, ""));
	link_reset();
	kernel.feature = "hw-tc-offload";
	CHECK(shows(PLAIN, "check dev p1", "p1: hw-tc-offload is on: packets that ", 1, ""));
	CHECK(fixes(PLAIN, "ethtool -K p1 hw-tc-offload off"));
	kernel.feature = "rx-gro-list";
	CHECK(is_right());
	/* a veth never obeys PAUSE or PFC itself, whatever ethtool and dcb report */
	kernel.pause_rx = true;
	kernel.dcb = 1 << 3;
	CHECK(is_right());
	is.kind = "";
	is.source[0] = PFC_SPEED_SOURCE_DEVICE;
	is.source[1] = PFC_SPEED_SOURCE_DEVICE;
	kernel.pause_rx = true;
	CHECK(shows(PLAIN, "check dev p1", "p1: the NIC obeys PAUSE itself: the port may ", 1,
		    ""));
	CHECK(fixes(PLAIN, "ethtool -A p1 rx off tx off"));
	kernel.pause_rx = false;
	kernel.dcb = 1 << 3;
	CHECK(shows(PLAIN, "check dev p1", "p1: the NIC does PFC for priority 3 itself: ", 1, ""));
	CHECK(fixes(PLAIN, "dcb pfc set dev p1 prio-pfc all:off"));
	is.dcb[0] = PFC_DCB_OWNER_DRIVER;
	CHECK(fixes(PLAIN, "dcb pfc set dev p1 prio-pfc all:off"));
	is.dcb[0] = PFC_DCB_OWNER_PORT;
	is.dcb[1] = PFC_DCB_OWNER_PORT;
	CHECK(is_right());
	link_reset();
}

static void test_machine(void)
{
	is.address = RT_SCOPE_UNIVERSE;
	CHECK(is_right());
	is.address = RT_SCOPE_UNIVERSE;
	write_file("sys/net/ipv4/tcp_wmem", "4096\t16384\t6291456\n");
	CHECK(reports("p1",
		      "a socket may send 6 MiB (net.ipv4.tcp_wmem), priority 3 holds only 4 MiB (queue-limit)",
		      "pfcctl port set dev p1 queue-limit 6M"));
	is.address = RT_SCOPE_LINK;
	CHECK(is_right());
	is.address = RT_SCOPE_UNIVERSE;
	is.master = 7;
	CHECK(is_right());
	write_defaults();
	write_file("sys/net/core/default_qdisc", "pfc\n");
	CHECK(shows(JSON, "check", "[{\"check\":\"default-qdisc\",\"dev\":null,\"prios\":[],", 1,
		    ""));
	CHECK(fixes(PLAIN, "sysctl -w net.core.default_qdisc=fq_codel"));
	write_defaults();
	write_file("net/softnet_stat", "0 1 0\n0 a 0\n");
	CHECK(shows(PLAIN, "check",
		    "this machine: 11 packets dropped, not counted by any port: ", 1, ""));
	CHECK(fixes(PLAIN, "sysctl -w net.core.netdev_max_backlog=4000"));
	write_defaults();
}

/* ---- cycles ------------------------------------------------------------- */

static void put_hop(struct nlmsghdr *nlh, uint32_t ifindex, uint8_t last, bool dead)
{
	const uint8_t via[] = { 10, 0, 0, last };
	struct nlattr *attr = mnl_nlmsg_get_payload_tail(nlh);
	struct rtnexthop *hop;

	/* The length of a next hop includes its attributes */
	hop = mnl_nlmsg_put_extra_header(nlh, sizeof(*hop));
	hop->rtnh_ifindex = ifindex;
	hop->rtnh_flags = dead ? RTNH_F_DEAD : 0;
	mnl_attr_put(nlh, RTA_GATEWAY, sizeof(via), via);
	hop->rtnh_len = (char *)mnl_nlmsg_get_payload_tail(nlh) - (char *)attr;
}

static bool dead_hops;		/* the hops of a better default route are dead */
static uint8_t prefix_len;	/* length of the prefixes of the addresses */

/* p1 and p2 have the addresses 10.0.0.1 and 10.0.0.2, and the default route leads to both */
static bool put_route(struct nlmsghdr *nlh, int i)
{
	struct rtmsg *rtm = mnl_nlmsg_get_payload(nlh);
	uint8_t addr[] = { 10, 0, 0, i + 1 };
	struct nlattr *nest;

	rtm->rtm_family = AF_INET;
	rtm->rtm_type = i < 2 ? RTN_LOCAL : RTN_UNICAST;
	rtm->rtm_table = i < 2 ? RT_TABLE_LOCAL : RT_TABLE_MAIN;
	if (i < 2) {
		rtm->rtm_dst_len = prefix_len;
		mnl_attr_put(nlh, RTA_DST, sizeof(addr), addr);
		mnl_attr_put_u32(nlh, RTA_OIF, 3 + i);
	} else if (i < 4) {
		nest = mnl_attr_nest_start(nlh, RTA_MULTIPATH);
		put_hop(nlh, 3, 2, dead_hops && i == 2);
		put_hop(nlh, 4, 1, dead_hops && i == 2);
		mnl_attr_nest_end(nlh, nest);
		mnl_attr_put_u32(nlh, RTA_PRIORITY, i);
	}
	return i < (dead_hops ? 4 : 3);
}

static bool put_netconf(struct nlmsghdr *nlh, int i)
{
	((struct netconfmsg *)mnl_nlmsg_get_payload(nlh))->ncm_family = AF_INET;
	mnl_attr_put_u32(nlh, NETCONFA_IFINDEX, 3 + i);
	mnl_attr_put_u32(nlh, NETCONFA_FORWARDING, 1);
	return i < ENDS;
}

#define TURNS	"priority 3 can deadlock, because queues wait for each other in a cycle: "
#define REMOVE	"; remove one turn (up-down routing, STP), or move its packets to another " \
		"priority (port-group, bounce-prio); a watchdog only ends the deadlock"

static void test_cycles(void)
{
	link_reset();
	prefix_len = 32;
	kernel.route = put_route;
	CHECK(shows(PLAIN, "check", "no faults found at 2 ports\n", 0, ""));
	kernel.netconf = put_netconf;
	/* only p1 has a lossless PG, here for all priorities: it pauses p2 */
	is.lossless = 0;
	CHECK(shows(PLAIN, "check",
		    "p2: " TURNS "p2 > p2; turns: from p1 to p2 for 0.0.0.0/0" REMOVE "\n", 1, ""));
	CHECK(shows(PLAIN, "check dev p1", "p1: " TURNS "p2 > p2; turns: ", 1, ""));
	CHECK(shows(PLAIN, "check dev p2", "p2: " TURNS "p2 > p2; turns: ", 1, ""));
	CHECK(shows(JSON, "check",
		    "[{\"check\":\"cycle\",\"dev\":\"p2\",\"prios\":[3],\"pg\":null,", 1, ""));
	CHECK(shows(JSON, "check",
		    "\"fix\":null,\"cycle\":[{\"netns\":null,\"dev\":\"p2\",\"prios\":[3],\"from\":\"p1\",\"destination\":\"0.0.0.0/0\"}]}]\n",
		    1, ""));
	/* a route without a usable hop does not hide another one */
	dead_hops = true;
	CHECK(shows(PLAIN, "check", "p2: " TURNS "p2 > p2; turns: ", 1, ""));
	dead_hops = false;
	/* a malformed route: the other rules run */
	prefix_len = 33;
	CHECK(shows(PLAIN, "check", "no faults found at 2 ports\n", 0,
		    "pfcctl: Warning: check: this namespace: routes not read, so cycles may be missing: Bad message\n"
		    ));
	prefix_len = 32;
	link_reset();
}

static void test_words(void)
{
	CHECK(shows(PLAIN, "check nothing", "", 2,
		    "pfcctl: check: unknown command 'nothing'; expected: show dev interval link (pfcctl check help)\n"
		    ));
	CHECK(shows(PLAIN, "check dev", "", 2,
		    "pfcctl: dev: no value given; fix: add a value after dev\n"));
	CHECK(shows(PLAIN, "check interval", "", 2,
		    "pfcctl: interval: no value given; fix: add a value after interval\n"));
	CHECK(shows(PLAIN, "check interval 3601s", "", 1,
		    "pfcctl: interval: 3601s is out of range 1.00 ms..3600.00 s\n"));
	CHECK(shows(PLAIN, "check link", "", 2, "pfcctl: dev: not given" ADD_DEV "\n"));
	CHECK(shows(PLAIN, "check link dev", "", 2,
		    "pfcctl: dev: no value given; fix: add a value after dev\n"));
	CHECK(shows(PLAIN, "check link dev a dev b", "", 2, "pfcctl: dev: given twice\n"));
	CHECK(shows(PLAIN, "check link dev a peer", "", 2, "pfcctl: peer dev: not given\n"));
	CHECK(shows(PLAIN, "check link dev a netns b", "", 2, "pfcctl: peer dev: not given\n"));
	CHECK(shows(PLAIN, "check link dev p1 prio 8", "", 1,
		    "pfcctl: prio: 8 is out of range 0..7\n"));
	CHECK(shows(PLAIN, "check link dev p1 prio x", "", 1,
		    "pfcctl: prio: 'x' is invalid; must be a number (0..7)\n"));
	CHECK(shows(PLAIN, "check link dev p1 rate 1", "", 2,
		    "pfcctl: unknown word 'rate'; expected: dev peer netns prio\n"));
	CHECK(shows(PLAIN, "check link dev p9", "", 1, "pfcctl: p9: no such device" FIND_DEV "\n"));
	CHECK(shows(PLAIN, "check link dev p1 peer dev p9", "", 1,
		    "pfcctl: p9: no such device" FIND_DEV "\n"));
	CHECK(shows(PLAIN, "check link dev p1 peer dev p1", "", 1,
		    "pfcctl: peer dev: p1 is the device itself; must be another device\n"));
	is.kind = "dummy";
	CHECK(shows(PLAIN, "check link dev p1", "", 1,
		    "pfcctl: p1: the other end is not known; name it (peer dev DEV)\n"));
	link_reset();
}

/**
 * test_check() - test pfcctl check
 */
void test_check(void)
{
	snprintf(dir, sizeof(dir), "/tmp/pfcctl-test.XXXXXX");
	CHECK(mkdtemp(dir));
	make_dirs(true);
	write_defaults();
	proc_dir = dir;
	test_output();
	test_rates();
	test_peers();
	test_settings();
	test_counters();
	test_above();
	test_devices();
	test_machine();
	test_cycles();
	test_words();
	remove_files();
	proc_dir = "/proc";
}
