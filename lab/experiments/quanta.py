# SPDX-License-Identifier: GPL-2.0-only
"""Quanta: the duration of a pause."""

from ..flows import WIRE
from ..picture import Chart, draw
from .report import Section

NAME = "quanta"
QUANTUM = 512	# ns, at 1 Gb/s
FRAME_TIME = (1000 + WIRE) * 8	# ns
# An expected share above SUBSTANTIAL may deviate by at most NEARLY times its value
SUBSTANTIAL, NEARLY = 0.2, 0.03
BEGIN, END = 10 * 10**6, 110 * 10**6	# ns: measured interval


class Case:
    """PFC frames that repeat in every period

    period: ns; frames: list of (quanta, time within the period in ns); paused: time within
    each period for which the frames must pause the priority, ns
    """

    def __init__(self, what, period, frames, paused):
        self.what, self.period, self.frames = what, period, frames
        self.share = max(1 - paused / period, 0)	# expected
        # A pause longer than the period blocks all frames.  Otherwise one frame more or less
        # per period is allowed.
        self.margin = FRAME_TIME / period if paused <= period else 0
        if self.share > SUBSTANTIAL:
            self.margin = min(self.margin, NEARLY * self.share)


def plain(quanta, period):
    """A case with one PFC frame per period"""
    return Case(f"{quanta} quanta every {period / 1e3:g} us", period, [(quanta, 0)],
                quanta * QUANTUM)


PLAIN = [plain(*case) for case in (
    (100, 10**6), (400, 500000), (500, 10**6), (1000, 2 * 10**6), (1000, 10**6),
    (3000, 2 * 10**6), (1500, 10**6), (1900, 10**6), (1953, 10**6), (1000, 512000),
    (1954, 10**6), (65535, 10**6))]
CASES = PLAIN + [
    Case("XON ends 1500 quanta after 300 us, every 1000 us", 10**6,
         [(1500, 0), (0, 300000)], 300000),
    Case("1000 quanta, again after 300 us, every 2000 us", 2 * 10**6,
         [(1000, 0), (1000, 300000)], 300000 + 1000 * QUANTUM),
    Case("1500 quanta, but 100 after 300 us, every 1000 us", 10**6,
         [(1500, 0), (100, 300000)], 300000 + 100 * QUANTUM),
    Case("1000 quanta, again after 500 us, every 1000 us", 10**6,
         [(1000, 0), (1000, 500000)], 500000 + 1000 * QUANTUM),
]
SHARED = 12	# number of the case whose sender also sends in another priority


def describe(bench):
    """The fabric with all cases"""
    given = bench.template(NAME)
    given["pauses"] = [
        {"at": f"{host}{number}:s", "prio": 3, "quanta": quanta,
         "start": f"{start}ns", "period": f"{case.period}ns"}
        for number, case in enumerate(CASES, 1) for host in "rt"
        for quanta, start in case.frames]
    given["flows"].append({"name": "shared", "from": f"a{SHARED}", "to": f"r{SHARED}",
                           "dscp": 0, "size": 1000})
    return given


def share(outcome, name):
    """Share of the link that the flow used, by frames that arrived"""
    received = outcome.flow_over_time(name, "received")
    begin, end = (outcome.times.index(time) for time in (BEGIN, END))
    return (received[end] - received[begin]) * FRAME_TIME / (END - BEGIN)


def experiment(bench):
    """Runs the experiment"""
    section = Section(NAME, "Quanta duty cycle", [
        "A → S → R at C = 1 Gb/s, speed 1 Gb/s at both ends, delay 2 us; frames of 1000 "
        "bytes (1024 on the wire) at C; XOFF 40000, XON 38000, XOFF − XON 2000 bytes; "
        "flows start at 0",
        "R pauses priority 3 by q quanta every P: the throughput is 1 − q × 512 / (P × C) "
        "within one frame per period and, above 0.2, within 3 %; it is 0 if the pause is "
        "longer than P; if the pause equals P, it ends in the same nanosecond in which the "
        "next PFC frame arrives, and one frame may be sent",
        "XON ends a pause; a new PFC frame replaces the remaining time and does not add to "
        "it; the first PFC frame of each period arrives at its start",
        "throughput: frames that arrived at R from 10 to 110 ms, as a share of C",
        "another priority, 0 with B → S → T, where T sends the same PFC frames: 1, within "
        "one frame in total",
    ])
    outcome = bench.run(NAME, describe(bench))
    measured = []
    for number, case in enumerate(CASES, 1):
        measured.append(share(outcome, f"a{number}>r{number}"))
        section.within(case.what, case.share, measured[-1], case.margin)
    one = FRAME_TIME / (END - BEGIN)
    for number, case in enumerate(CASES, 1):
        section.within(f"{case.what}: another priority", 1.0,
                       share(outcome, f"b{number}>t{number}"), one)
    section.within(f"{CASES[SHARED - 1].what}: another priority on the same links", 1.0,
                   share(outcome, "shared"), one)
    section.exactly("frames lost in priority 3", 0, outcome.lossless_drops())
    section.exactly("frames unaccounted for", 0, outcome.unaccounted())
    points = sorted((100 * (1 - case.share), 100 * case.share, 100 * value)
                    for case, value in zip(PLAIN, measured))
    paused, wanted, got = zip(*points)
    section.picture = draw(section.title, [Chart(
        "throughput (% of C)", [("expected", paused, wanted), ("measured", paused, got)])],
        "time paused (%)")
    return section


def slower(given):
    """A fault: the switch assumes half the speed of its links"""
    given["ports"].append({"at": "s", "speed": "500mbit"})


FAULT = (slower,)
