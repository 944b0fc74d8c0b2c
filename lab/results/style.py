# SPDX-License-Identifier: GPL-2.0-only
"""Style of all plots: one meaning for each colour.

The colours are those of Okabe and Ito, which people with any colour blindness can distinguish.
"""

import matplotlib

from scripts.report import figure

OCCUPANCY, QUEUE = "#0072B2", "#56B4E9"	# of PGs, of queues
XOFF, XON = "#D55E00", "#009E73"
PAUSED, FROZEN = "#CC79A7", "#000000"
DROPS = "#000000"
NEUTRAL, GRID, FAINT = "#666666", "#e4e6ea", "#bbbbbb"
# Flows and workloads; no other plot element has these colours
FLOWS = ("#E69F00", "#542788", "#80CDC1", "#8C510A")
# Widths of lines, by their number.  Lines that coincide stay visible: each is narrower than the one
# below it
WIDTHS = ((), (1.3,), (2.8, 1.1), (3.4, 2.1, 0.9), (4.2, 2.8, 1.8, 0.9))
DASHES = ("-", "--", ":", "-.", (0, (8, 2, 1, 2, 1, 2)), (0, (1, 3)))
WIDTH = 7.2	# inches: two columns of a paper
POINTS = 500	# maximum number of points of a curve
SIZE = {"font.size": 8, "axes.titlesize": 8, "axes.labelsize": 8, "legend.fontsize": 7,
        "xtick.labelsize": 7, "ytick.labelsize": 7, "axes.linewidth": 0.6,
        "xtick.major.width": 0.6, "ytick.major.width": 0.6, "axes.spines.top": False,
        "axes.spines.right": False, "axes.axisbelow": True, "axes.titlelocation": "left",
        "legend.frameon": False, "hatch.linewidth": 0.5}


def context():
    """Return: the context in which all plots are drawn and written"""
    return matplotlib.rc_context(SIZE)


def rows(heights, shared=True):
    """Return: a new Figure, and Axes one below the other; heights: inches"""
    drawing = figure.new(WIDTH, sum(heights) + 0.25)
    axes = drawing.subplots(len(heights), 1, sharex=shared, squeeze=False,
                            gridspec_kw={"height_ratios": heights})[:, 0]
    for one in axes:
        one.grid(True, color=GRID, linewidth=0.6)
    return drawing, axes


def legend(axes, **more):
    """Draws the legend right of the plot, where it hides nothing"""
    axes.legend(**({"loc": "upper left", "bbox_to_anchor": (1.005, 1.04), "borderaxespad": 0,
                    "handlelength": 2.6} | more))


def thin(times, *curves):
    """Return: times and curves with at most POINTS values: of the samples in an interval the
    maximum"""
    step = -(-len(times) // POINTS)
    if step == 1:
        return [times, *curves]
    starts = range(0, len(times), step)
    return [[times[i] for i in starts],
            *([max(curve[i:i + step]) for i in starts] for curve in curves)]


def left_out(number, file):
    """Return: the end of a title: how many entries a plot does not show, and where they are"""
    return f"; {number} more in {file}.csv" if number > 0 else ""


def time_unit(duration):
    """Return: (name of a unit, its length in ns) for the x axis of a run"""
    return next((unit for unit in (("s", 10**9), ("ms", 10**6), ("µs", 10**3))
                 if duration >= 2 * unit[1]), ("ns", 1))


def size_unit(maximum):
    """Return: (name of a unit, its bytes) for sizes up to the maximum"""
    return next((unit for unit in (("MiB", 1 << 20), ("KiB", 1 << 10)) if maximum >= 2 * unit[1]),
                ("bytes", 1))


def rate_unit(maximum):
    """Return: (name of a unit, its bit/s) for rates up to the maximum"""
    return ("Gb/s", 1e9) if maximum >= 2e9 else ("Mb/s", 1e6)


def rate_text(rate):
    """Return: a rate with its unit"""
    name, unit = ("Gb/s", 1e9) if rate >= 1e9 else ("Mb/s", 1e6)
    return f"{rate / unit:g} {name}"


def duration_text(time):
    """Return: a time in ns with a unit and three digits"""
    name, unit = next((unit for unit in (("s", 1e9), ("ms", 1e6), ("µs", 1e3))
                       if time >= unit[1]), ("ns", 1))
    return f"{time / unit:.3g} {name}"


def size_text(size):
    """Return: a size in bytes with a unit, as short as possible"""
    for name, unit in (("M", 10**6), ("K", 10**3)):
        if size >= unit:
            return f"{size / unit:.3g}{name}"
    return str(size)
