# SPDX-License-Identifier: GPL-2.0-only
"""Frames of the test 83-wait, and the flow of a frame as scapy decodes it."""

from scapy.layers.inet import ICMP, IP, TCP, UDP
from scapy.layers.inet6 import IPv6, IPv6ExtHdrDestOpt, IPv6ExtHdrFragment, IPv6ExtHdrHopByHop
from scapy.layers.l2 import LLC, SNAP, Dot1Q, Dot3, Ether
from scapy.layers.sctp import SCTP
from scapy.packet import Raw

TARGET = "02:00:00:00:04:01"
MS = 1000000
DSCP = 26		# priority 3
TOS = DSCP << 2
MANY = 3000		# flows of the queue of priority 5
PORTS = {f"02:00:00:00:{n:02x}:01": f"p{n}" for n in range(1, 4)}


def _station(n):
    return f"02:00:00:00:{n:02x}:01"


def _ether(n, **more):
    return Ether(src=_station(n), dst=TARGET, **more)


def _ip(n, tos=TOS, **more):
    return IP(src=f"10.0.0.{n}", dst="10.0.0.4", tos=tos, **more)


def _ip6(n, **more):
    return IPv6(src=f"fd00::{n}", dst="fd00::4", tc=TOS, **more)


def _data(length):
    return Raw(b"x" * length)


def mixed(n):
    """Frames of host N: each with another combination of headers, some of them repeated"""
    udp = UDP(sport=1000 + n, dport=4791)
    fragments = _ip(n, id=7, flags="MF") / UDP(sport=9, dport=9) / _data(992), \
        _ip(n, id=7, frag=125) / Raw(b"y" * 300)
    fragments[1].proto = 17
    fragment6 = _ip6(n) / IPv6ExtHdrFragment(nh=17, m=1, id=5) / Raw(bytes(udp) + b"x" * 92)
    frames = [
        _ether(n) / _ip(n) / udp / _data(500),
        _ether(n) / _ip(n) / udp / _data(500),
        _ether(n) / _ip(n) / TCP(sport=80, dport=2000 + n) / _data(700),
        _ether(n) / _ip(n, options=b"\x01\x01\x01\x01") / SCTP(sport=5, dport=6) / _data(80),
        _ether(n) / _ip(n) / ICMP() / _data(56),
        *(_ether(n) / f for f in fragments),
        _ether(n) / Dot1Q(vlan=100 + n, prio=5) / _ip(n) / udp / _data(200),
        _ether(n, type=0x88a8) / Dot1Q(vlan=200, type=0x8100) / Dot1Q(vlan=5) /
        _ip(n) / udp / _data(100),
        _ether(n) / _ip6(n) / udp / _data(400),
        _ether(n) / _ip6(n) / IPv6ExtHdrHopByHop() / IPv6ExtHdrDestOpt() / udp / _data(64),
        _ether(n) / fragment6,
        _ether(n, type=0x88b5) / _data(46),
        _ether(n, type=0x88b5) / _data(1400),
        Dot3(src=_station(n), dst=TARGET) / LLC() / SNAP() / _data(90),
    ]
    return [bytes(frame) for frame in frames]


def wrong():
    """Frames of host 1 with headers that end too early or have wrong lengths"""
    whole = bytes(_ip(1) / UDP(sport=7, dport=8) / _data(8))
    short = bytes(_ether(1, type=0x0800))
    return [
        short + whole[:12],			# the IP header is cut off
        short + bytes([0x4f]) + whole[1:],	# options beyond the end
        short + bytes([0x41]) + whole[1:],	# header length of 4 bytes
        short + bytes([0x65]) + whole[1:],	# IP version 6 in the EtherType of IPv4
        short + whole[:20] + b"\1",		# the ports are cut off
        bytes(_ether(1, type=0x86dd) / _ip6(1, nh=0)),	# no extension header
        # more extension headers than the module skips
        bytes(_ether(1) / _ip6(1, nh=60)) + b"".join(
            bytes([60 if i < 7 else 17, 0, 1, 4, 0, 0, 0, 0]) for i in range(8)) +
        bytes(UDP(sport=1, dport=2)),
    ]


def many():
    """Frames of host 2, each of another flow of priority 5"""
    return [bytes(_ether(2) / _ip(2, tos=40 << 2) / UDP(sport=1 + i, dport=9))
            for i in range(MANY)]


def some():
    """Frames of host 3: 40 flows of priority 4, the Nth with N frames"""
    return [bytes(_ether(3) / _ip(3, tos=32 << 2) / UDP(sport=1 + i, dport=9) / _data(i))
            for i in range(40) for _ in range(i + 1)]


def _ports(packet):
    for layer in (UDP, TCP, SCTP):
        if layer in packet:
            return packet[layer].sport, packet[layer].dport
    return ()


def _ip_flow(packet):
    ip = packet[IP]
    ports = () if ip.frag or ip.flags.MF else _ports(packet)
    return ip.src, ip.dst, ip.proto, ip.tos >> 2, ports


def _ip6_flow(packet):
    ip = packet[IPv6]
    protocol = ip.nh
    for extension in (IPv6ExtHdrHopByHop, IPv6ExtHdrDestOpt, IPv6ExtHdrFragment):
        if extension in packet:
            protocol = packet[extension].nh
    ports = () if IPv6ExtHdrFragment in packet else _ports(packet)
    return ip.src, ip.dst, protocol, ip.tc >> 2, ports


def flow_of(data):
    """Returns the flow of a valid frame: ingress port, VLAN, EtherType, addresses ..."""
    packet, vlan = Ether(data), None
    if isinstance(packet, Dot3):
        return PORTS.get(packet.src), None, 0, packet.src, packet.dst
    ethertype, layer = packet.type, packet.payload
    while isinstance(layer, Dot1Q):	# also Dot1AD
        vlan = layer.vlan if vlan is None else vlan
        ethertype, layer = layer.type, layer.payload
    head = PORTS.get(packet.src), vlan, ethertype
    if IP in packet:
        return *head, *_ip_flow(packet)
    if IPv6 in packet:
        return *head, *_ip6_flow(packet)
    return *head, packet.src, packet.dst
