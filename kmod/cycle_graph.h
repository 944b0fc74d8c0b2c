/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The wait-for graph of all ports of this kernel.
 */
#ifndef _PFC_CYCLE_GRAPH_H
#define _PFC_CYCLE_GRAPH_H

#include "core/cycle.h"
#include "tag.h"

struct pfc_port;

/**
 * struct pfc_cycle_search - a search for deadlocks
 * @graph: the graph; node N is PG N % 8 of port N / 8 of @ports
 * @ports: the ports that have a PG in XOFF
 * @n_ports: number of ports in @ports
 * @index: by port id, 1 + index in @ports; 0: not in @ports
 * @room: number of edges for which the graph has memory
 * @begin: time at which the search has begun, ns
 * @late: the search has exceeded its time
 */
struct pfc_cycle_search {
	struct pfc_cycle_graph	graph;
	struct pfc_port		*ports[PFC_PORTS_MAX];
	u32			n_ports;
	u16			index[PFC_PORTS_MAX + 1];
	u32			room;
	u64			begin;
	bool			late;
};

struct pfc_cycle_search *pfc_cycle_search(void);
void pfc_cycle_search_free(struct pfc_cycle_search *search);

#endif /* _PFC_CYCLE_GRAPH_H */
