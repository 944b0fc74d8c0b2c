/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A port: a network device with a pfc root qdisc, and its state.
 */
#ifndef _PFC_PORT_H
#define _PFC_PORT_H

#include <linux/atomic.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/percpu-refcount.h>
#include <linux/ratelimit.h>
#include <net/sch_generic.h>
#include "dcb.h"
#include "peer.h"
#include "pg.h"
#include "stats.h"
#include "watchdog.h"

/*
 * Pending work for the ingress hook, tested with one read of @any
 * @sender: the XOFF state of a PG has changed and the sender must check the PGs; set by any
 *	CPU, cleared by the CPU that runs the sender next
 * @drops: packets received by this port may have to be dropped because of a storm; set
 *	and cleared under watchdog.lock
 */
union pfc_pending {
	struct {
		bool	sender;
		bool	drops;
		bool	unused[2];
	};
	u32		any;
};

/* The qdiscs that hold the queues of a port: one, or one for each transmit queue of the device */
struct pfc_leaves {
	unsigned int	n;
	struct Qdisc	**sch;
};

/*
 * What the device reports about its link; link.c writes it under RTNL
 * @hardware: the device is a physical device, whose reported speed is that of the link
 * @speed: speed of the device that ethtool reports, Mb/s, 0: unknown
 * @ring: bytes that one transmit ring of the driver may hold
 * @headroom: needed by each lossless PG, at the last change of link or configuration
 */
struct pfc_port_link {
	bool	hardware;
	u32	speed;
	u32	ring;
	u32	headroom;
};

/*
 * Rate limits of the events of a port, see pfc_event_about(); each has its own lock
 * @lost: number of events that the rate limits suppressed, or without memory
 * @unreported: number of these events that no later event has reported yet
 */
struct pfc_port_events {
	struct ratelimit_state	pauses;
	struct ratelimit_state	drops;
	struct ratelimit_state	storms;
	struct ratelimit_state	warnings;
	atomic_t		lost;
	atomic_t		unreported;
};

/* The counters of a port at their last clear, or NULL, and its time, ns; protected by RTNL */
struct pfc_port_clear {
	struct pfc_stats	*base;
	u64			time;
};

/*
 * A port; the members without a line are what their names say
 * @config: the configuration; replaced under RTNL, read under RCU
 * @dev: the device; valid until the port is detached
 * @ifindex: index of the device; valid until the port is freed, as are @name and @net
 * @name: name of the device, for readers without RTNL (the core renames under RTNL)
 * @net: network namespace of the device, constant
 * @sch: the port's root qdisc; valid until the port is detached
 * @leaves: the qdiscs that hold the queues, published under RTNL, read under RCU
 * @one: the value of @leaves while the root qdisc itself holds the queues, constant
 * @ref: held by the attached port and by every PG that holds bytes
 * @id: 1..%PFC_PORTS_MAX, written to the tag of each received packet
 * @configured: a user has changed the configuration; protected by RTNL
 * @profiles: the profile that each PG follows, or NULL; protected by RTNL
 * @impair: impairments, or NULL; written under RTNL and sender.lock, read under one of them
 * @long_paused: bit mask of the priorities in a long pause; only the work of long_pause.c uses it
 */
struct pfc_port {
	struct pfc_config __rcu		*config;
	struct net_device		*dev;
	int				ifindex;
	char				name[IFNAMSIZ];
	seqcount_t			name_seq;
	struct net			*net;
	struct Qdisc			*sch;
	struct pfc_leaves __rcu		*leaves;
	struct pfc_leaves		one;
	struct pfc_arrivals __percpu	*arrivals;
	struct percpu_ref		ref;
	u16				id;
	bool				configured;
	struct pfc_port_link		link;
	union pfc_pending		pending;
	struct nf_hook_ops		hook;

	struct pfc_group		groups[PFC_PRIOS];
	struct pfc_profile		*profiles[PFC_PRIOS];
	struct pfc_receiver		receiver;
	struct pfc_sender		sender;
	struct pfc_watchdog		watchdog;
	struct pfc_recorder		recorder;
	struct pfc_impair __rcu		*impair;
	u8				long_paused;

	struct pfc_port_events		events;
	struct pfc_dcb			dcb;
	struct pfc_port_clear		clear;
	struct rcu_head			rcu;
};

/* Configuration of a port, valid until the RCU read side or the section with BH disabled ends */
static inline const struct pfc_config *pfc_config_get(const struct pfc_port *port)
{
	return rcu_dereference_check(port->config, rcu_read_lock_bh_held());
}

/* attach.c */
extern struct pfc_port __rcu *pfc_ports[];

void pfc_port_name(const struct pfc_port *port, char *name);

struct pfc_port *pfc_port_next(struct net *net, u16 *id);
struct pfc_port *pfc_port_find(const struct net_device *dev);
int pfc_port_attach(struct Qdisc *sch, struct netlink_ext_ack *extack,
		    struct pfc_port **attached);
void pfc_port_detach(struct pfc_port *port);
void pfc_ports_exit(void);

/* Port with an id of 0..%PFC_PORTS_MAX, or NULL; BH disabled, and valid until BH are enabled */
static inline struct pfc_port *pfc_port_lookup(u16 id)
{
	return rcu_dereference_bh(pfc_ports[id]);
}

/* impair/settings.c; impair/impair.h declares the others */
void pfc_impair_detach(struct pfc_port *port);
int pfc_impair_check(const struct pfc_port *port, const struct pfc_config *config,
		     struct pfc_ack *extack);

/* link.c */
bool pfc_link_up(const struct net_device *dev);
void pfc_link_read(struct pfc_port *port);
u8 pfc_speed_source(const struct pfc_port *port, const struct pfc_config *config);
u32 pfc_port_speed(const struct pfc_port *port, const struct pfc_config *config);
u32 pfc_link_rings(const struct pfc_port *port);
u32 pfc_link_headroom(const struct pfc_port *port, const struct pfc_config *config);

/* qdisc_ops.c */
extern struct Qdisc_ops pfc_qdisc_ops;

struct pfc_port *pfc_port_of(const struct net_device *dev);
void pfc_qdisc_detach(struct Qdisc *sch);

/* multiqueue.c */
unsigned int pfc_tx_queues_used(const struct pfc_port *port);
void pfc_leaves_switch(struct pfc_port *port, const struct pfc_config *config);
u16 pfc_control_queue(struct net_device *dev);
bool pfc_leaf_send(struct pfc_port *port, struct sk_buff *skb);

/* leaves.c */
void pfc_leaves_idle(const struct pfc_port *port);
void pfc_leaves_configure(struct pfc_port *port, const struct pfc_config *config);
bool pfc_leaves_follow_pool(struct pfc_port *port, const struct pfc_pool *pool);
u64 pfc_leaves_memory(const struct pfc_port *port);
u32 pfc_leaves_backlog(const struct pfc_port *port, int prio);

/* qdisc.c */
void pfc_leaves_pauses(struct pfc_port *port);

/* slab.c */
int pfc_slab_init(void);
void pfc_slab_exit(void);
struct pfc_port *pfc_slab_port(void);
struct pfc_config *pfc_slab_config(const struct pfc_config *config);
u32 pfc_slab_size(const struct pfc_port *port);

/* event.c */

/*
 * Contents of an event; 0 or NULL: absent
 * @prios: bit mask of the affected priorities
 * @count: XOFF in a second
 * @idle: time since the last departure from @group, ns
 */
struct pfc_event_data {
	u8			prios;
	u16			quanta;
	u32			count;
	u64			idle;
	const struct pfc_group	*group;
	const struct pfc_storm	*storm;
	const char		*old_name;
};

void pfc_event(struct pfc_port *port, u32 event, u8 prios, u16 quanta);
void pfc_event_about(struct pfc_port *port, u32 event, const struct pfc_event_data *data);

/* flood.c */
bool pfc_flood_unknown(struct net_device *dev, const struct sk_buff *skb);
void pfc_flood_prepare(void);
int pfc_flood_init(void);
void pfc_flood_exit(void);

/* ingress.c */
unsigned int pfc_ingress(void *priv, struct sk_buff *skb,
			 const struct nf_hook_state *state);

#endif /* _PFC_PORT_H */
