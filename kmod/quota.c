// SPDX-License-Identifier: GPL-2.0-only
/*
 * State of a network namespace, and quotas of users and namespaces: port ids, bytes of pools, and
 * memory of queued packets, see "Limits of users and namespaces" in architecture.rst.
 *
 * A port counts the memory of its frames under its root lock.  It reserves memory from the
 * namespace and its user in large steps, so that ports seldom write to the counters that they
 * share.
 */
#include <linux/moduleparam.h>
#include <linux/overflow.h>
#include <linux/rtnetlink.h>
#include <linux/slab.h>
#include <linux/uidgid.h>
#include <linux/user_namespace.h>
#include <net/netns/generic.h>
#include "message.h"
#include "net.h"
#include "qdisc.h"

unsigned int pfc_net_id __read_mostly;

/* Module state of a network namespace, valid as long as the namespace has devices */
struct pfc_net *pfc_net_of(const struct net *net)
{
	return net_generic(net, pfc_net_id);
}

static unsigned int userns_ports __read_mostly = 64;
module_param(userns_ports, uint, 0644);
MODULE_PARM_DESC(userns_ports,
		 "maximum number of ports of a user outside the initial user namespace");

static unsigned long userns_pool_bytes __read_mostly = 64UL << 20;
module_param(userns_pool_bytes, ulong, 0644);
MODULE_PARM_DESC(userns_pool_bytes,
		 "maximum total size of the pools of a user outside the initial user namespace, bytes");

static unsigned long userns_memory_bytes __read_mostly = 256UL << 20;
module_param(userns_memory_bytes, ulong, 0644);
MODULE_PARM_DESC(userns_memory_bytes,
		 "maximum memory of the queued packets of a user outside the initial user namespace, bytes");

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

/*
 * Use of a user in all network namespaces outside the initial user namespace; protected by RTNL,
 * except @memory
 * @uid: the user, in the initial user namespace
 * @nets: number of network namespaces that refer to this entry
 * @pool_bytes: total size of the pools of the namespaces that have ports
 * @memory: bytes of memory that the ports have reserved for queued frames
 */
struct pfc_user {
	struct list_head	list;
	kuid_t			uid;
	unsigned int		nets;
	unsigned int		ports;
	u64			pool_bytes;
	atomic_long_t		memory;
};

static LIST_HEAD(pfc_users);

static bool pfc_quota_applies(const struct net *net)
{
	return net->user_ns != &init_user_ns;
}

static kuid_t pfc_user_id(const struct net *net)
{
	const struct user_namespace *ns = net->user_ns;

	while (ns->parent != &init_user_ns)
		ns = ns->parent;
	return ns->owner;
}

static struct pfc_user *pfc_user_find(kuid_t uid)
{
	struct pfc_user *user;

	list_for_each_entry(user, &pfc_users, list)
		if (uid_eq(user->uid, uid))
			return user;
	user = kzalloc(sizeof(*user), GFP_KERNEL_ACCOUNT);
	if (user) {
		user->uid = uid;
		list_add(&user->list, &pfc_users);
	}
	return user;
}

/* The user of a namespace, which has a reference until it ends; NULL without memory */
static struct pfc_user *pfc_user_get(const struct net *net, struct netlink_ext_ack *extack)
{
	struct pfc_net *pn = pfc_net_of(net);

	if (!pn->user) {
		pn->user = pfc_user_find(pfc_user_id(net));
		if (pn->user)
			pn->user->nets++;
		else
			NL_SET_ERR_MSG(extack, "no memory for the quotas of the user");
	}
	return pn->user;
}

/* The devices of the namespace are gone: no port has reserved memory.  Context: may sleep */
void pfc_quota_exit(struct pfc_net *pn)
{
	struct pfc_user *user = pn->user;

	might_sleep();

	if (!user)
		return;
	rtnl_lock();
	if (!--user->nets) {
		WARN_ON_ONCE(user->ports || user->pool_bytes || atomic_long_read(&user->memory));
		list_del(&user->list);
		kfree(user);
	}
	rtnl_unlock();
}

static u64 pfc_pools_bytes(const struct pfc_net *pn)
{
	const struct pfc_pool *pool;
	u64 bytes = 0;

	list_for_each_entry(pool, &pn->pools, list)
		bytes += pool->set.size;
	return bytes;
}

static int pfc_quota_user_port(struct net *net, struct netlink_ext_ack *extack)
{
	const struct pfc_net *pn = pfc_net_of(net);
	struct pfc_user *user = pfc_user_get(net, extack);

	if (!user)
		return -ENOMEM;
	if (user->ports >= READ_ONCE(userns_ports)) {
		NL_SET_ERR_MSG(extack, "user has the maximum number of pfc ports (userns_ports)");
		pfc_set_cause(extack, PFC_CAUSE_USER_PORTS);
		return -EDQUOT;
	}
	if (pfc_userns_ports_all >= PFC_USERNS_PORTS_MAX) {
		NL_SET_ERR_MSG(extack, "all users together have the maximum number of pfc ports");
		return -EDQUOT;
	}
	/* The pools count from the first port on */
	if (!pn->ports && user->pool_bytes + pfc_pools_bytes(pn) > READ_ONCE(userns_pool_bytes)) {
		NL_SET_ERR_MSG(extack,
			       "pools of the user would exceed the limit (userns_pool_bytes)");
		pfc_set_cause(extack, PFC_CAUSE_USER_POOL_BYTES);
		return -EDQUOT;
	}
	user->ports++;
	pfc_userns_ports_all++;
	return 0;
}

/* Charge a new port to the user of its namespace.  Return: 0, -EDQUOT or -ENOMEM */
int pfc_quota_port(struct net *net, struct netlink_ext_ack *extack)
{
	int err;

	ASSERT_RTNL();
	might_sleep();

	err = pfc_quota_applies(net) ? pfc_quota_user_port(net, extack) : 0;
	if (err)
		return err;
	pfc_net_of(net)->ports++;
	pfc_quota_update(net);
	return 0;
}

/* Release the quota of a detached port.  Context: RTNL */
void pfc_quota_port_put(struct net *net)
{
	struct pfc_net *pn = pfc_net_of(net);

	ASSERT_RTNL();

	pn->ports--;
	if (pn->user) {
		pn->user->ports--;
		pfc_userns_ports_all--;
	}
	pfc_quota_update(net);
}

/* Check a change of the size of a pool, 0 for a new one.  Return: 0, -EDQUOT or -ENOMEM */
int pfc_quota_pools(struct net *net, u64 from, u64 to, struct pfc_ack *extack)
{
	const struct pfc_net *pn = pfc_net_of(net);
	struct pfc_user *user;
	u64 bytes;

	ASSERT_RTNL();
	might_sleep();

	if (!pfc_quota_applies(net) || to <= from)
		return 0;
	user = pfc_user_get(net, &extack->ext);
	if (!user)
		return -ENOMEM;
	bytes = user->pool_bytes - pn->pool_bytes + pfc_pools_bytes(pn) - from + to;
	if (bytes <= READ_ONCE(userns_pool_bytes))
		return 0;
	PFC_SET_TEXT(extack, PFC_CAUSE_USER_POOL_BYTES,
		     "pools of the user: %llu bytes exceed the limit of %lu (userns_pool_bytes)",
		     bytes, userns_pool_bytes);
	return -EDQUOT;
}

/* Charge changed pools or ports to the user, and compute the limit for queued packets */
void pfc_quota_update(struct net *net)
{
	struct pfc_net *pn = pfc_net_of(net);
	u64 bytes = pfc_pools_bytes(pn), limit;

	ASSERT_RTNL();

	if (check_mul_overflow(bytes, (u64)READ_ONCE(memory_ratio), &limit))
		limit = LONG_MAX;
	WRITE_ONCE(pn->memory_limit, min_t(u64, limit, LONG_MAX));
	if (!pn->user)
		return;
	if (!pn->ports)
		bytes = 0;
	pn->user->pool_bytes += bytes - pn->pool_bytes;
	pn->pool_bytes = bytes;
}

/* @bytes can be negative: frames need more memory, and get it without a check */
static void pfc_memory_release(struct pfc_net *pn, long bytes)
{
	atomic_long_sub(bytes, &pn->memory);
	if (pn->user)
		atomic_long_sub(bytes, &pn->user->memory);
}

/*
 * Reserve the memory that the frames of a port need in addition.  Context: BH disabled, root lock.
 * Return: false if the namespace or its user has too little left; then nothing is reserved.
 */
bool pfc_memory_grow(struct pfc_sched *q)
{
	unsigned long more = roundup(q->memory.used - q->memory.taken, PFC_MEMORY_STEP);
	struct pfc_net *pn = pfc_net_of(q->port->net);
	struct pfc_user *user = pn->user;

	if (atomic_long_add_return(more, &pn->memory) > READ_ONCE(pn->memory_limit))
		goto err_net;
	if (user && atomic_long_add_return(more, &user->memory) > READ_ONCE(userns_memory_bytes))
		goto err_user;
	q->memory.taken += more;
	return true;

err_user:
	atomic_long_sub(more, &user->memory);
err_net:
	atomic_long_sub(more, &pn->memory);
	return false;
}

/*
 * Reserve as much memory of the namespace as the frames of a leaf need.
 * @q: qdisc with a port; it has reserved at least two %PFC_MEMORY_STEP too much, or too little
 *	for frames that were admitted to another leaf, or it is idle
 *
 * An empty leaf reserves nothing: the leaves of many ports would together use up the limit.
 * Context: BH disabled, root lock.
 */
void pfc_memory_set(struct pfc_sched *q)
{
	unsigned long need = 0;

	if (q->memory.used)
		need = roundup(q->memory.used + PFC_MEMORY_STEP, PFC_MEMORY_STEP);

	pfc_memory_release(pfc_net_of(q->port->net), q->memory.taken - need);
	q->memory.taken = need;
}

/* Give back all memory of a qdisc that had a port in @net.  Context: BH disabled, root lock */
void pfc_memory_return(struct pfc_sched *q, struct net *net)
{
	ASSERT_RTNL();

	pfc_memory_release(pfc_net_of(net), q->memory.taken);
	q->memory.taken = 0;
}
