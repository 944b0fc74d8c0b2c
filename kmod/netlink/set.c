// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests that change a port.  A request is parsed into a copy of the configuration, which
 * the control plane validates, commits and applies.
 */
#include "../change.h"
#include "../core/app.h"
#include "../port.h"
#include "netlink.h"

/* Read the request into the configuration, pools and profiles of @change */
static int pfc_parse_port(struct genl_info *info, struct pfc_change *change)
{
	struct pfc_config *config = change->config;
	struct nlattr **attrs = info->attrs;

	change->sets_pause_time = attrs[PFC_A_PAUSE_TIME] || attrs[PFC_A_SPEED] ||
				  attrs[PFC_A_RATE];
	if (attrs[PFC_A_DEFAULT_PRIO])
		pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_ETHTYPE, 0,
				nla_get_u8(attrs[PFC_A_DEFAULT_PRIO]));
	return pfc_read_fields(attrs, pfc_port_fields, config, info->extack) ?:
	       pfc_read_maps(attrs, config, pfc_ack(info)) ?:
	       pfc_read_objects(info, &pfc_tc_kind, config->tcs, 0, NULL) ?:
	       pfc_read_pgs(info, change) ?:
	       pfc_read_objects(info, &pfc_queue_kind, config->queues, 0, NULL);
}

static int pfc_port_set(struct pfc_port *port, struct genl_info *info)
{
	struct pfc_change *change;
	LIST_HEAD(changes);
	int err;

	change = pfc_change_begin(&changes, port, pfc_ack(info));
	if (IS_ERR(change))
		return PTR_ERR(change);
	err = pfc_parse_port(info, change);
	if (err) {
		pfc_change_abort(&changes);
		return err;
	}
	return pfc_change_request(&changes, pfc_ack(info));
}

int pfc_genl_port_set(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_for_ports(info, false, pfc_port_set);
}
