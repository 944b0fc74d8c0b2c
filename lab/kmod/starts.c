// SPDX-License-Identifier: GPL-2.0-only
/*
 * Starts messages in the order of their times, with one timer.  A fabric may have a million
 * messages: if each of them had a timer from the start on, every other timer would be searched in a
 * tree with all of them, which is not in the caches.
 */
#include <linux/slab.h>
#include <linux/sort.h>
#include "lab.h"

static int lab_starts_order(const void *a, const void *b)
{
	const struct lab_flow *one = *(struct lab_flow *const *)a;
	const struct lab_flow *other = *(struct lab_flow *const *)b;

	if (one->spec.start != other->spec.start)
		return one->spec.start < other->spec.start ? -1 : 1;
	return one->id < other->id ? -1 : 1;
}

static enum hrtimer_restart lab_starts_timer(struct hrtimer *timer)
{
	struct lab_starts *starts = container_of(timer, struct lab_starts, timer);
	u64 now = ktime_to_ns(hrtimer_get_expires(timer));

	for (; starts->next < starts->n; starts->next++) {
		struct lab_flow *flow = starts->flows[starts->next];
		u64 time = flow->lab->start + flow->spec.start;

		if (time > now) {
			hrtimer_set_expires(timer, ns_to_ktime(time));
			return HRTIMER_RESTART;
		}
		hrtimer_start(&flow->timer, ns_to_ktime(time), HRTIMER_MODE_ABS_SOFT);
	}
	return HRTIMER_NORESTART;
}

/**
 * lab_starts_init() - make room for the messages that start after the start of the traffic
 * @lab: open file, before the start of the traffic
 *
 * Return: 0 or -ENOMEM.
 */
int lab_starts_init(struct lab *lab)
{
	struct lab_starts *starts = &lab->starts;

	hrtimer_setup(&starts->timer, lab_starts_timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_SOFT);
	starts->flows = kvmalloc_array(lab->n_flows, sizeof(*starts->flows), GFP_KERNEL);
	return starts->flows || !lab->n_flows ? 0 : -ENOMEM;
}

/* Add a message, which starts at the time in its specification */
void lab_starts_add(struct lab_starts *starts, struct lab_flow *flow)
{
	starts->flows[starts->n++] = flow;
}

/* Start the timer, after all messages have been added */
void lab_starts_begin(struct lab *lab)
{
	struct lab_starts *starts = &lab->starts;

	if (!starts->n)
		return;
	sort(starts->flows, starts->n, sizeof(*starts->flows), lab_starts_order, NULL);
	hrtimer_start(&starts->timer, ns_to_ktime(lab->start + starts->flows[0]->spec.start),
		      HRTIMER_MODE_ABS_SOFT);
}

/* Start no further message.  Context: process, after lab_starts_init() or without it. */
void lab_starts_end(struct lab_starts *starts)
{
	if (starts->flows)
		hrtimer_cancel(&starts->timer);
	kvfree(starts->flows);
}
