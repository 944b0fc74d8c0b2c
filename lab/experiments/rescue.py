# SPDX-License-Identifier: GPL-2.0-only
"""Does the watchdog bring a frozen ring back?"""

from fabric import WIRE
from picture import Chart, draw
from report import Section
from ring import MS, TAIL, Ring

NAME = "rescue"
USUAL, MORE = 0.45, 0.10	# what each flow offers, of C; the latter until BURST
BURST = 20 * MS	# ns; the ring freezes at about 10 ms
DETECTION, RECOVERY = 10 * MS, 20 * MS	# ns
SAMPLE = 250000	# ns, as ring.toml has it
FRAME_TIME = (1000 + WIRE) * 8	# ns
AROUND = [("s1", "s2"), ("s2", "s3"), ("s3", "s1")]
LINKS = [f"{here}:{there}" for here, there in AROUND]
SEEDS = (0, 1, 2, 3)	# 0: without jitter


def burst(given):
    """Each host sends more for a while"""
    given["flows"] += [flow | {"name": f"more from {flow['from']}", "stop": f"{BURST}ns",
                               "rate": f"{round(MORE * 1000)}mbit"}
                       for flow in given["flows"]]


def watch(given):
    """The switches have a watchdog"""
    given["ports"].append({
        "at": "switches", "prio-watchdog": 3, "detection-time": f"{DETECTION}ns",
        "recovery-time": f"{RECOVERY}ns", "action": "drop", "pause-time": 10000})


class Rescue:
    """A run."""

    def __init__(self, bench, watched, seed, always=False):
        self.ring = Ring(bench, USUAL + MORE if always else USUAL, seed, lambda given: [
            change(given) for change, wanted in ((burst, not always), (watch, watched))
            if wanted])
        self.out = self.ring.outcome
        self.name = ", ".join(filter(None, (
            f"{'always' if always else 'at first'} 0.55",
            "watchdog" if watched else "no watchdog",
            f"jitter, seed {seed}" if seed else "")))

    def curve(self):
        """As of the ring, for its picture"""
        return (self.name, *self.ring.curve()[1:])

    def usual(self):
        """Share of C that each of the flows that never end has got since TAIL"""
        return [self.out.rate(flow, TAIL) / 1e9 for flow in self.out.fabric.flows[:3]]

    def counted(self, counter):
        """Of priority 3, by link of the ring"""
        return [self.out.port(link, "prio", 3, counter) for link in LINKS]

    def elsewhere(self):
        """Storms at all other ports"""
        return sum(series.last for (port, _, _, name), series in
                   self.out.port_series.items() if name == "storms" and port not in LINKS)

    def latencies(self):
        """Of each link's first storm: from the last frame that left, in ms.

        Both times are those of the samples in which they show.
        """
        for link in LINKS:
            storms = self.out.port_over_time(link, "prio", 3, "storms")
            if not storms[-1]:
                continue
            found = next(i for i, count in enumerate(storms) if count)
            left = self.out.port_over_time(link, "queue", 3, "tx_packets")
            yield (self.out.times[found] - self.out.times[left.index(left[found - 1])]) / MS

    def standstill(self):
        """The longest time in which nothing arrived, in ms, by samples"""
        arrived, times = self.ring.arrived(), self.out.times
        longest, since = 0, times[0]
        for i in range(1, len(times)):
            if arrived[i] != arrived[i - 1]:
                longest, since = max(longest, times[i] - since), times[i]
        return max(longest, times[-1] - since) / MS


def judge_frames(section, run):
    """What became of them: rows that all runs with a watchdog have"""
    causes = run.out.drops_at_rest()
    dropped = causes.pop("drop_watchdog", 0)
    section.exactly(f"{run.name}: frames that wait for ever", 0, run.out.waiting())
    section.between(f"{run.name}: frames dropped in storms", 1, dropped, 1)
    section.exactly(f"{run.name}: frames missing, beside these", 0,
                    run.ring.missing() - dropped)
    section.exactly(f"{run.name}: frames that the ports say they dropped in storms, "
                    "beside these", 0, sum(
                        count for key, count in run.out.at_rest().items()
                        if key[-1] == "storm_dropped") - dropped)
    section.exactly(f"{run.name}: frames dropped for another reason", 0,
                    sum(causes.values()))


def judge_frozen(section, run):
    """Rows of the ring that nobody watches"""
    section.all_exactly(f"{run.name}: share of C from 100 ms on, of the flow farthest "
                        "from it", 0.0, run.usual())
    section.between(f"{run.name}: frames that wait for ever", 1, run.out.waiting(), 1)
    section.exactly(f"{run.name}: frames missing, beside these", 0,
                    run.ring.missing() - run.out.waiting())


def judge_rescued(section, run):
    """Rows of a ring that freezes once"""
    worst = min(run.usual())
    section.within(f"{run.name}: share of C from 100 ms on, of the flow farthest from it",
                   USUAL, worst, 0.001)
    storms = run.counted("storms")
    section.between(f"{run.name}: links of the ring with a storm", 3, sum(storms), 1, 3)
    section.between(f"{run.name}: storms of one of them", 1, max(storms), 1, 1)
    section.exactly(f"{run.name}: of these not restored", 0,
                    sum(storms) - sum(run.counted("storms_restored")))
    section.exactly(f"{run.name}: storms at other ports", 0, run.elsewhere())
    sample = SAMPLE / MS
    for late in (min, max):
        section.between(f"{run.name}: detected so many ms after the last frame had left, "
                        f"{'earliest' if late is min else 'latest'}", DETECTION / MS,
                        late(run.latencies(), default=0), DETECTION / MS - sample,
                        DETECTION / MS + 1 + sample)
    judge_frames(section, run)


def judge_again(section, run):
    """Rows of a ring that freezes again and again"""
    most = (DETECTION + RECOVERY + SAMPLE) / MS + 1
    section.between(f"{run.name}: longest time without an arrival, ms", most,
                    run.standstill(), DETECTION / MS, most)
    section.between(f"{run.name}: storms at a link of the ring", 2,
                    max(run.counted("storms")), 2)
    section.between(f"{run.name}: share of C from 100 ms on, of the flow with the least",
                    0.55, min(run.usual()), 0.01, 0.55)
    judge_frames(section, run)


def experiment(bench, seeds=SEEDS):
    """All of it"""
    section = Section(NAME, "Ring of three with a watchdog", [
        "the ring of the experiment ring: C = 1 Gb/s and 2 us on every link, frames of 1000 "
        "bytes (1024 on the wire), XOFF 40000, XON 38000, XOFF − XON 2000 bytes; all "
        "flows start at 0; with jitter each frame is late by a random time below 8.192 us",
        "at first 0.55: each flow offers 0.55 C until 20 ms, and from then on 0.45, which "
        "a ring that has not frozen carries; always 0.55: to the end, at 200 ms",
        "watchdog: at all ports of switches, priority 3, detection time 10 ms, recovery "
        "time 20 ms, action drop; pause time 10000 quanta, 5.12 ms",
        "without it the ring freezes for good, though less than C / 2 is offered since "
        "20 ms; with it each link has at most one storm, and later all that is offered "
        "arrives; if the offer stays what it was the ring freezes again and again, and "
        "nothing stands still for longer than detection and recovery take",
        "frames missing: sent, and not arrived when the sources have ended and all is "
        "at rest; as many are to be dropped in storms; counted by the groups by which they "
        "came in, and by the ports that had the storms",
        "times are those of samples, 250 us apart",
    ])
    frozen = Rescue(bench, False, 0)
    judge_frozen(section, frozen)
    rescued = [Rescue(bench, True, seed) for seed in seeds]
    for run in rescued:
        judge_rescued(section, run)
    again = [Rescue(bench, True, seed, always=True) for seed in seeds[:2]]
    for run in again:
        judge_again(section, run)
    section.picture = draw(section.title, [Chart(
        "throughput of each flow, their mean (% of C)",
        [run.curve() for run in (frozen, rescued[0], again[0])])], "time (ms)")
    return section


def blind(given):
    """A fault: the watchdog looks at another priority"""
    given["ports"] = [port | {"prio-watchdog": 4} if "prio-watchdog" in port else port
                      for port in given["ports"]]


FAULT = (blind, SEEDS[:1])
