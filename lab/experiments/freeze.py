# SPDX-License-Identifier: GPL-2.0-only
"""Freeze: the time until a deadlock, as a distribution over many seeds, compared with that of an
independent model."""

import bisect
import statistics

from . import loop, model
from ..picture import Chart, draw
from .report import Section

NAME = "freeze"
C = 10**9	# bits per second
MS = 10**6	# ns
SAMPLE = 100000	# ns
SEEDS, FEW = range(1, 21), range(1, 11)	# FEW: for runs that take seconds
MODEL_SEEDS = range(1, 41)
NEARLY = 0.1	# allowed relative deviation of the median


class Case:
    """Something that freezes.  flows: of the model; describe(bench): the same for the simulator;
    until: length of a run, ns; delays: of the model's links; xoff: threshold; seeds: of the
    simulator"""

    def __init__(self, name, flows, describe, until, delays=None, xoff=40000, seeds=SEEDS):
        self.name = name + (f", XOFF {xoff}" if xoff != 40000 else "")
        self.flows, self.describe, self.until = flows, describe, until
        self.delays, self.xoff, self.seeds = delays, xoff, seeds

    def simulated(self, bench, seed):
        """Return: the Outcome of a run"""
        given = self.describe(bench)
        given["ports"][0]["xoff"] = self.xoff
        given |= {"seed": seed, "duration": f"{self.until}ns", "sample": f"{SAMPLE}ns"}
        return bench.run(NAME, given)

    def modelled(self, seeds=MODEL_SEEDS, **rules):
        """Return: the times of the deadlocks in the model, ms, rounded up to a sample"""
        rules = model.Rules(**{"xoff": self.xoff} | rules)
        times = [model.Model(self.flows(), rules, seed, self.delays).frozen(self.until, 2 * MS)
                 for seed in seeds]
        return sorted(-(-time // SAMPLE) * SAMPLE / MS for time in times if time)


def ring(load, until):
    """The ring of the experiment ring"""
    def describe(bench):
        given = bench.template("ring")
        given["flows"] = [flow | {"rate": round(load * C), "jitter": "8192ns"}
                          for flow in given["flows"]]
        return given
    return Case(f"ring of three, {load:.2f} C", lambda: model.ring(load), describe, until)


def turning(load, until, xoff=40000, seeds=SEEDS):
    """The cycle of freeze.toml; load: of the third flow"""
    def describe(bench):
        given = bench.template(NAME)
        given["flows"][2]["rate"] = round(load * C)
        return given
    links = {("a", "A"): 1500, ("B", "b"): 1607, ("D", "d"): 1821, ("c", "C"): 1714,
             ("x", "B"): 1928, ("C", "y"): 2035, ("A", "B"): 2142, ("B", "C"): 2249,
             ("C", "D"): 2356, ("D", "A"): 2463}
    return Case(f"cycle of four, third flow {load:.2f} C", lambda: model.turning(load), describe,
                until, {pair[::step]: delay for pair, delay in links.items() for step in (1, -1)},
                xoff, seeds)


def routing_loop(routers, ttl, share, until):
    """The routing loop of the experiment loop; share: of the load that is its threshold"""
    load = share * loop.threshold(routers, ttl)
    def describe(bench):
        given, _ = loop.describe(bench, routers, ttl, load)
        given["flows"][0]["jitter"] = "8192ns"
        return given
    return Case(f"loop of {routers} routers, TTL {ttl}, {load:.4f} C",
                lambda: model.loop(routers, ttl, load), describe, until)


CASES = (ring(0.55, 15 * MS), turning(0.60, 14 * MS))
MORE = (ring(0.51, 55 * MS), turning(0.40, 60 * MS), routing_loop(3, 16, 1.05, 70 * MS),
        turning(0.10, 200 * MS, 40000, FEW), turning(0.10, 200 * MS, 39999, FEW))


def frozen(outcome):
    """Return: the time of the first sample after which no switch sends a frame, ms, or None if
    nothing waits in the end"""
    if not outcome.waiting():
        return None
    hosts = set(outcome.fabric.hosts)
    sent = [0] * len(outcome.times)
    for key, series in outcome.port_series.items():
        if key[1:] == ("queue", 3, "tx_packets") and key[0].split(":")[0] not in hosts:
            sent = [total + more for total, more in zip(sent, series.dense(len(sent)))]
    return outcome.times[sent.index(sent[-1])] / MS


def distance(one, other):
    """Return: the largest difference between two cumulative distributions, given as sorted lists"""
    return max(abs(bisect.bisect_right(one, value) / len(one) -
                   bisect.bisect_right(other, value) / len(other)) for value in one + other)


def bound(one, other):
    """Return: the distance of two distributions of so many values each that chance exceeds with a
    probability of 0.1 % if they are equal"""
    return 1.95 * ((one + other) / (one * other)) ** 0.5


def steps(values):
    """Return: the cumulative distribution as coordinates of a curve"""
    return (values, [100 * (i + 1) / len(values) for i in range(len(values))])


def judge(section, case, outcomes):
    """Adds the rows of a case. Return: the times in the simulator and in the model"""
    times = sorted(time for time in map(frozen, outcomes) if time is not None)
    expected = case.modelled()
    section.exactly(f"{case.name}: runs without a deadlock", 0, len(outcomes) - len(times))
    section.exactly(f"{case.name}: runs of the model without a deadlock", 0,
                    len(MODEL_SEEDS) - len(expected))
    if times and expected:
        for what, of in (("median", statistics.median), ("smallest", min), ("largest", max)):
            section.within(f"{case.name}: {what} time until the deadlock, ms", of(expected),
                           of(times), (NEARLY if what == "median" else 2 * NEARLY) * of(expected))
        section.between(f"{case.name}: distance of the distributions", 0,
                        distance(times, expected), 0,
                        bound(len(times), len(expected)))
    section.exactly(f"{case.name}: frames dropped by ports", 0,
                    sum(sum(out.drops_at_rest().values()) for out in outcomes))
    return times, expected


def experiment(bench, cases=None):
    """Runs the experiment"""
    section = Section(NAME, "Time until a deadlock", [
        "20 seeds of the simulator (10 of the longest runs), 40 of an independent model that "
        "shares no code with it",
        "C = 1 Gb/s; frames of 1000 bytes (1024 on the wire), a random time below 8.192 us delays "
        "each frame; XOFF 40000, XON 38000, XOFF − XON 2000 bytes",
        "ring, loop: 2 us on every link; cycle of four: from 1.5 to 2.5 us, no two alike; two "
        "flows at C along three links of the cycle, the third flow along one of them (Hu et al., "
        "HotNets 2016)",
        "time until the deadlock: the last time at which a switch begins to send a frame, rounded "
        "up to 100 us",
        "distance: of Kolmogorov and Smirnov; the allowed one is what chance exceeds with a "
        "probability of 0.1 % if the distributions are equal",
    ])
    curves = []
    for case in cases or (CASES + MORE if bench.thorough else CASES):
        times, expected = judge(section, case, [case.simulated(bench, seed) for seed in case.seeds])
        curves += [(case.name, *steps(times)), (f"{case.name}, model", *steps(expected))]
    section.picture = draw(section.title, [Chart("runs (%)", curves)], "time (ms)")
    return section


def roomy(given):
    """A fault: XOFF at 45000 bytes"""
    given["ports"][0] |= {"xoff": 45000, "xon": 43000}


FAULT = (roomy, CASES[1:])
