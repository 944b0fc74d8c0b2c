// SPDX-License-Identifier: GPL-2.0-only
/*
 * Starts the traffic and writes samples of all counters.
 *
 * A sample is a line "t TIME" and a line for each counter that differs from the
 * previous sample: "f FLOW FIELD VALUE" for flows, where FIELD is the index in
 * struct pfclab_counters; "s FLOW FIELD VALUE" for their senders with rate control or reliability,
 * see struct pfclab_transport_counters; "c FLOW FIELD VALUE" for flows
 * over TCP, see struct tcp_counters; "p NODE DEVICE KIND ID ATTRIBUTE VALUE" for ports, where
 * KIND is an enum counter_kind, ID the number of the PG, priority or queue, and
 * ATTRIBUTE the netlink attribute in <linux/pfc_stats.h>.
 *
 * The last sample begins with "r" instead of "t".  It shows the fabric at rest: the sources
 * have ended, and no frame arrives.  In this sample "i NODE COUNTER VALUE" is an IP
 * counter of a router, with the name in /proc/net/snmp.  Then comes the line "d HASH ARRIVALS":
 * the hash and the number of all arrivals, see struct pfclab_digest.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>
#include "../kmod/pfclab.h"
#include "lab.h"

#define SECOND	1000000000ULL
#define SETTLE	2	/* seconds until links and bridges are stable */
#define REST_MAX	500	/* wait for at most this many intervals without an arrival */
#define FIELDS	(sizeof(struct pfclab_counters) / sizeof(uint64_t))

/**
 * sleep_until() - sleep until an absolute time
 * @time: the time, CLOCK_MONOTONIC ns
 */
void sleep_until(uint64_t time)
{
	struct timespec ts = { time / SECOND, time % SECOND };

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL) == EINTR)
		;
}

static int sample_flows(struct lab *lab, struct ctx *ctx)
{
	size_t size = lab->n_flows * sizeof(*lab->flows), i, j;
	struct pfclab_counters *flows = malloc(size);

	if (!flows || read(lab->traffic, flows, size) != (ssize_t)size)
		return fail(ctx, "cannot read the counters of %zu flows from /dev/pfclab",
			    lab->n_flows);
	for (i = 0; i < lab->n_flows; i++) {
		const uint64_t *now = (void *)&flows[i];
		const uint64_t *before = lab->flows ? (void *)&lab->flows[i] : NULL;

		for (j = 0; j < FIELDS; j++)
			if (now[j] != (before ? before[j] : 0))
				put_line(lab->out, "f", (uint64_t[]){ i, j, now[j] }, 3);
	}
	free(lab->flows);
	lab->flows = flows;
	return STATUS_OK;
}

static int sample(struct lab *lab, struct ctx *ctx, char mark, uint64_t time)
{
	int err;

	captures_read(lab);
	fprintf(lab->out, "%c %" PRIu64 "\n", mark, time);
	err = sample_flows(lab, ctx) ?: sample_transports(lab, ctx);
	sample_tcp(lab);
	return err ?: sample_ports(lab, ctx);
}

static int read_digest(struct lab *lab, struct ctx *ctx,
		       struct pfclab_digest *digest)
{
	return ioctl(lab->traffic, PFCLAB_DIGEST, digest) < 0 ?
	       fail(ctx, "cannot read the digest of all arrivals from /dev/pfclab: %s",
		    strerror(errno)) : STATUS_OK;
}

/* Waits until a time; reads captured frames meanwhile, before they fill the buffers */
static void pass_time(const struct lab *lab, uint64_t start, uint64_t time, uint64_t interval)
{
	struct timespec now;
	uint64_t at;

	clock_gettime(CLOCK_MONOTONIC, &now);
	at = now.tv_sec * SECOND + now.tv_nsec;
	while (lab->n_captures && at + interval < start + time) {
		at += interval;
		sleep_until(at);
		captures_read(lab);
	}
	sleep_until(start + time);
}

/*
 * Waits from @time on until no frame arrives within @rest, at most REST_MAX times, and then until
 * messages without arrivals for @patience have ended; writes the last sample
 */
static int come_to_rest(struct lab *lab, struct ctx *ctx, uint64_t start, uint64_t time,
			uint64_t rest, uint64_t patience, uint64_t interval)
{
	struct pfclab_digest before, digest;
	int i, err;

	err = read_digest(lab, ctx, &digest);
	for (i = 0; !err && i < REST_MAX; i++) {
		before = digest;
		time += rest;
		pass_time(lab, start, time, interval);
		err = read_digest(lab, ctx, &digest);
		if (digest.arrivals == before.arrivals)
			break;
	}
	time += patience;
	pass_time(lab, start, time, interval);
	if (!err)
		err = sample(lab, ctx, 'r', time) ?: sample_routers(lab, ctx);
	if (err)
		return err;
	fprintf(lab->out, "d %016" PRIx64 " %" PRIu64 "\n",
		(uint64_t)digest.hash, (uint64_t)digest.arrivals);
	return STATUS_OK;
}

/* Opens all netlink sockets before the traffic starts: opening one later disturbs the clock */
static int open_sockets(struct lab *lab, struct ctx *ctx)
{
	size_t i;
	int err = STATUS_OK;

	for (i = 0; !err && i < lab->n_nodes; i++) {
		struct node *node = node_enter(lab, ctx, lab->nodes[i].name);

		err = node ? genl_open(&node->ctx) : STATUS_FAILED;
	}
	return err;
}

/* Executes all events up to a time, and writes a sample; events may change the limits */
static int sample_at(struct lab *lab, struct ctx *ctx, uint64_t start, uint64_t time)
{
	size_t events = lab->n_events;
	int err = events_until(lab, ctx, start, time);

	if (err)
		return err;
	sleep_until(start + time);
	if (!time || lab->n_events < events)
		err = write_limits(lab, ctx, time);
	return err ?: sample(lab, ctx, 't', time);
}

/* Writes a sample at the start, after each interval and at the end of the run; times in ns */
static int watch(struct lab *lab, struct ctx *ctx, uint64_t start,
		 uint64_t duration, uint64_t interval)
{
	int err = STATUS_OK;
	uint64_t time;

	for (time = 0; !err && time < duration; time += interval)
		err = sample_at(lab, ctx, start, time);
	return err ?: sample_at(lab, ctx, start, duration);
}

/*
 * run DURATION INTERVAL PATIENCE REST THAWED: runs the traffic and writes a sample in each
 * interval.  PATIENCE: the longest one of all messages; REST: time without an arrival after which
 * the fabric is at rest; THAWED: the earliest time of that, because receivers are frozen before.
 * Times are in ns.
 */
int run(struct lab *lab, struct ctx *ctx, char **words)
{
	uint64_t duration = strtoull(words[0], NULL, 0);
	struct timespec now;
	uint64_t start;
	int err;

	err = open_sockets(lab, ctx) ?: sample_start(lab, ctx);
	if (err)
		return err;
	prctl(PR_SET_TIMERSLACK, 1);
	clock_gettime(CLOCK_MONOTONIC, &now);
	start = (now.tv_sec + SETTLE) * SECOND;
	lab->start = start;
	if (ioctl(lab->traffic, PFCLAB_START, &start) < 0)
		return fail(ctx, "cannot start the traffic of /dev/pfclab: %s", strerror(errno));
	err = programs_start(lab, ctx, start) ?: tcp_start(lab, ctx, start);
	if (!err)
		err = watch(lab, ctx, start, duration, strtoull(words[1], NULL, 0));
	if (err)
		return err;
	tcp_end(lab);
	if (lab->n_programs)
		programs_end();
	err = come_to_rest(lab, ctx, start, strtoull(words[4], NULL, 0),
			   strtoull(words[3], NULL, 0), strtoull(words[2], NULL, 0),
			   strtoull(words[1], NULL, 0));
	return err ?: captures_end(lab, ctx);
}
