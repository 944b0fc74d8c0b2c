/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files that speak netlink call of each other.
 */
#ifndef _PFC_NETLINK_H
#define _PFC_NETLINK_H

#include <net/genetlink.h>
#include "port.h"

/* What a pool or profile may be called; see pfc_name_check() for the letters */
#define PFC_NAME_POLICY	{ .type = NLA_NUL_STRING, .len = PFC_NAME_LEN - 1 }

/* netlink.c */
extern struct genl_family pfc_genl_family;

int pfc_genl_init(void);
void pfc_genl_exit(void);
struct pfc_port *pfc_genl_port(struct genl_info *info);

/* netlink_read.c */
int pfc_read_range(const struct nlattr *attr, const char *name, u64 value, u64 min,
		   u64 max, const char *unit, struct netlink_ext_ack *extack);
int pfc_read_u32(const struct nlattr *attr, const char *name, u32 *value, u32 max,
		 const char *unit, struct netlink_ext_ack *extack);
int pfc_read_size(const struct nlattr *attr, const char *name, u32 *size,
		  struct netlink_ext_ack *extack);

int pfc_read_u8(const struct nlattr *attr, const char *name, u8 *value, u8 max,
		struct netlink_ext_ack *extack);
int pfc_read_rate(const struct nlattr *attr, const char *name, u64 *rate,
		  struct netlink_ext_ack *extack);
int pfc_read_number(const struct nlattr *nest, const struct nlattr *attr,
		    const char *name, u8 *number, struct netlink_ext_ack *extack);

/* netlink_map.c */
extern const struct nla_policy pfc_entries_policy[PFC_A_MAP_ENTRY + 1];

#define PFC_MAP_POLICY	NLA_POLICY_NESTED(pfc_entries_policy)

int pfc_read_maps(struct nlattr **attrs, struct pfc_config *config,
		  struct netlink_ext_ack *extack);
int pfc_put_mask(struct sk_buff *msg, int type, u8 prios);
int pfc_put_maps(struct sk_buff *msg, const struct pfc_config *config);

/* netlink_tc.c */
extern const struct nla_policy pfc_tc_policy[PFC_TC_A_MAX + 1];

int pfc_read_tcs(const struct genl_info *info, struct pfc_config *config);
int pfc_put_tc(struct sk_buff *msg, int id, const struct pfc_tc *tc);

/* netlink_pg.c */
extern const struct nla_policy pfc_pg_policy[PFC_PG_A_MAX + 1];
extern const struct nla_policy pfc_queue_policy[PFC_QUEUE_A_MAX + 1];

int pfc_read_limits(struct nlattr **tb, struct pfc_pg_limits *limits,
		    struct netlink_ext_ack *extack);
int pfc_read_pgs(const struct genl_info *info, struct pfc_change *change);
int pfc_read_queues(const struct genl_info *info, struct pfc_config *config);
int pfc_read_numbers(const struct genl_info *info, u8 *pgs, u8 *queues);
int pfc_put_limits(struct sk_buff *msg, const struct pfc_pg_limits *limits,
		   const struct pfc_pool *pool);

/* netlink_set.c */
extern const struct nla_policy pfc_port_policy[PFC_A_SAME_GROUP_DSCP + 1];

int pfc_genl_port_set(struct sk_buff *skb, struct genl_info *info);

/* netlink_clear.c */
extern const struct nla_policy pfc_watermark_policy[PFC_A_POOL_NAME + 1];
extern const struct nla_policy pfc_clear_policy[PFC_A_PRIOS + 1];

bool pfc_names_port(const struct genl_info *info);
int pfc_genl_stats_clear(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_watermark_clear(struct sk_buff *skb, struct genl_info *info);

/* netlink_watchdog.c */
extern const struct nla_policy pfc_watchdog_policy[PFC_A_ON + 1];

int pfc_read_watchdog(struct nlattr **attrs, struct pfc_config *config,
		      struct netlink_ext_ack *extack);
int pfc_put_watchdog(struct sk_buff *msg, const struct pfc_config *config);
int pfc_put_storm(struct sk_buff *msg, const struct pfc_storm *storm);
int pfc_read_prios(const struct genl_info *info, u8 *prios);
int pfc_genl_watchdog_get(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_watchdog_dump(struct sk_buff *skb, struct netlink_callback *cb);
int pfc_genl_watchdog_clear(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_watchdog_mitigate(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_watchdog_inject(struct sk_buff *skb, struct genl_info *info);

/* netlink_get.c */
int pfc_put_name(struct sk_buff *msg, const struct pfc_port *port);
int pfc_put_prio_stats(struct sk_buff *msg, const struct pfc_stats *stats, int prio);
void *pfc_find_port(struct genl_info *info);
int pfc_get_ports(struct sk_buff *skb, struct netlink_callback *cb, u8 cmd,
		  int (*put)(struct sk_buff *msg, void *what));
int pfc_genl_dump_start(struct netlink_callback *cb);
int pfc_genl_get_one(struct genl_info *info, u8 cmd,
		     void *(*find)(struct genl_info *info),
		     int (*put)(struct sk_buff *msg, void *what));
int pfc_genl_get_list(struct sk_buff *msg, struct netlink_callback *cb, u8 cmd,
		      struct list_head *list,
		      int (*put)(struct sk_buff *msg, void *what));
int pfc_genl_port_get(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_port_dump(struct sk_buff *skb, struct netlink_callback *cb);
int pfc_genl_stats_get(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_stats_dump(struct sk_buff *skb, struct netlink_callback *cb);

/* netlink_pool.c */
extern const struct nla_policy pfc_pool_policy[PFC_A_POOL_HEADROOM_RATIO + 1];
extern const struct nla_policy pfc_pool_name_policy[PFC_A_POOL_NAME + 1];

int pfc_genl_pool_get(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_pool_dump(struct sk_buff *skb, struct netlink_callback *cb);
int pfc_genl_pool_set(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_pool_new(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_pool_del(struct sk_buff *skb, struct genl_info *info);

/* netlink_profile.c */
extern const struct nla_policy pfc_profile_policy[PFC_A_PROFILE_NAME + 1];
extern const struct nla_policy pfc_profile_name_policy[PFC_A_PROFILE_NAME + 1];

int pfc_genl_profile_get(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_profile_dump(struct sk_buff *skb, struct netlink_callback *cb);
int pfc_genl_profile_set(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_profile_new(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_profile_del(struct sk_buff *skb, struct genl_info *info);

#endif /* _PFC_NETLINK_H */
