// SPDX-License-Identifier: GPL-2.0-only
/*
 * Headroom: response times by speed, sums computed by hand, and each term of random links.
 */
#include <kunit/test.h>
#include <linux/prandom.h>
#include "../../kmod/core/headroom.h"

#define STEPS	20000
#define SEED	0x9fc0906

#define LONGEST	(2 * PFC_DELAY_MAX)	/* cable and emulated delay */

/* Literal values of the response time table at the limits of its entries */
static const struct {
	u32 speed;
	u32 quanta;
} responses[] = {
	{       1,    1 },
	{      10,    1 },
	{      99,    1 },
	{     100,    1 },
	{     101,    2 },
	{    1000,    2 },
	{    1001,   67 },
	{    2500,   67 },
	{    5000,   67 },
	{   10000,   67 },
	{   10001,   80 },
	{   25000,   80 },
	{   25001,  118 },
	{   40000,  118 },
	{   40001,  147 },
	{   50000,  147 },
	{   50001,  394 },
	{  100000,  394 },
	{  100001,  453 },
	{  200000,  453 },
	{  200001,  905 },
	{  399999,  905 },
	{  400000,  905 },
	{  400001,  906 },	/* 905.002 */
	{  800000, 1810 },
	{ 1000000, 2263 },	/* 2262.5 */
	{ 1600000, 3620 },
};

static const struct {
	struct pfc_link link;
	u64 bytes;		/* expected headroom; a comment above each entry has its terms */
} sums[] = {
	/* in flight 0 + response 64 + three frames 3 * 1518 + PFC frame 64 */
	{ { .rate = 100000000, .speed = 100, .mtu = 1500 }, 4682 },
	/* the same with a batch of 64 frames: 0 + 64 + 3 * 1518 + 64 + 64 * 1518 */
	{ { .rate = 100000000, .speed = 100, .mtu = 1500, .batch = 64 }, 101834 },
	/* 0 + 4288 + 3 * 1518 + 64 */
	{ { .rate = 10000000000, .speed = 10000, .mtu = 1500 }, 8906 },
	/* 300 m: 3750 + 4288 + 3 * 1518 + 64 */
	{ { .rate = 10000000000, .speed = 10000, .delay = 1500, .mtu = 1500 }, 12656 },
	/* 10 ms: 2500000 + 128 + 3 * 9018 + 64 */
	{ { .rate = 1000000000, .speed = 1000, .delay = 10000000, .mtu = 9000 },
	  2527246 },
	/* 2 km: 250000 + 25216 + 3 * 9234 + 64 + 64 * 9234 */
	{ { .rate = 100000000000, .speed = 100000, .delay = 10000, .mtu = 9216,
	    .batch = 64 }, 893958 },
	/* a thousandth of the link speed: 2500 + 5 + 3 * 1518 + 64 + 1518 */
	{ { .rate = 10000000, .speed = 10000, .delay = 1000000, .mtu = 1500,
	    .batch = 1 }, 8641 },
	/* a peer four times as fast: 1500 + 1716 + 1518 + 4 * 1518 + 1518 + 4 * 64 */
	{ { .rate = 4000000000, .own_rate = 1000000000, .speed = 10000, .delay = 1500,
	    .mtu = 1500 }, 12580 },
	/* latency 2 ms: 0 + 128 + 3 * 1518 + 64 + 250000 */
	{ { .rate = 1000000000, .speed = 1000, .mtu = 1500, .latency = 2000000 }, 254746 },
	/* ring at 1/10 of the peer's rate: 0 + 64 + 1518 + 10 * 1518 + 1518 + 10 * 64 + 30000 */
	{ { .rate = 100000000, .own_rate = 10000000, .speed = 100, .mtu = 1500,
	    .ring = 3000 }, 48920 },
	/* equal rates: as without own_rate */
	{ { .rate = 100000000, .own_rate = 100000000, .speed = 100, .mtu = 1500 }, 4682 },
	/* largest rate, speed and MTU: 4 * 10^6 + 231680 + 3 * 65553 + 64 */
	{ { .rate = PFC_RATE_MAX, .speed = PFC_SPEED_MAX, .delay = 10000,
	    .mtu = 65535 }, 4428403 },
};

static void headroom_responses(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(responses); i++)
		KUNIT_EXPECT_EQ_MSG(test, pfc_response_quanta(responses[i].speed),
				    responses[i].quanta, "at %u Mb/s",
				    responses[i].speed);
}

static void headroom_sums(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sums); i++)
		KUNIT_EXPECT_EQ_MSG(test, pfc_headroom(&sums[i].link), sums[i].bytes,
				    "link %u", i);
}

/* Results saturate at PFC_SIZE_MAX and never wrap */
static void headroom_saturates(struct kunit *test)
{
	const struct pfc_link plain = { .rate = 1, .speed = 1000, .mtu = 1500 };
	struct pfc_link link = plain;
	struct pfc_headroom_terms terms;

	/* the flight term alone is 2^30 bytes; with less delay, the sum is 4 bytes below 2^30 */
	link.rate = 1000000000;
	link.delay = 4294967295U;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), (u64)PFC_SIZE_MAX);
	link.delay = 4294967295U - 19000;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), PFC_SIZE_MAX - 4ULL);
	link.delay = PFC_DELAY_MAX;
	link.rate = U64_MAX;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), (u64)PFC_SIZE_MAX);
	link.delay = 0;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), (u64)PFC_SIZE_MAX);

	link = plain;
	link.mtu = U32_MAX;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), (u64)PFC_SIZE_MAX);
	pfc_headroom_terms(&link, &terms);
	KUNIT_EXPECT_EQ(test, terms.frame, (u64)PFC_SIZE_MAX);
	link.batch = U32_MAX;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), (u64)PFC_SIZE_MAX);
	link.mtu = 0;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), (u64)PFC_SIZE_MAX);
	link.mtu = 1024 - 18;
	link.batch = 1U << 22;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), (u64)PFC_SIZE_MAX);

	memset(&link, 0xff, sizeof(link));
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), (u64)PFC_SIZE_MAX);
	link.own_rate--;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), (u64)PFC_SIZE_MAX);
	link = plain;
	link.rate = U64_MAX / 1518;
	link.own_rate = U64_MAX;
	pfc_headroom_terms(&link, &terms);
	KUNIT_EXPECT_EQ(test, terms.waiting, (u64)PFC_SIZE_MAX);
	link.rate /= 2;
	pfc_headroom_terms(&link, &terms);
	KUNIT_EXPECT_EQ(test, terms.waiting, 1ULL);
	link.rate = 2;
	link.own_rate = 1;
	link.ring = PFC_SIZE_MAX / 2 - 1;
	pfc_headroom_terms(&link, &terms);
	KUNIT_EXPECT_EQ(test, terms.ring, PFC_SIZE_MAX - 2ULL);
	link.ring = U32_MAX;
	pfc_headroom_terms(&link, &terms);
	KUNIT_EXPECT_EQ(test, terms.ring, (u64)PFC_SIZE_MAX);
}

/* Random numbers of all magnitudes up to @max */
static u64 any(struct rnd_state *rnd, u64 max)
{
	u64 number = (u64)prandom_u32_state(rnd) << 32 | prandom_u32_state(rnd);
	u64 rest;

	number >>= prandom_u32_state(rnd) % 64;
	div64_u64_rem(number, max + 1, &rest);
	return rest;
}

static struct pfc_link any_link(struct rnd_state *rnd)
{
	return (struct pfc_link) {
		.rate = any(rnd, PFC_RATE_MAX),
		.own_rate = any(rnd, 3) ? PFC_RATE_MIN + any(rnd, PFC_RATE_MAX) : 0,
		.speed = 1 + any(rnd, PFC_SPEED_MAX - 1),
		.delay = any(rnd, LONGEST),
		.mtu = any(rnd, 65535),
		.batch = any(rnd, PFC_BATCH_MAX),
		.latency = any(rnd, PFC_LATENCY_MAX),
		.ring = any(rnd, PFC_SIZE_MAX),
	};
}

/* @a * @b / @c, with a product of 128 bits, rounded up and limited */
static u64 quotient(u64 a, u64 b, u64 c)
{
	u64 q = mul_u64_u64_div_u64(a, b, c);

	/* the remainder has at most 64 bits, so the upper bits of the products do not matter */
	q += q * c != a * b;
	return min_t(u64, q, PFC_SIZE_MAX);
}

/* Bytes that the peer sends while the port sends @bytes */
static u64 meanwhile(const struct pfc_link *link, u64 bytes)
{
	return quotient(link->own_rate ? link->rate : 1, bytes, link->own_rate ?: 1);
}

/* Each term of random links is exact: compared with 128-bit arithmetic */
static void headroom_exact(struct kunit *test)
{
	unsigned int full_flight = 0, full_late = 0, full_ring = 0;
	struct pfc_headroom_terms terms;
	struct rnd_state rnd;
	int i;

	prandom_seed_state(&rnd, SEED);
	for (i = 0; i < STEPS; i++) {
		struct pfc_link link = any_link(&rnd);
		u64 frame = max(link.mtu + 18ULL, 60ULL);

		/* with more bytes, the product can exceed 64 bits, and the result is the limit */
		link.ring %= 1 << 22;
		pfc_headroom_terms(&link, &terms);
		KUNIT_ASSERT_EQ(test, terms.frame, frame);
		KUNIT_ASSERT_EQ(test, terms.crossing, frame);
		KUNIT_ASSERT_EQ(test, terms.begun, frame);
		KUNIT_ASSERT_EQ(test, terms.batch, frame * link.batch);
		KUNIT_ASSERT_EQ(test, terms.flight, quotient(link.rate, link.delay, 4000000000ULL));
		KUNIT_ASSERT_EQ(test, terms.response,
				quotient(link.rate, 64ULL * pfc_response_quanta(link.speed),
					 1000000ULL * link.speed));
		KUNIT_ASSERT_EQ(test, terms.waiting, meanwhile(&link, frame));
		KUNIT_ASSERT_EQ(test, terms.pfc, meanwhile(&link, 64));
		KUNIT_ASSERT_EQ(test, terms.late, quotient(link.rate, link.latency, 8000000000ULL));
		KUNIT_ASSERT_EQ(test, terms.ring, meanwhile(&link, link.ring));
		full_flight += terms.flight == PFC_SIZE_MAX;
		full_late += terms.late == PFC_SIZE_MAX;
		full_ring += terms.ring == PFC_SIZE_MAX;
	}
	KUNIT_EXPECT_GT(test, full_flight, 10U);
	KUNIT_EXPECT_GT(test, full_late, 10U);
	KUNIT_EXPECT_GT(test, full_ring, 10U);
}

static void expect_rise(struct kunit *test, const struct pfc_link *from,
			const struct pfc_link *to, const char *name)
{
	KUNIT_EXPECT_LE_MSG(test, pfc_headroom(from), pfc_headroom(to),
			    "%s, rate %llu speed %u delay %u mtu %u batch %u", name,
			    from->rate, from->speed, from->delay, from->mtu,
			    from->batch);
}

/* The headroom never falls if a parameter other than own_rate grows; speed grows with rate */
static void headroom_monotonic(struct kunit *test)
{
	struct pfc_link from, to;
	struct rnd_state rnd;
	int i;

	prandom_seed_state(&rnd, SEED);
	for (i = 0; i < STEPS; i++) {
		from = any_link(&rnd);
		to = from;
		to.rate += any(&rnd, PFC_RATE_MAX);
		expect_rise(test, &from, &to, "rate");
		to = from;
		to.own_rate += any(&rnd, PFC_RATE_MAX);
		if (from.own_rate)
			expect_rise(test, &to, &from, "own rate");
		to = from;
		to.delay += any(&rnd, LONGEST);
		expect_rise(test, &from, &to, "delay");
		to = from;
		to.mtu += any(&rnd, 65535);
		expect_rise(test, &from, &to, "mtu");
		to = from;
		to.batch += any(&rnd, PFC_BATCH_MAX);
		expect_rise(test, &from, &to, "batch");
		to = from;
		to.latency += any(&rnd, PFC_LATENCY_MAX);
		expect_rise(test, &from, &to, "latency");
		to = from;
		to.ring += any(&rnd, PFC_SIZE_MAX);
		expect_rise(test, &from, &to, "ring");
		from.rate = from.speed * 1000000ULL;
		to = from;
		to.speed += any(&rnd, PFC_SPEED_MAX);
		to.rate = to.speed * 1000000ULL;
		expect_rise(test, &from, &to, "speed");
	}
}

static struct kunit_case headroom_cases[] = {
	KUNIT_CASE(headroom_responses),
	KUNIT_CASE(headroom_sums),
	KUNIT_CASE(headroom_saturates),
	KUNIT_CASE(headroom_exact),
	KUNIT_CASE(headroom_monotonic),
	{}
};

static struct kunit_suite headroom_suite = {
	.name = "pfc_headroom",
	.test_cases = headroom_cases,
};

kunit_test_suite(headroom_suite);
