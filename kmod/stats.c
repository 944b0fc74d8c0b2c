// SPDX-License-Identifier: GPL-2.0-only
/*
 * Statistics of a port, collected from its PGs, queues, receiver, sender and watchdog.
 *
 * Counters are never reset: a clear stores their current values as the base, and the module
 * reports the difference to the base.  So no increment is lost in a race with a clear.
 */
#include <linux/slab.h>
#include "qdisc.h"

#define PFC_IN(stat)	((stat) - PFC_STAT_FIRST)

/* In all netlink nests of counters, the attributes before the counters have the same numbers */
static_assert((int)PFC_PORT_STAT_PAD == PFC_STAT_PAD &&
	      (int)PFC_PORT_STAT_TX_PFC == PFC_STAT_FIRST);
static_assert((int)PFC_PG_STAT_ID == PFC_STAT_ID && (int)PFC_PG_STAT_PAD == PFC_STAT_PAD &&
	      (int)PFC_PG_STAT_RX_PACKETS == PFC_STAT_FIRST);
static_assert((int)PFC_PRIO_STAT_ID == PFC_STAT_ID && (int)PFC_PRIO_STAT_PAD == PFC_STAT_PAD &&
	      (int)PFC_PRIO_STAT_TX_XOFF == PFC_STAT_FIRST);
static_assert((int)PFC_QUEUE_STAT_ID == PFC_STAT_ID &&
	      (int)PFC_QUEUE_STAT_PAD == PFC_STAT_PAD &&
	      (int)PFC_QUEUE_STAT_TX_PACKETS == PFC_STAT_FIRST);

/* @group: its port may be detached if it holds bytes.  Context: BH disabled, or RTNL */
struct pfc_group_state pfc_group_state(const struct pfc_group *group,
				       const struct pfc_pg_limits *limits)
{
	u64 word = atomic64_read(&group->use);
	const struct pfc_basis *basis = pfc_group_basis(group, word);
	u32 guarantee = basis->guarantee & PFC_BASIS_GUARANTEE;
	unsigned long free = pfc_part_free(&basis->pool->shared);

	return (struct pfc_group_state) {
		.use = pfc_use_unpack(word),
		.guarantee = guarantee,
		.threshold = pfc_threshold(limits, free),
		.xoff_at = guarantee + pfc_xoff_level(limits, free),
		.xon_at = guarantee + pfc_group_xon(group, word, limits, basis->pool),
	};
}

static void pfc_stats_peaks(struct pfc_group *group, u64 *s)
{
	struct pfc_peaks peaks = group->before;

	pfc_group_peaks(group, &peaks, false);
	s[PFC_IN(PFC_PG_STAT_PEAK)] = peaks.sum;
	s[PFC_IN(PFC_PG_STAT_LIFETIME_PEAK)] = max(peaks.sum, group->lifetime_max.sum);
	s[PFC_IN(PFC_PG_STAT_SHARED_PEAK)] = peaks.shared;
	s[PFC_IN(PFC_PG_STAT_SHARED_LIFETIME_PEAK)] = max(peaks.shared, group->lifetime_max.shared);
	s[PFC_IN(PFC_PG_STAT_HEADROOM_PEAK)] = peaks.headroom;
	s[PFC_IN(PFC_PG_STAT_HEADROOM_LIFETIME_PEAK)] =
		max(peaks.headroom, group->lifetime_max.headroom);
	s[PFC_IN(PFC_PG_STAT_PEAK_CLEARED)] = group->cleared;
}

static const u8 pfc_drop_stats[PFC_DROPS] = {
	[PFC_DROP_LIMIT]	= PFC_PG_STAT_DROP_LIMIT,
	[PFC_DROP_POOL]	= PFC_PG_STAT_DROP_POOL,
	[PFC_DROP_HEADROOM]	= PFC_PG_STAT_DROP_HEADROOM,
	[PFC_DROP_FLUSH]	= PFC_PG_STAT_DROP_FLUSH,
	[PFC_DROP_REST]	= PFC_PG_STAT_DROP_REST,
	[PFC_DROP_EGRESS]	= PFC_PG_STAT_DROP_EGRESS,
	[PFC_DROP_EARLY]	= PFC_PG_STAT_DROP_EARLY,
	[PFC_DROP_FLOOD]	= PFC_PG_STAT_DROP_FLOOD,
	[PFC_DROP_STORM]	= PFC_PG_STAT_DROP_WATCHDOG,
	[PFC_DROP_MEMORY]	= PFC_PG_STAT_DROP_MEMORY,
};

/* Frames and bytes received on all CPUs since the port exists, by PG */
void pfc_stats_arrivals(const struct pfc_port *port, u64 packets[PFC_PRIOS], u64 bytes[PFC_PRIOS])
{
	int pg, cpu;

	memset(packets, 0, PFC_PRIOS * sizeof(*packets));
	memset(bytes, 0, PFC_PRIOS * sizeof(*bytes));
	for_each_possible_cpu(cpu) {
		struct pfc_arrivals *a = per_cpu_ptr(port->arrivals, cpu);

		for (pg = 0; pg < PFC_PRIOS; pg++) {
			u64 cpu_packets, cpu_bytes;
			unsigned int start;

			do {
				start = u64_stats_fetch_begin(&a->syncp);
				cpu_packets = u64_stats_read(&a->packets[pg]);
				cpu_bytes = u64_stats_read(&a->bytes[pg]);
			} while (u64_stats_fetch_retry(&a->syncp, start));
			packets[pg] += cpu_packets;
			bytes[pg] += cpu_bytes;
		}
	}
}

static void pfc_stats_groups(struct pfc_port *port, struct pfc_stats *stats)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	u64 packets[PFC_PRIOS], bytes[PFC_PRIOS];
	int pg;

	pfc_stats_arrivals(port, packets, bytes);
	for (pg = 0; pg < PFC_PRIOS; pg++) {
		struct pfc_group *group = &port->groups[pg];
		struct pfc_group_state state = pfc_group_state(group, &config->pg[pg]);
		u64 *s = stats->pg[pg];
		int drop;

		s[PFC_IN(PFC_PG_STAT_OCCUPANCY)] = pfc_use_sum(state.use);
		s[PFC_IN(PFC_PG_STAT_GUARANTEED)] = min(state.use.held, state.guarantee);
		s[PFC_IN(PFC_PG_STAT_SHARED)] = pfc_shared_part(state.use.held, state.guarantee);
		s[PFC_IN(PFC_PG_STAT_HEADROOM)] = state.use.headroom;
		s[PFC_IN(PFC_PG_STAT_THRESHOLD)] = state.threshold;
		pfc_stats_peaks(group, s);
		for (drop = PFC_DROP_LIMIT; drop < PFC_DROPS; drop++)
			s[PFC_IN(pfc_drop_stats[drop])] = atomic64_read(&group->drops[drop]);
		s[PFC_IN(PFC_PG_STAT_XOFF)] = atomic64_read(&group->xoff);
		s[PFC_IN(PFC_PG_STAT_RX_PACKETS)] = packets[pg];
		s[PFC_IN(PFC_PG_STAT_RX_BYTES)] = bytes[pg];
	}
}

static void pfc_stats_sender(struct pfc_port *port, struct pfc_stats *stats)
{
	struct pfc_sender *sender = &port->sender;
	int prio;
	u64 now;

	spin_lock_bh(&sender->lock);
	now = ktime_get_ns();
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		u64 *s = stats->prio[prio];

		s[PFC_IN(PFC_PRIO_STAT_TX_XOFF)] = sender->xoff[prio];
		s[PFC_IN(PFC_PRIO_STAT_TX_XON)] = sender->xon[prio];
		s[PFC_IN(PFC_PRIO_STAT_TX_PAUSE_TIME)] =
			pfc_pause_tx_read(&sender->tx, prio, now).total;
		s[PFC_IN(PFC_PRIO_STAT_TX_PAUSED)] = sender->tx.xoff_sent >> prio & 1;
		s[PFC_IN(PFC_PRIO_STAT_XOFF_TIMEOUTS)] = sender->timeouts[prio];
		s[PFC_IN(PFC_PRIO_STAT_TX_WARNINGS)] = sender->warnings[prio];
		s[PFC_IN(PFC_PRIO_STAT_TX_LATE)] = sender->tx.late[prio];
	}
	stats->port[PFC_IN(PFC_PORT_STAT_TX_PFC)] = sender->frames;
	stats->port[PFC_IN(PFC_PORT_STAT_TX_PAUSE)] = sender->pauses;
	stats->port[PFC_IN(PFC_PORT_STAT_TX_PFC_FAILED)] = sender->failed;
	spin_unlock_bh(&sender->lock);
}

static void pfc_stats_receiver(struct pfc_port *port, struct pfc_stats *stats)
{
	struct pfc_receiver *receiver = &port->receiver;
	u64 *s = stats->port;
	int prio;
	u64 now;

	spin_lock_bh(&receiver->lock);
	now = ktime_get_ns();
	pfc_receiver_expire(port, now);
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		u64 *p = stats->prio[prio];

		p[PFC_IN(PFC_PRIO_STAT_RX_XOFF)] = receiver->xoff[prio];
		p[PFC_IN(PFC_PRIO_STAT_RX_XON)] = receiver->xon[prio];
		p[PFC_IN(PFC_PRIO_STAT_RX_PAUSE_TIME)] =
			pfc_pause_rx_read(&receiver->rx, prio, now).total;
		p[PFC_IN(PFC_PRIO_STAT_RX_PAUSED)] = receiver->rx.paused >> prio & 1;
		p[PFC_IN(PFC_PRIO_STAT_RX_WARNINGS)] = receiver->warnings[prio];
		p[PFC_IN(PFC_PRIO_STAT_RX_EXPIRED)] = receiver->rx.expired[prio];
	}
	s[PFC_IN(PFC_PORT_STAT_RX_PFC)] = receiver->kinds[PFC_FRAME_PFC];
	s[PFC_IN(PFC_PORT_STAT_RX_RESERVED)] = receiver->reserved;
	s[PFC_IN(PFC_PORT_STAT_RX_PAUSE)] = receiver->kinds[PFC_FRAME_PAUSE];
	s[PFC_IN(PFC_PORT_STAT_RX_BAD_ADDRESS)] = receiver->kinds[PFC_FRAME_BAD_ADDRESS];
	s[PFC_IN(PFC_PORT_STAT_RX_BAD_LENGTH)] = receiver->kinds[PFC_FRAME_BAD_LENGTH];
	s[PFC_IN(PFC_PORT_STAT_RX_BAD_OPCODE)] = receiver->kinds[PFC_FRAME_BAD_OPCODE];
	s[PFC_IN(PFC_PORT_STAT_RX_BAD_TAGGED)] = receiver->kinds[PFC_FRAME_BAD_TAGGED];
	spin_unlock_bh(&receiver->lock);
}

static void pfc_stats_storms(struct pfc_port *port, int prio, u64 *s)
{
	struct pfc_watchdog *watchdog = &port->watchdog;

	spin_lock_bh(&watchdog->lock);
	s[PFC_IN(PFC_PRIO_STAT_STORMS)] = watchdog->detected[prio];
	s[PFC_IN(PFC_PRIO_STAT_STORMS_RESTORED)] = watchdog->restored[prio];
	s[PFC_IN(PFC_PRIO_STAT_PFC_DISABLED)] = watchdog->disabled[prio];
	s[PFC_IN(PFC_PRIO_STAT_PAUSED_LONG)] = watchdog->long_pauses[prio];
	pfc_watchdog_counts(port, prio, &s[PFC_IN(PFC_PRIO_STAT_STORM_DROPPED)],
			    &s[PFC_IN(PFC_PRIO_STAT_STORM_FORWARDED)]);
	spin_unlock_bh(&watchdog->lock);
}

static void pfc_stats_queue(const struct pfc_queue *queue, u64 *s)
{
	s[PFC_IN(PFC_QUEUE_STAT_TX_PACKETS)] = u64_stats_read(&queue->bstats.packets);
	s[PFC_IN(PFC_QUEUE_STAT_TX_BYTES)] = u64_stats_read(&queue->bstats.bytes);
	s[PFC_IN(PFC_QUEUE_STAT_BACKLOG_PACKETS)] = queue->frames;
	s[PFC_IN(PFC_QUEUE_STAT_BACKLOG_BYTES)] = queue->qstats.backlog;
	s[PFC_IN(PFC_QUEUE_STAT_LOCAL_BYTES)] = queue->local;
	s[PFC_IN(PFC_QUEUE_STAT_DROP_LOCAL)] = queue->drop_local;
	s[PFC_IN(PFC_QUEUE_STAT_DROP_FLUSH)] = queue->drop_flush;
	s[PFC_IN(PFC_QUEUE_STAT_DROP_EGRESS)] = queue->drop_egress;
	s[PFC_IN(PFC_QUEUE_STAT_MARKED)] = queue->marked;
	s[PFC_IN(PFC_QUEUE_STAT_DROP_EARLY)] = queue->drop_early;
	s[PFC_IN(PFC_QUEUE_STAT_DROP_WATCHDOG)] = queue->drop_storm;
	s[PFC_IN(PFC_QUEUE_STAT_DROP_MEMORY)] = queue->drop_memory;
	s[PFC_IN(PFC_QUEUE_STAT_PEAK)] = queue->peak;
	s[PFC_IN(PFC_QUEUE_STAT_LIFETIME_PEAK)] = max(queue->peak, queue->lifetime_max);
	s[PFC_IN(PFC_QUEUE_STAT_PEAK_CLEARED)] = queue->cleared;
}

/*
 * Adds the counters of a leaf to those of its port.  Packets that bypassed the queues: all sent,
 * minus control frames and packets from the queues.
 */
static void pfc_stats_leaf(struct Qdisc *sch, u64 *s)
{
	const struct pfc_sched *q = qdisc_priv(sch);
	struct gnet_stats_basic_sync sent;
	u64 packets, bytes;
	int prio;

	spin_lock_bh(qdisc_lock(sch));
	pfc_sent_sum(sch, &sent);
	packets = u64_stats_read(&sent.packets) - u64_stats_read(&q->control_bstats.packets);
	bytes = u64_stats_read(&sent.bytes) - u64_stats_read(&q->control_bstats.bytes);
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		packets -= u64_stats_read(&q->queues[prio].bstats.packets);
		bytes -= u64_stats_read(&q->queues[prio].bstats.bytes);
	}
	s[PFC_IN(PFC_PORT_STAT_TX_BYPASS)] += packets;
	s[PFC_IN(PFC_PORT_STAT_TX_BYPASS_BYTES)] += bytes;
	s[PFC_IN(PFC_PORT_STAT_TX_STALE)] += q->counters.stale;
	s[PFC_IN(PFC_PORT_STAT_TX_DROP_SEGMENT)] += q->counters.drop_segment;
	s[PFC_IN(PFC_PORT_STAT_TX_DROP_CONTROL)] += q->counters.drop_control;
	s[PFC_IN(PFC_PORT_STAT_TX_DROP_DELAY)] += q->counters.drop_delay;
	s[PFC_IN(PFC_PORT_STAT_TX_BOUNCED)] += q->counters.bounced;
	spin_unlock_bh(qdisc_lock(sch));
}

static void pfc_stats_queues(struct pfc_port *port, struct pfc_stats *stats)
{
	struct pfc_queue queue;
	struct Qdisc *leaf;
	unsigned int i;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		pfc_leaves_queue(port, prio, &queue);
		pfc_stats_queue(&queue, stats->queue[prio]);
		pfc_stats_storms(port, prio, stats->prio[prio]);
	}
	pfc_for_each_leaf(port, i, leaf)
		pfc_stats_leaf(leaf, stats->port);
}

static void pfc_stats_read(struct pfc_port *port, struct pfc_stats *stats)
{
	memset(stats, 0, sizeof(*stats));
	pfc_stats_groups(port, stats);
	pfc_stats_sender(port, stats);
	pfc_stats_receiver(port, stats);
	pfc_stats_queues(port, stats);
	stats->port[PFC_IN(PFC_PORT_STAT_EVENTS_LOST)] = (u32)atomic_read(&port->events.lost);
}

/* States, unlike counters, are reported as they are: their base is 0 */
static void pfc_stats_drop_states(struct pfc_stats *stats)
{
	int i, stat;

	for (i = 0; i < PFC_PRIOS; i++) {
		for (stat = PFC_PG_STAT_OCCUPANCY; stat <= PFC_PG_STAT_PEAK_CLEARED; stat++)
			stats->pg[i][PFC_IN(stat)] = 0;
		stats->prio[i][PFC_IN(PFC_PRIO_STAT_TX_PAUSED)] = 0;
		stats->prio[i][PFC_IN(PFC_PRIO_STAT_RX_PAUSED)] = 0;
		stats->queue[i][PFC_IN(PFC_QUEUE_STAT_BACKLOG_PACKETS)] = 0;
		stats->queue[i][PFC_IN(PFC_QUEUE_STAT_BACKLOG_BYTES)] = 0;
		stats->queue[i][PFC_IN(PFC_QUEUE_STAT_LOCAL_BYTES)] = 0;
		for (stat = PFC_QUEUE_STAT_PEAK; stat <= PFC_QUEUE_STAT_PEAK_CLEARED; stat++)
			stats->queue[i][PFC_IN(stat)] = 0;
	}
}

/* A storm that lasts counts from a clear on, so that not more storms end than were detected */
static void pfc_stats_keep_storms(struct pfc_port *port, struct pfc_stats *stats)
{
	struct pfc_watchdog *watchdog = &port->watchdog;
	int i;

	spin_lock_bh(&watchdog->lock);
	for (i = 0; i < PFC_PRIOS; i++) {
		u64 *s = stats->prio[i];
		bool lasts = watchdog->queues[i].state == PFC_WATCHDOG_STATE_STORM;

		s[PFC_IN(PFC_PRIO_STAT_STORMS)] = watchdog->detected[i] - lasts;
		s[PFC_IN(PFC_PRIO_STAT_STORMS_RESTORED)] = watchdog->restored[i];
	}
	spin_unlock_bh(&watchdog->lock);
}

/* Read the values that a clear subtracts from then on */
static void pfc_stats_base(struct pfc_port *port, struct pfc_stats *stats)
{
	pfc_stats_read(port, stats);
	pfc_stats_drop_states(stats);
	pfc_stats_keep_storms(port, stats);
}

/* Read the counters of a port since the last clear */
void pfc_stats_get(struct pfc_port *port, struct pfc_stats *stats)
{
	const u64 *base = (const u64 *)port->clear.base;
	u64 *s = (u64 *)stats;
	int i;

	ASSERT_RTNL();

	pfc_stats_read(port, stats);
	for (i = 0; base && i < sizeof(*stats) / sizeof(*s); i++)
		s[i] -= base[i];
	stats->port[PFC_IN(PFC_PORT_STAT_CLEARED)] = port->clear.time;
}

static void pfc_group_clear(struct pfc_group *group)
{
	struct pfc_peaks was = group->before;

	pfc_group_peaks(group, &was, true);
	group->lifetime_max.sum = max(group->lifetime_max.sum, was.sum);
	group->lifetime_max.shared = max(group->lifetime_max.shared, was.shared);
	group->lifetime_max.headroom = max(group->lifetime_max.headroom, was.headroom);
	group->before = (struct pfc_peaks) {};
	group->cleared = ktime_get_ns();
}

static void pfc_queue_clear(struct pfc_queue *queue)
{
	queue->lifetime_max = max(queue->lifetime_max, queue->peak);
	queue->peak = queue->qstats.backlog;
	queue->cleared = ktime_get_ns();
}

void pfc_watermarks_clear(struct pfc_port *port, u8 pgs, u8 queues)
{
	struct Qdisc *leaf;
	unsigned int n;
	int i;

	ASSERT_RTNL();

	pfc_for_each_prio(i, pgs)
		pfc_group_clear(&port->groups[i]);
	pfc_for_each_leaf(port, n, leaf) {
		struct pfc_sched *q = qdisc_priv(leaf);

		spin_lock_bh(qdisc_lock(leaf));
		pfc_for_each_prio(i, queues)
			pfc_queue_clear(&q->queues[i]);
		spin_unlock_bh(qdisc_lock(leaf));
	}
}

/* Allocate what a clear of counters needs.  Return: 0 or -ENOMEM */
int pfc_stats_prepare(struct pfc_port *port)
{
	ASSERT_RTNL();
	might_sleep();
	if (!port->clear.base)
		port->clear.base = kzalloc(sizeof(*port->clear.base), GFP_KERNEL_ACCOUNT);
	return port->clear.base ? 0 : -ENOMEM;
}

/* Clear all counters and watermarks of a port, after pfc_stats_prepare().  Context: RTNL */
void pfc_stats_clear(struct pfc_port *port)
{
	ASSERT_RTNL();

	pfc_stats_base(port, port->clear.base);
	pfc_watermarks_clear(port, 0xff, 0xff);
	port->clear.time = ktime_get_ns();
}

/* The same for priorities and their queues.  Return: 0 or -ENOMEM */
int pfc_stats_clear_prios(struct pfc_port *port, u8 prios)
{
	struct pfc_stats *stats;
	int i;

	ASSERT_RTNL();

	stats = kmalloc(sizeof(*stats), GFP_KERNEL);
	if (!stats)
		return -ENOMEM;
	pfc_stats_base(port, stats);
	pfc_for_each_prio(i, prios) {
		memcpy(port->clear.base->prio[i], stats->prio[i], sizeof(stats->prio[i]));
		memcpy(port->clear.base->queue[i], stats->queue[i], sizeof(stats->queue[i]));
	}
	kfree(stats);
	pfc_watermarks_clear(port, 0, prios);
	return 0;
}
