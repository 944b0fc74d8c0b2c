/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ports as the kernel describes them.
 */
#ifndef MODEL_H
#define MODEL_H

#include <net/if.h>
#include "netlink.h"

#define COUNTER_SLOTS	24	/* more than any nest of statistics has */

enum counter_kind {
	COUNTERS_PORT,
	COUNTERS_PG,
	COUNTERS_PRIO,
	COUNTERS_QUEUE,
	COUNTER_KINDS
};

/**
 * struct pg - configuration of a priority group
 * @xoff: bytes
 * @xon: bytes
 * @headroom: bytes
 * @limit: bytes
 * @min: bytes
 * @alpha: 64ths; 0: none
 * @xon_offset: bytes
 * @lossless: whether it is
 */
struct pg {
	uint32_t	xoff;
	uint32_t	xon;
	uint32_t	headroom;
	uint32_t	limit;
	uint32_t	min;
	uint32_t	alpha;
	uint32_t	xon_offset;
	bool		lossless;
};

/**
 * struct port - a port
 * @ifindex: the device
 * @name: name of the device
 * @id: id of the port
 * @default_prio: priority of what has no DSCP
 * @pause_time: quanta
 * @rate: bits per second; 0: not limited
 * @speed: Mb/s
 * @speed_auto: the device said so
 * @queue_limit: bytes
 * @delay: ns
 * @dscp_prio: priorities by DSCP
 * @prio_pg: priority groups by priority
 * @prio_pfc: whether PFC is on, by priority
 * @pgs: priority groups
 * @counters: by kind, number of group, priority or queue, and attribute
 * @parts: bit mask of PORT_CONFIG and PORT_STATS: what of this was read
 */
struct port {
	uint32_t	ifindex;
	char		name[IFNAMSIZ];
	uint32_t	id;
	uint8_t		default_prio;
	uint32_t	pause_time;
	uint64_t	rate;
	uint32_t	speed;
	bool		speed_auto;
	uint32_t	queue_limit;
	uint32_t	delay;
	uint8_t		dscp_prio[PFC_DSCP_COUNT];
	uint8_t		prio_pg[PFC_PRIO_COUNT];
	uint8_t		prio_pfc[PFC_PRIO_COUNT];
	struct pg	pgs[PFC_PRIO_COUNT];
	uint64_t	counters[COUNTER_KINDS][PFC_PRIO_COUNT][COUNTER_SLOTS];
	unsigned int	parts;
};

#define PORT_CONFIG	1U
#define PORT_STATS	2U

/**
 * struct ports - ports of a namespace, by ifindex
 * @n: how many
 * @list: the ports
 * @known: how many there were before the dump that is being read
 * @next: which of them is likely the next
 */
struct ports {
	size_t		n;
	struct port	*list;
	size_t		known;
	size_t		next;
};

/**
 * struct pool - the shared buffer pool
 * @size: bytes
 * @reserved: bytes reserved for guarantees and headrooms
 * @shared_used: bytes in use beside them
 * @headroom_used: bytes of headrooms in use
 */
struct pool {
	uint32_t	size;
	uint32_t	reserved;
	uint32_t	shared_used;
	uint32_t	headroom_used;
};

int ports_load(struct ctx *ctx, const char *dev, unsigned int parts,
	       struct ports *ports);
void ports_free(struct ports *ports);
int pool_load(struct ctx *ctx, struct pool *pool);
uint64_t quanta_ns(uint32_t quanta, uint32_t speed);

/**
 * struct field - where an attribute goes
 * @attr: the attribute
 * @type: its libmnl type; %MNL_TYPE_FLAG sets a bool
 * @offset: of a member that has the size of the type
 * @size: of the member
 */
struct field {
	uint16_t		attr;
	enum mnl_attr_data_type	type;
	size_t			offset;
	size_t			size;
};

bool field_read(const struct field *fields, const struct nlattr *attr, void *to);

#endif /* MODEL_H */
