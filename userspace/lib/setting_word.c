// SPDX-License-Identifier: GPL-2.0-only
/*
 * Settings whose value is one of several words or PART/PERIOD, or that have no value.
 */
#include <string.h>
#include "setting.h"

/* Parse one of several words.  @index: its number, from 0.  Return: an exit status */
int word_read(struct ctx *ctx, const struct setting *s, struct args *args, unsigned int *index)
{
	const char *word = word_after(ctx, s, args);
	char known[64] = "";
	size_t len = 0;
	unsigned int i;

	if (!word)
		return STATUS_USAGE;
	for (i = 0; s->words[i] && strcmp(s->words[i], word); i++)
		len += snprintf(known + len, sizeof(known) - len, "%s%s",
				!i ? "" : s->words[i + 1] ? ", " : " or ", s->words[i]);
	if (!s->words[i])
		return fail(ctx, "%s: '%s' is invalid; must be %s", s->name, word, known);
	*index = i;
	return STATUS_OK;
}

/* read_word() - parse one of several words, which mean 0, 1 and so on */
int read_word(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	unsigned int index;
	int err = word_read(ctx, s, args, &index);

	if (!err)
		mnl_attr_put_u8(&c->msg.hdr, s->attr, index);
	return err;
}

/* read_flag() - parse a keyword without a value */
int read_flag(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	(void)ctx;
	(void)s;
	(void)args;
	(void)c;
	return STATUS_OK;
}

int read_given(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	struct given *given = (struct given *)c;

	return scalar_read(ctx, s, args, &given->value[s->attr]);
}

/* read_duty() - parse PERCENT, PERCENT/PERIOD or off */
int read_duty(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	const struct setting of = {
		.name = s->name, .parse = parse_time, .format = format_time,
		.what = "a period like 1ms", .min = PFC_IMPAIR_XOFF_MIN, .max = PFC_IMPAIR_XOFF_MAX,
	};
	const char *word = word_after(ctx, s, args);
	uint64_t duty, period;
	char first[32];
	size_t len;
	int err;

	if (!word)
		return STATUS_USAGE;
	len = strcspn(word, "/");
	if (len >= sizeof(first))
		return fail(ctx, "%s: '%.*s' is too long; must be %s", s->name, (int)len, word,
			    s->what);
	snprintf(first, sizeof(first), "%.*s", (int)len, word);
	err = scalar_parse(ctx, s, first, &duty);
	if (!err && word[len])
		err = scalar_parse(ctx, &of, word + len + 1, &period);
	if (err)
		return err;
	part_set(&c->impair, PFC_IMPAIR_A_XOFF_DUTY, duty, 32);
	if (word[len])
		part_set(&c->impair, PFC_IMPAIR_A_XOFF_PERIOD, period, 32);
	return STATUS_OK;
}
