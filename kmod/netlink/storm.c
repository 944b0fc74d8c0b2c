// SPDX-License-Identifier: GPL-2.0-only
/* A storm in answers and events. */
#include "../watchdog.h"
#include "netlink.h"

static int pfc_put_storm_u64(struct sk_buff *msg, int type, u64 value)
{
	return nla_put_u64_64bit(msg, type, value, PFC_STORM_A_PAD);
}

/* Put a storm into an answer or event.  Return: 0 or -EMSGSIZE */
int pfc_put_storm(struct sk_buff *msg, const struct pfc_storm *storm)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_STORM);

	if (!nest || nla_put_u8(msg, PFC_STORM_A_PRIO, storm->prio) ||
	    nla_put_u8(msg, PFC_STORM_A_ACTION, storm->action) ||
	    (storm->injected && nla_put_flag(msg, PFC_STORM_A_INJECTED)) ||
	    (storm->disabled && nla_put_flag(msg, PFC_STORM_A_DISABLED)) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_START, storm->start) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_DETECTED, storm->detected) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_END, storm->end) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_PAUSED_TIME, storm->paused) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_XOFF, storm->xoff) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_BACKLOG_PACKETS, storm->packets) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_BACKLOG_BYTES, storm->bytes) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_DROPPED, storm->dropped) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_FORWARDED, storm->forwarded))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}
