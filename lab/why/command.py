# SPDX-License-Identifier: GPL-2.0-only
"""The command "pfclab why": runs seeded scenarios and judges the answers of "pfcctl why"."""

import json
import os
import sys
import time
import typing
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from .. import machine
from ..fabric import Fabric
from ..units import Problem
from . import calm, confirm, congestion, ring, toml
from .judge import Verdict, judge
from .net import Net
from .report import Report
from .truth import Scenario

SORTS = {"incast-last-hop": congestion.last_hop, "incast-behind-chain": congestion.chain,
         "slow-receiver": congestion.slow, "storm": congestion.storm,
         "deadlock-ring": ring.closed, "deadlock-ring-fed": ring.fed,
         "victim": congestion.victim, "none": calm.none}


class Result(typing.NamedTuple):
    """A scenario that has run; unconfirmed: reasons why its anomaly has not happened"""

    scenario: Scenario
    directory: Path
    unconfirmed: list
    verdict: Verdict

    def misses(self):
        """Return: the differences between the answer and the truth"""
        truth, verdict = self.scenario.truth, self.verdict
        if verdict.error:
            return [verdict.error]
        found = [f"{root.kind} at {', '.join(root.ports)} prio {root.prio}"
                 for root in verdict.roots if root is not verdict.hit]
        if truth.kind != "none" and not verdict.hit:
            found.append(f"not found: {truth.kind} at {', '.join(truth.ports)} "
                         f"prio {truth.prio}")
        if verdict.hit:
            found += [f"flow {flow} does not matter"
                      for flow in verdict.hit.flows if flow not in truth.flows]
            found += [f"flow {flow} not found"
                      for flow in truth.flows if flow not in verdict.hit.flows]
        return found

    def as_json(self):
        """For report.json"""
        truth, verdict = self.scenario.truth, self.verdict
        return {"name": self.scenario.name, "sort": self.scenario.sort,
                "file": str(self.directory / "scenario.toml"),
                "asked": self.scenario.asked, "port": self.scenario.port,
                "truth": {"class": truth.kind, "ports": truth.ports, "prio": truth.prio,
                          "flows": truth.flows, "time_ns": truth.time},
                "roots": [{"class": root.kind, "ports": root.ports, "prio": root.prio,
                           "flows": root.flows} for root in verdict.roots],
                "unconfirmed": self.unconfirmed, "misses": self.misses()}


def draw(seed, sort, number):
    """Return: a Scenario, which depends only on the arguments"""
    name = f"{sort}-{number}"
    return SORTS[sort](Net(f"{seed}/{name}"), name)


def run(scenario, directory, kernel):
    """Runs a scenario. Return: a Result"""
    directory = directory / scenario.name
    try:
        outcome = machine.run(Fabric(scenario.given), directory, kernel=kernel)
    except (Problem, machine.Failure) as failure:
        return Result(scenario, directory, [str(failure)],
                      Verdict([], None, scenario.truth.flows, str(failure)))
    finally:
        if (directory / "plan").exists():
            (directory / "scenario.toml").write_text(toml.text(scenario.given))
    outcome.write()
    result = Result(scenario, directory, confirm.errors(scenario, outcome),
                    judge(scenario, outcome))
    (directory / "answer.json").write_text(json.dumps(outcome.answers()["why"], indent=1) + "\n")
    return result


def run_all(scenarios, directory, jobs):
    """Runs the scenarios and shows the progress. Return: Results in the order of the scenarios"""
    kernel, begin, results = machine.build(), time.monotonic(), {}
    with ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(run, scenario, directory, kernel) for scenario in scenarios]
        for done in as_completed(waiting):
            result = done.result()
            results[result.scenario.name] = result
            text = ("not confirmed: " + result.unconfirmed[0] if result.unconfirmed else
                    "; ".join(result.misses()) or "ok")
            print(f"{len(results):4}/{len(scenarios)} {time.monotonic() - begin:6.0f} s  "
                  f"{result.scenario.name}: {text}", flush=True)
    return [results[scenario.name] for scenario in scenarios]


def add_arguments(parser):
    """Adds the arguments of the command"""
    parser.add_argument("--seed", type=int, default=1, metavar="N",
                        help="seed of the scenarios (default: 1)")
    parser.add_argument("--count", type=int, default=10, metavar="N",
                        help="number of scenarios of each sort (default: 10)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N",
                        help="number of runs at the same time (default: number of CPUs)")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, default=Path("lab-why"),
                        help="directory for report.json, report.txt and a directory of each "
                             "scenario (default: lab-why)")
    parser.add_argument("names", nargs="*", metavar="SCENARIO",
                        help="sorts, or single scenarios like storm-7 (default: all sorts: "
                             f"{', '.join(SORTS)})")


def chosen(parser, arguments):
    """Return: (sort, number) of each scenario that the command line selects"""
    result = []
    for name in arguments.names or SORTS:
        sort, _, number = name.rpartition("-")
        if name in SORTS:
            result += [(name, number) for number in range(1, arguments.count + 1)]
        elif sort in SORTS and number.isdigit():
            result.append((sort, int(number)))
        else:
            parser.error(f"unknown scenario {name}; must be a sort ({', '.join(SORTS)}) or a "
                         "sort with a number, like storm-7")
    return list(dict.fromkeys(result))


def main(parser, arguments):
    """Runs the command; exits with status 1 if the report does not pass"""
    if arguments.count < 1 or arguments.jobs < 1:
        parser.error("--count and --jobs must be at least 1")
    scenarios = [draw(arguments.seed, *which) for which in chosen(parser, arguments)]
    try:
        arguments.output.mkdir(parents=True, exist_ok=True)
        results = run_all(scenarios, arguments.output, arguments.jobs)
    except (machine.Failure, OSError) as error:
        sys.exit(f"pfclab: {error}")
    report = Report(arguments.seed, arguments.count, results)
    report.write(arguments.output)
    print("\n" + "\n".join(report.text()))
    print(f"report: {arguments.output}/report.json, {arguments.output}/report.txt")
    sys.exit(bool(report.failures()))
