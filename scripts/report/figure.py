# SPDX-License-Identifier: GPL-2.0-only
"""Reproducible SVG figures with matplotlib."""

import io

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

COLOURS = {"p1": "#1f5fa8", "p2": "#d1701c"}
GREY, RED = "#8a8f98", "#c01822"


def new(width, height):
    """Return: a new figure; width, height: inches"""
    return Figure(figsize=(width, height), layout="constrained")


def svg(figure):
    """Return: the figure as SVG.

    Equal figures give equal files: the salt of the element ids is fixed, and the file has
    no date.  Text remains text, so it can be searched.
    """
    out = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "pfc", "svg.fonttype": "none",
                                "path.simplify_threshold": 0.5}):
        # savefig() would draw everything twice
        FigureCanvasSVG(figure).print_svg(out, metadata={"Date": None})
    return out.getvalue()
