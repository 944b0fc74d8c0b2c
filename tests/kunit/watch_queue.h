/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A queue, and who looks at it: for the tests of the watchdog.
 */
#ifndef PFC_WATCH_QUEUE_H
#define PFC_WATCH_QUEUE_H

#include <kunit/test.h>
#include <linux/string.h>
#include "../../kmod/watchdog.h"

#define MS	1000000ULL
#define D	(100 * MS)	/* detection time */
#define GAPS	(D / 100)	/* of pause that do not end a window, in all */
#define T0	(7000 * MS)	/* when the tests begin, ns */

/* A queue and all that goes on around it, which is what the glue has to do as well */
struct queue {
	struct pfc_watch	watch;
	struct pfc_watch_terms	terms;
	struct pfc_watch_seen	seen;
};

static inline void begin(struct queue *q)
{
	memset(q, 0, sizeof(*q));
	q->terms = (struct pfc_watch_terms) {
		.watched = 0xff, .detection = D, .escalate_period = 20000 * MS,
	};
	pfc_watch_init(&q->watch, T0);
}

static inline enum pfc_watch_verdict look(struct queue *q, u64 now)
{
	q->seen.now = now;
	return pfc_watch_look(&q->watch, &q->terms, &q->seen);
}

static inline u64 due(const struct queue *q)
{
	return pfc_watch_due(&q->watch, &q->terms, q->seen.paused);
}

static inline enum pfc_watch_verdict pause(struct queue *q, u64 now)
{
	q->seen.paused = true;
	q->seen.begin = now;
	return look(q, now);
}

static inline void resume(struct queue *q, u64 now)
{
	q->seen.paused = false;
	q->seen.end = now;
}

static inline enum pfc_watch_verdict fill(struct queue *q, u64 now)
{
	q->seen.backlog = true;
	return look(q, now);
}

/* Nothing before @at, which is when the timer is set to; then that */
static inline void expect_at(struct kunit *test, struct queue *q, u64 at,
			     enum pfc_watch_verdict verdict)
{
	KUNIT_EXPECT_EQ(test, due(q), at);
	KUNIT_EXPECT_EQ(test, look(q, at - 1), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, due(q), at);
	KUNIT_EXPECT_EQ(test, look(q, at), verdict);
}

/* A queue in which a storm was detected @D after @now */
static inline void storm(struct kunit *test, struct queue *q, u64 now)
{
	q->seen.backlog = true;
	pfc_watch_heard(&q->watch, now, now + D + 1);
	KUNIT_EXPECT_EQ(test, pause(q, now), PFC_WATCH_NOTHING);
	KUNIT_EXPECT_EQ(test, look(q, now + D), PFC_WATCH_DETECTED);
	resume(q, now + D + 1);
}

#endif /* PFC_WATCH_QUEUE_H */
