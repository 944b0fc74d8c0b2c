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

static int pick_type(const struct policy *policy)
{
	int type;

	do
		type = 1 + random_below(policy->max);
	while (policy->kind[type] == KIND_NONE);
	return type;
}

/* Picks the type of a setting; rarely the type of an attribute that names the port */
static int pick_setting(const struct policy *policy)
{
	int type = one_in(3) ? PFC_A_PG : pick_type(policy);

	while ((type == PFC_A_IFINDEX || type == PFC_A_IFNAME) && !one_in(20))
		type = pick_type(policy);
	return type;
}

static void add_attr(const struct policy *policy, int type);

/*
 * Whether a PG nest of this style has the attribute.  Each style selects the profile, the pool
 * or the thresholds, and occasionally a combination that the kernel rejects.
 */
static bool in_group_nest(int type, int style, bool number)
{
	switch (type) {
	case PFC_PG_A_ID:
		return number;
	case PFC_PG_A_PROFILE:
		return number && (style < 4 || (style > 6 && one_in(4)));
	case PFC_PG_A_POOL:
		return style == 4 || style == 5 || (style > 8 && one_in(3));
	case PFC_PG_A_HEADROOM_AUTO:
		return style == 5 || style == 6 || (style > 6 && one_in(15));
	case PFC_PG_A_HEADROOM:
		return style == 6 ? one_in(10) : style > 6;
	default:
		return style > 6;
	}
}

/* Whether a class nest has the attribute; rarely a share, as random shares rarely sum to 100 */
static bool in_class_nest(int type)
{
	return type == PFC_TC_A_ID || one_in(type == PFC_TC_A_RATE ? 2 : 5);
}

/* Whether a map entry has the attribute: a value, and the 8-bit or 16-bit key of the map */
static bool in_map_entry(int type)
{
	return type == PFC_MAP_A_VALUE ||
	       (type == PFC_MAP_A_KEY16) == (in_map == PFC_A_ETHTYPE_PRIO);
}

/* The current PG nest follows a profile: add_name() adds its name, otherwise an empty name */
static bool following;

static void add_parts(const struct policy *nest, bool number, bool only)
{
	int style = random_below(12), n, i;
	bool included;

	following = style < 3;
	for (i = 1; i <= nest->max; i++) {
		included = nest == &pg_policy ? in_group_nest(i, style, number) :
			   nest == &tc_policy ? in_class_nest(i) :
			   nest->entry ? in_map_entry(i) :
			   !one_in(i == PFC_QUEUE_A_ID ? 20 : 3);
		if (only)
			included = i == PFC_PG_A_ID;
		if (nest->kind[i] == KIND_REJECT)
			included = false;
		if (one_in(i == PFC_PG_A_ID ? 50 :
			   nest->entry && i == PFC_MAP_A_KEY16 ? 60 : 200))
			included = !included;
		/* occasionally an attribute is missing or occurs twice */
		for (n = included ? one_in(50) ? random_below(3) : 1 : 0; n > 0; n--)
			add_attr(nest, i);
	}
}

/* Contents of PG and queue nests: number and thresholds; thresholds of a profile; only numbers */
static enum { THRESHOLDS, PROFILE, NUMBER } purpose;

static void add_nest(const struct policy *nest, int type)
{
	uint32_t at = append_attr(type | (one_in(100) ? 0 : NLA_F_NESTED), "", 0);
	bool many;
	int n;

	if (nest->map) {
		in_map = type;
		many = one_in(type == PFC_A_ETHTYPE_PRIO ? 2 : 4);
		for (n = random_below(many ? 20 : 3); n > 0; n--)
			add_attr(nest, PFC_A_MAP_ENTRY);
	} else {
		add_parts(nest, nest != &pg_policy || purpose != PROFILE,
			  !nest->entry && purpose == NUMBER);
	}
	end_nest(at);
}

/* Writes a name of random length, often with invalid characters; returns the length */
static int junk_name(char *name, int size)
{
	static const char signs[] = " _.-/%\n\xc3";
	int i, len = random_below(size);

	for (i = 0; i < len; i++)
		name[i] = one_in(10) ? 0 : 'a' + (int)random_below(26);
	if (len && one_in(2))
		name[random_below(len)] = signs[random_below(sizeof(signs) - 1)];
	return len;
}

/* The current request creates a pool or profile */
static bool naming_new;

/* Picks the name of a pool or profile: mostly an existing one; with @new, mostly any name */
static const char *pick_label(bool pool, bool new)
{
	static const char *const labels[] = {
		"gold", "silver", "a", "B-2", "x_y.z", "7", "gol", "golden"
	};
	int n = pool ? model.pools : model.profiles;

	if (one_in(200))
		return "a-name-that-is-of-31-letters-Abc";
	if (!n || (new ? !one_in(20) : one_in(8)))
		return labels[random_below(pool ? 8 : 3)];
	n = random_below(n);
	return pool ? model.pool[n].name : model.profile[n].name;
}

static void add_name(const struct policy *policy, int type)
{
	bool pool = policy == &pg_policy ? type == PFC_PG_A_POOL : type == PFC_A_POOL_NAME;
	char name[60] = "";
	int len;

	if (one_in(naming_new ? 8 : 30)) {
		append_attr(type, name, junk_name(name, one_in(3) ? 40 : 4));
		return;
	}
	if (policy->kind[type] == KIND_NAME)
		snprintf(name, sizeof(name), "%s", pick_device()->name);
	else if (type != PFC_PG_A_PROFILE || policy != &pg_policy || following)
		snprintf(name, sizeof(name), "%s", pick_label(pool, naming_new));
	len = strlen(name) + 1;
	/* bytes after the terminating 0 do not belong to the name */
	if (one_in(20))
		len += one_in(2) ? junk_name(name + len, 12) : (int)random_below(12);
	append_attr(type, name, len);
}

/* Adds an attribute, rarely with a wrong type, length, flag or value */
static void add_attr(const struct policy *policy, int type)
{
	static const int sizes[] = {
		[KIND_U8] = 1, [KIND_U16] = 2, [KIND_U32] = 4, [KIND_U64] = 8
	};
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
	case KIND_LABEL:
		add_name(policy, type);
		break;
	case KIND_U8:
	case KIND_U16:
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

static void add_number(int type, uint64_t value, int len)
{
	append_attr(type, &value, len);
}

/* Adds a map with a value for each priority */
static void add_map(int type, const uint8_t *values)
{
	uint32_t at = append_attr(type | NLA_F_NESTED, "", 0), entry;
	int i;

	for (i = 0; i < PRIOS; i++) {
		entry = append_attr(PFC_A_MAP_ENTRY | NLA_F_NESTED, "", 0);
		add_number(PFC_MAP_A_KEY, i, 1);
		add_number(PFC_MAP_A_VALUE, values[i], 1);
		end_nest(entry);
	}
	end_nest(at);
}

static const uint8_t every_other[] = { 0, 1, 0, 1, 0, 1, 0, 1 };
static const uint8_t same[] = { 0, 1, 2, 3, 4, 5, 6, 7 };

/* Adds a map with the same value for all priorities */
static void add_same(int type, uint8_t value)
{
	uint8_t values[PRIOS];

	memset(values, value, sizeof(values));
	add_map(type, values);
}

/*
 * Resets a port to its defaults, because random maps rarely become valid again.  Makes
 * alternate PGs lossless, because random requests rarely make lossless PGs.
 */
static void add_defaults(void)
{
	uint32_t at;
	int i;

	add_number(PFC_A_SPEED, 0, 4);
	add_number(PFC_A_RATE, 0, 8);
	add_number(PFC_A_LATENCY, 0, 4);
	add_number(PFC_A_DELAY, 0, 4);
	add_number(PFC_A_CABLE_DELAY, 0, 4);
	add_number(PFC_A_PEER_RATE, 0, 8);
	add_number(PFC_A_BATCH, 0, 4);
	add_number(PFC_A_FLOW_CONTROL, PFC_FLOW_CONTROL_PFC, 1);
	add_same(PFC_A_FLOOD_PRIO, PFC_MAP_NONE);
	add_map(PFC_A_PRIO_PG, same);
	add_map(PFC_A_PRIO_PFC, every_other);
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		at = append_attr(PFC_A_PG | NLA_F_NESTED, "", 0);
		add_number(PFC_PG_A_ID, i, 1);
		append_attr(PFC_PG_A_PROFILE, "", 1);
		add_number(PFC_PG_A_XOFF, PFC_DEFAULT_XOFF, 4);
		add_number(PFC_PG_A_XON, PFC_DEFAULT_XON, 4);
		add_number(PFC_PG_A_MIN, 0, 4);
		end_nest(at);
	}
}

/* Adds classes whose shares sum to 100, which random shares rarely do; sometimes to 99 or 101 */
static void add_classes(void)
{
	int share[PRIOS] = { 0 }, left = 100, ets = random_below(PRIOS + 1), i;
	uint8_t tcs[PRIOS];
	uint32_t at;

	for (i = 0; i < ets; i++) {
		share[i] = i == ets - 1 ? left : 1 + (int)random_below(left - (ets - i - 1));
		left -= share[i];
	}
	if (one_in(6))
		share[random_below(PRIOS)] += one_in(2) ? 1 : -1;
	/* shares of classes without a priority do not count */
	if (ets && ets < PRIOS && one_in(3)) {
		for (i = 0; i < PRIOS; i++) {
			tcs[i] = i % ets;
			share[i] = i < ets ? share[i] : 1 + (int)random_below(100);
		}
		ets = PRIOS;
		add_map(PFC_A_PRIO_TC, tcs);
	} else if (!one_in(3)) {
		add_map(PFC_A_PRIO_TC, same);
	}
	for (i = 0; i < PRIOS; i++) {
		at = append_attr(PFC_A_TC | NLA_F_NESTED, "", 0);
		add_number(PFC_TC_A_ID, i, 1);
		add_number(PFC_TC_A_TSA, one_in(80) ? i >= ets : i < ets, 1);
		add_number(PFC_TC_A_BW, share[i] < 0 ? 0 : share[i], 1);
		end_nest(at);
	}
}

/* Adds a flow control with the settings that it requires; sometimes one of them is missing */
static void add_flow(void)
{
	int flow = one_in(3) ? random_below(2) : PFC_FLOW_CONTROL_PFC;

	add_number(PFC_A_FLOW_CONTROL, flow, 1);
	if (!one_in(8))
		add_same(PFC_A_FLOOD_PRIO, PFC_MAP_NONE);
	if (flow == PFC_FLOW_CONTROL_PFC)
		add_map(PFC_A_PRIO_PFC, every_other);
	else if (!one_in(8))
		add_same(PFC_A_PRIO_PFC, 0);
}

/* Monitors all priorities or none; if all, the port mostly also obeys XOFF for each of them */
static void add_watch(void)
{
	bool watch = !one_in(4);

	add_same(PFC_A_PRIO_WATCHDOG, watch);
	add_number(PFC_A_DETECTION_TIME, PFC_DETECTION_MIN, 8);
	if (!watch || one_in(4))
		return;
	add_same(PFC_A_PRIO_PFC_RX, 1);
	add_number(PFC_A_ESCALATE_COUNT, random_below(4), 4);
}

/* Adds a number of EtherTypes around the maximum */
static void add_types(void)
{
	uint32_t at = append_attr(PFC_A_ETHTYPE_PRIO | NLA_F_NESTED, "", 0), entry;
	int i, n = 4 + random_below(2 * PFC_ETHTYPES_MAX - 7);

	for (i = 0; i < n; i++) {
		entry = append_attr(PFC_A_MAP_ENTRY | NLA_F_NESTED, "", 0);
		add_number(PFC_MAP_A_KEY16, 0x8900 + 3 * i, 2);
		add_number(PFC_MAP_A_VALUE, one_in(4) ? PFC_MAP_NONE : random_below(PRIOS), 1);
		end_nest(entry);
	}
	end_nest(at);
}

/* Moves one to four PGs to random pools and removes their profiles */
static void add_moves(void)
{
	const char *pool;
	uint32_t at;
	int n;

	for (n = random_below(4); n >= 0; n--) {
		at = append_attr(PFC_A_PG | NLA_F_NESTED, "", 0);
		pool = pick_label(true, false);
		add_number(PFC_PG_A_ID, random_below(PRIOS), 1);
		append_attr(PFC_PG_A_PROFILE, "", 1);
		append_attr(PFC_PG_A_POOL, pool, strlen(pool) + 1);
		end_nest(at);
	}
}

/* Adds only one to three settings other than PGs: one wrong setting rejects the whole request */
static void add_few(const struct policy *policy)
{
	static const uint8_t types[] = {
		PFC_A_QUEUE, PFC_A_QUEUE, PFC_A_PRIO_PG, PFC_A_PRIO_PFC, PFC_A_PRIO_PFC_TX,
		PFC_A_PRIO_PFC_RX, PFC_A_FLOW_CONTROL, PFC_A_TRUST, PFC_A_PCP_PRIO,
		PFC_A_ETHTYPE_PRIO, PFC_A_ETHTYPE_PRIO, PFC_A_FLOOD_PRIO, PFC_A_FLOOD_PRIO,
		PFC_A_PAUSE_TIME, PFC_A_PAUSE_TIME, PFC_A_RATE, PFC_A_RATE, PFC_A_RATE,
		PFC_A_SPEED, PFC_A_LATENCY, PFC_A_PEER_RATE, PFC_A_OVERHEAD,
		PFC_A_PRIO_DSCP, PFC_A_PRIO_PCP, PFC_A_PRIO_TC, PFC_A_TC, PFC_A_TX_QUEUES,
		PFC_A_PRIO_WATCHDOG, PFC_A_PRIO_WATCHDOG, PFC_A_BOUNCE_PRIO, PFC_A_BOUNCE_DSCP,
	};
	int n;

	for (n = random_below(3); n >= 0; n--)
		add_attr(policy, one_in(4) ? pick_type(policy) :
					     types[random_below(sizeof(types))]);
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

static void add_port_name(const struct policy *policy)
{
	add_attr(policy, one_in(2) ? PFC_A_IFINDEX : PFC_A_IFNAME);
}

static void add_settings(const struct policy *policy)
{
	int n;

	purpose = THRESHOLDS;
	if (!one_in(50))
		add_port_name(policy);
	switch (random_below(32)) {
	case 0:
		add_defaults();
		return;
	case 1:
	case 2:
		add_classes();
		return;
	case 3:
	case 4:
		add_flow();
		return;
	case 5:
		add_types();
		return;
	case 6:
	case 7:
		add_moves();
		return;
	case 8:
	case 9:
		add_watch();
		return;
	case 10 ... 16:
		add_few(policy);
		return;
	}
	for (n = 1 + random_below(one_in(4) ? 8 : 4); n > 0; n--)
		add_attr(policy, pick_setting(policy));
}

/* Adds name and settings of a pool or profile */
static void add_pool(const struct policy *policy, int cmd)
{
	int type;

	purpose = PROFILE;
	naming_new = cmd == PFC_CMD_POOL_NEW || cmd == PFC_CMD_PROFILE_NEW;
	for (type = 1; type <= policy->max; type++) {
		if (policy->kind[type] == KIND_NONE)
			continue;
		if (type == PFC_A_POOL_OVERSUBSCRIBE_RATIO ? one_in(2) :
		    type == PFC_A_POOL_NAME && cmd != PFC_CMD_POOL_NEW ? !one_in(6) :
		    cmd == PFC_CMD_POOL_SET ? !one_in(3) : !one_in(20))
			add_attr(policy, type);
	}
}

/* Names the watermarks to clear; occasionally an invalid combination */
static void add_watermarks(const struct policy *policy)
{
	int n;

	purpose = NUMBER;
	switch (random_below(8)) {
	case 0:
		break;
	case 1:
	case 2:
		add_attr(policy, PFC_A_POOL_NAME);
		break;
	case 3:
		add_port_name(policy);
		break;
	default:
		if (!one_in(8))
			add_port_name(policy);
		for (n = random_below(4); n >= 0; n--)
			add_attr(policy, one_in(2) ? PFC_A_PG : PFC_A_QUEUE);
		if (one_in(8))
			add_attr(policy, PFC_A_POOL_NAME);
	}
}

/* Adds port, priorities, and on or off to an operator command */
static void add_prios(const struct policy *policy, int cmd)
{
	if (!one_in(cmd == PFC_CMD_WATCHDOG_INJECT || cmd == PFC_CMD_STATS_CLEAR ? 8 : 2))
		add_port_name(policy);
	if (!one_in(4))
		add_attr(policy, PFC_A_PRIOS);
	if (policy->kind[PFC_A_ON] && !one_in(10))
		add_attr(policy, PFC_A_ON);
}

/* Adds impairments */
static void add_impairs(const struct policy *policy)
{
	int n = random_below(6);

	if (!one_in(30))
		add_port_name(policy);
	for (purpose = THRESHOLDS; n > 0; n--)
		add_attr(policy, one_in(2) ? PFC_A_IMPAIR : PFC_A_IMPAIR_SEED + random_below(3));
}

void build_request(void)
{
	const struct policy *policy, *set = policy_of(PFC_CMD_PORT_SET);
	int cmd = pick_command(), flags = 0;

	if (only_dumps(cmd) ? !one_in(4) :
	    cmd != PFC_CMD_PORT_SET && one_in(can_dump(cmd) ? 3 : 20))
		flags = NLM_F_DUMP;
	else if (one_in(100))
		flags = 1 << random_below(16);
	start_message(family, cmd, flags & ~NLM_F_MULTI);

	policy = policy_of(cmd) ?: set;
	naming_new = false;
	if (policy == set)
		add_settings(policy);
	else if (only_dumps(cmd) && one_in(4))
		add_port_name(set);
	else if (only_dumps(cmd))
		;
	else if (cmd == PFC_CMD_WATERMARK_CLEAR)
		add_watermarks(policy);
	else if (cmd == PFC_CMD_IMPAIR_SET)
		add_impairs(policy);
	else if (policy->kind[PFC_A_PRIOS])
		add_prios(policy, cmd);
	else if (!policy->kind[PFC_A_IFINDEX])
		add_pool(policy, cmd);
	else if (!one_in(4))
		add_port_name(policy);
	while (one_in(15))
		mutate();
}
