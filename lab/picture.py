# SPDX-License-Identifier: GPL-2.0-only
"""Charts of curves, for experiments."""

import re

from scripts.report import figure

WIDTH, HEIGHT, TITLE = 13, 2.6, 0.9	# inches
MOST = 10	# maximum number of curves in a chart
COLOURS = ("#1f5fa8", "#d1701c", "#2e8b57", "#b03a7a", "#6a51a3", "#8c6d31",
           "#c01822", "#17809b", "#5d7a00", "#777777")


class Chart:
    """A chart of curves (name, xs, ys)."""

    def __init__(self, title, curves):
        self.title = title
        nonzero = [curve for curve in curves if any(curve[2])]
        self.curves, self.left_out = nonzero[:MOST], len(nonzero[MOST:])

    def draw(self, axes):
        """Draws the chart"""
        axes.set_title(self.title, loc="left", fontsize="medium")
        axes.set_axisbelow(True)
        axes.grid(True, color="#e4e6ea")
        for colour, (name, xs, ys) in zip(COLOURS, self.curves):
            axes.plot(xs, ys, color=colour, label=name, linewidth=1.2)
        if self.left_out:
            axes.plot([], [], " ", label=f"{self.left_out} more, not drawn")
        unit = re.search(r"\(([^)]*)\)", self.title)
        axes.set_ylabel(unit[1] if unit else self.title)
        axes.set_ylim(bottom=0)
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), fontsize="small")


def draw(title, charts, label):
    """Return: the charts as SVG, one below the other; label: text of their common x axis"""
    charts = [chart for chart in charts if chart.curves]
    drawing = figure.new(WIDTH, HEIGHT * len(charts) + TITLE)
    drawing.suptitle(title)
    if charts:
        rows = drawing.subplots(len(charts), 1, sharex=True, squeeze=False)
        for chart, (axes,) in zip(charts, rows):
            chart.draw(axes)
        rows[0, 0].margins(x=0)
        rows[-1, 0].set_xlabel(label)
    return figure.svg(drawing)
