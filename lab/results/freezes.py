# SPDX-License-Identifier: GPL-2.0-only
"""Freeze times: how long a queue holds frames and sends none.

Samples determine them: a queue has made no progress between two samples if it holds frames at both
and has sent none between them.  So each time is exact to less than two intervals between samples,
and the real time is never shorter.
"""

import typing

from .table import Column, Table

COLUMNS = (
    Column("port", "", "NODE:PEER"), Column("priority", "", "priority of the queue"),
    Column("longest_ns", "ns", "longest time without progress while frames waited"),
    Column("longest_from_ns", "ns", "start of this time"),
    Column("total_ns", "ns", "all times without progress while frames waited"),
    Column("frozen_from_ns", "ns", "time after which the queue never sent again, although frames "
                                   "waited until the end of the run; empty: none"),
    Column("forever", "", "1: the frames still wait when the fabric is at rest after the run"),
    Column("waiting_frames", "frames", "frames in the queue at the end of the run"),
    Column("resolution_ns", "ns", "interval between samples: a real time is longer than the one "
                                  "given by less than two of these"))


class Freeze(typing.NamedTuple):
    """An interval without progress; first, last: indices of samples"""

    first: int
    last: int


def intervals(sent, waiting):
    """Return: the Freezes of a queue, given the frames sent and waiting at each sample"""
    result, first = [], None
    for i in range(1, len(sent)):
        stuck = waiting[i - 1] and waiting[i] and sent[i] == sent[i - 1]
        if stuck and first is None:
            first = i - 1
        if first is not None and not stuck:
            result.append(Freeze(first, i - 1))
            first = None
    return result + ([Freeze(first, len(sent) - 1)] if first is not None else [])


def found(outcome):
    """Return: {(port, priority): Freezes} of all queues that have some"""
    result = {}
    for port, kind, number, counter in outcome.port_series:
        if (kind, counter) == ("queue", "backlog_packets"):
            freezes = intervals(outcome.port_over_time(port, kind, number, "tx_packets"),
                                outcome.port_over_time(port, kind, number, counter))
            if freezes:
                result[port, number] = freezes
    return result


def table(outcome, freezes):
    """Return: a Table, by falling longest time; freezes: of found()"""
    times, rest, rows = outcome.times, outcome.at_rest(), []
    end = len(times) - 1
    for (port, prio), of in freezes.items():
        def length(freeze):
            return times[freeze.last] - times[freeze.first]
        longest = max(of, key=length)
        waiting = outcome.port(port, "queue", prio, "backlog_packets")
        never = of[-1].last == end
        same = rest.get((port, "queue", prio, "tx_packets"), 0) == \
            outcome.port(port, "queue", prio, "tx_packets")
        held = rest.get((port, "queue", prio, "backlog_packets"), 0)
        rows.append((port, prio, length(longest), times[longest.first], sum(map(length, of)),
                     times[of[-1].first] if never else None, int(bool(never and same and held)),
                     waiting, outcome.fabric.sample))
    rows.sort(key=lambda row: (-row[2], row[0], row[1]))
    return Table("freezes", "Times in which frames waited and none was sent", COLUMNS, rows)
