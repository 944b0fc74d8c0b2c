# SPDX-License-Identifier: GPL-2.0-only
"""Tests of sweeps: all combinations run once, and an interrupted sweep continues."""

import contextlib
import csv
import io
import shutil
import signal
import time
from pathlib import Path

from lab import machine, sweep
from lab.units import Problem

DESCRIPTION = """
duration = "2ms"
hosts = "h[1-3]"
switches = "s"
parameters = { load = 0.3, xoff = "40K" }
port = { prio-pfc = 3, xoff = "${xoff}", xon = "10K" }
[[links]]
ends = ["h[1-3]", "s"]
[[workloads]]
name = "storage"
kind = "poisson"
load = "${load}"
sizes = "AliStorage2019"
"""


def swept(path, lists, seeds, directory, kernel):
    """Run a sweep. Return: its cases, {case: error}, number of cases that ran"""
    found = sweep.cases(path, lists, seeds, directory)
    waiting = sum(not case.done() for case in found)
    with contextlib.redirect_stdout(io.StringIO()):
        errors = sweep.run(found, 2, 120, kernel)
    sweep.write(directory, [case for case in found if not errors[case]])
    return found, errors, waiting


def _interrupt(*_):
    raise KeyboardInterrupt


def _interrupted(call):
    """Return: whether a call ends by an interruption"""
    try:
        call()
    except KeyboardInterrupt:
        return True
    return False


class _Interrupted:
    """A combination during which the sweep is interrupted; begun: all those that have begun"""

    def __init__(self, number, begun):
        self.number, self.begun, self.directory = number, begun, Path(str(number))

    def done(self):
        return False

    def run(self, _kernel, _timeout):
        self.begun.append(self.number)
        if self.number == 1:
            raise KeyboardInterrupt
        time.sleep(0.2)


def interruptions(check, directory):
    """An interruption ends the simulator's kernel, and a sweep begins no other run"""
    signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    command = ["sh", "-c", f"echo $$ > {directory}/pid; exec sleep 60"]
    check("a run ends at an interruption",
          _interrupted(lambda: machine._boot(command, directory, 60, None)))
    process = Path("/proc") / (directory / "pid").read_text().strip()
    check("the kernel of an interrupted run has ended", not process.exists(), process)
    begun = []
    with contextlib.redirect_stdout(io.StringIO()):
        found = _interrupted(lambda: sweep.run(
            [_Interrupted(number, begun) for number in range(8)], 1, 60, "kernel"))
    check("an interrupted sweep begins no other run", found and len(begun) < 8, begun)


def cases(check, equal, directory, kernel):
    """All tests of this file"""
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    interruptions(check, directory)
    path = directory / "sweep.toml"
    path.write_text(DESCRIPTION)
    lists = {"load": [0.2, 0.8]}
    found, errors, waiting = swept(path, lists, [1, 2], directory, kernel)
    equal("sweep: runs, errors", [waiting, set(errors.values())], [4, {None}])
    equal("sweep: directories", sorted(case.directory.name for case in found),
          ["load=0.2_seed=1", "load=0.2_seed=2", "load=0.8_seed=1", "load=0.8_seed=2"])
    with open(directory / "sweep.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    equal("sweep.csv: a line for each run", [(row["load"], row["seed"], row["workload"])
                                             for row in rows],
          [(load, seed, "storage") for load in ("0.2", "0.8") for seed in "12"])
    equal("sweep: each run has another result", len({row["hash"] for row in rows}), 4)
    totals = {load: sum(int(row["messages_arrived"]) for row in rows if row["load"] == load)
              for load in ("0.2", "0.8")}
    check("sweep: a higher load has more messages", totals["0.8"] > 2 * totals["0.2"], totals)
    (found[2].directory / sweep.DONE).unlink()	# as if the sweep had been interrupted
    _, _, waiting = swept(path, lists, [1, 2], directory, kernel)
    equal("an interrupted sweep runs what is missing", waiting, 1)
    _, _, waiting = swept(path, {"load": [0.2, 0.5, 0.8]}, [1], directory, kernel)
    equal("more values run only the new combinations", waiting, 1)
    path.write_text(DESCRIPTION.replace("10K", "20K"))
    found, _, waiting = swept(path, {"load": [0.2]}, [1], directory, kernel)
    equal("a changed description runs again", waiting, 1)
    path.write_text(DESCRIPTION.replace('xon = "10K"', 'xon = "1M"'))
    found, errors, _ = swept(path, {"load": [0.2]}, [1], directory, kernel)
    check("a failed run is reported", "xon" in str(errors[found[0]]), errors)
    equal("seeds", sweep.seeds("1-3,7"), [1, 2, 3, 7])
    equal("values", sweep.values("a=1,0.5,x"), ("a", [1, 0.5, "x"]))
    for text in ("a", "a=", "a=1,,2"):
        try:
            sweep.values(text)
            check(f"refused: {text}", False)
        except Problem as problem:
            check(f"refused: {text}", "is not NAME=VALUE,VALUE" in str(problem))
