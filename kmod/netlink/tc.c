// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traffic classes in requests and answers.
 */
#include "../core/config.h"
#include "netlink.h"

static int pfc_read_tc(const struct nlattr *nest, struct pfc_config *config,
		       struct pfc_ack *extack)
{
	struct nlattr *tb[PFC_TC_A_MAX + 1];
	struct pfc_tc *tc;
	u8 id, tsa;
	int err;

	err = nla_parse_nested(tb, PFC_TC_A_MAX, nest, pfc_tc_policy, &extack->ext) ?:
	      pfc_read_number(nest, tb[PFC_TC_A_ID], "tc", &id, extack);
	if (err)
		return err;
	tc = &config->tcs[id];
	tsa = tc->ets ? PFC_TSA_ETS : PFC_TSA_STRICT;
	err = pfc_read_u8(tb[PFC_TC_A_TSA], "tc-tsa", &tsa, PFC_TSA_MAX, extack) ?:
	      pfc_read_u8(tb[PFC_TC_A_BW], "tc-bw", &tc->bw, 100, extack) ?:
	      pfc_read_rate(tb[PFC_TC_A_RATE], "tc-maxrate", &tc->rate, extack);
	tc->ets = tsa == PFC_TSA_ETS;
	return err;
}

/**
 * pfc_read_tcs() - read all traffic classes of a request
 * @info: the request
 * @config: configuration, updated from the request
 *
 * Return: 0 or an error with extack.
 */
int pfc_read_tcs(const struct genl_info *info, struct pfc_config *config)
{
	struct nlattr *attr;
	int rem, err;

	nlmsg_for_each_attr(attr, info->nlhdr, GENL_HDRLEN, rem) {
		if (nla_type(attr) != PFC_A_TC)
			continue;
		err = pfc_read_tc(attr, config, pfc_ack(info));
		if (err)
			return err;
	}
	return 0;
}

/**
 * pfc_put_tc() - put a traffic class into an answer
 * @msg: the answer
 * @id: number of the class, 0..7
 * @tc: configuration of the class
 *
 * Return: 0 or -EMSGSIZE.
 */
int pfc_put_tc(struct sk_buff *msg, int id, const struct pfc_tc *tc)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_TC);

	if (!nest || nla_put_u8(msg, PFC_TC_A_ID, id) ||
	    nla_put_u8(msg, PFC_TC_A_TSA, tc->ets ? PFC_TSA_ETS : PFC_TSA_STRICT) ||
	    nla_put_u8(msg, PFC_TC_A_BW, tc->bw) ||
	    nla_put_u64_64bit(msg, PFC_TC_A_RATE, tc->rate, PFC_TC_A_PAD))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}
