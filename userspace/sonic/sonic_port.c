// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ports: classification, PFC, PGs and watchdog.
 *
 * A switch has four numbers: traffic class (TC), PG, queue and PFC priority.  Here a priority is
 * queue and PFC priority at once, so the priority of a DSCP is the queue of its TC.
 */
#include <stdlib.h>
#include <string.h>
#include "format.h"
#include "sonic.h"

#define PRIOS		PFC_PRIO_COUNT
#define ALL_PRIOS	((1U << PRIOS) - 1)

/* Appends the runs of equal values of a map: 0-7:1 8:2 ... */
static void put_map(char *buf, size_t size, const uint8_t *map, unsigned int n)
{
	unsigned int i, first;

	*buf = '\0';
	for (i = 0; i < n; i++) {
		first = i;
		while (i + 1 < n && map[i + 1] == map[first])
			i++;
		text_append(buf, size, " %u", first);
		if (first != i)
			text_append(buf, size, "-%u", i);
		text_append(buf, size, ":%u", map[first]);
	}
}

/* Return: an entry of the map that a port names, or NULL after a note */
static struct json_object *map_of(struct sonic *s, const char *port, const char *field,
				  const char *table)
{
	const char *name = sonic_port_field(s, port, field);
	struct json_object *map;

	if (!name && !strcmp(field, "dscp_to_tc_map"))
		name = sonic_port_field(s, "global", field);
	map = sonic_entry(s, table, name);
	if (name && !map)
		sonic_port_note(s, port, "PORT_QOS_MAP|%s: %s is not in %s", field, name, table);
	return map;
}

/* Reads a value of a map; a number that the map lacks has the value @missing */
static unsigned int map_value(struct sonic *s, struct json_object *map, const char *where,
			      unsigned int key, unsigned int missing, unsigned int max)
{
	int64_t value = missing;
	char text[16];

	snprintf(text, sizeof(text), "%u", key);
	sonic_number(s, map, where, text, &value);
	if (value >= 0 && value <= max)
		return value;
	sonic_note(s, "%s|%u: %lld is limited to %u", where, key, (long long)value, max);
	return max;
}

/* Return: bit mask of the priorities with PFC of a port */
uint32_t sonic_pfc(struct sonic *s, const char *port)
{
	uint32_t bits = sonic_bits(s, "pfc_enable", sonic_port_field(s, port, "pfc_enable"));
	const char *cable = sonic_cable(s, port);

	if (bits & ~ALL_PRIOS)
		sonic_port_note(s, port, "PORT_QOS_MAP|pfc_enable: priorities above 7");
	if (bits && cable && !strcmp(cable, "0m")) {
		sonic_port_note(s, port, "CABLE_LENGTH: 0m: the port has no lossless PG");
		bits = 0;
	}
	return bits & ALL_PRIOS;
}

static void put_port(struct sonic *s, const char *port, const char *dev)
{
	struct json_object *entry = sonic_entry(s, "PORT", port);
	const char *cable = sonic_cable(s, port);
	char more[96] = "";
	int64_t speed;

	if (sonic_number(s, entry, port, "speed", &speed))
		snprintf(more, sizeof(more), " speed %lldmbit", (long long)speed);
	if (cable && strcmp(cable, "0m"))
		text_append(more, sizeof(more), " cable-length %.20s", cable);
	sonic_line(s, "port add dev %s%s", dev, more);
}

/* Finds the PG of each priority: that of the TCs of its queue */
static void find_pgs(struct sonic *s, const char *port, uint32_t lossless, uint8_t *pgs)
{
	struct json_object *queues = map_of(s, port, "tc_to_queue_map", "TC_TO_QUEUE_MAP");
	struct json_object *groups = map_of(s, port, "tc_to_pg_map", "TC_TO_PRIORITY_GROUP_MAP");
	uint32_t known = 0, lossy_pgs = 0, lossless_pgs = 0, taken;
	unsigned int tc, prio, free;
	char name[16];

	for (prio = 0; prio < PRIOS; prio++)
		pgs[prio] = prio;
	for (tc = 0; tc < SONIC_QUEUES; tc++) {
		unsigned int pg;

		snprintf(name, sizeof(name), "%u", tc);
		if (tc >= PRIOS && !sonic_field(groups, name))
			continue;
		pg = map_value(s, groups, "TC_TO_PRIORITY_GROUP_MAP", tc, tc, PRIOS - 1);
		prio = map_value(s, queues, "TC_TO_QUEUE_MAP", tc, tc, PRIOS - 1);
		if (known & 1U << prio && pgs[prio] != pg) {
			sonic_port_note(s, port,
					"TC %u has PG %u, but another TC of queue %u has PG %u, which applies",
					tc, pg, prio, pgs[prio]);
			continue;
		}
		pgs[prio] = pg;
		known |= 1U << prio;
	}
	for (prio = 0; prio < PRIOS; prio++)
		if (known & 1U << prio)
			*(lossless & 1U << prio ? &lossless_pgs : &lossy_pgs) |= 1U << pgs[prio];
	for (prio = 0; prio < PRIOS; prio++) {
		bool own = lossless & 1U << prio, is_known = known & 1U << prio;

		/* A lossless priority gives way, or one that no TC has */
		if ((own ? lossy_pgs : is_known ? 0 : lossless_pgs) & 1U << pgs[prio]) {
			/* prefers the number of the priority, then the highest that is free */
			taken = lossy_pgs | lossless_pgs;
			for (free = prio; taken & 1U << free; free = (free + 7) % 8)
				if (free == (prio + 1) % 8)
					break;
			if (is_known)
				sonic_port_note(s, port,
						"PG %u has priorities with and without PFC; priority %u has PG %u",
						pgs[prio], prio, free);
			pgs[prio] = free;
		}
		*(own ? &lossless_pgs : &lossy_pgs) |= 1U << pgs[prio];
	}
}

static void put_maps(struct sonic *s, const char *port, const char *dev, const uint8_t *pgs)
{
	struct json_object *dscps = map_of(s, port, "dscp_to_tc_map", "DSCP_TO_TC_MAP");
	struct json_object *queues = map_of(s, port, "tc_to_queue_map", "TC_TO_QUEUE_MAP");
	char dscp_text[64 * 8], pg_text[64];
	uint8_t prios[PFC_DSCP_COUNT];
	unsigned int i, tc;

	for (i = 0; i < PFC_DSCP_COUNT; i++) {
		tc = map_value(s, dscps, "DSCP_TO_TC_MAP", i, 0, SONIC_QUEUES - 1);
		prios[i] = map_value(s, queues, "TC_TO_QUEUE_MAP", tc, tc, PRIOS - 1);
	}
	put_map(dscp_text, sizeof(dscp_text), prios, PFC_DSCP_COUNT);
	put_map(pg_text, sizeof(pg_text), pgs, PRIOS);
	if (!dscps)
		sonic_port_note(s, port, "no DSCP_TO_TC_MAP: all packets have TC 0");
	sonic_line(s, "map set dev %s trust dscp dscp-prio%s prio-pg%s", dev, dscp_text, pg_text);
}

static void list_on(char *buf, size_t size, uint32_t bits)
{
	unsigned int i;

	*buf = '\0';
	for (i = 0; i < PRIOS; i++)
		if (bits & 1U << i)
			text_append(buf, size, " %u:on", i);
}

static void put_pfc(struct sonic *s, const char *port, const char *dev, uint32_t lossless)
{
	struct json_object *map = map_of(s, port, "pfc_to_queue_map", "MAP_PFC_PRIORITY_TO_QUEUE");
	char text[64];
	unsigned int prio;

	list_on(text, sizeof(text), lossless);
	sonic_line(s, "pfc set dev %s prio-pfc all:off%s", dev, text);
	for (prio = 0; prio < PRIOS; prio++)
		if (lossless & 1U << prio &&
		    map_value(s, map, "MAP_PFC_PRIORITY_TO_QUEUE", prio, prio, 15) != prio)
			sonic_note(s,
				   "MAP_PFC_PRIORITY_TO_QUEUE|%u: no effect: a PFC priority pauses the queue with its number",
				   prio);
}

/* Binds a PG to its profile.  Return: whether it has one */
static bool put_pg(struct sonic *s, const char *port, const char *dev, unsigned int pg,
		   unsigned int from, bool lossless)
{
	struct pg_profile p;

	if (!sonic_profile(s, port, from, &p))
		return false;
	if (lossless && !p.headroom && !p.computed)
		sonic_port_note(s, port, "PG %u is lossless, but profile %s has no headroom (xoff)",
				pg, p.name);
	sonic_line(s, "pg set dev %s pg %u profile %.31s", dev, pg, p.name);
	return true;
}

/*
 * Binds the PGs to their profiles.  A lookup gives profiles to the PGs with the numbers of the
 * lossless priorities, even if these priorities have other PGs.
 */
static void put_pgs(struct sonic *s, const char *port, const char *dev, uint32_t lossless,
		    const uint8_t *pgs)
{
	unsigned int prio, pg;
	uint32_t done = 0;

	for (prio = 0; prio < PRIOS; prio++) {
		bool own = lossless & 1U << prio;

		pg = pgs[prio];
		if (done & 1U << pg)
			continue;
		done |= 1U << pg;
		if (put_pg(s, port, dev, pg, pg, own) || !own)
			continue;
		if (put_pg(s, port, dev, pg, prio, own)) {
			sonic_port_note(s, port, "PG %u has no profile; it has that of PG %u", pg,
					prio);
			continue;
		}
		/* A switch reserves nothing for it, and drops packets in XOFF */
		sonic_port_note(s, port, "lossless PG %u has no profile, so it has no headroom",
				pg);
		sonic_line(s, "pg set dev %s pg %u headroom 0", dev, pg);
	}
	for (pg = 0; pg < PRIOS; pg++)
		if (!(done & 1U << pg) && put_pg(s, port, dev, pg, pg, false))
			sonic_port_note(s, port, "PG %u: no priority has it", pg);
}

static void put_watchdog(struct sonic *s, const char *port, const char *dev, uint32_t lossless)
{
	struct json_object *entry = sonic_entry(s, "PFC_WD", port);
	const char *action = sonic_field(entry, "action") ?: "drop";
	uint32_t watched = sonic_bits(s, "pfcwd_sw_enable",
				      sonic_port_field(s, port, "pfcwd_sw_enable"));
	int64_t detection = 200, restoration;
	char text[80], time[32] = "manual";

	if (watched & ~lossless)
		sonic_port_note(s, port,
				"PORT_QOS_MAP|pfcwd_sw_enable: no effect for priorities without PFC");
	if (!entry) {
		if (watched)
			sonic_port_note(s, port,
					"PORT_QOS_MAP|pfcwd_sw_enable: no effect: PFC_WD has no entry");
		return;
	}
	if (!sonic_number(s, entry, "PFC_WD", "detection_time", &detection))
		sonic_port_note(s, port, "PFC_WD: no detection_time; 200 ms apply");
	if (sonic_number(s, entry, "PFC_WD", "restoration_time", &restoration))
		snprintf(time, sizeof(time), "%lldms", (long long)restoration);
	list_on(text, sizeof(text), watched & lossless);
	sonic_line(s,
		   "watchdog set dev %s prio-watchdog all:off%s detection-time %lldms restoration-time %s action %.20s",
		   dev, text, (long long)detection, time, action);
}

/*
 * Add the commands of a port.
 * @port: its name in the tables
 * @dev: the device
 */
void sonic_port(struct sonic *s, const char *port, const char *dev)
{
	uint32_t lossless = sonic_pfc(s, port);
	uint8_t pgs[PRIOS];

	if (!sonic_entry(s, "PORT_QOS_MAP", port))
		sonic_port_note(s, port, "no entry in PORT_QOS_MAP");
	find_pgs(s, port, lossless, pgs);
	put_port(s, port, dev);
	put_maps(s, port, dev, pgs);
	put_pgs(s, port, dev, lossless, pgs);
	sonic_queues(s, port, dev, lossless);
	put_watchdog(s, port, dev, lossless);
	put_pfc(s, port, dev, lossless);
}
