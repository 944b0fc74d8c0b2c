// SPDX-License-Identifier: GPL-2.0-only
/*
 * For nlfuzz: checks a request of the family "pfc" against the policies and the rules of
 * netlink, and checks whether the kernel's error number fits the verdict of the model.
 */

#include <errno.h>
#include <linux/netlink.h>
#include <string.h>

#include "nlattr.h"
#include "nlmodel.h"

const char *const verdict_names[VERDICTS] = {
	"accepted", "header", "command", "rest", "type", "length", "nest", "name",
	"read_only",
	"senseless", "port_not_named", "no_device", "no_port", "not_given", "letters",
	"exists", "no_pool", "no_profile", "is_default", "in_use", "follows", "numbered",
	"out_of_range", "many_types", "size_and_auto", "delay_alone",
	"queues_need_one",
	"no_pfc_here", "xon_above_xoff", "mixed_group", "floods_lossless", "kmin_above_kmax",
	"strict_share", "no_share", "shares_not_100", "pause_too_short", "no_room",
	"not_watched", "no_xoff", "down_always",
};

/* Attributes that a command accepts; NULL: unknown command */
const struct policy *policy_of(int cmd)
{
	return cmd >= 0 && cmd <= PFC_CMD_MAX ? policies[cmd] : NULL;
}

bool can_dump(int cmd)
{
	return cmd >= 0 && cmd <= PFC_CMD_MAX && dumps[cmd];
}

/* Whether the command has no request other than a dump; such a request has no attributes */
bool only_dumps(int cmd)
{
	return can_dump(cmd) && !policies[cmd]->max;
}

/* Whether the number is allowed; without a range each number is */
bool in_range(const struct range *range, uint64_t value)
{
	int i;

	if (!range->most || (value >= range->least && value <= range->most))
		return true;
	for (i = 0; i < range->n_also; i++)
		if (value == range->also[i])
			return true;
	return false;
}

/* A name has at most @max characters and the terminating 0 */
static enum verdict check_name(const struct attr *attr, int max)
{
	int len = attr->len;

	if (!len || !memchr(attr->data, 0, len < max + 1 ? len : max + 1))
		return BAD_NAME;
	len -= !attr->data[len - 1];
	return len > max ? BAD_NAME : ACCEPTED;
}

static enum verdict check_attr(const struct policy *policy, const struct attr *attr)
{
	static const int sizes[] = {
		[KIND_U8] = 1, [KIND_U16] = 2, [KIND_U32] = 4, [KIND_U64] = 8
	};
	enum kind kind;

	if (!attr->type || attr->type > policy->max)
		return BAD_TYPE;
	kind = policy->kind[attr->type];
	if (kind >= KIND_U8 && kind <= KIND_U64 && attr->len != sizes[kind])
		return BAD_LENGTH;
	if (attr->nested ? kind != KIND_NEST && kind != KIND_NONE : kind == KIND_NEST)
		return BAD_NEST;
	/* a range with other values is not part of the policy: read_field() checks it */
	if (kind >= KIND_U8 && kind <= KIND_U64 && policy->range &&
	    !policy->range[attr->type].n_also &&
	    !in_range(&policy->range[attr->type], number(attr)))
		return OUT_OF_RANGE;
	switch (kind) {
	case KIND_NONE:
		return BAD_TYPE;
	case KIND_REJECT:
		return READ_ONLY;
	case KIND_NAME:
		return check_name(attr, 15);
	case KIND_LABEL:
		return check_name(attr, PFC_NAME_LEN - 1);
	case KIND_NEST:
		if (attr->len > 0 && attr->len < NLA_HDRLEN)
			return BAD_LENGTH;
		return check_all(policy->nest[attr->type], attr->data, attr->len);
	default:
		return ACCEPTED;
	}
}

enum verdict check_all(const struct policy *policy, const uint8_t *data, int len)
{
	struct cursor c = { data, len };
	enum verdict verdict;
	struct attr attr;

	while (next_attr(&c, &attr)) {
		verdict = check_attr(policy, &attr);
		if (verdict)
			return verdict;
	}
	return c.left > 0 ? BAD_REST : ACCEPTED;
}

/* Whether the error number is the one that the verdict requires */
bool errno_fits(enum verdict verdict, int error)
{
	switch (verdict) {
	case ACCEPTED:
		return !error;
	case BAD_COMMAND:
		return error == EOPNOTSUPP;
	case NO_DEVICE:
		return error == ENODEV;
	case NO_PORT:
	case NO_POOL:
	case NO_PROFILE:
		return error == ENOENT;
	case NAME_TAKEN:
		return error == EEXIST;
	case IS_DEFAULT:
	case IN_USE:
		return error == EBUSY;
	case NO_ROOM:
	case MANY_TYPES:
		return error == ENOSPC;
	case OUT_OF_RANGE:
	case SIZE_AND_AUTO:
	case NOT_GIVEN:
		/* if several values are wrong, the kernel reports one of them */
	case BAD_LENGTH:
	case BAD_NAME:
	case BAD_TYPE:
	case BAD_REST:
	case BAD_NEST:
	case READ_ONLY:
		return error == EINVAL || error == ERANGE;
	case PAUSE_TOO_SHORT:
		return error == ERANGE;
	default:
		return error == EINVAL;
	}
}
