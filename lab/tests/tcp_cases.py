# SPDX-License-Identifier: GPL-2.0-only
"""Tests of flows and messages over the kernel's TCP."""

from lab import discards, fct

MS = 10**6	# ns
MSS = 1448	# bytes of data in a full frame: 1500 - 20 - 32, with the timestamp option
FULL = 1514 + 24	# bytes of a full frame on the wire
LINE = {"duration": "20ms", "hosts": ["a", "b"], "switches": ["s"],
        "links": [{"ends": [["a", "b"], "s"], "rate": "1gbit", "delay": "5us"}]}
TCP = {"protocol": "tcp", "dscp": 0}

SERVER = """exec python3 -c "
import socket
peer = socket.create_server(('{b}', 5000)).accept()[0]
got = 0
while data := peer.recv(65536):
    got += len(data)
print(got)"
"""
CLIENT = """exec python3 -c "
import socket
peer = socket.create_connection(('{b}', 5000))
peer.sendall(bytes(200000))"
"""


def throughput(run, check, equal, between):
    """A flow with cubic fills the link; two with DCTCP share it with a short queue, no loss"""
    outcome = run("tcp-cubic", LINE | {"flows": [{"from": "a", "to": "b"} | TCP]})
    most = 1e9 * MSS / FULL
    between("TCP cubic: goodput, Mb/s", outcome.rate(outcome.fabric.flows[0], 2 * MS) / 1e6,
            most * 0.98 / 1e6, most * 1.001 / 1e6)
    got = outcome.flow("a>b", "bytes")
    forwarded = outcome.port("s:b", "queue", 0, "tx_bytes")
    between("TCP cubic: the switch forwards the data with headers", forwarded,
            got * 1514 / MSS, got * 1514 / MSS + 2 * 10**5)
    equal("TCP cubic: segments sent again", outcome.flow("a>b", "tcp_retransmitted"), 0)
    star = LINE | {"duration": "40ms", "hosts": "h[1-3]",
                   "links": [{"ends": ["h[1-3]", "s"], "rate": "1gbit", "delay": "10us"}],
                   "ports": [{"at": "s", "queue": {"0": {"ecn-kmin": 30000, "ecn-kmax": 30001,
                                                         "ecn-pmax": "100%"}}}],
                   "flows": [{"from": "h[1-2]", "to": "h3", "congestion-control": "dctcp"} | TCP]}
    outcome = run("tcp-dctcp", star)
    rates = [outcome.rate(flow, 20 * MS) for flow in outcome.fabric.flows]
    between("TCP DCTCP: goodput of two flows, Mb/s", sum(rates) / 1e6, most * 0.97 / 1e6,
            most * 1.01 / 1e6)
    between("TCP DCTCP: Jain index", sum(rates) ** 2 / (2 * sum(
        rate ** 2 for rate in rates)), 0.9, 1)
    check("TCP DCTCP: the switch marks, and does not drop",
          outcome.port("s:h3", "queue", 0, "marked") > 100 and not outcome.drops(),
          outcome.drops())
    equal("TCP DCTCP: segments sent again", [
        outcome.flow(flow.name, "tcp_retransmitted") for flow in outcome.fabric.flows], [0, 0])
    peaks = outcome.port_over_time("s:h3", "queue", 0, "backlog_bytes")[100:]
    check("TCP DCTCP: the queue stays near the threshold of 30000 bytes",
          15000 < max(peaks) < 60000, max(peaks))
    equal("TCP DCTCP: every frame is accounted for", outcome.unaccounted(), 0)
    equal("TCP: a run repeats", run("tcp-dctcp2", star).hash, outcome.hash)


def completion(run, check, equal, between):
    """A message within the initial window takes the time of its frames; a loss costs a timeout"""
    size = 10 * MSS
    work = {"kind": "permutation", "hosts": ["a", "b"], "sizes": size, "start": "1ms"} | TCP
    outcome = run("tcp-message", LINE | {"workloads": [work]})
    # 10 frames on the first link, the last one also on the second; 5 us on each link
    wanted = 11 * FULL * 8 + 10000
    for record in fct.records(outcome):
        between(f"TCP: FCT of 10 segments to {record.destination}, ns", record.fct, wanted,
                wanted + 3000)
        equal("TCP: ideal FCT", record.ideal, wanted)
    lossy = run("tcp-loss", LINE | {
        "duration": "1s", "sample": "50ms",
        "workloads": [work | {"sizes": 500 * MSS}], "commands": [
            {"at": "s", "time": "3ms", "run": "impair set dev {s:b} loss 100%"},
            {"at": "s", "time": "8ms", "run": "impair set dev {s:b} loss off"}]})
    row = fct.as_json(lossy)[0]
    equal("TCP: messages complete after a loss", [row["messages"], row["unfinished"]], [2, 0])
    names = {flow.target: flow.name for flow in lossy.fabric.flows}
    check("TCP: lost segments are sent again", lossy.flow(names["b"], "tcp_retransmitted") > 0)
    equal("TCP: every frame of a run with losses is accounted for", lossy.unaccounted(), 0)
    equal("TCP: all bytes arrive", [lossy.flow(name, "bytes") for name in names.values()],
          [500 * MSS] * 2)


def collective(run, _check, equal, between):
    """A collective operation over TCP, bridged and routed: a step starts when its data is there"""
    for routed in (False, True):
        outcome = run(f"tcp-ring-{routed}", LINE | {
            "routed": routed, "hosts": "h[1-4]", "switches": ["s", "t"], "duration": "50ms",
            "links": [{"ends": ["h[1-2]", "s"]}, {"ends": ["h[3-4]", "t"]}, {"ends": ["s", "t"]}],
            "workloads": [{"kind": "ring-allreduce", "size": 40000} | TCP]})
        row = fct.as_json(outcome)[0]
        text = f"TCP, {'routed' if routed else 'bridged'}"
        equal(f"{text}: every frame is accounted for", outcome.unaccounted(), 0)
        equal(f"{text}: messages, unfinished", [row["messages"], row["unfinished"]], [24, 0])
        records = {record.message: record for record in fct.records(outcome)}
        late = [flow.name for flow in outcome.fabric.flows if records[flow.name].start != max(
            (records[one.name].start + records[one.name].fct for one in flow.after), default=0)]
        equal(f"{text}: messages that do not start when their data has arrived", late, [])
        between(f"{text}: smallest slowdown", min(one.slowdown for one in records.values()), 1, 1.5)


def hashed(run, check, equal, between):
    """With paths = "flow" TCP flows to one host use both spines, bridged and routed"""
    for routed in (False, True):
        hashed_in(routed, run, check, equal, between)


def hashed_in(routed, run, check, equal, between):
    """As hashed(), in one kind of fabric"""
    kind = "routed" if routed else "bridged"
    given = LINE | {
        "routed": routed, "seed": 8, "hosts": "h[1-8]", "switches": ["l[1-2]", "s[1-2]"],
        "links": [{"ends": ["h[1-4]", "l1"]}, {"ends": ["h[5-8]", "l2"]},
                  {"ends": ["l[1-2]", "s[1-2]"]}],
        "flows": [{"from": "h[1-4]", "to": "h5", "rate": "100mbit"} | TCP]}
    carried = {}
    for paths in ("destination", "flow"):
        given["flows"][0]["paths"] = paths
        outcome = run(f"tcp-paths-{paths}-{routed}", given)
        carried[paths] = [outcome.port(f"l1:{spine}", "queue", 0, "tx_packets")
                          for spine in ("s1", "s2")]
        used = {spine: sum(spine in flow.path for flow in outcome.fabric.flows)
                for spine in ("s1", "s2")}
        equal(f"TCP, {kind}, paths = {paths}: every frame is accounted for", outcome.unaccounted(), 0)
        for flow in outcome.fabric.flows:	# the socket is paced
            between(f"TCP, {kind}, paths = {paths}: goodput of {flow.name}, Mb/s",
                    outcome.rate(flow, 5 * MS) / 1e6, 95, 103)
        for count, spine in zip(carried[paths], used):
            check(f"TCP, {kind}, paths = {paths}: {spine} carries the frames of its flows",
                  abs(count * 4 / sum(carried[paths]) - used[spine]) < 0.2, (carried, used))
    check(f"TCP, {kind}: with paths = destination one spine, with paths = flow both",
          min(carried["destination"]) == 0 < min(carried["flow"]), carried)


def beside_programs(run, _check, equal, between):
    """A TCP flow between hosts that run programs: both use the IP stack, and neither disturbs the
    other"""
    outcome = run("tcp-programs", LINE | {
        "flows": [{"from": "a", "to": "b", "rate": "100mbit"} | TCP],
        "programs": [{"at": "b", "run": SERVER}, {"at": "a", "start": "1ms", "run": CLIENT}]})
    equal("TCP: a program at a host with a flow receives all bytes",
          (outcome.directory / "program.1.out").read_text().split(), ["200000"])
    between("TCP: the rate of the flow, Mb/s", outcome.rate(outcome.fabric.flows[0]) / 1e6, 95, 105)


class Missing:
    """A run in which a switch has received a frame that it has not sent"""

    def __init__(self, real):
        self.fabric, self.routers, self.router_drops = real.fabric, {}, real.router_drops
        self.is_drop, self.rest = real.is_drop, dict(real.at_rest())
        self.rest["a:s", "queue", 0, "tx_packets"] += 1

    def at_rest(self):
        """As of an Outcome"""
        return self.rest


def accounting(run, check, equal, _between):
    """Frames that a switch loses are accounted for, unless no counter counts them"""
    for routed in (False, True):
        outcome = run(f"tcp-failure-{routed}", LINE | {
            "routed": routed, "flows": [{"from": "a", "to": "b"} | TCP], "duration": "300ms",
            "sample": "1ms", "failures": [{"ends": ["s", "b"], "down": "5ms", "up": "6ms"}],
            "port": {"queue": {"0": {"limit": "30K"}}}})
        equal("TCP: every frame of a run with a failure and a small buffer is accounted for",
              outcome.unaccounted(), 0)
        # The sender tries again 200 ms after the loss
        data = outcome.flow_over_time("a>b", "bytes")
        check("TCP: a flow continues after the recovery of the link of its host",
              data[-1] > data[outcome.times.index(6 * MS)] + 10**6, data[-1])
    equal("TCP: a frame that no counter of a switch counts is not accounted for",
          discards.in_switches(Missing(outcome)), 1)


REFUSED = (({"flows": [{"from": "a", "to": "b", "congestion-control": "cubic"}]},
            r'flows 1: congestion-control: without protocol = "tcp"'),
           ({"flows": [{"from": "a", "to": "b", "size": 100} | TCP]},
            r"flows 1: size: .* excludes it"),
           ({"flows": [{"from": "a", "to": "b", "reliable": True} | TCP]},
            r"reliable: .* excludes it"),
           ({"flows": [{"from": "a", "to": "b", "paths": "spray"} | TCP]},
            r'only "destination" and "flow" are possible'),
           ({"flows": [{"from": "a", "to": "b", "congestion-control": "bbr"} | TCP]},
            r"'bbr' is not one of cubic, dctcp, reno"))


def runs(run, check, equal, between):
    """All tests with runs"""
    for test in (throughput, completion, collective, hashed, beside_programs,
                 accounting):
        test(run, check, equal, between)
