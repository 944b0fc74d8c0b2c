// SPDX-License-Identifier: GPL-2.0-only
/*
 * Model of the effects of a request of the family "pfc", computed from the bytes of the
 * message by the rules of netlink and of <linux/pfc.h>.
 */

#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <string.h>

#include "nlattr.h"
#include "nlmodel.h"

bool is_dump(const void *message, uint32_t len)
{
	const struct nlmsghdr *hdr = message;

	return len >= NLMSG_HDRLEN && (hdr->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP;
}

enum verdict find_port(struct state *state, const struct request *r, struct device **port)
{
	const struct attr *index = FIND(r, PFC_A_IFINDEX);
	const struct attr *name = FIND(r, PFC_A_IFNAME);
	int i;

	if (!index == !name)
		return PORT_NOT_NAMED;
	for (i = 0; i < state->devices; i++) {
		struct device *d = &state->device[i];

		if (index ? d->index != number(index) :
		    strcmp(d->name, (const char *)name->data))
			continue;
		*port = d;
		return d->port ? ACCEPTED : NO_PORT;
	}
	return NO_DEVICE;
}

/* ---- numbers ------------------------------------------------------------ */

/* Reads a number; leaves @value unchanged if the attribute is missing */
enum verdict read_number(const uint8_t *data, int len, const struct range *ranges, int type,
			 uint32_t *value)
{
	const struct attr *attr = find(data, len, type);

	if (!attr)
		return ACCEPTED;
	if (!in_range(&ranges[type], number(attr)))
		return OUT_OF_RANGE;
	*value = number(attr);
	return ACCEPTED;
}

static enum verdict read_limit(const uint8_t *data, int len, int type, uint32_t *value)
{
	return read_number(data, len, pg_ranges, type, value);
}

/* Limits of a new group or profile */
const struct limits new_limits = {
	.xoff = PFC_DEFAULT_XOFF, .xon = PFC_DEFAULT_XON,
	.xon_offset = PFC_DEFAULT_XOFF - PFC_DEFAULT_XON,
	.headroom = PFC_DEFAULT_HEADROOM, .mode = PFC_HEADROOM_MODE_DEFAULT,
	.limit = PFC_DEFAULT_LIMIT,
};

/* Headroom is a size or has a mode; a size ends the mode */
static enum verdict read_headroom(const uint8_t *data, int len, struct limits *limits)
{
	bool size = find(data, len, PFC_PG_A_HEADROOM);
	uint32_t mode = PFC_HEADROOM_MODE_FIXED;
	enum verdict v;

	v = read_limit(data, len, PFC_PG_A_HEADROOM_AUTO, &mode);
	if (v)
		return v;
	if (size && mode != PFC_HEADROOM_MODE_FIXED)
		return SIZE_AND_AUTO;
	if (size || find(data, len, PFC_PG_A_HEADROOM_AUTO))
		limits->mode = mode;
	return read_limit(data, len, PFC_PG_A_HEADROOM, &limits->headroom);
}

/* Thresholds of a group or profile */
enum verdict read_limits(const uint8_t *data, int len, struct limits *limits)
{
	return read_limit(data, len, PFC_PG_A_XOFF, &limits->xoff) ?:
	       read_limit(data, len, PFC_PG_A_XON, &limits->xon) ?:
	       read_headroom(data, len, limits) ?:
	       read_limit(data, len, PFC_PG_A_LIMIT, &limits->limit) ?:
	       read_limit(data, len, PFC_PG_A_MIN, &limits->min) ?:
	       read_limit(data, len, PFC_PG_A_XON_OFFSET, &limits->xon_offset) ?:
	       read_limit(data, len, PFC_PG_A_ALPHA, &limits->alpha);
}

/* ---- groups, queues and classes -------------------------------------------- */

/* Number of a group, queue or class; 8 if the attribute is missing */
static enum verdict read_id(const struct attr *nest, uint32_t *id)
{
	*id = PRIOS;
	return read_number(nest->data, nest->len, pg_ranges, PFC_PG_A_ID, id) ?:
	       (*id == PRIOS ? NOT_GIVEN : ACCEPTED);
}

static const char *text_in(const struct attr *nest, int type)
{
	const struct attr *attr = find(nest->data, nest->len, type);

	return attr ? (const char *)attr->data : NULL;
}

/* Applies a profile in the nest: its name, pool and thresholds; an empty name removes it */
static enum verdict read_follow(struct state *state, const struct attr *nest,
				struct group *group)
{
	const char *name = text_in(nest, PFC_PG_A_PROFILE);
	const struct profile *profile;

	if (!name)
		return ACCEPTED;
	if (!*name) {
		memset(group->profile, 0, sizeof(group->profile));
		return ACCEPTED;
	}
	profile = profile_named(state, name);
	if (!profile)
		return NO_PROFILE;
	memcpy(group->profile, profile->name, sizeof(group->profile));
	memcpy(group->pool, profile->pool, sizeof(group->pool));
	group->limits = profile->limits;
	return ACCEPTED;
}

static enum verdict read_group(struct state *state, const struct attr *nest,
			       struct config *config)
{
	const struct pool *pool;
	struct group *group;
	struct attr attr;
	const char *name;
	enum verdict v;
	uint32_t id;

	v = read_id(nest, &id);
	if (v)
		return v;
	group = &config->pg[id];
	v = read_follow(state, nest, group);
	if (v)
		return v;
	for_each_attr(&attr, nest->data, nest->len)
		if (*group->profile && attr.type != PFC_PG_A_ID &&
		    attr.type != PFC_PG_A_PROFILE)
			return FOLLOWS;
	name = text_in(nest, PFC_PG_A_POOL);
	if (name) {
		pool = pool_named(state, name);
		if (!pool)
			return NO_POOL;
		memcpy(group->pool, pool->name, sizeof(group->pool));
	}
	return read_limits(nest->data, nest->len, &group->limits);
}

static enum verdict read_queue(const struct attr *nest, struct config *config)
{
	uint32_t id;

	return read_id(nest, &id) ?:
	       read_fields(nest->data, nest->len, queue_fields, &config->queue[id]);
}

static enum verdict read_class(const struct attr *nest, struct config *config)
{
	uint32_t id;

	return read_id(nest, &id) ?:
	       read_fields(nest->data, nest->len, tc_fields, &config->tc[id]);
}

static enum verdict read_nests(struct state *state, const struct request *r,
			       struct config *config, int type)
{
	enum verdict v = ACCEPTED;
	struct attr nest;

	for_each_attr(&nest, r->attrs, r->len)
		if (nest.type == type && !v)
			v = type == PFC_A_PG ? read_group(state, &nest, config) :
			    type == PFC_A_TC ? read_class(&nest, config) :
			    read_queue(&nest, config);
	return v;
}

/* ---- requests ----------------------------------------------------------- */

static enum verdict model_set(struct state *state, int device, const struct request *r)
{
	static struct state next;
	struct config *config = &next.device[device].config;
	enum verdict v;

	next = *state;
	v = read_fields(r->attrs, r->len, port_fields, config) ?:
	       read_maps(r, config) ?:
	       read_nests(state, r, config, PFC_A_TC) ?:
	       read_nests(state, r, config, PFC_A_PG) ?:
	       read_nests(state, r, config, PFC_A_QUEUE) ?:
	       check_config(config);
	derive_speed(&next.device[device]);
	v = v ?: check_pause(r, &next.device[device]) ?: check_impair(&next.device[device]) ?:
	       commit(state, &next, 1U << device);
	/* the kernel ends the injected storm of a priority that is no longer monitored */
	state->device[device].watch.injected &= watched_by(&state->device[device].config);
	return v;
}

/* The MTU changes the required headroom; if the pool has no room, PGs keep their headroom */
void model_mtu(struct state *state, int device, uint32_t mtu)
{
	struct device *port = &state->device[device];

	port->mtu = mtu;
	port->config.needed = headroom_needed(port);
	adapt(state, device);
}

void model_detach(struct state *state, int device)
{
	state->device[device].port = false;
	memset(&state->device[device].impair, 0, sizeof(state->device[device].impair));
	add_up(state);
}

/* An attached port has the default settings and becomes the last one of the dump */
void model_attach(struct state *state, int device)
{
	struct device port = state->device[device];
	struct config config = {
		.pause_time = PFC_PAUSE_TIME_MAX, .queue_limit = PFC_DEFAULT_QUEUE_LIMIT,
		.batch = PFC_DEFAULT_BATCH, .latency = PFC_DEFAULT_LATENCY,
		.overhead = PFC_DEFAULT_OVERHEAD, .control_prio = PFC_DEFAULT_CONTROL_PRIO,
		.flow_control = PFC_FLOW_CONTROL_PFC, .trust = PFC_TRUST_DSCP,
		.detection_time = PFC_DEFAULT_DETECTION,
		.escalate_count = PFC_DEFAULT_ESCALATE,
		.escalate_period = PFC_DEFAULT_PERIOD,
		.seen = port.config.seen,
	};
	int i;

	for (i = 0; i < PFC_DSCP_COUNT; i++)
		config.dscp_prio[i] = i < 8 ? i : i / 8;
	for (i = 0; i < PRIOS; i++) {
		config.prio_pg[i] = i;
		config.pcp_prio[i] = i;
		config.prio_tc[i] = i;
		if (i < 6)
			config.tc[i] = (struct traffic_class){
				.tsa = PFC_TSA_ETS, .bw = i < 4 ? 17 : 16
			};
		config.flood_prio[i] = PFC_MAP_NONE;
		config.prio_dscp[i] = PFC_MAP_NONE;
		config.prio_pcp[i] = PFC_MAP_NONE;
		config.bounce_prio[i] = PFC_MAP_NONE;
		config.bounce_dscp[i] = PFC_MAP_NONE;
		config.pg[i].limits = new_limits;
		config.queue[i].ecn_pmax = PFC_PMAX_ONE;
		memcpy(config.pg[i].pool, PFC_DEFAULT_POOL, sizeof(PFC_DEFAULT_POOL));
		port.pg_cleared[i].again = true;
		port.queue_cleared[i].again = true;
	}
	port.cleared.again = true;
	memset(&port.watch, 0, sizeof(port.watch));
	port.config = config;
	port.port = true;
	derive_speed(&port);
	port.config.needed = headroom_needed(&port);
	memmove(&state->device[device], &state->device[device + 1],
		(state->devices - 1 - device) * sizeof(port));
	state->device[state->devices - 1] = port;
	add_up(state);
}

/* Clears the watermarks of the PGs and queues that the request names; of all if it has none */
static enum verdict clear_parts(const struct request *r, struct device *port)
{
	struct device cleared = *port;
	struct attr nest, attr;
	enum verdict v;
	int parts = 0;
	uint32_t id;

	for_each_attr(&nest, r->attrs, r->len) {
		if (nest.type != PFC_A_PG && nest.type != PFC_A_QUEUE)
			continue;
		v = read_id(&nest, &id);
		if (v)
			return v;
		for_each_attr(&attr, nest.data, nest.len)
			if (attr.type != PFC_PG_A_ID)
				return SENSELESS;
		(nest.type == PFC_A_PG ? cleared.pg_cleared : cleared.queue_cleared)[id].again =
			true;
		parts++;
	}
	for (id = 0; id < PRIOS && !parts; id++) {
		cleared.pg_cleared[id].again = true;
		cleared.queue_cleared[id].again = true;
	}
	*port = cleared;
	return ACCEPTED;
}

/* Clears counters of queues and priorities; counters of groups and the port continue */
static enum verdict clear_prios(struct state *state, const struct request *r)
{
	struct device *port = NULL;
	uint32_t prios;
	enum verdict v;
	int i;

	v = read_prios(r, &prios);
	if (v)
		return v;
	if (!FIND(r, PFC_A_IFINDEX) && !FIND(r, PFC_A_IFNAME))
		return SENSELESS;
	v = find_port(state, r, &port);
	for (i = 0; i < PRIOS && !v; i++)
		port->queue_cleared[i].again |= prios >> i & 1;
	return v;
}

/* Clears the counters of one port or of all ports */
static enum verdict model_clear(struct state *state, const struct request *r)
{
	bool named = FIND(r, PFC_A_IFINDEX) || FIND(r, PFC_A_IFNAME);
	bool stats = r->cmd == PFC_CMD_STATS_CLEAR;
	struct device *port = NULL;
	enum verdict v;
	int i;

	if (!stats && ((FIND(r, PFC_A_POOL_NAME) && named) ||
		       ((FIND(r, PFC_A_PG) || FIND(r, PFC_A_QUEUE)) && !named)))
		return SENSELESS;
	if (!stats && FIND(r, PFC_A_POOL_NAME))
		return model_pool(state, r);
	if (stats && FIND(r, PFC_A_PRIOS))
		return clear_prios(state, r);
	if (named) {
		v = find_port(state, r, &port) ?: clear_parts(r, port);
		if (!v)
			port->cleared.again |= stats;
		return v;
	}
	for (i = 0; i < state->devices; i++) {
		state->device[i].cleared.again |= stats;
		clear_parts(r, &state->device[i]);
	}
	for (i = 0; i < state->pools && !stats; i++)
		state->pool[i].cleared.again = true;
	return ACCEPTED;
}

static enum verdict check_header(const struct nlmsghdr *hdr, uint32_t len,
				 const struct genlmsghdr *genl)
{
	int flags = hdr->nlmsg_flags;

	if (len < NLMSG_HDRLEN + GENL_HDRLEN)
		return BAD_HEADER;
	if (is_dump(hdr, len))
		flags &= ~NLM_F_DUMP;
	if (genl->cmd && (genl->reserved ||
			  flags & ~(NLM_F_REQUEST | NLM_F_ACK | NLM_F_ECHO)))
		return BAD_HEADER;
	if (!policy_of(genl->cmd) ||
	    (is_dump(hdr, len) ? !can_dump(genl->cmd) : only_dumps(genl->cmd)))
		return BAD_COMMAND;
	return ACCEPTED;
}

static enum verdict model_command(struct state *state, const struct request *r)
{
	struct device *port = NULL;

	switch (r->cmd) {
	case PFC_CMD_POOL_NEW:
	case PFC_CMD_POOL_SET:
	case PFC_CMD_POOL_DEL:
	case PFC_CMD_POOL_GET:
		return model_pool(state, r);
	case PFC_CMD_PROFILE_NEW:
	case PFC_CMD_PROFILE_SET:
	case PFC_CMD_PROFILE_DEL:
	case PFC_CMD_PROFILE_GET:
		return model_profile(state, r);
	case PFC_CMD_STATS_CLEAR:
	case PFC_CMD_WATERMARK_CLEAR:
		return model_clear(state, r);
	case PFC_CMD_WATCHDOG_CLEAR:
	case PFC_CMD_WATCHDOG_MITIGATE:
	case PFC_CMD_WATCHDOG_INJECT:
		return model_watchdog(state, r);
	case PFC_CMD_IMPAIR_SET:
	case PFC_CMD_IMPAIR_DEL:
		return model_impair(state, r);
	default:
		return find_port(state, r, &port) ?:
		       (r->cmd == PFC_CMD_PORT_SET ?
			model_set(state, port - state->device, r) : ACCEPTED);
	}
}

/* Applies a request to the state; a rejected request leaves the state unchanged */
enum verdict model_request(struct state *state, const void *message, uint32_t len)
{
	const struct genlmsghdr *genl = NLMSG_DATA(message);
	enum verdict v = check_header(message, len, genl);
	struct request r;

	if (v)
		return v;
	r = (struct request){
		.cmd = genl->cmd, .len = len - NLMSG_HDRLEN - GENL_HDRLEN,
		.attrs = (const uint8_t *)genl + GENL_HDRLEN,
	};
	return check_all(policy_of(r.cmd), r.attrs, r.len) ?:
	       (is_dump(message, len) ? ACCEPTED : model_command(state, &r));
}
