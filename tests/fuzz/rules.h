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

#include "rules_generated.h"

static const struct rule profile_rules[] = {
	{ PFC_A_PROFILE_NAME, 0, 1, PFC_NAME_LEN - 1 },
	{ PFC_A_PG, .nest = pg_rules + 1 },
	{ }
};

#endif /* RULES_H */
