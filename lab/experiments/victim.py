# SPDX-License-Identifier: GPL-2.0-only
"""What does a flow get that shares a trunk with some that are held back?"""

from picture import Chart, draw
from report import Section

NAME = "victim"
C = 1e9	# bits per second
BEGIN = 20 * 10**6	# ns: from then on it is measured
# Share of C at which the slow receiver drains, senders to it
CASES = ((0.25, 4), (0.25, 2), (0.1, 1), (0.5, 1))
NEARLY = 0.03	# of what is expected
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
    """A run; the victim has the senders' DSCP or another."""

    def __init__(self, bench, share, senders, dscp=26):
        self.outcome = bench.run(NAME, describe(bench, share, senders, dscp))
        self.senders = sum(self.rate(flow.name) for flow in self.outcome.fabric.flows
                           if flow.name != "victim")
        self.victim = self.rate("victim")

    def rate(self, name):
        """Of a flow, by frames that arrived, as a share of C"""
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
    """The rows of a run"""
    section.within(f"{name}: the victim", victim, dumbbell.victim, NEARLY * victim)
    section.within(f"{name}: all to the slow receiver", share, dumbbell.senders,
                   NEARLY * share)
    section.exactly(f"{name}: frames dropped", 0, sum(dumbbell.outcome.drops().values()))
    section.exactly(f"{name}: frames unaccounted for", 0, dumbbell.outcome.unaccounted())


def experiment(bench, cases=CASES):
    """All of it"""
    section = Section(NAME, "Victim", [
        "n senders → slow receiver, which drains at b × C, and one victim → idle receiver, "
        "over one trunk; C = 1 Gb/s and 2 us on every link",
        "XOFF 40000, XON 38000, XOFF − XON 2000 bytes, equal for all; one FIFO for each "
        "egress and priority; the headroom is the default, 256 KiB",
        "all flows offer C from 0 on, frames of 1000 bytes (1024 on the wire), each late by "
        "a random time below 8 us; throughput: frames that arrived from 20 to 120 ms, as a "
        f"share of C, within {100 * NEARLY:g} % of what is expected",
        "the trunk is paused for what waits for the slow receiver, and its queue takes from "
        "all that come in alike: the victim gets b × C / n, as each of the others "
        "(Zhu et al., SIGCOMM 2015)",
        "the victim in a priority and group of its own, below that of the others: it gets "
        "all that they leave, (1 − b) × C",
    ])
    curves = []
    for share, senders in cases:
        what = f"b {share:g}, n {senders}"
        same = Dumbbell(bench, share, senders)
        judge(section, what, same, share, share / senders)
        other = Dumbbell(bench, share, senders, OTHER)
        judge(section, f"{what}, another group", other, share, 1 - share)
        curves += [same.over_time(what), other.over_time(f"{what}, another group")]
    section.picture = draw(section.title, [Chart("throughput of the victim (% of C)", curves)],
                           "time (ms)")
    return section


def faster(given):
    """A fault: the slow receiver is twice as fast"""
    rate = given["links"][2]["rate"].removesuffix("mbit")
    given["links"][2]["rate"] = f"{2 * int(rate)}mbit"


FAULT = (faster, CASES[2:3])
