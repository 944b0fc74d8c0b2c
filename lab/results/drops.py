# SPDX-License-Identifier: GPL-2.0-only
"""Dropped frames by cause."""

import re

from .. import discards
from ..outcome import UAPI
from .table import Column, Table

COLUMNS = (
    Column("at", "", "port, NODE:PEER, or node"),
    Column("kind", "", "pg, queue, prio or port: of the module; link: discarded since the link "
                       "was down; router: IP counters of a router"),
    Column("number", "", "number of the PG, queue or priority"),
    Column("cause", "", "counter of the module"),
    Column("frames", "frames", "frames dropped, until the fabric is at rest after the run"),
    Column("lossless", "", "1: of a lossless PG or priority"),
    Column("meaning", "", "meaning of the counter"))


def _meanings():
    """Return: {(kind, counter): meaning}, from the module's header"""
    result = {}
    comment = r"@PFC_(PORT|PG|PRIO|QUEUE)_STAT_(\w+): u64, (.*?)(?=\n \* @|\n \*/)"
    for kind, name, text in re.findall(comment, UAPI.read_text(), re.S):
        text = " ".join(word for word in text.split() if word != "*")
        result[kind.lower(), name.lower()] = re.sub(r"[%@]", "", text)
    return result


def _lossless(outcome, port, kind, number):
    config = outcome.fabric.every_port[port].config
    numbers = {"pg": config.lossless_groups, "queue": config.lossless_prios}
    return int(number in numbers.get(kind, ()))


def table(outcome):
    """Return: a Table by falling number of frames"""
    meanings, rows = _meanings(), []
    for key, frames in outcome.at_rest().items():
        if frames and outcome.is_drop(key):
            port, kind, number, cause = key
            rows.append((port, kind, None if kind == "port" else number, cause, frames,
                         _lossless(outcome, port, kind, number), meanings.get((kind, cause), "")))
    for node, frames in discards.by_node(outcome).items():
        rows.append((node, "link", None, "failed_link", frames, None,
                     "frames discarded because a link was down"))
    for node in outcome.routers:
        if frames := outcome.router_drops(node):
            rows.append((node, "router", None, "no_route", frames, None,
                         "packets without a route, or with an expired TTL"))
    rows.sort(key=lambda row: (-row[4], row[:2], row[2] or 0, row[3]))
    return Table("drops", "Dropped frames by cause", COLUMNS, rows)


def by_cause(outcome):
    """Return: {cause: frames dropped by all ports, at each of outcome.times}"""
    result = {}
    for key in outcome.drops():
        values = outcome.port_over_time(*key)
        before = result.get(key[3], [0] * len(values))
        result[key[3]] = [a + b for a, b in zip(before, values)]
    return result
