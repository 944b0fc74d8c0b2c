# SPDX-License-Identifier: GPL-2.0-only
"""Confusion matrix, precision and recall over all scenarios; report.json and report.txt."""

import json

from .judge import CLASSES

WANTED = 0.95	# smallest precision and recall of a passed report


class Ratio:
    """Precision and recall of answers: right: correct; given: all in answers; wanted: all in
    truths"""

    def __init__(self):
        self.right = self.given = self.wanted = 0

    def add(self, right, given, wanted):
        """Adds the numbers of one scenario"""
        self.right, self.given = self.right + right, self.given + given
        self.wanted += wanted

    @property
    def precision(self):
        """Share of the answers that is correct; 1 without answers"""
        return self.right / self.given if self.given else 1.0

    @property
    def recall(self):
        """Share of the truths that the answers contain; 1 without truths"""
        return self.right / self.wanted if self.wanted else 1.0

    def as_json(self):
        """For report.json"""
        return {"right": self.right, "given": self.given, "wanted": self.wanted,
                "precision": round(self.precision, 4), "recall": round(self.recall, 4)}


def _classes(result):
    """Return: correct classes, classes in the answer, classes in the truth; "none" counts as the
    class of an answer without roots"""
    kind = result.scenario.truth.kind
    given = [root.kind for root in result.verdict.roots]
    if not given and not result.verdict.error:
        given = ["none"]
    return int(kind in given), len(given), 1


def _flows(result):
    """Return: correct flows, flows in the answer, flows in the truth, of the true root"""
    hit, wanted = result.verdict.hit, set(result.scenario.truth.flows)
    given = set(hit.flows) if hit else set()
    return len(given & wanted), len(given), len(wanted)


class Report:
    """The results of all confirmed scenarios, by the sort of the scenario"""

    def __init__(self, seed, count, results):
        self.seed, self.count, self.results = seed, count, results
        self.confirmed = [result for result in results if not result.unconfirmed]
        self.sorts = list(dict.fromkeys(result.scenario.sort for result in results))
        self.columns = [*CLASSES, "none", "error"]
        self.matrix = {sort: dict.fromkeys(self.columns, 0) for sort in self.sorts}
        self.ratios = {sort: {what: Ratio() for what in ("class", "root", "flows")}
                       for sort in self.sorts}
        for result in self.confirmed:
            self._add(result)

    def _add(self, result):
        sort, verdict = result.scenario.sort, result.verdict
        row = self.matrix[sort]
        row[verdict.first] = row.get(verdict.first, 0) + 1
        ratios = self.ratios[sort]
        ratios["class"].add(*_classes(result))
        ratios["root"].add(int(verdict.hit is not None), len(verdict.roots),
                           int(result.scenario.truth.kind != "none"))
        ratios["flows"].add(*_flows(result))

    def failures(self):
        """Return: the reasons why the report does not pass"""
        result = [f"{sort}: {what}: {name} {value:.1%} is below {WANTED:.0%}"
                  for sort, ratios in self.ratios.items() for what, ratio in ratios.items()
                  for name, value in (("precision", ratio.precision),
                                      ("recall", ratio.recall)) if value < WANTED]
        for sort in self.sorts:
            mine = [result for result in self.results if result.scenario.sort == sort]
            lost = sum(bool(result.unconfirmed) for result in mine)
            if lost > (1 - WANTED) * len(mine):
                result.append(f"{sort}: {lost} of {len(mine)} scenarios have not shown their "
                              "anomaly")
        return result

    def text(self):
        """Return: the lines of report.txt"""
        wide = max(map(len, self.sorts)) + 2
        yield f"seed {self.seed}, {self.count} scenarios of each sort"
        yield ""
        yield "class of the first root in the answer, by sort of the scenario:"
        yield " " * wide + "".join(f"{name:>14}" for name in self.columns)
        for sort, row in self.matrix.items():
            yield f"{sort:{wide}}" + "".join(f"{row[name] or '-':>14}" for name in row)
        yield ""
        yield "precision and recall, %:"
        yield " " * wide + "".join(f"{what:>14}{'':8}" for what in ("class", "root", "flows"))
        for sort, ratios in self.ratios.items():
            yield f"{sort:{wide}}" + "".join(
                f"{100 * ratio.precision:14.1f}{100 * ratio.recall:8.1f}"
                for ratio in ratios.values())
        for result in self.results:
            if result.unconfirmed:
                yield f"not confirmed: {result.scenario.name}: {result.unconfirmed[0]}"
            elif result.misses():
                yield f"missed: {result.scenario.name}: {'; '.join(result.misses())}"
        failures = self.failures()
        yield ""
        yield from failures
        yield "failed" if failures else "passed"

    def write(self, directory):
        """Writes report.json and report.txt"""
        content = {
            "seed": self.seed, "count": self.count, "passed": not self.failures(),
            "failures": self.failures(), "matrix": self.matrix,
            "sorts": {sort: {what: ratio.as_json() for what, ratio in ratios.items()}
                      for sort, ratios in self.ratios.items()},
            "scenarios": [result.as_json() for result in self.results]}
        (directory / "report.json").write_text(json.dumps(content, indent=1) + "\n")
        (directory / "report.txt").write_text("\n".join(self.text()) + "\n")
