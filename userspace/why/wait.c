// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads from the kernel who waits for whom, and the flight recorders.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include <string.h>
#include "wait.h"

/* Reads the part of a port that a nest is about.  @parts: the first one, of @size bytes */
static bool part_read(const struct nlattr *nest, uint16_t id_attr, const struct field *fields,
		      void *parts, size_t size)
{
	int id = attr_u8(nest, id_attr, PFC_PRIO_COUNT);

	return id >= 0 && fields_read(fields, nest, (char *)parts + id * size);
}

static bool read_holder(const struct nlattr *nest, struct holders *queue)
{
	struct holder *holder = list_add(&queue->holder, &queue->n_holders, sizeof(*holder));

	return fields_read(holder_fields, nest, holder) && holder->pg < PFC_PRIO_COUNT;
}

/* Sets the length of the addresses.  Return: false if an address or only one of them is invalid */
static bool read_addresses(const struct nlattr *nest, struct flow *flow)
{
	const struct nlattr *src = attr_find(nest, PFC_FLOW_A_SRC);
	const struct nlattr *dst = attr_find(nest, PFC_FLOW_A_DST);

	if (!src && !dst)
		return true;
	if (!src || !dst || mnl_attr_get_payload_len(src) != mnl_attr_get_payload_len(dst))
		return false;
	flow->addr_len = mnl_attr_get_payload_len(src);
	return flow->addr_len == 4 || flow->addr_len == 16;
}

static bool read_flow(const struct nlattr *nest, struct holders *queue)
{
	struct flow *flow = list_add(&queue->flow, &queue->n_flows, sizeof(*flow));

	if (!fields_read(flow_fields, nest, flow) || !read_addresses(nest, flow) ||
	    flow->pg >= PFC_PRIO_COUNT)
		return false;
	flow->has_ports = attr_find(nest, PFC_FLOW_A_SRC_PORT) &&
			  attr_find(nest, PFC_FLOW_A_DST_PORT);
	flow->tagged = attr_find(nest, PFC_FLOW_A_VLAN);
	return true;
}

static bool read_queue_attr(const struct nlattr *attr, struct holders *queue)
{
	switch (mnl_attr_get_type(attr)) {
	case PFC_HOLDERS_A_HOLDER:
		return read_holder(attr, queue);
	case PFC_HOLDERS_A_FLOW:
		return read_flow(attr, queue);
	}
	return field_read(holders_fields, attr, queue);
}

static bool read_queue(const struct nlattr *nest, struct wait_port *port)
{
	int id = attr_u8(nest, PFC_HOLDERS_A_ID, PFC_PRIO_COUNT);
	const struct nlattr *attr;
	struct holders *queue;

	if (id < 0)
		return false;
	queue = &port->queue[id];
	queue->no_flows = !attr_find(nest, PFC_HOLDERS_A_FLOWS);
	mnl_attr_for_each_nested(attr, nest)
		if (!read_queue_attr(attr, queue))
			return false;
	return true;
}

static bool read_record(const struct nlattr *nest, struct recorder *recorder)
{
	struct record *record = list_add(&recorder->list, &recorder->n, sizeof(*record));

	record->number = recorder->first + recorder->n - 1;
	return fields_read(record_fields, nest, record) && record->prio < PFC_PRIO_COUNT &&
	       record->queue_prio < PFC_PRIO_COUNT;
}

/* The kernel sends the number of the first transition before the transitions */
static bool read_first(const struct nlattr *attr, struct recorder *recorder)
{
	if (mnl_attr_validate(attr, MNL_TYPE_U64) < 0)
		return false;
	/* The port has overwritten transitions between two messages: keep those without a gap */
	if (mnl_attr_get_u64(attr) != recorder->first + recorder->n) {
		recorder->first = mnl_attr_get_u64(attr);
		recorder->n = 0;
	}
	return true;
}

/* Attributes that a message about a port or about one of its queues contains only once */
static const struct field wait_port_fields[] = {
	FIELD(PFC_A_IFINDEX, MNL_TYPE_U32, wait_port, ifindex),
	FIELD(PFC_A_IFNAME, MNL_TYPE_NUL_STRING, wait_port, name),
	FIELD(PFC_A_PORT_ID, MNL_TYPE_U32, wait_port, id),
	FIELD(PFC_A_PEER_MAC, MNL_TYPE_BINARY, wait_port, peer_mac),
	FIELD(PFC_A_RECORD_TIME, MNL_TYPE_U64, wait_port, recorder.time),
	{ 0 }
};

static bool read_attr(const struct nlattr *attr, struct wait_port *port)
{
	switch (mnl_attr_get_type(attr)) {
	case PFC_A_WAIT:
		return part_read(attr, PFC_WAIT_A_ID, wait_fields, port->wait,
				 sizeof(*port->wait));
	case PFC_A_WAIT_PG:
		return part_read(attr, PFC_WAIT_PG_A_ID, wait_pg_fields, port->wait_pg,
				 sizeof(*port->wait_pg));
	case PFC_A_QUEUE_HOLDERS:
		return read_queue(attr, port);
	case PFC_A_RECORD:
		return read_record(attr, &port->recorder);
	case PFC_A_RECORD_FIRST:
		return read_first(attr, &port->recorder);
	case PFC_A_WAIT_TIME:
		/* The first message of a port has the time of its pauses */
		if (mnl_attr_validate(attr, MNL_TYPE_U64) < 0)
			return false;
		port->time = port->time ?: mnl_attr_get_u64(attr);
		return true;
	case PFC_A_PEER_MAC:
		port->has_peer = true;
	}
	return field_read(wait_port_fields, attr, port);
}

/* Return: this port, which is probably that of the last message, or a new one */
static struct wait_port *port_slot(struct waits *waits, uint32_t ifindex, uint32_t id)
{
	struct wait_port *port;
	size_t i;

	for (i = waits->n; i--;)
		if (waits->list[i].ifindex == ifindex && waits->list[i].id == id)
			return &waits->list[i];
	port = list_add(&waits->list, &waits->n, sizeof(*port));
	port->ifindex = ifindex;
	port->id = id;
	return port;
}

/* The dumps, in the order of the requests */
static const struct {
	uint8_t		cmd;
	unsigned int	part;
	const char	*missing;
} dumps[] = {
	{ PFC_CMD_RECORD_GET, WAITS_RECORDERS, "the loaded pfc module has no flight recorder" },
	{ PFC_CMD_WAIT_GET, WAITS_PAUSES,
	  "the loaded pfc module does not report who waits for whom" },
};

static int read_message(const struct nlmsghdr *nlh, void *waits)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	const uint32_t ifindex = genl_u32(nlh, PFC_A_IFINDEX);
	const struct nlattr *attr;
	struct wait_port *port;

	if (!ifindex)
		return -EBADMSG;
	port = port_slot(waits, ifindex, genl_u32(nlh, PFC_A_PORT_ID));
	port->parts |= genl->cmd == PFC_CMD_RECORD_GET ? WAITS_RECORDERS : WAITS_PAUSES;
	mnl_attr_for_each(attr, nlh, sizeof(*genl))
		if (!read_attr(attr, port))
			return -EBADMSG;
	return 0;
}

static void port_free(struct wait_port *port)
{
	unsigned int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		free(port->queue[prio].holder);
		free(port->queue[prio].flow);
	}
	free(port->recorder.list);
	free(port->recorder.pasts);
}

static int compare(const void *a, const void *b)
{
	const struct wait_port *p = a, *q = b;

	return (p->ifindex > q->ifindex) - (p->ifindex < q->ifindex);
}

/* Sorts the ports, and removes those that were added or deleted between two dumps */
static void keep_whole(struct waits *waits, unsigned int parts)
{
	size_t i, n = 0;

	for (i = 0; i < waits->n; i++)
		if (waits->list[i].parts == parts)
			waits->list[n++] = waits->list[i];
		else
			port_free(&waits->list[i]);
	waits->n = n;
	if (n)
		qsort(waits->list, n, sizeof(*waits->list), compare);
	for (i = 0; parts & WAITS_RECORDERS && i < n; i++)
		pasts_find(&waits->list[i]);
}

/*
 * Read ports from the kernel.
 * @parts: %WAITS_PAUSES, %WAITS_RECORDERS, or both
 * @waits: result: all ports of the namespace; the caller frees it with waits_free()
 * Return: an exit status.
 */
int waits_load(struct ctx *ctx, unsigned int parts, struct waits *waits)
{
	const char *missing = NULL;
	struct message msg;
	int err, tries = 0;
	size_t i;

	memset(waits, 0, sizeof(*waits));
	err = genl_open(ctx);
	if (err)
		return err;
	do {
		waits_free(waits);
		err = 0;
		for (i = 0; !err && i < ARRAY_SIZE(dumps); i++) {
			if (!(parts & dumps[i].part))
				continue;
			missing = dumps[i].missing;
			genl_request(&msg, dumps[i].cmd, NLM_F_DUMP);
			err = genl_talk(ctx, &msg, read_message, waits);
		}
	} while (err == -EINTR && ++tries < DUMP_TRIES);
	if (err) {
		waits_free(waits);
		return err == -EOPNOTSUPP ? fail(ctx, "%s", missing) : nl_fail(ctx, "ports", err);
	}
	keep_whole(waits, parts);
	return STATUS_OK;
}

/* Free what waits_load() has read */
void waits_free(struct waits *waits)
{
	size_t i;

	for (i = 0; i < waits->n; i++)
		port_free(&waits->list[i]);
	free(waits->list);
	memset(waits, 0, sizeof(*waits));
}

/* Find a port.  Return: the port or NULL */
const struct wait_port *waits_find(const struct waits *waits, uint32_t ifindex)
{
	const struct wait_port key = { .ifindex = ifindex };

	return waits->n ? bsearch(&key, waits->list, waits->n, sizeof(key), compare) : NULL;
}

/* Get the pauses of a priority in one direction */
struct pauses pauses_of(const struct wait_port *port, unsigned int prio, enum xoff_dir dir)
{
	const struct wait *w = &port->wait[prio];

	if (dir == XOFF_TX)
		return (struct pauses){ w->tx_xoff, w->tx_since, w->tx_count, w->tx_total,
					w->tx_longest, w->tx_last };
	return (struct pauses){ w->rx_paused, w->rx_since, w->rx_count, w->rx_total,
				w->rx_longest, w->rx_last };
}
