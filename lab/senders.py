# SPDX-License-Identifier: GPL-2.0-only
"""Senders with rate control (DCQCN) or reliability (go-back-N) of flows and messages."""

import re

from . import receivers, units
from .units import Problem

ALPHA_ONE = 1 << 30	# PFCLAB_ALPHA_ONE
ECT0 = 2


def gain(value):
    """Reads a share above 0 up to 1, a number or a text like 1/256"""
    match = re.fullmatch(r"(\d{1,9})/(\d{1,9})", value) if isinstance(value, str) else None
    if match and int(match[2]):
        value = int(match[1]) / int(match[2])
    return units.share(value)


PERIOD = units.time(100, 10**9)
DCQCN = {"g": gain, "fast-recovery": units.number(1, 1000), "alpha-timer": PERIOD,
         "rate-timer": PERIOD, "byte-counter": units.size(1), "rate-ai": units.rate(1000),
         "rate-hai": units.rate(1000), "rate-min": units.rate(1000),
         "cnp-interval": units.time(0, 10**9), "cnp-dscp": units.number(0, 63)}
DCQCN_DEFAULTS = {"g": 1 / 256, "fast-recovery": 5, "alpha-timer": 55000, "rate-timer": 55000,
                  "byte-counter": 10 * 10**6, "rate-ai": 40 * 10**6, "rate-hai": 400 * 10**6,
                  "rate-min": 10**6, "cnp-interval": 50000, "cnp-dscp": 48}
RELIABLE = {"window": units.either(units.one_of("none"), units.size(60)),
            "ack-every": units.number(1, 10**6), "timeout": units.time(1000, 10**11),
            "retries": units.number(0, 1000), "ack-dscp": units.number(0, 63)}
# 67.1 ms: 4.096 us x 2^14, the local ACK timeout 14
RELIABLE_DEFAULTS = {"window": "none", "timeout": 4096 << 14, "retries": 7}
ACK_EVERY = 256
TABLES = {"dcqcn": DCQCN, "go-back-n": RELIABLE}
TOP = dict.fromkeys(TABLES)	# top-level tables: defaults of all flows and workloads
FIELDS = {"control": units.one_of("none", "dcqcn"), "reliable": units.boolean} | TOP


class Sender:
    """What controls a flow.  dcqcn, reliable: parameters, or None; frame: bytes of its frames"""

    def __init__(self, dcqcn, reliable, frame, dscp):
        self.dcqcn, self.reliable = dcqcn, reliable
        if not reliable:
            return
        window = reliable["window"]
        self.window = 0 if window == "none" else max(1, window // frame)
        self.ack_every = reliable.get("ack-every", min(ACK_EVERY, self.window or ACK_EVERY))
        self.ack_dscp = reliable.get("ack-dscp", dscp)


def _parameters(top, values, key, defaults, where):
    """Return: the parameters of one table, with those of the top level and the defaults"""
    common = units.table(top.get(key, {}), TABLES[key], key)
    return defaults | common | units.table(values.get(key, {}), TABLES[key], f"{where}: {key}")


def read(top, values, where, frame, dscp):
    """Takes the settings of a sender out of the values of a flow or a workload, and sets the
    default of ecn.  Return: Sender, or None"""
    given = {key: values.pop(key) for key in FIELDS if key in values}
    control, reliable = given.get("control", "none"), given.get("reliable", False)
    for key, used in (("dcqcn", control == "dcqcn"), ("go-back-n", reliable)):
        if key in given and not used:
            needed = 'control = "dcqcn"' if key == "dcqcn" else "reliable = true"
            raise Problem(f"{where}: {key}: without {needed} the table has no effect")
    if control == "none" and not reliable:
        return None
    for key in ("burst", "jitter"):
        if values.get(key):
            raise Problem(f"{where}: {key}: control and reliable exclude it")
    dcqcn = go_back_n = None
    if control == "dcqcn":
        dcqcn = _parameters(top, given, "dcqcn", DCQCN_DEFAULTS, where)
        if values.setdefault("ecn", ECT0) not in (1, ECT0):
            raise Problem(f"{where}: ecn: {values['ecn']} is not ECN-capable, so no switch marks "
                          "the frames; DCQCN needs 1 or 2")
    if reliable:
        go_back_n = _parameters(top, given, "go-back-n", RELIABLE_DEFAULTS, where)
    sender = Sender(dcqcn, go_back_n, frame, dscp)
    if go_back_n and sender.window and sender.ack_every > sender.window:
        raise Problem(f"{where}: go-back-n: ack-every: {sender.ack_every} frames exceed the window "
                      f"of {sender.window} frames, so the sender would wait for an ACK forever")
    return sender


def _may_mark(fabric):
    """Return: whether a switch may mark frames, by settings of a queue, a command or a program"""
    return fabric.programs or any(
        queue.get("ecn-kmax", "off") != "off" for port in fabric.ports.values()
        if port.node not in fabric.numbers for queue in port.config.numbered["queue"].values()) or \
        any(re.search(r"\b(ecn-kmax|ce)\b", order) for _, order in fabric.commands)


def check(fabric):
    """Checks that frames of flows with DCQCN can be marked"""
    flow = next((flow for flow in fabric.flows if flow.sender and flow.sender.dcqcn), None)
    if flow and not _may_mark(fabric):
        raise Problem(f'{flow.where}: control: "dcqcn" has no effect, since no queue of a switch '
                      "marks frames; set queue.N.ecn-kmin, ecn-kmax and ecn-pmax")


def check_top(top):
    """Checks the top-level tables"""
    for key, fields in TABLES.items():
        units.table(top.get(key, {}), fields, key)


def orders(fabric, flow):
    """Yields the orders of the plan for the sender of a flow"""
    sender = flow.sender
    if not sender:
        return
    one, other = fabric.host_port(flow.source), fabric.host_port(flow.target)
    gateway = fabric.ports[f"{other.peer}:{other.node}"]
    yield (f"transport {flow.index} {one.node} {receivers.device(fabric, one.node)} {other.node} "
           f"{other.dev} {other.mac} {gateway.mac if fabric.routed else fabric.mac(flow.source)} "
           f"{fabric.address(flow.target)} {fabric.address(flow.source)}")
    if values := sender.dcqcn:
        gain_parts = round(values["g"] * ALPHA_ONE) or 1
        yield (f"dcqcn {flow.index} {values['cnp-dscp'] << 2} {gain_parts} "
               f"{values['fast-recovery']} {values['alpha-timer']} {values['rate-timer']} "
               f"{values['byte-counter']} {values['rate-ai']} {values['rate-hai']} "
               f"{values['rate-min']} {values['cnp-interval']}")
    if values := sender.reliable:
        yield (f"reliable {flow.index} {sender.ack_dscp << 2} {sender.ack_every} "
               f"{values['retries']} {sender.window} {values['timeout']}")


CONTROL = ("acks", "naks", "cnps")


def control_frames(outcome, flow):
    """Return: the ACK, NAK and CNP of a flow that were sent, and that arrived, at rest"""
    if not flow.sender:
        return 0, 0
    return tuple(sum(outcome.flow_at_rest(flow.name, f"{kind}_{what}") for kind in CONTROL)
                 for what in ("sent", "received"))


SUMS = ("retransmitted", "timeouts", "gave_up", "acks_sent", "naks_sent", "cnps_sent", "marked",
        "in_order", "bytes", "out_of_order", "duplicates")


def as_json(outcome):
    """Return: the counters of each flow with a sender, and their sums over each workload"""
    result, works = [], {}
    for flow in outcome.fabric.flows:
        if not flow.sender:
            continue
        row = {name: outcome.flow(flow.name, name) for name in SUMS}
        if flow.workload:
            sums = works.setdefault(flow.workload.name, dict.fromkeys(SUMS, 0))
            for name, value in row.items():
                sums[name] += value
            continue
        if flow.sender.reliable:
            row["goodput_bits_per_second"] = round(row["bytes"] * 8 * 10**9 /
                                                   (flow.stop - flow.start))
        if flow.sender.dcqcn:
            row |= {"rate": outcome.flow(flow.name, "rate"),
                    "alpha": round(outcome.flow(flow.name, "alpha") / ALPHA_ONE, 6)}
        result.append({"name": flow.name} | row)
    return result + [{"name": name} | sums for name, sums in works.items()]


def show(outcome):
    """Prints the counters of senders"""
    rows = as_json(outcome)
    if not rows:
        return
    print(f"\n{'sender':24} {'in order':>9} {'sent again':>10} {'timeouts':>8} {'NAK':>7} "
          f"{'CE':>9} {'CNP':>7} {'goodput Mb/s':>12} {'rate Mb/s':>9}")
    for row in rows:
        goodput, rate = (f"{row[key] / 1e6:.2f}" if key in row else "-"
                         for key in ("goodput_bits_per_second", "rate"))
        print(f"{row['name']:24} {row['in_order']:9} {row['retransmitted']:10} "
              f"{row['timeouts']:8} {row['naks_sent']:7} {row['marked']:9} {row['cnps_sent']:7} "
              f"{goodput:>12} {rate:>9}")
