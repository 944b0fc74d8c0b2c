// SPDX-License-Identifier: GPL-2.0-only
/*
 * The DCB netlink interface of a port: PFC, ETS, maximum rates and buffers.  APP is in dcb_app.c.
 *
 * The operations read and change the same configuration as the netlink family of the module.
 * A change takes the same way: see change.c.  The core calls all operations under RTNL, but
 * getdcbx also under a spinlock.  The interface has no extended ack, so the kernel log contains
 * the reason of a refusal.
 *
 * A device that has operations of its own keeps them.
 */
#include <linux/ratelimit.h>
#include <linux/rtnetlink.h>
#include <linux/slab.h>
#include <linux/user_namespace.h>
#include <net/net_namespace.h>
#include "change.h"
#include "message.h"
#include "port.h"

/* An LLDP agent of this host may negotiate, with the IEEE version of DCBX only */
#define PFC_DCBX	(DCB_CAP_DCBX_HOST | DCB_CAP_DCBX_VER_IEEE)

/* Refusals in the kernel log: 20 in 5 seconds */
static DEFINE_RATELIMIT_STATE(pfc_dcb_refusals, 5 * HZ, 20);

/* The delay of ieee_pfc is that of both directions of the cable */
#define PFC_DCB_WAYS	2

struct pfc_port *pfc_dcb_port(const struct net_device *dev)
{
	return container_of(dev->dcbnl_ops, struct pfc_port, dcb.ops);
}

const struct pfc_config *pfc_dcb_config(const struct net_device *dev)
{
	return rtnl_dereference(pfc_dcb_port(dev)->config);
}

/* Write the reason of a refusal to the kernel log, rate limited */
void pfc_dcb_log(const struct net_device *dev, const char *message)
{
	if (__ratelimit(&pfc_dcb_refusals))
		netdev_warn(dev, "dcb: %s\n", message);
}

/* Begin the change of a port, on the empty list @changes.  Return: 0 or -ENOMEM */
int pfc_dcb_begin(struct net_device *dev, struct list_head *changes,
		  struct pfc_change **change)
{
	ASSERT_RTNL();

	*change = pfc_change_begin(changes, pfc_dcb_port(dev), NULL);
	return PTR_ERR_OR_ZERO(*change);
}

/*
 * Validate, commit and apply a change.
 * @changes: list with the change; empty afterwards
 *
 * The reason of an error, or a warning, is in the kernel log.  The core notifies LLDP agents at
 * the end of each request, so the change does not: see pfc_dcb_report().
 * Context: RTNL, may sleep.
 * Return: as for pfc_change_run().
 */
int pfc_dcb_run(struct net_device *dev, struct list_head *changes)
{
	struct pfc_dcb *dcb = &pfc_dcb_port(dev)->dcb;
	struct pfc_ack extack = {};
	int err;

	dcb->requested = true;
	err = pfc_change_request(changes, &extack);
	dcb->requested = false;
	if (extack.ext._msg)
		pfc_dcb_log(dev, extack.ext._msg);
	return err;
}

/* Refuse a change.  @fmt: its reason, for the kernel log, as for printk().  Return: @err */
int pfc_dcb_abort(struct net_device *dev, struct list_head *changes, int err,
		  const char *fmt, ...)
{
	char why[PFC_MESSAGE_LEN];
	va_list args;

	va_start(args, fmt);
	vscnprintf(why, sizeof(why), fmt, args);
	va_end(args);
	pfc_change_abort(changes);
	pfc_dcb_log(dev, why);
	return err;
}

static u64 pfc_dcb_delay(const struct pfc_port *port, const struct pfc_config *config)
{
	/* bits = ns * Mb/s / 1000 */
	return min_t(u64, U16_MAX, div_u64((u64)PFC_DCB_WAYS * config->cable_delay *
					   pfc_port_speed(port, config), 1000));
}

static int pfc_dcb_getpfc(struct net_device *dev, struct ieee_pfc *pfc)
{
	const struct pfc_config *config = pfc_dcb_config(dev);
	struct pfc_port *port = pfc_dcb_port(dev);
	struct pfc_stats *stats;
	int prio;

	stats = kmalloc(sizeof(*stats), GFP_KERNEL);
	if (!stats)
		return -ENOMEM;
	pfc_stats_get(port, stats);
	pfc->pfc_cap = PFC_PRIOS;
	pfc->pfc_en = config->pfc_tx | config->pfc_rx;
	pfc->delay = pfc_dcb_delay(port, config);
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		pfc->requests[prio] =
			stats->prio[prio][PFC_PRIO_STAT_TX_XOFF - PFC_STAT_FIRST];
		pfc->indications[prio] =
			stats->prio[prio][PFC_PRIO_STAT_RX_XOFF - PFC_STAT_FIRST];
	}
	kfree(stats);
	return 0;
}

/* A priority that keeps its state keeps PFC in one direction, if it is on in one only */
static int pfc_dcb_setpfc(struct net_device *dev, struct ieee_pfc *pfc)
{
	struct pfc_port *port = pfc_dcb_port(dev);
	struct pfc_change *change;
	struct pfc_config *config;
	LIST_HEAD(changes);
	u8 changed;
	int err;

	err = pfc_dcb_begin(dev, &changes, &change);
	if (err)
		return err;
	config = change->config;
	if (pfc->mbc)
		return pfc_dcb_abort(dev, &changes, -EOPNOTSUPP,
				     "pfc macsec-bypass is not supported");
	if (pfc->delay != pfc_dcb_delay(port, config))
		config->cable_delay = DIV_ROUND_UP_ULL(1000ULL * pfc->delay, PFC_DCB_WAYS *
						       pfc_port_speed(port, config));
	if (config->cable_delay > PFC_DELAY_MAX)
		return pfc_dcb_abort(dev, &changes, -ERANGE,
				     "pfc delay %u bits is %u ns one way, above 10000000",
				     pfc->delay, config->cable_delay);
	changed = pfc->pfc_en ^ (config->pfc_tx | config->pfc_rx);
	config->pfc_tx = (config->pfc_tx & ~changed) | (pfc->pfc_en & changed);
	config->pfc_rx = (config->pfc_rx & ~changed) | (pfc->pfc_en & changed);
	return pfc_dcb_run(dev, &changes);
}

/*
 * Sends one event for all changes of a request.  The core changes APP and rewriting entries one by
 * one, and at the end of each request composes a message for LLDP agents.  Without memory for that
 * message, the event is late: it is sent with the next message about the port.
 */
static void pfc_dcb_report(struct pfc_port *port)
{
	if (!port->dcb.unreported)
		return;
	port->dcb.unreported = false;
	pfc_event(port, PFC_EVENT_PORT_CHANGED, 0, 0);
}

/* The core calls this function before it reads the APP entries of the port */
static int pfc_dcb_getets(struct net_device *dev, struct ieee_ets *ets)
{
	const struct pfc_config *config = pfc_dcb_config(dev);
	int tc;

	pfc_dcb_report(pfc_dcb_port(dev));
	pfc_dcb_show(dev);

	*ets = pfc_dcb_port(dev)->dcb.advice;
	ets->ets_cap = PFC_PRIOS;
	for (tc = 0; tc < PFC_PRIOS; tc++) {
		ets->tc_tx_bw[tc] = config->tcs[tc].bw;
		ets->tc_tsa[tc] = config->tcs[tc].ets ? IEEE_8021QAZ_TSA_ETS :
							IEEE_8021QAZ_TSA_STRICT;
		ets->prio_tc[tc] = config->prio_tc[tc];
	}
	return 0;
}

/* The share of a strict class has no effect, as in drivers of hardware switches */
static int pfc_dcb_setets(struct net_device *dev, struct ieee_ets *ets)
{
	struct ieee_ets *advice = &pfc_dcb_port(dev)->dcb.advice, old;
	struct pfc_change *change;
	struct pfc_config *config;
	LIST_HEAD(changes);
	int err, i;

	err = pfc_dcb_begin(dev, &changes, &change);
	if (err)
		return err;
	config = change->config;
	for (i = 0; i < PFC_PRIOS; i++) {
		if (ets->tc_tsa[i] != IEEE_8021QAZ_TSA_ETS &&
		    ets->tc_tsa[i] != IEEE_8021QAZ_TSA_STRICT)
			return pfc_dcb_abort(dev, &changes, -EOPNOTSUPP,
					     "tc-tsa of class %d must be strict or ets", i);
		if (ets->tc_tx_bw[i] > 100)
			return pfc_dcb_abort(dev, &changes, -ERANGE,
					     "tc-bw: %u of class %d is out of range 0..100 percent",
					     ets->tc_tx_bw[i], i);
		if (ets->prio_tc[i] >= PFC_PRIOS)
			return pfc_dcb_abort(dev, &changes, -ERANGE,
					     "prio-tc: TC %u of priority %d is out of range 0..7",
					     ets->prio_tc[i], i);
		config->tcs[i].ets = ets->tc_tsa[i] == IEEE_8021QAZ_TSA_ETS;
		config->tcs[i].bw = config->tcs[i].ets ? ets->tc_tx_bw[i] : 0;
		config->prio_tc[i] = ets->prio_tc[i];
	}
	old = *advice;
	*advice = *ets;
	err = pfc_dcb_run(dev, &changes);
	if (err)
		*advice = old;
	return err;
}

/* Maximum rates are kbit/s here, and bit/s in the configuration */
static int pfc_dcb_getmaxrate(struct net_device *dev, struct ieee_maxrate *maxrate)
{
	const struct pfc_config *config = pfc_dcb_config(dev);
	int tc;

	for (tc = 0; tc < PFC_PRIOS; tc++)
		maxrate->tc_maxrate[tc] = div_u64(config->tcs[tc].rate, 1000);
	return 0;
}

static int pfc_dcb_setmaxrate(struct net_device *dev, struct ieee_maxrate *maxrate)
{
	struct pfc_change *change;
	LIST_HEAD(changes);
	int err, tc;
	u64 kbit;

	err = pfc_dcb_begin(dev, &changes, &change);
	if (err)
		return err;
	for (tc = 0; tc < PFC_PRIOS; tc++) {
		kbit = maxrate->tc_maxrate[tc];
		if (kbit && (kbit < PFC_RATE_MIN / 1000 || kbit > PFC_RATE_MAX / 1000))
			return pfc_dcb_abort(dev, &changes, -ERANGE,
					     "tc-maxrate %llu kbit/s of class %d must be 0 or 1 Mb/s to 1.6 Tb/s",
					     kbit, tc);
		if (kbit != div_u64(change->config->tcs[tc].rate, 1000))
			change->config->tcs[tc].rate = kbit * 1000;
	}
	return pfc_dcb_run(dev, &changes);
}

/* As in switches, the buffer of a priority is the headroom of its group */
static int pfc_dcb_getbuffer(struct net_device *dev, struct dcbnl_buffer *buffer)
{
	const struct pfc_config *config = pfc_dcb_config(dev);
	u64 total = 0;
	int i;

	for (i = 0; i < PFC_PRIOS; i++) {
		buffer->prio2buffer[i] = config->prio_pg[i];
		buffer->buffer_size[i] = config->pg[i].headroom;
		total += config->pg[i].lossless ? config->pg[i].headroom : 0;
	}
	buffer->total_size = min_t(u64, total, U32_MAX);
	return 0;
}

static int pfc_dcb_setbuffer(struct net_device *dev, struct dcbnl_buffer *buffer)
{
	struct pfc_change *change;
	struct pfc_pg_limits *pg;
	LIST_HEAD(changes);
	int err, i;

	err = pfc_dcb_begin(dev, &changes, &change);
	if (err)
		return err;
	for (i = 0; i < PFC_PRIOS; i++) {
		pg = &change->config->pg[i];
		if (buffer->prio2buffer[i] >= PFC_PRIOS)
			return pfc_dcb_abort(dev, &changes, -ERANGE,
					     "prio-buffer: buffer %u of priority %d is out of range 0..7",
					     buffer->prio2buffer[i], i);
		change->config->prio_pg[i] = buffer->prio2buffer[i];
		if (buffer->buffer_size[i] == pg->headroom)
			continue;
		if (change->profiles[i])
			return pfc_dcb_abort(dev, &changes, -EINVAL,
					     "buffer-size: pg %d follows a profile, which sets its headroom",
					     i);
		if (buffer->buffer_size[i] > PFC_SIZE_MAX)
			return pfc_dcb_abort(dev, &changes, -ERANGE,
					     "buffer-size %u of buffer %d is above 1073741824 bytes",
					     buffer->buffer_size[i], i);
		pg->headroom = buffer->buffer_size[i];
		pg->headroom_mode = PFC_HEADROOM_MODE_FIXED;
	}
	return pfc_dcb_run(dev, &changes);
}

static u8 pfc_dcb_getdcbx(struct net_device *dev)
{
	return PFC_DCBX;
}

/* Return: 0 if the mode is accepted, otherwise 1 */
static u8 pfc_dcb_setdcbx(struct net_device *dev, u8 mode)
{
	if (mode == PFC_DCBX)
		return 0;
	pfc_dcb_log(dev, "dcbx: only host ieee is supported");
	return 1;
}

static u8 pfc_dcb_getcap(struct net_device *dev, int attribute, u8 *cap)
{
	switch (attribute) {
	case DCB_CAP_ATTR_PG:
	case DCB_CAP_ATTR_PFC:
	case DCB_CAP_ATTR_UP2TC:
		*cap = true;
		break;
	case DCB_CAP_ATTR_PG_TCS:
	case DCB_CAP_ATTR_PFC_TCS:
		*cap = BIT(PFC_PRIOS - 1);
		break;
	case DCB_CAP_ATTR_DCBX:
		*cap = PFC_DCBX;
		break;
	default:
		*cap = false;
	}
	return 0;
}

static int pfc_dcb_getnumtcs(struct net_device *dev, int attribute, u8 *number)
{
	*number = PFC_PRIOS;
	return 0;
}

/* The core calls this function after it has read the APP entries of the port */
static int pfc_dcb_peer_getets(struct net_device *dev, struct ieee_ets *ets)
{
	pfc_dcb_restore();
	return -EOPNOTSUPP;
}

/* The entries are those of the IEEE version, which has other selectors and priorities */
static int pfc_dcb_getapp_cee(struct net_device *dev, u8 selector, u16 protocol)
{
	return -EOPNOTSUPP;
}

static int pfc_dcb_setapp_cee(struct net_device *dev, u8 selector, u16 protocol, u8 prios)
{
	pfc_dcb_log(dev, "app: the CEE version of DCBX is not supported");
	return -EOPNOTSUPP;
}

static const struct dcbnl_rtnl_ops pfc_dcb_ops = {
	.ieee_getets	= pfc_dcb_getets,
	.ieee_setets	= pfc_dcb_setets,
	.ieee_getmaxrate = pfc_dcb_getmaxrate,
	.ieee_setmaxrate = pfc_dcb_setmaxrate,
	.ieee_getpfc	= pfc_dcb_getpfc,
	.ieee_setpfc	= pfc_dcb_setpfc,
	.ieee_setapp	= pfc_dcb_setapp,
	.ieee_delapp	= pfc_dcb_delapp,
	.ieee_peer_getets = pfc_dcb_peer_getets,
	.getapp		= pfc_dcb_getapp_cee,
	.setapp		= pfc_dcb_setapp_cee,
#ifdef PFC_HAS_dcbnl_setapptrust
	.dcbnl_setapptrust = pfc_dcb_setapptrust,
	.dcbnl_getapptrust = pfc_dcb_getapptrust,
#endif
#ifdef PFC_HAS_dcbnl_setrewr
	.dcbnl_setrewr	= pfc_dcb_setrewr,
	.dcbnl_delrewr	= pfc_dcb_delrewr,
#endif
	.getcap		= pfc_dcb_getcap,
	.getnumtcs	= pfc_dcb_getnumtcs,
	.getdcbx	= pfc_dcb_getdcbx,
	.setdcbx	= pfc_dcb_setdcbx,
	.dcbnl_getbuffer = pfc_dcb_getbuffer,
	.dcbnl_setbuffer = pfc_dcb_setbuffer,
};

/* False if the DCB operations of a device are those of another driver.  Context: RCU or RTNL */
bool pfc_dcb_is_port(const struct net_device *dev)
{
	return dev->dcbnl_ops->ieee_getets == pfc_dcb_getets;
}

/* Which part of the kernel answers the DCB requests for the device of a port.  Context: RTNL */
enum pfc_dcb_owner pfc_dcb_owner(const struct pfc_port *port)
{
	const struct dcbnl_rtnl_ops *ops = port->dev->dcbnl_ops;

	if (!ops)
		return PFC_DCB_OWNER_NONE;
	return ops == &port->dcb.ops ? PFC_DCB_OWNER_PORT : PFC_DCB_OWNER_DRIVER;
}

/*
 * Give the device of a port DCB operations, unless it has its own.
 *
 * Only the administrator of the initial user namespace can change DCB settings, and the APP table
 * is common to all namespaces.  So the ports of other user namespaces have no DCB.
 */
void pfc_dcb_attach(struct pfc_port *port)
{
	ASSERT_RTNL();

	if (port->dev->dcbnl_ops || port->net->user_ns != &init_user_ns)
		return;
	port->dcb.ops = pfc_dcb_ops;
	port->dev->dcbnl_ops = &port->dcb.ops;
	pfc_dcb_settle(port->ifindex);
}

/* Take the operations from the device of a port.  Context: RTNL */
void pfc_dcb_detach(struct pfc_port *port)
{
	ASSERT_RTNL();

	pfc_dcb_remove(port);
	/*
	 * If a driver answers DCB requests, its device may be unregistered now.  Then dcbnl deletes
	 * all entries with its index after this function.
	 */
	if (pfc_dcb_owner(port) != PFC_DCB_OWNER_PORT)
		return;
	port->dev->dcbnl_ops = NULL;
	pfc_dcb_settle(port->ifindex);
}

/* Remove entries of a port that a new device would find in the tables.  Context: RTNL */
void pfc_dcb_registered(const struct net_device *dev)
{
	ASSERT_RTNL();

	if (!dev->dcbnl_ops)
		return;
	pfc_dcb_restore();
	pfc_dcb_settle(dev->ifindex);
}

/*
 * Show a new configuration, and notify LLDP agents.
 * Context: RTNL, may sleep.
 * Return: true if the caller must send %PFC_EVENT_PORT_CHANGED; false in a request of dcbnl, which
 *	sends it at its end.
 */
bool pfc_dcb_changed(struct pfc_port *port, const struct pfc_config *old)
{
	ASSERT_RTNL();

	pfc_dcb_update(port, old);
	if (port->dcb.requested) {
		port->dcb.unreported = true;
		return false;
	}
	if (pfc_dcb_owner(port) == PFC_DCB_OWNER_PORT &&
	    rtnl_has_listeners(port->net, RTNLGRP_DCB))
		dcbnl_ieee_notify(port->dev, RTM_SETDCB, DCB_CMD_IEEE_SET, 0, 0);
	return true;
}
