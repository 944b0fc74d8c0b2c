# SPDX-License-Identifier: GPL-2.0-only
"""Flooding: deadlock by lossless frames that are flooded because their receiver is dead."""

from ..picture import Chart, draw
from .report import Section

NAME = "flood"
C = 1e9	# bits per second
BEGIN = 50 * 10**6	# ns: start of the measured interval; the burst ends at 20 ms
LIVING = {"h1>h5": 0.4, "h4>h1": 0.4}	# offered load, share of C
DEAD = ("dead h2", "dead h3")
SEEDS = (1, 2, 3)


def forward(_given):
    """lossless frames are flooded"""


def drop(given):
    """flood-lossless drop"""
    given["ports"].append({"at": "switches", "flood-lossless": "drop"})


def alive(given):
    """no dead hosts"""
    del given["dead"]


class Clos:
    """A run of the fabric; kind: forward, drop or alive."""

    def __init__(self, bench, kind, seed):
        given = bench.template(NAME) | {"seed": seed}
        kind(given)
        self.name = f"{kind.__doc__}, seed {seed}"
        self.outcome = bench.run(NAME, given)
        self.flows = {flow.name: flow for flow in self.outcome.fabric.flows}

    def goodput(self, name):
        """Goodput of a flow, share of C, computed from the frames that arrived from BEGIN on"""
        return self.outcome.rate(self.flows[name], BEGIN) / C

    def curve(self):
        """Total goodput of the living hosts over time, ms and % of C"""
        times, every = self.outcome.times, 8
        arrived = [sum(counts) for counts in zip(*(
            self.outcome.flow_over_time(name, "received") for name in LIVING))]
        bits = self.flows["h1>h5"].wire_bits
        spans = list(zip(times[::every], times[every::every],
                         arrived[::every], arrived[every::every]))
        return (self.name, [(a + b) / 2e6 for a, b, _, _ in spans],
                [100 * (y - x) * bits * 1e9 / C / (b - a) for a, b, x, y in spans])


def judge(section, clos, kind):
    """Adds the rows of a run"""
    out, name = clos.outcome, clos.name
    freezes = kind is forward
    for flow, offered in LIVING.items():
        wanted = 0.0 if freezes else offered
        section.within(f"{name}: share of C of {flow} from 50 ms on", wanted,
                       clos.goodput(flow), 0.01 * wanted)
    if freezes:
        section.between(f"{name}: frames that wait forever", 1, out.waiting(), 1)
    else:
        section.exactly(f"{name}: frames that wait forever", 0, out.waiting())
    causes = out.drops_at_rest()
    unknown = causes.pop("drop_flood", 0)
    if kind is drop:
        last = out.at_rest()
        section.exactly(f"{name}: frames to dead hosts that drop_flood does not count", 0,
                        sum(last[dead, "sent"] for dead in DEAD) - unknown)
    # A flooded frame is sent once and arrives or is dropped several times: the numbers of
    # frames balance only in runs without flooding
    if not freezes:
        section.exactly(f"{name}: frames unaccounted for", 0, out.unaccounted())
    section.exactly(f"{name}: frames dropped for another reason", 0, sum(causes.values()))


def experiment(bench, seeds=SEEDS):
    """Runs the experiment"""
    section = Section(NAME, "Flooding", [
        "two top-of-rack switches, t0 and t1, and two leaf switches, la and lb; C = 1 Gb/s "
        "and 2 us on every link; all traffic has one lossless priority, frames of 1000 bytes "
        "(1024 on the wire); a random time below 8 us delays each frame",
        "XOFF 40000, XON 10000, XOFF − XON 30000 bytes; the headroom is what the link needs (pfcctl headroom)",
        "h1 > h5 (0.40 C) and h1 > h3 (0.25 C) by la, h4 > h1 (0.40 C) and h4 > h2 (0.25 C) "
        "by lb; h2 and h3 are dead, and their FDB entries at t0 and t1 have expired; "
        "h6, h7 and h8, three other hosts of t1, send to h5 at C from 0 to 20 ms",
        "the paths contain no cycle, but the paths of flooded copies do (Guo et al., SIGCOMM "
        "2016): a deadlock, in which nothing arrives from 50 ms to 100 ms, and frames still "
        "wait after the sources have ended",
        "with flood-lossless drop at the switches each frame to a dead host is dropped where "
        "it would be flooded, and the flows between living hosts get their offered load, "
        "within 1 %; they also do so if no host is dead",
    ])
    curves = []
    for kind in (forward, drop, alive):
        for seed in seeds:
            clos = Clos(bench, kind, seed)
            judge(section, clos, kind)
            if seed == seeds[0]:
                curves.append(clos.curve())
    section.picture = draw(section.title, [Chart(
        "goodput of h1 > h5 and h4 > h1 together (% of C)", curves)], "time (ms)")
    return section


def lenient(given):
    """A fault: the switches flood lossless frames"""
    given["ports"] = given["ports"][:1]


FAULT = (lenient, SEEDS[:1])
