#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Sends and counts datagrams.

udp.py send ADDRESS COUNT DSCP   sends COUNT datagrams, as fast as the socket accepts them
udp.py receive [SECONDS]         prints the number of datagrams of each DSCP as JSON, after SECONDS
                                 without a datagram (3)
"""

import collections
import json
import socket
import sys

PORT, SIZE = 5000, 1000
SO_RCVBUFFORCE = 33


def send(address, count, dscp):
    """Sends the datagrams; a paused priority blocks the socket."""
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sender.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, dscp << 2)
    for _ in range(count):
        sender.sendto(bytes(SIZE), (address, PORT))


def receive(idle):
    """Returns the number of datagrams by DSCP."""
    got = collections.Counter()
    receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    receiver.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 64 << 20)
    receiver.setsockopt(socket.IPPROTO_IP, socket.IP_RECVTOS, 1)
    receiver.bind(("", PORT))
    print("ready", flush=True)
    while True:
        _, ancillary, _, _ = receiver.recvmsg(SIZE, 64)
        receiver.settimeout(idle)  # not before the first datagram
        got[ancillary[0][2][0] >> 2] += 1
        yield got


def main():
    """Runs the command of the command line."""
    match sys.argv[1:]:
        case ["send", address, count, dscp]:
            send(address, int(count), int(dscp))
        case ["receive", *seconds]:
            got = {}
            try:
                for got in receive(float(seconds[0]) if seconds else 3):
                    pass
            except TimeoutError:
                pass
            print(json.dumps(got), flush=True)
        case _:
            sys.exit(__doc__)


main()
