# SPDX-License-Identifier: GPL-2.0-only
"""Parses and validates the values of a description."""

import re

NS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9}
WIRE = 24	# bytes of preamble, FCS and inter-frame gap
BYTES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
BITS = {"bit": 1, "kbit": 10**3, "mbit": 10**6, "gbit": 10**9, "tbit": 10**12}


class Problem(Exception):
    """An error in a description, in one line: a text of the description may contain others."""

    def __init__(self, text):
        super().__init__("".join(letter if letter.isprintable() else repr(letter)[1:-1]
                                 for letter in str(text)))


def _scaled(text, units):
    match = re.fullmatch(r"(\d{1,30}(?:\.\d{1,6})?)\s*([A-Za-z]*)", text)
    scale = match and units.get(match[2])
    if not scale:
        return None
    whole, _, part = match[1].partition(".")
    value = int(whole + part) * scale
    return None if value % 10 ** len(part) else value // 10 ** len(part)


class Quantity:
    """A reader of integers with or without a unit.

    A call returns the integer in the base unit, or raises Problem.  what: name of the
    value in error messages; plain: whether a number without a unit is allowed.
    """

    def __init__(self, what, units, low, high, plain=True):
        self.what, self.units, self.plain = what, units, plain
        self.low, self.high = low, high

    def text(self, value):
        """Return: the value in the largest unit that divides it"""
        name = max((scale, name) for name, scale in self.units.items()
                   if value % scale == 0)[1] if value else ""
        return f"{value // self.units.get(name, 1)}{name}"

    def __call__(self, value):
        number = None
        if isinstance(value, str):
            number = _scaled(value, self.units)
        elif isinstance(value, int) and not isinstance(value, bool):
            number = value if self.plain or value == 0 else None
        if number is None or not self.low <= number <= self.high:
            raise Problem(f"{value!r} is not {self.what} from "
                          f"{self.text(self.low)} to {self.text(self.high)}")
        return number


def during(where, key, value, duration):
    """Checks that a time, ns, is before the end of the run"""
    if value >= duration:
        raise Problem(f"{where}: {key}: {value} ns is not before the end of the run, {duration} ns")


def time(low=0, high=10**12):
    """Return: a reader of times, ns"""
    return Quantity("a time like 2us or 1.5ms", NS, low, high, plain=False)


def size(low=0, high=1 << 30):
    """Return: a reader of sizes, bytes"""
    return Quantity("a size like 40000 or 64K", BYTES, low, high)


def alpha(value):
    """Reads alpha, a multiple of the free shared buffer, in the syntax of pfcctl"""
    text = str(value)
    match = re.fullmatch(r"(\d{1,9})(?:/(\d{1,9}))?", text) if not isinstance(value, bool) else None
    parts = match and 256 * int(match[1]) / (int(match[2] or 1) or 1000)
    if text != "off" and (not match or parts != int(parts) or not 1 <= parts <= 32768):
        raise Problem(f"{value!r} is invalid; must be a multiple of 1/256 from 1/256 to 128, or off")
    return text


def rate(low=10**6, high=16 * 10**11):
    """Return: a reader of rates, bit/s"""
    return Quantity("a rate like 100mbit or 2.5gbit", BITS, low, high)


def number(low, high):
    """Return: a reader of numbers without unit"""
    return Quantity("a number", {"": 1}, low, high)


def counted(number, one, several=None):
    """Return: a text of a number of things"""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


SHARE_MIN = 1e-9


def share(value):
    """Reads a share above 0, up to 1, a number or a text"""
    try:
        result = float(value)
    except (TypeError, ValueError, OverflowError):
        result = 0
    if isinstance(value, bool) or not 0 < result <= 1:
        raise Problem(f"{value!r} is not a number above 0 and up to 1")
    if result < SHARE_MIN:
        raise Problem(f"{value!r} is below {SHARE_MIN:g}")
    return result


def boolean(value):
    """Reads true or false"""
    if not isinstance(value, bool):
        raise Problem(f"{value!r} is not true or false")
    return value


def string(value):
    """Reads a string that is not blank"""
    if not isinstance(value, str) or not value.strip():
        raise Problem(f"{value!r} is blank or not a text")
    return value


def one_of(*words):
    """Return: a reader of one of the words"""
    def read(value):
        if value not in words:
            raise Problem(f"{value!r} is not one of {', '.join(words)}")
        return value
    return read


def either(one, other):
    """Return: a reader of values that one of two readers accepts"""
    def read(value):
        try:
            return one(value)
        except Problem as problem:
            try:
                return other(value)
            except Problem as second:
                raise Problem(f"{problem}, and {second}") from None
    return read


def numbers(low, high):
    """Return: a reader of a number or a list of numbers"""
    one = number(low, high)
    return lambda value: [one(item) for item in
                          (value if isinstance(value, list) else [value])]


def percent(value):
    """Reads a probability, a text like 1% in the syntax of pfcctl.  A number without % could also
    mean a share: 0.2 or 1."""
    match = re.fullmatch(r"(\d+(?:\.\d{1,4})?)%", value) if isinstance(value, str) else None
    if not match or float(match[1]) > 100:
        raise Problem(f"{value!r} is not a percentage from 0 to 100 with its sign, like \"1%\"")
    return value


def hexadecimal(low, high):
    """Return: a reader of keys like 0x8906"""
    def read(value):
        number_read = int(value, 16) if re.fullmatch(r"0x[0-9a-fA-F]+", str(value)) else -1
        if not low <= number_read <= high:
            raise Problem(f"{value!r} is not a number from {low:#x} to {high:#x}")
        return f"{number_read:#06x}"
    return read


def table_of(key_of, value_of):
    """Return: a reader of a table like { 26 = 3 }; key_of, value_of: readers"""
    def read(value):
        if not isinstance(value, dict):
            raise Problem(f"{value!r} is not a table like {{ 26 = 3 }}")
        return {key_of(int(key) if re.fullmatch(r"\d{1,9}", key) else key): value_of(item)
                for key, item in value.items()}
    return read


def _range(text, first, last):
    """Return: the numbers of a range as texts; with a leading zero all have the same width"""
    width = len(first) if len(first) > 1 and first[0] == "0" else 0
    if width and len(last) != width or not width and len(last) > 1 and last[0] == "0":
        raise Problem(f"{text!r}: numbers with leading zeros need the same width, like h[01-04]")
    if not int(first) <= int(last) <= int(first) + 4095:
        raise Problem(f"{text!r} is not a range of 1 to 4096 names")
    return [f"{number:0{width}}" for number in range(int(first), int(last) + 1)]


def names(value):
    """Reads a name, a range of names like h[1-4], or a list of these"""
    result = []
    for item in value if isinstance(value, list) else [value]:
        match = isinstance(item, str) and re.fullmatch(
            r"([A-Za-z][\w.-]*)(?:\[(\d{1,9})-(\d{1,9})\])?([\w.-]*)", item)
        if not match:
            raise Problem(f"{item!r} is not a name like h1 or h[1-8]")
        if match[2] is None:
            result.append(item)
            continue
        result += [f"{match[1]}{number}{match[4]}" for number in _range(item, *match.group(2, 3))]
    return result


def table(given, fields, where):
    """Reads a TOML table.

    fields: {name: reader}; a field whose reader is None keeps its value.
    """
    if not isinstance(given, dict):
        raise Problem(f"{where} is not a table")
    result = {}
    for key, value in given.items():
        if key not in fields:
            raise Problem(f"{where}: unknown setting {key}; known settings: "
                          f"{', '.join(sorted(fields))}")
        try:
            result[key] = fields[key](value) if fields[key] else value
        except Problem as problem:
            raise Problem(f"{where}: {key}: {problem}") from None
    return result


def tables(given, key):
    """Return: the list of tables with the heading [[key]]"""
    value = given.get(key, [])
    if not isinstance(value, list):
        raise Problem(f"{key}: must be a list of tables, each with the heading [[{key}]]")
    return value


def need(given, keys, where):
    """Checks that all keys are present"""
    for key in keys:
        if key not in given:
            raise Problem(f"{where}: {key} is missing")


def each(given, key, fields, required):
    """Reads the tables with the heading [[key]].  fields: as of table(); required: keys that must
    be present.  Yields (name of the table in error messages, its values)"""
    for number, item in enumerate(tables(given, key), 1):
        where = f"{key} {number}"
        values = table(item, fields, where)
        need(values, required, where)
        yield where, values
