// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a storm is, and what not, by its definition and to the nanosecond.
 */
#include <kunit/test.h>
#include "../../kmod/watchdog.c"
#include "watch_queue.h"

static void watch_pause_last(struct kunit *test)
{
	struct queue q;

	begin(&q);
	KUNIT_EXPECT_EQ(test, fill(&q, T0 + 1), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + 50), PFC_WATCH_NOTHING);
	expect_at(test, &q, T0 + 50 + D, PFC_WATCH_DETECTED);
	KUNIT_EXPECT_EQ(test, q.watch.state, PFC_WATCH_STORM);
	KUNIT_EXPECT_EQ(test, q.watch.since, T0 + 50 + D);
}

static void watch_backlog_last(struct kunit *test)
{
	struct queue q;

	begin(&q);
	KUNIT_EXPECT_EQ(test, pause(&q, T0), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
	KUNIT_EXPECT_EQ(test, look(&q, T0 + 5 * D), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
	KUNIT_EXPECT_EQ(test, fill(&q, T0 + 6 * D), PFC_WATCH_NOTHING);
	expect_at(test, &q, T0 + 7 * D, PFC_WATCH_DETECTED);
}

/* A gap of a nanosecond, in which a frame left */
static void watch_departure_last(struct kunit *test)
{
	struct queue q;

	begin(&q);
	q.seen.sent = 7;
	q.seen.heard = 5;
	fill(&q, T0);
	q.seen.heard++;
	pause(&q, T0);
	resume(&q, T0 + D / 2);
	q.seen.sent++;
	q.seen.heard += 10;
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + D / 2 + 1), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), T0 + D);
	q.seen.heard += 10;
	KUNIT_EXPECT_EQ(test, look(&q, T0 + D), PFC_WATCH_LONG);
	/* what it is about is told: from the XOFF on that began it */
	KUNIT_EXPECT_EQ(test, q.watch.found.start, T0);
	KUNIT_EXPECT_EQ(test, q.watch.found.heard, 5ULL);
	KUNIT_EXPECT_EQ(test, q.watch.found.sent, 7ULL);
	expect_at(test, &q, T0 + D / 2 + 1 + D, PFC_WATCH_DETECTED);
	KUNIT_EXPECT_EQ(test, q.watch.found.start, T0 + D / 2 + 1);
	KUNIT_EXPECT_EQ(test, q.watch.found.heard, 15ULL);
	KUNIT_EXPECT_EQ(test, q.watch.found.sent, 8ULL);
	KUNIT_EXPECT_EQ(test, q.watch.found.gaps, 0ULL);
}

/* The queue is emptied while it is paused, and fills again */
static void watch_emptied(struct kunit *test)
{
	struct queue q;

	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	q.seen.sent += 10;
	q.seen.backlog = false;
	KUNIT_EXPECT_EQ(test, look(&q, T0 + 10), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
	fill(&q, T0 + D / 2);
	KUNIT_EXPECT_EQ(test, look(&q, T0 + D), PFC_WATCH_LONG);
	expect_at(test, &q, T0 + D / 2 + D, PFC_WATCH_DETECTED);

	/* nobody looked in between */
	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	q.seen.sent += 10;
	fill(&q, T0 + D / 2);
	KUNIT_EXPECT_EQ(test, look(&q, T0 + D), PFC_WATCH_LONG);
	expect_at(test, &q, T0 + D / 2 + D, PFC_WATCH_DETECTED);
}

/* Waiting for strict priorities or the wire, for hours, is nothing */
static void watch_not_paused(struct kunit *test)
{
	struct queue q;
	u64 at;

	begin(&q);
	for (at = T0; at < T0 + 100 * D; at += D / 3) {
		KUNIT_EXPECT_EQ(test, fill(&q, at), PFC_WATCH_NOTHING);
		KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
	}
}

/* Storms of half the length, and of all of it but for a nanosecond */
static void watch_short_storms(struct kunit *test)
{
	struct queue q;
	u64 at = T0;
	int i;

	begin(&q);
	q.seen.backlog = true;
	for (i = 0; i < 100; i++) {
		u64 len = i % 2 ? D / 2 : D - 1;

		KUNIT_EXPECT_EQ(test, pause(&q, at), PFC_WATCH_NOTHING);
		KUNIT_EXPECT_EQ(test, due(&q), at + D);
		KUNIT_EXPECT_EQ(test, look(&q, at + len), PFC_WATCH_NOTHING);
		resume(&q, at + len);
		KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
		at += len + GAPS + 1;
	}
}

static const struct {
	const char	*name;
	u64		gap[8];		/* one each tenth of the detection time */
	int		from;		/* the gap behind which the window begins */
} gaps[] = {
	{ "one of a nanosecond", { 1 }, 0 },
	{ "one as long as may be", { GAPS }, 0 },
	{ "one too long by a nanosecond", { GAPS + 1 }, 1 },
	{ "several as long as may be", { GAPS / 2, GAPS / 4, GAPS / 4 }, 0 },
	{ "the last is too much", { GAPS / 2, GAPS / 4, GAPS / 4 + 1 }, 3 },
	{ "many", { GAPS / 8, GAPS / 8, GAPS / 8, GAPS / 8,
		    GAPS / 8, GAPS / 8, GAPS / 8, GAPS / 8 }, 0 },
	{ "after one that was too long they count anew", { GAPS + 1, GAPS }, 1 },
	{ "and again", { GAPS, 1, GAPS, 1, GAPS }, 4 },
	{ "longer than the detection time", { 2 * D, GAPS }, 1 },
};

static void watch_gaps(struct kunit *test)
{
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(gaps); i++) {
		u64 at = T0, from = T0;
		struct queue q;

		begin(&q);
		q.seen.backlog = true;
		pause(&q, at);
		for (k = 0; k < 8 && gaps[i].gap[k]; k++) {
			at += D / 10;
			resume(&q, at);
			at += gaps[i].gap[k];
			if (k + 1 == gaps[i].from)
				from = at;
			KUNIT_EXPECT_EQ_MSG(test, pause(&q, at), PFC_WATCH_NOTHING,
					    "%s, gap %u", gaps[i].name, k);
		}
		KUNIT_EXPECT_EQ_MSG(test, due(&q), from + D, "%s", gaps[i].name);
		expect_at(test, &q, from + D, PFC_WATCH_DETECTED);
		KUNIT_EXPECT_EQ_MSG(test, q.watch.found.start, from, "%s", gaps[i].name);
	}
}

/* Its time comes in a gap: the storm is found when the gap turns out to be one */
static void watch_due_in_gap(struct kunit *test)
{
	struct queue q;

	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	resume(&q, T0 + D - 1);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
	KUNIT_EXPECT_EQ(test, look(&q, T0 + D), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + D + 1), PFC_WATCH_DETECTED);
}

/* Gaps let frames through: no storm, but a warning, and that once */
static void watch_leaky(struct kunit *test)
{
	unsigned int i, told = 0;
	u64 at = T0, told_at = 0;
	struct queue q;

	begin(&q);
	fill(&q, at);
	pause(&q, at);
	/* ten gaps of a tenth of what may be */
	for (i = 0; i < 10; i++) {
		u64 end = at + D / 2;

		if (due(&q) < end) {
			told_at = due(&q);
			KUNIT_EXPECT_EQ(test, look(&q, told_at), PFC_WATCH_LONG);
			KUNIT_EXPECT_GT(test, due(&q), told_at);
			told++;
		}
		resume(&q, end);
		q.seen.sent++;
		at = end + GAPS / 10;
		KUNIT_EXPECT_EQ(test, pause(&q, at), PFC_WATCH_NOTHING);
	}
	KUNIT_EXPECT_EQ(test, told, 1U);
	KUNIT_EXPECT_EQ(test, told_at, T0 + D);
	KUNIT_EXPECT_EQ(test, q.watch.state, PFC_WATCH_OPERATIONAL);
	/* and not one gap more: from here on it is another pause */
	resume(&q, at + D / 2);
	q.seen.sent++;
	at += D / 2 + 1;
	pause(&q, at);
	resume(&q, at + D / 2);
	q.seen.sent++;
	pause(&q, at + D / 2 + 1);
	KUNIT_EXPECT_EQ(test, due(&q), at + D);
	KUNIT_EXPECT_EQ(test, look(&q, at + D), PFC_WATCH_LONG);
}

/* Nothing waits when the warning is due: no warning, and no timer that is busy */
static void watch_leaky_empty(struct kunit *test)
{
	struct queue q;

	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	resume(&q, T0 + D / 2);
	q.seen.sent++;
	q.seen.backlog = false;
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + D / 2 + 1), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
	KUNIT_EXPECT_EQ(test, look(&q, T0 + D), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
	KUNIT_EXPECT_EQ(test, look(&q, T0 + 2 * D), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
	/* now there is somebody whom it concerns */
	KUNIT_EXPECT_EQ(test, fill(&q, T0 + 3 * D), PFC_WATCH_LONG);
	expect_at(test, &q, T0 + 4 * D, PFC_WATCH_DETECTED);
}

/* No frame has left: a pause that is long is no warning, it is a storm or nothing */
static void watch_long_needs_departures(struct kunit *test)
{
	struct queue q;

	begin(&q);
	pause(&q, T0);
	fill(&q, T0 + D / 2);
	KUNIT_EXPECT_EQ(test, look(&q, T0 + D), PFC_WATCH_NOTHING);
	expect_at(test, &q, T0 + D / 2 + D, PFC_WATCH_DETECTED);
}

/* The link was down, or nobody watched: the window begins then, if at all */
static void watch_forgets(struct kunit *test)
{
	struct queue q;

	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	pfc_watch_forget(&q.watch, T0 + D / 2);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
	KUNIT_EXPECT_EQ(test, look(&q, T0 + D / 2), PFC_WATCH_NOTHING);
	expect_at(test, &q, T0 + D / 2 + D, PFC_WATCH_DETECTED);

	/* a pause that goes on over a gap has not been longer than that, either */
	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	pfc_watch_forget(&q.watch, T0 + D / 2);
	resume(&q, T0 + D / 2 + 1);
	q.seen.sent++;
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + D / 2 + 2), PFC_WATCH_NOTHING);
	expect_at(test, &q, T0 + D / 2 + 2 + D, PFC_WATCH_DETECTED);
}

static void watch_terms_change(struct kunit *test)
{
	struct queue q;

	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	q.terms.detection = 3 * D;
	KUNIT_EXPECT_EQ(test, look(&q, T0 + D), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), T0 + 3 * D);
	q.terms.detection = 2 * D;
	KUNIT_EXPECT_EQ(test, look(&q, T0 + D + 1), PFC_WATCH_NOTHING);
	expect_at(test, &q, T0 + 2 * D, PFC_WATCH_DETECTED);
	/* twice that; and so on while it lasts */
	resume(&q, T0 + 2 * D);
	pfc_watch_heard(&q.watch, T0 + 2 * D, T0 + 2 * D);
	KUNIT_EXPECT_EQ(test, due(&q), T0 + 6 * D);
	q.terms.recovery = PFC_RECOVERY_MANUAL;
	KUNIT_EXPECT_EQ(test, look(&q, T0 + 9 * D), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
	q.terms.recovery = 10 * D;
	expect_at(test, &q, T0 + 12 * D, PFC_WATCH_RESTORED);

	/* shorter than the queue has been stuck: at once */
	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	q.terms.detection = D / 10;
	KUNIT_EXPECT_EQ(test, look(&q, T0 + D / 2), PFC_WATCH_DETECTED);
}

/* What was a short gap is one no longer */
static void watch_gaps_change(struct kunit *test)
{
	struct queue q;

	begin(&q);
	fill(&q, T0);
	pause(&q, T0);
	resume(&q, T0 + D / 4);
	q.seen.sent++;
	pause(&q, T0 + D / 4 + 2);
	resume(&q, T0 + D / 2);
	pause(&q, T0 + D / 2 + GAPS / 2);
	q.terms.detection = D / 4;
	KUNIT_EXPECT_EQ(test, look(&q, T0 + D / 2 + GAPS), PFC_WATCH_NOTHING);
	expect_at(test, &q, T0 + D / 2 + GAPS / 2 + D / 4, PFC_WATCH_DETECTED);
}

static struct kunit_case watchdog_cases[] = {
	KUNIT_CASE(watch_pause_last),
	KUNIT_CASE(watch_backlog_last),
	KUNIT_CASE(watch_departure_last),
	KUNIT_CASE(watch_emptied),
	KUNIT_CASE(watch_not_paused),
	KUNIT_CASE(watch_short_storms),
	KUNIT_CASE(watch_gaps),
	KUNIT_CASE(watch_due_in_gap),
	KUNIT_CASE(watch_leaky),
	KUNIT_CASE(watch_leaky_empty),
	KUNIT_CASE(watch_long_needs_departures),
	KUNIT_CASE(watch_forgets),
	KUNIT_CASE(watch_terms_change),
	KUNIT_CASE(watch_gaps_change),
	{}
};

static struct kunit_suite watchdog_suite = {
	.name = "pfc_watchdog",
	.test_cases = watchdog_cases,
};

kunit_test_suite(watchdog_suite);
