/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rate of a port or traffic class, modelled as a wire that is busy for the transmission
 * time of each frame.  These functions are on the data path.
 */
#ifndef _PFC_RATE_H
#define _PFC_RATE_H

#include <linux/ktime.h>
#include <linux/minmax.h>
#include <net/sch_generic.h>

/* If a timer is late by less than this time, the next frame follows without a gap */
#define PFC_RATE_LATE_NS	NSEC_PER_MSEC

/**
 * struct pfc_rate - state of a wire; protected by the root lock of the qdisc
 * @limited: a rate is configured; the other members are valid only then
 * @behind: a frame waits only until the wire becomes free, so its transmission starts at
 *	@next, without a gap
 * @yielded: after @next, the frame also waited for frames of other traffic classes; used
 *	only if the wire is that of a traffic class
 * @cfg: the rate, with the overhead of a frame
 * @next: time at which the wire becomes free, ns
 * @rest: fraction of a nanosecond to add to @next, in units of 2^-@cfg.shift ns
 */
struct pfc_rate {
	bool			limited;
	bool			behind;
	bool			yielded;
	struct psched_ratecfg	cfg;
	u64			next;
	u64			rest;
};

/* Record that no frame is eligible for the wire */
static inline void pfc_rate_idle(struct pfc_rate *rate)
{
	rate->behind = false;
	rate->yielded = false;
}

/* Make the wire free at once */
static inline void pfc_rate_reset(struct pfc_rate *rate)
{
	rate->next = 0;
	pfc_rate_idle(rate);
}

/*
 * Change the rate.
 * @bits: rate in bits per second; 0: no limit
 * @overhead: bytes that a frame takes on the wire in addition to its length
 */
static inline void pfc_rate_set(struct pfc_rate *rate, u64 bits, u16 overhead)
{
	struct tc_ratespec spec = {
		.overhead = overhead,
		.linklayer = TC_LINKLAYER_ETHERNET,
	};

	/* A busy period computed with another rate may be far too long */
	if (!rate->limited || rate->cfg.rate_bytes_ps != bits / 8)
		pfc_rate_reset(rate);
	rate->limited = bits;
	if (bits)
		psched_ratecfg_precompute(&rate->cfg, &spec, bits / 8);
	rate->rest = 0;
}

/* Test whether the wire is free.  @wake: lowered to the time at which a busy wire is free, ns */
static inline bool pfc_rate_free(struct pfc_rate *rate, u64 now, u64 *wake)
{
	if (now >= rate->next)
		return true;
	rate->behind = true;
	*wake = min(*wake, rate->next);
	return false;
}

/*
 * Record that a frame of another traffic class precedes an eligible frame.
 * @len: length of the largest frame, bytes
 *
 * All classes share the link of the port, so a frame may leave later than the rate of its
 * class allows.  The class may catch up the time of one largest frame.  If it could catch up
 * more, it would exceed its rate after a long wait.
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

/*
 * Put a frame on the wire.
 * @rate: the wire, free
 *
 * A frame that waited follows without a gap if the timer was late by less than
 * %PFC_RATE_LATE_NS.  If frames of other traffic classes went first, its transmission starts
 * at @rate->next, which pfc_rate_yield() limits, however long the frame waited.  On fast
 * links, a frame takes a few nanoseconds, so the function keeps fractions of a nanosecond, also
 * if the frame arrives in the nanosecond in which the wire becomes free.
 */
static inline void pfc_rate_take(struct pfc_rate *rate, u32 len, u64 now)
{
	const struct psched_ratecfg *cfg = &rate->cfg;
	u64 time = (u64)(len + cfg->overhead) * cfg->mult;
	u64 start = now;

	if (rate->behind && (now - rate->next < PFC_RATE_LATE_NS || rate->yielded))
		start = rate->next;
	if (start == rate->next)
		time += rate->rest;
	rate->next = start + (time >> cfg->shift);
	rate->rest = time & (BIT_ULL(cfg->shift) - 1);
}

#endif /* _PFC_RATE_H */
