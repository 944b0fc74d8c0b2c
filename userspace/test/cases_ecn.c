// SPDX-License-Identifier: GPL-2.0-only
/*
 * ECN accuracy: case E1.  A storm holds a queue while it fills, so that the queue length at each
 * frame is known.  The module decides when a frame enters the queue, by the frames that it finds,
 * or when the frame leaves, by those that it leaves behind.
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
#define ROUNDS		200		/* in turn for each lossless priority */
#define BIN		100
#define SIGMAS		4
#define EPSILON		0.000000001

/**
 * struct marking - marks of the frames of all rounds
 * @late: the DUT decides at dequeue
 * @marks: number of marks, by the number of frames in the queue
 */
struct marking {
	bool		late;
	unsigned int	marks[FRAMES];
};

static void count_marks(struct flow *f, uint64_t seq, bool ce, void *data)
{
	struct marking *m = data;

	if (seq < f->count)
		m->marks[m->late ? f->count - 1 - seq : seq] += ce;
}

/* Marking probability of a frame, by the number of frames in the queue (RED) */
static double probability(unsigned int frames)
{
	if (frames <= KMIN)
		return 0;
	return frames > KMAX ? 1 : PMAX * (frames - KMIN) / (KMAX - KMIN);
}

/* The marks with @from to @to - 1 frames in the queue are within some sigma of the theory */
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
	      "%u to %u frames in the queue: %u marked, %.1f +-%.1f", from, to - 1, n, mean,
	      SIGMAS * sqrt(variance));
}

static bool one_round(struct run *r, struct marking *m, unsigned int n, unsigned int prio)
{
	uint64_t fill = link_frame_ns(r->bed, SIZE) * (n + 20), at = 5 * NS_PER_MS;
	struct flow *f;

	r->n_flows = 0;
	r->n_controls = 0;
	f = flow_add(r, A1, B, prio, SHARE_ALL, SIZE);
	f->start = at;
	f->end = at + 2 * fill;
	f->count = n;
	f->ect = true;
	f->seen = count_marks;
	f->data = m;
	storm(r, BIT(prio), 0, at + fill);
	control_add(r, B, BIT(prio), 0, at + fill, at + fill + 1);
	play(r, at + 2 * fill);
	no_loss(r, f);
	if (r->checks[r->n_checks - 1].verdict == PASSED)
		r->n_checks--;	/* one line for all rounds is enough */
	return f->received == n;
}

static bool set_up(struct run *r, unsigned int kmin, unsigned int kmax, double percent, bool late)
{
	const char *b = r->bed->ends[B].dev;
	unsigned int prio;

	for (prio = 3; prio <= 4; prio++)
		if (!dut(r, "pg set dev %s pg %u xoff 4M xon 3M headroom 100K\n"
			 "port set dev %s ecn-at %s\n"
			 "queue set dev %s queue %u ecn-kmin %u ecn-kmax %u ecn-pmax %g%%",
			 r->bed->ends[A1].dev, prio, b, late ? "dequeue" : "enqueue", b, prio,
			 kmin * CHARGE, kmax * CHARGE, percent))
			return false;
	return true;
}

static void e1(struct run *r)
{
	static struct marking m;
	unsigned int i;

	memset(&m, 0, sizeof(m));
	m.late = r->test->n;
	if (!set_up(r, KMIN, KMAX, PMAX * 100, m.late))
		return;
	for (i = 0; i < ROUNDS; i++)
		if (!one_round(r, &m, FRAMES, i % 2 ? 4 : 3))
			return;
	judge_bin(r, m.marks, 0, KMIN + 1);
	for (i = KMIN + 1; i + BIN <= KMAX + 1; i += BIN)
		judge_bin(r, m.marks, i, i + BIN);
	judge_bin(r, m.marks, KMAX + 1, FRAMES);
	judge_bin(r, m.marks, 0, FRAMES);
}

/*
 * With Kmin = Kmax the last frames are marked at enqueue, the first at dequeue: 102 to 200 of 200,
 * or 1 to 99
 */
static void e1_step(struct run *r)
{
	static struct marking m;
	unsigned int i, wrong, late;

	for (late = 0; late < 2; late++) {
		memset(&m, 0, sizeof(m));
		m.late = late;
		if (!set_up(r, 100, 100, 100, late) || !one_round(r, &m, 200, 3))
			return;
		for (wrong = 0, i = 0; i < 200; i++)
			wrong += m.marks[i] != (i > 100);
		equal(r, late ? "frames of 200 with a wrong mark at dequeue" :
				"frames of 200 with a wrong mark at enqueue", wrong, 0);
	}
}

const struct test_case ecn_cases[] = {
	{ "E1", "CE marks follow the curve between Kmin and Kmax",
	  .run = e1, .n = false, .flags = CONFIGURES },
	{ "E1-dequeue", "the same with the decision at dequeue",
	  .run = e1, .n = true, .flags = CONFIGURES },
	{ "E1-step", "with Kmin = Kmax, CE begins at that length",
	  .run = e1_step, .flags = CONFIGURES },
	{ 0 }
};
