// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads ports from the kernel.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include <string.h>
#include "model.h"
#include "netns.h"

/*
 * Store an attribute in a structure.  Unknown attributes are ignored.  Return: false if it is
 * malformed.
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
	member = (char *)to + f->offset;
	len = mnl_attr_get_payload_len(attr);
	/* A number of the type uint has 4 bytes or 8 */
	if (f->type == MNL_TYPE_UNSPEC && len == sizeof(uint32_t)) {
		*(uint64_t *)member = mnl_attr_get_u32(attr);
		return true;
	}
	if (f->type == MNL_TYPE_UNSPEC && len != sizeof(uint64_t))
		return false;
	if (mnl_attr_validate(attr, f->type) < 0)
		return false;
	if (f->type == MNL_TYPE_BINARY && len > f->size)
		return false;
	if (f->type == MNL_TYPE_FLAG)
		*(bool *)member = true;
	else if (f->type == MNL_TYPE_NUL_STRING)
		snprintf(member, f->size, "%s", mnl_attr_get_str(attr));
	else
		memcpy(member, mnl_attr_get_payload(attr),
		       len < f->size ? len : f->size);
	return true;
}

/* Exit if there is no memory: the tool cannot do anything without.  Return: @memory */
void *check_memory(void *memory)
{
	if (memory)
		return memory;
	if (netns_before_exit)
		netns_before_exit();
	fputs("pfcctl: out of memory\n", stderr);
	exit(STATUS_FAILED);
}

/* Allocate @n zeroed elements.  Return: the memory, never NULL */
void *list_new(size_t n, size_t size)
{
	return check_memory(calloc(n + 1, size));
}

/*
 * Append a zeroed element to a list on the heap, which only this function allocates.
 * @list: address of the pointer to the first element
 * @n: number of elements, incremented
 *
 * The list has room for the next power of two, because a kernel can have a million routes.
 * Return: the element, never NULL.
 */
void *list_add(void *list, size_t *n, size_t size)
{
	char *grown;

	memcpy(&grown, list, sizeof(grown));
	if (!(*n & (*n - 1)))
		grown = check_memory(realloc(grown, 2 * (*n + 1) * size));
	memcpy(list, &grown, sizeof(grown));
	return memset(grown + (*n)++ * size, 0, size);
}

/* Find an attribute of a nest.  Return: the attribute, or NULL */
const struct nlattr *attr_find(const struct nlattr *nest, uint16_t type)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, nest)
		if (mnl_attr_get_type(attr) == type)
			return attr;
	return NULL;
}

/* Get a number in a nest.  Return: -1 if it is missing, malformed or not below @limit */
int attr_u8(const struct nlattr *nest, uint16_t type, int limit)
{
	const struct nlattr *attr = attr_find(nest, type);
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
		int key = attr_u8(entry, PFC_MAP_A_KEY, map->keys);
		int value = attr_u8(entry, PFC_MAP_A_VALUE, PFC_MAP_NONE + 1);

		if (key < 0 || value < 0 ||
		    (value >= map->values && !(map->none && value == PFC_MAP_NONE)))
			return false;
		table[key] = value;
	}
	return true;
}

/* Reads an entry of a map whose keys are numbers of 16 bits.  Return: whether it is valid */
static bool read_entry(const struct nlattr *entry, uint16_t *number, uint8_t *prio)
{
	const struct nlattr *key = attr_find(entry, PFC_MAP_A_KEY16);
	const int value = attr_u8(entry, PFC_MAP_A_VALUE, PFC_PRIO_COUNT);

	if (value < 0 || !key || mnl_attr_validate(key, MNL_TYPE_U16) < 0)
		return false;
	*number = mnl_attr_get_u16(key);
	*prio = value;
	return true;
}

static bool read_ethtypes(const struct nlattr *nest, struct port *port)
{
	const struct nlattr *entry;
	struct ethtype *e;

	port->n_ethtypes = 0;
	mnl_attr_for_each_nested(entry, nest) {
		if (port->n_ethtypes == PFC_ETHTYPES_MAX)
			return false;
		e = &port->ethtypes[port->n_ethtypes++];
		if (!read_entry(entry, &e->type, &e->prio))
			return false;
	}
	return true;
}

static bool read_announced(const struct nlattr *nest, struct port *port)
{
	const struct nlattr *entry;
	struct announced *a;
	int selector;

	port->n_announced = 0;
	mnl_attr_for_each_nested(entry, nest) {
		selector = attr_u8(entry, PFC_MAP_A_KEY, UINT8_MAX);
		if (selector < 0 || port->n_announced == PFC_APP_PORTS_MAX)
			return false;
		a = &port->announced[port->n_announced++];
		a->selector = selector;
		if (!read_entry(entry, &a->number, &a->prio))
			return false;
	}
	return true;
}

/* Return: the number in a member of @size bytes; 0 for a size that no number has */
uint64_t member_value(const char *at, size_t size)
{
	uint64_t u64 = 0;
	uint32_t u32;
	uint16_t u16;

	if (size == sizeof(uint8_t))
		return *(const uint8_t *)at;
	if (size == sizeof(u16)) {
		memcpy(&u16, at, sizeof(u16));
		return u16;
	}
	if (size == sizeof(u32)) {
		memcpy(&u32, at, sizeof(u32));
		return u32;
	}
	if (size == sizeof(u64))
		memcpy(&u64, at, sizeof(u64));
	return u64;
}

/*
 * Store the attributes of a nest in a structure, as field_read().  Return: false if one is
 * malformed.
 */
bool fields_read(const struct field *fields, const struct nlattr *nest, void *to)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, nest)
		if (!field_read(fields, attr, to))
			return false;
	return true;
}

/* Read a storm from an attribute %PFC_A_STORM.  Return: false if it is malformed */
bool storm_read(const struct nlattr *nest, struct storm *storm)
{
	int prio = attr_u8(nest, PFC_STORM_A_PRIO, PFC_PRIO_COUNT);

	if (prio < 0)
		return false;
	*storm = (struct storm){ .prio = prio };
	return fields_read(storm_fields, nest, storm);
}

static bool read_storm(const struct nlattr *nest, struct port *port)
{
	return port->n_storms < PFC_HISTORY_MAX &&
	       storm_read(nest, &port->storms[port->n_storms++]);
}

/* Attribute with the values of a part of a port, and attribute of the number of the part */
static const struct part_nest {
	uint16_t		attr;
	uint16_t		id;
	const struct field	*fields;
	size_t			offset;
	size_t			size;
} part_nests[] = {
	{ PFC_A_PG, PFC_PG_A_ID, pg_fields, offsetof(struct port, pgs), sizeof(struct pg) },
	{ PFC_A_QUEUE, PFC_QUEUE_A_ID, queue_fields, offsetof(struct port, queues),
	  sizeof(struct queue) },
	{ PFC_A_TC, PFC_TC_A_ID, tc_fields, offsetof(struct port, tcs), sizeof(struct tc) },
	{ PFC_A_WATCHDOG, PFC_WATCHDOG_A_ID, watch_fields, offsetof(struct port, watches),
	  sizeof(struct watch) },
	{ PFC_A_IMPAIR, PFC_IMPAIR_A_ID, impair_fields,
	  offsetof(struct port, impairments.prios), sizeof(struct impair) },
};

static bool read_part(const struct nlattr *nest, const struct part_nest *part, struct port *port)
{
	int id = attr_u8(nest, part->id, PFC_PRIO_COUNT);

	return id >= 0 && fields_read(part->fields, nest,
				      (char *)port + part->offset + id * part->size);
}

/**
 * struct counter_nest - attribute with the counters of a part of a port
 * @attr: the attribute
 * @id: attribute of the number of the part; 0: the port itself
 * @first: the first attribute that is a counter
 * @slots: number of counters in &struct port for each part, by attribute
 * @offset: offset of the first counter in &struct port
 */
static const struct counter_nest {
	uint16_t	attr;
	uint16_t	id;
	uint16_t	first;
	uint16_t	slots;
	size_t		offset;
} counter_nests[] = {
	{ PFC_A_STATS_PORT, 0, PFC_STAT_FIRST, COUNTER_SLOTS,
	  offsetof(struct port, counters[COUNTERS_PORT]) },
	{ PFC_A_STATS_PG, PFC_STAT_ID, PFC_STAT_FIRST, COUNTER_SLOTS,
	  offsetof(struct port, counters[COUNTERS_PG]) },
	{ PFC_A_STATS_PRIO, PFC_STAT_ID, PFC_STAT_FIRST, COUNTER_SLOTS,
	  offsetof(struct port, counters[COUNTERS_PRIO]) },
	{ PFC_A_STATS_QUEUE, PFC_STAT_ID, PFC_STAT_FIRST, COUNTER_SLOTS,
	  offsetof(struct port, counters[COUNTERS_QUEUE]) },
	{ PFC_A_IMPAIR_STATS, PFC_IMPAIR_STAT_ID, PFC_IMPAIR_STAT_FRAMES,
	  PFC_IMPAIR_STAT_MAX + 1, offsetof(struct port, impairments.counters) },
};

static bool read_counters(const struct nlattr *nest, const struct counter_nest *of,
			  struct port *port)
{
	int id = of->id ? attr_u8(nest, of->id, PFC_PRIO_COUNT) : 0;
	const struct nlattr *attr;
	uint64_t *counters;

	if (id < 0)
		return false;
	counters = (uint64_t *)((char *)port + of->offset) + id * of->slots;
	mnl_attr_for_each_nested(attr, nest) {
		uint16_t type = mnl_attr_get_type(attr);

		if (type < of->first || type >= of->slots)
			continue;
		if (mnl_attr_validate(attr, MNL_TYPE_U64) < 0)
			return false;
		counters[type] = mnl_attr_get_u64(attr);
	}
	return true;
}

/* Set an attribute of a message in a port.  Return: false if it is malformed */
bool port_apply_attr(struct port *port, const struct nlattr *attr)
{
	const uint16_t type = mnl_attr_get_type(attr);
	const struct map_field *map;
	size_t i;

	for (map = map_fields; map->attr; map++)
		if (map->attr == type)
			return read_map(attr, map, port);
	for (i = 0; i < ARRAY_SIZE(part_nests); i++)
		if (part_nests[i].attr == type)
			return read_part(attr, &part_nests[i], port);
	for (i = 0; i < ARRAY_SIZE(counter_nests); i++)
		if (counter_nests[i].attr == type)
			return read_counters(attr, &counter_nests[i], port);
	switch (type) {
	case PFC_A_ETHTYPE_PRIO:
		return read_ethtypes(attr, port);
	case PFC_A_DCB_ANNOUNCED:
		return read_announced(attr, port);
	case PFC_A_STORM:
		return read_storm(attr, port);
	}
	return field_read(port_fields, attr, port) &&
	       field_read(impairments_fields, attr, &port->impairments);
}

/*
 * Set the attributes of a report about a port, or of a request that changes it, in a port.
 * Return: false if one is malformed.
 */
bool port_apply(struct port *port, const struct nlmsghdr *nlh)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (!port_apply_attr(port, attr))
			return false;
	return true;
}

/* Find a pool.  Return: the pool or NULL */
struct pool *pool_find(const struct pools *pools, const char *name)
{
	size_t i;

	for (i = 0; i < pools->n; i++)
		if (!strcmp(pools->list[i].name, name))
			return &pools->list[i];
	return NULL;
}

/* Set the maps that have no entry by default */
void port_clear_maps(struct port *port)
{
	memset(port->flood_prio, PFC_MAP_NONE, sizeof(port->flood_prio));
	memset(port->prio_dscp, PFC_MAP_NONE, sizeof(port->prio_dscp));
	memset(port->prio_pcp, PFC_MAP_NONE, sizeof(port->prio_pcp));
	memset(port->bounce_prio, PFC_MAP_NONE, sizeof(port->bounce_prio));
	memset(port->bounce_dscp, PFC_MAP_NONE, sizeof(port->bounce_dscp));
}

/* Initializes a port, with defaults for attributes that an older module does not report */
static void port_init(struct port *port)
{
	unsigned int prio;

	memset(port, 0, sizeof(*port));
	port->batch = PFC_DEFAULT_BATCH;
	port->overhead = PFC_DEFAULT_OVERHEAD;
	port->flow_control = PFC_FLOW_CONTROL_PFC;
	port->trust = PFC_TRUST_DSCP;
	port->control_prio = PFC_MAP_NONE;
	port_clear_maps(port);
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		port->watches[prio].action = NO_ACTION;
}

/*
 * Return: the port with this ifindex, or a new port.  All dumps report the ports in the same
 * order, so the search starts after the port found last.
 */
static struct port *port_slot(struct ports *ports, uint32_t ifindex)
{
	struct port *new;
	size_t i;

	for (i = 0; i < ports->known; i++) {
		struct port *port = &ports->list[ports->next];

		ports->next = (ports->next + 1) % ports->known;
		if (port->ifindex == ifindex)
			return port;
	}
	new = list_add(&ports->list, &ports->n, sizeof(*new));
	port_init(new);
	return new;
}

/* Commands that read the parts of a port, in the order of the requests */
static const struct {
	uint8_t		cmd;
	unsigned int	part;
} part_commands[] = {
	{ PFC_CMD_PORT_GET, PORT_CONFIG },
	{ PFC_CMD_STATS_GET, PORT_STATS },
	{ PFC_CMD_WATCHDOG_GET, PORT_WATCH },
	{ PFC_CMD_IMPAIR_GET, PORT_IMPAIR },
};

static int read_port(const struct nlmsghdr *nlh, void *data)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	const uint32_t ifindex = genl_u32(nlh, PFC_A_IFINDEX);
	struct ports *ports = data;
	struct port *port;
	size_t i;

	if (!ifindex)
		return -EBADMSG;
	port = port_slot(ports, ifindex);
	if (!port_apply(port, nlh))
		return -EBADMSG;
	for (i = 0; i < ARRAY_SIZE(part_commands); i++)
		if (part_commands[i].cmd == genl->cmd)
			port->parts |= part_commands[i].part;
	return 0;
}

/* Only the first request names the device.  Later ones use its ifindex: the name may change. */
static int load_part(struct ctx *ctx, const char *dev, uint8_t cmd,
		     struct ports *ports)
{
	struct message msg;

	ports->known = ports->n;
	ports->next = 0;
	genl_request(&msg, cmd, dev ? NLM_F_ACK : NLM_F_DUMP);
	if (dev && ports->n)
		mnl_attr_put_u32(&msg.hdr, PFC_A_IFINDEX, ports->list[0].ifindex);
	else if (dev)
		mnl_attr_put_strz(&msg.hdr, PFC_A_IFNAME, dev);
	return genl_talk(ctx, &msg, read_port, ports);
}

static int compare(const void *a, const void *b)
{
	const struct port *p = a, *q = b;

	return (p->ifindex > q->ifindex) - (p->ifindex < q->ifindex);
}

/* Removes ports that lack one of @parts: they were added or deleted between two dumps */
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

/*
 * Read ports from the kernel.
 * @dev: name of a device, or NULL for all ports
 * @parts: bit mask of the parts to read: PORT_CONFIG, PORT_STATS, PORT_WATCH, PORT_IMPAIR
 * @ports: result; the caller frees it with ports_free()
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
		for (i = 0; !err && i < ARRAY_SIZE(part_commands); i++)
			if (parts & part_commands[i].part)
				err = load_part(ctx, dev, part_commands[i].cmd, ports);
	} while (err == -EINTR && ++tries < DUMP_TRIES);
	if (err) {
		ports_free(ports);
		return nl_fail(ctx, dev ? dev : "ports", err);
	}
	keep_whole(ports, parts);
	return STATUS_OK;
}

/* Free a list of ports */
void ports_free(struct ports *ports)
{
	free(ports->list);
	memset(ports, 0, sizeof(*ports));
}

/* Get the priorities that are on in an on/off map.  Return: bit mask of the priorities */
uint8_t prio_mask(const uint8_t *table)
{
	unsigned int prio;
	uint8_t mask = 0;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		mask |= !!table[prio] << prio;
	return mask;
}

/* Return: bit mask of the priorities for which a port sends XOFF; 0 unless flow-control is pfc */
uint8_t prios_sent(const struct port *port)
{
	return port->flow_control == PFC_FLOW_CONTROL_PFC ? prio_mask(port->prio_pfc_tx) : 0;
}

/* Return: bit mask of the priorities that the peer of a port can pause; with PAUSE, all of them */
uint8_t prios_obeyed(const struct port *port)
{
	switch (port->flow_control) {
	case PFC_FLOW_CONTROL_PFC:
		return prio_mask(port->prio_pfc_rx);
	case PFC_FLOW_CONTROL_PAUSE:
		return 0xff;
	}
	return 0;
}

/* Return: whether a PG is lossless and has less headroom than it needs */
bool pg_short(const struct pg *pg)
{
	return pg->lossless && pg->headroom < pg->headroom_needed;
}

/* Return: whether the headroom of a PG follows what the PG needs, if the pool has room */
bool pg_is_auto(const struct port *port, const struct pg *pg)
{
	return pg->headroom_auto == PFC_HEADROOM_MODE_AUTO ||
	       (pg->headroom_auto == PFC_HEADROOM_MODE_DEFAULT && pg->lossless &&
		port->speed_source != PFC_SPEED_SOURCE_ASSUMED);
}
