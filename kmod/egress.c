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
#include "core/admit.h"
#include "egress.h"
#include "packet.h"
#include "pool.h"

static u32 pfc_egress_bytes(const struct pfc_egress *egress, u32 len)
{
	return pfc_cells(egress->cell, egress->overhead, len);
}

/* Changes the bytes that a queue is charged with, and the use of the shared part with them */
static void pfc_egress_set(struct pfc_egress *egress, u32 held)
{
	u32 was = pfc_shared_part(egress->held, egress->guarantee);
	u32 is = pfc_shared_part(held, egress->guarantee);

	egress->held = held;
	if (is > was)
		pfc_peak(&egress->pool->shared.peak,
			 atomic_add_return(is - was, &egress->pool->shared.used));
	else if (is < was)
		pfc_part_give(&egress->pool->shared, was - is);
}

/*
 * Test whether a queue with a pool has to refuse a lossy packet.
 * @len: length of the packet, bytes
 * Return: whether its cells exceed the limit of the queue, its threshold, or the free bytes.
 */
bool pfc_egress_full(const struct pfc_queue *queue, u32 len)
{
	const struct pfc_egress *egress = &queue->egress;
	const struct pfc_pg_limits limits = { .alpha = queue->limits.alpha, .limit = U32_MAX };
	u32 free = pfc_part_free(&egress->pool->shared), bytes = pfc_egress_bytes(egress, len);

	if (queue->limits.limit && (u64)egress->held + bytes > queue->limits.limit)
		return true;
	if (egress->cell)
		free = rounddown(free, egress->cell);
	return pfc_admit_reached(&limits, (struct pfc_use){ .held = egress->held },
				 egress->guarantee, bytes, free);
}

/* Charge a packet that has been added to a queue with a pool */
void pfc_egress_join(struct pfc_queue *queue, struct sk_buff *skb)
{
	struct pfc_egress *egress = &queue->egress;

	if (pfc_skb_cb(skb)->owner)
		pfc_egress_set(egress, egress->held +
			       pfc_egress_bytes(egress, qdisc_pkt_len(skb)));
}

/* Release a packet that leaves a queue with a pool */
void pfc_egress_leave(struct pfc_queue *queue, struct sk_buff *skb)
{
	struct pfc_egress *egress = &queue->egress;

	if (pfc_skb_cb(skb)->owner)
		pfc_egress_set(egress, egress->held -
			       pfc_egress_bytes(egress, qdisc_pkt_len(skb)));
}

/* Release all packets of a queue.  The queue may have no pool. */
void pfc_egress_clear(struct pfc_queue *queue)
{
	pfc_egress_set(&queue->egress, 0);
}

/* Bytes of the packets in a queue, in the cells of its new pool */
static u32 pfc_egress_sum(const struct pfc_queue *queue, const struct pfc_egress *next)
{
	const struct pfc_egress *was = &queue->egress;
	struct sk_buff *skb;
	u32 sum = 0;

	if (was->pool && was->cell == next->cell && was->overhead == next->overhead)
		return was->held;
	for (skb = queue->list.head; skb; skb = skb->next)
		if (pfc_skb_cb(skb)->owner)
			sum += pfc_egress_bytes(next, qdisc_pkt_len(skb));
	return sum;
}

/*
 * Charge a queue as its limits and the cells of its pool say.
 *
 * The packets in the queue are charged to a new pool before they leave the old one, also if the new
 * one has no room for them: the change has been committed, so it cannot be refused.
 */
void pfc_egress_follow(struct pfc_queue *queue)
{
	struct pfc_egress was = queue->egress, next = {
		.pool = queue->limits.pool, .guarantee = queue->limits.guarantee,
	};

	if (next.pool) {
		next.cell = READ_ONCE(next.pool->set.cell);
		next.overhead = READ_ONCE(next.pool->set.overhead);
		pfc_egress_set(&next, pfc_egress_sum(queue, &next));
	}
	pfc_egress_set(&was, 0);
	queue->egress = next;
}
