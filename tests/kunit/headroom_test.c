// SPDX-License-Identifier: GPL-2.0-only
/*
 * Headroom: response times by speed, each term alone, and the sum.
 */
#include <kunit/test.h>
#include <linux/prandom.h>
#include "../../kmod/core/headroom.h"

#define STEPS	20000
#define SEED	0x9fc0906

#define LONGEST	(2 * PFC_DELAY_MAX)	/* cable and emulated delay */

/* Smallest headroom, bytes: three frames of minimum size and the PFC frame */
#define LEAST	(3 * 60 + 64)

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

/* Bytes in flight: both directions, rounded up to whole bytes */
static void headroom_flight(struct kunit *test)
{
	struct pfc_link link = { .speed = PFC_SPEED_MAX };
	struct pfc_headroom_terms terms;
	u64 response;

	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), (u64)LEAST);
	link.delay = PFC_DELAY_MAX;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), (u64)LEAST);
	link.rate = 8000000000;
	link.delay = 0;
	response = pfc_headroom(&link) - LEAST;
	link.delay = 1;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), LEAST + response + 2);
	link.delay = 1000;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), LEAST + response + 2000);

	link.delay = 1;
	link.rate = 4000000000;
	pfc_headroom_terms(&link, &terms);
	KUNIT_EXPECT_EQ(test, terms.flight, 1ULL);
	link.rate++;
	pfc_headroom_terms(&link, &terms);
	KUNIT_EXPECT_EQ(test, terms.flight, 2ULL);
	link.rate = 1;
	pfc_headroom_terms(&link, &terms);
	KUNIT_EXPECT_EQ(test, terms.flight, 1ULL);
}

/*
 * The response time depends on the link speed; the number of bytes that the peer sends in that
 * time depends on the peer's rate.
 */
static void headroom_response(struct kunit *test)
{
	struct pfc_link link = { .speed = 40000 };
	static const struct {
		u64 rate;
		u64 bytes;
	} rates[] = {
		{ 0, 0 },
		{ 1, 1 },
		{ 5296610, 1 },			/* 118 * 64 * rate / 40 Gb/s */
		{ 5296611, 2 },
		{ 1000000000, 189 },		/* 188.8 */
		{ 20000000000, 3776 },
		{ 40000000000, 7552 },
		{ 40000000001, 7553 },
		{ 80000000000, 15104 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rates); i++) {
		link.rate = rates[i].rate;
		KUNIT_EXPECT_EQ_MSG(test, pfc_headroom(&link) - LEAST,
				    rates[i].bytes, "rate %llu", rates[i].rate);
	}
}

static void headroom_frames(struct kunit *test)
{
	struct pfc_link link = { .speed = 1000 };
	struct pfc_headroom_terms terms;

	/* a frame has MTU + 18 bytes (header and VLAN tag), at least 60: exactly 60 for MTU 42 */
	link.mtu = 42;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), (u64)LEAST);
	link.mtu = 43;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), LEAST + 3ULL);
	link.mtu = 1500;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), 3 * 1518ULL + 64);

	/* a batch is a number of full frames */
	link.batch = 1;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), 4 * 1518ULL + 64);
	link.batch = PFC_BATCH_MAX;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), 4099 * 1518ULL + 64);
	link.mtu = 0;
	KUNIT_EXPECT_EQ(test, pfc_headroom(&link), 4099 * 60ULL + 64);

	pfc_headroom_terms(&link, &terms);
	KUNIT_EXPECT_EQ(test, terms.frame, 60ULL);
	KUNIT_EXPECT_EQ(test, terms.crossing, 60ULL);
	KUNIT_EXPECT_EQ(test, terms.waiting, 60ULL);
	KUNIT_EXPECT_EQ(test, terms.begun, 60ULL);
	KUNIT_EXPECT_EQ(test, terms.pfc, 64ULL);
	KUNIT_EXPECT_EQ(test, terms.batch, 60ULL * PFC_BATCH_MAX);
}

/* XOFF waits for a frame of this port; frame and XOFF leave at the port's own rate */
static void headroom_own_rate(struct kunit *test)
{
	struct pfc_link link = { .speed = 1000, .mtu = 1500, .rate = 1000000000 };
	static const struct {
		u64 own_rate;
		u64 waiting;
		u64 pfc;
	} rates[] = {
		{ 0, 1518, 64 },
		{ 1000000000, 1518, 64 },
		{ 500000000, 3036, 128 },
		{ 10000000, 151800, 6400 },
		{ 300000000, 5060, 214 },		/* 213.3 */
		{ 3000000000, 506, 22 },		/* 21.3 */
		{ 999999999, 1519, 65 },
		{ 1000000001, 1518, 64 },
		{ PFC_RATE_MAX, 1, 1 },
		{ U64_MAX, 1, 1 },
		{ 1, PFC_SIZE_MAX, PFC_SIZE_MAX },
	};
	struct pfc_headroom_terms terms;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rates); i++) {
		link.own_rate = rates[i].own_rate;
		pfc_headroom_terms(&link, &terms);
		KUNIT_EXPECT_EQ_MSG(test, terms.waiting, rates[i].waiting,
				    "own rate %llu", rates[i].own_rate);
		KUNIT_EXPECT_EQ_MSG(test, terms.pfc, rates[i].pfc, "own rate %llu",
				    rates[i].own_rate);
		/* the own rate does not change these terms */
		KUNIT_EXPECT_EQ(test, terms.response, 128ULL);
		KUNIT_EXPECT_EQ(test, terms.crossing, 1518ULL);
		KUNIT_EXPECT_EQ(test, terms.begun, 1518ULL);
	}
}

/* Bytes that the peer sends during the latency, rounded up to whole bytes */
static void headroom_late(struct kunit *test)
{
	static const struct {
		u64 rate;
		u32 latency;
		u64 bytes;
	} links[] = {
		{ 0, 0, 0 },
		{ PFC_RATE_MAX, 0, 0 },
		{ 0, PFC_LATENCY_MAX, 0 },
		{ 1, 1, 1 },
		{ 8000000000, 1, 1 },
		{ 8000000001, 1, 2 },
		{ 7999999999, 1, 1 },
		{ 1000000000, 1000000, 125000 },
		{ 10000000000, 500000, 625000 },
		{ PFC_RATE_MAX, 1, 200 },
		{ PFC_RATE_MAX, 5368709, 1073741800 },
		{ PFC_RATE_MAX, 5368710, PFC_SIZE_MAX },
		{ PFC_RATE_MAX, PFC_LATENCY_MAX, PFC_SIZE_MAX },
		/* rate * latency around 2^30 bytes: no overflow, capped at PFC_SIZE_MAX */
		{ 85899345920ULL, PFC_LATENCY_MAX, PFC_SIZE_MAX },
		{ 85899345919ULL, PFC_LATENCY_MAX, PFC_SIZE_MAX },
		{ 85899345839ULL, PFC_LATENCY_MAX, PFC_SIZE_MAX - 1 },
		{ U64_MAX, 1, PFC_SIZE_MAX },
		{ U64_MAX, U32_MAX, PFC_SIZE_MAX },
	};
	struct pfc_link link = { .speed = 1000, .mtu = 1500 };
	struct pfc_headroom_terms terms;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(links); i++) {
		link.rate = links[i].rate;
		link.latency = links[i].latency;
		/* the own rate does not change this term */
		link.own_rate = 1000000000 * (i % 2);
		pfc_headroom_terms(&link, &terms);
		KUNIT_EXPECT_EQ_MSG(test, terms.late, links[i].bytes, "rate %llu latency %u",
				    links[i].rate, links[i].latency);
		KUNIT_EXPECT_EQ(test, terms.ring, 0ULL);
	}
}

/* Bytes that the peer sends while the driver's ring drains at the port's own rate */
static void headroom_ring(struct kunit *test)
{
	static const struct {
		u64 rate;
		u64 own_rate;
		u32 ring;
		u64 bytes;
	} links[] = {
		{ 1000000000, 0, 0, 0 },
		{ 1000000000, 0, 1, 1 },
		{ 1000000000, 0, 15140, 15140 },
		{ 1000000000, 1000000000, 15140, 15140 },
		{ 4000000000, 1000000000, 15140, 60560 },
		{ 1000000000, 3000000000, 15140, 5047 },	/* 5046.7 */
		{ 2000000000, 3000000000, 15140, 10094 },	/* 10093.3 */
		{ 1000000000, 0, PFC_SIZE_MAX, PFC_SIZE_MAX },
		{ 1000000000, 0, U32_MAX, PFC_SIZE_MAX },
		{ 2, 1, PFC_SIZE_MAX / 2, PFC_SIZE_MAX },
		{ 2, 1, PFC_SIZE_MAX / 2 - 1, PFC_SIZE_MAX - 2 },
		{ PFC_RATE_MAX, PFC_RATE_MIN, 1024, PFC_SIZE_MAX },
		{ U64_MAX, 1, 1, PFC_SIZE_MAX },
		{ U64_MAX, U64_MAX - 1, U32_MAX, PFC_SIZE_MAX },
		{ 0, 0, 15140, 15140 },
		{ 0, 1000000000, 15140, 0 },
	};
	struct pfc_link link = { .speed = 1000, .mtu = 1500 };
	struct pfc_headroom_terms terms;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(links); i++) {
		link.rate = links[i].rate;
		link.own_rate = links[i].own_rate;
		link.ring = links[i].ring;
		pfc_headroom_terms(&link, &terms);
		KUNIT_EXPECT_EQ_MSG(test, terms.ring, links[i].bytes,
				    "rate %llu own rate %llu ring %u", links[i].rate,
				    links[i].own_rate, links[i].ring);
		KUNIT_EXPECT_EQ(test, terms.late, 0ULL);
	}
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
		.own_rate = any(rnd, PFC_RATE_MAX),
		.speed = 1 + any(rnd, PFC_SPEED_MAX - 1),
		.delay = any(rnd, LONGEST),
		.mtu = any(rnd, 65535),
		.batch = any(rnd, PFC_BATCH_MAX),
		.latency = any(rnd, PFC_LATENCY_MAX),
		.ring = any(rnd, PFC_SIZE_MAX),
	};
}

#ifdef CONFIG_64BIT
/* Checks that @bytes is the quotient, rounded up */
static bool is_quotient(u64 bytes, unsigned __int128 dividend,
			unsigned __int128 divisor)
{
	return divisor * bytes >= dividend &&
	       (!bytes || divisor * (bytes - 1) < dividend);
}

/* The divisions are exact: compared with 128-bit arithmetic */
static void headroom_exact(struct kunit *test)
{
	struct pfc_headroom_terms terms;
	unsigned int full = 0, full_late = 0;
	struct rnd_state rnd;
	struct pfc_link link;
	int i;

	prandom_seed_state(&rnd, SEED);
	for (i = 0; i < STEPS; i++) {
		unsigned __int128 flight, response, late;

		link = any_link(&rnd);
		pfc_headroom_terms(&link, &terms);
		flight = (unsigned __int128)link.rate * link.delay * 2;
		response = (unsigned __int128)link.rate * 512 *
			   pfc_response_quanta(link.speed);
		if (terms.flight == PFC_SIZE_MAX) {
			full++;
			KUNIT_EXPECT_TRUE(test, flight > (unsigned __int128)
					  8000000000ULL * (PFC_SIZE_MAX - 1));
		} else {
			KUNIT_EXPECT_TRUE(test, is_quotient(terms.flight, flight,
							    8000000000ULL));
		}
		if (terms.response == PFC_SIZE_MAX)
			KUNIT_EXPECT_TRUE(test, response > (unsigned __int128)
					  8000000ULL * link.speed * (PFC_SIZE_MAX - 1));
		else
			KUNIT_EXPECT_TRUE(test, is_quotient(terms.response, response,
							    8000000ULL * link.speed));
		late = (unsigned __int128)link.rate * link.latency;
		if (terms.late == PFC_SIZE_MAX) {
			full_late++;
			KUNIT_EXPECT_TRUE(test, late > (unsigned __int128)
					  8000000000ULL * (PFC_SIZE_MAX - 1));
		} else {
			KUNIT_EXPECT_TRUE(test, is_quotient(terms.late, late, 8000000000ULL));
		}
	}
	KUNIT_EXPECT_GT(test, full_late, 10U);
	KUNIT_EXPECT_LT(test, full_late, STEPS / 2U);
	KUNIT_EXPECT_GT(test, full, 10U);
	KUNIT_EXPECT_LT(test, full, STEPS / 2U);
}
#else
static void headroom_exact(struct kunit *test)
{
	kunit_skip(test, "a 32-bit machine has no 128-bit numbers");
}
#endif

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
	KUNIT_CASE(headroom_flight),
	KUNIT_CASE(headroom_response),
	KUNIT_CASE(headroom_own_rate),
	KUNIT_CASE(headroom_frames),
	KUNIT_CASE(headroom_late),
	KUNIT_CASE(headroom_ring),
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
