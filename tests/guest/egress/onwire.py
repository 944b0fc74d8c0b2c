# SPDX-License-Identifier: GPL-2.0-only
"""Frames of 21-wire and their send times, in ns."""

import struct

from macctl import MS, OVERHEAD, PRIOS, pause_ns
from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether
from scapy.packet import Raw
from wire import FRAME_MIN, PROBE_MAGIC

HOSTS = {"10.0.0.1": "02:00:00:00:01:01", "10.0.0.3": "02:00:00:00:02:01"}
SPEED = 10		# Mb/s: link speed, determines the length of pauses
HOLD = 65535		# quanta: longer than each phase of the test
FULL = 1442		# bytes

# Rate of p3 in Mb/s, length of the frames in bytes, number of frames
RATES = {"full": (100, FULL, 1000), "short": (20, 60, 3000),
         "runt": (20, 46, 3000)}
PAUSE_AT = 5 * MS	# time from XON to the pause
PAUSE = 12		# quanta: shorter than the timer lateness that a port makes up for
TRAIN = 5		# frames back to back, after an idle time
QUIET = MS // 2

ROUNDS = 20		# frames of each priority, all waiting for one XON

SLOW = 10		# Mb/s: rate of p1 while p1 sends PFC
BACKLOG = 12		# frames of each priority queued in p1
BURSTS = {100: 0, 101: 23 * MS}		# flow: start
BURST = 60
XON_AT = 20 * MS	# p1 gets XON between the two bursts
PRIO = 3		# priority of the bursts


def wire_ns(length, rate):
    """Transmission time of a frame"""
    return (max(length, FRAME_MIN) + OVERHEAD) * 8000 / rate


def frame(length, prio=0, flow=None, seq=0, dst="10.0.0.3"):
    """A datagram to DST from the other host; with FLOW, the datagram has udpsend's payload"""
    src = next(host for host in HOSTS if host != dst)
    probe = b"" if flow is None else struct.pack(">IIQQ", PROBE_MAGIC, flow, seq, 0)
    packet = Ether(dst=HOSTS[dst], src=HOSTS[src]) / \
        IP(dst=dst, src=src, tos=prio << 5) / \
        UDP(dport=5000, sport=5001) / Raw(probe.ljust(length - 42, b"\0"))
    return bytes(packet)


def rounds(count, length, dst="10.0.0.3"):
    """COUNT rounds of all priorities, the lowest first; one flow for each priority"""
    return [(0, frame(length, prio, prio, seq, dst))
            for seq in range(count) for prio in PRIOS]


def pause_length():
    return pause_ns(PAUSE, SPEED)
