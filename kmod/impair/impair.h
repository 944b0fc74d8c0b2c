/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Impairments of a port: it disturbs what it sends to its peer, on purpose, see "Impairments act
 * behind the queue" in architecture.rst.
 */
#ifndef _PFC_IMPAIR_H
#define _PFC_IMPAIR_H

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/spinlock.h>
#include <net/sch_generic.h>
#include "../core/chance.h"

struct pfc_ack;
struct pfc_config;
struct pfc_port;
struct pfc_sched;

/*
 * What the impairments of a priority have done, in the order of &enum pfc_impair_stat; the time of
 * a forced XOFF that has not ended is not in it.
 */
struct pfc_impair_counts {
	u64	frames;
	u64	lost;
	u64	marked;
	u64	delayed;
	u64	pfc_frames;
	u64	pfc_corrupted;
	u64	pfc_delayed;
	u64	xoff_forced;
	u64	xoff_time;
};

/**
 * struct pfc_impair_frames - frames that leave the queues; protected by the root lock
 * @states: generators, by priority and &enum pfc_impair_kind; those of %PFC_IMPAIR_PFC are
 *	protected by sender.lock
 * @last: for each priority, and for MAC control frames, the last one of the frames in flight;
 *	NULL: none is in flight
 */
struct pfc_impair_frames {
	struct rnd_state	states[PFC_PRIOS][PFC_IMPAIR_KINDS];
	struct sk_buff		*last[PFC_PRIOS + 1];
};

/**
 * struct pfc_impair_control - PFC frames that the port sends; protected by sender.lock
 * @xoff: duty cycles of forced XOFF, by priority
 * @edge: next time at which a forced XOFF begins or ends, ns
 * @forced: bit mask of the priorities whose XOFF is forced
 * @since: start of the forced XOFF, by priority, ns
 * @held: delayed PFC frames, in the order in which they leave
 * @timer: runs the sender when a delayed PFC frame or a forced XOFF is due
 */
struct pfc_impair_control {
	struct pfc_duty		xoff[PFC_PRIOS];
	u64			edge;
	u8			forced;
	u64			since[PFC_PRIOS];
	struct qdisc_skb_head	held;
	struct hrtimer		timer;
};

/*
 * Impairments of a port
 * @since: time at which the impairments were created, ns, constant
 * @config: settings; written under RTNL, sender.lock and the root lock, read under one of them
 * @counts: by priority; frames are counted under the root lock, PFC frames and XOFF under
 *	sender.lock
 */
struct pfc_impair {
	struct pfc_port			*port;
	u64				since;
	struct pfc_impair_config	config;
	struct pfc_impair_counts	counts[PFC_PRIOS];
	struct pfc_impair_frames	frames;
	struct pfc_impair_control	control;
	struct rcu_head			rcu;
};

/* settings.c */
void pfc_impair_config(const struct pfc_port *port, struct pfc_impair_config *config);
int pfc_impair_set(struct pfc_port *port, const struct pfc_impair_config *config, bool restart,
		   struct pfc_ack *extack);
void pfc_impair_end(struct pfc_port *port);
struct pfc_impair *pfc_impair_active(const struct pfc_port *port);
void pfc_impair_read(const struct pfc_impair *impair, struct pfc_impair_counts *counts);

/* frames.c: frames that leave the queues */
void pfc_impair_attach(struct pfc_sched *q, struct pfc_impair *impair);
struct sk_buff *pfc_impair_frame(struct pfc_sched *q, struct sk_buff *skb, int prio, u64 now);
void pfc_impair_arrive(struct pfc_sched *q, const struct sk_buff *skb);

/* control.c: PFC frames that the port sends */
void pfc_impair_control_init(struct pfc_impair *impair);
bool pfc_impair_send(struct pfc_impair *impair, struct sk_buff *skb,
		     const struct pfc_frame *frame);
u8 pfc_impair_forced(struct pfc_impair *impair, const struct pfc_config *config, u8 suppressed,
		     u64 now);
void pfc_impair_link_lost(struct pfc_impair *impair, u64 now);
void pfc_impair_drop_held(struct pfc_impair *impair);
void pfc_impair_send_held(struct pfc_impair *impair, u64 now);

#endif /* _PFC_IMPAIR_H */
