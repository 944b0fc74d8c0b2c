// SPDX-License-Identifier: GPL-2.0-only
/*
 * The commands that set a mode or restore a saved state.
 */
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "roce.h"

/**
 * roce_apply() - apply the settings of a command to a copy of a port
 * @ctx: the context
 * @object: object of the command
 * @words: the settings, without the device
 * @port: the copy
 *
 * Return: whether the words are valid.
 */
bool roce_apply(struct ctx *ctx, const char *object, const char *words, struct port *port)
{
	char text[ROCE_LINE], name[IFNAMSIZ], *list[BATCH_WORDS + 2] = { "dev", name };
	struct args args = { 0, list };
	struct change c;

	snprintf(name, sizeof(name), "%s", port->name);
	snprintf(text, sizeof(text), "%s", words);
	args.argc = 2 + batch_split(text, list + 2);
	if (change_read(ctx, &args, roce_object_named(object)->settings, &c) ||
	    !port_apply(port, &c.msg.hdr))
		return false;
	/* A size ends automatic headroom; the request has only the size */
	if (c.pg.set & 1U << PFC_PG_A_HEADROOM)
		port->pgs[ROCE_PRIO].headroom_auto = 0;
	return true;
}

/* Return: whether the command changes the port, or is not valid */
static bool changes(struct ctx *ctx, const char *object, const char *words,
		    const struct port *port)
{
	struct port *copy = malloc(sizeof(*copy));
	bool differs = true;

	if (!copy)
		return true;
	memcpy(copy, port, sizeof(*copy));
	/* A request names the device, so the name of the copy is written, too: to the same text */
	if (roce_apply(ctx, object, words, copy))
		differs = memcmp(copy, port, sizeof(*copy));
	free(copy);
	return differs;
}

/**
 * roce_deviates() - check whether a setting of a port differs from that of a mode
 * @ctx: the context
 * @s: the setting
 * @mode: the mode
 * @target: the port
 *
 * Return: whether the command that sets the value changes the port.
 */
bool roce_deviates(struct ctx *ctx, const struct roce_setting *s, enum roce_mode mode,
		   const struct roce_target *target)
{
	char value[ROCE_LINE], words[2 * ROCE_LINE];

	if (!roce_value(value, s, mode, target))
		return false;
	snprintf(words, sizeof(words), "%s%s %s", roce_part(s->object), s->name, value);
	return changes(ctx, s->object, words, target->port);
}

/* Return: whether the value of the setting is saved and restored */
static bool is_saved(const struct roce_setting *s, const struct port *port)
{
	/* The profile sets the headroom */
	if (!strcmp(s->name, "headroom") && *port->pgs[ROCE_PRIO].profile)
		return false;
	return roce_is_used(s);
}

/**
 * roce_now() - format the settings of a command as a port has them
 * @buf: result, %ROCE_LINE bytes: words after "dev DEV"
 * @object: object of the command
 * @port: the port
 */
void roce_now(char *buf, const char *object, const struct port *port)
{
	const struct object *o = roce_object_named(object);
	const struct roce_setting *s;
	char words[ROCE_LINE];
	size_t len;

	if (!strcmp(object, "port")) {
		roce_words(words, roce_find(o, "rate"), port);
		snprintf(buf, ROCE_LINE, "rate %.64s", words);
		return;
	}
	len = snprintf(buf, ROCE_LINE, "%s", roce_part(object));
	for (s = roce_settings; s->object; s++)
		if (!strcmp(s->object, object) && is_saved(s, port) &&
		    roce_words(words, roce_find(o, s->name), port) && len < ROCE_LINE)
			len += snprintf(buf + len, ROCE_LINE - len, "%s %s ", s->name, words);
	if (len && len < ROCE_LINE)
		buf[len - 1] = '\0';
}

/* ---- reduction to entries that differ ---------------------------------------- */

#define MAP_SETTING	"dscp-prio"

/* Return: the words of dscp-prio in @words, or NULL; @len: their length */
static char *map_part(char *words, size_t *len)
{
	char *at = strstr(words, MAP_SETTING " "), *end;

	if (!at)
		return NULL;
	end = at + strlen(MAP_SETTING);
	while (*end == ' ') {
		const size_t n = strcspn(end + 1, " ");

		/* A list ends before the first word without a colon, except a preset in front */
		if (!memchr(end + 1, ':', n) && end != at + strlen(MAP_SETTING))
			break;
		end += 1 + n;
	}
	*len = end - at;
	return at;
}

/*
 * Removes those entries of dscp-prio from @words that the port has already.  @undo: the words that
 * undo the command, which get the same entries; or NULL.
 */
static void reduce(struct ctx *ctx, char *words, char *undo, const struct port *port)
{
	const struct setting *s = roce_find(&map_object, MAP_SETTING);
	char list[ROCE_LINE], before[ROCE_LINE] = "", rest[ROCE_LINE], *part;
	size_t len;

	part = map_part(words, &len);
	if (!part)
		return;
	snprintf(list, sizeof(list), "%.*s", (int)(len - strlen(MAP_SETTING " ")),
		 part + strlen(MAP_SETTING " "));
	roce_map_changes(list, before, ctx, s, port);
	snprintf(rest, sizeof(rest), "%s", part + len + (part[len] == ' '));
	snprintf(part, ROCE_LINE - (part - words), "%s%s%s%s", *list ? MAP_SETTING " " : "", list,
		 *list && *rest ? " " : "", rest);
	part = undo ? map_part(undo, &len) : NULL;
	if (!part)
		return;
	snprintf(rest, sizeof(rest), "%s", part + len + (part[len] == ' '));
	snprintf(part, ROCE_LINE - (part - undo), "%s%s%s%s", *before ? MAP_SETTING " " : "",
		 before, *before && *rest ? " " : "", rest);
}

/* Deletes a space at the end, which a reduction can leave */
static void trim(char *words)
{
	size_t len = strlen(words);

	while (len && words[len - 1] == ' ')
		words[--len] = '\0';
}

/* ---- commands of a mode -------------------------------------------------------- */

/**
 * roce_plan_link() - add the command that makes a device a port, or changes its rate
 * @target: the device
 * @job: the job; receives no command that would change nothing
 */
void roce_plan_link(const struct roce_target *target, struct roce_job *job)
{
	struct roce_step run = { "port", target->port ? "set" : "add", "" };
	struct roce_step undo = { "port", target->port ? "set" : "del", "" };
	char rate[FORMAT_LEN];

	if (target->rate)
		snprintf(run.words, sizeof(run.words), "rate %s", word_rate(rate, target->rate));
	if (target->port && (!target->rate || target->rate == target->port->rate))
		return;
	if (target->port)
		roce_now(undo.words, "port", target->port);
	roce_add(job, target->dev->name, &run, &undo);
}

/* Adds the command of the object whose settings begin at @s, unless it changes nothing */
static void plan_object(struct ctx *ctx, const struct roce_setting *s, enum roce_mode mode,
			const struct roce_target *target, struct roce_job *job)
{
	struct roce_step run = { s->object, "set", "" }, undo = { 0 };
	bool needed = false, differs = false;
	char value[ROCE_LINE];
	size_t len;

	len = snprintf(run.words, sizeof(run.words), "%s", roce_part(s->object));
	for (; s->object && !strcmp(s->object, run.object); s++) {
		if (!roce_value(value, s, mode, target))
			continue;
		needed = true;
		differs |= !target->port || roce_deviates(ctx, s, mode, target);
		len += snprintf(run.words + len, sizeof(run.words) - len, "%s %.400s ", s->name,
				value);
	}
	if (!needed || !differs)
		return;
	trim(run.words);
	if (target->port) {
		undo = (struct roce_step){ run.object, "set", "" };
		roce_now(undo.words, run.object, target->port);
		reduce(ctx, run.words, undo.words, target->port);
		trim(run.words);
		trim(undo.words);
	}
	roce_add(job, target->dev->name, &run, &undo);
}

/* Return: whether the commands from @begin on switch off PFC that the port sends now */
static bool ends_pfc(struct ctx *ctx, const struct roce_job *job, size_t begin,
		     const struct port *port)
{
	struct port *copy = malloc(sizeof(*copy));
	bool ends = false;
	size_t i;
	int prio;

	if (!copy)
		return false;
	memcpy(copy, port, sizeof(*copy));
	for (i = begin; i < job->n; i++)
		roce_apply(ctx, job->list[i].run.object, job->list[i].run.words, copy);
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		ends |= port->prio_pfc_tx[prio] && !copy->prio_pfc_tx[prio];
	free(copy);
	return ends;
}

/*
 * The settings of a port are one request.  As single commands they need PFC off first: the state
 * between two of them can be one that the module refuses.
 */
static void plan_pfc_off(struct ctx *ctx, struct roce_job *job, size_t begin,
			 const struct port *port)
{
	struct roce_step run = { "pfc", "set", "prio-pfc all:off" }, none = { 0 };
	struct roce_command last;

	if (job->full || job->n < begin + 2 || !ends_pfc(ctx, job, begin, port))
		return;
	roce_add(job, job->list[begin].dev, &run, &none);
	if (job->full)
		return;
	last = job->list[job->n - 1];
	last.only_shell = true;
	memmove(&job->list[begin + 1], &job->list[begin],
		(job->n - 1 - begin) * sizeof(*job->list));
	job->list[begin] = last;
}

/**
 * roce_plan() - add the commands that set the mode of a port, except that of its link
 * @ctx: the context
 * @mode: the mode
 * @target: the device
 * @job: the job; receives no command that would change nothing
 */
void roce_plan(struct ctx *ctx, enum roce_mode mode, const struct roce_target *target,
	       struct roce_job *job)
{
	const struct roce_setting *s;
	const size_t begin = job->n;

	for (s = roce_settings; s->object; s++)
		if (s == roce_settings || strcmp(s->object, s[-1].object))
			plan_object(ctx, s, mode, target, job);
	if (target->port)
		plan_pfc_off(ctx, job, begin, target->port);
}

/* ---- commands of "off" ----------------------------------------------------------- */

/**
 * roce_plan_saved() - add the commands that restore the settings of a port
 * @ctx: the context
 * @saved: the settings
 * @dev: the device
 * @port: the port
 * @job: the job; receives no command that would change nothing
 *
 * The setting that was changed last comes first.
 */
void roce_plan_saved(struct ctx *ctx, const struct roce_saved *saved, const struct device *dev,
		     const struct port *port, struct roce_job *job)
{
	const size_t begin = job->n;
	char *space, *line;
	size_t i;

	for (i = saved->n; i--;) {
		struct roce_step run = { 0, "set", "" }, undo = { 0, "set", "" };
		const struct object *object;

		line = saved->lines[i];
		space = strchr(line, ' ');
		if (!space)
			continue;
		snprintf(undo.words, sizeof(undo.words), "%.*s", (int)(space - line), line);
		object = roce_object_named(undo.words);
		if (!object || !object->settings)
			continue;
		run.object = object->name;
		undo.object = object->name;
		snprintf(run.words, sizeof(run.words), "%s", space + 1);
		if (!changes(ctx, run.object, run.words, port))
			continue;
		roce_now(undo.words, run.object, port);
		reduce(ctx, run.words, undo.words, port);
		trim(run.words);
		trim(undo.words);
		roce_add(job, dev->name, &run, &undo);
	}
	plan_pfc_off(ctx, job, begin, port);
}
