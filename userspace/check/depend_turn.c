// SPDX-License-Identifier: GPL-2.0-only
/*
 * The turns of packets: pairs of ingress and egress port.
 *
 * A bridge with many ports has a turn for each pair of them, and the walk asks for each of these
 * turns once for each destination.  So a tree finds them.
 */
#include <search.h>
#include <stdlib.h>
#include "depend.h"

static int compare_turns(const void *a, const void *b)
{
	const struct dep_turn *p = a, *q = b;

	return p->from != q->from ? (p->from > q->from) - (p->from < q->from) :
				    (p->to > q->to) - (p->to < q->to);
}

/*
 * Find or add a turn.
 * Return: the turn; the label of a new one is empty.  NULL if memory is exhausted.
 */
struct dep_turn *dep_turn(struct dep_turns *turns, uint32_t from, uint32_t to)
{
	const struct dep_turn key = { .from = from, .to = to, .next = turns->first[from] };
	struct dep_turn **found = tfind(&key, &turns->tree, compare_turns), *turn;

	if (found)
		return *found;
	turn = malloc(sizeof(*turn));
	if (!turn)
		return NULL;
	*turn = key;
	if (!tsearch(turn, &turns->tree, compare_turns)) {
		free(turn);
		return NULL;
	}
	turns->first[from] = turn;
	return turn;
}

/* Free the turns */
void dep_turns_free(struct dep_turns *turns)
{
	tdestroy(turns->tree, free);
	free(turns->first);
}
