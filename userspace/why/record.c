// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the flight recorders from the kernel.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include <string.h>
#include "record.h"

/*
 * Check which buffer the bytes of a transition are in.
 * Return: true: the PG of the ingress port; false: the egress queue.
 */
bool record_is_ingress(const struct record *record)
{
	switch (record->event) {
	case PFC_EVENT_XOFF_SENT:
	case PFC_EVENT_XON_SENT:
	case PFC_EVENT_XOFF_LOST:
	case PFC_EVENT_HEADROOM_OVERRUN:
	case PFC_EVENT_XOFF_TIMEOUT:
	case PFC_EVENT_XOFF_RESUMED:
	case PFC_EVENT_XOFF_RATE_TX:
	case PFC_EVENT_REFRESH_LATE:
	case PFC_EVENT_PEAK:
		return true;
	default:
		return false;
	}
}

/* Attributes of a message that are not transitions */
static const struct field record_port_fields[] = {
	FIELD(PFC_A_IFINDEX, MNL_TYPE_U32, record_port, ifindex),
	FIELD(PFC_A_IFNAME, MNL_TYPE_NUL_STRING, record_port, name),
	FIELD(PFC_A_PORT_ID, MNL_TYPE_U32, record_port, id),
	FIELD(PFC_A_RECORD_TIME, MNL_TYPE_U64, record_port, time),
	FIELD(PFC_A_RECORD_FIRST, MNL_TYPE_U64, record_port, first),
	{ 0 }
};

/* Return: the port of the last message if it is the port of @head, or a new port */
static struct record_port *port_slot(struct records *records, const struct record_port *head)
{
	struct record_port *port;

	if (records->n && records->list[records->n - 1].ifindex == head->ifindex)
		return &records->list[records->n - 1];
	port = list_add(&records->list, &records->n, sizeof(*port));
	if (port)
		*port = *head;
	return port;
}

static bool read_record(const struct nlattr *nest, struct record_port *port)
{
	struct record *record = list_add(&port->list, &port->n, sizeof(*record));

	if (!record)
		return false;
	record->number = port->first + port->n - 1;
	return fields_read(record_fields, nest, record) && record->prio < PFC_PRIO_COUNT &&
	       record->queue_prio < PFC_PRIO_COUNT;
}

static int read_message(const struct nlmsghdr *nlh, void *data)
{
	struct record_port head = { 0 }, *port;
	struct records *records = data;
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) != PFC_A_RECORD &&
		    !field_read(record_port_fields, attr, &head))
			return -EBADMSG;
	if (!head.ifindex)
		return -EBADMSG;
	port = port_slot(records, &head);
	if (!port)
		return -ENOMEM;
	port->time = head.time;
	/* The port has overwritten transitions between two messages: keep those without a gap */
	if (head.first != port->first + port->n) {
		port->first = head.first;
		port->n = 0;
	}
	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == PFC_A_RECORD && !read_record(attr, port))
			return -EBADMSG;
	return 0;
}

static int compare_ports(const void *a, const void *b)
{
	const struct record_port *p = a, *q = b;

	return (p->ifindex > q->ifindex) - (p->ifindex < q->ifindex);
}

/* The end of a pause at its deadline is recorded when it is noticed, so its number may be late */
static int compare_records(const void *a, const void *b)
{
	const struct record *p = a, *q = b;

	if (p->time != q->time)
		return p->time > q->time ? 1 : -1;
	return (p->number > q->number) - (p->number < q->number);
}

static void sort(struct records *records)
{
	size_t i;

	if (records->n)
		qsort(records->list, records->n, sizeof(*records->list), compare_ports);
	for (i = 0; i < records->n; i++)
		if (records->list[i].n)
			qsort(records->list[i].list, records->list[i].n, sizeof(struct record),
			      compare_records);
}

/*
 * Read the flight recorders from the kernel.
 * @records: result: all ports of the namespace; the caller frees it with records_free()
 * Return: an exit status.
 */
int records_load(struct ctx *ctx, struct records *records)
{
	struct message msg;
	int err, tries = 0;

	memset(records, 0, sizeof(*records));
	err = genl_open(ctx);
	if (err)
		return err;
	do {
		records_free(records);
		genl_request(&msg, PFC_CMD_RECORD_GET, NLM_F_DUMP);
		err = genl_talk(ctx, &msg, read_message, records);
	} while (err == -EINTR && ++tries < DUMP_TRIES);
	if (err) {
		records_free(records);
		if (err == -EOPNOTSUPP)
			return fail(ctx, "the loaded pfc module has no flight recorder");
		return nl_fail(ctx, "ports", err);
	}
	sort(records);
	return STATUS_OK;
}

/* Free what records_load() has read */
void records_free(struct records *records)
{
	size_t i;

	for (i = 0; i < records->n; i++)
		free(records->list[i].list);
	free(records->list);
	memset(records, 0, sizeof(*records));
}

/* Find the flight recorder of a port.  Return: the flight recorder or NULL */
const struct record_port *records_find(const struct records *records, uint32_t ifindex)
{
	size_t i;

	for (i = 0; i < records->n; i++)
		if (records->list[i].ifindex == ifindex)
			return &records->list[i];
	return NULL;
}
