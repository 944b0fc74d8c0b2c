# SPDX-License-Identifier: GPL-2.0-only
"""Tests of sweeps: all combinations run once, and an interrupted sweep continues."""

import contextlib
import csv
import io
import json
import math
import shutil
import signal
import statistics
import subprocess
import time
import xml.etree.ElementTree
from pathlib import Path

from lab import machine, sweep
from lab.results import student, sweep_plot, sweeps
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

# Quantiles of Student's t for 95 %, both sides, from published tables: {degrees of freedom: t}
QUANTILES = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 7: 2.3646, 10: 2.2281,
             15: 2.1314, 20: 2.0860, 30: 2.0423, 60: 2.0003, 120: 1.9799}


def integrated(t, freedom):
    """Return: the probability of a value between -t and t, by Simpson's rule over the density"""
    steps = 2000
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / \
        math.sqrt(freedom * math.pi)
    values = [(1 + (t * i / steps) ** 2 / freedom) ** (-(freedom + 1) / 2)
              for i in range(steps + 1)]
    area = values[0] + values[-1] + 4 * sum(values[1::2]) + 2 * sum(values[2:-1:2])
    return 2 * scale * area * t / steps / 3


def confidence(equal, between):
    """Student's t: quantiles of published tables, probabilities by integration"""
    equal("quantiles of Student's t", {freedom: round(student.quantile(freedom), 4)
                                       for freedom in QUANTILES}, QUANTILES)
    worst = max(abs(student.within(t, freedom) - integrated(t, freedom))
                for freedom in (1, 2, 3, 4, 9, 24) for t in (0.1, 1, 2.5, 6))
    between("probabilities of Student's t, deviation from the integral", worst, 0, 1e-9)
    # 4, 6, 8: mean 6, deviation 2, so 4.3027 * 2 / sqrt(3) = 4.9683
    found = student.mean([4, 6, 8])
    equal("mean, deviation and interval of 4, 6, 8",
          [found.count, found.mean, found.deviation, round(found.half, 4)], [3, 6, 2, 4.9683])
    equal("one value has no interval", student.mean([5]), (1, 5, None, None))


def summary(equal, between, directory, parameter):
    """sweep-summary.csv has the means and intervals of the values in sweep.csv"""
    with open(directory / "sweep.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    with open(directory / "sweep-summary.csv", encoding="utf-8") as file:
        found = {(row[parameter], row["workload"], row["metric"]): row
                 for row in csv.DictReader(file)}
    for metric, workload, unit in (("fct_mean_ns", "storage", "ns"),
                                   ("slowdown_p99", "storage", ""), ("paused_ns", "", "ns")):
        for value in sorted({row[parameter] for row in rows}):
            values = [float(row[metric]) for row in rows if row[parameter] == value]
            mean = sum(values) / len(values)
            spread = math.sqrt(sum((one - mean) ** 2 for one in values) / (len(values) - 1))
            half = QUANTILES[len(values) - 1] * spread / math.sqrt(len(values))
            row = found[value, workload, metric]
            equal(f"summary of {metric}, {parameter} {value}: seeds, unit",
                  [row["seeds"], row["unit"]], [str(len(values)), unit])
            for name, wanted in (("mean", mean), ("deviation", spread), ("ci95_low", mean - half),
                                 ("ci95_high", mean + half),
                                 ("median", statistics.median(values))):
                slack = 1e-4 * max(half, 1e-9)
                between(f"summary of {metric}, {parameter} {value}: {name}", float(row[name]),
                        wanted - slack, wanted + slack)
    equal("the JSON has the same rows",
          len(json.loads((directory / "sweep-summary.json").read_text())["rows"]), len(found))


def scripts(check, directory):
    """A changed script of a program is another plan"""
    path, keys = directory / "scripts.toml", []
    for word in ("true", "false"):
        path.write_text(DESCRIPTION + f'[[programs]]\nat = "s"\nrun = "{word}"\n')
        keys.append(sweep.Case(path, {}, None, directory).key)
    check("a changed script runs again", keys[0] != keys[1])


def plotted(check, equal, directory):
    """The plot has a curve of each workload with error bars"""
    root = xml.etree.ElementTree.parse(directory / "sweep.svg").getroot()
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    for wanted in ("load", "FCT slowdown, 99th percentile", "storage"):
        check(f"sweep.svg: {wanted}", wanted in texts, texts)
    found = [sweeps.Point((load, kind), "", "m_ns", student.mean([1, 2]), 1.5)
             for load in (0.1, 0.5, 0.9) for kind in ("x", "y")]
    equal("the x axis is the numeric parameter with most values",
          sweep_plot.x_parameter(found, ["load", "kind"]), 0)
    found = [sweeps.Point((kind,), "", "m", student.mean([1]), 1) for kind in ("x", "y")]
    equal("without a numeric parameter there is a place for each combination",
          sweep_plot.x_parameter(found, ["kind"]), None)


def elsewhere(check, equal, path, directory):
    """The commands of --list run with GNU parallel, and --collect writes the tables"""
    words = [sweep.PFCLAB, "sweep", path, "-p", "load=0.2,0.8", "--seeds", "1-3", "-o", directory]

    def command(*more):
        return subprocess.run([*words, *more], capture_output=True, text=True, check=False)
    listed = command("--list").stdout
    equal("--list: a command for each combination", len(listed.splitlines()), 6)
    equal("--collect without results fails", command("--collect").returncode, 1)
    done = command("--only", "2")
    equal("--only runs one combination", [done.stdout, done.returncode],
          ["load=0.2_seed=2: ok\n", 0])
    rest = command("--list").stdout
    equal("--list: the commands of what is missing", rest.splitlines(),
          [line for line in listed.splitlines() if not line.endswith("--only 2")])
    done = subprocess.run(["parallel", "--jobs", "2", "--halt", "soon,fail=1"], input=rest,
                          capture_output=True, text=True, check=False)
    equal("GNU parallel runs the commands", sorted(done.stdout.splitlines()),
          [f"load={load}_seed={seed}: ok" for load in (0.2, 0.8) for seed in (1, 2, 3)
           if (load, seed) != (0.2, 2)])
    equal("--list: nothing is missing", command("--list").stdout.strip(), "")
    done = command("--collect")
    equal("--collect: all runs are done", [done.returncode, "6 of 6" in done.stdout], [0, True])
    done = command("--collect", "--metric", "slowdown_p100")
    check("--metric: an unknown result is refused", done.returncode == 1 and
          "unknown result slowdown_p100; known results: " in done.stderr, done.stderr)
    check("-p: a parameter twice is refused",
          "-p load: given twice" in command("-p", "load=0.5", "--list").stderr)
    unknown = subprocess.run([sweep.PFCLAB, "sweep", path, "-p", "lod=1", "--list"],
                             capture_output=True, text=True, check=False)
    equal("-p: an unknown parameter is refused before any run",
          [unknown.returncode, unknown.stdout, unknown.stderr],
          [1, "", "pfclab: unknown parameter lod; known parameters: load, xoff\n"])
    check("--only: a number that does not exist is refused",
          "must be 1 to 6" in command("--only", "7").stderr)


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


def versions(equal, directory):
    """Each source of the module and of the simulator changes the version, and no other file does"""
    wanted = {"kmod/core/pool.c": True, "uapi/linux/pfc.h": True, "userspace/lib/model.c": True,
              "lab/plan.py": True, "lab/results/fct.py": True, "lab/kmod/source.c": True,
              "lab/kmod/senders/swift.c": True,
              "lab/init/run.c": True, "tests/uml/lab.config": True, "lab/README.md": False,
              "lab/tests/run": False, "kmod/core/pool.o": False}
    for name, counts in wanted.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        before = machine.version.__wrapped__(directory)
        (directory / name).write_text("x")
        equal(f"version: {name} counts", machine.version.__wrapped__(directory) != before, counts)


def cases(check, equal, between, directory, kernel):
    """All tests of this file"""
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    interruptions(check, directory)
    versions(equal, directory / "version")
    scripts(check, directory)
    path = directory / "sweep.toml"
    path.write_text(DESCRIPTION)
    confidence(equal, between)
    elsewhere(check, equal, path, directory / "elsewhere")
    summary(equal, between, directory / "elsewhere", "load")
    plotted(check, equal, directory / "elsewhere")
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
    _, _, waiting = swept(path, {"load": [0.2]}, [1], directory, kernel)
    equal("an unchanged simulator does not run again", waiting, 0)
    real, machine.version = machine.version, lambda: "other"
    _, _, waiting = swept(path, {"load": [0.2]}, [1], directory, kernel)
    machine.version = real
    equal("another version of the simulator runs again", waiting, 1)
    found, errors, _ = swept(path, {"xoff": ["x", "50K"]}, [1], directory, kernel)
    check("an invalid combination is reported, and the others run", "'x' is not a size" in str(
        errors[found[0]]) and errors[found[1]] is None and found[1].done(), errors)
    path.write_text(DESCRIPTION.replace('xon = "10K"', 'xon = "1M"'))
    found, errors, _ = swept(path, {"load": [0.2]}, [1], directory, kernel)
    check("a failed run is reported", "xon" in str(errors[found[0]]), errors)
    equal("seeds", sweep.seeds("1-3,7"), [1, 2, 3, 7])
    equal("values", sweep.values("a=1,0.5,x"), ("a", [1, 0.5, "x"]))
    equal("a value that is given twice", sweep.values("a=2,1,2"), ("a", [2, 1]))
    for text, error in (("a", "is not NAME=VALUE,VALUE"), ("a=", "is not NAME=VALUE,VALUE"),
                        ("a=1,,2", "is not NAME=VALUE,VALUE"), ("a=[1]", "cannot be swept")):
        try:
            sweep.values(text)
            check(f"refused: {text}", False)
        except Problem as problem:
            check(f"refused: {text}", error in str(problem))
