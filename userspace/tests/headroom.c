// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the headroom calculation, for given links and for ports.
 */
#include <stdlib.h>
#include "kernel.h"
#include "test.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })

/* Checks that the JSON output has each key with its value, in the given order */
static bool numbers(const char *line, const char *const *keys, const uint64_t *values,
		    size_t n)
{
	char *out, *err, *at;
	bool ok = true;
	size_t i;

	ok = kernel_run(JSON, line, &out, &err) == STATUS_OK;
	for (i = 0, at = out; ok && i < n; i++) {
		char want[64];

		snprintf(want, sizeof(want), "\"%s\":%llu", keys[i],
			 (unsigned long long)values[i]);
		at = strstr(at, want);
		ok = at && !strchr("0123456789", at[strlen(want)]);
		if (!ok)
			printf("%s: %s%swant: %s\n", line, out, err, want);
	}
	free(out);
	free(err);
	return ok;
}

#define KEYS		19

static const char *const keys[KEYS] = {
	"speed_bits_per_second", "rate_bits_per_second", "peer_rate_bits_per_second",
	"one_way_ns", "mtu", "batch_frames", "latency_ns", "ring_bytes", "response_quanta",
	"flight", "response", "crossing", "waiting", "begun", "pfc", "batch", "late", "ring",
	"headroom",
};

static void test_links(void)
{
	const char *line;

	kernel = (struct kernel){ 0 };
	/* values computed by hand: 2 * 10 Gb/s * 1500 ns, 67 * 64, and so on */
	CHECK(numbers("headroom speed 10gbit cable-length 300m latency none",
		      keys, (const uint64_t[]){
		10000000000, 10000000000, 10000000000, 1500, 1500, 64, 0, 0, 67,
		3750, 4288, 1518, 1518, 1518, 64, 97152, 0, 0, 109808 }, KEYS));
	/* a rate below the speed, and both delay and cable-length */
	line = "headroom speed 10000 rate 1gbit delay 500us cable-length 500m mtu 9000 latency 0ns";
	CHECK(numbers(line, keys, (const uint64_t[]){
		10000000000, 1000000000, 1000000000, 502500, 9000, 64, 0, 0, 67,
		125625, 429, 9018, 9018, 9018, 64, 577152, 0, 0, 730324 }, KEYS));
	/* the peer is four times as fast: waiting and pfc are four times as large */
	line = "headroom speed 10gbit rate 1gbit peer-rate 4gbit cable-length 300m latency none";
	CHECK(numbers(line, keys, (const uint64_t[]){
		10000000000, 1000000000, 4000000000, 1500, 1500, 64, 0, 0, 67,
		1500, 1716, 1518, 6072, 1518, 256, 97152, 0, 0, 109732 }, KEYS));
	/* the peer is slower by a third, rounded up: 1518 * 2 / 3, 64 * 2 / 3 */
	CHECK(numbers("headroom speed 10gbit rate 3gbit peer-rate 2gbit batch 0 latency none",
		      keys, (const uint64_t[]){
		10000000000, 3000000000, 2000000000, 0, 1500, 0, 0, 0, 67,
		0, 858, 1518, 1012, 1518, 43, 0, 0, 0, 4949 }, KEYS));
	/* latency 3 us: 2 Gb/s * 3 us; ring: 10000 * 2 / 3, rounded up */
	line = "headroom speed 10gbit rate 3gbit peer-rate 2gbit batch 0 latency 3us ring 10000";
	CHECK(numbers(line, keys, (const uint64_t[]){
		10000000000, 3000000000, 2000000000, 0, 1500, 0, 3000, 10000, 67,
		0, 858, 1518, 1012, 1518, 43, 0, 750, 6667, 12366 }, KEYS));
	CHECK(shows(PLAIN, "headroom speed 10gbit rate 1gbit peer-rate 4gbit",
		    "speed 10 Gb/s rate 1 Gb/s peer-rate 4 Gb/s one-way 0 ns ", 0, ""));
	CHECK(shows(PLAIN, "headroom speed 10gbit rate 1gbit peer-rate own",
		    "speed 10 Gb/s rate 1 Gb/s one-way 0 ns ", 0, ""));
	CHECK(shows(PLAIN, "headroom speed 100gbit mtu 9216 batch 0 latency 500us ring 64K",
		    "speed 100 Gb/s rate 100 Gb/s one-way 0 ns mtu 9216 batch 0 latency 500.00 µs ring 64 KiB\n",
		    0, ""));
	CHECK(shows(PLAIN, "headroom speed 100gbit mtu 9216 batch 0 latency none",
		    " mtu 9216 batch 0 latency 0 ns ring 0 B\n", 0, ""));
	CHECK(shows(PLAIN, "headroom speed 100gbit latency 500us ring 64K",
		    "\n  late          6250000 B  ", 0, ""));
	CHECK(shows(PLAIN, "headroom speed 100gbit latency 500us ring 64K",
		    "\n  ring            65536 B  ", 0, ""));
	CHECK(shows(PLAIN, "headroom speed 100gbit mtu 9216 batch 0",
		    "\n  response        25216 B  ", 0, ""));
	CHECK(shows(PLAIN, "headroom speed 100gbit mtu 9216 batch 0 latency none",
		    "\n  headroom        52982 B\n", 0, ""));
	CHECK(shows(JSON, "headroom speed 1gbit delay none cable-length none latency none",
		    ",\"headroom\":101898}\n", 0, ""));
	CHECK(shows(JSON, "headroom speed 1600gbit batch 0 latency 100ms",
		    ",\"late\":1073741824,\"ring\":0},\"headroom\":1073741824}\n", 0, ""));
	CHECK(shows(JSON, "headroom speed 1gbit rate 1mbit peer-rate 1600gbit ring 1G latency none",
		    ",\"late\":0,\"ring\":1073741824},\"headroom\":1073741824}\n", 0, ""));
	CHECK(shows(JSON, "headroom speed 1600gbit delay 10ms mtu 65535 batch 4096",
		    ",\"headroom\":1073741824}\n", 0, ""));
	CHECK(!kernel.requests);
}

/* At 8 Gb/s one byte takes 1 ns: the term "late" in bytes equals the latency in ns */
static void test_default_latency(void)
{
	char want[80];

	kernel = (struct kernel){ 0 };
	snprintf(want, sizeof(want), "\"latency_ns\":%u,\"ring_bytes\":0,", PFC_DEFAULT_LATENCY);
	CHECK(shows(JSON, "headroom speed 8gbit", want, 0, ""));
	snprintf(want, sizeof(want), ",\"late\":%u,\"ring\":0},", PFC_DEFAULT_LATENCY);
	CHECK(shows(JSON, "headroom speed 8gbit", want, 0, ""));
}

static void test_misuse(void)
{
	CHECK(shows(PLAIN, "headroom speed", "", 2,
		    "pfcctl: speed: no value given; fix: add a value after speed\n"));
	CHECK(shows(PLAIN, "headroom speed 9", "", 1,
		    "pfcctl: speed: 9 is out of range 10 Mb/s..1600 Gb/s\n"));
	CHECK(shows(PLAIN, "headroom speed 1gbit speed 1gbit", "", 2,
		    "pfcctl: speed: given twice\n"));
	CHECK(shows(PLAIN, "headroom speed 1gbit rate 0", "", 1,
		    "pfcctl: rate: 0 is out of range 1 Mb/s..1600 Gb/s" ADD_UNIT "\n"));
	CHECK(shows(PLAIN, "headroom speed 1gbit cable-length 300", "", 1,
		    "pfcctl: cable-length: '300' is invalid; must be a length like 300m or 2km, or none (0 m..2000 km)\n"
		    ));
	CHECK(shows(PLAIN, "headroom speed 1gbit cable-length 2001km", "", 1,
		    "pfcctl: cable-length: 2001km is out of range 0 m..2000 km\n"));
	CHECK(shows(PLAIN, "headroom speed 1gbit delay 11ms", "", 1,
		    "pfcctl: delay: 11ms is out of range 0 ns..10.00 ms\n"));
	CHECK(shows(PLAIN, "headroom speed 1gbit mtu 67", "", 1,
		    "pfcctl: mtu: 67 is out of range 68..65535\n"));
	CHECK(shows(PLAIN, "headroom speed 1gbit batch 4097", "", 1,
		    "pfcctl: batch: 4097 is out of range 0..4096\n"));
	CHECK(shows(PLAIN, "headroom speed 1gbit latency 101ms", "", 1,
		    "pfcctl: latency: 101ms is out of range 0 ns..100.00 ms\n"));
	CHECK(shows(PLAIN, "headroom speed 1gbit latency 5", "", 1,
		    "pfcctl: latency: '5' is invalid; must be a time like 500us or 2ms, or none (0 ns..100.00 ms)\n"
		    ));
	CHECK(shows(PLAIN, "headroom speed 1gbit ring 2G", "", 1,
		    "pfcctl: ring: 2G is out of range 0 B..1 GiB\n"));
	CHECK(shows(PLAIN, "headroom dev a mtu 1500", "", 2,
		    "pfcctl: unknown word 'mtu'; expected: dev\n"));
	CHECK(shows(PLAIN, "headroom rate 1gbit", "", 2,
		    "pfcctl: headroom: unknown command 'rate'; expected: show dev speed (pfcctl headroom help)\n"
		    ));
	CHECK(shows(PLAIN, "headroom dev", "", 2,
		    "pfcctl: dev: no value given; fix: add a value after dev\n"));
}

/* Name of the device that is the port: lo, which exists on every machine, or a missing device */
static const char *device;
static bool is_old;

static bool answer_port(struct nlmsghdr *nlh, int i)
{
	if (i)
		return false;
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, 1);
	mnl_attr_put_u32(nlh, PFC_A_PORT_ID, 7);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, device);
	mnl_attr_put_u32(nlh, PFC_A_SPEED, 1000);
	mnl_attr_put_u64(nlh, PFC_A_RATE, is_old ? 0 : 100000000);
	mnl_attr_put_u32(nlh, PFC_A_DELAY, 1000000);
	if (is_old)
		return true;
	mnl_attr_put_u32(nlh, PFC_A_CABLE_DELAY, 1000000);
	mnl_attr_put_u32(nlh, PFC_A_BATCH, 2);
	mnl_attr_put_u32(nlh, PFC_A_LATENCY, 20000);
	mnl_attr_put_u32(nlh, PFC_A_RING, 3000);
	return true;
}

static unsigned int mtu_of_lo(void)
{
	FILE *file = fopen("/sys/class/net/lo/mtu", "r");
	unsigned int mtu = 0;

	if (!file || fscanf(file, "%u", &mtu) != 1)
		mtu = 0;
	if (file)
		fclose(file);
	return mtu;
}

static void test_ports(void)
{
	const uint64_t mtu = mtu_of_lo(), frame = mtu + 18;
	const uint64_t of_port[KEYS] = {
		1000000000, 100000000, 100000000, 2000000, mtu, 2, 20000, 3000, 2,
		50000, 13, frame, frame, frame, 64, 2 * frame, 250, 3000,
		50000 + 13 + 64 + 250 + 3000 + 5 * frame,
	};

	CHECK(mtu > 0);
	device = "lo";
	is_old = false;
	kernel = (struct kernel){ .answer = answer_port };
	CHECK(shows(JSON, "headroom", "[{\"dev\":\"lo\",\"ifindex\":1,\"port_id\":7,", 0, ""));
	CHECK(numbers("headroom", keys, of_port, KEYS));
	CHECK(numbers("headroom dev lo", keys, of_port, KEYS));
	CHECK(numbers("headroom show dev lo", keys, of_port, KEYS));
	CHECK(shows(PLAIN, "headroom dev lo", "lo: speed 1 Gb/s rate 100 Mb/s one-way 2.00 ms ",
		    0, ""));
	/* an older module without cable, batch and latency; a port without a rate */
	is_old = true;
	CHECK(numbers("headroom", keys, (const uint64_t[]){
		1000000000, 1000000000, 1000000000, 1000000, mtu, 64, 0, 0, 2 }, 9));
	device = "gone0";
	CHECK(shows(JSON, "headroom", "", 1, "pfcctl: gone0: MTU: No such device\n"));
	CHECK(shows(PLAIN, "headroom", "", 1, "pfcctl: gone0: MTU: No such device\n"));
}

/**
 * test_headroom() - test the headroom calculation
 */
void test_headroom(void)
{
	test_links();
	test_default_latency();
	test_misuse();
	test_ports();
}
