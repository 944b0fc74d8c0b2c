# SPDX-License-Identifier: GPL-2.0-only
"""Commands of pfcctl as a part of a description: what pfcctl save and sonic import print."""

import json
import re
import shlex
import sys

from . import setting_rows_generated as rows
from .settings import PORT, PROFILE, SWITCHES
from .units import Problem

# Objects of a port, and their settings
OBJECTS = {"port": rows.PORT, "map": rows.MAP, "pfc": rows.PFC, "ets": rows.ETS,
           "watchdog": rows.WATCHDOG, "pg": rows.PG, "queue": rows.QUEUE}
NAMED = {"pool": rows.POOL, "profile": PROFILE}
NUMBERS = re.compile(r"(\d+)(?:-(\d+))?$")
OF_LINK = [("rate", "unlimited"), ("speed", "auto")]	# settings that the link has


def _numbers(text, count):
    """Numbers of a text like 3, 0-7 or all"""
    if text == "all":
        return range(count)
    match = NUMBERS.match(text)
    if not match:
        raise Problem(f"{text!r} is not a number, a range or all")
    return range(int(match[1]), int(match[2] or match[1]) + 1)


def _one(word):
    return int(word) if word.isdecimal() else word


def _value(key, words):
    """The value of a setting"""
    if not all(":" in word for word in words) or len(words) == 0:
        if len(words) != 1:
            raise Problem(f"{key}: cannot be described: {' '.join(words)}")
        return _one(words[0])
    pairs = {}
    for word in words:
        keys, _, value = word.rpartition(":")
        numbers = [keys] if key == "ethtype-prio" else _numbers(keys, 64 if key == "dscp-prio" else 8)
        pairs.update(dict.fromkeys(numbers, _one(value)))
    if key in SWITCHES:
        return [prio for prio, value in pairs.items() if value == "on"]
    return {one: value for one, value in pairs.items() if value != "none"}


def _values(words, fields):
    """{setting: value} of the words KEY VALUE..., of which each value is valid"""
    values, at = {}, 0
    while at < len(words):
        key = words[at]
        end = at + 2
        while end < len(words) and words[end] not in fields:
            end += 1
        if key not in fields:
            raise Problem(f"{key}: the simulator has no such setting")
        value = _value(key, words[at + 1:end])
        if (key, value) not in OF_LINK:
            values[key] = value
            reader = fields[key]
            reader({str(one): other for one, other in value.items()}
                   if isinstance(value, dict) else value)
        at = end
    return values


class Part:
    """The settings of one port, which all ports of a fabric get, with pools and profiles."""

    def __init__(self, dev=None):
        self.dev, self.port = dev, {}
        self.numbered = {"pg": {}, "queue": {}}
        self.named = {"pool": {}, "profile": {}}

    def add(self, line):
        """Adds a command"""
        words = shlex.split(line, comments=True)
        if not words:
            return
        if len(words) < 3 or words[1] not in ("add", "set"):
            raise Problem(f"{line.strip()!r} is not a command of pfcctl save")
        what, _, *rest = words
        if what in NAMED:
            self.named[what].setdefault(rest[0], {}).update(_values(rest[1:], NAMED[what]))
        elif what in OBJECTS and rest[0] == "dev" and len(rest) > 1:
            self.dev = self.dev or rest[1]
            if rest[1] == self.dev:
                self._set(what, rest[2:])
        else:
            raise Problem(f"{what}: the simulator has no such object")

    def _set(self, what, words):
        if what not in self.numbered:
            self.port.update(_values(words, OBJECTS[what]))
            return
        numbers = [number for text in words[1].split(",") for number in _numbers(text, 8)]
        for number in numbers:
            self.numbered[what].setdefault(number, {}).update(_values(words[2:], OBJECTS[what]))

    def text(self):
        """The part as TOML.  Hosts have no pools, profiles and watchdog of a switch."""
        lines = ["[port]"]
        lines += [f"{key} = {_toml(value)}" for key, value in self.port.items()
                  if key in PORT and key not in rows.WATCHDOG]
        lines += ["", "[[ports]]", 'at = "switches"']
        lines += [f"{key} = {_toml(value)}" for key, value in self.port.items()
                  if key in rows.WATCHDOG]
        lines += [f"{kind}.{number} = {_toml(values)}" for kind, tables in self.numbered.items()
                  for number, values in sorted(tables.items())]
        if any(self.named.values()):
            lines += ["", "[[nodes]]", 'at = "switches"']
            lines += [f"{kind}s.{_key(name)} = {_toml(values)}"
                      for kind, tables in self.named.items() for name, values in tables.items()]
        return "\n".join(lines) + "\n"


def _key(key):
    return str(key) if re.fullmatch(r"[\w-]+", str(key)) else json.dumps(key)


def _toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_toml(one)}" for key, one in value.items()) + " }"
    return json.dumps(value)


def add_arguments(parser):
    """Adds the arguments of "pfclab describe" """
    parser.add_argument("file", help="commands that pfcctl save or pfcctl sonic import has printed; "
                                     "- is standard input")
    parser.add_argument("--dev", metavar="DEV", help="the port (default: the first one)")


def main(arguments):
    """pfclab describe: prints the part"""
    part = Part(arguments.dev)
    try:
        with (sys.stdin if arguments.file == "-" else
              open(arguments.file, encoding="utf-8")) as file:
            for number, line in enumerate(file, 1):
                try:
                    part.add(line)
                except (Problem, ValueError, IndexError) as error:
                    raise Problem(f"{arguments.file}:{number}: {error}") from None
        if not part.port:
            raise Problem(f"{arguments.file}: no settings of "
                          f"{part.dev or 'a port'}; give a port of the file by --dev")
        sys.stdout.write(part.text())
    except (Problem, OSError, UnicodeDecodeError) as error:
        sys.exit(f"pfclab: {error}")
    sys.exit(0)
