/* SPDX-License-Identifier: GPL-2.0-only */
/* State of the flows that udprecv receives */
#ifndef TESTS_TOOLS_FLOWS_H
#define TESTS_TOOLS_FLOWS_H

#include <stdint.h>

struct arrival {
	uint64_t seq, sent, time;
	uint32_t flow, bytes;
	uint8_t tos;
};

/* Counts a datagram; @bucket: length of a step of the time series, ns; 0: no time series */
void flow_record(const struct arrival *arrival, uint64_t bucket);

/* Prints a JSON object of all flows by flow number */
void flows_print(uint64_t bucket);

#endif /* TESTS_TOOLS_FLOWS_H */
