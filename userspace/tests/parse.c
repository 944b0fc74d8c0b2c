// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the parsing of numbers, sizes, rates and maps, valid and invalid.
 */
#include "parse.h"
#include "test.h"

#define DSCP_FORM "; fix: write the DSCP as a number or name, as in 26:3, AF31:3 or CS6-CS7:6"

struct example {
	parse_fn	*parse;
	const char	*word;
	uint64_t	value;
};

static const struct example good[] = {
	{ parse_number, "0", 0 },
	{ parse_number, "007", 7 },
	{ parse_number, "18446744073709551615", UINT64_MAX },
	{ parse_number, "18446744073709551616", UINT64_MAX },
	{ parse_number, "99999999999999999999999", UINT64_MAX },
	{ parse_quanta, "65535", 65535 },
	{ parse_quanta, "65535q", 65535 },
	{ parse_size, "131072", 131072 },
	{ parse_size, "1b", 1 },
	{ parse_size, "128K", 131072 },
	{ parse_size, "128kb", 131072 },
	{ parse_size, "128KiB", 131072 },
	{ parse_size, "1.5M", 1536 << 10 },
	{ parse_size, "0.25K", 256 },
	{ parse_size, "12MB", 12 << 20 },
	{ parse_size, "1GiB", 1 << 30 },
	{ parse_size, "8kbit", 1024 },
	{ parse_size, "1mbit", 1 << 17 },
	{ parse_size, "1Gbit", 1 << 27 },
	{ parse_size, "17179869184G", UINT64_MAX },
	{ parse_rate, "1000000", 1000000 },
	{ parse_rate, "1000000bit", 1000000 },
	{ parse_rate, "100mbit", 100000000 },
	{ parse_rate, "100Mbit", 100000000 },
	{ parse_rate, "2.5gbit", 2500000000 },
	{ parse_rate, "0.000001tbit", 1000000 },
	{ parse_rate, "1.6tbit", PFC_RATE_MAX },
	{ parse_rate, "18446745tbit", UINT64_MAX },
	{ parse_rate, "1kibit", 1024 },
	{ parse_rate, "1.5mibit", 1536 << 10 },
	{ parse_rate, "1gibit", 1 << 30 },
	{ parse_rate, "1tibit", 1ULL << 40 },
	{ parse_rate, "125000bps", 1000000 },
	{ parse_rate, "100kbps", 800000 },
	{ parse_rate, "12.5mbps", 100000000 },
	{ parse_rate, "1Gbps", 8000000000 },
	{ parse_rate, "0.2tbps", PFC_RATE_MAX },
	{ parse_rate, "1kibps", 8192 },
	{ parse_rate, "1mibps", 8 << 20 },
	{ parse_rate, "1gibps", 8ULL << 30 },
	{ parse_rate, "0.25tibps", 1ULL << 41 },
	{ parse_speed, "10000", 10000 },
	{ parse_speed, "10gbit", 10000 },
	{ parse_speed, "2.5gbit", 2500 },
	{ parse_speed, "10000000bit", 10 },
	{ parse_speed, "99999999tbit", UINT64_MAX },
	{ parse_time, "500ns", 500 },
	{ parse_time, "2us", 2000 },
	{ parse_time, "1.5ms", 1500000 },
	{ parse_time, "0.000001s", 1000 },
	{ parse_time, "18446744074s", UINT64_MAX },
	{ parse_time, "5nsec", 5 },
	{ parse_time, "5nsecs", 5 },
	{ parse_time, "2usec", 2000 },
	{ parse_time, "2usecs", 2000 },
	{ parse_time, "1.5msec", 1500000 },
	{ parse_time, "3MSECS", 3000000 },
	{ parse_time, "1sec", 1000000000 },
	{ parse_time, "2secs", 2000000000 },
	{ parse_length, "0m", 0 },
	{ parse_length, "1m", 5 },
	{ parse_length, "300m", 1500 },
	{ parse_length, "0.2m", 1 },
	{ parse_length, "2.5m", 13 },
	{ parse_length, "0.001m", 1 },
	{ parse_length, "2km", 10000 },
	{ parse_length, "1.234567km", 6173 },
	{ parse_length, "2000KM", 10000000 },
	{ parse_length, "18446744073709551615m", UINT64_MAX },
	{ parse_length, "3689348814741910m", UINT64_MAX },
	{ parse_alpha, "1/256", 1 },
	{ parse_alpha, "1/8", 32 },
	{ parse_alpha, "3/4", 192 },
	{ parse_alpha, "0.125", 32 },
	{ parse_alpha, "8", 2048 },
	{ parse_alpha, "16/2", 2048 },
	{ parse_alpha, "129", 33024 },
	{ parse_alpha, "18446744073709551615/1", UINT64_MAX },
	{ parse_share, "0", 0 },
	{ parse_share, "40", 40 },
	{ parse_share, "100%", 100 },
	{ parse_probability, "0%", 0 },
	{ parse_probability, "1%", 10000 },
	{ parse_probability, "0.25%", 2500 },
	{ parse_probability, "0.0001%", 1 },
	{ parse_probability, "0.000100%", 1 },
	{ parse_probability, "100%", 1000000 },
};

static const struct example bad[] = {
	{ parse_number, "", 0 },
	{ parse_number, " 1", 0 },
	{ parse_number, "1 ", 0 },
	{ parse_number, "+1", 0 },
	{ parse_number, "-1", 0 },
	{ parse_number, "0x10", 0 },
	{ parse_number, "1.0", 0 },
	{ parse_quanta, "q", 0 },
	{ parse_quanta, "1qq", 0 },
	{ parse_quanta, "1Q", 0 },
	{ parse_size, "K", 0 },
	{ parse_size, "1 K", 0 },
	{ parse_size, "1KK", 0 },
	{ parse_size, "1tbit", 0 },
	{ parse_size, "0.001kbit", 0 },
	{ parse_size, "1T", 0 },
	{ parse_size, "0.3K", 0 },
	{ parse_size, "0.5", 0 },
	{ parse_size, "1.K", 0 },
	{ parse_size, ".5K", 0 },
	{ parse_size, "1.5.5K", 0 },
	{ parse_size, "1.0000000K", 0 },
	{ parse_size, "-1K", 0 },
	{ parse_rate, "100pbps", 0 },
	{ parse_rate, "0.1bps", 0 },
	{ parse_rate, "100M", 0 },
	{ parse_rate, "1e6", 0 },
	{ parse_rate, "0.0001kbit", 0 },
	{ parse_rate, "1mbit/s", 0 },
	{ parse_speed, "1.5mbit", 0 },
	{ parse_speed, "10.0", 0 },
	{ parse_speed, "auto", 0 },
	{ parse_time, "1000", 0 },
	{ parse_time, "1.5ns", 0 },
	{ parse_time, "2min", 0 },
	{ parse_length, "300", 0 },
	{ parse_length, "0.0001m", 0 },
	{ parse_length, "1cm", 0 },
	{ parse_length, "1mm", 0 },
	{ parse_length, "1ns", 0 },
	{ parse_length, "km", 0 },
	{ parse_alpha, "", 0 },
	{ parse_alpha, "/8", 0 },
	{ parse_alpha, "1/", 0 },
	{ parse_alpha, "1/0", 0 },
	{ parse_alpha, "1/3", 0 },
	{ parse_alpha, "1/512", 0 },
	{ parse_alpha, "1/8/2", 0 },
	{ parse_alpha, "1/8x", 0 },
	{ parse_alpha, "0.1", 0 },
	{ parse_alpha, "off", 0 },
	{ parse_share, "", 0 },
	{ parse_share, "%", 0 },
	{ parse_share, "-1", 0 },
	{ parse_share, "1.5", 0 },
	{ parse_share, "40%%", 0 },
	{ parse_share, "40 %", 0 },
	{ parse_probability, "", 0 },
	{ parse_probability, "%", 0 },
	{ parse_probability, "1", 0 },
	{ parse_probability, "0.01", 0 },
	{ parse_probability, "0.00001%", 0 },
	{ parse_probability, ".5%", 0 },
	{ parse_probability, "1 %", 0 },
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

static void test_map(void)
{
	CHECK(map_is(&dscp_prio, "2:3", "--3"));
	CHECK(map_is(&dscp_prio, "0:0", "0"));
	CHECK(map_is(&dscp_prio, "1-3:7", "-777"));
	CHECK(map_is(&dscp_prio, "2-2:1", "--1"));
	CHECK(map_is(&dscp_prio, "63:1",
		     "---------------------------------------------------------------1"));
	CHECK(map_is(&prio_pfc, "all:on", "11111111"));
	CHECK(map_is(&prio_pfc, "6-7:off", "------00"));
	CHECK(map_is(&dscp_prio, "64:1",
		     "dscp-prio: DSCP 64 is out of range 0..63"));
	CHECK(map_is(&dscp_prio, "1-64:1",
		     "dscp-prio: DSCP 64 is out of range 0..63"));
	CHECK(map_is(&dscp_prio, "99999999999999999999:1",
		     "dscp-prio: DSCP 18446744073709551615 is out of range 0..63"));
	CHECK(map_is(&dscp_prio, "1:8",
		     "dscp-prio: priority 8 is out of range 0..7"));
	CHECK(map_is(&dscp_prio, "3-1:0",
		     "dscp-prio: range 3-1 is reversed; must be 1-3"));
	CHECK(map_is(&dscp_prio, "", "dscp-prio: '' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&dscp_prio, "1",
		     "dscp-prio: '1' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&dscp_prio, "1:",
		     "dscp-prio: '1:' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&dscp_prio, ":1",
		     "dscp-prio: ':1' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&dscp_prio, "1-:1",
		     "dscp-prio: '1-:1' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&dscp_prio, "1:1x",
		     "dscp-prio: '1:1x' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&dscp_prio, "1:on",
		     "dscp-prio: '1:on' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&dscp_prio, "1:none",
		     "dscp-prio: '1:none' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&prio_pfc, "3:1", "prio-pfc: '3:1' is invalid; must be priority:off|on"));
	CHECK(map_is(&prio_pfc, "3:none",
		     "prio-pfc: '3:none' is invalid; must be priority:off|on"));
	CHECK(map_is(&prio_dscp, "1:63", "-o"));
	CHECK(map_is(&prio_dscp, "0-1:none", "**"));
	CHECK(map_is(&prio_dscp, "1:64",
		     "prio-dscp: DSCP 64 is out of range 0..63"));
	CHECK(map_is(&prio_dscp, "1:255",
		     "prio-dscp: DSCP 255 is out of range 0..63"));
	CHECK(map_is(&prio_dscp, "1:non",
		     "prio-dscp: '1:non' is invalid; must be priority:DSCP|none"));
	CHECK(map_is(&prio_pfc, "8:on",
		     "prio-pfc: priority 8 is out of range 0..7"));
}

/* The names of the RFCs 2474, 2597, 3246, 5865 and 8622 */
static const struct {
	const char	*name;
	uint8_t		dscp;
} dscps[] = {
	{ "CS0", 0 }, { "LE", 1 }, { "CS1", 8 }, { "AF11", 10 }, { "AF12", 12 }, { "AF13", 14 },
	{ "CS2", 16 }, { "AF21", 18 }, { "AF22", 20 }, { "AF23", 22 }, { "CS3", 24 },
	{ "AF31", 26 }, { "AF32", 28 }, { "AF33", 30 }, { "CS4", 32 }, { "AF41", 34 },
	{ "AF42", 36 }, { "AF43", 38 }, { "CS5", 40 }, { "VA", 44 }, { "EF", 46 },
	{ "CS6", 48 }, { "CS7", 56 }, { "BE", 0 }, { "DF", 0 },
};

static void test_dscps(void)
{
	struct ctx ctx = { .err = fopen("/dev/null", "w") };
	uint8_t table[PFC_DSCP_COUNT];
	char word[16];
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(dscps); i++) {
		memset(table, MAP_UNSET, sizeof(table));
		snprintf(word, sizeof(word), "%s:5", dscps[i].name);
		CHECK(map_parse(&ctx, &dscp_prio, word, table) == STATUS_OK);
		for (k = 0; k < PFC_DSCP_COUNT; k++)
			CHECK(table[k] == (k == dscps[i].dscp ? 5 : MAP_UNSET));
		snprintf(word, sizeof(word), "3:%s", dscps[i].name);
		CHECK(map_parse(&ctx, &prio_dscp, word, table) == STATUS_OK);
		CHECK(table[3] == dscps[i].dscp);
	}
	fclose(ctx.err);
	CHECK(map_is(&dscp_prio, "be:3", "3"));
	CHECK(map_is(&dscp_prio, "df-Le:3", "33"));
	CHECK(map_is(&dscp_prio, "1-cs1:3", "-33333333"));
	CHECK(map_is(&dscp_prio, "cs1-af11:2", "--------222"));
	CHECK(map_is(&prio_dscp, "0:Cs6", "`"));
	CHECK(map_is(&prio_dscp, "all:vA", "\\\\\\\\\\\\\\\\"));
	CHECK(map_is(&dscp_prio, "EF-AF31:1",
		     "dscp-prio: range 46-26 is reversed; must be 26-46"));
	CHECK(map_is(&dscp_prio, "AF44:1",
		     "dscp-prio: 'AF44:1' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&dscp_prio, "AF51:1",
		     "dscp-prio: 'AF51:1' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&dscp_prio, "AF111:1",
		     "dscp-prio: 'AF111:1' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&dscp_prio, "CS8:1",
		     "dscp-prio: 'CS8:1' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&dscp_prio, "E:1",
		     "dscp-prio: 'E:1' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&dscp_prio, "1:EF",
		     "dscp-prio: '1:EF' is invalid; must be DSCP:priority" DSCP_FORM));
	CHECK(map_is(&prio_dscp, "EF:1",
		     "prio-dscp: 'EF:1' is invalid; must be priority:DSCP|none"));
	CHECK(map_is(&prio_dscp, "1:EF-CS6",
		     "prio-dscp: '1:EF-CS6' is invalid; must be priority:DSCP|none"));
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

static bool ethtype_is(const char *word, uint64_t type)
{
	uint64_t value = 0;

	/* text after the colon has no effect */
	if (!parse_ethtype(word, strcspn(word, ":"), &value))
		return !type;
	return value == type;
}

static void test_ethtypes(void)
{
	CHECK(ethtype_is("0x8906", 0x8906));
	CHECK(ethtype_is("0X88cC:3", 0x88cc));
	CHECK(ethtype_is("0x600", 0x600));
	CHECK(ethtype_is("0x0600:", 0x600));
	CHECK(ethtype_is("", 0));
	CHECK(ethtype_is(":3", 0));
	CHECK(ethtype_is("0x", 0));
	CHECK(ethtype_is("0x:8906", 0));
	CHECK(ethtype_is("0x08906", 0));
	CHECK(ethtype_is("8906", 0));
	CHECK(ethtype_is("1x8906", 0));
	CHECK(ethtype_is("0x 906", 0));
	CHECK(ethtype_is("0x-906", 0));
	CHECK(ethtype_is("0x0x10", 0));
	CHECK(ethtype_is("0x890g", 0));
	CHECK(ethtype_is("0x89\x16", 0));
}

/**
 * test_parse() - test the parsing of values
 */
void test_parse(void)
{
	uint64_t value;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(good); i++)
		verdict(good[i].parse(good[i].word, &value) &&
			value == good[i].value, __FILE__, __LINE__, good[i].word);
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		verdict(!bad[i].parse(bad[i].word, &value), __FILE__, __LINE__,
			bad[i].word);
	test_map();
	test_dscps();
	test_presets();
	test_ethtypes();
}
