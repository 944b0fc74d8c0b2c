// SPDX-License-Identifier: GPL-2.0-only
/*
 * From words to requests.  Everything is checked before anything is sent.
 */
#include <ctype.h>
#include <net/if.h>
#include <string.h>
#include "setting.h"

const char *const on_off[] = { "off", "on", NULL };

static const char *next_word(struct args *args)
{
	args->argc--;
	return *args->argv++;
}

/**
 * word_after() - take the word behind a keyword
 * @ctx: the context
 * @s: the keyword that was read
 * @args: the words
 *
 * Return: the word, or NULL after an error was reported.
 */
const char *word_after(struct ctx *ctx, const struct setting *s, struct args *args)
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

/**
 * scalar_parse() - understand a number with or without unit
 * @ctx: the context
 * @s: the keyword that it belongs to
 * @word: the number
 * @value: result
 *
 * Return: an exit status.
 */
int scalar_parse(struct ctx *ctx, const struct setting *s, const char *word,
		 uint64_t *value)
{
	char min[FORMAT_LEN], max[FORMAT_LEN];

	if (s->zero && !strcmp(word, s->zero)) {
		*value = 0;
		return STATUS_OK;
	}
	if (!s->parse(word, value))
		return fail(ctx, "%s: '%s' is not %s%s%s", s->name, word, s->what,
			    s->zero ? ", nor " : "", s->zero ? s->zero : "");
	if (*value < s->min || *value > s->max)
		return fail(ctx, "%s: %s is out of range %s..%s", s->name, word,
			    s->format(min, s->min), s->format(max, s->max));
	return STATUS_OK;
}

/**
 * scalar_read() - read a number with or without unit
 * @ctx: the context
 * @s: the keyword that was read
 * @args: the words behind it
 * @value: result
 *
 * Return: an exit status.
 */
int scalar_read(struct ctx *ctx, const struct setting *s, struct args *args,
		uint64_t *value)
{
	const char *word = word_after(ctx, s, args);

	return word ? scalar_parse(ctx, s, word, value) : STATUS_USAGE;
}

/**
 * name_valid() - check the name of a pool or profile
 * @ctx: the context
 * @what: which word it is
 * @name: the name
 *
 * Return: whether it is one; false after an error was reported.
 */
bool name_valid(struct ctx *ctx, const char *what, const char *name)
{
	size_t len = 0;

	while (isalnum((unsigned char)name[len]) ||
	       (name[len] && strchr("_.-", name[len])))
		len++;
	if (len && !name[len] && len < PFC_NAME_LEN)
		return true;
	fail(ctx, "%s: '%s' is not a name of 1-%d characters A-Z a-z 0-9 _ . -",
	     what, name, PFC_NAME_LEN - 1);
	return false;
}

static int put_name(struct ctx *ctx, const char *what, const char *name,
		    struct change *c, uint16_t attr)
{
	if (!name_valid(ctx, what, name))
		return STATUS_FAILED;
	c->name = name;
	mnl_attr_put_strz(&c->msg.hdr, attr, name);
	return STATUS_OK;
}

/**
 * name_read() - read the name that must follow a command
 * @ctx: the context
 * @args: the words
 * @c: gets it
 * @attr: as this attribute
 *
 * Return: an exit status.
 */
int name_read(struct ctx *ctx, struct args *args, struct change *c, uint16_t attr)
{
	if (!args->argc)
		return misuse(ctx, "name: not given");
	return put_name(ctx, "name", next_word(args), c, attr);
}

/**
 * name_free() - check that a new name cannot be taken for a keyword
 * @ctx: the context
 * @name: the name
 *
 * Return: an exit status.
 */
int name_free(struct ctx *ctx, const char *name)
{
	static const char *const words[] = { "none", "size", "headroom-ratio" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcmp(name, words[i]))
			return fail(ctx, "name: '%s' has another meaning", name);
	return STATUS_OK;
}

/* read_name() - the name of a pool */
int read_name(struct ctx *ctx, const struct setting *s, struct args *args,
	      struct change *c)
{
	const char *word = word_after(ctx, s, args);

	return word ? put_name(ctx, s->name, word, c, s->attr) : STATUS_USAGE;
}

static void put_number(struct nlmsghdr *nlh, uint16_t attr, uint64_t value,
		       uint8_t bits)
{
	if (bits == 64)
		mnl_attr_put_u64(nlh, attr, value);
	else if (bits == 8)
		mnl_attr_put_u8(nlh, attr, value);
	else
		mnl_attr_put_u32(nlh, attr, value);
}

/* read_value() - a number with or without unit */
int read_value(struct ctx *ctx, const struct setting *s, struct args *args,
	       struct change *c)
{
	uint64_t value;
	int err;

	err = scalar_read(ctx, s, args, &value);
	if (err)
		return err;
	put_number(&c->msg.hdr, s->attr, value, s->bits);
	return STATUS_OK;
}

/* read_word() - one of several words, which stand for 0, 1 and so on */
int read_word(struct ctx *ctx, const struct setting *s, struct args *args,
	      struct change *c)
{
	const char *word = word_after(ctx, s, args);
	char known[64] = "";
	size_t len = 0;
	int i;

	if (!word)
		return STATUS_USAGE;
	for (i = 0; s->words[i] && strcmp(s->words[i], word); i++)
		len += snprintf(known + len, sizeof(known) - len, " %s", s->words[i]);
	if (!s->words[i])
		return fail(ctx, "%s: '%s' is none of%s", s->name, word, known);
	mnl_attr_put_u8(&c->msg.hdr, s->attr, i);
	return STATUS_OK;
}

static int read_ids(struct ctx *ctx, const struct setting *s, struct args *args,
		    struct part *part)
{
	const char *word = word_after(ctx, s, args);
	uint64_t id;

	if (!word)
		return STATUS_USAGE;
	if (!strcmp(word, "all")) {
		part->ids = (1U << PFC_PRIO_COUNT) - 1;
		return STATUS_OK;
	}
	if (!parse_number(word, &id))
		return fail(ctx, "%s: '%s' is not a number, nor all", s->name, word);
	if (id >= PFC_PRIO_COUNT)
		return fail(ctx, "%s: %s is out of range 0..%d", s->name, word,
			    PFC_PRIO_COUNT - 1);
	part->ids = 1U << id;
	return STATUS_OK;
}

/* read_pgs() - which priority groups are meant */
int read_pgs(struct ctx *ctx, const struct setting *s, struct args *args,
	     struct change *c)
{
	return read_ids(ctx, s, args, &c->pg);
}

/* read_queues() - which egress queues are meant */
int read_queues(struct ctx *ctx, const struct setting *s, struct args *args,
		struct change *c)
{
	return read_ids(ctx, s, args, &c->queue);
}

/**
 * part_set() - note what is to be set
 * @part: in these groups, queues or this class
 * @attr: the attribute
 * @value: its value
 * @bits: its size; 0: 32
 */
void part_set(struct part *part, uint16_t attr, uint64_t value, uint8_t bits)
{
	part->set |= 1U << attr;
	part->value[attr] = value;
	part->bits[attr] = bits;
}

static int read_part(struct ctx *ctx, const struct setting *s, struct args *args,
		     struct part *part)
{
	uint64_t value;
	int err;

	err = scalar_read(ctx, s, args, &value);
	if (!err)
		part_set(part, s->attr, value, s->bits);
	return err;
}

/* read_pg_value() - a number of priority groups */
int read_pg_value(struct ctx *ctx, const struct setting *s, struct args *args,
		  struct change *c)
{
	return read_part(ctx, s, args, &c->pg);
}

/* read_queue_value() - a number of egress queues */
int read_queue_value(struct ctx *ctx, const struct setting *s, struct args *args,
		     struct change *c)
{
	return read_part(ctx, s, args, &c->queue);
}

/* read_pg_headroom() - a size, or that the kernel is to reckon it */
int read_pg_headroom(struct ctx *ctx, const struct setting *s, struct args *args,
		     struct change *c)
{
	if (!args->argc || strcmp(*args->argv, "auto"))
		return read_part(ctx, s, args, &c->pg);
	next_word(args);
	part_set(&c->pg, PFC_PG_A_HEADROOM_AUTO, 1, 8);
	return STATUS_OK;
}

/* read_pg_name() - the name of a pool or profile that groups are bound to */
int read_pg_name(struct ctx *ctx, const struct setting *s, struct args *args,
		 struct change *c)
{
	const char *word = word_after(ctx, s, args);

	if (!word)
		return STATUS_USAGE;
	if (s->zero && !strcmp(word, s->zero))
		word = "";
	else if (!name_valid(ctx, s->name, word))
		return STATUS_FAILED;
	part_set(&c->pg, s->attr, 0, 0);
	c->pg.text[s->attr] = word;
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

/* Return: another setting, read before, that becomes the same attribute */
static const struct setting *same_attr(const struct setting *settings,
				       const struct setting *s, unsigned int seen)
{
	const struct setting *t;

	for (t = settings; t->name; t++)
		if (t != s && t->attr && t->attr == s->attr && t->read == s->read &&
		    seen & 1U << (t - settings))
			return t;
	return NULL;
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
		const struct setting *s = settings, *same;
		unsigned int bit;
		int err;

		while (s->name && strcmp(s->name, word))
			s++;
		if (!s->name)
			return unknown_word(ctx, word, settings);
		bit = 1U << (s - settings);
		if (c->seen & bit)
			return misuse(ctx, "%s: given twice", word);
		same = same_attr(settings, s, c->seen);
		if (same)
			return misuse(ctx, "%s: not together with %s", word,
				      same->name);
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

/* What is to be set in one group, queue or class; without a number if @id_attr is 0 */
static void put_part(struct nlmsghdr *nlh, const struct part *part, uint16_t type,
		     uint16_t id_attr, uint8_t id)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, type);
	uint16_t attr;

	if (id_attr)
		mnl_attr_put_u8(nlh, id_attr, id);
	for (attr = 0; attr < PART_ATTRS; attr++) {
		if (!(part->set & 1U << attr))
			continue;
		if (part->text[attr])
			mnl_attr_put_strz(nlh, attr, part->text[attr]);
		else
			put_number(nlh, attr, part->value[attr], part->bits[attr]);
	}
	mnl_attr_nest_end(nlh, nest);
}

_Static_assert(PFC_PG_A_MAX < PART_ATTRS && PFC_QUEUE_A_MAX < PART_ATTRS &&
	       PFC_TC_A_MAX < PART_ATTRS, "too few attributes");

/**
 * change_put() - add what is to be set in groups or queues to the request
 * @c: the request
 * @attr: %PFC_A_PG or %PFC_A_QUEUE
 *
 * Groups that no number was given for get a nest without one: a profile's.
 */
void change_put(struct change *c, uint16_t attr)
{
	const bool pg = attr == PFC_A_PG;
	const struct part *part = pg ? &c->pg : &c->queue;
	int id;

	if (pg && !part->ids && part->set)
		put_part(&c->msg.hdr, part, attr, 0, 0);
	for (id = 0; id < PFC_PRIO_COUNT; id++)
		if (part->ids & 1U << id)
			put_part(&c->msg.hdr, part, attr,
				 pg ? PFC_PG_A_ID : PFC_QUEUE_A_ID, id);
}

static void put_tcs(struct change *c)
{
	int id;

	for (id = 0; id < PFC_PRIO_COUNT; id++)
		if (c->tc[id].set)
			put_part(&c->msg.hdr, &c->tc[id], PFC_A_TC, PFC_TC_A_ID, id);
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
	int err;

	change_begin(c, PFC_CMD_PORT_SET);
	err = settings_read(ctx, args, settings, c);
	if (err)
		return err;
	if (!c->dev)
		return misuse(ctx, "dev: not given");
	if (c->pg.set && !c->pg.ids)
		return misuse(ctx, "pg: not given");
	if (c->queue.set && !c->queue.ids)
		return misuse(ctx, "queue: not given");
	if (c->pg.set)
		change_put(c, PFC_A_PG);
	if (c->queue.set)
		change_put(c, PFC_A_QUEUE);
	put_tcs(c);
	return STATUS_OK;
}

/**
 * change_send() - make a change of a port that was read
 * @ctx: the context
 * @c: the change
 *
 * Return: an exit status.
 */
int change_send(struct ctx *ctx, struct change *c)
{
	if (c->pg.ids | c->queue.ids ? !(c->pg.set | c->queue.set) : !(c->seen & ~1U))
		return misuse(ctx, "%s: nothing to set", c->dev);
	return genl_change(ctx, &c->msg, c->dev);
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
	return err ? err : change_send(ctx, &c);
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

/**
 * show_name() - read the words of a show command for what has a name
 * @ctx: the context
 * @args: the words: nothing or a name
 * @name: result, NULL without
 *
 * Return: an exit status.
 */
int show_name(struct ctx *ctx, struct args *args, const char **name)
{
	*name = args->argc ? next_word(args) : NULL;
	return args_end(ctx, args);
}
