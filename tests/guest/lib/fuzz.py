# SPDX-License-Identifier: GPL-2.0-only
"""Files of the tests with random requests."""

import os
from pathlib import Path

from harness import IN, OUT, equal
from nlprops import Run
from nlrequests import Requests

SEED = int(os.environ.get("SEED") or 1)


def count(number):
    """The number of requests, by the speed of the kernel and the time that the user gives"""
    return number * int(os.environ.get("FACTOR") or 1) // int(os.environ.get("SLOW") or 1)


def write(name, number, seed=SEED, devices=True, without=()):
    """Writes $IN/NAME for nlraw."""
    lines = Requests(seed, without).lines(number, devices)
    Path(IN, name).write_text("".join(line + "\n" for line in lines), encoding="ascii")


def judge(name):
    """Checks the output of nlraw, $OUT/NAME; returns what has been counted."""
    requests = Path(IN, name).read_text(encoding="ascii").splitlines()
    run = Run(requests)
    # A name of a device in an error may have a carriage return
    with open(Path(OUT, name), encoding="latin-1", newline="\n") as file:
        run.read(file)
    equal(f"{name}: each request of seed {SEED} has an answer, and the state agrees",
          (run.answers, run.faults), (len(requests), []))
    print(f"# {name}: " + ", ".join(f"{v} {k}" for k, v in run.verdicts.most_common()))
    return run
