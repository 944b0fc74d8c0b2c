/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers that the kernel refuses. */
#ifndef REFUSED_H
#define REFUSED_H

#include <libmnl/libmnl.h>
#include <stdbool.h>
#include "../uapi/linux/pfc.h"

/**
 * struct number_name - name of a number of a request, as an option
 * @nest: attribute of the nest that contains the number, or 0
 * @type: attribute of the number; 0 ends the table
 * @name: the name
 */
struct number_name {
	uint16_t	nest;
	uint16_t	type;
	const char	*name;
};

/* Generated */
extern const struct number_name number_names[];

bool refused_number(char *text, size_t size, const struct nlmsghdr *request, uint32_t offset,
		    const struct nlattr *policy);

#endif /* REFUSED_H */
