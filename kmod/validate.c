// SPDX-License-Identifier: GPL-2.0-only
/*
 * Validation of changed configurations: the rules are in core/config.c, except those that need
 * the link of the port.  Each refusal has a message for the user.
 */
#include <linux/netlink.h>
#include "change.h"
#include "core/quanta.h"
#include "port.h"

static int pfc_change_check_config(struct pfc_config *config,
				   struct netlink_ext_ack *extack)
{
	struct pfc_queue_limits *queue;
	int which;

	switch (pfc_config_validate(config, &which)) {
	case PFC_CONFIG_OK:
		return 0;
	case PFC_CONFIG_XON_ABOVE_XOFF:
		NL_SET_ERR_MSG_FMT(extack, "pg %d: xon %u is above xoff %u bytes", which,
				   config->pg[which].xon, config->pg[which].xoff);
		break;
	case PFC_CONFIG_MIXED_PG:
		NL_SET_ERR_MSG_FMT(extack,
				   "pg %d: PFC is on for some of its priorities only (mask %#x of %#x)",
				   which, pfc_config_pg_prios(config, which) & config->lossless,
				   pfc_config_pg_prios(config, which));
		break;
	case PFC_CONFIG_DELAY_ALONE:
		NL_SET_ERR_MSG(extack, "delay: needs a rate");
		break;
	case PFC_CONFIG_NOT_PFC:
		NL_SET_ERR_MSG_FMT(extack,
				   "flow-control: is not pfc, but PFC is on for priority %d",
				   which);
		break;
	case PFC_CONFIG_FLOOD_LOSSLESS:
		NL_SET_ERR_MSG_FMT(extack,
				   "flood-prio: priority %d is lossless, it must be lossy",
				   which);
		break;
	case PFC_CONFIG_ECN_ORDER:
		queue = &config->queues[which];
		NL_SET_ERR_MSG_FMT(extack,
				   "queue %d: ecn-kmin %u is above ecn-kmax %u bytes",
				   which, queue->ecn.kmin, queue->ecn.kmax);
		break;
	case PFC_CONFIG_STRICT_BW:
		NL_SET_ERR_MSG_FMT(extack, "tc-bw: class %d is strict, its share must be 0",
				   which);
		break;
	case PFC_CONFIG_ETS_BW:
		NL_SET_ERR_MSG_FMT(extack, "tc-bw: class %d is ets, its share must be 1..100",
				   which);
		break;
	case PFC_CONFIG_ETS_SUM:
		NL_SET_ERR_MSG_FMT(extack,
				   "tc-bw: shares of ets classes sum to %d percent, must be 100",
				   which);
		break;
	}
	return -EINVAL;
}

/*
 * The sender refreshes XOFF after half of the pause time.  So half of the pause time must not be
 * shorter than the shortest refresh interval.
 */
static int pfc_change_check_pause_time(const struct pfc_change *change,
				       struct netlink_ext_ack *extack)
{
	const struct pfc_config *config = change->config;
	u32 speed = pfc_port_speed(change->port, config);
	u64 pause = pfc_quanta_to_ns(config->pause_time, speed);
	u64 least = 2 * pfc_sender_refresh_min();

	/* A link whose speed rose by itself must not make unrelated changes fail */
	if (pause >= least || !change->sets_pause_time)
		return 0;
	NL_SET_ERR_MSG_FMT(extack,
			   "pause-time: %u quanta at %u Mb/s are %llu ns, the minimum is %llu ns",
			   config->pause_time, speed, pause, least);
	return -ERANGE;
}

/**
 * pfc_change_validate() - check the configuration of each change and compute its derived members
 * @changes: list of the changes
 * @extack: filled on error
 *
 * Context: RTNL.
 * Return: 0, -EINVAL or -ERANGE.
 */
int pfc_change_validate(struct list_head *changes, struct netlink_ext_ack *extack)
{
	struct pfc_change *change;
	int err;

	ASSERT_RTNL();

	list_for_each_entry(change, changes, list) {
		err = pfc_change_check_config(change->config, extack) ?:
		      pfc_change_check_pause_time(change, extack);
		if (err)
			return err;
	}
	return 0;
}
