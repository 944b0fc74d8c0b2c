// SPDX-License-Identifier: GPL-2.0-only
/*
 * Replies of the mock kernel about the two ends of a veth.
 */
#include <linux/genetlink.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <stdlib.h>
#include <string.h>
#include "link.h"

struct setup is;

static const struct setup right = {
	.name = { "p1", "p2" },
	.ports = ENDS,
	.id = 7,
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
	mnl_attr_put_u32(nlh, PFC_A_PORT_ID, is.id + i);
	mnl_attr_put_u32(nlh, PFC_A_CABLE_DELAY, is.cable_delay);
	mnl_attr_put_u64(nlh, PFC_A_RATE, is.rate[i]);
	mnl_attr_put_u32(nlh, PFC_A_SPEED, is.speed[i]);
	mnl_attr_put_u8(nlh, PFC_A_SPEED_SOURCE, is.source[i]);
	mnl_attr_put_u8(nlh, PFC_A_DCB, is.dcb[i]);
	mnl_attr_put_u32(nlh, PFC_A_FOREIGN_DEVICES, is.foreign);
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

/* Attributes that requests have set, by port */
static struct {
	char	buf[16384];
	size_t	len;
} set[ENDS];

static void record(int end, const struct nlattr *attr)
{
	const size_t len = MNL_ALIGN(attr->nla_len);

	if (set[end].len + len > sizeof(set[end].buf))
		abort();
	memcpy(set[end].buf + set[end].len, attr, len);
	set[end].len += len;
}

/* PFC in both directions with one attribute */
static void record_pfc(int end, const struct nlattr *attr)
{
	struct nlattr copy[16];

	if (attr->nla_len > sizeof(copy))
		abort();
	memcpy(copy, attr, attr->nla_len);
	copy->nla_type = PFC_A_PRIO_PFC_TX | (attr->nla_type & NLA_F_NESTED);
	record(end, copy);
	copy->nla_type = PFC_A_PRIO_PFC_RX | (attr->nla_type & NLA_F_NESTED);
	record(end, copy);
}

/* A size ends automatic headroom, as in the module */
static void record_headroom(int end, const struct nlattr *pg)
{
	const struct nlattr *attr;
	struct nlattr *nest;
	char buf[256];
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);

	mnl_attr_for_each_nested(attr, pg)
		if (mnl_attr_get_type(attr) == PFC_PG_A_HEADROOM) {
			nest = mnl_attr_nest_start(nlh, PFC_A_PG);
			mnl_attr_put_u8(nlh, PFC_PG_A_ID, 3);
			mnl_attr_put_u8(nlh, PFC_PG_A_HEADROOM_AUTO, 0);
			mnl_attr_nest_end(nlh, nest);
			record(end, nest);
		}
}

void link_set(const struct nlmsghdr *nlh)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attr;
	int end = 0;

	if (nlh->nlmsg_type == RTM_NEWQDISC)
		is.ports++;
	else if (nlh->nlmsg_type == RTM_DELQDISC)
		is.ports--;
	if (nlh->nlmsg_type < NLMSG_MIN_TYPE || nlh->nlmsg_type == RTM_NEWQDISC ||
	    nlh->nlmsg_type == RTM_DELQDISC || genl->cmd != PFC_CMD_PORT_SET || kernel.error)
		return;
	mnl_attr_for_each(attr, nlh, sizeof(*genl)) {
		if (mnl_attr_get_type(attr) == PFC_A_IFNAME) {
			end = !strcmp(mnl_attr_get_str(attr), is.name[1]);
			continue;
		}
		record(end, attr);
		if (mnl_attr_get_type(attr) == PFC_A_PG)
			record_headroom(end, attr);
		if (mnl_attr_get_type(attr) == PFC_A_PRIO_PFC)
			record_pfc(end, attr);
	}
}

static void put_set(struct nlmsghdr *nlh, int i)
{
	memcpy(mnl_nlmsg_get_payload_tail(nlh), set[i].buf, set[i].len);
	nlh->nlmsg_len += set[i].len;
}

static unsigned int link_index(const char *name)
{
	return !strcmp(name, is.name[0]) ? 3 : !strcmp(name, is.name[1]) ? 4 : 0;
}

/* The devices have the ifindexes 3 and 4 */
static bool answer(struct nlmsghdr *nlh, int i)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&kernel.last_request.hdr);

	if (genl->cmd == PFC_CMD_POOL_GET) {
		mnl_attr_put_strz(nlh, PFC_A_POOL_NAME, "gold");
		mnl_attr_put_u32(nlh, PFC_A_POOL_SIZE, 1 << 20);
		mnl_attr_put_u32(nlh, PFC_A_POOL_RESERVED, 900000);
		mnl_attr_put_u64(nlh, PFC_A_POOL_HEADROOMS, 500000);
		return i == 0;
	}
	if (i == is.ports)
		return false;
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, 3 + i);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, is.name[i]);
	if (genl->cmd == PFC_CMD_PORT_GET) {
		put_config(nlh, i);
		put_set(nlh, i);
	} else if (i == 0 && is.stat) {
		put_count(nlh);
	}
	return true;
}

static void put_kind(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, IFLA_LINKINFO), *data;

	mnl_attr_put_strz(nlh, IFLA_INFO_KIND, is.kind);
	data = mnl_attr_nest_start(nlh, IFLA_INFO_DATA);
	if (!strcmp(is.kind, "macvlan"))
		mnl_attr_put_u32(nlh, IFLA_MACVLAN_MODE, is.macvlan_mode);
	else
		mnl_attr_put_u8(nlh, IFLA_VXLAN_TOS, is.tos);
	mnl_attr_nest_end(nlh, data);
	mnl_attr_nest_end(nlh, nest);
}

static bool answer_link(struct nlmsghdr *nlh, int i)
{
	struct ifinfomsg *info = mnl_nlmsg_get_payload(nlh);
	struct rtnl_link_stats64 stats = {
		.rx_dropped = i ? 0 : is.drops, .tx_dropped = i ? is.tx_drops : 0,
	};
	struct nlattr *nest;

	if (i == ENDS)
		return false;
	info->ifi_index = 3 + i;
	info->ifi_type = ARPHRD_ETHER;
	info->ifi_flags = IFF_UP | IFF_RUNNING;
	mnl_attr_put_strz(nlh, IFLA_IFNAME, is.name[i]);
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
	memset(set, 0, sizeof(set));
	kernel = (struct kernel){
		.answer = answer, .link = answer_link, .address = answer_address,
		.index = link_index,
	};
}
