/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Constructed readings of ports, for the tests of pfcctl why.
 */
#ifndef WHY_SCENE_H
#define WHY_SCENE_H

#include "why_print.h"

#define SCENE_MS	1000000ULL		/* ns */
#define SCENE_NOW	(100000 * SCENE_MS)	/* time of the last reading */
#define SCENE_WINDOW	(10 * SCENE_MS)		/* time between the readings */
#define SCENE_XOFF	100000U			/* bytes */
#define SCENE_XON	90000U

extern struct why_port *scene_ports;
extern struct why scene_why;

/* scene_begin() - no ports; scene_end() - free all */
void scene_begin(size_t room);
void scene_end(void);

/* scene_port() - add a port of namespace @ns, which is that of the tool if it is "sw" */
uint32_t scene_port(const char *ns, const char *dev);

/* Settings and readings of a port, to change them */
struct port *scene_config(uint32_t port);
struct wait_port *scene_now(uint32_t port);
struct wait_port *scene_before(uint32_t port);

/* scene_link() - connect two ports; scene_peer() - connect a port with another device */
void scene_link(uint32_t a, uint32_t b);
void scene_peer(uint32_t port, enum why_peer peer, const char *netns, const char *dev);

/* scene_hold() - a flow to UDP port @number, from @ingress, WHY_NONE: local, waits in a queue */
void scene_hold(uint32_t port, unsigned int prio, uint32_t ingress, uint64_t bytes,
		unsigned int number);

/* scene_earlier() - the same, but only in the first reading */
void scene_earlier(uint32_t port, unsigned int prio, uint32_t ingress, uint64_t bytes,
		   unsigned int number);

/* scene_paused() - the queue is paused for @time ns; scene_xoff() - the port sends XOFF */
void scene_paused(uint32_t port, unsigned int prio, uint64_t time);
void scene_xoff(uint32_t port, unsigned int prio, uint64_t time);

/* scene_waits() - @port is paused, by its peer, which sends XOFF */
void scene_waits(uint32_t port, unsigned int prio, uint64_t time);

/* scene_alternates() - @part ns of the window are pauses, and the last pause ended @gap ns ago */
void scene_alternates(uint32_t port, unsigned int prio, enum xoff_dir dir, uint64_t part,
		      uint64_t gap);

/* scene_sent() - a queue has sent frames of 1000 bytes; scene_received() - a PG has received */
void scene_sent(uint32_t port, unsigned int prio, uint64_t bytes);
void scene_received(uint32_t port, unsigned int pg, uint64_t bytes);

/* scene_analyse() - analyse; scene_root() - check the class and place of root @i */
void scene_analyse(void);
bool scene_root(size_t i, enum why_class class, uint32_t port, unsigned int prio);
bool scene_victim(size_t i, uint32_t port, unsigned int prio);

/* scene_text() - the output as text, JSON, or a graph; the caller frees it */
char *scene_text(const struct ctx *ctx, bool whole, void (*print)(const struct why_output *out));

#endif /* WHY_SCENE_H */
