// SPDX-License-Identifier: GPL-2.0-only
/*
 * Charge of an egress queue to a pool of its own.
 *
 * Switches admit a packet twice: at ingress to the pool of its PG, and at egress to the pool of its
 * queue, which may be the same pool.  The queue fills its guarantee first, and then the shared part
 * of its pool, as a PG does.  Lossless packets are charged, but not refused: the pool may hold more
 * than its size then, and lossy packets find no room.
 *
 * Packets that are charged to no port have the queue-limit of the egress port, and no charge here.
 */
#include "packet.h"
#include "qdisc.h"

/* Bytes of a packet in the cells of the pool; a whole GSO packet counts as frames of one length */
static u32 pfc_egress_bytes(const struct pfc_egress *egress, struct sk_buff *skb)
{
	u32 frames = pfc_skb_cb(skb)->frames, len = qdisc_pkt_len(skb);

	if (likely(frames == 1))
		return pfc_cells(egress->cell, egress->overhead, len);
	return frames * pfc_cells(egress->cell, egress->overhead, DIV_ROUND_UP(len, frames));
}

/* Part of a charge that is in the shared part of the pool */
static u64 pfc_egress_shared(const struct pfc_egress *egress, u64 held)
{
	return held > egress->guarantee ? held - egress->guarantee : 0;
}

/* Changes the use of the shared part of a pool from @was to @now bytes */
static void pfc_egress_use(struct pfc_pool *pool, u64 was, u64 now)
{
	if (now > was)
		pfc_part_peak(&pool->shared,
			      atomic_long_add_return(now - was, &pool->shared.used));
	else if (now < was)
		atomic_long_sub(was - now, &pool->shared.used);
}

static void pfc_egress_set(struct pfc_egress *egress, u64 held)
{
	pfc_egress_use(egress->pool, pfc_egress_shared(egress, egress->held),
		       pfc_egress_shared(egress, held));
	egress->held = held;
}

/*
 * Test whether a queue with a pool has to refuse a lossy packet: its cells exceed the limit of the
 * queue, its threshold, or the free bytes.  The packet is charged later, so packets of several
 * ports may together exceed the free bytes.
 */
bool pfc_egress_full(const struct pfc_queue *queue, u32 len)
{
	const struct pfc_egress *egress = &queue->egress;
	u64 after = egress->held + pfc_cells(egress->cell, egress->overhead, len);
	unsigned long free = pfc_part_free(&egress->pool->shared);
	u64 shared = pfc_egress_shared(egress, after);

	if (queue->limits.limit && after > queue->limits.limit)
		return true;
	if (!shared)
		return false;
	if (egress->cell)
		free = rounddown(free, egress->cell);
	return shared - pfc_egress_shared(egress, egress->held) > free ||
	       (queue->limits.alpha && shared > (u64)free * queue->limits.alpha / PFC_ALPHA_ONE);
}

/* Charge a packet that has been added to a queue with a pool */
void pfc_egress_join(struct pfc_queue *queue, struct sk_buff *skb)
{
	struct pfc_egress *egress = &queue->egress;

	if (pfc_skb_cb(skb)->owner)
		pfc_egress_set(egress, egress->held + pfc_egress_bytes(egress, skb));
}

/* Release a packet that leaves a queue with a pool */
void pfc_egress_leave(struct pfc_queue *queue, struct sk_buff *skb)
{
	struct pfc_egress *egress = &queue->egress;

	if (pfc_skb_cb(skb)->owner)
		pfc_egress_set(egress, egress->held - pfc_egress_bytes(egress, skb));
}

/* Release all packets of a queue.  The queue may have no pool. */
void pfc_egress_clear(struct pfc_queue *queue)
{
	if (queue->egress.pool)
		pfc_egress_set(&queue->egress, 0);
}

/* Bytes of the packets in a queue, in the cells of its new pool */
static u64 pfc_egress_sum(const struct pfc_queue *queue, const struct pfc_egress *next)
{
	const struct pfc_egress *was = &queue->egress;
	struct sk_buff *skb;
	u64 sum = 0;

	if (was->pool && was->cell == next->cell && was->overhead == next->overhead)
		return was->held;
	for (skb = queue->list.head; skb; skb = skb->next)
		if (pfc_skb_cb(skb)->owner)
			sum += pfc_egress_bytes(next, skb);
	return sum;
}

/*
 * Charge a queue as its limits and the cells of its pool say.
 *
 * The packets in the queue are charged to a new pool before they leave the old one, also if the new
 * one has no room for them: the change has been committed, so it cannot be refused.  In the same
 * pool, only the difference is charged.
 */
void pfc_egress_follow(struct pfc_queue *queue)
{
	struct pfc_egress *was = &queue->egress, next = {
		.pool = queue->limits.pool, .guarantee = queue->limits.guarantee,
	};

	if (next.pool) {
		next.cell = READ_ONCE(next.pool->set.cell);
		next.overhead = READ_ONCE(next.pool->set.overhead);
		next.held = pfc_egress_sum(queue, &next);
		pfc_egress_use(next.pool, next.pool == was->pool ?
			       pfc_egress_shared(was, was->held) : 0,
			       pfc_egress_shared(&next, next.held));
	}
	if (next.pool != was->pool)
		pfc_egress_clear(queue);
	*was = next;
}
