// SPDX-License-Identifier: GPL-2.0-only
/*
 * Priority groups in requests and answers.
 */
#include "../change.h"
#include "../net.h"
#include "../port.h"
#include "netlink.h"

/* Read the thresholds of a group or profile.  Return: 0 or -EINVAL, -ERANGE */
int pfc_read_limits(struct nlattr **tb, struct pfc_pg_limits *limits,
		    struct pfc_ack *extack)
{
	int err;

	err = pfc_read_fields(tb, pfc_limits_fields, limits, &extack->ext);
	if (err || !tb[PFC_PG_A_HEADROOM])
		return err;
	if (tb[PFC_PG_A_HEADROOM_AUTO] && limits->headroom_mode) {
		PFC_SET_ERROR_TEXT_ATTR(extack, tb[PFC_PG_A_HEADROOM],
					"headroom: a size and auto exclude each other");
		return -EINVAL;
	}
	limits->headroom_mode = PFC_HEADROOM_MODE_FIXED;
	return 0;
}

static int pfc_read_profile(struct nlattr *name, struct pfc_change *change, u8 pg,
			    struct pfc_ack *extack)
{
	struct pfc_profile *profile = NULL;

	if (*(char *)nla_data(name)) {
		profile = pfc_profile_find(pfc_net_of(change->port->net), name, extack);
		if (IS_ERR(profile))
			return PTR_ERR(profile);
	}
	pfc_profile_follow(change, pg, profile);
	return 0;
}

static int pfc_read_pool(struct nlattr *name, struct pfc_change *change, u8 pg,
			 struct pfc_ack *extack)
{
	struct pfc_pool *pool;

	pool = pfc_pools_find(pfc_net_of(change->port->net), name, extack);
	if (IS_ERR(pool))
		return PTR_ERR(pool);
	change->pools[pg] = pool;
	return 0;
}

/* Names of what a request can set, for errors */
static const char *const pfc_pg_names[PFC_PG_A_MAX + 1] = {
	[PFC_PG_A_XOFF] = "xoff",
	[PFC_PG_A_XON] = "xon",
	[PFC_PG_A_HEADROOM] = "headroom",
	[PFC_PG_A_LIMIT] = "limit",
	[PFC_PG_A_LOSSLESS] = "lossless",
	[PFC_PG_A_MIN] = "min",
	[PFC_PG_A_ALPHA] = "alpha",
	[PFC_PG_A_XON_OFFSET] = "xon-offset",
	[PFC_PG_A_POOL] = "pool",
	[PFC_PG_A_HEADROOM_AUTO] = "headroom",
	[PFC_PG_A_HEADROOM_NEEDED] = "headroom-needed",
	[PFC_PG_A_XOFF_AHEAD] = "xoff-ahead",
};

/* A profile supplies all values of the groups that follow it, so a request cannot set them */
static int pfc_check_profile(struct nlattr **tb, const struct pfc_profile *profile,
			     u8 pg, struct pfc_ack *extack)
{
	int type;

	for (type = PFC_PG_A_XOFF; profile && type <= PFC_PG_A_MAX; type++) {
		if (!tb[type] || type == PFC_PG_A_PROFILE)
			continue;
		PFC_SET_CAUSE_ATTR(extack, tb[type], PFC_CAUSE_PROFILE_SETS, pg, profile->name,
				   pfc_pg_names[type]);
		return -EINVAL;
	}
	return 0;
}

static int pfc_read_pg(const struct nlattr *nest, struct pfc_change *change,
		       struct pfc_ack *extack)
{
	struct nlattr *tb[PFC_PG_A_MAX + 1];
	u8 pg;
	int err;

	err = nla_parse_nested(tb, PFC_PG_A_MAX, nest, pfc_pg_policy, &extack->ext);
	if (!err)
		err = pfc_read_number(nest, tb[PFC_PG_A_ID], "pg", &pg, extack);
	if (!err && tb[PFC_PG_A_PROFILE])
		err = pfc_read_profile(tb[PFC_PG_A_PROFILE], change, pg, extack);
	if (!err)
		err = pfc_check_profile(tb, change->profiles[pg], pg, extack);
	if (!err && tb[PFC_PG_A_POOL])
		err = pfc_read_pool(tb[PFC_PG_A_POOL], change, pg, extack);
	return err ?: pfc_read_limits(tb, &change->config->pg[pg], extack);
}

int pfc_read_pgs(const struct genl_info *info, struct pfc_change *change)
{
	struct nlattr *attr;
	int rem, err;

	nlmsg_for_each_attr(attr, info->nlhdr, GENL_HDRLEN, rem) {
		if (nla_type(attr) != PFC_A_PG)
			continue;
		err = pfc_read_pg(attr, change, pfc_ack(info));
		if (err)
			return err;
	}
	return 0;
}

/* Read a nest that contains only a number, and add the number to a mask */
static int pfc_read_only_number(const struct nlattr *nest, int max,
				const struct nla_policy *policy, const char *name,
				u8 *mask, struct pfc_ack *extack)
{
	struct nlattr *tb[PFC_PG_A_MAX + 1];
	u8 number;
	int err, type;

	BUILD_BUG_ON((int)PFC_PG_A_ID != (int)PFC_QUEUE_A_ID);
	BUILD_BUG_ON((int)PFC_PG_A_MAX < (int)PFC_QUEUE_A_MAX);
	err = nla_parse_nested(tb, max, nest, policy, &extack->ext) ?:
	      pfc_read_number(nest, tb[PFC_PG_A_ID], name, &number, extack);
	if (err)
		return err;
	for (type = PFC_PG_A_ID + 1; type <= max; type++)
		if (tb[type]) {
			PFC_SET_ERROR_TEXT_ATTR(extack, tb[type],
						"%s: only its number may be given", name);
			return -EINVAL;
		}
	*mask |= BIT(number);
	return 0;
}

/* Add the numbers of the groups and queues in a request to masks.  Return: 0 or an error */
int pfc_read_numbers(const struct genl_info *info, u8 *pgs, u8 *queues)
{
	struct nlattr *attr;
	int rem, err = 0;

	nlmsg_for_each_attr(attr, info->nlhdr, GENL_HDRLEN, rem) {
		if (nla_type(attr) == PFC_A_PG)
			err = pfc_read_only_number(attr, PFC_PG_A_MAX, pfc_pg_policy,
						   "pg", pgs, pfc_ack(info));
		else if (nla_type(attr) == PFC_A_QUEUE)
			err = pfc_read_only_number(attr, PFC_QUEUE_A_MAX,
						   pfc_queue_policy, "queue", queues,
						   pfc_ack(info));
		if (err)
			return err;
	}
	return 0;
}

int pfc_put_limits(struct sk_buff *msg, const struct pfc_pg_limits *limits,
		   const struct pfc_pool *pool)
{
	return pfc_put_fields(msg, pfc_limits_fields, limits, 0) ?:
	       nla_put_string(msg, PFC_PG_A_POOL, pool->name);
}
