# SPDX-License-Identifier: GPL-2.0-only
"""Plot of a sweep: results against a parameter, with confidence intervals over the seeds."""

from scripts.report import figure

from . import style, sweeps

# Shown by default, if the runs have them
METRICS = ("slowdown_p50", "slowdown_p99", "fct_mean_ns", "flow_rates_bits_per_second",
           "paused_ns")
LABELS = {"slowdown_p50": "FCT slowdown, median", "slowdown_p95": "FCT slowdown, 95th percentile",
          "slowdown_p99": "FCT slowdown, 99th percentile", "fct_mean_ns": "Mean FCT",
          "paused_ns": "Pause time, sum of all ports",
          "flow_rates_bits_per_second": "Throughput, sum of all flows",
          "longest_freeze_ns": "Longest freeze time"}
MARKERS = "osD^v<>P"
APART = 0.012	# of the x axis: between curves, so that coinciding intervals stay visible


def _numeric(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def x_parameter(found, parameters):
    """Return: the index of the parameter with the most numeric values, or None"""
    counts = [len({point.combination[i] for point in found})
              if all(_numeric(point.combination[i]) for point in found) else 0
              for i in range(len(parameters))]
    return counts.index(max(counts)) if counts and max(counts) > 1 else None


def scale(metric, highest):
    """Return: (unit of the axis, number by which values are divided)"""
    unit = sweeps.unit(metric)
    if unit == "ns":
        return style.time_unit(highest)
    if unit == "bytes":
        return style.size_unit(highest)
    if unit == "bit/s":
        return style.rate_unit(highest)
    return unit, 1


class Axis:
    """The x axis: a numeric parameter, or a place for each combination."""

    def __init__(self, found, parameters):
        self.parameters, self.index = parameters, x_parameter(found, parameters)
        self.combinations = list(dict.fromkeys(point.combination for point in found))
        places = [self.place(combination) for combination in self.combinations]
        self.span = max(places) - min(places) or 1

    def place(self, combination):
        """Return: the x of a combination"""
        if self.index is None:
            return self.combinations.index(combination)
        return combination[self.index]

    def rest(self, combination):
        """Return: a text for the values of all parameters that the axis does not show"""
        if self.index is None:
            return ""
        return ", ".join(f"{name}={value}" for i, (name, value)
                         in enumerate(zip(self.parameters, combination)) if i != self.index)

    def label(self, axes):
        """Labels the axis"""
        if self.index is not None:
            axes.set_xlabel(self.parameters[self.index])
            return
        texts = [", ".join(f"{name}={value}" for name, value in zip(self.parameters, combination))
                 for combination in self.combinations]
        axes.set_xticks(range(len(texts)), texts, rotation=30, ha="right", rotation_mode="anchor")


def _curves(found, metric, axis):
    """Return: {(workload, other parameters): [Points]} of a metric"""
    result = {}
    for point in found:
        if point.metric == metric:
            result.setdefault((point.workload, axis.rest(point.combination)), []).append(point)
    return result


def _draw_panel(axes, found, metric, axis, workloads):
    """Return: the labels of the curves"""
    curves = _curves(found, metric, axis)
    highest = max(point.mean.mean for points in curves.values() for point in points)
    unit, divisor = scale(metric, highest)
    others = list(dict.fromkeys(rest for _, rest in curves))
    for i, ((workload, rest), points) in enumerate(curves.items()):
        points.sort(key=lambda point: axis.place(point.combination))
        shift = (i - (len(curves) - 1) / 2) * APART * axis.span
        colour = style.FLOWS[workloads.index(workload) % len(style.FLOWS)] if workload \
            else style.NEUTRAL
        style_of = others.index(rest)
        axes.errorbar([axis.place(point.combination) + shift for point in points],
                      [point.mean.mean / divisor for point in points],
                      yerr=[(point.mean.half or 0) / divisor for point in points], color=colour,
                      marker=MARKERS[style_of % len(MARKERS)], markersize=3.5, capsize=2.5,
                      linestyle=style.DASHES[style_of % len(style.DASHES)] if axis.index is not None
                      else "", linewidth=1.2, elinewidth=0.9,
                      label=", ".join(filter(None, (workload, rest))) or "all")
    axes.set(title=LABELS.get(metric, metric.replace("_", " ")), ylabel=unit or "ratio")
    axes.set_ylim(bottom=0)
    return axes.get_legend_handles_labels()[1]


def draw(found, parameters, metrics=()):
    """Return: the plot as SVG, or None; found: Points, metrics: names, by default METRICS"""
    known = {point.metric for point in found}
    shown = [metric for metric in metrics or METRICS if metric in known]
    if not shown:
        return None
    axis = Axis(found, parameters)
    workloads = list(dict.fromkeys(point.workload for point in found if point.workload))
    with style.context():
        drawing, panels = style.rows([1.7] * len(shown))
        before = None
        for axes, metric in zip(panels, shown):
            labels = _draw_panel(axes, found, metric, axis, workloads)
            if labels != before:	# one legend for panels with the same curves
                style.legend(axes)
            before = labels
        axis.label(panels[-1])
        counts = sorted({point.mean.count for point in found})
        panels[0].set_title(panels[0].get_title(loc="left") +
                            f" (mean of {' to '.join(map(str, counts))} seeds, 95 % confidence)")
        return figure.svg(drawing)
