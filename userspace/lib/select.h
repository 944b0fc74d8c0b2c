/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lists and patterns in place of a device: p1,p2 or p* or all.
 */
#ifndef SELECT_H
#define SELECT_H

#include <net/if.h>
#include "model.h"
#include "setting.h"

/* Names of devices; the user frees the list */
struct names {
	size_t	n;
	char	(*list)[IFNAMSIZ];
};

bool select_is_set(const struct ctx *ctx, const char *word);
int select_valid(struct ctx *ctx, const char *word);
bool select_next(const char **rest, char *element);
bool select_is_pattern(const char *element);
bool select_matches(const char *element, const char *name);
bool select_has(const char *word, const char *name);
int names_of_ports(struct ctx *ctx, const char *word, const struct ports *ports,
		   struct names *names);
void names_add(struct names *names, const char *name);
bool names_add_matching(struct names *names, const char *element, const struct names *from);
struct names names_from_ports(const struct ports *ports);
bool names_have(const struct names *names, const char *name);
int ports_select(struct ctx *ctx, const char *word, struct ports *ports);
int ports_find(struct ctx *ctx, const char *dev, unsigned int parts, struct ports *ports);
int ports_shown(struct ctx *ctx, struct args *args, unsigned int parts, struct ports *ports);

/* Size of an element of a list, with the terminating 0 */
#define ELEMENT_LEN	64

#endif /* SELECT_H */
