// SPDX-License-Identifier: GPL-2.0-only
/*
 * Validation of changed configurations: the rules are in core/config.c, except those that need
 * the link of the port.  Each refusal has a message for the user.
 */
#include <linux/sizes.h>
#include "change.h"
#include "core/quanta.h"
#include "message.h"
#include "port.h"

/* Format a number of bytes below 2^44, exactly: in MiB or KiB if possible.  Return: @buf */
const char *pfc_amount(char *buf, u64 bytes)
{
	if (bytes && !(bytes & (SZ_1M - 1)))
		scnprintf(buf, PFC_AMOUNT_LEN, "%llu MiB", bytes / SZ_1M);
	else if (bytes && !(bytes & (SZ_1K - 1)))
		scnprintf(buf, PFC_AMOUNT_LEN, "%llu KiB", bytes / SZ_1K);
	else
		scnprintf(buf, PFC_AMOUNT_LEN, "%llu bytes", bytes);
	return buf;
}

static const char *const pfc_flow_names[] = {
	[PFC_FLOW_CONTROL_NONE] = "none",
	[PFC_FLOW_CONTROL_PAUSE] = "pause",
	[PFC_FLOW_CONTROL_PFC] = "pfc",
};

static int pfc_change_check_config(struct pfc_config *config,
				   struct pfc_ack *extack)
{
	struct pfc_queue_limits *queue;
	int which, on, off;
	u8 prios;

	switch (pfc_config_validate(config, &which)) {
	case PFC_CAUSE_NONE:
		return 0;
	case PFC_CAUSE_XON_ABOVE_XOFF:
		PFC_SET_CAUSE(extack, PFC_CAUSE_XON_ABOVE_XOFF, which, config->pg[which].xon,
			      config->pg[which].xoff);
		break;
	case PFC_CAUSE_MIXED_PG:
		prios = pfc_config_pg_prios(config, which);
		on = __ffs(prios & config->lossless);
		off = __ffs(prios & ~config->lossless);
		PFC_SET_CAUSE(extack, PFC_CAUSE_MIXED_PG, which, on, off);
		break;
	case PFC_CAUSE_DELAY_WITHOUT_RATE:
		PFC_SET_CAUSE(extack, PFC_CAUSE_DELAY_WITHOUT_RATE, config->delay);
		break;
	case PFC_CAUSE_TX_QUEUES_ALL:
		PFC_SET_TEXT(extack, PFC_CAUSE_TX_QUEUES_ALL,
			     "tx-queues: all excludes rate, delay, tc-maxrate and pools of queues");
		break;
	case PFC_CAUSE_FLOW_CONTROL:
		PFC_SET_CAUSE(extack, PFC_CAUSE_FLOW_CONTROL, pfc_flow_names[config->flow], which);
		break;
	case PFC_CAUSE_FLOOD_LOSSLESS:
		PFC_SET_CAUSE(extack, PFC_CAUSE_FLOOD_LOSSLESS, which);
		break;
	case PFC_CAUSE_ECN_ORDER:
		queue = &config->queues[which];
		PFC_SET_CAUSE(extack, PFC_CAUSE_ECN_ORDER, which, queue->ecn.kmin,
			      queue->ecn.kmax);
		break;
	case PFC_CAUSE_QUEUE_MIN:
		PFC_SET_CAUSE(extack, PFC_CAUSE_QUEUE_MIN, which,
			      config->queues[which].guarantee);
		break;
	case PFC_CAUSE_STRICT_SHARE:
		PFC_SET_CAUSE(extack, PFC_CAUSE_STRICT_SHARE, which, config->tcs[which].bw);
		break;
	case PFC_CAUSE_ETS_SHARE:
		PFC_SET_CAUSE(extack, PFC_CAUSE_ETS_SHARE, which, config->tcs[which].bw);
		break;
	case PFC_CAUSE_ETS_SUM:
		PFC_SET_CAUSE(extack, PFC_CAUSE_ETS_SUM, which);
		break;
	default:
		break;
	}
	return -EINVAL;
}

/*
 * The sender refreshes XOFF after half of the pause time.  So half of the pause time must not be
 * shorter than the shortest refresh interval.
 */
static int pfc_change_check_pause_time(const struct pfc_change *change,
				       struct pfc_ack *extack)
{
	const struct pfc_config *config = change->config;
	u32 speed = pfc_port_speed(change->port, config);
	u64 pause = pfc_quanta_to_ns(config->pause_time, speed);
	u64 least = 2 * PFC_REFRESH_MIN_NS;

	/* A link whose speed rose by itself must not make unrelated changes fail */
	if (pause >= least || !change->sets_pause_time)
		return 0;
	PFC_SET_CAUSE(extack, PFC_CAUSE_PAUSE_TIME, config->pause_time, speed,
		      pfc_ns_to_quanta(least, speed), least);
	return -ERANGE;
}

/*
 * With num_tc, the core selects the transmit queue by skb->priority, not by the flow.  A device
 * that gets traffic classes later must not make unrelated changes fail: its port uses one queue.
 */
static int pfc_change_check_tx_queues(const struct pfc_change *change,
				      struct pfc_ack *extack)
{
	const struct pfc_config *had = rtnl_dereference(change->port->config);
	int num_tc = netdev_get_num_tc(change->port->dev);

	if (change->config->tx_queues != PFC_TX_QUEUES_ALL || !num_tc ||
	    had->tx_queues == PFC_TX_QUEUES_ALL)
		return 0;
	PFC_SET_TEXT(extack, PFC_CAUSE_TX_QUEUES_ALL,
		     "tx-queues: all excludes the %d traffic classes of the device", num_tc);
	return -EINVAL;
}

/* Check the new configurations and compute their derived members.  Return: 0, -EINVAL or -ERANGE */
int pfc_change_validate(struct list_head *changes, struct pfc_ack *extack)
{
	struct pfc_change *change;
	int err;

	ASSERT_RTNL();

	list_for_each_entry(change, changes, list) {
		err = pfc_change_check_config(change->config, extack) ?:
		      pfc_change_check_pause_time(change, extack) ?:
		      pfc_change_check_tx_queues(change, extack) ?:
		      pfc_impair_check(change->port, change->config, extack);
		if (err)
			return err;
	}
	return 0;
}

/* Warn that lossless packets may be lost.  @groups: bit mask; the warning names the first one */
void pfc_change_warn(const struct pfc_port *port, u8 groups, struct pfc_ack *extack)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	u32 headroom, needed = port->link.headroom, missing;
	int pg;

	if (!groups)
		return;
	pg = __ffs(groups);
	headroom = config->pg[pg].headroom;
	missing = needed - headroom;
	if (pfc_speed_source(port, config) == PFC_SPEED_SOURCE_ASSUMED &&
	    config->pg[pg].headroom_mode == PFC_HEADROOM_MODE_DEFAULT)
		PFC_SET_CAUSE(extack, PFC_CAUSE_HEADROOM_RATE, port->dev->name, pg, headroom,
			      needed, missing);
	else
		PFC_SET_CAUSE(extack, PFC_CAUSE_HEADROOM, port->dev->name, pg, headroom, needed,
			      missing);
}
