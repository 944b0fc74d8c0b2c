// SPDX-License-Identifier: GPL-2.0-only
/*
 * Named objects: reads pools and profiles from the kernel, changes and deletes them.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include <string.h>
#include "fix.h"
#include "model.h"
#include "setting.h"

/**
 * struct kind - kind of named object: pool or profile
 * @cmd: netlink command that reads the objects
 * @delete: netlink command that deletes an object
 * @attr: attribute of the name
 * @what: noun for one object, for errors
 * @size: size of the structure of an object; the first member of the structure is the name
 * @user: offset of the member of &struct pg that names the object of a PG
 * @read: stores an attribute in the structure; returns false if the attribute is malformed
 */
struct kind {
	uint8_t		cmd;
	uint8_t		delete;
	uint16_t	attr;
	const char	*what;
	size_t		size;
	size_t		user;
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
	PFC_CMD_POOL_GET, PFC_CMD_POOL_DEL, PFC_A_POOL_NAME, "pool",
	sizeof(struct pool), offsetof(struct pg, pool), read_pool,
};

static const struct kind profile_kind = {
	PFC_CMD_PROFILE_GET, PFC_CMD_PROFILE_DEL, PFC_A_PROFILE_NAME, "profile",
	sizeof(struct profile), offsetof(struct pg, profile), read_profile,
};

static const struct kind *kind_of(uint16_t attr)
{
	return attr == PFC_A_PROFILE_NAME ? &profile_kind : &pool_kind;
}

static int read_item(const struct nlmsghdr *nlh, void *data)
{
	struct items *items = data;
	const struct nlattr *attr;
	void *item = list_add(&items->list, &items->n, items->size);

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (!items->kind->read(attr, item))
			return -EBADMSG;
	return 0;
}

/* Sorts by name, which is the first member of both kinds; the default pool is first */
static int compare(const void *a, const void *b)
{
	const bool p = !strcmp(a, PFC_DEFAULT_POOL), q = !strcmp(b, PFC_DEFAULT_POOL);

	return p != q ? q - p : strcmp(a, b);
}

/*
 * A request without a name is for the default pool.  The tool omits the name of that pool,
 * because an older module does not know names of pools.
 */
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

/*
 * Read pools or profiles from the kernel.
 * @name: name of one of them, or NULL for all
 * @attr: netlink attribute of the name
 * @items: result; the caller frees the list
 * Return: an exit status.
 */
int named_load(struct ctx *ctx, const char *name, uint16_t attr, struct items *items)
{
	const struct kind *kind = kind_of(attr);
	char what[PFC_NAME_LEN + 16];
	int err;

	*items = (struct items){ .kind = kind, .size = kind->size };
	if (name && !name_valid(ctx, "name", name))
		return STATUS_FAILED;
	err = genl_open(ctx);
	if (err)
		return err;
	err = talk(ctx, name, items);
	if (!err) {
		if (items->n)
			qsort(items->list, items->n, items->size, compare);
		return STATUS_OK;
	}
	free(items->list);
	items->list = NULL;
	items->n = 0;
	snprintf(what, sizeof(what), "%s%s%s", kind->what, name ? " " : "s", name ?: "");
	return nl_fail(ctx, what, err);
}

/* Read pools.  Return: as named_load() */
int pools_load(struct ctx *ctx, const char *name, struct pools *pools)
{
	struct items items;
	int err = named_load(ctx, name, PFC_A_POOL_NAME, &items);

	*pools = (struct pools){ items.n, items.list };
	return err;
}

/* Read profiles.  Return: as named_load() */
int profiles_load(struct ctx *ctx, const char *name, struct profiles *profiles)
{
	struct items items;
	int err = named_load(ctx, name, PFC_A_PROFILE_NAME, &items);

	*profiles = (struct profiles){ items.n, items.list };
	return err;
}

/* Send a request that changes a "pool" or "profile".  Return: an exit status */
int named_change(struct ctx *ctx, struct message *msg, const char *what,
		 const char *name)
{
	char text[PFC_NAME_LEN + 16];

	snprintf(text, sizeof(text), "%s %s", what, name);
	return genl_change(ctx, msg, text);
}

#define USERS_SHOWN	4

/* Appends the PGs that use the object to ctx->extack; &struct pg has its name at @offset */
static void list_users(struct ctx *ctx, const struct ports *ports, const char *name, size_t offset)
{
	unsigned int n = 0, pg;
	size_t i;

	for (i = 0; i < ports->n; i++)
		for (pg = 0; pg < PFC_PRIO_COUNT; pg++) {
			const struct port *port = &ports->list[i];

			if (strcmp((const char *)&port->pgs[pg] + offset, name))
				continue;
			if (n++ == USERS_SHOWN) {
				text_append(ctx->extack, sizeof(ctx->extack), ", ...");
				return;
			}
			text_append(ctx->extack, sizeof(ctx->extack), "%s%s pg %u",
				    n > 1 ? ", " : ": ", port->name, pg);
		}
}

/* Appends the list of the PGs that use the object to ctx->extack; ignores errors */
static void add_users(struct ctx *ctx, const char *name, size_t offset)
{
	struct ctx quiet = *ctx;
	struct ports ports;

	quiet.err = fopen("/dev/null", "we");
	if (quiet.err && ports_load(&quiet, NULL, PORT_CONFIG, &ports) == STATUS_OK) {
		list_users(ctx, &ports, name, offset);
		ports_free(&ports);
	}
	ctx->seq = quiet.seq;
	if (quiet.err)
		fclose(quiet.err);
}

/* Run the command that deletes a pool or profile.  Return: an exit status */
int named_delete(struct ctx *ctx, struct args *args, uint16_t attr)
{
	const struct kind *kind = kind_of(attr);
	char text[PFC_NAME_LEN + 16];
	struct change c;
	int err;

	change_begin(&c, kind->delete);
	err = name_read(ctx, args, &c, attr);
	if (!err)
		err = args_end(ctx, args);
	if (!err)
		err = genl_open(ctx);
	if (err)
		return err;
	err = genl_talk(ctx, &c.msg, NULL, NULL);
	if (!err)
		return STATUS_OK;
	if (ctx->cause == PFC_CAUSE_POOL_IN_USE || ctx->cause == PFC_CAUSE_PROFILE_IN_USE)
		add_users(ctx, c.name, kind->user);
	snprintf(text, sizeof(text), "%s %s", kind->what, c.name);
	return nl_fail(ctx, text, err);
}
