// SPDX-License-Identifier: GPL-2.0-only
/*
 * Seeds of the harness "reply": valid answers of the kernel, with each attribute.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <string.h>
#include "fuzz.h"
#include "mock.h"
#include "netlink.h"
#include "reply.h"

static void put_map(struct nlmsghdr *nlh, uint16_t type)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, type), *entry;
	int key;

	for (key = 2; key < 4; key++) {
		entry = mnl_attr_nest_start(nlh, PFC_A_MAP_ENTRY);
		mnl_attr_put_u8(nlh, PFC_MAP_A_KEY, key);
		mnl_attr_put_u8(nlh, PFC_MAP_A_VALUE, 1);
		mnl_attr_nest_end(nlh, entry);
	}
	mnl_attr_nest_end(nlh, nest);
}

static void put_announced(struct nlmsghdr *nlh, unsigned int n)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_DCB_ANNOUNCED), *entry;

	for (; n; n--) {
		entry = mnl_attr_nest_start(nlh, PFC_A_MAP_ENTRY);
		mnl_attr_put_u8(nlh, PFC_MAP_A_KEY, 1 + n % 4);
		mnl_attr_put_u16(nlh, PFC_MAP_A_KEY16, 4790 + n);
		mnl_attr_put_u8(nlh, PFC_MAP_A_VALUE, 3);
		mnl_attr_nest_end(nlh, entry);
	}
	mnl_attr_nest_end(nlh, nest);
}

/* Adds more announced entries than pfcctl stores */
static void put_many_announced(struct nlmsghdr *nlh)
{
	put_announced(nlh, PFC_APP_PORTS_MAX + 1);
}

static void put_scalars(struct nlmsghdr *nlh)
{
	mnl_attr_put_u8(nlh, PFC_A_DEFAULT_PRIO, 0);
	mnl_attr_put_u32(nlh, PFC_A_PAUSE_TIME, 65535);
	mnl_attr_put_u64(nlh, PFC_A_RATE, 1000000000);
	mnl_attr_put_u32(nlh, PFC_A_SPEED, 10000);
	mnl_attr_put_u8(nlh, PFC_A_SPEED_SOURCE, PFC_SPEED_SOURCE_RATE);
	mnl_attr_put_u32(nlh, PFC_A_DELAY, 500);
	mnl_attr_put_u32(nlh, PFC_A_QUEUE_LIMIT, 4 << 20);
	mnl_attr_put_u32(nlh, PFC_A_CABLE_DELAY, 1500);
	mnl_attr_put_u32(nlh, PFC_A_BATCH, 64);
	mnl_attr_put_u32(nlh, PFC_A_LATENCY, 20000);
	mnl_attr_put_u32(nlh, PFC_A_RING, 65536);
	mnl_attr_put_u64(nlh, PFC_A_MEMORY_USED, 1 << 20);
	mnl_attr_put_u8(nlh, PFC_A_DCB, PFC_DCB_OWNER_PORT);
	put_announced(nlh, PFC_APP_PORTS_MAX);
	mnl_attr_put_u32(nlh, PFC_A_OVERHEAD, 24);
	mnl_attr_put_u64(nlh, PFC_A_PEER_RATE, 1000000000);
}

/* Adds a speed with an unknown source */
static void put_odd_speed(struct nlmsghdr *nlh)
{
	mnl_attr_put_u32(nlh, PFC_A_SPEED, 10000);
	mnl_attr_put_u8(nlh, PFC_A_SPEED_SOURCE, PFC_SPEED_SOURCE_MAX + 1);
}

static void put_flow(struct nlmsghdr *nlh)
{
	mnl_attr_put_u8(nlh, PFC_A_FLOW_CONTROL, PFC_FLOW_CONTROL_PAUSE);
	put_map(nlh, PFC_A_PRIO_PFC_TX);
	put_map(nlh, PFC_A_PRIO_PFC_RX);
}

static void put_ethtypes(struct nlmsghdr *nlh, unsigned int n)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_ETHTYPE_PRIO), *entry;

	for (; n; n--) {
		entry = mnl_attr_nest_start(nlh, PFC_A_MAP_ENTRY);
		mnl_attr_put_u16(nlh, PFC_MAP_A_KEY16, 0x8905 + n);
		mnl_attr_put_u8(nlh, PFC_MAP_A_VALUE, 3);
		mnl_attr_nest_end(nlh, entry);
	}
	mnl_attr_nest_end(nlh, nest);
}

/* Adds more EtherTypes than pfcctl stores */
static void put_many_ethtypes(struct nlmsghdr *nlh)
{
	put_ethtypes(nlh, PFC_ETHTYPES_MAX + 1);
}

static void put_priorities(struct nlmsghdr *nlh)
{
	mnl_attr_put_u8(nlh, PFC_A_TRUST, PFC_TRUST_PCP);
	mnl_attr_put_u8(nlh, PFC_A_CONTROL_PRIO, 7);
	mnl_attr_put_u8(nlh, PFC_A_FLOOD_LOSSLESS, 1);
	mnl_attr_put_u8(nlh, PFC_A_PRIO_SOURCE, PFC_PRIO_SOURCE_SKB);
	mnl_attr_put_u8(nlh, PFC_A_APP_REWRITE, 1);
	put_map(nlh, PFC_A_PCP_PRIO);
	put_map(nlh, PFC_A_FLOOD_PRIO);
	put_map(nlh, PFC_A_PRIO_DSCP);
	put_map(nlh, PFC_A_PRIO_PCP);
	put_ethtypes(nlh, 2);
}

static void put_tc(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_TC);

	mnl_attr_put_u8(nlh, PFC_TC_A_ID, 3);
	mnl_attr_put_u8(nlh, PFC_TC_A_TSA, PFC_TSA_ETS);
	mnl_attr_put_u8(nlh, PFC_TC_A_BW, 40);
	mnl_attr_put_u64(nlh, PFC_TC_A_RATE, 100000000);
	mnl_attr_nest_end(nlh, nest);
	put_map(nlh, PFC_A_PRIO_TC);
}

/* Adds a TC that does not exist */
static void put_ninth_tc(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_TC);

	mnl_attr_put_u8(nlh, PFC_TC_A_ID, PFC_PRIO_COUNT);
	mnl_attr_put_u8(nlh, PFC_TC_A_BW, 40);
	mnl_attr_nest_end(nlh, nest);
}

static void put_dscp_prio(struct nlmsghdr *nlh)
{
	put_map(nlh, PFC_A_DSCP_PRIO);
}

static void put_prio_pg(struct nlmsghdr *nlh)
{
	put_map(nlh, PFC_A_PRIO_PG);
}

static void put_prio_pfc(struct nlmsghdr *nlh)
{
	put_map(nlh, PFC_A_PRIO_PFC);
}

static void put_pg_settings(struct nlmsghdr *nlh)
{
	int attr;

	for (attr = PFC_PG_A_XOFF; attr <= PFC_PG_A_LIMIT; attr++)
		mnl_attr_put_u32(nlh, attr, 1 << 17);
	for (attr = PFC_PG_A_MIN; attr <= PFC_PG_A_XON_OFFSET; attr++)
		mnl_attr_put_u32(nlh, attr, attr);
	mnl_attr_put_u32(nlh, PFC_PG_A_XOFF_AHEAD, 1 << 16);
	mnl_attr_put_strz(nlh, PFC_PG_A_POOL, "gold");
	mnl_attr_put_u8(nlh, PFC_PG_A_HEADROOM_AUTO, 1);
}

static void put_pg(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_PG);

	mnl_attr_put_u8(nlh, PFC_PG_A_ID, 3);
	put_pg_settings(nlh);
	mnl_attr_put(nlh, PFC_PG_A_LOSSLESS, 0, NULL);
	mnl_attr_put_strz(nlh, PFC_PG_A_PROFILE, "");
	mnl_attr_put_u32(nlh, PFC_PG_A_HEADROOM_NEEDED, 1 << 18);
	mnl_attr_nest_end(nlh, nest);
}

static void put_queue(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_QUEUE);

	mnl_attr_put_u8(nlh, PFC_QUEUE_A_ID, 7);
	mnl_attr_put_u32(nlh, PFC_QUEUE_A_LIMIT, 1 << 20);
	mnl_attr_put_u32(nlh, PFC_QUEUE_A_ALPHA, 32);
	mnl_attr_put_u32(nlh, PFC_QUEUE_A_ECN_KMIN, 5 << 10);
	mnl_attr_put_u32(nlh, PFC_QUEUE_A_ECN_KMAX, 200 << 10);
	mnl_attr_put_u32(nlh, PFC_QUEUE_A_ECN_PMAX, 10000);
	mnl_attr_nest_end(nlh, nest);
}

static void put_profile(struct nlmsghdr *nlh)
{
	struct nlattr *nest;

	mnl_attr_put_strz(nlh, PFC_A_PROFILE_NAME, "a");
	mnl_attr_put_u32(nlh, PFC_A_PROFILE_PGS, 2);
	nest = mnl_attr_nest_start(nlh, PFC_A_PG);
	put_pg_settings(nlh);
	mnl_attr_nest_end(nlh, nest);
}

static void put_stats(struct nlmsghdr *nlh)
{
	static const struct { uint16_t type, last; } nests[] = {
		{ PFC_A_STATS_PORT, PFC_PORT_STAT_MAX },
		{ PFC_A_STATS_PG, PFC_PG_STAT_MAX },
		{ PFC_A_STATS_PRIO, PFC_PRIO_STAT_MAX },
		{ PFC_A_STATS_QUEUE, PFC_QUEUE_STAT_MAX },
	};
	struct nlattr *nest;
	unsigned int i;
	int attr;

	for (i = 0; i < sizeof(nests) / sizeof(*nests); i++) {
		nest = mnl_attr_nest_start(nlh, nests[i].type);
		mnl_attr_put_u8(nlh, PFC_STAT_ID, i);
		for (attr = PFC_STAT_FIRST; attr <= nests[i].last; attr++)
			mnl_attr_put_u64(nlh, attr, attr);
		mnl_attr_nest_end(nlh, nest);
	}
}

/* Adds the counters of a group with an invalid number */
static void put_ninth_stats(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_STATS_PG);

	mnl_attr_put_u8(nlh, PFC_STAT_ID, PFC_PRIO_COUNT);
	mnl_attr_put_u64(nlh, PFC_PG_STAT_XOFF, 1);
	mnl_attr_nest_end(nlh, nest);
}

static void put_pool(struct nlmsghdr *nlh)
{
	int attr;

	for (attr = PFC_A_POOL_SIZE; attr <= PFC_A_POOL_HEADROOM_USED; attr++)
		mnl_attr_put_u32(nlh, attr, 12 << 20);
	mnl_attr_put_strz(nlh, PFC_A_POOL_NAME, "gold");
	for (attr = PFC_A_POOL_OVERSUBSCRIBE_RATIO; attr < PFC_A_POOL_CLEARED; attr++) {
		if (attr == PFC_A_POOL_HEADROOMS)
			mnl_attr_put_u64(nlh, attr, attr);
		else
			mnl_attr_put_u32(nlh, attr, attr);
	}
	mnl_attr_put_u64(nlh, PFC_A_POOL_CLEARED, 1);
	mnl_attr_put_u32(nlh, PFC_A_POOL_PGS, 3);
}

static void put_watchdog_settings(struct nlmsghdr *nlh, uint64_t restoration)
{
	put_map(nlh, PFC_A_PRIO_WATCHDOG);
	mnl_attr_put_u64(nlh, PFC_A_DETECTION_TIME, 100000000);
	mnl_attr_put_u64(nlh, PFC_A_RESTORATION_TIME, restoration);
	mnl_attr_put_u8(nlh, PFC_A_WATCHDOG_ACTION, PFC_WATCHDOG_ACTION_FORWARD);
	mnl_attr_put_u32(nlh, PFC_A_ESCALATE_COUNT, 30);
	mnl_attr_put_u64(nlh, PFC_A_ESCALATE_PERIOD, 20000000000);
	mnl_attr_put_u64(nlh, PFC_A_XOFF_TIMEOUT, 1000000);
	mnl_attr_put_u32(nlh, PFC_A_XOFF_WARN, 1000);
	mnl_attr_put_u32(nlh, PFC_A_PORT_GROUP, 1);
	put_map(nlh, PFC_A_BOUNCE_PRIO);
	put_map(nlh, PFC_A_BOUNCE_DSCP);
}

static void put_watchdog(struct nlmsghdr *nlh)
{
	put_watchdog_settings(nlh, 0);
}

static void put_manual(struct nlmsghdr *nlh)
{
	put_watchdog_settings(nlh, PFC_RESTORATION_MANUAL);
}

static void put_watch(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_WATCHDOG);
	int attr;

	mnl_attr_put_u8(nlh, PFC_WATCHDOG_A_ID, 7);
	mnl_attr_put_u8(nlh, PFC_WATCHDOG_A_STATE, PFC_WATCHDOG_STATE_STORM);
	mnl_attr_put_u64(nlh, PFC_WATCHDOG_A_SINCE, 1);
	mnl_attr_put_u8(nlh, PFC_WATCHDOG_A_ACTION, PFC_WATCHDOG_ACTION_DROP);
	for (attr = PFC_WATCHDOG_A_MANUAL; attr <= PFC_WATCHDOG_A_XOFF_STOPPED; attr++)
		mnl_attr_put(nlh, attr, 0, NULL);
	mnl_attr_put_u64(nlh, PFC_WATCHDOG_A_DROPPED, 2);
	mnl_attr_put_u64(nlh, PFC_WATCHDOG_A_FORWARDED, 3);
	mnl_attr_nest_end(nlh, nest);
}

static void put_impair(struct nlmsghdr *nlh)
{
	struct nlattr *nest;
	int attr;

	mnl_attr_put_u64(nlh, PFC_A_IMPAIR_SINCE, 1);
	mnl_attr_put_u32(nlh, PFC_A_IMPAIR_SEED, 7);
	nest = mnl_attr_nest_start(nlh, PFC_A_IMPAIR);
	mnl_attr_put_u8(nlh, PFC_IMPAIR_A_ID, 7);
	for (attr = PFC_IMPAIR_A_LOSS; attr <= PFC_IMPAIR_A_MAX; attr++)
		mnl_attr_put_u32(nlh, attr, 1000 * attr);
	mnl_attr_nest_end(nlh, nest);
	nest = mnl_attr_nest_start(nlh, PFC_A_IMPAIR_STATS);
	mnl_attr_put_u8(nlh, PFC_IMPAIR_STAT_ID, 7);
	for (attr = PFC_IMPAIR_STAT_FRAMES; attr <= PFC_IMPAIR_STAT_MAX; attr++)
		mnl_attr_put_u64(nlh, attr, attr);
	mnl_attr_nest_end(nlh, nest);
}

static void put_storm(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_STORM);
	int attr;

	mnl_attr_put_u8(nlh, PFC_STORM_A_PRIO, 7);
	mnl_attr_put_u8(nlh, PFC_STORM_A_ACTION, PFC_WATCHDOG_ACTION_ALERT);
	mnl_attr_put(nlh, PFC_STORM_A_INJECTED, 0, NULL);
	mnl_attr_put(nlh, PFC_STORM_A_DISABLED, 0, NULL);
	for (attr = PFC_STORM_A_START; attr <= PFC_STORM_A_MAX; attr++)
		mnl_attr_put_u64(nlh, attr, attr);
	mnl_attr_nest_end(nlh, nest);
}

/* Adds two storms more than the history of a port holds: the address of the first is a valid one */
static void put_many_storms(struct nlmsghdr *nlh)
{
	int i;

	for (i = 0; i < PFC_HISTORY_MAX + 2; i++) {
		struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_STORM);

		mnl_attr_put_u8(nlh, PFC_STORM_A_PRIO, 1);
		mnl_attr_put_u64(nlh, PFC_STORM_A_START, i);
		mnl_attr_nest_end(nlh, nest);
	}
}

static void put_storm_event(struct nlmsghdr *nlh)
{
	mnl_attr_put_u32(nlh, PFC_A_EVENT, PFC_EVENT_STORM_RESTORED);
	mnl_attr_put_u64(nlh, PFC_A_EVENT_TIME, 100);
	mnl_attr_put_u8(nlh, PFC_A_EVENT_PRIOS, 0x80);
	mnl_attr_put_u32(nlh, PFC_A_EVENT_COUNT, 4);
	put_storm(nlh);
}

static void put_stall_event(struct nlmsghdr *nlh)
{
	mnl_attr_put_u32(nlh, PFC_A_EVENT, PFC_EVENT_XOFF_TIMEOUT);
	mnl_attr_put_u64(nlh, PFC_A_EVENT_TIME, 100);
	mnl_attr_put_u8(nlh, PFC_A_EVENT_PRIOS, 0x08);
	mnl_attr_put_u64(nlh, PFC_A_EVENT_IDLE_TIME, 1500000000);
	mnl_attr_put_u32(nlh, PFC_A_EVENT_BYTES, 65536);
	mnl_attr_put_strz(nlh, PFC_A_EVENT_OLD_NAME, "eth7");
}

static void put_event(struct nlmsghdr *nlh)
{
	mnl_attr_put_u32(nlh, PFC_A_EVENT, PFC_EVENT_XOFF_SENT);
	mnl_attr_put_u64(nlh, PFC_A_EVENT_TIME, 1);
	mnl_attr_put_u8(nlh, PFC_A_EVENT_PRIOS, 0x18);
	mnl_attr_put_u32(nlh, PFC_A_EVENT_LOST, 2);
	mnl_attr_put_u32(nlh, PFC_A_EVENT_QUANTA, 65535);
}

static void put_family(struct nlmsghdr *nlh)
{
	struct nlattr *groups, *group;

	mnl_attr_put_u16(nlh, CTRL_ATTR_FAMILY_ID, MOCK_FAMILY);
	groups = mnl_attr_nest_start(nlh, CTRL_ATTR_MCAST_GROUPS);
	group = mnl_attr_nest_start(nlh, 1);
	mnl_attr_put_strz(nlh, CTRL_ATTR_MCAST_GRP_NAME, PFC_GENL_MCGRP_EVENTS);
	mnl_attr_put_u32(nlh, CTRL_ATTR_MCAST_GRP_ID, 9);
	mnl_attr_nest_end(nlh, group);
	mnl_attr_nest_end(nlh, groups);
}

/*
 * Seeds: a function that writes the answer, the netlink command of this answer, the pfcctl command
 * that reads it, and options of this command (HOW_)
 */
static const struct seed {
	void		(*put)(struct nlmsghdr *nlh);
	uint8_t		cmd;
	const char	*command;
	uint8_t		how;
} seeds[] = {
	{ put_scalars, PFC_CMD_PORT_GET, "port show" },
	{ put_scalars, PFC_CMD_PORT_GET, "port show dev p1" },
	{ put_dscp_prio, PFC_CMD_PORT_GET, "map show" },
	{ put_prio_pg, PFC_CMD_PORT_GET, "map show" },
	{ put_prio_pfc, PFC_CMD_PORT_GET, "pfc show" },
	{ put_pg, PFC_CMD_PORT_GET, "pg show" },
	{ put_pool, PFC_CMD_POOL_GET, "pool show" },
	{ put_stats, PFC_CMD_STATS_GET, "stats show" },
	{ put_ninth_stats, PFC_CMD_STATS_GET, "stats show" },
	{ put_event, PFC_CMD_EVENT, "monitor" },
	{ put_scalars, PFC_CMD_PORT_GET, "port del dev p1" },
	{ put_scalars, PFC_CMD_PORT_GET, "port add dev p1" },
	{ put_pool, PFC_CMD_POOL_GET, "pool show gold" },
	{ put_profile, PFC_CMD_PROFILE_GET, "profile show" },
	{ put_profile, PFC_CMD_PROFILE_GET, "profile show a" },
	{ put_queue, PFC_CMD_PORT_GET, "queue show" },
	{ put_stats, PFC_CMD_STATS_GET, "watermark show" },
	{ put_pool, PFC_CMD_POOL_DEL, "pool del gold" },
	{ put_tc, PFC_CMD_PORT_GET, "ets show" },
	{ put_ninth_tc, PFC_CMD_PORT_GET, "ets show" },
	{ put_flow, PFC_CMD_PORT_GET, "pfc show" },
	{ put_priorities, PFC_CMD_PORT_GET, "map show" },
	{ put_many_ethtypes, PFC_CMD_PORT_GET, "map show" },
	{ put_many_announced, PFC_CMD_PORT_GET, "port show" },
	{ put_watchdog, PFC_CMD_PORT_GET, "port show" },
	{ put_watchdog, PFC_CMD_PORT_GET, "map show" },
	{ put_watchdog, PFC_CMD_WATCHDOG_GET, "watchdog show" },
	{ put_manual, PFC_CMD_WATCHDOG_GET, "watchdog show" },
	{ put_watch, PFC_CMD_WATCHDOG_GET, "watchdog show", HOW_STATS },
	{ put_stats, PFC_CMD_WATCHDOG_GET, "watchdog show" },
	{ put_storm, PFC_CMD_WATCHDOG_GET, "watchdog history dev p1" },
	{ put_impair, PFC_CMD_IMPAIR_GET, "impair show" },
	{ put_impair, PFC_CMD_IMPAIR_GET, "impair show dev p1", HOW_STATS },
	{ put_many_storms, PFC_CMD_WATCHDOG_GET, "watchdog history" },
	{ put_storm_event, PFC_CMD_EVENT, "monitor" },
	{ put_stall_event, PFC_CMD_EVENT, "monitor" },
	{ put_odd_speed, PFC_CMD_PORT_GET, "port show" },
	{ put_stats, PFC_CMD_STATS_GET, "stats show", HOW_RAW },
	{ put_stats, PFC_CMD_STATS_GET, "show" },
	{ put_watch, PFC_CMD_WATCHDOG_GET, "show dev p1", HOW_STATS },
	{ put_event, PFC_CMD_EVENT, "monitor pauses", HOW_TIMESTAMP },
	{ put_event, PFC_CMD_EVENT, "monitor dev p1 prio 3 event xoff-sent",
	  HOW_TIMESTAMP | HOW_STATS },
	{ put_family, PFC_CMD_UNSPEC, "port show", HOW_FAMILY },
};

/* Seeds with all dumps that a command reads, in the order of its requests */
static const struct whole {
	const char	*command;
	struct seed	dumps[5];
} wholes[] = {
	{ "metrics show", {
		{ put_scalars, PFC_CMD_PORT_GET }, { put_stats, PFC_CMD_STATS_GET },
		{ put_watch, PFC_CMD_WATCHDOG_GET }, { put_impair, PFC_CMD_IMPAIR_GET },
		{ put_pool, PFC_CMD_POOL_GET } } },
	{ "save", {
		{ put_pool, PFC_CMD_POOL_GET }, { put_profile, PFC_CMD_PROFILE_GET },
		{ put_pg, PFC_CMD_PORT_GET }, { put_watchdog, PFC_CMD_WATCHDOG_GET } } },
	{ "save dev p1", {
		{ put_pool, PFC_CMD_POOL_GET }, { put_profile, PFC_CMD_PROFILE_GET },
		{ put_dscp_prio, PFC_CMD_PORT_GET }, { put_manual, PFC_CMD_WATCHDOG_GET } } },
	{ "restore " REPLY_FILE " --dry-run", {
		{ put_pool, PFC_CMD_POOL_GET }, { put_profile, PFC_CMD_PROFILE_GET },
		{ put_tc, PFC_CMD_PORT_GET }, { put_watchdog, PFC_CMD_WATCHDOG_GET } } },
};

static size_t add(uint8_t *at, uint8_t kind, const void *payload, size_t len)
{
	at[0] = kind;
	at[1] = len;
	at[2] = len >> 8;
	memcpy(at + 3, payload, len);
	return 3 + len;
}

/* Adds a dump of one message and its end */
static size_t add_dump(uint8_t *at, const struct seed *seed, uint8_t flags)
{
	static const int no_error;
	char message[4096] = "";
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(message);
	struct genlmsghdr *genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	size_t len;

	genl->cmd = seed->cmd;
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, 3);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, "p1");
	mnl_attr_put_u32(nlh, PFC_A_PORT_ID, 7);
	seed->put(nlh);
	len = add(at, DATA, genl, mnl_nlmsg_get_payload_len(nlh));
	return len + add(at + len, DONE | KIND_LAST | flags, &no_error, sizeof(no_error));
}

/* Each seed is a dump, or all dumps of a command, followed by an error with a text */
size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	static const struct {
		int		error;
		struct nlmsghdr	request;
		struct nlattr	attr;
		char		text[4];
	} ack = { -ENODEV, { .nlmsg_len = 16 }, { 8, NLMSGERR_ATTR_MSG }, "no" };
	const unsigned int single = sizeof(seeds) / sizeof(*seeds);
	const struct whole *whole;
	const struct seed *seed;
	bool json = n & 1;
	size_t len = 2, i;

	(void)size;
	if (n / 2 == single + sizeof(wholes) / sizeof(*wholes))
		return 0;
	buf[1] = json ? HOW_JSON : 0;
	if (n / 2 < single) {
		seed = &seeds[n / 2];
		buf[0] = reply_command(seed->command);
		buf[1] |= seed->how;
		len += add_dump(buf + len, seed, json ? KIND_DISTURBED : 0);
	} else {
		whole = &wholes[n / 2 - single];
		buf[0] = reply_command(whole->command);
		for (i = 0; i < sizeof(whole->dumps) / sizeof(*whole->dumps); i++)
			if (whole->dumps[i].put)
				len += add_dump(buf + len, &whole->dumps[i], 0);
	}
	len += add(buf + len, ACK | KIND_TLVS, &ack, sizeof(ack));
	return len;
}
