/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Settings: KEYWORD VALUE pairs of a command, parsed into a request.
 */
#ifndef SETTING_H
#define SETTING_H

#include "format.h"
#include "netlink.h"
#include "parse.h"
#include "words_generated.h"

struct setting;

/* More than the largest attribute number of a PG, a queue or a traffic class */
#define PART_ATTRS	16

/**
 * struct part - change of priority groups, of queues, of a traffic class or of impairments
 * @ids: bit mask of the PGs or queues to change
 * @set: bit mask of the attributes to set
 * @value: values by attribute
 * @bits: sizes of the values: 8, 32 or 64; 0: 32
 * @text: values of string attributes; NULL for all other attributes
 */
struct part {
	unsigned int	ids;
	unsigned int	set;
	uint64_t	value[PART_ATTRS];
	uint8_t		bits[PART_ATTRS];
	const char	*text[PART_ATTRS];
};

/**
 * struct change - parsed words of a command
 * @msg: the request
 * @dev: the given device, or NULL
 * @name: the given pool or profile, or NULL
 * @prios: bit mask of the given priorities
 * @events: bit mask of the given events
 * @since: the given point in time, CLOCK_MONOTONIC, ns, or 0
 * @window: the given length of time, ns, or 0
 * @pg: change of priority groups
 * @queue: change of egress queues
 * @tc: changes by traffic class
 * @impair: change of the impairments of @prios
 * @seen: bit mask of the parsed settings, by their index in the table
 */
struct change {
	struct message	msg;
	const char	*dev;
	const char	*name;
	uint8_t		prios;
	uint32_t	events;
	uint64_t	since;
	uint64_t	window;
	struct part	pg;
	struct part	queue;
	struct part	tc[PFC_PRIO_COUNT];
	struct part	impair;
	uint64_t	seen;
};

/**
 * struct given - values of a hypothetical link, from the command line
 * @c: the parsed settings; must be first
 * @value: values by attribute, and the MTU; 0: not given, and no default
 */
struct given {
	struct change	c;
	uint64_t	value[PFC_A_MAX + 1];
};

#define GIVEN_MTU	PFC_A_UNSPEC

/* Values of @part of a setting */
#define OF_PG		offsetof(struct change, pg)
#define OF_QUEUE	offsetof(struct change, queue)
#define OF_IMPAIR	offsetof(struct change, impair)

/**
 * typedef setting_fn - parse the value of a setting
 * @ctx: the context
 * @s: the setting
 * @args: the words after the keyword; parsed words are removed
 * @c: the change to which the value is added
 *
 * Return: an exit status.
 */
typedef int setting_fn(struct ctx *ctx, const struct setting *s,
		       struct args *args, struct change *c);

/**
 * struct setting - a keyword and the form of its value
 * @name: the keyword
 * @read: parses the value
 * @attr: netlink attribute of the value
 * @bits: size of the attribute: 8, 32 or 64; 0: 32
 * @part: the part of &struct change that has the attribute; 0: the request
 * @parse: parses a number
 * @format: formats a number, for error messages
 * @what: description of a valid value, for error messages
 * @zero: word that means 0, or NULL
 * @word: word that means @word_value, or NULL
 * @word_value: a number, which may be out of range
 * @min: minimum, unless the word is @zero
 * @max: maximum
 * @map: kind of map, if the setting is a map
 * @words: words for the values from 0 on; NULL ends the list
 */
struct setting {
	const char		*name;
	setting_fn		*read;
	uint16_t		attr;
	uint8_t			bits;
	size_t			part;
	parse_fn		*parse;
	format_fn		*format;
	const char		*what;
	const char		*zero;
	const char		*word;
	uint64_t		word_value;
	uint64_t		min;
	uint64_t		max;
	const struct map	*map;
	const char *const	*words;
};

setting_fn read_dev, read_name, read_value, read_window;
setting_fn read_ids, read_part, read_pg_headroom, read_part_name;
setting_fn read_duty, read_given;

/* setting_word.c */
setting_fn read_word, read_flag;
int word_read(struct ctx *ctx, const struct setting *s, struct args *args, unsigned int *index);

/* setting_list.c */
setting_fn read_map, read_ethtypes, read_tc_values, read_prios;

/* Forms of settings that are no attributes */
#define A_RATE	"a rate like 100mbit or 2.5gbit"

#define SETTING_POOL { .name = "pool", .read = read_name, .attr = PFC_A_POOL_NAME }
#define SETTING_PGS { .name = "pg", .read = read_ids, .part = OF_PG }
#define SETTING_QUEUES { .name = "queue", .read = read_ids, .part = OF_QUEUE }
#define SETTING_PRIOS { .name = "prio", .read = read_prios, .attr = PFC_A_PRIOS }
#define SETTING_DEV { .name = "dev", .read = read_dev }

/*
 * setting_rows_generated.c, from the netlink specification.  All settings of a PG from index
 * PG_SETTINGS_OF_PROFILE on are also settings of a profile.
 */
extern const struct setting port_settings[], pfc_settings[], map_settings[], pg_settings[];
extern const struct setting queue_settings[], ets_settings[], pool_settings[];
extern const struct setting watchdog_settings[], impair_settings[], link_settings[];
#define PG_SETTINGS_OF_PROFILE	3

/* port.c */
const struct setting *port_settings_all(void);

int name_read(struct ctx *ctx, struct args *args, struct change *c, uint16_t attr);
int name_free(struct ctx *ctx, const char *name);
const char *word_after(struct ctx *ctx, const struct setting *s, struct args *args);
int scalar_parse(struct ctx *ctx, const struct setting *s, const char *word,
		 uint64_t *value);
int scalar_read(struct ctx *ctx, const struct setting *s, struct args *args,
		uint64_t *value);
void part_set(struct part *part, uint16_t attr, uint64_t value, uint8_t bits);
void change_begin(struct change *c, uint8_t cmd);
void change_put(struct change *c, uint16_t attr);
const struct setting *setting_conflict(const struct setting *settings,
				       const struct setting *s, uint64_t seen);
int settings_read(struct ctx *ctx, struct args *args,
		  const struct setting *settings, struct change *c);
int change_parts(struct ctx *ctx, struct change *c);
int change_end(struct ctx *ctx, struct change *c);
int change_read(struct ctx *ctx, struct args *args,
		const struct setting *settings, struct change *c);
int show_dev(struct ctx *ctx, struct args *args, const char **dev);

#endif /* SETTING_H */
