/* SPDX-License-Identifier: GPL-2.0-only */
/* Command line of the traffic tools: long options by a table */
#ifndef TESTS_TOOLS_OPTIONS_H
#define TESTS_TOOLS_OPTIONS_H

#include <stdint.h>

enum option_kind {
	OPTION_FLAG,		/* no argument, sets a uint64_t to 1 */
	OPTION_TEXT,		/* const char * */
	OPTION_NUMBER,		/* uint64_t within [min, max] */
	OPTION_SCALED,		/* the same, with a suffix k, m or g */
};

/**
 * struct option_spec - one option; a table ends with an empty one
 * @name: without the dashes
 * @argument: how the help text calls the argument
 * @help: what the help text says
 * @kind: what it takes
 * @value: where it goes
 * @min: least number
 * @max: largest number
 */
struct option_spec {
	const char *name, *argument, *help;
	enum option_kind kind;
	void *value;
	uint64_t min, max;
};

/* Reads a number; dies, naming it, if it is none or out of range */
uint64_t parse_number(const char *name, const char *text, uint64_t min, uint64_t max);

/*
 * Reads all options and returns the operands, which must be as many as there
 * are words in @operands; prints help or what is wrong and exits otherwise.
 */
char **parse_options(int argc, char **argv, const struct option_spec *specs,
		     const char *operands);

#endif /* TESTS_TOOLS_OPTIONS_H */
