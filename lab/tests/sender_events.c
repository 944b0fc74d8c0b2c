// SPDX-License-Identifier: GPL-2.0-only
/*
 * sender_events: calls a sender of lab/kmod/senders/ with the events of the standard input, and
 * prints rate, window and alpha after each.  Lines of the input:
 *
 *	new NAME LINE FRAME HOPS VALUE...
 *	at TIME
 *	sent TIME BYTES
 *	ack TIME RTT BYTES ACKED NEXT MARKED HOPS [PORT TIME TX_BYTES QUEUE RATE]...
 *	cnp TIME
 *	nak TIME NEXT
 *	timeout TIME NEXT
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "sender.h"

#define WORDS	(7 + 5 * PFCLAB_HOPS_MAX)

static const struct lab_sender_ops *const all[] = { LAB_SENDER_TABLE };

static struct lab_sender *new(const char *name, const u64 *numbers, size_t n)
{
	struct lab_sender *sender;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all) && strcmp(all[i]->name, name); i++)
		;
	if (i == ARRAY_SIZE(all) || n != all[i]->n_parameters + 3)
		return NULL;
	sender = calloc(1, sizeof(*sender) + all[i]->own_size);
	if (!sender)
		return NULL;
	sender->ops = all[i];
	sender->line = numbers[0];
	sender->rate = numbers[0];
	sender->frame = numbers[1];
	sender->hops = numbers[2];
	for (n = 0; n < sender->ops->n_parameters; n++)
		sender->own[sender->ops->parameters[n].member / sizeof(u64)] = numbers[n + 3];
	if (sender->ops->init)
		sender->ops->init(sender);
	return sender;
}

static void event(struct lab_sender *sender, const char *what, const u64 *numbers)
{
	const struct lab_sender_ops *ops = sender->ops;
	struct lab_ack ack = {
		.now = numbers[0], .rtt = numbers[1], .bytes = numbers[2], .acked = numbers[3],
		.next = numbers[4], .marked = numbers[5], .n_hops = numbers[6],
	};
	u32 i;

	for (i = 0; i < ack.n_hops; i++) {
		const u64 *hop = &numbers[7 + 5 * i];

		ack.path[i] = (struct lab_hop){ hop[0], hop[1], hop[2], hop[3], hop[4] };
	}

	if (ops->advance)
		ops->advance(sender, numbers[0]);
	if (!strcmp(what, "sent") && ops->sent)
		ops->sent(sender, numbers[0], numbers[1]);
	if (!strcmp(what, "ack") && ops->ack)
		ops->ack(sender, &ack);
	if (!strcmp(what, "cnp") && ops->cnp)
		ops->cnp(sender, numbers[0]);
	if ((!strcmp(what, "nak") || !strcmp(what, "timeout")) && ops->loss)
		ops->loss(sender, numbers[0], numbers[1], *what == 't');
	lab_sender_limit(sender);
}

int main(void)
{
	struct lab_sender *sender = NULL;
	char line[1024];

	while (fgets(line, sizeof(line), stdin)) {
		char *what = strtok(line, "\n "), *word, *name = NULL;
		u64 numbers[WORDS] = { 0 };
		size_t n = 0;

		if (!strcmp(what, "new"))
			name = strtok(NULL, "\n ");
		while (n < WORDS && (word = strtok(NULL, "\n ")))
			numbers[n++] = strtoull(word, NULL, 10);
		if (name)
			sender = new(name, numbers, n);
		else
			event(sender, what, numbers);
		if (!sender)
			return EXIT_FAILURE;
		printf("%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", (uint64_t)sender->rate,
		       (uint64_t)sender->window, (uint64_t)sender->alpha);
	}
	return EXIT_SUCCESS;
}
