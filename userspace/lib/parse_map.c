// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parsing of map entries.
 */
#include <string.h>
#include <strings.h>
#include "fix.h"
#include "parse.h"
#include "words_generated.h"

/*
 * Parses the name of a DSCP at the beginning of a word, up to a hyphen or colon, and advances @word
 * past it.  Case does not matter.  Return: whether the name is known.
 */
static bool read_dscp(const char **word, uint64_t *dscp)
{
	static const struct {
		const char	*name;
		uint8_t		dscp;
	} names[] = {
		{ "BE", 0 }, { "DF", 0 }, { "LE", 1 }, { "VA", 44 }, { "EF", 46 },
	};
	const char *name = *word;
	size_t len = strcspn(name, "-:"), i;

	*word += len;
	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (len == 2 && !strncasecmp(name, names[i].name, len)) {
			*dscp = names[i].dscp;
			return true;
		}
	if (len == 3 && !strncasecmp(name, "CS", 2) && name[2] >= '0' && name[2] <= '7')
		*dscp = (name[2] - '0') * 8;
	else if (len == 4 && !strncasecmp(name, "AF", 2) && name[2] >= '1' && name[2] <= '4' &&
		 name[3] >= '1' && name[3] <= '3')
		*dscp = (name[2] - '0') * 8 + (name[3] - '0') * 2;
	else
		return false;
	return true;
}

static int map_key(struct ctx *ctx, const struct map *map, const char **word,
		   unsigned int *key)
{
	uint64_t number;

	if (!read_digits(word, &number) &&
	    (map->keys != PFC_DSCP_COUNT || !read_dscp(word, &number)))
		return -1;
	if (number >= map->keys)
		return fail(ctx, "%s: %s %llu is out of range 0..%u", map->name,
			    map->key, (unsigned long long)number, map->keys - 1);
	*key = number;
	return STATUS_OK;
}

/*
 * Parse the keys of a map entry.
 * @word: KEY:..., KEY-KEY:... or all:...; advanced to the colon; a DSCP has names, too
 * Return: an exit status, nonzero after an error message; -1 without a message if the form of the
 * word is wrong.
 */
int map_keys(struct ctx *ctx, const struct map *map, const char **word,
	     unsigned int *first, unsigned int *last)
{
	int err;

	if (!strchr(*word, ':'))
		return -1;
	if (!strncmp(*word, "all:", 4)) {
		*word += 3;
		*first = 0;
		*last = map->keys - 1;
		return STATUS_OK;
	}
	err = map_key(ctx, map, word, first);
	*last = *first;
	if (!err && **word == '-') {
		++*word;
		err = map_key(ctx, map, word, last);
	}
	if (!err && **word != ':')
		return -1;
	if (!err && *last < *first)
		return fail(ctx, "%s: range %u-%u is reversed; must be %u-%u",
			    map->name, *first, *last, *last, *first);
	return err;
}

/* Parse the value of a map entry, after the colon.  Return: as for map_keys() */
int map_value(struct ctx *ctx, const struct map *map, const char *word,
	      uint8_t *value)
{
	const char *end = word;
	uint64_t number;
	int i;

	for (i = 0; map->values && map->values[i]; i++)
		if (!strcmp(word, map->values[i])) {
			*value = i;
			return STATUS_OK;
		}
	if (map->none && !strcmp(word, "none")) {
		*value = PFC_MAP_NONE;
		return STATUS_OK;
	}
	if (map->max == PFC_DSCP_COUNT - 1 && read_dscp(&end, &number) && !*end) {
		*value = number;
		return STATUS_OK;
	}
	if (map->values || !parse_number(word, &number))
		return -1;
	if (number > map->max)
		return fail(ctx, "%s: %s %llu is out of range 0..%u", map->name,
			    map->value, (unsigned long long)number, map->max);
	*value = number;
	return STATUS_OK;
}

/* Report a map entry of the wrong form.  Return: %STATUS_FAILED */
int map_wrong(struct ctx *ctx, const struct map *map, const char *word)
{
	char values[64] = "";
	size_t len = 0;
	int i;

	for (i = 0; map->values && map->values[i] && len < sizeof(values); i++)
		len += snprintf(values + len, sizeof(values) - len, "%s%s",
				i ? "|" : "", map->values[i]);
	if (map->values == on_off_words && !word[strspn(word, "0123456789")])
		fixed_by(ctx, "write $1:on or $1:off", word);
	else if (strchr(word, ','))
		fixed_by(ctx, "separate entries with spaces, as in 3:VALUE 5-6:VALUE");
	else if (!strcmp(map->key, "DSCP"))
		fixed_by(ctx,
			 "write the DSCP as a number or name, as in 26:3, AF31:3 or CS6-CS7:6");
	return fail(ctx, "%s: '%s' is invalid; must be %s:%s%s", map->name, word, map->key,
		    map->values ? values : map->value, map->none ? "|none" : "");
}

/*
 * Parse a map entry KEY:VALUE, KEY-KEY:VALUE or all:VALUE into the values by key.  Return: an exit
 * status, nonzero after an error message.
 */
int map_parse(struct ctx *ctx, const struct map *map, const char *word,
	      uint8_t *table)
{
	unsigned int first = 0, last = 0;
	const char *rest = word;
	uint8_t value = 0;
	int err;

	err = map_keys(ctx, map, &rest, &first, &last);
	if (!err)
		err = map_value(ctx, map, rest + 1, &value);
	if (err < 0)
		return map_wrong(ctx, map, word);
	if (!err)
		memset(table + first, value, last - first + 1);
	return err;
}

/* Names of the presets of a DSCP to priority map; NULL ends the list */
const char *const map_presets[] = {
	"default", "identity", "class-selector", "zero", NULL
};

/* Fill a DSCP to priority map from a preset.  Return: whether the preset exists */
bool map_preset(const char *word, uint8_t *table)
{
	/* Bits to drop of DSCP 0..7, and of the others; 6 bits leave 0 */
	static const uint8_t shifts[][2] = { { 0, 3 }, { 0, 6 }, { 3, 3 }, { 6, 6 } };
	unsigned int preset = 0, dscp;

	while (map_presets[preset] && strcmp(word, map_presets[preset]))
		preset++;
	for (dscp = 0; map_presets[preset] && dscp < PFC_DSCP_COUNT; dscp++)
		table[dscp] = dscp >> shifts[preset][dscp >= PFC_PRIO_COUNT];
	return map_presets[preset];
}
