// SPDX-License-Identifier: GPL-2.0-only
/* Answers: messages for one object or for a dump, and the parts that several answers contain. */
#include <net/sock.h>
#include "../net.h"
#include "../port.h"
#include "netlink.h"

/* Size of a message with its headers: as large as fits into 16 KiB of memory */
#define PFC_MSG_SIZE	SKB_WITH_OVERHEAD(16384)
#define PFC_MSG_FITS(bound)	(NLMSG_HDRLEN + GENL_HDRLEN + (bound) <= PFC_MSG_SIZE)

static_assert(PFC_MSG_FITS(PFC_BOUND_PORT_GET));
static_assert(PFC_MSG_FITS(PFC_BOUND_POOL_GET));
static_assert(PFC_MSG_FITS(PFC_BOUND_STATS_GET));
static_assert(PFC_MSG_FITS(PFC_BOUND_PROFILE_GET));
static_assert(PFC_MSG_FITS(PFC_BOUND_WATCHDOG_GET));
static_assert(PFC_MSG_FITS(PFC_BOUND_RECORD_GET));
static_assert(PFC_MSG_FITS(PFC_BOUND_IMPAIR_GET));

/* Put the index, name and id of a port into an answer.  Return: 0 or -EMSGSIZE */
int pfc_put_name(struct sk_buff *msg, const struct pfc_port *port)
{
	return nla_put_u32(msg, PFC_A_IFINDEX, port->dev->ifindex) ?:
	       nla_put_string(msg, PFC_A_IFNAME, port->dev->name) ?:
	       nla_put_u32(msg, PFC_A_PORT_ID, port->id);
}

/* @id: number of the priority, group or queue, or -1 for none.  Return: 0 or -EMSGSIZE */
int pfc_put_counters(struct sk_buff *msg, int type, int id, const u64 *counters, int n)
{
	struct nlattr *nest = nla_nest_start(msg, type);

	if (!nest || (id >= 0 && nla_put_u8(msg, PFC_STAT_ID, id)) ||
	    pfc_put_u64s(msg, PFC_STAT_FIRST, PFC_STAT_FIRST + n - 1, counters, PFC_STAT_PAD))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

/* Answer with the object that a request selects.  Return: 0 or an error with extack */
int pfc_genl_get(struct sk_buff *skb, struct genl_info *info)
{
	const struct pfc_get *get = &pfc_gets[info->genlhdr->cmd];
	struct sk_buff *msg;
	void *hdr, *object;
	int err;

	msg = nlmsg_new(PFC_MSG_SIZE - NLMSG_HDRLEN, GFP_KERNEL);
	if (!msg)
		return -ENOMEM;
	hdr = genlmsg_put_reply(msg, info, &pfc_genl_family, 0, info->genlhdr->cmd);
	if (!hdr) {
		nlmsg_free(msg);
		return -EMSGSIZE;
	}

	rtnl_lock();
	object = get->find(info);
	err = PTR_ERR_OR_ZERO(object) ?: get->put(msg, object);
	rtnl_unlock();
	if (err) {
		nlmsg_free(msg);
		return err;
	}
	genlmsg_end(msg, hdr);
	return genlmsg_reply(msg, info);
}

static u8 pfc_dump_cmd(const struct netlink_callback *cb)
{
	return ((struct genlmsghdr *)nlmsg_data(cb->nlh))->cmd;
}

/* Add a message to a dump.  Context: RTNL.  Return: 0, or an error; then the answer is unchanged */
int pfc_get_next(struct sk_buff *msg, struct netlink_callback *cb, pfc_put_fn put, void *object)
{
	void *hdr;
	int err;

	hdr = genlmsg_put(msg, NETLINK_CB(cb->skb).portid, cb->nlh->nlmsg_seq,
			  &pfc_genl_family, NLM_F_MULTI, pfc_dump_cmd(cb));
	if (!hdr)
		return -EMSGSIZE;
	genl_dump_check_consistent(cb, hdr);
	err = put(msg, object);
	if (err)
		genlmsg_cancel(msg, hdr);
	else
		genlmsg_end(msg, hdr);
	return err;
}

/* Answer with all objects of a list; their first member is the list_head.  args[0]: number sent */
int pfc_get_list(struct sk_buff *msg, struct netlink_callback *cb, struct list_head *list)
{
	pfc_put_fn put = pfc_gets[pfc_dump_cmd(cb)].put;
	struct list_head *item;
	unsigned long i = 0;
	int err = 0;

	static_assert(!offsetof(struct pfc_pool, list));
	static_assert(!offsetof(struct pfc_profile, list));
	rtnl_lock();
	cb->seq = pfc_net_of(sock_net(msg->sk))->generation;
	list_for_each(item, list) {
		if (i++ < cb->args[0])
			continue;
		err = pfc_get_next(msg, cb, put, item);
		if (err)
			break;
		cb->args[0] = i;
	}
	rtnl_unlock();
	return msg->len ?: err;
}

/* Answer with all ports of the namespace.  @cb: args[0] is the id of the last port sent */
int pfc_genl_port_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	pfc_put_fn put = pfc_gets[pfc_dump_cmd(cb)].put;
	struct net *net = sock_net(skb->sk);
	u16 id = cb->args[0];
	struct pfc_port *port;
	int err = 0;

	rtnl_lock();
	cb->seq = pfc_net_of(net)->generation;
	while (!err && (port = pfc_port_next(net, &id))) {
		err = pfc_get_next(skb, cb, put, port);
		if (!err)
			cb->args[0] = id;
	}
	rtnl_unlock();
	return skb->len ?: err;
}

/* Start a dump.  Return: 0 */
int pfc_genl_dump_start(struct netlink_callback *cb)
{
	cb->min_dump_alloc = PFC_MSG_SIZE;
	return 0;
}
