// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the formatting of numbers with units.
 */
#include "../format.h"
#include "../model.h"
#include "test.h"

struct example {
	format_fn	*format;
	uint64_t	value;
	const char	*text;
};

static const struct example examples[] = {
	{ format_number, 0, "0" },
	{ format_number, UINT64_MAX, "18446744073709551615" },
	{ format_quanta, 65535, "65535q" },
	{ format_size, 0, "0 B" },
	{ format_size, 1023, "1023 B" },
	{ format_size, 131072, "128 KiB" },
	{ format_size, 131000, "131000 B" },
	{ format_size, 12 << 20, "12 MiB" },
	{ format_size, 1536 << 10, "1536 KiB" },
	{ format_size, 1ULL << 40, "1024 GiB" },
	{ format_rate, 100000000, "100 Mb/s" },
	{ format_rate, 2500000000, "2500 Mb/s" },
	{ format_rate, PFC_RATE_MAX, "1600 Gb/s" },
	{ format_probability, 0, "0%" },
	{ format_probability, 10000, "1%" },
	{ format_probability, 12500, "1.25%" },
	{ format_probability, 1, "0.0001%" },
	{ format_probability, 500100, "50.01%" },
	{ format_probability, 1000000, "100%" },
	{ format_ethtype, 0x8906, "0x8906" },
	{ format_ethtype, 0x600, "0x0600" },
	{ format_rate, 1000001, "1000001 b/s" },
	{ format_speed, 10000, "10 Gb/s" },
	{ format_time, 0, "0 ns" },
	{ format_time, 999, "999 ns" },
	{ format_time, 1000, "1.00 µs" },
	{ format_time, 33553920, "33.55 ms" },
	{ format_time, 3355392, "3.36 ms" },
	{ format_time, 999994, "999.99 µs" },
	{ format_time, 999995, "1.00 ms" },
	{ format_time, 999999999, "1.00 s" },
	{ format_time, 1999996000, "2.00 s" },
	{ format_time, 7200ULL * 1000000000, "7200.00 s" },
};

/**
 * test_format() - test the formatting of numbers
 */
void test_format(void)
{
	char buf[FORMAT_LEN];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(examples); i++) {
		const struct example *e = &examples[i];

		verdict(!strcmp(e->format(buf, e->value), e->text), __FILE__,
			__LINE__, e->text);
	}
	CHECK(quanta_ns(65535, 1000) == 33553920);
	CHECK(quanta_ns(1, 10000) == 52);
	CHECK(quanta_ns(65535, 10) == 3355392000);
	CHECK(quanta_ns(65535, 0) == 0);
}
