/* SPDX-License-Identifier: GPL-2.0-only */
/* Parser for netlink attributes without a library, for nlfuzz */
#ifndef TESTS_TOOLS_NLATTR_H
#define TESTS_TOOLS_NLATTR_H

#include <linux/netlink.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct attr {
	int type, len;
	bool nested;
	const uint8_t *data;
};

struct cursor {
	const uint8_t *at;
	int left;
};

static inline bool next_attr(struct cursor *c, struct attr *attr)
{
	uint16_t len, type;

	if (c->left < NLA_HDRLEN)
		return false;
	memcpy(&len, c->at, 2);
	memcpy(&type, c->at + 2, 2);
	if (len < NLA_HDRLEN || len > c->left)
		return false;
	*attr = (struct attr){
		.type = type & NLA_TYPE_MASK, .nested = type & NLA_F_NESTED,
		.len = len - NLA_HDRLEN, .data = c->at + NLA_HDRLEN,
	};
	c->at += NLA_ALIGN(len);
	c->left -= NLA_ALIGN(len);
	return true;
}

#define for_each_attr(attr, start, size)				\
	for (struct cursor _c = { start, size }; next_attr(&_c, attr);)

/* Finds the last attribute of a type, as the kernel does if there are several; or NULL */
static inline const struct attr *find(const uint8_t *data, int len, int type)
{
	static struct attr found[16];
	static unsigned int turn;
	struct attr *last = NULL, attr;

	for_each_attr(&attr, data, len) {
		if (attr.type != type)
			continue;
		if (!last)
			last = &found[turn++ % 16];
		*last = attr;
	}
	return last;
}

static inline uint64_t number(const struct attr *attr)
{
	uint64_t value = 0;

	memcpy(&value, attr->data, attr->len < 8 ? attr->len : 8);
	return value;
}

#endif /* TESTS_TOOLS_NLATTR_H */
