# SPDX-License-Identifier: GPL-2.0-only
"""The thresholds of PGs over time."""

import bisect
import functools
import typing


class Limit(typing.NamedTuple):
    """Settings of a PG, in bytes; alpha: 256ths, 0: off"""

    lossless: int
    xoff: int
    xon: int
    min: int
    alpha: int
    xon_offset: int
    xoff_ahead: int
    headroom: int


NONE = Limit(*[0] * len(Limit._fields))	# of a port that was deleted


class Limits:
    """The settings of all PGs of a run, read from the file "limits"."""

    def __init__(self, outcome):
        self.outcome = outcome
        self.thresholds = functools.cache(self._thresholds)
        self.found = []	# (time, {(port, PG): Limit})
        devices = {(port.node, port.dev): name
                   for name, port in outcome.fabric.every_port.items()}
        for line in (outcome.directory / "limits").read_text().splitlines():
            words = line.split()
            if words[0] == "t" and len(words) == 2:
                self.found.append((int(words[1]), {}))
            else:
                key = devices.get((words[0], words[1])), int(words[2])
                self.found[-1][1][key] = Limit(*map(int, words[3:]))

    def at(self, port, group, time):
        """Return: the Limit of a PG at a time"""
        return next(limits.get((port, group), NONE) for start, limits in reversed(self.found)
                    if start <= time)

    def _thresholds(self, port, group):
        """Return: (XOFF, XON), the occupancies at which the PG sends XOFF and XON, at each of the
        outcome's times; (None, None) if the PG is lossy at the end of the run.

        A dynamic threshold depends on the free bytes of the pool, so it changes with each sample.
        """
        if not self.at(port, group, self.outcome.fabric.duration).lossless:
            return None, None
        dynamic = self.outcome.port_over_time(port, "pg", group, "threshold")
        xoff, xon = [], []
        for begin, end, limit in self._periods(port, group):
            if limit.alpha:
                ahead = limit.xoff_ahead
                xoff += [limit.min + max(shared - ahead, 0) for shared in dynamic[begin:end]]
                xon += [limit.min + max(shared - ahead - limit.xon_offset, 0)
                        for shared in dynamic[begin:end]]
            else:
                xoff += [limit.min + limit.xoff] * (end - begin)
                xon += [limit.min + limit.xon] * (end - begin)
        return xoff, xon

    def _periods(self, port, group):
        """Yields (index of the first sample, index after the last one, Limit)"""
        times = self.outcome.times
        starts = [bisect.bisect_left(times, start) for start, _ in self.found] + [len(times)]
        for begin, end, (_, limits) in zip(starts, starts[1:], self.found):
            yield begin, end, limits.get((port, group), NONE)
