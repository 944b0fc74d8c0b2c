# SPDX-License-Identifier: GPL-2.0-only
"""Events of the tracepoints pfc:*, read from traces that trace.bash has written."""

import re
from pathlib import Path

from harness import equal, path

LINE = re.compile(r".*-\d+ +\[\d+\] +\S+ +(\d+)\.(\d+): (\w+): (.*)")


class Event:
    """An event of a trace; numbers are integers."""

    def __init__(self, match):
        seconds, micros, self.name, text = match.groups()
        self.time = int(seconds) * 10**9 + int(micros) * 1000
        self.fields = {key: number(value)
                       for key, value in re.findall(r"(\w+)(?:=|: )(\S+)", text)}

    def __getattr__(self, field):
        return self.fields[field]

    def __repr__(self):
        return f"{self.time} {self.name} {self.fields}"


def number(text):
    return int(text, 0) if re.fullmatch(r"-?(0x[0-9a-f]+|0|[1-9]\d*)", text) else text


def trace(name):
    """Reads $OUT/NAME.trace, which must be complete"""
    text = Path(path(name + ".trace")).read_text(encoding="ascii")
    kept, written = re.search(r"entries-in-buffer/entries-written: (\d+)/(\d+)", text).groups()
    equal(f"{name}: the trace is complete", kept, written)
    return [Event(match) for match in map(LINE.match, text.splitlines()) if match]


def named(events, *names, **fields):
    return [event for event in events if event.name in names and
            all(event.fields[field] == value for field, value in fields.items())]
