// SPDX-License-Identifier: GPL-2.0-only
/*
 * Access to the tables of a switch, and the notes about what has no effect.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "sonic.h"

#define PORT_FIELDS	" dscp_to_tc_map tc_to_pg_map tc_to_queue_map pfc_to_queue_map" \
			" pfc_enable pfcwd_sw_enable scheduler "
#define WRED_FIELDS	" ecn wred_green_enable green_min_threshold green_max_threshold" \
			" green_drop_probability "

/* Tables and fields that the import reads */
static const struct {
	const char *table;
	const char *fields;	/* NULL: all */
	bool named;		/* other tables refer to its entries */
} known[] = {
	{ "DSCP_TO_TC_MAP", NULL, true },
	{ "TC_TO_PRIORITY_GROUP_MAP", NULL, true },
	{ "TC_TO_QUEUE_MAP", NULL, true },
	{ "MAP_PFC_PRIORITY_TO_QUEUE", NULL, true },
	{ "PORT_QOS_MAP", PORT_FIELDS, false },
	{ "BUFFER_POOL", " type mode size xoff cell cell_overhead ", false },
	{ "BUFFER_PROFILE", " pool size xoff xon xon_offset dynamic_th static_th ", true },
	{ "BUFFER_PG", " profile ", false },
	{ "BUFFER_QUEUE", " profile ", false },
	{ "WRED_PROFILE", WRED_FIELDS, true },
	{ "SCHEDULER", " type weight pir meter_type ", true },
	{ "QUEUE", " scheduler wred_profile ", false },
	{ "PFC_WD", " action detection_time restoration_time ", false },
	{ "CABLE_LENGTH", NULL, false },
	{ "PORT", " speed ", false },
	{ "DEFAULT_LOSSLESS_BUFFER_PARAMETER", " default_dynamic_th ", false },
};

static const struct {
	const char *name;	/* TABLE or TABLE FIELD */
	const char *reason;
} reasons[] = {
	{ "PORT_QOS_MAP pfc_to_pg_map", "PFC frames have the priorities of the PG" },
	{ "PORT_QOS_MAP dot1p_to_tc_map",
	  "the import trusts the DSCP; see pfcctl map help, pcp-prio" },
	{ "PORT_QOS_MAP tc_to_dscp_map", "see pfcctl map help, prio-dscp" },
	{ "BUFFER_POOL percentage", "size applies" },
	{ "BUFFER_PROFILE packet_discard_action", "packets are dropped, not trimmed" },
	{ "BUFFER_PROFILE headroom_type", "a profile with xoff is used as it is" },
	{ "WRED_PROFILE wred_yellow_enable", "all packets are green" },
	{ "WRED_PROFILE wred_red_enable", "all packets are green" },
	{ "SCHEDULER cir", "queues have no guaranteed rate" },
	{ "SCHEDULER cbs", "a rate has no burst size" },
	{ "SCHEDULER pbs", "a rate has no burst size" },
	{ "PFC_WD POLL_INTERVAL", "the watchdog does not poll" },
	{ "DEFAULT_LOSSLESS_BUFFER_PARAMETER over_subscribe_ratio",
	  "xoff of the pool applies; see pfcctl pool help, oversubscribe-ratio" },
	{ "LOSSLESS_TRAFFIC_PATTERN", "automatic headroom assumes the worst frames" },
	{ "BUFFER_PORT_INGRESS_PROFILE_LIST", "ports have no limit of their own" },
	{ "BUFFER_PORT_EGRESS_PROFILE_LIST", "ports have no limit of their own" },
	{ "DOT1P_TO_TC_MAP", "the import trusts the DSCP; see pfcctl map help, pcp-prio" },
	{ "TC_TO_DSCP_MAP", "see pfcctl map help, prio-dscp" },
	{ "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", "PFC frames have the priorities of the PG" },
};

/* Note what has no effect, or another one.  @port: the port that the note is about, or NULL */
void sonic_port_note(struct sonic *s, const char *port, const char *fmt, ...)
{
	struct json_object *ports;
	char text[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	ports = sonic_member(s->notes, text);
	if (port)
		json_object_object_add(ports, port, NULL);
}

/* Add a command */
void sonic_line(struct sonic *s, const char *fmt, ...)
{
	char text[2048];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	json_object_array_add(s->lines, json_object_new_string(text));
}

static const char *used_key(char *buf, size_t size, const char *table, const char *key)
{
	snprintf(buf, size, "%s|%s", table, key);
	return buf;
}

/* Get an object in another one; the function adds one that does not exist */
struct json_object *sonic_member(struct json_object *in, const char *key)
{
	struct json_object *object;

	if (!json_object_object_get_ex(in, key, &object)) {
		object = json_object_new_object();
		json_object_object_add(in, key, object);
	}
	return object;
}

/* Return: an entry of a table, or NULL */
struct json_object *sonic_entry(const struct sonic *s, const char *table, const char *key)
{
	struct json_object *entries, *entry;
	char name[256];

	if (!key || !json_object_object_get_ex(s->tables, table, &entries) ||
	    !json_object_object_get_ex(entries, key, &entry))
		return NULL;
	json_object_object_add(s->used, used_key(name, sizeof(name), table, key), NULL);
	return entry;
}

/* Return: length of the cable of a port, or NULL */
const char *sonic_cable(const struct sonic *s, const char *port)
{
	struct json_object *lists;

	if (json_object_object_get_ex(s->tables, "CABLE_LENGTH", &lists)) {
		json_object_object_foreach(lists, name, list) {
			(void)name;
			if (sonic_field(list, port))
				return sonic_field(list, port);
		}
	}
	return NULL;
}

/*
 * Read a field of an entry.  A reference in the old form, [TABLE|name], is the name.
 * Return: the text without leading spaces and brackets; NULL: absent or empty.
 */
const char *sonic_field(struct json_object *entry, const char *field)
{
	struct json_object *value;
	const char *text, *bar;
	char *end;

	if (!json_object_is_type(entry, json_type_object) ||
	    !json_object_object_get_ex(entry, field, &value))
		return NULL;
	text = json_object_get_string(value);
	text += text ? strspn(text, " ") : 0;
	if (text && *text == '[') {
		bar = strchr(text, '|');
		end = strdup(bar ? bar + 1 : text + 1);
		end[strcspn(end, "],")] = '\0';
		json_object_object_add(entry, field, json_object_new_string(end));
		free(end);
		return sonic_field(entry, field);
	}
	return text && *text ? text : NULL;
}

/* Read a field of the entry of a port in PORT_QOS_MAP */
const char *sonic_port_field(const struct sonic *s, const char *port, const char *field)
{
	return sonic_field(sonic_entry(s, "PORT_QOS_MAP", port), field);
}

/* Read a number.  Return: whether there is one; if it is no number, a note says so */
bool sonic_number(struct sonic *s, struct json_object *entry, const char *where,
		  const char *field, int64_t *value)
{
	const char *text = sonic_field(entry, field);
	int64_t number;
	char *end;

	if (!text)
		return false;
	number = strtoll(text, &end, 10);
	if (end != text && !end[strspn(end, " ")]) {
		*value = number;
		return true;
	}
	sonic_note(s, "%s|%s: '%s' is no number", where, field, text);
	return false;
}

/* Convert a list of numbers and ranges, like 0-2,5.  Return: bit mask */
uint32_t sonic_bits(struct sonic *s, const char *where, const char *list)
{
	uint32_t bits = 0;

	while (list && *list) {
		char *end;
		unsigned long first = strtoul(list, &end, 10), last = first;

		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		end += strspn(end, " ");
		if (end == list || (*end && *end != ',') || last < first || last >= SONIC_QUEUES) {
			sonic_note(s, "%s: '%s' is no list of numbers below %d", where, list,
				   SONIC_QUEUES);
			break;
		}
		while (first <= last)
			bits |= 1U << first++;
		list = *end ? end + 1 : end;
	}
	return bits;
}

/* Return: whether a list of ports, up to a bar, has a port */
static bool lists_port(const char *list, const char *port)
{
	size_t n;

	for (;; list += n + 1) {
		n = strcspn(list, ",|");
		if (n == strlen(port) && !memcmp(list, port, n))
			return true;
		if (list[n] != ',')
			return false;
	}
}

/*
 * Find the entry of a port and one of its PGs or queues.  A key is PORTS|NUMBERS; in a system
 * with several chips, names of the host and the chip come first.
 * @entry: set to the entry
 * Return: its key; NULL: there is none.
 */
const char *sonic_of_port(const struct sonic *s, const char *table, const char *port,
			  unsigned int index, struct json_object **entry)
{
	struct json_object *entries;

	if (!json_object_object_get_ex(s->tables, table, &entries))
		return NULL;
	json_object_object_foreach(entries, key, value) {
		const char *last = strrchr(key, '|'), *begin = key, *bar;

		if (!last)
			continue;
		while ((bar = strchr(begin, '|')) != last)
			begin = bar + 1;
		if (lists_port(begin, port) &&
		    sonic_bits((struct sonic *)s, key, last + 1) & 1U << index) {
			*entry = value;
			return key;
		}
	}
	return NULL;
}

static const char *reason_of(const char *name)
{
	size_t i;

	if (strstr(name, " yellow_") || strstr(name, " red_"))
		return "all packets are green";
	for (i = 0; i < ARRAY_SIZE(reasons); i++)
		if (!strcmp(reasons[i].name, name))
			return reasons[i].reason;
	return "not part of this configuration";
}

static void report_fields(struct sonic *s, const char *table, const char *fields,
			  struct json_object *entry)
{
	char name[128];

	if (!json_object_is_type(entry, json_type_object)) {
		sonic_note(s, "%s: an entry is no object", table);
		return;
	}
	json_object_object_foreach(entry, field, value) {
		(void)value;
		snprintf(name, sizeof(name), " %.100s ", field);
		if (!fields || strstr(fields, name))
			continue;
		snprintf(name, sizeof(name), "%.60s %.60s", table, field);
		sonic_note(s, "%s|%s: no effect: %s", table, field, reason_of(name));
	}
}

/* Note each table, entry and field that has no effect */
void sonic_report(struct sonic *s)
{
	char name[256];
	size_t i;

	json_object_object_foreach(s->tables, table, entries) {
		for (i = 0; i < ARRAY_SIZE(known) && strcmp(known[i].table, table); i++)
			;
		if (i == ARRAY_SIZE(known)) {
			sonic_note(s, "%s: no effect: %s", table, reason_of(table));
			continue;
		}
		json_object_object_foreach(entries, key, entry) {
			used_key(name, sizeof(name), table, key);
			if (known[i].named && !json_object_object_get_ex(s->used, name, NULL))
				sonic_note(s, "%s: no effect: no port uses it", name);
			report_fields(s, table, known[i].fields, entry);
		}
	}
}
