// SPDX-License-Identifier: GPL-2.0-only
/*
 * Builds networks for the tests of the graph of buffer dependencies.
 */
#include <arpa/inet.h>
#include <linux/if_bridge.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include "depend_scene.h"
#include "test.h"

struct dep_scene scene;

void scene_lossless(struct port *port, unsigned int prio)
{
	port->flow_control = PFC_FLOW_CONTROL_PFC;
	port->prio_pfc_tx[prio] = 1;
	port->prio_pfc_rx[prio] = 1;
	port->pgs[port->prio_pg[prio]].lossless = true;
}

void scene_empty(void)
{
	struct port *port = &scene.port;
	unsigned int i, j;

	for (i = 0; i < scene.net.n_spaces; i++)
		for (j = 0; j < scene.spaces[i].n_routes; j++)
			dep_hops_free(&scene.spaces[i].routes[j]);
	memset(&scene, 0, sizeof(scene));
	scene.net.spaces = scene.list;
	for (i = 0; i < SPACES; i++)
		scene.list[i] = &scene.spaces[i];
	for (i = 0; i < SPACES * DEVS; i++)
		scene.devs[i] = (struct dep_dev){
			.dev = &scene.devices[i], .type = DEP_OTHER, .space = scene.list[i / DEVS],
		};
	port->trust = PFC_TRUST_DSCP;
	for (i = 0; i < PFC_DSCP_COUNT; i++)
		port->dscp_prio[i] = i / 8;
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		port->prio_pg[i] = i;
	memset(port->flood_prio, PFC_MAP_NONE, PFC_PRIO_COUNT);
	memset(port->prio_dscp, PFC_MAP_NONE, PFC_PRIO_COUNT);
	memset(port->bounce_prio, PFC_MAP_NONE, PFC_PRIO_COUNT);
	memset(port->bounce_dscp, PFC_MAP_NONE, PFC_PRIO_COUNT);
	scene_lossless(port, 3);
	scene.other = *port;
}

uint32_t scene_space(const char *fmt, int number)
{
	struct dep_space *s = &scene.spaces[scene.net.n_spaces];
	struct netns *ns = &scene.names[scene.net.n_spaces];

	snprintf(ns->name, sizeof(ns->name), "%s%d", fmt, number);
	*s = (struct dep_space){
		.ns = ns, .devs = &scene.devs[scene_first(scene.net.n_spaces)],
		.routes = scene.routes[scene.net.n_spaces],
	};
	return scene.net.n_spaces++;
}

uint32_t scene_device(uint32_t in, const char *name, enum dep_type type)
{
	struct dep_space *s = &scene.spaces[in];
	const uint32_t dev = scene_first(in) + s->n_devs++;
	struct device *d = &scene.devices[dev];

	snprintf(d->name, sizeof(d->name), "%s", name);
	d->up = true;
	d->mac[0] = 2;
	d->mac[4] = dev >> 8;
	d->mac[5] = dev;
	scene.devs[dev].type = type;
	scene.devs[dev].forward = 3;
	if (type == DEP_PORT)
		scene.devs[dev].port = &scene.port;
	return dev;
}

/* Connects two namespaces.  Return: the device in @a; the one in @b is its peer */
uint32_t scene_wire(uint32_t a, const char *to, uint32_t b, const char *from)
{
	const uint32_t p = scene_device(a, to, DEP_PORT), q = scene_device(b, from, DEP_PORT);

	scene.devs[p].peer = &scene.devs[q];
	scene.devs[q].peer = &scene.devs[p];
	return p;
}

struct dep_addr scene_addr(const char *text)
{
	struct dep_addr addr = { .family = strchr(text, ':') ? AF_INET6 : AF_INET };
	char copy[64];
	char *slash;

	snprintf(copy, sizeof(copy), "%s", text);
	slash = strchr(copy, '/');
	addr.len = slash ? atoi(slash + 1) : addr.family == AF_INET ? 32 : 128;
	if (slash)
		*slash = '\0';
	inet_pton(addr.family, copy, addr.bytes);
	return addr;
}

struct dep_route *scene_route(uint32_t in, const char *to, uint8_t type, uint32_t dev,
			      const char *via)
{
	struct dep_space *s = &scene.spaces[in];
	struct dep_route *r = &s->routes[s->n_routes++];

	*r = (struct dep_route){
		.to = scene_addr(to), .type = type, .rank = type == RTN_LOCAL ? 0 : 1ULL << 32,
	};
	if (dev != NO_DEV) {
		r->hops = list_new(1, sizeof(*r->hops));
		r->hops->dev = &scene.devs[dev];
		if (via)
			r->hops->via = scene_addr(via);
	}
	return r;
}

void scene_forget(uint32_t in)
{
	struct dep_space *s = &scene.spaces[in];
	size_t i, n = 0;

	for (i = 0; i < s->n_routes; i++)
		if (s->routes[i].to.family == AF_PACKET)
			s->routes[n++] = s->routes[i];
		else
			dep_hops_free(&s->routes[i]);
	s->n_routes = n;
}

/* Gives the device an address in the subnet */
void scene_address(uint32_t in, uint32_t dev, const char *own, const char *subnet)
{
	scene_route(in, own, RTN_LOCAL, dev, NULL);
	scene_route(in, subnet, RTN_UNICAST, dev, NULL);
}

void scene_member(uint32_t bridge, uint32_t dev)
{
	scene.devs[dev].master = &scene.devs[bridge];
	scene.devices[dev].brport = true;
	scene.devices[dev].stp_state = BR_STATE_FORWARDING;
	scene.devices[dev].flood = true;
}

void scene_entry(uint32_t in, uint32_t dev, uint32_t host)
{
	struct dep_space *s = &scene.spaces[in];
	struct dep_route *r = &s->routes[s->n_routes++];

	*r = (struct dep_route){
		.to = dep_addr(AF_PACKET, scene.devices[host].mac, 6), .type = RTN_UNICAST,
		.hops = list_new(1, sizeof(*r->hops)),
	};
	r->hops->dev = &scene.devs[dev];
}

/* Numbers the devices, as dep_read() does */
static void number_devs(void)
{
	uint32_t i, j;

	scene.net.n_devs = 0;
	for (i = 0; i < scene.net.n_spaces; i++)
		for (j = 0; j < scene.spaces[i].n_devs; j++)
			scene.spaces[i].devs[j].number = scene.net.n_devs++;
}

/* Return: the cycles, as "3 s1:next s2:next | ..." */
const char *scene_cycles(void)
{
	struct dep_cycles found;
	size_t len = 0;
	uint32_t i, j;

	scene.text[0] = '\0';
	number_devs();
	dep_sort(&scene.net);
	dep_walk(&scene.net);
	dep_find(&scene.net, &found);
	for (i = 0; i < found.n; i++) {
		uint8_t prios = 0;

		for (j = 0; j < found.list[i].n; j++)
			prios |= found.list[i].steps[j].prios;
		len += snprintf(scene.text + len, sizeof(scene.text) - len, "%s%x",
				i ? " | " : "", prios);
		for (j = 0; j < found.list[i].n && len < sizeof(scene.text); j++) {
			const struct dep_step *step = &found.list[i].steps[j];
			const struct dep_dev *dev = step->turn->to;

			CHECK(step->turn->from->peer ==
			      found.list[i].steps[(j ?: found.list[i].n) - 1].turn->to);
			len += snprintf(scene.text + len, sizeof(scene.text) - len, " %s:%s",
					dev->space->ns->name, dev->dev->name);
		}
	}
	dep_cycles_free(&found);
	dep_turns_free(&scene.net);
	return scene.text;
}

/* Return: whether the cycles are @want, see scene_cycles(); prints the difference */
bool scene_finds(const char *want)
{
	const char *got = scene_cycles();

	if (!strcmp(got, want))
		return true;
	printf("got:  %s\nwant: %s\n", got, want);
	return false;
}
