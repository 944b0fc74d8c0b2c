// SPDX-License-Identifier: GPL-2.0-only
/*
 * Points in time: formatting and parsing.
 */
#include <string.h>
#include <time.h>
#include "print.h"
#include "when.h"

#define NS_PER_S	1000000000ULL

static uint64_t wall_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

/* Return: a point in time of CLOCK_MONOTONIC as CLOCK_REALTIME, ns */
uint64_t wall_time(uint64_t time)
{
	return wall_now() - time_since(time);
}

/* Formats a local time and the first @digits digits of its fraction */
static const char *format_local(char *buf, const char *format, uint64_t ns, int digits)
{
	const time_t seconds = ns / NS_PER_S;
	struct tm local;
	size_t len;

	localtime_r(&seconds, &local);
	len = strftime(buf, STAMP_LEN, format, &local);
	if (digits)
		snprintf(buf + len, STAMP_LEN - len, ".%0*llu", digits,
			 (unsigned long long)(ns % NS_PER_S / (digits == 3 ? 1000000 : 1000)));
	return buf;
}

static const char *format_seconds(char *buf, uint64_t time)
{
	snprintf(buf, STAMP_LEN, "%llu.%06llu", (unsigned long long)(time / NS_PER_S),
		 (unsigned long long)(time % NS_PER_S / 1000));
	return buf;
}

/*
 * Format a point in time, ns: seconds of CLOCK_MONOTONIC, or the local time with -t.  Return: @buf.
 */
const char *stamp(const struct ctx *ctx, char *buf, uint64_t time)
{
	if (!ctx->timestamp)
		return format_seconds(buf, time);
	return format_local(buf, "%Y-%m-%dT%H:%M:%S", wall_time(time), 6);
}

/*
 * Format a point in time in the past: the local time, or with -r seconds of CLOCK_MONOTONIC.
 * Return: @buf, %STAMP_LEN bytes.
 */
const char *stamp_wall(const struct ctx *ctx, char *buf, uint64_t time)
{
	if (ctx->raw)
		return format_seconds(buf, time);
	return format_local(buf, "%Y-%m-%dT%H:%M:%S", wall_time(time), 6);
}

/*
 * Format a point in time in the past for a narrow column, at most 14 characters without -r: the
 * local time of day, with the date in place of the fraction if the day is over; or seconds of
 * CLOCK_MONOTONIC with -r.  Return: @buf.
 */
const char *stamp_short(const struct ctx *ctx, char *buf, uint64_t time)
{
	char today[STAMP_LEN], day[STAMP_LEN];
	const uint64_t wall = wall_time(time);

	if (ctx->raw)
		return format_seconds(buf, time);
	if (!strcmp(format_local(today, "%F", wall_now(), 0), format_local(day, "%F", wall, 0)))
		return format_local(buf, "%H:%M:%S", wall, 3);
	return format_local(buf, "%m-%dT%H:%M:%S", wall, 0);
}

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
		return fail(ctx, "%s: '%s' is invalid; must be " A_WHEN, s->name, word);
	if (*time > time_now())
		return fail(ctx, "%s: '%s' is in the future", s->name, word);
	return STATUS_OK;
}

/* Return: the time of CLOCK_MONOTONIC, which the kernel uses for time stamps, ns */
uint64_t time_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/* Return: the time since a time stamp, ns */
uint64_t time_since(uint64_t then)
{
	return time_now() - then;
}
