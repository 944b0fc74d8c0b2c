# SPDX-License-Identifier: GPL-2.0-only
"""Frames of control traffic, and similar frames that are not control traffic."""

import struct

H1, H2 = "020000000101", "020000000201"
IPV6, ARP, LLDP, SLOW, EAPOL = 0x86dd, 0x0806, 0x88cc, 0x8809, 0x888e
VLAN = struct.pack(">HH", 0x8100, 7)
BROADCAST, ALL_NODES = "ffffffffffff", "333300000001"
ICMPV6, UDP, HOP_BY_HOP = 58, 17, 0


def nd(kind, header=ICMPV6, extra=b"", version=6):
    """An ICMPv6 message of type KIND with DSCP 0"""
    body = extra + bytes([kind]) + bytes(23)
    return struct.pack(">IHBB16s16s", version << 28, len(body), header, 255,
                       bytes([0xfe, 0x80] + 13 * [0] + [1]),
                       bytes([0xff, 2] + 13 * [0] + [1])) + body


def ether(kind, payload, tag=b""):
    """A frame without its addresses"""
    return tag + struct.pack(">H", kind) + payload


def llc(dsap, ssap, tag=b""):
    """A frame with a length and an LLC header"""
    return ether(38, bytes([dsap, ssap, 3]) + bytes(35), tag)


def arp(opcode):
    """A request or reply"""
    return struct.pack(">HHBBH", 1, 0x0800, 6, 4, opcode) + bytes(20)


# {kind: (destination, frame without its addresses)}
CONTROL = {
    "ARP request": (BROADCAST, ether(ARP, arp(1))),
    "ARP reply": (H2, ether(ARP, arp(2))),
    "ARP with a tag": (BROADCAST, ether(ARP, arp(1), VLAN)),
    "router solicitation": (ALL_NODES, ether(IPV6, nd(133))),
    "router advertisement": (ALL_NODES, ether(IPV6, nd(134))),
    "neighbour solicitation": (ALL_NODES, ether(IPV6, nd(135))),
    "neighbour advertisement": (ALL_NODES, ether(IPV6, nd(136))),
    "redirect": (ALL_NODES, ether(IPV6, nd(137))),
    "neighbour solicitation with a tag": (ALL_NODES, ether(IPV6, nd(135), VLAN)),
    "STP": ("0180c2000000", llc(0x42, 0x42)),
    "STP with a tag": ("0180c2000000", llc(0x42, 0x42, VLAN)),
    "LLDP": ("0180c200000e", ether(LLDP, bytes(46))),
    "LACP": ("0180c2000002", ether(SLOW, b"\x01" + bytes(45))),
    "EAPOL": ("0180c2000003", ether(EAPOL, bytes(46))),
}
OTHER = {
    "echo request": (H2, ether(IPV6, nd(128))),
    "ICMPv6 type 132": (H2, ether(IPV6, nd(132))),
    "ICMPv6 type 138": (H2, ether(IPV6, nd(138))),
    "UDP that starts like a solicitation": (H2, ether(IPV6, nd(135, UDP))),
    "a solicitation behind an extension header":
        (H2, ether(IPV6, nd(135, HOP_BY_HOP, bytes([58] + 7 * [0])))),
    "IPv6, wrong IP version": (H2, ether(IPV6, nd(135, version=5))),
    "IPv6 cut short": (H2, ether(IPV6, nd(135)[:40])),
    "LLC of another protocol": (H2, llc(0xaa, 0xaa)),
    "LLC from 0x42 to another": (H2, llc(0xaa, 0x42)),
    "LLC to 0x42 from another": (H2, llc(0x42, 0xaa)),
    "an EtherType whose payload starts with 0x4242": (H2, ether(0x88b5, bytes(46 * [0x42]))),
    "RARP": (H2, ether(0x8035, arp(3))),
}


def frame(target, rest, pad=60):
    """The frame with its addresses, padded to PAD bytes"""
    data = bytes.fromhex(target + H1) + rest
    return data + bytes(max(0, pad - len(data)))
