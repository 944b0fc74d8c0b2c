/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_ECN_H
#define _PFC_ECN_H
#include <linux/types.h>
struct pfc_ecn { u32 kmin; u32 kmax; u32 pmax; };
static inline bool pfc_ecn_hit(const struct pfc_ecn *ecn, u32 queued, u32 random)
{
	return queued > ecn->kmax;
}
#endif
