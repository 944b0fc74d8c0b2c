/* SPDX-License-Identifier: GPL-2.0-only */
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#ifndef _PFC_NETLINK_GENERATED_H
#define _PFC_NETLINK_GENERATED_H

#include <net/genetlink.h>
#include "../../uapi/linux/pfc.h"
#include "field.h"

extern const struct nla_policy pfc_map_entry_policy[PFC_MAP_A_MAX + 1];
extern const struct nla_policy pfc_map_policy[PFC_A_MAP_ENTRY + 1];
extern const struct nla_policy pfc_pg_policy[PFC_PG_A_MAX + 1];
extern const struct nla_policy pfc_queue_policy[PFC_QUEUE_A_MAX + 1];
extern const struct nla_policy pfc_tc_policy[PFC_TC_A_MAX + 1];
extern const struct nla_policy pfc_impair_policy[PFC_IMPAIR_A_MAX + 1];
extern const struct pfc_field pfc_port_fields[28];
extern const struct pfc_field pfc_watchdog_fields[8];
extern const struct pfc_field pfc_limits_fields[10];
extern const struct pfc_field pfc_queue_fields[7];
extern const struct pfc_field pfc_tc_fields[4];
extern const struct pfc_field pfc_pool_fields[6];
extern const struct pfc_field pfc_impair_fields[8];
extern const struct pfc_field pfc_impair_port_fields[2];
extern const struct genl_ops pfc_genl_ops[22];
typedef int (*pfc_genl_handler)(struct sk_buff *skb, struct genl_info *info);
extern const pfc_genl_handler pfc_genl_handlers[PFC_CMD_MAX + 1];
extern const struct pfc_get pfc_gets[PFC_CMD_MAX + 1];

int pfc_genl_dump_start(struct netlink_callback *cb);
int pfc_genl_wait_start(struct netlink_callback *cb);

/* Upper bounds of the attributes in the messages of the module, bytes */
#define PFC_BOUND_PORT_GET \
	(432 + 20 * PFC_DSCP_COUNT + 240 * PFC_PRIO_COUNT + 20 * PFC_ETHTYPES_MAX + 28 * \
	 PFC_APP_PORTS_MAX + 308 * PFC_PRIOS)
#define PFC_BOUND_POOL_GET \
	(300)
#define PFC_BOUND_STATS_GET \
	(344 + 980 * PFC_PRIOS)
#define PFC_BOUND_EVENT \
	(368)
#define PFC_BOUND_PROFILE_GET \
	(212)
#define PFC_BOUND_WATCHDOG_GET \
	(128 + 20 * PFC_PRIO_COUNT + 404 * PFC_PRIOS + 172 * PFC_HISTORY_MAX)
#define PFC_BOUND_WAIT_STATE \
	(64 + 468 * PFC_PRIOS)
#define PFC_BOUND_WAIT_QUEUE \
	(140 + 60 * PFC_WAIT_HOLDERS_MAX + 164 * PFC_WAIT_FLOWS_MAX)
#define PFC_BOUND_RECORD_GET \
	(68 + 76 * PFC_RECORDS_MSG)
#define PFC_BOUND_IMPAIR_GET \
	(60 + 224 * PFC_PRIOS)

void *pfc_find_port(struct genl_info *info);
void *pfc_find_pool(struct genl_info *info);
void *pfc_find_profile(struct genl_info *info);
int pfc_put_port(struct sk_buff *msg, void *object);
int pfc_put_pool(struct sk_buff *msg, void *object);
int pfc_put_stats(struct sk_buff *msg, void *object);
int pfc_put_profile(struct sk_buff *msg, void *object);
int pfc_put_watchdog(struct sk_buff *msg, void *object);
int pfc_put_impair(struct sk_buff *msg, void *object);
int pfc_genl_get(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_port_set(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_pool_set(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_stats_clear(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_pool_new(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_pool_del(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_profile_set(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_profile_new(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_profile_del(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_watermark_clear(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_watchdog_clear(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_watchdog_mitigate(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_watchdog_inject(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_impair_set(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_impair_del(struct sk_buff *skb, struct genl_info *info);
int pfc_genl_port_dump(struct sk_buff *skb, struct netlink_callback *cb);
int pfc_genl_pool_dump(struct sk_buff *skb, struct netlink_callback *cb);
int pfc_genl_profile_dump(struct sk_buff *skb, struct netlink_callback *cb);
int pfc_genl_wait_dump(struct sk_buff *skb, struct netlink_callback *cb);
int pfc_genl_record_dump(struct sk_buff *skb, struct netlink_callback *cb);

#endif /* _PFC_NETLINK_GENERATED_H */
