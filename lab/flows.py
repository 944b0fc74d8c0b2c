# SPDX-License-Identifier: GPL-2.0-only
"""Reads the flows of a description."""

import hashlib
import itertools

from . import senders, tcp, units
from .units import WIRE, Problem

FRAME_MIN = 60	# bytes, without FCS
BUFFER = 64 << 10	# bytes; default buffer of a flow: BUFFER + 2 x rate x delay of its link
TTL = 64	# default of all flows and messages
FLOWS_MAX = 1048576	# flows and messages
PATHS = units.one_of("flow", "spray", "destination")
FLOW = {
    "name": units.string, "from": units.names, "to": units.names,
    "dscp": units.number(0, 63), "ecn": units.number(0, 3),
    "size": units.size(60, 9014), "rate": units.rate(1000),
    "start": units.time(), "stop": units.time(), "burst": units.size(1),
    "period": units.time(1), "jitter": units.time(), "seed": units.number(0, 2**63),
    "buffer": units.size(60), "path": units.names, "via": units.names, "paths": PATHS,
    "pairs": units.boolean, "ttl": units.number(1, 255),
} | senders.FIELDS | tcp.FIELDS


class Flow:
    """A flow from one host to another; workload, after: see Message; sender: Sender or None; tcp:
    name of the congestion control, or None: UDP."""

    workload, after, sender, tcp = None, (), None, None

    def __init__(self, index, name, source, target, values, where):
        self.index, self.name, self.values, self.where = index, name, values, where
        self.source, self.target = source, target
        self.paths_used = []	# lists of nodes, including both hosts; set by forwarding
        self.trees = []	# numbers of the destination's trees; set by forwarding

    def __getattr__(self, name):
        return self.values[name]

    @property
    def path(self):
        """The nodes of the first path, at the start of the run"""
        return self.paths_used[0] if self.paths_used else []

    @property
    def wire_bits(self):
        """Bits of a frame on the wire"""
        return (max(self.size, FRAME_MIN) + WIRE) * 8


class Names:
    """Names of flows: an equal name gets a number."""

    def __init__(self):
        self.count, self.taken = {}, set()

    def unique(self, name):
        """Return: the name, or NAME#2, NAME#3 ... if it is taken"""
        while True:
            number = self.count[name] = self.count.get(name, 0) + 1
            result = name if number == 1 else f"{name}#{number}"
            if result not in self.taken:
                self.taken.add(result)
                return result


def _pairs(fabric, values, where):
    sources = fabric.known(values["from"], where, fabric.hosts)
    targets = fabric.known(values["to"], where, fabric.hosts)
    if values.pop("pairs", False):
        if len(sources) != len(targets):
            raise Problem(f"{where}: pairs: from has {len(sources)} hosts, but to has "
                          f"{len(targets)}")
        pairs = zip(sources, targets)
    else:
        pairs = ((one, other) for one in sources for other in targets)
    pairs = list(itertools.islice((pair for pair in pairs if pair[0] != pair[1]), FLOWS_MAX + 1))
    if not pairs:
        raise Problem(f"{where}: from and to contain no pair of different hosts")
    return pairs


def _hash(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")


def seed(fabric, purpose):
    """Return: a seed that depends on that of the description"""
    return _hash(f"{fabric.seed}/{purpose}")


def _defaults(fabric, source, index):
    link = fabric.host_port(source).settings
    return {
        "dscp": 26, "ecn": 0, "size": 1000, "rate": link["rate"], "start": 0,
        "stop": fabric.duration, "burst": 0, "period": 0, "jitter": 0,
        "path": [], "via": [], "paths": fabric.paths,
        "seed": seed(fabric, index),
        "buffer": BUFFER + 2 * link["rate"] * link["delay"] // (8 * 10**9)}


def _check(fabric, values, where):
    """Checks the values of one flow against each other"""
    if values["size"] > fabric.mtu + 14:
        raise Problem(f"{where}: size: {values['size']} exceeds mtu + 14, {fabric.mtu + 14}")
    if values["buffer"] < values["size"]:
        raise Problem(f"{where}: buffer: {values['buffer']} is below the size of a frame, "
                      f"{values['size']}, so the flow would never send")
    if values["start"] >= values["stop"]:
        raise Problem(f"{where}: stop is not after start: {values['stop']} ns, but start "
                      f"is {values['start']} ns")
    if bool(values["burst"]) != bool(values["period"]):
        raise Problem(f"{where}: burst and period require each other")
    if values["path"] and (values["via"] or values["paths"] == "spray"):
        raise Problem(f"{where}: path excludes via and paths = \"spray\"")
    if values["via"] and values["paths"] == "spray":
        raise Problem(f"{where}: via excludes paths = \"spray\"")


def _add(fabric, top, pair, given, several, where):
    index, given = len(fabric.flows), dict(given)
    if several and "seed" in given:	# each flow has other random numbers
        given["seed"] = _hash(f"{given['seed']}/{pair[0]}/{pair[1]}")
    defaults = _defaults(fabric, pair[0], index)
    over_tcp = tcp.read(given, where)
    sender = senders.read(top, given, where, given.get("size", defaults["size"]),
                          given.get("dscp", defaults["dscp"]))
    values = defaults | given
    _check(fabric, values, where)
    values["stop"] = min(values["stop"], fabric.duration)
    short = f"{pair[0]}>{pair[1]}"
    name = given.get("name", short)
    if several and name != short:
        name = f"{name} {short}"
    flow = Flow(index, fabric.flow_names.unique(name), *pair, values, where)
    flow.sender, flow.tcp = sender, over_tcp
    flow.frames = -(-flow.burst // flow.size)
    if flow.frames and flow.frames * flow.wire_bits * 10**9 > flow.period * flow.rate:
        raise Problem(f"{where}: burst takes longer than period: "
                      f"{flow.frames * flow.wire_bits * 10**9 // flow.rate} ns, but period is "
                      f"{flow.period} ns")
    fabric.flows.append(flow)
    if index >= FLOWS_MAX:
        raise Problem(f"flows: more than the maximum of {FLOWS_MAX}")


def read(fabric, top):
    """Reads all [[flows]]"""
    for where, values in units.each(top, "flows", FLOW, ["from", "to"]):
        fabric.known(values.get("path", []) + values.get("via", []), where, fabric.switches)
        pairs = _pairs(fabric, values, where)
        for pair in pairs:
            if pair[0] in fabric.dead:
                raise Problem(f"{where}: from: {pair[0]} is dead; a dead host cannot send")
            _add(fabric, top, pair, values, len(pairs) > 1, where)
