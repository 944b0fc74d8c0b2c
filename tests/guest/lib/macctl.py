# SPDX-License-Identifier: GPL-2.0-only
"""MAC control frames, built by scapy, and readers of captures and reports."""

import struct

import wire
from scapy.contrib.mac_control import (
    MACControlClassBasedFlowControl, MACControlPause)
from scapy.layers.l2 import Ether
from harness import path, report

GROUP = "01:80:c2:00:00:01"
PEER = "02:00:00:00:ff:01"
MAC_CONTROL = 0x8808
MS = 1000000
PRIOS = range(8)
OVERHEAD = 24		# bytes on the wire in addition to the frame: FCS, preamble, gap
HEADERS = 42		# bytes of Ethernet, IPv4 and UDP headers


def pfc(times, dst=GROUP, src=PEER, reserved=0, unset=None):
    """PFC frame; times: {priority: quanta}; unset: the same, but without the enable bits"""
    fields = {}
    for prio, quanta in times.items():
        fields[f"c{prio}_enabled"] = 1
        fields[f"c{prio}_pause_time"] = quanta
    for prio, quanta in (unset or {}).items():
        fields[f"c{prio}_pause_time"] = quanta
    return bytes(Ether(dst=dst, src=src) / MACControlClassBasedFlowControl(
        _reserved=reserved, **fields))


def xoff(quanta, prios=PRIOS, **more):
    return pfc({prio: quanta for prio in prios}, **more)


def xon(prios=PRIOS, **more):
    return xoff(0, prios, **more)


def pause(quanta, dst=GROUP, src=PEER):
    """802.3x PAUSE frame"""
    return bytes(Ether(dst=dst, src=src) / MACControlPause(pause_time=quanta))


def pause_ns(quanta, speed):
    """Length in ns of a pause of QUANTA quanta; speed in Mb/s"""
    return quanta * 512 * 1000 // speed


def frame_ns(payload, rate):
    """Transmission time of a frame in ns; payload: bytes of UDP payload; rate in Mb/s"""
    return (payload + HEADERS + OVERHEAD) * 8 * 1000 / rate


def port_stats(name):
    """Statistics from a report of pfcctl that has exactly one port"""
    ports = report(name)
    assert len(ports) == 1, name
    return ports[0]


def capture(name):
    """$OUT/NAME.pcap as a list of (nanoseconds, frame)"""
    return [(time, frame)
            for time, _, frame in wire.packets(path(name + ".pcap"))]


def ethertype(frame):
    return struct.unpack_from("!H", frame, 12)[0]


def control_times(frames):
    return [time for time, frame in frames if ethertype(frame) == MAC_CONTROL]


def data_times(frames, dscp):
    return [time for time, frame in frames
            if ethertype(frame) == 0x0800 and frame[15] >> 2 == dscp]
