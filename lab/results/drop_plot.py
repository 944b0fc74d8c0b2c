# SPDX-License-Identifier: GPL-2.0-only
"""Plot: drops by cause over time."""

from . import drops, style


def draw(outcome):
    """Return: a Figure, or None if no port has dropped a frame"""
    found = sorted(drops.by_cause(outcome).items(), key=lambda entry: -entry[1][-1])
    if not found:
        return None
    unit, scale = style.time_unit(outcome.fabric.duration)
    drawing, (axes,) = style.rows([1.8])
    for (cause, values), dashes in zip(found, style.DASHES):
        times, shown = style.thin([time / scale for time in outcome.times], values)
        axes.plot(times, shown, color=style.DROPS, linestyle=dashes, linewidth=1.2,
                  label=f"{cause}: {values[-1]}")
    more = style.left_out(len(found) - len(style.DASHES), "drops")
    axes.set(title=f"Frames dropped so far, by cause, all ports{more}", ylabel="frames",
             xlabel=f"time ({unit})")
    axes.set_ylim(bottom=0)
    axes.margins(x=0)
    style.legend(axes)
    return drawing
