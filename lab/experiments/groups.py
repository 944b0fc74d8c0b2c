# SPDX-License-Identifier: GPL-2.0-only
"""Port groups: prevention of a pause deadlock in a ring."""

from ..picture import Chart, draw
from .bounce import group
from .report import Section
from .ring import MS, TAIL, Ring

NAME = "groups"
OFFERED = (0.49, 0.55, 0.80, 1.00)
SEEDS = (1, 2, 3)
AROUND = ["s1:s2", "s2:s3", "s3:s1"]	# ports of the ring, clockwise
# For runs with slow hosts: the offered load, and the start of the measured interval (ns),
# which is after the last pause
SLOW, SLOW_END = 0.40, 160 * MS


def ring_group(given):
    """Makes the ring ports of each switch a port group"""
    group(given, [f"s{here}:s{there}" for here in "123" for there in "123" if here != there])


def slow(given):
    """Makes hosts pause all PFC priorities for 5 ms of every 20 ms, at different times"""
    given["pauses"] = [
        {"at": f"h{host}:s{host}", "prio": [3, 4], "quanta": 9766,
         "start": f"{5 + 7 * host}ms", "stop": "150ms", "period": "20ms"}
        for host in (1, 2, 3)]


class Grouped:
    """A run of the ring; changes: functions that modify the description of the ring."""

    def __init__(self, bench, offered, seed=0, *changes):
        self.offered = offered
        self.ring = Ring(bench, offered, seed,
                         lambda given: [change(given) for change in changes])
        self.out = self.ring.outcome
        self.slow = slow in changes
        self.name = self.ring.name + (", slow hosts" if self.slow else "") + (
            "" if ring_group in changes else ", no groups")

    def curve(self):
        """Curve of the ring with the name of this run"""
        return (self.name, *self.ring.curve()[1:])

    def moved(self):
        """Frames whose priority a port group has changed"""
        return sum(self.out.at_rest().get((port, "port", 0, "tx_bounced"), 0)
                   for port in AROUND)

    def arrived(self):
        """Return, at rest: number of frames that arrived, and number of frames that the
        switches sent to the hosts in priority 4"""
        last = self.out.at_rest()
        return (sum(last[flow.name, "received"] for flow in self.out.fabric.flows),
                sum(last.get((f"s{host}:h{host}", "queue", 4, "tx_packets"), 0)
                    for host in (1, 2, 3)))


def judge(section, run):
    """Adds the rows of a run"""
    out, name = run.out, run.name
    wanted = min(run.offered, 0.5)
    begin = SLOW_END if run.slow else TAIL
    worst = max(run.ring.shares(begin), key=lambda share: abs(share - wanted))
    section.within(f"{name}: share of C from {begin // MS} ms on, flow with the largest "
                   "deviation", wanted, worst, 0.001 if wanted < 0.5 else 0.01)
    section.exactly(f"{name}: frames that wait forever", 0, out.waiting())
    section.exactly(f"{name}: frames dropped", 0, sum(out.drops_at_rest().values()))
    section.exactly(f"{name}: frames sent that did not arrive", 0, run.ring.missing())
    arrived, in_other = run.arrived()
    section.exactly(f"{name}: frames that arrived without a change to priority 4", 0,
                    arrived - run.moved())
    section.exactly(f"{name}: frames that arrived and were not sent in priority 4 to their "
                    "hosts", 0, arrived - in_other)


def judge_frozen(section, run):
    """Adds the rows of a ring without port groups"""
    section.all_exactly(f"{run.name}: share of C from 100 ms on, flow with the largest "
                        "deviation", 0.0, run.ring.shares())
    section.between(f"{run.name}: frames that wait forever", 1, run.out.waiting(), 1)
    section.exactly(f"{run.name}: frames dropped", 0,
                    sum(run.out.drops_at_rest().values()))


def experiment(bench, offered=OFFERED, seeds=SEEDS):
    """Runs the experiment"""
    section = Section(NAME, "Ring of three with port groups", [
        "the ring of the experiment ring: C = 1 Gb/s and 2 us on every link, frames of 1000 "
        "bytes (1024 on the wire), XOFF 40000, XON 38000, XOFF − XON 2000 bytes; all "
        "flows start at 0; with jitter a random time below 8.192 us delays each frame",
        "groups: the two ring ports of each switch are in port group 1, the host's port is in "
        "no group; bounce-prio 3:4, bounce-dscp 3:32; PFC for priorities 3 and 4",
        "each flow passes one switch from ring link to ring link, and has priority 4 from "
        "there to its host; so the links do not wait for each other in a cycle, and nothing "
        "freezes at any offered load; if the load of a link exceeds C, each of its flows "
        "gets C / 2",
        "slow hosts: from 12, 19 and 26 ms on each host pauses priorities 3 and 4 for 5 ms of "
        "every 20 ms, until 150 ms; the pauses propagate around the ring and, without groups, "
        "freeze it at an offered load below C / 2",
        "arrived, dropped, waiting: at rest, after the sources have ended",
    ])
    frozen = [Grouped(bench, 0.55), Grouped(bench, SLOW, 0, slow)]
    for run in frozen:
        judge_frozen(section, run)
    runs = [Grouped(bench, share, 0, ring_group) for share in offered]
    runs += [Grouped(bench, share, seed, ring_group) for share in (0.55, 1.00) for seed in seeds]
    runs += [Grouped(bench, share, 0, ring_group, slow) for share in (SLOW, 1.00)]
    for run in runs:
        judge(section, run)
    section.picture = draw(section.title, [Chart(
        "mean throughput per flow (% of C)",
        [run.curve() for run in frozen + runs[:len(offered)]])], "time (ms)")
    return section


def group_all(given):
    """A fault: the ports of the hosts are in the group as well"""
    given["ports"] = [port | {"at": "switches"} if "port-group" in port else port
                      for port in given["ports"]]


FAULT = (group_all, (0.55,), ())
