// SPDX-License-Identifier: GPL-2.0-only
/* Numbers in requests and answers: one loop reads them, one loop puts them. */
#include "../core/config.h"
#include "../core/chance.h"
#include "../net.h"
#include "../pool.h"
#include "netlink.h"

#define PFC_OBJECT_ID		1
#define PFC_OBJECT_ATTRS	(PFC_IMPAIR_A_MAX + 1)	/* of the kind that has most */

static_assert((int)PFC_QUEUE_A_ID == PFC_OBJECT_ID && (int)PFC_PG_A_ID == PFC_OBJECT_ID);
static_assert((int)PFC_TC_A_ID == PFC_OBJECT_ID && (int)PFC_IMPAIR_A_ID == PFC_OBJECT_ID);
static_assert(PFC_TSA_STRICT == 0 && PFC_TSA_ETS == 1);	/* struct pfc_tc has a bool */
static_assert((int)PFC_QUEUE_A_MAX < PFC_OBJECT_ATTRS && (int)PFC_TC_A_MAX < PFC_OBJECT_ATTRS);

static int pfc_read_queue_pool(struct genl_info *info, struct nlattr **attrs, void *object)
{
	struct nlattr *name = attrs[PFC_QUEUE_A_POOL];
	struct pfc_queue_limits *limits = object;
	struct pfc_pool *pool = NULL;

	if (!name)
		return 0;
	if (*(char *)nla_data(name))
		pool = pfc_pools_find(pfc_net_of(genl_info_net(info)), name, pfc_ack(info));
	if (IS_ERR(pool))
		return PTR_ERR(pool);
	limits->pool = pool;
	return 0;
}

static int pfc_put_queue_pool(struct sk_buff *msg, const void *object)
{
	const struct pfc_queue_limits *limits = object;

	return nla_put_string(msg, PFC_QUEUE_A_POOL, limits->pool ? limits->pool->name : "");
}

const struct pfc_kind pfc_queue_kind = {
	.fields = pfc_queue_fields, .policy = pfc_queue_policy, .name = "queue",
	.size = sizeof(struct pfc_queue_limits), .attr = PFC_A_QUEUE, .max = PFC_QUEUE_A_MAX,
	.read = pfc_read_queue_pool, .put = pfc_put_queue_pool,
};

const struct pfc_kind pfc_tc_kind = {
	.fields = pfc_tc_fields, .policy = pfc_tc_policy, .name = "tc",
	.size = sizeof(struct pfc_tc), .attr = PFC_A_TC, .max = PFC_TC_A_MAX,
	.pad = PFC_TC_A_PAD,
};

const struct pfc_kind pfc_impair_kind = {
	.fields = pfc_impair_fields, .policy = pfc_impair_policy, .name = "impair",
	.size = sizeof(struct pfc_impair_prio), .attr = PFC_A_IMPAIR, .max = PFC_IMPAIR_A_MAX,
};

static u64 pfc_field_value(const struct nlattr *attr)
{
	switch (nla_len(attr)) {
	case sizeof(u8):
		return nla_get_u8(attr);
	case sizeof(u32):
		return nla_get_u32(attr);
	default:
		return nla_get_u64(attr);
	}
}

static bool pfc_in_range(const struct pfc_range *range, u64 value)
{
	return (value >= range->min && value <= range->max) || value == range->also[0] ||
	       value == range->also[1];
}

/* Members whose attributes are absent stay unchanged.  Return: 0 or -ERANGE */
int pfc_read_fields(struct nlattr *const *attrs, const struct pfc_field *fields, void *object,
		    struct netlink_ext_ack *extack)
{
	for (; fields->attr; fields++) {
		const struct nlattr *attr = attrs[fields->attr];
		u64 value;

		if (!attr)
			continue;
		if (fields->uint && nla_len(attr) != sizeof(u32) && nla_len(attr) != sizeof(u64)) {
			NL_SET_ERR_MSG_ATTR(extack, attr, "invalid length: must be 4 or 8");
			return -ERANGE;
		}
		value = pfc_field_value(attr);
		if (fields->range && !pfc_in_range(fields->range, value)) {
			extack->_msg = fields->range->text;
			NL_SET_BAD_ATTR(extack, attr);
			return -ERANGE;
		}
		if (fields->uint)
			*(u64 *)(object + fields->offset) = value;
		else
			memcpy(object + fields->offset, nla_data(attr), fields->width);
	}
	return 0;
}

/* Put a number in 4 bytes, or in 8 if it needs them.  Return: 0 or -EMSGSIZE */
int pfc_put_uint(struct sk_buff *msg, int attr, u64 value)
{
	return value <= U32_MAX ? nla_put_u32(msg, attr, value) :
				  nla_put_u64_64bit(msg, attr, value, PFC_A_PAD);
}

/* @pad: attribute that aligns numbers of 8 bytes; 0 if there are none.  Return: 0 or -EMSGSIZE */
int pfc_put_fields(struct sk_buff *msg, const struct pfc_field *fields, const void *object,
		   int pad)
{
	int err = 0;

	for (; fields->attr && !err; fields++) {
		const void *member = object + fields->offset;

		if (fields->hidden)
			continue;
		if (fields->uint)
			err = pfc_put_uint(msg, fields->attr, *(const u64 *)member);
		else if (fields->width == sizeof(u64))
			err = nla_put_64bit(msg, fields->attr, fields->width, member, pad);
		else
			err = nla_put(msg, fields->attr, fields->width, member);
	}
	return err;
}

/* @attr: the number, which the policy has checked, or NULL.  Return: 0 or -EINVAL */
int pfc_read_number(const struct nlattr *nest, const struct nlattr *attr, const char *name,
		    u8 *number, struct pfc_ack *extack)
{
	if (attr) {
		*number = nla_get_u8(attr);
		return 0;
	}
	PFC_SET_ERROR_TEXT_ATTR(extack, nest, "%s: no number given", name);
	return -EINVAL;
}

/* Read all objects of a kind in a request.  @mask: gets those with the attribute @with, not 0 */
int pfc_read_objects(struct genl_info *info, const struct pfc_kind *kind, void *objects,
		     int with, u8 *mask)
{
	struct nlattr *tb[PFC_OBJECT_ATTRS], *attr;
	u8 id;
	int rem, err;

	nlmsg_for_each_attr(attr, info->nlhdr, GENL_HDRLEN, rem) {
		if (nla_type(attr) != kind->attr)
			continue;
		err = nla_parse_nested(tb, kind->max, attr, kind->policy, info->extack) ?:
		      pfc_read_number(attr, tb[PFC_OBJECT_ID], kind->name, &id, pfc_ack(info)) ?:
		      pfc_read_fields(tb, kind->fields, objects + id * kind->size, info->extack);
		if (!err && kind->read)
			err = kind->read(info, tb, objects + id * kind->size);
		if (err)
			return err;
		if (with && tb[with])
			*mask |= BIT(id);
	}
	return 0;
}

int pfc_put_objects(struct sk_buff *msg, const struct pfc_kind *kind, const void *objects)
{
	int id;

	for (id = 0; id < PFC_PRIOS; id++, objects += kind->size) {
		struct nlattr *nest = nla_nest_start(msg, kind->attr);

		if (!nest || nla_put_u8(msg, PFC_OBJECT_ID, id) ||
		    pfc_put_fields(msg, kind->fields, objects, kind->pad) ||
		    (kind->put && kind->put(msg, objects)))
			return -EMSGSIZE;
		nla_nest_end(msg, nest);
	}
	return 0;
}
