# SPDX-License-Identifier: GPL-2.0-only
"""Counters of flows, and the groups of flows that plots show."""

from .table import Column, Table

COLUMNS = (
    Column("flow", "", "name"), Column("source", "", "host"), Column("destination", "", "host"),
    Column("dscp", "", "DSCP of its frames"), Column("frame_bytes", "bytes", "without FCS"),
    Column("rate_bits_per_second", "bit/s", "mean rate on the wire at which it arrived"),
    Column("sent_frames", "frames", "frames that the host accepted"),
    Column("received_frames", "frames", "frames that have arrived"),
    Column("withheld_frames", "frames", "frames never sent, since back-pressure had filled the "
                                        "send buffer"),
    Column("missing_frames", "frames", "frames lost or overtaken"),
    Column("delay_min_ns", "ns", "smallest delay from host to host"),
    Column("delay_mean_ns", "ns", "mean delay"), Column("delay_max_ns", "ns", "largest delay"))


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
