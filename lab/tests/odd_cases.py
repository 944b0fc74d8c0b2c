# SPDX-License-Identifier: GPL-2.0-only
"""Runs at the edge of what a description can contain: nothing is sent, nothing arrives, or nothing
is sampled.  Each writes all results and a summary, and accounts for each frame, with exceptions.

    PYTHONPATH=.:tests/guest/lib python3 lab/tests/odd_cases.py SEED NUMBER DIRECTORY
"""

import contextlib
import copy
import io
import random
import sys
import traceback
from pathlib import Path

from lab import forecast, machine
from lab.__main__ import show
from lab.fabric import Fabric
from lab.results import write
from lab.units import Problem

SEED, RUNS = 3, 8
BASE = {"duration": "2ms", "hosts": ["a", "b", "c"], "switches": ["s", "t"],
        "port": {"prio-pfc": 3},
        "links": [{"ends": [["a", "b"], "s"]}, {"ends": ["c", "t"]}, {"ends": ["s", "t"]}],
        "flows": [{"from": "a", "to": "b"}]}
MESSAGE = {"kind": "permutation", "sizes": 1}
SHORT_PAUSE = {"at": "b:s", "prio": 3, "quanta": 40, "start": "1ms"}
LOSSY = {"prio-pfc": [], "queue": {"all": {"limit": 0}}}
ONE_WAY = [{"ends": ["s", "t"], "down": 0}]
# Parts of a description that are combined at random; the first of each part is usual
PARTS = {
    "duration": ("2ms", "1ns", "1us", "20us"),
    "sample": ("100us", "1ns", "5ms", "1000s", "2ms"),
    "flows": (BASE["flows"], [],
              [{"from": "a", "to": ["b", "c"], "start": "19us", "stop": "19001ns"}],
              [{"from": "a", "to": "b", "burst": 1, "period": "1ms", "size": 60}],
              [{"from": "a", "to": "c", "rate": 1000}],
              [{"from": "b", "to": "c", "reliable": True}],
              [{"from": "b", "to": "c", "protocol": "tcp"}]),
    "workloads": ([], [MESSAGE], [MESSAGE | {"sizes": 10**9}],
                  [{"kind": "poisson", "load": 0.001, "sizes": 10**6}],
                  [{"kind": "incast", "fan-in": 1, "size": 1, "to": "c", "period": "1us",
                    "stop": "3us", "dscp": 0}]),
    "port": (BASE["port"], {}, LOSSY, {"prio-pfc": [3], "xoff": 0, "xon": 0, "headroom": 0},
             {"flow-control": "pause"}),
    "pauses": ([], [SHORT_PAUSE], [SHORT_PAUSE | {"quanta": 0}],
               [SHORT_PAUSE | {"at": "s", "quanta": 65535, "start": 0, "period": "10us"}]),
    "dead": ([], ["b"], ["b", "c"]),
    "failures": ([], ONE_WAY, [{"ends": ["b", "s"], "down": "10us", "up": "11us"}]),
    "receivers": ([], [{"at": "b", "freeze": [[0, "1s"]]}], [{"at": "c", "rate": "10mbit"}]),
    "routed": (False, True), "title": ("odd", "<&\"'>\N{SNOWMAN} ${x}"[:8]),
}
CHOSEN = {
    "nothing is sent": {"flows": []},
    "no sample within the run": {"sample": "5ms"},
    "one sample of a run of one nanosecond": {"duration": "1ns", "sample": "1ns"},
    "all frames are dropped": {"port": LOSSY},
    "no message arrives": {"duration": "10us", "flows": [], "workloads": [MESSAGE]},
    "a dead receiver": {"dead": ["b"]},
    "a link that is down from the start": {"failures": ONE_WAY,
                                           "flows": [{"from": "a", "to": "c"}]},
}


def _results(given, directory, kernel):
    """Runs a description, and writes all results. Return: the text of a defect, or None"""
    try:
        fabric = Fabric(given)
        machine.orders_of(fabric)
        forecast.text(fabric)
        outcome = machine.run(fabric, directory, kernel=kernel, timeout=120)
        write.everything(outcome)
        with contextlib.redirect_stdout(io.StringIO()):
            show(outcome)
    except machine.Trouble as error:
        return str(error)
    except (Problem, machine.Failure) as error:	# some combinations contradict each other
        return None if "\n" not in str(error) else f"unclear error: {error}"
    except Exception:	# any of them would be a traceback for the user
        return traceback.format_exc()
    # Frames to dead hosts are copied, and a PFC frame that a failing link loses is counted like a
    # frame of a flow
    if outcome.unaccounted() and not fabric.dead and not (fabric.failures and fabric.pauses):
        return f"{outcome.unaccounted()} frames are not accounted for"
    return None


def _drawn(draw):
    """Return: a description with some odd parts"""
    given = copy.deepcopy(BASE)
    for key, values in PARTS.items():
        given[key] = copy.deepcopy(draw.choice(values) if draw.randrange(2) else values[0])
    return given


def cases(check, directory, kernel):
    """Chosen runs, and some that are drawn with a fixed seed"""
    draw = random.Random(SEED)
    drawn = {f"drawn {number}": _drawn(draw) for number in range(RUNS)}
    for name, given in (CHOSEN | drawn).items():
        defect = _results(BASE | given, directory / "odd", kernel)
        check(f"results without a defect: {name}", not defect, f"{defect}\n{given}")
        if name in CHOSEN:
            check(f"a report: {name}", (directory / "odd" / "report.html").exists())


def main():
    """Any number of drawn runs"""
    draw, defects, kernel = random.Random(int(sys.argv[1])), 0, machine.build()
    for number in range(int(sys.argv[2])):
        given = _drawn(draw)
        defect = _results(given, Path(sys.argv[3]), kernel)
        if defect:
            defects += 1
            print(f"run {number}: {defect}\n{given}", flush=True)
    print(f"{defects} defects")
    sys.exit(bool(defects))


if __name__ == "__main__":
    main()
