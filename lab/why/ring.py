# SPDX-License-Identifier: GPL-2.0-only
"""Scenarios with a deadlock: a ring of switches whose pauses wait for each other."""

from .net import MS
from .truth import scenario

FREEZE = 20 * MS	# ns from the start of the overload in which every ring has frozen


def ring(net):
    """Adds a ring of three to five switches with a host at each.  Return: switches, hosts"""
    switches = [net.switch() for _ in range(net.count(3, 5))]
    for here, there in zip(switches, switches[1:] + switches[:1]):
        net.link(here, there)
    return switches, [net.host(switch) for switch in switches]


def around(net, switches, hosts, low, high):
    """Adds a flow from each host over two links of the ring, clockwise, so that each of these
    links carries two flows; low, high: rate as a share of the link's"""
    for i, host in enumerate(hosts):
        path = [switches[(i + step) % len(switches)] for step in range(3)]
        net.flow(host, hosts[(i + 2) % len(hosts)], net.uniform(low, high) * net.rate, path=path)


def finish(net, name, sort, title, switches):
    """Completes a scenario with a ring"""
    ports = [f"{here}:{there}" for here, there in zip(switches, switches[1:] + switches[:1])]
    if net.maybe(0.5):	# two hosts that only share a switch with the ring
        switch = net.random.choice(switches)
        net.flow(net.host(switch), net.host(switch), net.uniform(0.05, 0.2) * net.rate,
                 net.random.choice((net.prio, net.other)))
    xoff = net.count(15000, 60000)
    time = net.begin + FREEZE + net.count(0, 5 * MS)
    given = net.given(title, (xoff, xoff - net.count(2 * net.size, xoff // 2)), time)
    return scenario(name, sort, net, given, "cycle", ports=ports, time=time,
                    asked=net.random.choice(switches))


def closed(net, name):
    """A ring whose own flows overload it: each link gets at least 1.5 times its rate"""
    switches, hosts = ring(net)
    around(net, switches, hosts, 0.75, 0.95)
    return finish(net, name, "deadlock-ring", "A ring that its own flows freeze", switches)


def fed(net, name):
    """A ring that freezes because of a flow from outside

    Without this flow each link of the ring has at most 0.88 of its rate.  With it, one or two
    links get at least 1.3 times their rate.
    """
    switches, hosts = ring(net)
    around(net, switches, hosts, 0.38, 0.44)
    at, hops = net.count(0, len(switches) - 1), net.count(1, 2)
    path = [switches[(at + step) % len(switches)] for step in range(hops + 1)]
    source, target = net.host(path[0]), net.host(path[-1])
    more = {"path": path}
    if net.maybe(0.5):
        more["stop"] = f"{net.begin + FREEZE - 2 * MS}ns"
    net.flow(source, target, net.uniform(0.55, 0.9) * net.rate, **more)
    return finish(net, name, "deadlock-ring-fed", "A ring that a flow from outside freezes",
                  switches)
