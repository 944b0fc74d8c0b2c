// SPDX-License-Identifier: GPL-2.0-only
/* Command line of the traffic tools: table of long options */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "options.h"

static uint64_t parse(const char *name, const char *text, bool scaled)
{
	static const char suffixes[] = "kmg";
	const char *suffix = NULL;
	uint64_t value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (scaled && *end)
		suffix = strchr(suffixes, *end++);
	if (errno || *text < '0' || *text > '9' || *end || (!suffix && end[-1] > '9'))
		die("%s: '%s' is not a decimal number%s", name, text,
		    scaled ? " with an optional suffix k, m or g" : "");
	for (; suffix && suffix >= suffixes; suffix--)
		if (__builtin_mul_overflow(value, 1000, &value))
			die("%s: %s exceeds 64 bits", name, text);
	return value;
}

static uint64_t bounded(const char *name, uint64_t value, uint64_t min, uint64_t max)
{
	if (value < min || value > max)
		die("%s: %llu is not within %llu..%llu", name,
		    (unsigned long long)value, (unsigned long long)min,
		    (unsigned long long)max);
	return value;
}

uint64_t parse_number(const char *name, const char *text, uint64_t min, uint64_t max)
{
	return bounded(name, parse(name, text, false), min, max);
}

static void print_help(const char *program, const struct option_spec *specs,
		       const char *operands)
{
	const struct option_spec *spec;
	char left[64];

	printf("usage: %s [OPTION]... %s\n", program, operands);
	for (spec = specs; spec->name; spec++) {
		snprintf(left, sizeof(left), "--%s %s", spec->name,
			 spec->argument ? spec->argument : "");
		printf("  %-22s%s\n", left, spec->help);
	}
}

static void store(const struct option_spec *spec, const char *text)
{
	switch (spec->kind) {
	case OPTION_FLAG:
		*(uint64_t *)spec->value = 1;
		break;
	case OPTION_TEXT:
		*(const char **)spec->value = text;
		break;
	case OPTION_NUMBER:
	case OPTION_SCALED:
		*(uint64_t *)spec->value =
			bounded(spec->name,
				parse(spec->name, text, spec->kind == OPTION_SCALED),
				spec->min, spec->max);
		break;
	}
}

static int count_words(const char *text)
{
	int words = 0;

	for (; *text; text++)
		if (*text != ' ' && (text[1] == ' ' || !text[1]))
			words++;
	return words;
}

char **parse_options(int argc, char **argv, const struct option_spec *specs,
		     const char *operands)
{
	const struct option_spec *spec;
	int i;

	for (i = 1; i < argc && !strncmp(argv[i], "--", 2); i++) {
		if (!strcmp(argv[i], "--help")) {
			print_help(argv[0], specs, operands);
			exit(0);
		}
		for (spec = specs; spec->name; spec++)
			if (!strcmp(argv[i] + 2, spec->name))
				break;
		if (!spec->name)
			die("unknown option %s; see --help", argv[i]);
		if (spec->kind != OPTION_FLAG && i + 1 == argc)
			die("%s requires %s", argv[i], spec->argument);
		store(spec, spec->kind == OPTION_FLAG ? NULL : argv[++i]);
	}
	if (argc - i != count_words(operands))
		die("usage: %s [OPTION]... %s; see --help", argv[0], operands);
	return argv + i;
}
