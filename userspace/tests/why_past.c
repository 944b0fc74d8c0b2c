// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the analysis of pauses that are over.
 */
#include <stdlib.h>
#include "why_graph.h"
#include "kernel.h"
#include "test.h"

#define PORTS	8
#define RECORDS	64
#define MS	1000000ULL
#define NOW	(10000 * MS)

#define PLAIN	(&(const struct ctx){ 0 })
#define JSON	(&(const struct ctx){ .json = true })

static struct why_port ports[PORTS];
static struct wait_port waits[PORTS];
static struct record records[PORTS][RECORDS];
static struct why result;

/* Ports of the switch s (0, 1, 2), of the switch t (3, 4), and of hosts (5, 6, 7) */
enum { S1, S2, S3, T1, T2, H1, H2, H3 };

static void begin(void)
{
	static const struct {
		const char	*netns;
		size_t		ns;
		const char	*dev;
	} list[PORTS] = {
		{ "s", 0, "s1" }, { "s", 0, "s2" }, { "s", 0, "s3" }, { "t", 1, "t1" },
		{ "t", 1, "t2" }, { "h1", 2, "eth0" }, { "h2", 3, "eth0" }, { "h3", 4, "eth0" },
	};
	size_t i;

	memset(records, 0, sizeof(records));
	for (i = 0; i < PORTS; i++) {
		free(waits[i].recorder.pasts);
		waits[i] = (struct wait_port){
			.ifindex = i + 1, .recorder = { .time = NOW, .list = records[i] },
		};
		snprintf(waits[i].name, IFNAMSIZ, "%s", list[i].dev);
		ports[i] = (struct why_port){
			.netns = list[i].netns, .ns = list[i].ns, .asked = 0xff,
			.now = &waits[i], .peer_port = WHY_NONE, .peer_netns = "",
			.peer_dev = "",
		};
	}
}

static void peers(size_t a, size_t b)
{
	ports[a].peer = WHY_PEER_PORT;
	ports[a].peer_port = b;
	ports[b].peer = WHY_PEER_PORT;
	ports[b].peer_port = a;
}

/* Adds a transition of priority 3.  @queue: port of the egress queue, or a negative number */
static void add(size_t port, uint64_t ms, uint32_t event, int queue)
{
	struct record *r = &records[port][waits[port].recorder.n];

	*r = (struct record){
		.number = waits[port].recorder.n, .time = ms * MS, .event = event, .prio = 3,
		.bytes = 100000 + port, .queue_ifindex = queue + 1, .queue_prio = 4,
	};
	if (event == PFC_EVENT_XOFF_RECEIVED)
		r->prio = 4;
	if (event == PFC_EVENT_XON_RECEIVED || event == PFC_EVENT_STORM_DETECTED)
		r->prio = 4;
	waits[port].recorder.n++;
}

/* A port sends XOFF because of a queue */
static void sends(size_t port, uint64_t from, uint64_t to, int queue)
{
	add(port, from, PFC_EVENT_XOFF_SENT, queue);
	if (to)
		add(port, to, PFC_EVENT_XON_SENT, -1);
}

/* Priority 4 of a port is paused */
static void paused(size_t port, uint64_t from, uint64_t to)
{
	add(port, from, PFC_EVENT_XOFF_RECEIVED, -1);
	add(port, to, PFC_EVENT_XON_RECEIVED, -1);
}

/* The queues of the chains have priority 4: all XOFF of this port are for it */
static void prio_4(size_t port)
{
	size_t i;

	for (i = 0; i < waits[port].recorder.n; i++)
		records[port][i].prio = 4;
}

static void analyse(uint64_t ms)
{
	size_t i;

	why_free(&result);
	for (i = 0; i < PORTS; i++) {
		waits[i].recorder.n_pasts = 0;
		pasts_find(&waits[i]);
	}
	why_past(ports, PORTS, ms * MS, &result);
}

static bool is_root(size_t i, unsigned int class, uint32_t port, uint8_t prio)
{
	const struct why_root *root = &result.roots[i];

	return i < result.n_roots && root->class == class && root->port == port &&
	       root->prio == prio;
}

static void test_incast(void)
{
	begin();
	sends(S1, 1000, 1100, S3);
	sends(S2, 1010, 1050, S3);
	sends(S2, 3000, 3010, S1);	/* another time, another cause */
	analyse(1020);
	CHECK(result.n_chains == 2 && result.n_roots == 1 && is_root(0, WHY_INCAST, S3, 4));
	CHECK(result.roots[0].senders == 2 && result.roots[0].bytes == 200001);
	CHECK(result.chains[0].n == 1 && result.chains[0].steps[0].votes == 1 &&
	      result.chains[0].steps[0].named == 1);
	/* only what the user asks about, but all senders */
	ports[S1].asked = 0;
	analyse(1020);
	CHECK(result.n_chains == 1 && result.chains[0].steps[0].port == S2 &&
	      result.roots[0].senders == 2);
	analyse(2000);
	CHECK(!result.n_chains && !result.n_roots);
}

static void test_votes(void)
{
	uint64_t ms;

	begin();
	for (ms = 1000; ms < 1100; ms += 10)
		sends(S1, ms, ms + 5, ms == 1050 ? S2 : S3);
	/* a packet to another queue has crossed the threshold of this pause */
	analyse(1052);
	CHECK(is_root(0, WHY_INCAST, S3, 4) && result.chains[0].steps[0].votes == 9 &&
	      result.chains[0].steps[0].named == 10);
	/* two queues with the same number: the one of the pause */
	begin();
	sends(S1, 1000, 1005, S3);
	sends(S1, 1010, 1015, S2);
	analyse(1002);
	CHECK(is_root(0, WHY_INCAST, S3, 4));
	analyse(1012);
	CHECK(is_root(0, WHY_INCAST, S2, 4));
	/* the XOFF that began the pause is not near enough to the other ones */
	begin();
	sends(S1, 1000, 1005, S3);
	sends(S1, 1200, 1205, S3);
	sends(S1, 2000, 2005, S2);
	analyse(2001);
	CHECK(is_root(0, WHY_INCAST, S2, 4));
}

/* h1 > s1, s3 > t1, t2 > h3: t2 is congested, t1 pauses s3, s1 pauses h1 */
static void chain(void)
{
	begin();
	peers(S3, T1);
	peers(S1, H1);
	sends(T1, 1000, 1200, T2);
	prio_4(T1);
	paused(S3, 1001, 1201);
	sends(S1, 1050, 1230, S3);
	add(S1, 1100, PFC_EVENT_HEADROOM_OVERRUN, S3);
	prio_4(S1);
	paused(H1, 1051, 1231);
}

static void test_chain(void)
{
	const struct why_chain *c;

	chain();
	analyse(1100);
	CHECK(result.n_roots == 1 && is_root(0, WHY_INCAST, T2, 4) && result.n_chains == 4);
	c = &result.chains[3];
	CHECK(c->n == 4 && c->steps[0].port == H1 && c->steps[1].port == S1 &&
	      c->steps[2].port == S3 && c->steps[3].port == T1 && c->steps[3].queue_port == T2);
	CHECK(c->steps[1].n_notes == 1 &&
	      c->steps[1].notes[0]->event == PFC_EVENT_HEADROOM_OVERRUN && !c->steps[0].n_notes);
	/* the root is over, but it was the cause when the pause began */
	analyse(1220);
	CHECK(result.n_chains == 2 && is_root(0, WHY_INCAST, T2, 4));
	/* without the peer's namespace, the chain ends at the link */
	ports[S3].peer = WHY_PEER_UNREAD;
	analyse(1100);
	CHECK(!result.chains[0].root &&
	      is_root(0, WHY_NEIGHBOUR, S3, 4) &&
	      is_root(1, WHY_INCAST, T2, 4));
}

static void test_ends(void)
{
	chain();
	CHECK(!why_past_last(ports, PORTS));	/* not yet analysed */
	analyse(1100);
	CHECK(why_past_last(ports, PORTS) == 1051 * MS);
	ports[H1].asked = 1 << 3;
	CHECK(why_past_last(ports, PORTS) == 1050 * MS);

	/* a host pauses the queue: slow receiver; for a long time: storm */
	begin();
	ports[S3].peer = WHY_PEER_DEVICE;
	paused(S3, 1000, 1090);
	analyse(1000);
	CHECK(is_root(0, WHY_SLOW_RECEIVER, S3, 4) && result.roots[0].past);
	begin();
	ports[S3].peer = WHY_PEER_DEVICE;
	paused(S3, 1000, 1100);
	analyse(1000);
	CHECK(is_root(0, WHY_STORM, S3, 4));

	/* the peer is a port, but has not sent this XOFF */
	begin();
	peers(S3, T1);
	sends(T1, 1095, 1200, T2);
	prio_4(T1);
	paused(S3, 1000, 1090);
	analyse(1000);
	CHECK(is_root(0, WHY_SLOW_RECEIVER, S3, 4));

	/* the watchdog has detected a storm */
	begin();
	paused(S3, 1000, 1020);
	analyse(1000);
	CHECK(is_root(0, WHY_NEIGHBOUR, S3, 4));
	begin();
	add(S3, 1000, PFC_EVENT_XOFF_RECEIVED, -1);
	add(S3, 1010, PFC_EVENT_STORM_DETECTED, -1);
	add(S3, 1020, PFC_EVENT_XON_RECEIVED, -1);
	analyse(1000);
	CHECK(is_root(0, WHY_STORM, S3, 4) && result.chains[0].steps[0].n_notes == 1);
}

static void test_unknown(void)
{
	/* the start of the pause is overwritten, and no other XOFF is near */
	begin();
	waits[S1].recorder.first = 1000;
	add(S1, 1000, PFC_EVENT_PEAK, -1);
	add(S1, 1100, PFC_EVENT_XON_SENT, -1);
	analyse(1050);
	CHECK(result.n_chains == 1 && is_root(0, WHY_UNKNOWN, S1, 3));
	analyse(900);	/* not covered */
	CHECK(!result.n_chains);
	/* the port of the queue is gone, or is one of another namespace */
	begin();
	sends(S1, 1000, 1100, 99);
	analyse(1050);
	CHECK(is_root(0, WHY_UNKNOWN, S1, 3));
	begin();
	sends(S1, 1000, 1100, T2);
	analyse(1050);
	CHECK(is_root(0, WHY_UNKNOWN, S1, 3));
}

/* s3 > t1, t2 > s2: each waits for the other */
static void test_cycle(void)
{
	begin();
	peers(S3, T1);
	peers(T2, S2);
	peers(S1, H1);
	sends(T1, 1000, 0, T2);
	prio_4(T1);
	add(T2, 1001, PFC_EVENT_XOFF_RECEIVED, -1);
	sends(S2, 1001, 0, S3);
	prio_4(S2);
	add(S3, 1001, PFC_EVENT_XOFF_RECEIVED, -1);
	sends(S1, 1002, 0, S3);
	prio_4(S1);
	analyse(2000);
	CHECK(result.n_roots == 1 && result.roots[0].class == WHY_CYCLE &&
	      result.roots[0].n_cycle == 2);
	CHECK(result.n_chains == 5 && result.chains[0].steps[0].port == S1 &&
	      is_root(0, WHY_CYCLE, S3, 4) && result.roots[0].cycle[0] == why_queue(S3, 4));
}

static void test_words(void)
{
	CHECK(shows(PLAIN, "why at", "", 2,
		    "pfcctl: at: no value given; fix: add a value after at\n"));
	CHECK(shows(PLAIN, "why --at 1000.5", "", 1, "pfcctl: at: '1000.5' is in the future\n"));
	CHECK(shows(PLAIN, "why last at -5s", "", 2, "pfcctl: at: cannot be combined with last\n"));
	CHECK(shows(PLAIN, "why --last --dot", "", 2,
		    "pfcctl: dot: cannot be combined with last\n"));
	CHECK(shows(PLAIN, "why at -5s interval 1s", "", 2,
		    "pfcctl: interval: cannot be combined with at\n"));
	CHECK(shows(JSON, "why prio 3 last", "", 2,
		    "pfcctl: prio: needs a device before it, as in dev p1 prio 3\n"));
}

/**
 * test_why_past() - test the analysis of pauses that are over
 */
void test_why_past(void)
{
	size_t i;

	kernel = (struct kernel){ 0 };
	test_incast();
	test_votes();
	test_chain();
	test_ends();
	test_unknown();
	test_cycle();
	test_words();
	why_free(&result);
	for (i = 0; i < PORTS; i++)
		free(waits[i].recorder.pasts);
}
