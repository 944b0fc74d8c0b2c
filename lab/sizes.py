# SPDX-License-Identifier: GPL-2.0-only
"""Distributions of message sizes: cumulative distribution functions, linear between points."""

import bisect
import csv
import operator
from pathlib import Path

from . import units
from .units import Problem

PUBLISHED = Path(__file__).resolve().parent / "data" / "flow-sizes.csv"
STEPS = 100000	# of the integration over the distribution
SIZE_MAX = 10**12	# bytes


class Sizes:
    """A distribution; points: (bytes, cumulative share), ascending, from share 0 to 1"""

    def __init__(self, points):
        self.bytes = [size for size, _ in points]
        self.shares = [share for _, share in points]

    def at(self, share):
        """Return: the size that this share of all messages does not exceed, bytes, at least 1"""
        i = min(max(bisect.bisect_left(self.shares, share), 1), len(self.shares) - 1)
        low, high = self.shares[i - 1], self.shares[i]
        part = (share - low) / (high - low) if high > low else 1.0
        return max(1, round(self.bytes[i - 1] + part * (self.bytes[i] - self.bytes[i - 1])))

    def draw(self, random):
        """Return: a random size, bytes"""
        return self.at(random.random())

    def mean(self, of=lambda size: size):
        """Return: the mean of a function of the size, by default of the size itself"""
        return sum(of(self.at((step + 0.5) / STEPS)) for step in range(STEPS)) / STEPS


def constant(size):
    """Return: the distribution in which all messages have this size"""
    return Sizes([(size, 0.0), (size, 1.0)])


def rows(path):
    """Reads a CSV file without blank lines and comments. Return: [(number of the line, fields)]"""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise Problem(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    numbered = [(number, line) for number, line in enumerate(lines, 1)
                if line.strip() and not line.startswith("#")]
    reader = csv.reader((line for _, line in numbered), skipinitialspace=True)
    try:
        return [(numbered[reader.line_num - 1][0], fields) for fields in reader]
    except csv.Error as error:
        raise Problem(f"{path}:{numbered[reader.line_num - 1][0]}: {error}") from None


def _published():
    found = {}
    for _, (name, size, percent) in rows(PUBLISHED)[1:]:
        found.setdefault(name, []).append((int(size), float(percent) / 100))
    return found


def _point(fields):
    """Return: (bytes, cumulative share) of a line SIZE,PERCENT"""
    try:
        size, percent = map(float, fields)
    except ValueError:
        size = percent = -1
    if not 0 <= size <= SIZE_MAX or not 0 <= percent <= 100:
        raise Problem(f"{','.join(fields)!r} is not SIZE,PERCENT: bytes from 0 to {SIZE_MAX}, and "
                      "cumulative percent from 0 to 100")
    return size, percent / 100


def _from_file(path):
    points = []
    for number, fields in rows(path):
        try:
            if fields[0] != "bytes":
                points.append(_point(fields))
            if len(points) > 1 and not all(map(operator.le, points[-2], points[-1])):
                raise Problem(f"{','.join(fields)!r}: sizes and percentages must ascend, from 0 to "
                              "100 percent")
        except Problem as problem:
            raise Problem(f"{path}:{number}: {problem}") from None
    if len(points) < 2 or points[0][1] != 0 or points[-1][1] != 1:
        raise Problem(f"{path}: sizes and percentages must ascend, from 0 to 100 percent")
    return points


def read(value):
    """Reads a size, the name of a published distribution, or the name of a file with the lines
    SIZE,PERCENT.  Return: Sizes"""
    published = _published()
    if isinstance(value, str):
        if value in published:
            return Sizes(published[value])
        if value.endswith(".csv"):
            return Sizes(_from_file(Path(value)))
    try:
        return constant(units.size(1, SIZE_MAX)(value))
    except Problem:
        raise Problem(f"{value!r} is not a size, one of {', '.join(published)}, or the name of a "
                      "file .csv") from None
