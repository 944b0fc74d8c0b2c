/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LAB_DCQCN_H
#define _LAB_DCQCN_H

#include <linux/types.h>
#include "pfclab.h"

/**
 * struct lab_dcqcn - reaction point of a flow
 * @rate: current rate, bit/s
 * @target: target rate, bit/s
 * @line: maximum rate, bit/s
 * @alpha: estimate of the congestion, multiple of 1 / %PFCLAB_ALPHA_ONE
 * @alpha_time: time of the next decrease of @alpha, ns
 * @rate_time: time of the next increase of the rate by the timer, ns
 * @bytes: bytes sent since the byte counter expired
 * @timer_events: increases by the timer since the last CNP
 * @byte_events: increases by the byte counter since the last CNP
 * @limited: a CNP has arrived
 */
struct lab_dcqcn {
	u64	rate;
	u64	target;
	u64	line;
	u64	alpha;
	u64	alpha_time;
	u64	rate_time;
	u64	bytes;
	u32	timer_events;
	u32	byte_events;
	bool	limited;
};

void lab_dcqcn_init(struct lab_dcqcn *state, u64 line);
void lab_dcqcn_advance(struct lab_dcqcn *state, const struct pfclab_dcqcn *spec, u64 now);
void lab_dcqcn_cnp(struct lab_dcqcn *state, const struct pfclab_dcqcn *spec, u64 now);
void lab_dcqcn_sent(struct lab_dcqcn *state, const struct pfclab_dcqcn *spec, u64 now,
		    u32 bytes);

#endif /* _LAB_DCQCN_H */
