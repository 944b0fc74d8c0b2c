// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sizes of the pools, which need room for the headrooms of a mode.
 */
#include <stdlib.h>
#include <string.h>
#include "port_words.h"
#include "config.h"
#include "print.h"
#include "roce.h"

#define MIB	(1ULL << 20)

/**
 * struct room - what the ports of a mode need in a pool
 * @headrooms: sum of the headrooms of all PGs of the pool in the mode, bytes
 * @shared: minimum of the shared part, bytes: XOFF thresholds, and the limit of a lossy PG per port
 */
struct room {
	uint64_t	headrooms;
	uint64_t	shared;
};

/* Return: headroom that the mode gives a device; an estimate if the device is not a port yet */
static uint64_t needed(const struct roce_target *t)
{
	struct port port;

	if (t->port && (!t->rate || t->rate == t->port->rate))
		return t->port->pgs[ROCE_PRIO].headroom_needed;
	if (t->port)
		port = *t->port;
	else
		port_default(&port);
	snprintf(port.name, sizeof(port.name), "%s", t->dev->name);
	port.rate = t->rate;
	if (port.speed_source == PFC_SPEED_SOURCE_RATE ||
	    port.speed_source == PFC_SPEED_SOURCE_ASSUMED)
		port.speed = (roce_drain_rate(t) + 500000) / 1000000;
	return port_headroom(&port);
}

static void add_target(const struct roce_target *t, const struct pool *pool, struct room *room)
{
	struct port fresh;
	const struct port *port = t->port;
	int id;

	if (!port) {
		port_default(&fresh);
		port = &fresh;
	}
	for (id = 0; id < PFC_PRIO_COUNT; id++) {
		const struct pg *pg = &port->pgs[id];

		if (strcmp(pg->pool, pool->name))
			continue;
		/* The module reserves headrooms that end until the end of the change */
		if (id != ROCE_PRIO)
			continue;
		room->headrooms -= pg->lossless && pg->headroom < room->headrooms ?
				   pg->headroom : pg->lossless ? room->headrooms : 0;
		room->headrooms += needed(t);
		room->shared += pg->xoff + PFC_DEFAULT_LIMIT;
	}
}

/* Return: the size that a pool needs; its present size if it is large enough */
static uint64_t size_for(const struct roce_targets *targets, const struct pool *pool)
{
	const uint32_t ratio = pool->oversubscribe_ratio ?: 1;
	struct room room = { .headrooms = pool->headrooms };
	uint64_t reserved, size;
	size_t i;

	for (i = 0; i < targets->n; i++)
		add_target(&targets->list[i], pool, &room);
	reserved = pool->guarantees + (room.headrooms + ratio - 1) / ratio;
	if (!room.shared || reserved + room.shared <= pool->size)
		return pool->size;
	size = pool->size - pool->reserved;
	size = reserved + (size > room.shared ? size : room.shared);
	size = (size + MIB - 1) / MIB * MIB;
	return size < PFC_SIZE_MAX ? size : PFC_SIZE_MAX;
}

static void make_step(struct step *step, uint64_t size)
{
	char buf[FORMAT_LEN];

	*step = (struct step){ "pool", "set", "" };
	snprintf(step->words, sizeof(step->words), "size %s", word_size(buf, size));
}

/* Return: the size in a step of make_step() */
static uint64_t size_of(const struct step *step)
{
	uint64_t size = 0;

	parse_size(step->words + strlen("size "), &size);
	return size;
}

/**
 * roce_pool_plan() - add the commands that enlarge pools for the headrooms of a mode
 * @ctx: the context
 * @targets: the devices, whose PGs of RoCE become lossless with automatic headroom
 * @job: the job
 * @states: receives the former sizes
 *
 * The shared part of a pool keeps its size, or gets what the ports need.
 *
 * Return: an exit status.
 */
int roce_pool_plan(struct ctx *ctx, const struct roce_targets *targets, struct job *job,
		   struct roce_states *states)
{
	struct step run, undo;
	struct pools pools;
	int err;
	size_t i;

	err = pools_load(ctx, NULL, &pools);
	if (err)
		return err;
	for (i = 0; i < pools.n; i++) {
		const struct pool *pool = &pools.list[i];
		const uint64_t size = size_for(targets, pool);

		if (size == pool->size)
			continue;
		make_step(&run, size);
		make_step(&undo, pool->size);
		job_add(job, pool->name, &run, &undo);
		if (!roce_pool_save(states, pool->name, pool->size, size))
			job->full = true;	/* job_run() reports it */
	}
	free(pools.list);
	return STATUS_OK;
}

/**
 * roce_pool_put() - print the pools that a job has enlarged
 * @job: the job
 * @dry: commands of a dry run, or NULL
 * @json: JSON object that receives them; NULL: print text
 */
void roce_pool_put(const struct job *job, const struct roce_output *dry, struct json_object *json)
{
	struct json_object *array = json ? json_object_new_array() : NULL, *entry;
	char key[ROCE_KEY];
	size_t i;

	for (i = 0; i < job->n; i++) {
		const struct job_command *c = &job->list[i];

		if (!job_is_pool(c))
			continue;
		if (!json) {
			printf("pool %s: %s instead of %s, for the headroom of PG %d\n", c->name,
			       c->run.words, c->undo.words + strlen("size "), ROCE_PRIO);
			continue;
		}
		entry = json_object_new_object();
		json_add_name(entry, "name", c->name);
		json_add_u64(entry, "size", size_of(&c->run));
		json_add_u64(entry, "former_size", size_of(&c->undo));
		roce_add_commands(entry, dry, roce_key(key, c));
		json_object_array_add(array, entry);
	}
	if (json)
		json_object_object_add(json, "pools", array);
}

/**
 * roce_pool_restore() - give the pools their former sizes, after the last port
 * @ctx: the context
 * @states: the saved states; pools whose size has changed since keep it
 * @dry: receives the commands; NULL: run them
 *
 * Return: an exit status: a failure if a pool keeps its size.
 */
int roce_pool_restore(struct ctx *ctx, const struct roce_states *states,
		      const struct roce_output *dry)
{
	const struct step none = { 0 };
	int err = STATUS_OK, failed;
	struct pools pools;
	size_t i, k;

	if (states->pools)
		err = pools_load(ctx, NULL, &pools);
	if (!states->pools || err)
		return err;
	for (i = 0; i < states->pools; i++)
		for (k = 0; k < pools.n; k++) {
			const struct roce_pool *saved = &states->pool[i];
			struct job job = { .what = "roce" };
			struct step run;

			if (strcmp(saved->name, pools.list[k].name) ||
			    saved->after != pools.list[k].size)
				continue;
			make_step(&run, saved->before);
			job_add(&job, saved->name, &run, &none);
			failed = STATUS_OK;
			if (dry)
				roce_put_job(ctx, &job, 0, dry);
			else
				failed = job_run(ctx, &job);
			if (!dry && !failed && !ctx->json)
				printf("pool %s: %s again\n", saved->name, run.words);
			err = err ?: failed;
			job_free(&job);
		}
	free(pools.list);
	return err;
}
