// SPDX-License-Identifier: GPL-2.0-only
/*
 * Egress queues: limits, ECN marking, schedulers.
 */
#include <stdlib.h>
#include <string.h>
#include "format.h"
#include "sonic.h"

#define QUEUES	PFC_PRIO_COUNT
#define WEIGHT_MAX	1000000	/* SONiC allows 100 */

static struct json_object *part(const struct sonic *s, const char *port, unsigned int queue,
				const char *field, const char *table, const char **name)
{
	struct json_object *entry;

	if (!sonic_of_port(s, strcmp(table, "BUFFER_PROFILE") ? "QUEUE" : "BUFFER_QUEUE", port,
			   queue, &entry))
		return NULL;
	*name = sonic_field(entry, field);
	return sonic_entry(s, table, *name);
}

/*
 * Find the profile of a queue that is charged to a pool.
 * @port: name of the port in the tables
 * @q: set to the profile
 * Return: whether the queue has one, and its pool exists.
 */
bool sonic_queue_profile(struct sonic *s, const char *port, unsigned int queue,
			 struct queue_profile *q)
{
	struct json_object *profile = part(s, port, queue, "profile", "BUFFER_PROFILE", &q->name);
	int64_t size = 0;

	q->pool = sonic_field(profile, "pool");
	if (!q->pool || !sonic_entry(s, "BUFFER_POOL", q->pool))
		return false;
	sonic_number(s, profile, q->name, "size", &size);
	q->min = sonic_at_most(s, "BUFFER_PROFILE", q->name, sonic_cells(s, size), PFC_SIZE_MAX);
	return true;
}

/* A queue of a switch is charged to a pool, above its guarantee up to a threshold */
static void put_limit(struct sonic *s, const char *port, unsigned int queue, bool lossless,
		      char *buf, size_t size)
{
	struct queue_profile q = { 0 };
	struct json_object *profile;
	bool pool = sonic_queue_profile(s, port, queue, &q);
	char alpha[16], here[PFC_NAME_LEN];
	int64_t value;

	if (pool)
		snprintf(buf, size, " pool %s min %llu", sonic_queue_pool(s, q.pool, here),
			 (unsigned long long)q.min);
	profile = part(s, port, queue, "profile", "BUFFER_PROFILE", &q.name);
	if (!profile)
		return;
	if (!pool)
		sonic_note(s,
			   "BUFFER_PROFILE|%s|pool: %s is no pool: size has no effect, and dynamic_th is of the free bytes of the pool of the PG",
			   q.name, q.pool ?: "none");
	if (lossless) {
		sonic_note(s,
			   "BUFFER_PROFILE|%s: its threshold has no effect: queues do not drop lossless packets",
			   q.name);
		return;
	}
	size -= strlen(buf);
	buf += strlen(buf);
	if (sonic_number(s, profile, q.name, "dynamic_th", &value)) {
		value = value < -8 ? -8 : value > 7 ? 7 : value;
		snprintf(buf, size, " alpha %s", sonic_alpha(alpha, value));
	} else if (sonic_number(s, profile, q.name, "static_th", &value) && value >= 0 &&
		   value < PFC_SIZE_MAX - (int64_t)q.min) {
		if (!value && !q.min)
			sonic_note(s,
				   "BUFFER_PROFILE|%s|static_th: 0 is limited to 1 byte", q.name);
		value += q.min;
		snprintf(buf, size, " limit %lld", (long long)value ?: 1);
	}
}

static void put_ecn(struct sonic *s, struct json_object *wred, const char *name, char *buf,
		    size_t size)
{
	const char *ecn = sonic_field(wred, "ecn"), *green = sonic_field(wred, "wred_green_enable");
	int64_t low = 0, high, percent = 100;

	if (!wred)
		return;
	if (!green || strcmp(green, "true") || !sonic_number(s, wred, name, "green_max_threshold",
							     &high)) {
		sonic_note(s, "WRED_PROFILE|%s: no effect: WRED is off for green packets", name);
		return;
	}
	if (!ecn || (strcmp(ecn, "ecn_all") && !strstr(ecn, "green"))) {
		sonic_note(s,
			   "WRED_PROFILE|%s|ecn: WRED without ECN drops lossy packets; here ECT packets are marked instead",
			   name);
	}
	sonic_number(s, wred, name, "green_min_threshold", &low);
	sonic_number(s, wred, name, "green_drop_probability", &percent);
	high = high > PFC_SIZE_MAX ? PFC_SIZE_MAX : high < 1 ? 1 : high;
	low = low > high ? high : low < 0 ? 0 : low;
	percent = percent < 0 ? 0 : percent > 100 ? 100 : percent;
	text_append(buf, size, " ecn-kmin %lld ecn-kmax %lld ecn-pmax %lld%%", (long long)low,
		    (long long)high, (long long)percent);
}

/* Shares of 100 % for weights, each at least 1 %: the rest goes to the largest remainders */
static void put_shares(struct sonic *s, const char *dev, const uint32_t *weights)
{
	unsigned int i, sum = 0, given = 0, classes = 0, most;
	uint32_t share[QUEUES];
	char text[256] = "";

	for (i = 0; i < QUEUES; i++) {
		sum += weights[i];
		classes += weights[i] > 0;
	}
	for (i = 0; i < QUEUES; i++) {
		share[i] = weights[i] ? 1 + (100 - classes) * weights[i] / sum : 0;
		given += share[i];
	}
	for (; classes && given < 100; given++) {
		most = QUEUES;
		for (i = 0; i < QUEUES; i++)
			if (weights[i] && (most == QUEUES || (uint64_t)weights[i] * share[most] >
							     (uint64_t)weights[most] * share[i]))
				most = i;
		share[most]++;
	}
	for (i = 0; i < QUEUES; i++)
		text_append(text, sizeof(text), " %u:%s", i, weights[i] ? "ets" : "strict");
	text_append(text, sizeof(text), " tc-bw");
	for (i = 0; i < QUEUES; i++)
		text_append(text, sizeof(text), " %u:%u", i, share[i]);
	sonic_line(s, "ets set dev %s prio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7 tc-tsa%s", dev, text);
}

/* Maximum rate of a scheduler, bit/s; 0: none */
static uint64_t rate_of(struct sonic *s, struct json_object *scheduler, const char *name)
{
	const char *meter = sonic_field(scheduler, "meter_type");
	int64_t pir;

	if (!sonic_number(s, scheduler, name, "pir", &pir) || pir <= 0)
		return 0;
	if (meter && !strcmp(meter, "packets")) {
		sonic_note(s, "SCHEDULER|%s|pir: no effect: rates count bytes, not packets", name);
		return 0;
	}
	return 8 * (uint64_t)pir < PFC_RATE_MIN ? PFC_RATE_MIN : 8 * (uint64_t)pir;
}

static void put_schedulers(struct sonic *s, const char *port, const char *dev)
{
	uint32_t weights[QUEUES];
	bool any = false;
	unsigned int i;

	for (i = 0; i < QUEUES; i++) {
		const char *name = NULL, *type;
		struct json_object *scheduler = part(s, port, i, "scheduler", "SCHEDULER", &name);
		int64_t weight = 1;

		if (name && !scheduler)
			sonic_port_note(s, port, "QUEUE|%u|scheduler: %s is not in SCHEDULER", i,
					name);
		any |= !!scheduler;
		sonic_number(s, scheduler, name, "weight", &weight);
		type = sonic_field(scheduler, "type");
		weight = weight < 1 ? 1 : weight > WEIGHT_MAX ? WEIGHT_MAX : weight;
		weights[i] = type && !strcmp(type, "STRICT") ? 0 : weight;
	}
	if (!any)
		return;
	put_shares(s, dev, weights);
	for (i = 0; i < QUEUES; i++) {
		const char *name = NULL;
		struct json_object *scheduler = part(s, port, i, "scheduler", "SCHEDULER", &name);
		uint64_t rate = rate_of(s, scheduler, name);

		if (rate)
			sonic_line(s, "ets set dev %s tc-maxrate %u:%llubit", dev, i,
				   (unsigned long long)rate);
	}
}

/*
 * Add the commands for the queues of a port.
 * @lossless: bit mask of the lossless priorities
 */
void sonic_queues(struct sonic *s, const char *port, const char *dev, uint32_t lossless)
{
	const char *name = sonic_port_field(s, port, "scheduler");
	uint64_t rate = rate_of(s, sonic_entry(s, "SCHEDULER", name), name);
	struct json_object *entry;
	unsigned int i;

	if (rate)
		sonic_line(s, "port set dev %s rate %llubit", dev, (unsigned long long)rate);
	for (i = 0; i < QUEUES; i++) {
		const char *profile = NULL, *wred = NULL;
		char text[224] = "";
		struct json_object *buffer = part(s, port, i, "profile", "BUFFER_PROFILE",
						  &profile);
		struct json_object *ecn = part(s, port, i, "wred_profile", "WRED_PROFILE", &wred);

		if (profile && !buffer)
			sonic_port_note(s, port, "BUFFER_QUEUE|%u: %s is no profile", i, profile);
		if (wred && !ecn)
			sonic_port_note(s, port, "QUEUE|%u|wred_profile: %s is not in WRED_PROFILE",
					i, wred);
		put_limit(s, port, i, lossless & 1U << i, text, sizeof(text));
		put_ecn(s, ecn, wred, text, sizeof(text));
		if (*text)
			sonic_line(s, "queue set dev %s queue %u%s", dev, i, text);
	}
	for (; i < SONIC_QUEUES; i++)
		if (sonic_of_port(s, "BUFFER_QUEUE", port, i, &entry) ||
		    sonic_of_port(s, "QUEUE", port, i, &entry))
			sonic_note(s, "queue %u: no effect: ports have %d queues", i, QUEUES);
	put_schedulers(s, port, dev);
}
