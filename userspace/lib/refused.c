// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers that the kernel refuses.
 *
 * pfcctl checks numbers itself.  The kernel refuses one only if its module has other limits than
 * this pfcctl.  Its message is "integer out of range"; the ack has the place of the number in the
 * request, and the range.
 */
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "fix.h"
#include "model.h"

static uint64_t number_of(const struct nlattr *attr)
{
	return member_value(mnl_attr_get_payload(attr), mnl_attr_get_payload_len(attr));
}

static const char *name_of(uint16_t nest, uint16_t type)
{
	const struct number_name *row;

	for (row = number_names; row->type; row++)
		if (row->nest == nest && row->type == type)
			return row->name;
	return NULL;
}

/* Return: whether the policy has a range */
static bool read_range(const struct nlattr *policy, uint64_t *min, uint64_t *max)
{
	const struct nlattr *attr;
	int found = 0;

	mnl_attr_for_each_nested(attr, policy) {
		if (mnl_attr_get_type(attr) == NL_POLICY_TYPE_ATTR_MIN_VALUE_U) {
			*min = number_of(attr);
			found++;
		} else if (mnl_attr_get_type(attr) == NL_POLICY_TYPE_ATTR_MAX_VALUE_U) {
			*max = number_of(attr);
			found++;
		}
	}
	return found == 2;
}

/*
 * Write an error about a number that the kernel has refused.
 * @offset: place of the number in the request, bytes
 * @policy: the attribute %NLMSGERR_ATTR_POLICY of the ack
 * Return: whether the request has a number with a name at this place, and the policy a range.
 */
bool refused_number(char *text, size_t size, const struct nlmsghdr *request, uint32_t offset,
		    const struct nlattr *policy)
{
	const char *at = (const char *)request + offset, *name = NULL;
	const struct nlattr *attr, *inner, *found = NULL;
	uint64_t min, max;

	mnl_attr_for_each(attr, request, GENL_HDRLEN) {
		if ((const char *)attr == at) {
			found = attr;
			name = name_of(0, mnl_attr_get_type(attr));
		} else {
			mnl_attr_for_each_nested(inner, attr) {
				if ((const char *)inner != at)
					continue;
				found = inner;
				name = name_of(mnl_attr_get_type(attr), mnl_attr_get_type(inner));
			}
		}
	}
	if (!name || !read_range(policy, &min, &max))
		return false;
	snprintf(text, size, "%s: %ju is out of range %ju..%ju", name,
		 (uintmax_t)number_of(found), (uintmax_t)min, (uintmax_t)max);
	return true;
}
