// SPDX-License-Identifier: GPL-2.0-only
/*
 * Deadlocks: graphs with known results, and random graphs compared with a search through all sets
 * of PGs.
 */
#include <kunit/test.h>
#include <linux/prandom.h>
#include <linux/string.h>
#include "../../kmod/core/cycle.c"

#define NODES	8
#define EDGES	24
#define GRAPHS	2000
#define SEED	0x511ab

static struct pfc_cycle_node nodes[NODES];
static struct pfc_cycle_edge edges[EDGES];
static struct pfc_cycle_graph graph = { .nodes = nodes, .edges = edges };

static void start(u32 n, u32 xon)
{
	u32 i;

	memset(nodes, 0, sizeof(nodes));
	graph.n_nodes = n;
	graph.n_edges = 0;
	for (i = 0; i < n; i++)
		nodes[i].xon = xon;
}

static void wait(u32 from, u32 to, u32 bytes)
{
	edges[graph.n_edges++] = (struct pfc_cycle_edge) {
		.from = from, .to = to, .bytes = bytes,
	};
}

static void a_ring_is_one_cycle(struct kunit *test)
{
	start(3, 1000);
	wait(0, 1, 1001);
	wait(1, 2, 1001);
	wait(2, 0, 1001);
	pfc_cycle_solve(&graph);
	KUNIT_EXPECT_EQ(test, pfc_cycle_next(&graph), 0);
	KUNIT_EXPECT_EQ(test, pfc_cycle_step(&graph, 0), 1);
	KUNIT_EXPECT_EQ(test, pfc_cycle_step(&graph, 1), 2);
	KUNIT_EXPECT_EQ(test, pfc_cycle_step(&graph, 2), 0);
	KUNIT_EXPECT_EQ(test, pfc_cycle_next(&graph), PFC_CYCLE_NONE);
}

static void a_ring_that_drains_to_xon_is_none(struct kunit *test)
{
	start(3, 1000);
	wait(0, 1, 1001);
	wait(1, 2, 1000);
	wait(2, 0, 1001);
	pfc_cycle_solve(&graph);
	KUNIT_EXPECT_FALSE(test, nodes[0].stuck || nodes[1].stuck || nodes[2].stuck);
	KUNIT_EXPECT_EQ(test, pfc_cycle_next(&graph), PFC_CYCLE_NONE);
}

static void a_chain_is_none(struct kunit *test)
{
	start(3, 1000);
	wait(0, 1, 5000);
	wait(1, 2, 5000);
	pfc_cycle_solve(&graph);
	KUNIT_EXPECT_EQ(test, pfc_cycle_next(&graph), PFC_CYCLE_NONE);
}

static void a_tail_is_stuck_but_not_in_the_cycle(struct kunit *test)
{
	start(4, 100);
	wait(3, 0, 200);
	wait(0, 1, 200);
	wait(1, 0, 200);
	wait(2, 3, 50);
	pfc_cycle_solve(&graph);
	KUNIT_EXPECT_TRUE(test, nodes[3].stuck);
	KUNIT_EXPECT_FALSE(test, nodes[2].stuck);
	KUNIT_EXPECT_EQ(test, pfc_cycle_next(&graph), 0);
	KUNIT_EXPECT_EQ(test, pfc_cycle_step(&graph, 0), 1);
	KUNIT_EXPECT_EQ(test, pfc_cycle_step(&graph, 1), 0);
	KUNIT_EXPECT_EQ(test, pfc_cycle_next(&graph), PFC_CYCLE_NONE);
}

static void bytes_behind_several_queues_add_up(struct kunit *test)
{
	start(2, 1000);
	wait(0, 1, 600);
	wait(0, 1, 600);
	wait(1, 0, 1500);
	pfc_cycle_solve(&graph);
	KUNIT_EXPECT_EQ(test, pfc_cycle_next(&graph), 0);
}

static void two_cycles_are_found_once_each(struct kunit *test)
{
	start(5, 0);
	wait(0, 1, 10);
	wait(1, 0, 10);
	wait(2, 3, 10);
	wait(3, 4, 10);
	wait(4, 2, 10);
	pfc_cycle_solve(&graph);
	KUNIT_EXPECT_EQ(test, pfc_cycle_next(&graph), 0);
	KUNIT_EXPECT_EQ(test, pfc_cycle_next(&graph), 2);
	KUNIT_EXPECT_EQ(test, pfc_cycle_next(&graph), PFC_CYCLE_NONE);
}

static void bytes_of_a_queue_share_an_edge(struct kunit *test)
{
	start(2, 1000);
	nodes[0].via = PFC_CYCLE_NONE;
	nodes[1].via = PFC_CYCLE_NONE;
	graph.max_edges = EDGES;
	pfc_cycle_add(&graph, 0, 1, 7, 500);
	pfc_cycle_add(&graph, 1, 0, 7, 20);
	pfc_cycle_add(&graph, 0, 1, 7, 300);
	pfc_cycle_add(&graph, 0, 1, 8, 60);
	KUNIT_EXPECT_EQ(test, graph.n_edges, 3);
	KUNIT_EXPECT_EQ(test, edges[0].bytes, 800);
	KUNIT_EXPECT_EQ(test, edges[1].bytes, 20);
	KUNIT_EXPECT_EQ(test, edges[2].bytes, 60);
}

/* PGs 0 and 1 belong to one namespace, which has room for one edge, PGs 2 and 3 to another */
static void edges_above_the_limit_hide_no_other_cycle(struct kunit *test)
{
	u32 i;

	start(4, 100);
	for (i = 0; i < 4; i++)
		nodes[i].via = PFC_CYCLE_NONE;
	graph.max_edges = 1;
	pfc_cycle_add(&graph, 0, 1, 1, 200);
	pfc_cycle_add(&graph, 1, 0, 2, 200);
	pfc_cycle_add(&graph, 0, 1, 1, 50);
	KUNIT_EXPECT_EQ(test, graph.n_edges, 1);
	KUNIT_EXPECT_EQ(test, edges[0].bytes, 250);
	graph.max_edges = graph.n_edges + 2;
	pfc_cycle_add(&graph, 2, 3, 3, 200);
	pfc_cycle_add(&graph, 3, 2, 4, 200);
	pfc_cycle_solve(&graph);
	KUNIT_EXPECT_EQ(test, pfc_cycle_next(&graph), 2);
	KUNIT_EXPECT_EQ(test, pfc_cycle_next(&graph), PFC_CYCLE_NONE);
}

/* Return: whether each PG of the set keeps more bytes than its XON behind PGs of the set */
static bool holds_itself(u32 set)
{
	u32 i, j;

	for (i = 0; i < graph.n_nodes; i++) {
		u64 blocked = 0;

		if (!(set >> i & 1))
			continue;
		for (j = 0; j < graph.n_edges; j++)
			if (edges[j].from == i && set >> edges[j].to & 1)
				blocked += edges[j].bytes;
		if (blocked <= nodes[i].xon)
			return false;
	}
	return true;
}

static void random_graphs(struct kunit *test)
{
	u32 i, j, set, largest, stuck, found = 0;
	struct rnd_state rnd;

	prandom_seed_state(&rnd, SEED);
	for (i = 0; i < GRAPHS; i++) {
		start(NODES, 0);
		for (j = 0; j < NODES; j++)
			nodes[j].xon = prandom_u32_state(&rnd) % 1000;
		for (j = prandom_u32_state(&rnd) % EDGES; j; j--)
			wait(prandom_u32_state(&rnd) % NODES, prandom_u32_state(&rnd) % NODES,
			     prandom_u32_state(&rnd) % 1000);
		largest = 0;
		for (set = 0; set < 1 << NODES; set++)
			if (holds_itself(set))
				largest |= set;
		pfc_cycle_solve(&graph);
		for (stuck = 0, j = 0; j < NODES; j++)
			stuck |= nodes[j].stuck << j;
		KUNIT_ASSERT_EQ_MSG(test, stuck, largest, "graph %u", i);
		KUNIT_ASSERT_EQ_MSG(test, pfc_cycle_next(&graph) != PFC_CYCLE_NONE, !!largest,
				    "graph %u", i);
		found += !!largest;
	}
	/* Both results occur often */
	KUNIT_EXPECT_GT(test, found, GRAPHS / 10);
	KUNIT_EXPECT_LT(test, found, GRAPHS - GRAPHS / 10);
}

static struct kunit_case cycle_cases[] = {
	KUNIT_CASE(a_ring_is_one_cycle),
	KUNIT_CASE(a_ring_that_drains_to_xon_is_none),
	KUNIT_CASE(a_chain_is_none),
	KUNIT_CASE(a_tail_is_stuck_but_not_in_the_cycle),
	KUNIT_CASE(bytes_behind_several_queues_add_up),
	KUNIT_CASE(two_cycles_are_found_once_each),
	KUNIT_CASE(bytes_of_a_queue_share_an_edge),
	KUNIT_CASE(edges_above_the_limit_hide_no_other_cycle),
	KUNIT_CASE(random_graphs),
	{}
};

static struct kunit_suite cycle_suite = {
	.name = "pfc_cycle",
	.test_cases = cycle_cases,
};

kunit_test_suite(cycle_suite);
