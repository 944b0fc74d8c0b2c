// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink sockets, and the generic netlink family "pfc".
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include "fix.h"
#include "model.h"

/* Open a socket for the protocol @bus, unless @sk is open already.  Return: an exit status */
int nl_open(struct ctx *ctx, int bus, struct mnl_socket **sk)
{
	int on = 1;

	if (*sk)
		return STATUS_OK;
	if (ctx->complete)
		return fail(ctx, "a command does not run while the shell completes it");
	*sk = mnl_socket_open2(bus, SOCK_CLOEXEC);
	if (!*sk)
		return fail(ctx, "cannot open a netlink socket: %s", strerror(errno));
	if (mnl_socket_bind(*sk, 0, MNL_SOCKET_AUTOPID) < 0)
		return fail(ctx, "cannot bind a netlink socket: %s", strerror(errno));

	/* Optional: the tool also works with kernels that lack these options */
	mnl_socket_setsockopt(*sk, NETLINK_EXT_ACK, &on, sizeof(on));
	mnl_socket_setsockopt(*sk, NETLINK_CAP_ACK, &on, sizeof(on));
	mnl_socket_setsockopt(*sk, NETLINK_GET_STRICT_CHK, &on, sizeof(on));
	return STATUS_OK;
}

/*
 * Close the sockets.
 *
 * The next request opens them again, and asks for the id of the family, which a new instance of the
 * module changes.
 */
void nl_close(struct ctx *ctx)
{
	if (ctx->genl)
		mnl_socket_close(ctx->genl);
	if (ctx->rtnl)
		mnl_socket_close(ctx->rtnl);
	ctx->genl = NULL;
	ctx->rtnl = NULL;
	ctx->family = 0;
}

/* Return: the length of the part of an ack before the attributes, bytes */
static size_t ack_fixed_len(const struct nlmsghdr *nlh)
{
	const struct nlmsgerr *ack = mnl_nlmsg_get_payload(nlh);

	if (nlh->nlmsg_type == NLMSG_DONE)
		return sizeof(int);
	if (nlh->nlmsg_flags & NLM_F_CAPPED)
		return sizeof(*ack);
	return sizeof(*ack) + ack->msg.nlmsg_len - sizeof(ack->msg);
}

/* Return: the cause in a cookie.  Other families have other cookies, a newer module more causes */
static uint32_t read_cause(const struct nlattr *cookie)
{
	uint32_t cause;

	if (mnl_attr_get_payload_len(cookie) != sizeof(cause))
		return PFC_CAUSE_NONE;
	cause = mnl_attr_get_u32(cookie);
	return cause <= PFC_CAUSE_MAX ? cause : PFC_CAUSE_NONE;
}

/* Store the message and the cause of an extended ack, a complete %NLMSG_ERROR or %NLMSG_DONE */
void nl_read_extack(struct ctx *ctx, const struct nlmsghdr *nlh)
{
	const struct nlattr *attr, *policy = NULL;
	uint32_t offset = 0;

	ctx->extack[0] = '\0';
	ctx->cause = PFC_CAUSE_NONE;
	if (!(nlh->nlmsg_flags & NLM_F_ACK_TLVS) ||
	    mnl_nlmsg_get_payload_len(nlh) < ack_fixed_len(nlh))
		return;
	mnl_attr_for_each(attr, nlh, ack_fixed_len(nlh)) {
		if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_MSG)
			snprintf(ctx->extack, sizeof(ctx->extack), "%.*s",
				 mnl_attr_get_payload_len(attr),
				 (const char *)mnl_attr_get_payload(attr));
		else if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_OFFS)
			offset = mnl_attr_get_u32(attr);
		else if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_POLICY)
			policy = attr;
		else if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_COOKIE)
			ctx->cause = read_cause(attr);
	}
	if (policy && ctx->request)
		refused_number(ctx->extack, sizeof(ctx->extack), ctx->request, offset, policy);
}

/* The lowest error number of the kernel, -MAX_ERRNO */
#define ERROR_MIN	(-4095)

/* Return: whether the extended ack message already begins with the name of the object */
static bool is_named(const struct ctx *ctx, const char *what)
{
	const size_t len = strlen(what);

	return !strncmp(ctx->extack, what, len) &&
	       (ctx->extack[len] == ':' || ctx->extack[len] == ' ');
}

static void warn_of(struct ctx *ctx)
{
	fix_cause(ctx, ctx->what);
	if (ctx->what && !is_named(ctx, ctx->what))
		warn(ctx, "%s: %s", ctx->what, ctx->extack);
	else
		warn(ctx, "%s", ctx->extack);
}

/* Return: 0 or a negative error */
static int read_ack(struct ctx *ctx, const struct nlmsghdr *nlh)
{
	size_t need = nlh->nlmsg_type == NLMSG_DONE ? sizeof(int) :
						      sizeof(struct nlmsgerr);
	const int *err = mnl_nlmsg_get_payload(nlh);

	if (mnl_nlmsg_get_payload_len(nlh) < need || *err > 0 || *err < ERROR_MIN)
		return -EBADMSG;
	nl_read_extack(ctx, nlh);
	if (!*err && ctx->extack[0])
		warn_of(ctx);
	return *err;
}

/* Reads all replies to the last request.  Return: 0 or a negative error */
static int receive(struct ctx *ctx, struct mnl_socket *sk, nl_fn *fn, void *data)
{
	unsigned int portid = mnl_socket_get_portid(sk);
	char buf[NL_BUFFER_SIZE];
	bool interrupted = false;

	for (;;) {
		int len = mnl_socket_recvfrom(sk, buf, sizeof(buf));
		const struct nlmsghdr *nlh = (void *)buf;
		int err;

		if (len < 0 && errno == EINTR)
			continue;
		if (len < 0)
			return -errno;
		for (; mnl_nlmsg_ok(nlh, len); nlh = mnl_nlmsg_next(nlh, &len)) {
			if (nlh->nlmsg_seq != ctx->seq ||
			    nlh->nlmsg_pid != portid)
				continue;
			interrupted |= nlh->nlmsg_flags & NLM_F_DUMP_INTR;
			if (nlh->nlmsg_type == NLMSG_ERROR)
				return read_ack(ctx, nlh);
			if (nlh->nlmsg_type == NLMSG_DONE) {
				err = read_ack(ctx, nlh);
				return !err && interrupted ? -EINTR : err;
			}
			err = fn ? fn(nlh, data) : 0;
			if (err)
				return err;
		}
	}
}

/*
 * Send a request, with %NLM_F_ACK or %NLM_F_DUMP, and read the replies.
 * @fn: called for each message of the reply, or NULL
 * Return: 0 or a negative error; -EINTR if a change has interrupted a dump and the caller must
 * repeat it.
 */
int nl_talk(struct ctx *ctx, struct mnl_socket *sk, struct nlmsghdr *nlh,
	    nl_fn *fn, void *data)
{
	ctx->extack[0] = '\0';
	ctx->cause = PFC_CAUSE_NONE;
	ctx->request = nlh;
	nlh->nlmsg_seq = ++ctx->seq;
	ctx->error = mnl_socket_sendto(sk, nlh, nlh->nlmsg_len) < 0 ? -errno :
								      receive(ctx, sk, fn, data);
	ctx->request = NULL;
	return ctx->error;
}

/* Initialize a request.  @header: size of its header, bytes.  Return: the header, zeroed */
void *nl_request(struct message *msg, uint16_t type, uint16_t flags, size_t header)
{
	mnl_nlmsg_put_header(msg->buf);
	msg->hdr.nlmsg_type = type;
	msg->hdr.nlmsg_flags = NLM_F_REQUEST | flags;
	return mnl_nlmsg_put_extra_header(&msg->hdr, header);
}

/*
 * Read all objects of a type from rtnetlink.
 * @header: size of the header of the request, bytes; its first byte is the address family
 * Return: as nl_talk().
 */
int rtnl_dump(struct ctx *ctx, uint16_t type, size_t header, uint8_t family, nl_fn *fn,
	      void *data)
{
	struct message msg;
	uint8_t *fields = nl_request(&msg, type, NLM_F_DUMP, header);

	*fields = family;
	return nl_talk(ctx, ctx->rtnl, &msg.hdr, fn, data);
}

/* Report a negative error of the kernel.  Return: %STATUS_FAILED */
int nl_fail(struct ctx *ctx, const char *what, int err)
{
	fix_cause(ctx, what);
	if (err == -ENODEV)
		fixed_by(ctx, FIX_DEVICES);
	if (ctx->extack[0] && is_named(ctx, what))
		return fail(ctx, "%s", ctx->extack);
	if (ctx->extack[0])
		return fail(ctx, "%s: %s", what, ctx->extack);
	switch (-err) {
	case EPERM:
		return fail(fixed_by(ctx, FIX_ROOT), "%s: not permitted, needs CAP_NET_ADMIN",
			    what);
	case ENODEV:
		return fail(ctx, "%s: no such device", what);
	case EINTR:
		return fail(ctx, "%s: kept changing while being read; try again",
			    what);
	}
	return fail(ctx, "%s: %s", what, strerror(-err));
}

static int read_family(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr, *group, *name, *id;
	struct ctx *ctx = data;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(attr) == CTRL_ATTR_FAMILY_ID &&
		    !mnl_attr_validate(attr, MNL_TYPE_U16))
			ctx->family = mnl_attr_get_u16(attr);
		if (mnl_attr_get_type(attr) != CTRL_ATTR_MCAST_GROUPS)
			continue;
		mnl_attr_for_each_nested(group, attr) {
			name = attr_find(group, CTRL_ATTR_MCAST_GRP_NAME);
			id = attr_find(group, CTRL_ATTR_MCAST_GRP_ID);
			if (name && !mnl_attr_validate(name, MNL_TYPE_NUL_STRING) &&
			    !strcmp(mnl_attr_get_str(name), PFC_GENL_MCGRP_EVENTS) &&
			    id && !mnl_attr_validate(id, MNL_TYPE_U32))
				ctx->events = mnl_attr_get_u32(id);
		}
	}
	return 0;
}

/* Open the generic netlink socket and resolve the family of the module.  Return: an exit status */
int genl_open(struct ctx *ctx)
{
	struct message msg;
	int err;

	if (ctx->family)
		return STATUS_OK;
	err = nl_open(ctx, NETLINK_GENERIC, &ctx->genl);
	if (err)
		return err;

	genl_request(&msg, CTRL_CMD_GETFAMILY, NLM_F_ACK);
	msg.hdr.nlmsg_type = GENL_ID_CTRL;
	mnl_attr_put_strz(&msg.hdr, CTRL_ATTR_FAMILY_NAME, PFC_GENL_NAME);
	err = nl_talk(ctx, ctx->genl, &msg.hdr, read_family, ctx);
	if (err == -ENOENT)
		return fail(fixed_by(ctx, "modprobe pfc"), "the pfc module is not loaded");
	if (err)
		return nl_fail(ctx, "netlink family " PFC_GENL_NAME, err);
	return STATUS_OK;
}

/* Initialize a request to the module */
void genl_request(struct message *msg, uint8_t cmd, uint16_t flags)
{
	struct genlmsghdr *genl = nl_request(msg, 0, flags, sizeof(*genl));

	genl->cmd = cmd;
	genl->version = PFC_GENL_VERSION;
}

/* Send a request to the module, as nl_talk() */
int genl_talk(struct ctx *ctx, struct message *msg, nl_fn *fn, void *data)
{
	msg->hdr.nlmsg_type = ctx->family;
	return nl_talk(ctx, ctx->genl, &msg->hdr, fn, data);
}

/* Get a number of a message of the module.  Return: 0 if it is missing or malformed */
uint32_t genl_u32(const struct nlmsghdr *nlh, uint16_t type)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == type && mnl_attr_validate(attr, MNL_TYPE_U32) >= 0)
			return mnl_attr_get_u32(attr);
	return 0;
}

/* Send a request that changes the object @what.  Return: an exit status */
int genl_change(struct ctx *ctx, struct message *msg, const char *what)
{
	int err = genl_open(ctx);

	if (err)
		return err;
	ctx->what = what;
	err = genl_talk(ctx, msg, NULL, NULL);
	ctx->what = NULL;
	return err ? nl_fail(ctx, what, err) : STATUS_OK;
}

static bool join(struct ctx *ctx, uint32_t group)
{
	return !mnl_socket_setsockopt(ctx->genl, NETLINK_ADD_MEMBERSHIP, &group, sizeof(group));
}

/*
 * Subscribe the generic netlink socket to the events of the module, and to the notices of
 * genl_family_changed().  Return: an exit status.
 */
int genl_subscribe(struct ctx *ctx)
{
	int err = genl_open(ctx);

	if (err)
		return err;
	/* The group of the notices has the number of the family of generic netlink itself */
	if (!join(ctx, ctx->events) || !join(ctx, GENL_ID_CTRL))
		return fail(ctx, "cannot subscribe to events: %s", strerror(errno));
	return STATUS_OK;
}

/*
 * Read a notice that the module was unloaded, or loaded again: then its family has another id, and
 * the function subscribes to its events again.  Both are warnings.
 * Return: whether the message is such a notice; without the module, the family of @ctx is 0.
 */
bool genl_family_changed(struct ctx *ctx, const struct nlmsghdr *nlh)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attr;
	bool ours = false;

	if (nlh->nlmsg_type != GENL_ID_CTRL ||
	    (genl->cmd != CTRL_CMD_NEWFAMILY && genl->cmd != CTRL_CMD_DELFAMILY))
		return false;
	mnl_attr_for_each(attr, nlh, sizeof(*genl))
		if (mnl_attr_get_type(attr) == CTRL_ATTR_FAMILY_NAME)
			ours = mnl_attr_validate(attr, MNL_TYPE_NUL_STRING) >= 0 &&
			       !strcmp(mnl_attr_get_str(attr), PFC_GENL_NAME);
	if (!ours)
		return false;
	ctx->family = 0;
	ctx->events = 0;
	if (genl->cmd == CTRL_CMD_DELFAMILY) {
		warn(fixed_by(ctx, "modprobe pfc"),
		     "the pfc module was unloaded, the command waits for it");
		return true;
	}
	read_family(nlh, ctx);
	if (join(ctx, ctx->events))
		warn(ctx, "the pfc module was loaded again, the events continue");
	else
		warn(ctx, "the pfc module was loaded again, but its events cannot be received: %s",
		     strerror(errno));
	return true;
}

/* Store an attribute in @attrs, %NL_ATTRS pointers, for mnl_attr_parse().  Return: %MNL_CB_OK */
int nl_take_attr(const struct nlattr *attr, void *attrs)
{
	if (mnl_attr_get_type(attr) < NL_ATTRS)
		((const struct nlattr **)attrs)[mnl_attr_get_type(attr)] = attr;
	return MNL_CB_OK;
}
