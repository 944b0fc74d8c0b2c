// SPDX-License-Identifier: GPL-2.0-only
/*
 * Detection of storms and of long pauses, and the end of a storm, tested to the nanosecond.
 * random_test.c compares the detector with a model that keeps the history.
 */
#include <kunit/test.h>
#include <linux/string.h>
#include "../../kmod/core/detector.c"

#define MS	1000000ULL
#define D	(100 * MS)	/* detection time */
#define GAPS	(D / 100)	/* longest sum of gaps that does not end a pause */
#define T0	(7000 * MS)	/* start of the tests, ns */

/* Detector of a queue and the input that the module supplies to it */
struct queue {
	struct pfc_detector	detector;
	u64			times[PFC_ESCALATE_MAX];
	struct pfc_watchdog_config	config;
	struct pfc_detector_input	input;
};

static void begin(struct queue *q)
{
	memset(q, 0, sizeof(*q));
	q->config = (struct pfc_watchdog_config) {
		.watched = 0xff, .detection = D, .escalate_period = 20000 * MS,
	};
	pfc_detector_init(&q->detector, T0);
}

static enum pfc_detector_verdict check(struct queue *q, u64 now)
{
	enum pfc_detector_verdict verdict;

	q->input.now = now;
	verdict = pfc_detector_check(&q->detector, &q->config, &q->input);
	if (verdict != PFC_DETECTOR_DETECTED)
		return verdict;
	return pfc_detector_count(&q->detector, q->times, &q->config, now);
}

static u64 due(const struct queue *q)
{
	return pfc_detector_due(&q->detector, &q->config, q->input.paused);
}

static enum pfc_detector_verdict pause(struct queue *q, u64 now)
{
	q->input.paused = true;
	q->input.begin = now;
	return check(q, now);
}

static void resume(struct queue *q, u64 now)
{
	q->input.paused = false;
	q->input.end = now;
}

static enum pfc_detector_verdict fill(struct queue *q, u64 now)
{
	q->input.backlog = true;
	return check(q, now);
}

/* A check is due at @at and returns @verdict then; a check 1 ns earlier finds nothing */
static void expect_at(struct kunit *test, struct queue *q, u64 at,
		      enum pfc_detector_verdict verdict)
{
	KUNIT_EXPECT_EQ(test, due(q), at);
	KUNIT_EXPECT_EQ(test, check(q, at - 1), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, due(q), at);
	KUNIT_EXPECT_EQ(test, check(q, at), verdict);
}

/* Starts a storm at @now; the detector finds it at @now + D, the pause ends 1 ns later */
static void storm(struct kunit *test, struct queue *q, u64 now)
{
	q->input.backlog = true;
	pfc_detector_xoff(&q->detector, now, now + D + 1);
	KUNIT_EXPECT_EQ(test, pause(q, now), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, check(q, now + D), PFC_DETECTOR_DETECTED);
	resume(q, now + D + 1);
}

static void storm_counts_from_pause(struct kunit *test)
{
	struct queue q;

	begin(&q);
	KUNIT_EXPECT_EQ(test, fill(&q, T0 + 1), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + 50), PFC_DETECTOR_NOTHING);
	expect_at(test, &q, T0 + 50 + D, PFC_DETECTOR_DETECTED);
	KUNIT_EXPECT_EQ(test, q.detector.state, PFC_WATCHDOG_STATE_STORM);
	KUNIT_EXPECT_EQ(test, q.detector.since, T0 + 50 + D);
}

/* A frame leaves in a gap of 1 ns: a warning, and the storm counts from the next pause */
static void departure_restarts_storm(struct kunit *test)
{
	struct queue q;

	begin(&q);
	q.input.sent = 7;
	q.input.xoff_received = 5;
	fill(&q, T0);
	q.input.xoff_received++;
	pause(&q, T0);
	resume(&q, T0 + D / 2);
	q.input.sent++;
	q.input.xoff_received += 10;
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + D / 2 + 1), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), T0 + D);
	q.input.xoff_received += 10;
	KUNIT_EXPECT_EQ(test, check(&q, T0 + D), PFC_DETECTOR_LONG);
	/* the report names the start of the pause and the counters at that time */
	KUNIT_EXPECT_EQ(test, q.detector.found.start, T0);
	KUNIT_EXPECT_EQ(test, q.detector.found.xoff_received, 5ULL);
	KUNIT_EXPECT_EQ(test, q.detector.found.sent, 7ULL);
	expect_at(test, &q, T0 + D / 2 + 1 + D, PFC_DETECTOR_DETECTED);
	KUNIT_EXPECT_EQ(test, q.detector.found.start, T0 + D / 2 + 1);
	KUNIT_EXPECT_EQ(test, q.detector.found.xoff_received, 15ULL);
	KUNIT_EXPECT_EQ(test, q.detector.found.sent, 8ULL);
	KUNIT_EXPECT_EQ(test, q.detector.found.gaps, 0ULL);
}

static const struct {
	const char	*name;
	u64		gap[8];		/* after each pause of a tenth of the detection time */
	int		from;		/* number of the gap before the storm; 0: none */
} gaps[] = {
	{ "one of 1 ns", { 1 }, 0 },
	{ "one of the allowed length", { GAPS }, 0 },
	{ "one of 1 ns too much", { GAPS + 1 }, 1 },
	{ "several with the allowed sum", { GAPS / 2, GAPS / 4, GAPS / 4 }, 0 },
	{ "the last exceeds the allowed sum", { GAPS / 2, GAPS / 4, GAPS / 4 + 1 }, 3 },
	{ "eight with the allowed sum", { GAPS / 8, GAPS / 8, GAPS / 8, GAPS / 8,
		    GAPS / 8, GAPS / 8, GAPS / 8, GAPS / 8 }, 0 },
	{ "a gap too long, then the allowed length", { GAPS + 1, GAPS }, 1 },
	{ "the sum is exceeded twice", { GAPS, 1, GAPS, 1, GAPS }, 4 },
	{ "longer than the detection time", { 2 * D, GAPS }, 1 },
};

static void short_gaps_do_not_end_pause(struct kunit *test)
{
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(gaps); i++) {
		u64 at = T0, from = T0;
		struct queue q;

		begin(&q);
		q.input.backlog = true;
		pause(&q, at);
		for (k = 0; k < 8 && gaps[i].gap[k]; k++) {
			at += D / 10;
			resume(&q, at);
			at += gaps[i].gap[k];
			if (k + 1 == gaps[i].from)
				from = at;
			KUNIT_EXPECT_EQ_MSG(test, pause(&q, at), PFC_DETECTOR_NOTHING,
					    "%s, gap %u", gaps[i].name, k);
		}
		KUNIT_EXPECT_EQ_MSG(test, due(&q), from + D, "%s", gaps[i].name);
		expect_at(test, &q, from + D, PFC_DETECTOR_DETECTED);
		KUNIT_EXPECT_EQ_MSG(test, q.detector.found.start, from, "%s",
				    gaps[i].name);
	}
}

/* Frames leave in short gaps: no storm, and one warning */
static void leaky_pause_warns_once(struct kunit *test)
{
	unsigned int i, warnings = 0;
	u64 at = T0, warned_at = 0;
	struct queue q;

	begin(&q);
	fill(&q, at);
	pause(&q, at);
	/* ten gaps of a tenth of the allowed sum */
	for (i = 0; i < 10; i++) {
		u64 end = at + D / 2;

		if (due(&q) < end) {
			warned_at = due(&q);
			KUNIT_EXPECT_EQ(test, check(&q, warned_at), PFC_DETECTOR_LONG);
			KUNIT_EXPECT_GT(test, due(&q), warned_at);
			warnings++;
		}
		resume(&q, end);
		q.input.sent++;
		at = end + GAPS / 10;
		KUNIT_EXPECT_EQ(test, pause(&q, at), PFC_DETECTOR_NOTHING);
	}
	KUNIT_EXPECT_EQ(test, warnings, 1U);
	KUNIT_EXPECT_EQ(test, warned_at, T0 + D);
	KUNIT_EXPECT_EQ(test, q.detector.state, PFC_WATCHDOG_STATE_OPERATIONAL);
	/* the next gap exceeds the allowed sum and starts a new pause */
	resume(&q, at + D / 2);
	q.input.sent++;
	at += D / 2 + 1;
	pause(&q, at);
	resume(&q, at + D / 2);
	q.input.sent++;
	pause(&q, at + D / 2 + 1);
	KUNIT_EXPECT_EQ(test, due(&q), at + D);
	KUNIT_EXPECT_EQ(test, check(&q, at + D), PFC_DETECTOR_LONG);
}

/* After pfc_detector_forget() (link down, watchdog off), the storm counts from that call */
static void forget_restarts_storm(struct kunit *test)
{
	struct queue q;

	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	pfc_detector_forget(&q.detector, T0 + D / 2);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
	KUNIT_EXPECT_EQ(test, check(&q, T0 + D / 2), PFC_DETECTOR_NOTHING);
	expect_at(test, &q, T0 + D / 2 + D, PFC_DETECTOR_DETECTED);

	/* the long pause also counts from pfc_detector_forget(): no warning at T0 + D */
	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	pfc_detector_forget(&q.detector, T0 + D / 2);
	resume(&q, T0 + D / 2 + 1);
	q.input.sent++;
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + D / 2 + 2), PFC_DETECTOR_NOTHING);
	expect_at(test, &q, T0 + D / 2 + 2 + D, PFC_DETECTOR_DETECTED);
}

static const struct {
	const char *name;
	u64 restoration;
	u64 pause; /* requested by each XOFF, ns */
	u64 end; /* from the last XOFF to the end of the storm, ns; NEVER: no end */
} restorations[] = {
	{ "automatic: twice the detection time", 0, 1, 2 * D },
	{ "shorter than the detection time", D / 4, 1, D / 4 },
	{ "longer than the detection time", 7 * D, D, 7 * D },
	{ "shorter than the last pause", D / 4, D / 3, D / 3 },
	{ "equal to the last pause", D / 4, D / 4, D / 4 },
	{ "automatic, shorter than the last pause", 0, 3 * D, 3 * D },
	{ "manual", PFC_RESTORATION_MANUAL, 1, PFC_DETECTOR_NEVER },
};

static void storm_ends_after_restoration_time(struct kunit *test)
{
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(restorations); i++) {
		u64 last = T0, refresh = D / 5;
		struct queue q;

		begin(&q);
		q.config.restoration = restorations[i].restoration;
		storm(test, &q, T0);
		for (k = 1; k < 30; k++) {
			last = T0 + D + k * refresh;
			pfc_detector_xoff(&q.detector, last,
					  last + restorations[i].pause);
			KUNIT_EXPECT_EQ_MSG(test, check(&q, last), PFC_DETECTOR_NOTHING,
					    "%s, XOFF %u", restorations[i].name, k);
		}
		if (restorations[i].end == PFC_DETECTOR_NEVER) {
			KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
			KUNIT_EXPECT_EQ(test, check(&q, last + 1000000 * D),
					PFC_DETECTOR_NOTHING);
			continue;
		}
		expect_at(test, &q, last + restorations[i].end, PFC_DETECTOR_RESTORED);
		KUNIT_EXPECT_EQ(test, q.detector.state, PFC_WATCHDOG_STATE_OPERATIONAL);
		KUNIT_EXPECT_EQ(test, q.detector.since, last + restorations[i].end);
	}
}

/* @n storms, the first one at @at, one every four detection times */
static void storms(struct kunit *test, struct queue *q, u64 *at, unsigned int n)
{
	while (n--) {
		storm(test, q, *at);
		KUNIT_EXPECT_EQ(test, check(q, *at + 3 * D), PFC_DETECTOR_RESTORED);
		*at += 4 * D;
	}
}

static enum pfc_detector_verdict next_storm(struct queue *q, u64 at)
{
	pfc_detector_xoff(&q->detector, at, at + D);
	pause(q, at);
	return check(q, at + D);
}

/* The last storm escalates exactly one period after the first storm, but not 1 ns later */
static void escalates_within_period(struct kunit *test)
{
	static const unsigned int counts[] = { 2, 3, 30, 32 };
	unsigned int i, late;

	for (i = 0; i < ARRAY_SIZE(counts); i++)
		for (late = 0; late < 2; late++) {
			u64 at = T0, span = (counts[i] - 1) * 4 * D;
			struct queue q;

			begin(&q);
			q.input.backlog = true;
			q.config.escalate_period = span;
			storms(test, &q, &at, 5);
			q.config.escalate_count = counts[i];
			at += span;
			storms(test, &q, &at, counts[i] - 1);
			KUNIT_EXPECT_EQ_MSG(test, next_storm(&q, at + late),
					    late ? PFC_DETECTOR_DETECTED :
						   PFC_DETECTOR_ESCALATED,
					    "storm %u, %u ns late", counts[i], late);
		}
}

/* Another CPU has recorded a departure later than now */
static void departure_after_now(struct kunit *test)
{
	struct pfc_xoff_timer timer;

	pfc_xoff_timer_init(&timer);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, true, 0, T0), PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_check(&timer, D, true, T0 + 9, T0), PFC_XOFF_NOTHING);
	KUNIT_EXPECT_EQ(test, pfc_xoff_due(&timer, D), T0 + D + 9);
}

static struct kunit_case detector_cases[] = {
	KUNIT_CASE(storm_counts_from_pause),
	KUNIT_CASE(departure_restarts_storm),
	KUNIT_CASE(short_gaps_do_not_end_pause),
	KUNIT_CASE(leaky_pause_warns_once),
	KUNIT_CASE(forget_restarts_storm),
	KUNIT_CASE(storm_ends_after_restoration_time),
	KUNIT_CASE(escalates_within_period),
	KUNIT_CASE(departure_after_now),
	{}
};

static struct kunit_suite detector_suite = {
	.name = "pfc_detector",
	.test_cases = detector_cases,
};

kunit_test_suite(detector_suite);
