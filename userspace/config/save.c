// SPDX-License-Identifier: GPL-2.0-only
/*
 * The configuration of the namespace as commands: pfcctl save ...
 */
#include <string.h>
#include "config.h"
#include "print.h"

#define JOB_FLAGS(ctx)	((ctx)->stats ? CONFIG_ALL : 0)

/**
 * struct output - receiver of what cannot be saved
 * @array: array of JSON objects; NULL: print comments
 */
struct output {
	struct json_object	*array;
};

static void put_app(void *data, const char *dev, const char *command)
{
	const struct output *output = data;
	struct json_object *json;

	if (!output->array) {
		printf("# not saved: only dcb can set this: %s\n", command);
		return;
	}
	json = json_object_new_object();
	json_add_name(json, "dev", dev);
	json_add_name(json, "command", command);
	json_object_array_add(output->array, json);
}

static void put_commands(const struct job *job, struct json_object *array)
{
	char line[JOB_LINE_LEN];
	size_t i;

	for (i = 0; i < job->n; i++) {
		const struct job_command *c = &job->list[i];

		job_line(line, c->name, &c->run);
		if (array)
			json_object_array_add(array, json_object_new_string(line));
		else
			puts(line);
	}
}

static int put_notes(struct ctx *ctx, const struct config *config, const struct output *output)
{
	int err = STATUS_OK;
	size_t i;

	for (i = 0; !err && i < config->ports.n; i++)
		err = apps_walk(ctx, &config->ports.list[i], put_app, (void *)output);
	return err;
}

static int put(struct ctx *ctx, const struct config *config, const struct job *job)
{
	struct json_object *json = NULL, *commands = NULL;
	struct output output = { NULL };
	int err;

	if (job->full)
		return fail(ctx, "out of memory");
	if (ctx->json) {
		json = json_object_new_object();
		commands = json_object_new_array();
		output.array = json_object_new_array();
		json_object_object_add(json, "commands", commands);
		json_object_object_add(json, "not_saved", output.array);
	} else {
		puts("# pfcctl save; see pfcctl-restore(8)");
	}
	put_commands(job, commands);
	err = put_notes(ctx, config, &output);
	if (ctx->json && !err)
		json_print(ctx, json);
	else
		json_object_put(json);
	return err;
}

static int save(struct ctx *ctx, struct args *args)
{
	struct config config = { 0 }, empty = { 0 };
	struct job job = { 0 };
	const char *dev;
	int err;

	err = show_dev(ctx, args, &dev);
	if (!err)
		err = config_begin(ctx, &empty);
	if (!err)
		err = config_load(ctx, &config);
	if (!err && dev)
		err = config_select(ctx, &config, dev);
	if (!err) {
		config_plan(&empty, &config, JOB_FLAGS(ctx), &job);
		err = put(ctx, &config, &job);
	}
	job_free(&job);
	config_free(&empty);
	config_free(&config);
	return err;
}

const struct object save_object = {
	.name = "save",
	.run = save,
	.help =
"Usage: pfcctl [-s] save [dev DEV]\n"
"Prints the commands that give an empty namespace the present configuration: pools,\n"
"profiles, ports and all their settings. Settings with the default value are left out.\n"
"         -s       print these settings, too\n"
"         dev DEV  only this port, and the pools and profiles that it uses\n"
"pfcctl restore reads the commands, and so does pfcctl -b. Entries that only dcb can set are\n"
"comments (dcb app, dcb rewr). Counters and the state of storms are not saved.\n"
"Examples: pfcctl save > /etc/pfc/pfc.conf\n"
"          pfcctl -n switch -s save dev p1\n"
"          pfcctl -j save | jq -r '.commands[]'\n",
};
