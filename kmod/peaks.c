// SPDX-License-Identifier: GPL-2.0-only
/*
 * Watermarks of priority groups: reading, and restarting them.  charge.c raises them.
 */
#include "port.h"

/* Raises @peaks to the watermarks @marks of a group */
static void pfc_peaks_raise(struct pfc_peaks *peaks, const struct pfc_group *group,
			    const u32 marks[PFC_PEAKS])
{
	u64 word = atomic64_read(&group->use);
	u32 guarantee = pfc_group_basis(group, word)->guarantee & PFC_BASIS_GUARANTEE;
	u32 held = marks[PFC_PEAK_HELD];

	peaks->sum = max3(peaks->sum, marks[PFC_PEAK_SUM], held);
	peaks->shared = max(peaks->shared, pfc_shared_part(held, guarantee));
	peaks->headroom = max(peaks->headroom, marks[PFC_PEAK_HEADROOM]);
}

/* Get the watermarks of a group.  Context: RTNL */
void pfc_group_peaks(const struct pfc_group *group, struct pfc_peaks *peaks)
{
	u32 marks[PFC_PEAKS];
	int i;

	for (i = 0; i < PFC_PEAKS; i++)
		marks[i] = atomic_read(&group->peak[i]);
	pfc_peaks_raise(peaks, group, marks);
}

/*
 * Restart the watermarks of a group from its current use.
 * @was: raised to the previous watermarks
 */
void pfc_group_peaks_start(struct pfc_group *group, struct pfc_peaks *was)
{
	u32 marks[PFC_PEAKS];
	int i;

	ASSERT_RTNL();

	/*
	 * Each exchange is fully ordered before the read of use below.  The value of that read
	 * is the first one that the new watermarks record.
	 */
	for (i = 0; i < PFC_PEAKS; i++)
		marks[i] = atomic_xchg(&group->peak[i], 0);
	pfc_peaks_raise(was, group, marks);
	pfc_group_peak(group, atomic64_read(&group->use));
}
