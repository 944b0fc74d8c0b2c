# SPDX-License-Identifier: GPL-2.0-only
"""Plot: occupancy of PGs with their XOFF and XON thresholds, and of queues."""

from .. import fct
from . import style

PANELS = 6	# PGs or queues with a panel of their own
FAR = 2.5	# a threshold above this multiple of the maximum is not drawn, but named


def _ecn(outcome, port, number):
    """Return: [(name, bytes)] of the ECN thresholds in the description"""
    tables = outcome.fabric.every_port[port].config.numbered["queue"]
    values = {**tables.get("all", {}), **tables.get(str(number), {}), **tables.get(number, {})}
    return [(name, values[name]) for name in ("ecn-kmin", "ecn-kmax")
            if isinstance(values.get(name), int)]


def _lines(outcome, limits, port, kind, number):
    """Return: [(name, values, style)] of the thresholds"""
    if kind == "queue":
        return [(f"{name[4:]} (ECN)", [value] * len(outcome.times),
                 {"color": style.NEUTRAL, "linestyle": "-.", "linewidth": 0.9})
                for name, value in _ecn(outcome, port, number)]
    xoff, xon = limits.thresholds(port, number)
    if xoff is None:
        return []
    # XON is wide and below XOFF, so both are visible if they coincide
    return [("XON", xon, {"color": style.XON, "linestyle": "-", "linewidth": 2.2, "alpha": 0.75}),
            ("XOFF", xoff, {"color": style.XOFF, "linestyle": (0, (4, 2)), "linewidth": 1.1})]


def _draw_one(axes, outcome, limits, entry):
    port, kind, number, values, peak = entry
    name, unit = style.size_unit(peak)
    scale = style.time_unit(outcome.fabric.duration)[1]
    colour = style.OCCUPANCY if kind == "pg" else style.QUEUE
    times, shown = style.thin([time / scale for time in outcome.times],
                              [value / unit for value in values])
    axes.fill_between(times, 0, shown, step="post", color=colour, alpha=0.3, linewidth=0)
    axes.step(times, shown, where="post", color=colour, linewidth=0.9,
              label="occupancy" if kind == "pg" else "queue length")
    title = f"{port}, {'PG' if kind == 'pg' else 'priority'} {number}: " \
            f"maximum {peak / unit:.4g} {name}"
    far = []
    for label, threshold, look in _lines(outcome, limits, port, kind, number):
        if min(threshold) > FAR * peak:
            far.append(f"{label} {min(threshold) / unit:.4g} {name}")
        else:
            axes.plot(*style.thin([time / scale for time in outcome.times],
                                  [value / unit for value in threshold]), label=label, **look)
    axes.axhline(peak / unit, color=colour, linewidth=0.7, linestyle=":", label="exact maximum")
    axes.set(title=title + (f"; above the scale: {', '.join(far)}" if far else ""), ylabel=name)
    axes.set_ylim(0, max(axes.dataLim.y1, peak / unit) * 1.08)
    axes.set_xlim(0, outcome.fabric.duration / scale)


def _draw_all(axes, outcome, entries):
    """Draws the distribution of all occupancies"""
    kind = entries[0][1]
    colour = style.OCCUPANCY if kind == "pg" else style.QUEUE
    name, unit = style.size_unit(max(max(entry[3]) for entry in entries))
    scale = style.time_unit(outcome.fabric.duration)[1]
    columns = [sorted(column) for column in zip(*(entry[3] for entry in entries))]
    def share(percent):
        return [fct.percentile(column, percent) / unit for column in columns]
    times, low, half, high, most = style.thin([time / scale for time in outcome.times], share(5),
                                              share(50), share(95), share(100))
    axes.plot(times, most, color=colour, linewidth=0.7, linestyle=":", label="maximum")
    axes.fill_between(times, low, high, color=colour, alpha=0.35, linewidth=0, label="5 to 95 %")
    axes.plot(times, half, color=colour, linewidth=1.2, label="median")
    what = "PGs" if kind == "pg" else "queues"
    axes.set(title=f"Distribution over all {len(entries)} {what} that were used", ylabel=name)
    axes.set_ylim(0, None)
    style.legend(axes)


def draw(outcome, limits, entries):
    """Return: a Figure, or None if no sample has a byte; entries: those of one kind in
    occupancy.used()"""
    shown = [entry for entry in entries if any(entry[3])][:PANELS]
    if not shown:
        return None
    several = len(entries) > PANELS
    drawing, axes = style.rows([1.15] * len(shown) + [1.3] * several)
    for one, entry in zip(axes, shown):
        _draw_one(one, outcome, limits, entry)
    handles = {}
    for one in axes[:len(shown)]:
        for handle, label in zip(*one.get_legend_handles_labels()):
            handles.setdefault(label, handle)
    style.legend(axes[0], handles=list(handles.values()), labels=list(handles))
    if several:
        _draw_all(axes[-1], outcome, entries)
    axes[-1].set_xlabel(f"time ({style.time_unit(outcome.fabric.duration)[0]})")
    return drawing
