# SPDX-License-Identifier: GPL-2.0-only
"""Does what is flooded for the dead stop the living?"""

from picture import Chart, draw
from report import Section

NAME = "flood"
C = 1e9	# bits per second
BEGIN = 50 * 10**6	# ns: the burst, which ends at 20 ms, is long gone
LIVING = {"h1>h5": 0.4, "h4>h1": 0.4}	# what they offer, of C
DEAD = ("dead h2", "dead h3")
SEEDS = (1, 2, 3)


def forward(_given):
    """lossless frames are flooded"""


def drop(given):
    """flood-lossless drop"""
    given["ports"].append({"at": "switches", "flood-lossless": "drop"})


def alive(given):
    """nobody is dead"""
    del given["dead"]


class Clos:
    """A run, of one of these."""

    def __init__(self, bench, kind, seed):
        given = bench.template(NAME) | {"seed": seed}
        kind(given)
        self.name = f"{kind.__doc__}, seed {seed}"
        self.outcome = bench.run(NAME, given)
        self.flows = {flow.name: flow for flow in self.outcome.fabric.flows}

    def goodput(self, name):
        """Of a flow, by frames that arrived from BEGIN on, as a share of C"""
        return self.outcome.rate(self.flows[name], BEGIN) / C

    def curve(self):
        """Goodput of the living together, by ms"""
        times, every = self.outcome.times, 8
        arrived = [sum(counts) for counts in zip(*(
            self.outcome.flow_over_time(name, "received") for name in LIVING))]
        bits = self.flows["h1>h5"].wire_bits
        spans = list(zip(times[::every], times[every::every],
                         arrived[::every], arrived[every::every]))
        return (self.name, [(a + b) / 2e6 for a, b, _, _ in spans],
                [100 * (y - x) * bits * 1e9 / C / (b - a) for a, b, x, y in spans])


def judge(section, clos, kind):
    """The rows of a run"""
    out, name = clos.outcome, clos.name
    freezes = kind is forward
    for flow, offered in LIVING.items():
        wanted = 0.0 if freezes else offered
        section.within(f"{name}: share of C of {flow} from 50 ms on", wanted,
                       clos.goodput(flow), 0.01 * wanted)
    if freezes:
        section.between(f"{name}: frames that wait for ever", 1, out.waiting(), 1)
    else:
        section.exactly(f"{name}: frames that wait for ever", 0, out.waiting())
    # Copies are not accounted for one by one, so only where nothing is flooded
    causes = out.drops_at_rest()
    unknown = causes.pop("drop_flood", 0)
    if kind is drop:
        last = out.at_rest()
        section.exactly(f"{name}: frames to the dead that are not dropped as unknown", 0,
                        sum(last[dead, "sent"] for dead in DEAD) - unknown)
    if not freezes:
        section.exactly(f"{name}: frames unaccounted for", 0, out.unaccounted())
    section.exactly(f"{name}: frames dropped for another reason", 0, sum(causes.values()))


def experiment(bench, seeds=SEEDS):
    """All of it"""
    section = Section(NAME, "Flooding", [
        "two leaves, t0 and t1, and two tops, la and lb; C = 1 Gb/s and 2 us on every link; "
        "all traffic is of one lossless priority, frames of 1000 bytes (1024 on the wire), "
        "each late by a random time below 8 us",
        "XOFF 40000, XON 10000, XOFF − XON 30000 bytes; the headroom is the default, 256 KiB",
        "h1 > h5 (0.40 C) and h1 > h3 (0.25 C) by la, h4 > h1 (0.40 C) and h4 > h2 (0.25 C) "
        "by lb; h2 and h3 are dead, and their leaves have no FDB entry for them any more; "
        "three hosts beside h5 send to it at C from 0 to 20 ms",
        "no path goes round, but copies of what is flooded do (Guo et al., SIGCOMM 2016): "
        "frozen for good, nothing arrives from 50 ms to 100 ms, and when the sources have "
        "ended frames still wait",
        "with flood-lossless drop at the switches each frame to the dead is dropped where it "
        "would be flooded, and the living get what they offer, within 1 %; so they do where "
        "nobody is dead",
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
    """A fault: the switches flood it all the same"""
    given["ports"] = given["ports"][:1]


FAULT = (lenient, SEEDS[:1])
