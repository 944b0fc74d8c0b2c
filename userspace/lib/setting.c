// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parsing of settings into requests.  The tool sends a request only after it has parsed
 * and checked all words.
 */
#include <ctype.h>
#include <linux/genetlink.h>
#include <net/if.h>
#include <string.h>
#include "fix.h"
#include "keyword.h"
#include "port_words.h"
#include "select.h"
#include "setting.h"

static const char *next_word(struct args *args)
{
	args->argc--;
	return *args->argv++;
}

/* Reports a keyword that is the last word.  An abbreviation may be meant as a value */
static void no_value(struct ctx *ctx, const struct setting *s, const char *typed)
{
	if (strcmp(typed, s->name) && !strncmp(typed, s->name, strlen(typed)))
		misuse(fixed_by(ctx, "add a value after $2, which is short for $1", s->name, typed),
		       "%s: no value given after '%s'", s->name, typed);
	else
		misuse_no_value(ctx, s->name);
}

/* Take the word after a keyword.  Return: the word, or NULL after an error message */
const char *word_after(struct ctx *ctx, const struct setting *s, struct args *args)
{
	if (completing(ctx, args)) {
		complete_value(ctx, s);
		return NULL;
	}
	if (args->argc)
		return next_word(args);
	no_value(ctx, s, args->argv[-1]);
	return NULL;
}

/* read_dev() - parse the name of a device; a list or pattern is not put into the request */
int read_dev(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	c->dev = word_after(ctx, s, args);
	if (!c->dev)
		return STATUS_USAGE;
	if (select_is_set(ctx, c->dev))
		return select_valid(ctx, c->dev);
	if (!*c->dev || strlen(c->dev) >= IFNAMSIZ)
		return fail(ctx, "dev: '%s' is invalid; must be a device name of 1-%d characters",
			    c->dev, IFNAMSIZ - 1);
	mnl_attr_put_strz(&c->msg.hdr, PFC_A_IFNAME, c->dev);
	return STATUS_OK;
}

#define FIX_UNIT	"add a unit, as in 100mbit; without a unit, a rate is in bit/s"

/* Return: whether the word is a rate without a unit */
static bool is_bare_rate(const struct setting *s, const char *word)
{
	return s->parse == parse_rate && !word[strspn(word, "0123456789")];
}

/* Parse a number with or without unit, and check its range.  Return: an exit status */
int scalar_parse(struct ctx *ctx, const struct setting *s, const char *word, uint64_t *value)
{
	char min[FORMAT_LEN], max[FORMAT_LEN];

	if (s->zero && !strcmp(word, s->zero)) {
		*value = 0;
		return STATUS_OK;
	}
	if (s->word && !strcmp(word, s->word)) {
		*value = s->word_value;
		return STATUS_OK;
	}
	if (!s->parse(word, value))
		return fail(ctx, "%s: '%s' is invalid; must be %s%s%s (%s..%s)", s->name, word,
			    s->what, s->zero ? ", or " : "", s->zero ? s->zero : "",
			    s->format(min, s->min), s->format(max, s->max));
	if (*value < s->min || *value > s->max)
		return fail(is_bare_rate(s, word) ? fixed_by(ctx, FIX_UNIT) : ctx,
			    "%s: %s is out of range %s..%s", s->name, word,
			    s->format(min, s->min), s->format(max, s->max));
	return STATUS_OK;
}

/* Take and parse a number with or without unit.  Return: an exit status */
int scalar_read(struct ctx *ctx, const struct setting *s, struct args *args, uint64_t *value)
{
	const char *word = word_after(ctx, s, args);

	return word ? scalar_parse(ctx, s, word, value) : STATUS_USAGE;
}

/* read_window() - parse a length of time */
int read_window(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	return scalar_read(ctx, s, args, &c->window);
}

/*
 * Check the name of a pool or profile.  Return: false after an error message about the keyword
 * @what.
 */
bool name_valid(struct ctx *ctx, const char *what, const char *name)
{
	size_t len = 0;

	while (isalnum((unsigned char)name[len]) ||
	       (name[len] && strchr("_.-", name[len])))
		len++;
	if (len && !name[len] && len < PFC_NAME_LEN)
		return true;
	fail(ctx, "%s: '%s' is invalid; must be a name of 1-%d characters A-Z a-z 0-9 _ . -",
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

/* Parse the mandatory name after a command; @attr: its attribute.  Return: an exit status */
int name_read(struct ctx *ctx, struct args *args, struct change *c, uint16_t attr)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&c->msg.hdr);

	if (completing(ctx, args) &&
	    (genl->cmd == PFC_CMD_POOL_NEW || genl->cmd == PFC_CMD_PROFILE_NEW))
		return STATUS_USAGE;
	if (completing(ctx, args))
		return complete_names(ctx, attr);
	if (!args->argc)
		return misuse(fixed_by(ctx, "add a name of 1-31 characters, like gold"),
			      "name: not given");
	return put_name(ctx, "name", next_word(args), c, attr);
}

/* Check that a new name is not a keyword.  Return: an exit status */
int name_free(struct ctx *ctx, const char *name)
{
	if (strcmp(name, "none") && !setting_find(pool_settings, name))
		return STATUS_OK;
	return fail(ctx, "name: '%s' is reserved; must not be none or a setting of a pool", name);
}

/* read_name() - parse the name of a pool */
int read_name(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	const char *word = word_after(ctx, s, args);

	return word ? put_name(ctx, s->name, word, c, s->attr) : STATUS_USAGE;
}

static void put_number(struct nlmsghdr *nlh, uint16_t attr, uint64_t value, uint8_t bits)
{
	if (bits == 64)
		mnl_attr_put_u64(nlh, attr, value);
	else if (bits == 8)
		mnl_attr_put_u8(nlh, attr, value);
	else
		mnl_attr_put_u32(nlh, attr, value);
}

/* read_value() - parse a number with or without unit */
int read_value(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	uint64_t value;
	int err;

	err = scalar_read(ctx, s, args, &value);
	if (err)
		return err;
	put_number(&c->msg.hdr, s->attr, value, s->bits);
	return STATUS_OK;
}

static struct part *part_of(struct change *c, const struct setting *s)
{
	return (struct part *)((char *)c + s->part);
}

/* read_ids() - parse the number of a priority group or queue, or all */
int read_ids(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	const char *word = word_after(ctx, s, args);
	struct part *part = part_of(c, s);
	uint64_t id;

	if (!word)
		return STATUS_USAGE;
	if (!strcmp(word, "all")) {
		part->ids = (1U << PFC_PRIO_COUNT) - 1;
		return STATUS_OK;
	}
	if (!parse_number(word, &id))
		return fail(ctx, "%s: '%s' is invalid; must be a number or all (0..%d)",
			    s->name, word, PFC_PRIO_COUNT - 1);
	if (id >= PFC_PRIO_COUNT)
		return fail(ctx, "%s: %s is out of range 0..%d", s->name, word,
			    PFC_PRIO_COUNT - 1);
	part->ids = 1U << id;
	return STATUS_OK;
}

/* Add an attribute to a change of PGs, queues or a traffic class */
void part_set(struct part *part, uint16_t attr, uint64_t value, uint8_t bits)
{
	part->set |= 1U << attr;
	part->value[attr] = value;
	part->bits[attr] = bits;
}

/* read_part() - parse a number that is set in priority groups, queues or impairments */
int read_part(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	uint64_t value;
	int err;

	err = scalar_read(ctx, s, args, &value);
	if (!err)
		part_set(part_of(c, s), s->attr, value, s->bits);
	return err;
}

/* read_pg_headroom() - parse a size, or a word with which the kernel computes the headroom */
int read_pg_headroom(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	unsigned int i;

	for (i = 0; args->argc && s->words[i]; i++)
		if (!strcmp(*args->argv, s->words[i])) {
			next_word(args);
			part_set(&c->pg, PFC_PG_A_HEADROOM_AUTO, PFC_HEADROOM_MODE_AUTO + i, 8);
			return STATUS_OK;
		}
	return read_part(ctx, s, args, c);
}

/* read_part_name() - parse the name of the pool or profile of priority groups or egress queues */
int read_part_name(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	struct part *part = part_of(c, s);
	const char *word = word_after(ctx, s, args);

	if (!word)
		return STATUS_USAGE;
	if (s->zero && !strcmp(word, s->zero))
		word = "";
	else if (!name_valid(ctx, s->name, word))
		return STATUS_FAILED;
	part_set(part, s->attr, 0, 0);
	part->text[s->attr] = word;
	return STATUS_OK;
}

/* Find a parsed setting with the attribute of @s.  Return: the setting, or NULL */
const struct setting *setting_conflict(const struct setting *settings,
				       const struct setting *s, uint64_t seen)
{
	const struct setting *t;

	for (t = settings; t->name; t++)
		if (t != s && t->attr && t->attr == s->attr && t->read == s->read &&
		    t->part == s->part && seen & 1ULL << (t - settings))
			return t;
	return NULL;
}

/*
 * Parse all remaining words into a change that change_begin() has initialized.
 * @settings: the allowed settings; an empty entry ends the list
 * Return: an exit status.
 */
int settings_read(struct ctx *ctx, struct args *args, const struct setting *settings,
		  struct change *c)
{
	while (args->argc) {
		const struct setting *s, *same;
		uint64_t bit;
		int err;

		if (completing(ctx, args))
			return complete_settings(ctx, settings, c->seen);
		s = keyword_setting(ctx, settings, args, !c->seen);
		if (!s)
			return STATUS_USAGE;
		bit = 1ULL << (s - settings);
		if (c->seen & bit && s->read == read_dev && args->argc)
			return misuse_second_dev(ctx, *args->argv);
		if (c->seen & bit)
			return misuse(ctx, "%s: given twice", s->name);
		same = setting_conflict(settings, s, c->seen);
		if (same)
			return misuse(ctx, "%s: cannot be combined with %s", s->name,
				      same->name);
		c->seen |= bit;
		err = s->read(ctx, s, args, c);
		if (err)
			return err;
	}
	return STATUS_OK;
}

/* Initialize a change and its request */
void change_begin(struct change *c, uint8_t cmd)
{
	memset(c, 0, sizeof(*c));
	genl_request(&c->msg, cmd, NLM_F_ACK);
}

/* Adds the nest of one PG, queue or traffic class; without an id if @id_attr is 0 */
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
	       PFC_TC_A_MAX < PART_ATTRS && PFC_IMPAIR_A_MAX < PART_ATTRS,
	       "PART_ATTRS is too small");

#define PART_ID	1	/* attribute of the number of a part */

_Static_assert(PFC_PG_A_ID == PART_ID && PFC_QUEUE_A_ID == PART_ID && PFC_TC_A_ID == PART_ID &&
	       PFC_IMPAIR_A_ID == PART_ID, "parts have different attributes");

/*
 * Add the change of PGs, queues or impairments, by their attribute, to the request.
 *
 * A change of a profile has no PG number, so its nest has no id.
 */
void change_put(struct change *c, uint16_t attr)
{
	const struct part *part = attr == PFC_A_PG ? &c->pg :
				  attr == PFC_A_QUEUE ? &c->queue : &c->impair;
	int id;

	if (attr == PFC_A_PG && !part->ids && part->set)
		put_part(&c->msg.hdr, part, attr, 0, 0);
	for (id = 0; id < PFC_PRIO_COUNT; id++)
		if (part->ids & 1U << id)
			put_part(&c->msg.hdr, part, attr, PART_ID, id);
}

static void put_tcs(struct change *c)
{
	int id;

	for (id = 0; id < PFC_PRIO_COUNT; id++)
		if (c->tc[id].set)
			put_part(&c->msg.hdr, &c->tc[id], PFC_A_TC, PART_ID, id);
}

/* Adds the PGs and queues of a change to its request.  Return: an exit status */
static int put_parts(struct ctx *ctx, struct change *c)
{
	if (c->pg.set && !c->pg.ids)
		return misuse(fixed_by(ctx, "add pg 0..7 or pg all"), "pg: not given");
	if (c->queue.set && !c->queue.ids)
		return misuse(fixed_by(ctx, "add queue 0..7 or queue all"), "queue: not given");
	if (c->pg.set)
		change_put(c, PFC_A_PG);
	if (c->queue.set)
		change_put(c, PFC_A_QUEUE);
	return STATUS_OK;
}

/* Add the PGs and queues of a change to its request, and accept others.  Return: an exit status */
int change_parts(struct ctx *ctx, struct change *c)
{
	int err = put_parts(ctx, c);

	memset(&c->pg, 0, sizeof(c->pg));
	memset(&c->queue, 0, sizeof(c->queue));
	return err;
}

/* Add all PGs, queues and classes of a change to its request.  Return: an exit status */
int change_end(struct ctx *ctx, struct change *c)
{
	int err;

	if (!c->dev)
		return misuse_no_dev(ctx);
	err = put_parts(ctx, c);
	put_tcs(c);
	return err;
}

/* Parse a change of a port; the first setting is the mandatory device.  Return: an exit status */
int change_read(struct ctx *ctx, struct args *args,
		const struct setting *settings, struct change *c)
{
	int err;

	change_begin(c, PFC_CMD_PORT_SET);
	err = settings_read(ctx, args, settings, c);
	return err ? err : change_end(ctx, c);
}

/*
 * Parse the words of a show command: none, or dev DEV.  @dev: may become NULL.  Return: an exit
 * status.
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
