# SPDX-License-Identifier: GPL-2.0-only
"""Captures of ports: files in the format of pcap, with virtual times in nanoseconds.

The kernel hands a frame to the receiving port "delay" after its last bit has left, and both ports
capture it at this time.  The time of a frame that a port sends is therefore corrected by the delay.
"""

import struct

from .units import Problem

RECORD = struct.Struct("=QII")	# struct record in init/capture.c
MAGIC, ETHERNET = 0xa1b23c4d, 1	# pcap with nanoseconds; link type
BUFFERS = 96 << 20	# bytes; receive buffers of all ports, of the kernel's 512 MiB; it doubles them
LONGEST = 262144	# bytes; the maximum of tcpdump


def read(fabric, texts, where="pcap"):
    """Adds the ports that are captured; texts: "NODE:PEER", "NODE", patterns, or a list of these"""
    for text in texts if isinstance(texts, list) else [texts]:
        for port in fabric.select(text, where):
            if port not in fabric.captured:
                fabric.captured.append(port)
    names = [file_name(port) for port in fabric.captured]
    for name in names:
        if names.count(name) > 1:
            raise Problem(f"{where}: the captures of two ports have the same name {name}")


def orders(fabric):
    """Yields the orders that capture the ports"""
    for number, port in enumerate(fabric.captured):
        yield f"capture {port.node} {port.dev} capture.{number} {BUFFERS // len(fabric.captured)}"


def file_name(port):
    """Return: the name of the port's file"""
    return f"{port.node}-{port.peer}.pcap"


def _frames(data, delay):
    """Return: (time, frame) of all records, in the order of their times"""
    result, at = [], 0
    while at < len(data):
        time, length, sent = RECORD.unpack_from(data, at)
        at += RECORD.size + length
        result.append((time - (delay if sent else 0), data[at - length:at]))
    return sorted(result, key=lambda entry: entry[0])


def write(outcome):
    """Writes pcap/NODE-PEER.pcap of each captured port, and removes the raw captures"""
    for number, port in enumerate(outcome.fabric.captured):
        raw = outcome.directory / f"capture.{number}"
        if not raw.exists():
            continue
        folder = outcome.directory / "pcap"
        folder.mkdir(exist_ok=True)
        with open(folder / file_name(port), "wb") as file:
            file.write(struct.pack("=IHHiIII", MAGIC, 2, 4, 0, 0, LONGEST, ETHERNET))
            for time, frame in _frames(raw.read_bytes(), port.settings["delay"]):
                file.write(struct.pack("=IIII", *divmod(max(time, 0), 10**9), len(frame),
                                       len(frame)))
                file.write(frame)
        raw.unlink()
