/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_ETS_H
#define _PFC_ETS_H
#include <linux/bitops.h>
#include <linux/types.h>
struct pfc_tc { bool ets; u8 bw; u64 rate; };
struct pfc_ets { u8 prios[8]; u8 tc[8]; };
static inline void pfc_ets_set(struct pfc_ets *ets, const u8 *prio_tc, const struct pfc_tc *tcs) {}
static inline u8 pfc_ets_next(struct pfc_ets *ets, u8 ready, const u32 *len) { return fls(ready) - 1; }
#endif
