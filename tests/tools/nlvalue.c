// SPDX-License-Identifier: GPL-2.0-only
/* Values for the attributes of random requests, for nlfuzz */

#include "nlbuild.h"
#include "random.h"

int in_map;

/* A number of random width, or one near a meaningful value */
uint64_t some_number(void)
{
	static const uint64_t corners[] = {
		0, 1, 7, 8, 59, 60, 63, 64, 255, 256, 390, 391, 65535, 65536,
		PFC_RATE_MIN, PFC_RATE_MAX, PFC_SPEED_MIN, PFC_SPEED_MAX, PFC_DELAY_MAX,
		PFC_LATENCY_MAX, PFC_BATCH_MAX, PFC_RATIO_MAX, PFC_ALPHA_MAX, PFC_PMAX_ONE,
		PFC_SIZE_MAX, UINT32_MAX, 1ULL << 32, UINT64_MAX, 1ULL << 63,
		PFC_DEFAULT_XON, PFC_DEFAULT_XOFF, PFC_DEFAULT_POOL_SIZE,
		PFC_DETECTION_MIN, PFC_DETECTION_MAX, PFC_RESTORATION_MAX, PFC_PERIOD_MAX,
		PFC_IMPAIR_XOFF_MIN, PFC_IMPAIR_LINK_MIN, PFC_IMPAIR_LINK_MAX,
	};

	switch (random_below(4)) {
	case 0:
		return corners[random_below(sizeof(corners) / 8)];
	case 1:
		return corners[random_below(sizeof(corners) / 8)] - 1 + random_below(3);
	default:
		return random_64() >> random_below(64);
	}
}

/* Picks a random device: usually a port, occasionally a device that is not a port */
const struct device *pick_device(void)
{
	const struct device *device;

	do
		device = &model.device[random_below(model.devices)];
	while (!device->port && !one_in(20));
	return device;
}

/* ---- usual values of attributes ----------------------------------------- */

/* Picks one of few EtherTypes, so that entries repeat; only the first twelve are valid keys */
static uint64_t some_ethtype(void)
{
	static const uint16_t types[] = {
		0x8906, 0x8914, 0x0600, 0xffff, 0x88cc, 0x88f7, 0x8915, 0x8847, 0x0800,
		0x86dd, 0x0806, 0x8809, 0x8808, 0x8100, 0x88a8, 0x05ff, 0
	};

	return types[random_below(one_in(30) ? 17 : 12)];
}

static uint64_t value_in_map(int type)
{
	const struct map *map = map_of(in_map);

	if (type == PFC_MAP_A_KEY16)
		return some_ethtype();
	if (type == PFC_MAP_A_KEY)
		return random_below(map ? map->keys : PRIOS);
	if ((!map || map->none) && one_in(!map ? 5 : in_map == PFC_A_FLOOD_PRIO ? 2 : 3))
		return PFC_MAP_NONE;
	return random_below(map ? map->values : PRIOS);
}

static uint64_t value_in_queue(int type)
{
	switch (type) {
	case PFC_QUEUE_A_ID:
		return random_below(PRIOS);
	case PFC_QUEUE_A_ALPHA:
		return random_below(PFC_ALPHA_MAX + 1);
	case PFC_QUEUE_A_ECN_PMAX:
		return random_below(PFC_PMAX_ONE + 1);
	case PFC_QUEUE_A_ECN_KMAX:
		return one_in(3) ? 0 : random_below(1U << 22);
	default:
		return random_below(1U << 22);
	}
}

static uint64_t some_rate(void)
{
	return PFC_RATE_MIN + random_64() % PFC_RATE_MAX;
}

static uint64_t value_in_class(int type)
{
	switch (type) {
	case PFC_TC_A_ID:
		return random_below(PRIOS);
	case PFC_TC_A_TSA:
		return one_in(3);
	case PFC_TC_A_BW:
		return one_in(2) ? 0 : random_below(101);
	default:
		return one_in(3) ? 0 : some_rate();
	}
}

static uint64_t value_in_group(int type)
{
	switch (type) {
	case PFC_PG_A_ID:
		return random_below(PRIOS);
	case PFC_PG_A_ALPHA:
		return random_below(PFC_ALPHA_MAX + 1);
	case PFC_PG_A_HEADROOM_AUTO:
		return random_below(4) % (PFC_HEADROOM_MODE_MAX + 1);
	default:
		return random_below(1U << (one_in(6) ? 21 : 19));
	}
}

/* Rarely forced XOFF, which changes counters without a request */
static uint64_t value_in_impair(int type)
{
	switch (type) {
	case PFC_IMPAIR_A_ID:
		return random_below(PRIOS);
	case PFC_IMPAIR_A_XOFF_DUTY:
		return one_in(5) ? random_below(PFC_PMAX_ONE + 1) : 0;
	case PFC_IMPAIR_A_XOFF_PERIOD:
		return PFC_IMPAIR_XOFF_MIN + random_below(PFC_IMPAIR_XOFF_MAX);
	case PFC_IMPAIR_A_DELAY:
		return one_in(3) ? random_below(PFC_DELAY_MAX + 1) : 0;
	case PFC_IMPAIR_A_PFC_DELAY:
		return random_below(PFC_IMPAIR_PFC_DELAY_MAX + 1);
	default:
		return random_below(PFC_PMAX_ONE + 1);
	}
}

/* Mostly short times, so that storms are detected and end while the test runs */
static uint64_t some_time(int type)
{
	if (type == PFC_A_RESTORATION_TIME && one_in(3))
		return one_in(2) ? 0 : PFC_RESTORATION_MANUAL;
	if (type == PFC_A_XOFF_TIMEOUT && one_in(3))
		return 0;
	return PFC_DETECTION_MIN + random_64() % (one_in(4) ? PFC_DETECTION_MAX : 20000000);
}

static uint64_t value_of_port(int type)
{
	static const uint32_t speeds[] = { 0, 10, 1000, 10000, 400000, PFC_SPEED_MAX };
	const struct range *range;

	switch (type) {
	case PFC_A_IFINDEX:
		return pick_device()->index;
	case PFC_A_PAUSE_TIME:
		return 1 + random_below(one_in(4) ? 1000 : PFC_PAUSE_TIME_MAX);
	case PFC_A_CONTROL_PRIO:
		return one_in(4) ? PFC_MAP_NONE : random_below(PRIOS);
	case PFC_A_LATENCY:
		return random_below(one_in(4) ? PFC_LATENCY_MAX + 1 : 20000);
	case PFC_A_RATE:
		return one_in(4) ? 0 : some_rate();
	case PFC_A_PEER_RATE:
		return one_in(2) ? 0 : some_rate();
	case PFC_A_SPEED:
		return speeds[random_below(6)];
	case PFC_A_DELAY:
		return one_in(2) ? 0 : random_below(PFC_DELAY_MAX + 1);
	case PFC_A_CABLE_DELAY:
		return random_below(one_in(4) ? PFC_DELAY_MAX + 1 : 10000);
	case PFC_A_BATCH:
		return random_below(one_in(4) ? PFC_BATCH_MAX + 1 : 300);
	case PFC_A_FLOW_CONTROL:
		return one_in(3) ? random_below(3) : PFC_FLOW_CONTROL_PFC;
	case PFC_A_DETECTION_TIME:
	case PFC_A_RESTORATION_TIME:
	case PFC_A_ESCALATE_PERIOD:
	case PFC_A_XOFF_TIMEOUT:
		return some_time(type);
	case PFC_A_IMPAIR_SEED:
		return random_64();
	case PFC_A_IMPAIR_LINK_DOWN:
		return one_in(3) ? PFC_IMPAIR_LINK_MIN + random_64() % 50000000 : 0;
	case PFC_A_IMPAIR_LINK_PERIOD:
		return PFC_IMPAIR_LINK_MIN + random_64() % 100000000;
	case PFC_A_PRIOS:
		return one_in(2) ? 1 + random_below(255) : 1U << random_below(PRIOS);
	case PFC_A_ON:
		return !one_in(3);
	case PFC_A_POOL_OVERSUBSCRIBE_RATIO:
		return 1 + random_below(one_in(2) ? 4 : PFC_RATIO_MAX);
	case PFC_A_POOL_SIZE:
		return PFC_DEFAULT_POOL_SIZE >> (1 + random_below(7));
	case PFC_A_QUEUE_LIMIT:
		return random_below(1U << 22);
	default:
		range = &pfc_ranges[type];
		return range->least + random_64() % (range->most - range->least + 1);
	}
}

uint64_t value_for(const struct policy *policy, int type)
{
	return policy->entry ? value_in_map(type) :
	       policy == &queue_policy ? value_in_queue(type) :
	       policy == &tc_policy ? value_in_class(type) :
	       policy == &impair_policy ? value_in_impair(type) :
	       policy == &pg_policy ? value_in_group(type) : value_of_port(type);
}

/* ---- values at the edges of the allowed range --------------------------- */

struct edges { uint64_t least, most; };

static struct edges edges_in_map(int type)
{
	const struct map *map = map_of(in_map);

	if (type == PFC_MAP_A_KEY16)
		return (struct edges){ 0x600, 0xffff };
	if (!map)
		return (struct edges){ 0, PRIOS - 1 };
	return (struct edges){ 0, (type == PFC_MAP_A_KEY ? map->keys : map->values) - 1 };
}

/* Limits of a number; 0 to the maximum size if it has no range */
static struct edges edges_of(const struct range *range)
{
	return range->most ? (struct edges){ range->least, range->most } :
			     (struct edges){ 0, PFC_SIZE_MAX };
}

uint64_t edge_for(const struct policy *policy, int type)
{
	struct edges edges;

	edges = policy->range ? edges_of(&policy->range[type]) : edges_in_map(type);
	return one_in(2) ? edges.most + random_below(2) : edges.least - random_below(2);
}

int pick_command(void)
{
	static const uint8_t often[] = {
		PFC_CMD_PORT_SET, PFC_CMD_PORT_SET, PFC_CMD_PORT_SET, PFC_CMD_PORT_SET,
		PFC_CMD_PORT_SET, PFC_CMD_PORT_SET, PFC_CMD_PORT_SET, PFC_CMD_PORT_SET,
		PFC_CMD_PORT_SET, PFC_CMD_PORT_SET, PFC_CMD_POOL_SET, PFC_CMD_POOL_SET,
		PFC_CMD_POOL_NEW, PFC_CMD_POOL_NEW, PFC_CMD_POOL_DEL, PFC_CMD_PROFILE_NEW,
		PFC_CMD_PROFILE_NEW, PFC_CMD_PROFILE_DEL, PFC_CMD_PROFILE_SET, PFC_CMD_PROFILE_SET,
		PFC_CMD_PROFILE_SET, PFC_CMD_PROFILE_SET, PFC_CMD_WATERMARK_CLEAR,
		PFC_CMD_STATS_CLEAR, PFC_CMD_PORT_GET, PFC_CMD_STATS_GET, PFC_CMD_POOL_GET,
		PFC_CMD_PROFILE_GET, PFC_CMD_WATCHDOG_GET, PFC_CMD_WATCHDOG_CLEAR,
		PFC_CMD_WATCHDOG_MITIGATE, PFC_CMD_WATCHDOG_INJECT, PFC_CMD_WATCHDOG_INJECT,
		PFC_CMD_WAIT_GET, PFC_CMD_RECORD_GET, PFC_CMD_IMPAIR_GET, PFC_CMD_IMPAIR_SET,
		PFC_CMD_IMPAIR_SET, PFC_CMD_IMPAIR_SET, PFC_CMD_IMPAIR_DEL, PFC_CMD_IMPAIR_DEL,
	};

	return one_in(100) ? random_below(256) : often[random_below(sizeof(often))];
}
