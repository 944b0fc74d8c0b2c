/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ports, pools and profiles, as read from the kernel.  pfc.yaml describes the members of the
 * generated structs.
 */
#ifndef MODEL_H
#define MODEL_H

#include <net/if.h>
#include "members_generated.h"
#include "netlink.h"

#define COUNTER_SLOTS	32	/* more than the largest attribute number in a statistics nest */

enum counter_kind {
	COUNTERS_PORT,
	COUNTERS_PG,
	COUNTERS_PRIO,
	COUNTERS_QUEUE,
	COUNTER_KINDS
};

/* Direction of XOFF: the port has paused its peer, or the peer has paused the port */
enum xoff_dir { XOFF_TX, XOFF_RX, XOFF_DIRS };

#define NO_ACTION	0xff	/* action of struct watch: none is in effect */

/**
 * struct storm - a storm, with measurements and losses
 * @prio: the priority
 */
struct storm {
	struct storm_members;
	uint8_t		prio;
};

/* Impairments of a port, by priority; counters by priority and &enum pfc_impair_stat */
struct impairments {
	struct impairments_members;
	struct impair	prios[PFC_PRIO_COUNT];
	uint64_t	counters[PFC_PRIO_COUNT][PFC_IMPAIR_STAT_MAX + 1];
};

/* Priority of an EtherType */
struct ethtype {
	uint16_t	type;
	uint8_t		prio;
};

/**
 * struct announced - priority of a port number, which the port only announces
 * @selector: what the number is, as in dcbnl: 2 TCP or SCTP, 3 UDP or DCCP, 4 any of these
 * @number: the port number
 * @prio: the priority
 */
struct announced {
	uint8_t		selector;
	uint16_t	number;
	uint8_t		prio;
};

/**
 * struct port - a port
 * @n_ethtypes: number of entries in @ethtypes
 * @ethtypes: EtherTypes with a priority
 * @n_announced: number of entries in @announced
 * @announced: port numbers with a priority that dcb has set
 * @pgs: priority groups
 * @queues: egress queues
 * @tcs: traffic classes
 * @watches: watchdog state, by priority
 * @n_storms: number of entries in @storms
 * @storms: the last storms, the oldest first
 * @counters: counters; the indices are the kind, the number of the PG, priority or queue, and
 *	the netlink attribute
 * @impairments: impairments of the port
 * @parts: bit mask of the parts that were read: PORT_CONFIG, PORT_STATS, PORT_WATCH, PORT_IMPAIR
 */
struct port {
	struct port_members;
	unsigned int	n_ethtypes;
	struct ethtype	ethtypes[PFC_ETHTYPES_MAX];
	unsigned int	n_announced;
	struct announced announced[PFC_APP_PORTS_MAX];
	struct pg	pgs[PFC_PRIO_COUNT];
	struct queue	queues[PFC_PRIO_COUNT];
	struct tc	tcs[PFC_PRIO_COUNT];
	struct watch	watches[PFC_PRIO_COUNT];
	unsigned int	n_storms;
	struct storm	storms[PFC_HISTORY_MAX];
	uint64_t	counters[COUNTER_KINDS][PFC_PRIO_COUNT][COUNTER_SLOTS];
	struct impairments impairments;
	unsigned int	parts;
};

/*
 * Get the PG to which packets of a priority are charged.
 * @port: the port, with its settings
 * Return: the number of the PG; with PAUSE, the module charges all priorities to PG 0.
 */
static inline uint8_t port_pg(const struct port *port, unsigned int prio)
{
	return port->flow_control == PFC_FLOW_CONTROL_PAUSE ? 0 : port->prio_pg[prio];
}

#define PORT_CONFIG	1U
#define PORT_STATS	2U
#define PORT_WATCH	4U	/* includes the settings and counters of the watchdog */
#define PORT_IMPAIR	8U

/**
 * struct ports - ports of a namespace, sorted by ifindex
 * @n: number of ports
 * @list: the ports
 * @known: number of ports in @list before the current dump
 * @next: index in @list of the port that the dump probably reports next
 */
struct ports {
	size_t		n;
	struct port	*list;
	size_t		known;
	size_t		next;
};

/* Settings that priority groups follow */
struct profile {
	struct profile_members;
	struct pg	pg;
};

/* Pools of a namespace: %PFC_DEFAULT_POOL, then the others by name */
struct pools {
	size_t		n;
	struct pool	*list;
};

/* Profiles of a namespace, by name */
struct profiles {
	size_t		n;
	struct profile	*list;
};

/**
 * struct items - pools or profiles as read from the kernel
 * @kind: which of them
 * @n: number of objects
 * @size: size of an object; its first member is the name
 * @list: the objects
 */
struct items {
	const struct kind	*kind;
	size_t			n;
	size_t			size;
	void			*list;
};

int named_load(struct ctx *ctx, const char *name, uint16_t attr, struct items *items);
int pools_load(struct ctx *ctx, const char *name, struct pools *pools);
struct pool *pool_find(const struct pools *pools, const char *name);
int profiles_load(struct ctx *ctx, const char *name, struct profiles *profiles);
int named_change(struct ctx *ctx, struct message *msg, const char *what,
		 const char *name);
int named_delete(struct ctx *ctx, struct args *args, uint16_t attr);

/* Maximum number of attempts to read a dump; a change of the dumped objects interrupts a dump */
#define DUMP_TRIES	10

int ports_load(struct ctx *ctx, const char *dev, unsigned int parts,
	       struct ports *ports);
void ports_free(struct ports *ports);
void port_clear_maps(struct port *port);
bool port_apply(struct port *port, const struct nlmsghdr *nlh);
const struct nlattr *attr_find(const struct nlattr *nest, uint16_t type);
int attr_u8(const struct nlattr *nest, uint16_t type, int limit);
bool port_apply_attr(struct port *port, const struct nlattr *attr);

/**
 * struct field - structure member that stores an attribute
 * @attr: the attribute
 * @type: libmnl type of the attribute; %MNL_TYPE_FLAG sets a bool
 * @offset: offset of the member, which has the size of the type
 * @size: size of the member
 */
struct field {
	uint16_t		attr;
	enum mnl_attr_data_type	type;
	size_t			offset;
	size_t			size;
};

#define FIELD(attr, type, what, member) \
	{ attr, type, offsetof(struct what, member), \
	  sizeof(((struct what *)0)->member) }

/**
 * struct map_field - member of &struct port that stores a map
 * @attr: the attribute
 * @keys: number of keys
 * @values: number of values
 * @none: %PFC_MAP_NONE is also a valid value
 * @offset: offset of the member, an array of bytes
 */
struct map_field {
	uint16_t	attr;
	uint8_t		keys;
	uint8_t		values;
	bool		none;
	size_t		offset;
};

/* fields.c; an entry with the attribute 0 ends each table */
extern const struct field port_fields[], pg_fields[], queue_fields[], tc_fields[],
	watch_fields[], impair_fields[], impairments_fields[], storm_fields[], event_fields[],
	pool_fields[], profile_fields[];
extern const struct map_field map_fields[];

uint64_t member_value(const char *at, size_t size);
bool field_read(const struct field *fields, const struct nlattr *attr, void *to);
bool fields_read(const struct field *fields, const struct nlattr *nest, void *to);
bool storm_read(const struct nlattr *nest, struct storm *storm);

bool pg_short(const struct pg *pg);
bool pg_is_auto(const struct port *port, const struct pg *pg);
uint8_t prio_mask(const uint8_t *table);
uint8_t prios_sent(const struct port *port);
uint8_t prios_obeyed(const struct port *port);

/* defaults.c */
void port_default(struct port *port);
void profile_default(struct profile *profile);

#endif /* MODEL_H */
