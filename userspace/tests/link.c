// SPDX-License-Identifier: GPL-2.0-only
/*
 * Replies of the mock kernel about the two ends of a veth.
 */
#include <linux/genetlink.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <net/if_arp.h>
#include "link.h"

struct setup is;

static const struct setup right = {
	.ports = ENDS,
	.rate = { 1000000000, 1000000000 },
	.speed = { 1000, 1000 },
	.source = { PFC_SPEED_SOURCE_RATE, PFC_SPEED_SOURCE_RATE },
	.queue_limit = PFC_DEFAULT_QUEUE_LIMIT,
	.pause_time = { PFC_PAUSE_TIME_MAX, PFC_PAUSE_TIME_MAX },
	.latency = PFC_DEFAULT_LATENCY,
	.flow = { PFC_FLOW_CONTROL_PFC, PFC_FLOW_CONTROL_PFC },
	.sends = { 1 << 3, 1 << 3 },
	.obeys = { 1 << 3, 1 << 3 },
	.watched = { 1 << 3, 1 << 3 },
	.af31 = { 3, 3 },
	.strict = 1 << 7 | 1 << 6,
	.lossless = 3,
	.headroom = 262144,
	.needed = 226898,
	.profile = "",
	.kind = "veth",
	.address = -1,
};

static void put_mask(struct nlmsghdr *nlh, uint16_t type, uint8_t mask)
{
	int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		put_map(nlh, type, prio, mask >> prio & 1);
}

static void put_pg(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_PG);

	mnl_attr_put_u8(nlh, PFC_PG_A_ID, is.lossless);
	mnl_attr_put(nlh, PFC_PG_A_LOSSLESS, 0, NULL);
	mnl_attr_put_u32(nlh, PFC_PG_A_HEADROOM, is.headroom);
	mnl_attr_put_u32(nlh, PFC_PG_A_HEADROOM_NEEDED, is.needed);
	mnl_attr_put_u8(nlh, PFC_PG_A_HEADROOM_AUTO, is.is_auto);
	mnl_attr_put_strz(nlh, PFC_PG_A_POOL, "gold");
	mnl_attr_put_strz(nlh, PFC_PG_A_PROFILE, is.profile);
	mnl_attr_nest_end(nlh, nest);
}

static void put_tcs(struct nlmsghdr *nlh)
{
	struct nlattr *nest;
	int tc;

	for (tc = 0; tc < PFC_PRIO_COUNT; tc++) {
		put_map(nlh, PFC_A_PRIO_TC, tc, tc);
		nest = mnl_attr_nest_start(nlh, PFC_A_TC);
		mnl_attr_put_u8(nlh, PFC_TC_A_ID, tc);
		mnl_attr_put_u8(nlh, PFC_TC_A_TSA,
				is.strict >> tc & 1 ? PFC_TSA_STRICT : PFC_TSA_ETS);
		mnl_attr_put_u64(nlh, PFC_TC_A_RATE, tc == 3 ? is.maxrate : 0);
		mnl_attr_nest_end(nlh, nest);
	}
}

static void put_config(struct nlmsghdr *nlh, int i)
{
	mnl_attr_put_u64(nlh, PFC_A_RATE, is.rate[i]);
	mnl_attr_put_u32(nlh, PFC_A_SPEED, is.speed[i]);
	mnl_attr_put_u8(nlh, PFC_A_SPEED_SOURCE, is.source[i]);
	mnl_attr_put_u8(nlh, PFC_A_DCB, is.dcb[i]);
	mnl_attr_put_u64(nlh, PFC_A_PEER_RATE, i ? 0 : is.peer_rate);
	mnl_attr_put_u32(nlh, PFC_A_QUEUE_LIMIT, is.queue_limit);
	mnl_attr_put_u32(nlh, PFC_A_PAUSE_TIME, is.pause_time[i]);
	mnl_attr_put_u32(nlh, PFC_A_LATENCY, is.latency);
	mnl_attr_put_u8(nlh, PFC_A_FLOW_CONTROL, is.flow[i]);
	put_mask(nlh, PFC_A_PRIO_PFC_TX, is.sends[i]);
	put_mask(nlh, PFC_A_PRIO_PFC_RX, is.obeys[i]);
	put_mask(nlh, PFC_A_PRIO_WATCHDOG, is.watched[i]);
	put_map(nlh, PFC_A_DSCP_PRIO, 26, is.af31[i]);
	if (i == 0)
		put_pg(nlh);
	if (i == 0)
		put_tcs(nlh);
}

static void put_count(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, is.stat_kind);

	mnl_attr_put_u8(nlh, PFC_STAT_ID, 3);
	mnl_attr_put_u64(nlh, is.stat, is.count);
	mnl_attr_nest_end(nlh, nest);
}

/* The devices p1 and p2 have the ifindexes 3 and 4 */
static bool answer(struct nlmsghdr *nlh, int i)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&kernel.last_request.hdr);

	if (genl->cmd == PFC_CMD_POOL_GET) {
		mnl_attr_put_strz(nlh, PFC_A_POOL_NAME, "gold");
		mnl_attr_put_u32(nlh, PFC_A_POOL_SIZE, 1 << 20);
		mnl_attr_put_u32(nlh, PFC_A_POOL_RESERVED, 900000);
		return i == 0;
	}
	if (i == is.ports)
		return false;
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, 3 + i);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, i ? "p2" : "p1");
	if (genl->cmd == PFC_CMD_PORT_GET)
		put_config(nlh, i);
	else if (i == 0 && is.stat)
		put_count(nlh);
	return true;
}

static void put_kind(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, IFLA_LINKINFO);

	mnl_attr_put_strz(nlh, IFLA_INFO_KIND, is.kind);
	mnl_attr_nest_end(nlh, nest);
}

static bool answer_link(struct nlmsghdr *nlh, int i)
{
	struct ifinfomsg *info = mnl_nlmsg_get_payload(nlh);
	struct rtnl_link_stats64 stats = { .rx_dropped = i ? 0 : is.drops };
	struct nlattr *nest;

	if (i == ENDS)
		return false;
	info->ifi_index = 3 + i;
	info->ifi_type = ARPHRD_ETHER;
	mnl_attr_put_strz(nlh, IFLA_IFNAME, i ? "p2" : "p1");
	if (*is.kind)
		put_kind(nlh);
	mnl_attr_put_u32(nlh, IFLA_LINK, 4 - i);
	if (is.master)
		mnl_attr_put_u32(nlh, IFLA_MASTER, is.master);
	mnl_attr_put(nlh, IFLA_STATS64, sizeof(stats), &stats);
	nest = mnl_attr_nest_start(nlh, IFLA_XDP);
	mnl_attr_put_u8(nlh, IFLA_XDP_ATTACHED, is.xdp[i]);
	mnl_attr_nest_end(nlh, nest);
	return true;
}

static bool answer_address(struct nlmsghdr *nlh, int i)
{
	struct ifaddrmsg *addr = mnl_nlmsg_get_payload(nlh);

	if (i || is.address < 0)
		return false;
	addr->ifa_index = 3;
	addr->ifa_scope = is.address;
	return true;
}

void link_reset(void)
{
	is = right;
	kernel = (struct kernel){
		.answer = answer, .link = answer_link, .address = answer_address,
	};
}
