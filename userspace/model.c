// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading ports from the kernel.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include <string.h>
#include "model.h"

static const struct field port_fields[] = {
	FIELD(PFC_A_IFINDEX, MNL_TYPE_U32, port, ifindex),
	FIELD(PFC_A_IFNAME, MNL_TYPE_NUL_STRING, port, name),
	FIELD(PFC_A_PORT_ID, MNL_TYPE_U32, port, id),
	FIELD(PFC_A_DEFAULT_PRIO, MNL_TYPE_U8, port, default_prio),
	FIELD(PFC_A_PAUSE_TIME, MNL_TYPE_U32, port, pause_time),
	FIELD(PFC_A_RATE, MNL_TYPE_U64, port, rate),
	FIELD(PFC_A_SPEED, MNL_TYPE_U32, port, speed),
	FIELD(PFC_A_SPEED_AUTO, MNL_TYPE_FLAG, port, speed_auto),
	FIELD(PFC_A_QUEUE_LIMIT, MNL_TYPE_U32, port, queue_limit),
	FIELD(PFC_A_DELAY, MNL_TYPE_U32, port, delay),
	FIELD(PFC_A_CABLE_DELAY, MNL_TYPE_U32, port, cable_delay),
	FIELD(PFC_A_BATCH, MNL_TYPE_U32, port, batch),
	FIELD(PFC_A_PEER_RATE, MNL_TYPE_U64, port, peer_rate),
	FIELD(PFC_A_OVERHEAD, MNL_TYPE_U32, port, overhead),
	FIELD(PFC_A_FLOW_CONTROL, MNL_TYPE_U8, port, flow_control),
	FIELD(PFC_A_TRUST, MNL_TYPE_U8, port, trust),
	FIELD(PFC_A_FLOOD_LOSSLESS, MNL_TYPE_U8, port, flood_lossless),
	FIELD(PFC_A_PRIO_SOURCE, MNL_TYPE_U8, port, prio_source),
	FIELD(PFC_A_DETECTION_TIME, MNL_TYPE_U64, port, detection_time),
	FIELD(PFC_A_RECOVERY_TIME, MNL_TYPE_U64, port, recovery_time),
	FIELD(PFC_A_WATCHDOG_ACTION, MNL_TYPE_U8, port, watchdog_action),
	FIELD(PFC_A_ESCALATE_COUNT, MNL_TYPE_U32, port, escalate_count),
	FIELD(PFC_A_ESCALATE_PERIOD, MNL_TYPE_U64, port, escalate_period),
	FIELD(PFC_A_XOFF_TIMEOUT, MNL_TYPE_U64, port, xoff_timeout),
	FIELD(PFC_A_XOFF_WARN, MNL_TYPE_U32, port, xoff_warn),
	FIELD(PFC_A_PORT_GROUP, MNL_TYPE_U32, port, group),
	{ 0 }
};

/* Of a priority group, and of a profile */
const struct field pg_fields[] = {
	FIELD(PFC_PG_A_XOFF, MNL_TYPE_U32, pg, xoff),
	FIELD(PFC_PG_A_XON, MNL_TYPE_U32, pg, xon),
	FIELD(PFC_PG_A_HEADROOM, MNL_TYPE_U32, pg, headroom),
	FIELD(PFC_PG_A_LIMIT, MNL_TYPE_U32, pg, limit),
	FIELD(PFC_PG_A_MIN, MNL_TYPE_U32, pg, min),
	FIELD(PFC_PG_A_ALPHA, MNL_TYPE_U32, pg, alpha),
	FIELD(PFC_PG_A_XON_OFFSET, MNL_TYPE_U32, pg, xon_offset),
	FIELD(PFC_PG_A_LOSSLESS, MNL_TYPE_FLAG, pg, lossless),
	FIELD(PFC_PG_A_POOL, MNL_TYPE_NUL_STRING, pg, pool),
	FIELD(PFC_PG_A_PROFILE, MNL_TYPE_NUL_STRING, pg, profile),
	FIELD(PFC_PG_A_HEADROOM_AUTO, MNL_TYPE_U8, pg, headroom_auto),
	FIELD(PFC_PG_A_HEADROOM_NEEDED, MNL_TYPE_U32, pg, headroom_needed),
	{ 0 }
};

static const struct field queue_fields[] = {
	FIELD(PFC_QUEUE_A_LIMIT, MNL_TYPE_U32, queue, limit),
	FIELD(PFC_QUEUE_A_ALPHA, MNL_TYPE_U32, queue, alpha),
	FIELD(PFC_QUEUE_A_ECN_KMIN, MNL_TYPE_U32, queue, ecn_kmin),
	FIELD(PFC_QUEUE_A_ECN_KMAX, MNL_TYPE_U32, queue, ecn_kmax),
	FIELD(PFC_QUEUE_A_ECN_PMAX, MNL_TYPE_U32, queue, ecn_pmax),
	{ 0 }
};

static const struct field tc_fields[] = {
	FIELD(PFC_TC_A_TSA, MNL_TYPE_U8, tc, tsa),
	FIELD(PFC_TC_A_BW, MNL_TYPE_U8, tc, bw),
	FIELD(PFC_TC_A_RATE, MNL_TYPE_U64, tc, rate),
	{ 0 }
};

static const struct field watch_fields[] = {
	FIELD(PFC_WATCH_A_STATE, MNL_TYPE_U8, watch, state),
	FIELD(PFC_WATCH_A_SINCE, MNL_TYPE_U64, watch, since),
	FIELD(PFC_WATCH_A_ACTION, MNL_TYPE_U8, watch, action),
	FIELD(PFC_WATCH_A_MANUAL, MNL_TYPE_FLAG, watch, manual),
	FIELD(PFC_WATCH_A_INJECTED, MNL_TYPE_FLAG, watch, injected),
	FIELD(PFC_WATCH_A_XOFF_STOPPED, MNL_TYPE_FLAG, watch, xoff_stopped),
	FIELD(PFC_WATCH_A_DROPPED, MNL_TYPE_U64, watch, dropped),
	FIELD(PFC_WATCH_A_FORWARDED, MNL_TYPE_U64, watch, forwarded),
	{ 0 }
};

static const struct field storm_fields[] = {
	FIELD(PFC_STORM_A_ACTION, MNL_TYPE_U8, storm, action),
	FIELD(PFC_STORM_A_INJECTED, MNL_TYPE_FLAG, storm, injected),
	FIELD(PFC_STORM_A_DISABLED, MNL_TYPE_FLAG, storm, disabled),
	FIELD(PFC_STORM_A_START, MNL_TYPE_U64, storm, start),
	FIELD(PFC_STORM_A_DETECTED, MNL_TYPE_U64, storm, detected),
	FIELD(PFC_STORM_A_END, MNL_TYPE_U64, storm, end),
	FIELD(PFC_STORM_A_PAUSED_TIME, MNL_TYPE_U64, storm, paused_time),
	FIELD(PFC_STORM_A_XOFF, MNL_TYPE_U64, storm, xoff),
	FIELD(PFC_STORM_A_BACKLOG_PACKETS, MNL_TYPE_U64, storm, backlog_packets),
	FIELD(PFC_STORM_A_BACKLOG_BYTES, MNL_TYPE_U64, storm, backlog_bytes),
	FIELD(PFC_STORM_A_DROPPED, MNL_TYPE_U64, storm, dropped),
	FIELD(PFC_STORM_A_FORWARDED, MNL_TYPE_U64, storm, forwarded),
	{ 0 }
};

/**
 * struct map_field - where a map goes
 * @attr: the attribute
 * @keys: number of keys
 * @values: number of values
 * @none: %PFC_MAP_NONE is one, too
 * @offset: of an array of bytes in &struct port
 */
static const struct map_field {
	uint16_t	attr;
	uint8_t		keys;
	uint8_t		values;
	bool		none;
	size_t		offset;
} map_fields[] = {
	{ PFC_A_DSCP_PRIO, PFC_DSCP_COUNT, PFC_PRIO_COUNT, false,
	  offsetof(struct port, dscp_prio) },
	{ PFC_A_PCP_PRIO, PFC_PRIO_COUNT, PFC_PRIO_COUNT, false,
	  offsetof(struct port, pcp_prio) },
	{ PFC_A_FLOOD_PRIO, PFC_PRIO_COUNT, PFC_PRIO_COUNT, true,
	  offsetof(struct port, flood_prio) },
	{ PFC_A_PRIO_DSCP, PFC_PRIO_COUNT, PFC_DSCP_COUNT, true,
	  offsetof(struct port, prio_dscp) },
	{ PFC_A_PRIO_PCP, PFC_PRIO_COUNT, PFC_PRIO_COUNT, true,
	  offsetof(struct port, prio_pcp) },
	{ PFC_A_PRIO_TC, PFC_PRIO_COUNT, PFC_PRIO_COUNT, false,
	  offsetof(struct port, prio_tc) },
	{ PFC_A_PRIO_PG, PFC_PRIO_COUNT, PFC_PRIO_COUNT, false,
	  offsetof(struct port, prio_pg) },
	{ PFC_A_PRIO_PFC, PFC_PRIO_COUNT, 2, false,
	  offsetof(struct port, prio_pfc) },
	{ PFC_A_PRIO_PFC_TX, PFC_PRIO_COUNT, 2, false,
	  offsetof(struct port, prio_pfc_tx) },
	{ PFC_A_PRIO_PFC_RX, PFC_PRIO_COUNT, 2, false,
	  offsetof(struct port, prio_pfc_rx) },
	{ PFC_A_PRIO_WATCHDOG, PFC_PRIO_COUNT, 2, false,
	  offsetof(struct port, prio_watchdog) },
	{ PFC_A_SAME_GROUP_PRIO, PFC_PRIO_COUNT, PFC_PRIO_COUNT, true,
	  offsetof(struct port, same_group_prio) },
	{ PFC_A_SAME_GROUP_DSCP, PFC_PRIO_COUNT, PFC_DSCP_COUNT, true,
	  offsetof(struct port, same_group_dscp) },
};

/**
 * field_read() - store an attribute
 * @fields: where attributes go; ends with an empty one
 * @attr: the attribute
 * @to: the struct that the fields are members of
 *
 * Return: false if the attribute has a known type but not its form.
 */
bool field_read(const struct field *fields, const struct nlattr *attr, void *to)
{
	const struct field *f;
	char *member;
	size_t len;

	for (f = fields; f->attr && f->attr != mnl_attr_get_type(attr); f++)
		;
	if (!f->attr)
		return true;
	if (mnl_attr_validate(attr, f->type) < 0)
		return false;
	member = (char *)to + f->offset;
	len = mnl_attr_get_payload_len(attr);
	if (f->type == MNL_TYPE_FLAG)
		*(bool *)member = true;
	else if (f->type == MNL_TYPE_NUL_STRING)
		snprintf(member, f->size, "%s", mnl_attr_get_str(attr));
	else
		memcpy(member, mnl_attr_get_payload(attr),
		       len < f->size ? len : f->size);
	return true;
}

static const struct nlattr *find(const struct nlattr *nest, uint16_t type)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, nest)
		if (mnl_attr_get_type(attr) == type)
			return attr;
	return NULL;
}

/* The number in an attribute of type u8; -1 if it is none below @limit */
static int find_u8(const struct nlattr *nest, uint16_t type, int limit)
{
	const struct nlattr *attr = find(nest, type);
	int value;

	if (!attr || mnl_attr_validate(attr, MNL_TYPE_U8) < 0)
		return -1;
	value = mnl_attr_get_u8(attr);
	return value < limit ? value : -1;
}

static bool read_map(const struct nlattr *nest, const struct map_field *map,
		     struct port *port)
{
	uint8_t *table = (uint8_t *)port + map->offset;
	const struct nlattr *entry;

	mnl_attr_for_each_nested(entry, nest) {
		int key = find_u8(entry, PFC_MAP_A_KEY, map->keys);
		int value = find_u8(entry, PFC_MAP_A_VALUE, PFC_MAP_NONE + 1);

		if (key < 0 || value < 0 ||
		    (value >= map->values && !(map->none && value == PFC_MAP_NONE)))
			return false;
		table[key] = value;
	}
	return true;
}

static bool read_ethtypes(const struct nlattr *nest, struct port *port)
{
	const struct nlattr *entry, *key;

	port->n_ethtypes = 0;
	mnl_attr_for_each_nested(entry, nest) {
		int prio = find_u8(entry, PFC_MAP_A_VALUE, PFC_PRIO_COUNT);

		key = find(entry, PFC_MAP_A_KEY16);
		if (prio < 0 || !key || mnl_attr_validate(key, MNL_TYPE_U16) < 0 ||
		    port->n_ethtypes == PFC_ETHTYPES_MAX)
			return false;
		port->ethtypes[port->n_ethtypes++] = (struct ethtype){
			.type = mnl_attr_get_u16(key), .prio = prio,
		};
	}
	return true;
}

static bool read_fields(const struct nlattr *nest, const struct field *fields,
			void *to)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, nest)
		if (!field_read(fields, attr, to))
			return false;
	return true;
}

static bool read_pg(const struct nlattr *nest, struct port *port)
{
	int id = find_u8(nest, PFC_PG_A_ID, PFC_PRIO_COUNT);

	return id >= 0 && read_fields(nest, pg_fields, &port->pgs[id]);
}

static bool read_queue(const struct nlattr *nest, struct port *port)
{
	int id = find_u8(nest, PFC_QUEUE_A_ID, PFC_PRIO_COUNT);

	return id >= 0 && read_fields(nest, queue_fields, &port->queues[id]);
}

static bool read_tc(const struct nlattr *nest, struct port *port)
{
	int id = find_u8(nest, PFC_TC_A_ID, PFC_PRIO_COUNT);

	return id >= 0 && read_fields(nest, tc_fields, &port->tcs[id]);
}

static bool read_watch(const struct nlattr *nest, struct port *port)
{
	int id = find_u8(nest, PFC_WATCH_A_ID, PFC_PRIO_COUNT);

	return id >= 0 && read_fields(nest, watch_fields, &port->watches[id]);
}

/**
 * storm_read() - read a storm
 * @nest: a %PFC_A_STORM
 * @storm: result
 *
 * Return: whether it is one.
 */
bool storm_read(const struct nlattr *nest, struct storm *storm)
{
	int prio = find_u8(nest, PFC_STORM_A_PRIO, PFC_PRIO_COUNT);

	if (prio < 0)
		return false;
	*storm = (struct storm){ .prio = prio };
	return read_fields(nest, storm_fields, storm);
}

static bool read_storm(const struct nlattr *nest, struct port *port)
{
	return port->n_storms < PFC_HISTORY_MAX &&
	       storm_read(nest, &port->storms[port->n_storms++]);
}

static bool read_counters(const struct nlattr *nest, struct port *port,
			  enum counter_kind kind)
{
	int id = kind == COUNTERS_PORT ? 0 :
		 find_u8(nest, PFC_STAT_ID, PFC_PRIO_COUNT);
	const struct nlattr *attr;

	if (id < 0)
		return false;
	mnl_attr_for_each_nested(attr, nest) {
		uint16_t type = mnl_attr_get_type(attr);

		if (type < PFC_STAT_FIRST || type >= COUNTER_SLOTS)
			continue;
		if (mnl_attr_validate(attr, MNL_TYPE_U64) < 0)
			return false;
		port->counters[kind][id][type] = mnl_attr_get_u64(attr);
	}
	return true;
}

static bool read_port_attr(const struct nlattr *attr, struct port *port)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(map_fields); i++)
		if (map_fields[i].attr == mnl_attr_get_type(attr))
			return read_map(attr, &map_fields[i], port);
	switch (mnl_attr_get_type(attr)) {
	case PFC_A_ETHTYPE_PRIO:
		return read_ethtypes(attr, port);
	case PFC_A_PG:
		return read_pg(attr, port);
	case PFC_A_QUEUE:
		return read_queue(attr, port);
	case PFC_A_TC:
		return read_tc(attr, port);
	case PFC_A_WATCH:
		return read_watch(attr, port);
	case PFC_A_STORM:
		return read_storm(attr, port);
	case PFC_A_STATS_PORT:
		return read_counters(attr, port, COUNTERS_PORT);
	case PFC_A_STATS_PG:
		return read_counters(attr, port, COUNTERS_PG);
	case PFC_A_STATS_PRIO:
		return read_counters(attr, port, COUNTERS_PRIO);
	case PFC_A_STATS_QUEUE:
		return read_counters(attr, port, COUNTERS_QUEUE);
	}
	return field_read(port_fields, attr, port);
}

/* What the kernel does not tell is as in a module that does not know it */
static void port_init(struct port *port)
{
	unsigned int prio;

	memset(port, 0, sizeof(*port));
	port->batch = PFC_DEFAULT_BATCH;
	port->overhead = PFC_DEFAULT_OVERHEAD;
	port->flow_control = PFC_FLOW_PFC;
	port->trust = PFC_TRUST_DSCP;
	memset(port->flood_prio, PFC_MAP_NONE, sizeof(port->flood_prio));
	memset(port->prio_dscp, PFC_MAP_NONE, sizeof(port->prio_dscp));
	memset(port->prio_pcp, PFC_MAP_NONE, sizeof(port->prio_pcp));
	memset(port->same_group_prio, PFC_MAP_NONE, sizeof(port->same_group_prio));
	memset(port->same_group_dscp, PFC_MAP_NONE, sizeof(port->same_group_dscp));
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		port->watches[prio].action = NO_ACTION;
}

/*
 * The port of that number, or a new one.  Dumps come in one order, so a port
 * of the dump before is the one after that found last, mostly.
 */
static struct port *port_slot(struct ports *ports, uint32_t ifindex)
{
	struct port *list;
	size_t i;

	for (i = 0; i < ports->known; i++) {
		struct port *port = &ports->list[ports->next];

		ports->next = (ports->next + 1) % ports->known;
		if (port->ifindex == ifindex)
			return port;
	}
	list = realloc(ports->list, (ports->n + 1) * sizeof(*list));
	if (!list)
		return NULL;
	ports->list = list;
	port_init(&list[ports->n]);
	return &list[ports->n++];
}

/* What of a port answers to a command tell, and in which order they are asked for */
static const struct {
	uint8_t		cmd;
	unsigned int	part;
} asked[] = {
	{ PFC_CMD_PORT_GET, PORT_CONFIG },
	{ PFC_CMD_STATS_GET, PORT_STATS },
	{ PFC_CMD_WATCHDOG_GET, PORT_WATCH },
};

static int read_port(const struct nlmsghdr *nlh, void *data)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	struct ports *ports = data;
	const struct nlattr *attr;
	uint32_t ifindex = 0;
	struct port *port;
	size_t i;

	mnl_attr_for_each(attr, nlh, sizeof(*genl))
		if (mnl_attr_get_type(attr) == PFC_A_IFINDEX &&
		    mnl_attr_validate(attr, MNL_TYPE_U32) >= 0)
			ifindex = mnl_attr_get_u32(attr);
	if (!ifindex)
		return -EBADMSG;
	port = port_slot(ports, ifindex);
	if (!port)
		return -ENOMEM;
	mnl_attr_for_each(attr, nlh, sizeof(*genl))
		if (!read_port_attr(attr, port))
			return -EBADMSG;
	for (i = 0; i < ARRAY_SIZE(asked); i++)
		if (asked[i].cmd == genl->cmd)
			port->parts |= asked[i].part;
	return 0;
}

static int load_part(struct ctx *ctx, const char *dev, uint8_t cmd,
		     struct ports *ports)
{
	struct message msg;

	ports->known = ports->n;
	ports->next = 0;
	genl_request(&msg, cmd, dev ? NLM_F_ACK : NLM_F_DUMP);
	if (dev)
		mnl_attr_put_strz(&msg.hdr, PFC_A_IFNAME, dev);
	return genl_talk(ctx, &msg, read_port, ports);
}

static int compare(const void *a, const void *b)
{
	const struct port *p = a, *q = b;

	return (p->ifindex > q->ifindex) - (p->ifindex < q->ifindex);
}

/* A port that went away or came between two dumps is left out */
static void keep_whole(struct ports *ports, unsigned int parts)
{
	size_t i, n = 0;

	for (i = 0; i < ports->n; i++)
		if (ports->list[i].parts == parts)
			ports->list[n++] = ports->list[i];
	ports->n = n;
	if (n)
		qsort(ports->list, n, sizeof(*ports->list), compare);
}

/**
 * ports_load() - read ports
 * @ctx: the context
 * @dev: a device, or NULL for all ports
 * @parts: what to read of them: PORT_CONFIG, PORT_STATS, PORT_WATCH
 * @ports: result, to be freed by ports_free()
 *
 * Return: an exit status.
 */
int ports_load(struct ctx *ctx, const char *dev, unsigned int parts,
	       struct ports *ports)
{
	int err, tries = 0;
	size_t i;

	memset(ports, 0, sizeof(*ports));
	err = genl_open(ctx);
	if (err)
		return err;
	do {
		err = 0;
		ports_free(ports);
		for (i = 0; !err && i < ARRAY_SIZE(asked); i++)
			if (parts & asked[i].part)
				err = load_part(ctx, dev, asked[i].cmd, ports);
	} while (err == -EINTR && ++tries < DUMP_TRIES);
	if (err) {
		ports_free(ports);
		return nl_fail(ctx, dev ? dev : "ports", err);
	}
	keep_whole(ports, parts);
	return STATUS_OK;
}

/**
 * ports_free() - forget ports
 * @ports: the ports
 */
void ports_free(struct ports *ports)
{
	free(ports->list);
	memset(ports, 0, sizeof(*ports));
}

/**
 * quanta_ns() - how long a pause is
 * @quanta: of 512 bit times
 * @speed: of the link, Mb/s
 *
 * Return: nanoseconds, rounded up.
 */
uint64_t quanta_ns(uint32_t quanta, uint32_t speed)
{
	return speed ? (quanta * 512000ULL + speed - 1) / speed : 0;
}
