# SPDX-License-Identifier: GPL-2.0-only
"""Checksums and lengths of a packet, compared with those that scapy computes."""

from scapy.layers.inet import ICMP, IP, TCP, UDP
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import Ether


def recomputed(packet):
    """The packet with all checksums computed again"""
    fresh = Ether(bytes(packet))
    layer = fresh
    while layer:
        if isinstance(layer, (IP, TCP, UDP, ICMP)):
            if not (isinstance(layer, UDP) and layer.chksum == 0):
                del layer.chksum
            # Keep the transport checksum of a fragment: it covers all fragments
            if isinstance(layer, IP) and (layer.frag or layer.flags.MF):
                break
        layer = layer.payload
    return Ether(bytes(fresh))


def wrong(packet):
    """The first wrong checksum or length of a packet as text, or None"""
    fresh = recomputed(packet)
    for kind in (IP, TCP, UDP, ICMP):
        if kind in packet and packet[kind].chksum != fresh[kind].chksum:
            return f"{packet.summary()}: {kind.__name__} checksum " \
                   f"{packet[kind].chksum:#06x}, not {fresh[kind].chksum:#06x}"
    if IP in packet and packet[IP].len > len(packet[IP]):
        return f"{packet.summary()}: longer than its frame"
    if IPv6 in packet and packet[IPv6].plen > len(packet[IPv6].payload):
        return f"{packet.summary()}: longer than its frame"
    return None
