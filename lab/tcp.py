# SPDX-License-Identifier: GPL-2.0-only
"""Flows and messages over the kernel's TCP, with real sockets."""

import re
from pathlib import Path

from . import senders, units
from .units import Problem

HEADER = Path(__file__).resolve().parent / "init" / "tcp.h"
HEADERS = 14 + 20 + 32	# bytes of Ethernet, IP and TCP with the timestamp option
FIELDS = {"protocol": units.one_of("udp", "tcp"),
          "congestion-control": units.one_of("cubic", "dctcp", "reno")}
# Settings of flows and workloads that only senders of UDP datagrams have
EXCLUDED = ("size", "frame", "burst", "jitter", "buffer", "ecn", "path", "via", "ttl",
            *senders.FIELDS)
FLOWS_MAX = 65535	# over TCP
TREE_MAX = 255	# the addresses of other trees are not in 10.0.0.0/8
SHOWN = ("bytes", "tcp_retransmitted", "tcp_marked", "tcp_cwnd", "tcp_rtt")


def read(values, where, size_is_message=False):
    """Takes the settings of TCP out of the values of a flow or a workload, and completes the
    others.  size_is_message: "size" is that of messages.  Return: name of the congestion control,
    or None.  A path of its own needs an address of its own."""
    control = values.pop("congestion-control", None)
    if values.pop("protocol", "udp") == "udp":
        if control:
            raise Problem(f"{where}: congestion-control: without protocol = \"tcp\" it has no "
                          "effect")
        return None
    for key in EXCLUDED:
        if key in values and not (key == "size" and size_is_message):
            raise Problem(f"{where}: {key}: protocol = \"tcp\" excludes it")
    if values.setdefault("paths", "destination") not in ("destination", "flow"):
        raise Problem(f"{where}: paths: with protocol = \"tcp\" only \"destination\" and \"flow\" are "
                      "possible")
    return control or "cubic"


def check(fabric):
    """Checks the number of TCP flows"""
    count = sum(bool(flow.tcp) for flow in fabric.flows)
    if count > FLOWS_MAX:
        raise Problem(f"{count} flows and messages over TCP exceed the maximum of {FLOWS_MAX}")


def counters():
    """Return: the names of the counters of a TCP flow"""
    body = re.search(r"struct tcp_counters \{(.*?)\}", HEADER.read_text(), re.S)[1]
    return re.findall(r"uint64_t\s+(\w+);", body)


def used(fabric):
    """Return: whether any flow uses TCP"""
    return any(flow.tcp for flow in fabric.flows)


def aliases(fabric):
    """Return: {host: numbers of the trees whose addresses TCP flows use, except the first}"""
    result = {}
    for flow in fabric.flows:
        if flow.tcp and flow.trees[0]:
            if flow.trees[0] > TREE_MAX:
                raise Problem(f"{flow.where}: paths: the TCP flows to {flow.target} need more than "
                              f"{TREE_MAX + 1} addresses")
            result.setdefault(flow.target, {})[flow.trees[0]] = None
    return result


def orders(fabric):
    """Yields the orders that connect all TCP flows"""
    for flow in fabric.flows:
        if not flow.tcp:
            continue
        rate = flow.rate if flow.rate < fabric.host_port(flow.source).settings["rate"] else 0
        yield (f"tcp {flow.index} {flow.source} {flow.target} {fabric.address(flow.source)} "
               f"{fabric.address(flow.target, flow.trees[0])} {flow.dscp << 2} {flow.tcp} {rate} "
               f"{flow.start} {flow.stop} {flow.values.get('bytes', 0)} "
               f"{flow.values.get('gap', 0)}")
        for other in flow.after:
            yield f"tcp-after {flow.index} {other.index}"


def as_json(outcome):
    """Return: the counters of each flow over TCP that is not a message"""
    result = []
    for flow in outcome.fabric.flows:
        if flow.tcp and not flow.workload:
            row = {name: outcome.flow(flow.name, name) for name in SHOWN}
            result.append({"name": flow.name, "congestion_control": flow.tcp,
                           "goodput_bits_per_second": round(outcome.rate(flow))} | row)
    return result


def show(outcome):
    """Prints the counters of flows over TCP"""
    rows = as_json(outcome)
    if rows:
        print(f"\n{'TCP':24} {'bytes':>12} {'goodput Mb/s':>12} {'sent again':>10} {'ECN echo':>9} "
              f"{'cwnd':>6} {'RTT us':>9}")
    for row in rows:
        print(f"{row['name']:24} {row['bytes']:12} {row['goodput_bits_per_second'] / 1e6:12.2f} "
              f"{row['tcp_retransmitted']:10} {row['tcp_marked']:9} {row['tcp_cwnd']:6} "
              f"{row['tcp_rtt']:9}")
