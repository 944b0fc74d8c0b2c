// SPDX-License-Identifier: GPL-2.0-only
/*
 * The configuration of the namespace as commands: pfcctl save ...
 */
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "print.h"

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

/* Print the commands of a plan as a file for restore, without the entries of dcb */
void save_put(FILE *to, const struct plan *plan)
{
	char line[COMMAND_LINE];
	size_t i;

	fputs("# pfcctl save; see pfcctl-restore(8)\n", to);
	for (i = 0; i < plan->n; i++)
		fprintf(to, "%s\n", command_line(line, &plan->list[i]));
}

/* Convert the commands of a plan to JSON.  Return: an array of lines */
struct json_object *commands_json(const struct plan *plan)
{
	struct json_object *array = json_object_new_array();
	char line[COMMAND_LINE];
	size_t i;

	for (i = 0; i < plan->n; i++) {
		command_line(line, &plan->list[i]);
		json_object_array_add(array, json_object_new_string(line));
	}
	return array;
}

static int put_notes(struct ctx *ctx, const struct config *config, const struct output *output)
{
	int err = STATUS_OK;
	size_t i;

	for (i = 0; !err && i < config->ports.n; i++)
		err = apps_walk(ctx, &config->ports.list[i], put_app, (void *)output);
	return err;
}

static int put(struct ctx *ctx, const struct config *config, const struct plan *plan)
{
	struct output output = { NULL };
	struct json_object *json = NULL;
	int err;

	if (ctx->json) {
		json = json_object_new_object();
		output.array = json_object_new_array();
		json_object_object_add(json, "commands", commands_json(plan));
		json_object_object_add(json, "not_saved", output.array);
	} else {
		save_put(stdout, plan);
	}
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
	struct plan plan = { 0 };
	const char *dev;
	int err;

	err = show_dev(ctx, args, &dev);
	if (!err)
		err = config_load(ctx, &config);
	if (!err && dev)
		err = config_select(ctx, &config, dev);
	if (!err) {
		config_begin(&empty);
		config_plan(&empty, &config, ctx->stats ? CONFIG_ALL : 0, &plan);
		err = put(ctx, &config, &plan);
	}
	free(plan.list);
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
