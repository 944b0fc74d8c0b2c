// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the graph of buffer dependencies: which devices of an Ethernet segment accept packets.
 */
#include <linux/rtnetlink.h>
#include <time.h>
#include "depend_scene.h"
#include "test.h"

/*
 * Two hosts at a bridge, which forward packets for their containers; @bonds: the bridge ports are
 * bonds
 */
static void two_hosts(bool bonds)
{
	const uint32_t sw = (scene_empty(), scene_space("sw", 1));
	const uint32_t bridge = scene_device(sw, "br0", DEP_BRIDGE);
	uint32_t i, port;

	for (i = 0; i < 2; i++) {
		char own[24];
		uint32_t bond;

		port = scene_wire(sw, i ? "p2" : "p1", scene_space("h", i + 1), "eth0");
		if (bonds) {
			bond = scene_device(sw, i ? "bond2" : "bond1", DEP_BOND);
			scene.devs[port].master = &scene.devs[bond];
			scene_member(bridge, bond);
		} else {
			scene_member(bridge, port);
		}
		snprintf(own, sizeof(own), "10.0.0.%u", i + 1);
		scene_address(i + 1, scene_peer(port), own, "10.0.0.0/24");
		scene_route(i + 1, "0.0.0.0/0", RTN_UNICAST, scene_peer(port), "10.0.0.254");
	}
}

static void test_segments(void)
{
	uint32_t i, port[2], bridge[2];

	/* the gateway is not known: no host accepts the frames to it */
	two_hosts(false);
	CHECK(scene_finds(""));
	two_hosts(true);
	CHECK(scene_finds(""));
	/* the gateway is behind a port of the bridge */
	two_hosts(false);
	scene_member(scene_first(0), scene_device(0, "p3", DEP_PORT));
	CHECK(scene_finds(""));
	/* each host is the gateway of the other one */
	two_hosts(false);
	scene_route(1, "10.9.0.0/16", RTN_UNICAST, scene_first(1), "10.0.0.2");
	scene_route(2, "10.9.0.0/16", RTN_UNICAST, scene_first(2), "10.0.0.1");
	CHECK(scene_finds("8 sw1:p1 h1:eth0 sw1:p2 h2:eth0"));
	/* a tree of two bridges with addresses, and senders that are not known */
	scene_empty();
	for (i = 0; i < 2; i++)
		bridge[i] = scene_device(scene_space("sw", i + 1), "br0", DEP_BRIDGE);
	port[0] = scene_wire(0, "p1", 1, "p1");
	port[1] = scene_peer(port[0]);
	for (i = 0; i < 2; i++) {
		scene_member(bridge[i], port[i]);
		scene_member(bridge[i], scene_device(i, "edge", DEP_PORT));
		scene_address(i, bridge[i], i ? "10.0.0.2" : "10.0.0.1", "10.0.0.0/24");
		scene_route(i, "0.0.0.0/0", RTN_UNICAST, bridge[i], "10.0.0.254");
	}
	CHECK(scene_finds(""));
	/* ... where each bridge is also the router to a network */
	for (i = 0; i < 2; i++) {
		scene_route(i, i ? "10.9.0.0/16" : "10.8.0.0/16", RTN_UNICAST, bridge[i],
			    i ? "10.0.0.1" : "10.0.0.2");
		scene_route(i, i ? "10.8.0.0/16" : "10.9.0.0/16", RTN_UNICAST,
			    scene_device(i, "net", DEP_OTHER), NULL);
	}
	CHECK(scene_finds(""));
}

/* Two hosts at two bridges, which forward packets for their containers */
static void test_rails(void)
{
	uint32_t i, j, bridge[2], port;
	char own[24], subnet[24];

	scene_empty();
	for (i = 0; i < 2; i++) {
		bridge[i] = scene_device(scene_space("sw", i + 1), "br0", DEP_BRIDGE);
		scene_member(bridge[i], scene_device(i, "edge", DEP_PORT));
	}
	for (i = 0; i < 2; i++) {
		const uint32_t host = scene_space("h", i + 1);

		for (j = 0; j < 2; j++) {
			port = scene_wire(j, i ? "p2" : "p1", host, j ? "eth1" : "eth0");
			scene_member(bridge[j], port);
			snprintf(own, sizeof(own), "10.%u.0.%u", j, i + 1);
			snprintf(subnet, sizeof(subnet), "10.%u.0.0/24", j);
			scene_address(host, scene_peer(port), own, subnet);
		}
	}
	CHECK(scene_finds(""));
}

/*
 * Routers in a ring, each with a bridge for the link to the next one; @vlan: the next one receives
 * by a VLAN device
 */
static void bridged_ring(bool vlan)
{
	uint32_t bridge[3], in[3], i, j;
	char own[40], subnet[40];

	scene_empty();
	for (i = 0; i < 3; i++)
		bridge[i] = scene_device(scene_space("s", i + 1), "br0", DEP_BRIDGE);
	for (i = 0; i < 3; i++) {
		const uint32_t next = (i + 1) % 3, port = scene_wire(i, "next", next, "prev");

		scene_member(bridge[i], port);
		in[next] = scene_peer(port);
		if (vlan) {
			scene.devs[in[next]].forward = 0;
			in[next] = scene_device(next, "prev.7", DEP_VLAN);
			scene.devs[in[next]].lower = &scene.devs[scene_peer(port)];
		}
		snprintf(subnet, sizeof(subnet), "10.%u.0.0/24", i);
		snprintf(own, sizeof(own), "10.%u.0.1", i);
		scene_address(i, bridge[i], own, subnet);
		snprintf(own, sizeof(own), "10.%u.0.2", i);
		scene_address(next, in[next], own, subnet);
		for (j = 0; j < 3; j++) {
			snprintf(subnet, sizeof(subnet), "192.168.%u.0/24", j);
			if (i == j)
				scene_route(i, subnet, RTN_UNICAST,
					    scene_device(i, "host", DEP_PORT), NULL);
			else
				scene_route(i, subnet, RTN_UNICAST, bridge[i], own);
		}
	}
}

static void test_bridged_ring(void)
{
	uint32_t dev = 0;

	bridged_ring(false);
	CHECK(scene_finds("8 s1:next s2:next s3:next"));
	/* the ports do not receive by the bridge, so they do not drop what it floods */
	bridged_ring(false);
	scene.port.flood_lossless = 1;
	CHECK(scene_finds("8 s1:next s2:next s3:next"));
	bridged_ring(false);
	memset(scene.port.flood_prio, 0, PFC_PRIO_COUNT);
	CHECK(scene_finds("8 s1:next s2:next s3:next"));
	bridged_ring(true);
	CHECK(scene_finds("8 s1:next s2:next s3:next"));
	/* a VLAN device that is down receives nothing */
	bridged_ring(true);
	while (scene.devs[dev].type != DEP_VLAN)
		dev++;
	scene.devices[dev].up = false;
	CHECK(scene_finds(""));
}

/* Routes without gateway of both address families; only IPv6 packets are forwarded */
static void test_families(void)
{
	uint32_t i, dev;

	scene_empty();
	for (i = 0; i < 3; i++)
		scene_space("s", i + 1);
	for (i = 0; i < 3; i++) {
		dev = scene_wire(i, "next", (i + 1) % 3, "prev");
		scene_route(i, "0.0.0.0/0", RTN_UNICAST, dev, NULL);
		scene_route(i, "::/0", RTN_UNICAST, dev, NULL);
		scene.devs[scene_peer(dev)].forward = 2;
	}
	CHECK(scene_finds("8 s1:next s2:next s3:next"));
}

/* A loop of devices, which the kernel does not allow, ends the search */
static void test_loop(void)
{
	uint32_t a, b;

	scene_empty();
	scene_space("s", 1);
	a = scene_device(0, "a", DEP_VLAN);
	b = scene_device(0, "b", DEP_VLAN);
	scene.devs[a].lower = &scene.devs[b];
	scene.devs[b].lower = &scene.devs[a];
	scene_address(0, a, "10.0.0.1", "10.0.0.0/24");
	CHECK(scene_finds(""));
}

#define LARGE	70	/* ports of a bridge */

static void test_large(void)
{
	uint32_t i, bridge, port;
	clock_t begin;
	char own[24];
	double ms;

	scene_empty();
	bridge = scene_device(scene_space("sw", 1), "br0", DEP_BRIDGE);
	for (i = 0; i < LARGE; i++) {
		port = scene_wire(0, "p", scene_space("h", i + 1), "eth0");
		scene_member(bridge, port);
		snprintf(own, sizeof(own), "10.0.0.%u", i + 1);
		scene_address(i + 1, scene_peer(port), own, "10.0.0.0/24");
	}
	begin = clock();
	CHECK(scene_finds(""));
	ms = (clock() - begin) * 1e3 / CLOCKS_PER_SEC;
	printf("pfcctl check: a bridge with %u hosts, %.1f ms of CPU\n", LARGE, ms);
	CHECK(ms < 5000);
}

/**
 * test_depend_segment() - test which devices of a segment accept packets
 */
void test_depend_segment(void)
{
	test_segments();
	test_rails();
	test_bridged_ring();
	test_families();
	test_loop();
	test_large();
}
