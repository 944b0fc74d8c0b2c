# SPDX-License-Identifier: GPL-2.0-only
"""Reads [[workloads]]: patterns that generate messages."""

import random
from pathlib import Path

from . import collectives, flows, messages, senders, sizes, tcp, units
from .units import Problem

COMMON = {"name": units.string, "kind": units.string, "hosts": None, "dscp": units.number(0, 63),
          "ecn": units.number(0, 3), "frame": units.size(60, 9014), "paths": flows.PATHS,
          "start": units.time(), "seed": units.number(0, 2**63), "buffer": units.size(60),
          "lost-after": units.time(1),
          **senders.FIELDS, **tcp.FIELDS}
SIZE = {"size": units.size(1, sizes.SIZE_MAX)}
TIME_MAX = 10**12	# ns, in a trace


class Workload:
    """A workload.  common: values of all its messages; hosts: those that take part; random: its
    generator, with seed; messages: its messages; sender, tcp: as in Flow"""

    def __init__(self, fabric, top, n, values):
        self.where, self.values, self.messages = f"workloads {n}", values, []
        self.kind, self.name = values["kind"], values.get("name", f"workload {n}")
        self.frame = values.get("frame", fabric.mtu + 14)
        self.buffer = values.get("buffer")
        self.start = values.get("start", 0)
        self.hosts = self._hosts(fabric, "hosts")
        self.seed = values.get("seed", n)
        self.random = random.Random(f"{fabric.seed}/{self.seed}")
        if self.frame > fabric.mtu + 14:
            raise Problem(f"{self.where}: frame: {self.frame} exceeds mtu + 14, "
                          f"{fabric.mtu + 14}")
        if self.buffer is not None and self.buffer < self.frame:
            raise Problem(f"{self.where}: buffer: {self.buffer} is below the size of a frame, "
                          f"{self.frame}, so no message would be sent")
        self.tcp = tcp.read(values, self.where, size_is_message=True)
        self.sender = senders.read(top, values, self.where, self.frame, values.get("dscp", 26))
        if "lost-after" in values and (self.tcp or self.sender):
            raise Problem(f"{self.where}: lost-after is only possible without control, reliable and "
                          "TCP")
        self.common = {
            "dscp": values.get("dscp", 26), "ecn": values.get("ecn", 0), "size": self.frame,
            "stop": fabric.duration, "lost-after": values.get("lost-after", 0), "burst": 0,
            "period": 0, "jitter": 0, "path": [], "via": [],
            "paths": values.get("paths", fabric.paths)}

    def _hosts(self, fabric, key):
        at = self.values.get(key, "hosts")
        hosts = [node for node in fabric.nodes_at(at, self.where) if node not in fabric.dead]
        fabric.known(hosts, self.where, fabric.hosts)
        if len(hosts) != len(set(hosts)):
            raise Problem(f"{self.where}: {key} contains a host twice")
        return hosts

    def stop(self, fabric):
        """The end of the time in which messages start, ns"""
        stop = min(self.values.get("stop", fabric.duration), fabric.duration)
        if stop <= self.start:
            raise Problem(f"{self.where}: stop is not after start: {stop} ns, but start is "
                          f"{self.start} ns")
        return stop

    def at_least(self, number):
        """Checks the number of hosts"""
        if len(self.hosts) < number:
            raise Problem(f"{self.where}: {self.kind} needs at least {number} hosts, but has "
                          f"{len(self.hosts)}")

    def other(self, host):
        """Return: another random host"""
        place = self.random.randrange(len(self.hosts) - 1)
        return self.hosts[place + (place >= self.hosts.index(host))]


def _poisson(fabric, work):
    """Messages of random sizes start at random times, between random pairs of hosts.  The load is
    the mean share of the hosts' links that the messages use, with all headers and gaps."""
    work.at_least(2)
    units.need(work.values, ["load", "sizes"], work.where)
    drawn = work.values["sizes"]
    capacity = sum(fabric.host_port(host).settings["rate"] for host in work.hosts)
    mean = drawn.mean(lambda size: messages.wire_bytes(size, work))
    interval = mean * 8 * 10**9 / (capacity * work.values["load"])	# ns
    weights = [fabric.host_port(host).settings["rate"] for host in work.hosts]
    stop, time = work.stop(fabric), work.start + work.random.expovariate(1 / interval)
    while time < stop:
        host = work.random.choices(work.hosts, weights)[0]
        messages.add(fabric, work, (host, work.other(host)), drawn.draw(work.random), int(time))
        time += work.random.expovariate(1 / interval)


def _incast(fabric, work):
    """In each period a number of random hosts send to one host at the same time"""
    units.need(work.values, ["fan-in", "size"], work.where)
    fan_in, stop = work.values["fan-in"], work.stop(fabric)
    target = work.values.get("to")
    if target is not None:
        fabric.known([target], work.where, fabric.hosts)
    work.at_least(fan_in + (target is None or target in work.hosts))
    for time in range(work.start, stop, work.values.get("period", stop)):
        to = target or work.random.choice(work.hosts)
        senders = work.random.sample([host for host in work.hosts if host != to], fan_in)
        for host in senders:
            messages.add(fabric, work, (host, to), work.values["size"], time)


def _permutation(fabric, work):
    """Each host sends to another, and receives from another, in one random cycle"""
    work.at_least(2)
    units.need(work.values, ["sizes"], work.where)
    order = list(work.hosts)
    work.random.shuffle(order)
    for pair in zip(order, order[1:] + order[:1]):
        messages.add(fabric, work, pair, work.values["sizes"].draw(work.random), work.start)


def _time_in(scale):
    """Return: a reader of a time in a trace, ns; scale: ns of its unit"""
    def read(text):
        try:
            time = float(text) * scale
        except ValueError:
            time = -1
        if not 0 <= time <= TIME_MAX:
            raise Problem(f"{text!r} is not a number from 0 to {TIME_MAX // scale}")
        return round(time)
    return read


# Columns of a trace that have the time
TIMES = {"time_ns": _time_in(1), "time_us": _time_in(10**3), "time_s": _time_in(10**9),
         "time": units.time(0, TIME_MAX)}


def _columns(rows, path):
    """Return: the names of the columns of a trace"""
    columns = rows[0][1] if rows else []
    for column in ("source", "destination", "size"):
        if column not in columns:
            raise Problem(f"{path} needs a column {column!r}")
    if not set(columns) & set(TIMES):
        raise Problem(f"{path} needs a column time (like 1.5us), time_ns, time_us or time_s")
    return columns


def _line(fabric, columns, fields, where):
    """Reads a line of a trace. Return: hosts, bytes, time"""
    if len(fields) != len(columns):
        raise Problem(f"{where}: {len(fields)} values, but {len(columns)} columns: "
                      f"{', '.join(columns)}")
    row = dict(zip(columns, fields))
    pair = row["source"], row["destination"]
    fabric.known(pair, f"{where}: source and destination", fabric.hosts)
    if pair[0] == pair[1]:
        raise Problem(f"{where}: source and destination are both {pair[0]}")
    if pair[0] in fabric.dead:
        raise Problem(f"{where}: source: {pair[0]} is dead; a dead host cannot send")
    readers = {key: read for key, read in (TIMES | SIZE).items() if key in row}
    values = units.table({key: row[key] for key in readers}, readers, where)
    return pair, values["size"], next(values[key] for key in TIMES if key in values)


def _trace(fabric, work):
    """Messages from a file with the columns time, source, destination, size"""
    units.need(work.values, ["file"], work.where)
    path = Path(work.values["file"])
    try:
        rows = sizes.rows(path)
        columns = _columns(rows, path)
        found = [_line(fabric, columns, fields, f"{path}:{number}") for number, fields in rows[1:]]
    except Problem as problem:
        raise Problem(f"{work.where}: file: {problem}") from None
    for pair, size, time in found:
        messages.add(fabric, work, pair, size, work.start + time)


REPEATED = {"iterations": units.number(1, 10**6), "gap": units.time()}
KINDS = {
    "poisson": (_poisson, {"load": units.share, "sizes": sizes.read, "stop": units.time()}),
    "incast": (_incast, SIZE | {"fan-in": units.number(1, 10**5), "to": units.string,
                                "period": units.time(1), "stop": units.time()}),
    "permutation": (_permutation, {"sizes": sizes.read}),
    "all-to-all": (collectives.all_to_all, SIZE | REPEATED | {
        "parallel": units.number(1, 10**5)}),
    "ring-allreduce": (collectives.ring, SIZE | REPEATED),
    "tree-allreduce": (collectives.tree, SIZE | REPEATED | {"chunks": units.number(1, 10**5)}),
    "trace": (_trace, {"file": units.string}),
}


def read(fabric, top):
    """Reads all [[workloads]], and adds their messages to the flows"""
    for n, given in enumerate(units.tables(top, "workloads"), 1):
        where = f"workloads {n}"
        kind = given.get("kind") if isinstance(given, dict) else None
        if not isinstance(kind, str) or kind not in KINDS:
            raise Problem(f"{where}: kind: {kind!r} is not one of {', '.join(KINDS)}")
        generate, fields = KINDS[kind]
        workload = Workload(fabric, top, n, units.table(given, COMMON | fields, where))
        if any(workload.name == other.name for other in fabric.workloads):
            raise Problem(f"{where}: name: {workload.name} is the name of an earlier workload")
        fabric.workloads.append(workload)
        generate(fabric, workload)
