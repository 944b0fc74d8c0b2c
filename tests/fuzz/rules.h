/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Attributes that requests of pfcctl may contain.
 */
#ifndef RULES_H
#define RULES_H

#include <linux/pfc.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * struct rule - an attribute that pfcctl may send
 * @attr: attribute type
 * @len: length of the payload, bytes; 0 for a string or nest
 * @min: minimum value, or minimum length of a string
 * @max: maximum value, or maximum length of a string
 * @zero: 0 is allowed as well
 * @none: %PFC_MAP_NONE is allowed as well
 * @never: %PFC_RESTORATION_MANUAL is allowed as well
 * @nest: rules of the attributes in a nest
 * @all: bit mask of the attributes that a nest must contain
 */
struct rule {
	uint16_t		attr;
	uint16_t		len;
	uint64_t		min;
	uint64_t		max;
	bool			zero;
	bool			none;
	bool			never;
	const struct rule	*nest;
	unsigned int		all;
};

#define MAP_RULE(key, len, first, last, values, none_)			\
	((const struct rule[]){						\
		{ PFC_A_MAP_ENTRY, .nest = (const struct rule[]){	\
			{ key, len, first, last },			\
			{ PFC_MAP_A_VALUE, 1, 0, (values) - 1, .none = none_ }, \
			{ }						\
		}, .all = 1 << (key) | 1 << PFC_MAP_A_VALUE },		\
		{ }							\
	})

#define ENTRY(keys, values)						\
	MAP_RULE(PFC_MAP_A_KEY, 1, 0, (keys) - 1, values, false)
#define ENTRY_OR_NONE(keys, values)					\
	MAP_RULE(PFC_MAP_A_KEY, 1, 0, (keys) - 1, values, true)
#define ENTRY_OF_ETHTYPE						\
	MAP_RULE(PFC_MAP_A_KEY16, 2, 0x0600, 0xffff, PFC_PRIO_COUNT, true)

/* Rules of a kind of attribute */
#define PRIO(attr)	{ attr, 1, 0, PFC_PRIO_COUNT - 1 }
#define SIZE(attr)	{ attr, 4, 0, PFC_SIZE_MAX }
#define RATIO(attr)	{ attr, 4, 0, PFC_PMAX_ONE }

static const struct rule pg_rules[] = {
	PRIO(PFC_PG_A_ID),
	SIZE(PFC_PG_A_XOFF),
	SIZE(PFC_PG_A_XON),
	SIZE(PFC_PG_A_HEADROOM),
	SIZE(PFC_PG_A_LIMIT),
	SIZE(PFC_PG_A_MIN),
	{ PFC_PG_A_ALPHA, 4, 1, PFC_ALPHA_MAX, .zero = true },
	SIZE(PFC_PG_A_XON_OFFSET),
	{ PFC_PG_A_POOL, 0, 1, PFC_NAME_LEN - 1 },
	{ PFC_PG_A_PROFILE, 0, 1, PFC_NAME_LEN - 1, .zero = true },
	{ PFC_PG_A_HEADROOM_AUTO, 1, 0, PFC_HEADROOM_MODE_MAX },
	{ }
};

static const struct rule queue_rules[] = {
	PRIO(PFC_QUEUE_A_ID),
	{ PFC_QUEUE_A_LIMIT, 4, 1, PFC_SIZE_MAX, .zero = true },
	{ PFC_QUEUE_A_ALPHA, 4, 1, PFC_ALPHA_MAX, .zero = true },
	SIZE(PFC_QUEUE_A_ECN_KMIN),
	{ PFC_QUEUE_A_ECN_KMAX, 4, 1, PFC_SIZE_MAX, .zero = true },
	RATIO(PFC_QUEUE_A_ECN_PMAX),
	{ }
};

static const struct rule tc_rules[] = {
	PRIO(PFC_TC_A_ID),
	{ PFC_TC_A_TSA, 1, 0, PFC_TSA_MAX },
	{ PFC_TC_A_BW, 1, 0, 100 },
	{ PFC_TC_A_RATE, 8, PFC_RATE_MIN, PFC_RATE_MAX, .zero = true },
	{ }
};

static const struct rule impair_rules[] = {
	PRIO(PFC_IMPAIR_A_ID),
	RATIO(PFC_IMPAIR_A_LOSS),
	RATIO(PFC_IMPAIR_A_CE),
	{ PFC_IMPAIR_A_DELAY, 4, 0, PFC_DELAY_MAX },
	RATIO(PFC_IMPAIR_A_PFC_CORRUPT),
	{ PFC_IMPAIR_A_PFC_DELAY, 4, 0, PFC_IMPAIR_PFC_DELAY_MAX },
	RATIO(PFC_IMPAIR_A_XOFF_DUTY),
	{ PFC_IMPAIR_A_XOFF_PERIOD, 4, PFC_IMPAIR_XOFF_MIN, PFC_IMPAIR_XOFF_MAX },
	{ }
};

static const struct rule profile_rules[] = {
	{ PFC_A_PROFILE_NAME, 0, 1, PFC_NAME_LEN - 1 },
	{ PFC_A_PG, .nest = pg_rules + 1 },
	{ }
};

static const struct rule rules[] = {
	{ PFC_A_IFNAME, 0, 1, 15 },
	PRIO(PFC_A_DEFAULT_PRIO),
	{ PFC_A_PAUSE_TIME, 4, 1, PFC_PAUSE_TIME_MAX },
	{ PFC_A_RATE, 8, PFC_RATE_MIN, PFC_RATE_MAX, .zero = true },
	{ PFC_A_SPEED, 4, PFC_SPEED_MIN, PFC_SPEED_MAX, .zero = true },
	{ PFC_A_DELAY, 4, 0, PFC_DELAY_MAX },
	SIZE(PFC_A_QUEUE_LIMIT),
	SIZE(PFC_A_POOL_SIZE),
	{ PFC_A_DSCP_PRIO, .nest = ENTRY(PFC_DSCP_COUNT, PFC_PRIO_COUNT) },
	{ PFC_A_PRIO_PG, .nest = ENTRY(PFC_PRIO_COUNT, PFC_PRIO_COUNT) },
	{ PFC_A_PRIO_PFC, .nest = ENTRY(PFC_PRIO_COUNT, 2) },
	{ PFC_A_PG, .nest = pg_rules, .all = 1 << PFC_PG_A_ID },
	{ PFC_A_QUEUE, .nest = queue_rules, .all = 1 << PFC_QUEUE_A_ID },
	{ PFC_A_CABLE_DELAY, 4, 0, PFC_DELAY_MAX },
	{ PFC_A_BATCH, 4, 0, PFC_BATCH_MAX },
	{ PFC_A_POOL_NAME, 0, 1, PFC_NAME_LEN - 1 },
	{ PFC_A_POOL_OVERSUBSCRIBE_RATIO, 4, 1, PFC_RATIO_MAX },
	{ PFC_A_PRIO_PFC_TX, .nest = ENTRY(PFC_PRIO_COUNT, 2) },
	{ PFC_A_PRIO_PFC_RX, .nest = ENTRY(PFC_PRIO_COUNT, 2) },
	{ PFC_A_FLOW_CONTROL, 1, 0, PFC_FLOW_CONTROL_MAX },
	{ PFC_A_PEER_RATE, 8, PFC_RATE_MIN, PFC_RATE_MAX, .zero = true },
	{ PFC_A_OVERHEAD, 4, 0, PFC_OVERHEAD_MAX },
	{ PFC_A_TRUST, 1, 0, PFC_TRUST_MAX },
	{ PFC_A_GSO, 1, 0, PFC_GSO_MAX },
	{ PFC_A_TX_QUEUES, 1, 0, PFC_TX_QUEUES_MAX },
	{ PFC_A_PCP_PRIO, .nest = ENTRY(PFC_PRIO_COUNT, PFC_PRIO_COUNT) },
	{ PFC_A_ETHTYPE_PRIO, .nest = ENTRY_OF_ETHTYPE },
	{ PFC_A_FLOOD_PRIO, .nest = ENTRY_OR_NONE(PFC_PRIO_COUNT, PFC_PRIO_COUNT) },
	{ PFC_A_FLOOD_LOSSLESS, 1, 0, 1 },
	{ PFC_A_PRIO_SOURCE, 1, 0, PFC_PRIO_SOURCE_MAX },
	{ PFC_A_APP_REWRITE, 1, 0, 1 },
	{ PFC_A_PRIO_DSCP, .nest = ENTRY_OR_NONE(PFC_PRIO_COUNT, PFC_DSCP_COUNT) },
	{ PFC_A_PRIO_PCP, .nest = ENTRY_OR_NONE(PFC_PRIO_COUNT, PFC_PRIO_COUNT) },
	{ PFC_A_PRIO_TC, .nest = ENTRY(PFC_PRIO_COUNT, PFC_PRIO_COUNT) },
	{ PFC_A_TC, .nest = tc_rules, .all = 1 << PFC_TC_A_ID },
	{ PFC_A_PRIO_WATCHDOG, .nest = ENTRY(PFC_PRIO_COUNT, 2) },
	{ PFC_A_DETECTION_TIME, 8, PFC_DETECTION_MIN, PFC_DETECTION_MAX },
	{ PFC_A_RESTORATION_TIME, 8, PFC_DETECTION_MIN, PFC_RESTORATION_MAX, .zero = true,
	  .never = true },
	{ PFC_A_WATCHDOG_ACTION, 1, 0, PFC_WATCHDOG_ACTION_MAX },
	{ PFC_A_ESCALATE_COUNT, 4, 1, PFC_ESCALATE_MAX, .zero = true },
	{ PFC_A_ESCALATE_PERIOD, 8, PFC_PERIOD_MIN, PFC_PERIOD_MAX },
	{ PFC_A_XOFF_TIMEOUT, 8, PFC_DETECTION_MIN, PFC_DETECTION_MAX, .zero = true },
	{ PFC_A_XOFF_WARN, 4, 1, PFC_XOFF_WARN_MAX, .zero = true },
	{ PFC_A_PORT_GROUP, 4, 1, PFC_PORT_GROUP_MAX, .zero = true },
	{ PFC_A_BOUNCE_PRIO, .nest = ENTRY_OR_NONE(PFC_PRIO_COUNT, PFC_PRIO_COUNT) },
	{ PFC_A_BOUNCE_DSCP, .nest = ENTRY_OR_NONE(PFC_PRIO_COUNT, PFC_DSCP_COUNT) },
	{ PFC_A_PRIOS, 1, 1, 0xff },
	{ PFC_A_ON, 1, 0, 1 },
	{ PFC_A_CONTROL_PRIO, 1, 0, PFC_PRIO_COUNT - 1, .none = true },
	{ PFC_A_LATENCY, 4, 0, PFC_LATENCY_MAX },
	{ PFC_A_IMPAIR, .nest = impair_rules, .all = 1 << PFC_IMPAIR_A_ID },
	{ PFC_A_IMPAIR_SEED, 4, 0, UINT32_MAX },
	{ PFC_A_IMPAIR_LINK_DOWN, 8, PFC_IMPAIR_LINK_MIN, PFC_IMPAIR_LINK_MAX, .zero = true },
	{ PFC_A_IMPAIR_LINK_PERIOD, 8, PFC_IMPAIR_LINK_MIN, PFC_IMPAIR_LINK_MAX },
	{ }
};

#endif /* RULES_H */
