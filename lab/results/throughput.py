# SPDX-License-Identifier: GPL-2.0-only
"""Plot: throughput of flows, and of all messages of each workload."""

from .. import fct
from . import flows, style

CURVES = len(style.FLOWS)
MEANS, FEWEST = 120, 20	# number of points of a curve: each is a mean
FRAMES = 25	# a mean over fewer frames depends on whether a frame arrives just before a sample


def interval(outcome):
    """Return: the time of a mean, ns: that of FRAMES frames of the fastest flow and whole periods
    of bursts, as far as FEWEST points are left"""
    plain, duration = flows.plain(outcome), outcome.fabric.duration
    times = [FRAMES * flow.wire_bits * 10**9 // round(rate) for flow in plain
             if (rate := outcome.rate(flow)) >= 1]
    time = max(min(min(times, default=0), duration // FEWEST), -(-duration // MEANS))
    period = max((flow.period for flow in plain if flow.period <= duration // FEWEST), default=0)
    return -(-time // period) * period if period else time


class Curves:
    """Rates in bit/s between every few samples"""

    def __init__(self, outcome):
        self.outcome = outcome
        samples = max(len(outcome.times) - 1, 1)
        self.every = min(-(-interval(outcome) // outcome.fabric.sample), samples)
        self.times = outcome.times[::self.every]
        unit = style.time_unit(outcome.fabric.duration)[1]
        self.middles = [(a + b) / 2 / unit for a, b in zip(self.times, self.times[1:])]

    def rate(self, flow):
        """Return: the rates of a flow"""
        return self._rates(self.outcome.bits_over_time(flow))

    def total(self, workload):
        """Return: the rates of all messages of a workload"""
        return self._rates(self.outcome.message_bits_over_time(workload))

    def _rates(self, bits):
        got = bits[::self.every]
        return [(b - a) * 1e9 / (end - begin) for a, b, begin, end
                in zip(got, got[1:], self.times, self.times[1:])]


def _draw_lines(axes, curves, found, unit):
    for (name, flow), colour, width in zip(found, style.FLOWS, style.WIDTHS[len(found)]):
        axes.plot(curves.middles, [rate / unit for rate in curves.rate(flow)], color=colour,
                  linewidth=width, label=name)


def _draw_bands(axes, curves, found, unit):
    """Draws the distribution of the rates in each group"""
    for (name, of), colour in zip(found, style.FLOWS):
        at_times = [sorted(rate / unit for rate in rates)
                    for rates in zip(*map(curves.rate, of))]
        if len(of) == 1:
            axes.plot(curves.middles, [rates[0] for rates in at_times], color=colour,
                      linewidth=1.3, label=name)
            continue
        def share(percent, at_times=at_times):
            return [fct.percentile(rates, percent) for rates in at_times]
        axes.fill_between(curves.middles, share(0), share(100), color=colour, alpha=0.2,
                          linewidth=0, label=f"{name}: range of {len(of)} flows")
        axes.fill_between(curves.middles, share(25), share(75), color=colour, alpha=0.45,
                          linewidth=0, label=f"{name}: 25 to 75 %")
        axes.plot(curves.middles, share(50), color=colour, linewidth=1.3, label=f"{name}: median")


def _merged(groups):
    """Return: [(name, flows)], at most as many as there are colours"""
    found = list(groups.items())
    if len(found) <= CURVES:
        return found
    rest = [flow for _, of in found[CURVES - 1:] for flow in of]
    return [*found[:CURVES - 1], ("others", rest)]


def _messages(curves):
    """Return: {workload: total rates of its messages}"""
    return {workload.name: curves.total(workload) for workload in curves.outcome.fabric.workloads
            if workload.messages}


def _draw_messages(axes, curves, totals, unit):
    for (name, rates), colour, width in zip(totals, style.FLOWS, style.WIDTHS[len(totals)]):
        axes.plot(curves.middles, [rate / unit for rate in rates], color=colour, linewidth=width,
                  label=name)


def draw(outcome):
    """Return: a Figure, or None without flows"""
    plain, curves, panels = flows.plain(outcome), Curves(outcome), []
    totals = list(_messages(curves).items())
    messages, more = totals[:CURVES], style.left_out(len(totals) - CURVES, "fct-buckets")
    if plain:
        top = max(outcome.fabric.host_port(flow.source).settings["rate"] for flow in plain)
        mean = style.duration_text(curves.every * outcome.fabric.sample)
        panels.append((f"Throughput of each flow on the wire (TCP: data), means over {mean}", top))
    if messages:
        panels.append((f"Throughput of all messages of a workload on the wire{more}",
                       max(max(rates) for _, rates in messages)))
    if not panels:
        return None
    drawing, axes = style.rows([1.9] * len(panels))
    for one, (title, top) in zip(axes, panels):
        name, unit = style.rate_unit(top)
        if one is axes[-1] and messages:
            _draw_messages(one, curves, messages, unit)
        elif len(plain) <= CURVES:
            _draw_lines(one, curves, [(flow.name, flow) for flow in plain], unit)
        else:
            _draw_bands(one, curves, _merged(flows.groups(outcome)), unit)
        one.set(title=title, ylabel=f"throughput ({name})")
        one.set_ylim(0, one.dataLim.y1 * 1.05 or 1)
        one.set_xlim(0, outcome.fabric.duration / style.time_unit(outcome.fabric.duration)[1])
        style.legend(one)
    axes[-1].set_xlabel(f"time ({style.time_unit(outcome.fabric.duration)[0]})")
    return drawing
