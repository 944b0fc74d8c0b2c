/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulator's first process: builds the fabric of a plan and samples its counters.
 */
#ifndef LAB_H
#define LAB_H

#include "../../userspace/lib/model.h"
#include "../kmod/pfclab.h"

/* Mount point of the directory of the run; this path exists in every root file system */
#define DIR	"/mnt"

/*
 * /run is a file system of the simulator's kernel.  It contains the names of the nodes' network
 * namespaces, in the directory that pfcctl and ip read, and the directory with pfcctl.
 */
#define RUN	"/run"
#define NAMES	RUN "/netns"
#define TOOLS	RUN "/pfclab"

/**
 * struct node - network namespace
 * @name: name of the node
 * @fd: file descriptor of the namespace
 * @device: name of the device that device_index() has found last
 * @index: its index; 0: none
 * @router: the node routes IP packets
 * @ctx: netlink sockets in the namespace
 */
struct node {
	const char	*name;
	int		fd;
	char		device[IF_NAMESIZE];
	unsigned int	index;
	bool		router;
	struct ctx	ctx;
};

/**
 * struct program - program that runs on a node
 * @node: name of the node
 * @fd: file descriptor of the node's namespace
 * @start: start time, ns after the start of the traffic
 * @script: name of the script, a file in %DIR; the output is in the file SCRIPT.out
 */
struct program {
	const char	*node;
	int		fd;
	uint64_t	start;
	const char	*script;
};

/* First word of the lines of the plan that contain an event, with the blank behind it */
#define AT	"at "

/**
 * struct event - line of the plan that is executed during the run
 * @time: time of execution, ns after the start of the traffic
 * @line: number of the line in the plan
 * @order: the line, without its time
 */
struct event {
	uint64_t	time;
	int		line;
	char		*order;
};

struct tcp_flow;

/**
 * struct transport - sender with rate control or reliability
 * @flow: number of its flow
 * @counters: its counters in the previous sample
 */
struct transport {
	uint32_t				flow;
	struct pfclab_transport_counters	counters;
};

/**
 * struct lab - state of the simulator
 * @nodes: network namespaces
 * @n_nodes: number of @nodes
 * @current: node whose namespace this process is in, or NULL
 * @traffic: file descriptor of /dev/pfclab
 * @n_flows: number of flows added to /dev/pfclab
 * @flows: counters of the flows in the previous sample; NULL before the first sample
 * @transports: senders with rate control or reliability, in the order of /dev/pfclab
 * @n_transports: number of @transports
 * @tcp: flows over TCP
 * @n_tcp: number of @tcp
 * @tcp_process: process that runs them
 * @programs: programs that run on nodes
 * @n_programs: number of @programs
 * @events: events in the order of their times
 * @n_events: number of @events
 * @captures: captures of ports
 * @n_captures: number of @captures
 * @start: start of the traffic, CLOCK_MONOTONIC ns; 0: not known yet
 * @out: output file of the samples
 */
struct lab {
	struct node		*nodes;
	size_t			n_nodes;
	const struct node	*current;
	int			traffic;
	size_t			n_flows;
	struct pfclab_counters	*flows;
	struct transport	*transports;
	size_t			n_transports;
	struct tcp_flow		*tcp;
	size_t			n_tcp;
	pid_t			tcp_process;
	struct program		*programs;
	size_t			n_programs;
	struct event		*events;
	size_t			n_events;
	struct capture		*captures;
	size_t			n_captures;
	uint64_t		start;
	FILE			*out;
};

/* fabric.c: all except those that find something return an exit status */
int node_add(struct lab *lab, struct ctx *ctx, const char *name);
struct node *node_enter(struct lab *lab, struct ctx *ctx, const char *name);
unsigned int device_index(struct node *node, const char *name);
struct node *node_device(struct lab *lab, struct ctx *ctx, char **words, unsigned int *index);
int add_veth(struct lab *lab, struct ctx *ctx, char **words);
int set_down(struct lab *lab, struct ctx *ctx, char **words);
int set_up(struct lab *lab, struct ctx *ctx, char **words);
int settle_link(struct lab *lab, struct ctx *ctx, char **words);
int add_bridge(struct lab *lab, struct ctx *ctx, char **words);
int add_member(struct lab *lab, struct ctx *ctx, char **words);
int add_fdb(struct lab *lab, struct ctx *ctx, char **words);

/* router.c: all return an exit status */
int add_router(struct lab *lab, struct ctx *ctx, char **words);
int add_route(struct lab *lab, struct ctx *ctx, char **words);
int sample_routers(struct lab *lab, struct ctx *ctx);

/* event.c: all return an exit status */
int add_event(struct lab *lab, struct ctx *ctx, const char *line);
int events_until(struct lab *lab, struct ctx *ctx, uint64_t start, uint64_t time);

/* main.c */
int run_order(struct lab *lab, struct ctx *ctx, char *line);

/* traffic.c: all return an exit status */
int traffic_open(struct lab *lab, struct ctx *ctx);
int set_seed(struct lab *lab, struct ctx *ctx, char **words);
int add_flow(struct lab *lab, struct ctx *ctx, char **words);
int add_dependency(struct lab *lab, struct ctx *ctx, char **words);
int add_path(struct lab *lab, struct ctx *ctx, char **words);
int add_pause(struct lab *lab, struct ctx *ctx, char **words);

/* transport.c: all return an exit status */
int add_transport(struct lab *lab, struct ctx *ctx, char **words);
int set_sender(struct lab *lab, struct ctx *ctx, char **words);
int add_int(struct lab *lab, struct ctx *ctx, char **words);
int set_reliable(struct lab *lab, struct ctx *ctx, char **words);
int sample_transports(struct lab *lab, struct ctx *ctx);

/* tcp.c: add_tcp(), add_tcp_dependency() and tcp_start() return an exit status */
int add_tcp(struct lab *lab, struct ctx *ctx, char **words);
int add_tcp_dependency(struct lab *lab, struct ctx *ctx, char **words);
int tcp_start(struct lab *lab, struct ctx *ctx, uint64_t start);
void tcp_end(struct lab *lab);
void sample_tcp(struct lab *lab);

/* program.c: all except programs_end() return an exit status */
int add_address(struct lab *lab, struct ctx *ctx, char **words);
int add_neighbour(struct lab *lab, struct ctx *ctx, char **words);
int add_program(struct lab *lab, struct ctx *ctx, char **words);
int programs_start(struct lab *lab, struct ctx *ctx, uint64_t start);
void programs_end(void);

/* sample.c: sample_start() and sample_ports() return an exit status */
void put_line(FILE *out, const char *text, const uint64_t *numbers, size_t n);
int sample_start(struct lab *lab, struct ctx *ctx);
int sample_ports(struct lab *lab, struct ctx *ctx);

/* capture.c: all except captures_read() return an exit status */
int add_capture(struct lab *lab, struct ctx *ctx, char **words);
void captures_read(const struct lab *lab);
int captures_end(struct lab *lab, struct ctx *ctx);

/* limits.c */
int write_limits(struct lab *lab, struct ctx *ctx, uint64_t time);

/* run.c */
void sleep_until(uint64_t time);
int run(struct lab *lab, struct ctx *ctx, char **words);

/**
 * struct ends - devices and addresses at both ends of a path
 * @netns: file descriptor of the namespace of the first device
 * @index: index of the first device
 * @other_netns: file descriptor of the namespace of the second device
 * @other_index: index of the second device
 * @from_mac: source of frames
 * @to_mac: destination of frames
 */
struct ends {
	int		netns;
	uint32_t	index;
	int		other_netns;
	uint32_t	other_index;
	uint8_t		from_mac[6];
	uint8_t		to_mac[6];
};

/* words.c; read_mac() returns false if the word is no MAC address */
uint64_t number(const char *word);
bool read_mac(const char *word, uint8_t *mac);
int read_ends(struct lab *lab, struct ctx *ctx, char **words, struct ends *ends);

#endif /* LAB_H */
