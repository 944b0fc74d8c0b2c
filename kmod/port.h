/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The port, and what the files of the module call of each other.
 */
#ifndef _PFC_PORT_H
#define _PFC_PORT_H

#include <linux/atomic.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/percpu-refcount.h>
#include <linux/ratelimit.h>
#include <linux/rtnetlink.h>
#include <linux/u64_stats_sync.h>
#include <net/genetlink.h>
#include <net/sch_generic.h>
#include "admit.h"
#include "config.h"
#include "peer.h"
#include "pool.h"
#include "storm.h"

/**
 * enum pfc_drop - why a packet charged to a priority group was dropped
 * @PFC_DROPPED_LIMIT: lossy, above the group's limit
 * @PFC_DROPPED_POOL: lossy, shared part of the pool full
 * @PFC_DROPPED_HEADROOM: lossless, headroom full
 * @PFC_DROPPED_FLUSH: waited in a queue that was reset
 * @PFC_DROPPED_REST: followed a refused segment of the same GSO packet
 * @PFC_DROPPED_EGRESS: lossy, above the limit of the egress queue
 * @PFC_DROPPED_EARLY: lossy and not ECT, where an ECT packet would have been marked
 * @PFC_DROPPED_FLOOD: lossless and unknown unicast, when it came in
 * @PFC_DROPPED_STORM: waited in a queue with a storm, came to one or by a port with one
 * @PFC_DROPS: number of causes
 */
enum pfc_drop {
	PFC_DROPPED_LIMIT,
	PFC_DROPPED_POOL,
	PFC_DROPPED_HEADROOM,
	PFC_DROPPED_FLUSH,
	PFC_DROPPED_REST,
	PFC_DROPPED_EGRESS,
	PFC_DROPPED_EARLY,
	PFC_DROPPED_FLOOD,
	PFC_DROPPED_STORM,
	PFC_DROPS,
};

/**
 * struct pfc_terms - by what a group is charged
 * @pool: whose shared part, whose headroom
 * @guarantee: bytes that are charged to nothing else first; with %PFC_TERMS_MOVING
 *	the group is charged to another pool as well
 */
struct pfc_terms {
	struct pfc_pool	*pool;
	u64		guarantee;
};

/* More than any group holds, so that the short ways of charge.c are not taken */
#define PFC_TERMS_MOVING	BIT_ULL(62)

/**
 * enum pfc_peak_kind - what the watermarks of a group are kept of
 * @PFC_PEAK_HELD: bytes charged to guarantee and shared part
 * @PFC_PEAK_HEADROOM: bytes charged to the headroom
 * @PFC_PEAK_SUM: bytes in all, while any are charged to the headroom
 * @PFC_PEAKS: number of watermarks
 */
enum pfc_peak_kind {
	PFC_PEAK_HELD,
	PFC_PEAK_HEADROOM,
	PFC_PEAK_SUM,
	PFC_PEAKS,
};

/**
 * struct pfc_peaks - watermarks of a group as they are shown, bytes
 * @sum: in all
 * @shared: charged to the shared part of the pool
 * @headroom: charged to the headroom
 */
struct pfc_peaks {
	u32	sum;
	u32	shared;
	u32	headroom;
};

/**
 * struct pfc_group - an (ingress port, priority group)
 * @use: struct pfc_use in one word; changed with cmpxchg by whichever egress
 *	port a packet is enqueued to or dequeued from
 * @terms: the word says which of the two is meant, so that a change of terms is
 *	atomic with what is charged by them.  The other one is written under RTNL,
 *	when nobody can have read a word any more that meant it
 * @peak: watermarks since the last clear; raised by the same, lock-free
 * @also: the other pool of terms that have one, by the same number
 * @drops: dropped frames by cause
 * @xoff: times that the group went into XOFF
 * @stopped: nothing has left in XOFF for too long, and the sender waits for something;
 *	also read without its lock
 * @left: when a packet left last in XOFF, if anyone wants to know, ns
 * @before: what they were, since the last clear, when the guarantee changed; under RTNL
 * @ever: what they were at the last clear, or at one before it if they were higher
 *	then; under RTNL
 * @cleared: when that was, ns; under RTNL
 */
struct pfc_group {
	atomic64_t	use;
	struct pfc_terms terms[2];
	atomic_t	peak[PFC_PEAKS];
	struct pfc_pool	*also[2];
	atomic_long_t	drops[PFC_DROPS];
	atomic_long_t	xoff;
	bool		stopped;
	atomic64_t	left;
	struct pfc_peaks before;
	struct pfc_peaks ever;
	u64		cleared;
} ____cacheline_aligned_in_smp;

/**
 * struct pfc_arrivals - frames that came in at a port, on one CPU
 * @packets: by priority group
 * @bytes: by priority group
 * @syncp: protects 64-bit counters on 32-bit machines
 */
struct pfc_arrivals {
	u64_stats_t		packets[PFC_PRIOS];
	u64_stats_t		bytes[PFC_PRIOS];
	struct u64_stats_sync	syncp;
};

/**
 * union pfc_attention - what those have to do who bring a packet; both in one look
 * @pending: the state of a group has changed, and the sender is to look at it; set by
 *	anyone, cleared by the one who looks next
 * @drops: what comes in by this port may have to be dropped, as there is a storm; set
 *	and cleared under the root lock of the port's qdisc
 * @any: any of these
 */
union pfc_attention {
	struct {
		bool	pending;
		bool	drops;
	};
	u16		any;
};

#define PFC_PORT_STATS	(PFC_PORT_STAT_MAX - PFC_STAT_FIRST + 1)
#define PFC_PG_STATS	(PFC_PG_STAT_MAX - PFC_STAT_FIRST + 1)
#define PFC_PRIO_STATS	(PFC_PRIO_STAT_MAX - PFC_STAT_FIRST + 1)
#define PFC_QUEUE_STATS	(PFC_QUEUE_STAT_MAX - PFC_STAT_FIRST + 1)

/**
 * struct pfc_stats - all counters of a port, indexed by netlink attribute
 * @port: by &enum pfc_port_stat - %PFC_STAT_FIRST
 * @pg: by group and &enum pfc_pg_stat - %PFC_STAT_FIRST
 * @prio: by priority and &enum pfc_prio_stat - %PFC_STAT_FIRST
 * @queue: by queue and &enum pfc_queue_stat - %PFC_STAT_FIRST
 */
struct pfc_stats {
	u64	port[PFC_PORT_STATS];
	u64	pg[PFC_PRIOS][PFC_PG_STATS];
	u64	prio[PFC_PRIOS][PFC_PRIO_STATS];
	u64	queue[PFC_PRIOS][PFC_QUEUE_STATS];
};

/**
 * struct pfc_port - a port
 * @config: the configuration; replaced under RTNL, read under RCU
 * @dev: the device; valid until the port is detached
 * @net: its namespace, constant
 * @sch: the port's qdisc; valid until the port is detached
 * @arrivals: frames that came in
 * @ref: held by the attached port and by every group that holds something
 * @id: 1..%PFC_PORTS_MAX, what tags of its packets say
 * @dev_speed: speed of the device as ethtool says, Mb/s, 0: unknown; written
 *	under RTNL
 * @headroom_needed: for each lossless group, when link or configuration changed last,
 *	bytes; under RTNL
 * @attention: what to do beside
 * @hook: the ingress hook
 * @groups: the priority groups
 * @profiles: what they follow, or NULL; under RTNL
 * @receiver: PFC frames received
 * @sender: PFC frames sent
 * @storms: the watchdog
 * @stale: packets sent here with a tag that named no port of the namespace;
 *	under the qdisc's root lock, as the next four
 * @drop_segment: frames dropped because segmentation failed
 * @drop_control: MAC control frames dropped
 * @drop_delay: frames that a reset found on their way to the other end
 * @same_group: packets that came in by the group by which they left
 * @events: rate limit of the port's pause events
 * @alarms: rate limit of events that tell of lost lossless packets
 * @reports: rate limit of storms that the watchdog tells of
 * @warnings: rate limit of what it tells beside
 * @events_lost: events that the limit suppressed
 * @events_untold: of these, how many no event has spoken of yet
 * @base: counters at the last clear; under RTNL, as the next
 * @cleared: when that was, ns
 * @rcu: for freeing
 */
struct pfc_port {
	struct pfc_config __rcu		*config;
	struct net_device		*dev;
	struct net			*net;
	struct Qdisc			*sch;
	struct pfc_arrivals __percpu	*arrivals;
	struct percpu_ref		ref;
	u16				id;
	u32				dev_speed;
	u32				headroom_needed;
	union pfc_attention		attention;
	struct nf_hook_ops		hook;

	struct pfc_group		groups[PFC_PRIOS];
	struct pfc_profile		*profiles[PFC_PRIOS];
	struct pfc_receiver		receiver;
	struct pfc_sender		sender;
	struct pfc_storms		storms;

	u64				stale;
	u64				drop_segment;
	u64				drop_control;
	u64				drop_delay;
	u64				same_group;

	struct ratelimit_state		events;
	struct ratelimit_state		alarms;
	struct ratelimit_state		reports;
	struct ratelimit_state		warnings;
	atomic_t			events_lost;
	atomic_t			events_untold;

	struct pfc_stats		base;
	u64				cleared;
	struct rcu_head			rcu;
};

/*
 * The tag that a packet carries in skb->tc_index from the ingress hook of one
 * port to the qdisc of another.
 */
#define PFC_TAG_VALID		0x8000
#define PFC_TAG_ID_SHIFT	3
#define PFC_TAG_PRIO		0x0007

static inline u16 pfc_tag(u16 id, u8 prio)
{
	return PFC_TAG_VALID | id << PFC_TAG_ID_SHIFT | prio;
}

static inline u16 pfc_tag_id(u16 tag)
{
	return (tag & ~PFC_TAG_VALID) >> PFC_TAG_ID_SHIFT;
}

/**
 * struct pfc_skb_cb - a queued packet, in qdisc_skb_cb()->data
 * @owner: port that the packet is charged to, or NULL
 * @due: when a frame that has left its queue reaches the other end, ns
 * @len: bytes charged; the packet's own length may change meanwhile
 * @pg: group of @owner that is charged
 */
struct pfc_skb_cb {
	union {
		struct pfc_port	*owner;
		u64		due;
	};
	u32		len;
	u8		pg;
};

static inline struct pfc_skb_cb *pfc_skb_cb(struct sk_buff *skb)
{
	BUILD_BUG_ON(sizeof(struct pfc_skb_cb) > QDISC_CB_PRIV_LEN);
	return (struct pfc_skb_cb *)qdisc_skb_cb(skb)->data;
}

/* A frame takes at least this, without FCS, wherever it is counted */
#define PFC_FRAME_MIN	ETH_ZLEN

/**
 * pfc_config_get() - the port's configuration
 * @port: the port
 *
 * Context: RCU or BH disabled; valid until that ends.
 * Return: the configuration.
 */
static inline const struct pfc_config *pfc_config_get(const struct pfc_port *port)
{
	return rcu_dereference_check(port->config, rcu_read_lock_bh_held());
}

/**
 * pfc_port_speed() - speed by which pause quanta are reckoned
 * @port: the port
 * @config: its configuration
 *
 * Return: Mb/s, never 0.
 */
static inline u32 pfc_port_speed(const struct pfc_port *port,
				 const struct pfc_config *config)
{
	return config->speed ?: READ_ONCE(port->dev_speed) ?: PFC_SPEED_DEFAULT;
}

/**
 * struct pfc_profile - thresholds that priority groups of a namespace's ports follow
 * @list: among the profiles of the namespace; this and all else is under RTNL
 * @name: constant
 * @limits: what the groups get; of these a headroom that is automatic is each port's own
 * @pool: and what they are bound to
 * @pgs: how many follow
 */
struct pfc_profile {
	struct list_head	list;
	char			name[PFC_NAME_LEN];
	struct pfc_pg_limits	limits;
	struct pfc_pool		*pool;
	u32			pgs;
};

/**
 * struct pfc_change - what is about to become of a port
 * @list: among those that are changed together, or not at all
 * @port: the port
 * @config: its new configuration; published if all goes well
 * @pools: what its groups are to be bound to
 * @profiles: what they are to follow
 * @joined: bit mask of the groups that are charged to two pools at this time
 */
struct pfc_change {
	struct list_head	list;
	struct pfc_port		*port;
	struct pfc_config	*config;
	struct pfc_pool		*pools[PFC_PRIOS];
	struct pfc_profile	*profiles[PFC_PRIOS];
	u8			joined;
};

/**
 * struct pfc_net - what a namespace has; all under RTNL
 * @pools: its buffer pools, the default one first; they outlive every charge, as
 *	namespaces end after their devices
 * @profiles: its profiles
 * @generation: changes with the set of its ports, pools or profiles, never 0
 */
struct pfc_net {
	struct list_head	pools;
	struct list_head	profiles;
	u32			generation;
};

/* main.c */
struct pfc_net *pfc_net_of(const struct net *net);

/**
 * pfc_net_changed() - let dumps under way notice that they miss something
 * @pn: the namespace
 *
 * Context: RTNL.
 */
static inline void pfc_net_changed(struct pfc_net *pn)
{
	pn->generation = pn->generation + 1 ?: 1;
}

/* port.c */
extern struct pfc_port __rcu *pfc_ports[];

int pfc_port_attach(struct Qdisc *sch, struct netlink_ext_ack *extack,
		    struct pfc_port **attached);
void pfc_port_detach(struct pfc_port *port);
struct pfc_port *pfc_port_next(struct net *net, u16 *id);
int pfc_port_module_init(void);
void pfc_port_module_exit(void);

/**
 * pfc_port_lookup() - find a port by the id in a tag
 * @id: 0..%PFC_PORTS_MAX
 *
 * Context: BH disabled; the port is valid until that ends.
 * Return: the port or NULL.
 */
static inline struct pfc_port *pfc_port_lookup(u16 id)
{
	return rcu_dereference_bh(pfc_ports[id]);
}

/* change.c */
struct pfc_change *pfc_change_begin(struct list_head *changes, struct pfc_port *port,
				    struct netlink_ext_ack *extack);
int pfc_change_commit(struct list_head *changes, struct netlink_ext_ack *extack);
void pfc_change_abort(struct list_head *changes);
u32 pfc_change_headroom(const struct pfc_port *port, const struct pfc_config *config);
u8 pfc_change_short(const struct pfc_port *port);
void pfc_change_link(struct pfc_port *port);

/* pools.c */
int pfc_pools_add(struct pfc_net *pn, const char *name, u32 size, u32 ratio);
void pfc_pools_del(struct pfc_net *pn, struct pfc_pool *pool);
int pfc_pools_init(struct pfc_net *pn);
void pfc_pools_exit(struct pfc_net *pn);
struct pfc_pool *pfc_pools_default(const struct pfc_net *pn);
struct pfc_pool *pfc_pools_find(const struct pfc_net *pn, const struct nlattr *name,
				struct netlink_ext_ack *extack);
int pfc_name_check(const struct nlattr *name, struct netlink_ext_ack *extack);
bool pfc_name_is(const struct nlattr *name, const char *what);

/* profile.c */
void pfc_profile_follow(struct pfc_change *change, int pg, struct pfc_profile *profile);
int pfc_profile_change(struct net *net, struct pfc_profile *profile,
		       struct pfc_profile *to, struct netlink_ext_ack *extack);
void pfc_profiles_exit(struct pfc_net *pn);
struct pfc_profile *pfc_profile_find(const struct pfc_net *pn, const struct nlattr *name,
				     struct netlink_ext_ack *extack);

/* ingress.c */
unsigned int pfc_ingress(void *priv, struct sk_buff *skb,
			 const struct nf_hook_state *state);

/* charge.c */
bool pfc_charge(struct pfc_port *port, u8 pg, u32 len);
void pfc_release(struct pfc_port *port, u8 pg, u32 len);
void pfc_group_drop(struct pfc_port *port, u8 pg, enum pfc_drop cause);
void pfc_group_peaks_start(struct pfc_group *group, struct pfc_peaks *was);
void pfc_group_peaks(const struct pfc_group *group, struct pfc_peaks *peaks);
bool pfc_group_join(struct pfc_port *port, u8 pg, struct pfc_pool *pool);
void pfc_group_resize(struct pfc_port *port, u8 pg, const struct pfc_pg_limits *limits,
		      struct pfc_pool *pool, u32 returned);

/**
 * pfc_group_terms() - by what is a group charged?
 * @group: the group
 * @word: what it holds, packed
 *
 * Return: the terms, valid as long as the word is not changed and BH are disabled.
 */
static inline const struct pfc_terms *
pfc_group_terms(const struct pfc_group *group, u64 word)
{
	return &group->terms[word >> PFC_USE_TERMS_SHIFT];
}

/**
 * pfc_group_other_terms() - by what will a group be charged next?
 * @group: the group
 * @word: what it holds, packed
 *
 * Context: RTNL; no CPU uses them any more.
 * Return: the terms, to be written.
 */
static inline struct pfc_terms *pfc_group_other_terms(struct pfc_group *group, u64 word)
{
	return &group->terms[!(word >> PFC_USE_TERMS_SHIFT)];
}

/**
 * pfc_group_pool() - the pool of a group
 * @group: the group
 *
 * Context: RTNL.
 * Return: the pool; the old one while the group is moving.
 */
static inline struct pfc_pool *pfc_group_pool(const struct pfc_group *group)
{
	return pfc_group_terms(group, atomic64_read(&group->use))->pool;
}

/* qdisc.c */
extern struct Qdisc_ops pfc_qdisc_ops;

struct pfc_port *pfc_port_of(const struct net_device *dev);
void pfc_qdisc_configure(struct Qdisc *sch, const struct pfc_config *config);
void pfc_qdisc_pauses(struct Qdisc *sch);
void pfc_qdisc_wake(struct Qdisc *sch);
void pfc_qdisc_detach(struct Qdisc *sch);

/* stats.c */
void pfc_stats_get(struct pfc_port *port, struct pfc_stats *stats);
void pfc_stats_clear(struct pfc_port *port);
int pfc_stats_clear_prios(struct pfc_port *port, u8 prios);
void pfc_watermarks_clear(struct pfc_port *port, u8 pgs, u8 queues);

/* event.c */
void pfc_event(struct pfc_port *port, u32 event, u8 prios, u16 quanta);
void pfc_event_rate(struct pfc_port *port, u32 event, u8 prios, u32 count);
void pfc_event_storm(struct pfc_port *port, u32 event, const struct pfc_storm *storm);

#endif /* _PFC_PORT_H */
