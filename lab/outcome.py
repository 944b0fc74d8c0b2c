# SPDX-License-Identifier: GPL-2.0-only
"""The results of a run: counters, time series, losses."""

import bisect
import functools
import hashlib
import json
import re
from array import array
from pathlib import Path

from . import discards, fct, messages, senders, tcp
from .message_counters import MessageCounters

UAPI = Path(__file__).resolve().parent.parent / "uapi" / "linux" / "pfc_stats.h"
TRAFFIC = Path(__file__).resolve().parent / "kmod" / "pfclab.h"
KINDS = ("port", "pg", "prio", "queue")
# Drop counters of queues; if a dropped frame belongs to a PG, the PG counts the frame, too
AT_GROUP = ("drop_egress", "drop_early", "drop_watchdog")
# IP counters of routers: frames dropped, for example since their TTL has expired
IP_DROPS = ("InHdrErrors", "InAddrErrors", "InNoRoutes", "OutNoRoutes", "InDiscards",
            "OutDiscards")


def _port_counters():
    """Return: {kind: {number of the attribute: name of the counter}}, read from UAPI"""
    header = UAPI.read_text()
    result = {}
    for kind in KINDS:
        body = re.search(rf"enum pfc_{kind}_stat \{{(.*?)private", header, re.S)[1]
        names = re.findall(rf"^\s*PFC_{kind.upper()}_STAT_(\w+)", body, re.M)
        names = [name.lower() for name in names if name not in ("PAD", "ID")]
        result[kind] = {3 + i: name for i, name in enumerate(names)}
    return result


def _flow_counters(struct="pfclab_counters"):
    body = re.search(rf"struct {struct} \{{(.*?)\}}", TRAFFIC.read_text(), re.S)[1]
    return re.findall(r"__u64\s+(\w+);", body)


def _arrived(flow):
    """Return: the counter of what has arrived of a flow, and its unit in bits"""
    return ("bytes", 8) if flow.tcp else ("received", flow.wire_bits)


class Series:
    """A counter over time: the samples in which it changed."""

    def __init__(self):
        self.at, self.values = array("I"), array("Q")	# indices of the samples, and the values

    @property
    def last(self):
        """The value at the end of the run"""
        return self.values[-1] if self.values else 0

    def dense(self, samples):
        """Return: the value in each sample; samples: number of samples"""
        if len(self.at) == samples:
            return self.values.tolist()
        result, value, at = [], 0, 0
        for index, changed in zip(self.at, self.values):
            result += [value] * (index - at)
            at, value = index, changed
        return result + [value] * (samples - at)

    def text(self, samples):
        """Return: the values of dense(), separated by commas"""
        ends = [*self.at[1:], samples]
        result = "0, " * self.at[0] + "".join(
            [f"{value}, " * (end - at) for value, at, end in zip(self.values, self.at, ends)])
        return result[:-2]


class Outcome:
    """The results of a run.

    The keys of flow_series are (FLOW, COUNTER), those of port_series are
    (PORT, KIND, ID, COUNTER).  messages has the counters of messages.
    """

    def __init__(self, fabric, directory, wall):
        self.fabric, self.directory, self.wall = fabric, Path(directory), wall
        self.times, self.flow_series, self.port_series = [], {}, {}
        self.messages = MessageCounters(fabric)
        self.rest = {}	# value at rest of each counter that changed after the run
        self.routers = {}	# {router: {IP counter: value}}, at rest, without zeroes
        self.arrivals, self.digest = 0, ""	# number and hash of all arrivals
        with open(self.directory / "samples", "rb") as samples:
            self.hash = hashlib.file_digest(samples, "sha256").hexdigest()
        with open(self.directory / "samples", encoding="utf-8") as samples:
            self._read(samples)

    def _keys(self):
        """Return: a function that translates the words before the value of a line to a key, and
        the dictionary of its series; None for a message, whose key has its number"""
        devices = {(port.node, port.dev): port.name
                   for port in self.fabric.every_port.values()}
        port_names = _port_counters()
        flow_names = {"f": _flow_counters(), "s": _flow_counters("pfclab_transport_counters"),
                      "c": tcp.counters()}

        def translate(words):
            what, *words = words.split()
            if names := flow_names.get(what):
                flow, counter = self.fabric.flows[int(words[0])], names[int(words[1])]
                if flow.workload:
                    return None, (flow.index, counter)
                return self.flow_series, (flow.name, counter)
            if (words[0], words[1]) not in devices:	# a command or a program has added it
                return {}, None
            kind = KINDS[int(words[2])]
            return self.port_series, (devices[words[0], words[1]], kind, int(words[3]),
                                      port_names[kind].get(int(words[4]), words[4]))
        return translate

    def _read(self, lines):
        translate, known = self._keys(), {}	# known: {words before the value: its Series}
        at = 0	# index in times
        for line in lines:
            words, _, value = line.rpartition(" ")
            series = known.get(words)
            if series is not None:
                series.at.append(at)
                series.values.append(int(value))
            elif words == "t":
                at = len(self.times)
                self.times.append(int(value))
            elif words == "r":
                break
            else:
                where, key = translate(words)
                if where is None:
                    self.messages.add(*key, int(value), at)
                    continue
                series = where[key] = known[words] = Series()
                series.at.append(at)
                series.values.append(int(value))
        self._read_rest(lines, translate)

    def _read_rest(self, lines, translate):
        for line in lines:
            words, _, value = line.rpartition(" ")
            if line[0] == "i":
                _, router, counter = words.split()
                self.routers.setdefault(router, {})[counter] = int(value)
            elif line[0] == "d":
                self.arrivals, self.digest = int(value), words.split()[1]
            else:
                where, key = translate(words)
                if where is None:
                    self.messages.add_rest(*key, int(value))
                elif key is not None:
                    self.rest[key] = int(value)

    def flow(self, name, counter):
        """A flow's counter at the end of the run"""
        number = self.messages.numbers.get(name)
        if number is not None:
            return self.messages.value(number, counter)
        series = self.flow_series.get((name, counter))
        return series.last if series else 0

    def flow_over_time(self, name, counter):
        """A flow's counter at each of self.times; not of a message"""
        return self.flow_series.get((name, counter), Series()).dense(len(self.times))

    def flow_at_rest(self, name, counter):
        """A flow's counter at rest, see at_rest()"""
        number = self.messages.numbers.get(name)
        if number is not None:
            return self.messages.value(number, counter, rest=True)
        return self.rest.get((name, counter), self.flow(name, counter))

    def port(self, name, kind, number, counter):
        """A port's counter at the end of the run; kind: port, pg, prio or queue"""
        series = self.port_series.get((name, kind, number, counter))
        return series.last if series else 0

    def port_over_time(self, name, kind, number, counter):
        """A port's counter at each of self.times"""
        series = self.port_series.get((name, kind, number, counter), Series())
        return series.dense(len(self.times))

    def is_drop(self, key):
        """Whether a counter counts dropped frames that no other counter counts.

        If a queue drops a forwarded frame, the frame's PG counts the drop, too.  If a
        queue drops a local frame, only the queue counts the drop.  Only hosts send local
        frames.
        """
        if len(key) < 4 or not key[3].startswith(("drop_", "tx_drop_")):
            return False
        port, kind, _, name = key
        return (kind != "queue" or name not in AT_GROUP or
                (port in self.fabric.ports and
                 self.fabric.ports[port].node in self.fabric.numbers))

    def drops(self):
        """Return: {(port, kind, number, cause): frames}, without zeroes"""
        return {key: series.last for key, series in self.port_series.items()
                if self.is_drop(key) and series.last}

    def drops_at_rest(self):
        """Return: {cause: frames dropped} of all ports, at rest (see at_rest())"""
        causes = {}
        for key, count in self.at_rest().items():
            if self.is_drop(key) and count:
                causes[key[3]] = causes.get(key[3], 0) + count
        return causes

    def lossless_drops(self):
        """Frames dropped by lossless PGs or by queues of lossless priorities"""
        lossless = {(name, kind, number) for name, port in self.fabric.ports.items()
                    for kind, numbers in (("pg", port.lossless),
                                          ("queue", port.config.lossless_prios))
                    for number in numbers}
        return sum(count for key, count in self.drops().items()
                   if key[:3] in lossless)

    def total(self, counter):
        """Sum of a counter over all flows"""
        return sum(self.flow(flow.name, counter) for flow in self.fabric.flows)

    def at_rest(self):
        """All counters at rest, but not those of messages: the sources have ended and no frame
        moves any more.  The caller does not change them."""
        return self._at_rest

    @functools.cached_property
    def _at_rest(self):
        last = {key: series.last for key, series in self.flow_series.items()}
        last |= {key: series.last for key, series in self.port_series.items()}
        return last | self.rest

    def waiting(self):
        """Frames that remain in queues at rest, since these queues are paused forever"""
        return sum(value for key, value in self.at_rest().items()
                   if key[-1] == "backlog_packets")

    @functools.cached_property
    def deleted_ports(self):
        """The ports that are none at the end: a command has deleted them"""
        lines = [line.split() for line in
                 (self.directory / "limits").read_text(encoding="utf-8").splitlines()]
        last = max((i for i, words in enumerate(lines) if len(words) == 2), default=0)	# a time
        left = {tuple(words[:2]) for words in lines[last + 1:]}
        return [name for name, port in self.fabric.every_port.items()
                if (port.node, port.dev) not in left]

    def unaccounted(self):
        """Frames sent that neither arrived, nor wait, nor were dropped by a port.

        Computed at rest, when no frame is in flight.  With TCP flows: frames that are missing in
        switches.  None if there are programs, which may send frames that switches copy, if
        switches flood frames of TCP to dead hosts, or if a command deletes a port, and its
        counters with it.
        """
        return self._unaccounted

    @functools.cached_property
    def _unaccounted(self):
        floods = self.fabric.dead and not self.fabric.routed
        if self.fabric.programs or self.deleted_ports or tcp.used(self.fabric) and floods:
            return None
        if tcp.used(self.fabric):
            return discards.in_switches(self)
        last = self.at_rest()
        flows = {name: sum(value for key, value in last.items()
                           if len(key) == 2 and key[1] == name) +
                 self.messages.total(name, rest=True) for name in ("sent", "received", "astray")}
        replies = [senders.control_frames(self, flow) for flow in self.fabric.flows]
        return (flows["sent"] - flows["received"] - flows["astray"] +
                sum(sent - received for sent, received in replies) -
                self.waiting() - sum(self.drops_at_rest().values()) - self.routing_drops() -
                sum(discards.by_node(self).values()))

    def router_drops(self, node):
        """Frames that a router dropped: no route, or the TTL had expired"""
        return sum(self.routers.get(node, {}).get(name, 0) for name in IP_DROPS)

    def routing_drops(self):
        """Frames that all routers dropped"""
        return sum(map(self.router_drops, self.routers))

    def bits_over_time(self, flow):
        """Bits of a flow that have arrived at each of self.times: on the wire, or the data of a TCP
        flow"""
        counter, bits = _arrived(flow)
        return [count * bits for count in self.flow_over_time(flow.name, counter)]

    def message_bits_over_time(self, workload):
        """The same of all messages of a workload.  A frame counts with their mean length."""
        counter, bits = _arrived(workload.messages[0])
        if counter == "received":
            bits = 8 * sum(messages.wire_bytes(flow.bytes, workload) for flow in workload.messages) / \
                sum(flow.count for flow in workload.messages)
        return [count * bits for count in self.messages.over_time(
            workload.name, counter, len(self.times))]

    def rate(self, flow, begin=None, end=None):
        """Rate at which a flow arrived, bit/s on the wire; of a TCP flow: rate of the data.  begin,
        end: times; the rate is that between the last samples not after them.  By default between
        the start and the stop of the flow, which need no samples: nothing arrives before, and what
        arrives until the first sample after the stop was sent before it"""
        bits, last = self.bits_over_time(flow), len(self.times) - 1
        first, start = 0, flow.start
        if begin is not None:
            first = bisect.bisect(self.times, begin) - 1
            start = self.times[first]
        if end is None:
            last, stop = min(bisect.bisect_left(self.times, flow.stop), last), flow.stop
        else:
            last = bisect.bisect(self.times, end) - 1
            stop = self.times[last]
        return (bits[last] - bits[first]) * 10**9 / (stop - start) if stop > start else 0.0

    def forwarded(self):
        """Total number of frames that all ports have sent, including PFC frames"""
        return sum(series.last for key, series in self.port_series.items()
                   if key[1:] == ("port", 0, "tx_pfc") or
                   (key[1] == "queue" and key[3] == "tx_packets"))

    def _printed(self, name):
        file = self.directory / name
        return file.read_text(errors="replace") if file.exists() else ""

    def answers(self):
        """Return: {name of the question: parsed answer}; the answer is {"error": text} if pfcctl
        printed no JSON"""
        result = {}
        for number, question in enumerate(self.fabric.questions, 1):
            try:
                result[question.name] = json.loads(self._printed(f"question.{number}.out"))
            except json.JSONDecodeError:
                error = self._printed(f"question.{number}.err").strip()
                result[question.name] = {"error": error or "pfcctl has not printed JSON"}
        return result

    def as_json(self):
        """The content of result.json"""
        counters = {}
        for (port, kind, number, name), series in self.port_series.items():
            of_port = counters.setdefault(port, {}).setdefault(kind, {})
            if kind != "port":
                of_port = of_port.setdefault(str(number), {})
            of_port[name] = series.last
        flows = [{"name": flow.name, "from": flow.source, "to": flow.target,
                  "path": flow.path, "dscp": flow.dscp, "size": flow.size,
                  "rate_bits_per_second": round(self.rate(flow))} |
                 {name: self.flow(flow.name, name) for name in _flow_counters()}
                 for flow in self.fabric.flows if not flow.workload]
        devices = {}
        for name, port in self.fabric.every_port.items():
            devices.setdefault(port.node, {})[port.dev] = name
        return {"title": self.fabric.title, "seed": self.fabric.seed, "hash": self.hash,
                "wall_seconds": round(self.wall, 2),
                "duration_ns": self.fabric.duration, "arrivals": self.arrivals,
                "frames_forwarded": self.forwarded(),
                "lossless_drops": self.lossless_drops(),
                "routing_drops": self.routing_drops(),
                "discarded_at_failed_links": discards.by_node(self),
                "unaccounted": self.unaccounted(), "waiting": self.waiting(),
                "flows": flows, "workloads": fct.as_json(self),
                "senders": senders.as_json(self), "tcp": tcp.as_json(self),
                "routers": self.routers, "ports": counters, "devices": devices,
                "questions": self.answers()}

    def _series_of(self):
        """Return: {"flows" or "ports": {name: {name of the counter: Series}}}"""
        found = {"flows": {}, "ports": {}}
        for (name, counter), series in self.flow_series.items():
            found["flows"].setdefault(name, {})[counter] = series
        for (port, kind, number, name), series in self.port_series.items():
            counter = f"{kind}{'' if kind == 'port' else number}.{name}"
            found["ports"].setdefault(port, {})[counter] = series
        return found

    def _write_series(self, file):
        """Writes series.json: all counters that changed, over time.  Counter by counter, since all
        values of a large fabric take much memory, and an encoder takes long"""
        samples = len(self.times)
        file.write(f'{{"times_ns": {json.dumps(self.times)}')
        for part, of_names in self._series_of().items():
            file.write(f', "{part}": {{')
            for number, (name, counters) in enumerate(of_names.items()):
                values = ", ".join(f"{json.dumps(counter)}: [{series.text(samples)}]"
                                   for counter, series in counters.items())
                file.write(f"{', ' if number else ''}{json.dumps(name)}: {{{values}}}")
            file.write("}")
        file.write("}\n")

    def write(self):
        """Writes result.json and series.json"""
        with open(self.directory / "result.json", "w", encoding="utf-8") as file:
            file.write(json.dumps(self.as_json(), indent=1) + "\n")
        with open(self.directory / "series.json", "w", encoding="utf-8") as file:
            self._write_series(file)
