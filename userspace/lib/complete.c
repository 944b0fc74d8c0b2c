// SPDX-License-Identifier: GPL-2.0-only
/*
 * Completion of command lines: pfcctl __complete WORD...
 *
 * The tool parses these words as a command.  The last word is the one that the user is typing.
 * Where the parser would read it, it prints all words that it accepts there, and stops.  So the
 * tables of the parser are the only list of words.  The shell keeps those words that begin like
 * the last word.
 */
#include <net/if.h>
#include <stdlib.h>
#include "model.h"
#include "netns.h"
#include "output.h"
#include "setting.h"

/*
 * Return: whether the next word is the one to complete: then the caller prints the possible words
 * and ends with %STATUS_USAGE.
 */
bool completing(const struct ctx *ctx, const struct args *args)
{
	return ctx->complete && args->argc == 1;
}

/* Print possible words, which spaces separate.  Return: %STATUS_USAGE */
int complete_words(const char *words)
{
	for (; *words; words++)
		putchar(*words == ' ' ? '\n' : *words);
	putchar('\n');
	return STATUS_USAGE;
}

/* Print possible words; NULL ends the list.  Return: %STATUS_USAGE */
int complete_list(const char *const *words)
{
	while (*words)
		puts(*words++);
	return STATUS_USAGE;
}

/* A name with control characters is not offered: the line would not show what it is */
static void complete_name(const char *name)
{
	if (text_is_clean(name))
		puts(name);
}

/* Print the devices of the network namespace.  Return: %STATUS_USAGE */
int complete_devices(const struct ctx *ctx)
{
	struct if_nameindex *all, *dev;

	all = ctx->elsewhere ? NULL : if_nameindex();
	for (dev = all; dev && dev->if_index; dev++)
		complete_name(dev->if_name);
	if (all)
		if_freenameindex(all);
	return STATUS_USAGE;
}

/* Print the named network namespaces.  Return: %STATUS_USAGE */
int complete_netnses(void)
{
	struct dirent **names;
	int n = netns_names(&names), i;

	if (n < 0)
		return STATUS_USAGE;
	for (i = 0; i < n; i++) {
		complete_name(names[i]->d_name);
		free(names[i]);
	}
	free(names);
	return STATUS_USAGE;
}

/* Print the names of pools or profiles.  @attr: attribute of their names.  Return: %STATUS_USAGE */
int complete_names(const struct ctx *ctx, uint16_t attr)
{
	struct ctx asking = { .err = ctx->err };
	struct items items;
	size_t i;

	if (ctx->elsewhere)
		return STATUS_USAGE;
	named_load(&asking, NULL, attr, &items);
	for (i = 0; i < items.n; i++)
		puts((const char *)items.list + i * items.size);
	free(items.list);
	nl_close(&asking);
	return STATUS_USAGE;
}

/* Print the words that a setting accepts as its value.  Return: %STATUS_USAGE */
int complete_value(const struct ctx *ctx, const struct setting *s)
{
	if (s->words)
		complete_list(s->words);
	if (s->attr == PFC_A_DSCP_PRIO && s->read == read_map)
		complete_list(map_presets);
	if (s->zero)
		puts(s->zero);
	if (s->word)
		puts(s->word);
	if (s->read == read_dev)
		return complete_devices(ctx);
	if (s->read == read_part_name && s->part == OF_PG && s->attr == PFC_PG_A_PROFILE)
		return complete_names(ctx, PFC_A_PROFILE_NAME);
	if (s->read == read_name || s->read == read_part_name)
		return complete_names(ctx, PFC_A_POOL_NAME);
	if (s->read == read_ids || s->read == read_prios)
		return complete_words("all 0 1 2 3 4 5 6 7");
	return STATUS_USAGE;
}

/*
 * Print the settings that may follow those of the bit mask @seen.
 *
 * The keyword dev is optional at the start, so the devices are printed there, too.
 * Return: %STATUS_USAGE.
 */
int complete_settings(const struct ctx *ctx, const struct setting *settings, uint64_t seen)
{
	const struct setting *s;

	for (s = settings; s->name; s++)
		if (!(seen & 1ULL << (s - settings)) && !setting_conflict(settings, s, seen))
			puts(s->name);
	return !seen && settings->read == read_dev ? complete_devices(ctx) : STATUS_USAGE;
}
