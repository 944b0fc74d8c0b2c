// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#include "record.h"
#include "wait.h"

const struct field wait_fields[] = {
	FIELD(PFC_WAIT_A_RX_PAUSED, MNL_TYPE_FLAG, wait, rx_paused),
	FIELD(PFC_WAIT_A_RX_SINCE, MNL_TYPE_U64, wait, rx_since),
	FIELD(PFC_WAIT_A_RX_UNTIL, MNL_TYPE_U64, wait, rx_until),
	FIELD(PFC_WAIT_A_RX_QUANTA, MNL_TYPE_U32, wait, rx_quanta),
	FIELD(PFC_WAIT_A_RX_COUNT, MNL_TYPE_U64, wait, rx_count),
	FIELD(PFC_WAIT_A_RX_TOTAL, MNL_TYPE_U64, wait, rx_total),
	FIELD(PFC_WAIT_A_RX_LONGEST, MNL_TYPE_U64, wait, rx_longest),
	FIELD(PFC_WAIT_A_RX_LAST, MNL_TYPE_U64, wait, rx_last),
	FIELD(PFC_WAIT_A_RX_XOFF, MNL_TYPE_U64, wait, rx_xoff),
	FIELD(PFC_WAIT_A_RX_EXPIRED, MNL_TYPE_U64, wait, rx_expired),
	FIELD(PFC_WAIT_A_TX_XOFF, MNL_TYPE_FLAG, wait, tx_xoff),
	FIELD(PFC_WAIT_A_TX_SINCE, MNL_TYPE_U64, wait, tx_since),
	FIELD(PFC_WAIT_A_TX_COUNT, MNL_TYPE_U64, wait, tx_count),
	FIELD(PFC_WAIT_A_TX_TOTAL, MNL_TYPE_U64, wait, tx_total),
	FIELD(PFC_WAIT_A_TX_LONGEST, MNL_TYPE_U64, wait, tx_longest),
	FIELD(PFC_WAIT_A_TX_LAST, MNL_TYPE_U64, wait, tx_last),
	FIELD(PFC_WAIT_A_BACKLOG_PACKETS, MNL_TYPE_U64, wait, backlog_packets),
	FIELD(PFC_WAIT_A_BACKLOG_BYTES, MNL_TYPE_U64, wait, backlog_bytes),
	FIELD(PFC_WAIT_A_LOCAL_BYTES, MNL_TYPE_U64, wait, local_bytes),
	FIELD(PFC_WAIT_A_SENT_PACKETS, MNL_TYPE_U64, wait, sent_packets),
	FIELD(PFC_WAIT_A_SENT_BYTES, MNL_TYPE_U64, wait, sent_bytes),
	FIELD(PFC_WAIT_A_STORM, MNL_TYPE_U8, wait, storm),
	FIELD(PFC_WAIT_A_SUPPRESSED, MNL_TYPE_FLAG, wait, suppressed),
	{ 0 }
};

const struct field wait_pg_fields[] = {
	FIELD(PFC_WAIT_PG_A_PRIOS, MNL_TYPE_U8, wait_pg, prios),
	FIELD(PFC_WAIT_PG_A_LOSSLESS, MNL_TYPE_FLAG, wait_pg, lossless),
	FIELD(PFC_WAIT_PG_A_IN_XOFF, MNL_TYPE_FLAG, wait_pg, in_xoff),
	FIELD(PFC_WAIT_PG_A_OCCUPANCY, MNL_TYPE_U64, wait_pg, occupancy),
	FIELD(PFC_WAIT_PG_A_XOFF_AT, MNL_TYPE_U64, wait_pg, xoff_at),
	FIELD(PFC_WAIT_PG_A_XON_AT, MNL_TYPE_U64, wait_pg, xon_at),
	FIELD(PFC_WAIT_PG_A_HEADROOM, MNL_TYPE_U64, wait_pg, headroom),
	FIELD(PFC_WAIT_PG_A_RX_BYTES, MNL_TYPE_U64, wait_pg, rx_bytes),
	FIELD(PFC_WAIT_PG_A_RX_PACKETS, MNL_TYPE_U64, wait_pg, rx_packets),
	FIELD(PFC_WAIT_PG_A_DROPS, MNL_TYPE_U64, wait_pg, drops),
	{ 0 }
};

const struct field holders_fields[] = {
	FIELD(PFC_HOLDERS_A_PACKETS, MNL_TYPE_U64, holders, packets),
	FIELD(PFC_HOLDERS_A_BYTES, MNL_TYPE_U64, holders, bytes),
	FIELD(PFC_HOLDERS_A_LOCAL_BYTES, MNL_TYPE_U64, holders, local_bytes),
	FIELD(PFC_HOLDERS_A_PARTIAL, MNL_TYPE_FLAG, holders, partial),
	FIELD(PFC_HOLDERS_A_FLOWS, MNL_TYPE_U32, holders, flows),
	FIELD(PFC_HOLDERS_A_OTHER_BYTES, MNL_TYPE_U64, holders, other_bytes),
	{ 0 }
};

const struct field holder_fields[] = {
	FIELD(PFC_HOLDER_A_PORT_ID, MNL_TYPE_U32, holder, port_id),
	FIELD(PFC_HOLDER_A_IFINDEX, MNL_TYPE_U32, holder, ifindex),
	FIELD(PFC_HOLDER_A_PG, MNL_TYPE_U8, holder, pg),
	FIELD(PFC_HOLDER_A_BYTES, MNL_TYPE_U64, holder, bytes),
	FIELD(PFC_HOLDER_A_PACKETS, MNL_TYPE_U64, holder, packets),
	{ 0 }
};

const struct field flow_fields[] = {
	FIELD(PFC_FLOW_A_ETHERTYPE, MNL_TYPE_U32, flow, ethertype),
	FIELD(PFC_FLOW_A_SRC_MAC, MNL_TYPE_BINARY, flow, src_mac),
	FIELD(PFC_FLOW_A_DST_MAC, MNL_TYPE_BINARY, flow, dst_mac),
	FIELD(PFC_FLOW_A_SRC, MNL_TYPE_BINARY, flow, src),
	FIELD(PFC_FLOW_A_DST, MNL_TYPE_BINARY, flow, dst),
	FIELD(PFC_FLOW_A_PROTOCOL, MNL_TYPE_U8, flow, protocol),
	FIELD(PFC_FLOW_A_SRC_PORT, MNL_TYPE_U32, flow, src_port),
	FIELD(PFC_FLOW_A_DST_PORT, MNL_TYPE_U32, flow, dst_port),
	FIELD(PFC_FLOW_A_DSCP, MNL_TYPE_U8, flow, dscp),
	FIELD(PFC_FLOW_A_PORT_ID, MNL_TYPE_U32, flow, port_id),
	FIELD(PFC_FLOW_A_PG, MNL_TYPE_U8, flow, pg),
	FIELD(PFC_FLOW_A_BYTES, MNL_TYPE_U64, flow, bytes),
	FIELD(PFC_FLOW_A_PACKETS, MNL_TYPE_U64, flow, packets),
	FIELD(PFC_FLOW_A_VLAN, MNL_TYPE_U32, flow, vlan),
	{ 0 }
};

const struct field record_fields[] = {
	FIELD(PFC_RECORD_A_TIME, MNL_TYPE_U64, record, time),
	FIELD(PFC_RECORD_A_EVENT, MNL_TYPE_U32, record, event),
	FIELD(PFC_RECORD_A_PRIO, MNL_TYPE_U8, record, prio),
	FIELD(PFC_RECORD_A_BYTES, MNL_TYPE_U32, record, bytes),
	FIELD(PFC_RECORD_A_QUANTA, MNL_TYPE_U32, record, quanta),
	FIELD(PFC_RECORD_A_COUNT, MNL_TYPE_U32, record, count),
	FIELD(PFC_RECORD_A_QUEUE_IFINDEX, MNL_TYPE_U32, record, queue_ifindex),
	FIELD(PFC_RECORD_A_QUEUE_PRIO, MNL_TYPE_U8, record, queue_prio),
	{ 0 }
};
