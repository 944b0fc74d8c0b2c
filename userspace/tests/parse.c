// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the parsing of values.  The fuzzer "words" compares all numbers, units and maps with
 * models; its seeds have the examples.
 */
#include "parse.h"
#include "test.h"

#define DSCP_FORM "; fix: write the DSCP as a number or name, as in 26:3, AF31:3 or CS6-CS7:6"

static const struct {
	const char	*word;
	uint64_t	value;
} alphas[] = {
	{ "1/256", 1 }, { "1/8", 32 }, { "3/4", 192 }, { "0.125", 32 }, { "8", 2048 },
	{ "16/2", 2048 }, { "129", 33024 }, { "18446744073709551615/1", UINT64_MAX },
};

static const char *const no_alphas[] = {
	"", "/8", "1/", "1/0", "1/3", "1/512", "1/8/2", "1/8x", "0.1", "off",
};

static const char *const on_off_words[] = { "off", "on", NULL };

static const struct map dscp_prio = {
	.name = "dscp-prio", .key = "DSCP", .value = "priority", .keys = 64,
	.max = 7,
};

static const struct map prio_dscp = {
	.name = "prio-dscp", .key = "priority", .value = "DSCP", .keys = 8,
	.max = 63, .none = true,
};

static const struct map prio_pfc = {
	.name = "prio-pfc", .key = "priority", .value = "PFC", .keys = 8,
	.values = on_off_words,
};

static bool map_is(const struct map *map, const char *word, const char *expect)
{
	char err[256] = "", *end;
	uint8_t table[PFC_DSCP_COUNT + 1];
	struct ctx ctx = { .err = fmemopen(err, sizeof(err), "w") };
	size_t i;

	memset(table, MAP_UNSET, sizeof(table));
	map_parse(&ctx, map, word, table);
	fclose(ctx.err);
	end = strchr(err, '\n');
	if (end)
		return !strncmp(err, "pfcctl: ", 8) && !end[1] &&
		       !strncmp(err + 8, expect, strlen(expect)) &&
		       end == err + 8 + strlen(expect);
	for (i = 0; i < map->keys && expect[i]; i++)
		if (table[i] != (expect[i] == '-' ? MAP_UNSET :
				 expect[i] == '*' ? (int)PFC_MAP_NONE : expect[i] - '0'))
			return false;
	for (; i < sizeof(table); i++)
		if (table[i] != MAP_UNSET)
			return false;
	return true;
}

/* The fuzzer "words" compares the tables with those of a model */
static void test_map(void)
{
	CHECK(map_is(&dscp_prio, "1-3:7", "-777"));
	CHECK(map_is(&prio_dscp, "0-1:none", "**"));
	CHECK(map_is(&dscp_prio, "99999999999999999999:1",
		     "dscp-prio: DSCP 18446744073709551615 is out of range 0..63"));
	CHECK(map_is(&dscp_prio, "3-1:0", "dscp-prio: range 3-1 is reversed; must be 1-3"));
	CHECK(map_is(&dscp_prio, "EF-AF31:1",
		     "dscp-prio: range 46-26 is reversed; must be 26-46"));
	CHECK(map_is(&dscp_prio, "1:",
		     "dscp-prio: '1:' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&prio_dscp, "1:non",
		     "prio-dscp: '1:non' is invalid; must be priority:DSCP|none"));
	CHECK(map_is(&prio_pfc, "3:none",
		     "prio-pfc: '3:none' is invalid; must be priority:off|on"));
}

static bool preset_is(const char *name, int below, int dscp8, int dscp26,
		      int dscp63)
{
	uint8_t table[PFC_DSCP_COUNT];

	return map_preset(name, table) && table[7] == below &&
	       table[8] == dscp8 && table[26] == dscp26 && table[63] == dscp63;
}

static void test_presets(void)
{
	uint8_t table[PFC_DSCP_COUNT];

	CHECK(preset_is("default", 7, 1, 3, 7));
	CHECK(preset_is("identity", 7, 0, 0, 0));
	CHECK(preset_is("class-selector", 0, 1, 3, 7));
	CHECK(preset_is("zero", 0, 0, 0, 0));
	CHECK(!map_preset("identit", table));
	CHECK(!map_preset("", table));
}

/**
 * test_parse() - test the parsing of values
 */
void test_parse(void)
{
	uint64_t value;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(alphas); i++)
		CHECK(parse_alpha(alphas[i].word, &value) && value == alphas[i].value);
	for (i = 0; i < ARRAY_SIZE(no_alphas); i++)
		CHECK(!parse_alpha(no_alphas[i], &value));
	test_map();
	test_presets();
}
