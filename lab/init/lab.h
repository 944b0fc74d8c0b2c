/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The laboratory's first process: builds what a plan says and watches it.
 */
#ifndef LAB_H
#define LAB_H

#include "../../userspace/model.h"

#define DIR	"/mnt"	/* any directory that all systems have */

/**
 * struct node - a network namespace
 * @name: its name
 * @fd: refers to it
 * @ctx: its netlink sockets
 * @ports: counters of its ports as of the sample before
 */
struct node {
	const char	*name;
	int		fd;
	struct ctx	ctx;
	struct ports	ports;
};

/**
 * struct program - runs on a host
 * @node: the host
 * @start: when, ns after the start
 * @number: of its script
 */
struct program {
	struct node	*node;
	uint64_t	start;
	int		number;
};

/**
 * struct lab - all there is
 * @nodes: the namespaces
 * @n_nodes: how many
 * @traffic: /dev/pfclab
 * @n_flows: how many flows that has
 * @flows: their counters as of the sample before
 * @programs: what runs on hosts
 * @n_programs: how many
 * @out: gets the samples
 */
struct lab {
	struct node		*nodes;
	size_t			n_nodes;
	int			traffic;
	size_t			n_flows;
	struct pfclab_counters	*flows;
	struct program		*programs;
	size_t			n_programs;
	FILE			*out;
};

/* fabric.c: all return an exit status */
int node_add(struct lab *lab, struct ctx *ctx, const char *name);
struct node *node_enter(struct lab *lab, struct ctx *ctx, const char *name);
int add_veth(struct lab *lab, struct ctx *ctx, char **words);
int set_down(struct lab *lab, struct ctx *ctx, char **words);
int add_bridge(struct lab *lab, struct ctx *ctx, char **words);
int add_member(struct lab *lab, struct ctx *ctx, char **words);
int add_fdb(struct lab *lab, struct ctx *ctx, char **words);

/* traffic.c: all return an exit status */
int traffic_open(struct lab *lab, struct ctx *ctx);
int add_flow(struct lab *lab, struct ctx *ctx, char **words);
int add_pause(struct lab *lab, struct ctx *ctx, char **words);

/* program.c: all return an exit status */
int add_address(struct lab *lab, struct ctx *ctx, char **words);
int add_neighbour(struct lab *lab, struct ctx *ctx, char **words);
int add_program(struct lab *lab, struct ctx *ctx, char **words);
int programs_start(struct lab *lab, struct ctx *ctx, uint64_t start);
void programs_end(void);

/* run.c */
void sleep_until(uint64_t time);
int run(struct lab *lab, struct ctx *ctx, char **words);

bool read_mac(const char *word, uint8_t *mac);

#endif /* LAB_H */
