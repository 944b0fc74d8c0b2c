// SPDX-License-Identifier: GPL-2.0-only
/*
 * Answers to %PFC_CMD_WAIT_GET: who waits for whom.
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include <net/sock.h>
#include "../net.h"
#include "../port.h"
#include "../wait.h"
#include "netlink.h"

/* The buffer fits into 32 KiB of memory, so the length of a nest fits into its 16 bits */
#define PFC_WAIT_MSG_SIZE	SKB_WITH_OVERHEAD(32768)
#define PFC_WAIT_MSG_FITS(bound)	(NLMSG_HDRLEN + GENL_HDRLEN + (bound) <= PFC_WAIT_MSG_SIZE)

static_assert(PFC_WAIT_MSG_FITS(PFC_BOUND_WAIT_STATE));
static_assert(PFC_WAIT_MSG_FITS(PFC_BOUND_WAIT_QUEUE));

/* Work area of a dump: the port of a message and its state, or one of its queues and its holders */
struct pfc_waiting {
	struct pfc_port		*port;
	u8			prio;
	struct pfc_wait		wait;
	struct pfc_holders	holders;
};

static int pfc_put_rx(struct sk_buff *msg, const struct pfc_wait_prio *p)
{
	const struct pfc_pauses *rx = &p->rx;
	const int pad = PFC_WAIT_A_PAD;

	if (rx->paused && (nla_put_flag(msg, PFC_WAIT_A_RX_PAUSED) ||
			   nla_put_u64_64bit(msg, PFC_WAIT_A_RX_UNTIL, p->until, pad)))
		return -EMSGSIZE;
	return nla_put_u64_64bit(msg, PFC_WAIT_A_RX_SINCE, rx->since, pad) ?:
	       nla_put_u32(msg, PFC_WAIT_A_RX_QUANTA, p->quanta) ?:
	       pfc_put_u64s(msg, PFC_WAIT_A_RX_COUNT, PFC_WAIT_A_RX_LAST, &rx->count, pad) ?:
	       nla_put_u64_64bit(msg, PFC_WAIT_A_RX_XOFF, p->xoff, pad) ?:
	       nla_put_u64_64bit(msg, PFC_WAIT_A_RX_EXPIRED, p->expired, pad);
}

PFC_ADJACENT(struct pfc_pauses, count, last, PFC_WAIT_A_RX_COUNT, PFC_WAIT_A_RX_LAST);
PFC_ADJACENT(struct pfc_pauses, since, last, PFC_WAIT_A_TX_SINCE, PFC_WAIT_A_TX_LAST);
PFC_ADJACENT(struct pfc_wait_prio, packets, sent_bytes, PFC_WAIT_A_BACKLOG_PACKETS,
	     PFC_WAIT_A_SENT_BYTES);

static int pfc_put_wait_prio(struct sk_buff *msg, int prio, const struct pfc_wait_prio *p)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_WAIT);
	const int pad = PFC_WAIT_A_PAD;

	if (!nest || nla_put_u8(msg, PFC_WAIT_A_ID, prio) || pfc_put_rx(msg, p) ||
	    (p->tx.paused && nla_put_flag(msg, PFC_WAIT_A_TX_XOFF)) ||
	    pfc_put_u64s(msg, PFC_WAIT_A_TX_SINCE, PFC_WAIT_A_TX_LAST, &p->tx.since, pad) ||
	    pfc_put_u64s(msg, PFC_WAIT_A_BACKLOG_PACKETS, PFC_WAIT_A_SENT_BYTES, &p->packets,
			 pad) ||
	    nla_put_u8(msg, PFC_WAIT_A_STORM, p->storm) ||
	    (p->suppressed && nla_put_flag(msg, PFC_WAIT_A_SUPPRESSED)))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_put_thresholds(struct sk_buff *msg, const struct pfc_group_state *state)
{
	return nla_put_flag(msg, PFC_WAIT_PG_A_LOSSLESS) ?:
	       nla_put_u64_64bit(msg, PFC_WAIT_PG_A_XOFF_AT, state->xoff_at, PFC_WAIT_PG_A_PAD) ?:
	       nla_put_u64_64bit(msg, PFC_WAIT_PG_A_XON_AT, state->xon_at, PFC_WAIT_PG_A_PAD);
}

static int pfc_put_wait_pg(struct sk_buff *msg, int id, const struct pfc_wait_pg *pg)
{
	u32 occupancy = pfc_use_sum(pg->state.use);
	const int pad = PFC_WAIT_PG_A_PAD;
	struct nlattr *nest;

	if (!pg->lossless && !occupancy)
		return 0;
	nest = nla_nest_start(msg, PFC_A_WAIT_PG);
	if (!nest || nla_put_u8(msg, PFC_WAIT_PG_A_ID, id) ||
	    nla_put_u8(msg, PFC_WAIT_PG_A_PRIOS, pg->prios) ||
	    (pg->lossless && pfc_put_thresholds(msg, &pg->state)) ||
	    (pg->state.use.xoff && nla_put_flag(msg, PFC_WAIT_PG_A_IN_XOFF)) ||
	    nla_put_u64_64bit(msg, PFC_WAIT_PG_A_OCCUPANCY, occupancy, pad) ||
	    nla_put_u64_64bit(msg, PFC_WAIT_PG_A_HEADROOM, pg->state.use.headroom, pad) ||
	    nla_put_u64_64bit(msg, PFC_WAIT_PG_A_RX_BYTES, pg->rx_bytes, pad) ||
	    nla_put_u64_64bit(msg, PFC_WAIT_PG_A_RX_PACKETS, pg->rx_packets, pad) ||
	    nla_put_u64_64bit(msg, PFC_WAIT_PG_A_DROPS, pg->drops, pad))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_put_wait(struct sk_buff *msg, void *object)
{
	const struct pfc_waiting *waiting = object;
	const struct pfc_wait *wait = &waiting->wait;
	int i, err;

	err = pfc_put_name(msg, waiting->port) ?:
	      nla_put_u64_64bit(msg, PFC_A_WAIT_TIME, wait->time, PFC_A_PAD);
	if (!err && wait->has_peer)
		err = nla_put(msg, PFC_A_PEER_MAC, ETH_ALEN, wait->peer);
	for (i = 0; i < PFC_PRIOS && !err; i++)
		err = pfc_put_wait_prio(msg, i, &wait->prios[i]) ?:
		      pfc_put_wait_pg(msg, i, &wait->pgs[i]);
	return err;
}

static int pfc_put_holder(struct sk_buff *msg, const struct pfc_holder *holder)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_HOLDERS_A_HOLDER);

	if (!nest || nla_put_u32(msg, PFC_HOLDER_A_PORT_ID, holder->port_id) ||
	    nla_put_u32(msg, PFC_HOLDER_A_IFINDEX, holder->ifindex) ||
	    nla_put_u8(msg, PFC_HOLDER_A_PG, holder->pg) ||
	    nla_put_u64_64bit(msg, PFC_HOLDER_A_BYTES, holder->bytes, PFC_HOLDER_A_PAD) ||
	    nla_put_u64_64bit(msg, PFC_HOLDER_A_PACKETS, holder->packets, PFC_HOLDER_A_PAD))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_put_flow_ip(struct sk_buff *msg, const struct pfc_flow_key *key)
{
	int len = key->version == 4 ? 4 : 16;

	if (nla_put(msg, PFC_FLOW_A_SRC, len, key->src) ||
	    nla_put(msg, PFC_FLOW_A_DST, len, key->dst) ||
	    nla_put_u8(msg, PFC_FLOW_A_PROTOCOL, key->protocol) ||
	    nla_put_u8(msg, PFC_FLOW_A_DSCP, key->dscp))
		return -EMSGSIZE;
	if (!key->ports)
		return 0;
	return nla_put_u32(msg, PFC_FLOW_A_SRC_PORT, ntohs(key->src_port)) ?:
	       nla_put_u32(msg, PFC_FLOW_A_DST_PORT, ntohs(key->dst_port));
}

static int pfc_put_flow(struct sk_buff *msg, const struct pfc_flow *flow)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_HOLDERS_A_FLOW);
	const struct pfc_flow_key *key = &flow->key;

	if (!nest || nla_put_u32(msg, PFC_FLOW_A_ETHERTYPE, ntohs(key->ethertype)) ||
	    nla_put(msg, PFC_FLOW_A_SRC_MAC, ETH_ALEN, flow->macs.src) ||
	    nla_put(msg, PFC_FLOW_A_DST_MAC, ETH_ALEN, flow->macs.dst) ||
	    (key->version && pfc_put_flow_ip(msg, key)) ||
	    (key->tagged && nla_put_u32(msg, PFC_FLOW_A_VLAN, key->vlan)) ||
	    (key->port_id && (nla_put_u32(msg, PFC_FLOW_A_PORT_ID, key->port_id) ||
			      nla_put_u8(msg, PFC_FLOW_A_PG, key->pg))) ||
	    nla_put_u64_64bit(msg, PFC_FLOW_A_BYTES, flow->bytes, PFC_FLOW_A_PAD) ||
	    nla_put_u64_64bit(msg, PFC_FLOW_A_PACKETS, flow->packets, PFC_FLOW_A_PAD))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_put_flows(struct sk_buff *msg, const struct pfc_holders *holders)
{
	unsigned int i;

	if (!holders->with_flows)
		return 0;
	for (i = 0; i < holders->n_top; i++)
		if (pfc_put_flow(msg, &holders->flow[holders->top[i]]))
			return -EMSGSIZE;
	return nla_put_u32(msg, PFC_HOLDERS_A_FLOWS, holders->n_flows) ?:
	       nla_put_u64_64bit(msg, PFC_HOLDERS_A_OTHER_BYTES, holders->other_bytes,
				 PFC_HOLDERS_A_PAD);
}

static int pfc_put_holders(struct sk_buff *msg, const struct pfc_holders *holders, u8 prio)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_QUEUE_HOLDERS);
	const int pad = PFC_HOLDERS_A_PAD;
	unsigned int i;

	if (!nest || nla_put_u8(msg, PFC_HOLDERS_A_ID, prio) ||
	    nla_put_u64_64bit(msg, PFC_HOLDERS_A_PACKETS, holders->packets, pad) ||
	    nla_put_u64_64bit(msg, PFC_HOLDERS_A_BYTES, holders->bytes, pad) ||
	    nla_put_u64_64bit(msg, PFC_HOLDERS_A_LOCAL_BYTES, holders->local, pad) ||
	    (holders->partial && nla_put_flag(msg, PFC_HOLDERS_A_PARTIAL)))
		return -EMSGSIZE;
	for (i = 0; i < holders->n_holders; i++)
		if (pfc_put_holder(msg, &holders->holder[i]))
			return -EMSGSIZE;
	if (pfc_put_flows(msg, holders))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_put_queue_holders(struct sk_buff *msg, void *object)
{
	const struct pfc_waiting *waiting = object;

	return pfc_put_name(msg, waiting->port) ?:
	       nla_put_u64_64bit(msg, PFC_A_WAIT_TIME, ktime_get_ns(), PFC_A_PAD) ?:
	       pfc_put_holders(msg, &waiting->holders, waiting->prio);
}

/* Adds the messages of a port from number cb->args[1] on: its state, then its queues */
static int pfc_wait_port(struct sk_buff *msg, struct netlink_callback *cb,
			 struct pfc_waiting *waiting)
{
	int err;

	if (!cb->args[1]) {
		pfc_wait_read(waiting->port, &waiting->wait);
		err = pfc_get_next(msg, cb, pfc_put_wait, waiting);
		if (err)
			return err;
		cb->args[1] = 1;
	}
	for (; cb->args[1] <= PFC_PRIOS; cb->args[1]++) {
		waiting->prio = cb->args[1] - 1;
		if (!pfc_holders_read(waiting->port, waiting->prio, &waiting->holders))
			continue;
		err = pfc_get_next(msg, cb, pfc_put_queue_holders, waiting);
		if (err)
			return err;
	}
	return 0;
}

/*
 * Adds the messages of the port after cb->args[0].  cb->args[2] is the port of cb->args[1]: it may
 * have been deleted since the last call.
 *
 * RTNL is held for one port, because the walks of its queues can take some milliseconds.  A port
 * that is added or deleted between two calls changes the generation, so the next message has
 * %NLM_F_DUMP_INTR.
 *
 * Return: 1, 0 after the last port, or an error.
 */
static int pfc_wait_next(struct sk_buff *msg, struct netlink_callback *cb,
			 struct pfc_waiting *waiting)
{
	struct net *net = sock_net(msg->sk);
	u16 id = cb->args[0];
	int err = 0;

	rtnl_lock();
	cb->seq = pfc_net_of(net)->generation;
	waiting->port = pfc_port_next(net, &id);
	if (waiting->port) {
		if (cb->args[2] != id)
			cb->args[1] = 0;
		cb->args[2] = id;
		err = pfc_wait_port(msg, cb, waiting);
		if (!err)
			cb->args[0] = id;
	}
	rtnl_unlock();
	return err ?: !!waiting->port;
}

/*
 * Start a dump of %PFC_CMD_WAIT_GET.
 * @cb: the dump; args[3] is set if the dump contains flows
 *
 * Flows have addresses of other users' traffic.  So they are only for an administrator of the
 * namespace, as the packets are.  The check is here, in the context of the sender of the request:
 * another process may read the answer.
 * Return: 0.
 */
int pfc_genl_wait_start(struct netlink_callback *cb)
{
	cb->min_dump_alloc = PFC_WAIT_MSG_SIZE;
	cb->args[3] = netlink_ns_capable(cb->skb, sock_net(cb->skb->sk)->user_ns, CAP_NET_ADMIN);
	return 0;
}

int pfc_genl_wait_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct pfc_waiting *waiting = kvmalloc(sizeof(*waiting), GFP_KERNEL_ACCOUNT);
	int err;

	if (!waiting)
		return -ENOMEM;
	waiting->holders.with_flows = cb->args[3];
	do {
		err = pfc_wait_next(skb, cb, waiting);
	} while (err > 0);
	kvfree(waiting);
	return skb->len ?: err;
}
