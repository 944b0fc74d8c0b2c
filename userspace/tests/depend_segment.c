// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the graph of buffer dependencies: which devices of an Ethernet segment accept packets.
 */
#include <linux/if_bridge.h>
#include "depend_scene.h"
#include "test.h"

/* Two hosts at a bridge, which forward packets for their containers */
static void two_hosts(void)
{
	const uint32_t sw = (scene_empty(), scene_space("sw", 1));
	const uint32_t bridge = scene_device(sw, "br0", DEP_BRIDGE);
	uint32_t i, port;

	for (i = 0; i < 2; i++) {
		char own[24];

		port = scene_wire(sw, i ? "p2" : "p1", scene_space("h", i + 1), "eth0");
		scene_member(bridge, port);
		snprintf(own, sizeof(own), "10.0.0.%u", i + 1);
		scene_address(i + 1, scene.devs[port].peer, own, "10.0.0.0/24");
		scene_route(i + 1, "0.0.0.0/0", DEP_FORWARD, scene.devs[port].peer, "10.0.0.254");
	}
}

static void test_segments(void)
{
	uint32_t i, port[2], bridge[2];

	/* the gateway is not known: no host accepts the frames to it */
	two_hosts();
	CHECK(scene_finds(""));
	/* the gateway is behind a port of the bridge */
	scene_member(scene.spaces[0].dev, scene_device(0, "p3", DEP_PORT));
	CHECK(scene_finds(""));
	/* each host is the gateway of the other one */
	two_hosts();
	scene_route(1, "10.9.0.0/16", DEP_FORWARD, scene.spaces[1].dev, "10.0.0.2");
	scene_route(2, "10.9.0.0/16", DEP_FORWARD, scene.spaces[2].dev, "10.0.0.1");
	CHECK(scene_finds("8 sw1:p1 h1:eth0 sw1:p2 h2:eth0"));
	/* a tree of two bridges with addresses, and senders that are not known */
	scene_empty();
	for (i = 0; i < 2; i++)
		bridge[i] = scene_device(scene_space("sw", i + 1), "br0", DEP_BRIDGE);
	port[0] = scene_wire(0, "p1", 1, "p1");
	port[1] = scene.devs[port[0]].peer;
	for (i = 0; i < 2; i++) {
		scene_member(bridge[i], port[i]);
		scene_member(bridge[i], scene_device(i, "edge", DEP_PORT));
		scene_address(i, bridge[i], i ? "10.0.0.2" : "10.0.0.1", "10.0.0.0/24");
		scene_route(i, "0.0.0.0/0", DEP_FORWARD, bridge[i], "10.0.0.254");
	}
	CHECK(scene_finds(""));
}

/**
 * test_depend_segment() - test which devices of a segment accept packets
 */
void test_depend_segment(void)
{
	test_segments();
}
