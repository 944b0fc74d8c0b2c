/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Marking of an egress queue.  Pure functions on the data path.
 *
 * Marking is random early detection (Floyd and Jacobson 1993), as at the congestion point of
 * DCQCN (Zhu et al., SIGCOMM 2015).  It uses the current queue length instead of an average,
 * because senders have to see ECN before PFC and an average reacts too late.  With Kmin =
 * Kmax, marking is the same as in DCTCP (RFC 8257): all packets above this queue length.
 */
#ifndef _PFC_ECN_H
#define _PFC_ECN_H

#include <linux/math64.h>
#include <linux/types.h>

/* Probability of 1, in millionths */
#define PFC_ECN_ONE	1000000U

/**
 * struct pfc_ecn - marking curve of a queue
 * @kmin: no packet is marked while the queue holds at most this many bytes
 * @kmax: every packet is marked while the queue holds more than this many bytes, >= @kmin;
 *	0: no marking
 * @pmax: marking probability at @kmax, millionths; it rises linearly from 0 at @kmin
 */
struct pfc_ecn {
	u32	kmin;
	u32	kmax;
	u32	pmax;
};

/*
 * Decide whether to mark a packet.
 * @queued: bytes in the queue before this packet
 * @random: random number, uniform over all 32-bit values
 *
 * Between Kmin and Kmax, the probability is a fraction of two numbers below 2^52.  The
 * function compares it with @random / 2^32 without a division.  So rounding changes the
 * number of values of @random that mark a packet by less than one.
 *
 * Return: true if the packet is to be marked, or dropped if it cannot be marked.
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
