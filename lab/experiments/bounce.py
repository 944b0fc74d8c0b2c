# SPDX-License-Identifier: GPL-2.0-only
"""Bounce: deadlock by packets that turn from down to up after failures of links in a leaf-spine
fabric, and its prevention."""

from ..picture import Chart, draw
from .report import Section

NAME = "bounce"
C = 10**9	# bits per second
MS = 10**6	# ns
# Measured intervals, ns: the links fail at 10 ms and recover at 60 ms
BEFORE, BROKEN, RESTORED = (2 * MS, 10 * MS), (25 * MS, 60 * MS), (70 * MS, 100 * MS)
CASES = ((0.45, 1), (0.55, 1), (0.55, 2))	# offered load (share of C), seed
GROUPED = ((0.55, 1), (0.55, 2), (0.80, 1), (1.00, 1))
TURNING = ("h3>h4", "h4>h3")
TURNS = ("l1:s1", "l2:s2")	# ports at which packets turn


def group(given, ports):
    """Makes the ports of each switch a port group"""
    given["port"]["prio-pfc"] = [3, 4]
    given["ports"].append({
        "at": ports, "port-group": 1, "bounce-prio": {"3": 4}, "bounce-dscp": {"3": 32}})


class Fabric:
    """A run of the fabric"""

    def __init__(self, bench, offered, seed, grouped):
        self.offered, self.grouped = offered, grouped
        self.name = f"{offered:.2f}, seed {seed}" + (", groups" if grouped else "")
        given = bench.template(NAME) | {"seed": seed}
        given["flows"] = [flow | {"rate": round(offered * C), "jitter": "8192ns"}
                          for flow in given["flows"]]
        if grouped:
            group(given, [f"l{leaf}:s{spine}" for leaf in "1234" for spine in "12"])
        self.outcome = bench.run(NAME, given)

    def share(self, span, wanted):
        """The share of C in an interval, of the flow with the largest deviation"""
        return max((self.outcome.rate(flow, *span) / C for flow in self.outcome.fabric.flows),
                   key=lambda share: abs(share - wanted))

    def at_rest(self, counter):
        """A counter of all flows, at rest"""
        return {flow.name: self.outcome.flow_at_rest(flow.name, counter)
                for flow in self.outcome.fabric.flows}

    def curve(self):
        """Mean throughput per flow over time, ms and % of C"""
        out, every = self.outcome, 8
        times = out.times
        flows = out.fabric.flows
        arrived = [sum(counts) for counts in zip(*(
            out.flow_over_time(flow.name, "received") for flow in flows))]
        bits = flows[0].wire_bits * 1e9 / C / len(flows)
        spans = list(zip(times[::every], times[every::every],
                         arrived[::every], arrived[every::every]))
        return (self.name, [(a + b) / 2 / MS for a, b, _, _ in spans],
                [100 * (y - x) * bits / (b - a) for a, b, x, y in spans])


def judge(section, run):
    """Adds the rows of a run"""
    out, name, offered = run.outcome, run.name, run.offered
    freezes = offered > 0.5 and not run.grouped
    during, after = (0.0, 0.0) if freezes else (min(offered, 0.5), offered)
    margin = 0 if freezes else 0.02 if offered > 0.5 else 0.002
    section.within(f"{name}: share of C from 2 ms to the failures, flow with the largest deviation",
                   offered, run.share(BEFORE, offered), 0.01)
    section.within(f"{name}: share of C from 25 to 60 ms, two links have failed", during,
                   run.share(BROKEN, during), margin)
    section.within(f"{name}: share of C from 70 to 100 ms, the links have recovered", after,
                   run.share(RESTORED, after), 0 if freezes else 0.01)
    if freezes:
        section.between(f"{name}: frames that wait forever", 1, out.waiting(), 1)
    else:
        section.exactly(f"{name}: frames that wait forever", 0, out.waiting())
    sent, received = run.at_rest("sent"), run.at_rest("received")
    if not freezes:
        section.exactly(f"{name}: frames lost of the flows that use no failed link", 0,
                        sum(sent[flow] - received[flow] for flow in sent if flow not in TURNING))
        # From the failure to the reconvergence the two flows have no path
        lost = offered * C * 1e-3 / out.fabric.flows[0].wire_bits
        for flow in TURNING:
            section.within(f"{name}: frames of {flow} lost in the millisecond before the "
                           "reconvergence", lost, sent[flow] - received[flow], 4)
    causes = out.drops_at_rest()
    causes.pop("tx_drop_delay", 0)	# on the failed links, at the moment of the failure
    section.exactly(f"{name}: frames dropped", 0, sum(causes.values()))
    section.exactly(f"{name}: frames unaccounted for", 0, out.unaccounted())
    if run.grouped:
        moved = sum(out.port(port, "port", 0, "tx_bounced") for port in TURNS)
        passed = sum(out.port(port, "queue", 4, "tx_packets") for port in TURNS)
        section.between(f"{name}: frames that change to priority 4 where they turn", 1, moved, 1)
        section.exactly(f"{name}: of them, not sent in priority 4 to the other spine", 0,
                        moved - passed)


def experiment(bench, cases=CASES, grouped=GROUPED):
    """Runs the experiment"""
    section = Section(NAME, "Bounce", [
        "four leaves, two spines, C = 1 Gb/s and 2 us on every link; h1 > h2 and h3 > h4, in both "
        "directions; frames of 1000 bytes (1024 on the wire); a random time below 8.192 us "
        "delays each frame",
        "XOFF 40000, XON 38000, XOFF − XON 2000 bytes; the headroom is what the link needs (pfcctl headroom)",
        "two links fail at 10 ms, the tables change at 11 ms, the links recover at 60 ms; in "
        "between the packets of h3 > h4 turn from down to up at l1, those of h4 > h3 at l2 (Hu et "
        "al., CoNEXT 2017)",
        "the links s1 l2 s2 l1 then form a cycle, and each of the four flows uses two of them: "
        "like a ring it must freeze if and only if the offered load exceeds C / 2, and must "
        "not recover with the links",
        "groups: the two uplinks of each leaf are port group 1, bounce-prio 3:4, bounce-dscp "
        "3:32; PFC for priorities 3 and 4; nothing freezes at any load, and each flow gets "
        "its offered load, at most C / 2 while the links are down",
    ])
    runs = [Fabric(bench, *case, False) for case in cases]
    runs += [Fabric(bench, *case, True) for case in grouped]
    for run in runs:
        judge(section, run)
    section.picture = draw(section.title, [Chart(
        "mean throughput per flow (% of C)", [run.curve() for run in runs])], "time (ms)")
    return section


def apart(given):
    """A fault: the uplinks of a leaf are in different port groups"""
    for port in [port for port in given["ports"] if "port-group" in port]:
        given["ports"].append({"at": [at for at in port["at"] if at.endswith("s2")],
                               "port-group": 2})


FAULT = (apart, (), GROUPED[:1])
