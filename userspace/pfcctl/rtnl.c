// SPDX-License-Identifier: GPL-2.0-only
/*
 * Root qdiscs of kind "pfc".  A device with such a qdisc is a port.
 */
#include <errno.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include "netlink.h"

/* With NLM_F_EXCL and this handle, the new qdisc replaces only a default qdisc */
#define PFC_HANDLE	(1U << 16)

static void root_request(struct message *msg, uint16_t type, uint16_t flags,
			 unsigned int ifindex)
{
	struct tcmsg *tcm;

	mnl_nlmsg_put_header(msg->buf);
	msg->hdr.nlmsg_type = type;
	msg->hdr.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | flags;
	tcm = mnl_nlmsg_put_extra_header(&msg->hdr, sizeof(*tcm));
	tcm->tcm_family = AF_UNSPEC;
	tcm->tcm_ifindex = ifindex;
	tcm->tcm_parent = TC_H_ROOT;
	mnl_attr_put_strz(&msg->hdr, TCA_KIND, PFC_QDISC_KIND);
}

/*
 * Make a device a port.
 * Return: 0 or a negative error; -EEXIST if the device has a root qdisc other
 * than the default one.
 */
int rtnl_port_add(struct ctx *ctx, unsigned int ifindex)
{
	struct message msg;
	struct tcmsg *tcm;

	root_request(&msg, RTM_NEWQDISC, NLM_F_CREATE | NLM_F_EXCL, ifindex);
	tcm = mnl_nlmsg_get_payload(&msg.hdr);
	tcm->tcm_handle = PFC_HANDLE;
	return nl_talk(ctx, ctx->rtnl, &msg.hdr, NULL, NULL);
}

/*
 * Delete a port and restore the default qdisc of its device.
 * Return: 0 or a negative error.  The kernel keeps a root qdisc of another kind.
 */
int rtnl_port_del(struct ctx *ctx, unsigned int ifindex)
{
	struct message msg;

	root_request(&msg, RTM_DELQDISC, 0, ifindex);
	return nl_talk(ctx, ctx->rtnl, &msg.hdr, NULL, NULL);
}
