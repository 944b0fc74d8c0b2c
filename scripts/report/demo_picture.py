# SPDX-License-Identifier: GPL-2.0-only
"""Picture of buffer occupancy and pauses over time."""

from matplotlib.lines import Line2D
from matplotlib.patches import Patch

import figure
from figure import COLOURS, GREY, RED

KIB = 1024
MS = 1000000	# ns


class Plot:
    """Occupancy of the switch over a time span (begin, end) in ns.

    The time axis shows the milliseconds since begin.
    """

    def __init__(self, axes, title, span, top):
        self.axes, self.span = axes, span
        axes.set_title(title, loc="left")
        axes.set_xlim(0, self.ms(span[1]))
        axes.set_ylim(0, top / KIB)
        axes.set_yticks(range(0, top // KIB + 1, 64))
        axes.set_ylabel("occupancy (KiB)")
        axes.set_xlabel("time (ms)")
        axes.set_axisbelow(True)
        axes.grid(True, color="#e4e6ea")

    def ms(self, time):
        """Return: the position on the time axis, ms, of a time in a capture, ns"""
        return (time - self.span[0]) / MS

    def threshold(self, size, name):
        """Draws a labelled line at a size in bytes"""
        self.axes.axhline(size / KIB, color="#444444", linestyle="--", linewidth=1.2)
        self.axes.annotate(f"{name} {size // KIB} KiB", (1.005, size / KIB), va="center",
                           xycoords=("axes fraction", "data"), annotation_clip=False)

    def curve(self, steps, colour, width=1.4):
        """Draws a curve of steps (time in ns, bytes)"""
        steps = [(time, size) for time, size in steps if time <= self.span[1]]
        if steps:
            self.axes.step([self.ms(time) for time, _ in steps],
                           [size / KIB for _, size in steps],
                           where="post", color=colour, linewidth=width)

    def occupancy(self, run):
        """Draws the occupancy of both ports, for each priority"""
        for port in COLOURS:
            self.curve(run.occupancy(port, 0), GREY, 0.8)
        for port in COLOURS:
            self.curve(run.occupancy(port, 26), COLOURS[port])

    def losses(self, times):
        """Draws a mark at the top for each time of a loss, at most five per ms"""
        marks = sorted({round(self.ms(time) * 5) / 5 for time in times})
        self.axes.vlines(marks, 0.94, 1, RED, linewidth=0.8,
                         transform=self.axes.get_xaxis_transform())

    def pauses(self, strips, pauses, shade):
        """Draws the paused intervals of each port.

        strips: other axes, in which each port has a row; shade: whether to shade the
        intervals in this plot, too.
        """
        for row, (port, colour) in enumerate(COLOURS.items()):
            bars = [(self.ms(begin), (end - begin) / MS) for begin, end in pauses[port]
                    if begin <= self.span[1]]
            strips.broken_barh(bars, (-row - 0.4, 0.8), color=colour)
            if shade:
                self.axes.broken_barh(bars, (0, 1), color=colour, alpha=0.12, linewidth=0,
                                      transform=self.axes.get_xaxis_transform())
        strips.set_yticks([0, -1], [f"{port} paused" for port in COLOURS])
        strips.set_xlabel("time (ms)")
        self.axes.set_xlabel("")
        self.axes.tick_params(labelbottom=False)


def _legend(axes):
    axes.axis("off")
    axes.legend(handles=[
        *(Line2D([], [], color=colour, label=f"{port}, priority 3")
          for port, colour in COLOURS.items()),
        Line2D([], [], color=GREY, label="p1 and p2, priority 0"),
        *(Patch(color=colour, alpha=0.3, label=f"{port} paused")
          for port, colour in COLOURS.items()),
        Line2D([], [], color=RED, label="priority 3 datagrams lost")],
        loc="center left", ncol=6, frameon=False)


def draw(without, with_pfc, pauses, lost, limits, zoom=80 * MS):
    """Return: the picture of two runs as SVG.

    pauses: paused intervals by port; lost: arrival times of dropped frames;
    limits: xoff, xon and limit in bytes.
    """
    begin = {run: run.span()[0] for run in (without, with_pfc)}
    length = max(run.span()[1] - run.span()[0] for run in begin)
    length = -(-length // (20 * MS)) * 20 * MS
    top = (max(run.peak() for run in begin) // (64 * KIB) + 2) * 64 * KIB
    whole = figure.new(13, 12)
    whole.suptitle("Incast: two hosts at 1 Gb/s send to one at 100 Mb/s")
    rows = whole.subplots(6, 1, gridspec_kw={"height_ratios": (0.5, 6, 6, 0.9, 6, 0.9)})
    _legend(rows[0])

    plot = Plot(rows[1], f"Without PFC: priority 3 loses {len(lost)} datagrams",
                (begin[without], begin[without] + length), top)
    plot.occupancy(without)
    plot.threshold(limits["limit"], "limit")
    plot.losses(lost)
    for axes, strips, title, span in (
            (rows[2], rows[3], "With PFC on priority 3: no loss, the senders pause", length),
            (rows[4], rows[5], f"With PFC, the first {zoom // MS} ms", zoom)):
        strips.sharex(axes)
        plot = Plot(axes, title, (begin[with_pfc], begin[with_pfc] + span), top)
        plot.pauses(strips, pauses, span == zoom)
        plot.occupancy(with_pfc)
        plot.threshold(limits["xoff"], "XOFF")
        plot.threshold(limits["xon"], "XON")
    return figure.svg(whole)
