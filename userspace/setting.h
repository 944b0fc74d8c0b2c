/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Settings: KEYWORD VALUE pairs of a command, read into a request.
 */
#ifndef SETTING_H
#define SETTING_H

#include "format.h"
#include "netlink.h"
#include "parse.h"

struct setting;

/**
 * struct change - what the words of a command ask for
 * @msg: the request
 * @dev: the device named, or NULL
 * @pgs: bit mask of the priority groups named
 * @pg_set: bit mask of &enum pfc_pg_attr: what is to be set in them
 * @pg_size: to what
 * @seen: bit mask of the settings read, by their place in the table
 */
struct change {
	struct message	msg;
	const char	*dev;
	unsigned int	pgs;
	unsigned int	pg_set;
	uint32_t	pg_size[PFC_PG_A_MAX + 1];
	unsigned int	seen;
};

/**
 * typedef setting_fn - reads what follows a keyword
 * @ctx: the context
 * @s: the keyword
 * @args: the words
 * @c: gets what they say
 *
 * Return: an exit status.
 */
typedef int setting_fn(struct ctx *ctx, const struct setting *s,
		       struct args *args, struct change *c);
typedef bool parse_fn(const char *word, uint64_t *value);

/**
 * struct setting - a keyword and what may follow it
 * @name: the keyword
 * @read: reads what follows
 * @attr: attribute that it becomes
 * @bits: size of that: 8, 32 or 64
 * @parse: understands a value
 * @format: writes one
 * @what: a valid value, for errors
 * @zero: word that stands for 0, or NULL
 * @min: least value
 * @max: largest value
 * @map: kind of map, for those that are one
 */
struct setting {
	const char		*name;
	setting_fn		*read;
	uint16_t		attr;
	uint8_t			bits;
	parse_fn		*parse;
	format_fn		*format;
	const char		*what;
	const char		*zero;
	uint64_t		min;
	uint64_t		max;
	const struct map	*map;
};

setting_fn read_dev, read_value, read_map, read_pgs, read_pg_size;

#define SETTING_SIZE(name_, attr_) {					\
	.name = name_, .read = read_value, .attr = attr_, .bits = 32,	\
	.parse = parse_size, .format = format_size,			\
	.what = "a size like 131072, 128K or 1.5M", .max = PFC_SIZE_MAX	\
}

#define SETTING_PG_SIZE(name_, attr_) {					\
	.name = name_, .read = read_pg_size, .attr = attr_,		\
	.parse = parse_size, .format = format_size,			\
	.what = "a size like 131072, 128K or 1.5M", .max = PFC_SIZE_MAX	\
}

#define SETTING_PG_ALPHA {						\
	.name = "alpha", .read = read_pg_size, .attr = PFC_PG_A_ALPHA,	\
	.parse = parse_alpha, .format = format_alpha,			\
	.what = "a multiple of 1/64 like 1/8, 0.125 or 2", .zero = "off", \
	.min = 1, .max = PFC_ALPHA_MAX					\
}

#define SETTING_MAP(name_, attr_, map_) {				\
	.name = name_, .read = read_map, .attr = attr_, .map = map_	\
}

#define SETTING_DEV { .name = "dev", .read = read_dev }

#define SETTING_DEFAULT_PRIO {						\
	.name = "default-prio", .read = read_value,			\
	.attr = PFC_A_DEFAULT_PRIO, .bits = 8,				\
	.parse = parse_number, .format = format_number,			\
	.what = "a number", .max = PFC_PRIO_COUNT - 1			\
}

#define SETTING_PAUSE_TIME {						\
	.name = "pause-time", .read = read_value,			\
	.attr = PFC_A_PAUSE_TIME, .bits = 32,				\
	.parse = parse_quanta, .format = format_quanta,			\
	.what = "a number of quanta", .min = 1,				\
	.max = PFC_PAUSE_TIME_MAX					\
}

void change_begin(struct change *c, uint8_t cmd);
int settings_read(struct ctx *ctx, struct args *args,
		  const struct setting *settings, struct change *c);
int change_read(struct ctx *ctx, struct args *args,
		const struct setting *settings, struct change *c);
int change_run(struct ctx *ctx, struct args *args,
	       const struct setting *settings);
int show_dev(struct ctx *ctx, struct args *args, const char **dev);

#endif /* SETTING_H */
