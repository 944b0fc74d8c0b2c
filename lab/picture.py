# SPDX-License-Identifier: GPL-2.0-only
"""A run in a picture: throughput, occupancy, pauses and drops over time."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

from svg import Svg  # noqa: E402

WIDTH, LEFT, RIGHT, TOP = 1240, 92, 250, 60
HEIGHT, GAP, ROW = 190, 64, 15
MOST = 10	# curves in a chart
COLUMNS = 900	# points of a curve
MEANS = 120	# points of a curve of throughput, at most
COLOURS = ("#1f5fa8", "#d1701c", "#2e8b57", "#b03a7a", "#6a51a3", "#8c6d31",
           "#c01822", "#17809b", "#5d7a00", "#777777")


def _step(top):
    """A round number, of which a few make the top"""
    step = 1
    while step * 50 < top:
        step *= 10
    for factor in (1, 2, 5, 10, 20, 50):
        if step * factor * 6 >= top:
            return step * factor
    return top


def _thin(xs, ys):
    """Of many points in a column, the extremes"""
    size = -(-len(xs) // COLUMNS)
    if size <= 2:
        return list(zip(xs, ys))
    points = []
    for i in range(0, len(xs), size):
        part = list(zip(ys[i:i + size], xs[i:i + size]))
        points += sorted({(x, y) for y, x in (min(part), max(part))})
    return points


class Chart:
    """Curves (name, xs, ys), or strips (name, xs, shares from 0 to 1), each on a
    row of its own."""

    def __init__(self, title, curves=(), strips=(), marks=()):
        self.title, self.strips, self.marks = title, strips, marks
        self.curves = [curve for curve in curves if any(curve[2])][:MOST]
        self.left_out = sum(any(curve[2]) for curve in curves) - len(self.curves)
        self.height = ROW * len(strips) if strips else HEIGHT

    def draw(self, svg, y0, span):
        """Draws it below y0, for xs within the span"""
        self.svg, self.y0, self.span = svg, y0, span
        svg.text(LEFT, y0 - 8, self.title, "title")
        step = _step(span[1] - span[0])
        mark = -(-span[0] // step) * step
        while mark <= span[1]:
            x = self.x(mark)
            svg.line(x, y0, x, y0 + self.height + 4, "grid")
            svg.text(x, y0 + self.height + 18, f"{mark:g}", "mid")
            mark += step
        if self.strips:
            self._draw_strips()
        else:
            self._draw_curves()
        svg.line(LEFT, y0 + self.height, WIDTH - RIGHT, y0 + self.height, "axis")

    def x(self, value):
        """Where a value is across"""
        low, high = self.span
        return LEFT + (value - low) * (WIDTH - RIGHT - LEFT) / ((high - low) or 1)

    def _draw_curves(self):
        svg, bottom = self.svg, self.y0 + self.height
        top = max([max(ys) for _, _, ys in self.curves] +
                  [value for _, value in self.marks] + [1]) * 1.05

        def up(value):
            return bottom - value * self.height / top

        for i in range(int(top / _step(top)) + 1):
            value = i * _step(top)
            svg.line(LEFT, up(value), WIDTH - RIGHT, up(value), "grid")
            svg.text(LEFT - 8, up(value) + 4, f"{value:g}", "ends")
        for name, value in self.marks:
            svg.line(LEFT, up(value), WIDTH - RIGHT, up(value), "threshold")
            svg.text(LEFT + 4, up(value) - 4, name)
        for i, (name, xs, ys) in enumerate(self.curves):
            points = " ".join(f"{self.x(x):.1f},{up(y):.1f}"
                              for x, y in _thin(xs, ys))
            svg.add(f'<polyline points="{points}" fill="none" stroke="{COLOURS[i]}"'
                    f' stroke-width="1.4"/>')
            svg.legend(WIDTH - RIGHT + 12, self.y0 + 12 + 17 * i,
                       [(COLOURS[i], name, 0)])
        if self.left_out:
            svg.text(WIDTH - RIGHT + 40, self.y0 + 12 + 17 * len(self.curves),
                     f"and {self.left_out} more, not drawn")

    def _draw_strips(self):
        for row, (name, xs, shares) in enumerate(self.strips):
            y = self.y0 + row * ROW
            self.svg.text(WIDTH - RIGHT + 12, y + ROW - 4, name)
            for x0, x1, share in zip(xs, xs[1:], shares):
                if share:
                    self.svg.rect(self.x(x0), y + 2, self.x(x1) - self.x(x0) + 0.1,
                                  ROW - 4, COLOURS[row % len(COLOURS)], share)


def draw(title, charts, label):
    """Charts below each other, on one axis with that label: an SVG"""
    charts = [chart for chart in charts if chart.curves or chart.strips]
    xs = [x for chart in charts for curve in (*chart.curves, *chart.strips)
          for x in (curve[1][0], curve[1][-1])]
    svg = Svg(WIDTH, TOP + sum(chart.height + GAP for chart in charts) + 20)
    svg.text(LEFT, 28, title, "head")
    y = TOP + 20
    for chart in charts:
        chart.draw(svg, y, (min(xs), max(xs)))
        y += chart.height + GAP
    svg.text(WIDTH - RIGHT, y - GAP + 36, label, "ends")
    return str(svg)


def _slopes(times, values):
    """Change by unit of time, of each interval"""
    return [(after - before) / ((end - begin) or 1) for begin, end, before, after
            in zip(times, times[1:], values, values[1:])]


def _of_ports(outcome, kind, counter):
    """(name, values) of the ports' series that are not always 0, largest first"""
    found = []
    for port, of, number, name in outcome.port_series:
        if (of, name) == (kind, counter):
            found.append((f"{port} {'PG' if kind == 'pg' else 'priority'} {number}",
                          outcome.port_over_time(port, kind, number, name)))
    return sorted(found, key=lambda entry: -max(entry[1]))


def picture(outcome):
    """The picture of a run"""
    times = [time / 1e6 for time in outcome.times]
    every = -(-len(times) // MEANS)
    spans = times[::every]
    throughput = [
        (flow.name, [(a + b) / 2 for a, b in zip(spans, spans[1:])],
         [slope * flow.wire_bits / 1e3 for slope in _slopes(
             spans, outcome.flow_over_time(flow.name, "received")[::every])])
        for flow in outcome.fabric.flows]
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
