# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of a run: throughput, occupancy, pauses and drops over time."""

import re

from matplotlib.colors import to_rgba

from scripts.report import figure

WIDTH, HEIGHT, ROW, TITLE = 13, 2.6, 0.2, 0.9	# inches
MOST = 10	# maximum number of curves in a chart
MEANS = 120	# maximum number of points of a throughput curve
COLOURS = ("#1f5fa8", "#d1701c", "#2e8b57", "#b03a7a", "#6a51a3", "#8c6d31",
           "#c01822", "#17809b", "#5d7a00", "#777777")


class Chart:
    """A chart of curves (name, xs, ys), or of strips (name, xs, shares from 0 to 1).

    Each strip is a row of bars; a larger share has a stronger colour.
    """

    def __init__(self, title, curves=(), strips=()):
        self.title, self.strips = title, strips
        nonzero = [curve for curve in curves if any(curve[2])]
        self.curves, self.left_out = nonzero[:MOST], len(nonzero[MOST:])
        self.height = ROW * len(strips) + TITLE if strips else HEIGHT

    def draw(self, axes):
        """Draws the chart"""
        axes.set_title(self.title, loc="left", fontsize="medium")
        axes.set_axisbelow(True)
        axes.grid(True, color="#e4e6ea")
        if self.strips:
            self._draw_strips(axes)
        else:
            self._draw_curves(axes)

    def _draw_curves(self, axes):
        for colour, (name, xs, ys) in zip(COLOURS, self.curves):
            axes.plot(xs, ys, color=colour, label=name, linewidth=1.2)
        if self.left_out:
            axes.plot([], [], " ", label=f"{self.left_out} more, not drawn")
        unit = re.search(r"\(([^)]*)\)", self.title)
        axes.set_ylabel(unit[1] if unit else self.title)
        axes.set_ylim(bottom=0)
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), fontsize="small")

    def _draw_strips(self, axes):
        for row, (_, xs, shares) in enumerate(self.strips):
            bars = [(x, end - x, share) for x, end, share in zip(xs, xs[1:], shares)
                    if share > 0]
            axes.broken_barh([(x, width) for x, width, _ in bars], (row - 0.4, 0.8),
                             linewidth=0, facecolors=[
                                 to_rgba(COLOURS[row % len(COLOURS)], min(share, 1))
                                 for *_, share in bars])
        axes.set_yticks(range(len(self.strips)), [name for name, _, _ in self.strips])
        axes.yaxis.tick_right()
        axes.set_ylim(len(self.strips) - 0.5, -0.5)


def draw(title, charts, label):
    """Return: the charts as SVG, one below the other; label: text of their common x axis"""
    charts = [chart for chart in charts if chart.curves or chart.strips]
    heights = [chart.height for chart in charts]
    drawing = figure.new(WIDTH, sum(heights) + TITLE)
    drawing.suptitle(title)
    if charts:
        rows = drawing.subplots(len(charts), 1, sharex=True, squeeze=False,
                                gridspec_kw={"height_ratios": heights})
        for chart, (axes,) in zip(charts, rows):
            chart.draw(axes)
        rows[0, 0].margins(x=0)
        rows[-1, 0].set_xlabel(label)
    return figure.svg(drawing)


def _slopes(times, values):
    """Change per unit of time in each interval"""
    return [(after - before) / ((end - begin) or 1) for begin, end, before, after
            in zip(times, times[1:], values, values[1:])]


def _of_ports(outcome, kind, counter):
    """Return: (name, values) of a counter wherever it is nonzero, highest maximum first"""
    found = []
    for port, of, number, name in outcome.port_series:
        if (of, name) == (kind, counter):
            found.append((f"{port} {'PG' if kind == 'pg' else 'priority'} {number}",
                          outcome.port_over_time(port, kind, number, name)))
    return sorted(found, key=lambda entry: -max(entry[1]))


def _throughput(outcome, every, spans):
    """Return: curves of the throughput of each flow, and of all messages of each workload, Mb/s"""
    samples = -(-len(outcome.times) // every)
    bits = {}	# {name: bits that have arrived, at each of the times}
    for flow in outcome.fabric.flows:
        name = flow.workload.name if flow.workload else flow.name
        received = outcome.flow_over_time(flow.name, "received")[::every]
        before = bits.get(name, [0] * samples)
        bits[name] = [old + frames * flow.wire_bits for old, frames in zip(before, received)]
    return [(name, [(a + b) / 2 for a, b in zip(spans, spans[1:])],
             [slope / 1e3 for slope in _slopes(spans, values)])
            for name, values in bits.items()]


def picture(outcome):
    """Return: the picture of a run as SVG"""
    times = [time / 1e6 for time in outcome.times]
    every = -(-len(times) // MEANS)
    spans = times[::every]
    throughput = _throughput(outcome, every, spans)
    occupancy = [(name, times, [value / 1024 for value in values])
                 for name, values in _of_ports(outcome, "pg", "occupancy")]
    pauses = [(name, times, [slope / 1e6 for slope in _slopes(times, values)])
              for name, values in _of_ports(outcome, "prio", "rx_pause_time")]
    drops = [(f"{port} {kind} {number} {name}", times,
              outcome.port_over_time(port, kind, number, name))
             for port, kind, number, name in outcome.drops()]
    return draw(outcome.fabric.title or "A fabric in virtual time", [
        Chart("throughput (Mb/s)", throughput),
        Chart("occupancy (KiB)", occupancy),
        Chart("paused by the peer (share of time)", strips=pauses[:40]),
        Chart("drops (frames)", drops)], "time (ms)")
