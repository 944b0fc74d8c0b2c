# SPDX-License-Identifier: GPL-2.0-only
"""A picture of buffers and pauses over time, in SVG."""

from svg import Svg

WIDTH, LEFT, RIGHT = 1240, 86, 118
HEIGHT, GAP, TOP, BOTTOM = 236, 96, 92, 74
STRIP = 11	# of paused intervals, one a port, below a plot
COLOURS = {"p1": "#1f5fa8", "p2": "#d1701c"}
LOSSY, LOST = "#8a8f98", "#c01822"
MS = 1000000


class Plot:
    """One plot: what waits at the switch over a span of time."""

    def __init__(self, svg, title, row, span, top):
        self.svg, self.span, self.limit = svg, span, top
        self.x0, self.x1 = LEFT, WIDTH - RIGHT
        self.y0 = TOP + row * (HEIGHT + GAP)
        self.y1 = self.y0 + HEIGHT
        svg.text(self.x0, self.y0 - 10, title, "title")

    def x(self, time):
        low, high = self.span
        time = min(max(time, low), high)
        return self.x0 + (time - low) * (self.x1 - self.x0) / (high - low)

    def y(self, size):
        return self.y1 - min(size, self.limit) * HEIGHT / self.limit

    def axes(self, origin, step, strips=2):
        """Origin: the time that is 0 on the axis; step: of its marks, ms;
        strips: room for so many of them."""
        below = self.y1 + 20 + strips * (STRIP + 2)
        for size in range(0, self.limit + 1, 64 << 10):
            y = self.y(size)
            self.svg.line(self.x0, y, self.x1, y, "grid")
            self.svg.text(self.x0 - 8, y + 4, str(size >> 10), "ends")
        low = (self.span[0] - origin) // MS
        high = (self.span[1] - origin) // MS
        for mark in range(-(-low // step) * step, high + 1, step):
            x = self.x(origin + mark * MS)
            self.svg.line(x, self.y1, x, self.y1 + 5, "axis")
            self.svg.text(x, below, str(mark), "mid")
        self.svg.line(self.x0, self.y0, self.x0, self.y1, "axis")
        self.svg.line(self.x0, self.y1, self.x1, self.y1, "axis")
        self.svg.text(self.x1, below + 16, "time (ms)", "ends")
        middle = (self.y0 + self.y1) / 2
        self.svg.add(f'<text class="mid" transform="translate(26 {middle:.0f})'
                     f' rotate(-90)">occupancy (KiB)</text>')

    def threshold(self, size, name):
        y = self.y(size)
        self.svg.line(self.x0, y, self.x1, y, "threshold")
        self.svg.text(self.x1 + 6, y + 4, f"{name} {size >> 10} KiB")

    def curve(self, steps, colour, width=1.6):
        """Steps (time, bytes); of many in one pixel, the extremes."""
        points, column, total = [], None, 0
        for time, size in steps:
            if time < self.span[0]:
                total = size
                continue
            if time > self.span[1]:
                points.append((self.x1, total))
                break
            x = round(self.x(time), 1)
            if x != column:
                points.append((x, total))
            points.append((x, size))
            column, total = x, size
        path = " ".join(f"{x:.1f},{self.y(size):.1f}" for x, size in points)
        self.svg.add(f'<polyline points="{path}" fill="none" '
                     f'stroke="{colour}" stroke-width="{width}"/>')

    def pauses(self, port, intervals, row, shade):
        """A strip below the plot of what is paused, and a shade in it."""
        colour, y = COLOURS[port], self.y1 + 7 + row * (STRIP + 2)
        self.svg.text(self.x0 - 8, y + STRIP - 1, f"{port} paused", "small")
        for start, end in intervals:
            if end < self.span[0] or start > self.span[1]:
                continue
            x, width = self.x(start), max(self.x(end) - self.x(start), 0.6)
            if shade:
                self.svg.rect(x, self.y0, width, HEIGHT, colour, 0.12)
            self.svg.rect(x, y, width, STRIP, colour, 0.85)

    def losses(self, times):
        for x in sorted({round(self.x(time)) for time in times}):
            self.svg.line(x, self.y0, x, self.y0 + 12, "lost")


def _buffers(plot, run):
    for port in ("p1", "p2"):
        plot.curve(run.occupancy(port, 0), LOSSY, 0.8)
    for port in ("p1", "p2"):
        plot.curve(run.occupancy(port, 26), COLOURS[port])


def _with_pfc(plot, run, pauses, limits, shade):
    for row, port in enumerate(("p1", "p2")):
        plot.pauses(port, pauses[port], row, shade)
    _buffers(plot, run)
    plot.threshold(limits["xoff"], "XOFF")
    plot.threshold(limits["xon"], "XON")


def draw(without, with_pfc, pauses, lost, limits, zoom=80 * MS):
    """The picture of two runs.

    Pauses: intervals by port; lost: times of arrivals that were dropped;
    limits: xoff, xon and limit in bytes.
    """
    start = {run: run.span()[0] for run in (without, with_pfc)}
    length = max(run.span()[1] - run.span()[0] for run in start)
    length = -(-length // (20 * MS)) * 20 * MS
    top = (max(run.peak() for run in start) // (64 << 10) + 2) * (64 << 10)
    svg = Svg(WIDTH, TOP + 3 * HEIGHT + 2 * GAP + BOTTOM)
    svg.text(LEFT, 28, "Incast: two hosts at 1 Gb/s send to one at 100 Mb/s",
             "head")
    svg.legend(LEFT, 54, [
        (COLOURS["p1"], "p1, priority 3", 0), (COLOURS["p2"], "p2, priority 3", 0),
        (LOSSY, "p1 and p2, priority 0", 0),
        (COLOURS["p1"], "p1 paused", 0.3), (COLOURS["p2"], "p2 paused", 0.3),
        (LOST, "priority 3 datagrams lost", 1)])

    plot = Plot(svg, f"Without PFC: priority 3 loses {len(lost)} datagrams",
                0, (start[without], start[without] + length), top)
    plot.axes(start[without], 50, 0)
    _buffers(plot, without)
    plot.threshold(limits["limit"], "limit")
    plot.losses(lost)

    plot = Plot(svg, "With PFC on priority 3: it loses nothing, its senders "
                "wait", 1, (start[with_pfc], start[with_pfc] + length), top)
    plot.axes(start[with_pfc], 50)
    _with_pfc(plot, with_pfc, pauses, limits, False)

    plot = Plot(svg, f"With PFC, the first {zoom // MS} ms",
                2, (start[with_pfc], start[with_pfc] + zoom), top)
    plot.axes(start[with_pfc], 5)
    _with_pfc(plot, with_pfc, pauses, limits, True)
    return str(svg)
