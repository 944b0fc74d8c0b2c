// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads from the kernel who waits for whom.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include <string.h>
#include "wait.h"

/* Return: the number of the priority or group in a nest, or -1 if it is missing or malformed */
static int find_id(const struct nlattr *nest, uint16_t type)
{
	const struct nlattr *attr = attr_find(nest, type);

	if (!attr || mnl_attr_validate(attr, MNL_TYPE_U8) < 0 ||
	    mnl_attr_get_u8(attr) >= PFC_PRIO_COUNT)
		return -1;
	return mnl_attr_get_u8(attr);
}

static bool read_wait(const struct nlattr *nest, struct wait_port *port)
{
	int id = find_id(nest, PFC_WAIT_A_ID);

	return id >= 0 && fields_read(wait_fields, nest, &port->wait[id]);
}

static bool read_wait_pg(const struct nlattr *nest, struct wait_port *port)
{
	int id = find_id(nest, PFC_WAIT_PG_A_ID);

	if (id < 0 || !fields_read(wait_pg_fields, nest, &port->wait_pg[id]))
		return false;
	port->wait_pg[id].known = true;
	return true;
}

static bool read_holder(const struct nlattr *nest, struct holders *queue)
{
	struct holder *holder = list_add(&queue->holder, &queue->n_holders, sizeof(*holder));

	return holder && fields_read(holder_fields, nest, holder) && holder->pg < PFC_PRIO_COUNT;
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

	if (!flow || !fields_read(flow_fields, nest, flow) || !read_addresses(nest, flow) ||
	    flow->pg >= PFC_PRIO_COUNT)
		return false;
	flow->has_ports = attr_find(nest, PFC_FLOW_A_SRC_PORT) &&
			  attr_find(nest, PFC_FLOW_A_DST_PORT);
	flow->tagged = attr_find(nest, PFC_FLOW_A_VLAN);
	return true;
}

static void holders_free(struct holders *queue)
{
	free(queue->holder);
	free(queue->flow);
	memset(queue, 0, sizeof(*queue));
}

static bool read_queue(const struct nlattr *nest, struct wait_port *port)
{
	int id = find_id(nest, PFC_HOLDERS_A_ID);
	const struct nlattr *attr;
	struct holders *queue;

	if (id < 0)
		return false;
	queue = &port->queue[id];
	holders_free(queue);
	queue->known = true;
	queue->no_flows = !attr_find(nest, PFC_HOLDERS_A_FLOWS);
	mnl_attr_for_each_nested(attr, nest) {
		if (mnl_attr_get_type(attr) == PFC_HOLDERS_A_HOLDER) {
			if (!read_holder(attr, queue))
				return false;
		} else if (mnl_attr_get_type(attr) == PFC_HOLDERS_A_FLOW) {
			if (!read_flow(attr, queue))
				return false;
		} else if (!field_read(holders_fields, attr, queue)) {
			return false;
		}
	}
	return true;
}

/* Attributes that a message about a port or about one of its queues contains only once */
static const struct field wait_port_fields[] = {
	FIELD(PFC_A_IFNAME, MNL_TYPE_NUL_STRING, wait_port, name),
	FIELD(PFC_A_PORT_ID, MNL_TYPE_U32, wait_port, id),
	FIELD(PFC_A_PEER_MAC, MNL_TYPE_BINARY, wait_port, peer_mac),
	{ 0 }
};

static bool read_attr(const struct nlattr *attr, struct wait_port *port)
{
	switch (mnl_attr_get_type(attr)) {
	case PFC_A_WAIT:
		return read_wait(attr, port);
	case PFC_A_WAIT_PG:
		return read_wait_pg(attr, port);
	case PFC_A_QUEUE_HOLDERS:
		return read_queue(attr, port);
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

/* Return: the port of the last message if it has this ifindex, or a new port */
static struct wait_port *port_slot(struct waits *waits, uint32_t ifindex)
{
	struct wait_port *port;

	if (waits->n && waits->list[waits->n - 1].ifindex == ifindex)
		return &waits->list[waits->n - 1];
	port = list_add(&waits->list, &waits->n, sizeof(*port));
	if (port)
		port->ifindex = ifindex;
	return port;
}

static int read_message(const struct nlmsghdr *nlh, void *data)
{
	struct waits *waits = data;
	const struct nlattr *attr;
	struct wait_port *port;
	uint32_t ifindex = 0;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == PFC_A_IFINDEX &&
		    mnl_attr_validate(attr, MNL_TYPE_U32) >= 0)
			ifindex = mnl_attr_get_u32(attr);
	if (!ifindex)
		return -EBADMSG;
	port = port_slot(waits, ifindex);
	if (!port)
		return -ENOMEM;
	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (!read_attr(attr, port))
			return -EBADMSG;
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct wait_port *p = a, *q = b;

	return (p->ifindex > q->ifindex) - (p->ifindex < q->ifindex);
}

/*
 * Read from the kernel who waits for whom.
 * @waits: result: all ports of the namespace; the caller frees it with waits_free()
 * Return: an exit status.
 */
int waits_load(struct ctx *ctx, struct waits *waits)
{
	struct message msg;
	int err, tries = 0;

	memset(waits, 0, sizeof(*waits));
	err = genl_open(ctx);
	if (err)
		return err;
	do {
		waits_free(waits);
		genl_request(&msg, PFC_CMD_WAIT_GET, NLM_F_DUMP);
		err = genl_talk(ctx, &msg, read_message, waits);
	} while (err == -EINTR && ++tries < DUMP_TRIES);
	if (err) {
		waits_free(waits);
		if (err == -EOPNOTSUPP)
			return fail(ctx,
				    "the loaded pfc module does not report who waits for whom");
		return nl_fail(ctx, "ports", err);
	}
	if (waits->n)
		qsort(waits->list, waits->n, sizeof(*waits->list), compare);
	return STATUS_OK;
}

/* Free what waits_load() has read */
void waits_free(struct waits *waits)
{
	unsigned int prio;
	size_t i;

	for (i = 0; i < waits->n; i++)
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			holders_free(&waits->list[i].queue[prio]);
	free(waits->list);
	memset(waits, 0, sizeof(*waits));
}
