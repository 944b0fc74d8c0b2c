// SPDX-License-Identifier: GPL-2.0-only
/*
 * Settings with a period: PART/PERIOD.
 */
#include <string.h>
#include "setting.h"

/*
 * Parses PART or PART/PERIOD.  @min, @max: range of the period; @part: the first part; @period: the
 * time behind the slash, or 0 if there is none.  Return: an exit status.
 */
static int read_pair(struct ctx *ctx, const struct setting *s, struct args *args,
		     uint64_t min, uint64_t max, uint64_t *part, uint64_t *period)
{
	const struct setting of = {
		.name = s->name, .parse = parse_time, .format = format_time,
		.what = "a period like 1ms", .min = min, .max = max,
	};
	const char *word = word_after(ctx, s, args);
	char first[32];
	size_t len;
	int err;

	*period = 0;
	if (!word)
		return STATUS_USAGE;
	len = strcspn(word, "/");
	if (len >= sizeof(first))
		return fail(ctx, "%s: '%.*s' is too long; must be %s", s->name, (int)len, word,
			    s->what);
	snprintf(first, sizeof(first), "%.*s", (int)len, word);
	err = scalar_parse(ctx, s, first, part);
	if (!err && word[len])
		err = scalar_parse(ctx, &of, word + len + 1, period);
	return err;
}

/* read_duty() - parse PERCENT, PERCENT/PERIOD or off */
int read_duty(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	uint64_t duty, period;
	int err;

	err = read_pair(ctx, s, args, PFC_IMPAIR_XOFF_MIN, PFC_IMPAIR_XOFF_MAX, &duty, &period);
	if (err)
		return err;
	part_set(&c->impair, PFC_IMPAIR_A_XOFF_DUTY, duty, 32);
	if (period)
		part_set(&c->impair, PFC_IMPAIR_A_XOFF_PERIOD, period, 32);
	return STATUS_OK;
}
