// SPDX-License-Identifier: GPL-2.0-only
/*
 * Values of the rows of priority groups and profiles.
 */
#include <string.h>
#include "rows.h"

const char *pg_headroom(char *buf, const struct shown *s)
{
	static const char *const notes[] = {
		"", " (auto)", " (short)", " (auto, short)",
	};
	const struct pg *pg = s->from;
	size_t len;

	format_size(buf, pg->headroom);
	len = strlen(buf);
	snprintf(buf + len, FORMAT_LEN - len, "%s",
		 notes[pg_is_auto(s->port, pg) + 2 * pg_short(pg)]);
	return buf;
}

/* Formats the headroom of a profile */
const char *pg_headroom_mode(char *buf, const struct shown *s)
{
	const struct pg *pg = s->from;

	return pg->headroom_auto ? word_of(headroom_mode_words, pg->headroom_auto - 1) :
				   format_size(buf, pg->headroom);
}

enum color pg_color(const struct shown *s)
{
	return pg_short(s->from) ? COLOR_BAD : COLOR_NONE;
}

/* Return: whether the headroom is automatic; without a port, as a profile */
uint64_t pg_auto(const struct shown *s)
{
	const struct pg *pg = s->from;

	return s->port ? pg_is_auto(s->port, pg) : pg->headroom_auto == PFC_HEADROOM_MODE_AUTO;
}

uint64_t pg_lacks(const struct shown *s)
{
	return pg_short(s->from);
}

/*
 * Add the settings of a PG or profile to a JSON object.
 * @is_auto: the headroom is automatic
 */
void pg_json(struct json_object *to, const struct pg *pg, bool is_auto)
{
	rows_json(to, profile_json_rows, &(struct shown){ .from = pg });
	json_add_bool(to, "headroom_auto", is_auto);
}
