# SPDX-License-Identifier: GPL-2.0-only
"""What does a storm cost, and whom?"""

from fabric import WIRE
from picture import Chart, draw
from report import Section

NAME = "storm"
MS = 10**6	# ns
C = 1e9	# bits per second
FRAME_TIME = (1000 + WIRE) * 8	# ns, at C
BEGIN = 20 * MS	# ns: the first XOFF
QUANTA, EVERY = 2000, MS // 2	# of XOFF: 1.024 ms, and ns
DETECTION, RECOVERY = 10 * MS, 20 * MS	# ns, as storm.toml has them
SAMPLE = MS // 4	# ns, likewise
SETTLE = 5 * MS	# ns: what waited has left
END = 130 * MS	# ns
FLOWS = {	# from, to, DSCP, share of C
    "stuck": ("a", "r", 26, 0.4), "beside it": ("a", "t", 26, 0.2),
    "priority 4": ("b", "r", 32, 0.3), "priority 0": ("b", "r", 0, 0.2),
    "other port": ("c", "t", 26, 0.4), "its own": ("r", "c", 26, 0.3)}
INNOCENT = ("priority 4", "priority 0", "other port")


class Case:
    """XOFF for so long from BEGIN on, and then XON; and again, if it is to repeat"""

    def __init__(self, what, length, action="drop", *, storms=1, **more):
        self.what, self.length, self.action, self.storms = what, length, action, storms
        self.repeat, self.period = more.get("repeat", 1), more.get("period", END)
        self.xons, self.traffic = more.get("xons", 1), more.get("traffic", True)

    def last_xoff(self):
        """When it is sent, ns"""
        return BEGIN + self.length - EVERY

    def drops(self):
        """Whether anything is to be dropped"""
        return self.storms and self.action == "drop"

    def innocent(self):
        """Flows that are never to notice anything"""
        return INNOCENT + (() if self.drops() else ("its own",))

    def xoffs(self):
        """How many are sent"""
        return self.repeat * (self.length // EVERY)

    def pauses(self, at):
        """As a description has them"""
        for begin in (BEGIN + i * self.period for i in range(self.repeat)):
            end = begin + self.length
            yield {"at": at, "prio": 3, "quanta": QUANTA, "start": f"{begin}ns",
                   "stop": f"{end}ns", "period": f"{EVERY}ns"}
            yield {"at": at, "prio": 3, "quanta": 0, "start": f"{end}ns",
                   "stop": f"{end + self.xons * MS}ns", "period": f"{MS}ns"}

    def flows(self, number):
        """Likewise; flows are named after what they are"""
        for name, (source, target, dscp, share) in FLOWS.items():
            if name != "stuck" or self.traffic:
                yield {"name": f"{name} {number}", "from": f"{source}{number}",
                       "to": f"{target}{number}", "dscp": dscp, "size": 1000,
                       "rate": f"{round(share * 1000)}mbit"}


CASES = [
    Case("50 ms, drop", 50 * MS),
    Case("50 ms, forward", 50 * MS, "forward"),
    Case("50 ms, alert", 50 * MS, "alert"),
    Case("50 ms, drop, XON again and again after it", 50 * MS, xons=1000),
    Case("12 ms, drop", 12 * MS),
    Case("9.5 ms, drop", 19 * MS // 2, storms=0),
    Case("5 ms, drop", 5 * MS, storms=0),
    Case("5 ms, eight times, every 10 ms, drop", 5 * MS, storms=0, repeat=8,
         period=10 * MS),
    Case("50 ms, drop, nothing to pause", 50 * MS, storms=0, traffic=False),
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
    """What became of a case."""

    def __init__(self, outcome, number):
        self.out, self.number, self.port = outcome, number, f"s:r{number}"
        self.case = CASES[number - 1]
        self.rest = outcome.at_rest()
        self.detected, self.restored = self.since("storms"), self.since("storms_restored")

    def since(self, counter):
        """The sample at which it first counts, ns; the end if it does not"""
        values = self.out.port_over_time(self.port, "prio", 3, counter)
        return next((time for time, value in zip(self.out.times, values) if value), END)

    def counted(self, counter):
        """Of priority 3, at rest"""
        return self.rest.get((self.port, "prio", 3, counter), 0)

    def flow(self, name, counter):
        """Of one of FLOWS, at rest"""
        return self.rest.get((f"{name} {self.number}", counter), 0)

    def arrived(self, name, begin, end):
        """Frames of a flow that did so from one time to another, which are samples'"""
        received = self.out.flow_over_time(f"{name} {self.number}", "received")
        return received[self.out.times.index(end)] - received[self.out.times.index(begin)]

    def ratio(self, name, begin, end):
        """Of what the flow offered meanwhile, what has arrived"""
        return self.arrived(name, begin, end) * FRAME_TIME / (FLOWS[name][3] * (end - begin))

    def worst(self, names, begin, end):
        """The ratio that is farthest from 1"""
        return max((self.ratio(name, begin, end) for name in names),
                   key=lambda ratio: abs(ratio - 1))

    def whole(self, name):
        """Of all that the flow would have sent, what has arrived in the end"""
        return self.flow(name, "received") / (self.flow(name, "sent") +
                                              self.flow(name, "withheld"))

    def missing(self):
        """Frames of all flows of the case that never arrived"""
        return sum(self.flow(name, "sent") - self.flow(name, "received") for name in FLOWS)

    def by_group(self):
        """Frames of all flows of the case that groups say were dropped in a storm"""
        senders = {source for source, *_ in FLOWS.values()}
        return sum(self.rest.get((f"s:{sender}{self.number}", "pg", 3, "drop_watchdog"), 0)
                   for sender in senders)


def frames(name, span, count=2):
    """What so many frames are of the flow's offer in a time"""
    return count * FRAME_TIME / (FLOWS[name][3] * span)


def judge_times(section, result):
    """When was the storm found, and when was it over?"""
    case, what = result.case, result.case.what
    for text, event, wanted in (
            ("detected so many ms after the first XOFF", result.detected - BEGIN, DETECTION),
            ("restored so many ms after the last XOFF", result.restored - case.last_xoff(),
             RECOVERY)):
        section.between(f"{what}: {text}", wanted / MS, event / MS, wanted / MS,
                        (wanted + MS + SAMPLE) / MS)


def judge_stuck(section, result):
    """What becomes of the flow that is paused, and of the one beside it"""
    case, what = result.case, result.case.what
    over = BEGIN + case.length
    paused = result.detected if case.storms else over
    section.within(f"{what}: goodput while paused", 0.0, result.ratio(
        "stuck", BEGIN + SAMPLE, min(paused, over) - SAMPLE), frames("stuck", case.length))
    if case.storms and case.length > 2 * DETECTION:
        freed = result.ratio("beside it", result.detected + SETTLE, over)
        span = over - result.detected - SETTLE
        wanted = 0.0 if case.action == "alert" else 1.0
        section.within(f"{what}: goodput, once detected, of another flow of the same "
                       "sender and priority", wanted, freed, frames("beside it", span))
        passed = result.ratio("stuck", result.detected + SETTLE, over)
        section.within(f"{what}: goodput, once detected, of what is paused",
                       1.0 if case.action == "forward" else 0.0, passed,
                       frames("stuck", span))
        section.within(f"{what}: goodput, once detected, of what the peer itself sends",
                       0.0 if case.drops() else 1.0,
                       result.ratio("its own", result.detected + SETTLE, over),
                       frames("its own", span))
    if case.drops():
        section.exactly(f"{what}: frames of what is paused that arrive before it is over", 0,
                        result.arrived("stuck", BEGIN + SAMPLE, result.restored - SAMPLE))
    begin = (result.restored if case.storms else over + (case.repeat - 1) * case.period)
    begin += SETTLE
    for name in ("stuck", "beside it", "its own"):
        section.within(f"{what}: goodput afterwards, {name}", 1.0,
                       result.ratio(name, begin, END), frames(name, END - begin))


def judge(section, result):
    """The rows of a case"""
    case, what = result.case, result.case.what
    section.exactly(f"{what}: storms", case.storms, result.counted("storms"))
    section.exactly(f"{what}: storms restored", case.storms,
                    result.counted("storms_restored"))
    section.exactly(f"{what}: XOFF counted", case.xoffs(), result.counted("rx_xoff"))
    if case.storms:
        judge_times(section, result)
        if max(result.detected, result.restored) > END - 2 * SETTLE:
            return	# what follows would have no time to speak of
    if case.traffic:
        judge_stuck(section, result)
    last = min(BEGIN + case.length + RECOVERY, END)
    section.within(f"{what}: goodput meanwhile, other priorities and ports", 1.0,
                   result.worst(case.innocent(), BEGIN, last),
                   frames("priority 0", last - BEGIN))
    section.all_exactly(f"{what}: goodput in all, other priorities and ports", 1.0,
                        [result.whole(name) for name in case.innocent()])
    dropped = result.counted("storm_dropped")
    if case.drops():
        section.between(f"{what}: frames dropped", 1, dropped, 1)
    else:
        section.exactly(f"{what}: frames dropped", 0, dropped)
    section.exactly(f"{what}: frames missing, beside these", 0, result.missing() - dropped)
    section.exactly(f"{what}: frames dropped by the groups that they came in by, beside "
                    "these", 0, result.by_group() - dropped)


def curves(result):
    """Goodput of a case by ms, in % of C"""
    times, every = result.out.times, 8
    for name in FLOWS:
        got = result.out.flow_over_time(f"{name} {result.number}", "received")
        spans = list(zip(times[::every], times[every::every], got[::every], got[every::every]))
        yield (name, [(a + b) / 2 / MS for a, b, _, _ in spans],
               [100 * (y - x) * FRAME_TIME / (b - a) for a, b, x, y in spans])


def experiment(bench):
    """All of it"""
    section = Section(NAME, "Storm and watchdog", [
        "one switch, C = 1 Gb/s and 2 us on every link; frames of 1000 bytes (1024 on the "
        "wire); XOFF 40000, XON 38000, XOFF − XON 2000 bytes; all flows start at 0, without "
        "jitter",
        "r sends XOFF of 2000 quanta (1.024 ms) for priority 3 every 0.5 ms, from 20 ms on "
        "for the time that is given, and then XON; what that pauses is a > r (0.4 C), and "
        "a > t (0.2 C) beside it has the same sender and priority; others are b > r in "
        "priorities 4 and 0 (0.3 and 0.2 C), and c > t (0.4 C) in priority 3; r > c (0.3 C) in "
        "priority 3 is what the peer itself sends, which the action drop drops as well",
        "watchdog: at all ports of the switch, priorities 3 and 4, detection time 10 ms, "
        "recovery time 20 ms",
        "goodput: frames that arrived, of those that were offered; meanwhile: from the first "
        "XOFF until the storm is over; afterwards: from 5 ms after that to 130 ms; in all: "
        "to the end, when all is at rest",
        "missing: sent and not arrived; as many are to be dropped in the storm",
        "times are those of samples, 250 us apart",
    ])
    outcome = bench.run(NAME, describe(bench))
    results = [Result(outcome, number) for number in range(1, len(CASES) + 1)]
    for result in results:
        judge(section, result)
    wanted = sum(case.storms for case in CASES)
    section.exactly("storms, at all ports", wanted, sum(
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
