# SPDX-License-Identifier: GPL-2.0-only
"""Tests of the files for ns-3: this file reads them again, word by word as ns-3 does, and compares
them with the description."""

import re
import subprocess
import tomllib
from pathlib import Path

from lab import machine
from lab.fabric import Fabric
from lab.ns3 import files
from lab.units import Problem

TOP = Path(__file__).resolve().parent.parent.parent
MARKING = {"3": {"ecn-kmin": "5K", "ecn-kmax": "200K", "ecn-pmax": "1%"}}
CLOS = {"duration": "5ms", "hosts": "h[1-4]", "switches": ["l[1-2]", "s1"],
        "port": {"prio-pfc": 3}, "pool": "16M",
        "links": [{"ends": ["h[1-2]", "l1"], "rate": "25gbit"},
                  {"ends": ["h[3-4]", "l2"], "rate": "25gbit"},
                  {"ends": ["l[1-2]", "s1"], "rate": "100gbit", "delay": "2us"}],
        "workloads": [{"kind": "permutation", "sizes": 70000, "start": "3us", "frame": 1042},
                      {"kind": "incast", "fan-in": 3, "size": 1, "to": "h1", "period": "2ms",
                       "stop": "3ms", "frame": 1042}]}
LONG = {"workloads": [], "flows": [{"from": "h1", "to": "h4", "stop": "4ms"}]}
DCQCN = {"control": "dcqcn", "dcqcn": {"rate-ai": "50mbit", "rate-timer": "300us"},
         "reliable": True, "go-back-n": {"ack-every": 2}}


class Words:
    """Reads a file word by word"""

    def __init__(self, path):
        self.words = iter(path.read_text(encoding="utf-8").split())

    def take(self, *types):
        """Return: the next words, as values of these types"""
        return tuple(kind(next(self.words)) for kind in types)

    @property
    def left(self):
        """All other words"""
        return list(self.words)


def topology(path):
    """Return: the numbers of nodes and of switches, and {(node, node): (rate, delay in ns)}"""
    words = Words(path)
    nodes, switches, links = words.take(int, int, int)
    numbers, found = words.take(*[int] * switches), {}
    for _ in range(links):
        one, other, rate, delay, errors = words.take(int, int, str, str, float)
        found[one, other] = (int(re.fullmatch(r"(\d+)bps", rate)[1]),
                             int(re.fullmatch(r"(\d+)ns", delay)[1]))
        if errors:
            raise ValueError(f"{errors} is not the error rate of a link")
    if words.left:
        raise ValueError("the topology has more words")
    return nodes, numbers, found


def traffic(path):
    """Return: (source, destination, priority, port, bytes, start in s) of all flows"""
    words = Words(path)
    found = [words.take(int, int, int, int, int, float) for _ in range(words.take(int)[0])]
    return found + words.left


def config(path):
    """Return: {key: words}"""
    return {line.split()[0]: line.split()[1:] for line in path.read_text().splitlines()}


def _written(given, directory):
    fabric = Fabric(given)
    machine.orders_of(fabric)
    files.write(fabric, directory)
    return fabric


def same(equal, directory):
    """Topology, flows and parameters are those of the description"""
    fabric = _written(CLOS, directory)
    nodes, switches, links = topology(directory / "topology.txt")
    names = fabric.hosts + fabric.switches
    equal("ns-3: nodes; the switches are the last", [nodes, switches], [7, (4, 5, 6)])
    equal("ns-3: each link, with its rate and delay", {
        f"{names[one]}:{names[other]}": values for (one, other), values in links.items()}, {
            "h1:l1": (25 * 10**9, 500), "h2:l1": (25 * 10**9, 500), "h3:l2": (25 * 10**9, 500),
            "h4:l2": (25 * 10**9, 500), "l1:s1": (10**11, 2000), "l2:s1": (10**11, 2000)})
    found = traffic(directory / "flow.txt")
    equal("ns-3: each message: hosts, bytes, start", sorted(
        (names[one], names[other], size, round((start - 2) * 1e9))
        for one, other, _, _, size, start in found),
          sorted((flow.source, flow.target, flow.bytes, flow.start) for flow in fabric.flows))
    equal("ns-3: number of messages, in the order of their start",
          [len(found), [entry[5] for entry in found]], [10, sorted(entry[5] for entry in found)])
    equal("ns-3: priority and port", {entry[2:4] for entry in found}, {(3, 100)})
    known = config(directory / "config.txt")
    equal("ns-3: the paths of the files", [known[f"{name}_FILE"] for name in (
        "TOPOLOGY", "FLOW", "TRACE")], [[str(directory.resolve() / f"{name}.txt")] for name in (
            "topology", "flow", "trace")])
    equal("ns-3: no node is traced", (directory / "trace.txt").read_text().split(), ["0"])
    equal("ns-3: payload, pool, no congestion control, no marks", [known[key] for key in (
        "PACKET_PAYLOAD_SIZE", "BUFFER_SIZE", "CC_MODE", "LINK_DOWN", "PMAX_MAP")],
          [["1000"], ["16"], ["0"], ["0", "0", "0"],
           ["2", "25000000000", "0", "100000000000", "0"]])
    equal("ns-3: it ends after the run", float(known["SIMULATOR_STOP_TIME"][0]), 3.005)


def senders(equal, directory):
    """Parameters of DCQCN and of ECN; the bytes of a flow at full rate"""
    given = CLOS | LONG | {"ports": [{"at": "switches", "queue": MARKING}],
                           "failures": [{"ends": ["l1", "s1"], "down": "4ms"}]}
    fabric = _written(given | {"flows": [LONG["flows"][0] | DCQCN]}, directory)
    known = config(directory / "config.txt")
    equal("ns-3: DCQCN", [known[key] for key in (
        "CC_MODE", "RATE_AI", "RATE_HAI", "RP_TIMER", "ALPHA_RESUME_INTERVAL", "EWMA_GAIN",
        "L2_ACK_INTERVAL", "HAS_WIN")],
          [["1"], ["50Mb/s"], ["400Mb/s"], ["300.0"], ["55.0"], ["0.00390625"], ["1"], ["0"]])
    equal("ns-3: ECN in units of 1000 bytes", [known[key] for key in (
        "KMIN_MAP", "KMAX_MAP", "PMAX_MAP")], [
            ["2", "25000000000", low, "100000000000", low] for low in ("5", "205", "0.01")])
    equal("ns-3: a link fails", known["LINK_DOWN"], ["4000", "4", "6"])
    # 4 ms at 25 Gb/s, frames of 1024 bytes on the wire with 958 bytes of data
    equal("ns-3: the bytes of a flow", [entry[:5] for entry in traffic(directory / "flow.txt")],
          [(0, 3, 3, 100, 12500000 // 1024 * 958)])
    equal("ns-3: the switch of the flow", fabric.flows[0].path, ["h1", "l1", "s1", "l2", "h4"])


def thresholds(equal, directory):
    """The settings of the switch in ns-3 are a part of a description"""
    _written(CLOS, directory)
    ports = tomllib.loads((directory / "switch.toml").read_text())
    fabric = Fabric(CLOS | ports)
    machine.orders_of(fabric)
    for name, alpha, headroom in (("l1:h1", "1/8", 25 * 500 * 3 // 8),
                                  ("s1:l1", "1/2", 100 * 2000 * 3 // 8)):
        values = fabric.ports[name].settings
        equal(f"ns-3: thresholds of {name}", [
            *(values[key] for key in ("alpha", "xon-offset", "headroom")),
            fabric.ports[name].config.numbered["pg"]], [
                alpha, 3072, headroom, {"3": {"min": 4096}}])


REFUSED = (
    ({"workloads": [{"kind": "ring-allreduce", "size": 1000}]}, "start after others"),
    (LONG | {"flows": [{"from": "h1", "to": "h4", "protocol": "tcp"}]}, "has no TCP"),
    (LONG | {"flows": [{"from": "h1", "to": "h4", "rate": "1gbit"}]},
     "starts at the rate of its link"),
    (LONG | {"port": {}}, "priority 3 is not lossless at all ports"),
    (LONG | {"flows": [LONG["flows"][0], LONG["flows"][0] | {"size": 500}]},
     "frame: ns-3 has one value for all flows, but flows 1 has 1000 and this 500"),
    (LONG | {"flows": [LONG["flows"][0] | {"control": "swift"}]}, "swift is not exported"),
    (LONG | {"flows": [LONG["flows"][0] | {"reliable": "irn"}]}, "go-back-N only"),
    (LONG | {"flows": [LONG["flows"][0] | {"paths": "spray"}]}, "does not spray"),
    (LONG | {"flows": [LONG["flows"][0] | {"via": "s1"}]}, "via: ns-3 has no counterpart"),
    (LONG | {"dead": ["h4"]}, "dead: ns-3 has no counterpart"),
    (LONG | {"port": {"prio-pfc": 3, "dscp-preset": "zero"}}, "priority 0 is not lossless"),
    ({"nodes": [{"at": "s1", "pools": {"default": {"size": "30M"}}}]}, "one buffer size"),
    ({"ports": [{"at": "h1", "rate": "10gbit"}]}, "h1:l1: rate and delay must be the same"),
    ({"ports": [{"at": "l1", "queue": MARKING}]}, "ECN: ns-3 has one threshold"),
    ({"failures": [{"ends": ["l1", "s1"], "down": "1ms", "up": "2ms"}]}, "one link, .* recovery"),
)


def refused(check, directory):
    """What ns-3 cannot express is refused, and no file is written"""
    for number, (change, wanted) in enumerate(REFUSED):
        try:
            _written(CLOS | change, directory / str(number))
            message = "accepted"
        except Problem as problem:
            message = str(problem)
        check(f"ns-3: refused: {wanted}", re.search(wanted, message) and
              not (directory / str(number)).exists(), message)


def command(equal, directory):
    """The command writes the files of an example, and refuses another in one line"""
    def export(name):
        return subprocess.run([TOP / "lab/ns3/export", TOP / f"lab/examples/{name}.toml", "-o",
                               directory / name], capture_output=True, text=True, check=False)
    done = export("storage")
    equal("export: an example", [done.returncode, done.stderr], [0, ""])
    equal("export: its messages", len(traffic(directory / "storage" / "flow.txt")), 2248)
    done = export("allreduce")
    equal("export: an example that is refused names the file and the line", [
        done.returncode, re.sub(r".*/(\w+\.toml):\d+: workloads 1: .*\n", r"\1", done.stderr)],
          [1, "allreduce.toml"])


def cases(check, equal, directory):
    """All tests of this file"""
    same(equal, directory / "same")
    senders(equal, directory / "senders")
    thresholds(equal, directory / "switch")
    refused(check, directory / "refused")
    command(equal, directory)
