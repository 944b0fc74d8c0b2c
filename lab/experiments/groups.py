# SPDX-License-Identifier: GPL-2.0-only
"""Do port groups keep a ring from freezing?"""

from picture import Chart, draw
from report import Section
from ring import MS, TAIL, Ring

NAME = "groups"
OFFERED = (0.49, 0.55, 0.80, 1.00)
SEEDS = (1, 2, 3)
AROUND = ["s1:s2", "s2:s3", "s3:s1"]
SLOW, SLOW_END = 0.40, 160 * MS	# offered to slow hosts, and ns: they no longer are


def group(given):
    """The ports of the ring are a group at each switch"""
    given["port"]["prio-pfc"] = [3, 4]
    given["ports"].append({
        "at": [f"s{here}:s{there}" for here in "123" for there in "123" if here != there],
        "port-group": 1, "same-group-prio": {"3": 4}, "same-group-dscp": {"3": 32}})


def slow(given):
    """Hosts that pause all priorities with PFC for 5 ms of 20, each at another time"""
    given["pauses"] = [
        {"at": f"h{host}:s{host}", "prio": [3, 4], "quanta": 9766,
         "start": f"{5 + 7 * host}ms", "stop": "150ms", "period": "20ms"}
        for host in (1, 2, 3)]


class Grouped:
    """A run."""

    def __init__(self, bench, offered, seed=0, *changes):
        self.offered = offered
        self.ring = Ring(bench, offered, seed,
                         lambda given: [change(given) for change in changes])
        self.out = self.ring.outcome
        self.slow = slow in changes
        self.name = self.ring.name + (", slow hosts" if self.slow else "") + (
            "" if group in changes else ", no groups")

    def curve(self):
        """As of the ring, for its picture"""
        return (self.name, *self.ring.curve()[1:])

    def moved(self):
        """Frames that got the other priority"""
        return sum(self.out.at_rest().get((port, "port", 0, "tx_same_group"), 0)
                   for port in AROUND)

    def arrived(self):
        """Frames, at rest, and those that went to their hosts in the other priority"""
        last = self.out.at_rest()
        return (sum(last[flow.name, "received"] for flow in self.out.fabric.flows),
                sum(last.get((f"s{host}:h{host}", "queue", 4, "tx_packets"), 0)
                    for host in (1, 2, 3)))


def judge(section, run):
    """The rows of a run"""
    out, name = run.out, run.name
    wanted = min(run.offered, 0.5)
    begin = SLOW_END if run.slow else TAIL
    worst = max(run.ring.shares(begin), key=lambda share: abs(share - wanted))
    section.within(f"{name}: share of C from {begin // MS} ms on, of the flow farthest "
                   "from it", wanted, worst, 0.001 if wanted < 0.5 else 0.01)
    section.exactly(f"{name}: frames that wait for ever", 0, out.waiting())
    section.exactly(f"{name}: frames dropped", 0, sum(out.drops_at_rest().values()))
    section.exactly(f"{name}: frames sent that did not arrive", 0, run.ring.missing())
    arrived, in_other = run.arrived()
    section.exactly(f"{name}: of those that arrived, not moved to priority 4", 0,
                    arrived - run.moved())
    section.exactly(f"{name}: of those that arrived, not sent in priority 4 to their hosts",
                    0, arrived - in_other)


def judge_frozen(section, run):
    """Rows of the ring without groups"""
    section.all_exactly(f"{run.name}: share of C from 100 ms on, of the flow farthest "
                        "from it", 0.0, run.ring.shares())
    section.between(f"{run.name}: frames that wait for ever", 1, run.out.waiting(), 1)
    section.exactly(f"{run.name}: frames dropped", 0,
                    sum(run.out.drops_at_rest().values()))


def experiment(bench, offered=OFFERED, seeds=SEEDS):
    """All of it"""
    section = Section(NAME, "Ring of three with port groups", [
        "the ring of the experiment ring: C = 1 Gb/s and 2 us on every link, frames of 1000 "
        "bytes (1024 on the wire), XOFF 40000, XON 38000, XOFF − XON 2000 bytes; all "
        "flows start at 0; with jitter each frame is late by a random time below 8.192 us",
        "groups: the two ports of each switch that are in the ring are port group 1, the "
        "host's port is in none; same-group-prio 3:4, same-group-dscp 3:32; PFC for "
        "priorities 3 and 4",
        "each flow passes one switch from link to link of the ring, and is in priority 4 "
        "from there to its host: no link of the ring waits for itself, nothing freezes, "
        "whatever is offered; of a link that would get more than C each flow has C / 2",
        "slow hosts: from 12, 19 and 26 ms on each host pauses priorities 3 and 4 for 5 ms of "
        "20, until 150 ms; so the pauses go round, and without groups freeze a ring to "
        "which less than C / 2 is offered",
        "arrived, dropped, waiting: when the sources have ended and all is at rest",
    ])
    frozen = [Grouped(bench, 0.55), Grouped(bench, SLOW, 0, slow)]
    for run in frozen:
        judge_frozen(section, run)
    runs = [Grouped(bench, share, 0, group) for share in offered]
    runs += [Grouped(bench, share, seed, group) for share in (0.55, 1.00) for seed in seeds]
    runs += [Grouped(bench, share, 0, group, slow) for share in (SLOW, 1.00)]
    for run in runs:
        judge(section, run)
    section.picture = draw(section.title, [Chart(
        "throughput of each flow, their mean (% of C)",
        [run.curve() for run in frozen + runs[:len(offered)]])], "time (ms)")
    return section


def everybody(given):
    """A fault: the ports of hosts are in the group, too"""
    given["ports"] = [port | {"at": "switches"} if "port-group" in port else port
                      for port in given["ports"]]


FAULT = (everybody, (0.55,), ())
