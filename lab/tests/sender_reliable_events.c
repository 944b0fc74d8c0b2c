// SPDX-License-Identifier: GPL-2.0-only
/*
 * sender_reliable_events: calls a sender and a receiver of lab/kmod/gbn.c or irn.c with the events
 * of the standard input, and prints their answers.  Lines of the input:
 *
 *	new SELECTIVE COUNT ACK_EVERY RETRIES WINDOW TIMEOUT LOW_FRAMES TIMEOUT_LOW
 *	take		prints the number of the next frame, or -1
 *	ack EXPECTED
 *	nak EXPECTED ARRIVED
 *	timeout		prints 1 if the sender continues
 *	receive NUMBER	prints the verdict, the answer and the next expected frame
 *
 * After ack, nak and timeout, it also prints the first frame that is not acknowledged, how many
 * later ones have been reported as arrived, whether the timer runs, and its period.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "reliable.h"

static struct pfclab_reliable spec;
static struct lab_frames arrived[2];
static struct lab_resender sender;
static struct lab_receiver receiver;
static const struct lab_reliability *way = &lab_go_back_n;
static u64 count;

static void new(const u64 *numbers)
{
	count = numbers[1];
	spec = (struct pfclab_reliable){
		.ack_every = numbers[2], .retries = numbers[3], .window = numbers[4],
		.timeout = numbers[5], .low_frames = numbers[6], .timeout_low = numbers[7],
	};
	if (!numbers[0])
		return;
	way = &lab_selective_repeat;
	sender.arrived = &arrived[0];
	receiver.arrived = &arrived[1];
}

static void event(const char *what, const u64 *numbers)
{
	enum lab_reply reply;
	int result = 1;

	if (!strcmp(what, "take")) {
		printf("%d\n", way->may_send(&sender, &spec, count) ? (int)way->take(&sender) : -1);
		return;
	}
	if (!strcmp(what, "receive")) {
		result = way->receive(&receiver, &spec, count, numbers[0], &reply);
		printf("%d %d %" PRIu64 "\n", result, reply, (uint64_t)receiver.expected);
		return;
	}
	if (!strcmp(what, "ack"))
		result = way->ack(&sender, numbers[0]);
	if (!strcmp(what, "nak"))
		result = way->nak(&sender, numbers[0], numbers[1]);
	if (!strcmp(what, "timeout"))
		result = way->timeout(&sender, &spec);
	printf("%d %" PRIu64 " %" PRIu64 " %d %" PRIu64 "\n", result, (uint64_t)sender.acked,
	       (uint64_t)sender.reported, way->outstanding(&sender, &spec, count),
	       (uint64_t)way->period(&sender, &spec));
}

int main(void)
{
	char line[256];

	while (fgets(line, sizeof(line), stdin)) {
		char *what = strtok(line, "\n "), *word;
		u64 numbers[8] = { 0 };
		size_t n = 0;

		while (n < ARRAY_SIZE(numbers) && (word = strtok(NULL, "\n ")))
			numbers[n++] = strtoull(word, NULL, 10);
		if (!strcmp(what, "new"))
			new(numbers);
		else
			event(what, numbers);
	}
	return EXIT_SUCCESS;
}
