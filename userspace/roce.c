// SPDX-License-Identifier: GPL-2.0-only
/*
 * All settings of a RoCE switch or host at once: pfcctl roce ...
 */
#include <stdlib.h>
#include <string.h>
#include "peer.h"
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
	int err = STATUS_OK;

	memset(request, 0, sizeof(*request));
	while (!err && args->argc) {
		const char *words = has_rate ? "rate dev --dry-run" : "dev --dry-run";
		const char *word = *args->argv++;

		if (completing(ctx, args))
			return complete_words(words);
		args->argc--;
		if (!strcmp(word, "--dry-run") && request->dry_run)
			err = misuse(ctx, "--dry-run: given twice");
		else if (!strcmp(word, "--dry-run"))
			request->dry_run = true;
		else if (!strcmp(word, "dev"))
			err = read_request_dev(ctx, args, request);
		else if (has_rate && !strcmp(word, "rate") && request->rate)
			err = misuse(ctx, "rate: given twice");
		else if (has_rate && !strcmp(word, "rate"))
			err = scalar_read(ctx, &rate_setting, args, &request->rate);
		else
			err = misuse(ctx, "unknown word '%s'; expected: %s", word, words);
	}
	return err;
}

/* Saves the present settings of a port, unless older ones are saved */
static int save(struct ctx *ctx, const struct roce_target *target, struct roce_saved *saved)
{
	const struct port *port = target->port;
	const struct roce_setting *s;
	bool good = true;

	if (!roce_saved_valid(saved, port)) {
		roce_saved_free(saved);
		*saved = (struct roce_saved){
			.ifindex = target->dev->ifindex, .mode = ROCE_MODES,
			.port_id = port ? port->id : 0, .added = !port,
		};
	}
	snprintf(saved->dev, sizeof(saved->dev), "%s", target->dev->name);
	if (!saved->added && target->rate)
		good = roce_saved_line(saved, "port", port);
	for (s = roce_settings; good && !saved->added && s->object; s++)
		if (strcmp(s->object, "port"))
			good = roce_saved_line(saved, s->object, port);
	return good ? roce_save(ctx, saved) : fail(ctx, "out of memory");
}

/* Restores the saved states after a failure: those of ports without a mode are deleted */
static void unsave(struct ctx *ctx, const struct roce_targets *targets,
		   const struct roce_saved *before)
{
	size_t i;

	for (i = 0; i < targets->n; i++)
		if (before[i].ifindex)
			roce_save(ctx, &before[i]);
		else
			roce_forget(ctx, targets->list[i].dev->ifindex);
}

/* Writes the mode and the port ids, which new ports have only now */
static int save_mode(struct ctx *ctx, enum roce_mode mode, const struct roce_targets *targets)
{
	struct roce_saved saved;
	struct ports ports;
	const struct port *port;
	size_t i;
	int err;

	err = ports_load(ctx, NULL, PORT_CONFIG, &ports);
	if (err)
		return err;
	for (i = 0; !err && i < targets->n; i++) {
		err = roce_load(ctx, targets->list[i].dev->ifindex, &saved);
		port = port_find(&ports, saved.ifindex);
		if (!err && saved.ifindex && port) {
			saved.mode = mode;
			saved.port_id = port->id;
			err = roce_save(ctx, &saved);
		}
		roce_saved_free(&saved);
	}
	ports_free(&ports);
	return err;
}

/* Saves the state, runs the commands, and records the mode; all of it or nothing */
static int apply(struct ctx *ctx, enum roce_mode mode, const struct roce_targets *targets,
		 const struct roce_job *job)
{
	struct roce_saved *before = calloc(targets->n + 1, sizeof(*before)), saved;
	int err = before ? STATUS_OK : fail(ctx, "out of memory");
	size_t i, done = 0;

	for (i = 0; !err && i < targets->n; i++) {
		const uint32_t ifindex = targets->list[i].dev->ifindex;

		err = roce_load(ctx, ifindex, &before[i]);
		if (!err)
			err = roce_load(ctx, ifindex, &saved);
		if (!err) {
			done = i + 1;
			err = save(ctx, &targets->list[i], &saved);
			roce_saved_free(&saved);
		}
	}
	if (!err)
		err = roce_run(ctx, job);
	if (err) {
		struct roce_targets part = *targets;

		part.n = done;
		unsave(ctx, &part, before);
	} else {
		err = save_mode(ctx, mode, targets);
	}
	for (i = 0; before && i < targets->n; i++)
		roce_saved_free(&before[i]);
	free(before);
	return err;
}

static void report(struct ctx *ctx, enum roce_mode mode, const struct roce_targets *targets,
		   const struct roce_job *job)
{
	size_t i;

	for (i = 0; i < targets->n; i++) {
		const struct roce_target *t = &targets->list[i];

		if (!strcmp(t->dev->kind, "veth") && !t->rate && !(t->port && t->port->rate))
			warn(ctx,
			     "%s: is a veth without a rate: kernel queues that no pause reaches may drop packets; fix: pfcctl %s%s%sroce %s rate RATE dev %s",
			     t->dev->name, ctx->netns ? "-n " : "", ctx->netns ?: "",
			     ctx->netns ? " " : "", roce_modes[mode], t->dev->name);
	}
	if (ctx->json)
		return;
	printf("%s:", roce_modes[mode]);
	for (i = 0; i < targets->n; i++)
		printf(" %s", targets->list[i].dev->name);
	puts(job->n ? "" : " (no change)");
	roce_targets_print(targets, "");
}

static int set_mode(struct ctx *ctx, enum roce_mode mode, const struct request *request,
		    struct roce_targets *targets)
{
	struct roce_job job = { 0 };
	int err = STATUS_OK;
	bool announce;
	size_t i;

	if (!targets->n)
		return fail(ctx,
			    "no device can be a port: none is a member of a bridge or has an address; name one (dev DEV)");
	for (i = 0; i < targets->n; i++) {
		targets->list[i].rate = request->rate;
		roce_plan(ctx, mode, &targets->list[i], &job);
	}
	if (request->dry_run) {
		roce_targets_print(targets, "# ");
		roce_print(ctx, &job);
	} else {
		err = apply(ctx, mode, targets, &job);
	}
	/* The settings come first: a value that lldpad writes then is the one that the port has */
	announce = !err && roce_lldp_runs();
	for (i = 0; announce && i < targets->n; i++)
		roce_lldp(ctx, targets->list[i].dev->name, mode, request->dry_run);
	if (!err && !request->dry_run)
		report(ctx, mode, targets, &job);
	roce_job_free(&job);
	return err;
}

/* Runs a command for the given devices; %ROCE_MODES: off */
static int run(struct ctx *ctx, struct args *args, enum roce_mode mode)
{
	struct roce_targets targets;
	struct request request;
	int err;

	err = request_read(ctx, args, mode < ROCE_MODES, &request);
	if (err)
		return err;
	err = roce_targets_load(ctx, request.names, request.n, &targets);
	if (!err && mode < ROCE_MODES)
		err = set_mode(ctx, mode, &request, &targets);
	else if (!err)
		err = roce_off(ctx, &targets, request.dry_run);
	roce_targets_free(&targets);
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
"and devices with an address.\n"
"         lossless       PFC in both directions for priority 3, with automatic headroom\n"
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
"If lldpad runs, PFC, ETS and the priority of UDP port 4791 are announced by lldptool.\n"
"Examples: pfcctl roce lossless rate 1gbit\n"
"          pfcctl -n h1 roce lossless rate 1gbit dev eth0\n"
"          pfcctl roce lossy --dry-run\n"
"          pfcctl roce off\n",
};
