// SPDX-License-Identifier: GPL-2.0-only
/*
 * The roots of all pauses, one line each, for pfcctl top: pfcctl-why roots
 */
#include "setting.h"
#include "why_print.h"

static const struct setting roots_settings[] = {
	SETTING_DEV,
	{ .name = "interval", .read = read_window, .parse = parse_time, .format = format_time,
	  .max = UINT64_MAX },
	{ 0 }
};

static void print_text(const struct why_output *out)
{
	char buf[WHY_TEXT], size[FORMAT_LEN];
	size_t i;

	if (!out->why->n_roots)
		puts(why_verdict(buf, out->why));
	else
		printf("%zu, most waiting bytes first\n", out->why->n_roots);
	for (i = 0; i < out->why->n_roots; i++)
		printf("%zu: %s; %s wait\n", i + 1, why_root_words(buf, out, &out->why->roots[i]),
		       format_scaled_size(size, out->why->roots[i].bytes));
}

/* A device that has disappeared is not an error */
static int roots(struct ctx *ctx, struct args *args)
{
	struct why_fabric fabric;
	const struct why_output out = { .ctx = ctx, .why = &fabric.why, .no_lldp = true };
	struct change c;
	int err;

	change_begin(&c, PFC_CMD_UNSPEC);
	err = settings_read(ctx, args, roots_settings, &c);
	if (err)
		return err;
	err = why_read(ctx, &(struct why_question){
		.dev = c.dev, .lenient = true, .prios = 0xff, .interval = c.window,
	}, &fabric);
	if (!err && ctx->json)
		json_print(ctx, why_roots_json(&out));
	else if (!err)
		print_text(&out);
	why_fabric_free(&fabric);
	return err;
}

const struct object roots_object = { .name = "roots", .run = roots };
