// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading numbers from requests.
 */
#include "netlink.h"

/**
 * pfc_read_range() - check that a number is within its range
 * @attr: where it stands
 * @name: what it is, for the user
 * @value: the number
 * @min: the least allowed
 * @max: the largest allowed
 * @unit: follows the range in the message, with a space; or empty
 * @extack: filled on error
 *
 * Return: 0 or -ERANGE.
 */
int pfc_read_range(const struct nlattr *attr, const char *name, u64 value, u64 min,
		   u64 max, const char *unit, struct netlink_ext_ack *extack)
{
	if (value >= min && value <= max)
		return 0;
	NL_SET_ERR_MSG_ATTR_FMT(extack, attr, "%s: %llu is out of range %llu..%llu%s",
				name, value, min, max, unit);
	return -ERANGE;
}

/**
 * pfc_read_u32() - read a number, if it is there
 * @attr: the attribute or NULL
 * @name: what it is, for the user
 * @value: set if it is there and right
 * @max: the largest allowed
 * @unit: as of pfc_read_range()
 * @extack: filled on error
 *
 * Return: 0 or -ERANGE.
 */
int pfc_read_u32(const struct nlattr *attr, const char *name, u32 *value, u32 max,
		 const char *unit, struct netlink_ext_ack *extack)
{
	int err;

	if (!attr)
		return 0;
	err = pfc_read_range(attr, name, nla_get_u32(attr), 0, max, unit, extack);
	if (!err)
		*value = nla_get_u32(attr);
	return err;
}

/**
 * pfc_read_u8() - read a small number, if it is there
 * @attr: the attribute or NULL
 * @name: what it is, for the user
 * @value: set if it is there and right
 * @max: the largest allowed
 * @extack: filled on error
 *
 * Return: 0 or -ERANGE.
 */
int pfc_read_u8(const struct nlattr *attr, const char *name, u8 *value, u8 max,
		struct netlink_ext_ack *extack)
{
	int err;

	if (!attr)
		return 0;
	err = pfc_read_range(attr, name, nla_get_u8(attr), 0, max, "", extack);
	if (!err)
		*value = nla_get_u8(attr);
	return err;
}

/**
 * pfc_read_number() - read the number of a group, queue or class
 * @nest: the nest that it has to be in
 * @attr: the attribute or NULL
 * @name: of what, for the user
 * @number: set if it is there and right
 * @extack: filled on error
 *
 * Return: 0 or -EINVAL, -ERANGE.
 */
int pfc_read_number(const struct nlattr *nest, const struct nlattr *attr,
		    const char *name, u8 *number, struct netlink_ext_ack *extack)
{
	if (!attr) {
		NL_SET_ERR_MSG_ATTR_FMT(extack, nest, "%s: no number given", name);
		return -EINVAL;
	}
	return pfc_read_u8(attr, name, number, PFC_PRIOS - 1, extack);
}

/**
 * pfc_read_rate() - read a rate, if it is there
 * @attr: the attribute or NULL
 * @name: what it is, for the user
 * @rate: set if it is there and right, bits per second, 0: none
 * @extack: filled on error
 *
 * Return: 0 or -ERANGE.
 */
int pfc_read_rate(const struct nlattr *attr, const char *name, u64 *rate,
		  struct netlink_ext_ack *extack)
{
	u64 value;
	int err;

	if (!attr)
		return 0;
	value = nla_get_u64(attr);
	if (value) {
		err = pfc_read_range(attr, name, value, PFC_RATE_MIN, PFC_RATE_MAX,
				     " bit/s", extack);
		if (err)
			return err;
	}
	*rate = value;
	return 0;
}

/**
 * pfc_read_size() - read a number of bytes, if it is there
 * @attr: the attribute or NULL
 * @name: what it is, for the user
 * @size: set if it is there and right
 * @extack: filled on error
 *
 * Return: 0 or -ERANGE.
 */
int pfc_read_size(const struct nlattr *attr, const char *name, u32 *size,
		  struct netlink_ext_ack *extack)
{
	return pfc_read_u32(attr, name, size, PFC_SIZE_MAX, " bytes", extack);
}
