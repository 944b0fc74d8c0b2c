# SPDX-License-Identifier: GPL-2.0-only
"""Loop: the load at which a routing loop causes a deadlock, as a function of the TTL."""

from ..picture import Chart, draw
from .report import Section

NAME = "loop"
C = 10**9	# bits per second
MS = 10**6	# ns
# Number of routers in the loop, TTL of the source.  The last case: the loop length does not divide
# the number of links that a packet crosses, 15
CASES = ((2, 17), (3, 16), (3, 31), (4, 17), (4, 33), (4, 16))
LOADS = (0.98, 1.05)	# offered load, as a share of the threshold
TAIL = 130 * MS	# ns: start of the interval in which nothing moves in a deadlock


def threshold(routers, ttl):
    """The load, as a share of C, that saturates a link of the loop

    The first router reduces the TTL, and so a packet crosses TTL - 1 links between routers.  It
    crosses the first of them most often.
    """
    return 1 / -(-(ttl - 1) // routers)


def describe(bench, routers, ttl, offered):
    """The fabric of a case; offered: share of C"""
    given = bench.template(NAME)
    names = [f"s{i}" for i in range(1, routers + 1)]
    ring = list(zip(names, names[1:] + names[:1]))
    given["switches"] = names
    given["links"] = given["links"][:2] + [{"ends": list(ends)} for ends in ring
                                           if routers > 2 or ends == ring[0]]
    given["routes"] = [{"at": one, "to": "h2", "next": other} for one, other in ring]
    given["flows"][0] |= {"ttl": ttl, "rate": round(offered * C)}
    return given, [f"{one}:{other}" for one, other in ring]


class Loop:
    """A run; ports: those of the loop"""

    def __init__(self, bench, routers, ttl, share):
        self.offered = share * threshold(routers, ttl)
        self.name = f"{routers} routers, TTL {ttl}, {self.offered:.4f} C"
        given, self.ports = describe(bench, routers, ttl, self.offered)
        self.outcome = bench.run(NAME, given)

    def crossed(self):
        """Frames that have crossed the links of the loop, at each of outcome.times"""
        return [sum(counts) for counts in zip(*(
            self.outcome.port_over_time(port, "queue", 3, "tx_packets") for port in self.ports))]

    def expired(self):
        """Packets whose TTL has expired, at rest"""
        return sum(counters.get("InHdrErrors", 0) for counters in self.outcome.routers.values())

    def curve(self):
        """The frames that the links of the loop carry over time, ms and % of their capacity"""
        times, crossed, every = self.outcome.times, self.crossed(), 8
        bits = self.outcome.fabric.flows[0].wire_bits * 1e9 / C / len(self.ports)
        spans = list(zip(times[::every], times[every::every],
                         crossed[::every], crossed[every::every]))
        return (self.name, [(a + b) / 2 / MS for a, b, _, _ in spans],
                [100 * (y - x) * bits / (b - a) for a, b, x, y in spans])


def judge(section, loop, ttl, freezes):
    """Adds the rows of a run"""
    out, name = loop.outcome, loop.name
    last, crossed = out.at_rest(), loop.crossed()
    sent = last["h1>h2", "sent"]
    if freezes:
        begin = max(i for i, time in enumerate(out.times) if time <= TAIL)
        section.exactly(f"{name}: frames that cross a link of the loop from 130 ms on", 0,
                        crossed[-1] - crossed[begin])
        section.between(f"{name}: frames that wait forever", 1, out.waiting(), 1)
    else:
        section.exactly(f"{name}: packets sent whose TTL does not expire", 0,
                        sent - loop.expired())
        section.exactly(f"{name}: links of the loop that a packet crosses, mean", ttl - 1,
                        sum(last[port, "queue", 3, "tx_packets"] for port in loop.ports) / sent)
        section.exactly(f"{name}: packets withheld by the source", 0,
                        last.get(("h1>h2", "withheld"), 0))
        section.exactly(f"{name}: frames that wait forever", 0, out.waiting())
    section.nothing_lost(name, out)


def experiment(bench, cases=CASES):
    """Runs the experiment"""
    section = Section(NAME, "Routing loop", [
        "n routers in a loop, C = 1 Gb/s and 2 us on every link; one source at one router, all "
        "packets stay in the loop until their TTL expires; frames of 1000 bytes (1024 on the "
        "wire), no jitter",
        "XOFF 40000, XON 38000, XOFF − XON 2000 bytes; the headroom is what the link needs (pfcctl headroom)",
        "TTL: that of the source; the first router reduces it, so a packet crosses TTL − 1 links "
        "of the loop, and the link behind the first router ceil((TTL − 1) / n) times",
        "threshold: C / ceil((TTL − 1) / n), which is n C / (TTL − 1) if n divides TTL − 1 "
        "(n C / TTL, with the TTL in the loop: Hu et al., HotNets 2016); with 2 % less all "
        "packets expire, with 5 % more the loop freezes within 130 ms; no packets are dropped "
        "for another reason",
    ])
    curves = []
    for routers, ttl in cases:
        for share in LOADS:
            loop = Loop(bench, routers, ttl, share)
            judge(section, loop, ttl, share > 1)
            curves.append(loop.curve())
    section.picture = draw(section.title, [Chart(
        "load of the links of the loop (% of C)", curves)], "time (ms)")
    return section


def shorter(given):
    """A fault: the TTL is a quarter smaller"""
    flow = given["flows"][0]
    flow["ttl"] = flow["ttl"] * 3 // 4


FAULT = (shorter, CASES[1:2])
