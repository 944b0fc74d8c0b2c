// SPDX-License-Identifier: GPL-2.0-only
/*
 * The roots of all pauses, one line each, for pfcctl top: pfcctl-why roots
 */
#include <string.h>
#include "print.h"
#include "select.h"
#include "setting.h"
#include "why_print.h"
#include "why_read.h"

static const struct setting roots_settings[] = {
	SETTING_DEV,
	{ .name = "interval", .read = read_given, .attr = PFC_A_UNSPEC, .parse = parse_time,
	  .format = format_time, .max = UINT64_MAX },
	{ 0 }
};

/* The user asks about the selected ports only.  A device that has disappeared is not an error. */
static void mark_asked(const char *dev, struct why_fabric *fabric)
{
	size_t i;

	for (i = 0; dev && i < fabric->n; i++)
		if (!fabric->ports[i].ns && !select_has(dev, fabric->ports[i].config->name))
			fabric->ports[i].asked = 0;
}

static void print_text(const struct why_output *out)
{
	char buf[WHY_TEXT], size[FORMAT_LEN];
	size_t i;

	printf("%zu\n", out->why->n_roots);
	if (!out->why->n_roots)
		puts(why_verdict(buf, out->why));
	for (i = 0; i < out->why->n_roots; i++)
		printf("%s; %s wait\n", why_root_words(buf, out, &out->why->roots[i]),
		       format_scaled_size(size, out->why->roots[i].bytes));
}

static void print_json(const struct why_output *out)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < out->why->n_roots; i++)
		json_object_array_add(array, why_root_json(out, &out->why->roots[i]));
	json_print(out->ctx, array);
}

static int roots(struct ctx *ctx, struct args *args)
{
	const struct why_output out = {
		.ctx = ctx, .why = &(struct why){ 0 }, .no_lldp = true,
	};
	struct why_question question = { .prios = 0xff };
	struct why_fabric fabric;
	struct given given = { 0 };
	int err;

	change_begin(&given.c, PFC_CMD_UNSPEC);
	err = settings_read(ctx, args, roots_settings, &given.c);
	if (err)
		return err;
	question.interval = given.value[PFC_A_UNSPEC];
	err = why_read(ctx, &question, &fabric);
	if (!err) {
		mark_asked(given.c.dev, &fabric);
		if (!why_analyse(fabric.ports, fabric.n, out.why))
			err = fail(ctx, "out of memory");
	}
	if (!err && ctx->json)
		print_json(&out);
	else if (!err)
		print_text(&out);
	why_free(out.why);
	why_fabric_free(&fabric);
	return err;
}

const struct object roots_object = { .name = "roots", .run = roots };
