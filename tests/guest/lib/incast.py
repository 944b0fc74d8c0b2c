# SPDX-License-Identifier: GPL-2.0-only
"""Results of one run of the incast scene."""

import json
import os

import wire

FLOWS = {1: ("p1", 3), 2: ("p2", 3), 11: ("p1", 0), 12: ("p2", 0)}
HOSTS = {"p1": "h1", "p2": "h2", "p3": "h3"}
DROPS = ("drop_limit", "drop_pool", "drop_headroom", "drop_flush", "drop_rest")


class Run:
    """Reports and captures of the run NAME in a directory."""

    def __init__(self, directory, name):
        self.directory = directory
        self.name = name
        self.receiver = self._report(name)
        self.sent, self.got = {}, {}
        for flow in FLOWS:
            if os.path.exists(self._path(f"{name}-{flow}.json")):
                self.sent[flow] = self._report(f"{name}-{flow}")["datagrams"]
                self.got[flow] = self.receiver["flows"].get(
                    str(flow), {"datagrams": 0})
        self.stats = {}
        for where in ("sw", "h1", "h2", "h3"):
            for port in self._report(f"{name}-{where}"):
                self.stats[where, port["dev"]] = port

    def _path(self, name):
        return os.path.join(self.directory, name)

    def _report(self, name):
        with open(self._path(name + ".json"), encoding="ascii") as file:
            return json.load(file)

    def capture(self, port):
        """Path of the capture at a port of the switch."""
        return self._path(f"{self.name}-{port}.pcap")

    def port(self, port):
        """Statistics of a port of the switch."""
        return self.stats["sw", port]

    def host(self, port):
        """Statistics of the host's port at the other end of the link."""
        return self.stats[HOSTS[port], "eth0"]

    def lost(self, flow):
        """Number of datagrams of a flow that the receiver did not get."""
        return self.sent[flow] - self.got[flow]["datagrams"]

    def dropped(self, flow):
        """Number of frames that the flow's ingress port dropped in its PG."""
        port, pg = FLOWS[flow]
        group = self.port(port)["pg"][pg]
        return sum(group[cause] for cause in DROPS)

    def occupancy(self, port, dscp):
        """Steps (time, bytes) of the total size of the frames from a port that wait at p3."""
        came = [f for f in wire.flows(self.capture(port)) if f.dscp == dscp]
        return wire.occupancy(came, wire.flows(self.capture("p3")))

    def residue(self):
        """Yields counters that are not 0, but must be when the switch is empty."""
        for (where, dev), port in self.stats.items():
            for kind, index, name, value in _counters(port):
                if value and (kind, name) in RESIDUE:
                    yield f"{where}/{dev} {kind} {index} {name} {value}"


RESIDUE = {("pg", name) for name in
           ("occupancy", "shared", "headroom", "drop_flush", "drop_rest")} | \
          {("queue", name) for name in
           ("backlog_packets", "backlog_bytes", "local_bytes", "drop_local",
            "drop_flush")} | \
          {("prio", name) for name in ("tx_paused", "rx_paused")} | \
          {("port", name) for name in
           ("tx_pfc_failed", "tx_stale", "tx_drop_segment", "tx_drop_control",
            "tx_drop_delay", "rx_pause", "rx_bad_address", "rx_bad_length", "rx_bad_opcode",
            "rx_bad_tagged", "rx_reserved")}


def _counters(port):
    for name, value in port["port"].items():
        yield "port", "", name, value
    for kind in ("pg", "prio", "queue"):
        for index, entry in enumerate(port[kind]):
            for name, value in entry.items():
                yield kind, index, name, value
