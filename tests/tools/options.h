/* SPDX-License-Identifier: GPL-2.0-only */
/* Command line of the traffic tools: table of long options */
#ifndef TESTS_TOOLS_OPTIONS_H
#define TESTS_TOOLS_OPTIONS_H

#include <stdint.h>

enum option_kind {
	OPTION_FLAG,		/* no argument, sets a uint64_t to 1 */
	OPTION_TEXT,		/* const char * */
	OPTION_NUMBER,		/* uint64_t within [min, max] */
	OPTION_SCALED,		/* like OPTION_NUMBER, with an optional suffix k, m or g */
};

/**
 * struct option_spec - an option; a table ends with an empty entry
 * @name: name without the dashes
 * @argument: name of the argument in the help text
 * @help: description in the help text
 * @kind: kind of the argument
 * @value: variable that receives the value
 * @min: minimum of a number
 * @max: maximum of a number
 */
struct option_spec {
	const char *name, *argument, *help;
	enum option_kind kind;
	void *value;
	uint64_t min, max;
};

/* Parses a number; if @text is invalid or out of range, exits with an error that has @name */
uint64_t parse_number(const char *name, const char *text, uint64_t min, uint64_t max);

/*
 * Parses all options and returns the operands.  @operands describes each required operand
 * with one word.  With --help, prints the help and exits.  On an error, prints the error and
 * exits.
 */
char **parse_options(int argc, char **argv, const struct option_spec *specs,
		     const char *operands);

#endif /* TESTS_TOOLS_OPTIONS_H */
