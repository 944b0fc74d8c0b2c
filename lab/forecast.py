# SPDX-License-Identifier: GPL-2.0-only
"""What a run will do, and about how long it will take.

The traffic is that which the flows offer.  A link passes at most its rate: the flows that offer
more together get equal parts of what they offer.  Back-pressure, losses and rate control are not known
before the run, and neither are the frames that arrive after the end of the run.  ACK return on the way of
their frames.
"""

from collections import Counter

from . import units
from .flows import FRAME_MIN, WIRE
from .progress import seconds

# CPU time of one core of 2 to 3 GHz, as lab/tests/speed prints it
HOPS = 100000	# frames sent by ports, per second
PORT = 2e-3	# seconds: setup of a port
SAMPLE = 30e-6	# seconds: sample of a port, and its part of the tables and plots
START = 1	# second: start of the kernel, report


def offered(flow, duration):
    """Return: the frames that a flow offers until the end of the run"""
    if flow.start >= duration:
        return 0
    if count := flow.values.get("count"):
        return count
    time = flow.stop - flow.start
    frame = flow.size + WIRE if flow.tcp else max(flow.size, FRAME_MIN) + WIRE
    rate = time * flow.rate / (frame * 8 * 10**9)
    return flow.frames * -(-time // flow.period) if flow.frames else rate


def _ports(flow):
    """Yields (port, part of the flow's frames that it sends)"""
    for path in flow.paths_used:
        for node, following in zip(path, path[1:]):
            yield f"{node}:{following}", 1 / len(flow.paths_used)


def traffic(fabric):
    """Return: the frames that arrive and the frames that all ports send, about"""
    bits, sizes = Counter(), {}
    for flow in fabric.flows:
        sizes[flow.index] = offered(flow, fabric.duration)
        for port, part in _ports(flow):
            bits[port] += sizes[flow.index] * part * flow.wire_bits
    passed = {port: min(1, fabric.ports[port].settings["rate"] * fabric.duration / 10**9 / load)
              for port, load in bits.items() if load and port in fabric.ports}
    arrived = hops = 0
    for flow in fabric.flows:
        ports = list(_ports(flow))
        frames = sizes[flow.index] * min((passed.get(port, 1) for port, _ in ports), default=0)
        if flow.sender and flow.sender.reliable:
            frames *= 1 + 1 / flow.sender.ack_every
        arrived += frames
        hops += frames * sum(part for _, part in ports)
    return arrived, hops


def _about(number):
    """Return: a text of a number with two digits"""
    return f"{float(f'{number:.2g}'):,.0f}"


def _length(time):
    """Return: a text of a time in ns"""
    name, unit = next((entry for entry in (("s", 10**9), ("ms", 10**6), ("us", 10**3))
                       if time >= entry[1]), ("ns", 1))
    return f"{time / unit:g} {name}"


def duration(fabric, hops):
    """Return: the seconds that the run takes, about"""
    samples = fabric.duration // fabric.sample
    return START + hops / HOPS + len(fabric.every_port) * (PORT + samples * SAMPLE)


def text(fabric):
    """Return: lines about the run; its paths must be known, see plan.orders()"""
    messages = sum(flow.workload is not None for flow in fabric.flows)
    arrived, hops = traffic(fabric)
    samples = max(fabric.duration // fabric.sample, 1)
    return (f"{units.counted(len(fabric.hosts), 'host')}, "
            f"{units.counted(len(fabric.switches), 'switch', 'switches')}, "
            f"{units.counted(len(fabric.ports) // 2, 'link')}; "
            f"{units.counted(len(fabric.flows) - messages, 'flow')}, {units.counted(messages, 'message')}\n"
            f"{_length(fabric.duration)} of virtual time, {units.counted(samples, 'sample')} of "
            f"{_length(min(fabric.sample, fabric.duration))}\n"
            f"about {_about(arrived)} frames arrive, sent {_about(hops)} times by ports\n"
            f"about {seconds(duration(fabric, hops))}, at {HOPS:,} sent frames per second and "
            f"{SAMPLE * 1e6:.0f} us for each sample of a port")
