// SPDX-License-Identifier: GPL-2.0-only
/*
 * ECN accuracy: case E1.  A storm holds a queue while it fills, so that the queue length at each
 * frame is known.  The module marks when it enqueues a frame.
 */
#include <math.h>
#include <string.h>
#include "test.h"

#define SIZE		1000
#define CHARGE		(SIZE - FCS_LEN)	/* bytes that the DUT counts for a frame */
#define KMIN		500			/* frames */
#define KMAX		2000
#define PMAX		0.05
#define FRAMES		(KMAX + 10)
#define ROUNDS		50
#define BIN		100
#define SIGMAS		4
#define EPSILON		0.000000001

static void count_marks(struct flow *f, uint64_t seq, bool ce, void *data)
{
	unsigned int *marks = data;

	(void)f;
	if (seq < FRAMES)
		marks[seq] += ce;
}

/* Marking probability of the frame with a sequence number: RED at enqueue */
static double probability(unsigned int seq)
{
	if (seq <= KMIN)
		return 0;
	return seq > KMAX ? 1 : PMAX * (seq - KMIN) / (KMAX - KMIN);
}

/* The marks of frames @from to @to - 1 are within some sigma of the theory */
static void judge_bin(struct run *r, const unsigned int *marks, unsigned int from, unsigned int to)
{
	double mean = 0, variance = 0;
	unsigned int i, n = 0;

	for (i = from; i < to; i++) {
		double p = probability(i);

		n += marks[i];
		mean += ROUNDS * p;
		variance += ROUNDS * p * (1 - p);
	}
	judge(r, fabs(n - mean) <= SIGMAS * sqrt(variance) + EPSILON,
	      "frames %u to %u: %u marked, %.1f +-%.1f", from + 1, to, n, mean,
	      SIGMAS * sqrt(variance));
}

static bool one_round(struct run *r, unsigned int *marks, unsigned int n)
{
	uint64_t fill = link_frame_ns(r->bed, SIZE) * (n + 20), at = 5 * NS_PER_MS;
	struct flow *f;

	r->n_flows = 0;
	r->n_controls = 0;
	f = flow_add(r, A1, B, 3, SHARE_ALL, SIZE);
	f->start = at;
	f->end = at + 2 * fill;
	f->count = n;
	f->ect = true;
	f->seen = count_marks;
	f->data = marks;
	storm(r, BIT(3), 0, at + fill);
	control_add(r, B, BIT(3), 0, at + fill, at + fill + 1);
	play(r, at + 2 * fill);
	no_loss(r, f);
	if (r->checks[r->n_checks - 1].verdict == PASSED)
		r->n_checks--;	/* one line for all rounds is enough */
	return f->received == n;
}

static bool set_up(struct run *r, unsigned int kmin, unsigned int kmax, double percent)
{
	return dut(r, "pg set dev %s pg 3 xoff 4M xon 3M headroom 100K\n"
		   "queue set dev %s queue 3 ecn-kmin %u ecn-kmax %u ecn-pmax %g%%",
		   r->bed->ends[A1].dev, r->bed->ends[B].dev, kmin * CHARGE, kmax * CHARGE,
		   percent);
}

static void e1(struct run *r)
{
	static unsigned int marks[FRAMES];
	unsigned int i;

	memset(marks, 0, sizeof(marks));
	if (!set_up(r, KMIN, KMAX, PMAX * 100))
		return;
	for (i = 0; i < ROUNDS; i++)
		if (!one_round(r, marks, FRAMES))
			return;
	judge_bin(r, marks, 0, KMIN + 1);
	for (i = KMIN + 1; i + BIN <= KMAX + 1; i += BIN)
		judge_bin(r, marks, i, i + BIN);
	judge_bin(r, marks, KMAX + 1, FRAMES);
	judge_bin(r, marks, 0, FRAMES);
}

/* With Kmin = Kmax the first or the last frames are marked: it shows where the DUT marks */
static void e1_step(struct run *r)
{
	static unsigned int marks[FRAMES];
	unsigned int i, wrong = 0;

	memset(marks, 0, sizeof(marks));
	if (!set_up(r, 100, 100, 100) || !one_round(r, marks, 200))
		return;
	for (i = 0; i < 200; i++)
		wrong += marks[i] != (i > 100);
	equal(r, "frames with a wrong mark of 200; 102 to 200 are marked at enqueue", wrong, 0);
}

const struct test_case ecn_cases[] = {
	{ "E1", "CE marks follow the curve between Kmin and Kmax", 3, STAR, CONFIGURES, e1 },
	{ "E1-step", "with Kmin = Kmax, CE begins at that length", 3, STAR, CONFIGURES, e1_step },
	{ 0 }
};
