// SPDX-License-Identifier: GPL-2.0-only
/*
 * Quotas of a network namespace: port ids, bytes of pools, and memory of the packets
 * queued in its ports.
 *
 * Pools count bytes of frames, because thresholds are bytes of frames.  In memory, a packet
 * occupies its truesize, which is ten times the frame length for small frames.  A sender can
 * craft packets with an even larger truesize.  The memory of queued packets therefore has a
 * separate limit, a multiple of the pool sizes.
 *
 * A port counts the memory of its frames under its root lock.  It reserves memory from the
 * namespace in large steps, so that ports seldom write to the counter that they share.
 */
#include <linux/moduleparam.h>
#include <linux/user_namespace.h>
#include "message.h"
#include "net.h"
#include "qdisc.h"
#include "quota.h"

static unsigned int userns_ports __read_mostly = 64;
module_param(userns_ports, uint, 0644);
MODULE_PARM_DESC(userns_ports,
		 "maximum number of ports of a network namespace outside the initial user namespace");

static unsigned long userns_pool_bytes __read_mostly = 64UL << 20;
module_param(userns_pool_bytes, ulong, 0644);
MODULE_PARM_DESC(userns_pool_bytes,
		 "maximum total size of pools outside the initial user namespace, bytes");

static unsigned long userns_memory_bytes __read_mostly = 256UL << 20;
module_param(userns_memory_bytes, ulong, 0644);
MODULE_PARM_DESC(userns_memory_bytes,
		 "maximum memory of packets queued outside the initial user namespace, bytes");

static unsigned int memory_ratio __read_mostly = 64;
module_param(memory_ratio, uint, 0644);
MODULE_PARM_DESC(memory_ratio,
		 "memory limit of the packets queued in a namespace, as a multiple of its pools; "
		 "applies from the next change of a pool or the next new port");

/*
 * Maximum number of ports in all namespaces outside the initial user namespace together.  The
 * other half of the ids is left for the administrator.
 */
#define PFC_USERNS_PORTS_MAX	(PFC_PORTS_MAX / 2)

/* Number of ports in namespaces outside the initial user namespace; protected by RTNL */
static unsigned int pfc_userns_ports_all;

static bool pfc_quota_applies(const struct net *net)
{
	return net->user_ns != &init_user_ns;
}

/**
 * pfc_quota_port() - charge a new port to the quota of its namespace
 * @net: the namespace
 * @extack: filled on error
 *
 * Context: RTNL.
 * Return: 0, or -EDQUOT if the namespace already has its maximum number of ports.
 */
int pfc_quota_port(struct net *net, struct netlink_ext_ack *extack)
{
	struct pfc_net *pn = pfc_net_of(net);

	ASSERT_RTNL();

	if (pfc_quota_applies(net)) {
		if (pn->ports >= READ_ONCE(userns_ports)) {
			PFC_SET_ERROR_TEXT(extack,
					   "network namespace has its maximum of %u pfc ports (userns_ports)",
					   userns_ports);
			return -EDQUOT;
		}
		if (pfc_userns_ports_all >= PFC_USERNS_PORTS_MAX) {
			PFC_SET_ERROR_TEXT(extack,
					   "user namespaces together have their maximum of %u pfc ports",
					   PFC_USERNS_PORTS_MAX);
			return -EDQUOT;
		}
		pfc_userns_ports_all++;
	}
	pn->ports++;
	pfc_quota_memory(net);
	return 0;
}

/**
 * pfc_quota_port_put() - release the quota of a detached port
 * @net: namespace of the port
 *
 * Context: RTNL.
 */
void pfc_quota_port_put(struct net *net)
{
	ASSERT_RTNL();

	pfc_net_of(net)->ports--;
	if (pfc_quota_applies(net))
		pfc_userns_ports_all--;
}

static u64 pfc_pools_bytes(const struct pfc_net *pn)
{
	const struct pfc_pool *pool;
	u64 bytes = 0;

	list_for_each_entry(pool, &pn->pools, list)
		bytes += pool->size;
	return bytes;
}

/**
 * pfc_quota_pools() - check a new pool size against the quota
 * @net: namespace of the pool
 * @from: current size, bytes, 0 for a new pool
 * @to: new size, bytes
 * @extack: filled on error
 *
 * Context: RTNL.
 * Return: 0, or -EDQUOT if the pools of the namespace would exceed ``userns_pool_bytes``.
 */
int pfc_quota_pools(struct net *net, u32 from, u32 to, struct netlink_ext_ack *extack)
{
	u64 bytes;

	ASSERT_RTNL();

	if (!pfc_quota_applies(net) || to <= from)
		return 0;
	bytes = pfc_pools_bytes(pfc_net_of(net)) - from + to;
	if (bytes <= READ_ONCE(userns_pool_bytes))
		return 0;
	PFC_SET_ERROR_TEXT(extack, "pools: %llu bytes exceed the limit of %lu (userns_pool_bytes)",
			   bytes, userns_pool_bytes);
	return -EDQUOT;
}

/**
 * pfc_quota_memory() - compute the memory limit for queued packets
 * @net: namespace whose pools have changed
 *
 * Context: RTNL.
 */
void pfc_quota_memory(struct net *net)
{
	struct pfc_net *pn = pfc_net_of(net);
	u64 bytes = pfc_pools_bytes(pn) * READ_ONCE(memory_ratio);

	ASSERT_RTNL();

	if (pfc_quota_applies(net))
		bytes = min_t(u64, bytes, READ_ONCE(userns_memory_bytes));
	WRITE_ONCE(pn->memory_limit, min_t(u64, bytes, LONG_MAX));
}

/**
 * pfc_memory_grow() - reserve memory for the frames of a port
 * @q: qdisc of the port, whose frames need more memory than it has reserved
 *
 * Context: BH disabled, root lock.
 * Return: false if the namespace has too little memory left; then nothing is reserved.
 */
bool pfc_memory_grow(struct pfc_sched *q)
{
	struct pfc_net *pn = pfc_net_of(q->port->net);
	unsigned long more = roundup(q->memory - q->memory_taken, PFC_MEMORY_STEP);

	if (atomic_long_add_return(more, &pn->memory) > READ_ONCE(pn->memory_limit)) {
		atomic_long_sub(more, &pn->memory);
		return false;
	}
	q->memory_taken += more;
	return true;
}

/**
 * pfc_memory_set() - reserve as much memory of the namespace as the frames of a leaf need
 * @q: qdisc with a port; it has reserved at least two %PFC_MEMORY_STEP too much, or too little
 *	for frames that were admitted to another leaf, or it is idle
 *
 * An empty leaf reserves nothing: the leaves of many ports would together use up the limit.
 *
 * Context: BH disabled, root lock.
 */
void pfc_memory_set(struct pfc_sched *q)
{
	unsigned long need = 0;

	if (q->memory)
		need = roundup(q->memory + PFC_MEMORY_STEP, PFC_MEMORY_STEP);

	atomic_long_sub(q->memory_taken - need, &pfc_net_of(q->port->net)->memory);
	q->memory_taken = need;
}

/**
 * pfc_memory_return() - give all memory of a qdisc without a port back to the namespace
 * @q: the qdisc
 * @net: namespace of the port that the qdisc had
 *
 * Context: RTNL, BH disabled, root lock.
 */
void pfc_memory_return(struct pfc_sched *q, struct net *net)
{
	ASSERT_RTNL();

	atomic_long_sub(q->memory_taken, &pfc_net_of(net)->memory);
	q->memory_taken = 0;
}
