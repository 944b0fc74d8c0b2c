// SPDX-License-Identifier: GPL-2.0-only
/*
 * All settings of a RoCE switch or host at once: pfcctl roce ...
 */
#include <stdlib.h>
#include <string.h>
#include "keyword.h"
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
		word = keyword_full(ctx, words, *args->argv, true);
		if (!word)
			return STATUS_USAGE;
		if (*word) {
			args->argv++;
			args->argc--;
		}
		if (!*word || !strcmp(word, "dev"))
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

/**
 * roce_key() - name the object of a command
 * @key: result, %ROCE_KEY bytes: the device, or "pool NAME": no device has a name with a space
 * @c: the command
 *
 * Return: @key.
 */
const char *roce_key(char *key, const struct job_command *c)
{
	snprintf(key, ROCE_KEY, "%s%s", job_is_pool(c) ? "pool " : "", c->name);
	return key;
}

/**
 * roce_put() - print a command of a dry run
 * @dry: receives the command
 * @key: the device that the command changes, or the key of another object
 * @command: the command
 */
void roce_put(const struct roce_output *dry, const char *key, const char *command)
{
	struct json_object *array;

	if (!dry->json) {
		puts(command);
		return;
	}
	if (!json_object_object_get_ex(dry->json, key, &array)) {
		array = json_object_new_array();
		json_object_object_add(dry->json, key, array);
	}
	json_object_array_add(array, json_object_new_string(command));
}

/**
 * roce_put_job() - print the commands of a job for a shell
 * @ctx: the context
 * @job: the job
 * @begin: the first command
 * @dry: receives the commands
 */
void roce_put_job(const struct ctx *ctx, const struct job *job, size_t begin,
		  const struct roce_output *dry)
{
	char line[JOB_LINE_LEN];
	char key[ROCE_KEY];
	size_t i;

	for (i = begin; i < job->n; i++) {
		const struct job_command *c = &job->list[i];

		if (c->run.object)
			roce_put(dry, roce_key(key, c), job_shell(line, ctx, c->name, &c->run));
	}
}

/**
 * roce_add_commands() - add the commands of a dry run to the JSON object of a device or pool
 * @entry: the object
 * @dry: the commands, or NULL
 * @key: as given to roce_put()
 */
void roce_add_commands(struct json_object *entry, const struct roce_output *dry, const char *key)
{
	struct json_object *commands = NULL;

	if (dry)
		json_object_object_add(entry, "commands",
				       json_object_object_get_ex(dry->json, key, &commands) ?
				       json_object_get(commands) : json_object_new_array());
}

/**
 * roce_entry() - begin the JSON object of a device
 * @dry: commands of a dry run, or NULL
 * @dev: name of the device
 * @ifindex: the device
 *
 * Return: the object.
 */
struct json_object *roce_entry(const struct roce_output *dry, const char *dev, uint32_t ifindex)
{
	struct json_object *entry = json_object_new_object();

	json_add_name(entry, "dev", dev);
	json_add_u64(entry, "ifindex", ifindex);
	roce_add_commands(entry, dry, dev);
	return entry;
}

static bool is_changed(const struct job *job, const char *dev)
{
	char key[ROCE_KEY];
	size_t i;

	for (i = 0; i < job->n; i++)
		if (!strcmp(roce_key(key, &job->list[i]), dev))
			return true;
	return false;
}

/* Adds the devices of a mode to a JSON object */
static void report_json(const struct roce_targets *targets, const struct job *job,
			const struct roce_output *dry, struct json_object *json,
			struct json_object *devices)
{
	struct json_object *unfit = json_object_new_array(), *entry;
	size_t i;

	for (i = 0; i < targets->n; i++) {
		const struct device *dev = targets->list[i].dev;

		entry = roce_entry(dry, dev->name, dev->ifindex);
		json_add_bool(entry, "changed", is_changed(job, dev->name));
		json_object_array_add(devices, entry);
	}
	roce_pool_put(job, dry, json);
	roce_unfit_put(targets, "", unfit);
	json_object_object_add(json, "not_configured", unfit);
}

static void report(enum roce_mode mode, const struct roce_targets *targets,
		   const struct job *job)
{
	size_t i;

	printf("%s:", roce_modes[mode]);
	for (i = 0; i < targets->n; i++)
		printf(" %s", targets->list[i].dev->name);
	puts(job->n ? "" : " (no change)");
	roce_pool_put(job, NULL, NULL);
	roce_unfit_put(targets, "", NULL);
}

/* ---- the commands ------------------------------------------------------------------ */

static int set_mode(struct ctx *ctx, enum roce_mode mode, const struct request *request,
		    struct roce_targets *targets, const struct roce_output *dry,
		    struct json_object *json, struct json_object *devices)
{
	struct job job = { .what = "roce" };
	size_t i;
	int err;

	if (!targets->n)
		return fail(ctx,
			    "no device can be a port: none is a member of a bridge or routed; name one (dev DEV)");
	for (i = 0; i < targets->n; i++)
		targets->list[i].rate = request->rate;
	if (dry && !ctx->json)
		roce_unfit_put(targets, "# ", NULL);
	err = roce_change(ctx, mode, targets, dry, &job);
	if (!err && ctx->json)
		report_json(targets, &job, dry, json, devices);
	else if (!err && !dry)
		report(mode, targets, &job);
	if (!err)
		warn_of_rates(ctx, mode, targets);
	job_free(&job);
	return err;
}

/* Runs a command for the given devices; %ROCE_MODES: off */
static int run(struct ctx *ctx, struct args *args, enum roce_mode mode)
{
	struct roce_output output = { NULL }, *dry = NULL;
	struct json_object *json, *devices;
	struct guard guard = { .fd = -1 };
	struct roce_targets targets;
	struct request request;
	int err;

	err = request_read(ctx, args, mode < ROCE_MODES, &request);
	if (!err && !request.dry_run)
		err = guard_begin(ctx, &guard, false);
	if (err)
		return err;
	if (request.dry_run)
		dry = &output;
	if (ctx->json)
		output.json = json_object_new_object();
	json = json_object_new_object();
	devices = json_object_new_array();
	json_add_name(json, "mode", mode < ROCE_MODES ? roce_modes[mode] : "off");
	json_object_object_add(json, "devices", devices);
	/* What the command reads must not change until it has ended */
	err = roce_targets_load(ctx, request.names, request.n, &targets);
	if (!err && mode < ROCE_MODES)
		err = set_mode(ctx, mode, &request, &targets, dry, json, devices);
	else if (!err)
		err = roce_off(ctx, &targets, dry, devices);
	if (!err && ctx->json)
		json_print(ctx, json);
	else
		json_object_put(json);
	json_object_put(output.json);
	roce_targets_free(&targets);
	guard_end(&guard);
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
"PFC, a watchdog. All other settings stay. If a command fails, all ports get their former\n"
"settings again.\n"
"show      prints the state of all ports, and what deviates from their mode\n"
"If lldpad runs, PFC, ETS and the priority of UDP port 4791 are announced by lldptool. off\n"
"restores the settings of lldpad, too.\n"
"Examples: pfcctl roce lossless rate 1gbit\n"
"          pfcctl -n h1 roce lossless rate 1gbit dev eth0\n"
"          pfcctl roce lossy --dry-run\n"
"          pfcctl roce off\n",
};
