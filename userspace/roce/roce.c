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

/**
 * struct request - parsed words of a command
 * @dry_run: print the commands instead
 * @rate: rate of the ports, bits per second; 0: not given
 * @n: number of devices
 * @names: the devices
 */
struct request {
	bool		dry_run;
	uint64_t	rate;
	size_t		n;
	const char	*names[BATCH_WORDS];
};

static const struct setting rate_setting = {
	.name = "rate", .parse = parse_rate, .format = format_rate, .what = A_RATE,
	.min = PFC_RATE_MIN, .max = PFC_RATE_MAX,
};

static const struct setting dev_setting = SETTING_DEV;

static int read_request_dev(struct ctx *ctx, struct args *args, struct request *request)
{
	struct change c;
	int err;

	change_begin(&c, PFC_CMD_UNSPEC);
	err = read_dev(ctx, &dev_setting, args, &c);
	if (err)
		return err;
	if (request->n == BATCH_WORDS)
		return misuse(ctx, "dev: more than %d devices", BATCH_WORDS);
	request->names[request->n++] = c.dev;
	return STATUS_OK;
}

static int request_read(struct ctx *ctx, struct args *args, bool has_rate,
			struct request *request)
{
	static const char *const all[] = { "rate", "dev", "--dry-run", NULL };
	const char *const *words = all + !has_rate, *word;
	int err = STATUS_OK;

	memset(request, 0, sizeof(*request));
	while (!err && args->argc) {
		if (completing(ctx, args))
			return complete_list(words);
		word = keyword_take(ctx, words, args, true);
		if (!word)
			return STATUS_USAGE;
		if (!strcmp(word, "dev"))
			err = read_request_dev(ctx, args, request);
		else if (!strcmp(word, "rate") && request->rate)
			err = misuse(ctx, "rate: given twice");
		else if (!strcmp(word, "rate"))
			err = scalar_read(ctx, &rate_setting, args, &request->rate);
		else if (request->dry_run)
			err = misuse(ctx, "--dry-run: given twice");
		else
			request->dry_run = true;
	}
	return err;
}

/* Return: whether the device is a veth without a rate */
static bool is_rateless(const struct roce_target *t)
{
	return !strcmp(t->dev->kind, "veth") && !t->rate && !(t->port && t->port->rate);
}

static void warn_of_rates(struct ctx *ctx, enum roce_mode mode, const struct roce_targets *targets)
{
	char command[SHELL_COMMAND];
	size_t i;

	for (i = 0; i < targets->n; i++) {
		const struct roce_target *t = &targets->list[i];

		if (!is_rateless(t))
			continue;
		*command = '\0';
		shell_pfcctl(command, sizeof(command), ctx->netns, "roce %s rate 1gbit dev %s",
			     roce_modes[mode], t->dev->name);
		warn(ctx,
		     "%s: is a veth without a rate: kernel queues that no pause reaches may drop packets, both ends need one; fix: %s",
		     t->dev->name, command);
	}
}

/* ---- output ------------------------------------------------------------------------ */

/*
 * Find the commands that change an object.
 * @key: words that identify the object in a command: " dev DEV", or "pool set NAME"
 * @entry: JSON object that receives the commands of a dry run, or NULL
 * Return: whether there are any.
 */
static bool roce_changes(const struct roce_result *r, const char *key, struct json_object *entry)
{
	struct json_object *array = entry && r->dry_run ? json_object_new_array() : NULL;
	bool any = false;
	size_t i;

	for (i = 0; i < r->commands.n; i++) {
		if (!text_contains(r->commands.lines[i], key))
			continue;
		any = true;
		if (array)
			json_object_array_add(array,
					      json_object_new_string(r->commands.lines[i]));
	}
	if (array)
		json_object_object_add(entry, "commands", array);
	return any;
}

static const char *dev_key(char *key, const char *dev)
{
	char quoted[QUOTED_LEN];

	snprintf(key, QUOTED_LEN, " dev %.*s", QUOTED_LEN - 8, shell_quote(quoted, dev));
	return key;
}

/* Begin the JSON object of a device.  Return: the object */
struct json_object *roce_entry(const struct roce_result *r, const char *dev, uint32_t ifindex)
{
	struct json_object *entry = json_object_new_object();
	char key[QUOTED_LEN];

	json_add_name(entry, "dev", dev);
	json_add_u64(entry, "ifindex", ifindex);
	roce_changes(r, dev_key(key, dev), entry);
	return entry;
}

/* Prints the pools that a mode enlarges, or adds them to JSON */
static void report_pools(const struct ctx *ctx, const struct roce_result *r,
			 struct json_object *array)
{
	char key[2 * PFC_NAME_LEN], size[FORMAT_LEN], former[FORMAT_LEN];
	struct json_object *entry;
	size_t i;

	for (i = 0; i < r->n_grown; i++) {
		const struct roce_pool *pool = &r->grown[i];

		if (!ctx->json) {
			printf("pool %s: size %s instead of %s, for the headroom of PG %d\n",
			       pool->name, word_size(size, pool->after),
			       word_size(former, pool->before), ROCE_PRIO);
			continue;
		}
		snprintf(key, sizeof(key), "pool set %s", pool->name);
		entry = json_object_new_object();
		json_add_name(entry, "name", pool->name);
		json_add_u64(entry, "size", pool->after);
		json_add_u64(entry, "former_size", pool->before);
		roce_changes(r, key, entry);
		json_object_array_add(array, entry);
	}
}

static void report(const struct ctx *ctx, enum roce_mode mode, const struct roce_targets *targets,
		   const struct roce_result *r, struct json_object *json)
{
	struct json_object *unfit = json_object_new_array(), *pools = json_object_new_array();
	struct json_object *entry;
	char key[QUOTED_LEN];
	size_t i;

	if (!ctx->json) {
		printf("%s:", roce_modes[mode]);
		for (i = 0; i < targets->n; i++)
			printf(" %s", targets->list[i].dev->name);
		puts(r->commands.n ? "" : " (no change)");
	}
	for (i = 0; ctx->json && i < targets->n; i++) {
		const struct device *dev = targets->list[i].dev;

		entry = roce_entry(r, dev->name, dev->ifindex);
		json_add_bool(entry, "changed", roce_changes(r, dev_key(key, dev->name), NULL));
		json_object_array_add(r->devices, entry);
	}
	json_object_object_add(json, "pools", pools);
	report_pools(ctx, r, pools);
	json_object_object_add(json, "not_configured", unfit);
	roce_unfit_put(targets, "", ctx->json ? unfit : NULL);
}

/* ---- the commands ------------------------------------------------------------------ */

static int set_mode(struct ctx *ctx, enum roce_mode mode, const struct request *request,
		    struct roce_targets *targets, struct roce_result *r, struct json_object *json)
{
	size_t i;
	int err;

	if (!targets->n)
		return fail(ctx,
			    "no device can be a port: none is a member of a bridge or routed; name one (dev DEV)");
	for (i = 0; i < targets->n; i++)
		targets->list[i].rate = request->rate;
	if (r->dry_run && !ctx->json)
		roce_unfit_put(targets, "# ", NULL);
	err = roce_change(ctx, mode, targets, r);
	if (!err && (ctx->json || !r->dry_run))
		report(ctx, mode, targets, r, json);
	if (!err)
		warn_of_rates(ctx, mode, targets);
	return err;
}

/* Runs a command for the given devices; %ROCE_MODES: off */
static int run(struct ctx *ctx, struct args *args, enum roce_mode mode)
{
	struct roce_result result = { 0 };
	struct lock lock = { .fd = -1 };
	struct roce_targets targets;
	struct json_object *json;
	struct request request;
	size_t i;
	int err;

	err = request_read(ctx, args, mode < ROCE_MODES, &request);
	if (!err && !request.dry_run)
		err = lock_begin(ctx, &lock, false);
	if (err)
		return err;
	result.dry_run = request.dry_run;
	json = json_object_new_object();
	result.devices = json_object_new_array();
	json_add_name(json, "mode", mode < ROCE_MODES ? roce_modes[mode] : "off");
	json_object_object_add(json, "devices", result.devices);
	/* What the command reads must not change until it has ended */
	err = roce_targets_load(ctx, request.names, request.n, &targets);
	if (!err && mode < ROCE_MODES)
		err = set_mode(ctx, mode, &request, &targets, &result, json);
	else if (!err)
		err = roce_off(ctx, &targets, &result);
	for (i = 0; !err && result.dry_run && !ctx->json && i < result.commands.n; i++)
		puts(result.commands.lines[i]);
	if (!err && ctx->json)
		json_print(ctx, json);
	else
		json_object_put(json);
	free(result.grown);
	text_free(&result.commands);
	roce_targets_free(&targets);
	lock_end(&lock);
	return err;
}

static int roce_lossless(struct ctx *ctx, struct args *args)
{
	return run(ctx, args, ROCE_LOSSLESS);
}

static int roce_semi_lossless(struct ctx *ctx, struct args *args)
{
	return run(ctx, args, ROCE_SEMI_LOSSLESS);
}

static int roce_lossy(struct ctx *ctx, struct args *args)
{
	return run(ctx, args, ROCE_LOSSY);
}

static int roce_restore(struct ctx *ctx, struct args *args)
{
	return run(ctx, args, ROCE_MODES);
}

static const struct command roce_commands[] = {
	{ "show", roce_show },
	{ "lossless", roce_lossless },
	{ "semi-lossless", roce_semi_lossless },
	{ "lossy", roce_lossy },
	{ "off", roce_restore },
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
