// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the output of maps, traffic classes and flow control.
 */
#include <linux/genetlink.h>
#include <stdlib.h>
#include "kernel.h"
#include "test.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })

static void put_ethtypes(struct nlmsghdr *nlh, unsigned int n, uint8_t prio)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_ETHTYPE_PRIO), *entry;
	unsigned int i;

	for (i = 0; i < n; i++) {
		entry = mnl_attr_nest_start(nlh, PFC_A_MAP_ENTRY);
		mnl_attr_put_u16(nlh, PFC_MAP_A_KEY16, 0x8906 + i);
		mnl_attr_put_u8(nlh, PFC_MAP_A_VALUE, prio);
		mnl_attr_nest_end(nlh, entry);
	}
	mnl_attr_nest_end(nlh, nest);
}

static void put_tc(struct nlmsghdr *nlh, uint8_t id, uint8_t tsa, uint8_t bw, uint64_t rate)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_TC);

	mnl_attr_put_u8(nlh, PFC_TC_A_ID, id);
	mnl_attr_put_u8(nlh, PFC_TC_A_TSA, tsa);
	mnl_attr_put_u8(nlh, PFC_TC_A_BW, bw);
	mnl_attr_put_u64(nlh, PFC_TC_A_RATE, rate);
	mnl_attr_nest_end(nlh, nest);
}

/* Attributes that the mock kernel reports: those of an old module, all, or an invalid one */
static enum { OLD, FULL, WRONG_MAP, WRONG_NONE, WRONG_ETHTYPE, MANY_ETHTYPES, WORDS } what;

static void put_announced(struct nlmsghdr *nlh, uint8_t selector)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_DCB_ANNOUNCED), *entry;

	entry = mnl_attr_nest_start(nlh, PFC_A_MAP_ENTRY);
	mnl_attr_put_u8(nlh, PFC_MAP_A_KEY, selector);
	mnl_attr_put_u16(nlh, PFC_MAP_A_KEY16, 4791);
	mnl_attr_put_u8(nlh, PFC_MAP_A_VALUE, 3);
	mnl_attr_nest_end(nlh, entry);
	mnl_attr_nest_end(nlh, nest);
}

static void put_full(struct nlmsghdr *nlh)
{
	mnl_attr_put_u8(nlh, PFC_A_TRUST, PFC_TRUST_PCP_DSCP);
	mnl_attr_put_u8(nlh, PFC_A_CONTROL_PRIO, 7);
	mnl_attr_put_u32(nlh, PFC_A_SPEED, 2500);
	mnl_attr_put_u8(nlh, PFC_A_SPEED_SOURCE, PFC_SPEED_SOURCE_RATE);
	mnl_attr_put_u32(nlh, PFC_A_LATENCY, 20000);
	mnl_attr_put_u8(nlh, PFC_A_FLOW_CONTROL, PFC_FLOW_CONTROL_PAUSE);
	mnl_attr_put_u8(nlh, PFC_A_FLOOD_LOSSLESS, 1);
	mnl_attr_put_u8(nlh, PFC_A_PRIO_SOURCE, PFC_PRIO_SOURCE_SKB);
	mnl_attr_put_u32(nlh, PFC_A_OVERHEAD, 20);
	mnl_attr_put_u64(nlh, PFC_A_PEER_RATE, 2500000000);
	put_map(nlh, PFC_A_PCP_PRIO, 7, 1);
	put_map(nlh, PFC_A_FLOOD_PRIO, 2, 1);
	put_map(nlh, PFC_A_PRIO_DSCP, 3, 63);
	put_map(nlh, PFC_A_PRIO_PCP, 3, 7);
	put_map(nlh, PFC_A_PRIO_TC, 6, 7);
	put_map(nlh, PFC_A_PRIO_PFC_TX, 3, 1);
	put_map(nlh, PFC_A_PRIO_PFC_RX, 4, 1);
	mnl_attr_put_u32(nlh, PFC_A_PORT_GROUP, 7);
	mnl_attr_put_u64(nlh, PFC_A_MEMORY_USED, 1572864);
	mnl_attr_put_u32(nlh, PFC_A_MEMORY_PORT, 16000);
	mnl_attr_put_u32(nlh, PFC_A_FOREIGN_DEVICES, 2);
	mnl_attr_put_u32(nlh, PFC_A_TX_QUEUES_USED, 4);
	mnl_attr_put_u8(nlh, PFC_A_DCB, PFC_DCB_OWNER_PORT);
	mnl_attr_put_u8(nlh, PFC_A_APP_REWRITE, 1);
	put_announced(nlh, 3);
	put_map(nlh, PFC_A_BOUNCE_PRIO, 3, 4);
	put_map(nlh, PFC_A_BOUNCE_DSCP, 3, 34);
	put_ethtypes(nlh, 2, 3);
	put_tc(nlh, 0, PFC_TSA_ETS, 100, 0);
	put_tc(nlh, 7, PFC_TSA_STRICT, 0, 100000000);
}

static bool answer(struct nlmsghdr *nlh, int i)
{
	if (i)
		return false;
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, 3);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, "p1");
	switch (what) {
	case OLD:
		break;
	case FULL:
		put_full(nlh);
		break;
	case WRONG_MAP:
		put_map(nlh, PFC_A_PRIO_TC, 1, 8);
		break;
	case WRONG_NONE:
		put_map(nlh, PFC_A_PCP_PRIO, 1, PFC_MAP_NONE);
		break;
	case WRONG_ETHTYPE:
		put_ethtypes(nlh, 1, PFC_MAP_NONE);
		break;
	case MANY_ETHTYPES:
		put_ethtypes(nlh, PFC_ETHTYPES_MAX + 1, 1);
		break;
	case WORDS:
		mnl_attr_put_u8(nlh, PFC_A_TRUST, PFC_TRUST_MAX + 1);
		mnl_attr_put_u8(nlh, PFC_A_FLOW_CONTROL, 255);
		mnl_attr_put_u8(nlh, PFC_A_SPEED_SOURCE, PFC_SPEED_SOURCE_MAX + 1);
		put_tc(nlh, 0, PFC_TSA_MAX + 1, 1, 0);
		break;
	}
	return true;
}

static void test_text(void)
{
	what = FULL;
	CHECK(shows(PLAIN, "map",
		    "p1:\n  trust pcp,dscp\n  default-prio 0\n  control-prio 7\n  dscp-prio 0-63:0\n"
		    "  pcp-prio 0-6:0 7:1\n  ethtype-prio 0x8906:3 0x8907:3\n"
		    "  flood-prio 0-1:none 2:1 3-7:none\n  flood-lossless drop\n"
		    "  prio-pg 0-7:0\n  prio-source skb\n  app-rewrite on\n"
		    "  prio-dscp 0-2:none 3:63 4-7:none\n"
		    "  prio-pcp 0-2:none 3:7 4-7:none\n"
		    "  bounce-prio 0-2:none 3:4 4-7:none\n"
		    "  bounce-dscp 0-2:none 3:34 4-7:none\n", 0, ""));
	CHECK(shows(PLAIN, "port", " latency 20.00 µs\n"
		    "  gso auto tx-queues auto (4) port-group 7", 0, ""));
	CHECK(shows(PLAIN, "port", " memory-used 1536 KiB memory-port 16000 B dcb yes\n"
		    "  dcb-announced dgram-port 4791:3\n", 0, ""));
	CHECK(shows(PLAIN, "port", " speed 2500 Mb/s (rate) ", 0, ""));
	CHECK(shows(PLAIN, "pfc",
		    "p1: flow-control pause pause-time 0q (0 ns)\n"
		    "  prio-pfc-tx 0-2:off 3:on 4-7:off\n"
		    "  prio-pfc-rx 0-3:off 4:on 5-7:off\n", 0, ""));
	CHECK(shows(PLAIN, "ets",
		    "p1:\n  prio-tc 0-5:0 6:7 7:0\n"
		    "  TC  tc-tsa  tc-bw  tc-maxrate     priorities\n"
		    "   0     ets   100%   unlimited  0,1,2,3,4,5,7\n"
		    "   1  strict      -   unlimited              -\n", 0, ""));
	CHECK(shows(PLAIN, "ets", "\n   7  strict      -    100 Mb/s              6\n", 0, ""));
	CHECK(shows(PLAIN, "port", "p1: rate unlimited overhead 20 delay none ", 0, ""));
	CHECK(shows(PLAIN, "port", "\n  peer-rate 2500 Mb/s cable-delay none batch 64 ", 0, ""));
	what = OLD;
	CHECK(shows(PLAIN, "map", "\n  trust dscp\n", 0, ""));
	CHECK(shows(PLAIN, "map", "\n  default-prio 0\n  control-prio none\n", 0, ""));
	CHECK(shows(PLAIN, "port", " latency none\n", 0, ""));
	CHECK(shows(PLAIN, "map", "\n  no ethtype-prio\n  flood-prio 0-7:none\n", 0, ""));
	CHECK(shows(PLAIN, "map", "\n  app-rewrite off\n  prio-dscp 0-7:none\n  prio-pcp 0-7:none\n"
		    "  bounce-prio 0-7:none\n  bounce-dscp 0-7:none\n", 0, ""));
	CHECK(shows(PLAIN, "port", "\n  gso auto tx-queues auto (0) port-group none ", 0, ""));
	CHECK(shows(PLAIN, "port", " memory-used 0 B memory-port 0 B dcb no\n", 0, ""));
	CHECK(shows(PLAIN, "pfc", "p1: flow-control pfc pause-time 0q (0 ns)\n  prio-pfc 0-7:off\n",
		    0, ""));
	CHECK(shows(PLAIN, "port", " overhead 24 ", 0, ""));
}

static void test_json(void)
{
	what = FULL;
	CHECK(shows(JSON, "map", ",\"trust\":\"pcp,dscp\",\"default_prio\":0,", 0, ""));
	CHECK(shows(JSON, "map", ",\"default_prio\":0,\"control_prio\":7,", 0, ""));
	CHECK(shows(JSON, "map", ",\"pcp_prio\":[0,0,0,0,0,0,0,1],", 0, ""));
	CHECK(shows(JSON, "map", ",\"ethtype_prio\":[{\"ethtype\":\"0x8906\",\"prio\":3},", 0, ""));
	CHECK(shows(JSON, "map", "},{\"ethtype\":\"0x8907\",\"prio\":3}],", 0, ""));
	CHECK(shows(JSON, "map", ",\"flood_prio\":[null,null,1,null,null,null,null,null],", 0, ""));
	CHECK(shows(JSON, "map", ",\"flood_lossless\":\"drop\",", 0, ""));
	CHECK(shows(JSON, "map", ",\"prio_source\":\"skb\",", 0, ""));
	CHECK(shows(JSON, "map", ",\"prio_dscp\":[null,null,null,63,null,null,null,null],", 0, ""));
	CHECK(shows(JSON, "map", ",\"prio_pcp\":[null,null,null,7,null,null,null,null],", 0, ""));
	CHECK(shows(JSON, "map",
		    ",\"bounce_prio\":[null,null,null,4,null,null,null,null],", 0, ""));
	CHECK(shows(JSON, "map",
		    ",\"bounce_dscp\":[null,null,null,34,null,null,null,null]}", 0, ""));
	CHECK(shows(JSON, "port", ",\"port_group\":7,", 0, ""));
	CHECK(shows(JSON, "port", ",\"memory_used_bytes\":1572864,", 0, ""));
	CHECK(shows(JSON, "port", ",\"memory_port_bytes\":16000,\"foreign_devices\":2,", 0, ""));
	CHECK(shows(JSON, "port", ",\"dcb\":true,\"dcb_driver\":false,", 0, ""));
	CHECK(shows(JSON, "port",
		    ",\"dcb_announced\":[{\"selector\":\"dgram-port\",\"port\":4791,\"prio\":3}]}",
		    0, ""));
	CHECK(shows(JSON, "map", ",\"app_rewrite\":true,", 0, ""));
	CHECK(shows(JSON, "pfc", ",\"flow_control\":\"pause\",", 0, ""));
	CHECK(shows(JSON, "pfc",
		    ",\"prio_pfc_tx\":[false,false,false,true,false,false,false,false],", 0, ""));
	CHECK(shows(JSON, "pfc",
		    ",\"prio_pfc_rx\":[false,false,false,false,true,false,false,false]}", 0, ""));
	CHECK(shows(JSON, "ets", ",\"prio_tc\":[0,0,0,0,0,0,7,0],\"tc\":[{\"tc\":0,", 0, ""));
	CHECK(shows(JSON, "ets", "{\"tc\":0,\"tsa\":\"ets\",", 0, ""));
	CHECK(shows(JSON, "ets", ",\"bw_percent\":100,\"maxrate_bits_per_second\":null},", 0, ""));
	CHECK(shows(JSON, "ets", "{\"tc\":7,\"tsa\":\"strict\",\"bw_percent\":0,", 0, ""));
	CHECK(shows(JSON, "ets", ",\"maxrate_bits_per_second\":100000000}]}", 0, ""));
	CHECK(shows(JSON, "port", ",\"overhead\":20,", 0, ""));
	CHECK(shows(JSON, "port",
		    ",\"speed_bits_per_second\":2500000000,\"speed_source\":\"rate\",", 0, ""));
	CHECK(shows(JSON, "port", ",\"peer_rate_bits_per_second\":2500000000,", 0, ""));
	what = OLD;
	CHECK(shows(JSON, "map", ",\"ethtype_prio\":[],", 0, ""));
	CHECK(shows(JSON, "map", ",\"control_prio\":null,", 0, ""));
	CHECK(shows(JSON, "port", ",\"peer_rate_bits_per_second\":null,", 0, ""));
	CHECK(shows(JSON, "port", ",\"port_group\":null,", 0, ""));
	CHECK(shows(JSON, "port", ",\"memory_used_bytes\":0,\"memory_port_bytes\":0,", 0, ""));
	CHECK(shows(JSON, "port", ",\"foreign_devices\":0,", 0, ""));
	CHECK(shows(JSON, "port", ",\"dcb\":false,\"dcb_driver\":false,", 0, ""));
	CHECK(shows(JSON, "port", ",\"dcb_announced\":[]}", 0, ""));
	CHECK(shows(JSON, "map", ",\"app_rewrite\":false,", 0, ""));
}

/* Source of the speed of the port */
static enum pfc_speed_source source;

static bool answer_speed(struct nlmsghdr *nlh, int i)
{
	if (i)
		return false;
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, 3);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, "p1");
	mnl_attr_put_u32(nlh, PFC_A_SPEED, 1000);
	mnl_attr_put_u8(nlh, PFC_A_SPEED_SOURCE, source);
	return true;
}

static void test_speeds(void)
{
	static const char *const names[] = {
		[PFC_SPEED_SOURCE_SET] = "set", [PFC_SPEED_SOURCE_DEVICE] = "device",
		[PFC_SPEED_SOURCE_RATE] = "rate", [PFC_SPEED_SOURCE_ASSUMED] = "assumed",
	};
	char want[80];

	kernel = (struct kernel){ .answer = answer_speed };
	for (source = 0; source <= PFC_SPEED_SOURCE_MAX; source++) {
		snprintf(want, sizeof(want), " speed 1 Gb/s (%s) queue-limit ", names[source]);
		CHECK(shows(PLAIN, "port", want, 0, ""));
		snprintf(want, sizeof(want), ",\"speed_source\":\"%s\",\"pause_time_quanta\":",
			 names[source]);
		CHECK(shows(JSON, "port", want, 0, ""));
	}
}

/* Part of the kernel that answers DCB requests */
static uint8_t owner;

static bool answer_owner(struct nlmsghdr *nlh, int i)
{
	if (i)
		return false;
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, 3);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, "p1");
	mnl_attr_put_u8(nlh, PFC_A_DCB, owner);
	return true;
}

static void test_owners(void)
{
	kernel = (struct kernel){ .answer = answer_owner };
	owner = PFC_DCB_OWNER_NONE;
	CHECK(shows(PLAIN, "port", " dcb no\n", 0, ""));
	CHECK(shows(JSON, "port", ",\"dcb\":false,\"dcb_driver\":false,", 0, ""));
	owner = PFC_DCB_OWNER_PORT;
	CHECK(shows(PLAIN, "port", " dcb yes\n", 0, ""));
	CHECK(shows(JSON, "port", ",\"dcb\":true,\"dcb_driver\":false,", 0, ""));
	owner = PFC_DCB_OWNER_DRIVER;
	CHECK(shows(PLAIN, "port", " dcb driver\n", 0, ""));
	CHECK(shows(JSON, "port", ",\"dcb\":false,\"dcb_driver\":true,", 0, ""));
	owner = PFC_DCB_OWNER_MAX + 1;
	CHECK(shows(PLAIN, "port", " dcb unknown\n", 0, ""));
}

static void test_wrong(void)
{
	for (what = WRONG_MAP; what <= MANY_ETHTYPES; what++)
		CHECK(shows(PLAIN, "map", "", 1, "pfcctl: ports: Bad message\n"));
	what = WORDS;
	CHECK(shows(PLAIN, "map", "\n  trust unknown\n", 0, ""));
	CHECK(shows(JSON, "pfc", ",\"flow_control\":\"unknown\",", 0, ""));
	CHECK(shows(PLAIN, "ets", "\n   0  unknown ", 0, ""));
	CHECK(shows(JSON, "port", ",\"speed_source\":\"unknown\",", 0, ""));
}

/**
 * test_traffic() - test the output of maps, traffic classes and flow control
 */
void test_traffic(void)
{
	kernel = (struct kernel){ .answer = answer };
	test_text();
	test_json();
	test_wrong();
	test_speeds();
	test_owners();
}
