// SPDX-License-Identifier: GPL-2.0-only
/*
 * Points in time: parsing.
 */
#include <string.h>
#include <time.h>
#include "when_read.h"

/* Parses a fraction of a second like .5, up to the end of the word */
static bool parse_fraction(const char *word, uint64_t *ns)
{
	uint64_t unit = NS_PER_S / 10;

	*ns = 0;
	if (!*word)
		return true;
	if (*word++ != '.' || !*word)
		return false;
	for (; *word >= '0' && *word <= '9'; word++, unit /= 10)
		*ns += (*word - '0') * unit;
	return !*word;
}

/* Return: a local time as CLOCK_REALTIME, ns; 0 if it is before the epoch */
static uint64_t wall_of(struct tm local, uint64_t fraction)
{
	uint64_t ns;
	time_t seconds;

	local.tm_isdst = -1;
	seconds = mktime(&local);
	if (seconds < 0)
		return 0;
	return __builtin_mul_overflow((uint64_t)seconds, NS_PER_S, &ns) ? UINT64_MAX :
	       ns + fraction;
}

/* Parses a local time; without a date the last one at that time of day */
static bool parse_local(const char *word, uint64_t *time)
{
	const uint64_t now = wall_now();
	const time_t seconds = now / NS_PER_S;
	struct tm day, local = { 0 };
	uint64_t fraction, wall;
	const char *end;
	bool date;

	localtime_r(&seconds, &day);
	end = strptime(word, "%Y-%m-%dT%H:%M:%S", &local);
	date = end;
	if (!date) {
		local = day;
		end = strptime(word, "%H:%M:%S", &local);
	}
	if (!end || !parse_fraction(end, &fraction))
		return false;
	wall = wall_of(local, fraction);
	if (!date && wall > now) {
		local.tm_mday--;
		wall = wall_of(local, fraction);
	}
	if (wall > now)
		*time = time_now() + (wall - now);
	else
		*time = now - wall < time_now() ? time_now() - (now - wall) : 0;
	return true;
}

/* Parses seconds of CLOCK_MONOTONIC */
static bool parse_seconds(const char *word, uint64_t *time)
{
	uint64_t fraction;

	if (!read_digits(&word, time) || !parse_fraction(word, &fraction) ||
	    __builtin_mul_overflow(*time, NS_PER_S, time) ||
	    __builtin_add_overflow(*time, fraction, time))
		return false;
	return true;
}

/**
 * when_parse() - parse a point in time
 * @word: the time since then, such as -5s or 5s; a local time, such as 18:03:04.5 or
 *	2026-11-23T18:03:04.5; or seconds of CLOCK_MONOTONIC, such as 1000.5
 * @time: result, CLOCK_MONOTONIC, ns; after the present if the word is in the future, 0 if it is
 *	before the start of that clock
 *
 * Return: whether the word is valid.
 */
bool when_parse(const char *word, uint64_t *time)
{
	const uint64_t now = time_now();
	uint64_t ago;

	if (parse_time(word + (*word == '-'), &ago)) {
		*time = ago < now ? now - ago : 0;
		return true;
	}
	return parse_seconds(word, time) || parse_local(word, time);
}

/* Parse the point in time of a setting, not after the present.  Return: an exit status */
int when_read(struct ctx *ctx, const struct setting *s, struct args *args, uint64_t *time)
{
	const char *word = word_after(ctx, s, args);

	if (!word)
		return STATUS_USAGE;
	if (!when_parse(word, time))
		return fail(ctx,
			    "%s: '%s' is invalid; must be a time like -5s, 18:03:04.5, 2026-11-23T18:03:04.5 or 1000.5 (CLOCK_MONOTONIC)",
			    s->name, word);
	if (*time > time_now())
		return fail(ctx, "%s: '%s' is in the future", s->name, word);
	return STATUS_OK;
}
