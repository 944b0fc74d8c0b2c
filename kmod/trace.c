// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tracepoints, and the functions that fill their events.  They run only while an event is
 * enabled.
 */
#include "qdisc.h"

#define CREATE_TRACE_POINTS
#include "trace.h"

/* The names of the counters of pfcctl, without "drop_" */
const char * const pfc_trace_causes[PFC_DROPS_ALL] = {
	[PFC_DROP_NONE]		= "none",
	[PFC_DROP_LIMIT]	= "limit",
	[PFC_DROP_POOL]		= "pool",
	[PFC_DROP_HEADROOM]	= "headroom",
	[PFC_DROP_FLUSH]	= "flush",
	[PFC_DROP_REST]		= "rest",
	[PFC_DROP_EGRESS]	= "egress",
	[PFC_DROP_EARLY]	= "early",
	[PFC_DROP_FLOOD]	= "flood",
	[PFC_DROP_STORM]	= "watchdog",
	[PFC_DROP_MEMORY]	= "memory",
	[PFC_DROP_LOCAL]	= "local",
	[PFC_DROP_SEGMENT]	= "segment",
	[PFC_DROP_CONTROL]	= "control",
	[PFC_DROP_DELAY]	= "delay",
	[PFC_DROP_IMPAIR]	= "impair",
};

/* @state: not %PFC_WATCHDOG_STATE_OFF.  Return: a name shorter than %PFC_TRACE_WORD */
const char *pfc_trace_state(u8 state)
{
	switch (state) {
	case PFC_WATCHDOG_STATE_STORM:
		return "storm";
	case PFC_WATCHDOG_STATE_DISABLED:
		return "disabled";
	default:
		return "operational";
	}
}

/* @name: set to the name of the device, "-" without a port */
void pfc_trace_name(const struct pfc_port *port, char *name)
{
	if (port)
		pfc_port_name(port, name);
	else
		strscpy_pad(name, "-", IFNAMSIZ);
}

/* @port: NULL, or possibly detached, if one of its PGs holds bytes */
unsigned int pfc_trace_netns(const struct pfc_port *port)
{
	return port ? port->net->ns.inum : 0;
}

/* MAC control opcode of a frame.  Return: %PFC_OPCODE_PFC or %PFC_OPCODE_PAUSE */
u16 pfc_trace_opcode(const struct pfc_frame *frame)
{
	return frame->pause ? PFC_OPCODE_PAUSE : PFC_OPCODE_PFC;
}

/* State of a PG with levels that fit into 32 bits.  Context: BH disabled */
struct pfc_group_state pfc_trace_group(const struct pfc_port *port, u8 pg)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group_state state = pfc_group_state(&port->groups[pg], limits);

	state.xoff_at = min_t(u64, state.xoff_at, U32_MAX);
	state.xon_at = limits->lossless ? min_t(u64, state.xon_at, U32_MAX) : 0;
	return state;
}

/* Time since the current XOFF was first sent, ns; 0 without one.  Context: sender.lock */
u64 pfc_trace_xoff_time(const struct pfc_port *port, u8 prio, u64 now)
{
	const struct pfc_pause_tx *tx = &port->sender.tx;

	return tx->xoff_sent & BIT(prio) ? now - tx->clock.start[prio] : 0;
}

/* Time since a received pause has begun.  Context: receiver.lock.  Return: ns; 0 without a pause */
u64 pfc_trace_pause_time(const struct pfc_port *port, u8 prio, u64 now)
{
	const struct pfc_pause_rx *rx = &port->receiver.rx;

	return rx->paused & BIT(prio) ? now - rx->clock.start[prio] : 0;
}

/*
 * Trace a charge or a release.
 * @egress: port in whose queue the packet waits, or NULL
 * @pg: PG of @port, 0..7, whose charge includes the packet
 * @len: length of the packet; negative for a release
 *
 * Not inline, so that the code of the event does not make the data path longer.
 * Context: BH disabled.
 */
void pfc_trace_charge(const struct pfc_port *port, const struct pfc_port *egress, u8 pg, s32 len)
{
	trace_charge(port, egress, pg, len);
}
