/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Headroom of a link, measured.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include "../kmod/core/headroom.h"
#include "test.h"

/**
 * struct tally - frames of a priority or of a PG that have arrived
 * @frames: number of frames
 * @bytes: their bytes, as the module charges them
 * @wire: their bytes on the wire
 * @largest: largest charge of a frame, bytes
 * @first: arrival of the first one, ns
 * @first_wire: bytes of the first one on the wire
 * @last: arrival of the last one, ns
 */
struct tally {
	uint64_t	frames;
	uint64_t	bytes;
	uint64_t	wire;
	unsigned int	largest;
	uint64_t	first;
	unsigned int	first_wire;
	uint64_t	last;
};

/**
 * struct measurement - what the rounds have shown
 * @rounds: number of rounds
 * @traffic: percent of the link that the traffic uses
 * @after: frames after XOFF, of the round with the most bytes
 * @sum: bytes after XOFF of all rounds
 * @largest: largest charge of a frame, bytes
 * @silence: longest time from XOFF to the last frame, ns
 * @back: shortest time from XON until the first frame was sent, as it arrives here, ns
 */
struct measurement {
	unsigned int	rounds;
	unsigned int	traffic;
	struct tally	after;
	uint64_t	sum;
	unsigned int	largest;
	uint64_t	silence;
	uint64_t	back;
};

/**
 * struct probe - a measurement that runs
 * @bed: the port, as the only port of a tester
 * @port: the port, with its settings
 * @link: its link
 * @pool: pool of the PG
 * @pg: the PG
 * @prios: its lossless priorities
 * @fd: socket that sends PFC frames.  They take the queues of the port, as those of the module.
 * @from: frames that have arrived before this time are not counted, ns
 * @tally: frames since @from, by PG
 * @missed: frames that the capture has missed
 * @merged: a frame was larger than the MTU allows: the device merges frames
 * @m: result
 */
struct probe {
	struct bed		bed;
	struct port		*port;
	struct pfc_link		link;
	struct pool		pool;
	unsigned int		pg;
	uint8_t			prios;
	int			fd;
	uint64_t		from;
	struct tally		tally[PFC_PRIO_COUNT];
	uint64_t		missed;
	bool			merged;
	struct measurement	m;
};

/* measure_rounds.c */
void count_for(struct probe *p, uint64_t ns);
uint64_t wire_ns(uint64_t bytes, uint64_t rate);
int measure_rounds(struct probe *p, unsigned int rounds);

#define PFC_WIRE	(64 + WIRE_OVERHEAD)	/* bytes of a PFC frame on the wire */

#endif /* MEASURE_H */
