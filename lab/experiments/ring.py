# SPDX-License-Identifier: GPL-2.0-only
"""When does a ring of pauses freeze?"""

from picture import Chart, draw
from report import Section

NAME = "ring"
MS = 10**6	# ns
OFFERED = (0.30, 0.40, 0.45, 0.49, 0.50, 0.51, 0.55, 0.60, 0.80, 1.00)
SEEDS = (1, 2, 3)
TAIL = 100 * MS	# from then on nothing may move, or all


class Ring:
    """A run; change, if any, alters its fabric."""

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
        """Frames of all flows, at outcome.times"""
        flows = [self.outcome.flow_over_time(flow.name, "received")
                 for flow in self.outcome.fabric.flows]
        return [sum(counts) for counts in zip(*flows)]

    def shares(self, begin=TAIL):
        """Of C that each flow has got since then"""
        return [self.outcome.rate(flow, begin) / 1e9 for flow in self.outcome.fabric.flows]

    def missing(self):
        """Frames that were sent, and when all is at rest have not arrived"""
        last = self.outcome.at_rest()
        return sum(last.get((flow.name, "sent"), 0) - last.get((flow.name, "received"), 0)
                   for flow in self.outcome.fabric.flows)

    def frozen(self):
        """When the last frame arrived, in ms: the sample that first knew of it"""
        arrived = self.arrived()
        return self.outcome.times[arrived.index(arrived[-1])] / MS

    def curve(self):
        """Frames of all flows by ms, as a share of what is offered"""
        times, arrived = self.outcome.times, self.arrived()
        bits = self.outcome.fabric.flows[0].wire_bits
        every = 8
        spans = list(zip(times[::every], times[every::every],
                         arrived[::every], arrived[every::every]))
        return (self.name, [(a + b) / 2 / MS for a, b, _, _ in spans],
                [100 * (y - x) * bits / (b - a) / 3 for a, b, x, y in spans])


def judge(section, ring):
    """The rows of a run"""
    out, name = ring.outcome, ring.name
    freezes = ring.offered > 0.5
    wanted = 0.0 if freezes else ring.offered
    worst = max(ring.shares(), key=lambda share: abs(share - wanted))
    section.within(f"{name}: share of C from 100 ms on, of the flow farthest from it",
                   wanted, worst, 0 if freezes else 0.001)
    waiting = out.waiting()
    if freezes:
        section.between(f"{name}: frames that wait for ever", 1, waiting, 1)
    else:
        section.exactly(f"{name}: frames that wait for ever", 0, waiting)
    if ring.offered == 0.55:
        section.between(f"{name}: frozen after ms", 15.0, ring.frozen(), 0.0, 15.0)
    section.exactly(f"{name}: frames dropped", 0, sum(out.drops().values()))
    section.exactly(f"{name}: frames unaccounted for", 0, out.unaccounted())


def experiment(bench, offered=OFFERED, seeds=SEEDS):
    """All of it"""
    section = Section(NAME, "Ring of three", [
        "three switches, three hosts, C = 1 Gb/s and 2 us on every link; three flows of "
        "frames of 1000 bytes (1024 on the wire), each two hops clockwise, so each link of "
        "the ring carries two, and each link of a host one in each direction",
        "XOFF 40000, XON 38000, XOFF − XON 2000 bytes, one FIFO for each egress and "
        "priority; the headroom is the default, 256 KiB",
        "offered: what each source hands its host's link, on the wire, as a share of C; "
        "the link can carry all of it",
        "without jitter all flows start at 0 and are in step; with it each frame is late "
        "by a random time below that of a frame",
        "frozen for good: nothing arrives from 100 ms to 200 ms, and when the sources have "
        "ended frames still wait; that is to happen if and only if more than C / 2 is "
        "offered; at 0.55 within 15 ms",
    ])
    rings = [Ring(bench, share) for share in offered]
    rings += [Ring(bench, share, seed) for share in (0.49, 0.55) for seed in seeds]
    for ring in rings:
        judge(section, ring)
    section.picture = draw(section.title, [Chart(
        "throughput of each flow, their mean (% of C)",
        [ring.curve() for ring in rings[:len(offered)]])], "time (ms)")
    return section


def wider(given):
    """A fault: the links of the ring carry twice as much"""
    given["links"] = [link if any(end.startswith("h") for end in link["ends"])
                      else link | {"rate": "2gbit"} for link in given["links"]]


FAULT = (wider, (0.49, 0.55), ())
