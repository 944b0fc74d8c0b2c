// SPDX-License-Identifier: GPL-2.0-only
/*
 * Impairments of a port in the words of the command line.
 */
#include <string.h>
#include "port_words.h"
#include "rows.h"

/* Return: whether one of the impairments of a priority has an effect */
bool impair_is_on(const struct impair *impair)
{
	return impair->loss || impair->ce || impair->delay || impair->pfc_corrupt ||
	       impair->pfc_delay || impair->xoff_duty;
}

/* Get the priorities of a port that have impairments.  Return: bit mask */
uint8_t impair_prios(const struct impairments *impairments)
{
	uint8_t prios = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (impair_is_on(&impairments->prios[prio]))
			prios |= 1U << prio;
	return prios;
}

/*
 * Format the impairments of a priority, "" for none, for the command line.  Return: @buf,
 * %IMPAIR_WORDS_LEN bytes.
 */
const char *impair_words(char *buf, const struct impair *impair)
{
	char value[WORDS_LEN], period[FORMAT_LEN];
	const struct setting *s;

	*buf = '\0';
	for (s = impair_settings; s->name; s++)
		if (s->part && fields_words(value, s, impair_fields, impair) &&
		    strcmp(value, s->zero))
			text_append(buf, IMPAIR_WORDS_LEN, "%s%s %s", *buf ? " " : "", s->name,
				    value);
	if (impair->xoff_duty)
		text_append(buf, IMPAIR_WORDS_LEN, "/%s", word_time(period, impair->xoff_period));
	return buf;
}

/*
 * Get the priorities that have the impairments of a priority.
 * Return: bit mask with @prio; 0 if @prio has no impairment, or if a lower priority has the same.
 */
uint8_t impair_alike(const struct impairments *of, unsigned int prio)
{
	char want[IMPAIR_WORDS_LEN], words[IMPAIR_WORDS_LEN];
	uint8_t prios = 0;
	unsigned int i;

	impair_words(want, &of->prios[prio]);
	for (i = 0; *want && i < PFC_PRIO_COUNT; i++)
		if (!strcmp(impair_words(words, &of->prios[i]), want))
			prios |= 1U << i;
	return prios & ((1U << prio) - 1) ? 0 : prios;
}

uint64_t impair_on(const struct shown *s)
{
	const struct impairments *of = s->from;

	return impair_prios(of) != 0;
}
