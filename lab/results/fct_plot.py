# SPDX-License-Identifier: GPL-2.0-only
"""Plots: slowdown of messages by size, in the form of the papers on HPCC, and its distribution."""

from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from .. import fct
from . import style

LOOKS = {50: "-", 95: "--", 99: ":"}	# percentiles


def _arrived(outcome):
    """Return: [(workload, colour, Records of the messages that have arrived)] of as many workloads
    as there are colours, and the end of a title that names the number of all others"""
    found = [(name, arrived) for name, arrived
             in fct.by_workload(fct.records(outcome)).items() if arrived]
    return ([(name, colour, arrived) for (name, arrived), colour in zip(found, style.FLOWS)],
            style.left_out(len(found) - len(style.FLOWS), "fct-buckets"))


def _log(axis):
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())


def by_size(outcome):
    """Return: a Figure with a panel for each workload with messages of several sizes, or None"""
    found, more = _arrived(outcome)
    found = [entry for entry in found if len({one.size for one in entry[2]}) > 2]
    if not found:
        return None
    drawing, axes = style.rows([2.2] * len(found), shared=False)
    for one, (name, colour, arrived) in zip(axes, found):
        rows = list(fct.buckets(name, arrived))
        at = range(len(rows))
        for percent, look in LOOKS.items():
            one.plot(at, [row[f"slowdown_p{percent}"] for row in rows], color=colour,
                     linestyle=look, linewidth=1.3, marker="o", markersize=2.5,
                     label=f"{percent}th percentile" if percent > 50 else "median")
        one.set_yscale("log")
        _log(one.yaxis)
        one.set_xticks(at, [style.size_text(row["size_max_bytes"]) for row in rows], rotation=45,
                       ha="right", rotation_mode="anchor")
        one.set(title=f"{name}: {len(arrived)} messages in {len(rows)} buckets of equal number"
                      f"{more if one is axes[0] else ''}",
                ylabel="FCT slowdown", xlabel="largest message of the bucket (bytes)")
        style.legend(one)
    return drawing


def distribution(outcome):
    """Return: a Figure with the cumulative distribution of the slowdown, or None"""
    found, more = _arrived(outcome)
    if not found:
        return None
    drawing, (axes,) = style.rows([2])
    for (name, colour, arrived), dashes in zip(found, style.DASHES):
        values = sorted(record.slowdown for record in arrived)
        step = -(-len(values) // style.POINTS)
        shares = [100 * (i + 1) / len(values) for i in range(len(values))]
        axes.step([*values[::step], values[-1]], [*shares[::step], 100], where="post",
                  color=colour, linestyle=dashes, linewidth=1.4, label=f"{name} ({len(values)})")
    axes.set_xscale("log")
    _log(axes.xaxis)
    axes.set(title=f"Distribution of the slowdown (number of messages that have arrived){more}",
             xlabel="FCT slowdown", ylabel="messages (%)")
    axes.set_ylim(0, 101)
    style.legend(axes)
    return drawing
