# SPDX-License-Identifier: GPL-2.0-only
"""Scenarios without an anomaly: no port sends XOFF at the time of the question."""

from .net import MS
from .truth import scenario

XOFF = (60000, 120000)	# bytes


def load(net, switches):
    """Adds flows of two priorities between random hosts: no link gets more than 0.7 of its rate"""
    hosts = [net.host(net.random.choice(switches)) for _ in range(net.count(4, 8))]
    used = {}
    for _ in range(net.count(3, 10)):
        one, other = net.random.sample(hosts, 2)
        rate = net.uniform(0.02, 0.3) * net.rate
        # All switches are in one line, so each link between switches may carry every flow
        ends = (one, "out"), (other, "in"), ("trunk",)
        if max(used.get(end, 0) for end in ends) + rate <= 0.7 * net.rate:
            net.flow(one, other, rate, net.random.choice((net.prio, net.other)))
            used |= {end: used.get(end, 0) + rate for end in ends}


def bursts(net, switch):
    """Adds senders whose bursts meet in a queue.  Each burst is at most a third of the smallest
    XOFF, and the queue is empty before the next bursts."""
    target, senders = net.host(switch), net.count(2, 5)
    burst = net.count(4 * net.size, XOFF[0] // 3)
    drained = 8 * 10**9 * senders * burst * 1.2 / net.rate	# ns
    period = round(drained * net.uniform(2, 4))
    for _ in range(senders):
        net.flow(net.host(switch), target, 0.95 * net.rate, burst=burst, period=f"{period}ns")


def over(net, switch, time):
    """Adds an incast that has ended, and whose queue is empty, at least 4 ms before the question

    After the end of the flows, the senders' buffers and the queue hold at most 5 x 400000 bytes,
    which take 16 ms at 1 Gb/s.
    """
    target, senders = net.host(switch), net.count(2, 4)
    stop = time - 20 * MS
    for _ in range(senders):
        net.flow(net.host(switch), target, 0.9 * net.rate, start="0ms", stop=f"{stop}ns")


def none(net, name):
    """Load below capacity, bursts that queue without XOFF, or an incast that is over"""
    switches = [net.switch()]
    for _ in range(net.count(0, 2)):
        switches.append(net.switch(switches[-1]))
    time = net.begin + 10 * MS + net.count(0, 6 * MS)
    sort = net.random.choice(("load", "bursts", "over"))
    if sort == "load":
        load(net, switches)
    elif sort == "bursts":
        bursts(net, switches[0])
    else:
        time += 14 * MS
        over(net, switches[0], time)
    if not net.flows:
        net.flow(*[net.host(switches[0]) for _ in range(2)], 0.5 * net.rate)
    xoff = net.count(*XOFF)
    given = net.given(f"No anomaly: {sort}", (xoff, xoff - net.count(4000, 20000)), time)
    return scenario(name, "none", net, given, "none", ports=[], time=time,
                    asked=net.random.choice(switches))
