// SPDX-License-Identifier: GPL-2.0-only
/*
 * Plays a scene: sends the frames of its flows and its control frames at their times, and
 * receives.  One thread does all of it, so that a run in virtual time repeats bit for bit.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "test.h"

#define NAP		(NS_PER_MS)	/* longest time without a look at the captures */
#define DRAIN		(3 * NS_PER_S)	/* longest time until waiting frames have arrived */
#define QUIET		(200 * NS_PER_MS)	/* nothing arrived for this time: nothing waits */
#define LATE		20		/* intervals after which a frame is not sent any more */
#define BURST		32		/* frames that a late flow sends at once */

/* Get the time of a clock, ns */
uint64_t clock_ns(int clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * NS_PER_S + t.tv_nsec;
}

static uint64_t now(struct run *r)
{
	return r->now = clock_ns(CLOCK_MONOTONIC) - r->base;
}

/* Time from a frame of a flow to the next, ns */
static uint64_t interval(const struct run *r, const struct flow *f)
{
	return link_frame_ns(r->bed, frame_size(f, f->sent)) * SHARE_ALL / f->share;
}

static bool is_over(const struct flow *f)
{
	return f->due >= f->end || (f->count && f->sent >= f->count);
}

static void flow_send(struct run *r, struct flow *f)
{
	static unsigned char frame[FRAME_MAX];
	unsigned int burst = BURST;
	bool waited = f->blocked;

	f->blocked = false;
	while (!is_over(f) && f->due <= r->now && burst--) {
		unsigned int len = frame_build(frame, r, f, f - r->flows, f->sent, r->now);
		uint64_t step = interval(r, f);

		if (send(f->fd, frame, len, MSG_DONTWAIT) < 0) {
			f->blocked = true;
			return;
		}
		/* A flow that PFC has stopped does not make up for the lost time */
		if (r->now - f->due > LATE * step && !f->deaf) {
			r->slow |= !waited;
			f->due = r->now;
		}
		f->sent++;
		f->due += step;
	}
}

static bool control_is_over(const struct control *c)
{
	return c->due >= c->end || (c->count && c->sent >= c->count);
}

static void control_send(struct run *r, struct control *c)
{
	while (c->due <= r->now && !control_is_over(c)) {
		if (send(r->bed->ports[c->port].bypass, c->frame, c->len, 0) < 0)
			return;
		c->sent++;
		c->due += c->period;
	}
}

static void earlier(uint64_t *next, uint64_t time)
{
	if (time < *next)
		*next = time;
}

/* Sends what is due.  Return: the time of the next frame or action */
static uint64_t act(struct run *r, uint64_t end)
{
	uint64_t next = end;
	unsigned int i;

	for (i = 0; i < r->n_actions; i++) {
		struct action *a = &r->actions[i];

		if (!a->done && a->at <= r->now) {
			a->done = true;
			a->act(r, a->arg);
		}
		if (!a->done)
			earlier(&next, a->at);
	}
	for (i = 0; i < r->n_controls; i++) {
		struct control *c = &r->controls[i];

		control_send(r, c);
		if (!control_is_over(c))
			earlier(&next, c->due);
	}
	for (i = 0; i < r->n_flows; i++) {
		struct flow *f = &r->flows[i];

		flow_send(r, f);
		if (!f->blocked && !is_over(f))
			earlier(&next, f->due);
	}
	return next;
}

/* Sleeps until a time, or until a blocked flow can send */
static void wait_until(struct run *r, uint64_t until)
{
	struct pollfd fds[TEST_FLOWS];
	struct timespec t;
	unsigned int i, n = 0;
	uint64_t length;

	now(r);
	if (until <= r->now)
		return;
	for (i = 0; i < r->n_flows; i++)
		if (r->flows[i].blocked)
			fds[n++] = (struct pollfd){ .fd = r->flows[i].fd, .events = POLLOUT };
	length = until - r->now < NAP ? until - r->now : NAP;
	t = (struct timespec){ length / NS_PER_S, length % NS_PER_S };
	ppoll(fds, n, &t, NULL);
}

/* A port of the tester, during a look at its capture */
struct arrival {
	struct run	*r;
	unsigned int	port;
};

static void take(const struct captured *frame, void *data)
{
	const struct arrival *a = data;

	frame_take(a->r, a->port, frame);
}

static void receive(struct run *r)
{
	struct arrival a = { .r = r };

	for (; a.port < r->bed->n; a.port++)
		r->missed += capture_walk(&r->bed->ports[a.port].capture, take, &a);
}

static uint64_t waiting(const struct run *r)
{
	uint64_t n = 0;
	unsigned int i;

	for (i = 0; i < r->n_flows; i++)
		n += r->flows[i].sent - r->flows[i].received;
	return n;
}

/* Waits for the frames that the queues still hold */
static void drain(struct run *r)
{
	uint64_t end = now(r) + DRAIN, changed = r->now, before = waiting(r);
	unsigned int i;

	/* The flows have ended, so none waits for its socket */
	for (i = 0; i < r->n_flows; i++)
		r->flows[i].blocked = false;
	while (now(r) < end && waiting(r) && r->now - changed < QUIET && !test_interrupted) {
		wait_until(r, r->now + NAP);
		receive(r);
		if (waiting(r) != before) {
			before = waiting(r);
			changed = r->now;
		}
	}
}

static bool begin(struct run *r)
{
	unsigned int i;

	/* What came before the scene does not count */
	for (i = 0; i < r->bed->n; i++)
		capture_walk(&r->bed->ports[i].capture, NULL, NULL);
	for (i = 0; i < r->n_flows; i++) {
		struct flow *f = &r->flows[i];

		f->due = f->start;
		f->fd = flow_socket(r->bed, f);
		if (f->fd < 0) {
			judge(r, false, "the tester cannot send: %s", strerror(errno));
			return false;
		}
	}
	for (i = 0; i < r->n_controls; i++)
		r->controls[i].due = r->controls[i].start;
	if (r->bed->known)
		bed_counters(r->bed, r->before);
	r->base = clock_ns(CLOCK_MONOTONIC);
	r->wall = clock_ns(CLOCK_REALTIME);
	return true;
}

/* What the tester could not do makes a case fail, or a limit unmeasured */
static void check_tester(struct run *r)
{
	unsigned int i;

	for (i = 0; i < r->n_controls; i++)
		if (!r->controls[i].sent)
			judge(r, false, "the tester could not send MAC control frames");
	if (r->missed)
		unmeasured(r, "this machine did not capture %llu frames",
			   (unsigned long long)r->missed);
}

/*
 * Play a scene, then wait until all frames have arrived, and read the counters of the DUT.
 * @end: length of the scene, ns
 */
void play(struct run *r, uint64_t end)
{
	unsigned int i;

	if (!begin(r))
		return;
	while (now(r) < end && !test_interrupted) {
		wait_until(r, act(r, end));
		receive(r);
	}
	drain(r);
	if (r->bed->known && !bed_counters(r->bed, r->ports))
		judge(r, false, "the counters of the DUT cannot be read");
	for (i = 0; i < r->n_flows; i++) {
		close(r->flows[i].fd);
		r->flows[i].fd = -1;
	}
	check_tester(r);
}
