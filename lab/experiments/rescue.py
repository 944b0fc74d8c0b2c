# SPDX-License-Identifier: GPL-2.0-only
"""Rescue: recovery of a frozen ring by the watchdog."""

from ..flows import WIRE
from ..picture import Chart, draw
from .report import Section
from .ring import MS, TAIL, Ring

NAME = "rescue"
USUAL, MORE = 0.45, 0.10	# offered load per flow, share of C; MORE: in addition, until BURST
BURST = 20 * MS	# ns; the ring freezes at about 10 ms
DETECTION, RESTORATION = 10 * MS, 20 * MS	# ns
SAMPLE = 250000	# ns, as in ring.toml
FRAME_TIME = (1000 + WIRE) * 8	# ns
AROUND = [("s1", "s2"), ("s2", "s3"), ("s3", "s1")]
LINKS = [f"{here}:{there}" for here, there in AROUND]
SEEDS = (0, 1, 2, 3)	# 0: without jitter


def burst(given):
    """Makes each host send more until BURST"""
    given["flows"] += [flow | {"name": f"burst from {flow['from']}", "stop": f"{BURST}ns",
                               "rate": f"{round(MORE * 1000)}mbit"}
                       for flow in given["flows"]]


def watch(given):
    """Enables the watchdog of the switches"""
    given["ports"].append({
        "at": "switches", "prio-watchdog": 3, "detection-time": f"{DETECTION}ns",
        "restoration-time": f"{RESTORATION}ns", "action": "drop", "pause-time": 10000})


class Rescue:
    """A run with or without watchdog; always: the higher load continues after BURST."""

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
        """Curve of the ring with the name of this run"""
        return (self.name, *self.ring.curve()[1:])

    def usual(self):
        """Share of C that each continuous flow gets from TAIL on"""
        return [self.out.rate(flow, TAIL) / 1e9 for flow in self.out.fabric.flows[:3]]

    def counted(self, counter):
        """A counter of priority 3, for each link of the ring"""
        return [self.out.port(link, "prio", 3, counter) for link in LINKS]

    def elsewhere(self):
        """Number of storms at all ports that are not in LINKS"""
        return sum(series.last for (port, _, _, name), series in
                   self.out.port_series.items() if name == "storms" and port not in LINKS)

    def latencies(self):
        """Yields the time from the last sent frame to the first storm of each link, ms.

        The time of an event is that of the first sample which counts the event.
        """
        for link in LINKS:
            storms = self.out.port_over_time(link, "prio", 3, "storms")
            if not storms[-1]:
                continue
            found = next(i for i, count in enumerate(storms) if count)
            left = self.out.port_over_time(link, "queue", 3, "tx_packets")
            yield (self.out.times[found] - self.out.times[left.index(left[found - 1])]) / MS

    def standstill(self):
        """The longest time without an arrival, ms, with the resolution of the samples"""
        arrived, times = self.ring.arrived(), self.out.times
        longest, since = 0, times[0]
        for i in range(1, len(times)):
            if arrived[i] != arrived[i - 1]:
                longest, since = max(longest, times[i] - since), times[i]
        return max(longest, times[-1] - since) / MS


def judge_frames(section, run):
    """Adds the rows on lost frames of a run with a watchdog"""
    causes = run.out.drops_at_rest()
    dropped = causes.pop("drop_watchdog", 0)
    section.exactly(f"{run.name}: frames that wait forever", 0, run.out.waiting())
    section.between(f"{run.name}: frames dropped in storms", 1, dropped, 1)
    section.exactly(f"{run.name}: missing minus dropped frames", 0,
                    run.ring.missing() - dropped)
    section.exactly(f"{run.name}: difference of the ports' storm_dropped and the PGs' "
                    "drop_watchdog", 0, sum(
                        count for key, count in run.out.at_rest().items()
                        if key[-1] == "storm_dropped") - dropped)
    section.exactly(f"{run.name}: frames dropped for another reason", 0,
                    sum(causes.values()))


def judge_frozen(section, run):
    """Adds the rows of a ring without watchdog"""
    section.all_exactly(f"{run.name}: share of C from 100 ms on, flow with the largest "
                        "deviation", 0.0, run.usual())
    section.between(f"{run.name}: frames that wait forever", 1, run.out.waiting(), 1)
    section.exactly(f"{run.name}: missing minus waiting frames", 0,
                    run.ring.missing() - run.out.waiting())


def judge_rescued(section, run):
    """Adds the rows of a ring that freezes once"""
    worst = min(run.usual())
    section.within(f"{run.name}: share of C from 100 ms on, flow with the least",
                   USUAL, worst, 0.001)
    storms = run.counted("storms")
    section.between(f"{run.name}: links of the ring with a storm", 3, sum(storms), 1, 3)
    section.between(f"{run.name}: maximum of storms per link", 1, max(storms), 1, 1)
    section.exactly(f"{run.name}: storms without restoration", 0,
                    sum(storms) - sum(run.counted("storms_restored")))
    section.exactly(f"{run.name}: storms at other ports", 0, run.elsewhere())
    sample = SAMPLE / MS
    for late in (min, max):
        section.between(f"{run.name}: time from the last sent frame to detection, ms, "
                        f"{'minimum' if late is min else 'maximum'}", DETECTION / MS,
                        late(run.latencies(), default=0), DETECTION / MS - sample,
                        DETECTION / MS + 1 + sample)
    judge_frames(section, run)


def judge_again(section, run):
    """Adds the rows of a ring that freezes repeatedly"""
    most = (DETECTION + RESTORATION + SAMPLE) / MS + 1
    section.between(f"{run.name}: longest time without an arrival, ms", most,
                    run.standstill(), DETECTION / MS, most)
    section.between(f"{run.name}: storms at a link of the ring", 2,
                    max(run.counted("storms")), 2)
    section.between(f"{run.name}: share of C from 100 ms on, flow with the least",
                    0.55, min(run.usual()), 0.01, 0.55)
    judge_frames(section, run)


def experiment(bench, seeds=SEEDS):
    """Runs the experiment"""
    section = Section(NAME, "Ring of three with a watchdog", [
        "the ring of the experiment ring: C = 1 Gb/s and 2 us on every link, frames of 1000 "
        "bytes (1024 on the wire), XOFF 40000, XON 38000, XOFF − XON 2000 bytes; all "
        "flows start at 0; with jitter a random time below 8.192 us delays each frame",
        "at first 0.55: each flow offers 0.55 C until 20 ms and 0.45 C afterwards, which a "
        "ring that is not frozen can carry; always 0.55: until the end, 200 ms",
        "watchdog: at all ports of switches, priority 3, detection time 10 ms, recovery "
        "time 20 ms, action drop; pause time 10000 quanta, 5.12 ms",
        "without watchdog the ring stays frozen, although the offered load is below C / 2 "
        "from 20 ms on; with watchdog each link has at most one storm, and afterwards all "
        "offered frames arrive; if the load stays at 0.55 C the ring freezes repeatedly, and "
        "no standstill is longer than detection and recovery",
        "missing: frames sent that have not arrived at rest, after the sources have ended; "
        "their number must equal the drops in storms, as counted by the ingress PGs and by "
        "the ports with storms",
        "times have the resolution of the samples, 250 us",
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
        "mean throughput per flow (% of C)",
        [run.curve() for run in (frozen, rescued[0], again[0])])], "time (ms)")
    return section


def blind(given):
    """A fault: the watchdog monitors another priority"""
    given["ports"] = [port | {"prio-watchdog": 4} if "prio-watchdog" in port else port
                      for port in given["ports"]]


FAULT = (blind, SEEDS[:1])
