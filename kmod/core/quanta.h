/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_QUANTA_H
#define _PFC_QUANTA_H

#include <linux/math64.h>
#include <linux/types.h>

/* A pause quantum is the time of 512 bits at the speed of the link (802.3 31B.2) */
#define PFC_QUANTUM_BITS	512

/* Pause time in ns, rounded up so that it is never too short.  @speed: Mb/s, not 0 */
static inline u64 pfc_quanta_to_ns(u32 quanta, u32 speed)
{
	u64 bit_ns = (u64)quanta * PFC_QUANTUM_BITS * 1000;

	return div_u64(bit_ns + speed - 1, speed);
}

/* Smallest pause time that is not shorter.  @ns: below 2^44.  @speed: Mb/s, not 0, below 2^20 */
static inline u64 pfc_ns_to_quanta(u64 ns, u32 speed)
{
	/* pfc_quanta_to_ns() rounds up, so the last nanosecond need not be full */
	return ns ? div_u64((ns - 1) * speed, PFC_QUANTUM_BITS * 1000) + 1 : 0;
}

#endif /* _PFC_QUANTA_H */
