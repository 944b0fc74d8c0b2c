// SPDX-License-Identifier: GPL-2.0-only
/*
 * Points in time: formatting.
 */
#include <string.h>
#include <time.h>
#include "print.h"
#include "when.h"

/* Return: the time of CLOCK_REALTIME, ns */
uint64_t wall_now(void)
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

/* Return: the time of CLOCK_MONOTONIC, which the kernel uses for time stamps, ns */
uint64_t time_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

/* Return: the time since a time stamp, ns */
uint64_t time_since(uint64_t then)
{
	return time_now() - then;
}
