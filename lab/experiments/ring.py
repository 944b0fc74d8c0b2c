# SPDX-License-Identifier: GPL-2.0-only
"""Ring: the offered load at which the pauses in a ring of switches cause a deadlock."""

from ..picture import Chart, draw
from .report import Section

NAME = "ring"
MS = 10**6	# ns
OFFERED = (0.30, 0.40, 0.45, 0.49, 0.50, 0.51, 0.55, 0.60, 0.80, 1.00)
SEEDS = (1, 2, 3)
TAIL = 100 * MS	# ns: start of the measured interval


class Ring:
    """A run of the ring; change: function that modifies the description, or None."""

    def __init__(self, bench, offered, seed=0, change=None):
        self.offered = offered
        self.name = f"{offered:.2f}" + (f", jitter, seed {seed}" if seed else "")
        given = bench.template(NAME)
        for flow in given["flows"]:
            flow["rate"] = f"{round(offered * 1000)}mbit"
        if change:
            change(given)
        if seed:
            given["flows"] = [flow | {"jitter": "8192ns"} for flow in given["flows"]]
        given["seed"] = seed
        self.outcome = bench.run(NAME, given)

    def arrived(self):
        """Total number of frames that have arrived, at each of outcome.times"""
        flows = [self.outcome.flow_over_time(flow.name, "received")
                 for flow in self.outcome.fabric.flows]
        return [sum(counts) for counts in zip(*flows)]

    def shares(self, begin=TAIL):
        """Share of C that each flow gets from begin on"""
        return [self.outcome.rate(flow, begin) / 1e9 for flow in self.outcome.fabric.flows]

    def missing(self):
        """Frames sent that have not arrived at rest"""
        last = self.outcome.at_rest()
        return sum(last.get((flow.name, "sent"), 0) - last.get((flow.name, "received"), 0)
                   for flow in self.outcome.fabric.flows)

    def frozen(self):
        """Time of the first sample that counts the last arrival, ms"""
        arrived = self.arrived()
        return self.outcome.times[arrived.index(arrived[-1])] / MS

    def curve(self):
        """Mean throughput per flow over time, ms and % of C"""
        times, arrived = self.outcome.times, self.arrived()
        bits = self.outcome.fabric.flows[0].wire_bits
        every = 8
        spans = list(zip(times[::every], times[every::every],
                         arrived[::every], arrived[every::every]))
        return (self.name, [(a + b) / 2 / MS for a, b, _, _ in spans],
                [100 * (y - x) * bits / (b - a) / 3 for a, b, x, y in spans])


def judge(section, ring):
    """Adds the rows of a run"""
    out, name = ring.outcome, ring.name
    freezes = ring.offered > 0.5
    wanted = 0.0 if freezes else ring.offered
    worst = max(ring.shares(), key=lambda share: abs(share - wanted))
    section.within(f"{name}: share of C from 100 ms on, flow with the largest deviation",
                   wanted, worst, 0 if freezes else 0.001)
    waiting = out.waiting()
    if freezes:
        section.between(f"{name}: frames that wait forever", 1, waiting, 1)
    else:
        section.exactly(f"{name}: frames that wait forever", 0, waiting)
    if ring.offered == 0.55:
        section.between(f"{name}: time of the last arrival, ms", 15.0, ring.frozen(), 0.0, 15.0)
    section.nothing_lost(name, out)


def experiment(bench, offered=OFFERED, seeds=SEEDS):
    """Runs the experiment"""
    section = Section(NAME, "Ring of three", [
        "three switches, three hosts, C = 1 Gb/s and 2 us on every link; three flows of "
        "frames of 1000 bytes (1024 on the wire), each two hops clockwise: each ring link "
        "carries two flows, and each link of a host one flow in each direction",
        "XOFF 40000, XON 38000, XOFF − XON 2000 bytes, one FIFO for each egress and "
        "priority; the headroom is what the link needs (pfcctl headroom)",
        "offered load: the rate of each source on the wire, as a share of C; the link of its "
        "host can carry all of it",
        "without jitter all flows start at 0 and are synchronous; with jitter a random time "
        "below the frame time delays each frame",
        "frozen: nothing arrives from 100 ms to 200 ms, and frames still wait after the "
        "sources have ended; the ring must freeze if and only if the offered load exceeds "
        "C / 2; at 0.55 within 15 ms",
    ])
    rings = [Ring(bench, share) for share in offered]
    rings += [Ring(bench, share, seed) for share in (0.49, 0.55) for seed in seeds]
    for ring in rings:
        judge(section, ring)
    section.picture = draw(section.title, [Chart(
        "mean throughput per flow (% of C)",
        [ring.curve() for ring in rings[:len(offered)]])], "time (ms)")
    return section


def wider(given):
    """A fault: the links of the ring have twice the rate"""
    given["links"] = [link if any(end.startswith("h") for end in link["ends"])
                      else link | {"rate": "2gbit"} for link in given["links"]]


FAULT = (wider, (0.49, 0.55), ())
