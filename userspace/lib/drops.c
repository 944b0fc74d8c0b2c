// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters of dropped packets, with their causes.
 */
#include "drops.h"

static const char flushed[] = "an egress port was deleted, reset or lost its carrier";
static const char no_memory[] = "queued packets reached their limit of kernel memory";

static const struct drop port_causes[] = {
	{ PFC_PORT_STAT_TX_DROP_SEGMENT, "tx_drop_segment", "GSO segmentation failed" },
	{ PFC_PORT_STAT_TX_DROP_CONTROL, "tx_drop_control", "too many PFC frames were queued" },
	{ PFC_PORT_STAT_TX_DROP_DELAY, "tx_drop_delay", flushed },
	{ 0 }
};

static const struct drop pg_causes[] = {
	{ PFC_PG_STAT_DROP_LIMIT, "drop_limit", NULL },
	{ PFC_PG_STAT_DROP_POOL, "drop_pool", NULL },
	{ PFC_PG_STAT_DROP_HEADROOM, "drop_headroom", "the headroom was full" },
	{ PFC_PG_STAT_DROP_FLUSH, "drop_flush", flushed },
	{ PFC_PG_STAT_DROP_REST, "drop_rest", NULL },
	{ PFC_PG_STAT_DROP_EGRESS, "drop_egress", NULL },
	{ PFC_PG_STAT_DROP_EARLY, "drop_early", NULL },
	{ PFC_PG_STAT_DROP_FLOOD, "drop_flood",
	  "the bridge has no FDB entry for their address (flood-lossless drop)" },
	{ PFC_PG_STAT_DROP_WATCHDOG, "drop_watchdog", "the watchdog dropped them in a storm" },
	{ PFC_PG_STAT_DROP_MEMORY, "drop_memory", no_memory },
	{ 0 }
};

static const struct drop queue_causes[] = {
	{ PFC_QUEUE_STAT_DROP_LOCAL, "drop_local", "queue-limit was reached" },
	{ PFC_QUEUE_STAT_DROP_FLUSH, "drop_flush", flushed },
	{ PFC_QUEUE_STAT_DROP_MEMORY, "drop_memory", no_memory },
	{ 0 }
};

const struct drop *const drop_kinds[COUNTER_KINDS] = {
	[COUNTERS_PORT] = port_causes, [COUNTERS_PG] = pg_causes, [COUNTERS_QUEUE] = queue_causes,
};

/* Sum up the drops of an object; @lossless: of lossless packets.  Return: the sum */
uint64_t sum_drops(const struct port *port, enum counter_kind kind, int id, bool lossless)
{
	const struct drop *drop = drop_kinds[kind];
	uint64_t n = 0;

	for (; drop->stat; drop++)
		if (drop->cause || !lossless)
			n += port->counters[kind][id][drop->stat];
	return n;
}

/* Return: the packets of this host that an egress queue has dropped; others count in pg_drops() */
uint64_t queue_drops(const struct port *port, int prio)
{
	return sum_drops(port, COUNTERS_QUEUE, prio, false);
}

/* Return: the packets that a priority group has received and that were dropped, at any port */
uint64_t pg_drops(const struct port *port, int id)
{
	return sum_drops(port, COUNTERS_PG, id, false);
}

/* Return: the packets dropped before or after the queues, whose priorities are not known */
uint64_t port_drops(const struct port *port)
{
	return sum_drops(port, COUNTERS_PORT, 0, false);
}
