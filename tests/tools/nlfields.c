// SPDX-License-Identifier: GPL-2.0-only
/*
 * For nlfuzz: tables of a port's numeric and map attributes with their allowed ranges, and
 * functions that read these attributes from requests and dumps.
 */

#include <stdio.h>
#include <string.h>

#include "common.h"
#include "nlattr.h"
#include "nlmodel.h"

#define FIELD(attr, ranges, in, member) {					\
	.type = attr, .range = &(ranges)[attr],					\
	.at = offsetof(struct in, member), .size = sizeof(((struct in *)0)->member), \
}

const struct field port_fields[] = {
	FIELD(PFC_A_DEFAULT_PRIO, pfc_ranges, config, default_prio),
	FIELD(PFC_A_PAUSE_TIME, pfc_ranges, config, pause_time),
	FIELD(PFC_A_RATE, pfc_ranges, config, rate),
	FIELD(PFC_A_SPEED, pfc_ranges, config, speed),
	FIELD(PFC_A_QUEUE_LIMIT, pfc_ranges, config, queue_limit),
	FIELD(PFC_A_DELAY, pfc_ranges, config, delay),
	FIELD(PFC_A_CABLE_DELAY, pfc_ranges, config, cable_delay),
	FIELD(PFC_A_BATCH, pfc_ranges, config, batch),
	FIELD(PFC_A_FLOW_CONTROL, pfc_ranges, config, flow_control),
	FIELD(PFC_A_PEER_RATE, pfc_ranges, config, peer_rate),
	FIELD(PFC_A_OVERHEAD, pfc_ranges, config, overhead),
	FIELD(PFC_A_TRUST, pfc_ranges, config, trust),
	FIELD(PFC_A_FLOOD_LOSSLESS, pfc_ranges, config, flood_lossless),
	FIELD(PFC_A_PRIO_SOURCE, pfc_ranges, config, prio_source),
	FIELD(PFC_A_APP_REWRITE, pfc_ranges, config, app_rewrite),
	FIELD(PFC_A_PORT_GROUP, pfc_ranges, config, port_group),
	FIELD(PFC_A_LATENCY, pfc_ranges, config, latency),
	FIELD(PFC_A_GSO, pfc_ranges, config, gso),
	FIELD(PFC_A_TX_QUEUES, pfc_ranges, config, tx_queues),
	FIELD(PFC_A_CONTROL_PRIO, pfc_ranges, config, control_prio),
	{ }
};

/* Watchdog settings: the kernel checks them after the maps, so an error in a map comes first */
const struct field watch_fields[] = {
	FIELD(PFC_A_DETECTION_TIME, pfc_ranges, config, detection),
	FIELD(PFC_A_RESTORATION_TIME, pfc_ranges, config, restoration),
	FIELD(PFC_A_WATCHDOG_ACTION, pfc_ranges, config, action),
	FIELD(PFC_A_ESCALATE_COUNT, pfc_ranges, config, escalate_count),
	FIELD(PFC_A_ESCALATE_PERIOD, pfc_ranges, config, escalate_period),
	FIELD(PFC_A_XOFF_TIMEOUT, pfc_ranges, config, xoff_timeout),
	FIELD(PFC_A_XOFF_WARN, pfc_ranges, config, xoff_warn),
	{ }
};

const struct field queue_fields[] = {
	FIELD(PFC_QUEUE_A_LIMIT, queue_ranges, queue, limit),
	FIELD(PFC_QUEUE_A_ALPHA, queue_ranges, queue, alpha),
	FIELD(PFC_QUEUE_A_ECN_KMIN, queue_ranges, queue, kmin),
	FIELD(PFC_QUEUE_A_ECN_KMAX, queue_ranges, queue, kmax),
	FIELD(PFC_QUEUE_A_ECN_PMAX, queue_ranges, queue, pmax),
	{ }
};

const struct field tc_fields[] = {
	FIELD(PFC_TC_A_TSA, tc_ranges, traffic_class, tsa),
	FIELD(PFC_TC_A_BW, tc_ranges, traffic_class, bw),
	FIELD(PFC_TC_A_RATE, tc_ranges, traffic_class, rate),
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
	if (!in_range(field->range, value))
		return OUT_OF_RANGE;
	/* the tests run on little endian: the low bytes of @value come first */
	memcpy((char *)to + field->at, &value, field->size);
	return ACCEPTED;
}

/* Reads the attributes that are present; the numbers without an attribute stay unchanged */
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
		if (*key->data >= map->keys ||
		    (*value->data >= map->values &&
		     !(map->none && *value->data == PFC_MAP_NONE)))
			return OUT_OF_RANGE;
		to[*key->data] = *value->data;
	}
	return ACCEPTED;
}

/* prio-pfc sets both directions; read_maps() applies it before prio-pfc-tx and prio-pfc-rx */
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
			config->prio_pfc_tx[prio] = both[prio];
			config->prio_pfc_rx[prio] = both[prio];
		}
	return v;
}

/* Keeps the entries sorted by EtherType, so that memcmp() can compare configurations */
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
		if (!key || !value || find(entry.data, entry.len, PFC_MAP_A_KEY))
			return NOT_GIVEN;
		if (!is_ethtype(number(key)) ||
		    (*value->data >= PRIOS && *value->data != PFC_MAP_NONE))
			return OUT_OF_RANGE;
		v = set_ethtype(config, number(key), *value->data);
		if (v)
			return v;
	}
	return ACCEPTED;
}

/* Applies all maps of a request to @config */
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

/* ---- dumps -------------------------------------------------------------- */

/* Stores the attribute in @to if it is one of @fields; returns whether it is */
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

/* Stores all @fields of a dumped nest in @to; the nest must contain each of them */
void show_fields(const struct attr *nest, const struct field *fields, void *to)
{
	const struct attr *attr;

	for (; fields->type; fields++) {
		attr = find(nest->data, nest->len, fields->type);
		if (!attr)
			die("nlfuzz: nest in a dump lacks attribute %d", fields->type);
		show_field(attr, fields, to);
	}
}

/* Stores a dumped map in @to; it must contain all keys in ascending order */
static void show_map(const struct attr *nest, const struct map *map, uint8_t *to)
{
	const struct attr *key, *value;
	struct attr entry;
	int entries = 0;

	for_each_attr(&entry, nest->data, nest->len) {
		key = find(entry.data, entry.len, PFC_MAP_A_KEY);
		value = find(entry.data, entry.len, PFC_MAP_A_VALUE);
		if (!key || !value || *key->data != entries || entries == map->keys)
			die("nlfuzz: dump: map %d: entry %d lacks key %d or a value, of %d keys",
			    map->type, entries, entries, map->keys);
		to[entries++] = *value->data;
	}
	if (entries != map->keys)
		die("nlfuzz: dump: map %d has %d entries, must be %d", map->type, entries,
		    map->keys);
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
			die("nlfuzz: dump: EtherType entry %u (maximum %d) is invalid or repeated",
			    before + 1, PFC_ETHTYPES_MAX);
	}
}

/* Stores the attribute in @config if it is a map; returns whether it is */
bool show_maps(const struct attr *attr, struct config *config)
{
	const struct map *map = map_of(attr->type);

	if (attr->type == PFC_A_ETHTYPE_PRIO)
		show_ethtypes(attr, config);
	else if (map)
		show_map(attr, map, (uint8_t *)config + map->at);
	return map || attr->type == PFC_A_ETHTYPE_PRIO;
}

/* Attributes that the dump of a port must contain */
attr_set all_shown(void)
{
	attr_set seen = (attr_set)1 << PFC_A_PG | (attr_set)1 << PFC_A_QUEUE |
			(attr_set)1 << PFC_A_TC | (attr_set)1 << PFC_A_ETHTYPE_PRIO |
			(attr_set)1 << PFC_A_SPEED_SOURCE | (attr_set)1 << PFC_A_RING;
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
