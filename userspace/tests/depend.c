// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the graph of buffer dependencies: routed and bridged networks without and with cycles,
 * and random ones that a simple search checks.
 */
#include <linux/if_bridge.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <time.h>
#include "depend_scene.h"
#include "test.h"

/* ---- routers ------------------------------------------------------------ */

/* Address of a router on its link to another one */
static const char *gateway(unsigned int of, unsigned int to, bool six)
{
	static char text[4][40];
	static unsigned int i;
	const unsigned int low = of < to ? of : to, high = of < to ? to : of;

	i = (i + 1) % 4;
	snprintf(text[i], sizeof(text[i]), six ? "fd00:0:%u:%u::%u" : "10.%u.%u.%u", low, high,
		 of < to ? 1 : 2);
	return text[i];
}

/* A link between two routers, with a subnet of its own */
static uint32_t between(uint32_t a, const char *to, uint32_t b, const char *from)
{
	const uint32_t dev = scene_wire(a, to, b, from);
	char subnet[48];

	snprintf(subnet, sizeof(subnet), "10.%u.%u.0/24", a < b ? a : b, a < b ? b : a);
	scene_address(a, dev, gateway(a, b, false), subnet);
	scene_address(b, scene_peer(dev), gateway(b, a, false), subnet);
	snprintf(subnet, sizeof(subnet), "fd00:0:%u:%u::/64", a < b ? a : b, a < b ? b : a);
	scene_address(a, dev, gateway(a, b, true), subnet);
	scene_address(b, scene_peer(dev), gateway(b, a, true), subnet);
	return dev;
}

static const char *network(unsigned int of, bool six)
{
	static char text[40];

	snprintf(text, sizeof(text), six ? "fd01:%u::/64" : "192.168.%u.0/24", of);
	return text;
}

/* A router sends to the network of another one by a device */
static void send_by(uint32_t in, uint32_t to, uint32_t dev, bool six)
{
	scene_route(in, network(to, six), RTN_UNICAST, dev,
		    gateway(scene_ns(scene_peer(dev)), in, six));
}

/* The hosts of a router: a device whose other end is not known */
static void hosts(uint32_t in)
{
	char own[40];

	snprintf(own, sizeof(own), "192.168.%u.1", in);
	scene_address(in, scene_device(in, "host", DEP_PORT), own, network(in, false));
}

/* A ring of routers; each sends clockwise to the next @far networks, else the other way round */
static void ring(unsigned int n, unsigned int far, bool six)
{
	uint32_t next[8], i, j;

	scene_empty();
	for (i = 0; i < n; i++)
		scene_space("s", i + 1);
	for (i = 0; i < n; i++)
		next[i] = between(i, "next", (i + 1) % n, "prev");
	for (i = 0; i < n; i++) {
		hosts(i);
		for (j = 1; j < n; j++)
			send_by(i, (i + j) % n, j <= far ? next[i] :
				scene_peer(next[(i + n - 1) % n]), six);
	}
}

static uint32_t named(uint32_t in, const char *name)
{
	uint32_t dev = scene_first(in);

	while (strcmp(scene.devices[dev].name, name))
		dev++;
	return dev;
}

static const char both_ways[] =
	"8 s1:next s2:next s3:next s4:next s5:next | 8 s1:prev s5:prev s4:prev s3:prev s2:prev";

static void test_rings(void)
{
	uint32_t i;

	ring(3, 2, false);
	CHECK(scene_finds("8 s1:next s2:next s3:next"));
	ring(4, 3, true);
	CHECK(scene_finds("8 s1:next s2:next s3:next s4:next"));
	ring(4, 2, false);
	CHECK(scene_finds("8 s1:next s2:next s3:next s4:next"));
	/* each reaches its neighbours directly: no switch forwards between two others */
	ring(3, 1, false);
	CHECK(scene_finds(""));
	/* a ring of 5 with the shortest paths turns in both directions */
	ring(5, 2, false);
	CHECK(scene_finds(both_ways));
	/* hosts, not routers */
	ring(3, 2, false);
	scene.devs[named(1, "prev")].forward = 0;
	CHECK(scene_finds(""));
	/* a better route takes no turn */
	ring(3, 2, false);
	for (i = 0; i < 3; i++) {
		const uint32_t to = (i + 2) % 3;

		scene.spaces[i].routes[scene.spaces[i].n_routes - 1].rank += 10;
		send_by(i, to, named(i, "prev"), false);
	}
	CHECK(scene_finds(""));
}

static void test_loops(void)
{
	uint32_t a, b, dev;

	/* default routes to each other: a routing loop */
	scene_empty();
	a = scene_space("s", 1);
	b = scene_space("s", 2);
	dev = between(a, "east", b, "west");
	scene_route(a, "0.0.0.0/0", RTN_UNICAST, dev, gateway(b, a, false));
	hosts(a);
	CHECK(scene_finds(""));
	scene_route(b, "0.0.0.0/0", RTN_UNICAST, scene_peer(dev), gateway(a, b, false));
	CHECK(scene_finds("8 s1:east s2:west"));
	scene_route(b, "0.0.0.0/1", RTN_BLACKHOLE, NO_DEV, NULL);
	scene_route(b, "128.0.0.0/1", RTN_BLACKHOLE, NO_DEV, NULL);
	/* the rest of the default route is empty, but the check does not know that */
	CHECK(scene_finds("8 s1:east s2:west"));
}

static void test_chain(void)
{
	uint32_t i, j, dev[6];

	scene_empty();
	for (i = 0; i < 6; i++)
		scene_space("s", i + 1);
	for (i = 0; i < 5; i++)
		dev[i] = between(i, "east", i + 1, "west");
	for (i = 0; i < 6; i++) {
		hosts(i);
		for (j = 0; j < 6; j++)
			if (i != j)
				send_by(i, j, j > i ? dev[i] : scene_peer(dev[i - 1]), false);
		if (i != 3)
			scene_route(i, "0.0.0.0/0", RTN_UNICAST,
				    i < 3 ? dev[i] : scene_peer(dev[i - 1]),
				    gateway(i < 3 ? i + 1 : i - 1, i, false));
	}
	CHECK(scene_finds(""));
}

/* ---- leaf and spine ----------------------------------------------------- */

static uint32_t up[SPACES][SPACES];	/* device of a leaf to a spine */

static uint32_t down(uint32_t spine, uint32_t leaf) { return scene_peer(up[leaf][spine]); }

/* Spines 0 to @spines - 1, then leaves; up-down routing, equal costs */
static void fabric(uint32_t spines, uint32_t leaves)
{
	uint32_t i, j, k;
	char name[16];

	scene_empty();
	for (i = 0; i < spines + leaves; i++)
		scene_space(i < spines ? "spine" : "leaf", i < spines ? i + 1 : i - spines + 1);
	for (i = spines; i < spines + leaves; i++) {
		hosts(i);
		for (j = 0; j < spines; j++) {
			snprintf(name, sizeof(name), "up%u", j + 1);
			up[i][j] = between(i, name, j, scene.names[i].name);
		}
		for (k = spines; k < spines + leaves; k++)
			for (j = 0; j < spines && k != i; j++)
				send_by(i, k, up[i][j], false);
	}
	for (j = 0; j < spines; j++)
		for (i = spines; i < spines + leaves; i++)
			send_by(j, i, down(j, i), false);
}

/* Makes the routes of a namespace to the network of a leaf worse than new ones */
static void demote(uint32_t in, uint32_t leaf)
{
	const struct dep_addr to = scene_addr(network(leaf, false));
	uint32_t i;

	for (i = 0; i < scene.spaces[in].n_routes; i++)
		if (!dep_compare(&scene.spaces[in].routes[i].to, &to))
			scene.spaces[in].routes[i].rank += 10;
}

/* The link between a spine and a leaf fails: the spine sends by leaf @by, which sends to @then */
static void fail_link(uint32_t spine, uint32_t leaf, uint32_t by, uint32_t then)
{
	scene.devices[up[leaf][spine]].up = false;
	scene.devices[down(spine, leaf)].up = false;
	demote(spine, leaf);
	send_by(spine, leaf, down(spine, by), false);
	demote(by, leaf);
	send_by(by, leaf, up[by][then], false);
}

static void test_fabric(void)
{
	uint32_t i, j;

	fabric(2, 4);
	CHECK(scene_finds(""));
	/* one detour down and up again: leaf1 > spine1 > leaf3 > spine2 > leaf2.  No cycle yet */
	fail_link(0, 3, 4, 1);
	CHECK(scene_finds(""));
	/* another one, from the other spine */
	fail_link(1, 2, 5, 0);
	CHECK(scene_finds("8 spine1:leaf3 leaf3:up2 spine2:leaf4 leaf4:up1"));
	/* uplinks in one port group: packets that turn there get priority 4 */
	scene.other.group = 1;
	scene.other.bounce_prio[3] = 4;
	scene.other.bounce_dscp[3] = 34;
	for (i = 2; i < 6; i++)
		for (j = 0; j < 2; j++)
			scene.devs[up[i][j]].port = &scene.other;
	CHECK(scene_finds(""));
	/* ... but hosts also send priority 4, which is lossless, and turns */
	scene_lossless(&scene.port, 4);
	scene_lossless(&scene.other, 4);
	CHECK(scene_finds("10 spine1:leaf3 leaf3:up2 spine2:leaf4 leaf4:up1"));
	/* ... unless it leaves the lossless priorities at the turn */
	scene.other.bounce_prio[4] = 0;
	scene.other.bounce_dscp[4] = 0;
	CHECK(scene_finds(""));
}

/* Routes to addresses and link subnets of the routers, as a routing protocol distributes them */
static void distribute(uint32_t spines, uint32_t leaves)
{
	uint32_t i, j, k;
	char own[24];

	for (j = 0; j < spines; j++) {
		snprintf(own, sizeof(own), "10.255.0.%u", j + 1);
		scene_route(j, own, RTN_LOCAL, NO_DEV, NULL);
		for (i = spines; i < spines + leaves; i++) {
			scene_route(i, own, RTN_UNICAST, up[i][j], gateway(j, i, false));
			for (k = 0; k < spines; k++) {
				char subnet[24];

				snprintf(subnet, sizeof(subnet), "10.%u.%u.0/24", j, i);
				if (k != j) {
					scene_route(k, own, RTN_UNICAST, down(k, i),
						    gateway(i, k, false));
					scene_route(k, subnet, RTN_UNICAST, down(k, i),
						    gateway(i, k, false));
				}
			}
		}
	}
}

static void test_control_traffic(void)
{
	uint32_t i;

	fabric(2, 4);
	distribute(2, 4);
	CHECK(scene_finds(""));
	/* a management port of a spine */
	for (i = 0; i < 2; i++) {
		const uint32_t dev = scene_device(i, "eth0", DEP_PORT);

		scene.devs[dev].port = NULL;
		scene_address(i, dev, i ? "172.16.0.2" : "172.16.0.1", "172.16.0.0/24");
	}
	CHECK(scene_finds(""));
	/* but hosts at the spines send by the leaves */
	for (i = 0; i < 2; i++)
		hosts(i);
	CHECK(scene_finds("8 spine1:leaf1 leaf1:up2 spine2:leaf4 leaf4:up1"));
}

static void test_prios(void)
{
	uint32_t i;

	/* a link without PFC breaks the cycle */
	ring(3, 2, false);
	memset(scene.other.prio_pfc_tx, 0, PFC_PRIO_COUNT);
	scene.devs[scene_peer(scene_first(0))].port = &scene.other;
	CHECK(scene_finds(""));
	ring(3, 2, false);
	memset(scene.other.prio_pfc_rx, 0, PFC_PRIO_COUNT);
	scene.devs[scene_first(0)].port = &scene.other;
	CHECK(scene_finds(""));
	/* two priorities: one cycle of the same ports */
	ring(3, 2, false);
	scene_lossless(&scene.port, 5);
	CHECK(scene_finds("28 s1:next s2:next s3:next"));
	/* one of them becomes lossy on its path */
	ring(3, 2, false);
	scene_lossless(&scene.port, 5);
	scene.other = scene.port;
	scene.other.prio_dscp[3] = 0;
	scene.devs[scene_first(0)].port = &scene.other;
	CHECK(scene_finds("20 s1:next s2:next s3:next"));
	/* PFC for priority 5 and 6 only, but DSCPs of the hosts map to none of them */
	ring(3, 2, false);
	scene.port.prio_pfc_tx[3] = 0;
	scene.port.pgs[3].lossless = false;
	scene_lossless(&scene.port, 5);
	for (i = 0; i < PFC_DSCP_COUNT; i++)
		scene.port.dscp_prio[i] = 3;
	CHECK(scene_finds(""));
	/* priorities 3 and 4 share a PG: each can pause the other one */
	ring(3, 2, false);
	scene.port.prio_pg[4] = 3;
	scene_lossless(&scene.port, 4);
	CHECK(scene_finds("18 s1:next s2:next s3:next"));
	/* PAUSE concerns all priorities */
	ring(3, 2, false);
	scene.port.flow_control = PFC_FLOW_CONTROL_PAUSE;
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		scene.port.pgs[i].lossless = true;
	CHECK(scene_finds("ff s1:next s2:next s3:next"));
	/* ... and charges them to PG 0 */
	for (i = 1; i < PFC_PRIO_COUNT; i++)
		scene.port.pgs[i].lossless = false;
	CHECK(scene_finds("ff s1:next s2:next s3:next"));
	scene.port.pgs[0].lossless = false;
	scene.port.pgs[3].lossless = true;
	CHECK(scene_finds(""));
}

/* ---- bridges ------------------------------------------------------------ */

static uint32_t host[8], edge[8], onward[8];

/* Bridges in a ring with a host each; @known: static FDB entries lead clockwise */
static void bridges(unsigned int n, bool known)
{
	uint32_t bridge[8], i, j;
	char own[24];

	scene_empty();
	for (i = 0; i < n; i++)
		scene_space("s", i + 1);
	for (i = 0; i < n; i++)
		bridge[i] = scene_device(i, "br0", DEP_BRIDGE);
	for (i = 0; i < n; i++) {
		onward[i] = scene_wire(i, "next", (i + 1) % n, "prev");
		edge[i] = scene_wire(i, "host", scene_space("h", i + 1), "eth0");
		host[i] = scene_peer(edge[i]);
		snprintf(own, sizeof(own), "10.0.0.%u", i + 1);
		scene_address(scene_ns(host[i]), host[i], own, "10.0.0.0/24");
	}
	for (i = 0; i < n; i++) {
		scene_member(bridge[i], onward[i]);
		scene_member(bridge[(i + 1) % n], scene_peer(onward[i]));
		scene_member(bridge[i], edge[i]);
		for (j = 0; known && j < n; j++)
			scene_entry(i, i == j ? edge[i] : onward[i], host[j]);
	}
}

static void test_bridges(void)
{
	uint32_t router, vlan, i;

	bridges(3, false);
	CHECK(scene_finds("8 s1:next s2:next s3:next | 8 s1:prev s3:prev s2:prev"));
	/* a blocked port */
	scene.devices[scene_peer(onward[2])].stp_state = BR_STATE_BLOCKING;
	CHECK(scene_finds(""));
	/* a port that does not flood cuts one direction, isolated ports cut both */
	bridges(3, false);
	scene.devices[onward[1]].flood = false;
	CHECK(scene_finds("8 s1:prev s3:prev s2:prev"));
	bridges(3, false);
	scene.devices[onward[1]].isolated = 1;
	scene.devices[scene_peer(onward[0])].isolated = 1;
	CHECK(scene_finds(""));
	/* known addresses only */
	bridges(3, true);
	scene.port.flood_lossless = 1;
	CHECK(scene_finds("8 s1:next s2:next s3:next"));
	bridges(4, true);
	memset(scene.port.flood_prio, 0, PFC_PRIO_COUNT);
	CHECK(scene_finds("8 s1:next s2:next s3:next s4:next"));
	/* without addresses, by FDB entries alone */
	bridges(3, true);
	scene.port.flood_lossless = 1;
	for (i = 0; i < scene.net.n_spaces; i++)
		scene_forget(i);
	CHECK(scene_finds("8 s1:next s2:next s3:next"));
	/* the ring is cut: a tree */
	bridges(4, true);
	scene.devices[onward[1]].up = false;
	scene.devices[scene_peer(onward[1])].up = false;
	CHECK(scene_finds(""));
	/* ports that send back */
	bridges(3, false);
	scene.devices[scene_peer(onward[2])].stp_state = BR_STATE_BLOCKING;
	scene.devices[onward[0]].hairpin = 1;
	scene.devices[scene_peer(onward[0])].hairpin = 1;
	CHECK(scene_finds("8 s1:next s2:prev"));
	/* a router on a stick at a tree of bridges */
	bridges(3, false);
	scene.devices[scene_peer(onward[2])].stp_state = BR_STATE_BLOCKING;
	router = scene_ns(host[0]);
	vlan = scene_device(router, "eth0.7", DEP_VLAN);
	scene.devs[vlan].lower = &scene.devs[host[0]];
	scene_address(router, vlan, "10.7.0.1", "10.7.0.0/24");
	CHECK(scene_finds(""));
}

/* Leaves with a bridge for their hosts, which the leaf routes to a spine */
static void test_mixed(void)
{
	uint32_t i, spine, dev;
	char own[24];

	scene_empty();
	spine = scene_space("spine", 1);
	for (i = 1; i < 4; i++) {
		const uint32_t leaf = scene_space("leaf", i);
		const uint32_t br = scene_device(leaf, "br0", DEP_BRIDGE);

		snprintf(own, sizeof(own), "192.168.%u.1", leaf);
		scene_address(leaf, br, own, network(leaf, false));
		scene_member(br, scene_device(leaf, "p1", DEP_PORT));
		scene_member(br, scene_device(leaf, "p2", DEP_PORT));
		dev = between(leaf, "up", spine, own);
		send_by(spine, leaf, scene_peer(dev), false);
		scene_route(leaf, "0.0.0.0/0", RTN_UNICAST, dev, gateway(spine, leaf, false));
	}
	CHECK(scene_finds(""));
}

/* ---- random networks ---------------------------------------------------- */

#define NODES	7

/* Random next hops; a simple search over pairs of links finds out whether there is a cycle */
static bool random_net(unsigned int seed, bool *cyclic)
{
	bool reach[NODES * NODES][NODES * NODES] = { 0 };
	uint32_t dev[NODES][NODES], hop[NODES][NODES];
	uint32_t i, j, k, d;

	srandom(seed);
	scene_empty();
	for (i = 0; i < NODES; i++)
		scene_space("s", i + 1);
	for (i = 0; i < NODES; i++)
		for (j = i + 1; j < NODES; j++) {
			dev[i][j] = between(i, scene.names[j].name, j, scene.names[i].name);
			dev[j][i] = scene_peer(dev[i][j]);
		}
	for (d = 0; d < NODES; d++) {
		hosts(d);
		for (i = 0; i < NODES; i++) {
			/* Towards a lower distance from d on a line of the nodes: no loops */
			const uint32_t mine = (i + NODES - d) % NODES;

			hop[d][i] = i == d ? i : (d + random() % mine) % NODES;
			if (i != d && !(random() % 6))
				hop[d][i] = d;
			if (i != d)
				send_by(i, d, dev[i][hop[d][i]], false);
		}
	}
	for (d = 0; d < NODES; d++)
		for (i = 0; i < NODES; i++) {
			const uint32_t a = hop[d][i], b = hop[d][a];

			if (i != d && a != d)
				reach[i * NODES + a][a * NODES + b] = true;
		}
	for (k = 0; k < NODES * NODES; k++)
		for (i = 0; i < NODES * NODES; i++)
			for (j = 0; reach[i][k] && j < NODES * NODES; j++)
				reach[i][j] |= reach[k][j];
	*cyclic = false;
	for (i = 0; i < NODES * NODES; i++)
		*cyclic |= reach[i][i];
	return !!*scene_cycles() == *cyclic;
}

static void test_random(void)
{
	unsigned int seed, with = 0, wrong = 0;
	bool cyclic;

	for (seed = 1; seed <= 300; seed++) {
		wrong += !random_net(seed, &cyclic);
		with += cyclic;
	}
	CHECK(!wrong);
	CHECK(with > 30 && with < 270);
}

static void test_large(void)
{
	clock_t begin;
	double ms;

	fabric(16, 48);
	begin = clock();
	CHECK(scene_finds(""));
	ms = (clock() - begin) * 1e3 / CLOCKS_PER_SEC;
	printf("pfcctl check: 64 namespaces, 1536 ports of links, %.1f ms of CPU\n", ms);
	CHECK(ms < 5000);
}

/**
 * test_depend() - test the graph of buffer dependencies
 */
void test_depend(void)
{
	test_rings();
	test_loops();
	test_chain();
	test_fabric();
	test_control_traffic();
	test_prios();
	test_bridges();
	test_mixed();
	test_random();
	test_large();
}
