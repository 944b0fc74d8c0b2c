// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading what has a name, pools and profiles, from the kernel.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include <string.h>
#include "model.h"

static const struct field pool_fields[] = {
	FIELD(PFC_A_POOL_NAME, MNL_TYPE_NUL_STRING, pool, name),
	FIELD(PFC_A_POOL_SIZE, MNL_TYPE_U32, pool, size),
	FIELD(PFC_A_POOL_HEADROOM_RATIO, MNL_TYPE_U32, pool, headroom_ratio),
	FIELD(PFC_A_POOL_PGS, MNL_TYPE_U32, pool, pgs),
	FIELD(PFC_A_POOL_RESERVED, MNL_TYPE_U32, pool, reserved),
	FIELD(PFC_A_POOL_GUARANTEES, MNL_TYPE_U32, pool, guarantees),
	FIELD(PFC_A_POOL_HEADROOM_SIZE, MNL_TYPE_U32, pool, headroom_size),
	FIELD(PFC_A_POOL_HEADROOMS, MNL_TYPE_U64, pool, headrooms),
	FIELD(PFC_A_POOL_HEADROOM_USED, MNL_TYPE_U32, pool, headroom_used),
	FIELD(PFC_A_POOL_HEADROOM_PEAK, MNL_TYPE_U32, pool, headroom_peak),
	FIELD(PFC_A_POOL_HEADROOM_PEAK_EVER, MNL_TYPE_U32, pool, headroom_peak_ever),
	FIELD(PFC_A_POOL_SHARED_SIZE, MNL_TYPE_U32, pool, shared_size),
	FIELD(PFC_A_POOL_SHARED_USED, MNL_TYPE_U32, pool, shared_used),
	FIELD(PFC_A_POOL_SHARED_PEAK, MNL_TYPE_U32, pool, shared_peak),
	FIELD(PFC_A_POOL_SHARED_PEAK_EVER, MNL_TYPE_U32, pool, shared_peak_ever),
	FIELD(PFC_A_POOL_CLEARED, MNL_TYPE_U64, pool, cleared),
	{ 0 }
};

static const struct field profile_fields[] = {
	FIELD(PFC_A_PROFILE_NAME, MNL_TYPE_NUL_STRING, profile, name),
	FIELD(PFC_A_PROFILE_PGS, MNL_TYPE_U32, profile, pgs),
	{ 0 }
};

/**
 * struct kind - pools or profiles
 * @cmd: reads them
 * @attr: their name
 * @what: one of them, for errors
 * @all: all of them
 * @size: of the struct, which begins with the name
 * @read: stores an attribute there; false if it has not its form
 */
struct kind {
	uint8_t		cmd;
	uint16_t	attr;
	const char	*what;
	const char	*all;
	size_t		size;
	bool		(*read)(const struct nlattr *attr, void *item);
};

static bool read_pool(const struct nlattr *attr, void *item)
{
	return field_read(pool_fields, attr, item);
}

static bool read_profile(const struct nlattr *attr, void *item)
{
	const struct nlattr *inner;
	struct profile *profile = item;

	if (mnl_attr_get_type(attr) != PFC_A_PG)
		return field_read(profile_fields, attr, profile);
	mnl_attr_for_each_nested(inner, attr)
		if (!field_read(pg_fields, inner, &profile->pg))
			return false;
	return true;
}

static const struct kind pool_kind = {
	PFC_CMD_POOL_GET, PFC_A_POOL_NAME, "pool", "pools", sizeof(struct pool),
	read_pool,
};

static const struct kind profile_kind = {
	PFC_CMD_PROFILE_GET, PFC_A_PROFILE_NAME, "profile", "profiles",
	sizeof(struct profile), read_profile,
};

/**
 * struct items - what has been read
 * @kind: what they are
 * @n: how many
 * @list: @n of the kind's size
 */
struct items {
	const struct kind	*kind;
	size_t			n;
	char			*list;
};

static int read_item(const struct nlmsghdr *nlh, void *data)
{
	struct items *items = data;
	const size_t size = items->kind->size;
	const struct nlattr *attr;
	char *list, *item;

	list = realloc(items->list, (items->n + 1) * size);
	if (!list)
		return -ENOMEM;
	items->list = list;
	item = list + items->n++ * size;
	memset(item, 0, size);
	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (!items->kind->read(attr, item))
			return -EBADMSG;
	return 0;
}

/* By name, that of the default pool first; both kinds begin with it */
static int compare(const void *a, const void *b)
{
	const bool p = !strcmp(a, PFC_DEFAULT_POOL), q = !strcmp(b, PFC_DEFAULT_POOL);

	return p != q ? q - p : strcmp(a, b);
}

/* That pool needs no name, and older modules have no names */
static bool is_default(const struct kind *kind, const char *name)
{
	return kind == &pool_kind && !strcmp(name, PFC_DEFAULT_POOL);
}

static int talk(struct ctx *ctx, const char *name, struct items *items)
{
	struct message msg;
	int err, tries = 0;

	do {
		items->n = 0;
		genl_request(&msg, items->kind->cmd, name ? NLM_F_ACK : NLM_F_DUMP);
		if (name && !is_default(items->kind, name))
			mnl_attr_put_strz(&msg.hdr, items->kind->attr, name);
		err = genl_talk(ctx, &msg, read_item, items);
	} while (err == -EINTR && ++tries < DUMP_TRIES);
	return !err && name && items->n != 1 ? -EBADMSG : err;
}

static int load(struct ctx *ctx, const char *name, struct items *items)
{
	char what[PFC_NAME_LEN + 16];
	int err;

	if (name && !name_valid(ctx, "name", name))
		return STATUS_FAILED;
	err = genl_open(ctx);
	if (err)
		return err;
	err = talk(ctx, name, items);
	if (!err) {
		if (items->n)
			qsort(items->list, items->n, items->kind->size, compare);
		return STATUS_OK;
	}
	free(items->list);
	items->list = NULL;
	items->n = 0;
	snprintf(what, sizeof(what), "%s %s", items->kind->what, name ? name : "");
	return nl_fail(ctx, name ? what : items->kind->all, err);
}

/**
 * pools_load() - read pools
 * @ctx: the context
 * @name: a pool, or NULL for all
 * @pools: result; the caller frees the list
 *
 * Return: an exit status.
 */
int pools_load(struct ctx *ctx, const char *name, struct pools *pools)
{
	struct items items = { .kind = &pool_kind };
	int err = load(ctx, name, &items);

	*pools = (struct pools){ items.n, (struct pool *)items.list };
	return err;
}

/**
 * profiles_load() - read profiles
 * @ctx: the context
 * @name: a profile, or NULL for all
 * @profiles: result; the caller frees the list
 *
 * Return: an exit status.
 */
int profiles_load(struct ctx *ctx, const char *name, struct profiles *profiles)
{
	struct items items = { .kind = &profile_kind };
	int err = load(ctx, name, &items);

	*profiles = (struct profiles){ items.n, (struct profile *)items.list };
	return err;
}

/**
 * named_change() - send a request that changes a pool or profile
 * @ctx: the context
 * @msg: the request
 * @what: which of both
 * @name: its name
 *
 * Return: an exit status.
 */
int named_change(struct ctx *ctx, struct message *msg, const char *what,
		 const char *name)
{
	char text[PFC_NAME_LEN + 16];

	snprintf(text, sizeof(text), "%s %s", what, name);
	return genl_change(ctx, msg, text);
}

#define USERS_SHOWN	4

/* Adds which groups have the name at @offset */
static void list_users(const struct ports *ports, const char *name, size_t offset,
		       FILE *to)
{
	unsigned int n = 0, pg;
	size_t i;

	for (i = 0; i < ports->n; i++)
		for (pg = 0; pg < PFC_PRIO_COUNT; pg++) {
			const struct port *port = &ports->list[i];

			if (strcmp((const char *)&port->pgs[pg] + offset, name))
				continue;
			if (n++ == USERS_SHOWN) {
				fputs(", ...", to);
				return;
			}
			fprintf(to, "%s%s pg %u", n > 1 ? ", " : ": ", port->name, pg);
		}
}

/* Adds to what the kernel has said who it is; what goes wrong with that is left out */
static void add_users(struct ctx *ctx, const char *name, size_t offset)
{
	const size_t len = strlen(ctx->extack);
	struct ctx quiet = *ctx;
	struct ports ports;
	FILE *to;

	quiet.err = fopen("/dev/null", "we");
	to = fmemopen(ctx->extack + len, sizeof(ctx->extack) - len, "w");
	if (quiet.err && to &&
	    ports_load(&quiet, NULL, PORT_CONFIG, &ports) == STATUS_OK) {
		list_users(&ports, name, offset, to);
		ports_free(&ports);
	}
	ctx->seq = quiet.seq;
	if (to)
		fclose(to);
	if (quiet.err)
		fclose(quiet.err);
	ctx->extack[sizeof(ctx->extack) - 1] = '\0';
}

/**
 * named_delete() - send a request that deletes a pool or profile
 * @ctx: the context
 * @msg: the request
 * @what: which of both
 * @name: its name
 * @offset: of the name that groups which use it have, in &struct pg
 *
 * Return: an exit status.
 */
int named_delete(struct ctx *ctx, struct message *msg, const char *what,
		 const char *name, size_t offset)
{
	char text[PFC_NAME_LEN + 16];
	int err = genl_open(ctx);

	if (err)
		return err;
	err = genl_talk(ctx, msg, NULL, NULL);
	if (!err)
		return STATUS_OK;
	if (err == -EBUSY && strstr(ctx->extack, " PGs "))
		add_users(ctx, name, offset);
	snprintf(text, sizeof(text), "%s %s", what, name);
	return nl_fail(ctx, text, err);
}
