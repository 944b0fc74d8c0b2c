#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes frames of all kinds, XOFF and XON.

Checks the priorities that XOFF names for each kind of frame, the order in which the
frames leave a host, and their arrival.
"""

import struct

import wire
from harness import check, equal, path, steps, write_frames
from macctl import MS, xoff, xon

H1, H2 = "020000000101", "020000000201"
LENGTH = 500		# bytes
MAGIC = b"kind"
APART = 12 * MS		# ns between kinds: a frame takes 4.2 ms at 1 Mb/s
IPV4, IPV6, FCOE, ROCE, OTHER = 0x0800, 0x86dd, 0x8906, 0x8915, 0x88b5
ARP, LLDP, SLOW, EAPOL = 0x0806, 0x88cc, 0x8809, 0x888e
CTAG, STAG = 0x8100, 0x88a8

# (trust, control-prio) of each pass, in the order of the test
PASSES = (("dscp", 7), ("pcp", 7), ("dscp,pcp", 7), ("pcp,dscp", 7), ("none", 7),
          ("dscp", None), ("pcp,dscp", None), ("pcp,dscp", 3))
DEFAULT = 1
DSCP_PRIO = {26: 6, 34: 5, 10: 7}	# all others: 0
PCP_PRIO = {pcp: 7 - pcp for pcp in range(8)}
ETHTYPE_PRIO = {FCOE: 3, ROCE: 4, IPV4: 2, LLDP: 0}


class Kind:
    """A frame with VLAN tags (EtherType, PCP, VLAN), the outer tag first, and an EtherType"""

    def __init__(self, name, ethertype, *tags, dscp=None, payload=None, control=False):
        self.name, self.ethertype, self.tags, self.dscp = name, ethertype, tags, dscp
        self.given, self.control = payload, control

    def payload(self):
        """Bytes after the EtherType; not built by scapy, which would correct wrong IP headers"""
        if self.given is not None or self.dscp is None:
            return self.given or b""
        if self.ethertype == IPV4:
            return struct.pack(">BBHHHBBH4s4s", 0x45, self.dscp << 2 | 1, 400, 1, 0, 64, 253,
                               0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
        return struct.pack(">IHBB16s16s", 6 << 28 | (self.dscp << 2 | 1) << 20, 400, 253, 64,
                           bytes([0xfd] + 14 * [0] + [1]), bytes([0xfd] + 14 * [0] + [2]))

    def frame(self, number):
        """The bytes of the frame; the last one is the number of the kind"""
        data = bytes.fromhex(H2 + H1)
        for ethertype, pcp, vlan in self.tags:
            data += struct.pack(">HH", ethertype, pcp << 13 | vlan)
        data += struct.pack(">H", self.ethertype) + self.payload()
        tail = MAGIC + bytes([number])
        return data + bytes(LENGTH - len(data) - len(tail)) + tail

    def priority(self, trust, control):
        """The expected priority with this trust and control-prio"""
        if self.control and control is not None:
            return ETHTYPE_PRIO.get(self.ethertype, control)
        for what in trust.split(","):
            if what == "dscp" and self.dscp is not None:
                return DSCP_PRIO.get(self.dscp, 0)
            if what == "pcp" and self.tags:
                return PCP_PRIO[self.tags[0][1]]
        return ETHTYPE_PRIO.get(self.ethertype, DEFAULT)


def icmpv6(kind, dscp, header=58):
    """The payload of an IPv6 frame: an ICMPv6 message of type KIND"""
    return (struct.pack(">IHBB16s16s", 6 << 28 | dscp << 22, 24, header, 255, bytes(16),
                        bytes(16)) + bytes([kind]) + bytes(23))


KINDS = (
    Kind("IPv4", IPV4, dscp=26),
    Kind("IPv4 of another DSCP", IPV4, dscp=63),
    Kind("IPv4 with a tag", IPV4, (CTAG, 5, 7), dscp=34),
    Kind("IPv4 with a service tag", IPV4, (STAG, 4, 8), dscp=10),
    Kind("IPv4 with two tags", IPV4, (STAG, 7, 9), (CTAG, 1, 7), dscp=26),
    Kind("IPv6", IPV6, dscp=34),
    Kind("IPv6 with a tag", IPV6, (CTAG, 6, 7), dscp=10),
    Kind("FCoE", FCOE),
    Kind("FCoE with a tag", FCOE, (CTAG, 3, 100)),
    Kind("FCoE with a priority tag (VLAN 0)", FCOE, (CTAG, 2, 0)),
    Kind("FCoE with two tags", FCOE, (STAG, 5, 9), (CTAG, 3, 100)),
    Kind("RoCE", ROCE),
    Kind("RoCE with a tag", ROCE, (CTAG, 0, 7)),
    Kind("another EtherType", OTHER),
    Kind("another EtherType with a tag", OTHER, (CTAG, 1, 7)),
    Kind("LLC", LENGTH - 14),
    Kind("LLC with a tag", LENGTH - 18, (CTAG, 3, 7)),
    Kind("IPv4, wrong IP version", IPV4, payload=b"\x55\xff" + bytes(18)),
    Kind("IPv4 with a tag, wrong IP version", IPV4, (CTAG, 6, 7),
         payload=b"\x55\xff" + bytes(18)),
    Kind("IPv6, wrong IP version", IPV6, payload=b"\x4f\xf0" + bytes(38)),
    Kind("ARP", ARP, control=True),
    Kind("ARP with a tag", ARP, (CTAG, 3, 7), control=True),
    Kind("ARP with two tags", ARP, (STAG, 5, 9), (CTAG, 3, 7), control=True),
    Kind("LLDP", LLDP, control=True),
    Kind("LLDP with a tag", LLDP, (CTAG, 6, 0), control=True),
    Kind("slow protocol", SLOW, payload=b"\x01", control=True),
    Kind("EAPOL", EAPOL, control=True),
    Kind("STP", LENGTH - 14, payload=b"\x42\x42\x03", control=True),
    Kind("STP with a tag", LENGTH - 18, (CTAG, 4, 7), payload=b"\x42\x42\x03", control=True),
    Kind("LLC, only the DSAP is that of STP", LENGTH - 14, payload=b"\x42\xaa\x03"),
    Kind("LLC, only the SSAP is that of STP", LENGTH - 14, payload=b"\xaa\x42\x03"),
    Kind("another EtherType that looks like STP", OTHER, payload=b"\x42\x42\x03"),
    Kind("router solicitation", IPV6, payload=icmpv6(133, 34), dscp=34, control=True),
    Kind("neighbour solicitation", IPV6, payload=icmpv6(135, 0), dscp=0, control=True),
    Kind("redirect with a tag", IPV6, (CTAG, 6, 7), payload=icmpv6(137, 26), dscp=26,
         control=True),
    Kind("neighbour advertisement with two tags", IPV6, (STAG, 4, 9), (CTAG, 2, 7),
         payload=icmpv6(136, 34), dscp=34, control=True),
    Kind("ICMPv6 type 132, below those of neighbour discovery", IPV6,
         payload=icmpv6(132, 26), dscp=26),
    Kind("ICMPv6 type 138, above those of neighbour discovery", IPV6,
         payload=icmpv6(138, 34), dscp=34),
    Kind("echo request with a tag", IPV6, (CTAG, 6, 7), payload=icmpv6(128, 10), dscp=10),
    Kind("UDP that looks like neighbour discovery", IPV6, payload=icmpv6(135, 34, 17), dscp=34),
)


def number(data):
    """The number of a frame's kind, or None"""
    return data[-1] if data[-5:-1] == MAGIC else None


def priorities(mask):
    """The priorities of a mask as a list"""
    return [prio for prio in range(8) if mask >> prio & 1]


def xoff_masks():
    """([{kind: mask of priorities that this kind pauses}] by pass, mask paused at the end)"""
    passes, current, before = [], None, 0
    for _, _, data in wire.packets(path("h1.pcap")):
        if data[12:16] == b"\x88\x08\x01\x01":
            paused = sum(1 << prio for prio in range(8)
                         if data[17] >> prio & 1 and any(data[18 + 2 * prio:20 + 2 * prio]))
            if current is not None:
                passes[-1][current] |= paused & ~before
            before = before & ~data[17] | paused
            continue
        kind = number(data)
        if kind is None or kind == current:
            continue
        if current is None or kind < current:
            passes.append({})
        current = kind
        passes[-1][kind] = 0
    return passes, before


def ingress():
    """Checks the priority of frames that a port receives"""
    passes, still = xoff_masks()
    equal("one pass for each trust setting", len(passes), len(PASSES))
    for (trust, control), seen in zip(PASSES, passes):
        for index, kind in enumerate(KINDS):
            equal(f"trust {trust}, control {control}: {kind.name}: priority of XOFF",
                  priorities(seen.get(index, 0)), [kind.priority(trust, control)])
    equal("no priority is paused at the end", priorities(still), [])
    came = [data for _, _, data in wire.packets(path("h2.pcap")) if number(data) is not None]
    sent = [kind.frame(index) for _ in PASSES for index, kind in enumerate(KINDS)
            for _ in range(2)]
    check("all frames arrive unchanged and in order", came == sent,
          f"{len(came)} of {len(sent)}; the first that differs: " + str(next(
              ((a.hex(), b.hex()) for a, b in zip(came, sent) if a != b), "")))


def local():
    """Checks frames that the host sends at its own port: queued, they leave by priority"""
    came = [number(data) for _, _, data in wire.packets(path("local.pcap"))]
    came = [kind for kind in came if kind is not None]
    equal("all frames of the host leave", len(came), len(PASSES) * len(KINDS))
    for index, (trust, control) in enumerate(PASSES):
        got = came[index * len(KINDS):(index + 1) * len(KINDS)]
        wanted = sorted(range(len(KINDS)), key=lambda n: -KINDS[n].priority(trust, control))
        equal(f"host, trust {trust}, control {control}: frames leave by priority, each in order",
              [(KINDS[n].name, KINDS[n].priority(trust, control)) for n in got],
              [(KINDS[n].name, KINDS[n].priority(trust, control)) for n in wanted])


def lossless():
    """The lossless class of FCoE loses nothing, the lossy class of another EtherType does"""
    came = {0x8906: [], 0x88b5: []}
    for _, _, data in wire.packets(path("burst.pcap")):
        kind = int.from_bytes(data[12:14], "big")
        if kind in came:
            came[kind].append(int.from_bytes(data[14:18], "big"))
    equal("all FCoE frames arrive, in order", came[0x8906], list(range(300)))
    check("some frames of another EtherType are dropped", 50 < len(came[0x88b5]) < 300,
          f"{len(came[0x88b5])} arrive")


def pre():
    # Two frames of each kind: the first one leaves at once, the second one is queued
    write_frames("kinds", [(number * APART, kind.frame(number))
                           for number, kind in enumerate(KINDS) for _ in range(2)])
    write_frames("once", [(0, kind.frame(number)) for number, kind in enumerate(KINDS)])
    for name, ethertype in (("fcoe", FCOE), ("other", OTHER)):
        write_frames(name, [(0, bytes.fromhex(H2 + H1) + struct.pack(">HI", ethertype, n) +
                             bytes(980)) for n in range(300)])
    write_frames("xoff", [(0, xoff(65535))])
    write_frames("xon", [(0, xon())])


def post():
    ingress()
    local()
    lossless()


steps(pre, post)
