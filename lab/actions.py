# SPDX-License-Identifier: GPL-2.0-only
"""Reads what happens at times of a run: PFC frames, programs, questions, commands of pfcctl."""

import re
import typing

from . import settings, units
from .units import Problem

PAUSE = {
    "at": units.string, "prio": units.numbers(0, 7),
    "quanta": units.number(0, 65535), "period": units.time(1),
    "start": units.time(), "stop": units.time(),
}
PROGRAM = {"at": units.names, "run": units.string, "start": units.time()}
QUESTION = {"name": units.string, "at": units.names, "time": units.time(), "ask": units.string}
COMMAND = {"at": None, "time": units.time(), "run": units.string}


class Question(typing.NamedTuple):
    """A call of pfcctl on a node, at a time (ns)."""

    name: str
    node: str
    time: int
    script: str


def _read_pauses(fabric, top):
    for where, pause in units.each(top, "pauses", PAUSE, ["at", "prio", "quanta"]):
        pause = {"start": 0, "stop": fabric.duration,
                 "period": fabric.duration} | pause
        units.during(where, "start", pause["start"], fabric.duration)
        pause["stop"] = min(pause["stop"], fabric.duration)
        for port in fabric.select(pause["at"], where):
            fabric.pauses.append((port, pause))


def _read_programs(fabric, top):
    for where, program in units.each(top, "programs", PROGRAM, ["at", "run"]):
        units.during(where, "start", program.get("start", 0), fabric.duration)
        script = _script(fabric, program["run"], f"{where}: run")
        for node in fabric.known(program["at"], where):
            fabric.programs.append((node, program.get("start", 0), script))


def _script(fabric, text, where):
    """Replaces {HOST} by the host's address and {NODE:PEER} by the device of a port"""
    def value(match):
        name = match[1]
        if match[0] in ("{{", "}}"):
            return match[0][0]
        if name in fabric.hosts:
            return fabric.address(name)
        if name not in fabric.every_port:
            raise Problem(f"{where}: invalid {match[0]}; must be a host in braces, like "
                          "{h3}, or a port in braces, like {s1:h3}; {{ stands for a brace")
        return fabric.every_port[name].dev
    return re.sub(r"\{\{|\}\}|\{([^{}]*)\}|[{}]", value, text)


def _read_questions(fabric, top):
    taken = set()
    for n, (where, values) in enumerate(units.each(top, "questions", QUESTION, ["at", "time"]), 1):
        units.during(where, "time", values["time"], fabric.duration)
        nodes = fabric.known(values["at"], where)
        words = _script(fabric, values.get("ask", "why"), f"{where}: ask")
        for node in nodes:
            name = values.get("name", f"question {n}")
            name += f" {node}" if len(nodes) > 1 else ""
            if name in taken:
                raise Problem(f"{where}: name: {name} is the name of an earlier question")
            taken.add(name)
            script = f'exec pfcctl -n {node} -j {words} 2> "$0.err"'
            fabric.questions.append(Question(name, node, values["time"], script))


def _read_commands(fabric, top):
    for where, values in units.each(top, "commands", COMMAND, ["at", "run"]):
        units.during(where, "time", values.get("time", 0), fabric.duration)
        words = _script(fabric, values["run"], f"{where}: run")
        for node in fabric.nodes_at(values["at"], where):
            order = settings.Command.at(where, f"pfcctl {node} {words}")
            fabric.commands.append((values.get("time", 0), order))


def read(fabric, top):
    """Reads all [[pauses]], [[programs]], [[questions]] and [[commands]]"""
    _read_pauses(fabric, top)
    _read_programs(fabric, top)
    _read_questions(fabric, top)
    _read_commands(fabric, top)
