# SPDX-License-Identifier: GPL-2.0-only
"""The scene of 21-wire: frames, and when, in ns, they are sent."""

import struct

from macctl import MS, OVERHEAD, PRIOS, pause_ns
from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether
from scapy.packet import Raw
from wire import FRAME_MIN, PROBE_MAGIC

HOSTS = {"10.0.0.1": "02:00:00:00:01:01", "10.0.0.3": "02:00:00:00:02:01"}
SPEED = 10		# Mb/s, of the links, for the length of pauses
HOLD = 65535		# quanta, more than any of this takes
FULL = 1442		# bytes

# Rate of p3 in Mb/s, length of the frames, and how many
RATES = {"full": (100, FULL, 1000), "short": (20, 60, 3000),
         "runt": (20, 46, 3000)}
PAUSE_AT = 5 * MS	# after XON
PAUSE = 12		# quanta: less than a wire makes up for
TRAIN = 5		# frames in a row, after a time without any
QUIET = MS // 2

ROUNDS = 20		# frames of each priority that wait for one XON

SLOW = 10		# Mb/s, of p1 while it sends PFC
BACKLOG = 12		# frames of each priority that wait in p1
BURSTS = {100: 0, 101: 23 * MS}		# flow: start
BURST = 60
XON_AT = 20 * MS	# for p1, between the two
PRIO = 3		# of the bursts


def wire_ns(length, rate):
    """Time that a frame takes on the wire"""
    return (max(length, FRAME_MIN) + OVERHEAD) * 8000 / rate


def frame(length, prio=0, flow=None, seq=0, dst="10.0.0.3"):
    """A datagram from the other host, one of a flow of udpsend or not"""
    src = next(host for host in HOSTS if host != dst)
    probe = b"" if flow is None else struct.pack(">IIQQ", PROBE_MAGIC, flow, seq, 0)
    packet = Ether(dst=HOSTS[dst], src=HOSTS[src]) / \
        IP(dst=dst, src=src, tos=prio << 5) / \
        UDP(dport=5000, sport=5001) / Raw(probe.ljust(length - 42, b"\0"))
    return bytes(packet)


def rounds(count, length, dst="10.0.0.3"):
    """The lowest priority first, again and again; a flow for each"""
    return [(0, frame(length, prio, prio, seq, dst))
            for seq in range(count) for prio in PRIOS]


def pause_length():
    return pause_ns(PAUSE, SPEED)
