# SPDX-License-Identifier: GPL-2.0-only
"""The counters of pfcctl, as statistics and as metrics."""

import re
import textwrap

from .spec import C_START, lower, upper


def plain(doc):
    """A description without C names, clocks and units: pfcctl converts times and sizes"""
    text = re.sub(r"[%@]PFC_(?:A|EVENT|[A-Z]+_STAT)_([A-Z_]+)",
                  lambda m: m[1].lower().replace("_", "-"), doc.strip())
    return re.sub(r"CLOCK_MONOTONIC |, (?:ns|bytes)$", "", text)


class Counter:
    """A counter of "counters" in pfc-extra.yaml"""

    def __init__(self, spec, kind, name):
        self.spec, self.kind, self.name = spec, kind, name
        self.about = spec.extra["counters"][kind]
        self.form = next((form for form in ("size", "time", "bool")
                          if name in self.about.get(form, ())), "number")
        self.attr = spec.c_attr(f"{kind}-stat", name)
        self.key = f'"{lower(name)}{"_ns" * (self.form == "time")}"'
        self.is_point = self.form == "time" and not name.endswith("-time")

    def name_of_row(self):
        return f"{self.kind}_{lower(self.name)}_counter"

    def row(self, table):
        """The row of pfcctl stats, in one of several tables"""
        members = {"key": self.key, **({"table": table} if table else {}),
                   "at": f"COUNTER_AT({upper(self.kind)}, {self.attr})"}
        if self.name not in self.about.get("hidden", ()):
            members["label"] = f'"{self.about.get("labels", {}).get(self.name, self.name)}"'
        if self.form == "bool":
            members["type"] = "ROW_BOOL"
        else:
            form = {"size": "scaled_size"}.get(self.form, self.form)
            members |= {"format": f"format_{form}", "raw": "true"}
        if self.name in self.about.get("color", {}):
            members["color"] = self.about["color"][self.name]
        members = [f".{key} = {value}".replace(" ", "\0") for key, value in members.items()]
        return textwrap.fill(
            f"static const struct row {self.name_of_row()} = {{ {', '.join(members)} }};", 92,
            subsequent_indent="\t", break_long_words=False, break_on_hyphens=False
        ).replace("\0", " ")

    def metric_name(self):
        """The name of the attribute, in base units"""
        name = lower(self.name)
        if self.is_point:
            return f"{name}_timestamp_seconds"
        if self.form == "time":
            return name.removesuffix("_time") + "_seconds"
        return name + "_bytes" * (self.form == "size" and not name.endswith("_bytes"))

    def metric(self):
        """The metric; counters with a common cause are one metric with reasons"""
        name, reason = f'"{self.metric_name()}"', "NULL"
        text = plain(self.spec.sets[f"{self.kind}-stat"]["map"][self.name]["doc"])
        for prefix, (cause, help_text) in self.spec.extra["causes"].items():
            if self.name.startswith(prefix):
                name, text = f'"{cause}"', help_text
                reason = f'"{lower(self.name.removeprefix(prefix))}"'
                break
        # a value that can also decrease
        gauge = self.form in ("bool", "size") or self.is_point or self.name == "backlog-packets"
        at = f"{{ .at = COUNTER_AT({upper(self.kind)}, {self.attr})"
        at += ", .type = ROW_SINCE }" if self.is_point else " }"
        return (f'\t{{ {name}, {"GAUGE" if gauge else "COUNTER"}, '
                f'{"NS" if self.form == "time" else 1},\n\t  "{text}",\n\t  {at}, {reason} }},')


def counters(spec):
    """Yields lines with the rows of all counters"""
    yield C_START + '#include "view.h"\n'
    for kind, about in spec.extra["counters"].items():
        tables = [(table, Counter(spec, kind, name)) for table, *names in about["tables"]
                  for name in names]
        yield from (counter.row(table) for table, counter in tables)
        rows = ", ".join("&" + counter.name_of_row() for _, counter in tables)
        yield f"\nconst struct row *const {kind}_counter_rows[] = {{\n" + textwrap.fill(
            rows + ", NULL", 92, initial_indent="\t", subsequent_indent="\t") + "\n};\n"


def counter_metrics(spec):
    """Yields lines with the metrics of all counters"""
    for kind, about in spec.extra["counters"].items():
        yield f"const struct metric {kind}_counter_metrics[] = {{"
        for _, *names in about["tables"]:
            yield from (Counter(spec, kind, name).metric() for name in names)
        yield "\t{ 0 }\n};\n"
