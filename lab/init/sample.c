// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the counters of all ports, and writes those that have changed.
 *
 * A large fabric has a thousand nodes, and each has a netlink socket of its own.  Each system call
 * of a user-mode kernel takes two context switches of the host machine.  So a sample takes two
 * system calls for each node: one sends the request, the other receives all messages of the reply.
 *
 * A port has some 300 counters.  Inline functions read the attributes: a call of libmnl for each
 * step took a third of the time of a sample.
 */
#include <errno.h>
#include <inttypes.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include "lab.h"

#define BUFFERS	32	/* messages of one system call */
#define TRIES	5	/* attempts to read ports while they change */

static char buffers[BUFFERS][NL_BUFFER_SIZE];

/**
 * struct sampled - counters of a port in the previous sample
 * @ifindex: index of the device
 * @prefix: beginning of the lines of this port
 * @counters: the counters, by kind, number of the PG, priority or queue, and attribute
 */
struct sampled {
	uint32_t	ifindex;
	char		prefix[512];
	uint64_t	counters[COUNTER_KINDS][PFC_PRIO_COUNT][COUNTER_SLOTS];
};

/**
 * struct attrs - attributes of a message or a nest that are not read yet
 * @next: the next attribute
 * @len: bytes from @next to the end
 */
struct attrs {
	const struct nlattr	*next;
	size_t			len;
};

/* Return: the next attribute, or NULL at the end or if the length of the next one is invalid */
static const struct nlattr *take(struct attrs *attrs)
{
	const struct nlattr *attr = attrs->next;
	size_t size;

	if (attrs->len < NLA_HDRLEN || attr->nla_len < NLA_HDRLEN || attr->nla_len > attrs->len)
		return NULL;
	size = NLA_ALIGN(attr->nla_len);
	if (size > attrs->len)
		size = attrs->len;
	attrs->len -= size;
	attrs->next = (const void *)((const char *)attr + size);
	return attr;
}

static const void *payload(const struct nlattr *attr)
{
	return (const char *)attr + NLA_HDRLEN;
}

static unsigned int type_of(const struct nlattr *attr)
{
	return attr->nla_type & NLA_TYPE_MASK;
}

/* Return: the kind of counters in an attribute of a port, or COUNTER_KINDS */
static enum counter_kind kind_of(const struct nlattr *attr)
{
	switch (type_of(attr)) {
	case PFC_A_STATS_PORT:
		return COUNTERS_PORT;
	case PFC_A_STATS_PG:
		return COUNTERS_PG;
	case PFC_A_STATS_PRIO:
		return COUNTERS_PRIO;
	case PFC_A_STATS_QUEUE:
		return COUNTERS_QUEUE;
	}
	return COUNTER_KINDS;
}

/*
 * Writes the counters of an attribute that have changed, and stores them.  The number of the PG,
 * priority or queue is before the counters.
 */
static int write_counters(FILE *out, struct sampled *port, const struct nlattr *nest)
{
	struct attrs attrs = { payload(nest), nest->nla_len - NLA_HDRLEN };
	enum counter_kind kind = kind_of(nest);
	const struct nlattr *attr;
	unsigned int id = 0;
	uint64_t now;

	if (kind == COUNTER_KINDS)
		return 0;
	while ((attr = take(&attrs))) {
		unsigned int type = type_of(attr);
		uint64_t *before;

		if (type == PFC_STAT_ID)
			id = *(const uint8_t *)payload(attr) % PFC_PRIO_COUNT;
		if (type < PFC_STAT_FIRST || type >= COUNTER_SLOTS)
			continue;
		if (attr->nla_len != NLA_HDRLEN + sizeof(now))
			return -EBADMSG;
		before = &port->counters[kind][id][type];
		memcpy(&now, payload(attr), sizeof(now));
		if (now == *before)
			continue;
		*before = now;
		fprintf(out, "%s %d %u %u %" PRIu64 "\n", port->prefix, kind, id, type, now);
	}
	return 0;
}

/*
 * Return: the counters of a port in the previous sample, or new ones, or NULL without memory.  All
 * dumps report the ports in the same order, so the search starts after the port found last.
 */
static struct sampled *find(struct node *node, uint32_t ifindex, const char *name)
{
	struct sampled **list, *port;
	size_t i;

	for (i = 0; i < node->n_sampled; i++) {
		port = node->sampled[node->next];
		node->next = (node->next + 1) % node->n_sampled;
		if (port->ifindex == ifindex)
			return port;
	}
	list = reallocarray(node->sampled, node->n_sampled + 1, sizeof(*list));
	if (!list)
		return NULL;
	node->sampled = list;
	port = calloc(1, sizeof(*port));
	if (!port)
		return NULL;
	port->ifindex = ifindex;
	snprintf(port->prefix, sizeof(port->prefix), "p %s %s", node->name, name);
	list[node->n_sampled++] = port;
	return port;
}

/* Writes the changed counters of the port in a message.  Return: 0 or a negative error */
static int write_port(FILE *out, struct node *node, const struct nlmsghdr *nlh)
{
	const struct attrs all = {
		(const void *)((const char *)nlh + NLMSG_HDRLEN + GENL_HDRLEN),
		nlh->nlmsg_len - NLMSG_HDRLEN - GENL_HDRLEN
	};
	struct attrs attrs = all;
	const struct nlattr *attr;
	const char *name = NULL;
	struct sampled *port;
	uint32_t ifindex = 0;
	int err = 0;

	while (!(name && ifindex) && (attr = take(&attrs))) {
		if (type_of(attr) == PFC_A_IFINDEX)
			memcpy(&ifindex, payload(attr), sizeof(ifindex));
		else if (type_of(attr) == PFC_A_IFNAME)
			name = payload(attr);
	}
	if (!ifindex || !name)
		return -EBADMSG;
	port = find(node, ifindex, name);
	if (!port)
		return -ENOMEM;
	for (attrs = all; !err && (attr = take(&attrs));)
		err = write_counters(out, port, attr);
	return err;
}

/*
 * Writes the ports in a buffer.  @intr: set if the ports changed during the dump.  Return: 1 if the
 * dump is complete, 0 if more follows, or a negative error.
 */
static int write_ports(FILE *out, struct node *node, const char *buffer, int len, bool *intr)
{
	const struct nlmsghdr *nlh = (const void *)buffer;
	int err;

	for (; mnl_nlmsg_ok(nlh, len); nlh = mnl_nlmsg_next(nlh, &len)) {
		if (nlh->nlmsg_seq != node->ctx.seq)
			continue;
		*intr |= nlh->nlmsg_flags & NLM_F_DUMP_INTR;
		if (nlh->nlmsg_type == NLMSG_ERROR || nlh->nlmsg_type == NLMSG_DONE)
			return *(const int *)mnl_nlmsg_get_payload(nlh) ?: 1;
		err = write_port(out, node, nlh);
		if (err)
			return err;
	}
	return 0;
}

/* Reads the reply to a dump and writes the ports in it.  Return: 0 or a negative error */
static int receive(FILE *out, struct node *node)
{
	static struct mmsghdr messages[BUFFERS];
	static struct iovec vectors[BUFFERS];
	bool intr = false;
	int i, n, err = 0;

	while (!err) {
		for (i = 0; i < BUFFERS; i++) {
			vectors[i] = (struct iovec){ buffers[i], NL_BUFFER_SIZE };
			messages[i].msg_hdr = (struct msghdr){
				.msg_iov = &vectors[i], .msg_iovlen = 1,
			};
		}
		n = recvmmsg(mnl_socket_get_fd(node->ctx.genl), messages, BUFFERS,
			     MSG_WAITFORONE, NULL);
		if (n < 0)
			return -errno;
		for (i = 0; !err && i < n; i++)
			err = write_ports(out, node, buffers[i], messages[i].msg_len, &intr);
	}
	if (err < 0)
		return err;
	return intr ? -EINTR : 0;
}

/*
 * Write the counters of a node's ports that have changed since the last call.
 * @node: the node; its generic netlink socket is open
 * Return: an exit status.
 */
int sample_ports(struct lab *lab, struct node *node)
{
	struct message msg;
	int err, tries = 0;

	genl_request(&msg, PFC_CMD_STATS_GET, NLM_F_DUMP);
	msg.hdr.nlmsg_type = node->ctx.family;
	node->ctx.extack[0] = '\0';
	do {
		msg.hdr.nlmsg_seq = ++node->ctx.seq;
		err = mnl_socket_sendto(node->ctx.genl, &msg, msg.hdr.nlmsg_len) < 0 ? -errno :
		      receive(lab->out, node);
	} while (err == -EINTR && ++tries < TRIES);
	return err ? nl_fail(&node->ctx, "ports", err) : STATUS_OK;
}
