# SPDX-License-Identifier: GPL-2.0-only
"""Runs a description for all combinations of parameter values and seeds, in parallel.

Each combination has a directory, named by its values.  A combination whose directory contains the
results of the same plan is not run again.  So a sweep that was interrupted continues, and a sweep
with more values runs only the new combinations.

The combinations can also run on several machines: --list prints a command for each, --only runs
one, and --collect writes the tables.
"""

import csv
import functools
import hashlib
import itertools
import json
import os
import shlex
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from . import fabric, fct, machine, progress, source
from .results import sweep_plot, sweeps, table
from .results import write as results
from .units import Problem

PFCLAB = machine.TOP / "lab" / "pfclab"
# Results of the messages of one workload; all others are of the whole fabric
FCT_RESULTS = {"messages_arrived", "unfinished", "lost", "size_sum_bytes", "first_start_ns",
               "last_arrival_ns", *fct.BUCKET_COLUMNS}
DONE = "sweep.json"	# written last; identifies the plan of the results in the directory


def values(text):
    """Reads NAME=VALUE,VALUE... of the command line. Return: (name, [values])"""
    name, equals, rest = text.partition("=")
    if not equals or not name or not all(rest.split(",")):
        raise Problem(f"{text!r} is not NAME=VALUE,VALUE...")
    found = [source.parameter(f"{name}={value}")[1] for value in dict.fromkeys(rest.split(","))]
    if any(isinstance(value, (list, dict)) for value in found):
        raise Problem(f"{text!r}: a list or a table cannot be swept")
    return name, found


def parameters(texts):
    """Reads all -p of the command line. Return: {name: [values]}"""
    result = {}
    for name, found in map(values, texts):
        if name in result:
            raise Problem(f"-p {name}: given twice; write -p {name}=VALUE,VALUE...")
        result[name] = found
    return result


def seeds(text):
    """Reads seeds like 1,3 or 1-5. Return: [numbers]"""
    result = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not first.isdigit() or (last and not last.isdigit()) or int(last or first) < int(first):
            raise Problem(f"{text!r} is not a list of seeds like 1,2 or 1-5")
        result += range(int(first), int(last or first) + 1)
    return list(dict.fromkeys(result))


class Case:
    """A combination: parameters, seed (None: that of the description), directory."""

    def __init__(self, file, parameters, seed, directory):
        self.file, self.parameters, self.seed = file, parameters, seed
        name = "_".join([f"{key}={value}" for key, value in parameters.items()] +
                        ([f"seed={seed}"] if seed is not None else []))
        self.directory = directory / (name.replace("/", "%") or "default")

    @functools.cached_property
    def key(self):
        """Identifies the plan and the simulator"""
        given = self._fabric()
        scripts = [script for *_, script in given.programs + given.questions]
        names = [flow.name for flow in given.flows]
        text = "\n".join([machine.version(), *machine.orders_of(given), *scripts, *names])
        return hashlib.sha256(text.encode()).hexdigest()

    def _fabric(self):
        return fabric.load(self.file, self.parameters, self.seed)

    def done(self):
        """Whether the directory has the results of this plan"""
        try:
            return json.loads((self.directory / DONE).read_text())["plan"] == self.key
        except (OSError, ValueError, KeyError):
            return False

    def run(self, kernel, timeout):
        """Runs the combination, unless it is done. Return: an error message or None"""
        try:
            outcome = machine.run(self._fabric(), self.directory, kernel=kernel, timeout=timeout)
        except (Problem, machine.Failure) as error:	# other combinations may be valid
            return str(error)
        results.tables(outcome)
        (self.directory / DONE).write_text(json.dumps({
            "plan": self.key, "parameters": self.parameters, "seed": self.seed}) + "\n")
        return None

    def _column(self, file, name):
        """Return: all values of a column in the table of a run"""
        return [row[name] for row in table.load(self.directory / f"{file}.json")]

    def rows(self):
        """Yields the lines of sweep.csv: one for each workload, or one without workloads"""
        result = json.loads((self.directory / "result.json").read_text())
        common = {**self.parameters, "seed": result["seed"]} | {
            "lossless_drops_frames": result["lossless_drops"],
            "unaccounted_frames": result["unaccounted"], "waiting_frames": result["waiting"],
            "dropped_frames": sum(self._column("drops", "frames")),
            "paused_ns": sum(self._column("pauses", "paused_ns")),
            "longest_freeze_ns": max(self._column("freezes", "longest_ns"), default=0),
            "hash": result["hash"]}
        if result["flows"]:
            common["flow_rates_bits_per_second"] = sum(
                flow["rate_bits_per_second"] for flow in result["flows"])
        for flow in result["flows"]:
            common[f"{flow['name']} rate_bits_per_second"] = flow["rate_bits_per_second"]
        for row in result["workloads"] or [{}]:
            flat = {key: value for key, value in row.items() if not isinstance(value, (dict, list))}
            flat["messages_arrived"] = flat.pop("messages", 0) - flat.get("unfinished", 0)
            yield common | (flat | {key: value for key, value in row.get("finished", {}).items()
                                    if key not in ("messages", "workload")} if row else {})


def cases(file, lists, chosen, directory):
    """Return: all combinations; lists: {name: [values]}, chosen: seeds or [None]"""
    return [Case(file, dict(zip(lists, combination)), seed, directory)
            for combination in itertools.product(*lists.values()) for seed in chosen]


def write(directory, finished, metrics=()):
    """Writes sweep.csv, a line for each combination and workload, and over the seeds
    sweep-summary.csv, sweep-summary.json and sweep.svg; metrics: those of the plot"""
    rows = [row for case in finished for row in case.rows()]
    parameters = list(finished[0].parameters) if finished else []
    of_fabric = {name for row in rows for name in row
                 if name not in FCT_RESULTS}
    points = sweeps.points(rows, parameters, of_fabric)
    unknown = set(metrics) - {point.metric for point in points}
    if unknown and points:
        raise Problem(f"--metric: unknown result {', '.join(sorted(unknown))}; known results: "
                      f"{', '.join(dict.fromkeys(point.metric for point in points))}")
    sweeps.table(points, parameters).write(directory)
    if plot := sweep_plot.draw(points, parameters, metrics):
        (directory / "sweep.svg").write_text(plot, encoding="utf-8")
    columns = list(dict.fromkeys(key for row in rows for key in row))
    with open(directory / "sweep.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def run(found, jobs, timeout, kernel=None):
    """Runs the cases that are not done, and shows the progress; kernel: default: of
    machine.build(). Return: {case: error or None}"""
    waiting = [case for case in found if not case.done()]
    errors = {case: None for case in found if case not in waiting}
    print(f"{len(found)} runs, {len(errors)} of them already done", flush=True)
    if waiting and not kernel:
        kernel = machine.build()
    begin = time.monotonic()
    with ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(case.run, kernel, timeout): case for case in waiting}
        try:
            for future in as_completed(running):
                case = running[future]
                errors[case] = future.result()
                passed, left = time.monotonic() - begin, len(found) - len(errors)
                rest = passed * left / (len(waiting) - left)
                print(f"{len(errors):4}/{len(found)} {passed:6.0f} s  "
                      f"{case.directory.name}: {errors[case] or 'ok'}" +
                      (f"; about {progress.seconds(rest)} left" if left else ""), flush=True)
        except BaseException:
            # An interruption: the runs in progress end, and no other one begins
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return errors


def add_arguments(parser):
    """Adds the arguments of the command"""
    parser.add_argument("file", help="the description (TOML)")
    parser.add_argument("-p", "--parameter", metavar="NAME=VALUE,VALUE...", action="append",
                        default=[], help="values of a parameter; may be repeated")
    parser.add_argument("--seeds", metavar="LIST", help="seeds, like 1-5 or 1,3 (default: the "
                                                        "seed of the description)")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), metavar="N",
                        help="number of runs at the same time (default: number of CPUs)")
    parser.add_argument("--metric", metavar="NAME", action="append", default=[],
                        help="result that the plot shows, a column of sweep.csv; may be repeated")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--list", action="store_true",
                       help="print a command for each combination without results; run nothing")
    where.add_argument("--only", type=int, metavar="N",
                       help="run only combination N, from 1, and write no table")
    where.add_argument("--collect", action="store_true",
                       help="write the tables and the plot of the runs that are done; run nothing")
    parser.add_argument("--timeout", type=int, default=3600, metavar="SECONDS",
                        help="end a run after this time, seconds of real time (default: 3600)")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, default=Path("lab-sweep"),
                        help="directory for sweep.csv and a directory of each run (default: "
                             "lab-sweep)")


def commands(arguments, found):
    """Yields a command of the shell for each combination that is not done"""
    words = [str(PFCLAB), "sweep", os.path.abspath(arguments.file)]
    for parameter in arguments.parameter:
        words += ["-p", parameter]
    if arguments.seeds:
        words += ["--seeds", arguments.seeds]
    words += ["--timeout", str(arguments.timeout), "-o", os.path.abspath(arguments.output)]
    for number, case in enumerate(found, 1):
        if not case.done():
            yield shlex.join([*words, "--only", str(number)])


def _elsewhere(arguments, found):
    """Runs --list, --only or --collect. Return: the exit status"""
    if arguments.list:
        print("\n".join(commands(arguments, found)))
        return 0
    if arguments.only:
        case = found[arguments.only - 1]
        error = None if case.done() else case.run(machine.build(), arguments.timeout)
        print(f"{case.directory.name}: {error or 'ok'}")
        return int(error is not None)
    done = [case for case in found if case.done()]
    write(arguments.output, done, arguments.metric)
    print(f"table: {arguments.output}/sweep.csv; {len(done)} of {len(found)} runs done")
    return int(len(done) < len(found))


def main(parser, arguments):
    """Runs the command; exits with status 1 if a run fails"""
    if arguments.jobs < 1:
        parser.error("--jobs must be at least 1")
    try:
        lists = parameters(arguments.parameter)
        chosen = seeds(arguments.seeds) if arguments.seeds else [None]
        found = cases(arguments.file, lists, chosen, arguments.output)
        if arguments.only is not None and not 1 <= arguments.only <= len(found):
            parser.error(f"--only {arguments.only}: must be 1 to {len(found)}")
        if not arguments.collect and not arguments.only:
            _ = found[0].key	# an error of the description or of -p ends the command at once
        if not arguments.list:
            arguments.output.mkdir(parents=True, exist_ok=True)
        if arguments.list or arguments.only or arguments.collect:
            sys.exit(_elsewhere(arguments, found))
        errors = run(found, arguments.jobs, arguments.timeout)
        write(arguments.output, [case for case in found if not errors[case]], arguments.metric)
    except (Problem, machine.Failure, OSError) as error:
        sys.exit(f"pfclab: {error}")
    failed = sum(error is not None for error in errors.values())
    print(f"table: {arguments.output}/sweep.csv; {len(found) - failed} runs done, {failed} failed")
    sys.exit(failed > 0)
