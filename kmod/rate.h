/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rate of a port or traffic class: a wire that is busy for as long as a frame takes
 * to pass.  On the data path.
 */
#ifndef _PFC_RATE_H
#define _PFC_RATE_H

#include <linux/ktime.h>
#include <linux/minmax.h>
#include <net/sch_generic.h>

/* How far a timer may be late and the wire of a port still make up for it */
#define PFC_RATE_LATE_NS	NSEC_PER_MSEC

/* How far a frame of a class may be late: as long as one of this size takes */
#define PFC_RATE_LATE_BYTES	1538

/**
 * struct pfc_rate - the wire, under the root lock of the qdisc
 * @limited: there is a rate; all below means nothing without
 * @behind: a frame waits for @next only, so the next one follows seamlessly
 * @late: but only if it is not later than this, ns
 * @cfg: the rate, with the overhead of a frame
 * @next: when the wire is free again, ns
 * @rest: and the fraction of a nanosecond behind that, in units of @cfg
 */
struct pfc_rate {
	bool			limited;
	bool			behind;
	u32			late;
	struct psched_ratecfg	cfg;
	u64			next;
	u64			rest;
};

/**
 * pfc_rate_set() - change the rate
 * @rate: the wire
 * @bits: per second; 0: no limit
 * @overhead: bytes of a frame on the wire beside its own
 */
static inline void pfc_rate_set(struct pfc_rate *rate, u64 bits, u16 overhead)
{
	struct tc_ratespec spec = {
		.overhead = overhead,
		.linklayer = TC_LINKLAYER_ETHERNET,
	};

	rate->limited = bits;
	rate->late = PFC_RATE_LATE_NS;
	if (bits)
		psched_ratecfg_precompute(&rate->cfg, &spec, bits / 8);
	rate->rest = 0;
}

/**
 * pfc_rate_set_class() - change the rate of a traffic class
 * @rate: its wire
 * @bits: per second; 0: no limit
 * @overhead: bytes of a frame on the wire beside its own
 *
 * The class shares the wire of the port, so its frames are late every now and then, by a
 * frame of another class; it makes up for that, but for no more, or it would send faster
 * after having waited.
 */
static inline void pfc_rate_set_class(struct pfc_rate *rate, u64 bits, u16 overhead)
{
	pfc_rate_set(rate, bits, overhead);
	rate->behind = true;
	if (bits)
		rate->late = min_t(u64, PFC_RATE_LATE_NS,
				   psched_l2t_ns(&rate->cfg, PFC_RATE_LATE_BYTES));
}

/**
 * pfc_rate_free() - is the wire free?
 * @rate: the wire
 * @now: the time, ns
 * @wake: if not, lowered to when it is
 *
 * Return: whether a frame may leave now.
 */
static inline bool pfc_rate_free(struct pfc_rate *rate, u64 now, u64 *wake)
{
	if (now >= rate->next)
		return true;
	rate->behind = true;
	*wake = min(*wake, rate->next);
	return false;
}

/**
 * pfc_rate_take() - a frame goes on the wire
 * @rate: the wire, free
 * @len: bytes of the frame
 * @now: the time, ns
 *
 * A frame that had to wait follows seamlessly, even if the timer was late.  On
 * fast links a frame takes a few nanoseconds, so the rest of the division counts.
 */
static inline void pfc_rate_take(struct pfc_rate *rate, u32 len, u64 now)
{
	const struct psched_ratecfg *cfg = &rate->cfg;
	u64 time = (u64)(len + cfg->overhead) * cfg->mult;
	u64 start = now;

	if (rate->behind && now - rate->next < rate->late) {
		start = rate->next;
		time += rate->rest;
	}
	rate->next = start + (time >> cfg->shift);
	rate->rest = time & (BIT_ULL(cfg->shift) - 1);
}

#endif /* _PFC_RATE_H */
