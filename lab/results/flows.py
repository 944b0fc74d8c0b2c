# SPDX-License-Identifier: GPL-2.0-only
"""Counters of flows, and the groups of flows that plots show."""

import re

from .. import senders
from .table import Column, Table

COLUMNS = (
    Column("flow", "", "name"), Column("source", "", "host"), Column("destination", "", "host"),
    Column("dscp", "", "DSCP of its frames"), Column("frame_bytes", "bytes", "without FCS"),
    Column("rate_bits_per_second", "bit/s", "mean rate on the wire at which it arrived; of TCP: of its data"),
    Column("sent_frames", "frames", "frames that the host accepted"),
    Column("received_frames", "frames", "frames that have arrived"),
    Column("withheld_frames", "frames", "frames never sent, since back-pressure had filled the "
                                        "send buffer"),
    Column("missing_frames", "frames", "frames lost or overtaken"),
    Column("delay_min_ns", "ns", "smallest delay from host to host"),
    Column("delay_mean_ns", "ns", "mean delay"), Column("delay_max_ns", "ns", "largest delay"))

SENDER = (
    Column("sender", "", "flow, or workload: sums of its messages"),
    Column("in_order_frames", "frames", "frames that arrived in order"),
    Column("retransmitted_frames", "frames", "frames sent again"),
    Column("out_of_order_frames", "frames", "frames that arrived after a lost one"),
    Column("duplicates_frames", "frames", "frames that arrived again"),
    Column("timeouts", "", "retransmission timeouts"),
    Column("gave_up", "", "senders that gave up after the last retry"),
    Column("acks_sent_frames", "frames", "ACK sent by the receiver"),
    Column("naks_sent_frames", "frames", "NAK sent by the receiver"),
    Column("cnps_sent_frames", "frames", "CNP sent by the receiver"),
    Column("marked_frames", "frames", "frames that arrived with CE"),
    Column("goodput_bits_per_second", "bit/s", "bytes in order, while the flow ran"),
    Column("rate_bits_per_second", "bit/s", "current rate of DCQCN at the end of the run"),
    Column("alpha", "", "alpha of DCQCN at the end of the run"))


def sender_tables(outcome):
    """Yields the Table of senders with rate control or reliability"""
    rows = senders.as_json(outcome)
    if rows:
        yield Table("senders", "Senders with rate control or reliability", SENDER, [
            (row["name"], *(row.get(column.name, row.get(re.sub(
                "_(frames|bits_per_second)$", "", column.name))) for column in SENDER[1:]))
            for row in rows])


def plain(outcome):
    """Return: the flows that are no messages"""
    return [flow for flow in outcome.fabric.flows if not flow.workload]


def table(outcome):
    """Return: a Table with a line for each flow"""
    rows = []
    for flow in plain(outcome):
        def count(name, flow=flow):
            return outcome.flow(flow.name, name)
        got = count("received")
        rows.append((flow.name, flow.source, flow.target, flow.dscp, flow.size,
                     round(outcome.rate(flow)), count("sent"), got, count("withheld"),
                     count("missing"), count("delay_min") if got else None,
                     round(count("delay_sum") / got, 1) if got else None,
                     count("delay_max") if got else None))
    return Table("flows", "Flows", COLUMNS, rows)


def _common(names):
    """Return: a short text for several names"""
    names = list(dict.fromkeys(names))
    return names[0] if len(names) == 1 else f"{names[0]}…{names[-1]}"


def groups(outcome):
    """Return: {name: flows} for each table [[flows]], without messages"""
    by_table = {}
    for flow in plain(outcome):
        by_table.setdefault(flow.where, []).append(flow)
    result = {}
    for of in by_table.values():
        given = of[0].values.get("name")
        name = of[0].name if len(of) == 1 else given or \
            f"{_common(flow.source for flow in of)}>{_common(flow.target for flow in of)}"
        result.setdefault(name, []).extend(of)
    return result
