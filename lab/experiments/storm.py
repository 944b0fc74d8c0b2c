# SPDX-License-Identifier: GPL-2.0-only
"""Storm: detection and effect of pause storms."""

from ..flows import WIRE
from ..picture import Chart, draw
from .report import Section

NAME = "storm"
MS = 10**6	# ns
C = 1e9	# bits per second
FRAME_TIME = (1000 + WIRE) * 8	# ns, at C
BEGIN = 20 * MS	# ns: the first XOFF
QUANTA, EVERY = 2000, MS // 2	# quanta of an XOFF frame (1.024 ms); ns between XOFF frames
DETECTION, RESTORATION = 10 * MS, 20 * MS	# ns, as in storm.toml
SAMPLE = MS // 4	# ns, as in storm.toml
SETTLE = 5 * MS	# ns from the end of a pause until the queues are empty
END = 130 * MS	# ns
FLOWS = {	# from, to, DSCP, share of C
    "stuck": ("a", "r", 26, 0.4), "same sender": ("a", "t", 26, 0.2),
    "priority 4": ("b", "r", 32, 0.3), "priority 0": ("b", "r", 0, 0.2),
    "other port": ("c", "t", 26, 0.4), "from the peer": ("r", "c", 26, 0.3)}
INNOCENT = ("priority 4", "priority 0", "other port")


class Case:
    """A peer that sends XOFF from BEGIN on for length ns, and then XON; optionally repeated

    storms: number of expected storms; repeat, period: number of repetitions, and the interval
    between their starts, ns; xons: number of XON frames, one per ms; traffic: whether frames
    wait for the paused priority (the flow "stuck")
    """

    def __init__(self, what, length, action="drop", *, storms=1, **more):
        self.what, self.length, self.action, self.storms = what, length, action, storms
        self.repeat, self.period = more.get("repeat", 1), more.get("period", END)
        self.xons, self.traffic = more.get("xons", 1), more.get("traffic", True)

    def last_xoff(self):
        """Time of the last XOFF of the first repetition, ns"""
        return BEGIN + self.length - EVERY

    def drops(self):
        """Whether the watchdog must drop frames"""
        return self.storms and self.action == "drop"

    def innocent(self):
        """Flows that the storm must not affect"""
        return INNOCENT + (() if self.drops() else ("from the peer",))

    def xoffs(self):
        """Number of XOFF frames"""
        return self.repeat * (self.length // EVERY)

    def pauses(self, at):
        """Yields the pauses of the description"""
        for begin in (BEGIN + i * self.period for i in range(self.repeat)):
            end = begin + self.length
            yield {"at": at, "prio": 3, "quanta": QUANTA, "start": f"{begin}ns",
                   "stop": f"{end}ns", "period": f"{EVERY}ns"}
            yield {"at": at, "prio": 3, "quanta": 0, "start": f"{end}ns",
                   "stop": f"{end + self.xons * MS}ns", "period": f"{MS}ns"}

    def flows(self, number):
        """Yields the flows of the description"""
        for name, (source, target, dscp, share) in FLOWS.items():
            if name != "stuck" or self.traffic:
                yield {"name": f"{name} {number}", "from": f"{source}{number}",
                       "to": f"{target}{number}", "dscp": dscp, "size": 1000,
                       "rate": f"{round(share * 1000)}mbit"}


CASES = [
    Case("50 ms, drop", 50 * MS),
    Case("50 ms, forward", 50 * MS, "forward"),
    Case("50 ms, alert", 50 * MS, "alert"),
    Case("50 ms, drop, then repeated XON", 50 * MS, xons=1000),
    Case("12 ms, drop", 12 * MS),
    Case("9.5 ms, drop", 19 * MS // 2, storms=0),
    Case("5 ms, drop", 5 * MS, storms=0),
    Case("5 ms, eight times, every 10 ms, drop", 5 * MS, storms=0, repeat=8,
         period=10 * MS),
    Case("50 ms, drop, no traffic in the paused priority", 50 * MS, storms=0, traffic=False),
]


def describe(bench):
    """The fabric with all cases"""
    given = bench.template(NAME)
    given["flows"], given["pauses"] = [], []
    for number, case in enumerate(CASES, 1):
        given["flows"] += case.flows(number)
        given["pauses"] += case.pauses(f"r{number}:s")
        given["ports"].append({"at": f"s:r{number}", "action": case.action})
    return given


class Result:
    """The result of a case."""

    def __init__(self, outcome, number):
        self.out, self.number, self.port = outcome, number, f"s:r{number}"
        self.case = CASES[number - 1]
        self.rest = outcome.at_rest()
        self.detected, self.restored = self.since("storms"), self.since("storms_restored")

    def since(self, counter):
        """Time of the first sample with a nonzero counter, ns; END if the counter stays 0"""
        values = self.out.port_over_time(self.port, "prio", 3, counter)
        return next((time for time, value in zip(self.out.times, values) if value), END)

    def counted(self, counter):
        """A counter of priority 3, at rest"""
        return self.rest.get((self.port, "prio", 3, counter), 0)

    def flow(self, name, counter):
        """A counter of one of FLOWS, at rest"""
        return self.rest.get((f"{name} {self.number}", counter), 0)

    def arrived(self, name, begin, end):
        """Frames of a flow that arrived between the times of two samples"""
        received = self.out.flow_over_time(f"{name} {self.number}", "received")
        return received[self.out.times.index(end)] - received[self.out.times.index(begin)]

    def ratio(self, name, begin, end):
        """Frames of a flow that arrived from begin to end, as a share of the offered load"""
        return self.arrived(name, begin, end) * FRAME_TIME / (FLOWS[name][3] * (end - begin))

    def worst(self, names, begin, end):
        """The ratio with the largest deviation from 1"""
        return max((self.ratio(name, begin, end) for name in names),
                   key=lambda ratio: abs(ratio - 1))

    def whole(self, name):
        """Frames that arrived, at rest, as a share of all frames that were sent or withheld"""
        return self.flow(name, "received") / (self.flow(name, "sent") +
                                              self.flow(name, "withheld"))

    def missing(self):
        """Frames of all flows of the case that did not arrive"""
        return sum(self.flow(name, "sent") - self.flow(name, "received") for name in FLOWS)

    def by_group(self):
        """Frames of all flows of the case that PGs count as dropped by the watchdog"""
        senders = {source for source, *_ in FLOWS.values()}
        return sum(self.rest.get((f"s:{sender}{self.number}", "pg", 3, "drop_watchdog"), 0)
                   for sender in senders)


def frames(name, span, count=2):
    """Return: the allowed deviation: count frames as a share of the flow's offered load in
    a time span (ns)"""
    return count * FRAME_TIME / (FLOWS[name][3] * span)


def judge_times(section, result):
    """Adds the rows on the times of detection and restoration"""
    case, what = result.case, result.case.what
    for text, event, wanted in (
            ("time from the first XOFF to detection, ms", result.detected - BEGIN, DETECTION),
            ("time from the last XOFF to restoration, ms",
             result.restored - case.last_xoff(), RESTORATION)):
        section.between(f"{what}: {text}", wanted / MS, event / MS, wanted / MS,
                        (wanted + MS + SAMPLE) / MS)


def judge_stuck(section, result):
    """Adds the rows on the paused flow, on another flow of its sender, and on the flow from
    the peer"""
    case, what = result.case, result.case.what
    over = BEGIN + case.length
    paused = result.detected if case.storms else over
    section.within(f"{what}: goodput while paused", 0.0, result.ratio(
        "stuck", BEGIN + SAMPLE, min(paused, over) - SAMPLE), frames("stuck", case.length))
    if case.storms and case.length > 2 * DETECTION:
        freed = result.ratio("same sender", result.detected + SETTLE, over)
        span = over - result.detected - SETTLE
        wanted = 0.0 if case.action == "alert" else 1.0
        section.within(f"{what}: goodput after detection, another flow of the same "
                       "sender and priority", wanted, freed, frames("same sender", span))
        passed = result.ratio("stuck", result.detected + SETTLE, over)
        section.within(f"{what}: goodput after detection, paused flow",
                       1.0 if case.action == "forward" else 0.0, passed,
                       frames("stuck", span))
        section.within(f"{what}: goodput after detection, flow from the peer",
                       0.0 if case.drops() else 1.0,
                       result.ratio("from the peer", result.detected + SETTLE, over),
                       frames("from the peer", span))
    if case.drops():
        section.exactly(f"{what}: frames of the paused flow that arrive before restoration", 0,
                        result.arrived("stuck", BEGIN + SAMPLE, result.restored - SAMPLE))
    begin = (result.restored if case.storms else over + (case.repeat - 1) * case.period)
    begin += SETTLE
    for name in ("stuck", "same sender", "from the peer"):
        section.within(f"{what}: goodput afterwards, {name}", 1.0,
                       result.ratio(name, begin, END), frames(name, END - begin))


def judge(section, result):
    """Adds the rows of a case"""
    case, what = result.case, result.case.what
    section.exactly(f"{what}: storms", case.storms, result.counted("storms"))
    section.exactly(f"{what}: storms restored", case.storms,
                    result.counted("storms_restored"))
    section.exactly(f"{what}: XOFF counted", case.xoffs(), result.counted("rx_xoff"))
    if case.storms:
        judge_times(section, result)
        if max(result.detected, result.restored) > END - 2 * SETTLE:
            return	# the run ends too early for the following measurements
    if case.traffic:
        judge_stuck(section, result)
    last = min(BEGIN + case.length + RESTORATION, END)
    section.within(f"{what}: goodput during the storm, other priorities and ports", 1.0,
                   result.worst(case.innocent(), BEGIN, last),
                   frames("priority 0", last - BEGIN))
    section.all_exactly(f"{what}: total goodput, other priorities and ports", 1.0,
                        [result.whole(name) for name in case.innocent()])
    dropped = result.counted("storm_dropped")
    if case.drops():
        section.between(f"{what}: frames dropped", 1, dropped, 1)
    else:
        section.exactly(f"{what}: frames dropped", 0, dropped)
    section.exactly(f"{what}: missing minus dropped frames", 0, result.missing() - dropped)
    section.exactly(f"{what}: difference of the ingress PGs' drop_watchdog and the port's "
                    "storm_dropped", 0, result.by_group() - dropped)


def curves(result):
    """Yields the goodput of each flow of a case over time, ms and % of C"""
    times, every = result.out.times, 8
    for name in FLOWS:
        got = result.out.flow_over_time(f"{name} {result.number}", "received")
        spans = list(zip(times[::every], times[every::every], got[::every], got[every::every]))
        yield (name, [(a + b) / 2 / MS for a, b, _, _ in spans],
               [100 * (y - x) * FRAME_TIME / (b - a) for a, b, x, y in spans])


def experiment(bench):
    """Runs the experiment"""
    section = Section(NAME, "Storm and watchdog", [
        "one switch, C = 1 Gb/s and 2 us on every link; frames of 1000 bytes (1024 on the "
        "wire); XOFF 40000, XON 38000, XOFF − XON 2000 bytes; all flows start at 0, without "
        "jitter",
        "r sends XOFF of 2000 quanta (1.024 ms) for priority 3 every 0.5 ms, from 20 ms on "
        "for the given time, and then XON; this pauses a > r (0.4 C); a > t (0.2 C) has the "
        "same sender and priority; other flows are b > r in priorities 4 and 0 (0.3 and "
        "0.2 C) and c > t (0.4 C) in priority 3; the peer itself sends r > c (0.3 C) in "
        "priority 3, which the action drop also drops",
        "watchdog: at all ports of the switch, priorities 3 and 4, detection time 10 ms, "
        "recovery time 20 ms",
        "goodput: frames that arrived, as a share of the offered load; during the storm: from "
        "the first XOFF to its end; afterwards: from 5 ms after the end to 130 ms; total: "
        "at rest",
        "missing: frames sent that did not arrive; as many must be dropped in the storm",
        "times have the resolution of the samples, 250 us",
    ])
    outcome = bench.run(NAME, describe(bench))
    results = [Result(outcome, number) for number in range(1, len(CASES) + 1)]
    for result in results:
        judge(section, result)
    wanted = sum(case.storms for case in CASES)
    section.exactly("storms at all ports", wanted, sum(
        count for key, count in outcome.at_rest().items() if key[-1] == "storms"))
    causes = outcome.drops_at_rest()
    causes.pop("drop_watchdog", 0)
    section.exactly("frames dropped for another reason", 0, sum(causes.values()))
    section.exactly("frames unaccounted for", 0, outcome.unaccounted())
    section.picture = draw(section.title, [
        Chart(f"goodput (% of C): {results[i].case.what}", list(curves(results[i])))
        for i in (0, 1, 2, 6)], "time (ms)")
    return section


def hasty(given):
    """A fault: half the detection time"""
    for port in given["ports"]:
        port["detection-time"] = "5ms"


FAULT = (hasty,)
