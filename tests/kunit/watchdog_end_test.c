// SPDX-License-Identifier: GPL-2.0-only
/*
 * How a storm ends: by itself, by an operator, or with PFC being disabled.
 */
#include "watch_queue.h"

static const struct {
	const char	*name;
	u64		recovery;
	u64		asked;		/* of each XOFF */
	u64		over;		/* after the last XOFF; NEVER: not by itself */
} recoveries[] = {
	{ "automatic is twice the detection time", 0, 1, 2 * D },
	{ "a time of its own", D / 4, 1, D / 4 },
	{ "longer than the detection time", 7 * D, D, 7 * D },
	{ "what the last one asked for is longer", D / 4, D / 3, D / 3 },
	{ "just as long", D / 4, D / 4, D / 4 },
	{ "longer than automatic", 0, 3 * D, 3 * D },
	{ "manual", PFC_RECOVERY_MANUAL, 1, PFC_WATCH_NEVER },
};

static void watch_recovery(struct kunit *test)
{
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(recoveries); i++) {
		u64 last = T0, refresh = D / 5;
		struct queue q;

		begin(&q);
		q.terms.recovery = recoveries[i].recovery;
		storm(test, &q, T0);
		for (k = 1; k < 30; k++) {
			last = T0 + D + k * refresh;
			pfc_watch_heard(&q.watch, last, last + recoveries[i].asked);
			KUNIT_EXPECT_EQ_MSG(test, look(&q, last), PFC_WATCH_NOTHING,
					    "%s, XOFF %u", recoveries[i].name, k);
		}
		if (recoveries[i].over == PFC_WATCH_NEVER) {
			KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
			KUNIT_EXPECT_EQ(test, look(&q, last + 1000000 * D),
					PFC_WATCH_NOTHING);
			continue;
		}
		expect_at(test, &q, last + recoveries[i].over, PFC_WATCH_RESTORED);
		KUNIT_EXPECT_EQ(test, q.watch.state, PFC_WATCH_OPERATIONAL);
		KUNIT_EXPECT_EQ(test, q.watch.since, last + recoveries[i].over);
	}
}

/* Pauses that end and begin, frames that come and go: only XOFF counts in a storm */
static void watch_in_storm(struct kunit *test)
{
	struct queue q;

	begin(&q);
	storm(test, &q, T0);
	q.seen.sent += 100;
	KUNIT_EXPECT_EQ(test, look(&q, T0 + D + 10), PFC_WATCH_NOTHING);
	q.seen.backlog = false;
	KUNIT_EXPECT_EQ(test, look(&q, T0 + D + 20), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, due(&q), T0 + 2 * D);
	/* detected once, however long it lasts */
	pfc_watch_heard(&q.watch, T0 + 2 * D - 1, T0 + 5 * D);
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + 2 * D - 1), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, fill(&q, T0 + 2 * D), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, look(&q, T0 + 4 * D), PFC_WATCH_NOTHING);
	resume(&q, T0 + 4 * D);
	expect_at(test, &q, T0 + 5 * D, PFC_WATCH_RESTORED);
	/* what was before is forgotten: the next window begins with the next pause */
	KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
	KUNIT_EXPECT_EQ(test, pause(&q, T0 + 5 * D + 1), PFC_WATCH_NOTHING);
	expect_at(test, &q, T0 + 6 * D + 1, PFC_WATCH_DETECTED);
}

/* A storm every four detection times */
static void storms(struct kunit *test, struct queue *q, u64 *at, unsigned int n)
{
	while (n--) {
		storm(test, q, *at);
		KUNIT_EXPECT_EQ(test, look(q, *at + 3 * D), PFC_WATCH_RESTORED);
		*at += 4 * D;
	}
}

static enum pfc_watch_verdict one_more(struct queue *q, u64 at)
{
	pfc_watch_heard(&q->watch, at, at + D);
	pause(q, at);
	return look(q, at + D);
}

static void watch_escalates(struct kunit *test)
{
	unsigned int n, before;

	for (n = 1; n <= PFC_ESCALATE_MAX; n++)
		/* with nothing, half and more than all of what is remembered before */
		for (before = 0; before < 50; before += 17) {
			struct queue q;
			u64 at = T0;

			begin(&q);
			q.seen.backlog = true;
			storms(test, &q, &at, before);
			at += 20000 * MS;
			q.terms.escalate_count = n;
			storms(test, &q, &at, n - 1);
			KUNIT_EXPECT_EQ_MSG(test, one_more(&q, at), PFC_WATCH_ESCALATED,
					    "%u after %u", n, before);
			KUNIT_EXPECT_EQ(test, q.watch.state, PFC_WATCH_DISABLED);
			KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
			/* for ever */
			resume(&q, at + D + 1);
			KUNIT_EXPECT_EQ(test, one_more(&q, at + 1000000 * D),
					PFC_WATCH_NOTHING);
			KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
		}
}

/* The first and the last of them are just as far apart as the period is long, or not */
static void watch_escalation_period(struct kunit *test)
{
	static const unsigned int counts[] = { 2, 3, 30, 32 };
	unsigned int i, late;

	for (i = 0; i < ARRAY_SIZE(counts); i++)
		for (late = 0; late < 2; late++) {
			u64 at = T0, span = (counts[i] - 1) * 4 * D;
			struct queue q;

			begin(&q);
			q.seen.backlog = true;
			q.terms.escalate_period = span;
			storms(test, &q, &at, 5);
			q.terms.escalate_count = counts[i];
			at += span;
			storms(test, &q, &at, counts[i] - 1);
			KUNIT_EXPECT_EQ_MSG(test, one_more(&q, at + late),
					    late ? PFC_WATCH_DETECTED :
						   PFC_WATCH_ESCALATED,
					    "%u, %u ns late", counts[i], late);
		}
}

static void watch_never_escalates(struct kunit *test)
{
	struct queue q;
	u64 at = T0;

	begin(&q);
	q.terms.escalate_period = PFC_PERIOD_MAX;
	storms(test, &q, &at, 200);
	KUNIT_EXPECT_EQ(test, q.watch.state, PFC_WATCH_OPERATIONAL);
	/* what was before it was configured counts */
	q.terms.escalate_count = 32;
	KUNIT_EXPECT_EQ(test, one_more(&q, at), PFC_WATCH_ESCALATED);
}

static void watch_clear(struct kunit *test)
{
	struct queue q;
	u64 at = T0;

	begin(&q);
	KUNIT_EXPECT_FALSE(test, pfc_watch_clear(&q.watch, T0 + 5));
	KUNIT_EXPECT_EQ(test, q.watch.since, T0);
	/* a storm that nothing else ends, and that goes on */
	q.terms.recovery = PFC_RECOVERY_MANUAL;
	storm(test, &q, at);
	q.seen.paused = true;
	KUNIT_EXPECT_TRUE(test, pfc_watch_clear(&q.watch, at + 2 * D));
	KUNIT_EXPECT_EQ(test, q.watch.state, PFC_WATCH_OPERATIONAL);
	KUNIT_EXPECT_EQ(test, q.watch.since, at + 2 * D);
	KUNIT_EXPECT_EQ(test, look(&q, at + 2 * D), PFC_WATCH_NOTHING);
	expect_at(test, &q, at + 3 * D, PFC_WATCH_DETECTED);
	KUNIT_EXPECT_TRUE(test, pfc_watch_clear(&q.watch, at + 3 * D));
	/* so many storms again until PFC is disabled */
	resume(&q, at + 4 * D);
	at += 5 * D;
	q.terms.recovery = 0;
	q.terms.escalate_count = 3;
	storms(test, &q, &at, 2);
	KUNIT_EXPECT_EQ(test, one_more(&q, at), PFC_WATCH_ESCALATED);
	KUNIT_EXPECT_TRUE(test, pfc_watch_clear(&q.watch, at + D + 1));
	KUNIT_EXPECT_FALSE(test, pfc_watch_clear(&q.watch, at + D + 2));
	resume(&q, at + 2 * D);
	at += 3 * D;
	storms(test, &q, &at, 2);
	KUNIT_EXPECT_EQ(test, one_more(&q, at), PFC_WATCH_ESCALATED);
}

static void watch_forgets_no_storm(struct kunit *test)
{
	struct queue q;

	begin(&q);
	storm(test, &q, T0);
	pfc_watch_forget(&q.watch, T0 + D + D / 2);
	KUNIT_EXPECT_EQ(test, q.watch.state, PFC_WATCH_STORM);
	KUNIT_EXPECT_EQ(test, q.watch.since, T0 + D);
	expect_at(test, &q, T0 + 2 * D, PFC_WATCH_RESTORED);

	begin(&q);
	q.terms.escalate_count = 1;
	q.seen.backlog = true;
	KUNIT_EXPECT_EQ(test, one_more(&q, T0), PFC_WATCH_ESCALATED);
	pfc_watch_forget(&q.watch, T0 + 2 * D);
	KUNIT_EXPECT_EQ(test, q.watch.state, PFC_WATCH_DISABLED);
	KUNIT_EXPECT_EQ(test, due(&q), PFC_WATCH_NEVER);
}

static struct kunit_case watchdog_end_cases[] = {
	KUNIT_CASE(watch_recovery),
	KUNIT_CASE(watch_in_storm),
	KUNIT_CASE(watch_escalates),
	KUNIT_CASE(watch_escalation_period),
	KUNIT_CASE(watch_never_escalates),
	KUNIT_CASE(watch_clear),
	KUNIT_CASE(watch_forgets_no_storm),
	{}
};

static struct kunit_suite watchdog_end_suite = {
	.name = "pfc_watchdog_end",
	.test_cases = watchdog_end_cases,
};

kunit_test_suite(watchdog_end_suite);
