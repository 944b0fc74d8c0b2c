# SPDX-License-Identifier: GPL-2.0-only
"""Compares measurements in virtual time with computed values; see README.md."""

import argparse
import os
import signal
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import (alpha, bounce, cells, dcqcn, dsh, flood, freeze, groups, headroom, load, loop,
               quanta, report, rescue, ring, slowdown, storm, victim, xon)
from .. import machine
from ..fabric import Fabric
from ..units import Problem

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
EXPERIMENTS = {module.NAME: module for module in (
    headroom, xon, quanta, victim, dcqcn, slowdown, alpha, dsh, cells, load, ring, rescue, groups,
    bounce, loop, freeze, flood, storm)}


class Bench:
    """Runs fabrics; spoil, if given, injects a fault into each fabric; thorough: whether an
    experiment shall also do what takes long."""

    def __init__(self, directory, kernel, spoil=None, thorough=False):
        self.directory, self.kernel, self.spoil = directory, kernel, spoil
        self.thorough = thorough

    @staticmethod
    def template(name):
        """Return: the description NAME.toml, which the experiment may change"""
        with open(HERE / f"{name}.toml", "rb") as file:
            return tomllib.load(file)

    def run(self, name, given):
        """Runs a description. Return: the Outcome"""
        if self.spoil:
            self.spoil(given)
        return machine.run(Fabric(given), self.directory / name, kernel=self.kernel)


def measure(modules, runs, kernel, thorough):
    """Runs the experiments, one per CPU, and then each of them again, shortened and with a
    fault: the experiment must fail.

    Return: a Section of each experiment and one of the faults.
    """
    def run(module):
        return module.experiment(Bench(runs / module.NAME, kernel, thorough=thorough))

    def run_with_fault(module):
        spoil, *short = module.FAULT
        return module.experiment(Bench(runs / f"{module.NAME}-fault", kernel, spoil), *short)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(run, modules)), list(pool.map(run_with_fault, modules))
    faults = report.Section("faults", "Injected faults", [
        "each experiment, shortened, with an injected fault in its fabric: number of failed "
        "rows"])
    for module, spoiled in zip(modules, results[1]):
        faults.between(f"{module.NAME}: {module.FAULT[0].__doc__[9:]}", 1,
                       len(spoiled.failed), 1)
    return results[0] + [faults]


def main():
    """The command line"""
    parser = argparse.ArgumentParser(prog="lab/experiments/run", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", default=list(EXPERIMENTS),
                        help=", ".join(EXPERIMENTS) + " (default: all)")
    parser.add_argument("-a", "--all", action="store_true",
                        help="also measure what takes minutes")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path,
                        default=TOP / "build" / "experiments",
                        help="directory for report.md, report.json and the pictures "
                             "(default: build/experiments)")
    arguments = parser.parse_args()
    if not set(arguments.names) <= set(EXPERIMENTS):
        parser.error("unknown experiment " +
                     ", ".join(sorted(set(arguments.names) - set(EXPERIMENTS))) +
                     "; known experiments: " + ", ".join(EXPERIMENTS))
    signal.signal(signal.SIGTERM, machine.end_all)
    modules = [EXPERIMENTS[name] for name in arguments.names]
    runs = arguments.output / "runs"
    try:
        kernel = machine.build()
        sections = measure(modules, runs, kernel, arguments.all)
        report.write(arguments.output, sections)
    except (Problem, machine.Failure, OSError) as error:
        sys.exit(f"experiments: {error}")
    for section in sections:
        section.say()
    failed = sum(len(section.failed) for section in sections)
    passed = sum(len(section.rows) for section in sections) - failed
    print(f"# report: {arguments.output}/report.md")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
