// SPDX-License-Identifier: GPL-2.0-only
/*
 * The commands that turn one configuration of a namespace into another.
 *
 * Pools come first, then the profiles that use them, then the PGs that use both.  Deletions are
 * last and have the reverse order, because objects in use cannot be deleted.
 */
#include <string.h>
#include "config.h"

/**
 * struct plan - commands that turn one configuration into another
 * @from: the first configuration
 * @to: the second configuration
 * @flags: %CONFIG_ALL, %CONFIG_KEEP
 * @job: receives the commands
 */
struct plan {
	const struct config	*from;
	const struct config	*to;
	unsigned int		flags;
	struct job		*job;
};

/* ---- pools ----------------------------------------------------------------------------- */

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

/* The words of "pool add": the size has no default, the ratio has */
static void pool_new(char *words, const struct plan *plan, const struct pool *pool)
{
	const struct pool none = { .oversubscribe_ratio = 1 };

	pool_diff(words, plan->flags & CONFIG_ALL ? NULL : &none, pool);
}

static void plan_pool(struct plan *plan, const struct pool *to)
{
	const struct pool *from = config_pool(plan->from, to->name);
	struct step run = { "pool", from ? "set" : "add", "" };
	struct step undo = { "pool", from ? "set" : "del", "" };

	if (!from)
		pool_new(run.words, plan, to);
	else if (!pool_diff(run.words, plan->flags & CONFIG_ALL ? NULL : from, to))
		return;
	if (from)
		pool_diff(undo.words, to, from);
	job_add(plan->job, to->name, &run, &undo);
}

static void plan_pool_end(struct plan *plan, const struct pool *from)
{
	struct step run = { "pool", "del", "" }, undo = { "pool", "add", "" };

	if (config_pool(plan->to, from->name) || !strcmp(from->name, PFC_DEFAULT_POOL))
		return;
	pool_new(undo.words, plan, from);
	job_add(plan->job, from->name, &run, &undo);
}

/* ---- profiles ---------------------------------------------------------------------------- */

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

static void profile_new(char *words, const struct plan *plan, const struct profile *profile)
{
	struct profile none;

	profile_default(&none);
	profile_diff(words, plan->flags & CONFIG_ALL ? NULL : &none, profile);
}

static void plan_profile(struct plan *plan, const struct profile *to)
{
	const struct profile *from = config_profile(plan->from, to->name);
	struct step run = { "profile", from ? "set" : "add", "" };
	struct step undo = { "profile", from ? "set" : "del", "" };

	if (!from)
		profile_new(run.words, plan, to);
	else if (!profile_diff(run.words, from, to))
		return;
	if (from)
		profile_diff(undo.words, to, from);
	job_add(plan->job, to->name, &run, &undo);
}

static void plan_profile_end(struct plan *plan, const struct profile *from)
{
	struct step run = { "profile", "del", "" }, undo = { "profile", "add", "" };

	if (config_profile(plan->to, from->name))
		return;
	profile_new(undo.words, plan, from);
	job_add(plan->job, from->name, &run, &undo);
}

/* ---- ports ------------------------------------------------------------------------------- */

/*
 * The order in which single commands are valid: thresholds come before PFC makes PGs lossless.
 * The settings of "port add" are those of the object port.
 */
static const struct object *const port_objects[] = {
	&port_object, &map_object, &pg_object, &queue_object, &ets_object, &watchdog_object,
	&pfc_object,
};

static bool has_parts(const struct object *object)
{
	return object == &pg_object || object == &queue_object;
}

/**
 * struct sides - commands for one object of a port
 * @from: the port before; NULL: format all settings
 * @to: the port afterwards
 * @run: the commands for each PG or queue; the first one if the object has neither
 * @undo: the commands that undo them
 */
struct sides {
	const struct port	*from;
	const struct port	*to;
	struct step		run[PFC_PRIO_COUNT];
	struct step		undo[PFC_PRIO_COUNT];
};

/* Puts the number of the PG or queue in front of the settings of a command */
static void prefix(struct step *step, const struct object *object, const char *part)
{
	char words[WORDS_LEN];

	if (!*step->words)
		return;
	snprintf(words, sizeof(words), "%s", step->words);
	snprintf(step->words, sizeof(step->words), "%s %s %.*s", object->name, part,
		 WORDS_LEN - 16, words);
}

/* Return: whether all PGs or queues have the same commands */
static bool is_uniform(const struct sides *sides)
{
	int i;

	for (i = 1; i < PFC_PRIO_COUNT; i++)
		if (strcmp(sides->run[i].words, sides->run[0].words) ||
		    strcmp(sides->undo[i].words, sides->undo[0].words))
			return false;
	return true;
}

static void add_side(struct job *job, const char *dev, struct step *run, struct step *undo)
{
	if (!*run->words)
		run->object = NULL;
	if (!*undo->words)
		undo->object = NULL;
	if (run->object || undo->object)
		job_add(job, dev, run, undo);
}

/*
 * Adds the commands for an object of a port.  @has_run, @has_undo: the job has these commands; a
 * new port needs none to undo its settings, a deleted one only these.
 */
static void plan_object(struct job *job, const struct object *object, struct sides *sides,
			bool has_run, bool has_undo)
{
	const int n = has_parts(object) ? PFC_PRIO_COUNT : 1;
	char part[4];
	int i;

	for (i = 0; i < n; i++) {
		sides->run[i] = (struct step){ object->name, "set", "" };
		sides->undo[i] = (struct step){ object->name, "set", "" };
		if (has_run)
			port_diff(sides->run[i].words, object, i, sides->from, sides->to);
		if (has_undo)
			port_diff(sides->undo[i].words, object, i, sides->to, sides->from);
	}
	if (n > 1 && is_uniform(sides)) {
		prefix(&sides->run[0], object, "all");
		prefix(&sides->undo[0], object, "all");
		add_side(job, sides->to->name, &sides->run[0], &sides->undo[0]);
		return;
	}
	for (i = 0; i < n; i++) {
		snprintf(part, sizeof(part), "%d", i & 7);
		if (n > 1) {
			prefix(&sides->run[i], object, part);
			prefix(&sides->undo[i], object, part);
		}
		add_side(job, sides->to->name, &sides->run[i], &sides->undo[i]);
	}
}

static void plan_port(struct plan *plan, const struct port *to)
{
	const struct port *from = config_port(plan->from, to->name);
	struct step run = { "port", "add", "" }, undo = { "port", "del", "" };
	struct sides sides = { .from = from, .to = to };
	struct port none;
	size_t i = 0;

	if (!from) {
		port_default(&none);
		snprintf(none.name, sizeof(none.name), "%s", to->name);
		sides.from = plan->flags & CONFIG_ALL ? NULL : &none;
		port_diff(run.words, port_objects[i++], 0, sides.from, to);
		job_add(plan->job, to->name, &run, &undo);
	}
	for (; i < ARRAY_SIZE(port_objects); i++)
		plan_object(plan->job, port_objects[i], &sides, true, from);
}

/* The job runs backwards when it is undone, so the commands for the settings come first */
static void plan_port_end(struct plan *plan, const struct port *from)
{
	struct step run = { "port", "del", "" }, undo = { "port", "add", "" };
	struct port none;
	struct sides sides = { .from = from, .to = &none };
	size_t i;

	if (config_port(plan->to, from->name))
		return;
	port_default(&none);
	snprintf(none.name, sizeof(none.name), "%s", from->name);
	for (i = 1; i < ARRAY_SIZE(port_objects); i++)
		plan_object(plan->job, port_objects[i], &sides, false, true);
	port_diff(undo.words, port_objects[0], 0, &none, from);
	job_add(plan->job, from->name, &run, &undo);
}

/**
 * config_plan() - add the commands that turn one configuration into another
 * @from: the first configuration
 * @to: the second configuration
 * @flags: %CONFIG_ALL: also settings of new objects that have the default value; %CONFIG_KEEP:
 *	delete nothing
 * @job: the job; receives no command that would change nothing
 */
void config_plan(const struct config *from, const struct config *to, unsigned int flags,
		 struct job *job)
{
	struct plan plan = { .from = from, .to = to, .flags = flags, .job = job };
	size_t i;

	for (i = 0; i < to->pools.n; i++)
		plan_pool(&plan, &to->pools.list[i]);
	for (i = 0; i < to->profiles.n; i++)
		plan_profile(&plan, &to->profiles.list[i]);
	for (i = 0; i < to->ports.n; i++)
		plan_port(&plan, &to->ports.list[i]);
	if (flags & CONFIG_KEEP)
		return;
	for (i = 0; i < from->ports.n; i++)
		plan_port_end(&plan, &from->ports.list[i]);
	for (i = 0; i < from->profiles.n; i++)
		plan_profile_end(&plan, &from->profiles.list[i]);
	for (i = 0; i < from->pools.n; i++)
		plan_pool_end(&plan, &from->pools.list[i]);
}
