// SPDX-License-Identifier: GPL-2.0-only
/*
 * The numbers and maps of a port, each with what it may be, as tables: read from
 * requests and from what the kernel shows, for nlfuzz
 */

#include <stdio.h>
#include <string.h>

#include "common.h"
#include "nlattr.h"
#include "nlmodel.h"

#define FIELD(attr, from, to, zero, in, member) {				\
	.type = attr, .least = from, .most = to, .or_0 = zero,			\
	.at = offsetof(struct in, member), .size = sizeof(((struct in *)0)->member), \
}

const struct field port_fields[] = {
	FIELD(PFC_A_DEFAULT_PRIO, 0, PRIOS - 1, false, config, default_prio),
	FIELD(PFC_A_PAUSE_TIME, 1, PFC_PAUSE_TIME_MAX, false, config, pause_time),
	FIELD(PFC_A_RATE, PFC_RATE_MIN, PFC_RATE_MAX, true, config, rate),
	FIELD(PFC_A_SPEED, PFC_SPEED_MIN, PFC_SPEED_MAX, true, config, speed),
	FIELD(PFC_A_QUEUE_LIMIT, 0, PFC_SIZE_MAX, false, config, queue_limit),
	FIELD(PFC_A_DELAY, 0, PFC_DELAY_MAX, false, config, delay),
	FIELD(PFC_A_CABLE_DELAY, 0, PFC_DELAY_MAX, false, config, cable_delay),
	FIELD(PFC_A_BATCH, 0, PFC_BATCH_MAX, false, config, batch),
	FIELD(PFC_A_FLOW_CONTROL, 0, PFC_FLOW_PFC, false, config, flow_control),
	FIELD(PFC_A_PEER_RATE, PFC_RATE_MIN, PFC_RATE_MAX, true, config, peer_rate),
	FIELD(PFC_A_OVERHEAD, 0, PFC_OVERHEAD_MAX, false, config, overhead),
	FIELD(PFC_A_TRUST, 0, PFC_TRUST_PCP_DSCP, false, config, trust),
	FIELD(PFC_A_FLOOD_LOSSLESS, 0, 1, false, config, flood_lossless),
	FIELD(PFC_A_PRIO_SOURCE, 0, PFC_PRIO_SOURCE_SKB, false, config, prio_source),
	FIELD(PFC_A_PORT_GROUP, 0, PFC_PORT_GROUP_MAX, false, config, port_group),
	{ }
};

/* Read after the maps */
const struct field watch_fields[] = {
	FIELD(PFC_A_DETECTION_TIME, PFC_DETECTION_MIN, PFC_DETECTION_MAX, false, config,
	      detection),
	{
		.type = PFC_A_RECOVERY_TIME, .least = PFC_DETECTION_MIN,
		.most = PFC_RECOVERY_MAX, .or_0 = true, .or_all = true,
		.at = offsetof(struct config, recovery), .size = 8,
	},
	FIELD(PFC_A_WATCHDOG_ACTION, 0, PFC_WATCHDOG_ALERT, false, config, action),
	FIELD(PFC_A_ESCALATE_COUNT, 0, PFC_ESCALATE_MAX, false, config, escalate_count),
	FIELD(PFC_A_ESCALATE_PERIOD, PFC_PERIOD_MIN, PFC_PERIOD_MAX, false, config,
	      escalate_period),
	FIELD(PFC_A_XOFF_TIMEOUT, PFC_DETECTION_MIN, PFC_DETECTION_MAX, true, config,
	      xoff_timeout),
	FIELD(PFC_A_XOFF_WARN, 0, PFC_XOFF_WARN_MAX, false, config, xoff_warn),
	{ }
};

const struct field queue_fields[] = {
	FIELD(PFC_QUEUE_A_LIMIT, 0, PFC_SIZE_MAX, false, queue, limit),
	FIELD(PFC_QUEUE_A_ALPHA, 0, PFC_ALPHA_MAX, false, queue, alpha),
	FIELD(PFC_QUEUE_A_ECN_KMIN, 0, PFC_SIZE_MAX, false, queue, kmin),
	FIELD(PFC_QUEUE_A_ECN_KMAX, 0, PFC_SIZE_MAX, false, queue, kmax),
	FIELD(PFC_QUEUE_A_ECN_PMAX, 0, PFC_PMAX_ONE, false, queue, pmax),
	{ }
};

const struct field tc_fields[] = {
	FIELD(PFC_TC_A_TSA, 0, PFC_TSA_ETS, false, traffic_class, tsa),
	FIELD(PFC_TC_A_BW, 0, 100, false, traffic_class, bw),
	FIELD(PFC_TC_A_RATE, PFC_RATE_MIN, PFC_RATE_MAX, true, traffic_class, rate),
	{ }
};

const struct map maps[] = {
	{ PFC_A_DSCP_PRIO, PFC_DSCP_COUNT, PRIOS, false, offsetof(struct config, dscp_prio) },
	{ PFC_A_PCP_PRIO, PRIOS, PRIOS, false, offsetof(struct config, pcp_prio) },
	{ PFC_A_PRIO_PG, PRIOS, PRIOS, false, offsetof(struct config, prio_pg) },
	{ PFC_A_PRIO_PFC, PRIOS, 2, false, offsetof(struct config, prio_pfc) },
	{ PFC_A_PRIO_PFC_TX, PRIOS, 2, false, offsetof(struct config, pfc_tx) },
	{ PFC_A_PRIO_PFC_RX, PRIOS, 2, false, offsetof(struct config, pfc_rx) },
	{ PFC_A_FLOOD_PRIO, PRIOS, PRIOS, true, offsetof(struct config, flood_prio) },
	{ PFC_A_PRIO_DSCP, PRIOS, PFC_DSCP_COUNT, true, offsetof(struct config, prio_dscp) },
	{ PFC_A_PRIO_PCP, PRIOS, PRIOS, true, offsetof(struct config, prio_pcp) },
	{ PFC_A_PRIO_TC, PRIOS, PRIOS, false, offsetof(struct config, prio_tc) },
	{ PFC_A_SAME_GROUP_PRIO, PRIOS, PRIOS, true, offsetof(struct config, same_prio) },
	{ PFC_A_SAME_GROUP_DSCP, PRIOS, PFC_DSCP_COUNT, true,
	  offsetof(struct config, same_dscp) },
	{ PFC_A_PRIO_WATCHDOG, PRIOS, 2, false, offsetof(struct config, prio_watchdog) },
	{ }
};

const struct map *map_of(int type)
{
	const struct map *map;

	for (map = maps; map->type; map++)
		if (map->type == type)
			return map;
	return NULL;
}

/* ---- requests ----------------------------------------------------------- */

static enum verdict read_field(const uint8_t *data, int len, const struct field *field,
			       void *to)
{
	const struct attr *attr = find(data, len, field->type);
	uint64_t value;

	if (!attr)
		return ACCEPTED;
	value = number(attr);
	if ((value < field->least || value > field->most) && !(field->or_0 && !value) &&
	    !(field->or_all && value == UINT64_MAX))
		return OUT_OF_RANGE;
	/* least bytes first, here as there */
	memcpy((char *)to + field->at, &value, field->size);
	return ACCEPTED;
}

/* Those that are there; the rest stays */
enum verdict read_fields(const uint8_t *data, int len, const struct field *fields, void *to)
{
	enum verdict v = ACCEPTED;

	for (; fields->type && !v; fields++)
		v = read_field(data, len, fields, to);
	return v;
}

static enum verdict read_map(const struct attr *nest, const struct map *map, uint8_t *to)
{
	const struct attr *key, *value;
	struct attr entry;

	for_each_attr(&entry, nest->data, nest->len) {
		key = find(entry.data, entry.len, PFC_MAP_A_KEY);
		value = find(entry.data, entry.len, PFC_MAP_A_VALUE);
		if (!key || !value)
			return NOT_GIVEN;
		if (find(entry.data, entry.len, PFC_MAP_A_KEY16))
			return OTHER_WIDTH;
		if (*key->data >= map->keys ||
		    (*value->data >= map->values &&
		     !(map->none && *value->data == PFC_MAP_NONE)))
			return OUT_OF_RANGE;
		to[*key->data] = *value->data;
	}
	return ACCEPTED;
}

/* What both directions are told, before what is said of one of them */
static enum verdict read_both(const struct attr *nest, const struct map *map,
			      struct config *config)
{
	uint8_t both[PRIOS];
	enum verdict v;
	int prio;

	memset(both, PFC_MAP_NONE, sizeof(both));
	v = read_map(nest, map, both);
	for (prio = 0; prio < PRIOS; prio++)
		if (both[prio] != PFC_MAP_NONE) {
			config->pfc_tx[prio] = both[prio];
			config->pfc_rx[prio] = both[prio];
		}
	return v;
}

/* Sorted, so that there is one way only to write them down */
static enum verdict set_ethtype(struct config *config, uint32_t key, uint32_t prio)
{
	struct ethtype *type = config->ethtype, *end = type + config->ethtypes;

	while (type < end && type->key < key)
		type++;
	if (type < end && type->key == key) {
		type->prio = prio;
		if (prio != PFC_MAP_NONE)
			return ACCEPTED;
		memmove(type, type + 1, (end - type - 1) * sizeof(*type));
		memset(end - 1, 0, sizeof(*type));
		config->ethtypes--;
		goals[TYPE_GONE]++;
		return ACCEPTED;
	}
	if (prio == PFC_MAP_NONE)
		return ACCEPTED;
	if (config->ethtypes == PFC_ETHTYPES_MAX)
		return MANY_TYPES;
	memmove(type + 1, type, (end - type) * sizeof(*type));
	*type = (struct ethtype){ .key = key, .prio = prio };
	config->ethtypes++;
	return ACCEPTED;
}

static bool is_ethtype(uint32_t key)
{
	return key >= 0x600 && key != 0x8100 && key != 0x88a8 && key != 0x8808;
}

static enum verdict read_ethtypes(const struct attr *nest, struct config *config)
{
	const struct attr *key, *value;
	struct attr entry;
	enum verdict v;

	for_each_attr(&entry, nest->data, nest->len) {
		key = find(entry.data, entry.len, PFC_MAP_A_KEY16);
		value = find(entry.data, entry.len, PFC_MAP_A_VALUE);
		if (!key || !value)
			return NOT_GIVEN;
		if (find(entry.data, entry.len, PFC_MAP_A_KEY))
			return OTHER_WIDTH;
		if (!is_ethtype(number(key)) ||
		    (*value->data >= PRIOS && *value->data != PFC_MAP_NONE))
			return OUT_OF_RANGE;
		v = set_ethtype(config, number(key), *value->data);
		if (v)
			return v;
	}
	return ACCEPTED;
}

/* All maps that a request changes */
enum verdict read_maps(const struct request *r, struct config *config)
{
	enum verdict v = ACCEPTED;
	const struct attr *nest;
	const struct map *map;

	for (map = maps; map->type && !v; map++) {
		nest = FIND(r, map->type);
		if (nest)
			v = map->type == PFC_A_PRIO_PFC ? read_both(nest, map, config) :
			    read_map(nest, map, (uint8_t *)config + map->at);
	}
	nest = FIND(r, PFC_A_ETHTYPE_PRIO);
	return v ?: nest ? read_ethtypes(nest, config) : ACCEPTED;
}

/* ---- what is shown ------------------------------------------------------ */

/* Returns false if it is none of the numbers */
bool show_field(const struct attr *attr, const struct field *fields, void *to)
{
	uint64_t value = number(attr);

	for (; fields->type; fields++)
		if (fields->type == attr->type)
			break;
	if (fields->type)
		memcpy((char *)to + fields->at, &value, fields->size);
	return fields->type;
}

/* All numbers of a nest have to be there */
void show_fields(const struct attr *nest, const struct field *fields, void *to)
{
	const struct attr *attr;

	for (; fields->type; fields++) {
		attr = find(nest->data, nest->len, fields->type);
		if (!attr)
			die("nlfuzz: the kernel does not show number %d of a nest",
			    fields->type);
		show_field(attr, fields, to);
	}
}

/* All entries of a map have to be there, in their order */
static void show_map(const struct attr *nest, const struct map *map, uint8_t *to)
{
	const struct attr *key, *value;
	struct attr entry;
	int entries = 0;

	for_each_attr(&entry, nest->data, nest->len) {
		key = find(entry.data, entry.len, PFC_MAP_A_KEY);
		value = find(entry.data, entry.len, PFC_MAP_A_VALUE);
		if (!key || !value || *key->data != entries || entries == map->keys)
			die("nlfuzz: the kernel shows a map %d that is none", map->type);
		to[entries++] = *value->data;
	}
	if (entries != map->keys)
		die("nlfuzz: the kernel shows %d entries of map %d, not %d", entries,
		    map->type, map->keys);
}

static void show_ethtypes(const struct attr *nest, struct config *config)
{
	const struct attr *key, *value;
	uint32_t before;
	struct attr entry;

	for_each_attr(&entry, nest->data, nest->len) {
		key = find(entry.data, entry.len, PFC_MAP_A_KEY16);
		value = find(entry.data, entry.len, PFC_MAP_A_VALUE);
		before = config->ethtypes;
		if (!key || !value || *value->data >= PRIOS ||
		    set_ethtype(config, number(key), *value->data) ||
		    config->ethtypes != before + 1)
			die("nlfuzz: the kernel shows EtherTypes that are none");
	}
}

/* Returns false if it is none of the maps */
bool show_maps(const struct attr *attr, struct config *config)
{
	const struct map *map = map_of(attr->type);

	if (attr->type == PFC_A_ETHTYPE_PRIO)
		show_ethtypes(attr, config);
	else if (map)
		show_map(attr, map, (uint8_t *)config + map->at);
	return map || attr->type == PFC_A_ETHTYPE_PRIO;
}

/* What a port has to show, by attribute */
attr_set all_shown(void)
{
	attr_set seen = (attr_set)1 << PFC_A_PG | (attr_set)1 << PFC_A_QUEUE |
			(attr_set)1 << PFC_A_TC | (attr_set)1 << PFC_A_ETHTYPE_PRIO;
	const struct field *field;
	const struct map *map;

	for (field = port_fields; field->type; field++)
		seen |= (attr_set)1 << field->type;
	for (field = watch_fields; field->type; field++)
		seen |= (attr_set)1 << field->type;
	for (map = maps; map->type; map++)
		seen |= (attr_set)1 << map->type;
	return seen;
}
