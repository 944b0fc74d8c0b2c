# SPDX-License-Identifier: GPL-2.0-only
"""Plot: when each port and priority was paused, and when its queue made no progress."""

from matplotlib.colors import to_rgba
from matplotlib.patches import Patch

from . import style

ROWS, ROW = 30, 0.17	# maximum number of rows; their height in inches
BINS = 300	# maximum number of shades in a row


def _shares(outcome, port, prio):
    """Return: [(start, length, share of this time for which the port was paused)], ns"""
    paused = outcome.port_over_time(port, "prio", prio, "rx_pause_time")
    every = -(-len(paused) // BINS)
    at = [*range(0, len(paused) - 1, every), len(paused) - 1]
    result = []
    for a, b in zip(at, at[1:]):
        length = outcome.times[b] - outcome.times[a]
        share = min((paused[b] - paused[a]) / length, 1) if length else 0
        if share <= 0:
            continue
        before = result[-1] if result else None
        if before and sum(before[:2]) == outcome.times[a] and abs(before[2] - share) < 0.01:
            # One bar: a viewer may show the edges between equal bars
            result[-1] = before[0], before[1] + length, before[2]
        else:
            result.append((outcome.times[a], length, share))
    return result


def _rows(pauses, freezes):
    """Return: [(port, priority, pause time)], the longest pause first, then the longest freeze"""
    paused = {(row["port"], row["priority"]): row["paused_ns"] for row in pauses.records()}
    frozen = {(row["port"], row["priority"]): row["longest_ns"] for row in freezes.records()
              if row["longest_ns"] > row["resolution_ns"]}
    keys = sorted(paused | frozen, key=lambda key: (-paused.get(key, 0), -frozen.get(key, 0), key))
    return [(*key, paused.get(key, 0)) for key in keys]


def draw(outcome, pauses, freezes, intervals):
    """Return: a Figure, or None; pauses, freezes: Tables, intervals: of freezes.found()"""
    rows = _rows(pauses, freezes)
    if not rows:
        return None
    unit, scale = style.time_unit(outcome.fabric.duration)
    drawing, (axes,) = style.rows([min(len(rows), ROWS) * ROW + 0.75])
    for row, (port, prio, _) in enumerate(rows[:ROWS]):
        bars = _shares(outcome, port, prio)
        axes.broken_barh([(start / scale, length / scale) for start, length, _ in bars],
                         (row - 0.42, 0.62), linewidth=0, facecolors=[
                             to_rgba(style.PAUSED, 0.25 + 0.75 * share) for *_, share in bars])
        axes.broken_barh([(outcome.times[freeze.first] / scale, (
            outcome.times[freeze.last] - outcome.times[freeze.first]) / scale)
                          for freeze in intervals.get((port, prio), [])],
                         (row + 0.2, 0.2), linewidth=0, facecolors=style.FROZEN)
    axes.set_yticks(range(min(len(rows), ROWS)), [
        f"{port}, prio {prio}: {style.duration_text(paused) if paused else '0'}"
        for port, prio, paused in rows[:ROWS]])
    axes.set_ylim(min(len(rows), ROWS) - 0.4, -0.6)
    axes.set_xlim(0, outcome.fabric.duration / scale)
    more = style.left_out(len(rows) - ROWS, "pauses")
    axes.set_title(f"Pauses by port and priority, longest total pause time first{more}", pad=17)
    axes.set_xlabel(f"time ({unit})")
    axes.grid(False, axis="y")
    axes.legend(handles=[
        Patch(color=to_rgba(style.PAUSED, 1), label="paused (paler: a part of the time)"),
        Patch(color=style.FROZEN, label="frames wait, none is sent")],
        loc="lower left", bbox_to_anchor=(0, 1), ncol=2, borderaxespad=0.2, borderpad=0)
    return drawing
