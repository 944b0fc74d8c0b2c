// SPDX-License-Identifier: GPL-2.0-only
/*
 * The commands that turn one configuration of a namespace into another.
 *
 * Ports to delete come first: they free room in their pools.  Then come pools, the profiles that
 * use them, and the ports whose PGs use both.  Unused profiles and pools are deleted last.
 */
#include <string.h>
#include "config.h"

/**
 * struct planner - state of config_plan()
 * @from: the first configuration
 * @to: the second configuration
 * @flags: as of config_plan()
 * @plan: receives the commands
 */
struct planner {
	const struct config	*from;
	const struct config	*to;
	unsigned int		flags;
	struct plan		*plan;
};

/* ---- commands ---------------------------------------------------------------------------- */

static const struct config_object *config_object(const char *name)
{
	const struct config_object *o = config_objects;

	while (strcmp(o->name, name))
		o++;
	return o;
}

/* Appends a command.  Return: the command */
static struct config_command *add(struct plan *plan, const struct config_object *object,
				  const char *verb, const char *name)
{
	struct config_command *c = list_add(&plan->list, &plan->n, sizeof(*c));

	*c = (struct config_command){ .object = object, .verb = verb };
	snprintf(c->name, sizeof(c->name), "%s", name);
	return c;
}

static void add_words(struct plan *plan, const struct config_object *object, const char *verb,
		      const char *name, const char *words)
{
	struct config_command *c = add(plan, object, verb, name);

	snprintf(c->words, sizeof(c->words), "%s", words);
}

/*
 * Format a command as a line of a file.
 * @buf: result, %COMMAND_LINE bytes
 * Return: @buf.
 */
const char *command_line(char *buf, const struct config_command *c)
{
	char quoted[BATCH_QUOTED(PFC_NAME_LEN)];

	snprintf(buf, COMMAND_LINE, "%s %s %s%s%s%s", c->object->name, c->verb,
		 c->object->named ? "" : "dev ", batch_quote(quoted, c->name),
		 *c->words ? " " : "", c->words);
	return buf;
}

/*
 * Format a command for a shell.
 * @buf: result, %COMMAND_LINE bytes
 * Return: @buf.
 */
const char *command_shell(char *buf, const struct ctx *ctx, const struct config_command *c)
{
	*buf = '\0';
	shell_pfcctl(buf, COMMAND_LINE, ctx->netns, "%s %s", c->object->name, c->verb);
	shell_append(buf, COMMAND_LINE, c->object->named ? " %s" : " dev %s", c->name);
	shell_words(buf, COMMAND_LINE, c->words);
	return buf;
}

/* ---- pools and profiles -------------------------------------------------------------------- */

/* Formats the settings of a pool that differ from those of @from; NULL: all */
static bool pool_diff(char *words, const struct pool *from, const struct pool *to)
{
	char now[WORDS_LEN], before[WORDS_LEN];
	const struct setting *s;
	size_t len = 0;

	*words = '\0';
	for (s = pool_settings; s->name; s++) {
		if (!fields_words(now, s, pool_fields, to) ||
		    (from && fields_words(before, s, pool_fields, from) && !strcmp(now, before)))
			continue;
		len += snprintf(words + len, WORDS_LEN - len, "%s%s %.64s", len ? " " : "",
				s->name, now);
	}
	return len;
}

static void plan_pool(struct planner *p, const struct pool *to)
{
	/* The size of a new pool has no default, the ratio has */
	const struct pool none = { .oversubscribe_ratio = 1 };
	const struct pool *from = pool_find(&p->from->pools, to->name);
	char words[WORDS_LEN];

	if (pool_diff(words, p->flags & CONFIG_ALL ? NULL : from ?: &none, to) || !from)
		add_words(p->plan, config_object("pool"), from ? "set" : "add", to->name, words);
}

/* Formats the settings of a profile that differ from those of @from; NULL: all */
static bool profile_diff(char *words, const struct profile *from, const struct profile *to)
{
	struct port a = { 0 }, b = { 0 };

	*words = '\0';
	if (from)
		a.pgs[0] = from->pg;
	b.pgs[0] = to->pg;
	return pg_diff(words, pg_settings + PG_SETTINGS_OF_PROFILE, 0, from ? &a : NULL, &b);
}

static void plan_profile(struct planner *p, const struct profile *to)
{
	const struct profile *from = config_profile(p->from, to->name);
	char words[WORDS_LEN];
	struct profile none;

	profile_default(&none);
	if (profile_diff(words, from ?: p->flags & CONFIG_ALL ? from : &none, to) || !from)
		add_words(p->plan, config_object("profile"), from ? "set" : "add", to->name, words);
}

/* ---- ports --------------------------------------------------------------------------------- */

/* Return: whether all PGs or queues have the same words */
static bool is_uniform(char words[PFC_PRIO_COUNT][WORDS_LEN])
{
	int i;

	for (i = 1; i < PFC_PRIO_COUNT; i++)
		if (strcmp(words[i], words[0]))
			return false;
	return true;
}

/* Adds the commands for PGs or queues.  @from: NULL: format all settings */
static void plan_parts(struct plan *plan, const struct config_object *object,
		       const struct port *from, const struct port *to)
{
	char words[PFC_PRIO_COUNT][WORDS_LEN], line[WORDS_LEN];
	bool uniform;
	int i;

	for (i = 0; i < PFC_PRIO_COUNT; i++)
		port_diff(words[i], object->settings, i, from, to);
	uniform = is_uniform(words);
	for (i = 0; i < (uniform ? 1 : PFC_PRIO_COUNT); i++) {
		if (!*words[i])
			continue;
		if (uniform)
			snprintf(line, sizeof(line), "%s all %.*s", object->name, WORDS_LEN - 16,
				 words[i]);
		else
			snprintf(line, sizeof(line), "%s %d %.*s", object->name, i & 7,
				 WORDS_LEN - 16, words[i]);
		add_words(plan, object, "set", to->name, line);
	}
}

static void plan_object(struct plan *plan, const struct config_object *object,
			const struct port *from, const struct port *to)
{
	char words[WORDS_LEN];

	if (object->parts)
		plan_parts(plan, object, from, to);
	else if (port_diff(words, object->settings, 0, from, to))
		add_words(plan, object, "set", to->name, words);
}

/*
 * Single commands first switch off PFC that ends: the module can refuse the state of the port
 * between two of them.  @from: afterwards, the port without this PFC.
 */
static void plan_ends(struct plan *plan, struct port *from, const struct port *to)
{
	struct port end = *from;
	int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		end.prio_pfc_tx[prio] &= to->prio_pfc_tx[prio];
	plan_object(plan, config_object("pfc"), from, &end);
	*from = end;
}

static void plan_port(struct planner *p, const struct port *to)
{
	const struct port *present = config_port(p->from, to->name);
	const struct config_object *o = config_objects;
	const struct port *from;
	struct port before;
	char words[WORDS_LEN];

	if (present)
		before = *present;
	else
		port_default(&before);
	from = !present && p->flags & CONFIG_ALL ? NULL : &before;
	if (!present) {
		port_diff(words, o->settings, 0, from, to);
		add_words(p->plan, o++, "add", to->name, words);
	} else if (p->flags & CONFIG_SINGLE) {
		plan_ends(p->plan, &before, to);
	}
	for (; !o->named; o++)
		plan_object(p->plan, o, from, to);
}

/* ---- deletions ----------------------------------------------------------------------------- */

static void delete_ports(struct planner *p)
{
	size_t i;

	for (i = 0; i < p->from->ports.n; i++)
		if (!config_port(p->to, p->from->ports.list[i].name))
			add(p->plan, config_objects, "del", p->from->ports.list[i].name);
}

static void delete_named(struct planner *p)
{
	const struct config *from = p->from;
	const char *name;
	size_t i;

	for (i = 0; i < from->profiles.n; i++)
		if (!config_profile(p->to, from->profiles.list[i].name))
			add(p->plan, config_object("profile"), "del", from->profiles.list[i].name);
	for (i = 0; i < from->pools.n; i++) {
		name = from->pools.list[i].name;
		if (!pool_find(&p->to->pools, name) && strcmp(name, PFC_DEFAULT_POOL))
			add(p->plan, config_object("pool"), "del", name);
	}
}

/*
 * Find the commands that turn one configuration into another.
 * @flags: %CONFIG_ALL: also settings of new objects that have the default value; %CONFIG_KEEP:
 *	delete nothing; %CONFIG_SINGLE: the module accepts the state after each command
 * @plan: receives the commands; none of them would change nothing
 */
void config_plan(const struct config *from, const struct config *to, unsigned int flags,
		 struct plan *plan)
{
	struct planner p = { .from = from, .to = to, .flags = flags, .plan = plan };
	size_t i;

	if (!(flags & CONFIG_KEEP))
		delete_ports(&p);
	for (i = 0; i < to->pools.n; i++)
		plan_pool(&p, &to->pools.list[i]);
	for (i = 0; i < to->profiles.n; i++)
		plan_profile(&p, &to->profiles.list[i]);
	for (i = 0; i < to->ports.n; i++)
		plan_port(&p, &to->ports.list[i]);
	if (!(flags & CONFIG_KEEP))
		delete_named(&p);
}
