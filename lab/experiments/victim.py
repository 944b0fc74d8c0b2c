# SPDX-License-Identifier: GPL-2.0-only
"""Victim: throughput of a flow that shares a trunk with paused flows."""

from ..picture import Chart, draw
from .report import Section

NAME = "victim"
C = 1e9	# bits per second
BEGIN = 20 * 10**6	# ns: start of the measured interval
# Drain rate of the slow receiver as a share of C, number of its senders
CASES = ((0.25, 4), (0.25, 2), (0.1, 1), (0.5, 1))
NEARLY = 0.03	# allowed relative deviation
OTHER = 16	# DSCP of priority 2


def describe(bench, share, senders, dscp):
    """The fabric of a case"""
    given = bench.template(NAME)
    hosts = f"a[1-{senders}]"
    given["hosts"][0] = given["links"][0]["ends"][0][0] = given["flows"][0]["from"] = hosts
    given["links"][2]["rate"] = f"{round(share * C / 1e6)}mbit"
    given["flows"][1]["dscp"] = dscp
    return given


class Dumbbell:
    """A run; dscp: DSCP of the victim; the flows of all other senders have DSCP 26."""

    def __init__(self, bench, share, senders, dscp=26):
        self.outcome = bench.run(NAME, describe(bench, share, senders, dscp))
        self.senders = sum(self.rate(flow.name) for flow in self.outcome.fabric.flows
                           if flow.name != "victim")
        self.victim = self.rate("victim")

    def rate(self, name):
        """Throughput of a flow, share of C, computed from the frames that arrived"""
        flow, = (flow for flow in self.outcome.fabric.flows if flow.name == name)
        return self.outcome.rate(flow, BEGIN) / C

    def over_time(self, name):
        """The victim's throughput between samples, as a curve"""
        times = self.outcome.times
        got = self.outcome.flow_over_time("victim", "received")
        bits = self.outcome.fabric.flows[0].wire_bits
        return (name, [(a + b) / 2e6 for a, b in zip(times, times[1:])],
                [100 * (y - x) * bits * 1e9 / C / (b - a)
                 for a, b, x, y in zip(times, times[1:], got, got[1:])])


def judge(section, name, dumbbell, share, victim):
    """Adds the rows of a run"""
    section.within(f"{name}: victim", victim, dumbbell.victim, NEARLY * victim)
    section.within(f"{name}: all flows to the slow receiver", share, dumbbell.senders,
                   NEARLY * share)
    section.nothing_lost(name, dumbbell.outcome)


def experiment(bench, cases=CASES):
    """Runs the experiment"""
    section = Section(NAME, "Victim", [
        "n senders → slow receiver, which drains at b × C, and one victim → idle receiver, "
        "over one trunk; C = 1 Gb/s and 2 us on every link",
        "XOFF 40000, XON 38000, XOFF − XON 2000 bytes, equal for all; one FIFO for each "
        "egress and priority; the headroom is what the link needs (pfcctl headroom)",
        "all flows offer C from 0 on, frames of 1000 bytes (1024 on the wire); a random time "
        "below 8 us delays each frame; throughput: frames that arrived from 20 to 120 ms, as "
        f"a share of C, within {100 * NEARLY:g} % of the expected value",
        "frames for the slow receiver pause the trunk, whose queue serves all ingress ports "
        "equally: the victim gets b × C / n, like each of the other flows "
        "(Zhu et al., SIGCOMM 2015)",
        "the victim in a separate priority and PG: it gets the "
        "remaining rate, (1 − b) × C",
    ])
    curves = []
    for share, senders in cases:
        what = f"b {share:g}, n {senders}"
        same = Dumbbell(bench, share, senders)
        judge(section, what, same, share, share / senders)
        other = Dumbbell(bench, share, senders, OTHER)
        judge(section, f"{what}, another PG", other, share, 1 - share)
        curves += [same.over_time(what), other.over_time(f"{what}, another PG")]
    section.picture = draw(section.title, [Chart("throughput of the victim (% of C)", curves)],
                           "time (ms)")
    return section


def faster(given):
    """A fault: the slow receiver is twice as fast"""
    rate = given["links"][2]["rate"].removesuffix("mbit")
    given["links"][2]["rate"] = f"{2 * int(rate)}mbit"


FAULT = (faster, CASES[2:3])
