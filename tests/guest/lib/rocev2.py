# SPDX-License-Identifier: GPL-2.0-only
"""RoCEv2 packets of reliable connections in the captures of a test."""

import os
import struct
from collections import defaultdict, namedtuple

import wire
from harness import OUT, between, check, equal

PORT = 4791
CONNECTED = range(0x00, 0x20)	# opcodes of reliable connections
REQUESTS = range(0x00, 0x0c)	# opcodes of SEND and WRITE
READ_RESPONSES = range(0x0d, 0x11)
WITH_RETH = {0x06, 0x0a, 0x0b}	# first or only packet of a WRITE
PSNS = 1 << 24
CE = 3
QPS = 4		# queue pairs of a sender
MTU = 1024	# bytes of payload in a packet
SECONDS = 2	# of a run, in which both senders are active
# Bits per second that the receiver's link of 50 Mb/s carries: 58 bytes are
# headers and ICRC, 24 bytes are FCS, preamble and gap
PAYLOAD = 50e6 * MTU / (MTU + 58 + 24)

# Time in ns; src and dst: last byte of the address; payload in bytes, of requests only
Packet = namedtuple("Packet", "time src dst dscp ecn opcode qp psn payload")


def packets(name):
    """Returns the packets of reliable connections in $OUT/NAME.pcap."""
    found = []
    for time, _, data in wire.packets(os.path.join(OUT, name + ".pcap")):
        if len(data) < 54 or data[12:14] != b"\x08\x00" or data[23] != 17:
            continue
        tos, length = data[15], int.from_bytes(data[16:18], "big")
        port, = struct.unpack_from(">H", data, 36)
        opcode, flags, _, qp, psn = struct.unpack_from(">BBHII", data, 42)
        if port != PORT or opcode not in CONNECTED:
            continue
        headers = 20 + 8 + 12 + 4 + (16 if opcode in WITH_RETH else 0)
        found.append(Packet(time, data[29], data[33], tos >> 2, tos & 3, opcode,
                            qp & 0xffffff, psn & 0xffffff,
                            length - headers - (flags >> 4 & 3)))
    return found


def requests(name):
    """Returns the SEND and WRITE packets in $OUT/NAME.pcap."""
    return [packet for packet in packets(name) if packet.opcode in REQUESTS]


def sequence(found):
    """Returns (gaps, repeats): packets of all QPs that follow a missing one,
    and packets whose number is not above all earlier ones of the QP."""
    gaps, repeats = 0, 0
    wanted = {}
    for request in found:
        ahead = (request.psn - wanted.get(request.qp, request.psn)) % PSNS
        if ahead >= PSNS // 2:
            repeats += 1
            continue
        gaps += ahead > 0
        wanted[request.qp] = (request.psn + 1) % PSNS
    return gaps, repeats


def rates(found, seconds):
    """Returns the payload of each source in bits per second, in the middle
    SECONDS of the capture."""
    middle = (found[0].time + found[-1].time) // 2
    half = seconds * 10**9 // 2
    sums = defaultdict(int)
    for request in found:
        if -half <= request.time - middle < half:
            sums[request.src] += request.payload * 8
    return {src: bits / seconds for src, bits in sums.items()}


def check_runs():
    """Checks the captures of the runs without and with PFC."""
    runs = {name: requests(name) for name in ("without", "with")}
    for name, found in runs.items():
        classes = {(request.dscp, request.ecn) for request in found}
        equal(f"{name} PFC: all requests have DSCP 26 and ECT(0)",
              classes, {(26, 2)})
        equal(f"{name} PFC: each sender has {QPS} queue pairs",
              len({request.qp for request in found}), 2 * QPS)
    gaps, repeats = sequence(runs["without"])
    check("without PFC: packets are missing at the receiver", gaps > 0)
    check("without PFC: packets arrive again, or late", repeats > 0)
    equal("with PFC: no packet is missing or arrives again",
          sequence(runs["with"]), (0, 0))
    got = rates(runs["with"], SECONDS)
    between("with PFC: payload at the receiver, both senders (bit/s)",
            sum(got.values()), 0.95 * PAYLOAD, PAYLOAD + 8 * MTU)
    for src in (1, 2):
        between(f"with PFC: payload at the receiver, h{src} (bit/s)",
                got.get(src, 0), 0.45 * PAYLOAD, 0.55 * PAYLOAD)
