// SPDX-License-Identifier: GPL-2.0-only
/*
 * Short form of show commands: the settings that differ from the defaults, in the words of the
 * command line.
 */
#include "port_words.h"
#include "select.h"

/* Return: the number of PGs or queues that have the settings of an object; 1: the port has them */
static unsigned int parts_of(const struct object *object)
{
	const struct setting *s = object->settings;

	return s == pg_settings || s == queue_settings ? PFC_PRIO_COUNT : 1;
}

static void put(const struct object *object, const struct port *port, const struct port *defaults)
{
	const unsigned int parts = parts_of(object);
	char words[WORDS_LEN];
	unsigned int i;
	bool any = false;

	for (i = 0; i < parts; i++) {
		if (!port_diff(words, object->settings, i, defaults, port))
			continue;
		any = true;
		if (parts > 1)
			printf("%s %s %u %s\n", port->name, object->name, i, words);
		else
			printf("%s %s\n", port->name, words);
	}
	if (!any)
		puts(port->name);
}

/*
 * Run a show command with the option --brief.
 * @object: an object with settings of a port
 * Return: an exit status.
 */
int brief_show(struct ctx *ctx, const struct object *object, struct args *args)
{
	struct port defaults = { 0 };
	struct ports ports;
	size_t i;
	int err;

	err = ports_shown(ctx, args, PORT_CONFIG | PORT_WATCH, &ports);
	if (err)
		return err;
	port_default(&defaults);
	for (i = 0; i < ports.n; i++)
		put(object, &ports.list[i], &defaults);
	ports_free(&ports);
	return STATUS_OK;
}
