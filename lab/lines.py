# SPDX-License-Identifier: GPL-2.0-only
"""Finds the line of a description that an error message is about.

tomllib does not report lines.  So locate() reads the headings and keys of a valid TOML text
again.  A place is a tuple: ("duration",), ("port", "xoff"), ("flows", 2), ("flows", 2, "size").
"""

import re

HEADING = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
TOKEN = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*|[\[{]|[\]}]')


class _Value:
    """State of a value that may continue in the next lines: open brackets or a long string."""

    def __init__(self):
        self.depth, self.quote = 0, None

    def feed(self, text):
        """Reads the rest of a line"""
        while text:
            if self.quote:
                _, found, text = text.partition(self.quote)
                self.quote = None if found else self.quote
                continue
            match = TOKEN.search(text)
            if not match or match[0].startswith("#"):
                return
            text = text[match.end():]
            if match[0] in ('"""', "'''"):
                self.quote = match[0]
            self.depth += (match[0] in "[{") - (match[0] in "]}")

    @property
    def ended(self):
        """Whether the value ends in this line"""
        return not self.depth and not self.quote


def _split(name):
    return tuple(part.strip().strip("\"'") for part in re.split(r"\.(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)",
                                                                 name))


def locate(text):
    """Return: {place: number of its line} of a valid TOML text"""
    lines, table, count, value = {}, (), {}, _Value()
    for number, line in enumerate(text.splitlines(), 1):
        if not value.ended:
            value.feed(line + "\n")
            continue
        if heading := HEADING.match(line):
            table = _split(heading[2])
            if heading[1] == "[[":
                count[table] = count.get(table, 0) + 1
            # A table below an element of a list belongs to its last element
            table = table[:1] + ((count[table[:1]],) if table[:1] in count else ()) + table[1:]
            lines.setdefault(table, number)
        elif key := KEY.match(line):
            lines.setdefault(table + _split(key[1]), number)
            value.feed(line[key.end():] + "\n")
    return lines


def _place(message):
    """Return: the place that the beginning of a message names, as far as it does"""
    place = ()
    for part in message.split(": ")[:-1]:
        match = re.fullmatch(r"([\w.-]+)(?: (\d+))?", part)
        if not match:
            break
        if part != "description":
            place += tuple(match[1].split("."))
        if match[2]:
            place += (int(match[2]),)
    return place


def find(lines, message):
    """Return: the line of a message, or None; lines: of locate(), or {place: anything}"""
    place = _place(message)
    while place and place not in lines:
        # a key like pg.3.xoff may be written as a table; the longest known place counts
        place = place[:-1]
    unknown = re.search(r"unknown setting ([\w-]+)", message)
    if unknown:
        key = place + (unknown[1],)
        place = next((found for found in (key, (*key, 1)) if found in lines), place)
    return lines.get(place)
