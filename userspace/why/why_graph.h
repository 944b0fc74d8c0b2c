/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who waits for whom among the ports of this kernel, and where the chains of waiting end.
 *
 * The graph has two kinds of nodes: egress queues (port, priority) and PGs as ingress buffers
 * (port, PG).  A PG waits for each egress queue that holds its bytes.  A paused egress queue waits
 * for the PG of its peer that keeps XOFF in effect.  A chain ends in a root: a queue that waits for
 * no PG of this kernel, a cycle of queues that wait for each other, or a PG for which an impairment
 * forces XOFF.
 *
 * The analysis does no I/O.  Times are CLOCK_MONOTONIC, ns.
 */
#ifndef WHY_GRAPH_H
#define WHY_GRAPH_H

#include "components.h"
#include "wait.h"

#define WHY_NONE	NODE_NONE
#define WHY_SHARES	16	/* roots of a chain; those with the smallest shares are left out */

/* What is at the other end of the link of a port */
enum why_peer {
	WHY_PEER_OUTSIDE,	/* a device that this kernel does not know */
	WHY_PEER_PORT,		/* a port of this kernel */
	WHY_PEER_DEVICE,	/* a device of this kernel that is not a port */
	WHY_PEER_UNREAD,	/* a device in a namespace that the tool cannot read */
};

enum why_class {
	WHY_INCAST,		/* more arrives at the egress queue than it can send */
	WHY_SLOW_RECEIVER,	/* a device of this kernel pauses the queue for no other queue */
	WHY_STORM,		/* the peer pauses the queue without a break */
	WHY_CYCLE,		/* queues wait for each other forever */
	WHY_NEIGHBOUR,		/* a device outside of this kernel pauses the queue */
	WHY_SETTING,		/* a setting limits the queue */
	WHY_UNKNOWN,		/* in the past: the record is overwritten, or its port is gone */
	WHY_CLASSES
};

enum why_setting {
	WHY_SETTING_NONE,
	WHY_SETTING_RATE,
	WHY_SETTING_MAXRATE,
	WHY_SETTING_STRICT,
	WHY_SETTING_WATCHDOG,
	WHY_SETTING_IMPAIRMENT,	/* forced XOFF: the root is a PG, not a queue */
	WHY_SETTINGS
};

/*
 * A port, as input of the analysis
 * @netns: name of its namespace; "" for that of the tool without -n
 * @ns: number of its namespace; holders and recorded egress queues are those of its ports
 * @asked: priorities that the user asks about, bit mask
 * @config: its settings
 * @now: the last reading
 * @before: an earlier reading, or NULL
 * @peer_port: index of the peer, if it is a port
 * @peer_netns: namespace of the peer, if the tool knows the peer; otherwise ""
 * @peer_dev: device of the peer, if the tool knows it; otherwise ""
 */
struct why_port {
	const char		*netns;
	size_t			ns;
	uint8_t			asked;
	const struct port	*config;
	const struct wait_port	*now;
	const struct wait_port	*before;
	enum why_peer		peer;
	uint32_t		peer_port;
	const char		*peer_netns;
	const char		*peer_dev;
};

/*
 * Bytes of a PG in an egress queue
 * @earlier: the bytes were there at the earlier reading, see why_was_fuller()
 * @follow: the queue keeps the PG occupied; false for a queue with few bytes that passes on packets
 */
struct why_edge {
	uint32_t	pg;
	uint32_t	queue;
	uint64_t	bytes;
	bool		earlier;
	bool		follow;
};

/*
 * An egress queue or a PG
 * @first: a queue: index of its first edge; a PG: index in @by_pg of &struct why
 * @held: a queue: received XOFF holds it, now or for a part of the time
 * @frozen: a queue: paused forever, by a PG that waits for frozen queues; a PG: frozen queues wait
 *	for it
 * @wait: a queue: node of the PG of the peer that pauses it, or %WHY_NONE
 * @bytes: a PG: its bytes in all queues
 */
struct why_node {
	uint32_t	first;
	uint32_t	n;
	bool		held;
	bool		frozen;
	uint32_t	wait;
	uint64_t	bytes;
};

/*
 * A flow that matters for a root
 * @ingress: index of its ingress port, or %WHY_NONE: the flow is local, or the port is unknown, or
 *	no frame of the flow is in a queue of the root
 * @queue: index of the port of the queue
 * @bytes: its bytes in all queues of the root, mean of the readings
 * @waiting: its bytes in the queues that wait for the root
 */
struct why_flow {
	const struct flow	*flow;
	uint32_t		ingress;
	uint32_t		queue;
	uint64_t		bytes;
	uint64_t		waiting;
};

/*
 * A priority of a port whose pauses have a root as their cause
 * @rx: it is paused
 * @tx: it sends XOFF
 */
struct why_victim {
	uint32_t	port;
	uint8_t		prio;
	bool		rx;
	bool		tx;
};

/*
 * A root: the end of chains of waiting
 * @number: its number, in the order in which the analysis has found it
 * @asked: it concerns the ports asked about
 * @setting: the setting that limits the queue, for the class %WHY_SETTING
 * @tc: the strict class that starves the queue, for %WHY_SETTING_STRICT
 * @port: index of the port with the queue; a cycle: the first one; an impairment: that of the PG;
 *	unknown: that of the port that sent XOFF
 * @prio: the priority of the queue; an impairment: the lowest priority whose XOFF it forces
 * @bytes: bytes in the queue, and in the queues that wait for it; in the past, bytes of the PGs of
 *	the senders when they entered XOFF
 * @senders: ingress ports that hold the queue at one of the readings, and 1 for this host; in the
 *	past, ingress ports whose XOFF names the queue
 * @rates: @offered and @drained are known
 * @offered: rate at which the senders send while they are not paused, bits per second
 * @drained: rate at which the queue sends, bits per second
 * @permille: part of the time in which the queue was paused, or XOFF was sent, in thousandths
 * @limit: rate that the setting allows, bits per second; 0: does not apply
 * @past: in the past: the pause of the queue; NULL: it was not paused, or the class is unknown
 * @cycle: nodes of the queues of the cycle, each waits for the next one
 * @closing: the flow that closed the cycle; @flow is NULL if it is not known
 * @flows: the flows that matter, most bytes first
 * @held: bytes in the queues of the root, mean of the readings
 * @victims: paused queues and PGs in XOFF whose chains end here; in the past, one for each chain
 */
struct why_root {
	uint32_t		number;
	bool			asked;
	enum why_class		class;
	enum why_setting	setting;
	uint8_t			tc;
	uint32_t		port;
	uint8_t			prio;
	uint64_t		bytes;
	unsigned int		senders;
	bool			rates;
	uint64_t		offered;
	uint64_t		drained;
	unsigned int		permille;
	uint64_t		limit;
	const struct past	*past;
	size_t			n_cycle;
	uint32_t		*cycle;
	struct why_flow		closing;
	size_t			n_flows;
	struct why_flow		*flows;
	uint64_t		held;
	size_t			n_victims;
	struct why_victim	*victims;
};

/*
 * A node of a chain
 * @depth: number of steps before it
 * @edge: the edge from a PG to this queue; NULL: the start, or a PG that a queue waits for
 * @seen: the chain contains the node already
 * @passes: the queue passes on packets, and does not keep the PG occupied
 */
struct why_step {
	uint32_t		node;
	uint32_t		depth;
	const struct why_edge	*edge;
	bool			seen;
	bool			passes;
};

/* The part of the bytes of a node, 0 to 1, that waits because of a root, by its number */
struct why_share {
	uint32_t	root;
	double		share;
};

#define PAST_NOTES	4	/* events of a step that are listed */

/*
 * A pause in a chain of the past
 * @queue_port: sent XOFF: index of the port of the egress queue that is the cause, or %WHY_NONE
 * @queue_prio: priority of that queue
 * @votes: sent XOFF: number of XOFF of the priority at that time that name this queue
 * @named: sent XOFF: number of XOFF at that time that name a queue
 * @notes: storms, losses and stalls of the priority during the pause
 */
struct past_step {
	uint32_t		port;
	const struct past	*past;
	uint32_t		queue_port;
	uint8_t			queue_prio;
	unsigned int		votes;
	unsigned int		named;
	unsigned int		n_notes;
	const struct record	*notes[PAST_NOTES];
};

/*
 * From a pause to its roots
 * @node: the queue or PG at which the chain starts, see why_steps()
 * @n: in the past: number of steps
 * @steps: in the past: the pause, its cause, the cause of that, and so on
 * @root: in the past: index of the root
 */
struct why_chain {
	uint32_t		port;
	uint8_t			prio;
	enum xoff_dir		dir;
	uint32_t		node;
	size_t			n;
	struct past_step	*steps;
	uint32_t		root;
};

/*
 * The result of the analysis
 * @nodes: the nodes: why_queue() and why_pg() get their index
 * @edges: bytes of PGs in queues, by queue
 * @by_pg: the edges by PG: those of a PG follow each other, the one with most bytes first
 * @comps: the strongly connected components: one node, or several that wait for each other
 * @shares: the shares of each component, see why_shares()
 * @roots: the roots that concern the ports asked about, most bytes first; in the past, most chains
 *	first
 * @chains: chains of the priorities asked about that are paused or send XOFF, in order of the ports
 * @past: the analysis is about the past, and has no nodes, edges and components
 * @time: in the past: the time that is explained; 0: no pause is recorded
 */
struct why {
	size_t			n;
	const struct why_port	*ports;
	struct why_node		*nodes;
	size_t			n_edges;
	struct why_edge		*edges;
	struct why_edge		**by_pg;
	struct components	comps;
	struct why_share	*shares;
	size_t			n_roots;
	struct why_root		*roots;
	size_t			n_chains;
	struct why_chain	*chains;
	bool			past;
	uint64_t		time;
};

#define WHY_NODES	(2 * PFC_PRIO_COUNT)	/* nodes of a port */

static inline uint32_t why_queue(uint32_t port, unsigned int prio)
{
	return port * WHY_NODES + prio;
}

static inline uint32_t why_pg(uint32_t port, unsigned int pg)
{
	return port * WHY_NODES + PFC_PRIO_COUNT + pg;
}

static inline uint32_t why_port_of(uint32_t node)
{
	return node / WHY_NODES;
}

static inline bool why_is_pg(uint32_t node)
{
	return node % WHY_NODES >= PFC_PRIO_COUNT;
}

/* The priority of a queue, or the number of a PG */
static inline unsigned int why_id_of(uint32_t node)
{
	return node % PFC_PRIO_COUNT;
}

static inline const struct wait *why_wait(const struct why *why, uint32_t queue)
{
	return &why->ports[why_port_of(queue)].now->wait[why_id_of(queue)];
}

static inline const struct holders *why_holders(const struct why *why, uint32_t queue)
{
	return &why->ports[why_port_of(queue)].now->queue[why_id_of(queue)];
}

/* Return: the node of a root; a cycle: one of them */
static inline uint32_t why_root_node(const struct why *why, const struct why_root *root)
{
	if (root->setting == WHY_SETTING_IMPAIRMENT)
		return why_pg(root->port, port_pg(why->ports[root->port].config, root->prio));
	return why_queue(root->port, root->prio);
}

/* Return: whether a device of this kernel is at the other end of the link of a port */
static inline bool why_is_inside(const struct why_port *port)
{
	return port->peer == WHY_PEER_PORT || port->peer == WHY_PEER_DEVICE;
}

/* Return: an edge of a PG, the one with most bytes first */
static inline const struct why_edge *why_edge_of(const struct why *why, uint32_t pg, uint32_t i)
{
	return why->by_pg[why->nodes[pg].first + i];
}

/* Return: the %WHY_SHARES shares of a node; those that are 0 are unused */
static inline struct why_share *why_shares(const struct why *why, uint32_t node)
{
	return why->shares + why->comps.of[node] * WHY_SHARES;
}

/* why_pause.c */
uint8_t why_forced(const struct why_port *port, unsigned int pg);
bool why_recent(const struct wait_port *port);
unsigned int why_permille(const struct why_port *port, unsigned int prio, enum xoff_dir dir);
bool why_was_fuller(const struct why_port *port, unsigned int pg);
unsigned int why_pg_in_xoff(const struct why_port *port, unsigned int prio);
bool why_starts(const struct why_port *port, unsigned int prio, enum xoff_dir dir);
uint32_t why_waits_for(const struct why_port *ports, uint32_t port, unsigned int prio);

/* why_graph.c */
void why_graph(struct why *why);
uint32_t why_ingress(const struct why *why, uint32_t port, uint32_t port_id);
bool why_follows(const struct why *why, const struct why_edge *edge);
size_t why_steps(const struct why *why, const struct why_chain *chains, size_t n_chains,
		 bool whole, struct why_step **steps);

/* why_cause.c */
bool why_classify(const struct why *why, uint32_t queue, struct why_root *root);
bool why_classify_forced(const struct why *why, uint32_t pg, struct why_root *root);
void why_classify_cycle(const struct why *why, uint32_t comp, struct why_root *root);

/* why_flow.c */
void why_flows(const struct why *why, struct why_root *root);
bool why_flows_hidden(const struct why *why);
struct why_flow why_flow_of(const struct why *why, uint32_t port, const struct flow *flow);

/* why_root.c */
uint32_t why_add_root(struct why *why, struct why_root *root);
void why_analyse(const struct why_port *ports, size_t n, struct why *why);
void why_free(struct why *why);

/* why_past.c */
uint64_t why_past_last(const struct why_port *ports, size_t n);
void why_past(const struct why_port *ports, size_t n, uint64_t time, struct why *why);

#endif /* WHY_GRAPH_H */
