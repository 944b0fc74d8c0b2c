# SPDX-License-Identifier: GPL-2.0-only
"""Occupancy of PGs and queues: over time, and its statistics."""

from .. import fct
from .table import Column, Table

COUNTERS = {"pg": "occupancy", "queue": "backlog_bytes"}
WHERE = (Column("port", "", "NODE:PEER"),
         Column("kind", "", "pg: bytes that the port has received and that wait in this node; "
                            "queue: bytes that wait to be sent by the port"),
         Column("number", "", "number of the PG, or priority of the queue"))
THRESHOLDS = (Column("xoff_bytes", "bytes", "occupancy at which the PG sends XOFF; only lossless "
                                            "PGs; with alpha: at that time"),
              Column("xon_bytes", "bytes", "occupancy at which the PG sends XON"))


def used(outcome):
    """Return: (port, kind, number, values at outcome.times, exact maximum) of all PGs and queues
    that have contained a byte, by kind and falling maximum"""
    result = []
    for port, kind, number, counter in outcome.port_series:
        if counter == "peak" and kind in COUNTERS:
            result.append((port, kind, number,
                           outcome.port_over_time(port, kind, number, COUNTERS[kind]),
                           outcome.port(port, kind, number, "peak")))
    place = {name: i for i, name in enumerate(outcome.fabric.every_port)}
    return sorted(result, key=lambda entry: (entry[1], -entry[4], place[entry[0]], entry[2]))


def _thresholds(limits, port, kind, number):
    return limits.thresholds(port, number) if kind == "pg" else (None, None)


def series(outcome, limits, found):
    """Return: a Table with the values at all times of the PGs and queues that have a byte in a
    sample; found: of used()"""
    columns = (Column("time_ns", "ns", "time after the start of the traffic"), *WHERE,
               Column("occupancy_bytes", "bytes", "occupancy at this time"), *THRESHOLDS)
    rows = []
    for port, kind, number, values, _ in found:
        if not any(values):
            continue
        xoff, xon = _thresholds(limits, port, kind, number)
        for i, (time, value) in enumerate(zip(outcome.times, values)):
            rows.append((time, port, kind, number, value, xoff and xoff[i], xon and xon[i]))
    return Table("occupancy", "Occupancy over time", columns, rows)


def summary(outcome, limits, found):
    """Return: a Table with a line for each PG and queue"""
    columns = (*WHERE, Column("peak_bytes", "bytes", "maximum, exact: also between samples"),
               Column("mean_bytes", "bytes", "mean of the samples"),
               Column("p99_bytes", "bytes", "99th percentile of the samples"), *THRESHOLDS,
               Column("headroom_bytes", "bytes", "space above XOFF for frames on the way"),
               Column("xoff_count", "transitions", "transitions of the PG into XOFF"))
    rows = []
    for port, kind, number, values, peak in found:
        xoff, xon = _thresholds(limits, port, kind, number)
        headroom = count = None
        if xoff:
            headroom = limits.at(port, number, outcome.fabric.duration).headroom
            count = outcome.port(port, kind, number, "xoff")
        rows.append((port, kind, number, peak, round(sum(values) / len(values), 1),
                     fct.percentile(sorted(values), 99), xoff and min(xoff), xon and min(xon),
                     headroom, count))
    return Table("occupancy-summary", "Maxima of the occupancy; smallest thresholds", columns,
                 rows)
