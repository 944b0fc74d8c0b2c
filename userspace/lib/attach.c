// SPDX-License-Identifier: GPL-2.0-only
/*
 * Root qdiscs of kind "pfc".  A device with such a qdisc is a port.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include "fix.h"
#include "netlink.h"
#include "shell.h"

/* With NLM_F_EXCL and this handle, the new qdisc replaces only a default qdisc */
#define PFC_HANDLE	(1U << 16)

/* Adds or deletes the root qdisc of a device */
static int change_root(struct ctx *ctx, uint16_t type, uint16_t flags, uint32_t handle,
		       unsigned int ifindex)
{
	struct message msg;
	struct tcmsg *tcm = nl_request(&msg, type, NLM_F_ACK | flags, sizeof(*tcm));

	tcm->tcm_family = AF_UNSPEC;
	tcm->tcm_ifindex = ifindex;
	tcm->tcm_parent = TC_H_ROOT;
	tcm->tcm_handle = handle;
	mnl_attr_put_strz(&msg.hdr, TCA_KIND, PFC_QDISC_KIND);
	return nl_talk(ctx, ctx->rtnl, &msg.hdr, NULL, NULL);
}

static int find_ifindex(const struct nlmsghdr *nlh, void *data)
{
	*(unsigned int *)data = genl_u32(nlh, PFC_A_IFINDEX);
	return 0;
}

/* Gets the ifindex of a port.  Return: 0 or a negative error; -ENOENT if @dev is not a port */
static int lookup(struct ctx *ctx, const char *dev, unsigned int *ifindex)
{
	struct message msg;

	genl_request(&msg, PFC_CMD_PORT_GET, NLM_F_ACK);
	mnl_attr_put_strz(&msg.hdr, PFC_A_IFNAME, dev);
	return genl_talk(ctx, &msg, find_ifindex, ifindex);
}

/* Report that a device has a root qdisc of the user.  Return: %STATUS_FAILED */
int fail_has_qdisc(struct ctx *ctx, const char *dev)
{
	char command[SHELL_COMMAND] = "";

	shell_tool(command, sizeof(command), ctx->netns, "tc qdisc del dev %s root", dev);
	return fail(ctx, "%s: has a root qdisc of another kind; fix: %s", dev, command);
}

/* Reports why a device cannot become a port */
static int add_failed(struct ctx *ctx, const char *dev, int err)
{
	unsigned int ifindex;

	if (err != -EEXIST)
		return nl_fail(ctx, dev, err);
	return lookup(ctx, dev, &ifindex) ? fail_has_qdisc(ctx, dev) : fail_is_port(ctx, dev);
}

/* Opens the sockets that add or delete ports */
static int open_both(struct ctx *ctx)
{
	int err = genl_open(ctx);

	return err ? err : nl_open(ctx, NETLINK_ROUTE, &ctx->rtnl);
}

/* Makes a device a port.  Return: an exit status */
static int attach(struct ctx *ctx, const char *dev)
{
	const unsigned int ifindex = if_nametoindex(dev);
	int err = open_both(ctx);

	if (err)
		return err;
	if (!ifindex)
		return fail_no_device(ctx, dev);
	err = change_root(ctx, RTM_NEWQDISC, NLM_F_CREATE | NLM_F_EXCL, PFC_HANDLE, ifindex);
	return err ? add_failed(ctx, dev, err) : STATUS_OK;
}

/* Make a port an ordinary device again.  Return: an exit status */
int port_detach(struct ctx *ctx, const char *dev)
{
	unsigned int ifindex = 0;
	int err = open_both(ctx);

	if (err)
		return err;
	err = lookup(ctx, dev, &ifindex);
	if (!err)
		err = change_root(ctx, RTM_DELQDISC, 0, 0, ifindex);
	return err ? nl_fail(ctx, dev, err) : STATUS_OK;
}

/*
 * Make a device a port and change its settings, or neither.
 * @msg: the request with the settings; NULL: the port has the defaults
 * Return: an exit status.
 */
int port_attach_set(struct ctx *ctx, const char *dev, struct message *msg)
{
	int err = attach(ctx, dev);
	uint32_t cause;

	if (err || !msg)
		return err;
	err = genl_change(ctx, msg, dev);
	cause = ctx->cause;
	if (err && change_root(ctx, RTM_DELQDISC, 0, 0, if_nametoindex(dev)))
		warn(ctx, "%s: is now a port, but the settings were not applied", dev);
	ctx->cause = cause;	/* that of the request, also after another one */
	return err;
}
