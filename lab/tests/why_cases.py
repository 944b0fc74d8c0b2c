# SPDX-License-Identifier: GPL-2.0-only
"""Tests of lab/why: the scenarios of a seed, and the judgement of answers whose errors are known."""

import json
import tomllib
import types

from lab.fabric import Fabric
from lab.forwarding import forward
from lab.why import command, judge, toml
from lab.why.report import Report

SEEDS = range(40)


def every_scenario():
    """Yields one scenario of each sort for each seed"""
    for seed in SEEDS:
        for sort in command.SORTS:
            yield command.draw(seed, sort, 1)


def answer_of(scenario):
    """Return: the answer that names exactly the truth, in the format of pfcctl"""
    fabric, truth = Fabric(scenario.given), scenario.truth
    if truth.kind == "none":
        return {"roots": []}
    ends = [{"netns": fabric.ports[port].node, "dev": fabric.ports[port].dev,
             "prio": truth.prio} for port in truth.ports]
    flows = [{"src": fabric.address(flow.source), "dst": fabric.address(flow.target),
              "src_port": flow.index, "dst_port": 9}
             for flow in fabric.flows if flow.name in truth.flows]
    root = {"class": truth.kind, **ends[0], "flows": flows}
    if truth.kind == "cycle":
        root["ports"] = ends[1:] + ends[:1]	# any of the ports may be the first
    return {"roots": [root]}


def result_of(scenario, answer):
    """Return: the Result of a run with this answer"""
    fabric = Fabric(scenario.given)
    forward(fabric)
    outcome = types.SimpleNamespace(fabric=fabric, answers=lambda: {"why": answer})
    return command.Result(scenario, command.Path("."), [], judge.judge(scenario, outcome))


def report_of(change=lambda answer, scenario: answer, sort="storm"):
    """Return: the Report of scenarios whose correct answers a function changes"""
    scenarios = [command.draw(seed, sort, 1) for seed in SEEDS]
    return Report(1, len(SEEDS), [result_of(one, change(answer_of(one), one))
                                  for one in scenarios])


def other_class(answer, _):
    answer["roots"][0]["class"] = "incast"
    return answer


def other_port(answer, _):
    answer["roots"][0]["dev"] = "p77"
    return answer


def other_prio(answer, _):
    answer["roots"][0]["prio"] = 7
    return answer


def more_roots(answer, _):
    return {"roots": answer["roots"] * 2}


def no_roots(_answer, _):
    return {"roots": []}


def no_flows(answer, _):
    answer["roots"][0]["flows"] = []
    return answer


def more_flows(answer, _):
    answer["roots"][0]["flows"] += [{"src": "10.0.0.1", "dst": "10.9.9.9", "src_port": 500}]
    return answer


def no_json(_answer, _):
    return {"error": "unknown object why"}


WRONG = (	# change of the answers, and what must be below 95 %
    (other_class, ("class: precision", "root: precision", "root: recall", "flows: recall")),
    (other_port, ("root: precision", "root: recall", "flows: recall")),
    (other_prio, ("root: precision", "root: recall", "flows: recall")),
    (more_roots, ("class: precision", "root: precision")),
    (no_roots, ("class: precision", "class: recall", "root: recall", "flows: recall")),
    (no_flows, ("flows: recall",)),
    (more_flows, ("flows: precision",)),
    (no_json, ("class: recall", "root: recall", "flows: recall")),
)


def scenarios(check, equal):
    """Scenarios: the same for the same seed, small, and with a truth that fits the description"""
    first, second = list(every_scenario()), list(every_scenario())
    check("the scenarios of a seed repeat", first == second)
    texts = {json.dumps(one.given) for one in first}
    equal("all scenarios differ", len(texts), len(first))
    check("a scenario has at most 12 hosts and 60 ms", all(
        len(one.given["hosts"]) <= 12 and one.truth.time <= 45 * 10**6 for one in first))
    check("a description that is written as TOML is the same when it is read", all(
        Fabric(tomllib.loads(toml.text(one.given))).flows[0].values ==
        Fabric(one.given).flows[0].values for one in first))
    for one in first:
        if one.sort == "victim":
            sufferers = [flow["from"] for flow in one.given["flows"]
                         if flow["to"] != one.truth.ports[0].partition(":")[2]]
            if not sufferers or any(flow.startswith(f"{sufferers[0]}>")
                                    for flow in one.truth.flows):
                check(f"{one.name}: the victim's flow does not matter", False, one.truth)


def judgement(check, equal):
    """Judgement: the truth passes, each kind of wrong answer fails"""
    for sort in command.SORTS:
        report = report_of(sort=sort)
        equal(f"{sort}: the truth passes", report.failures(), [])
        equal(f"{sort}: all answers are in one column of the matrix or in those of the truths",
              sum(report.matrix[sort].values()), len(SEEDS))
    for change, wanted in WRONG:
        failures = report_of(change).failures()
        check(f"wrong answers fail: {change.__name__}", all(
            any(f"storm: {what} " in failure for failure in failures) for what in wanted),
            failures)
    backwards = report_of(lambda answer, _: {"roots": [
        answer["roots"][0] | {"ports": answer["roots"][0]["ports"][::-1]}]}, "deadlock-ring")
    check("wrong answers fail: the ports of a cycle in the wrong order",
          any("root: recall" in failure for failure in backwards.failures()))
    alarm = report_of(lambda _, one: answer_of(command.draw(1, "storm", 1)), "none")
    check("wrong answers fail: a root without an anomaly",
          any("root: precision" in failure for failure in alarm.failures()))
