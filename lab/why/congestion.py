# SPDX-License-Identifier: GPL-2.0-only
"""Scenarios with a congested egress queue, or with a host that pauses its switch.

Margins: C is the rate that the root queue can drain.  A congested queue gets at least 1.4 C.  All
other queues get at most 0.95 of their rate.
"""

from .net import MS, STARTS, G
from .truth import scenario

FULL = 0.95	# largest load of a link that must not be congested
OVER = 1.4	# smallest load of a queue that must be congested
REFRESH = 65535	# quanta of XOFF frames that a host refreshes or ends with XON


def receiver_rate(net):
    """Rate of the receiver's link: that of most links, or 1 Gb/s"""
    return net.random.choice((net.rate, G))


def send(net, source, target, rate, several):
    """Adds a sender's flows that matter: one, or two if several is true and by chance"""
    if several and net.maybe(0.4):
        first = rate * net.uniform(0.4, 0.6)
        net.flow(source, target, first)
        net.flow(source, target, rate - first)
    else:
        net.flow(source, target, rate)


def harmless(net, switch, source):
    """Adds flows that cannot congest a queue: between two new hosts, and from a sender"""
    one, other = net.host(switch), net.host(switch)
    if net.maybe(0.7):
        net.flow(one, other, net.uniform(0.05, 0.4) * net.rate)
    if net.maybe(0.5):
        net.flow(other, one, net.uniform(0.05, 0.4) * net.rate, net.other)
    if net.maybe(0.5):
        net.flow(source, other, net.uniform(0.02, 0.05) * net.rate)


def alongside(net, source, target, rate):
    """Adds a flow of another priority through the root port.  Return: its share of the rate"""
    if net.maybe(0.5):
        return 0
    share = net.uniform(0.05, 0.2)
    net.flow(source, target, share * rate, net.other)
    return share


def incast(net, switch, drained, target):
    """Adds two to six senders at the switch of the receiver, which together offer OVER to 2.5
    times the drained rate.  Return: number of senders, offered rate"""
    senders = net.count(2, 6)
    limit = 0.85 * net.rate
    high = min(2.5, 0.8 * senders * limit / drained)
    offered = net.uniform(OVER, max(OVER, high)) * drained
    for rate in net.split(offered, senders, limit):
        send(net, net.host(switch), target, rate, senders <= 3)
    return senders, offered


def last_hop(net, name):
    """Incast at the switch of the receiver and all senders"""
    switch, rate = net.switch(), receiver_rate(net)
    target = net.host(switch, rate)
    share = alongside(net, net.host(switch), target, rate)
    drained = rate * (1 - share)
    senders, offered = incast(net, switch, drained, target)
    if net.maybe(0.6):
        harmless(net, switch, net.random.choice(
            [flow["from"] for flow in net.flows if flow["rate"] < 0.8 * net.rate] or [target]))
    thresholds = net.thresholds(switch, target)
    time = net.question(thresholds[0], (senders, offered - drained))
    return scenario(name, "incast-last-hop", net,
                    net.given("Incast at the last hop", thresholds, time), "incast",
                    ports=[f"{switch}:{target}"], time=time, asked=switch)


def trunk_share(net, switch, target, drained):
    """Adds local senders at the receiver's switch, each with at least OVER times a fair share.

    A congested queue serves its ingress ports equally.  Return: the rate that the trunk gets, and
    the number of ingress ports of the congested queue.
    """
    fast = net.rate > 2 * drained	# without local senders, the trunk alone congests the queue
    local = net.count(0 if fast else 1, 2)
    fair = drained / (local + 1)
    for _ in range(local):
        net.flow(net.host(switch), target, net.uniform(OVER, 1.7) * fair)
    return fair, local + 1


def chain(net, name):
    """Incast at the end of a chain of three switches: the trunks and the first hosts are paused

    The trunk to the root gets at least OVER times its fair share.
    """
    first, second, third = (net.switch() for _ in range(3))
    net.link(first, second)
    net.link(second, third)
    rate = receiver_rate(net)
    target = net.host(third, rate)
    fair, ingress = trunk_share(net, third, target, rate)
    high = min(3 * fair, 0.85 * net.rate)
    offered = net.uniform(min(OVER * fair + 0.05 * net.rate, high), high)
    senders = net.count(2, 4)
    hosts = [net.host(first) for _ in range(senders)]
    for host, part in zip(hosts, net.split(offered, senders, 0.85 * net.rate)):
        send(net, host, target, part, senders == 2)
    for end in net.random.sample((second, third), net.count(0, 2)):
        net.flow(net.random.choice(hosts), net.host(end), net.uniform(0.01, 0.03) * net.rate)
    excess = offered - fair
    thresholds = net.thresholds(third, target)
    time = net.question(thresholds[0], (ingress, excess), (1, excess), (senders, excess))
    return scenario(name, "incast-behind-chain", net,
                    net.given("Incast behind a chain of switches", thresholds, time), "incast",
                    ports=[f"{third}:{target}"], time=time,
                    asked=net.random.choice((first, second, third)))


def alternate(net, host, switch, duty, rate):
    """Makes a host send XOFF and XON in turn.  duty: share of the time that it pauses"""
    period = net.count(100, 4000) * 1000	# ns
    length = duty * period
    start = net.begin
    if net.maybe(0.5):
        quanta = round(length * rate / (512 * G))	# the pause expires
        net.pause(host, switch, quanta, start, period=f"{period}ns")
    else:
        net.pause(host, switch, REFRESH, start, period=f"{period}ns")
        net.pause(host, switch, 0, start + length, period=f"{period}ns")


def slow(net, name):
    """A receiver that pauses for 30 to 90 % of the time

    The senders offer at least a quarter of the link more than the pauses leave, or 0.93 of the
    link, and at most FULL of it: so the link without pauses would not be congested.
    """
    switches = [net.switch()]
    if net.maybe(0.5):
        switches.append(net.switch(switches[0]))
    near, far = switches[0], switches[-1]
    rate = receiver_rate(net)
    target = net.host(far, rate)
    duty = net.uniform(0.3, 0.9)
    alternate(net, target, far, duty, rate)
    low = min(1 - duty + 0.25, FULL - 0.02)
    load = net.uniform(low, FULL)
    senders = net.count(1, 4)
    for part in net.split(load * rate, senders, 0.95 * net.rate):
        send(net, net.host(near), target, part, senders <= 2)
    if net.maybe(0.5):
        harmless(net, near, target)
    thresholds, excess = net.thresholds(far, target), (load - 1 + duty) * rate
    time = net.question(thresholds[0], *[(senders, excess)] * len(switches))
    return scenario(name, "slow-receiver", net, net.given(
        f"A receiver that pauses {duty:.0%} of the time", thresholds, time), "slow-receiver",
                    ports=[f"{far}:{target}"], time=time, asked=net.random.choice(switches))


def stuck(net, host, switch, rate):
    """Makes a host send XOFF without end, and watches the priority at all ports of switches

    The first XOFF is later than the first frames of all flows, so that frames of each flow wait.

    Return: a time at which the watchdog has certainly detected the storm, ns
    """
    start = net.begin + STARTS + MS
    pause = REFRESH * 512 * G // rate	# ns
    period = min(pause // 2, net.count(200, 2000) * 1000)
    net.pause(host, switch, REFRESH, start, period=f"{period}ns")
    detection = net.count(5, 10)
    net.ports.append({"at": "switches", "prio-watchdog": net.prio, "action": "alert",
                      "detection-time": f"{detection}ms"})
    return round(start + (detection + net.uniform(3, 8)) * MS)


def storm(net, name):
    """A host that sends XOFF without end; the watchdog has detected this before the question

    The senders offer at most FULL of the link.
    """
    switches = [net.switch()]
    for _ in range(net.count(0, 2)):
        switches.append(net.switch(switches[-1]))
    near, far = switches[0], switches[-1]
    rate = receiver_rate(net)
    target = net.host(far, rate)
    detected = stuck(net, target, far, rate)
    senders = net.count(1, 4)
    load = net.uniform(0.4, FULL)
    for part in net.split(load * rate, senders, 0.95 * net.rate):
        send(net, net.host(near), target, part, senders <= 2)
    if net.maybe(0.5):
        harmless(net, near, target)
    thresholds = net.thresholds(far, target)
    time = max(detected, net.question(thresholds[0], *[(senders, load * rate)] * len(switches)))
    return scenario(name, "storm", net,
                    net.given("A host that sends XOFF without end", thresholds, time), "storm",
                    ports=[f"{far}:{target}"], time=time, asked=net.random.choice(switches))


def culprit(net, switch, kind):
    """Adds the congestion that makes a victim.

    Return: receiver, rate that the trunk gets, number of ingress ports of the root queue, and
    time after which a storm has been detected
    """
    rate = receiver_rate(net)
    target = net.host(switch, rate)
    if kind == "incast":
        if net.rate > 2 * rate:
            return target, *trunk_share(net, switch, target, rate), 0
        local = net.count(2, 3)
        for _ in range(local):
            net.flow(net.host(switch), target, net.uniform(0.6, 0.85) * rate)
        return target, rate / (local + 1), local + 1, 0
    if kind == "slow-receiver":
        duty = net.uniform(0.65, 0.9)
        alternate(net, target, switch, duty, rate)
        return target, (1 - duty) * rate, 1, 0
    return target, 0.2 * rate, 1, stuck(net, target, switch, rate)


def victim(net, name):
    """A flow to an idle receiver, which shares a trunk with flows to the root

    A paused trunk serves its ingress ports equally, so the victim and each culprit get the rate S
    of the root divided by the number of culprits.  All of them offer at least OVER times that, and
    together at most FULL of the trunk.  So the victim's host is paused.
    """
    kind = net.random.choice(("incast", "slow-receiver", "storm"))
    near, far = net.switch(), net.switch()
    net.link(near, far)
    target, share, ingress, detected = culprit(net, far, kind)
    culprits = net.count(2, 3)
    fair = share / culprits
    room = 0.9 * net.rate / (culprits + 1)
    limit = min(room, FULL * net.rate_of(target) / culprits) if kind != "incast" else room
    low = max(OVER * fair, fair + 0.06 * net.rate)
    rates = [net.uniform(min(low, limit), max(min(low, limit), min(3 * fair, limit)))
             for _ in range(culprits)]
    for rate in rates:
        net.flow(net.host(near), target, rate)
    sufferer, idle = net.host(near), net.host(far)
    own = net.uniform(low, max(low, min(2 * fair, room)))
    net.flow(sufferer, idle, own)
    excess = min([own - fair] + [rate - fair for rate in rates])
    thresholds = net.thresholds(far, target)
    time = max(detected, net.question(thresholds[0], (ingress, excess), (1, excess)))
    return scenario(name, "victim", net, net.given(
        f"A victim of another flow's congestion ({kind})", thresholds, time), kind,
                    ports=[f"{far}:{target}"], time=time, asked=near,
                    port=f"{near}:{sufferer}" if net.maybe(0.5) else None)
