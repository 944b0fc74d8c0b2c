// SPDX-License-Identifier: GPL-2.0-only
/*
 * All settings of a RoCE switch or host at once: pfcctl roce ...
 */
#include <stdlib.h>
#include <string.h>
#include "keyword.h"
#include "lock.h"
#include "print.h"
#include "roce.h"

static const struct setting rate_setting = {
	.name = "rate", .parse = parse_rate, .format = format_rate, .what = A_RATE,
	.min = PFC_RATE_MIN, .max = PFC_RATE_MAX,
};

static const struct setting dev_setting = SETTING_DEV;

static int words_read(struct ctx *ctx, struct args *args, struct roce *r)
{
	static const char *const all[] = { "rate", "dev", "--dry-run", NULL };
	const char *const *words = all + (r->mode == ROCE_OFF), *word;
	struct change c;
	int err = STATUS_OK;

	while (!err && args->argc) {
		if (completing(ctx, args))
			return complete_list(words);
		word = keyword_take(ctx, words, args, true);
		if (!word)
			return STATUS_USAGE;
		if (!strcmp(word, "dev") && r->n_names == BATCH_WORDS) {
			err = misuse(ctx, "dev: more than %d devices", BATCH_WORDS);
		} else if (!strcmp(word, "dev")) {
			change_begin(&c, PFC_CMD_UNSPEC);
			err = read_dev(ctx, &dev_setting, args, &c);
			r->names[r->n_names++] = c.dev;
		} else if (!strcmp(word, "rate")) {
			err = r->rate ? misuse(ctx, "rate: given twice") :
					scalar_read(ctx, &rate_setting, args, &r->rate);
		} else {
			err = r->dry_run ? misuse(ctx, "--dry-run: given twice") : STATUS_OK;
			r->dry_run = true;
		}
	}
	return err;
}

/* ---- output ------------------------------------------------------------------------ */

/*
 * Find the commands that change an object.
 * @what: words before its name
 * @entry: JSON object that receives the commands of a dry run
 * Return: whether there are any.
 */
static bool put_commands(const struct roce *r, const char *what, const char *name,
			 struct json_object *entry)
{
	struct json_object *array = r->dry_run ? json_object_new_array() : NULL;
	char key[SHELL_COMMAND];
	size_t first, i;

	snprintf(key, sizeof(key), " %s ", what);
	shell_append(key, sizeof(key), "%s", name);
	first = text_find(&r->commands, 0, key);
	for (i = first; array && i < r->commands.n; i = text_find(&r->commands, i + 1, key))
		json_object_array_add(array, json_object_new_string(r->commands.lines[i]));
	if (array)
		json_object_object_add(entry, "commands", array);
	return first < r->commands.n;
}

/* Adds a device to an array.  @result: what became of the device; NULL: it has a new mode */
static void put_device(const struct roce *r, const char *dev, uint32_t ifindex,
		       const char *result, struct json_object *array)
{
	struct json_object *entry = json_object_new_object();
	bool changed;

	json_add_name(entry, "dev", dev);
	json_add_u64(entry, "ifindex", ifindex);
	changed = put_commands(r, "dev", dev, entry);
	if (result)
		json_add_name(entry, "result", result);
	else
		json_add_bool(entry, "changed", changed);
	json_object_array_add(array, entry);
}

/* The functions below print as text; with an array, they add objects to it instead */

static void put_targets(const struct roce *r, struct json_object *array)
{
	size_t i;

	if (!array)
		printf("%s:", roce_modes[r->mode]);
	for (i = 0; i < r->targets.n; i++) {
		const struct port *want = &r->targets.list[i];

		if (array)
			put_device(r, want->name, want->ifindex, NULL, array);
		else
			printf(" %s", want->name);
	}
	if (!array)
		puts(r->commands.n ? "" : " (no change)");
}

static void put_saved(const struct roce *r, struct json_object *array)
{
	size_t i, n = 0;

	for (i = 0; i < r->n_saved; i++) {
		const struct roce_saved *saved = &r->saved[i];
		const struct device *now = device_find(&r->devices, saved->ifindex);
		const char *dev = now ? now->name : saved->dev;

		if (!saved->chosen)
			continue;
		n++;
		if (array)
			put_device(r, dev, saved->ifindex, !saved->port ? "lost" :
				   saved->former.n ? "restored" : "deleted", array);
		else if (!saved->port)
			printf("%s%s: %s\n", r->dry_run ? "# " : "", dev, !now ?
			       "the device does not exist any more" :
			       "the port was deleted or replaced since, its former settings are lost");
		else if (!r->dry_run)
			printf("%s: %s\n", dev, saved->former.n ? "has its former settings" :
								  "is not a port, as before");
	}
	if (!n && !array)
		printf("%sno saved state: nothing to restore\n", r->dry_run ? "# " : "");
}

static void put_pools(const struct roce *r, struct json_object *array)
{
	char size[FORMAT_LEN], former[FORMAT_LEN];
	struct json_object *entry;
	size_t i;

	for (i = 0; i < r->n_pools; i++) {
		const struct roce_pool *pool = &r->pools[i];

		if (!pool->now)
			continue;
		if (array) {
			entry = json_object_new_object();
			json_add_name(entry, "name", pool->name);
			json_add_u64(entry, "size", pool->after);
			json_add_u64(entry, "former_size", pool->now);
			put_commands(r, "pool set", pool->name, entry);
			json_object_array_add(array, entry);
		} else if (r->mode == ROCE_OFF) {
			printf("pool %s: size %s again\n", pool->name,
			       word_size(size, pool->before));
		} else {
			printf("pool %s: size %s instead of %s, for the headroom of PG %d\n",
			       pool->name, word_size(size, pool->after),
			       word_size(former, pool->now), ROCE_PRIO);
		}
	}
}

static void report_text(const struct roce *r)
{
	size_t i;

	if (r->mode == ROCE_OFF)
		put_saved(r, NULL);
	else if (!r->dry_run)
		put_targets(r, NULL);
	if (!r->dry_run)
		put_pools(r, NULL);
	if (r->mode != ROCE_OFF)
		roce_unfit_put(r, NULL);
	for (i = 0; r->dry_run && i < r->commands.n; i++)
		puts(r->commands.lines[i]);
}

static struct json_object *array_add(struct json_object *to, const char *key)
{
	struct json_object *array = json_object_new_array();

	json_object_object_add(to, key, array);
	return array;
}

static void report_json(const struct ctx *ctx, const struct roce *r)
{
	struct json_object *json = json_object_new_object();

	json_add_name(json, "mode", roce_modes[r->mode]);
	if (r->mode == ROCE_OFF) {
		put_saved(r, array_add(json, "devices"));
	} else {
		put_targets(r, array_add(json, "devices"));
		put_pools(r, array_add(json, "pools"));
		roce_unfit_put(r, array_add(json, "not_configured"));
	}
	json_print(ctx, json);
}

/* Warns of veths without a rate */
static void warn_of_rates(struct ctx *ctx, const struct roce *r)
{
	const struct port *want = r->targets.list, *end = want + r->targets.n;

	for (; want < end; want++) {
		char command[SHELL_COMMAND] = "";

		if (want->rate || strcmp(device_find(&r->devices, want->ifindex)->kind, "veth"))
			continue;
		shell_pfcctl(command, sizeof(command), ctx->netns, "roce %s rate 1gbit dev %s",
			     roce_modes[r->mode], want->name);
		warn(ctx,
		     "%s: is a veth without a rate: kernel queues that no pause reaches may drop packets, both ends need one; fix: %s",
		     want->name, command);
	}
}

/* ---- the commands ------------------------------------------------------------------ */

/* Free what a command has read */
void roce_free(struct roce *r)
{
	while (r->n_saved)
		text_free(&r->saved[--r->n_saved].former);
	free(r->saved);
	free(r->pools);
	text_free(&r->named);
	text_free(&r->commands);
	ports_free(&r->targets);
	ports_free(&r->ports);
	devices_free(&r->devices);
}

/* Sets a mode, or restores what was before */
static int roce_set(struct ctx *ctx, struct args *args)
{
	const char *word = args->argv[-1];	/* the command, perhaps abbreviated */
	struct lock lock = { .fd = -1 };
	int err, saved = STATUS_OK;
	struct roce r = { 0 };

	while (r.mode < ROCE_OFF && strncmp(roce_modes[r.mode], word, strlen(word)))
		r.mode++;
	err = words_read(ctx, args, &r);
	/* What the command reads must not change until it has ended */
	if (!err && !r.dry_run)
		err = lock_begin(ctx, &lock, false);
	if (err)
		return err;
	err = roce_select(ctx, &r);
	if (!err)
		err = roce_load(ctx, &r);
	if (!err)
		err = r.mode == ROCE_OFF ? roce_off(ctx, &r) : roce_change(ctx, &r);
	if (!err && !r.dry_run)
		saved = roce_save(ctx, &r);
	if (!err && ctx->json)
		report_json(ctx, &r);
	else if (!err)
		report_text(&r);
	if (!err && r.mode != ROCE_OFF)
		warn_of_rates(ctx, &r);
	roce_free(&r);
	lock_end(&lock);
	return err ?: saved;
}

static const struct command roce_commands[] = {
	{ "show", roce_show },
	{ "lossless", roce_set },
	{ "semi-lossless", roce_set },
	{ "lossy", roce_set },
	{ "off", roce_set },
	{ 0 }
};

const struct object roce_object = {
	.name = "roce",
	.commands = roce_commands,
	.help =
"Usage: pfcctl roce lossless|semi-lossless|lossy [rate RATE] [dev DEV]... [--dry-run]\n"
"       pfcctl roce off [dev DEV]... [--dry-run]\n"
"       pfcctl roce [show [dev DEV]]\n"
"All settings of a RoCE switch or host at once. Without dev: all ports, members of bridges,\n"
"and devices with an address or a route, on the device or on a VLAN of it.\n"
"         lossless       PFC in both directions for priority 3, with automatic headroom; a pool\n"
"                        that is too small for it grows\n"
"         semi-lossless  obey PFC for priority 3, send none\n"
"         lossy          no PFC\n"
"         off            restore the settings before the first of these commands\n"
"         rate RATE      rate of the ports, 1mbit-1.6tbit; a veth needs one\n"
"         --dry-run      print the single commands and change nothing\n"
"Each mode: trust DSCP; RoCE DSCP 24-31 in priority 3; CNP DSCP 48-55 in priority 6, strict;\n"
"priority 7 strict; 50 % of the rest for RoCE, 50 % for all others; ECN marking of RoCE from\n"
"150 KB to 1500 KB at 100 Gb/s, at other speeds in proportion, from at least 20 frames; with\n"
"PFC, a watchdog. All other settings stay. If the kernel refuses a change, the command stops,\n"
"and prints what it has changed; off restores that, too.\n"
"show      prints the state of all ports, and what deviates from their mode\n"
"If lldpad runs, it writes its own settings to ports: announce those of the mode by lldptool\n"
"(pfcctl-roce(8) has the commands).\n"
"Examples: pfcctl roce lossless rate 1gbit\n"
"          pfcctl -n h1 roce lossless rate 1gbit dev eth0\n"
"          pfcctl roce lossy --dry-run\n"
"          pfcctl roce off\n",
};
