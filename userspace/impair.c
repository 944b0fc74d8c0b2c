// SPDX-License-Identifier: GPL-2.0-only
/*
 * Impairments of a link: pfcctl impair ...
 */
#include <string.h>
#include "fix.h"
#include "impair.h"
#include "print.h"
#include "select.h"
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

/* read_link() - parse TIME, TIME/PERIOD or off */
int read_link(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	char a[FORMAT_LEN], b[FORMAT_LEN];
	uint64_t down, period;
	int err;

	err = read_pair(ctx, s, args, PFC_IMPAIR_LINK_MIN, PFC_IMPAIR_LINK_MAX, &down, &period);
	if (err)
		return err;
	if (period && down >= period)
		return fail(ctx, "%s: %s must be below the period of %s", s->name,
			    format_time(a, down), format_time(b, period));
	mnl_attr_put_u64(&c->msg.hdr, PFC_A_IMPAIR_LINK_DOWN, down);
	if (period)
		mnl_attr_put_u64(&c->msg.hdr, PFC_A_IMPAIR_LINK_PERIOD, period);
	return STATUS_OK;
}

#define DEV_SEEN	1ULL	/* bits in change.seen */
#define PRIO_SEEN	2ULL

static int send_set(struct ctx *ctx, struct change *c)
{
	return genl_change(ctx, &c->msg, c->dev);
}

static int impair_set(struct ctx *ctx, struct args *args)
{
	struct change c;
	int err;

	change_begin(&c, PFC_CMD_IMPAIR_SET);
	err = settings_read(ctx, args, impair_settings, &c);
	if (err)
		return err;
	if (!c.dev)
		return misuse_no_dev(ctx);
	if (!(c.seen & ~(DEV_SEEN | PRIO_SEEN)))
		return misuse_no_setting(ctx, "", c.dev);
	if (c.seen & PRIO_SEEN && !c.impair.set)
		return misuse(fixed_by(ctx, "omit prio, or add an impairment like loss 1%"),
			      "prio: no impairment of priorities given; "
			      "link-down and seed are of the whole port");
	change_put_impair(&c);
	return change_each(ctx, &c, false, send_set);
}

static int impair_off(struct ctx *ctx, struct args *args)
{
	return prios_change(ctx, args, PFC_CMD_IMPAIR_DEL, -1);
}

static const struct command impair_commands[] = {
	{ "show", impair_show },
	{ "set", impair_set },
	{ "off", impair_off },
	{ "del", impair_off },
	{ 0 }
};

const struct object impair_object = {
	.name = "impair",
	.commands = impair_commands,
	.help =
"Usage: pfcctl impair set dev DEV [prio PRIOS] IMPAIRMENT ... [link-down TIME[/PERIOD]|off]\n"
"           [seed N]\n"
"       pfcctl impair show [dev DEV]\n"
"       pfcctl impair off|del [dev DEV [prio PRIOS]]\n"
"A port disturbs its link on purpose, in the direction from the port to its peer.\n"
"IMPAIRMENT, of the priorities PRIOS (all priorities); off ends it:\n"
"         loss PERCENT        lose this part of the frames\n"
"         ce PERCENT          mark this part of the frames CE; only ECT frames change\n"
"         delay TIME          delay frames, up to 10ms; the port needs a rate\n"
"         pfc-corrupt PERCENT corrupt this part of the PFC frames that the port sends: the\n"
"                             peer does not obey them\n"
"         pfc-delay TIME      delay the PFC frames that the port sends, up to 10ms\n"
"         xoff-duty PERCENT[/PERIOD]\n"
"                             send XOFF for this part of each period, whatever the buffers\n"
"                             hold, 100us-1s (1ms)\n"
"link-down  the link is down for TIME in each PERIOD, 1ms-3600s (10s): the port loses all\n"
"           frames that it receives and sends; a veth and its peer lose the carrier\n"
"seed       the same seed makes the same decisions again, 0-4294967295 (1)\n"
"off, del   end impairments and delete their counters; with prio, end those of PRIOS.\n"
"           Without dev, those of all ports of the namespace\n"
"The counters of impairments are only in impair show: a lost frame is in no drop counter.\n"
"pfcctl save does not save impairments. pfcctl check reports them.\n"
"Examples: pfcctl impair set dev p1 prio 3 loss 0.1% seed 7\n"
"          pfcctl impair set dev p1 prio 3 ce 1% delay 10us\n"
"          pfcctl impair set dev p1 prio 3 pfc-corrupt 1% pfc-delay 5us xoff-duty 20%/1ms\n"
"          pfcctl impair set dev p1 link-down 100ms/10s\n"
"          pfcctl -j impair show dev p1 | jq '.[].prio[3] | .lost / .frames'\n"
"          pfcctl impair off\n",
};
