// SPDX-License-Identifier: GPL-2.0-only
/*
 * The programs at both ends of all TCP flows, as one process: sends and receives without blocking.
 *
 * The process sleeps in epoll_wait() until a socket or the timer is ready.  It takes no virtual
 * time otherwise.  It reads what has arrived at once, and writes as much as the send buffer takes.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
#include "tcp.h"

#define SECOND	1000000000ULL
#define CHUNK	65536	/* bytes of a write or read */
#define EVENTS	64
#define TIMER	UINT64_MAX	/* data of the epoll event of the timer */

/**
 * struct due - something to do at a time
 * @time: the time, ns after the start of the traffic
 * @order: number of the entry; of entries with the same time, the first one comes first
 * @flow: index of the flow
 * @stop: end of a flow, not its start
 */
struct due {
	uint64_t	time;
	uint64_t	order;
	uint32_t	flow;
	bool		stop;
};

/**
 * struct loop - state of the process
 * @lab: the simulator
 * @start: start of the traffic, CLOCK_MONOTONIC ns
 * @epoll: epoll instance
 * @timer: timer that expires at the first entry of @heap
 * @heap: binary heap of what is due, of fixed size: two entries for each flow
 * @n: number of entries of @heap
 * @added: number of entries ever added
 */
struct loop {
	struct lab	*lab;
	uint64_t	start;
	int		epoll;
	int		timer;
	struct due	*heap;
	size_t		n;
	uint64_t	added;
};

/* Return: CLOCK_MONOTONIC, ns */
static uint64_t clock_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * SECOND + now.tv_nsec;
}

static bool before(const struct due *a, const struct due *b)
{
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static void swap(struct due *a, struct due *b)
{
	struct due saved = *a;

	*a = *b;
	*b = saved;
}

static void add(struct loop *loop, uint64_t time, uint32_t flow, bool stop)
{
	struct due *heap = loop->heap;
	size_t i = loop->n++;

	heap[i] = (struct due){ time, loop->added++, flow, stop };
	for (; i && before(&heap[i], &heap[(i - 1) / 2]); i = (i - 1) / 2)
		swap(&heap[i], &heap[(i - 1) / 2]);
}

static struct due take(struct loop *loop)
{
	struct due *heap = loop->heap, first = heap[0];
	size_t i = 0, child;

	heap[0] = heap[--loop->n];
	for (; (child = 2 * i + 1) < loop->n; i = child) {
		if (child + 1 < loop->n && before(&heap[child + 1], &heap[child]))
			child++;
		if (!before(&heap[child], &heap[i]))
			break;
		swap(&heap[child], &heap[i]);
	}
	return first;
}

/* Writes until the send buffer is full or the message has been written */
static void fill(struct tcp_flow *flow)
{
	static const char zeros[CHUNK];

	while (flow->active) {
		uint64_t left = flow->size ? flow->size - flow->counters->written : CHUNK;
		ssize_t done = send(flow->sender, zeros, left < CHUNK ? left : CHUNK, MSG_NOSIGNAL);

		if (done < 0)
			return;
		flow->counters->written += done;
		flow->active = !flow->size || flow->counters->written < flow->size;
	}
}

/* A message may start: at its start time, and the gap after the last one that it depends on */
static void ready(struct loop *loop, uint32_t index, uint64_t time)
{
	const struct tcp_flow *flow = &loop->lab->tcp[index];

	time += flow->gap;
	add(loop, time > flow->start ? time : flow->start, index, false);
}

/* Reads all bytes that have arrived, and starts messages that depend on a complete message */
static void drain(struct loop *loop, struct tcp_flow *flow)
{
	struct tcp_counters *counters = flow->counters;
	static char buffer[CHUNK];
	ssize_t done;
	size_t i;

	do {
		done = recv(flow->receiver, buffer, sizeof(buffer), 0);
		counters->bytes += done > 0 ? done : 0;
	} while (done == sizeof(buffer));
	if (!flow->size || counters->finished || counters->bytes < flow->size)
		return;
	counters->finished = clock_now() - loop->start;
	for (i = 0; i < flow->n_dependents; i++)
		if (!--loop->lab->tcp[flow->dependents[i]].pending)
			ready(loop, flow->dependents[i], counters->finished);
}

static void start_flow(struct loop *loop, const struct due *due)
{
	struct tcp_flow *flow = &loop->lab->tcp[due->flow];

	if (due->time >= flow->stop)
		return;
	flow->counters->began = due->time;
	flow->active = true;
	fill(flow);
}

static void stop_flow(struct loop *loop, struct tcp_flow *flow)
{
	if (flow->counters->finished)
		return;
	flow->active = false;
	/* A socket that is not connected would be ready for ever */
	epoll_ctl(loop->epoll, EPOLL_CTL_DEL, flow->sender, NULL);
	epoll_ctl(loop->epoll, EPOLL_CTL_DEL, flow->receiver, NULL);
	tcp_disconnect(flow);
}

/* Does what is due, and sets the timer to the next time */
static void work(struct loop *loop)
{
	struct itimerspec next = { 0 };
	uint64_t time;

	while (loop->n && loop->start + loop->heap[0].time <= clock_now()) {
		struct due due = take(loop);

		if (due.stop)
			stop_flow(loop, &loop->lab->tcp[due.flow]);
		else
			start_flow(loop, &due);
	}
	if (!loop->n)
		return;
	time = loop->start + loop->heap[0].time;
	next.it_value = (struct timespec){ time / SECOND, time % SECOND };
	timerfd_settime(loop->timer, TFD_TIMER_ABSTIME, &next, NULL);
}

/* The data of a socket's event is the index of its flow, times 2, plus 1 for the sender */
static bool watch(struct loop *loop, int fd, uint32_t events, uint64_t data)
{
	struct epoll_event event = { .events = events, .data.u64 = data };

	return !epoll_ctl(loop->epoll, EPOLL_CTL_ADD, fd, &event);
}

static bool prepare(struct loop *loop)
{
	struct lab *lab = loop->lab;
	size_t i;

	loop->epoll = epoll_create1(EPOLL_CLOEXEC);
	loop->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	loop->heap = calloc(2 * lab->n_tcp, sizeof(*loop->heap));
	if (!loop->heap || !watch(loop, loop->timer, EPOLLIN, TIMER))
		return false;
	for (i = 0; i < lab->n_tcp; i++) {
		struct tcp_flow *flow = &lab->tcp[i];

		if (!watch(loop, flow->receiver, EPOLLIN, 2 * i) ||
		    !watch(loop, flow->sender, EPOLLOUT | EPOLLET, 2 * i + 1))
			return false;
		if (!flow->pending)
			add(loop, flow->start, i, false);
		add(loop, flow->stop, i, true);
	}
	work(loop);
	return true;
}

static void handle(struct loop *loop, const struct epoll_event *event)
{
	uint64_t expirations, data = event->data.u64;

	if (data == TIMER) {
		if (read(loop->timer, &expirations, sizeof(expirations)) < 0)
			return;
	} else if (data & 1) {
		fill(&loop->lab->tcp[data / 2]);
	} else {
		drain(loop, &loop->lab->tcp[data / 2]);
	}
}

/*
 * Run all TCP flows, until the process is killed.
 * @start: start of the traffic, CLOCK_MONOTONIC ns
 */
void tcp_process(struct lab *lab, uint64_t start)
{
	struct loop loop = { .lab = lab, .start = start };
	struct epoll_event events[EVENTS];
	int i, n;

	prctl(PR_SET_TIMERSLACK, 1);
	signal(SIGTERM, SIG_IGN);	/* programs_end() sends it; tcp_end() ends this process */
	if (!prepare(&loop))
		_exit(1);
	while ((n = epoll_wait(loop.epoll, events, EVENTS, -1)) >= 0 || errno == EINTR) {
		for (i = 0; i < n; i++)
			handle(&loop, &events[i]);
		work(&loop);
	}
	_exit(1);
}
