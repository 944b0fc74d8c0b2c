/* SPDX-License-Identifier: GPL-2.0-only */
/* Interfaces between the files of the generic netlink family. */
#ifndef _PFC_NETLINK_H
#define _PFC_NETLINK_H

#include <net/genetlink.h>
#include "../message.h"
#include "generated.h"

struct pfc_change;
struct pfc_config;
struct pfc_pg_limits;
struct pfc_pool;
struct pfc_port;
struct pfc_storm;

/* Maximum number of transitions in one message */
#define PFC_RECORDS_MSG	64

/* family.c */
extern struct genl_family pfc_genl_family;

bool pfc_names_port(const struct genl_info *info);

/* What a request does with a port.  Context: RTNL.  Return: 0 or an error with extack */
typedef int pfc_port_fn(struct pfc_port *port, struct genl_info *info);

int pfc_for_ports(struct genl_info *info, bool all, pfc_port_fn *apply);
int pfc_genl_do(struct sk_buff *skb, struct genl_info *info);

/* The extended ack of a request, within its handler: pfc_genl_do() has set it */
static inline struct pfc_ack *pfc_ack(const struct genl_info *info)
{
	return container_of(info->extack, struct pfc_ack, ext);
}

/* field.c */
int pfc_read_number(const struct nlattr *nest, const struct nlattr *attr,
		    const char *name, u8 *number, struct pfc_ack *extack);

/* The priorities that a request selects: all without the attribute */
static inline u8 pfc_read_prios(const struct genl_info *info)
{
	return info->attrs[PFC_A_PRIOS] ? nla_get_u8(info->attrs[PFC_A_PRIOS]) : 0xff;
}

/* map.c */
int pfc_read_maps(struct nlattr **attrs, struct pfc_config *config,
		  struct pfc_ack *extack);
int pfc_put_mask(struct sk_buff *msg, int type, u8 prios);
int pfc_put_maps(struct sk_buff *msg, const struct pfc_config *config);

/* pg.c */
int pfc_read_limits(struct nlattr **tb, struct pfc_pg_limits *limits,
		    struct pfc_ack *extack);
int pfc_read_pgs(const struct genl_info *info, struct pfc_change *change);
int pfc_read_numbers(const struct genl_info *info, u8 *pgs, u8 *queues);
int pfc_put_limits(struct sk_buff *msg, const struct pfc_pg_limits *limits,
		   const struct pfc_pool *pool);

/* event.c */
void pfc_event_init(const struct genl_family *family);
int pfc_put_storm(struct sk_buff *msg, const struct pfc_storm *storm);

/* For pfc_put_u64s(): members @from to @to have the attributes @first to @last, in this order */
#define PFC_ADJACENT(type, from, to, first, last) \
	static_assert(offsetof(type, to) - offsetof(type, from) == ((last) - (first)) * sizeof(u64))

/* Put attributes of adjacent numbers into a message.  Return: 0 or -EMSGSIZE */
static inline int pfc_put_u64s(struct sk_buff *msg, int first, int last, const u64 *values, int pad)
{
	int type;

	for (type = first; type <= last; type++)
		if (nla_put_u64_64bit(msg, type, *values++, pad))
			return -EMSGSIZE;
	return 0;
}

/* answer.c */
int pfc_put_name(struct sk_buff *msg, const struct pfc_port *port);
int pfc_put_counters(struct sk_buff *msg, int type, int id, const u64 *counters, int n);
int pfc_get_next(struct sk_buff *msg, struct netlink_callback *cb, pfc_put_fn put, void *object);
int pfc_get_list(struct sk_buff *msg, struct netlink_callback *cb, struct list_head *list);

#endif /* _PFC_NETLINK_H */
