// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the formatting of numbers with units.
 */
#include "format.h"
#include "view.h"
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
	{ format_scaled_number, 0, "0" },
	{ format_scaled_number, 999, "999" },
	{ format_scaled_number, 1000, "1k" },
	{ format_scaled_number, 1250, "1.2k" },
	{ format_scaled_number, 9949, "9.9k" },
	{ format_scaled_number, 9951, "10k" },
	{ format_scaled_number, 999499, "999k" },
	{ format_scaled_number, 999500, "1M" },
	{ format_scaled_number, 3401000000, "3.4G" },
	{ format_scaled_size, 1023, "1023 B" },
	{ format_scaled_size, 131000, "128 KiB" },
	{ format_scaled_size, 11010048, "10.5 MiB" },
	{ format_scaled_size, 1023 << 10, "1023 KiB" },
	{ format_scaled_size, (1 << 20) - 1, "1 MiB" },
	{ format_scaled_size, 12ULL << 40, "12 TiB" },
	{ format_scaled_rate, 100000000, "100M" },
	{ format_scaled_rate, 1250000000, "1.25G" },
	{ format_scaled_rate, PFC_RATE_MAX, "1.6T" },
	{ format_scaled_time, 0, "0 ns" },
	{ format_scaled_time, 33553920, "34 ms" },
	{ format_scaled_time, 1500, "1.5 µs" },
	{ format_scaled_time, 995000000, "995 ms" },
	{ format_scaled_time, 999600000, "1 s" },
	{ format_scaled_time, 999ULL * 1000000000, "999 s" },
	{ format_scaled_time, 1000ULL * 1000000000, "0.28 h" },
	{ format_scaled_time, 86400ULL * 1000000000, "24 h" },
	{ format_scaled_time, 100ULL * 86400 * 1000000000, "100 d" },
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
