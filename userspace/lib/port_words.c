// SPDX-License-Identifier: GPL-2.0-only
/*
 * Settings of a port in the words of the command line, and their differences.
 */
#include <string.h>
#include "port_words.h"
#include "print.h"

/*
 * Find a setting of an object.
 * @name: keyword of the setting
 * Return: the setting or NULL.
 */
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

/* Formats @value in the first of @units that divides it; the last one is the smallest, 1 */
static const char *word_in(char *buf, uint64_t value, const struct suffix *units)
{
	while (value % units->factor)
		units++;
	snprintf(buf, FORMAT_LEN, "%llu%s", (unsigned long long)(value / units->factor),
		 units->name);
	return buf;
}

/* Format a time for the command line, without rounding */
const char *word_time(char *buf, uint64_t ns)
{
	static const struct suffix units[] = {
		{ "s", 1000000000 }, { "ms", 1000000 }, { "us", 1000 }, { "ns", 1 },
	};

	return word_in(buf, ns, ns ? units : &units[3]);
}

/* Format a rate for the command line.  @bits: bits per second */
const char *word_rate(char *buf, uint64_t bits)
{
	static const struct suffix units[] = {
		{ "gbit", 1000000000 }, { "mbit", 1000000 }, { "bit", 1 },
	};

	return word_in(buf, bits, units);
}

/* Format a size for the command line */
const char *word_size(char *buf, uint64_t bytes)
{
	static const struct suffix units[] = { { "M", 1 << 20 }, { "K", 1 << 10 }, { "", 1 } };

	return word_in(buf, bytes, units);
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
 * Format a setting that is a number in a structure.
 * @buf: result, %WORDS_LEN bytes
 * Return: false if the structure does not have the setting.
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
	size_t len = 0;
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
		len += snprintf(buf + len, WORDS_LEN - len, "%s%d:%.64s", len ? " " : "", tc,
				words);
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
	size_t len = 0;
	unsigned int i;

	*buf = '\0';
	for (i = 0; from && i < from->n_ethtypes; i++)
		if (ethtype_prio(to, from->ethtypes[i].type) < 0)
			len += snprintf(buf + len, WORDS_LEN - len, "%s0x%04x:none",
					len ? " " : "", from->ethtypes[i].type);
	for (i = 0; i < to->n_ethtypes; i++) {
		const struct ethtype *e = &to->ethtypes[i];

		if (!from || ethtype_prio(from, e->type) != e->prio)
			len += snprintf(buf + len, WORDS_LEN - len, "%s0x%04x:%u",
					len ? " " : "", e->type, e->prio);
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

	if (s->read == read_pg_name)
		snprintf(buf, WORDS_LEN, "%s", *name || !s->zero ? name : s->zero);
	else if (s->read == read_pg_headroom && pg->headroom_auto)
		snprintf(buf, WORDS_LEN, "%s", word_of(s->words, pg->headroom_auto - 1));
	else
		return fields_words(buf, s, pg_fields, pg);
	return true;
}

static bool queue_words(char *buf, const struct setting *s, const struct queue *queue)
{
	if (s->read != read_queue_name)
		return fields_words(buf, s, queue_fields, queue);
	snprintf(buf, WORDS_LEN, "%s", *queue->pool ? queue->pool : s->zero);
	return true;
}

static bool is_of_pg(const struct setting *s)
{
	return s->read == read_pg_name || s->read == read_pg_headroom || s->read == read_pg_value;
}

/*
 * Format the value of a setting for the command line.
 * @buf: result, %WORDS_LEN bytes
 * @part: the PG or queue, if the setting is that of a PG or queue
 * Return: false if the setting has no words.
 */
bool port_words(char *buf, const struct setting *s, const struct port *port, unsigned int part)
{
	if (map_of(s))
		map_diff(buf, s, map_of(s), NULL, port);
	else if (s->read == read_tc_values)
		tc_diff(buf, s, NULL, port);
	else if (s->read == read_ethtypes)
		ethtype_diff(buf, NULL, port);
	else if (is_of_pg(s))
		return pg_words(buf, s, &port->pgs[part]);
	else if (s->read == read_queue_value || s->read == read_queue_name)
		return queue_words(buf, s, &port->queues[part]);
	else
		return scalar_words(buf, s, port);
	return *buf;
}

/* ---- differences -------------------------------------------------------------- */

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
	else if (!port_words(buf, s, to, part) ||
		 (from && port_words(before, s, from, part) && !strcmp(before, buf)))
		*buf = '\0';
	return *buf;
}

/* Appends a setting to the words of a command */
static void append(char *words, const char *name, const char *value)
{
	const size_t len = strlen(words);

	snprintf(words + len, WORDS_LEN - len, "%s%s %s", len ? " " : "", name, value);
}

/*
 * Format the settings of a PG that differ from those of another PG.
 * @words: result, %WORDS_LEN bytes; the settings are appended
 * @settings: settings of a PG or of a profile
 * @from: port with the other PG; NULL: format all settings
 * @to: port with the PG
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
			append(words, s->name, value);
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
		append(words, "prio-pfc", tx);
	return true;
}

/*
 * Format the settings of a command that differ from those of another port.
 * @words: result, %WORDS_LEN bytes: words after "dev DEV"
 * @settings: settings of the object of the command
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
		if (s->read == read_dev || s->read == read_queues || is_alias(settings, s) ||
		    (both && (s->attr == PFC_A_PRIO_PFC_TX || s->attr == PFC_A_PRIO_PFC_RX)))
			continue;
		if (setting_diff(value, s, part, from, to))
			append(words, s->name, value);
	}
	return *words;
}

/**
 * word_prios() - format priorities for the command line
 * @buf: result, %FORMAT_LEN bytes
 * @prios: bit mask of the priorities
 *
 * Return: @buf.
 */
const char *word_prios(char *buf, uint8_t prios)
{
	unsigned int prio;
	size_t len = 0;

	*buf = '\0';
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (prios & 1U << prio)
			len += snprintf(buf + len, FORMAT_LEN - len, "%s%u",
					len ? "," : "", prio);
	return buf;
}

/*
 * Format entries of a map for the command line.
 * @buf: result, %MAP_WORDS_LEN bytes; a space precedes each entry
 * @keys: number of keys, at most 64
 * @mask: bit mask of the keys to format
 * @values: words for the values, or NULL
 * Return: @buf.
 */
const char *map_words(char *buf, const uint8_t *table, unsigned int keys, uint64_t mask,
		      const char *const *values)
{
	unsigned int first, last;
	size_t len = 0;

	*buf = '\0';
	for (first = 0; first < keys; first = last + 1) {
		last = first;
		if (!(mask >> first & 1))
			continue;
		while (last + 1 < keys && mask >> (last + 1) & 1 &&
		       table[last + 1] == table[first])
			last++;
		len += snprintf(buf + len, MAP_WORDS_LEN - len, " %u", first);
		if (last != first)
			len += snprintf(buf + len, MAP_WORDS_LEN - len, "-%u", last);
		if (values)
			len += snprintf(buf + len, MAP_WORDS_LEN - len, ":%s",
					values[table[first]]);
		else if (table[first] == PFC_MAP_NONE)
			len += snprintf(buf + len, MAP_WORDS_LEN - len, ":none");
		else
			len += snprintf(buf + len, MAP_WORDS_LEN - len, ":%u", table[first]);
	}
	return buf;
}
