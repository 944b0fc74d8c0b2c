# SPDX-License-Identifier: GPL-2.0-only
"""Writes all results of a run."""

import functools

from scripts.report import figure

from .. import capture, fct
from . import (drop_plot, drops, fct_plot, flows, freezes, occupancy, occupancy_plot, pause_plot,
               pauses, report, style, summary, throughput, topology)
from .limits import Limits

LONG = ("occupancy", "fct")	# tables that the report does not contain


class Results:
    """The tables of a run, each computed once"""

    def __init__(self, outcome):
        self.outcome, self.limits = outcome, Limits(outcome)
        self.used, self.freezing = occupancy.used(outcome), freezes.found(outcome)
        self.pauses = pauses.table(outcome)
        self.freezes = freezes.table(outcome, self.freezing)

    @functools.cached_property
    def tables(self):
        """All Tables"""
        return [flows.table(self.outcome), *flows.sender_tables(self.outcome),
                *fct.tables(self.outcome), self.pauses, self.freezes,
                occupancy.summary(self.outcome, self.limits, self.used),
                drops.table(self.outcome),
                occupancy.series(self.outcome, self.limits, self.used)]

    def sentences(self):
        """Return: the first sentences of the report"""
        dropped = next(table for table in self.tables if table.name == "drops")
        return summary.sentences(self.outcome, self.pauses, dropped)

    def _figures(self):
        """Yields (name, heading, Figure or None)"""
        outcome = self.outcome
        yield "topology", "Fabric", topology.draw(outcome.fabric)
        yield "throughput", "Throughput", throughput.draw(outcome)
        yield "slowdown", "Slowdown by message size", fct_plot.by_size(outcome)
        yield "slowdown-cdf", "Distribution of the slowdown", fct_plot.distribution(outcome)
        yield "pauses", "Pauses", pause_plot.draw(outcome, self.pauses, self.freezes,
                                                  self.freezing)
        for kind, heading in (("pg", "Occupancy of priority groups"), ("queue", "Egress queues")):
            yield f"occupancy-{kind}", heading, occupancy_plot.draw(
                outcome, self.limits, [entry for entry in self.used if entry[1] == kind])
        yield "drops", "Drops", drop_plot.draw(outcome)

    def pictures(self):
        """Return: {name: (heading, SVG)}"""
        with style.context():
            return {name: (heading, figure.svg(drawing))
                    for name, heading, drawing in self._figures() if drawing}


def tables(outcome):
    """Writes result.json, series.json, all tables and the captures. Return: the Results"""
    outcome.write()
    capture.write(outcome)
    results = Results(outcome)
    for table in results.tables:
        table.write(outcome.directory)
    return results


def everything(outcome):
    """Writes the tables, the plots and the report"""
    results = tables(outcome)
    pictures = results.pictures()
    folder = outcome.directory / "plots"
    folder.mkdir(exist_ok=True)
    for name, (_, svg) in pictures.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    shown = [table for table in results.tables if table.name not in LONG]
    (outcome.directory / "report.html").write_text(
        report.page(outcome, results.sentences(), pictures, shown), encoding="utf-8")
