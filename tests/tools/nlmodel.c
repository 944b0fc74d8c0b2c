// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the kernel has to make of a request of the family "pfc", from the bytes of
 * the message, by the rules of netlink and of <linux/pfc.h>.
 */

#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <string.h>

#include "nlattr.h"
#include "nlmodel.h"

#define FRAME_MIN		60	/* of a pool, bytes */
#define PAUSE_NS_MIN		20000
#define PRIOS			PFC_PRIO_COUNT

const char *const verdict_names[VERDICTS] = {
	"accepted", "header", "command", "rest", "type", "length", "nest", "name",
	"read_only", "port_not_named", "no_device", "no_port", "not_given",
	"out_of_range", "delay_alone", "xon_above_xoff", "mixed_group",
	"pause_too_short", "no_room",
};

static const struct policy entry_policy = {
	.max = PFC_MAP_A_MAX,
	.kind = { [PFC_MAP_A_KEY] = KIND_U8, [PFC_MAP_A_VALUE] = KIND_U8 },
};

static const struct policy map_policy = {
	.max = PFC_A_MAP_ENTRY,
	.kind = { [PFC_A_MAP_ENTRY] = KIND_NEST },
	.nest = { [PFC_A_MAP_ENTRY] = &entry_policy },
};

static const struct policy pg_policy = {
	.max = PFC_PG_A_MAX,
	.kind = {
		[PFC_PG_A_ID] = KIND_U8, [PFC_PG_A_XOFF] = KIND_U32,
		[PFC_PG_A_XON] = KIND_U32, [PFC_PG_A_HEADROOM] = KIND_U32,
		[PFC_PG_A_LIMIT] = KIND_U32, [PFC_PG_A_LOSSLESS] = KIND_REJECT,
		[PFC_PG_A_MIN] = KIND_U32, [PFC_PG_A_ALPHA] = KIND_U32,
		[PFC_PG_A_XON_OFFSET] = KIND_U32,
	},
};

static const struct policy set_policy = {
	.max = PFC_A_DELAY,
	.kind = {
		[PFC_A_IFINDEX] = KIND_U32, [PFC_A_IFNAME] = KIND_NAME,
		[PFC_A_DEFAULT_PRIO] = KIND_U8, [PFC_A_DSCP_PRIO] = KIND_NEST,
		[PFC_A_PRIO_PG] = KIND_NEST, [PFC_A_PRIO_PFC] = KIND_NEST,
		[PFC_A_PG] = KIND_NEST, [PFC_A_PAUSE_TIME] = KIND_U32,
		[PFC_A_RATE] = KIND_U64, [PFC_A_SPEED] = KIND_U32,
		[PFC_A_QUEUE_LIMIT] = KIND_U32, [PFC_A_DELAY] = KIND_U32,
	},
	.nest = {
		[PFC_A_DSCP_PRIO] = &map_policy, [PFC_A_PRIO_PG] = &map_policy,
		[PFC_A_PRIO_PFC] = &map_policy, [PFC_A_PG] = &pg_policy,
	},
};

static const struct policy pool_policy = {
	.max = PFC_A_POOL_SIZE,
	.kind = { [PFC_A_POOL_SIZE] = KIND_U32 },
};

static const struct policy name_policy = {
	.max = PFC_A_IFNAME,
	.kind = { [PFC_A_IFINDEX] = KIND_U32, [PFC_A_IFNAME] = KIND_NAME },
};

static const struct policy no_policy = { .max = PFC_A_PAD };

/* The attributes that a command takes, or NULL if there is no such command */
const struct policy *policy_of(int cmd)
{
	switch (cmd) {
	case PFC_CMD_PORT_SET:
		return &set_policy;
	case PFC_CMD_POOL_SET:
		return &pool_policy;
	case PFC_CMD_POOL_GET:
		return &no_policy;
	case PFC_CMD_PORT_GET:
	case PFC_CMD_STATS_GET:
	case PFC_CMD_STATS_CLEAR:
		return &name_policy;
	default:
		return NULL;
	}
}

/* ---- attributes --------------------------------------------------------- */

static enum verdict check_all(const struct policy *policy, const uint8_t *data, int len);

static enum verdict check_name(const struct attr *attr)
{
	int len = attr->len;

	if (!len || !memchr(attr->data, 0, len < 16 ? len : 16))
		return BAD_NAME;
	len -= !attr->data[len - 1];
	return len > 15 ? BAD_NAME : ACCEPTED;
}

static enum verdict check_attr(const struct policy *policy, const struct attr *attr)
{
	static const int sizes[] = { [KIND_U8] = 1, [KIND_U32] = 4, [KIND_U64] = 8 };
	enum kind kind;

	if (!attr->type || attr->type > policy->max)
		return BAD_TYPE;
	kind = policy->kind[attr->type];
	if (kind >= KIND_U8 && kind <= KIND_U64 && attr->len != sizes[kind])
		return BAD_LENGTH;
	if (attr->nested ? kind != KIND_NEST && kind != KIND_NONE : kind == KIND_NEST)
		return BAD_NEST;
	switch (kind) {
	case KIND_NONE:
		return BAD_TYPE;
	case KIND_REJECT:
		return READ_ONLY;
	case KIND_NAME:
		return check_name(attr);
	case KIND_NEST:
		if (attr->len > 0 && attr->len < NLA_HDRLEN)
			return BAD_LENGTH;
		return check_all(policy->nest[attr->type], attr->data, attr->len);
	default:
		return ACCEPTED;
	}
}

static enum verdict check_all(const struct policy *policy, const uint8_t *data, int len)
{
	struct cursor c = { data, len };
	enum verdict verdict;
	struct attr attr;

	while (next_attr(&c, &attr)) {
		verdict = check_attr(policy, &attr);
		if (verdict)
			return verdict;
	}
	return c.left > 0 ? BAD_REST : ACCEPTED;
}

/* ---- requests ----------------------------------------------------------- */

struct request {
	int cmd, len;
	const uint8_t *attrs;
};

#define FIND(r, type) find((r)->attrs, (r)->len, type)

bool is_dump(const void *message, uint32_t len)
{
	const struct nlmsghdr *hdr = message;

	return len >= NLMSG_HDRLEN && (hdr->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP;
}

static enum verdict find_port(struct state *state, const struct request *r,
			      struct device **port)
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

static bool within(uint64_t value, uint64_t min, uint64_t max)
{
	return value >= min && value <= max;
}

static enum verdict read_map(const struct request *r, int type, uint8_t *map, int keys,
			     int values)
{
	const struct attr *nest = FIND(r, type), *key, *value;
	struct attr entry;

	if (!nest)
		return ACCEPTED;
	for_each_attr(&entry, nest->data, nest->len) {
		key = find(entry.data, entry.len, PFC_MAP_A_KEY);
		value = find(entry.data, entry.len, PFC_MAP_A_VALUE);
		if (!key || !value)
			return NOT_GIVEN;
		if (*key->data >= keys || *value->data >= values)
			return OUT_OF_RANGE;
		map[*key->data] = *value->data;
	}
	return ACCEPTED;
}

static enum verdict read_size(const uint8_t *data, int len, int type, uint32_t *size)
{
	const struct attr *attr = find(data, len, type);

	if (!attr)
		return ACCEPTED;
	if (number(attr) > PFC_SIZE_MAX)
		return OUT_OF_RANGE;
	*size = number(attr);
	return ACCEPTED;
}

static enum verdict read_groups(const struct request *r, struct config *config)
{
	const struct attr *id, *alpha;
	struct limits *pg;
	struct attr nest;

	for_each_attr(&nest, r->attrs, r->len) {
		if (nest.type != PFC_A_PG)
			continue;
		id = find(nest.data, nest.len, PFC_PG_A_ID);
		if (!id)
			return NOT_GIVEN;
		if (*id->data >= PRIOS)
			return OUT_OF_RANGE;
		pg = &config->pg[*id->data];
		if (read_size(nest.data, nest.len, PFC_PG_A_XOFF, &pg->xoff) ||
		    read_size(nest.data, nest.len, PFC_PG_A_XON, &pg->xon) ||
		    read_size(nest.data, nest.len, PFC_PG_A_HEADROOM, &pg->headroom) ||
		    read_size(nest.data, nest.len, PFC_PG_A_LIMIT, &pg->limit) ||
		    read_size(nest.data, nest.len, PFC_PG_A_MIN, &pg->min) ||
		    read_size(nest.data, nest.len, PFC_PG_A_XON_OFFSET, &pg->xon_offset))
			return OUT_OF_RANGE;
		alpha = find(nest.data, nest.len, PFC_PG_A_ALPHA);
		if (alpha && number(alpha) > PFC_ALPHA_MAX)
			return OUT_OF_RANGE;
		if (alpha)
			pg->alpha = number(alpha);
	}
	return ACCEPTED;
}

static enum verdict read_numbers(const struct request *r, struct config *config)
{
	const struct attr *prio = FIND(r, PFC_A_DEFAULT_PRIO);
	const struct attr *pause = FIND(r, PFC_A_PAUSE_TIME);
	const struct attr *rate = FIND(r, PFC_A_RATE);
	const struct attr *speed = FIND(r, PFC_A_SPEED);
	const struct attr *delay = FIND(r, PFC_A_DELAY);

	if ((prio && *prio->data >= PRIOS) ||
	    (pause && !within(number(pause), 1, PFC_PAUSE_TIME_MAX)) ||
	    (rate && number(rate) && !within(number(rate), PFC_RATE_MIN, PFC_RATE_MAX)) ||
	    (speed && number(speed) && !within(number(speed), PFC_SPEED_MIN, PFC_SPEED_MAX)) ||
	    (delay && number(delay) > PFC_DELAY_MAX))
		return OUT_OF_RANGE;
	if (prio)
		config->default_prio = *prio->data;
	if (pause)
		config->pause_time = number(pause);
	if (rate)
		config->rate = number(rate);
	if (speed)
		config->speed = number(speed);
	if (delay)
		config->delay = number(delay);
	return read_size(r->attrs, r->len, PFC_A_QUEUE_LIMIT, &config->queue_limit);
}

static enum verdict check_groups(struct config *config)
{
	int pg, prio, on, off;

	for (pg = 0; pg < PRIOS; pg++) {
		on = 0;
		off = 0;
		for (prio = 0; prio < PRIOS; prio++)
			if (config->prio_pg[prio] == pg)
				*(config->prio_pfc[prio] ? &on : &off) += 1;
		if (config->pg[pg].xon > config->pg[pg].xoff)
			return XON_ABOVE_XOFF;
		if (on && off)
			return MIXED_GROUP;
		config->lossless[pg] = on > 0;
	}
	return ACCEPTED;
}

static enum verdict check_pause(const struct request *r, const struct device *port,
				const struct config *config)
{
	uint64_t speed = config->speed ?: port->speed;

	if (!FIND(r, PFC_A_PAUSE_TIME) && !FIND(r, PFC_A_SPEED))
		return ACCEPTED;
	/* rounded up to ns, so that many at least: more than one less */
	return config->pause_time * 512000ULL > (PAUSE_NS_MIN - 1) * speed ?
	       ACCEPTED : PAUSE_TOO_SHORT;
}

/* For a while both what grows and what shrinks are reserved */
static enum verdict reserve(struct state *state, const struct config *old,
			    const struct config *new)
{
	uint64_t reserved = state->pool_reserved;
	uint32_t had, has;
	int64_t less = 0;
	int i, pg;

	for (i = 0; i < 2 * PRIOS; i++) {
		pg = i % PRIOS;
		had = old->lossless[pg] ? old->pg[pg].headroom : 0;
		has = new->lossless[pg] ? new->pg[pg].headroom : 0;
		if (i >= PRIOS) {
			had = old->pg[pg].min;
			has = new->pg[pg].min;
		}
		if (has > had)
			reserved += has - had;
		else
			less += had - has;
	}
	if (reserved > state->pool_size)
		return NO_ROOM;
	state->pool_reserved = reserved - less;
	return ACCEPTED;
}

static enum verdict model_set(struct state *state, struct device *port,
			      const struct request *r)
{
	struct config config = port->config;
	enum verdict v;

	v = read_numbers(r, &config) ?:
	    read_map(r, PFC_A_DSCP_PRIO, config.dscp_prio, PFC_DSCP_COUNT, PRIOS) ?:
	    read_map(r, PFC_A_PRIO_PG, config.prio_pg, PRIOS, PRIOS) ?:
	    read_map(r, PFC_A_PRIO_PFC, config.prio_pfc, PRIOS, 2) ?:
	    read_groups(r, &config);
	if (!v && config.delay && !config.rate)
		v = DELAY_ALONE;
	v = v ?: check_groups(&config) ?: check_pause(r, port, &config) ?:
	    reserve(state, &port->config, &config);
	if (!v)
		port->config = config;
	return v;
}

static enum verdict model_pool(struct state *state, const struct request *r)
{
	const struct attr *size = FIND(r, PFC_A_POOL_SIZE);

	if (!size)
		return NOT_GIVEN;
	if (!within(number(size), FRAME_MIN, PFC_SIZE_MAX))
		return OUT_OF_RANGE;
	if (number(size) < state->pool_reserved)
		return NO_ROOM;
	state->pool_size = number(size);
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
	    (is_dump(hdr, len) && genl->cmd != PFC_CMD_PORT_GET &&
	     genl->cmd != PFC_CMD_STATS_GET))
		return BAD_COMMAND;
	return ACCEPTED;
}

/* Changes the state if the request is accepted */
enum verdict model_request(struct state *state, const void *message, uint32_t len)
{
	const struct genlmsghdr *genl = NLMSG_DATA(message);
	enum verdict verdict = check_header(message, len, genl);
	struct device *port = NULL;
	struct request r;

	if (verdict)
		return verdict;
	r = (struct request){
		.cmd = genl->cmd, .len = len - NLMSG_HDRLEN - GENL_HDRLEN,
		.attrs = (const uint8_t *)genl + GENL_HDRLEN,
	};
	verdict = check_all(policy_of(r.cmd), r.attrs, r.len);
	if (verdict || r.cmd == PFC_CMD_POOL_GET || is_dump(message, len))
		return verdict;
	if (r.cmd == PFC_CMD_POOL_SET)
		return model_pool(state, &r);
	if (r.cmd == PFC_CMD_STATS_CLEAR && !FIND(&r, PFC_A_IFINDEX) &&
	    !FIND(&r, PFC_A_IFNAME))
		return ACCEPTED;
	verdict = find_port(state, &r, &port);
	if (verdict || r.cmd != PFC_CMD_PORT_SET)
		return verdict;
	return model_set(state, port, &r);
}

/* Is this what the kernel should say? */
bool errno_fits(enum verdict verdict, int error)
{
	switch (verdict) {
	case ACCEPTED:
		return !error;
	case BAD_COMMAND:
		return error == EOPNOTSUPP;
	case NO_DEVICE:
		return error == ENODEV;
	case NO_PORT:
		return error == ENOENT;
	case NO_ROOM:
		return error == ENOSPC;
	case OUT_OF_RANGE:
	case NOT_GIVEN:
		/* several values may be wrong, and one of them is named */
	case BAD_LENGTH:
	case BAD_NAME:
	case BAD_TYPE:
	case BAD_REST:
	case BAD_NEST:
	case READ_ONLY:
		return error == EINVAL || error == ERANGE;
	case PAUSE_TOO_SHORT:
		return error == ERANGE;
	default:
		return error == EINVAL;
	}
}
