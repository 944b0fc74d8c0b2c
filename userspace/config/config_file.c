// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads a file of commands into the configuration that they would give an empty namespace.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "fix.h"
#include "keyword.h"
#include "select.h"

/**
 * struct reader - state of a reader of a file
 * @ctx: the context, with the present line
 * @config: the configuration after the present line
 * @dev: the only device that must exist; NULL: all devices of the file must exist
 */
struct reader {
	struct ctx	*ctx;
	struct config	*config;
	const char	*dev;
};

/* ---- pools and profiles ------------------------------------------------------------- */

static int fail_no_pool(struct reader *r, const char *name)
{
	return fail(fixed_by(r->ctx, FIX_EARLIER " pool add $1 size SIZE", name),
		    "pool %s: no earlier line adds it", name);
}

static int fail_no_profile(struct reader *r, const char *name)
{
	return fail(fixed_by(r->ctx, FIX_EARLIER " profile add $1", name),
		    "profile %s: no earlier line adds it", name);
}

#define FIX_PROFILE_SETS \
	"set them in the line profile add $1, or omit the profile of pg $2"

static int fail_profile_sets(struct reader *r, int pg, const char *profile)
{
	const char number[] = { '0' + pg, '\0' };

	return fail(fixed_by(r->ctx, FIX_PROFILE_SETS, profile, number),
		    "pg %d: follows profile %s, which sets all its values", pg, profile);
}

/* Return: an exit status; an error if the pool of a PG, profile or queue is not in the file */
static int check_pool(struct reader *r, const struct part *part, uint16_t attr)
{
	const char *name = part->text[attr];

	if (!(part->set & 1U << attr) || !*name || pool_find(&r->config->pools, name))
		return STATUS_OK;
	return fail_no_pool(r, name);
}

/* A size ends automatic headroom; a request has only the size */
static void end_auto(struct port *port, const struct part *part)
{
	int pg;

	for (pg = 0; pg < PFC_PRIO_COUNT; pg++)
		if (part->set & 1U << PFC_PG_A_HEADROOM && part->ids & 1U << pg)
			port->pgs[pg].headroom_auto = PFC_HEADROOM_MODE_FIXED;
}

/* Return: a new pool of the configuration, or NULL after an error message */
static struct pool *new_pool(struct reader *r, const char *name)
{
	struct pools *pools = &r->config->pools;
	struct pool *pool;

	if (name_free(r->ctx, name))
		return NULL;
	if (pool_find(&r->config->pools, name)) {
		fail(fixed_by(r->ctx, causes[PFC_CAUSE_POOL_EXISTS].fix, name),
		     "pool %s: exists already", name);
		return NULL;
	}
	pool = list_add(&pools->list, &pools->n, sizeof(*pool));
	snprintf(pool->name, sizeof(pool->name), "%s", name);
	pool->oversubscribe_ratio = 1;
	return pool;
}

static int read_pool(struct reader *r, struct args *args, bool add)
{
	const struct nlattr *attr;
	struct pool *pool;
	struct change c;
	int err = STATUS_OK;

	change_begin(&c, PFC_CMD_POOL_SET);
	if (add || (args->argc && !setting_find(pool_settings, *args->argv)))
		err = name_read(r->ctx, args, &c, PFC_A_POOL_NAME);
	if (!err)
		err = settings_read(r->ctx, args, pool_settings, &c);
	if (err)
		return err;
	if (!c.name)
		c.name = PFC_DEFAULT_POOL;
	pool = add ? new_pool(r, c.name) : pool_find(&r->config->pools, c.name);
	if (!pool && add)
		return STATUS_FAILED;
	if (!pool)
		return fail_no_pool(r, c.name);
	mnl_attr_for_each(attr, &c.msg.hdr, sizeof(struct genlmsghdr))
		if (!field_read(pool_fields, attr, pool))
			return STATUS_FAILED;
	return pool->size ? STATUS_OK : misuse_no_size(r->ctx);
}

/* Return: a new profile of the configuration, or NULL after an error message */
static struct profile *new_profile(struct reader *r, const char *name)
{
	struct profiles *profiles = &r->config->profiles;
	struct profile *profile;

	if (name_free(r->ctx, name))
		return NULL;
	if (config_profile(r->config, name)) {
		fail(fixed_by(r->ctx, causes[PFC_CAUSE_PROFILE_EXISTS].fix, name),
		     "profile %s: exists already", name);
		return NULL;
	}
	profile = list_add(&profiles->list, &profiles->n, sizeof(*profile));
	profile_default(profile);
	snprintf(profile->name, sizeof(profile->name), "%s", name);
	return profile;
}

static int read_profile(struct reader *r, struct args *args, bool add)
{
	struct port port = { 0 };
	struct change c, text;
	struct profile *profile;
	int err;

	change_begin(&c, PFC_CMD_PROFILE_SET);
	err = name_read(r->ctx, args, &c, PFC_A_PROFILE_NAME);
	if (!err)
		err = settings_read(r->ctx, args, pg_settings + PG_SETTINGS_OF_PROFILE, &c);
	if (!err)
		err = check_pool(r, &c.pg, PFC_PG_A_POOL);
	if (err)
		return err;
	profile = add ? new_profile(r, c.name) : config_profile(r->config, c.name);
	if (!profile && add)
		return STATUS_FAILED;
	if (!profile)
		return fail_no_profile(r, c.name);
	/* The settings are those of a PG, so they are read into PG 0 of a port */
	port.pgs[0] = profile->pg;
	c.pg.ids = 1;
	change_begin(&text, PFC_CMD_PORT_SET);
	text.pg = c.pg;
	change_put(&text, PFC_A_PG);
	if (!port_apply(&port, &text.msg.hdr))
		return STATUS_FAILED;
	end_auto(&port, &c.pg);
	profile->pg = port.pgs[0];
	return STATUS_OK;
}

/* ---- ports -------------------------------------------------------------------------- */

/* Makes PGs follow a profile, or leave it.  Return: an exit status */
static int follow(struct reader *r, struct port *port, const struct part *part)
{
	const char *name = part->text[PFC_PG_A_PROFILE];
	const struct profile *profile = NULL;
	int pg;

	if (part->set & 1U << PFC_PG_A_PROFILE && *name) {
		profile = config_profile(r->config, name);
		if (!profile)
			return fail_no_profile(r, name);
	}
	for (pg = 0; pg < PFC_PRIO_COUNT; pg++) {
		if (!(part->ids & 1U << pg))
			continue;
		if (profile)
			port->pgs[pg] = profile->pg;
		if (part->set & 1U << PFC_PG_A_PROFILE)
			snprintf(port->pgs[pg].profile, PFC_NAME_LEN, "%s", name);
		if (*port->pgs[pg].profile && part->set & ~(1U << PFC_PG_A_PROFILE))
			return fail_profile_sets(r, pg, port->pgs[pg].profile);
	}
	return STATUS_OK;
}

/* Adds, changes or removes an EtherType.  Return: an exit status */
static int set_ethtype(struct reader *r, struct port *port, uint16_t type, uint8_t prio)
{
	struct ethtype *e = port->ethtypes, *end = e + port->n_ethtypes;

	while (e < end && e->type != type)
		e++;
	if (prio == PFC_MAP_NONE) {
		if (e < end) {
			*e = end[-1];
			port->n_ethtypes--;
		}
		return STATUS_OK;
	}
	if (e == port->ethtypes + PFC_ETHTYPES_MAX)
		return fail(r->ctx, "ethtype-prio: more than %d EtherTypes", PFC_ETHTYPES_MAX);
	*e = (struct ethtype){ .type = type, .prio = prio };
	port->n_ethtypes += e == end;
	return STATUS_OK;
}

/* A request adds entries to those that the port has, in contrast to a report.  */
static int set_ethtypes(struct reader *r, struct port *port, const struct nlattr *nest)
{
	const struct nlattr *entry, *attr;
	int err = STATUS_OK;

	mnl_attr_for_each_nested(entry, nest) {
		uint16_t type = 0;
		uint8_t prio = 0;

		mnl_attr_for_each_nested(attr, entry) {
			if (mnl_attr_get_type(attr) == PFC_MAP_A_KEY16)
				type = mnl_attr_get_u16(attr);
			else if (mnl_attr_get_type(attr) == PFC_MAP_A_VALUE)
				prio = mnl_attr_get_u8(attr);
		}
		err = err ?: set_ethtype(r, port, type, prio);
	}
	return err;
}

/* prio-pfc sets both directions, before prio-pfc-tx and prio-pfc-rx of the same request */
static bool set_pfc(struct port *port, const struct nlattr *nest)
{
	struct port copy;
	int prio;

	memset(copy.prio_pfc, MAP_UNSET, sizeof(copy.prio_pfc));
	if (!port_apply_attr(&copy, nest))
		return false;
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (copy.prio_pfc[prio] != MAP_UNSET) {
			port->prio_pfc_tx[prio] = copy.prio_pfc[prio];
			port->prio_pfc_rx[prio] = copy.prio_pfc[prio];
		}
	return true;
}

/* Applies a command as the module applies its request.  Return: an exit status */
static int apply(struct reader *r, struct port *port, const struct change *c)
{
	const struct nlattr *attr;
	int err;

	err = check_pool(r, &c->pg, PFC_PG_A_POOL);
	if (!err)
		err = check_pool(r, &c->queue, PFC_QUEUE_A_POOL);
	if (!err)
		err = follow(r, port, &c->pg);
	if (err)
		return err;
	mnl_attr_for_each(attr, &c->msg.hdr, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == PFC_A_PRIO_PFC && !set_pfc(port, attr))
			return STATUS_FAILED;
	mnl_attr_for_each(attr, &c->msg.hdr, sizeof(struct genlmsghdr)) {
		const uint16_t type = mnl_attr_get_type(attr);

		if (type == PFC_A_ETHTYPE_PRIO)
			err = set_ethtypes(r, port, attr);
		else if (!port_apply_attr(port, attr))
			err = STATUS_FAILED;
		if (type == PFC_A_SPEED)
			port->speed_source = port->speed ? PFC_SPEED_SOURCE_SET :
							   PFC_SPEED_SOURCE_ASSUMED;
		if (err)
			return err;
	}
	end_auto(port, &c->pg);
	return STATUS_OK;
}

static struct port *new_port(struct reader *r, const char *dev)
{
	struct ports *ports = &r->config->ports;
	struct port *port;

	if (config_port(r->config, dev)) {
		fail(r->ctx, "%s: an earlier line adds it", dev);
		return NULL;
	}
	if ((!r->dev || !strcmp(r->dev, dev)) && !if_nametoindex(dev)) {
		fail_no_device(r->ctx, dev);
		return NULL;
	}
	port = list_add(&ports->list, &ports->n, sizeof(*port));
	port_default(port);
	snprintf(port->name, sizeof(port->name), "%s", dev);
	return port;
}

static int change_port(struct reader *r, const char *dev, const struct change *c, bool add)
{
	struct port *port = add ? new_port(r, dev) : config_port(r->config, dev);

	if (!port && add)
		return STATUS_FAILED;
	if (!port)
		return fail(fixed_by(r->ctx, FIX_EARLIER " port add dev $1", dev),
			    "%s: no earlier line adds the port", dev);
	return apply(r, port, c);
}

/* Gets the names of a list without patterns.  Return: an exit status */
static int names_listed(struct ctx *ctx, const char *word, struct names *names)
{
	char element[ELEMENT_LEN];

	*names = (struct names){ 0 };
	while (select_next(&word, element)) {
		if (select_is_pattern(element))
			return fail(ctx, "dev: '%s' is a pattern; must be names of devices",
				    element);
		names_add(names, element);
	}
	return STATUS_OK;
}

/* A file names the ports that it adds: what a pattern matches would differ from boot to boot */
static int read_port(struct reader *r, const struct config_object *object, struct args *args,
		     bool add)
{
	const struct setting *settings = object == config_objects ? port_settings_all() :
								    object->settings;
	struct names names = { 0 };
	struct change c;
	size_t i;
	int err;

	err = change_read(r->ctx, args, settings, &c);
	if (err)
		return err;
	if (!select_is_set(r->ctx, c.dev))
		return change_port(r, c.dev, &c, add);
	err = add ? names_listed(r->ctx, c.dev, &names) :
		    names_of_ports(r->ctx, c.dev, &r->config->ports, &names);
	for (i = 0; !err && i < names.n; i++)
		err = change_port(r, names.list[i], &c, add);
	free(names.list);
	return err;
}

/* ---- lines ----------------------------------------------------------------------------- */

/* Return: the object of a line, or NULL after an error message */
static const struct config_object *object_of(struct reader *r, const char *word)
{
	const struct config_object *o;
	struct keywords k = { 0 };
	int i;

	for (o = config_objects; o->name; o++)
		keyword_add(&k, o->name);
	i = strcmp(word, "po") ? keyword_index(&k, word) : 0;
	if (i >= 0)
		return &config_objects[i];
	fail(r->ctx,
	     "'%s' is no part of a configuration; must be port, map, pfc, pg, profile, pool, queue, ets or watchdog",
	     word);
	return NULL;
}

/* Return: the verb that a word means; the word, if it means none */
static const char *verb_of(const char *word)
{
	static const char *const verbs[] = { "show", "add", "del", "set", "help", NULL };
	struct keywords k = { 0 };
	int i;

	for (i = 0; verbs[i]; i++)
		keyword_add(&k, verbs[i]);
	i = keyword_index(&k, word);
	return i < 0 ? word : verbs[i];
}

static int read_line(struct reader *r, struct args *args)
{
	const struct config_object *object = object_of(r, args->argv[0]);
	const char *verb = args->argc > 1 ? verb_of(args->argv[1]) : "";
	const bool add = !strcmp(verb, "add");
	bool can_add;

	if (!object)
		return STATUS_FAILED;
	can_add = object->named || object == config_objects;
	if (add ? !can_add : strcmp(verb, "set") != 0)
		return fail(r->ctx, "%s: '%s' is no part of a configuration; must be %sset",
			    object->name, verb, can_add ? "add or " : "");
	args->argc -= 2;
	args->argv += 2;
	if (object->named == PFC_A_POOL_NAME)
		return read_pool(r, args, add);
	if (object->named)
		return read_profile(r, args, add);
	return read_port(r, object, args, add);
}

static int read_lines(struct reader *r, FILE *file)
{
	char line[BATCH_LINE], *words[BATCH_WORDS];
	int err = STATUS_OK;

	while (!err && batch_read(r->ctx, file, line, &err)) {
		struct args args = { batch_split(line, words), words };

		if (args.argc < 0)
			err = fail(r->ctx, "the line has more than %d words", BATCH_WORDS);
		else if (args.argc)
			err = read_line(r, &args);
	}
	return err ? STATUS_FAILED : STATUS_OK;
}

/*
 * Read a file of commands.
 * @name: the file; "-" is standard input
 * @dev: the only device that must exist; NULL: all devices of the file must exist
 * @config: written; the caller frees it with config_free()
 * Return: %STATUS_OK, or %STATUS_FAILED after an error with the number of the line.
 */
int config_read(struct ctx *ctx, const char *name, const char *dev, struct config *config)
{
	struct reader r = { .ctx = ctx, .config = config, .dev = dev };
	const bool is_stdin = !strcmp(name, "-");
	const struct ctx before = *ctx;
	FILE *file;
	int err;

	config_begin(config);
	file = is_stdin ? stdin : fopen(name, "re");
	if (!file)
		return fail_open(ctx, name);
	ctx->file = is_stdin ? "stdin" : name;
	ctx->line = 0;
	err = read_lines(&r, file);
	ctx->file = before.file;
	ctx->line = before.line;
	if (!err && ferror(file))
		err = fail_read(ctx, name);
	if (!is_stdin)
		fclose(file);
	return err;
}
