# SPDX-License-Identifier: GPL-2.0-only
"""The counters of messages.  There may be a million messages, so each counter is one column of
numbers, and only sums over the messages of a workload are known over time."""

from array import array

ARRIVED = ("received", "bytes")	# counters whose sums are known over time


class MessageCounters:
    """The counters of all messages of a fabric, by the number of their flow"""

    def __init__(self, fabric):
        self.flows = fabric.flows
        self.size = len(fabric.flows)
        self.numbers = {flow.name: flow.index for flow in fabric.flows if flow.workload}
        self.last = {}	# counter: its values at the end of the run
        self.rest = {}	# counter: its values at rest, if they differ
        # (workload, counter of ARRIVED): {index of a sample: growth since the sample before}
        self.sums = {}

    def add(self, number, counter, value, at):
        """Records the value of a counter in a sample"""
        column = self.last.get(counter)
        if column is None:
            column = self.last[counter] = array("Q", bytes(8 * self.size))
        if counter in ARRIVED:
            sums = self.sums.setdefault((self.flows[number].workload.name, counter), {})
            sums[at] = sums.get(at, 0) + value - column[number]
        column[number] = value

    def add_rest(self, number, counter, value):
        """Records the value of a counter at rest"""
        if counter not in self.rest:
            self.rest[counter] = array("Q", self.last.get(counter, bytes(8 * self.size)))
        self.rest[counter][number] = value

    def value(self, number, counter, rest=False):
        """Return: the value of a counter at the end of the run, or at rest"""
        column = rest and self.rest.get(counter) or self.last.get(counter)
        return column[number] if column else 0

    def total(self, counter, rest=False):
        """Return: the sum of a counter over all messages"""
        return sum(rest and self.rest.get(counter) or self.last.get(counter, ()))

    def over_time(self, workload, counter, samples):
        """Return: the sum of a counter of ARRIVED over the messages of a workload, in each
        sample"""
        growth, total, result = self.sums.get((workload, counter), {}), 0, []
        for at in range(samples):
            total += growth.get(at, 0)
            result.append(total)
        return result
