// SPDX-License-Identifier: GPL-2.0-only
/*
 * State of the flows that udprecv receives.  All time series start at the first arrival
 * of any flow, so they are comparable.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "flows.h"

#define FLOWS_MAX	1024
#define SEQ_MAX		((uint64_t)UINT32_MAX)
#define BUCKETS_MAX	1000000

struct flow {
	uint32_t id;
	uint64_t datagrams, bytes, duplicates, out_of_order;
	uint64_t next_seq;		/* highest received number + 1 */
	uint64_t first, last, gap_max;
	uint64_t delay_min, delay_max, delay_sum;
	uint64_t dscp[64], ecn[4];
	uint8_t *seen;			/* one bit per sequence number */
	size_t seen_size;
	uint64_t *series;		/* bytes received, per interval */
	size_t series_len, series_size;
};

static struct flow flows[FLOWS_MAX];
static int flow_count;
static uint64_t epoch;

static struct flow *flow_get(uint32_t id)
{
	int i;

	for (i = 0; i < flow_count; i++)
		if (flows[i].id == id)
			return &flows[i];
	if (flow_count == FLOWS_MAX)
		die("flow %u: more than %d flows", id, FLOWS_MAX);
	flows[flow_count] = (struct flow){ .id = id, .delay_min = UINT64_MAX };
	return &flows[flow_count++];
}

/* Enlarges an array to at least @need elements; new elements are zero */
static void *grow(void *array, size_t *size, size_t need, size_t element)
{
	size_t larger = *size ? *size : 64;

	if (need <= *size)
		return array;
	while (larger < need)
		larger *= 2;
	array = realloc(array, larger * element);
	if (!array)
		die_errno("realloc");
	memset((char *)array + *size * element, 0, (larger - *size) * element);
	*size = larger;
	return array;
}

/* Records a sequence number; returns false if it was received before */
static bool mark_seen(struct flow *flow, uint64_t seq)
{
	uint8_t bit = 1 << (seq % 8);

	if (seq >= SEQ_MAX)
		die("flow %u: sequence number %llu is not below %llu", flow->id,
		    (unsigned long long)seq, (unsigned long long)SEQ_MAX);
	flow->seen = grow(flow->seen, &flow->seen_size, seq / 8 + 1, 1);
	if (flow->seen[seq / 8] & bit)
		return false;
	flow->seen[seq / 8] |= bit;
	return true;
}

static void record_seq(struct flow *flow, uint64_t seq)
{
	if (!mark_seen(flow, seq))
		flow->duplicates++;
	else if (seq < flow->next_seq)
		flow->out_of_order++;
	if (seq >= flow->next_seq)
		flow->next_seq = seq + 1;
}

static void record_time(struct flow *flow, const struct arrival *arrival)
{
	uint64_t delay = 0;

	if (arrival->time > arrival->sent)
		delay = arrival->time - arrival->sent;
	if (delay < flow->delay_min)
		flow->delay_min = delay;
	if (delay > flow->delay_max)
		flow->delay_max = delay;
	flow->delay_sum += delay;

	if (!flow->first)
		flow->first = arrival->time;
	else if (arrival->time > flow->last &&
		 arrival->time - flow->last > flow->gap_max)
		flow->gap_max = arrival->time - flow->last;
	if (arrival->time > flow->last)
		flow->last = arrival->time;
}

static void record_series(struct flow *flow, const struct arrival *arrival,
			  uint64_t bucket)
{
	uint64_t index;

	/* the first datagram read sets the epoch; an older one of another socket is in step 0 */
	index = arrival->time > epoch ? (arrival->time - epoch) / bucket : 0;
	if (index >= BUCKETS_MAX)
		die("flow %u: time series has more than %d steps of %llu ns", flow->id,
		    BUCKETS_MAX, (unsigned long long)bucket);
	flow->series = grow(flow->series, &flow->series_size, index + 1,
			    sizeof(*flow->series));
	flow->series[index] += arrival->bytes;
	if (index >= flow->series_len)
		flow->series_len = index + 1;
}

void flow_record(const struct arrival *arrival, uint64_t bucket)
{
	struct flow *flow = flow_get(arrival->flow);

	if (!epoch)
		epoch = arrival->time;
	flow->datagrams++;
	flow->bytes += arrival->bytes;
	flow->dscp[arrival->tos >> 2]++;
	flow->ecn[arrival->tos & 3]++;
	record_seq(flow, arrival->seq);
	record_time(flow, arrival);
	if (bucket)
		record_series(flow, arrival, bucket);
}

static void print_counts(const char *name, const uint64_t *counts, int len)
{
	const char *comma = "";
	int i;

	printf(",\"%s\":{", name);
	for (i = 0; i < len; i++) {
		if (!counts[i])
			continue;
		printf("%s\"%d\":%llu", comma, i, (unsigned long long)counts[i]);
		comma = ",";
	}
	printf("}");
}

static void print_series(const struct flow *flow, uint64_t bucket)
{
	size_t i;

	json_number("bucket_ns", bucket);
	printf(",\"series_bytes\":[");
	for (i = 0; i < flow->series_len; i++)
		printf("%s%llu", i ? "," : "", (unsigned long long)flow->series[i]);
	printf("]");
}

static void flow_print(const struct flow *flow, uint64_t bucket)
{
	printf("\"%u\":{\"flow\":%u", flow->id, flow->id);
	json_number("datagrams", flow->datagrams);
	json_number("bytes", flow->bytes);
	json_number("duplicates", flow->duplicates);
	json_number("out_of_order", flow->out_of_order);
	json_number("missing", flow->next_seq + flow->duplicates - flow->datagrams);
	json_number("first_ns", flow->first);
	json_number("last_ns", flow->last);
	json_number("gap_max_ns", flow->gap_max);
	json_number("delay_min_ns", flow->delay_min);
	json_number("delay_avg_ns", flow->delay_sum / flow->datagrams);
	json_number("delay_max_ns", flow->delay_max);
	print_counts("dscp", flow->dscp, 64);
	print_counts("ecn", flow->ecn, 4);
	if (bucket)
		print_series(flow, bucket);
	printf("}");
}

void flows_print(uint64_t bucket)
{
	int i;

	printf("{");
	for (i = 0; i < flow_count; i++) {
		printf("%s", i ? "," : "");
		flow_print(&flows[i], bucket);
	}
	printf("}");
}
