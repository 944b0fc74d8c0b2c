# SPDX-License-Identifier: GPL-2.0-only
"""Confidence intervals of means, by Student's t distribution."""

import functools
import math
import statistics
import typing

LEVEL = 0.95


class Mean(typing.NamedTuple):
    """deviation: standard deviation of the sample, half: half of the width of the confidence
    interval; both None with one value"""

    count: int
    mean: float
    deviation: float
    half: float


def within(t, freedom):
    """Return: the probability of a value between -t and t; freedom: degrees of freedom

    The finite series for integer degrees: Abramowitz and Stegun, 26.7.3 and 26.7.4.
    """
    angle = math.atan(t / math.sqrt(freedom))
    cosine, odd = math.cos(angle), freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    for i in range(1 + odd, freedom, 2):
        total += term
        term *= cosine * cosine * i / (i + 1)
    if not odd:
        return math.sin(angle) * total
    return 2 / math.pi * (angle + math.sin(angle) * total)


@functools.cache
def quantile(freedom, level=LEVEL):
    """Return: t such that a share "level" of all values is between -t and t"""
    low, high = 0.0, 1.0
    while within(high, freedom) < level:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        if within(middle, freedom) < level:
            low = middle
        else:
            high = middle
    return high


def mean(values):
    """Return: the Mean of values"""
    count = len(values)
    if count < 2:
        return Mean(count, values[0], None, None)
    deviation = statistics.stdev(values)
    return Mean(count, statistics.fmean(values), deviation,
                quantile(count - 1) * deviation / math.sqrt(count))
