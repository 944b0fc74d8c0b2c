# SPDX-License-Identifier: GPL-2.0-only
"""Reads a description of a fabric: nodes, links, ports, flows, pauses, programs, questions."""

import re
import tomllib
import typing

from . import changes, flows, units
from .units import Problem

PG = {"xoff": units.size(), "xon": units.size(), "headroom": units.size(),
      "limit": units.size(), "min": units.size(), "alpha": units.alpha,
      "xon-offset": units.size()}
PORT = PG | {
    "rate": units.rate(), "speed": units.rate(10**7), "delay": units.time(0, 10**7),
    "prio-pfc": units.numbers(0, 7), "pause-time": units.number(1, 65535),
    "queue-limit": units.size(), "default-prio": units.number(0, 7),
    "dscp-prio": units.mapping(0, 63, 0, 7), "prio-pg": units.mapping(0, 7, 0, 7),
    "flood-lossless": units.one_of("forward", "drop"),
    "classes": units.one_of("default", "strict"),
    "prio-watchdog": units.numbers(0, 7), "detection-time": units.time(10**6, 10**10),
    "restoration-time": units.either(units.one_of("auto", "manual"),
                                  units.time(10**6, 6 * 10**10)),
    "action": units.one_of("drop", "forward", "alert"),
    "port-group": units.number(1, 255),
    "bounce-prio": units.mapping(0, 7, 0, 7),
    "bounce-dscp": units.mapping(0, 7, 0, 63),
    "pg": None,
}
LINK = {"rate": units.rate(), "delay": units.time(0, 10**7),
        "speed": units.rate(10**7)}
PAUSE = {
    "at": units.string, "prio": units.numbers(0, 7),
    "quanta": units.number(0, 65535), "period": units.time(1),
    "start": units.time(), "stop": units.time(),
}
PROGRAM = {"at": units.names, "run": units.string, "start": units.time()}
QUESTION = {"name": units.string, "at": units.names, "time": units.time(), "ask": units.string}
TOP = {
    "title": units.string, "duration": units.time(1), "sample": units.time(1),
    "seed": units.number(0, 2**63), "mtu": units.number(1280, 9000),
    "pool": units.size(), "hosts": units.names, "switches": units.names,
    "dead": units.names, "paths": flows.PATHS, "routed": units.boolean,
    "reconverge": units.time(0, 10**11),
    "link": None, "port": None, "links": None, "ports": None, "flows": None,
    "failures": None, "routes": None, "pauses": None, "programs": None, "questions": None,
}


class Port:
    """One end of a link."""

    def __init__(self, node, peer, dev, mac, link):
        self.node, self.peer, self.dev, self.mac = node, peer, dev, mac
        self.name = f"{node}:{peer}"
        self.settings = dict(link)
        self.groups = {}	# {PG: settings that apply only to this PG}

    def apply(self, settings):
        """Applies settings, which override earlier ones"""
        for group, values in settings.get("pg", {}).items():
            self.groups.setdefault(group, {}).update(values)
        self.settings.update((key, value) for key, value in settings.items()
                             if key != "pg")

    @property
    def lossless(self):
        """The lossless PGs of the port"""
        groups = {prio: prio for prio in range(8)}
        groups |= self.settings.get("prio-pg", {})
        return {groups[prio] for prio in self.settings.get("prio-pfc", [])}


class Question(typing.NamedTuple):
    """A call of pfcctl on a node, at a time (ns)."""

    name: str
    node: str
    time: int
    script: str


class Fabric:
    """A complete description, validated."""

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
        self.nodes = self.hosts + self.switches
        self.ports = {}	# by name
        self.uplinks = {}	# {host: its port}
        self.numbers = {host: number for number, host in enumerate(self.hosts, 1)}
        self.flow_names = flows.Names()
        self.failures, self.routes = [], []
        self.flows, self.pauses, self.programs, self.questions = [], [], [], []
        if len(set(self.nodes)) != len(self.nodes):
            raise Problem("hosts, switches: duplicate name "
                          f"{next(n for n in self.nodes if self.nodes.count(n) > 1)}")
        if self.duration // self.sample > 100000:
            raise Problem(f"sample: {self.duration // self.sample} samples exceed the "
                          "maximum of 100000")
        self.dead = self.known(top.get("dead", []), "dead", self.hosts)
        self._read_links(top)
        self._read_ports(top)
        changes.read(self, top)
        flows.read(self, top)
        self._read_pauses(top)
        self._read_programs(top)
        self._read_questions(top)

    def known(self, names, where, among=None):
        """Checks that all names are nodes, or among the given ones. Return: the names"""
        among = set(among or self.nodes)
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
                raise Problem(f"{host}: has {count[host]} links; a host needs exactly one")

    def _add_link(self, one, other, link, count, where):
        if one == other or f"{one}:{other}" in self.ports:
            raise Problem(f"{where}: {one} and {other} are the same node or already linked")
        number = len(self.ports) // 2
        for side, (node, peer) in enumerate(((one, other), (other, one))):
            count[node] += 1
            dev = "eth0" if node in self.hosts else f"p{count[node]}"
            mac = f"02:00:00:{number >> 8:02x}:{number & 255:02x}:{side + 1:02x}"
            port = Port(node, peer, dev, mac, link)
            self.ports[port.name] = port
            if node in self.numbers:
                self.uplinks[node] = port

    def select(self, text, where):
        """Return: the ports that text selects; text: hosts, switches, NODE or NODE:PEER, where
        the names may have ranges"""
        if not isinstance(text, str):
            raise Problem(f"{where}: at: {text!r} is not a port like s1:h1, a node like s1, "
                          "hosts or switches")
        node, _, peer = text.partition(":")
        nodes = {"hosts": self.hosts, "switches": self.switches}.get(node)
        nodes = nodes or self.known(units.names(node), where)
        peers = self.known(units.names(peer), where) if peer else self.nodes
        found = [port for port in self.ports.values()
                 if port.node in nodes and port.peer in peers]
        if not found:
            raise Problem(f"{where}: unknown port {text}: there is no such link")
        return found

    def _port_settings(self, given, where, more=None):
        settings = units.table(given, PORT | (more or {}), where)
        if "pg" in settings:
            groups = settings["pg"]
            if not isinstance(groups, dict) or not set(groups) <= set("01234567"):
                raise Problem(f"{where}: pg must have keys like pg.3.xoff, with "
                              "priority groups from 0 to 7")
            settings["pg"] = {int(group): units.table(values, PG, f"{where}: pg.{group}")
                              for group, values in groups.items()}
        return settings

    def _read_ports(self, top):
        default = self._port_settings(top.get("port", {}), "port")
        for port in self.ports.values():
            port.apply(default)
        for n, given in enumerate(units.tables(top, "ports"), 1):
            where = f"ports {n}"
            settings = self._port_settings(given, where, {"at": None})
            units.need(settings, ["at"], where)
            at = settings.pop("at")
            for text in at if isinstance(at, list) else [at]:
                for port in self.select(text, where):
                    port.apply(settings)

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

    def _read_pauses(self, top):
        for n, given in enumerate(units.tables(top, "pauses"), 1):
            where = f"pauses {n}"
            pause = units.table(given, PAUSE, where)
            units.need(pause, ["at", "prio", "quanta"], where)
            pause = {"start": 0, "stop": self.duration,
                     "period": self.duration} | pause
            pause["stop"] = min(pause["stop"], self.duration)
            for port in self.select(pause["at"], where):
                self.pauses.append((port, pause))

    def _read_programs(self, top):
        for n, given in enumerate(units.tables(top, "programs"), 1):
            where = f"programs {n}"
            program = units.table(given, PROGRAM, where)
            units.need(program, ["at", "run"], where)
            script = self._script(program["run"], f"{where}: run")
            for node in self.known(program["at"], where):
                self.programs.append((node, program.get("start", 0), script))

    def _script(self, text, where):
        """Replaces {HOST} by the host's address and {NODE:PEER} by the device of a port"""
        def value(match):
            name = match[1]
            if match[0] in ("{{", "}}"):
                return match[0][0]
            if name in self.hosts:
                return self.address(name)
            if name not in self.ports:
                raise Problem(f"{where}: invalid {match[0]}; must be a host in braces, like "
                              "{h3}, or a port in braces, like {s1:h3}; {{ stands for a brace")
            return self.ports[name].dev
        return re.sub(r"\{\{|\}\}|\{([^{}]*)\}|[{}]", value, text)

    def _read_questions(self, top):
        taken = set()
        for n, given in enumerate(units.tables(top, "questions"), 1):
            where = f"questions {n}"
            values = units.table(given, QUESTION, where)
            units.need(values, ["at", "time"], where)
            if values["time"] >= self.duration:
                raise Problem(f"{where}: time: {values['time']} ns is not before the end of the "
                              f"run, {self.duration} ns")
            nodes = self.known(values["at"], where)
            words = self._script(values.get("ask", "why"), f"{where}: ask")
            for node in nodes:
                name = values.get("name", f"question {n}")
                name += f" {node}" if len(nodes) > 1 else ""
                if name in taken:
                    raise Problem(f"{where}: name: {name} is the name of an earlier question")
                taken.add(name)
                script = f'exec pfcctl -n {node} -j {words} 2> "$0.err"'
                self.questions.append(Question(name, node, values["time"], script))


def load(path):
    """Reads a description from a file"""
    try:
        with open(path, "rb") as file:
            return Fabric(tomllib.load(file))
    except OSError as error:
        raise Problem(error.strerror) from None
    except tomllib.TOMLDecodeError as error:
        raise Problem(f"invalid TOML: {error}") from None
