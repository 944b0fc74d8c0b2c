/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Module state of a network namespace: pools, profiles, guards, quotas.
 */
#ifndef _PFC_NET_H
#define _PFC_NET_H

#include <linux/atomic.h>
#include <linux/list.h>
#include <linux/types.h>

struct net;
struct net_device;
struct netlink_ext_ack;
struct nlattr;
struct pfc_ack;
struct pfc_pool;
struct pfc_pool_set;
struct pfc_sched;
struct pfc_user;

/* A port reserves memory for frames from its namespace in multiples of this many bytes */
#define PFC_MEMORY_STEP		(64UL << 10)

/*
 * Module state of a network namespace; protected by RTNL
 * @pools: buffer pools, the default pool first; pools outlive every charge, because a
 *	namespace is freed after its devices
 * @guards: tag-clearing hooks (guard.c) of the devices that are not ports; empty if the
 *	namespace has no port
 * @foreign: number of devices of other namespaces that send through this one (foreign.c); also
 *	read without RTNL
 * @ports: number of ports; their ids are from @first_id to @last_id
 * @user: quotas of the user outside the initial user namespace; set before the first port or
 *	change of a pool, until the namespace ends; NULL in the initial user namespace
 * @pool_bytes: bytes of pools that are charged to @user, 0 without ports
 * @memory: bytes of memory that the ports have reserved for queued frames; atomic
 * @memory_limit: upper bound of @memory, bytes; also read without RTNL
 * @generation: number that changes when a port, pool or profile is added or deleted, never 0
 */
struct pfc_net {
	struct list_head	pools;
	struct list_head	profiles;
	struct list_head	guards;
	u32			foreign;
	u32			ports;
	u16			first_id;
	u16			last_id;
	struct pfc_user		*user;
	u64			pool_bytes;
	atomic_long_t		memory;
	long			memory_limit;
	u32			generation;
};

/* quota.c */
extern unsigned int pfc_net_id;
struct pfc_net *pfc_net_of(const struct net *net);

/* Mark running dumps of a namespace as inconsistent.  Context: RTNL */
static inline void pfc_net_changed(struct pfc_net *pn)
{
	pn->generation = pn->generation + 1 ?: 1;
}

/* pools.c */
int pfc_pools_add(struct pfc_net *pn, const char *name, const struct pfc_pool_set *set);
void pfc_pools_del(struct pfc_net *pn, struct pfc_pool *pool);
int pfc_pools_init(struct pfc_net *pn);
void pfc_pools_exit(struct pfc_net *pn);
struct pfc_pool *pfc_pools_default(const struct pfc_net *pn);
struct pfc_pool *pfc_pools_find(const struct pfc_net *pn, const struct nlattr *name,
				struct pfc_ack *extack);
int pfc_name_check(const struct nlattr *name, struct pfc_ack *extack);
bool pfc_name_is(const struct nlattr *name, const char *what);

/* quota.c */
int pfc_quota_port(struct net *net, struct netlink_ext_ack *extack);
void pfc_quota_port_put(struct net *net);
int pfc_quota_pools(struct net *net, u64 from, u64 to, struct pfc_ack *extack);
void pfc_quota_update(struct net *net);
void pfc_quota_exit(struct pfc_net *pn);
bool pfc_memory_grow(struct pfc_sched *q);
void pfc_memory_set(struct pfc_sched *q);
void pfc_memory_return(struct pfc_sched *q, struct net *net);

/* guard.c */
int pfc_guard_add(struct net_device *dev);
void pfc_guard_del(struct net_device *dev);
int pfc_guards_start(struct net *net, const struct net_device *port_dev);
void pfc_guards_stop(struct net *net);

/* foreign.c */
struct net *pfc_foreign_link_net(const struct net_device *dev);
int pfc_foreign_update(struct net_device *dev);
void pfc_foreign_del(const struct net_device *dev);

/* notifier.c */
int pfc_notifier_init(void);
void pfc_notifier_exit(void);

#endif /* _PFC_NET_H */
