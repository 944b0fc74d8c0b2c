// SPDX-License-Identifier: GPL-2.0-only
/*
 * A port as entries of the tables of SONiC.
 *
 * TC, queue and PFC priority of a switch have the number of the priority here.
 */
#include <linux/pfc_watchdog.h>
#include <stdio.h>
#include <string.h>
#include "format.h"
#include "parse.h"
#include "print.h"
#include "sonic.h"
#include "sonic_export.h"

#define PRIOS		PFC_PRIO_COUNT
#define NS_PER_MS	1000000ULL
#define MAPS		"AZURE"		/* the usual name of a switch's maps */

/* Adds a map.  @values: value of each number; NULL: the number itself */
static const char *put_map(struct export *e, const char *table, const uint8_t *values,
			   unsigned int n)
{
	struct json_object *map = json_object_new_object();
	unsigned int i;
	char key[16];

	for (i = 0; i < n; i++) {
		snprintf(key, sizeof(key), "%u", i);
		export_set(map, key, "%u", values ? values[i] : i);
	}
	return export_shared(e, table, MAPS, map);
}

/* Sets a list of the numbers with a value other than 0, if there are any */
static void put_list(struct json_object *entry, const char *field, const uint8_t *values)
{
	char text[2 * PRIOS + 1] = "";
	unsigned int i;

	for (i = 0; i < PRIOS; i++)
		if (values[i])
			text_append(text, sizeof(text), "%s%u", *text ? "," : "", i);
	if (*text)
		export_set(entry, field, "%s", text);
}

static struct json_object *part_entry(struct export *e, const char *table, const struct port *port,
				      unsigned int i)
{
	char key[IFNAMSIZ + 8];

	snprintf(key, sizeof(key), "%s|%u", port->name, i);
	return export_entry(e, table, key);
}

static void put_link(struct export *e, const struct port *port)
{
	struct json_object *entry = export_entry(e, "PORT", port->name);

	if (port->speed_source == PFC_SPEED_SOURCE_SET)
		export_set(entry, "speed", "%u", port->speed);
	if (port->cable_delay)
		/* 0m would mean a port without lossless PGs */
		export_set(export_entry(e, "CABLE_LENGTH", MAPS), port->name, "%um",
			   (port->cable_delay + NS_PER_METRE - 1) / NS_PER_METRE);
}

static bool same_limits(const struct pg *a, const struct pg *b)
{
	return a->headroom_auto == b->headroom_auto && a->xoff == b->xoff && a->xon == b->xon &&
	       a->limit == b->limit && a->min == b->min && a->alpha == b->alpha &&
	       !strcmp(a->pool, b->pool) &&
	       (a->headroom == b->headroom || a->headroom_auto != PFC_HEADROOM_MODE_FIXED);
}

/* Adds a profile for a PG with own settings.  Return: its name */
static const char *own_profile(struct export *e, const struct port *port, unsigned int i)
{
	const struct pg *pg = &port->pgs[i];

	if (pg->alpha & (pg->alpha - 1))
		warn(e->ctx, "%s: PG %u: alpha becomes a lower power of 2", port->name, i);
	if (pg->lossless && !pg->headroom && !pg->alpha)
		warn(e->ctx, "%s: PG %u: lossless without headroom: the tables cannot hold that",
		     port->name, i);
	return export_profile(e, pg, NULL);
}

/* PGs with the default settings have no entry */
static void put_pgs(struct export *e, const struct port *port)
{
	unsigned int i;

	for (i = 0; i < PRIOS; i++) {
		const struct pg *pg = &port->pgs[i];

		if (*pg->profile || !same_limits(pg, &e->defaults.pgs[i]))
			export_set(part_entry(e, "BUFFER_PG", port, i), "profile", "%s",
				   pg->headroom_auto != PFC_HEADROOM_MODE_AUTO && *pg->profile ?
				   pg->profile : own_profile(e, port, i));
	}
}

static void put_queue(struct export *e, const struct port *port, unsigned int i)
{
	const struct queue *queue = &port->queues[i];
	struct json_object *part;

	if (queue->alpha || queue->limit || *queue->pool) {
		part = json_object_new_object();
		if (*queue->pool)
			export_set(part, "pool", "%s", export_pool_name(queue->pool));
		else
			warn(e->ctx, "%s: queue %u: has no pool, and a switch needs one",
			     port->name, i);
		export_set(part, "size", "%u", queue->min);
		export_threshold(part, queue->alpha, !queue->limit ? PFC_SIZE_MAX :
				 queue->limit > queue->min ? queue->limit - queue->min : 0);
		export_set(part_entry(e, "BUFFER_QUEUE", port, i), "profile", "%s",
			   export_shared(e, "BUFFER_PROFILE", "queue_profile", part));
	}
	if (!queue->ecn_kmax)
		return;
	part = json_object_new_object();
	export_set(part, "ecn", "ecn_all");
	export_set(part, "wred_green_enable", "true");
	export_set(part, "green_min_threshold", "%u", queue->ecn_kmin);
	export_set(part, "green_max_threshold", "%u", queue->ecn_kmax);
	export_set(part, "green_drop_probability", "%u", queue->ecn_pmax / (PFC_PMAX_ONE / 100));
	export_set(part_entry(e, "QUEUE", port, i), "wred_profile", "%s",
		   export_shared(e, "WRED_PROFILE", MAPS, part));
}

/* Adds a scheduler.  @bw: share, percent; 0: strict priority.  @rate: maximum rate; 0: none */
static const char *put_scheduler(struct export *e, unsigned int bw, uint64_t rate)
{
	struct json_object *scheduler = json_object_new_object();

	export_set(scheduler, "type", bw ? "DWRR" : "STRICT");
	if (bw)
		export_set(scheduler, "weight", "%u", bw);
	if (rate) {
		export_set(scheduler, "meter_type", "bytes");
		export_set(scheduler, "pir", "%llu", (unsigned long long)rate / 8);
	}
	return export_shared(e, "SCHEDULER", "scheduler", scheduler);
}

static void put_schedulers(struct export *e, const struct port *port)
{
	bool same = true;
	unsigned int i;

	for (i = 0; i < PRIOS; i++)
		same &= port->tcs[i].tsa == e->defaults.tcs[i].tsa && !port->tcs[i].rate &&
			port->tcs[i].bw == e->defaults.tcs[i].bw &&
			port->prio_tc[i] == e->defaults.prio_tc[i];
	for (i = 0; i < PRIOS && !same; i++)
		export_set(part_entry(e, "QUEUE", port, i), "scheduler", "%s",
			   put_scheduler(e, port->tcs[i].bw, port->tcs[i].rate));
}

static void put_watchdog(struct export *e, const struct port *port)
{
	uint64_t restoration = port->restoration_time ?: 2 * port->detection_time;
	struct json_object *entry;

	if (!prio_mask(port->prio_watchdog) &&
	    port->detection_time == e->defaults.detection_time &&
	    port->restoration_time == e->defaults.restoration_time &&
	    port->watchdog_action == e->defaults.watchdog_action)
		return;
	entry = export_entry(e, "PFC_WD", port->name);
	export_set(entry, "action", "%s", word_of(watchdog_action_words, port->watchdog_action));
	export_set(entry, "detection_time", "%llu",
		   (unsigned long long)(port->detection_time / NS_PER_MS));
	if (restoration != PFC_RESTORATION_MANUAL)
		export_set(entry, "restoration_time", "%llu",
			   (unsigned long long)(restoration / NS_PER_MS));
}

/* Add the entries of a port */
void export_port(struct export *e, const struct port *port)
{
	struct json_object *maps = export_entry(e, "PORT_QOS_MAP", port->name);
	unsigned int i;

	put_link(e, port);
	export_set(maps, "dscp_to_tc_map", "%s",
		   put_map(e, "DSCP_TO_TC_MAP", port->dscp_prio, PFC_DSCP_COUNT));
	export_set(maps, "tc_to_pg_map", "%s",
		   put_map(e, "TC_TO_PRIORITY_GROUP_MAP", port->prio_pg, PRIOS));
	export_set(maps, "tc_to_queue_map", "%s", put_map(e, "TC_TO_QUEUE_MAP", NULL, PRIOS));
	export_set(maps, "pfc_to_queue_map", "%s",
		   put_map(e, "MAP_PFC_PRIORITY_TO_QUEUE", NULL, PRIOS));
	put_list(maps, "pfc_enable", port->prio_pfc);
	put_list(maps, "pfcwd_sw_enable", port->prio_watchdog);
	if (port->rate)
		export_set(maps, "scheduler", "%s", put_scheduler(e, 0, port->rate));
	put_pgs(e, port);
	for (i = 0; i < PRIOS; i++)
		put_queue(e, port, i);
	put_schedulers(e, port);
	put_watchdog(e, port);
}
