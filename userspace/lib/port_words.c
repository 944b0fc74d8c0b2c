// SPDX-License-Identifier: GPL-2.0-only
/*
 * Settings of a port in the words of the command line, and their differences.
 */
#include <string.h>
#include "port_words.h"
#include "print.h"

/* Find a setting of an object by its keyword.  Return: the setting or NULL */
const struct setting *setting_find(const struct setting *s, const char *name)
{
	for (; s && s->name; s++)
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
	*value = member_value((const char *)from + f->offset, f->size);
	return true;
}

/* Formats a number in the unit that the command line expects.  Return: false: not a number */
static bool number_words(char *buf, const struct setting *s, uint64_t value)
{
	if (!value && s->zero)
		snprintf(buf, WORDS_LEN, "%s", s->zero);
	else if (s->parse == parse_time)
		word_time(buf, value);
	else if (s->parse == parse_alpha)
		format_alpha(buf, value);
	else if (s->parse == parse_probability)
		snprintf(buf, WORDS_LEN, "%g%%", value / 10000.0);
	else if (s->parse == parse_size && value)
		word_size(buf, value);
	else if (s->parse == parse_rate)
		word_rate(buf, value);
	else if (s->parse)
		snprintf(buf, WORDS_LEN, "%llu", (unsigned long long)value);
	else
		return false;
	return true;
}

/*
 * Format a setting that is a number in a structure.  Return: false if the structure does not have
 * it.
 */
bool fields_words(char *buf, const struct setting *s, const struct field *fields,
		  const void *from)
{
	uint64_t value;

	return number_of(fields, s->attr, from, &value) && number_words(buf, s, value);
}

/* Return: the map that a setting changes, or NULL */
static const struct map_field *map_of(const struct setting *s)
{
	const struct map_field *m = map_fields;

	if (s->read != read_map)
		return NULL;
	while (m->attr && m->attr != s->attr)
		m++;
	return m->attr ? m : NULL;
}

/* Formats the entries of a map that differ from those of @from; NULL: all */
static void map_diff(char *buf, const struct setting *s, const struct map_field *m,
		     const struct port *from, const struct port *to)
{
	const uint8_t *table = (const uint8_t *)to + m->offset;
	const uint8_t *before = from ? (const uint8_t *)from + m->offset : NULL;
	char words[MAP_WORDS_LEN];
	uint64_t mask = 0;
	int key;

	for (key = 0; key < m->keys; key++)
		if (!before || table[key] != before[key])
			mask |= 1ULL << key;
	map_words(words, table, m->keys, mask, s->map->values);
	snprintf(buf, WORDS_LEN, "%s", *words ? words + 1 : "");
}

/* Formats the values of traffic classes that differ from those of @from; NULL: all */
static void tc_diff(char *buf, const struct setting *s, const struct port *from,
		    const struct port *to)
{
	char words[WORDS_LEN];
	uint64_t value, before;
	int tc;

	*buf = '\0';
	for (tc = 0; tc < PFC_PRIO_COUNT; tc++) {
		if (!number_of(tc_fields, s->attr, &to->tcs[tc], &value) ||
		    (from && number_of(tc_fields, s->attr, &from->tcs[tc], &before) &&
		     value == before))
			continue;
		if (s->map->values)
			snprintf(words, sizeof(words), "%s", word_of(s->map->values, value));
		else
			number_words(words, s, value);
		text_append(buf, WORDS_LEN, "%s%d:%.64s", *buf ? " " : "", tc, words);
	}
}

/* Return: the priority of an EtherType, or -1 */
static int ethtype_prio(const struct port *port, uint16_t type)
{
	unsigned int i;

	for (i = 0; i < port->n_ethtypes; i++)
		if (port->ethtypes[i].type == type)
			return port->ethtypes[i].prio;
	return -1;
}

/* Formats the EtherTypes that differ from those of @from.  Removed ones come first. */
static void ethtype_diff(char *buf, const struct port *from, const struct port *to)
{
	unsigned int i;

	*buf = '\0';
	for (i = 0; from && i < from->n_ethtypes; i++)
		if (ethtype_prio(to, from->ethtypes[i].type) < 0)
			text_append(buf, WORDS_LEN, "%s0x%04x:none", *buf ? " " : "",
				    from->ethtypes[i].type);
	for (i = 0; i < to->n_ethtypes; i++) {
		const struct ethtype *e = &to->ethtypes[i];

		if (!from || ethtype_prio(from, e->type) != e->prio)
			text_append(buf, WORDS_LEN, "%s0x%04x:%u", *buf ? " " : "", e->type,
				    e->prio);
	}
}

/* Formats a setting of a port that is a number or a word of its own */
static bool scalar_words(char *buf, const struct setting *s, const struct port *port)
{
	uint64_t value;

	if (!number_of(port_fields, s->attr, port, &value))
		return false;
	if (s->read == read_word)
		snprintf(buf, WORDS_LEN, "%s", word_of(s->words, value));
	else if (s->attr == PFC_A_SPEED && port->speed_source != PFC_SPEED_SOURCE_SET)
		snprintf(buf, WORDS_LEN, "auto");
	else if (s->word && value == s->word_value)
		snprintf(buf, WORDS_LEN, "%s", s->word);
	else
		return number_words(buf, s, value);
	return true;
}

static bool pg_words(char *buf, const struct setting *s, const struct pg *pg)
{
	const char *name = s->attr == PFC_PG_A_PROFILE ? pg->profile : pg->pool;

	if (s->read == read_part_name)
		snprintf(buf, WORDS_LEN, "%s", *name || !s->zero ? name : s->zero);
	else if (s->read == read_pg_headroom && pg->headroom_auto)
		snprintf(buf, WORDS_LEN, "%s", word_of(s->words, pg->headroom_auto - 1));
	else
		return fields_words(buf, s, pg_fields, pg);
	return true;
}

static bool queue_words(char *buf, const struct setting *s, const struct queue *queue)
{
	if (s->read != read_part_name)
		return fields_words(buf, s, queue_fields, queue);
	snprintf(buf, WORDS_LEN, "%s", *queue->pool ? queue->pool : s->zero);
	return true;
}

static bool is_of_pg(const struct setting *s)
{
	return s->part == OF_PG && s->attr;
}

/* Formats a setting that is neither a map nor a list */
static bool value_words(char *buf, const struct setting *s, const struct port *port,
			unsigned int part)
{
	if (is_of_pg(s))
		return pg_words(buf, s, &port->pgs[part]);
	if (s->part == OF_QUEUE)
		return queue_words(buf, s, &port->queues[part]);
	return scalar_words(buf, s, port);
}

/* Formats what @to has and @from has not; NULL: all.  Return: whether there is a difference */
static bool setting_diff(char *buf, const struct setting *s, unsigned int part,
			 const struct port *from, const struct port *to)
{
	char before[WORDS_LEN];

	if (map_of(s))
		map_diff(buf, s, map_of(s), from, to);
	else if (s->read == read_tc_values)
		tc_diff(buf, s, from, to);
	else if (s->read == read_ethtypes)
		ethtype_diff(buf, from, to);
	else if (!value_words(buf, s, to, part) ||
		 (from && value_words(before, s, from, part) && !strcmp(before, buf)))
		*buf = '\0';
	return *buf;
}

/*
 * Format the value of a setting of a port, or of its PG or queue @part, for the command line.
 * Return: false if the setting has no words.
 */
bool port_words(char *buf, const struct setting *s, const struct port *port, unsigned int part)
{
	return setting_diff(buf, s, part, NULL, port);
}

/*
 * Append the settings of a PG that differ from those of the same PG of another port.
 * @from: NULL: append all settings
 *
 * A profile sets the values of its PGs.  A PG that leaves a profile keeps them; because the profile
 * may change before the PG leaves it, all values are formatted.
 * Return: whether a setting differs.
 */
bool pg_diff(char *words, const struct setting *settings, unsigned int part,
	     const struct port *from, const struct port *to)
{
	const bool leaves = from && *from->pgs[part].profile && !*to->pgs[part].profile;
	const size_t begin = strlen(words);
	const struct setting *s;
	char value[WORDS_LEN];

	for (s = settings; s->name; s++) {
		if (!is_of_pg(s) || (*to->pgs[part].profile && s->attr != PFC_PG_A_PROFILE))
			continue;
		if (setting_diff(value, s, part, leaves ? NULL : from, to))
			text_append(words, WORDS_LEN, "%s%s %s", *words ? " " : "", s->name, value);
	}
	return words[begin];
}

/* Other settings of the same object or of other objects have the same value */
static bool is_alias(const struct setting *settings, const struct setting *s)
{
	return (settings == pfc_settings && s->attr == PFC_A_PRIO_PFC) ||
	       (settings == port_settings && (s->attr == PFC_A_PAUSE_TIME ||
					   s->attr == PFC_A_DEFAULT_PRIO ||
					   s->parse == parse_length));
}

/* Formats PFC in both directions with one word, if it is the same.  Return: whether it is */
static bool pfc_diff(char *words, const struct port *from, const struct port *to)
{
	char tx[WORDS_LEN], rx[WORDS_LEN];

	setting_diff(tx, setting_find(pfc_settings, "prio-pfc-tx"), 0, from, to);
	setting_diff(rx, setting_find(pfc_settings, "prio-pfc-rx"), 0, from, to);
	if (strcmp(tx, rx))
		return false;
	if (*tx)
		text_append(words, WORDS_LEN, "%sprio-pfc %s", *words ? " " : "", tx);
	return true;
}

/*
 * Format the settings of a command that differ from those of another port: words after "dev DEV".
 * @part: the PG or queue, for these objects
 * @from: the other port; NULL: format all settings
 * Return: whether a setting differs.
 */
bool port_diff(char *words, const struct setting *settings, unsigned int part,
	       const struct port *from, const struct port *to)
{
	const struct setting *s;
	char value[WORDS_LEN];
	bool both = false;

	*words = '\0';
	if (settings == pg_settings)
		return pg_diff(words, settings, part, from, to);
	for (s = settings; s->name; s++) {
		if (settings == pfc_settings && s->attr == PFC_A_PRIO_PFC)
			both = pfc_diff(words, from, to);
		if (s->read == read_dev || s->read == read_ids || is_alias(settings, s) ||
		    (both && (s->attr == PFC_A_PRIO_PFC_TX || s->attr == PFC_A_PRIO_PFC_RX)))
			continue;
		if (setting_diff(value, s, part, from, to))
			text_append(words, WORDS_LEN, "%s%s %s", *words ? " " : "", s->name, value);
	}
	return *words;
}

/* Format a bit mask of priorities for the command line.  Return: @buf, %FORMAT_LEN bytes */
const char *word_prios(char *buf, uint8_t prios)
{
	unsigned int prio;

	*buf = '\0';
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (prios & 1U << prio)
			text_append(buf, FORMAT_LEN, "%s%u", *buf ? "," : "", prio);
	return buf;
}

/*
 * Format entries of a map for the command line.
 * @mask: bit mask of the keys to format, at most 64
 * @values: words for the values, or NULL
 * Return: @buf, %MAP_WORDS_LEN bytes; a space precedes each entry.
 */
const char *map_words(char *buf, const uint8_t *table, unsigned int keys, uint64_t mask,
		      const char *const *values)
{
	unsigned int first, last;

	*buf = '\0';
	for (first = 0; first < keys; first = last + 1) {
		last = first;
		if (!(mask >> first & 1))
			continue;
		while (last + 1 < keys && mask >> (last + 1) & 1 &&
		       table[last + 1] == table[first])
			last++;
		text_append(buf, MAP_WORDS_LEN, " %u", first);
		if (last != first)
			text_append(buf, MAP_WORDS_LEN, "-%u", last);
		if (values)
			text_append(buf, MAP_WORDS_LEN, ":%s", values[table[first]]);
		else if (table[first] == PFC_MAP_NONE)
			text_append(buf, MAP_WORDS_LEN, ":none");
		else
			text_append(buf, MAP_WORDS_LEN, ":%u", table[first]);
	}
	return buf;
}
