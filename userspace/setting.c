// SPDX-License-Identifier: GPL-2.0-only
/*
 * From words to requests.  Everything is checked before anything is sent.
 */
#include <net/if.h>
#include <string.h>
#include "setting.h"

static const char *next_word(struct args *args)
{
	args->argc--;
	return *args->argv++;
}

/* Return: the word, or NULL after an error was reported */
static const char *word_after(struct ctx *ctx, const struct setting *s,
			      struct args *args)
{
	if (args->argc)
		return next_word(args);
	misuse(ctx, "%s: no value given", s->name);
	return NULL;
}

/* read_dev() - the name of a device */
int read_dev(struct ctx *ctx, const struct setting *s, struct args *args,
	     struct change *c)
{
	c->dev = word_after(ctx, s, args);
	if (!c->dev)
		return STATUS_USAGE;
	if (!*c->dev || strlen(c->dev) >= IFNAMSIZ)
		return fail(ctx, "dev: '%s' is not a device name of 1-%d characters",
			    c->dev, IFNAMSIZ - 1);
	mnl_attr_put_strz(&c->msg.hdr, PFC_A_IFNAME, c->dev);
	return STATUS_OK;
}

static int scalar(struct ctx *ctx, const struct setting *s, struct args *args,
		  uint64_t *value)
{
	char min[FORMAT_LEN], max[FORMAT_LEN];
	const char *word = word_after(ctx, s, args);

	if (!word)
		return STATUS_USAGE;
	if (s->zero && !strcmp(word, s->zero)) {
		*value = 0;
		return STATUS_OK;
	}
	if (!s->parse(word, value))
		return fail(ctx, "%s: '%s' is not %s%s%s", s->name, word, s->what,
			    s->zero ? ", nor " : "", s->zero ? s->zero : "");
	if (*value < s->min || *value > s->max)
		return fail(ctx, "%s: %s out of range %s-%s", s->name, word,
			    s->format(min, s->min), s->format(max, s->max));
	return STATUS_OK;
}

/* read_value() - a number with or without unit */
int read_value(struct ctx *ctx, const struct setting *s, struct args *args,
	       struct change *c)
{
	uint64_t value;
	int err;

	err = scalar(ctx, s, args, &value);
	if (err)
		return err;
	switch (s->bits) {
	case 8:
		mnl_attr_put_u8(&c->msg.hdr, s->attr, value);
		break;
	case 32:
		mnl_attr_put_u32(&c->msg.hdr, s->attr, value);
		break;
	case 64:
		mnl_attr_put_u64(&c->msg.hdr, s->attr, value);
		break;
	}
	return STATUS_OK;
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

/* read_map() - KEY:VALUE words, or the name of a preset and maybe such words */
int read_map(struct ctx *ctx, const struct setting *s, struct args *args,
	     struct change *c)
{
	uint8_t table[PFC_DSCP_COUNT];
	const char *word = word_after(ctx, s, args);
	int err = STATUS_OK;

	if (!word)
		return STATUS_USAGE;
	memset(table, MAP_UNSET, sizeof(table));
	if (s->attr != PFC_A_DSCP_PRIO || !map_preset(word, table))
		err = map_parse(ctx, s->map, word, table);
	/* The list goes on as long as words look like entries */
	while (!err && args->argc && strchr(*args->argv, ':'))
		err = map_parse(ctx, s->map, next_word(args), table);
	if (!err)
		put_map(&c->msg.hdr, s, table);
	return err;
}

/* read_pgs() - which priority groups are meant */
int read_pgs(struct ctx *ctx, const struct setting *s, struct args *args,
	     struct change *c)
{
	const char *word = word_after(ctx, s, args);
	uint64_t pg;

	if (!word)
		return STATUS_USAGE;
	if (!strcmp(word, "all")) {
		c->pgs = (1U << PFC_PRIO_COUNT) - 1;
		return STATUS_OK;
	}
	if (!parse_number(word, &pg))
		return fail(ctx, "pg: '%s' is not a number, nor all", word);
	if (pg >= PFC_PRIO_COUNT)
		return fail(ctx, "pg: %s out of range 0-%d", word,
			    PFC_PRIO_COUNT - 1);
	c->pgs = 1U << pg;
	return STATUS_OK;
}

/* read_pg_size() - a size of priority groups */
int read_pg_size(struct ctx *ctx, const struct setting *s, struct args *args,
		 struct change *c)
{
	uint64_t value;
	int err;

	err = scalar(ctx, s, args, &value);
	if (err)
		return err;
	c->pg_set |= 1U << s->attr;
	c->pg_size[s->attr] = value;
	return STATUS_OK;
}

static int unknown_word(struct ctx *ctx, const char *word,
			const struct setting *s)
{
	char known[256];
	size_t len = 0;

	for (; s->name && len < sizeof(known); s++)
		len += snprintf(known + len, sizeof(known) - len, " %s", s->name);
	return misuse(ctx, "'%s' is unknown here; expected:%s", word, known);
}

/**
 * settings_read() - read all words that are left
 * @ctx: the context
 * @args: the words
 * @settings: what they may be; ends with an empty one
 * @c: gets what they say, begun by change_begin()
 *
 * Return: an exit status.
 */
int settings_read(struct ctx *ctx, struct args *args,
		  const struct setting *settings, struct change *c)
{
	while (args->argc) {
		const char *word = next_word(args);
		const struct setting *s = settings;
		unsigned int bit;
		int err;

		while (s->name && strcmp(s->name, word))
			s++;
		if (!s->name)
			return unknown_word(ctx, word, settings);
		bit = 1U << (s - settings);
		if (c->seen & bit)
			return misuse(ctx, "%s: given twice", word);
		c->seen |= bit;
		err = s->read(ctx, s, args, c);
		if (err)
			return err;
	}
	return STATUS_OK;
}

/**
 * change_begin() - begin a request
 * @c: the request
 * @cmd: command of the family
 */
void change_begin(struct change *c, uint8_t cmd)
{
	memset(c, 0, sizeof(*c));
	genl_request(&c->msg, cmd, NLM_F_ACK);
}

static void put_pg(struct nlmsghdr *nlh, const struct change *c, int pg)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_PG);
	int attr;

	mnl_attr_put_u8(nlh, PFC_PG_A_ID, pg);
	for (attr = PFC_PG_A_XOFF; attr <= PFC_PG_A_MAX; attr++)
		if (c->pg_set & 1U << attr)
			mnl_attr_put_u32(nlh, attr, c->pg_size[attr]);
	mnl_attr_nest_end(nlh, nest);
}

/**
 * change_read() - read a change of a port, which must be named
 * @ctx: the context
 * @args: the words
 * @settings: what they may be; the first of them is the device
 * @c: result
 *
 * Return: an exit status.
 */
int change_read(struct ctx *ctx, struct args *args,
		const struct setting *settings, struct change *c)
{
	int err, pg;

	change_begin(c, PFC_CMD_PORT_SET);
	err = settings_read(ctx, args, settings, c);
	if (err)
		return err;
	if (!c->dev)
		return misuse(ctx, "dev: not given");
	if (c->pg_set && !c->pgs)
		return misuse(ctx, "pg: not given");
	for (pg = 0; pg < PFC_PRIO_COUNT; pg++)
		if (c->pg_set && c->pgs & 1U << pg)
			put_pg(&c->msg.hdr, c, pg);
	return STATUS_OK;
}

/**
 * change_run() - read a change of a port and make it
 * @ctx: the context
 * @args: the words
 * @settings: as of change_read()
 *
 * Return: an exit status.
 */
int change_run(struct ctx *ctx, struct args *args, const struct setting *settings)
{
	struct change c;
	int err;

	err = change_read(ctx, args, settings, &c);
	if (err)
		return err;
	if (c.pgs ? !c.pg_set : !(c.seen & ~1U))
		return misuse(ctx, "%s: nothing to set", c.dev);
	return genl_change(ctx, &c.msg, c.dev);
}

/**
 * show_dev() - read the words of a show command
 * @ctx: the context
 * @args: the words: nothing or dev DEV
 * @dev: result, NULL without
 *
 * Return: an exit status.
 */
int show_dev(struct ctx *ctx, struct args *args, const char **dev)
{
	static const struct setting settings[] = { SETTING_DEV, { 0 } };
	struct change c;
	int err;

	change_begin(&c, PFC_CMD_UNSPEC);
	err = settings_read(ctx, args, settings, &c);
	*dev = c.dev;
	return err;
}
