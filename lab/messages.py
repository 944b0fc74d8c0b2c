# SPDX-License-Identifier: GPL-2.0-only
"""Messages: flows of a fixed number of bytes, which may depend on other messages.

If the fabric drops a frame of a message that is not reliable, the message never arrives; with
"lost-after" it ends nevertheless.
"""

from fractions import Fraction
from math import lcm

from . import tcp
from .flows import FLOWS_MAX, FRAME_MIN, WIRE, Flow, seed
from .units import Problem

HEADERS = 14 + 20 + 8	# bytes of Ethernet, IP and UDP
QUEUED = 3	# frames; default buffer of a message: QUEUED + 2 x rate x delay of its link


def frames(size, frame, header=HEADERS):
    """Return: (number of frames, length of the last one) of a message; frame: length of all others,
    with headers; header: bytes of these"""
    payload = frame - header
    count = max(1, -(-size // payload))
    return count, max(size - (count - 1) * payload + header, FRAME_MIN)


def headers(workload):
    """Return: bytes of the headers of a frame"""
    return tcp.HEADERS if workload.tcp else HEADERS


def wire_bytes(size, workload):
    """Return: the bytes that a message takes on the wire"""
    count, last = frames(size, workload.frame, headers(workload))
    return (count - 1) * (workload.frame + WIRE) + last + WIRE


class Message(Flow):
    """A message; workload: its Workload, after: messages that must have ended before"""

    def __init__(self, fabric, pair, values, workload, after=()):
        count, last = frames(values["bytes"], values["size"], headers(workload))
        super().__init__(len(fabric.flows), "", *pair, values | {"count": count, "last": last},
                         workload.where)
        self.workload, self.after, self.frames = workload, after, 0
        self.sender, self.tcp = workload.sender, workload.tcp
        self.name = f"{workload.name}.{len(workload.messages) + 1}"
        if self.name in fabric.flow_names.taken:
            raise Problem(f"{workload.where}: {self.name} is the name of a flow")


def ideal(fabric, message):
    """Return: the time from the start of a message to its arrival in an idle fabric, ns

    A frame starts on a link when it has arrived completely and the previous frame has left.  It
    arrives "delay" after its last bit has left; if the delay is 0, when its first bit leaves.
    """
    links = [fabric.ports[f"{node}:{following}"].settings
             for node, following in zip(message.path, message.path[1:])]
    unit = lcm(message.rate, *(link["rate"] for link in links))	# times are multiples of 1 / unit

    def time(size, rate):
        return (size + WIRE) * 8 * 10**9 * (unit // rate)
    first = interval = 0	# arrival of the first frame, interval between the full frames
    last = (message.count - 1) * time(message.size, message.rate)	# arrival of the last frame
    for link in links:
        full, delay = time(message.size, link["rate"]), link["delay"] * unit
        interval = max(interval, full)
        if message.count > 1:	# the last frame waits until the one before has left
            last = max(last, first + (message.count - 2) * interval + full)
        if delay:
            first += full + delay
            last += time(message.last, link["rate"]) + delay
    return round(Fraction(last, unit))


def add(fabric, workload, pair, size, start=0, gap=0, after=()):
    """Adds a message.  start: earliest time, gap: time after the arrival of the messages "after",
    both in ns.  Return: the Message"""
    if len(fabric.flows) >= FLOWS_MAX:
        raise Problem(f"{workload.where}: more than the maximum of {FLOWS_MAX} flows and messages")
    link = fabric.host_port(pair[0]).settings
    buffer = QUEUED * workload.frame + 2 * link["rate"] * link["delay"] // (8 * 10**9)
    message = Message(fabric, pair, workload.common | {
        "bytes": size, "start": start, "gap": gap, "rate": link["rate"],
        "seed": seed(fabric, f"message/{workload.seed}/{len(fabric.flows)}")
                if workload.common["paths"] == "spray" else 0,
        "buffer": workload.buffer or buffer}, workload, after)
    fabric.flows.append(message)
    workload.messages.append(message)
    return message
