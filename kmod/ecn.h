/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When a queue marks.  Pure, and on the data path.
 *
 * Random early detection (Floyd and Jacobson 1993) as the congestion point of DCQCN
 * has it (Zhu et al., SIGCOMM 2015): by the length of the queue at this moment, as
 * ECN is to be seen by senders before PFC is, and an average would come too late.
 * With Kmin = Kmax it is the step of DCTCP (RFC 8257).
 */
#ifndef _PFC_ECN_H
#define _PFC_ECN_H

#include <linux/math64.h>
#include <linux/types.h>

/* The probabilities of a curve are in millionths */
#define PFC_ECN_ONE	1000000U

/**
 * struct pfc_ecn - the curve of a queue
 * @kmin: a queue of up to so many bytes marks nothing
 * @kmax: one of more than so many bytes marks all, >= @kmin; 0: no queue marks
 * @pmax: at @kmax the probability has risen from 0 to this, millionths
 */
struct pfc_ecn {
	u32	kmin;
	u32	kmax;
	u32	pmax;
};

/**
 * pfc_ecn_hit() - does the curve hit this packet?
 * @ecn: the curve
 * @queued: bytes that wait in the queue before it
 * @random: uniform among all 2^32 numbers
 *
 * The probability in between is a fraction of two numbers below 2^52.  It is compared
 * with @random / 2^32 without a division, so nothing is rounded: of all numbers
 * there are, exactly that share hits, to the next whole one.
 *
 * Return: whether the packet is to be marked, or dropped if it cannot be.
 */
static inline bool pfc_ecn_hit(const struct pfc_ecn *ecn, u32 queued, u32 random)
{
	u64 part, whole;

	if (queued <= ecn->kmin || !ecn->kmax)
		return false;
	if (queued > ecn->kmax)
		return true;
	part = (u64)(queued - ecn->kmin) * ecn->pmax;
	whole = (u64)(ecn->kmax - ecn->kmin) * PFC_ECN_ONE;
	return mul_u64_u32_shr(whole, random, 32) < part;
}

#endif /* _PFC_ECN_H */
