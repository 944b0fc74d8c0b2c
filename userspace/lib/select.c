// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lists and patterns in place of a device: p1,p2 or p* or all.
 *
 * Each device is a request of its own.  The tool finds all devices first, and stops at the first
 * request that fails.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include "fix.h"
#include "select.h"

#define ALL	"all"

/* Return: whether an element of a list is a pattern or all */
bool select_is_pattern(const char *element)
{
	return strpbrk(element, "*?[") || !strcmp(element, ALL);
}

/* Return: whether a word is a list, a pattern or all; an existing device of such a name wins */
bool select_is_set(const struct ctx *ctx, const char *word)
{
	return !ctx->literal && (strchr(word, ',') || select_is_pattern(word)) &&
	       !if_nametoindex(word);
}

/*
 * Take the next element of a list, %ELEMENT_LEN bytes; longer elements are truncated.
 * @rest: the rest of the list; NULL after the last element
 * Return: false after the last element.
 */
bool select_next(const char **rest, char *element)
{
	size_t len;

	if (!*rest)
		return false;
	len = strcspn(*rest, ",");
	snprintf(element, ELEMENT_LEN, "%.*s", (int)len, *rest);
	*rest = (*rest)[len] ? *rest + len + 1 : NULL;
	return true;
}

/* Check the form of a list or pattern.  Return: an exit status */
int select_valid(struct ctx *ctx, const char *word)
{
	const char *rest = word;
	char element[ELEMENT_LEN];

	while (select_next(&rest, element)) {
		const size_t len = strlen(element);

		if (!len || len >= (select_is_pattern(element) ? ELEMENT_LEN - 1 : IFNAMSIZ))
			return fail(ctx,
				    "dev: '%s' is invalid; must be a list of device names and patterns like p1,p2 or p*, or all",
				    word);
	}
	return STATUS_OK;
}

/* Check whether an element of a list stands for a device.  Return: whether it does */
bool select_matches(const char *element, const char *name)
{
	return !strcmp(element, name) || !strcmp(element, ALL) || !fnmatch(element, name, 0);
}

/*
 * Return: whether a word - a device, a list, a pattern or all - stands for a device, among others.
 */
bool select_has(const char *word, const char *name)
{
	const bool set = strchr(word, ',') || select_is_pattern(word);
	char element[ELEMENT_LEN];

	/* An existing device wins, as in select_is_set() */
	if (!strcmp(word, name) || (set && if_nametoindex(word)))
		return !strcmp(word, name);
	while (select_next(&word, element))
		if (select_matches(element, name))
			return true;
	return false;
}

/* ---- names ------------------------------------------------------------------ */

/* Find a name.  Return: whether it is one of them */
bool names_have(const struct names *names, const char *name)
{
	size_t i;

	for (i = 0; i < names->n; i++)
		if (!strcmp(names->list[i], name))
			return true;
	return false;
}

/* Append a name that is not there yet */
void names_add(struct names *names, const char *name)
{
	char (*new)[IFNAMSIZ];

	if (names_have(names, name))
		return;
	new = list_add(&names->list, &names->n, sizeof(*new));
	snprintf(*new, sizeof(*new), "%.*s", IFNAMSIZ - 1, name);
}

/* Reports an element that stands for no port.  Return: an exit status */
static int none_found(struct ctx *ctx, const char *element)
{
	if (!strcmp(element, ALL))
		return STATUS_OK;
	if (select_is_pattern(element))
		return fail(fixed_by(ctx, FIX_PORTS), "dev: '%s' matches no port", element);
	if (!if_nametoindex(element))
		return fail_no_device(ctx, element);
	return fail(fixed_by(ctx, causes[PFC_CAUSE_NOT_A_PORT].fix, element),
		    "%s: device is not a pfc port", element);
}

/* Add those of @from that an element of a list stands for.  Return: whether there is one */
bool names_add_matching(struct names *names, const char *element, const struct names *from)
{
	bool found = false;
	size_t i;

	for (i = 0; i < from->n; i++)
		if (select_matches(element, from->list[i])) {
			found = true;
			names_add(names, from->list[i]);
		}
	return found;
}

/* Get the names of ports.  Return: the names; the caller frees @list */
struct names names_from_ports(const struct ports *ports)
{
	struct names names = { 0 };
	size_t i;

	for (i = 0; i < ports->n; i++)
		names_add(&names, ports->list[i].name);
	return names;
}

/*
 * Find the ports that a word - a device, a list, a pattern or all - stands for.
 * @names: result; the caller frees @list
 * Return: an exit status; an error if an element, except all, stands for no port.
 */
int names_of_ports(struct ctx *ctx, const char *word, const struct ports *ports,
		   struct names *names)
{
	struct names all = names_from_ports(ports);
	char element[ELEMENT_LEN];
	int err = STATUS_OK;

	*names = (struct names){ 0 };
	if (!select_is_set(ctx, word) && names_have(&all, word)) {
		names_add(names, word);
		word = NULL;
	}
	while (!err && select_next(&word, element))
		if (!names_add_matching(names, element, &all))
			err = none_found(ctx, element);
	free(all.list);
	return err;
}

/* ---- commands --------------------------------------------------------------- */

/* Keep the ports that a word stands for.  Return: an exit status, as names_of_ports() */
int ports_select(struct ctx *ctx, const char *word, struct ports *ports)
{
	struct names names;
	size_t i, n = 0;
	int err;

	err = names_of_ports(ctx, word, ports, &names);
	for (i = 0; !err && i < ports->n; i++)
		if (names_have(&names, ports->list[i].name))
			ports->list[n++] = ports->list[i];
	if (!err)
		ports->n = n;
	free(names.list);
	return err;
}

/*
 * Read the ports that a show command prints, as ports_load().
 * @dev: a device, a list, a pattern or all; NULL: all ports
 * Return: an exit status.
 */
int ports_find(struct ctx *ctx, const char *dev, unsigned int parts, struct ports *ports)
{
	const bool is_set = dev && select_is_set(ctx, dev);
	int err;

	err = ports_load(ctx, is_set ? NULL : dev, parts, ports);
	if (err || !is_set)
		return err;
	err = ports_select(ctx, dev, ports);
	if (err)
		ports_free(ports);
	return err;
}

/* Read the words of a show command, none or dev DEV, and these ports.  Return: as ports_find() */
int ports_shown(struct ctx *ctx, struct args *args, unsigned int parts, struct ports *ports)
{
	const char *dev;
	int err = show_dev(ctx, args, &dev);

	return err ? err : ports_find(ctx, dev, parts, ports);
}
