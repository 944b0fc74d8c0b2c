# SPDX-License-Identifier: GPL-2.0-only
"""Confirms from the counters of a run that the anomaly of a scenario has happened, and no other.

Nothing here uses the answer of "pfcctl why".  All figures are those of the interval between its
two readings.
"""

from .net import READINGS

IDLE = 0.02	# share of the interval


class Interval:
    """The counters between the two readings; prio: priority of the anomaly"""

    def __init__(self, outcome, truth):
        self.outcome, self.prio = outcome, truth.prio
        self.at = [i for i, time in enumerate(outcome.times)
                   if truth.time <= time <= truth.time + READINGS]
        self.length = outcome.times[self.at[-1]] - outcome.times[self.at[0]]

    def values(self, port, kind, counter, prio=None):
        """A counter at each sample of the interval"""
        prio = self.prio if prio is None else prio
        series = self.outcome.port_over_time(port, kind, prio, counter)
        return [series[i] for i in self.at]

    def growth(self, port, kind, counter, prio=None):
        """Difference of a counter at the end and at the start"""
        values = self.values(port, kind, counter, prio)
        return values[-1] - values[0]

    def backlog(self, port):
        """Mean number of bytes in the egress queue"""
        values = self.values(port, "queue", "backlog_bytes")
        return sum(values) / len(values)

    def paused(self, port):
        """Share of the interval in which the peer has paused the port"""
        return self.growth(port, "prio", "rx_pause_time") / self.length

    def pauses(self, port, prio=None):
        """Share of the interval in which the port has paused its peer"""
        return self.growth(port, "prio", "tx_pause_time", prio) / self.length


def _root(interval, kind, root, xoff):
    """Yields the errors of the root port of a congestion or a pause"""
    paused = interval.paused(root)
    if interval.backlog(root) < xoff / 2:
        yield f"{root}: holds {interval.backlog(root):.0f} bytes, XOFF is {xoff}"
    if kind == "incast" and paused:
        yield f"{root}: is paused {paused:.1%} of the time"
    if kind == "slow-receiver" and not 0.25 < paused < 0.95:
        yield f"{root}: is paused {paused:.1%} of the time"
    if kind == "storm":
        if paused < 1 - IDLE or interval.growth(root, "queue", "tx_packets"):
            yield f"{root}: is paused {paused:.1%} of the time"
        if interval.values(root, "prio", "storms")[0] != 1:
            yield f"{root}: no storm detected"
    node = root.partition(":")[0]
    if not any(interval.pauses(port) for port in interval.outcome.fabric.ports
               if port.startswith(f"{node}:")):
        yield f"{node}: sends no XOFF"


def _cycle(interval, ports):
    """Yields the errors of the ports of a cycle"""
    for port in ports:
        if not interval.backlog(port) or interval.growth(port, "queue", "tx_packets"):
            yield (f"{port}: holds {interval.backlog(port):.0f} bytes, sends "
                   f"{interval.growth(port, 'queue', 'tx_packets')} packets")
        if interval.paused(port) < 1 - IDLE:
            yield f"{port}: is paused {interval.paused(port):.1%} of the time"


def _elsewhere(interval, ports, xoff):
    """Yields the errors of ports that are not the root: no queue that is not paused may hold
    bytes, and no switch may send XOFF unless one of its egress ports is paused or is the root"""
    fabric = interval.outcome.fabric
    for node in fabric.switches:
        own = [name for name, port in fabric.ports.items() if port.node == node]
        blocked = [port for port in own if port in ports or interval.paused(port)]
        for port in own:
            if port not in blocked and interval.backlog(port) > xoff / 2:
                yield f"{port}: holds {interval.backlog(port):.0f} bytes"
            if not blocked and interval.pauses(port):
                yield f"{port}: sends XOFF"
    for name in fabric.ports:
        for prio in set(range(8)) - {interval.prio}:
            if interval.pauses(name, prio):
                yield f"{name}: sends XOFF for priority {prio}"


def _silence(interval):
    """Yields the ports that send XOFF or are paused"""
    for name in interval.outcome.fabric.ports:
        for prio in range(8):
            if any(interval.values(name, "prio", "tx_paused", prio)) or \
               interval.pauses(name, prio):
                yield f"{name}: sends XOFF for priority {prio}"


def _asked(interval, scenario):
    """Yields an error if the asked port, or all ports of the asked node, are not affected"""
    ports = [scenario.port] if scenario.port else [
        name for name, port in interval.outcome.fabric.ports.items()
        if port.node == scenario.asked]
    if not any(interval.paused(port) or interval.pauses(port) for port in ports):
        yield f"{', '.join(ports)}: not paused, sends no XOFF"


def errors(scenario, outcome):
    """Return: the reasons why the run does not show the anomaly of the scenario"""
    truth, interval = scenario.truth, Interval(outcome, scenario.truth)
    xoff = scenario.given["port"]["xoff"]
    if truth.kind == "none":
        return list(_silence(interval))
    found = list(_cycle(interval, truth.ports) if truth.kind == "cycle" else
                 _root(interval, truth.kind, truth.ports[0], xoff))
    return found + list(_elsewhere(interval, truth.ports, xoff)) + \
        list(_asked(interval, scenario))
