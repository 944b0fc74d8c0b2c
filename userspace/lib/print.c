// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output as text and as JSON.
 */
#include <string.h>
#include "output.h"
#include "print.h"
#include "select.h"
#include "setting.h"
#include "shell.h"

const char *const xoff_dirs[] = { "tx", "rx", NULL };

/* Return: the format of raw numbers with -r, otherwise @format */
format_fn *raw_or(const struct ctx *ctx, format_fn *format)
{
	return ctx->raw ? format_number : format;
}

/* Return: the word for a value, or "unknown" */
const char *word_of(const char *const *words, unsigned int value)
{
	for (; *words && value; words++)
		value--;
	return *words ? *words : "unknown";
}

void json_add_u64(struct json_object *to, const char *key, uint64_t value)
{
	json_object_object_add(to, key, json_object_new_uint64(value));
}

/* Add a number, or null for 0 */
void json_add_u64_or_null(struct json_object *to, const char *key, uint64_t value)
{
	json_object_object_add(to, key,
			       value ? json_object_new_uint64(value) : NULL);
}

void json_add_bool(struct json_object *to, const char *key, bool value)
{
	json_object_object_add(to, key, json_object_new_boolean(value));
}

/* Add a name, or null for "" */
void json_add_name(struct json_object *to, const char *key, const char *name)
{
	json_object_object_add(to, key,
			       *name ? json_object_new_string(name) : NULL);
}

/* Add an array of small numbers; %PFC_MAP_NONE becomes null */
void json_add_bytes(struct json_object *to, const char *key, const uint8_t *table,
		    unsigned int n)
{
	struct json_object *array = json_object_new_array();
	unsigned int i;

	for (i = 0; i < n; i++)
		json_object_array_add(array, table[i] == PFC_MAP_NONE ? NULL :
				      json_object_new_int(table[i]));
	json_object_object_add(to, key, array);
}

void json_add_bools(struct json_object *to, const char *key, const uint8_t *table,
		    unsigned int n)
{
	struct json_object *array = json_object_new_array();
	unsigned int i;

	for (i = 0; i < n; i++)
		json_object_array_add(array, json_object_new_boolean(table[i]));
	json_object_object_add(to, key, array);
}

/* Convert a bit mask of priorities or PGs to JSON.  Return: a JSON array */
struct json_object *json_prios(uint8_t prios)
{
	struct json_object *array = json_object_new_array();
	int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (prios >> prio & 1)
			json_object_array_add(array, json_object_new_int(prio));
	return array;
}

/* Prints JSON.  json-c escapes the other control characters */
static void put_json(const char *text)
{
	bool clean;
	size_t len;

	for (; *text; text += len) {
		len = text_char(text, &clean);
		if (clean || *text == '\n')
			fwrite(text, 1, len, stdout);
		else if (len == 2 || *text == 0x7f)	/* C1, DEL */
			printf("\\u00%02x", (unsigned char)text[len - 1]);
		else
			putchar('?');
	}
	putchar('\n');
}

/* Print a document and free it; bytes of names that are not UTF-8 become "?" */
void json_print(const struct ctx *ctx, struct json_object *json)
{
	int flags = JSON_C_TO_STRING_NOSLASHESCAPE;

	if (ctx->pretty)
		flags |= JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED;
	put_json(json_object_to_json_string_ext(json, flags));
	json_object_put(json);
}

/* Print that the namespace has no ports, and the command that adds one */
void print_no_ports(const struct ctx *ctx)
{
	char command[SHELL_COMMAND] = "";

	shell_pfcctl(command, sizeof(command), ctx->netns, "port add dev DEV rate 1gbit");
	printf("no ports; make a device a port: %s\n", command);
}
