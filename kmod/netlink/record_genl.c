// SPDX-License-Identifier: GPL-2.0-only
/* The flight recorder in answers. */
#include <net/sock.h>
#include "../net.h"
#include "../port.h"
#include "netlink.h"

/*
 * Puts the egress queue that brought the PG into XOFF, unless its port is gone.  A port that is
 * younger than the record has the id of a port that is gone.
 */
static int pfc_put_record_queue(struct sk_buff *msg, const struct pfc_port *port,
				const struct pfc_record *record)
{
	u16 queue = record->queue;
	const struct pfc_port *egress = rtnl_dereference(pfc_ports[PFC_QUEUE_ID_PORT(queue)]);

	if (!queue || !egress || egress->net != port->net ||
	    egress->recorder.since > record->time)
		return 0;
	return nla_put_u32(msg, PFC_RECORD_A_QUEUE_IFINDEX, egress->ifindex) ?:
	       nla_put_u8(msg, PFC_RECORD_A_QUEUE_PRIO, PFC_QUEUE_ID_PRIO(queue));
}

static int pfc_put_record(struct sk_buff *msg, const struct pfc_port *port,
			  const struct pfc_record *record)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_RECORD);

	if (!nest ||
	    nla_put_u64_64bit(msg, PFC_RECORD_A_TIME, record->time, PFC_RECORD_A_PAD) ||
	    nla_put_u32(msg, PFC_RECORD_A_EVENT, record->event) ||
	    nla_put_u8(msg, PFC_RECORD_A_PRIO, record->prio) ||
	    nla_put_u32(msg, PFC_RECORD_A_BYTES, record->bytes) ||
	    (record->quanta && nla_put_u32(msg, PFC_RECORD_A_QUANTA, record->quanta)) ||
	    (record->count > 1 && nla_put_u32(msg, PFC_RECORD_A_COUNT, record->count)) ||
	    pfc_put_record_queue(msg, port, record)) {
		nla_nest_cancel(msg, nest);
		return -EMSGSIZE;
	}
	nla_nest_end(msg, nest);
	return 0;
}

/**
 * struct pfc_record_dump - position of a dump of records
 * @port: the port
 * @from: number of the next transition of @port; set to the one after the message
 * @end: number of the first transition that is not part of the dump, or 0: not yet known; set by
 *	the first message of @port, so that a busy port does not make the dump endless
 */
struct pfc_record_dump {
	struct pfc_port	*port;
	u64		from;
	u64		end;
};

/* Puts as many records as the message has room for */
static int pfc_put_records(struct sk_buff *msg, void *object)
{
	struct pfc_record_dump *dump = object;
	struct pfc_record *records;
	u64 written, first = dump->from;
	unsigned int n, i = 0;
	int err;

	records = kmalloc_array(PFC_RECORDS_MSG, sizeof(*records), GFP_KERNEL);
	if (!records)
		return -ENOMEM;
	n = pfc_recorder_read(&dump->port->recorder, &first, records, PFC_RECORDS_MSG, &written);
	err = pfc_put_name(msg, dump->port) ?:
	      nla_put_u64_64bit(msg, PFC_A_RECORD_TIME, ktime_get_ns(), PFC_A_PAD) ?:
	      nla_put_u64_64bit(msg, PFC_A_RECORD_FIRST, first, PFC_A_PAD);
	while (!err && i < n && !pfc_put_record(msg, dump->port, &records[i]))
		i++;
	kfree(records);
	if (err || (n && !i))
		return -EMSGSIZE;
	dump->from = first + i;
	dump->end = dump->end ?: written;
	return 0;
}

int pfc_genl_record_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct net *net = sock_net(skb->sk);
	struct pfc_record_dump dump = {};
	u16 id = cb->args[0];
	int err = 0;

	rtnl_lock();
	cb->seq = pfc_net_of(net)->generation;
	while ((dump.port = pfc_port_next(net, &id))) {
		if (cb->args[2] != id) {
			/* Records the pauses whose end at their deadline was not yet noticed */
			pfc_receiver_since(dump.port, 0);
			dump.from = 0;
			dump.end = 0;
		} else {
			dump.from = cb->args[1];
			dump.end = cb->args[3];
		}
		err = pfc_get_next(skb, cb, pfc_put_records, &dump);
		if (err)
			break;
		cb->args[1] = dump.from;
		cb->args[2] = id;
		cb->args[3] = dump.end;
		if (dump.from >= dump.end)
			cb->args[0] = id;
		else
			id = cb->args[0];
	}
	rtnl_unlock();
	return skb->len ?: err;
}
