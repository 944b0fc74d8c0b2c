// SPDX-License-Identifier: GPL-2.0-only
/*
 * What may be in a request of the family "pfc", by the rules of netlink, and what the
 * kernel says if it is not, for nlfuzz
 */

#include <errno.h>
#include <linux/netlink.h>
#include <string.h>

#include "nlattr.h"
#include "nlmodel.h"

const char *const verdict_names[VERDICTS] = {
	"accepted", "header", "command", "rest", "type", "length", "nest", "name",
	"read_only",
	"senseless", "port_not_named", "no_device", "no_port", "not_given", "letters",
	"exists", "no_pool", "no_profile", "is_default", "in_use", "follows", "numbered",
	"out_of_range", "other_width", "many_types", "size_and_auto", "delay_alone",
	"no_pfc_here", "xon_above_xoff", "mixed_group", "floods_lossless", "kmin_above_kmax",
	"strict_share", "no_share", "shares_not_100", "pause_too_short", "no_room",
	"no_prios", "not_watched",
};

const struct policy entry_policy = {
	.max = PFC_MAP_A_MAX,
	.kind = {
		[PFC_MAP_A_KEY] = KIND_U8, [PFC_MAP_A_VALUE] = KIND_U8,
		[PFC_MAP_A_KEY16] = KIND_U16,
	},
};

const struct policy map_policy = {
	.max = PFC_A_MAP_ENTRY,
	.kind = { [PFC_A_MAP_ENTRY] = KIND_NEST },
	.nest = { [PFC_A_MAP_ENTRY] = &entry_policy },
};

const struct policy pg_policy = {
	.max = PFC_PG_A_MAX,
	.kind = {
		[PFC_PG_A_ID] = KIND_U8, [PFC_PG_A_XOFF] = KIND_U32,
		[PFC_PG_A_XON] = KIND_U32, [PFC_PG_A_HEADROOM] = KIND_U32,
		[PFC_PG_A_LIMIT] = KIND_U32, [PFC_PG_A_LOSSLESS] = KIND_REJECT,
		[PFC_PG_A_MIN] = KIND_U32, [PFC_PG_A_ALPHA] = KIND_U32,
		[PFC_PG_A_XON_OFFSET] = KIND_U32, [PFC_PG_A_POOL] = KIND_LABEL,
		[PFC_PG_A_PROFILE] = KIND_LABEL, [PFC_PG_A_HEADROOM_AUTO] = KIND_U8,
		[PFC_PG_A_HEADROOM_NEEDED] = KIND_REJECT,
	},
};

const struct policy queue_policy = {
	.max = PFC_QUEUE_A_MAX,
	.kind = {
		[PFC_QUEUE_A_ID] = KIND_U8, [PFC_QUEUE_A_LIMIT] = KIND_U32,
		[PFC_QUEUE_A_ALPHA] = KIND_U32, [PFC_QUEUE_A_ECN_KMIN] = KIND_U32,
		[PFC_QUEUE_A_ECN_KMAX] = KIND_U32, [PFC_QUEUE_A_ECN_PMAX] = KIND_U32,
	},
};

const struct policy tc_policy = {
	.max = PFC_TC_A_MAX,
	.kind = {
		[PFC_TC_A_ID] = KIND_U8, [PFC_TC_A_TSA] = KIND_U8, [PFC_TC_A_BW] = KIND_U8,
		[PFC_TC_A_RATE] = KIND_U64,
	},
};

static const struct policy set_policy = {
	.max = PFC_A_SAME_GROUP_DSCP,
	.kind = {
		[PFC_A_IFINDEX] = KIND_U32, [PFC_A_IFNAME] = KIND_NAME,
		[PFC_A_DEFAULT_PRIO] = KIND_U8, [PFC_A_DSCP_PRIO] = KIND_NEST,
		[PFC_A_PRIO_PG] = KIND_NEST, [PFC_A_PRIO_PFC] = KIND_NEST,
		[PFC_A_PG] = KIND_NEST, [PFC_A_PAUSE_TIME] = KIND_U32,
		[PFC_A_RATE] = KIND_U64, [PFC_A_SPEED] = KIND_U32,
		[PFC_A_QUEUE_LIMIT] = KIND_U32, [PFC_A_DELAY] = KIND_U32,
		[PFC_A_CABLE_DELAY] = KIND_U32, [PFC_A_BATCH] = KIND_U32,
		[PFC_A_QUEUE] = KIND_NEST, [PFC_A_PRIO_PFC_TX] = KIND_NEST,
		[PFC_A_PRIO_PFC_RX] = KIND_NEST, [PFC_A_FLOW_CONTROL] = KIND_U8,
		[PFC_A_PEER_RATE] = KIND_U64, [PFC_A_OVERHEAD] = KIND_U32,
		[PFC_A_TRUST] = KIND_U8, [PFC_A_PCP_PRIO] = KIND_NEST,
		[PFC_A_ETHTYPE_PRIO] = KIND_NEST, [PFC_A_FLOOD_PRIO] = KIND_NEST,
		[PFC_A_FLOOD_LOSSLESS] = KIND_U8, [PFC_A_PRIO_SOURCE] = KIND_U8,
		[PFC_A_PRIO_DSCP] = KIND_NEST, [PFC_A_PRIO_PCP] = KIND_NEST,
		[PFC_A_PRIO_TC] = KIND_NEST, [PFC_A_TC] = KIND_NEST,
		[PFC_A_PRIO_WATCHDOG] = KIND_NEST, [PFC_A_DETECTION_TIME] = KIND_U64,
		[PFC_A_RECOVERY_TIME] = KIND_U64, [PFC_A_WATCHDOG_ACTION] = KIND_U8,
		[PFC_A_ESCALATE_COUNT] = KIND_U32, [PFC_A_ESCALATE_PERIOD] = KIND_U64,
		[PFC_A_XOFF_TIMEOUT] = KIND_U64, [PFC_A_XOFF_WARN] = KIND_U32,
		[PFC_A_PORT_GROUP] = KIND_U32, [PFC_A_SAME_GROUP_PRIO] = KIND_NEST,
		[PFC_A_SAME_GROUP_DSCP] = KIND_NEST,
	},
	.nest = {
		[PFC_A_DSCP_PRIO] = &map_policy, [PFC_A_PRIO_PG] = &map_policy,
		[PFC_A_PRIO_PFC] = &map_policy, [PFC_A_PG] = &pg_policy,
		[PFC_A_QUEUE] = &queue_policy, [PFC_A_PRIO_PFC_TX] = &map_policy,
		[PFC_A_PRIO_PFC_RX] = &map_policy, [PFC_A_PCP_PRIO] = &map_policy,
		[PFC_A_ETHTYPE_PRIO] = &map_policy, [PFC_A_FLOOD_PRIO] = &map_policy,
		[PFC_A_PRIO_DSCP] = &map_policy, [PFC_A_PRIO_PCP] = &map_policy,
		[PFC_A_PRIO_TC] = &map_policy, [PFC_A_TC] = &tc_policy,
		[PFC_A_PRIO_WATCHDOG] = &map_policy, [PFC_A_SAME_GROUP_PRIO] = &map_policy,
		[PFC_A_SAME_GROUP_DSCP] = &map_policy,
	},
};

static const struct policy pool_policy = {
	.max = PFC_A_POOL_HEADROOM_RATIO,
	.kind = {
		[PFC_A_POOL_SIZE] = KIND_U32, [PFC_A_POOL_NAME] = KIND_LABEL,
		[PFC_A_POOL_HEADROOM_RATIO] = KIND_U32,
	},
};

static const struct policy pool_name_policy = {
	.max = PFC_A_POOL_NAME,
	.kind = { [PFC_A_POOL_NAME] = KIND_LABEL },
};

static const struct policy profile_policy = {
	.max = PFC_A_PROFILE_NAME,
	.kind = { [PFC_A_PG] = KIND_NEST, [PFC_A_PROFILE_NAME] = KIND_LABEL },
	.nest = { [PFC_A_PG] = &pg_policy },
};

static const struct policy profile_name_policy = {
	.max = PFC_A_PROFILE_NAME,
	.kind = { [PFC_A_PROFILE_NAME] = KIND_LABEL },
};

static const struct policy port_name_policy = {
	.max = PFC_A_IFNAME,
	.kind = { [PFC_A_IFINDEX] = KIND_U32, [PFC_A_IFNAME] = KIND_NAME },
};

static const struct policy clear_policy = {
	.max = PFC_A_PRIOS,
	.kind = {
		[PFC_A_IFINDEX] = KIND_U32, [PFC_A_IFNAME] = KIND_NAME,
		[PFC_A_PRIOS] = KIND_U8,
	},
};

static const struct policy watchdog_policy = {
	.max = PFC_A_ON,
	.kind = {
		[PFC_A_IFINDEX] = KIND_U32, [PFC_A_IFNAME] = KIND_NAME,
		[PFC_A_PRIOS] = KIND_U8, [PFC_A_ON] = KIND_U8,
	},
};

static const struct policy watermark_policy = {
	.max = PFC_A_POOL_NAME,
	.kind = {
		[PFC_A_IFINDEX] = KIND_U32, [PFC_A_IFNAME] = KIND_NAME,
		[PFC_A_PG] = KIND_NEST, [PFC_A_QUEUE] = KIND_NEST,
		[PFC_A_POOL_NAME] = KIND_LABEL,
	},
	.nest = { [PFC_A_PG] = &pg_policy, [PFC_A_QUEUE] = &queue_policy },
};

/* The attributes that a command takes, or NULL if there is no such command */
const struct policy *policy_of(int cmd)
{
	switch (cmd) {
	case PFC_CMD_PORT_SET:
		return &set_policy;
	case PFC_CMD_POOL_NEW:
	case PFC_CMD_POOL_SET:
		return &pool_policy;
	case PFC_CMD_POOL_GET:
	case PFC_CMD_POOL_DEL:
		return &pool_name_policy;
	case PFC_CMD_PROFILE_NEW:
	case PFC_CMD_PROFILE_SET:
		return &profile_policy;
	case PFC_CMD_PROFILE_GET:
	case PFC_CMD_PROFILE_DEL:
		return &profile_name_policy;
	case PFC_CMD_PORT_GET:
	case PFC_CMD_STATS_GET:
	case PFC_CMD_WATCHDOG_GET:
		return &port_name_policy;
	case PFC_CMD_STATS_CLEAR:
	case PFC_CMD_WATCHDOG_CLEAR:
		return &clear_policy;
	case PFC_CMD_WATCHDOG_MITIGATE:
	case PFC_CMD_WATCHDOG_INJECT:
		return &watchdog_policy;
	case PFC_CMD_WATERMARK_CLEAR:
		return &watermark_policy;
	default:
		return NULL;
	}
}

bool can_dump(int cmd)
{
	return cmd == PFC_CMD_PORT_GET || cmd == PFC_CMD_STATS_GET ||
	       cmd == PFC_CMD_POOL_GET || cmd == PFC_CMD_PROFILE_GET ||
	       cmd == PFC_CMD_WATCHDOG_GET;
}

/* @max letters, and the 0 at the end, at most */
static enum verdict check_name(const struct attr *attr, int max)
{
	int len = attr->len;

	if (!len || !memchr(attr->data, 0, len < max + 1 ? len : max + 1))
		return BAD_NAME;
	len -= !attr->data[len - 1];
	return len > max ? BAD_NAME : ACCEPTED;
}

static enum verdict check_attr(const struct policy *policy, const struct attr *attr)
{
	static const int sizes[] = {
		[KIND_U8] = 1, [KIND_U16] = 2, [KIND_U32] = 4, [KIND_U64] = 8
	};
	enum kind kind;

	if (!attr->type || attr->type > policy->max)
		return BAD_TYPE;
	kind = policy->kind[attr->type];
	if (kind >= KIND_U8 && kind <= KIND_U64 && attr->len != sizes[kind])
		return BAD_LENGTH;
	if (attr->nested ? kind != KIND_NEST && kind != KIND_NONE : kind == KIND_NEST)
		return BAD_NEST;
	switch (kind) {
	case KIND_NONE:
		return BAD_TYPE;
	case KIND_REJECT:
		return READ_ONLY;
	case KIND_NAME:
		return check_name(attr, 15);
	case KIND_LABEL:
		return check_name(attr, PFC_NAME_LEN - 1);
	case KIND_NEST:
		if (attr->len > 0 && attr->len < NLA_HDRLEN)
			return BAD_LENGTH;
		return check_all(policy->nest[attr->type], attr->data, attr->len);
	default:
		return ACCEPTED;
	}
}

enum verdict check_all(const struct policy *policy, const uint8_t *data, int len)
{
	struct cursor c = { data, len };
	enum verdict verdict;
	struct attr attr;

	while (next_attr(&c, &attr)) {
		verdict = check_attr(policy, &attr);
		if (verdict)
			return verdict;
	}
	return c.left > 0 ? BAD_REST : ACCEPTED;
}

/* Is this what the kernel should say? */
bool errno_fits(enum verdict verdict, int error)
{
	switch (verdict) {
	case ACCEPTED:
		return !error;
	case BAD_COMMAND:
		return error == EOPNOTSUPP;
	case NO_DEVICE:
		return error == ENODEV;
	case NO_PORT:
	case NO_POOL:
	case NO_PROFILE:
		return error == ENOENT;
	case NAME_TAKEN:
		return error == EEXIST;
	case IS_DEFAULT:
	case IN_USE:
		return error == EBUSY;
	case NO_ROOM:
	case MANY_TYPES:
		return error == ENOSPC;
	case OUT_OF_RANGE:
	case OTHER_WIDTH:
	case SIZE_AND_AUTO:
	case NOT_GIVEN:
		/* several values may be wrong, and one of them is named */
	case BAD_LENGTH:
	case BAD_NAME:
	case BAD_TYPE:
	case BAD_REST:
	case BAD_NEST:
	case READ_ONLY:
		return error == EINVAL || error == ERANGE;
	case PAUSE_TOO_SHORT:
		return error == ERANGE;
	default:
		return error == EINVAL;
	}
}
