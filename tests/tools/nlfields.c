// SPDX-License-Identifier: GPL-2.0-only
/*
 * For nlfuzz: functions that read the numbers and maps of a port from requests and dumps.
 */

#include <stdio.h>
#include <string.h>

#include "common.h"
#include "nlattr.h"
#include "nlmodel.h"

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
	for (map = maps; map->type; map++)
		seen |= (attr_set)1 << map->type;
	return seen;
}
