# SPDX-License-Identifier: GPL-2.0-only
"""Slowdown: completion times of WebSearch messages with PFC, with PFC and DCQCN, and with losses."""

from statistics import mean, median

from .. import fct
from ..picture import Chart, draw
from .report import Section

NAME = "slowdown"
SEEDS = (1, 2)
SMALL, LARGE = 30 * 10**3, 10**6	# bytes: messages below and above
KINDS = {"pfc": "PFC", "dcqcn": "PFC and DCQCN", "lossy": "lossy, go-back-N"}


def describe(bench, kind, seed):
    """The fabric with these senders"""
    given = bench.template(NAME) | {"seed": seed}
    if kind == "dcqcn":
        given["workloads"][0]["control"] = "dcqcn"
    if kind == "lossy":
        given["port"] = {}
        given["ports"][0] = {"at": "switches", "queue": {"3": {"limit": "200K"}}}
        given["workloads"][0] |= {"reliable": True, "go-back-n": {"timeout": "1ms"}}
    return given


class Messages:
    """The messages of the runs of a kind"""

    def __init__(self, bench, kind, seeds):
        self.outcomes = [bench.run(f"{NAME}-{kind}-{seed}", describe(bench, kind, seed))
                         for seed in seeds]
        self.found = [(record, self._slowdown(outcome, record)) for outcome in self.outcomes
                      for record in fct.records(outcome)]

    @staticmethod
    def _slowdown(outcome, record):
        """A message that has not arrived takes at least until the end of the run"""
        return record.slowdown or (outcome.fabric.duration - record.start) / record.ideal

    def slowdowns(self, low, high):
        """Return: the slowdowns of the messages with sizes in [low, high)"""
        return sorted(value for record, value in self.found if low <= record.size < high)

    @property
    def unfinished(self):
        """Share of the messages that have not arrived"""
        return sum(record.fct is None for record, _ in self.found) / len(self.found)

    def total(self, counter):
        """Sum of a counter of all flows"""
        return sum(outcome.flow(flow.name, counter) for outcome in self.outcomes
                   for flow in outcome.fabric.flows)

    def dropped(self):
        """Frames dropped"""
        return sum(sum(outcome.drops().values()) for outcome in self.outcomes)

    def curve(self, what):
        """The distribution of the slowdowns"""
        values = self.slowdowns(0, float("inf"))
        return (what, values, [100 * (i + 1) / len(values) for i in range(len(values))])


def experiment(bench, seeds=SEEDS):
    """Runs the experiment"""
    section = Section(NAME, "Slowdown", [
        "8 hosts below 2 switches, 2 paths between them; C = 10 Gb/s and 1 us on every link; "
        "WebSearch messages at random times between random hosts, load 0.5; the same messages "
        f"for all kinds of senders; {len(seeds)} seeds",
        "PFC: alpha 1/8; PFC and DCQCN: also ECN marking from 20 to 100 KiB, up to 20 %; lossy: "
        "queues of at most 200 KiB, no PFC, go-back-N with a timeout of 1 ms",
        "slowdown: completion time, divided by that in an idle fabric; a message that has not "
        "arrived at the end counts with the time until then",
        "without losses and with rate control, small messages (below 30 KB) do not wait behind "
        "the pauses of large ones (Zhu et al., SIGCOMM 2015): their mean slowdown is below a "
        "fifth; large messages (above 1 MB) pay for it with lower rates",
        "go-back-N needs PFC: with losses it sends so many packets again that most messages take "
        "longer (Mittal et al., SIGCOMM 2018)",
    ])
    runs = {kind: Messages(bench, kind, seeds) for kind in KINDS}
    small = {kind: mean(run.slowdowns(0, SMALL)) for kind, run in runs.items()}
    large = {kind: median(run.slowdowns(LARGE, float("inf"))) for kind, run in runs.items()}
    every = {kind: mean(run.slowdowns(0, float("inf"))) for kind, run in runs.items()}
    section.between("small messages, mean: DCQCN / PFC", 0.1, small["dcqcn"] / small["pfc"], 0,
                    0.2)
    section.between("small messages, mean: DCQCN / lossy", 0.1, small["dcqcn"] / small["lossy"], 0,
                    0.2)
    section.between("large messages, median: PFC / DCQCN", 0.6, large["pfc"] / large["dcqcn"], 0,
                    0.9)
    section.between("large messages, median: PFC / lossy", 0.5, large["pfc"] / large["lossy"], 0,
                    0.8)
    section.between("all messages, mean: DCQCN / PFC", 0.2, every["dcqcn"] / every["pfc"], 0, 0.4)
    section.between("all messages, mean: PFC / lossy", 0.5, every["pfc"] / every["lossy"], 0, 0.8)
    for kind, run in runs.items():
        what = KINDS[kind]
        if kind == "lossy":
            section.between(f"{what}: frames sent again, share", 0.2, run.total("retransmitted") /
                            run.total("sent"), 0.05, 1)
            section.between(f"{what}: frames dropped", 1000, run.dropped(), 1000)
        else:
            section.exactly(f"{what}: frames dropped", 0, run.dropped())
            section.between(f"{what}: messages that have not arrived, share", 0, run.unfinished,
                            0, 0.02)
        section.all_exactly(f"{what}: frames unaccounted for", 0, [
            outcome.unaccounted() for outcome in run.outcomes])
    section.picture = draw(section.title, [Chart("messages (%)", [
        run.curve(KINDS[kind]) for kind, run in runs.items()])], "slowdown")
    return section


def without_marks(given):
    """A fault: the switches do not mark"""
    queue = given["ports"][0].get("queue", {}).get("3", {})
    if "ecn-kmin" in queue:
        queue |= {"ecn-kmin": "500M", "ecn-kmax": "501M"}


FAULT = (without_marks, SEEDS[:1])
