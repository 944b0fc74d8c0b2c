# SPDX-License-Identifier: GPL-2.0-only
"""Runs a fabric in a user-mode kernel whose time is virtual."""

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import plan
from outcome import Outcome

TOP = Path(__file__).resolve().parent.parent
BUILD = TOP / "build" / "lab"
TROUBLE = re.compile(r"WARNING:|\bBUG:|Call Trace|Kernel panic|Segfault")


class Failure(Exception):
    """Why a run came to nothing."""


def build():
    """Builds what is not yet built; returns the kernel"""
    result = subprocess.run([TOP / "scripts" / "lab-build"], check=False,
                            stdout=subprocess.PIPE, text=True)
    if result.returncode:
        raise Failure("the build failed")
    return Path(result.stdout.split()[-1]) / "linux"


def _command(kernel, fabric, directory, memory):
    """What makes the kernel's random numbers must be the same in every run.

    The command line is part of it, so directories come as descriptors 3 and 4,
    whatever their names.  So is the time at which processes are seen to end,
    which with seccomp is that of the machine outside.
    """
    seccomp = "off" if fabric.programs else "auto"
    return ["sh", "-c", 'd=$1 b=$2; shift 2; exec "$@" 3<"$d" 4<"$b"', "sh",
            directory, BUILD, kernel, f"mem={memory}M", "rootfstype=hostfs",
            "root=/", "ro", "time-travel=inf-cpu", "time-travel-start=0",
            f"seccomp={seccomp}", "ipv6.disable=1", "con=null",
            "con0=null,fd:1", "printk.time=1", "panic=-1",
            "init=/proc/self/fd/4/lab-init"]


def _boot(command, directory, timeout):
    """Return: what the console said"""
    with open(directory / "console.log", "wb") as console:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=console,
            stderr=subprocess.STDOUT, start_new_session=True,
            env=os.environ | {"TMPDIR": str(directory)})
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            raise Failure(f"no end within {timeout} s") from None
    return (directory / "console.log").read_text(errors="replace")


def _explain(status, orders):
    """What the kernel said, and on which order"""
    match = re.match(r"pfcctl: plan:(\d+): (.*)", status)
    if not match:
        return status or "the kernel ended early"
    return f"{match[2]} (on '{orders[int(match[1]) - 1]}')"


def run(fabric, directory, kernel=None, memory=512, timeout=600):
    """Runs a fabric; all it leaves is in the directory.

    Return: an Outcome.
    """
    kernel = kernel or build()
    directory = Path(directory).resolve()
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    orders = list(plan.orders(fabric))
    (directory / "plan").write_text("\n".join(orders) + "\n")
    for number, (_, _, script) in enumerate(fabric.programs, 1):
        (directory / f"program.{number}").write_text(script + "\n")
    begin = time.monotonic()
    console = _boot(_command(kernel, fabric, directory, memory), directory, timeout)
    wall = time.monotonic() - begin
    status = directory / "status"
    lines = status.read_text().splitlines() if status.exists() else []
    status = lines[-1] if lines else ""     # what comes before are warnings
    trouble = TROUBLE.search(console)
    if trouble:
        raise Failure(f"the kernel says {trouble[0]}, see {directory}/console.log")
    if status != "done":
        raise Failure(_explain(status, orders))
    return Outcome(fabric, directory, wall)
