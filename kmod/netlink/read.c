// SPDX-License-Identifier: GPL-2.0-only
/* Functions that read numbers and masks from requests. */
#include "../core/config.h"
#include "netlink.h"

/**
 * pfc_read_range() - check that a number is within its range
 * @attr: attribute of the number
 * @name: name of the number in the message
 * @value: the number
 * @min: minimum
 * @max: maximum
 * @unit: unit after the range in the message, starting with a space; or empty
 * @extack: filled on error
 *
 * Return: 0 or -ERANGE.
 */
int pfc_read_range(const struct nlattr *attr, const char *name, u64 value, u64 min,
		   u64 max, const char *unit, struct pfc_ack *extack)
{
	if (value >= min && value <= max)
		return 0;
	PFC_SET_ERROR_TEXT_ATTR(extack, attr, "%s: %llu is out of range %llu..%llu%s",
				name, value, min, max, unit);
	return -ERANGE;
}

/**
 * pfc_read_u32() - read a number, if present
 * @attr: the attribute or NULL
 * @name: name of the number in the message
 * @value: set if the number is present and valid
 * @max: maximum
 * @unit: as for pfc_read_range()
 * @extack: filled on error
 *
 * Return: 0 or -ERANGE.
 */
int pfc_read_u32(const struct nlattr *attr, const char *name, u32 *value, u32 max,
		 const char *unit, struct pfc_ack *extack)
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
 * pfc_read_u8() - read an 8-bit number, if present
 * @attr: the attribute or NULL
 * @name: name of the number in the message
 * @value: set if the number is present and valid
 * @max: maximum
 * @extack: filled on error
 *
 * Return: 0 or -ERANGE.
 */
int pfc_read_u8(const struct nlattr *attr, const char *name, u8 *value, u8 max,
		struct pfc_ack *extack)
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
 * @nest: nest that must contain the attribute
 * @attr: the attribute or NULL
 * @name: kind of object in the message
 * @number: set if the number is present and valid
 * @extack: filled on error
 *
 * Return: 0 or -EINVAL, -ERANGE.
 */
int pfc_read_number(const struct nlattr *nest, const struct nlattr *attr,
		    const char *name, u8 *number, struct pfc_ack *extack)
{
	if (!attr) {
		PFC_SET_ERROR_TEXT_ATTR(extack, nest, "%s: no number given", name);
		return -EINVAL;
	}
	return pfc_read_u8(attr, name, number, PFC_PRIOS - 1, extack);
}

/**
 * pfc_read_rate() - read a rate, if present
 * @attr: the attribute or NULL
 * @name: name of the rate in the message
 * @rate: set if the rate is present and valid, bits per second, 0: none
 * @extack: filled on error
 *
 * Return: 0 or -ERANGE.
 */
int pfc_read_rate(const struct nlattr *attr, const char *name, u64 *rate,
		  struct pfc_ack *extack)
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
 * pfc_read_size() - read a number of bytes, if present
 * @attr: the attribute or NULL
 * @name: name of the size in the message
 * @size: set if the size is present and valid
 * @extack: filled on error
 *
 * Return: 0 or -ERANGE.
 */
int pfc_read_size(const struct nlattr *attr, const char *name, u32 *size,
		  struct pfc_ack *extack)
{
	return pfc_read_u32(attr, name, size, PFC_SIZE_MAX, " bytes", extack);
}

/**
 * pfc_read_prios() - read the priorities that a request selects
 * @info: the request
 * @prios: bit mask; all priorities if the attribute is absent
 *
 * Return: 0 or -EINVAL with extack.
 */
int pfc_read_prios(const struct genl_info *info, u8 *prios)
{
	const struct nlattr *attr = info->attrs[PFC_A_PRIOS];

	*prios = attr ? nla_get_u8(attr) : 0xff;
	if (*prios)
		return 0;
	PFC_SET_ERROR_TEXT_ATTR(pfc_ack(info), attr, "prios: the mask is empty");
	return -EINVAL;
}
