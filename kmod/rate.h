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

/* How far a timer may be late and the wire still make up for it */
#define PFC_RATE_LATE_NS	NSEC_PER_MSEC

/**
 * struct pfc_rate - the wire, under the root lock of the qdisc
 * @limited: there is a rate; all below means nothing without
 * @behind: a frame waits for @next only, so the next one follows seamlessly
 * @yielded: and what it has waited for since then are frames of other wires; of classes
 *	only
 * @cfg: the rate, with the overhead of a frame
 * @next: when the wire is free again, ns
 * @rest: and the fraction of a nanosecond behind that, in units of @cfg
 */
struct pfc_rate {
	bool			limited;
	bool			behind;
	bool			yielded;
	struct psched_ratecfg	cfg;
	u64			next;
	u64			rest;
};

/**
 * pfc_rate_idle() - no frame waits for the wire, or none that may go
 * @rate: the wire
 */
static inline void pfc_rate_idle(struct pfc_rate *rate)
{
	rate->behind = false;
	rate->yielded = false;
}

/**
 * pfc_rate_reset() - the wire is free
 * @rate: the wire
 */
static inline void pfc_rate_reset(struct pfc_rate *rate)
{
	rate->next = 0;
	pfc_rate_idle(rate);
}

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

	/* What was reckoned by another rate may be far off */
	if (!rate->limited || rate->cfg.rate_bytes_ps != bits / 8)
		pfc_rate_reset(rate);
	rate->limited = bits;
	if (bits)
		psched_ratecfg_precompute(&rate->cfg, &spec, bits / 8);
	rate->rest = 0;
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
 * pfc_rate_yield() - a frame could go on the wire, but one of another wire goes first
 * @rate: the wire, free
 * @len: bytes of the largest frame
 * @now: the time, ns
 *
 * A class shares the wire of the port, so its frames are late every now and then.  It
 * makes up for one frame of another class; if it did for more, it would send faster
 * than its rate after having waited.
 */
static inline void pfc_rate_yield(struct pfc_rate *rate, u32 len, u64 now)
{
	u64 most = psched_l2t_ns(&rate->cfg, len);

	rate->yielded = true;
	if (now - rate->next > most) {
		rate->next = now - most;
		rate->rest = 0;
	}
}

/**
 * pfc_rate_take() - a frame goes on the wire
 * @rate: the wire, free
 * @len: bytes of the frame
 * @now: the time, ns
 *
 * A frame that had to wait follows seamlessly, even if the timer was late, or as far as
 * pfc_rate_yield() lets it if others went first, for however long that was.  On fast
 * links a frame takes a few nanoseconds, so the rest of the division counts.
 */
static inline void pfc_rate_take(struct pfc_rate *rate, u32 len, u64 now)
{
	const struct psched_ratecfg *cfg = &rate->cfg;
	u64 time = (u64)(len + cfg->overhead) * cfg->mult;
	u64 start = now;

	if (rate->behind && (now - rate->next < PFC_RATE_LATE_NS || rate->yielded)) {
		start = rate->next;
		time += rate->rest;
	}
	rate->next = start + (time >> cfg->shift);
	rate->rest = time & (BIT_ULL(cfg->shift) - 1);
}

#endif /* _PFC_RATE_H */
