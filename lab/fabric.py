# SPDX-License-Identifier: GPL-2.0-only
"""Reads a description of a fabric: nodes, links, ports, flows, pauses, programs, questions."""

import fnmatch

from . import (actions, capture, changes, flows, receivers, senders, settings, source, tcp, units,
               workloads)
from .units import Problem

LINK = {"rate": units.rate(), "delay": units.time(0, 10**7),
        "speed": units.rate(10**7)}
TOP = {
    "title": units.string, "duration": units.time(1), "sample": units.time(1),
    "seed": units.number(0, 2**63), "mtu": units.number(1280, 9000),
    "pool": units.size(60), "hosts": units.names, "switches": units.names,
    "dead": units.names, "paths": flows.PATHS, "routed": units.boolean,
    "reconverge": changes.reconverge,
    "link": None, "port": None, "links": None, "ports": None, "nodes": None, "flows": None,
    "workloads": None,
    "receivers": None, "failures": None, "routes": None, "pauses": None, "programs": None,
    "questions": None, "commands": None, "pcap": None,
} | senders.TOP


PORTS_MAX = 8191	# as in scripts/kernel/lab-build


class Port:
    """One end of a link."""

    def __init__(self, node, peer, dev, mac, link):
        self.node, self.peer, self.dev, self.mac = node, peer, dev, mac
        self.name = f"{node}:{peer}"
        self.config = settings.Settings(link)

    @property
    def settings(self):
        """The values that apply to the whole port"""
        return self.config.values

    @property
    def lossless(self):
        """The lossless PGs of the port"""
        return self.config.lossless_groups


class Fabric:
    """A complete description, validated."""

    explain = staticmethod(lambda problem: problem)	# adds the line of the file

    def __init__(self, given):
        top = units.table(given, TOP, "description")
        units.need(top, ["duration", "hosts", "links"], "description")
        self.title = top.get("title", "")
        self.duration = top["duration"]
        self.sample = top.get("sample", max(self.duration // 200, 1))
        self.seed, self.mtu = top.get("seed", 1), top.get("mtu", 1500)
        self.pool, self.routed = top.get("pool"), top.get("routed", False)
        self.paths = top.get("paths", "flow")
        self.reconverge = top.get("reconverge", changes.RECONVERGE)
        self.hosts, self.switches = top["hosts"], top.get("switches", [])
        if not self.hosts:
            raise Problem("hosts: must have a name at least")
        self.nodes = self.hosts + self.switches
        self.ports = {}	# by name
        self.uplinks = {}	# {host: its port}
        self.numbers = {host: number for number, host in enumerate(self.hosts, 1)}
        self.flow_names = flows.Names()
        self.failures, self.routes = [], []
        self.flows, self.workloads, self.pauses = [], [], []
        self.programs, self.questions, self.commands = [], [], []
        self.captured = []	# ports
        self.orders = None	# the plan, see machine.orders_of()
        if len(set(self.nodes)) != len(self.nodes):
            name = next(name for name in self.nodes if self.nodes.count(name) > 1)
            raise Problem(f"{'switches' if name in self.switches else 'hosts'}: duplicate name "
                          f"{name}")
        if self.duration // self.sample > 100000:
            raise Problem(f"sample: {self.duration // self.sample} samples exceed the "
                          "maximum of 100000")
        self.dead = self.known(top.get("dead", []), "dead", self.hosts)
        self._read_links(top)
        self._read_ports(top)
        self.inner = receivers.read(self, top)	# {name: port from the NIC of a host to its memory}
        self.node_commands = settings.read_nodes(self, top)
        changes.read(self, top)
        senders.check_top(top)
        flows.read(self, top)
        workloads.read(self, top)
        actions.read(self, top)
        senders.check(self)
        tcp.check(self)
        capture.read(self, top.get("pcap", []))

    @property
    def every_port(self):
        """All ports by name: ends of links, and ports in the NICs of hosts"""
        return self.ports | self.inner

    def known(self, names, where, among=None):
        """Checks that all names are nodes, or among the given ones. Return: the names"""
        among = set(self.nodes if among is None else among)
        for name in names:
            if name not in among:
                raise Problem(f"{where}: unknown name {name}")
        return names

    def ends(self, given, where):
        """Return: the two lists of nodes of "ends" """
        if not isinstance(given, list) or len(given) != 2:
            raise Problem(f"{where}: ends: {given!r} is not a list of two, like "
                          '["h[1-4]", "s1"]')
        return [self.known(units.names(end), where) for end in given]

    def _read_links(self, top):
        default = units.table(top.get("link", {}), LINK, "link")
        count = dict.fromkeys(self.nodes, 0)
        for n, given in enumerate(units.tables(top, "links"), 1):
            where = f"links {n}"
            link = units.table(given, LINK | {"ends": None}, where)
            link = {"rate": 10**9, "delay": 500} | default | link
            ends = link.pop("ends", None)
            left, right = self.ends(ends, where)
            link.setdefault("speed", max(round(link["rate"], -6), 10**7))
            for one in left:
                for other in right:
                    self._add_link(one, other, link, count, where)
        for host in self.hosts:
            if count[host] != 1:
                raise Problem(f"hosts: {host} has {count[host]} links; a host needs exactly "
                              "one")

    def _add_link(self, one, other, link, count, where):
        if one == other or f"{one}:{other}" in self.ports:
            raise Problem(f"{where}: {one} and {other} are the same node or already linked")
        number = len(self.ports) // 2
        if len(self.ports) + 2 > PORTS_MAX:
            raise Problem(f"{where}: more than the maximum of {PORTS_MAX} ports, two for each link")
        for side, (node, peer) in enumerate(((one, other), (other, one))):
            count[node] += 1
            dev = "eth0" if node in self.hosts else f"p{count[node]}"
            mac = f"02:00:00:{number >> 8:02x}:{number & 255:02x}:{side + 1:02x}"
            port = Port(node, peer, dev, mac, link)
            self.ports[port.name] = port
            if node in self.numbers:
                self.uplinks[node] = port

    def nodes_at(self, at, where):
        """Return: the nodes that "at" selects: hosts, switches, names, ranges or patterns with *
        and ?, or a list of these"""
        result = []
        for text in at if isinstance(at, list) else [at]:
            if text in ("hosts", "switches"):
                result += self.hosts if text == "hosts" else self.switches
            elif isinstance(text, str) and set(text) & set("*?"):
                found = fnmatch.filter(self.nodes, text)
                if not found:
                    raise Problem(f"{where}: at: no node matches {text}")
                result += found
            else:
                result += self.known(units.names(text), where)
        return result

    def select(self, text, where):
        """Return: the ports that text selects: NODES or NODES:PEERS, see nodes_at()"""
        if not isinstance(text, str):
            raise Problem(f"{where}: at: {text!r} is not a port like s1:h1, a node like s1, "
                          "hosts or switches")
        node, _, peer = text.partition(":")
        nodes = set(self.nodes_at(node, where))
        peers = set(self.nodes_at(peer, where) if peer else self.nodes)
        found = [port for port in self.ports.values()
                 if port.node in nodes and port.peer in peers]
        if not found:
            raise Problem(f"{where}: unknown port {text}: there is no such link")
        return found

    def _read_ports(self, top):
        default = settings.read(top.get("port", {}), "port")
        for port in self.ports.values():
            port.config.apply(default, "port")
        for n, given in enumerate(units.tables(top, "ports"), 1):
            where = f"ports {n}"
            values = settings.read(given, where, {"at": None})
            units.need(values, ["at"], where)
            at = values.pop("at")
            for text in at if isinstance(at, list) else [at]:
                for port in self.select(text, where):
                    port.config.apply(values, where)

    def host_port(self, host):
        """The port of a host"""
        return self.uplinks[host]

    def address(self, host, tree=0):
        """The IP address of a host in one of its trees"""
        number = self.numbers[host]
        return f"{10 + (tree >> 8)}.{tree & 255}.{number >> 8}.{number & 255}"

    def mac(self, host, tree=0):
        """The MAC address of a host in one of its trees"""
        return f"02:{tree >> 8:02x}:{tree & 255:02x}{self.host_port(host).mac[8:]}"


def load(path, parameters=None, seed=None):
    """Reads a description from a file; parameters: {name: value}; seed: None, or in place of the
    description's.  Errors name the line."""
    try:
        text = source.Source(path)
        values = text.parameters(parameters or {})
        try:
            given = text.resolve(values)
            fabric = Fabric(given if seed is None else given | {"seed": seed})
        except Problem as problem:
            raise text.explain(problem) from None
    except RecursionError:
        raise Problem(f"{path}: lists, tables or includes are nested too deeply") from None
    fabric.explain = text.explain
    return fabric
