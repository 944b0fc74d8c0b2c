#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes frames of all kinds to one host and to all hosts, and the settings of the test.

Checks each byte of the frames that leave each port, and of the copies that must not change.
"""

import os
import random
import struct
from collections import Counter

import wire
from checksums import wrong
from harness import IN, check, equal, none, path, steps, write_frames
from scapy.layers.inet import ICMP, IP, IPOption_NOP, IPOption_RR, TCP, UDP
from scapy.layers.inet6 import IPv6, IPv6ExtHdrFragment, IPv6ExtHdrHopByHop
from scapy.layers.l2 import ARP, Ether
from scapy.packet import Raw

H1, H2, ALL = "02:00:00:00:01:01", "02:00:00:00:02:01", "ff:ff:ff:ff:ff:ff"
PCP_DEFAULT = 2		# priority that p1 gives to frames without a DSCP
MAGIC = b"rewrite!"
VLAN_TYPES = (b"\x81\x00", b"\x88\xa8")

# {egress port: ({priority: DSCP}, {priority: PCP})}
MAPS = {
    "p2": ({0: 1, 2: 63, 3: 12, 4: 34, 5: 50}, {0: 4, 2: 7, 3: 6, 5: 1}),
    "p3": ({0: 63, 3: 33, 6: 0, 7: 7}, {2: 0, 3: 2}),
    "p4": ({}, {}),
}


def settings(port):
    """The maps of a port as arguments of pfcctl"""
    dscp, pcp = MAPS[port]
    words = [name + " " + " ".join(f"{key}:{value}" for key, value in pairs.items())
             for name, pairs in (("prio-dscp", dscp), ("prio-pcp", pcp)) if pairs]
    return " ".join(words)


def udp(dscp, ecn=0, **ip):
    """A datagram over IPv4, long enough that no frame is padded"""
    return IP(src="10.0.0.1", dst="10.0.0.2", tos=dscp << 2 | ecn, **ip) / \
        UDP(sport=4000, dport=5000) / Raw(MAGIC * 4)


def udp6(dscp, ecn=0, **ip):
    """A datagram over IPv6"""
    return IPv6(src="fd00::1", dst="fd00::2", tc=dscp << 2 | ecn, **ip) / \
        UDP(sport=4000, dport=5000) / Raw(MAGIC * 4)


def edge_ids():
    """IDs of IPv4 headers whose sum, before or after a rewrite, is an edge case of checksums"""
    found = []
    for ident in range(65536):
        header = struct.pack(">BBHHHBBH4s4s", 0x45, 26 << 2, 60, ident, 0, 64, 17, 0,
                             bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
        total = sum(struct.unpack(">10H", header))
        total = (total & 0xffff) + (total >> 16)
        for new in (26, 12, 33):
            if (total + (new - 26 << 2)) % 0xffff in (0, 1, 0xfffe):
                found.append(ident)
    return sorted(set(found))


def wrong_checksum(dscp):
    """A datagram with a corrupted IPv4 checksum"""
    data = bytearray(bytes(udp(dscp)))
    data[10] ^= 0x55
    return Raw(bytes(data))


def packets():
    """[(name, IP packet)]"""
    chance = random.Random(1)
    yield from ((f"IPv4 UDP, DSCP {dscp}, ECN {ecn}", udp(dscp, ecn))
                for dscp in (0, 8, 26, 31, 46, 48, 56, 63) for ecn in range(4))
    yield from ((f"IPv6 UDP, DSCP {dscp}, ECN {ecn}", udp6(dscp, ecn, fl=0xabcde))
                for dscp in (0, 8, 26, 31, 46, 48, 56, 63) for ecn in range(4))
    yield from ((f"IPv4 UDP, id {ident}", udp(26, id=ident)) for ident in edge_ids())
    yield from ((f"IPv4 UDP, id {ident}, TTL {ttl}", udp(26, 1, id=ident, ttl=ttl))
                for ident, ttl in ((chance.randrange(65536), chance.randrange(1, 256))
                                   for _ in range(20)))
    yield "IPv4 TCP", IP(src="10.0.0.1", dst="10.0.0.2", tos=26 << 2 | 2) / \
        TCP(sport=1, dport=2, seq=7, flags="PA", options=[("Timestamp", (1, 2))]) / Raw(MAGIC * 9)
    yield "IPv6 TCP", IPv6(src="fd00::1", dst="fd00::2", tc=26 << 2 | 2) / \
        TCP(sport=1, dport=2, seq=7, flags="PA") / Raw(MAGIC * 9)
    yield "ICMP error with a datagram", IP(src="10.0.0.1", dst="10.0.0.2", tos=46 << 2) / \
        ICMP(type=3, code=3) / udp(26)
    yield "IPv4 options", udp(26, 3, options=[IPOption_NOP()] * 3 + [IPOption_RR(
        length=11, pointer=4, routers=["0.0.0.0"] * 2)])
    yield "IPv4 with the maximum of options", udp(26, options=[IPOption_NOP()] * 40)
    yield "IPv4 UDP without a checksum", IP(src="10.0.0.1", dst="10.0.0.2", tos=26 << 2) / \
        UDP(sport=1, dport=2, chksum=0) / Raw(MAGIC * 4)
    for name, flags, frag in (("first", 1, 0), ("middle", 1, 9), ("last", 0, 18)):
        yield f"IPv4, {name} fragment", IP(src="10.0.0.1", dst="10.0.0.2", tos=26 << 2 | 1,
                                           flags=flags, frag=frag, proto=17, id=99) / \
            Raw(b"fragment" * 9)
        yield f"IPv6, {name} fragment", IPv6(src="fd00::1", dst="fd00::2", tc=26 << 2 | 1) / \
            IPv6ExtHdrFragment(id=99, m=flags, offset=frag, nh=17) / Raw(b"fragment" * 9)
    yield "IPv6 hop by hop", IPv6(src="fd00::1", dst="fd00::2", tc=46 << 2 | 2) / \
        IPv6ExtHdrHopByHop() / UDP(sport=1, dport=2) / Raw(MAGIC * 4)
    yield "IPv4, a short frame", IP(src="10.0.0.1", dst="10.0.0.2", tos=26 << 2) / \
        UDP(sport=1, dport=2)


def typed(payload):
    """An IP packet with its EtherType"""
    return (b"\x86\xdd" if isinstance(payload, IPv6) else b"\x08\x00") + bytes(payload)


def tagged(payload, *tags):
    """VLAN tags before a typed payload, from the outer one: (type, PCP, DEI, VLAN)"""
    data = b""
    for kind, pcp, dei, vlan in tags:
        data += struct.pack(">HH", kind, pcp << 13 | dei << 12 | vlan)
    return data + payload


def kinds():
    """[(name, frame without its addresses)]"""
    found = [(name, typed(packet)) for name, packet in packets()]
    ip = dict(packets())
    four, six = typed(ip["IPv4 UDP, DSCP 26, ECN 2"]), typed(ip["IPv6 UDP, DSCP 26, ECN 1"])
    arp = b"\x08\x06" + bytes(ARP(op=2, psrc="10.0.0.1", pdst="10.0.0.2")) + MAGIC * 4
    found += [("IPv4, checksum corrupted", b"\x08\x00" + bytes(wrong_checksum(26))),
              ("IPv4, wrong IP version", b"\x08\x00\x55\x68" + MAGIC * 8),
              ("IPv4 cut off", b"\x08\x00\x45\x68\x00\x3c\x00\x01"),
              ("IPv6, wrong IP version", b"\x86\xdd\x45\x68" + MAGIC * 8),
              ("IPv6 cut off", b"\x86\xdd\x66\x80" + MAGIC),
              ("ARP", arp), ("LLC", struct.pack(">H", 64) + MAGIC * 8),
              ("another EtherType", b"\x88\xb5" + MAGIC * 8)]
    for name, payload in (("IPv4", four), ("IPv6", six), ("ARP", arp)):
        for kind, what in ((0x8100, "a tag"), (0x88a8, "a service tag")):
            found += [(f"{name}, {what}, PCP {pcp}, DEI {dei}, VLAN {vlan}",
                       tagged(payload, (kind, pcp, dei, vlan)))
                      for pcp, dei, vlan in ((0, 0, 0), (7, 1, 4094), (3, 0, 100))]
        found.append((f"{name}, two tags", tagged(payload, (0x88a8, 5, 1, 9), (0x8100, 3, 0, 100))))
    return found


def offset_of_ip(data):
    """(offset of the IP header in a frame without addresses, IP version), or None"""
    at = 0
    for _ in range(3):
        if data[at:at + 2] not in VLAN_TYPES:
            break
        at += 4
    kind, at = data[at:at + 2], at + 2
    if kind == b"\x08\x00" and len(data) >= at + 20 and data[at] >> 4 == 4:
        return at, 4
    if kind == b"\x86\xdd" and len(data) >= at + 40 and data[at] >> 4 == 6:
        return at, 6
    return None


def dscp_of(data, ip):
    """The DSCP of the IP header"""
    at, version = ip
    return data[at + 1] >> 2 if version == 4 else (data[at] << 8 | data[at + 1]) >> 6 & 63


def priority(data):
    """The priority that p1 gives the frame with trust dscp"""
    ip = offset_of_ip(data)
    return dscp_of(data, ip) >> 3 if ip else PCP_DEFAULT


def checksum(header):
    """The checksum of an IPv4 header"""
    total = sum(struct.unpack(f">{len(header) // 2}H", header))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return total ^ 0xffff


def rewritten(data, port, prio=None):
    """The frame as PORT rewrites it; a wrong checksum stays wrong by the same difference"""
    dscp, pcp = MAPS[port]
    prio = priority(data) if prio is None else prio
    ip, data = offset_of_ip(data), bytearray(data)
    if prio in pcp and bytes(data[:2]) in VLAN_TYPES:
        data[2] = data[2] & 0x1f | pcp[prio] << 5
    if prio in dscp and ip:
        at, version = ip
        if version == 4:
            end = at + 4 * (data[at] & 15)
            corrupted = checksum(bytes(data[at:end]))
            data[at + 1] = data[at + 1] & 3 | dscp[prio] << 2
            data[at + 10:at + 12] = bytes(2)
            right = checksum(bytes(data[at:end])) - corrupted
            data[at + 10:at + 12] = struct.pack(">H", right + (right >> 16) & 0xffff)
        else:
            word = (data[at] << 8 | data[at + 1]) & ~(63 << 6) | dscp[prio] << 6
            data[at:at + 2] = struct.pack(">H", word)
    return bytes(data)


KINDS = kinds()

# Frames that scapy misinterprets, or whose checksum is wrong on purpose
NOT_CHECKED = ("IPv6, first fragment", "IPv4, checksum corrupted", "wrong IP version",
               "cut off")


def frames(name):
    """The frames of h1 in a capture"""
    return [data for _, _, data in wire.packets(path(name + ".pcap"))
            if data[6:12].hex(":") == H1]


def compare(what, got, change, to=ALL):
    """Checks that the capture has each kind of frame once, with the bytes of CHANGE()"""
    address = bytes.fromhex((to + H1).replace(":", ""))
    wanted = {name: address + change(data) for name, data in KINDS}
    missing = Counter(wanted.values()) - Counter(got)
    strange = list((Counter(got) - Counter(wanted.values())).elements())
    bad = [name for name, data in wanted.items() if data in missing]
    check(f"{what}: all {len(KINDS)} frames have the expected bytes", not bad and not strange,
          f"{len(bad)} differ: {', '.join(bad[:12])}\n"
          f"wanted: {wanted[bad[0]].hex() if bad else ''}\n"
          f"got:    {strange[0].hex() if strange else ''}")
    unchecked = {data for name, data in wanted.items()
                 if any(part in name for part in NOT_CHECKED)}
    none(f"{what}: all checksums are correct",
         filter(None, (wrong(Ether(data)) for data in got if data not in unchecked)))


def by_port(port):
    return lambda data: rewritten(data, port)


def same(data):
    return data


def without_tag(data):
    """The frame that a socket reads: the kernel has removed the outer tag"""
    return data[4:] if data[:2] in VLAN_TYPES else data


def sockets():
    """Checks the flows of sockets that send large packets"""
    packets = [Ether(data) for data in frames("sockets")]
    none("sockets: all checksums are correct", filter(None, map(wrong, packets)))
    for version in (IP, IPv6):
        flow = [packet for packet in packets if version in packet and UDP in packet]
        tos = {packet.tos if version is IP else packet.tc for packet in map(
            lambda packet: packet[version], flow)}
        equal(f"{version.__name__} UDP: DSCP and ECN of the segments of large packets",
              (len(flow), tos), (40, {12 << 2 | 2}))
    flow = [packet for packet in packets if TCP in packet and len(packet[TCP].payload) > 100]
    equal("TCP: DSCP and ECN of the segments of large packets",
          (len(flow) >= 39, {packet[IP].tos for packet in flow}), (True, {1 << 2}))
    numbers = [packet[TCP].seq for packet in flow]
    equal("TCP: segments are in order", numbers, sorted(numbers))


def pre():
    for name, to in (("unicast", H2), ("flood", ALL)):
        address = bytes.fromhex((to + H1).replace(":", ""))
        write_frames(name, [(0, address + data) for _, data in kinds()])
    with open(os.path.join(IN, "settings"), "w", encoding="ascii") as file:
        for port in MAPS:
            file.write(f"map set dev {port} default-prio {PCP_DEFAULT} {settings(port)}\n")


def post():
    for name in ("direct", "queued"):
        compare(name, frames(name), by_port("p2"), H2)
    for turn in ("first", "last"):
        for host in "234":
            compare(f"flooded, unchanged copies leave {turn}: h{host}", frames(f"{turn}-h{host}"),
                    by_port(f"p{host}"))
        compare(f"flooded, unchanged copies leave {turn}: mirror of p1", frames(f"{turn}-h5"), same)
        with open(path(f"{turn}-late"), encoding="ascii") as file:
            compare(f"flooded, unchanged copies leave {turn}: packet socket",
                    [bytes.fromhex(line) for line in file], without_tag)
    compare("sent by the host of a port", frames("host"), by_port("p3"), H2)
    sockets()


steps(pre, post)
