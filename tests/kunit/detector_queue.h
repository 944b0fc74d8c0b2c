/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Egress queue with its watchdog, for the tests of the detector.
 */
#ifndef PFC_DETECTOR_QUEUE_H
#define PFC_DETECTOR_QUEUE_H

#include <kunit/test.h>
#include <linux/string.h>
#include "../../kmod/core/detector.h"

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

static inline void begin(struct queue *q)
{
	memset(q, 0, sizeof(*q));
	q->config = (struct pfc_watchdog_config) {
		.watched = 0xff, .detection = D, .escalate_period = 20000 * MS,
	};
	pfc_detector_init(&q->detector, T0);
}

static inline enum pfc_detector_verdict check(struct queue *q, u64 now)
{
	enum pfc_detector_verdict verdict;

	q->input.now = now;
	verdict = pfc_detector_check(&q->detector, &q->config, &q->input);
	if (verdict != PFC_DETECTOR_DETECTED)
		return verdict;
	return pfc_detector_count(&q->detector, q->times, &q->config, now);
}

static inline u64 due(const struct queue *q)
{
	return pfc_detector_due(&q->detector, &q->config, q->input.paused);
}

static inline enum pfc_detector_verdict pause(struct queue *q, u64 now)
{
	q->input.paused = true;
	q->input.begin = now;
	return check(q, now);
}

static inline void resume(struct queue *q, u64 now)
{
	q->input.paused = false;
	q->input.end = now;
}

static inline enum pfc_detector_verdict fill(struct queue *q, u64 now)
{
	q->input.backlog = true;
	return check(q, now);
}

/* A check is due at @at and returns @verdict then; a check 1 ns earlier finds nothing */
static inline void expect_at(struct kunit *test, struct queue *q, u64 at,
			     enum pfc_detector_verdict verdict)
{
	KUNIT_EXPECT_EQ(test, due(q), at);
	KUNIT_EXPECT_EQ(test, check(q, at - 1), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, due(q), at);
	KUNIT_EXPECT_EQ(test, check(q, at), verdict);
}

/* Starts a storm at @now; the detector finds it at @now + D, the pause ends 1 ns later */
static inline void storm(struct kunit *test, struct queue *q, u64 now)
{
	q->input.backlog = true;
	pfc_detector_xoff(&q->detector, now, now + D + 1);
	KUNIT_EXPECT_EQ(test, pause(q, now), PFC_DETECTOR_NOTHING);
	KUNIT_EXPECT_EQ(test, check(q, now + D), PFC_DETECTOR_DETECTED);
	resume(q, now + D + 1);
}

#endif /* PFC_DETECTOR_QUEUE_H */
