// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#include "netlink.h"

static_assert(PFC_PRIO_COUNT == 8);
static_assert(PFC_DSCP_COUNT == 64);
static_assert(PFC_MAP_NONE == 255);
static_assert(PFC_NAME_LEN == 32);
static_assert(PFC_SIZE_MAX == 1073741824);
static_assert(PFC_ALPHA_MAX == 512);
static_assert(PFC_RATE_MIN == 1000000);
static_assert(PFC_RATE_MAX == 1600000000000ULL);
static_assert(PFC_SPEED_MIN == 10);
static_assert(PFC_SPEED_MAX == 1600000);
static_assert(PFC_PAUSE_TIME_MAX == 65535);
static_assert(PFC_DELAY_MAX == 10000000);
static_assert(PFC_BATCH_MAX == 4096);
static_assert(PFC_LATENCY_MAX == 100000000);
static_assert(PFC_RATIO_MAX == 256);
static_assert(PFC_OVERHEAD_MAX == 256);
static_assert(PFC_PMAX_ONE == 1000000);
static_assert(PFC_DETECTION_MIN == 1000000);
static_assert(PFC_DETECTION_MAX == 10000000000ULL);
static_assert(PFC_RESTORATION_MAX == 60000000000ULL);
static_assert(PFC_RESTORATION_MANUAL == 18446744073709551615ULL);
static_assert(PFC_ESCALATE_MAX == 32);
static_assert(PFC_PERIOD_MIN == 1000000);
static_assert(PFC_PERIOD_MAX == 3600000000000ULL);
static_assert(PFC_IMPAIR_PFC_DELAY_MAX == 10000000);
static_assert(PFC_IMPAIR_XOFF_MIN == 100000);
static_assert(PFC_IMPAIR_XOFF_MAX == 1000000000);
static_assert(PFC_IMPAIR_LINK_MIN == 1000000);
static_assert(PFC_IMPAIR_LINK_MAX == 3600000000000ULL);
static_assert(PFC_XOFF_WARN_MAX == 1000000);
static_assert(PFC_PORT_GROUP_MAX == 255);
static_assert(PFC_WAIT_FRAMES_MAX == 8192);
static_assert(PFC_WAIT_HOLDERS_MAX == 384);
static_assert(PFC_WAIT_FLOWS_MAX == 32);
static_assert(PFC_WAIT_FLOWS_SEEN == 2048);

const struct nla_policy pfc_map_entry_policy[PFC_MAP_A_MAX + 1] = {
	[PFC_MAP_A_KEY] = { .type = NLA_U8 },
	[PFC_MAP_A_VALUE] = { .type = NLA_U8 },
	[PFC_MAP_A_KEY16] = { .type = NLA_U16 },
};

const struct nla_policy pfc_map_policy[PFC_A_MAP_ENTRY + 1] = {
	[PFC_A_MAP_ENTRY] = NLA_POLICY_NESTED(pfc_map_entry_policy),
};

const struct nla_policy pfc_pg_policy[PFC_PG_A_MAX + 1] = {
	[PFC_PG_A_ID] = { .type = NLA_U8 },
	[PFC_PG_A_XOFF] = { .type = NLA_U32 },
	[PFC_PG_A_XON] = { .type = NLA_U32 },
	[PFC_PG_A_HEADROOM] = { .type = NLA_U32 },
	[PFC_PG_A_LIMIT] = { .type = NLA_U32 },
	[PFC_PG_A_LOSSLESS] = {
		.type = NLA_REJECT,
		.reject_message = "lossless is read only, it follows prio-pfc-tx and flow-control",
	},
	[PFC_PG_A_MIN] = { .type = NLA_U32 },
	[PFC_PG_A_ALPHA] = { .type = NLA_U32 },
	[PFC_PG_A_XON_OFFSET] = { .type = NLA_U32 },
	[PFC_PG_A_POOL] = { .type = NLA_NUL_STRING, .len = 31 },
	[PFC_PG_A_PROFILE] = { .type = NLA_NUL_STRING, .len = 31 },
	[PFC_PG_A_HEADROOM_AUTO] = { .type = NLA_U8 },
	[PFC_PG_A_HEADROOM_NEEDED] = {
		.type = NLA_REJECT,
		.reject_message = "headroom-needed is read only",
	},
};

const struct nla_policy pfc_queue_policy[PFC_QUEUE_A_MAX + 1] = {
	[PFC_QUEUE_A_ID] = { .type = NLA_U8 },
	[PFC_QUEUE_A_LIMIT] = { .type = NLA_U32 },
	[PFC_QUEUE_A_ALPHA] = { .type = NLA_U32 },
	[PFC_QUEUE_A_ECN_KMIN] = { .type = NLA_U32 },
	[PFC_QUEUE_A_ECN_KMAX] = { .type = NLA_U32 },
	[PFC_QUEUE_A_ECN_PMAX] = { .type = NLA_U32 },
};

const struct nla_policy pfc_tc_policy[PFC_TC_A_MAX + 1] = {
	[PFC_TC_A_ID] = { .type = NLA_U8 },
	[PFC_TC_A_TSA] = { .type = NLA_U8 },
	[PFC_TC_A_BW] = { .type = NLA_U8 },
	[PFC_TC_A_RATE] = { .type = NLA_U64 },
};

const struct nla_policy pfc_impair_policy[PFC_IMPAIR_A_MAX + 1] = {
	[PFC_IMPAIR_A_ID] = { .type = NLA_U8 },
	[PFC_IMPAIR_A_LOSS] = { .type = NLA_U32 },
	[PFC_IMPAIR_A_CE] = { .type = NLA_U32 },
	[PFC_IMPAIR_A_DELAY] = { .type = NLA_U32 },
	[PFC_IMPAIR_A_PFC_CORRUPT] = { .type = NLA_U32 },
	[PFC_IMPAIR_A_PFC_DELAY] = { .type = NLA_U32 },
	[PFC_IMPAIR_A_XOFF_DUTY] = { .type = NLA_U32 },
	[PFC_IMPAIR_A_XOFF_PERIOD] = { .type = NLA_U32 },
};

static const struct nla_policy pfc_port_get_policy[PFC_A_IFNAME + 1] = {
	[PFC_A_IFINDEX] = { .type = NLA_U32 },
	[PFC_A_IFNAME] = { .type = NLA_NUL_STRING, .len = 15 },
};

static const struct nla_policy pfc_port_set_policy[PFC_A_TX_QUEUES + 1] = {
	[PFC_A_IFINDEX] = { .type = NLA_U32 },
	[PFC_A_IFNAME] = { .type = NLA_NUL_STRING, .len = 15 },
	[PFC_A_DEFAULT_PRIO] = { .type = NLA_U8 },
	[PFC_A_DSCP_PRIO] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_PRIO_PG] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_PRIO_PFC] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_PG] = NLA_POLICY_NESTED(pfc_pg_policy),
	[PFC_A_PAUSE_TIME] = { .type = NLA_U32 },
	[PFC_A_RATE] = { .type = NLA_U64 },
	[PFC_A_SPEED] = { .type = NLA_U32 },
	[PFC_A_QUEUE_LIMIT] = { .type = NLA_U32 },
	[PFC_A_DELAY] = { .type = NLA_U32 },
	[PFC_A_CABLE_DELAY] = { .type = NLA_U32 },
	[PFC_A_BATCH] = { .type = NLA_U32 },
	[PFC_A_QUEUE] = NLA_POLICY_NESTED(pfc_queue_policy),
	[PFC_A_PRIO_PFC_TX] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_PRIO_PFC_RX] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_FLOW_CONTROL] = { .type = NLA_U8 },
	[PFC_A_PEER_RATE] = { .type = NLA_U64 },
	[PFC_A_OVERHEAD] = { .type = NLA_U32 },
	[PFC_A_TRUST] = { .type = NLA_U8 },
	[PFC_A_PCP_PRIO] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_ETHTYPE_PRIO] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_FLOOD_PRIO] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_FLOOD_LOSSLESS] = { .type = NLA_U8 },
	[PFC_A_PRIO_SOURCE] = { .type = NLA_U8 },
	[PFC_A_PRIO_DSCP] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_PRIO_PCP] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_PRIO_TC] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_TC] = NLA_POLICY_NESTED(pfc_tc_policy),
	[PFC_A_PRIO_WATCHDOG] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_DETECTION_TIME] = { .type = NLA_U64 },
	[PFC_A_RESTORATION_TIME] = { .type = NLA_U64 },
	[PFC_A_WATCHDOG_ACTION] = { .type = NLA_U8 },
	[PFC_A_ESCALATE_COUNT] = { .type = NLA_U32 },
	[PFC_A_ESCALATE_PERIOD] = { .type = NLA_U64 },
	[PFC_A_XOFF_TIMEOUT] = { .type = NLA_U64 },
	[PFC_A_XOFF_WARN] = { .type = NLA_U32 },
	[PFC_A_PORT_GROUP] = { .type = NLA_U32 },
	[PFC_A_BOUNCE_PRIO] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_BOUNCE_DSCP] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_CONTROL_PRIO] = { .type = NLA_U8 },
	[PFC_A_LATENCY] = { .type = NLA_U32 },
	[PFC_A_APP_REWRITE] = { .type = NLA_U8 },
	[PFC_A_GSO] = { .type = NLA_U8 },
	[PFC_A_TX_QUEUES] = { .type = NLA_U8 },
};

static const struct nla_policy pfc_pool_get_policy[PFC_A_POOL_NAME + 1] = {
	[PFC_A_POOL_NAME] = { .type = NLA_NUL_STRING, .len = 31 },
};

static const struct nla_policy pfc_pool_set_policy[PFC_A_POOL_OVERSUBSCRIBE_RATIO + 1] = {
	[PFC_A_POOL_SIZE] = { .type = NLA_U32 },
	[PFC_A_POOL_NAME] = { .type = NLA_NUL_STRING, .len = 31 },
	[PFC_A_POOL_OVERSUBSCRIBE_RATIO] = { .type = NLA_U32 },
};

static const struct nla_policy pfc_stats_clear_policy[PFC_A_PRIOS + 1] = {
	[PFC_A_IFINDEX] = { .type = NLA_U32 },
	[PFC_A_IFNAME] = { .type = NLA_NUL_STRING, .len = 15 },
	[PFC_A_PRIOS] = { .type = NLA_U8 },
};

static const struct nla_policy pfc_profile_get_policy[PFC_A_PROFILE_NAME + 1] = {
	[PFC_A_PROFILE_NAME] = { .type = NLA_NUL_STRING, .len = 31 },
};

static const struct nla_policy pfc_profile_set_policy[PFC_A_PROFILE_NAME + 1] = {
	[PFC_A_PG] = NLA_POLICY_NESTED(pfc_pg_policy),
	[PFC_A_PROFILE_NAME] = { .type = NLA_NUL_STRING, .len = 31 },
};

static const struct nla_policy pfc_watermark_clear_policy[PFC_A_POOL_NAME + 1] = {
	[PFC_A_IFINDEX] = { .type = NLA_U32 },
	[PFC_A_IFNAME] = { .type = NLA_NUL_STRING, .len = 15 },
	[PFC_A_PG] = NLA_POLICY_NESTED(pfc_pg_policy),
	[PFC_A_QUEUE] = NLA_POLICY_NESTED(pfc_queue_policy),
	[PFC_A_POOL_NAME] = { .type = NLA_NUL_STRING, .len = 31 },
};

static const struct nla_policy pfc_watchdog_mitigate_policy[PFC_A_ON + 1] = {
	[PFC_A_IFINDEX] = { .type = NLA_U32 },
	[PFC_A_IFNAME] = { .type = NLA_NUL_STRING, .len = 15 },
	[PFC_A_PRIOS] = { .type = NLA_U8 },
	[PFC_A_ON] = { .type = NLA_U8 },
};

static const struct nla_policy pfc_impair_set_policy[PFC_A_IMPAIR_LINK_PERIOD + 1] = {
	[PFC_A_IFINDEX] = { .type = NLA_U32 },
	[PFC_A_IFNAME] = { .type = NLA_NUL_STRING, .len = 15 },
	[PFC_A_IMPAIR] = NLA_POLICY_NESTED(pfc_impair_policy),
	[PFC_A_IMPAIR_SEED] = { .type = NLA_U32 },
	[PFC_A_IMPAIR_LINK_DOWN] = { .type = NLA_U64 },
	[PFC_A_IMPAIR_LINK_PERIOD] = { .type = NLA_U64 },
};

const struct genl_ops pfc_genl_ops[22] = {
	{
		.cmd = PFC_CMD_PORT_GET,
		.policy = pfc_port_get_policy,
		.maxattr = ARRAY_SIZE(pfc_port_get_policy) - 1,
		.doit = pfc_genl_do,
		.start = pfc_genl_dump_start,
		.dumpit = pfc_genl_port_dump,
	},
	{
		.cmd = PFC_CMD_PORT_SET,
		.policy = pfc_port_set_policy,
		.maxattr = ARRAY_SIZE(pfc_port_set_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_POOL_GET,
		.policy = pfc_pool_get_policy,
		.maxattr = ARRAY_SIZE(pfc_pool_get_policy) - 1,
		.doit = pfc_genl_do,
		.start = pfc_genl_dump_start,
		.dumpit = pfc_genl_pool_dump,
	},
	{
		.cmd = PFC_CMD_POOL_SET,
		.policy = pfc_pool_set_policy,
		.maxattr = ARRAY_SIZE(pfc_pool_set_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_STATS_GET,
		.policy = pfc_port_get_policy,
		.maxattr = ARRAY_SIZE(pfc_port_get_policy) - 1,
		.doit = pfc_genl_do,
		.start = pfc_genl_dump_start,
		.dumpit = pfc_genl_stats_dump,
	},
	{
		.cmd = PFC_CMD_STATS_CLEAR,
		.policy = pfc_stats_clear_policy,
		.maxattr = ARRAY_SIZE(pfc_stats_clear_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_POOL_NEW,
		.policy = pfc_pool_set_policy,
		.maxattr = ARRAY_SIZE(pfc_pool_set_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_POOL_DEL,
		.policy = pfc_pool_get_policy,
		.maxattr = ARRAY_SIZE(pfc_pool_get_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_PROFILE_GET,
		.policy = pfc_profile_get_policy,
		.maxattr = ARRAY_SIZE(pfc_profile_get_policy) - 1,
		.doit = pfc_genl_do,
		.start = pfc_genl_dump_start,
		.dumpit = pfc_genl_profile_dump,
	},
	{
		.cmd = PFC_CMD_PROFILE_SET,
		.policy = pfc_profile_set_policy,
		.maxattr = ARRAY_SIZE(pfc_profile_set_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_PROFILE_NEW,
		.policy = pfc_profile_set_policy,
		.maxattr = ARRAY_SIZE(pfc_profile_set_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_PROFILE_DEL,
		.policy = pfc_profile_get_policy,
		.maxattr = ARRAY_SIZE(pfc_profile_get_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_WATERMARK_CLEAR,
		.policy = pfc_watermark_clear_policy,
		.maxattr = ARRAY_SIZE(pfc_watermark_clear_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_WATCHDOG_GET,
		.policy = pfc_port_get_policy,
		.maxattr = ARRAY_SIZE(pfc_port_get_policy) - 1,
		.doit = pfc_genl_do,
		.start = pfc_genl_dump_start,
		.dumpit = pfc_genl_watchdog_dump,
	},
	{
		.cmd = PFC_CMD_WATCHDOG_CLEAR,
		.policy = pfc_stats_clear_policy,
		.maxattr = ARRAY_SIZE(pfc_stats_clear_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_WATCHDOG_MITIGATE,
		.policy = pfc_watchdog_mitigate_policy,
		.maxattr = ARRAY_SIZE(pfc_watchdog_mitigate_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_WATCHDOG_INJECT,
		.policy = pfc_watchdog_mitigate_policy,
		.maxattr = ARRAY_SIZE(pfc_watchdog_mitigate_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_WAIT_GET,
		.start = pfc_genl_wait_start,
		.dumpit = pfc_genl_wait_dump,
	},
	{
		.cmd = PFC_CMD_RECORD_GET,
		.start = pfc_genl_dump_start,
		.dumpit = pfc_genl_record_dump,
	},
	{
		.cmd = PFC_CMD_IMPAIR_GET,
		.policy = pfc_port_get_policy,
		.maxattr = ARRAY_SIZE(pfc_port_get_policy) - 1,
		.doit = pfc_genl_do,
		.start = pfc_genl_dump_start,
		.dumpit = pfc_genl_impair_dump,
	},
	{
		.cmd = PFC_CMD_IMPAIR_SET,
		.policy = pfc_impair_set_policy,
		.maxattr = ARRAY_SIZE(pfc_impair_set_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_IMPAIR_DEL,
		.policy = pfc_stats_clear_policy,
		.maxattr = ARRAY_SIZE(pfc_stats_clear_policy) - 1,
		.doit = pfc_genl_do,
		.flags = GENL_UNS_ADMIN_PERM,
	},
};

const pfc_genl_handler pfc_genl_handlers[PFC_CMD_MAX + 1] = {
	[PFC_CMD_PORT_GET] = pfc_genl_port_get,
	[PFC_CMD_PORT_SET] = pfc_genl_port_set,
	[PFC_CMD_POOL_GET] = pfc_genl_pool_get,
	[PFC_CMD_POOL_SET] = pfc_genl_pool_set,
	[PFC_CMD_STATS_GET] = pfc_genl_stats_get,
	[PFC_CMD_STATS_CLEAR] = pfc_genl_stats_clear,
	[PFC_CMD_POOL_NEW] = pfc_genl_pool_new,
	[PFC_CMD_POOL_DEL] = pfc_genl_pool_del,
	[PFC_CMD_PROFILE_GET] = pfc_genl_profile_get,
	[PFC_CMD_PROFILE_SET] = pfc_genl_profile_set,
	[PFC_CMD_PROFILE_NEW] = pfc_genl_profile_new,
	[PFC_CMD_PROFILE_DEL] = pfc_genl_profile_del,
	[PFC_CMD_WATERMARK_CLEAR] = pfc_genl_watermark_clear,
	[PFC_CMD_WATCHDOG_GET] = pfc_genl_watchdog_get,
	[PFC_CMD_WATCHDOG_CLEAR] = pfc_genl_watchdog_clear,
	[PFC_CMD_WATCHDOG_MITIGATE] = pfc_genl_watchdog_mitigate,
	[PFC_CMD_WATCHDOG_INJECT] = pfc_genl_watchdog_inject,
	[PFC_CMD_IMPAIR_GET] = pfc_genl_impair_get,
	[PFC_CMD_IMPAIR_SET] = pfc_genl_impair_set,
	[PFC_CMD_IMPAIR_DEL] = pfc_genl_impair_del,
};
