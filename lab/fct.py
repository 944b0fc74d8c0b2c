# SPDX-License-Identifier: GPL-2.0-only
"""Flow completion times (FCT) of messages, and their slowdowns.

The FCT of a message is the time from the moment at which it could start until its last byte has
arrived.  The slowdown is the FCT divided by that in an idle fabric.
"""

import functools
import math
import typing

from . import messages
from .results.table import Column, Table

BUCKETS = 20	# with 5 % of the messages each, as in the papers on HPCC
PERCENTILES = (50, 95, 99)
COLUMNS = ("message", "workload", "source", "destination", "size_bytes", "start_ns", "fct_ns",
           "ideal_ns", "slowdown", "lost_ns")
BUCKET_COLUMNS = ("workload", "messages", "size_min_bytes", "size_max_bytes", "fct_mean_ns",
                  *(f"slowdown_p{percentile}" for percentile in PERCENTILES), "slowdown_max")
MEANINGS = {"message": "name", "size_bytes": "bytes of the message, without headers",
            "start_ns": "time at which the message could start, after the start of the traffic; "
                        "empty: it could not",
            "fct_ns": "time until the last byte has arrived; empty: it has not arrived",
            "ideal_ns": "the same in an idle fabric", "slowdown": "fct_ns divided by ideal_ns",
            "lost_ns": "time until the message ended without all its frames (lost-after)",
            "messages": "messages of the bucket that have arrived"}


class Record(typing.NamedTuple):
    """One message; times in ns; start: None if it could not start; fct and slowdown: None if it has
    not arrived; lost: time until it ended without having arrived, or None"""

    message: str
    workload: str
    source: str
    destination: str
    size: int
    start: int
    fct: int
    ideal: int
    slowdown: float
    lost: int = None


def percentile(values, share):
    """Return: the smallest value that this percentage of all values does not exceed; values:
    sorted"""
    return values[max(0, math.ceil(len(values) * share / 100) - 1)]


@functools.lru_cache(maxsize=1)
def records(outcome):
    """Return: a Record of each message"""
    result = []
    for flow in outcome.fabric.flows:
        if not flow.workload:
            continue
        ideal = messages.ideal(outcome.fabric, flow)
        finished = outcome.messages.value(flow.index, "finished", rest=True)
        began = outcome.messages.value(flow.index, "began", rest=True)
        ended = outcome.messages.value(flow.index, "ended", rest=True)
        fct = finished - began if finished else None
        waits = flow.after or (flow.tcp and flow.start)	# else it begins at its time
        start = None if waits and not began and not finished else began
        result.append(Record(flow.name, flow.workload.name, flow.source, flow.target, flow.bytes,
                             start, fct, ideal, fct / ideal if finished else None,
                             ended - began if ended and not finished else None))
    return result


def summary(name, arrived):
    """Return: {column: value} of messages that have arrived"""
    slowdowns = sorted(record.slowdown for record in arrived)
    return {"workload": name, "messages": len(arrived),
            "size_min_bytes": min(record.size for record in arrived),
            "size_max_bytes": max(record.size for record in arrived),
            "fct_mean_ns": round(sum(record.fct for record in arrived) / len(arrived))} | {
        f"slowdown_p{share}": round(percentile(slowdowns, share), 4) for share in PERCENTILES} | {
        "slowdown_max": round(slowdowns[-1], 4)}


def buckets(name, arrived):
    """Yields the summary of each bucket: messages by size, about as many in each bucket.  Equal sizes
    stay in the order of the messages: by slowdown, they would be quantiles and no samples."""
    ordered = sorted(arrived, key=lambda record: record.size)
    count = min(BUCKETS, len(ordered))
    for i in range(count):
        part = ordered[i * len(ordered) // count:(i + 1) * len(ordered) // count]
        yield summary(name, part)


def by_workload(found):
    """Return: {workload: Records of the messages that have arrived}"""
    result = {}
    for record in found:
        result.setdefault(record.workload, [])
        if record.fct is not None:
            result[record.workload].append(record)
    return result


def as_json(outcome):
    """Return: for each workload the summary, the buckets and the completion time"""
    found = records(outcome)
    result = []
    for name, arrived in by_workload(found).items():
        of = [record for record in found if record.workload == name]
        row = {"workload": name, "messages": len(of), "unfinished": len(of) - len(arrived),
               "lost": sum(record.lost is not None for record in of)}
        if arrived:
            begin = min(record.start for record in arrived)
            end = max(record.start + record.fct for record in arrived)
            row |= {"size_sum_bytes": sum(record.size for record in arrived),
                    "first_start_ns": begin, "last_arrival_ns": end,
                    "finished": summary(name, arrived), "buckets": list(buckets(name, arrived))}
        result.append(row)
    return result


def columns(names):
    """Return: Columns with the unit in which their names end"""
    return [Column(name, next((unit for unit in ("bytes", "ns") if name.endswith(f"_{unit}")), ""),
                   MEANINGS.get(name, name.replace("_", " "))) for name in names]


def tables(outcome):
    """Yields the Tables fct, a line for each message, and fct-buckets"""
    found = records(outcome)
    if not found:
        return
    yield Table("fct", "Flow completion times", columns(COLUMNS), [
        (*record[:-2], None if record.slowdown is None else round(record.slowdown, 4), record.lost)
        for record in found])
    yield Table("fct-buckets", "Slowdown by size", columns(BUCKET_COLUMNS), [
        [row[name] for name in BUCKET_COLUMNS]
        for name, arrived in by_workload(found).items() for row in buckets(name, arrived)])
