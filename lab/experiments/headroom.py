# SPDX-License-Identifier: GPL-2.0-only
"""Headroom: the smallest headroom with which no frame is lost."""

from math import ceil

from ..flows import WIRE
from ..picture import Chart, draw
from .report import Section

NAME = "headroom"
COLUMNS = 16
XOFF = 40000
RELEASE = 40 * 10**6	# ns: the receivers end the pause
PFC_BITS = (60 + WIRE) * 8
HALF_PAUSE = 65535 * 512 / 2	# bit times: half a pause time, after which a port repeats XOFF


class Case:
    """A link rate, delay and frame size."""

    def __init__(self, rate, delay, frame):
        self.rate, self.delay, self.frame = rate, delay, frame
        self.name = f"{rate / 1e9:g} Gb/s, {delay / 1e3:g} us, {frame} bytes"
        self.flight = ceil(2 * rate * delay / (8 * 10**9))	# bytes: 2RD, 2 x rate x delay
        self.least = max(self.flight - frame, 0)
        self.enough = self.flight + 2 * frame + 64	# sufficient, with a response time of 0

    def time(self, bits):
        """Serialization time of bits, ns"""
        return bits * 10**9 / self.rate

    @property
    def frame_time(self):
        """Serialization time of a frame, ns"""
        return self.time((self.frame + WIRE) * 8)

    @property
    def computed(self):
        """The computed least headroom, bytes: the frame that crosses XOFF, and all frames
        that the sender begins to send before the PFC frame reaches the sender"""
        until = 2 * self.delay + self.time(PFC_BITS)
        return (1 + ceil(until / self.frame_time)) * self.frame

    @property
    def xoff_frames(self):
        """Number of XOFF frames: the first one, and the refreshes until RELEASE"""
        begin = self.delay + (XOFF // self.frame + 1) * self.frame_time
        return 1 + int((RELEASE - begin) / self.time(HALF_PAUSE))


CASES = (
    Case(10**9, 10**4, 1514),
    Case(10**9, 5826, 1514),	# worst case of the rounding to whole frames
    Case(10**9, 10**5, 1514),
    Case(10**10, 10**4, 1514),
    Case(10**9, 5 * 10**4, 9014),
)


class Column:
    """The results of sender aN, receiver rN, and port s:aN with its headroom."""

    def __init__(self, outcome, number, headroom):
        def of_flow(counter):
            return outcome.flow(flow, counter)

        flow, port = f"a{number}>r{number}", f"s:a{number}"
        self.headroom = headroom
        self.lost = of_flow("sent") - of_flow("received")
        self.dropped = outcome.port(port, "pg", 3, "drop_headroom")
        self.xoffs = outcome.port(port, "pg", 3, "xoff")
        self.frames = outcome.port(f"a{number}:s", "prio", 3, "rx_xoff")
        self.early = outcome.flow_over_time(flow, "received")[
            outcome.times.index(RELEASE)]


def run(bench, case, headrooms, starts=None):
    """Runs one sender and receiver for each headroom.

    starts: start times of flows from the receivers to the senders, ns, or None.
    Return: the columns, and the number of frames lost for a reason other than full headroom.
    """
    given = bench.template(NAME)
    given["mtu"] = case.frame - 14
    given["links"][0] |= {"rate": case.rate, "delay": f"{case.delay}ns"}
    given["flows"][0]["size"] = case.frame
    for number, headroom in enumerate(headrooms, 1):
        given["ports"].append({"at": f"s:a{number}", "headroom": headroom})
    for number, start in enumerate(starts or [], 1):
        given["flows"].append({
            "from": f"r{number}", "to": f"a{number}", "dscp": 0, "size": case.frame,
            "start": f"{start}ns", "stop": "5ms"})
    outcome = bench.run(NAME, given)
    columns = [Column(outcome, number, headroom)
               for number, headroom in enumerate(headrooms, 1)]
    others = sum(count for key, count in outcome.drops().items()
                 if key[1:] != ("pg", 3, "drop_headroom"))
    return columns, others + outcome.unaccounted()


class Search:
    """Searches the least headroom without loss, to the byte."""

    def __init__(self, bench, case):
        self.bench, self.case = bench, case
        self.columns, self.elsewhere = {}, 0
        self.low, self.high = case.least, case.enough
        while self.high - self.low > 1 and self._narrow():
            pass

    def _narrow(self):
        span = self.high - self.low
        headrooms = [self.low + span * i // (COLUMNS - 1) for i in range(COLUMNS)]
        columns, elsewhere = run(self.bench, self.case, headrooms)
        self.elsewhere += elsewhere
        self.columns |= {column.headroom: column for column in columns}
        lossy = [column.headroom for column in self.columns.values() if column.lost]
        clean = [column.headroom for column in self.columns.values() if not column.lost]
        self.low, self.high = max(lossy, default=-1), min(clean, default=0)
        return -1 < self.low < self.high

    @property
    def edge(self):
        """The least headroom without loss, or -1 if a larger headroom had loss"""
        return self.high if self.high == self.low + 1 else -1

    def curve(self):
        """Curve of the lost frames over the headroom (bytes minus case.enough)"""
        columns = [self.columns[headroom] for headroom in sorted(self.columns)]
        return (self.case.name, [column.headroom - self.case.enough for column in columns],
                [column.lost for column in columns])


def judge(section, case, search):
    """Adds the rows of a case"""
    columns = search.columns.values()

    def lost(headroom):
        return search.columns[headroom].lost

    section.between(f"{case.name}: frames lost at {case.least}", 1, lost(case.least), 1)
    section.exactly(f"{case.name}: frames lost at 2RD + 2 MTU + 64 = {case.enough}",
                    0, lost(case.enough))
    section.exactly(f"{case.name}: edge in bytes", case.computed, search.edge)
    section.all_exactly(f"{case.name}: frames lost that drop_headroom does not count",
                        0, [column.lost - column.dropped for column in columns])
    section.exactly(f"{case.name}: frames lost at other places", 0, search.elsewhere)
    section.all_exactly(f"{case.name}: crossings of XOFF", 1,
                        [column.xoffs for column in columns])
    section.all_exactly(f"{case.name}: XOFF frames with refreshes", case.xoff_frames,
                        [column.frames for column in columns])
    section.all_exactly(f"{case.name}: frames that passed the paused receiver's port",
                        0, [column.early for column in columns])


def opposing(bench, section, case):
    """Adds the rows with traffic in both directions: a frame from the receiver delays the
    PFC frame, so the headroom must have one more MTU"""
    starts = [10**5 + round(case.frame_time * i / COLUMNS) for i in range(COLUMNS)]
    more, elsewhere = run(bench, case, [case.enough + case.frame] * COLUMNS, starts)
    less, _ = run(bench, case, [case.enough] * COLUMNS, starts)
    name = f"{case.name}, both directions"
    section.exactly(f"{name}: frames lost at 2RD + 3 MTU + 64 = "
                    f"{case.enough + case.frame}, in {COLUMNS} phases", 0,
                    sum(column.lost for column in more) + elsewhere)
    section.between(f"{name}: number of {COLUMNS} phases with lost frames at "
                    f"2RD + 2 MTU + 64 = {case.enough}", 1,
                    sum(column.lost > 0 for column in less), 1)


def experiment(bench, cases=CASES, opposed=(CASES[0], CASES[2])):
    """Runs the experiment"""
    section = Section(NAME, "Headroom edge", [
        "A → S → R, 16 times at one switch; R pauses S until 40 ms, A sends frames "
        "of MTU size at the link's rate C from 0 to 5 ms",
        "XOFF 40000, XON 38000, XOFF − XON 2000 bytes; all flows start at 0; each row states "
        "C, the delay of each link and the frame size (MTU + 14, without FCS)",
        "sufficient headroom: 2RD + R × response + 2 MTU + 64, where R = C, MTU is the frame "
        "size, and the response time is 0: a port obeys a PFC frame immediately",
        "insufficient headroom: 2RD − MTU, at least 0",
        "edge: the headroom that holds exactly the frames that S receives after it crosses "
        "XOFF and before A obeys; whole frames, including the one that crosses XOFF",
        "lost: sent by A minus received by R, at rest",
        "both directions: R also sends frames of MTU size to A at C, in priority 0, from "
        "100 us plus a phase on; the PFC frame waits for the end of one of them",
    ])
    searches = []
    for case in cases:
        searches.append(Search(bench, case))
        judge(section, case, searches[-1])
    for case in opposed:
        opposing(bench, section, case)
    section.picture = draw(section.title, [Chart(
        "frames lost", [search.curve() for search in searches])],
        "headroom − (2RD + 2 MTU + 64) (bytes)")
    return section


def longer(given):
    """A fault: links are 10 us longer than the experiment assumes"""
    given["links"][0]["delay"] = "20us"


FAULT = (longer, CASES[:1], ())
