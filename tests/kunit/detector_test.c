// SPDX-License-Identifier: GPL-2.0-only
/*
 * Detection of storms and of long pauses, tested to the nanosecond.
 */
#include <kunit/test.h>
#include "../../kmod/core/detector.c"
#include "detector_queue.h"

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

static void storm_counts_from_backlog(struct kunit *test)
{
	struct queue q;

	begin(&q);
	KUNIT_EXPECT_EQ(test, pause(&q, T0), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
	KUNIT_EXPECT_EQ(test, check(&q, T0 + 5 * D), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
	KUNIT_EXPECT_EQ(test, fill(&q, T0 + 6 * D), PFC_DETECTOR_NOTHING);
	expect_at(test, &q, T0 + 7 * D, PFC_DETECTOR_DETECTED);
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

/* The queue drains while it is paused and fills again: the storm counts from the refill */
static void empty_queue_restarts_storm(struct kunit *test)
{
	struct queue q;

	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	q.input.sent += 10;
	q.input.backlog = false;
	KUNIT_EXPECT_EQ(test, check(&q, T0 + 10), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
	fill(&q, T0 + D / 2);
	KUNIT_EXPECT_EQ(test, check(&q, T0 + D), PFC_DETECTOR_LONG);
	expect_at(test, &q, T0 + D / 2 + D, PFC_DETECTOR_DETECTED);

	/* the same without a check while the queue is empty */
	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	q.input.sent += 10;
	fill(&q, T0 + D / 2);
	KUNIT_EXPECT_EQ(test, check(&q, T0 + D), PFC_DETECTOR_LONG);
	expect_at(test, &q, T0 + D / 2 + D, PFC_DETECTOR_DETECTED);
}

/* A queue that waits for other priorities or for the wire, without a pause, is no storm */
static void unpaused_queue_is_no_storm(struct kunit *test)
{
	struct queue q;
	u64 at;

	begin(&q);
	for (at = T0; at < T0 + 100 * D; at += D / 3) {
		KUNIT_EXPECT_EQ(test, fill(&q, at), PFC_DETECTOR_NOTHING);
		KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
	}
}

/* Pauses of half the detection time, and of 1 ns less than the detection time */
static void short_pauses_are_no_storm(struct kunit *test)
{
	struct queue q;
	u64 at = T0;
	int i;

	begin(&q);
	q.input.backlog = true;
	for (i = 0; i < 100; i++) {
		u64 len = i % 2 ? D / 2 : D - 1;

		KUNIT_EXPECT_EQ(test, pause(&q, at), PFC_DETECTOR_NOTHING);
		KUNIT_EXPECT_EQ(test, due(&q), at + D);
		KUNIT_EXPECT_EQ(test, check(&q, at + len), PFC_DETECTOR_NOTHING);
		resume(&q, at + len);
		KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
		at += len + GAPS + 1;
	}
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

/* The detection time ends in a gap: the storm is detected at the start of the next pause */
static void storm_due_in_gap_waits_for_pause(struct kunit *test)
{
	struct queue q;

	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	resume(&q, T0 + D - 1);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
	KUNIT_EXPECT_EQ(test, check(&q, T0 + D), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + D + 1), PFC_DETECTOR_DETECTED);
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

/* The queue is empty when the warning is due: no warning, and no timer is set */
static void empty_queue_does_not_warn(struct kunit *test)
{
	struct queue q;

	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	resume(&q, T0 + D / 2);
	q.input.sent++;
	q.input.backlog = false;
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + D / 2 + 1), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
	KUNIT_EXPECT_EQ(test, check(&q, T0 + D), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
	KUNIT_EXPECT_EQ(test, check(&q, T0 + 2 * D), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
	/* the warning follows as soon as a frame waits */
	KUNIT_EXPECT_EQ(test, fill(&q, T0 + 3 * D), PFC_DETECTOR_LONG);
	expect_at(test, &q, T0 + 4 * D, PFC_DETECTOR_DETECTED);
}

/* No frame leaves: a long pause is no reason for a warning */
static void warning_needs_departure(struct kunit *test)
{
	struct queue q;

	begin(&q);
	pause(&q, T0);
	fill(&q, T0 + D / 2);
	KUNIT_EXPECT_EQ(test, check(&q, T0 + D), PFC_DETECTOR_NOTHING);
	expect_at(test, &q, T0 + D / 2 + D, PFC_DETECTOR_DETECTED);
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

static void config_change_applies_at_once(struct kunit *test)
{
	struct queue q;

	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	q.config.detection = 3 * D;
	KUNIT_EXPECT_EQ(test, check(&q, T0 + D), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), T0 + 3 * D);
	q.config.detection = 2 * D;
	KUNIT_EXPECT_EQ(test, check(&q, T0 + D + 1), PFC_DETECTOR_NOTHING);
	expect_at(test, &q, T0 + 2 * D, PFC_DETECTOR_DETECTED);
	/* changes apply in a storm; automatic restoration is twice the new detection time */
	resume(&q, T0 + 2 * D);
	pfc_detector_xoff(&q.detector, T0 + 2 * D, T0 + 2 * D);
	KUNIT_EXPECT_EQ(test, due(&q), T0 + 6 * D);
	q.config.restoration = PFC_RESTORATION_MANUAL;
	KUNIT_EXPECT_EQ(test, check(&q, T0 + 9 * D), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
	q.config.restoration = 10 * D;
	expect_at(test, &q, T0 + 12 * D, PFC_DETECTOR_RESTORED);

	/* a detection time below the elapsed time detects the storm at once */
	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	q.config.detection = D / 10;
	KUNIT_EXPECT_EQ(test, check(&q, T0 + D / 2), PFC_DETECTOR_DETECTED);
}

/* A shorter detection time allows shorter gaps: an earlier gap now ends the pause */
static void lower_gap_limit_splits_pause(struct kunit *test)
{
	struct queue q;

	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	resume(&q, T0 + D / 4);
	q.input.sent++;
	pause(&q, T0 + D / 4 + 2);
	resume(&q, T0 + D / 2);
	pause(&q, T0 + D / 2 + GAPS / 2);
	q.config.detection = D / 4;
	KUNIT_EXPECT_EQ(test, check(&q, T0 + D / 2 + GAPS), PFC_DETECTOR_NOTHING);
	expect_at(test, &q, T0 + D / 2 + GAPS / 2 + D / 4, PFC_DETECTOR_DETECTED);
}

static struct kunit_case detector_cases[] = {
	KUNIT_CASE(storm_counts_from_pause),
	KUNIT_CASE(storm_counts_from_backlog),
	KUNIT_CASE(departure_restarts_storm),
	KUNIT_CASE(empty_queue_restarts_storm),
	KUNIT_CASE(unpaused_queue_is_no_storm),
	KUNIT_CASE(short_pauses_are_no_storm),
	KUNIT_CASE(short_gaps_do_not_end_pause),
	KUNIT_CASE(storm_due_in_gap_waits_for_pause),
	KUNIT_CASE(leaky_pause_warns_once),
	KUNIT_CASE(empty_queue_does_not_warn),
	KUNIT_CASE(warning_needs_departure),
	KUNIT_CASE(forget_restarts_storm),
	KUNIT_CASE(config_change_applies_at_once),
	KUNIT_CASE(lower_gap_limit_splits_pause),
	{}
};

static struct kunit_suite detector_suite = {
	.name = "pfc_detector",
	.test_cases = detector_cases,
};

kunit_test_suite(detector_suite);
