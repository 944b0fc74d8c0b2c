/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables of numbers: which member of a struct holds which attribute. */
#ifndef _PFC_NETLINK_FIELD_H
#define _PFC_NETLINK_FIELD_H

#include <linux/build_bug.h>
#include <linux/stddef.h>
#include <net/genetlink.h>

/* A range and other values of a number, which no policy can express; @text: the error */
struct pfc_range {
	u64		min;
	u64		max;
	u64		also[2];
	const char	*text;
};

/**
 * struct pfc_field - a number in requests and answers
 * @attr: its attribute; 0 ends a table
 * @width: bytes of the attribute and of the member
 * @offset: position of the member
 * @range: allowed values, or NULL if the policy has checked them
 * @hidden: no answer has the member itself
 * @uint: the attribute has 4 bytes, or 8 if the number needs them
 */
struct pfc_field {
	u16			attr;
	u8			width;
	u16			offset;
	const struct pfc_range	*range;
	bool			hidden;
	bool			uint;
};

#define PFC_FIELD(attr, width, type, member, more...) \
	{ attr, (width) + BUILD_BUG_ON_ZERO(sizeof_field(type, member) != (width)), \
	  offsetof(type, member), ##more }

/*
 * Numbered objects of a port that have only numbers: a nest for each object
 * @size: bytes of an object in its array
 * @attr: attribute of the nest
 * @max: maximum attribute in the nest; attribute 1, PFC_*_A_ID, is the number of the object
 * @pad: attribute that aligns numbers of 8 bytes; 0 if there are none
 * @read: reads what is not a number, or NULL
 * @put: puts what is not a number, or NULL
 */
struct pfc_kind {
	const struct pfc_field	*fields;
	const struct nla_policy	*policy;
	const char		*name;
	size_t			size;
	u16			attr;
	u8			max;
	u8			pad;
	int			(*read)(struct genl_info *info, struct nlattr **attrs,
					void *object);
	int			(*put)(struct sk_buff *msg, const void *object);
};

/* Puts an object into an answer.  Context: RTNL.  Return: 0 or an error */
typedef int (*pfc_put_fn)(struct sk_buff *msg, void *object);

/* A request to read an object: how to find it, and to put it.  On failure, @find sets extack */
struct pfc_get {
	void		*(*find)(struct genl_info *info);
	pfc_put_fn	put;
};

extern const struct pfc_kind pfc_queue_kind, pfc_tc_kind, pfc_impair_kind;

int pfc_read_fields(struct nlattr *const *attrs, const struct pfc_field *fields, void *object,
		    struct netlink_ext_ack *extack);
int pfc_put_fields(struct sk_buff *msg, const struct pfc_field *fields, const void *object,
		   int pad);

int pfc_put_uint(struct sk_buff *msg, int attr, u64 value);
int pfc_read_objects(struct genl_info *info, const struct pfc_kind *kind, void *objects,
		     int with, u8 *mask);
int pfc_put_objects(struct sk_buff *msg, const struct pfc_kind *kind, const void *objects);

#endif /* _PFC_NETLINK_FIELD_H */
