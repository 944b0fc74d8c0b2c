// SPDX-License-Identifier: GPL-2.0-only
/*
 * The turns of packets: pairs of ingress and egress port.
 *
 * A bridge with many ports has a turn for each pair of them, and the walk asks for each of these
 * turns once for each destination.  So a hash table finds them.
 */
#include <stdlib.h>
#include <string.h>
#include "depend.h"

#define SLOTS_START	256

/* Return: the slot of a turn, or the empty slot for it */
static uint32_t *slot_of(const struct dep_turns *turns, uint32_t from, uint32_t to)
{
	uint32_t i = (from * 0x9e3779b1U ^ to) * 0x85ebca6bU;

	for (i ^= i >> 15; ; i++) {
		uint32_t *slot = &turns->slots[i & (turns->n_slots - 1)];
		const struct dep_turn *turn;

		if (*slot == DEP_NONE)
			return slot;
		turn = &turns->list[*slot];
		if (turn->from == from && turn->to == to)
			return slot;
	}
}

/* Sets the number of slots.  Return: false if memory is exhausted */
static bool set_slots(struct dep_turns *turns, uint32_t n)
{
	uint32_t *slots = malloc(n * sizeof(*slots)), i;

	if (!slots)
		return false;
	memset(slots, 0xff, n * sizeof(*slots));
	free(turns->slots);
	turns->slots = slots;
	turns->n_slots = n;
	for (i = 0; i < turns->n; i++)
		*slot_of(turns, turns->list[i].from, turns->list[i].to) = i;
	return true;
}

/**
 * dep_turns_init() - prepare an empty list of turns
 * @turns: the list; the caller frees it with dep_turns_free(), also after a failure
 * @n_devs: number of devices
 *
 * Return: false if memory is exhausted.
 */
bool dep_turns_init(struct dep_turns *turns, uint32_t n_devs)
{
	*turns = (struct dep_turns){ 0 };
	turns->first = malloc((n_devs + 1) * sizeof(*turns->first));
	if (!turns->first)
		return false;
	memset(turns->first, 0xff, (n_devs + 1) * sizeof(*turns->first));
	return set_slots(turns, SLOTS_START);
}

/*
 * Find or add a turn.
 * Return: the turn, valid until the next call; the label of a new one is empty.  NULL if memory
 * is exhausted.
 */
struct dep_turn *dep_turn(struct dep_turns *turns, uint32_t from, uint32_t to)
{
	uint32_t *slot = slot_of(turns, from, to);

	if (*slot != DEP_NONE)
		return &turns->list[*slot];
	if (turns->n == turns->size) {
		const uint32_t size = 2 * turns->size + 64;
		struct dep_turn *list = realloc(turns->list, size * sizeof(*list));

		if (!list)
			return NULL;
		turns->list = list;
		turns->size = size;
	}
	if (2 * (turns->n + 1) > turns->n_slots) {
		if (!set_slots(turns, 2 * turns->n_slots))
			return NULL;
		slot = slot_of(turns, from, to);
	}
	*slot = turns->n;
	turns->list[turns->n] = (struct dep_turn){
		.from = from, .to = to, .next = turns->first[from],
	};
	turns->first[from] = turns->n;
	return &turns->list[turns->n++];
}

/* Free the turns */
void dep_turns_free(struct dep_turns *turns)
{
	free(turns->list);
	free(turns->first);
	free(turns->slots);
}
