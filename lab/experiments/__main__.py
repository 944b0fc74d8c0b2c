# SPDX-License-Identifier: GPL-2.0-only
"""Compares measurements in virtual time with computed values; see README.md."""

import argparse
import sys
import tomllib
from pathlib import Path

from . import (alpha, flood, groups, headroom, quanta, report, rescue, ring, storm, victim,
               xon)
from .. import machine
from ..fabric import Fabric
from ..units import Problem

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
EXPERIMENTS = {module.NAME: module for module in (
    headroom, xon, quanta, victim, alpha, ring, rescue, groups, flood, storm)}


class Bench:
    """Runs fabrics; spoil, if given, injects a fault into each fabric."""

    def __init__(self, directory, kernel, spoil=None):
        self.directory, self.kernel, self.spoil = directory, kernel, spoil

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


def notices_faults(modules, directory, kernel):
    """Runs each experiment again, shortened and with a fault: the experiment must fail"""
    section = report.Section("faults", "Injected faults", [
        "each experiment, shortened, with an injected fault in its fabric: number of failed "
        "rows"])
    for module in modules:
        spoil, *short = module.FAULT
        spoiled = module.experiment(Bench(directory, kernel, spoil), *short)
        section.between(f"{module.NAME}: {spoil.__doc__[9:]}", 1, len(spoiled.failed), 1)
    return section


def main():
    """The command line"""
    parser = argparse.ArgumentParser(prog="lab/experiments/run", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", default=list(EXPERIMENTS),
                        help=", ".join(EXPERIMENTS) + " (default: all)")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path,
                        default=TOP / "build" / "experiments",
                        help="directory for report.md, report.json and the pictures "
                             "(default: build/experiments)")
    arguments = parser.parse_args()
    if not set(arguments.names) <= set(EXPERIMENTS):
        parser.error("unknown experiment " +
                     ", ".join(sorted(set(arguments.names) - set(EXPERIMENTS))) +
                     "; known experiments: " + ", ".join(EXPERIMENTS))
    modules = [EXPERIMENTS[name] for name in arguments.names]
    runs = arguments.output / "runs"
    try:
        kernel = machine.build()
        sections = [module.experiment(Bench(runs, kernel)) for module in modules]
        sections.append(notices_faults(modules, runs, kernel))
    except (Problem, machine.Failure) as error:
        sys.exit(f"experiments: {error}")
    report.write(arguments.output, sections)
    for section in sections:
        section.say()
    failed = sum(len(section.failed) for section in sections)
    passed = sum(len(section.rows) for section in sections) - failed
    print(f"# report: {arguments.output}/report.md")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
