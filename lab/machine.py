# SPDX-License-Identifier: GPL-2.0-only
"""Runs a fabric in a user-mode kernel with virtual time."""

import functools
import hashlib
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

from . import plan
from .outcome import Outcome
from .units import Problem

TOP = Path(__file__).resolve().parent.parent
BUILD = TOP / "build" / "lab"
MESSAGES_MAX = 4 << 30	# bytes of memory for the frames of messages
RUNNING = set()	# processes of the kernels
POLL = 0.2	# seconds between two updates of the progress
TROUBLE = re.compile(r"WARNING:|\bBUG:|Call Trace|Kernel panic|Segfault")
# What a run, "pfclab sweep" and "pfclab why" write to its directory
WRITTEN = re.compile(r"plan|samples|limits|status|console\.log|plots|pcap|"
                     r"(program|question|capture)\.\d+(\.\w+)?|report\.html|scenario\.toml|"
                     r"[\w.-]+\.(csv|json|svg)")


# What determines the results of a plan
SOURCES = ("kmod/**/*.[ch]", "uapi/**/*.h", "userspace/*/*.[ch]", "lab/*.py", "lab/results/*.py",
           "lab/kmod/**/*.[ch]", "lab/init/*.[ch]", "tests/uml/lab*", "tests/uml/lab-include/**/*.h")


class Failure(Exception):
    """The reason why a run failed."""


class Trouble(Failure):
    """The simulator itself has failed: no description may cause that."""


@functools.cache
def version(top=TOP):
    """Return: a hash of the sources of the simulator"""
    found = hashlib.sha256()
    for path in sorted({path for pattern in SOURCES for path in top.glob(pattern)}):
        if path.is_file():
            found.update(f"{path.relative_to(top)}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()


def build():
    """Builds the simulator if necessary. Return: path of the kernel"""
    installed = BUILD / "linux"     # of the package pfc-lab
    if installed.exists():
        return installed
    result = subprocess.run([TOP / "scripts" / "kernel" / "lab-build"], check=False,
                            stdout=subprocess.PIPE, text=True)
    if result.returncode:
        raise Failure("the simulator cannot be built: scripts/kernel/lab-build exits with "
                      f"status {result.returncode}, see its messages above")
    return Path(result.stdout.split()[-1]) / "linux"


def _memory(fabric):
    """Return: MiB of memory for the kernel, more than twice what it needs: a port with its share of
    a node takes 0.2 MiB, a flow 1 KiB.  The machine provides only what is used, and a sixtieth for
    the table of all pages.  So a million messages, which never send all at once, have a limit."""
    buffers = [0, 0]	# of flows and of messages
    for flow in fabric.flows:
        buffers[bool(flow.workload)] += 5 * flow.values.get("buffer", 0)
    size = buffers[0] + min(buffers[1], MESSAGES_MAX) + 3072 * len(fabric.flows)
    return max(512, 256 + len(fabric.ports) // 2 + size // 2**20)


def _command(kernel, fabric, directory, memory):
    """Return: the command that starts the kernel.

    The kernel must compute the same random numbers in every run, so the inputs of its
    random number generator must be the same.  One input is the command line: so
    directories are passed as file descriptors 3 and 4, not by name.  Another input is
    the time at which the kernel notices the end of a process.  If the kernel runs
    processes with seccomp, that time depends on the host machine: so seccomp is off if
    the fabric has programs or questions.  The process of TCP flows does not end during the run.
    """
    seccomp = "off" if fabric.programs or fabric.questions else "auto"
    return ["sh", "-c", 'd=$1 b=$2; shift 2; exec "$@" 3<"$d" 4<"$b"', "sh",
            directory, BUILD, kernel, f"mem={memory}M", "rootfstype=hostfs",
            "root=/", "ro", "time-travel=inf-cpu", "time-travel-start=0",
            f"seccomp={seccomp}", "ipv6.disable=1", "con=null",
            "con0=null,fd:1", "printk.time=1", "panic=-1",
            "init=/proc/self/fd/4/lab-init"]


def _wait(process, directory, timeout, progress):
    """Waits for the end of a process; raises subprocess.TimeoutExpired"""
    end = time.monotonic() + timeout
    while True:
        try:
            process.wait(min(POLL, max(end - time.monotonic(), 0)))
            return
        except subprocess.TimeoutExpired:
            if time.monotonic() >= end:
                raise
        if progress:
            progress.update(directory)


def end_all(number, _frame):
    """Ends the kernels of all runs, which have sessions of their own, and this process; a handler
    of a signal"""
    for process in list(RUNNING):
        os.killpg(process.pid, signal.SIGKILL)
    os._exit(128 + number)


def _boot(command, directory, timeout, progress):
    """Runs the command. Return: the output of the kernel's console"""
    with open(directory / "console.log", "wb") as console:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=console,
            stderr=subprocess.STDOUT, start_new_session=True,
            env=os.environ | {"TMPDIR": str(directory)})
        RUNNING.add(process)
        try:
            _wait(process, directory, timeout, progress)
        except subprocess.TimeoutExpired:
            raise Trouble(f"the run has not ended within {timeout} s of real time "
                          "(--timeout)") from None
        finally:
            # Also after an interruption from the terminal: the kernel has a session of its own
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            RUNNING.discard(process)
            if progress:
                progress.end()
    return (directory / "console.log").read_text(errors="replace")


def _explain(fabric, status, orders):
    """Return: the error message, the order (line of the plan) that caused it, and the line of the
    description"""
    match = re.match(r"pfcctl: plan:(\d+): (.*)", status)
    if not match:
        return status or ("the kernel ended without a result, see console.log in the output "
                          "directory")
    order = orders[int(match[1]) - 1]
    where = getattr(order, "where", "")
    text = f"{where}: " if where else ""
    return str(fabric.explain(Problem(f"{text}{match[2]} (order '{order}')")))


def _has_run(directory):
    """Whether a directory is that of an earlier run: a complete plan, and nothing of another
    origin"""
    try:
        last = (directory / "plan").read_text(encoding="utf-8").splitlines()[-1]
    except (OSError, UnicodeDecodeError, IndexError):
        return False
    return re.match(r"run \d+ \d+", last) and all(
        WRITTEN.fullmatch(path.name) for path in directory.iterdir())


def _make(directory):
    """Makes an empty directory, also in place of that of an earlier run"""
    if directory.exists():
        if not directory.is_dir():
            raise Failure(f"{directory}: is not a directory")
        if any(directory.iterdir()) and not _has_run(directory):
            raise Failure(f"{directory}: contains files that no run has written; the directory of "
                          "the results must be new, empty or that of an earlier run")
        shutil.rmtree(directory)
    directory.mkdir(parents=True)


def orders_of(fabric):
    """Return: the lines of the plan, computed once"""
    if not fabric.orders:
        try:
            fabric.orders = list(plan.orders(fabric))
        except Problem as problem:
            raise fabric.explain(problem) from None
    return fabric.orders


def run(fabric, directory, kernel=None, timeout=600, progress=None):
    """Runs a fabric and writes all files to the directory; progress: a Progress, or None.

    Return: an Outcome.
    """
    kernel = kernel or build()
    directory = Path(directory).resolve()
    orders = orders_of(fabric)
    _make(directory)
    (directory / "plan").write_text("\n".join(orders) + "\n")
    for number, (_, _, script) in enumerate(fabric.programs, 1):
        (directory / f"program.{number}").write_text(script + "\n")
    for number, question in enumerate(fabric.questions, 1):
        (directory / f"question.{number}").write_text(question.script + "\n")
    begin = time.monotonic()
    console = _boot(_command(kernel, fabric, directory, _memory(fabric)), directory, timeout,
                    progress)
    wall = time.monotonic() - begin
    status = directory / "status"
    lines = status.read_text().splitlines() if status.exists() else []
    status = lines[-1] if lines else ""     # earlier lines are warnings
    trouble = TROUBLE.search(console)
    if trouble:
        raise Trouble(f"the kernel reports {trouble[0]}, see {directory}/console.log")
    if status != "done":
        raise Failure(_explain(fabric, status, orders))
    return Outcome(fabric, directory, wall)
