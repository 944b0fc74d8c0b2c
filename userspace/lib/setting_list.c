// SPDX-License-Identifier: GPL-2.0-only
/*
 * Settings that are lists: KEYWORD KEY:VALUE KEY:VALUE ..., and lists of priorities.
 */
#include <string.h>
#include "fix.h"
#include "keyword.h"
#include "select.h"
#include "setting.h"

/* Maximum number of entries in a command: enough to remove all old and add as many new entries */
#define ETHTYPES_AT_ONCE	(2 * PFC_ETHTYPES_MAX)

typedef int entry_fn(struct ctx *ctx, const struct setting *s, const char *word, void *to);

/* Parses the words of a list: the first word, and those after it up to one without a colon */
static int each_entry(struct ctx *ctx, const struct setting *s, struct args *args, entry_fn *parse,
		      void *to)
{
	const char *word = word_after(ctx, s, args);
	int err = word ? parse(ctx, s, word, to) : STATUS_USAGE;

	while (!err && args->argc && strchr(*args->argv, ':')) {
		args->argc--;
		err = parse(ctx, s, *args->argv++, to);
	}
	return err;
}

static void put_map(struct nlmsghdr *nlh, const struct setting *s,
		    const uint8_t *table)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, s->attr);
	unsigned int key;

	for (key = 0; key < s->map->keys; key++) {
		struct nlattr *entry;

		if (table[key] == MAP_UNSET)
			continue;
		entry = mnl_attr_nest_start(nlh, PFC_A_MAP_ENTRY);
		mnl_attr_put_u8(nlh, PFC_MAP_A_KEY, key);
		mnl_attr_put_u8(nlh, PFC_MAP_A_VALUE, table[key]);
		mnl_attr_nest_end(nlh, entry);
	}
	mnl_attr_nest_end(nlh, nest);
}

/* Parses an entry of a map, or the name of a preset */
static int entry_parse(struct ctx *ctx, const struct setting *s, const char *word, void *table)
{
	return s->attr == PFC_A_DSCP_PRIO && map_preset(word, table) ? STATUS_OK :
	       map_parse(ctx, s->map, word, table);
}

/* read_map() - parse KEY:VALUE words, optionally after the name of a preset */
int read_map(struct ctx *ctx, const struct setting *s, struct args *args,
	     struct change *c)
{
	uint8_t table[PFC_DSCP_COUNT];
	int err;

	memset(table, MAP_UNSET, sizeof(table));
	err = each_entry(ctx, s, args, entry_parse, table);
	if (!err)
		put_map(&c->msg.hdr, s, table);
	return err;
}

/* Entries of an EtherType to priority map */
struct ethtypes {
	unsigned int	n;
	struct ethtype	list[ETHTYPES_AT_ONCE];
};

static int check_ethtype(struct ctx *ctx, const struct map *map, uint64_t type)
{
	char buf[FORMAT_LEN];

	format_ethtype(buf, type);
	if (type < 0x0600)
		return fail(ctx, "%s: %s %s is out of range 0x0600..0xffff",
			    map->name, map->key, buf);
	if (type == 0x8100 || type == 0x88a8)
		return fail(ctx, "%s: %s %s is not allowed (VLAN tag)",
			    map->name, map->key, buf);
	if (type == 0x8808)
		return fail(ctx, "%s: %s %s is not allowed (MAC control frame)",
			    map->name, map->key, buf);
	return STATUS_OK;
}

static int ethtype_parse(struct ctx *ctx, const struct setting *s, const char *word, void *to)
{
	const struct map *map = s->map;
	const char *colon = strchr(word, ':');
	struct ethtypes *list = to;
	uint8_t prio = 0;
	uint64_t type;
	unsigned int i;
	int err;

	if (!colon || !parse_ethtype(word, colon - word, &type))
		return map_wrong(ctx, map, word);
	err = check_ethtype(ctx, map, type);
	if (!err)
		err = map_value(ctx, map, colon + 1, &prio);
	if (err < 0)
		return map_wrong(ctx, map, word);
	if (err)
		return err;
	for (i = 0; i < list->n && list->list[i].type != type; i++)
		;
	if (i == ETHTYPES_AT_ONCE)
		return fail(ctx, "%s: more than %u entries in one command",
			    map->name, ETHTYPES_AT_ONCE);
	if (i == list->n)
		list->n++;
	list->list[i] = (struct ethtype){ .type = type, .prio = prio };
	return STATUS_OK;
}

/* read_ethtypes() - parse ETHERTYPE:PRIORITY words */
int read_ethtypes(struct ctx *ctx, const struct setting *s, struct args *args,
		  struct change *c)
{
	struct nlmsghdr *nlh = &c->msg.hdr;
	struct ethtypes list = { 0 };
	struct nlattr *nest, *entry;
	unsigned int i;
	int err;

	err = each_entry(ctx, s, args, ethtype_parse, &list);
	if (err)
		return err;
	nest = mnl_attr_nest_start(nlh, s->attr);
	for (i = 0; i < list.n; i++) {
		entry = mnl_attr_nest_start(nlh, PFC_A_MAP_ENTRY);
		mnl_attr_put_u16(nlh, PFC_MAP_A_KEY16, list.list[i].type);
		mnl_attr_put_u8(nlh, PFC_MAP_A_VALUE, list.list[i].prio);
		mnl_attr_nest_end(nlh, entry);
	}
	mnl_attr_nest_end(nlh, nest);
	return STATUS_OK;
}

static int tc_parse(struct ctx *ctx, const struct setting *s, const char *word, void *change)
{
	struct change *c = change;
	unsigned int first = 0, last = 0;
	const char *rest = word;
	uint64_t value = 0;
	uint8_t number = 0;
	int err;

	err = map_keys(ctx, s->map, &rest, &first, &last);
	if (!err && s->map->values) {
		err = map_value(ctx, s->map, rest + 1, &number);
		value = number;
	} else if (!err) {
		err = scalar_parse(ctx, s, rest + 1, &value);
	}
	if (err < 0)
		return map_wrong(ctx, s->map, word);
	if (err)
		return err;
	for (; first <= last; first++)
		part_set(&c->tc[first], s->attr, value, s->bits);
	return STATUS_OK;
}

/* read_tc_values() - parse TC:VALUE words for one attribute of traffic classes */
int read_tc_values(struct ctx *ctx, const struct setting *s, struct args *args,
		   struct change *c)
{
	return each_entry(ctx, s, args, tc_parse, c);
}

/*
 * Parses PRIO or PRIO-PRIO and advances @word past it.
 * Return: an exit status, or -1 without an error message if the word has the wrong form.
 */
static int prios_parse(struct ctx *ctx, const struct setting *s, const char **word,
		       uint8_t *prios)
{
	uint64_t first, last;

	if (!read_digits(word, &first))
		return -1;
	last = first;
	if (**word == '-') {
		++*word;
		if (!read_digits(word, &last))
			return -1;
	}
	if (first >= PFC_PRIO_COUNT || last >= PFC_PRIO_COUNT)
		return fail(ctx, "%s: %llu is out of range 0..%d", s->name,
			    (unsigned long long)(first > last ? first : last),
			    PFC_PRIO_COUNT - 1);
	if (last < first)
		return fail(ctx, "%s: range %llu-%llu is reversed; must be %llu-%llu", s->name,
			    (unsigned long long)first, (unsigned long long)last,
			    (unsigned long long)last, (unsigned long long)first);
	for (; first <= last; first++)
		*prios |= 1U << first;
	return STATUS_OK;
}

/* read_prios() - parse a list of priorities like 3,4 or 0-3,7, or all */
int read_prios(struct ctx *ctx, const struct setting *s, struct args *args,
	       struct change *c)
{
	const char *word = word_after(ctx, s, args), *rest = word;
	int err = STATUS_OK;

	if (!word)
		return STATUS_USAGE;
	if (!strcmp(word, "all")) {
		c->prios = (1U << PFC_PRIO_COUNT) - 1;
	} else {
		do
			err = prios_parse(ctx, s, &rest, &c->prios);
		while (!err && *rest++ == ',');
		if (err < 0 || (!err && rest[-1]))
			return fail(ctx,
				    "%s: '%s' is invalid; must be a list like 3,4 or 0-3, or all (0..%d)",
				    s->name, word, PFC_PRIO_COUNT - 1);
	}
	if (!err && s->attr)
		mnl_attr_put_u8(&c->msg.hdr, s->attr, c->prios);
	return err;
}

/*
 * List the settings that pfcctl port add and port set accept; an empty entry ends the list.
 *
 * The settings of an egress queue are not among them: some have the name of a setting of a PG.
 */
const struct setting *port_settings_all(void)
{
	static const struct setting *const parts[] = {
		port_settings, pfc_settings, map_settings, pg_settings, ets_settings,
		watchdog_settings,
	};
	static struct setting all[64 + 1];
	const struct setting *s;
	struct keywords k = { 0 };
	size_t i, before;

	for (i = 0; i < ARRAY_SIZE(parts); i++)
		for (s = parts[i]; s->name; s++) {
			before = k.n;
			keyword_add(&k, s->name);
			if (k.n > before && k.n < ARRAY_SIZE(all))
				all[before] = *s;
		}
	return all;
}
