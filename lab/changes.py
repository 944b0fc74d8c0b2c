# SPDX-License-Identifier: GPL-2.0-only
"""Reads failures of links and configured routes."""

import typing

from . import flows, units
from .units import Problem



def reconverge(value):
    """Reads a time, or the earliest and the latest time of a switch. Return: the pair"""
    read = units.time(0, 10**11)
    if not isinstance(value, list):
        return read(value), read(value)
    if len(value) != 2 or read(value[0]) > read(value[1]):
        raise Problem(f"{value!r} is not a time, or a pair of times that ascend")
    return read(value[0]), read(value[1])


FAILURE = {"ends": None, "down": units.time(), "up": units.time(1), "reconverge": reconverge}
ROUTE = {"at": units.names, "to": units.names, "next": units.string, "start": units.time()}
NEVER = 1 << 63	# ns
RECONVERGE = 10**6, 10**6	# ns


class Failure(typing.NamedTuple):
    """A link that fails.  ends: its nodes; down, up: times of failure and recovery; avoided,
    used_again: earliest times at which a switch changes its tables; spread: time until the last
    switch does; all in ns, or NEVER"""

    ends: tuple
    down: int
    up: int
    avoided: int
    used_again: int
    spread: int


def own_delay(fabric, start, switch):
    """Return: the time after which a switch changes its tables, ns; start: of the change, the
    earliest time of a switch"""
    spread = max((failure.spread for failure in fabric.failures
                  if start in (failure.avoided, failure.used_again)), default=0)
    return flows.seed(fabric, f"reconverge/{start}/{switch}") % (spread + 1)


class Route(typing.NamedTuple):
    """From the start (ns) on, the switch "node" forwards frames for a host to "following" """

    node: str
    target: str
    following: str
    start: int


def _read_failures(fabric, top):
    for where, values in units.each(top, "failures", FAILURE, ["ends", "down"]):
        down, up = values["down"], values.get("up", NEVER)
        wait, last = values.get("reconverge", fabric.reconverge)
        units.during(where, "down", down, fabric.duration)
        if up <= down:
            raise Problem(f"{where}: up is not after down: {up} ns, but down is {down} ns")
        left, right = fabric.ends(values["ends"], where)
        for pair in ((one, other) for one in left for other in right):
            if ":".join(pair) not in fabric.ports:
                raise Problem(f"{where}: ends: there is no link between {pair[0]} and {pair[1]}")
            for other in fabric.failures:
                if set(pair) == set(other.ends) and down < other.up and other.down < up:
                    raise Problem(f"{where}: {pair[0]} and {pair[1]}: the link is already down")
            fabric.failures.append(Failure(pair, down, up, down + wait,
                                           min(up + wait, NEVER), last - wait))


def _read_routes(fabric, top):
    for where, values in units.each(top, "routes", ROUTE, ["at", "to", "next"]):
        units.during(where, "start", values.get("start", 0), fabric.duration)
        for node in fabric.known(values["at"], where, fabric.switches):
            if f"{node}:{values['next']}" not in fabric.ports:
                raise Problem(f"{where}: next: {node} has no link to {values['next']}")
            for target in fabric.known(values["to"], where, fabric.hosts):
                fabric.routes.append(Route(node, target, values["next"],
                                           values.get("start", 0)))
    fabric.routes.sort(key=lambda route: route.start)


def read(fabric, top):
    """Reads all [[failures]] and [[routes]]"""
    _read_failures(fabric, top)
    _read_routes(fabric, top)
