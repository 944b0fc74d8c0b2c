/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Networks for the tests of the graph of buffer dependencies.
 */
#ifndef DEPEND_SCENE_H
#define DEPEND_SCENE_H

#include "depend.h"

#define SPACES		80
#define DEVS		72	/* devices of a namespace; unused ones are of type DEP_OTHER */
#define ROUTES		1000
#define NO_DEV		UINT32_MAX

/**
 * struct dep_scene - a network
 * @net: its description, of which the following members are the arrays
 * @spaces: namespaces
 * @list: pointers to them
 * @names: their names
 * @devs: devices, %DEVS for each namespace
 * @devices: their names and settings
 * @routes: routes and FDB entries by namespace
 * @port: settings of all ports: lossless for priority 3
 * @other: a copy that a test can change
 * @text: result of scene_cycles()
 */
struct dep_scene {
	struct dep_net		net;
	struct dep_space	spaces[SPACES];
	struct dep_space	*list[SPACES];
	struct netns		names[SPACES];
	struct dep_dev		devs[SPACES * DEVS];
	struct device		devices[SPACES * DEVS];
	struct dep_route	routes[SPACES][ROUTES];
	struct port		port;
	struct port		other;
	char			text[4096];
};

extern struct dep_scene scene;

/* Indices in @devs and @spaces: the first device of a namespace; namespace and peer of a device */
static inline uint32_t scene_first(uint32_t in) { return in * DEVS; }
static inline uint32_t scene_ns(uint32_t dev) { return dev / DEVS; }
static inline uint32_t scene_peer(uint32_t dev) { return scene.devs[dev].peer - scene.devs; }

void scene_empty(void);
void scene_lossless(struct port *port, unsigned int prio);
uint32_t scene_space(const char *name, int number);
uint32_t scene_device(uint32_t in, const char *name, enum dep_type type);

/* scene_wire() - connect two namespaces; returns the device in @a, its peer is the one in @b */
uint32_t scene_wire(uint32_t a, const char *to, uint32_t b, const char *from);

struct dep_addr scene_addr(const char *text);
struct dep_route *scene_route(uint32_t in, const char *to, uint8_t type, uint32_t dev,
			      const char *via);

/* scene_forget() - remove the routes of a namespace, but not the FDB entries */
void scene_forget(uint32_t in);

/* scene_address() - give a device an address in a subnet */
void scene_address(uint32_t in, uint32_t dev, const char *own, const char *subnet);

/* scene_member() - make a device a port of a bridge */
void scene_member(uint32_t bridge, uint32_t dev);

/* scene_entry() - add an FDB entry for the address of a host */
void scene_entry(uint32_t in, uint32_t dev, uint32_t host);

/* scene_cycles() - find the cycles; returns "PRIOS s1:next s2:next | ...", PRIOS in hexadecimal */
const char *scene_cycles(void);

/* scene_finds() - check whether the cycles are @want; prints the difference */
bool scene_finds(const char *want);

#endif /* DEPEND_SCENE_H */
