/* SPDX-License-Identifier: GPL-2.0-only */
/* What udprecv remembers of the flows it sees */
#ifndef TESTS_TOOLS_FLOWS_H
#define TESTS_TOOLS_FLOWS_H

#include <stdint.h>

struct arrival {
	uint64_t seq, sent, time;
	uint32_t flow, bytes;
	uint8_t tos;
};

/* Counts a datagram; @bucket, in ns, is the step of the time series or 0 */
void flow_record(const struct arrival *arrival, uint64_t bucket);

/* Prints a JSON object of all flows, by their number */
void flows_print(uint64_t bucket);

#endif /* TESTS_TOOLS_FLOWS_H */
