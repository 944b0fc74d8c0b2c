// SPDX-License-Identifier: GPL-2.0-only
/* Random requests of the family "pfc", for nlfuzz */

#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <stdio.h>
#include <string.h>

#include "nlbuild.h"
#include "random.h"

union message message;
int family;
uint32_t seq;
struct state model;

static uint32_t append(const void *data, uint32_t len)
{
	uint32_t at = NLMSG_ALIGN(message.hdr.nlmsg_len);

	if (at + len > MESSAGE_MAX / 2)
		return at;
	memset(message.bytes + message.hdr.nlmsg_len, 0, at - message.hdr.nlmsg_len);
	memcpy(message.bytes + at, data, len);
	message.hdr.nlmsg_len = at + len;
	return at;
}

uint32_t append_attr(int type, const void *data, int len)
{
	struct nlattr attr = { .nla_len = NLA_HDRLEN + len, .nla_type = type };
	uint32_t at = append(&attr, sizeof(attr));

	append(data, len);
	return at;
}

static void end_nest(uint32_t at)
{
	uint16_t len;

	message.hdr.nlmsg_len = NLMSG_ALIGN(message.hdr.nlmsg_len);
	len = message.hdr.nlmsg_len - at;
	memcpy(message.bytes + at, &len, sizeof(len));
}

/* A number of that many bits, or one about as large as what has a meaning */
static uint64_t some_number(void)
{
	static const uint64_t corners[] = {
		0, 1, 7, 8, 59, 60, 63, 64, 255, 256, 390, 391, 65535, 65536,
		PFC_RATE_MIN, PFC_RATE_MAX, PFC_SPEED_MIN, PFC_SPEED_MAX, PFC_DELAY_MAX,
		PFC_SIZE_MAX, UINT32_MAX, 1ULL << 32, UINT64_MAX, 1ULL << 63,
		PFC_DEFAULT_XON, PFC_DEFAULT_XOFF, PFC_DEFAULT_POOL_SIZE,
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

/* A port, but for once in a while */
static const struct device *pick_device(void)
{
	const struct device *device;

	do
		device = &model.device[random_below(model.devices)];
	while (!device->port && !one_in(20));
	return device;
}

/* The map that is being written */
static int map;

/* A value that an attribute of a request would usually have */
static uint64_t value_for(const struct policy *policy, int type)
{
	static const uint32_t speeds[] = { 0, 10, 1000, 10000, 400000, PFC_SPEED_MAX };

	if (policy->max == PFC_MAP_A_MAX && type == PFC_MAP_A_VALUE)
		return random_below(map == PFC_A_PRIO_PFC ? 2 : 8);
	if (policy->max == PFC_MAP_A_MAX)
		return random_below(map == PFC_A_DSCP_PRIO ? 64 : 8);
	if (policy->max == PFC_PG_A_MAX)
		return type == PFC_PG_A_ID ? random_below(8) : random_below(1U << 19);
	switch (type) {
	case PFC_A_IFINDEX:
		return pick_device()->index;
	case PFC_A_DEFAULT_PRIO:
		return random_below(8);
	case PFC_A_PAUSE_TIME:
		return 1 + random_below(PFC_PAUSE_TIME_MAX);
	case PFC_A_RATE:
		return one_in(4) ? 0 : PFC_RATE_MIN + random_64() % PFC_RATE_MAX;
	case PFC_A_SPEED:
		return speeds[random_below(6)];
	case PFC_A_DELAY:
		return one_in(2) ? 0 : random_below(PFC_DELAY_MAX + 1);
	case PFC_A_POOL_SIZE:
		return PFC_DEFAULT_POOL_SIZE >> random_below(7);
	default:
		return random_below(1U << 22);
	}
}

/* Just right or just wrong */
static uint64_t edge_for(const struct policy *policy, int type)
{
	uint64_t least = 0, most = PFC_SIZE_MAX;

	if (policy->max == PFC_MAP_A_MAX)
		most = type == PFC_MAP_A_KEY && map == PFC_A_DSCP_PRIO ? 63 :
		       type == PFC_MAP_A_VALUE && map == PFC_A_PRIO_PFC ? 1 : 7;
	else if (policy->max == PFC_PG_A_MAX && type == PFC_PG_A_ID)
		most = 7;
	else if (policy->max == PFC_PG_A_MAX)
		;
	else if (type == PFC_A_DEFAULT_PRIO)
		most = 7;
	else if (type == PFC_A_PAUSE_TIME)
		least = 1, most = PFC_PAUSE_TIME_MAX;
	else if (type == PFC_A_RATE)
		least = PFC_RATE_MIN, most = PFC_RATE_MAX;
	else if (type == PFC_A_SPEED)
		least = PFC_SPEED_MIN, most = PFC_SPEED_MAX;
	else if (type == PFC_A_DELAY)
		most = PFC_DELAY_MAX;
	return one_in(2) ? most + random_below(2) : least - random_below(2);
}

static int pick_type(const struct policy *policy)
{
	int type;

	do
		type = 1 + random_below(policy->max);
	while (policy->kind[type] == KIND_NONE);
	return type;
}

/* One that does not name the port, but for once in a while */
static int pick_setting(const struct policy *policy)
{
	int type = pick_type(policy);

	while ((type == PFC_A_IFINDEX || type == PFC_A_IFNAME) && !one_in(20))
		type = pick_type(policy);
	return type;
}

static void add_attr(const struct policy *policy, int type);

static void add_nest(const struct policy *nest, int type)
{
	uint32_t at = append_attr(type | (one_in(100) ? 0 : NLA_F_NESTED), "", 0);
	int n, i;

	if (nest->max == PFC_A_MAP_ENTRY) {
		map = type;
		for (n = random_below(one_in(4) ? 20 : 3); n > 0; n--)
			add_attr(nest, PFC_A_MAP_ENTRY);
	} else {
		/* all of it, but the read-only ones; each may be missing or there twice */
		for (i = 1; i <= nest->max; i++)
			if (nest->kind[i] != KIND_REJECT || one_in(50))
				for (n = one_in(50) ? random_below(3) : 1; n > 0; n--)
					add_attr(nest, i);
	}
	end_nest(at);
}

static void add_name(int type)
{
	char name[40] = "";
	int i, len;

	if (one_in(30)) {
		len = random_below(sizeof(name));
		for (i = 0; i < len; i++)
			name[i] = one_in(10) ? 0 : 'a' + random_below(26);
		append_attr(type, name, len);
		return;
	}
	snprintf(name, sizeof(name), "%s", pick_device()->name);
	append_attr(type, name, strlen(name) + 1 + (one_in(20) ? random_below(12) : 0));
}

/* An attribute of which something may be wrong */
static void add_attr(const struct policy *policy, int type)
{
	static const int sizes[] = { [KIND_U8] = 1, [KIND_U32] = 4, [KIND_U64] = 8 };
	int flags = one_in(200) ? NLA_F_NESTED : one_in(100) ? NLA_F_NET_BYTEORDER : 0;
	uint8_t junk[64];
	uint64_t value;
	size_t i;

	if (one_in(80))
		type = one_in(2) ? pick_type(policy) : (int)random_below(2 * policy->max + 2);
	if (one_in(150) || type > policy->max) {
		for (i = 0; i < sizeof(junk); i++)
			junk[i] = random_64() >> 56;
		append_attr(type | flags, junk, random_below(one_in(4) ? 64 : 10));
		return;
	}
	switch (policy->kind[type]) {
	case KIND_NEST:
		add_nest(policy->nest[type], type);
		break;
	case KIND_NAME:
		add_name(type);
		break;
	case KIND_U8:
	case KIND_U32:
	case KIND_U64:
		value = one_in(40) ? some_number() : one_in(30) ? edge_for(policy, type) :
			value_for(policy, type);
		append_attr(type | flags, &value, sizes[policy->kind[type]]);
		break;
	default:
		append_attr(type | flags, "", 0);
	}
}

/* What every port starts with, so that the maps do not end up in a tangle */
static void add_defaults(void)
{
	uint32_t zero = 0, at, entry;
	uint8_t i, off = 0;
	int n;

	append_attr(PFC_A_SPEED, &zero, 4);
	append_attr(PFC_A_DELAY, &zero, 4);
	for (n = 0; n < 2; n++) {
		at = append_attr((n ? PFC_A_PRIO_PFC : PFC_A_PRIO_PG) | NLA_F_NESTED, "", 0);
		for (i = 0; i < PFC_PRIO_COUNT; i++) {
			entry = append_attr(PFC_A_MAP_ENTRY | NLA_F_NESTED, "", 0);
			append_attr(PFC_MAP_A_KEY, &i, 1);
			append_attr(PFC_MAP_A_VALUE, n ? &off : &i, 1);
			end_nest(entry);
		}
		end_nest(at);
	}
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		uint32_t xoff = PFC_DEFAULT_XOFF, xon = PFC_DEFAULT_XON;

		at = append_attr(PFC_A_PG | NLA_F_NESTED, "", 0);
		append_attr(PFC_PG_A_ID, &i, 1);
		append_attr(PFC_PG_A_XOFF, &xoff, 4);
		append_attr(PFC_PG_A_XON, &xon, 4);
		append_attr(PFC_PG_A_MIN, &zero, 4);
		end_nest(at);
	}
}

static int pick_command(void)
{
	static const uint8_t often[] = {
		PFC_CMD_PORT_SET, PFC_CMD_PORT_SET, PFC_CMD_PORT_SET, PFC_CMD_PORT_SET,
		PFC_CMD_PORT_SET, PFC_CMD_PORT_SET, PFC_CMD_POOL_SET, PFC_CMD_STATS_CLEAR,
		PFC_CMD_PORT_GET, PFC_CMD_STATS_GET, PFC_CMD_POOL_GET,
	};

	return one_in(100) ? random_below(256) : often[random_below(sizeof(often))];
}

void start_message(int type, int cmd, int flags)
{
	struct genlmsghdr genl = { .cmd = cmd, .version = PFC_GENL_VERSION };

	message.hdr = (struct nlmsghdr){
		.nlmsg_len = NLMSG_HDRLEN, .nlmsg_type = type,
		.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | flags, .nlmsg_seq = ++seq,
	};
	append(&genl, sizeof(genl));
}

static void mutate(void)
{
	uint32_t first = NLMSG_HDRLEN, len = message.hdr.nlmsg_len, at;
	uint16_t small = random_below(40);

	at = first + random_below(len - first);
	switch (random_below(5)) {
	case 0:
		message.hdr.nlmsg_len = at;
		break;
	case 1:
		message.bytes[at] ^= 1 << random_below(8);
		break;
	case 2:
		message.bytes[at] = random_64() >> 56;
		break;
	case 3:
		memcpy(message.bytes + (at & ~3U), &small, 2);
		break;
	case 4:
		append(message.bytes + (at & ~3U), len - (at & ~3U));
		break;
	}
}

void build_request(void)
{
	int cmd = pick_command(), n, flags = 0;
	const struct policy *policy = policy_of(cmd);
	bool set = cmd == PFC_CMD_PORT_SET;

	if (!set && one_in(cmd == PFC_CMD_PORT_GET || cmd == PFC_CMD_STATS_GET ? 3 : 20))
		flags = NLM_F_DUMP;
	else if (one_in(100))
		flags = 1 << random_below(16);
	start_message(family, cmd, flags & ~NLM_F_MULTI);
	if (!policy)
		policy = policy_of(PFC_CMD_PORT_SET);

	if (policy->kind[PFC_A_IFINDEX] && !one_in(set ? 50 : 4))
		add_attr(policy, one_in(2) ? PFC_A_IFINDEX : PFC_A_IFNAME);
	if (set && one_in(30))
		add_defaults();
	else if (set || cmd == PFC_CMD_POOL_SET)
		for (n = 1 + random_below(set ? 5 : 1); n > 0; n--)
			add_attr(policy, pick_setting(policy));
	while (one_in(15))
		mutate();
}
