// SPDX-License-Identifier: GPL-2.0-only
/*
 * The value of a setting of a port in the words of the command line.
 */
#include <string.h>
#include "check.h"
#include "roce.h"

/**
 * roce_find() - find a setting of an object
 * @object: the object
 * @name: keyword of the setting
 *
 * Return: the setting or NULL.
 */
const struct setting *roce_find(const struct object *object, const char *name)
{
	const struct setting *s;

	for (s = object->settings; s && s->name; s++)
		if (!strcmp(s->name, name))
			return s;
	return NULL;
}

/* Return: whether @fields has the attribute; @value receives the number in @from */
static bool number_of(const struct field *fields, uint16_t attr, const void *from,
		      uint64_t *value)
{
	const struct field *f;

	for (f = fields; f->attr && f->attr != attr; f++)
		;
	if (!f->attr || f->type == MNL_TYPE_NUL_STRING || f->size > sizeof(*value))
		return false;
	*value = 0;
	memcpy(value, (const char *)from + f->offset, f->size);
	return true;
}

/* Formats a number in the unit that the command line expects without a suffix */
static bool number_words(char *buf, const struct setting *s, uint64_t value)
{
	const unsigned long long number = value;

	if (!value && s->zero)
		snprintf(buf, ROCE_LINE, "%s", s->zero);
	else if (s->parse == parse_time)
		snprintf(buf, ROCE_LINE, "%lluns", number);
	else if (s->parse == parse_alpha)
		snprintf(buf, ROCE_LINE, "%llu/64", number);
	else if (s->parse == parse_probability)
		snprintf(buf, ROCE_LINE, "%g%%", number / 10000.0);
	else if (s->parse == parse_size && value)
		word_size(buf, value);
	else if (s->parse == parse_rate)
		word_rate(buf, value);
	else if (s->parse)
		snprintf(buf, ROCE_LINE, "%llu", number);
	else
		return false;
	return true;
}

static bool map_value_words(char *buf, const struct setting *s, const struct port *port)
{
	const struct map_field *m;
	char words[MAP_WORDS_LEN];

	for (m = map_fields; m->attr && m->attr != s->attr; m++)
		;
	if (!m->attr || m->none)	/* map_words() does not write none */
		return false;
	map_words(words, (const uint8_t *)port + m->offset, m->keys, ~0ULL, s->map->values);
	snprintf(buf, ROCE_LINE, "%s", words + 1);
	return true;
}

static bool tc_words(char *buf, const struct setting *s, const struct port *port)
{
	char words[ROCE_LINE];
	uint64_t value;
	size_t len = 0;
	int tc;

	for (tc = 0; tc < PFC_PRIO_COUNT; tc++) {
		if (!number_of(tc_fields, s->attr, &port->tcs[tc], &value))
			return false;
		if (s->map->values)
			snprintf(words, sizeof(words), "%s", s->map->values[value]);
		else if (!number_words(words, s, value))
			return false;
		len += snprintf(buf + len, ROCE_LINE - len, "%s%d:%.64s", tc ? " " : "", tc,
				words);
	}
	return true;
}

/**
 * roce_words() - format the value of a setting for the command line
 * @buf: result, %ROCE_LINE bytes
 * @s: the setting
 * @port: the port; a setting of a PG or queue is that of the RoCE priority
 *
 * Return: false if the setting has no words.
 */
bool roce_words(char *buf, const struct setting *s, const struct port *port)
{
	const struct pg *pg = &port->pgs[ROCE_PRIO];
	uint64_t value;

	if (s->read == read_map)
		return map_value_words(buf, s, port);
	if (s->read == read_tc_values)
		return tc_words(buf, s, port);
	if (s->read == read_word && number_of(port_fields, s->attr, port, &value)) {
		snprintf(buf, ROCE_LINE, "%s", s->words[value]);
		return true;
	}
	if (s->read == read_value && number_of(port_fields, s->attr, port, &value))
		return number_words(buf, s, value);
	if (s->read == read_queue_value &&
	    number_of(queue_fields, s->attr, &port->queues[ROCE_PRIO], &value))
		return number_words(buf, s, value);
	if (s->read == read_pg_headroom && pg->headroom_auto) {
		snprintf(buf, ROCE_LINE, "auto");
		return true;
	}
	if (s->read == read_pg_name) {
		const char *name = s->attr == PFC_PG_A_PROFILE ? pg->profile : pg->pool;

		snprintf(buf, ROCE_LINE, "%s", *name || !s->zero ? name : s->zero);
		return true;
	}
	if ((s->read == read_pg_value || s->read == read_pg_headroom) &&
	    number_of(pg_fields, s->attr, pg, &value))
		return number_words(buf, s, value);
	return false;
}

/**
 * roce_map_changes() - keep the entries of a map that differ from those of a port
 * @buf: words of the entries, %ROCE_LINE bytes; "" afterwards if no entry differs
 * @undo: result, %ROCE_LINE bytes: words of these entries as the port has them
 * @ctx: the context
 * @s: the setting
 * @port: the port
 *
 * A request has only the entries that it changes, so that its reversal changes no other entry.
 */
void roce_map_changes(char *buf, char *undo, struct ctx *ctx, const struct setting *s,
		      const struct port *port)
{
	char text[ROCE_LINE], words[MAP_WORDS_LEN], *list[BATCH_WORDS];
	uint8_t table[PFC_DSCP_COUNT];
	const struct map_field *m;
	const uint8_t *now;
	uint64_t mask = 0;
	int i, n, key;

	for (m = map_fields; m->attr && m->attr != s->attr; m++)
		;
	if (!m->attr)
		return;
	now = (const uint8_t *)port + m->offset;
	memset(table, MAP_UNSET, sizeof(table));
	snprintf(text, sizeof(text), "%s", buf);
	n = batch_split(text, list);
	for (i = 0; i < n; i++)
		if ((i || !map_preset(list[i], table)) && map_parse(ctx, s->map, list[i], table))
			return;
	for (key = 0; key < m->keys; key++)
		if (table[key] != MAP_UNSET && table[key] != now[key])
			mask |= 1ULL << key;
	map_words(words, table, m->keys, mask, s->map->values);
	snprintf(buf, ROCE_LINE, "%s", *words ? words + 1 : "");
	map_words(words, now, m->keys, mask, s->map->values);
	snprintf(undo, ROCE_LINE, "%s", *words ? words + 1 : "");
}
