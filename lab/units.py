# SPDX-License-Identifier: GPL-2.0-only
"""Values of a description: how they are written, and what they may be."""

import re

NS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9}
BYTES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
BITS = {"bit": 1, "kbit": 10**3, "mbit": 10**6, "gbit": 10**9, "tbit": 10**12}


class Problem(Exception):
    """What is wrong with a description, in one line."""


def _scaled(text, units):
    match = re.fullmatch(r"(\d+(?:\.\d{1,6})?)\s*([A-Za-z]*)", text)
    scale = match and units.get(match[2])
    if not scale:
        return None
    whole, _, part = match[1].partition(".")
    value = int(whole + part) * scale
    return None if value % 10 ** len(part) else value // 10 ** len(part)


class Quantity:
    """A whole number of base units, written with or without a unit."""

    def __init__(self, what, units, low, high, plain=True):
        self.what, self.units, self.plain = what, units, plain
        self.low, self.high = low, high

    def text(self, value):
        """The value in the largest unit that divides it"""
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


def time(low=0, high=10**12):
    """Nanoseconds"""
    return Quantity("a time like 2us or 1.5ms", NS, low, high, plain=False)


def size(low=0, high=1 << 30):
    """Bytes"""
    return Quantity("a size like 40000 or 64K", BYTES, low, high)


def alpha(value):
    """A share of what is free, as the tool takes it"""
    text = str(value)
    match = re.fullmatch(r"(\d+)(?:/(\d+))?", text) if not isinstance(value, bool) else None
    parts = match and 64 * int(match[1]) / (int(match[2] or 1) or 1000)
    if text != "off" and (not match or parts != int(parts) or not 1 <= parts <= 512):
        raise Problem(f"{value!r} is not a multiple of 1/64 from 1/64 to 8, nor off")
    return text


def rate(low=10**6, high=16 * 10**11):
    """Bits per second"""
    return Quantity("a rate like 100mbit or 2.5gbit", BITS, low, high)


def number(low, high):
    """A number without unit"""
    return Quantity("a number", {"": 1}, low, high)


def boolean(value):
    """true or false"""
    if not isinstance(value, bool):
        raise Problem(f"{value!r} is not true or false")
    return value


def string(value):
    """Any text"""
    if not isinstance(value, str) or not value.strip():
        raise Problem(f"{value!r} is not a text")
    return value


def one_of(*words):
    """One of some words"""
    def read(value):
        if value not in words:
            raise Problem(f"{value!r} is not one of {', '.join(words)}")
        return value
    return read


def either(one, other):
    """What one reader takes, or else the other"""
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
    """A number or a list of them"""
    one = number(low, high)
    return lambda value: [one(item) for item in
                          (value if isinstance(value, list) else [value])]


def mapping(low, high, value_low, value_high):
    """A table from numbers to numbers"""
    key_type, value_type = number(low, high), number(value_low, value_high)

    def read(value):
        if not isinstance(value, dict):
            raise Problem(f"{value!r} is not a table like {{ 26 = 3 }}")
        return {key_type(int(key) if key.isdigit() else key): value_type(item)
                for key, item in value.items()}
    return read


def names(value):
    """Names, or patterns like h[1-4] of names"""
    result = []
    for item in value if isinstance(value, list) else [value]:
        match = isinstance(item, str) and re.fullmatch(
            r"([A-Za-z][\w.-]*)(?:\[(\d+)-(\d+)\])?([\w.-]*)", item)
        if not match:
            raise Problem(f"{item!r} is not a name like h1 or h[1-8]")
        if match[2] is None:
            result.append(item)
            continue
        first, last = int(match[2]), int(match[3])
        if not first <= last <= first + 4095:
            raise Problem(f"{item!r} is no range")
        result += [f"{match[1]}{i}{match[4]}" for i in range(first, last + 1)]
    return result


def table(given, fields, where):
    """Reads a TOML table: fields are {name: reader}; None: left to the caller"""
    if not isinstance(given, dict):
        raise Problem(f"{where}: is not a table")
    result = {}
    for key, value in given.items():
        if key not in fields:
            raise Problem(f"{where}: {key}: no such setting; there are "
                          f"{', '.join(sorted(fields))}")
        try:
            result[key] = fields[key](value) if fields[key] else value
        except Problem as problem:
            raise Problem(f"{where}: {key}: {problem}") from None
    return result


def need(given, keys, where):
    """All of the keys must be there"""
    for key in keys:
        if key not in given:
            raise Problem(f"{where}: {key}: is missing")
