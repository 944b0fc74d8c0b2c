# SPDX-License-Identifier: GPL-2.0-only
"""What the experiments write: what was expected, and what was measured."""

import json
import math


def _text(value):
    return f"{round(value, 4) + 0.0:g}"


class Row:
    """A value, and between which two others it has to be."""

    def __init__(self, what, expected, measured, low, high):
        self.what, self.expected, self.measured = what, expected, measured
        self.low, self.high = low, high

    @property
    def passed(self):
        """Whether it is"""
        return self.low <= self.measured <= self.high

    @property
    def allowed(self):
        """In words"""
        if self.low == self.high:
            return "exactly"
        if self.high == math.inf:
            return f"at least {_text(self.low)}"
        return f"{_text(self.low)} to {_text(self.high)}"

    def cells(self):
        """As the table has them"""
        return (self.what, _text(self.expected), self.allowed, _text(self.measured),
                _text(self.measured - self.expected), "ok" if self.passed else "**FAILED**")

    def as_json(self):
        """All of it"""
        return {"what": self.what, "expected": self.expected, "measured": self.measured,
                "deviation": self.measured - self.expected, "low": self.low,
                "high": None if self.high == math.inf else self.high,
                "passed": self.passed}


class Section:
    """An experiment."""

    def __init__(self, name, title, conditions):
        self.name, self.title, self.conditions = name, title, conditions
        self.rows, self.picture = [], None

    def exactly(self, what, expected, measured):
        """Nothing but the expected value will do"""
        self.within(what, expected, measured, 0)

    def within(self, what, expected, measured, margin):
        """As far as this from the expected value"""
        self.between(what, expected, measured, expected - margin, expected + margin)

    def between(self, what, expected, measured, low, high=math.inf):
        """What is expected, and what is allowed"""
        self.rows.append(Row(what, expected, measured, low, high))

    def all_exactly(self, what, expected, measured):
        """Of several values, the one that is farthest from what is expected"""
        self.exactly(what, expected, max(measured, key=lambda value: abs(value - expected)))

    @property
    def failed(self):
        """The rows that did"""
        return [row for row in self.rows if not row.passed]

    def say(self):
        """Prints the checks"""
        print(f"# {self.title}")
        for row in self.rows:
            print(f"{'ok' if row.passed else 'not ok'} - {row.what}: {_text(row.measured)}")
            if not row.passed:
                print(f"#   expected {_text(row.expected)}, allowed {row.allowed}")

    def markdown(self):
        """As a chapter"""
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
    """report.md, report.json and the pictures"""
    lines = ["# Experiments\n"]
    for section in sections:
        lines += section.markdown()
        if section.picture:
            (directory / f"{section.name}.svg").write_text(section.picture)
    (directory / "report.md").write_text("\n".join(lines) + "\n")
    content = {section.name: {"title": section.title, "conditions": section.conditions,
                              "rows": [row.as_json() for row in section.rows]}
               for section in sections}
    (directory / "report.json").write_text(json.dumps(content, indent=1) + "\n")
