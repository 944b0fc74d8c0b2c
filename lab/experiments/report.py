# SPDX-License-Identifier: GPL-2.0-only
"""Reports of the experiments: expected and measured values."""

import json
import math


def _text(value):
    return f"{round(value, 4) + 0.0:g}"


class Row:
    """A measured value, the expected value, and the allowed range low to high."""

    def __init__(self, what, expected, measured, low, high):
        self.what, self.expected, self.measured = what, expected, measured
        self.low, self.high = low, high

    @property
    def passed(self):
        """Whether the measured value is in the allowed range"""
        return self.low <= self.measured <= self.high

    @property
    def allowed(self):
        """The allowed range as text"""
        if self.low == self.high:
            return "exactly"
        if self.high == math.inf:
            return f"at least {_text(self.low)}"
        return f"{_text(self.low)} to {_text(self.high)}"

    def cells(self):
        """The cells of the row in the table"""
        return (self.what, _text(self.expected), self.allowed, _text(self.measured),
                _text(self.measured - self.expected), "ok" if self.passed else "**FAILED**")

    def as_json(self):
        """The row in report.json"""
        return {"what": self.what, "expected": self.expected, "measured": self.measured,
                "deviation": self.measured - self.expected, "low": self.low,
                "high": None if self.high == math.inf else self.high,
                "passed": self.passed}


class Section:
    """The section of an experiment in the report."""

    def __init__(self, name, title, conditions):
        self.name, self.title, self.conditions = name, title, conditions
        self.rows, self.picture = [], None

    def exactly(self, what, expected, measured):
        """Adds a row: the measured value must equal the expected one"""
        self.within(what, expected, measured, 0)

    def within(self, what, expected, measured, margin):
        """Adds a row: the deviation from the expected value must not exceed the margin"""
        self.between(what, expected, measured, expected - margin, expected + margin)

    def between(self, what, expected, measured, low, high=math.inf):
        """Adds a row: the measured value must be from low to high"""
        self.rows.append(Row(what, expected, measured, low, high))

    def nothing_lost(self, what, outcome):
        """Adds two rows: until the fabric is at rest no port has dropped a frame, and every frame
        is accounted for"""
        self.exactly(f"{what}: frames dropped", 0, sum(outcome.drops_at_rest().values()))
        self.exactly(f"{what}: frames unaccounted for", 0, outcome.unaccounted())

    def all_exactly(self, what, expected, measured):
        """Adds a row of the value that deviates most: all values must equal the expected one"""
        self.exactly(what, expected, max(measured, key=lambda value: abs(value - expected)))

    @property
    def failed(self):
        """The failed rows"""
        return [row for row in self.rows if not row.passed]

    def say(self):
        """Prints the checks"""
        print(f"# {self.title}")
        for row in self.rows:
            print(f"{'ok' if row.passed else 'not ok'} - {row.what}: {_text(row.measured)}")
            if not row.passed:
                print(f"#   expected {_text(row.expected)}, allowed {row.allowed}")

    def markdown(self):
        """Yields the lines of the section in report.md"""
        yield f"## {self.title}\n"
        yield from (f"* {condition}" for condition in self.conditions)
        yield f"\n{len(self.rows) - len(self.failed)} passed, {len(self.failed)} failed\n"
        yield "| what | expected | allowed | measured | deviation | |"
        yield "|---|---:|---:|---:|---:|---|"
        for row in self.rows:
            yield f"| {' | '.join(row.cells())} |"
        if self.picture:
            yield f"\n![{self.title}]({self.name}.svg)"
        yield ""


def write(directory, sections):
    """Writes report.md, report.json and the pictures"""
    lines = ["# Experiments\n"]
    for section in sections:
        lines += section.markdown()
        if section.picture:
            (directory / f"{section.name}.svg").write_text(section.picture, encoding="utf-8")
    (directory / "report.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    content = {section.name: {"title": section.title, "conditions": section.conditions,
                              "rows": [row.as_json() for row in section.rows]}
               for section in sections}
    (directory / "report.json").write_text(json.dumps(content, indent=1) + "\n",
                                           encoding="utf-8")
