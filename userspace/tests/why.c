// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the analysis of pfcctl why: a constructed scene for each class, chains, shares, cycles.
 */
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include "test.h"
#include "why_scene.h"

#define P	3	/* the priority of most scenes */

static bool near(double value, double expect)
{
	return fabs(value - expect) < 0.001;
}

static double share_of(uint32_t node, size_t root)
{
	const struct why_share *shares = why_shares(&scene_why, node);
	size_t i;

	for (i = 0; i < WHY_SHARES; i++)
		if (shares[i].share && shares[i].root == scene_why.roots[root].number)
			return shares[i].share;
	return 0;
}

/* p1 and p2 send to p3; h1:eth0 and h2:eth0 are their peers */
static uint32_t p1, p2, p3, h1, h2;

static void incast(void)
{
	scene_begin(16);
	p1 = scene_port("sw", "p1");
	p2 = scene_port("sw", "p2");
	p3 = scene_port("sw", "p3");
	h1 = scene_port("h1", "eth0");
	h2 = scene_port("h2", "eth0");
	scene_link(p1, h1);
	scene_link(p2, h2);
	scene_hold(p3, P, p1, 120000, 5001);
	scene_hold(p3, P, p2, 80000, 5002);
	scene_hold(h1, P, WHY_NONE, 50000, 5001);
	scene_waits(h1, P, 5 * SCENE_MS);
	scene_sent(p3, P, 125000);		/* 100 Mb/s */
	scene_received(p1, P, 625000);		/* 1 Gb/s in half of the time */
	scene_received(p2, P, 250000);		/* 200 Mb/s */
}

static void test_incast(void)
{
	const struct why_root *root;

	incast();
	scene_analyse();
	root = scene_why.roots;
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_INCAST, p3, P));
	CHECK(root->bytes == 250000 && root->senders == 2);
	CHECK(root->rates && root->drained == 100000000 && root->offered == 1200000000);
	CHECK(root->n_flows == 2 && root->flows[0].flow->dst_port == 5001 &&
	      root->flows[0].bytes == 120000 && root->flows[0].ingress == p1 &&
	      root->held == 200000);
	CHECK(scene_victim(0, p1, P) && scene_victim(0, h1, P) && root->n_victims == 2);
	CHECK(scene_why.n_chains == 1);

	/* This host is a sender, too; a single sender is an incast of one */
	scene_hold(p3, P, WHY_NONE, 1000, 5003);
	scene_analyse();
	CHECK(scene_root(0, WHY_INCAST, p3, P) && scene_why.roots->senders == 3);

	/* Without a second reading there are no rates */
	scene_ports[p3].before = NULL;
	scene_analyse();
	CHECK(scene_root(0, WHY_INCAST, p3, P) && !scene_why.roots->rates);
}

static void test_none(void)
{
	scene_begin(4);
	p1 = scene_port("sw", "p1");
	p2 = scene_port("sw", "p2");
	scene_hold(p2, P, p1, 20000, 5001);
	scene_sent(p2, P, 500000);
	scene_analyse();
	CHECK(!scene_why.n_roots && !scene_why.n_chains);

	/* A pause that is over, and one that takes 5 % of the time */
	scene_alternates(p1, P, XOFF_TX, 50 * SCENE_MS, 200 * SCENE_MS);
	scene_alternates(p2, P, XOFF_RX, SCENE_MS / 2, 5 * SCENE_MS);
	scene_analyse();
	CHECK(!scene_why.n_roots && !scene_why.n_chains);
	scene_end();
	scene_analyse();
	CHECK(!scene_why.n_roots && !scene_why.n_chains);
}

/* h1 > s1 > s2 > s3 > receiver: the ports of all switches, in the direction of the flow */
static uint32_t in1, out1, in2, out2, in3, out3, other1, other3, host;

static void chain(void)
{
	scene_begin(16);
	in1 = scene_port("sw", "in");
	out1 = scene_port("sw", "out");
	other1 = scene_port("sw", "other");
	in2 = scene_port("s2", "in");
	out2 = scene_port("s2", "out");
	in3 = scene_port("s3", "in");
	other3 = scene_port("s3", "other");
	out3 = scene_port("s3", "out");
	host = scene_port("h1", "eth0");
	scene_link(host, in1);
	scene_link(out1, in2);
	scene_link(out2, in3);
	scene_hold(out3, P, in3, 110000, 1);
	scene_hold(out3, P, other3, 105000, 2);
	scene_hold(out2, P, in2, 120000, 1);
	scene_hold(out1, P, in1, 130000, 1);
	scene_waits(out2, P, 3 * SCENE_MS);
	scene_waits(out1, P, 2 * SCENE_MS);
	scene_waits(host, P, SCENE_MS);
	scene_xoff(other3, P, SCENE_MS);
}

static void test_chain(void)
{
	chain();
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_INCAST, out3, P));
	CHECK(scene_why.roots->bytes == 110000 + 105000 + 120000 + 130000);
	CHECK(scene_victim(0, in1, P) && scene_victim(0, out1, P) && scene_victim(0, in2, P) &&
	      scene_victim(0, out2, P) && scene_victim(0, in3, P) && scene_victim(0, other3, P) &&
	      scene_victim(0, host, P) && scene_why.roots->n_victims == 7);
	CHECK(near(share_of(why_queue(host, P), 0), 1));

	/* A queue that sends on the packets of the victim is no root */
	scene_hold(other1, P, in1, 3000, 9);
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_INCAST, out3, P));

	/* The pauses of the chain alternate, and at the reading nothing is paused */
	memset(scene_now(out2)->wait, 0, sizeof(scene_now(out2)->wait));
	memset(scene_now(in3)->wait, 0, sizeof(scene_now(in3)->wait));
	scene_now(out2)->wait[P].backlog_bytes = 120000;
	scene_alternates(out2, P, XOFF_RX, 40 * SCENE_MS, 30 * SCENE_MS);
	scene_alternates(in3, P, XOFF_TX, 40 * SCENE_MS, 30 * SCENE_MS);
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_INCAST, out3, P));

	/* Between two pauses, the last switch passes on what arrives, and a victim as well */
	chain();
	memset(scene_now(out2)->wait, 0, sizeof(scene_now(out2)->wait));
	memset(scene_now(in3)->wait, 0, sizeof(scene_now(in3)->wait));
	scene_now(out3)->queue[P].n_holders = 0;
	scene_now(out3)->queue[P].n_flows = 0;
	memset(scene_now(in3)->wait_pg, 0, sizeof(scene_now(in3)->wait_pg));
	scene_now(out2)->wait[P].backlog_bytes = 120000;
	scene_alternates(out2, P, XOFF_RX, 6 * SCENE_MS, SCENE_MS);
	scene_alternates(in3, P, XOFF_TX, 6 * SCENE_MS, SCENE_MS);
	scene_alternates(out3, P, XOFF_RX, 6 * SCENE_MS, SCENE_MS);
	scene_peer(out3, WHY_PEER_DEVICE, "r", "eth0");
	scene_hold(other3, P, in3, 1000, 9);
	scene_earlier(out3, P, in3, 110000, 1);
	scene_before(out3)->wait[P].backlog_bytes = 110000;
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_SLOW_RECEIVER, out3, P));

	/* Nobody asks about the other switches */
	scene_ports[in1].asked = 0;
	scene_ports[out1].asked = 0;
	scene_ports[other1].asked = 0;
	scene_analyse();
	CHECK(!scene_why.n_roots && !scene_why.n_chains);
}

/* Return: the flow to a UDP port among those of the first root, or NULL */
static const struct why_flow *flow_of(unsigned int number)
{
	const struct why_root *root = scene_why.roots;
	uint32_t i;

	for (i = 0; i < root->n_flows; i++)
		if (root->flows[i].flow->dst_port == number)
			return &root->flows[i];
	return NULL;
}

/*
 * The queue of the root holds frames of one sender only.  The other flows are in the earlier
 * reading, or wait in front of it.  A victim has another destination.
 */
static void test_flows(void)
{
	const struct why_flow *flow;

	chain();
	scene_earlier(out3, P, other3, 205000, 3);
	scene_now(out3)->queue[P].n_holders = 1;
	scene_now(out3)->queue[P].bytes = 110000;
	scene_now(out3)->wait[P].backlog_bytes = 110000;
	scene_now(out3)->queue[P].n_flows = 1;
	scene_hold(out1, P, in1, 5000, 4);
	scene_hold(out1, P, in1, 5000, 5);
	scene_now(out1)->queue[P].flow[2].dst[3] = 9;
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_INCAST, out3, P));
	CHECK(scene_why.roots->n_flows == 3 && scene_why.roots->senders == 2);
	CHECK(scene_why.roots->held == (110000 + 205000) / 2);
	flow = flow_of(1);
	CHECK(flow && flow->bytes == 55000 && flow->waiting == 120000 + 130000 &&
	      flow->ingress == in3);
	flow = flow_of(3);
	CHECK(flow && flow->bytes == 102500 && !flow->waiting && flow->ingress == other3);
	flow = flow_of(4);
	CHECK(flow && !flow->bytes && flow->waiting == 5000 && flow->queue == out1);

	/* Not IP: the MAC address is the destination; a switch on the way has removed a tag */
	chain();
	scene_now(out3)->queue[P].flow[0].addr_len = 0;
	scene_now(out3)->queue[P].flow[1].addr_len = 0;
	scene_now(out3)->queue[P].flow[1].src_mac[0] = 2;
	scene_now(out2)->queue[P].flow[0].addr_len = 0;
	scene_now(out2)->queue[P].flow[0].src_mac[0] = 4;
	scene_now(out1)->queue[P].flow[0].addr_len = 0;
	scene_now(out1)->queue[P].flow[0].tagged = true;
	scene_analyse();
	CHECK(scene_why.roots->n_flows == 3);
	CHECK(scene_why.roots->flows[0].bytes == 110000 &&
	      scene_why.roots->flows[0].waiting == 130000);
	CHECK(!scene_why.roots->flows[2].bytes && scene_why.roots->flows[2].waiting == 120000);
}

static void test_shares(void)
{
	incast();
	/* p1 is held by two queues; h1:eth0 and p1 have both as a cause */
	h2 = scene_port("sw", "p4");
	scene_hold(h2, P, p1, 40000, 7);
	scene_analyse();
	CHECK(scene_why.n_roots == 2 && scene_root(0, WHY_INCAST, p3, P) &&
	      scene_root(1, WHY_INCAST, h2, P));
	CHECK(near(share_of(why_pg(p1, P), 0), 0.75) && near(share_of(why_pg(p1, P), 1), 0.25));
	CHECK(scene_why.roots[0].bytes == 200000 + 37500 && scene_why.roots[1].bytes == 52500);
	CHECK(scene_victim(0, h1, P) && scene_victim(1, h1, P));

	/* Only the first 10 % of a queue were visited */
	scene_now(h2)->queue[P].partial = true;
	scene_now(h2)->queue[P].bytes = 400000;
	scene_now(h2)->wait[P].backlog_bytes = 400000;
	scene_analyse();
	CHECK(near(share_of(why_pg(p1, P), 0), 400.0 / 520));
}

static void receiver(enum why_peer peer)
{
	scene_begin(8);
	p1 = scene_port("sw", "p1");
	p3 = scene_port("sw", "p3");
	scene_peer(p3, peer, peer == WHY_PEER_DEVICE ? "h3" : "",
		   peer == WHY_PEER_DEVICE ? "eth0" : "");
	scene_hold(p3, P, p1, 110000, 5001);
	scene_xoff(p1, P, 2 * SCENE_MS);
	scene_sent(p3, P, 12500);
}

static void test_receiver(void)
{
	receiver(WHY_PEER_DEVICE);
	scene_alternates(p3, P, XOFF_RX, 9 * SCENE_MS, 100000);
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_SLOW_RECEIVER, p3, P));
	CHECK(scene_why.roots->permille >= 900 && scene_why.roots->drained == 10000000);
	CHECK(scene_victim(0, p1, P) && scene_why.roots->n_victims == 1);

	/* The peer is a port of this kernel, but it has not asked for the pauses */
	receiver(WHY_PEER_DEVICE);
	h1 = scene_port("h3", "eth0");
	scene_link(p3, h1);
	scene_paused(p3, P, 20 * SCENE_MS);
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_SLOW_RECEIVER, p3, P));

	/* Outside of this kernel, with the address of the frames */
	receiver(WHY_PEER_OUTSIDE);
	scene_paused(p3, P, 20 * SCENE_MS);
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_NEIGHBOUR, p3, P));

	/* A namespace without privileges: no guess, unless the watchdog knows better */
	receiver(WHY_PEER_UNREAD);
	scene_paused(p3, P, 500 * SCENE_MS);
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_NEIGHBOUR, p3, P));
	scene_now(p3)->wait[P].storm = PFC_WATCHDOG_STATE_STORM;
	scene_analyse();
	CHECK(scene_root(0, WHY_STORM, p3, P));
}

static void test_storm(void)
{
	receiver(WHY_PEER_DEVICE);
	scene_paused(p3, P, 100 * SCENE_MS);
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_STORM, p3, P));
	scene_config(p3)->detection_time = 200 * SCENE_MS;
	scene_analyse();
	CHECK(scene_root(0, WHY_SLOW_RECEIVER, p3, P));
	scene_now(p3)->wait[P].storm = PFC_WATCHDOG_STATE_STORM;
	scene_analyse();
	CHECK(scene_root(0, WHY_STORM, p3, P));

	/* A storm without traffic is a root without victims */
	scene_begin(2);
	p3 = scene_port("sw", "p3");
	scene_paused(p3, P, 500 * SCENE_MS);
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_STORM, p3, P));
	CHECK(!scene_why.roots->bytes && !scene_why.roots->n_victims && scene_why.n_chains == 1);

	/* An operator has triggered the watchdog */
	scene_config(p3)->watches[P].manual = true;
	scene_analyse();
	CHECK(scene_root(0, WHY_SETTING, p3, P) &&
	      scene_why.roots->setting == WHY_SETTING_WATCHDOG);
}

static void test_settings(void)
{
	incast();
	scene_config(p3)->tcs[P].rate = 100000000;
	scene_analyse();
	CHECK(scene_root(0, WHY_SETTING, p3, P) &&
	      scene_why.roots->setting == WHY_SETTING_MAXRATE &&
	      scene_why.roots->limit == 100000000);

	/* A limit that the class does not reach */
	scene_config(p3)->tcs[P].rate = 500000000;
	scene_analyse();
	CHECK(scene_root(0, WHY_INCAST, p3, P));
	scene_config(p3)->tcs[P].rate = 0;

	/* The rate limits a device that is faster, but not a veth */
	scene_config(p3)->rate = 100000000;
	scene_analyse();
	CHECK(scene_root(0, WHY_INCAST, p3, P));
	scene_config(p3)->speed_source = PFC_SPEED_SOURCE_DEVICE;
	scene_analyse();
	CHECK(scene_root(0, WHY_SETTING, p3, P) && scene_why.roots->setting == WHY_SETTING_RATE);

	/* A strict class starves the queue; the priority of a lower strict class does not */
	incast();
	scene_now(p3)->wait[P].sent_bytes = 0;
	scene_sent(p3, 5, 1000000);
	scene_config(p3)->tcs[5].tsa = PFC_TSA_STRICT;
	scene_analyse();
	CHECK(scene_root(0, WHY_SETTING, p3, P) &&
	      scene_why.roots->setting == WHY_SETTING_STRICT);
	/* A strict class that leaves the queue a small part of the port; it uses half of it */
	scene_sent(p3, P, 100000);
	scene_analyse();
	CHECK(scene_root(0, WHY_SETTING, p3, P) &&
	      scene_why.roots->setting == WHY_SETTING_STRICT);
	scene_now(p3)->wait[5].sent_bytes /= 2;
	scene_analyse();
	CHECK(scene_root(0, WHY_INCAST, p3, P));
	incast();
	scene_now(p3)->wait[P].sent_bytes = 0;
	scene_sent(p3, 5, 1000000);
	scene_config(p3)->tcs[P].tsa = PFC_TSA_STRICT;
	scene_config(p3)->prio_tc[5] = 1;
	scene_config(p3)->tcs[1].tsa = PFC_TSA_STRICT;
	scene_analyse();
	CHECK(scene_root(0, WHY_INCAST, p3, P));
}

/*
 * A ring of switches: ports "next" and "prev", and "host".  The frames from "prev" wait in the
 * queue of "next".
 */
#define RING	3

static uint32_t next[RING], prev[RING], edge[RING];

static void ring(void)
{
	static const char *const names[] = { "sw", "s1", "s2" };
	int i;

	scene_begin(4 * RING);
	for (i = 0; i < RING; i++) {
		next[i] = scene_port(names[i], "next");
		prev[i] = scene_port(names[i], "prev");
		edge[i] = scene_port(names[i], "host");
	}
	for (i = 0; i < RING; i++)
		scene_link(next[i], prev[(i + 1) % RING]);
	for (i = 0; i < RING; i++) {
		scene_hold(next[i], P, prev[i], 100000, i);
		scene_waits(next[i], P, (20 - 3 * i) * SCENE_MS);
	}
}

static void test_cycle(void)
{
	const struct why_root *root;
	int i;

	ring();
	scene_analyse();
	root = scene_why.roots;
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_CYCLE, next[0], P));
	CHECK(root->n_cycle == RING && root->bytes == 300000 && !root->n_victims);
	for (i = 0; i < RING; i++)
		CHECK(root->cycle[i] == why_queue(next[i], P));
	/* next[2] was paused last, by prev[0], whose frames wait in next[0] */
	CHECK(root->closing.flow && root->closing.flow->dst_port == 0 &&
	      root->closing.ingress == prev[0]);
	CHECK(root->n_flows == RING && root->held == 300000);

	/* Traffic from outside of the cycle does not change that; its port is a tail */
	scene_hold(next[1], P, edge[1], 150000, 8);
	scene_xoff(edge[1], P, SCENE_MS);
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_CYCLE, next[0], P));
	CHECK(scene_why.roots->bytes == 450000 && scene_victim(0, edge[1], P) &&
	      scene_why.roots->n_victims == 1);

	/* PG prev[1] can drain below XON through a queue that sends */
	ring();
	scene_now(next[1])->queue[P].holder->bytes = 50000;
	scene_hold(edge[1], P, prev[1], 50000, 9);
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_INCAST, edge[1], P));
	scene_now(next[1])->queue[P].holder->bytes = SCENE_XON + 1;
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_CYCLE, next[0], P));

	/* The pauses of a ring under load alternate */
	ring();
	scene_now(next[1])->wait[P].rx_paused = false;
	scene_alternates(next[1], P, XOFF_RX, 9 * SCENE_MS, SCENE_MS);
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_INCAST, next[1], P));
}

/* A switch waits for the ring, a host waits for that switch; nobody of the ring is asked */
static void test_tail(void)
{
	uint32_t far, up, down, in;
	int i;

	ring();
	for (i = 0; i < 3 * RING; i++)
		scene_ports[i].asked = 0;
	far = scene_port("far", "up");
	in = scene_port("far", "in");
	up = scene_port("h9", "eth0");
	down = edge[1];
	scene_link(far, down);
	scene_link(up, in);
	scene_hold(next[1], P, down, 110000, 8);
	scene_hold(far, P, in, 110000, 8);
	scene_waits(far, P, SCENE_MS);
	scene_waits(up, P, SCENE_MS);
	scene_ports[in].asked = 0xff;
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_CYCLE, next[0], P));
	CHECK(scene_victim(0, in, P) && scene_victim(0, far, P) && scene_victim(0, up, P));
	CHECK(scene_why.n_chains == 1 && near(share_of(why_queue(up, P), 0), 1));
}

/* PAUSE has no priorities: the PG of the peer that is above XOFF counts */
static void test_pause(void)
{
	receiver(WHY_PEER_OUTSIDE);
	h1 = scene_port("s2", "in");
	h2 = scene_port("s2", "out");
	scene_link(p3, h1);
	scene_config(p3)->flow_control = PFC_FLOW_CONTROL_PAUSE;
	scene_config(h1)->flow_control = PFC_FLOW_CONTROL_PAUSE;
	scene_paused(p3, P, SCENE_MS);
	scene_hold(h2, 5, h1, 120000, 4);
	scene_xoff(h1, 5, SCENE_MS);
	scene_now(h1)->wait[P].tx_xoff = true;
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_INCAST, h2, 5));
	CHECK(scene_victim(0, p1, P) && scene_victim(0, p3, P));
}

/* With xoff-ahead, a PG that uses headroom pauses the priorities of the others, too */
static void test_ahead(void)
{
	unsigned int pg;

	receiver(WHY_PEER_OUTSIDE);
	h1 = scene_port("s2", "in");
	h2 = scene_port("s2", "out");
	scene_link(p3, h1);
	for (pg = 3; pg <= 4; pg++) {
		scene_config(h1)->pgs[pg].alpha = 64;
		scene_config(h1)->pgs[pg].xoff_ahead = 10000;
	}
	scene_paused(p3, P, SCENE_MS);
	scene_hold(h2, 4, h1, 120000, 4);
	scene_xoff(h1, 4, SCENE_MS);
	scene_now(h1)->wait_pg[4].headroom = 5000;
	scene_now(h1)->wait[P].tx_xoff = true;
	scene_analyse();
	CHECK(scene_why.n_roots == 1 && scene_root(0, WHY_INCAST, h2, 4));
	CHECK(scene_victim(0, p1, P) && scene_victim(0, p3, P));
}

/* 256 ports in 16 switches; all queues are busy, half of them wait for another switch */
#define MANY		256
#define OF_SWITCH	16
#define HOLDERS		32

static void many(void)
{
	static char names[MANY / OF_SWITCH][8];
	uint32_t i, prio, h;

	scene_begin(MANY);
	for (i = 0; i < MANY; i++) {
		snprintf(names[i / OF_SWITCH], sizeof(*names), "s%u", i / OF_SWITCH);
		scene_port(i < OF_SWITCH ? "sw" : names[i / OF_SWITCH], "p");
	}
	for (i = 0; i + OF_SWITCH < MANY; i++)
		if (i % OF_SWITCH < OF_SWITCH / 2)
			scene_link(i, i + OF_SWITCH + OF_SWITCH / 2);
	for (i = 0; i < MANY; i++)
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			for (h = 0; h < HOLDERS; h++)
				scene_hold(i, prio, i / OF_SWITCH * OF_SWITCH + h % OF_SWITCH,
					   1000 + h * 100, h);
			if (scene_ports[i].peer == WHY_PEER_PORT && i % OF_SWITCH < OF_SWITCH / 2)
				scene_waits(i, prio, SCENE_MS);
		}
}

static void test_many(void)
{
	clock_t begin;
	double ms;

	many();
	begin = clock();
	scene_analyse();
	ms = (clock() - begin) * 1e3 / CLOCKS_PER_SEC;
	printf("pfcctl why: %u ports, %zu edges, %zu roots, %.1f ms of CPU\n", MANY,
	       scene_why.n_edges, scene_why.n_roots, ms);
	CHECK(scene_why.n_edges == MANY * PFC_PRIO_COUNT * OF_SWITCH);
	/* Ten times as long as on a slow machine; work for each pair of edges takes minutes */
	CHECK(ms < 500);
	CHECK(scene_why.n_roots > 0);
}

/**
 * test_why() - run the tests of the analysis
 */
void test_why(void)
{
	test_incast();
	test_none();
	test_chain();
	test_flows();
	test_shares();
	test_receiver();
	test_storm();
	test_settings();
	test_cycle();
	test_tail();
	test_pause();
	test_ahead();
	test_many();
	scene_end();
}
