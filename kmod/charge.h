/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What charge.c, which charges packets, and recharge.c, which changes what they are charged to,
 * have in common.
 */
#ifndef _PFC_CHARGE_H
#define _PFC_CHARGE_H

#include "port.h"

/* Schedules the sender if the group entered or left XOFF between @old and @new */
static inline void pfc_group_changed(struct pfc_port *port, struct pfc_group *group,
				     u64 old, u64 new)
{
	if (likely(!((old ^ new) & PFC_USE_XOFF)))
		return;
	if (new & PFC_USE_XOFF)
		atomic64_inc(&group->xoff);
	pfc_sender_kick(port);
}

/*
 * Notes the egress queue whose packet is about to bring the group into XOFF, and the level at
 * which it does so.  Called before the compare-and-exchange, so that a sender that finds the group
 * in XOFF also finds the queue: pairs with pfc_group_xoff_queue().  If several CPUs try at once,
 * the packet of each of them is about to bring the group into XOFF.
 */
static inline void pfc_group_enters(struct pfc_group *group, u64 old, u64 new, u32 guarantee,
				    u16 queue)
{
	if (!(new & ~old & PFC_USE_XOFF))
		return;
	WRITE_ONCE(group->xoff_queue, queue);
	WRITE_ONCE(group->level, pfc_shared_part(new & PFC_USE_FIELD, guarantee));
}

/*
 * Reads the basis of charges to the group, without flags in its guarantee.  Sets
 * @also to the pool to which the group is moving, or to NULL.
 */
static inline struct pfc_basis pfc_basis_read(const struct pfc_group *group, u64 word,
					      struct pfc_pool **also)
{
	struct pfc_basis basis = *pfc_group_basis(group, word);

	*also = NULL;
	if (basis.guarantee & PFC_BASIS_MOVING)
		*also = group->also[word >> PFC_USE_BASIS_SHIFT];
	basis.guarantee &= PFC_BASIS_GUARANTEE;
	return basis;
}

#endif /* _PFC_CHARGE_H */
