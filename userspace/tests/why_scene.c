// SPDX-License-Identifier: GPL-2.0-only
/*
 * Constructed readings of ports, for the tests of pfcctl why.
 */
#include <stdlib.h>
#include <string.h>
#include "why_scene.h"

struct why_port *scene_ports;
struct why scene_why;

static struct port *configs;
static struct wait_port *nows, *befores;
static const char *spaces[256];
static size_t n_ports;

/**
 * scene_begin() - begin with no ports
 * @room: maximum number of ports
 */
void scene_begin(size_t room)
{
	scene_end();
	scene_ports = calloc(room, sizeof(*scene_ports));
	configs = calloc(room, sizeof(*configs));
	nows = calloc(room, sizeof(*nows));
	befores = calloc(room, sizeof(*befores));
	spaces[0] = "sw";
}

/**
 * scene_end() - free the scene
 */
void scene_end(void)
{
	unsigned int prio;
	size_t i;

	why_free(&scene_why);
	for (i = 0; i < n_ports; i++)
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			free(nows[i].queue[prio].holder);
			free(nows[i].queue[prio].flow);
			free(befores[i].queue[prio].holder);
			free(befores[i].queue[prio].flow);
		}
	free(scene_ports);
	free(configs);
	free(nows);
	free(befores);
	memset(spaces, 0, sizeof(spaces));
	scene_ports = NULL;
	configs = NULL;
	nows = NULL;
	befores = NULL;
	n_ports = 0;
}

static size_t space_of(const char *ns)
{
	size_t i;

	for (i = 0; spaces[i] && strcmp(spaces[i], ns); i++)
		;
	spaces[i] = ns;
	return i;
}

/*
 * Add a port.
 * @ns: namespace; "sw" is that of the tool
 * Return: the index of the port.
 */
uint32_t scene_port(const char *ns, const char *dev)
{
	struct port *config = &configs[n_ports];
	struct wait_port *now = &nows[n_ports];
	unsigned int i;

	snprintf(config->name, sizeof(config->name), "%s", dev);
	config->speed = 1000;
	config->rate = 1000000000;
	config->speed_source = PFC_SPEED_SOURCE_RATE;
	config->flow_control = PFC_FLOW_CONTROL_PFC;
	config->overhead = 24;
	now->id = n_ports + 1;
	now->time = SCENE_NOW;
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		config->prio_pg[i] = i;
		config->prio_tc[i] = i;
		config->tcs[i].tsa = PFC_TSA_ETS;
		now->wait_pg[i] = (struct wait_pg){
			.prios = 1U << i, .lossless = true,
			.xoff_at = SCENE_XOFF, .xon_at = SCENE_XON,
		};
	}
	befores[n_ports] = *now;
	befores[n_ports].time -= SCENE_WINDOW;
	scene_ports[n_ports] = (struct why_port){
		.netns = ns, .ns = space_of(ns), .config = config, .now = now,
		.before = &befores[n_ports], .peer_port = WHY_NONE, .peer_netns = "",
		.peer_dev = "", .asked = strcmp(ns, "sw") ? 0 : 0xff,
	};
	return n_ports++;
}

struct port *scene_config(uint32_t port)
{
	return &configs[port];
}

struct wait_port *scene_now(uint32_t port)
{
	return &nows[port];
}

struct wait_port *scene_before(uint32_t port)
{
	return &befores[port];
}

/*
 * Connect a port with a device that is not a port, or is not known.
 * @peer: what it is
 * @dev: the device, or ""
 */
void scene_peer(uint32_t port, enum why_peer peer, const char *netns, const char *dev)
{
	scene_ports[port].peer = peer;
	scene_ports[port].peer_netns = netns;
	scene_ports[port].peer_dev = dev;
}

/* Connect two ports */
void scene_link(uint32_t a, uint32_t b)
{
	scene_peer(a, WHY_PEER_PORT, scene_ports[b].netns, configs[b].name);
	scene_peer(b, WHY_PEER_PORT, scene_ports[a].netns, configs[a].name);
	scene_ports[a].peer_port = b;
	scene_ports[b].peer_port = a;
}

static void add_holder(struct holders *queue, uint32_t ingress, unsigned int pg, uint64_t bytes)
{
	size_t i;

	for (i = 0; i < queue->n_holders; i++)
		if (queue->holder[i].port_id == nows[ingress].id && queue->holder[i].pg == pg)
			break;
	if (i == queue->n_holders) {
		queue->holder = realloc(queue->holder, (i + 1) * sizeof(*queue->holder));
		queue->holder[i] = (struct holder){ .port_id = nows[ingress].id, .pg = pg };
		queue->n_holders++;
	}
	queue->holder[i].bytes += bytes;
}

static void add_flow(struct wait_port *at, unsigned int prio, uint32_t ingress, uint64_t bytes,
		     unsigned int number)
{
	struct holders *queue = &at->queue[prio];
	const unsigned int pg = ingress == WHY_NONE ? 0 : port_pg(&configs[ingress], prio);

	queue->bytes += bytes;
	if (ingress == WHY_NONE)
		queue->local_bytes += bytes;
	else
		add_holder(queue, ingress, pg, bytes);
	queue->flow = realloc(queue->flow, (queue->n_flows + 1) * sizeof(*queue->flow));
	queue->flow[queue->n_flows++] = (struct flow){
		.ethertype = 0x0800, .addr_len = 4, .src = { 10, 0, 0, 1 }, .dst = { 10, 0, 0, 2 },
		.protocol = 17, .has_ports = true, .src_port = 1, .dst_port = number, .dscp = 26,
		.port_id = ingress == WHY_NONE ? 0 : nows[ingress].id, .pg = pg, .bytes = bytes,
	};
	queue->flows++;
}

/*
 * Let a flow wait in an egress queue.
 * @ingress: index of the ingress port; %WHY_NONE: this host
 * @bytes: bytes of the flow
 * @number: UDP destination port
 */
void scene_hold(uint32_t port, unsigned int prio, uint32_t ingress, uint64_t bytes,
		unsigned int number)
{
	add_flow(&nows[port], prio, ingress, bytes, number);
	nows[port].wait[prio].backlog_bytes += bytes;
	befores[port].wait[prio].backlog_bytes += bytes;
	if (ingress == WHY_NONE)
		nows[port].wait[prio].local_bytes += bytes;
	else
		nows[ingress].wait_pg[port_pg(&configs[ingress], prio)].occupancy += bytes;
}

/*
 * Let a flow wait in an egress queue at the first reading only.
 * @ingress: index of the ingress port; %WHY_NONE: this host
 * @bytes: bytes of the flow
 * @number: UDP destination port
 */
void scene_earlier(uint32_t port, unsigned int prio, uint32_t ingress, uint64_t bytes,
		   unsigned int number)
{
	add_flow(&befores[port], prio, ingress, bytes, number);
	if (ingress != WHY_NONE)
		befores[ingress].wait_pg[port_pg(&configs[ingress], prio)].occupancy += bytes;
}

/*
 * Pause a queue.
 * @time: length of the present pause, ns
 */
void scene_paused(uint32_t port, unsigned int prio, uint64_t time)
{
	struct wait *now = &nows[port].wait[prio], *before = &befores[port].wait[prio];

	now->rx_paused = true;
	now->rx_since = SCENE_NOW - time;
	now->rx_total = time;
	now->rx_longest = time;
	now->rx_count = 1;
	now->rx_quanta = 65535;
	before->rx_paused = time > SCENE_WINDOW;
	before->rx_total = time > SCENE_WINDOW ? time - SCENE_WINDOW : 0;
}

/*
 * Let a port send XOFF.
 * @time: length of the present pause, ns
 */
void scene_xoff(uint32_t port, unsigned int prio, uint64_t time)
{
	struct wait *now = &nows[port].wait[prio], *before = &befores[port].wait[prio];

	nows[port].wait_pg[port_pg(&configs[port], prio)].in_xoff = true;
	now->tx_xoff = true;
	now->tx_since = SCENE_NOW - time;
	now->tx_total = time;
	now->tx_longest = time;
	now->tx_count = 1;
	before->tx_xoff = time > SCENE_WINDOW;
	before->tx_total = time > SCENE_WINDOW ? time - SCENE_WINDOW : 0;
}

/*
 * Pause a queue by XOFF of its peer.
 * @time: length of the present pause, ns
 */
void scene_waits(uint32_t port, unsigned int prio, uint64_t time)
{
	scene_paused(port, prio, time);
	scene_xoff(scene_ports[port].peer_port, prio, time);
}

/*
 * Pause a priority for a part of the time, but not now.
 * @dir: paused, or sends XOFF
 * @part: length of pauses in the window, and of the last pause, ns
 * @gap: time since the end of the last pause, ns
 */
void scene_alternates(uint32_t port, unsigned int prio, enum xoff_dir dir, uint64_t part,
		      uint64_t gap)
{
	struct wait *w = &nows[port].wait[prio];

	if (dir == XOFF_RX) {
		w->rx_total = part < SCENE_WINDOW ? part : 0;
		w->rx_last = part;
		w->rx_since = SCENE_NOW - gap - part;
		w->rx_quanta = 65535;
	} else {
		w->tx_total = part < SCENE_WINDOW ? part : 0;
		w->tx_last = part;
		w->tx_since = SCENE_NOW - gap - part;
	}
}

/*
 * Let a queue send between the readings.
 * @bytes: bytes sent, in frames of 1000 bytes
 */
void scene_sent(uint32_t port, unsigned int prio, uint64_t bytes)
{
	nows[port].wait[prio].sent_bytes += bytes;
	nows[port].wait[prio].sent_packets += bytes / 1000;
}

/*
 * Let a PG receive between the readings.
 * @bytes: bytes received
 */
void scene_received(uint32_t port, unsigned int pg, uint64_t bytes)
{
	nows[port].wait_pg[pg].rx_bytes += bytes;
}

/**
 * scene_analyse() - analyse the readings, again if they have changed
 */
void scene_analyse(void)
{
	why_free(&scene_why);
	why_analyse(scene_ports, n_ports, &scene_why);
}

/*
 * Check the class and the place of a root.
 * @class: expected class
 * @port: expected port
 * @prio: expected priority
 * Return: whether the root is as expected.
 */
bool scene_root(size_t i, enum why_class class, uint32_t port, unsigned int prio)
{
	const struct why_root *root = &scene_why.roots[i];

	if (i < scene_why.n_roots && root->class == class && root->port == port &&
	    root->prio == prio)
		return true;
	if (i < scene_why.n_roots)
		printf("root %zu of %zu: %s %s prio %u\n", i, scene_why.n_roots,
		       why_classes[root->class], configs[root->port].name, root->prio);
	return false;
}

/* Check whether a root has a victim.  Return: whether it has */
bool scene_victim(size_t i, uint32_t port, unsigned int prio)
{
	const struct why_root *root = &scene_why.roots[i];
	size_t v;

	for (v = 0; i < scene_why.n_roots && v < root->n_victims; v++)
		if (root->victims[v].port == port && root->victims[v].prio == prio)
			return true;
	return false;
}

/*
 * Print the result.
 * @whole: print the whole chains
 * Return: the output; the caller frees it.
 */
char *scene_text(const struct ctx *ctx, bool whole, void (*print)(const struct why_output *out))
{
	const struct why_output out = { .ctx = ctx, .why = &scene_why, .whole = whole };
	FILE *old = stdout;
	char *text = NULL;
	size_t len;

	stdout = open_memstream(&text, &len);
	print(&out);
	fclose(stdout);
	stdout = old;
	return text;
}
