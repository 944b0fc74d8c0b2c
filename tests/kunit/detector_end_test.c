// SPDX-License-Identifier: GPL-2.0-only
/*
 * End of a storm: by restoration, by an operator, or by escalation, which disables PFC.
 */
#include "detector_queue.h"

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

/* Only XOFF extends a storm: pauses, arrivals and departures do not */
static void only_xoff_extends_storm(struct kunit *test)
{
	struct queue q;

	begin(&q);
	storm(test, &q, T0);
	q.input.sent += 100;
	KUNIT_EXPECT_EQ(test, check(&q, T0 + D + 10), PFC_DETECTOR_NOTHING);
	q.input.backlog = false;
	KUNIT_EXPECT_EQ(test, check(&q, T0 + D + 20), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), T0 + 2 * D);
	/* a storm is detected once */
	pfc_detector_xoff(&q.detector, T0 + 2 * D - 1, T0 + 5 * D);
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + 2 * D - 1), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, fill(&q, T0 + 2 * D), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, check(&q, T0 + 4 * D), PFC_DETECTOR_NOTHING);
	resume(&q, T0 + 4 * D);
	expect_at(test, &q, T0 + 5 * D, PFC_DETECTOR_RESTORED);
	/* pauses before the restoration do not count for the next storm */
	KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + 5 * D + 1), PFC_DETECTOR_NOTHING);
	expect_at(test, &q, T0 + 6 * D + 1, PFC_DETECTOR_DETECTED);
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

static void escalates_at_count(struct kunit *test)
{
	unsigned int n, before;

	for (n = 1; n <= PFC_ESCALATE_MAX; n++)
		/* the history of detections is empty, half full or full */
		for (before = 0; before < 50; before += 17) {
			struct queue q;
			u64 at = T0;

			begin(&q);
			q.input.backlog = true;
			storms(test, &q, &at, before);
			at += 20000 * MS;
			q.config.escalate_count = n;
			storms(test, &q, &at, n - 1);
			KUNIT_EXPECT_EQ_MSG(test, next_storm(&q, at),
					    PFC_DETECTOR_ESCALATED, "storm %u after %u", n,
					    before);
			KUNIT_EXPECT_EQ(test, q.detector.state, PFC_WATCHDOG_STATE_DISABLED);
			KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
			/* no storm is detected while PFC is disabled */
			resume(&q, at + D + 1);
			KUNIT_EXPECT_EQ(test, next_storm(&q, at + 1000000 * D),
					PFC_DETECTOR_NOTHING);
			KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
		}
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

static void no_escalation_without_count(struct kunit *test)
{
	struct queue q;
	u64 at = T0;

	begin(&q);
	q.config.escalate_period = PFC_PERIOD_MAX;
	storms(test, &q, &at, 200);
	KUNIT_EXPECT_EQ(test, q.detector.state, PFC_WATCHDOG_STATE_OPERATIONAL);
	/* escalate_count applies also to storms that were detected before it was set */
	q.config.escalate_count = 32;
	KUNIT_EXPECT_EQ(test, next_storm(&q, at), PFC_DETECTOR_ESCALATED);
}

static void clear_ends_storm(struct kunit *test)
{
	struct queue q;
	u64 at = T0;

	begin(&q);
	KUNIT_EXPECT_FALSE(test, pfc_detector_clear(&q.detector, T0 + 5));
	KUNIT_EXPECT_EQ(test, q.detector.since, T0);
	/* restoration is manual and the queue stays paused: only clear ends the storm */
	q.config.restoration = PFC_RESTORATION_MANUAL;
	storm(test, &q, at);
	q.input.paused = true;
	KUNIT_EXPECT_TRUE(test, pfc_detector_clear(&q.detector, at + 2 * D));
	KUNIT_EXPECT_EQ(test, q.detector.state, PFC_WATCHDOG_STATE_OPERATIONAL);
	KUNIT_EXPECT_EQ(test, q.detector.since, at + 2 * D);
	KUNIT_EXPECT_EQ(test, check(&q, at + 2 * D), PFC_DETECTOR_NOTHING);
	expect_at(test, &q, at + 3 * D, PFC_DETECTOR_DETECTED);
	KUNIT_EXPECT_TRUE(test, pfc_detector_clear(&q.detector, at + 3 * D));
	/* clear resets the count of storms */
	resume(&q, at + 4 * D);
	at += 5 * D;
	q.config.restoration = 0;
	q.config.escalate_count = 3;
	storms(test, &q, &at, 2);
	KUNIT_EXPECT_EQ(test, next_storm(&q, at), PFC_DETECTOR_ESCALATED);
	KUNIT_EXPECT_TRUE(test, pfc_detector_clear(&q.detector, at + D + 1));
	KUNIT_EXPECT_FALSE(test, pfc_detector_clear(&q.detector, at + D + 2));
	resume(&q, at + 2 * D);
	at += 3 * D;
	storms(test, &q, &at, 2);
	KUNIT_EXPECT_EQ(test, next_storm(&q, at), PFC_DETECTOR_ESCALATED);
}

static void forget_keeps_storm(struct kunit *test)
{
	struct queue q;

	begin(&q);
	storm(test, &q, T0);
	pfc_detector_forget(&q.detector, T0 + D + D / 2);
	KUNIT_EXPECT_EQ(test, q.detector.state, PFC_WATCHDOG_STATE_STORM);
	KUNIT_EXPECT_EQ(test, q.detector.since, T0 + D);
	expect_at(test, &q, T0 + 2 * D, PFC_DETECTOR_RESTORED);

	begin(&q);
	q.config.escalate_count = 1;
	q.input.backlog = true;
	KUNIT_EXPECT_EQ(test, next_storm(&q, T0), PFC_DETECTOR_ESCALATED);
	pfc_detector_forget(&q.detector, T0 + 2 * D);
	KUNIT_EXPECT_EQ(test, q.detector.state, PFC_WATCHDOG_STATE_DISABLED);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_DETECTOR_NEVER);
}

static struct kunit_case detector_end_cases[] = {
	KUNIT_CASE(storm_ends_after_restoration_time),
	KUNIT_CASE(only_xoff_extends_storm),
	KUNIT_CASE(escalates_at_count),
	KUNIT_CASE(escalates_within_period),
	KUNIT_CASE(no_escalation_without_count),
	KUNIT_CASE(clear_ends_storm),
	KUNIT_CASE(forget_keeps_storm),
	{}
};

static struct kunit_suite detector_end_suite = {
	.name = "pfc_detector_end",
	.test_cases = detector_end_cases,
};

kunit_test_suite(detector_end_suite);
