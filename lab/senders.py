# SPDX-License-Identifier: GPL-2.0-only
"""Senders with rate control (files of kmod/senders/) or reliability (go-back-N) of flows and
messages."""

import re
from fractions import Fraction
from pathlib import Path

from . import receivers, units
from .units import WIRE, Problem

KMOD = Path(__file__).parent / "kmod"
ONE = 1 << 30	# PFCLAB_ONE
ECT0 = 2
# Headers, stamp, number of the INT reports, and PFCLAB_HOPS_MAX of them
INT_FRAME = 42 + 16 + 1 + 8 * 20


def _share(low, high):
    """Return: a reader of numbers and texts like 1/256, as multiples of 1 / ONE"""
    ends = [str(Fraction(end, ONE).limit_denominator(1 << 20)) for end in (low, high)]

    def read(value):
        text = str(value)
        number = -1
        if re.fullmatch(r"\d{1,9}(\.\d{1,12})?(e-\d\d?)?(/0*[1-9]\d{0,9})?", text):
            above, _, below = text.partition("/")
            number = round(Fraction(above) / int(below or 1) * ONE)
        if not low <= number <= high:
            raise Problem(f"{value!r} is not a number from {ends[0]} to {ends[1]}")
        return number
    return read


def _window(low, high):
    """Return: a reader of sizes, or "none", which is 0"""
    size, none = units.size(max(low, 60), high), units.one_of("none")
    return units.either(lambda value: 0 if none(value) else None, size)


READERS = {"NUMBER": units.number, "TIME": units.time, "SIZE": units.size, "RATE": units.rate,
           "SHARE": _share, "WINDOW": _window}
# Keys of all senders that need CNP
CNP = {"cnp-interval": units.time(0, 10**9), "cnp-dscp": units.number(0, 63)}
CNP_DEFAULTS = {"cnp-interval": 50000, "cnp-dscp": 48}


def _value(text, names):
    """Return: the value of a C expression without brackets, evaluated from left to right"""
    if not re.fullmatch(r"\w+(\s*(\*|/|>>)\s*\w+)*", text.strip()):
        raise ValueError(text)
    first, *rest = re.findall(r"\w+|\*|/|>>", text)
    result = names[first] if first in names else int(first)
    for operator, word in zip(rest[::2], rest[1::2]):
        number = names[word] if word in names else int(word)
        result = {"*": result * number, "/": result // number, ">>": result >> number}[operator]
    return result


def _constants():
    """Return: {name: value} of the constants in kmod/sender.h"""
    names = {"ONE": ONE}
    for name, text in re.findall(r"#define\s+([A-Z]+)\s+\(?(\w+(?: \* \w+)?)\)?\n",
                                 (KMOD / "sender.h").read_text(encoding="utf-8")):
        names[name] = _value(text.replace("ULL", ""), names)
    return names


CONSTANTS = _constants()


class Control:
    """A kind of rate control, from its file in kmod/senders/.  rows: {key: (unit, smallest value,
    largest value)} of its parameters, in the order of the file; fields: readers of them; defaults;
    uses: what it needs"""

    def __init__(self, path):
        text = path.read_text(encoding="utf-8")
        self.name = path.stem
        self.uses = set(re.findall(r"LAB_USES_(\w+)", *re.findall(r"^\t.*\.uses = .*$", text, re.M)))
        self.fields, self.defaults, self.rows = {}, {}, {}
        for row in re.findall(r"^\t{ .*?offsetof\(.*?\) },$", text, re.M | re.S):
            try:
                self._add(row)
            except (TypeError, KeyError, ValueError, ZeroDivisionError):
                raise SystemExit(f"{path}: row of a parameter: {' '.join(row.split())} is not "
                                 '{ "name", LAB_UNIT, low, high, default, offsetof(...) },'
                                 ) from None
        if "CNP" in self.uses:
            self.fields |= CNP
            self.defaults |= CNP_DEFAULTS

    def _add(self, row):
        """Reads a row of the table of parameters"""
        key, unit, *numbers = re.match(r'\t{ "([\w-]+)", LAB_(\w+), ([^,]+), ([^,]+), ([^,]+),\s+o',
                                       row).groups()
        low, high, default = (_value(number, CONSTANTS) for number in numbers)
        self.fields[key], self.defaults[key] = READERS[unit](low, high), default
        self.rows[key] = unit, low, high


CONTROLS = {path.stem: Control(path) for path in sorted((KMOD / "senders").glob("*.c"))}
RELIABLE = {"window": units.either(units.one_of("none"), units.size(60)),
            "ack-every": units.number(1, 10**6), "timeout": units.time(1000, 10**11),
            "retries": units.number(0, 1000), "ack-dscp": units.number(0, 63)}
# 67.1 ms: 4.096 us x 2^14, the local ACK timeout 14
RELIABLE_DEFAULTS = {"window": "none", "timeout": 4096 << 14, "retries": 7}
ACK_EVERY = 256
SELECTIVE_MAX = 4096	# frames, PFCLAB_SELECTIVE_MAX
IRN = {"window": units.size(60), "rto-high": RELIABLE["timeout"], "rto-low": RELIABLE["timeout"],
       "rto-low-frames": units.number(0, SELECTIVE_MAX), "retries": RELIABLE["retries"],
       "ack-dscp": RELIABLE["ack-dscp"]}
IRN_DEFAULTS = {"window": 120_000, "rto-high": 320_000, "rto-low": 100_000, "rto-low-frames": 3,
                "retries": 1000}
# Ways to retransmit: {name: (readers, defaults)}
WAYS = {"go-back-n": (RELIABLE, RELIABLE_DEFAULTS), "irn": (IRN, IRN_DEFAULTS)}
TABLES = {name: control.fields for name, control in CONTROLS.items()} | {
    name: fields for name, (fields, _) in WAYS.items()}


def _reliable(value):
    """Return: the name of a way to retransmit, or None"""
    if value is True:
        return "go-back-n"
    if value is False or isinstance(value, str) and value in WAYS:
        return value or None
    raise Problem(f"{value!r} is not true, false, {' or '.join(WAYS)}")


TOP = dict.fromkeys(TABLES)	# top-level tables: defaults of all flows and workloads
FIELDS = {"control": units.one_of("none", *CONTROLS), "reliable": _reliable} | TOP


class Sender:
    """What controls a flow.  control: Control, or None; values: its parameters; way: go-back-n,
    irn or None; reliable: its parameters, or None; frame: bytes of its frames"""

    def __init__(self, control, values, way, reliable, frame, dscp):
        self.control, self.values, self.way, self.reliable = control, values, way, reliable
        self.frame = frame
        if not reliable:
            return
        window = reliable["window"]
        every = 1 if way == "irn" or control and "ACK" in control.uses else ACK_EVERY
        self.window = 0 if window == "none" else max(1, window // frame)
        self.ack_every = reliable.get("ack-every", min(every, self.window or every))
        self.ack_dscp = reliable.get("ack-dscp", dscp)


def _parameters(top, values, key, defaults, where):
    """Return: the parameters of one table, with those of the top level and the defaults"""
    common = units.table(top.get(key, {}), TABLES[key], key)
    return defaults | common | units.table(values.get(key, {}), TABLES[key], f"{where}: {key}")


def _control(top, given, values, where, frame):
    """Return: the Control of a flow and its parameters, or None and {}.  Sets the default of ecn"""
    name = given.get("control", "none")
    if name == "none":
        return None, {}
    control = CONTROLS[name]
    if "ECN" in control.uses and values.setdefault("ecn", ECT0) not in (1, ECT0):
        raise Problem(f"{where}: ecn: {values['ecn']} is not ECN-capable, so no switch marks the "
                      f"frames; {name.upper()} needs 1 or 2")
    if "INT" in control.uses and frame < INT_FRAME:
        raise Problem(f"{where}: control: frames of {frame} bytes are below the minimum of "
                      f"{INT_FRAME} bytes, in which INT of {name.upper()} fits")
    return control, _parameters(top, given, name, control.defaults, where)


def _check_acks(sender, where):
    """Checks that ACK arrive that a sender waits for"""
    control, reliable = sender.control, sender.reliable
    windows = {f"{control.name}: {key}": sender.values[key] for key, row in control.rows.items()
               if row[0] == "WINDOW" and sender.values[key]} if control else {}
    for key in windows if not reliable else ():
        raise Problem(f"{where}: {key}: a window needs reliable = true, since ACK move it")
    if not reliable:
        return
    if sender.way == "irn" and sender.window > SELECTIVE_MAX:
        raise Problem(f"{where}: irn: window: {sender.window} frames of {sender.frame} bytes "
                      f"exceed the maximum of {SELECTIVE_MAX} frames")
    if control and "ACK" in control.uses and sender.ack_every > 1:
        raise Problem(f"{where}: go-back-n: ack-every: {sender.ack_every} is not 1; "
                      f"{control.name} needs an ACK of each frame")
    if sender.window and sender.ack_every > sender.window:
        raise Problem(f"{where}: go-back-n: ack-every: {sender.ack_every} frames exceed the window "
                      f"of {sender.window} frames, so the sender would wait for an ACK forever")
    for key, window in windows.items():
        if sender.ack_every * (sender.frame + WIRE) > window:
            raise Problem(f"{where}: {key}: {window} bytes are below {sender.ack_every} frames of "
                          f"{sender.frame} + {WIRE} bytes, for which the receiver sends one ACK "
                          "(go-back-n: ack-every)")


def read(top, values, where, frame, dscp):
    """Takes the settings of a sender out of the values of a flow or a workload, and sets the
    default of ecn.  Return: Sender, or None"""
    given = {key: values.pop(key) for key in FIELDS if key in values}
    name = given.get("control", "none")
    needs_ack = name != "none" and "ACK" in CONTROLS[name].uses
    way = given.get("reliable", "go-back-n" if needs_ack else None)
    for key in TABLES:
        needed = f'reliable = "{key}"' if key in WAYS else f'control = "{key}"'
        if key in given and key not in (way, name):
            raise Problem(f"{where}: {key}: without {needed} the table has no effect")
    if needs_ack and not way:
        raise Problem(f'{where}: reliable: false, but control = "{name}" needs ACK')
    if name == "none" and not way:
        return None
    for key in ("burst", "jitter"):
        if values.get(key):
            raise Problem(f"{where}: {key}: control and reliable exclude it")
    control, parameters = _control(top, given, values, where, frame)
    resends = _parameters(top, given, way, WAYS[way][1], where) if way else None
    sender = Sender(control, parameters, way, resends, frame, dscp)
    _check_acks(sender, where)
    return sender


def _may_mark(fabric):
    """Return: whether a switch may mark frames, by settings of a queue, a command or a program"""
    return fabric.programs or any(
        queue.get("ecn-kmax", "off") != "off" for port in fabric.ports.values()
        if port.node not in fabric.numbers for queue in port.config.numbered["queue"].values()) or \
        any(re.search(r"\b(ecn-kmax|ce)\b", order) for _, order in fabric.commands)


def check(fabric):
    """Checks that frames of flows whose sender needs marks can be marked"""
    flow = next((flow for flow in fabric.flows if flow.sender and flow.sender.control and
                 "ECN" in flow.sender.control.uses), None)
    if flow and not _may_mark(fabric):
        raise Problem(f'{flow.where}: control: "{flow.sender.control.name}" has no effect, since '
                      "no queue of a switch marks frames; set queue.N.ecn-kmin, ecn-kmax and "
                      "ecn-pmax")


def check_top(top):
    """Checks the top-level tables"""
    for key, fields in TABLES.items():
        units.table(top.get(key, {}), fields, key)


def telemetry(fabric):
    """Yields the orders of the plan for the INT of the ports of switches, if a sender uses it"""
    if any(flow.sender and flow.sender.control and "INT" in flow.sender.control.uses
           for flow in fabric.flows):
        for port in fabric.ports.values():
            if port.node not in fabric.numbers:
                yield f"int {port.node} {port.dev} {port.settings['rate']}"


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
    if control := sender.control:
        values = sender.values
        tos, interval = values.get("cnp-dscp", 0) << 2, values.get("cnp-interval", 0)
        yield (f"sender {flow.index} {control.name} {tos} {interval} {max(len(flow.path) - 2, 0)} "
               + ",".join(str(values[key]) for key in control.rows))
    if values := sender.reliable:
        selective = sender.way == "irn"
        yield (f"reliable {flow.index} {sender.ack_dscp << 2} {sender.ack_every} "
               f"{values['retries']} {sender.window} "
               f"{values['rto-high' if selective else 'timeout']} {selective:d} "
               f"{values.get('rto-low-frames', 0)} {values.get('rto-low', 0)}")


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
                                                   (flow.stop - flow.start or 1))
        if flow.sender.control:
            row |= {"rate": outcome.flow(flow.name, "rate"),
                    "alpha": round(outcome.flow(flow.name, "alpha") / ONE, 6)}
            row |= {"window": window} if (window := outcome.flow(flow.name, "window")) else {}
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
