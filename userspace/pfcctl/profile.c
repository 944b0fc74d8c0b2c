// SPDX-License-Identifier: GPL-2.0-only
/*
 * Profiles, settings shared by priority groups: pfcctl profile ...
 */
#include "change.h"
#include "fix.h"
#include "view.h"

static void profile_text(const void *item)
{
	const struct profile *p = item;

	printf("%s: pgs %u", p->name, p->pgs);
	rows_line(profile_text_rows, &(struct shown){ .from = &p->pg });
}

static struct json_object *profile_json(const void *item)
{
	struct json_object *json = json_object_new_object();
	const struct profile *p = item;

	json_add_name(json, "name", p->name);
	json_add_u64(json, "pgs", p->pgs);
	pg_json(json, &p->pg, p->pg.headroom_auto == PFC_HEADROOM_MODE_AUTO);
	return json;
}

static int profile_show(struct ctx *ctx, struct args *args)
{
	return named_show(ctx, args, PFC_A_PROFILE_NAME, profile_text, profile_json);
}

static int profile_read(struct ctx *ctx, struct args *args, uint8_t cmd,
			struct change *c)
{
	int err;

	change_begin(c, cmd);
	err = name_read(ctx, args, c, PFC_A_PROFILE_NAME);
	if (!err)
		err = settings_read(ctx, args, pg_settings + PG_SETTINGS_OF_PROFILE, c);
	if (!err)
		change_put(c, PFC_A_PG);
	return err;
}

static int profile_add(struct ctx *ctx, struct args *args)
{
	struct change c;
	int err;

	err = profile_read(ctx, args, PFC_CMD_PROFILE_NEW, &c);
	if (!err)
		err = name_free(ctx, c.name);
	return err ? err : named_change(ctx, &c.msg, "profile", c.name);
}

static int profile_set(struct ctx *ctx, struct args *args)
{
	struct change c;
	int err;

	err = profile_read(ctx, args, PFC_CMD_PROFILE_SET, &c);
	if (err)
		return err;
	if (!c.pg.set)
		return misuse_no_setting(ctx, "profile ", c.name);
	return named_change(ctx, &c.msg, "profile", c.name);
}

static int profile_del(struct ctx *ctx, struct args *args)
{
	return named_delete(ctx, args, PFC_A_PROFILE_NAME);
}

static const struct command profile_commands[] = {
	{ "show", profile_show },
	{ "add", profile_add },
	{ "set", profile_set },
	{ "del", profile_del },
	{ 0 }
};

const struct object profile_object = {
	.name = "profile",
	.named = true,
	.commands = profile_commands,
	.help =
"Usage: pfcctl profile add NAME [SETTING ...]\n"
"       pfcctl profile set NAME SETTING ...\n"
"       pfcctl profile del NAME\n"
"       pfcctl profile show [NAME]\n"
"SETTING: min | alpha | xoff | xon | xon-offset | xoff-ahead | headroom | limit | pool, with\n"
"         a value as for pfcctl pg set (pfcctl pg help)\n"
"A PG that follows a profile (pfcctl pg set ... profile NAME) has the settings of the\n"
"profile. A change of the profile changes all of its PGs; if one of them cannot change,\n"
"none of them does.\n"
"NAME:    1-31 characters A-Z a-z 0-9 _ . -\n"
"Examples: pfcctl profile add storage alpha 1/8 min 10K headroom auto pool gold\n"
"          pfcctl pg set dev p1 pg 3 profile storage\n"
"          pfcctl profile set storage alpha 1/4\n",
};
