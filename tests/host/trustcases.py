# SPDX-License-Identifier: GPL-2.0-only
"""The scene of 68-trust: frames of all kinds, and what their priorities have to be."""

import struct

from macctl import MS

H1, H2 = "020000000101", "020000000201"
LENGTH = 500		# bytes
MAGIC = b"kind"
APART = 12 * MS		# from kind to kind: a frame takes 4.2 ms at 1 Mb/s

IPV4, IPV6, FCOE, ROCE, OTHER = 0x0800, 0x86dd, 0x8906, 0x8915, 0x88b5
CTAG, STAG = 0x8100, 0x88a8

# As the test sets them
TRUST = ("dscp", "pcp", "dscp,pcp", "pcp,dscp", "none")
DEFAULT = 1
DSCP_PRIO = {26: 6, 34: 5, 10: 7}	# any other: 0
PCP_PRIO = {pcp: 7 - pcp for pcp in range(8)}
ETHTYPE_PRIO = {FCOE: 3, ROCE: 4, IPV4: 2}


class Kind:
    """A frame: VLAN tags from the outer one, (EtherType, PCP, VLAN), then an EtherType"""

    def __init__(self, name, ethertype, *tags, dscp=None, payload=None):
        self.name, self.ethertype, self.tags, self.dscp = name, ethertype, tags, dscp
        self.given = payload

    def payload(self):
        """Behind the EtherType; IP headers by hand, as scapy would mend the wrong ones"""
        if self.given is not None or self.dscp is None:
            return self.given or b""
        if self.ethertype == IPV4:
            return struct.pack(">BBHHHBBH4s4s", 0x45, self.dscp << 2 | 1, 400, 1, 0, 64, 253,
                               0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
        return struct.pack(">IHBB16s16s", 6 << 28 | (self.dscp << 2 | 1) << 20, 400, 253, 64,
                           bytes([0xfd] + 14 * [0] + [1]), bytes([0xfd] + 14 * [0] + [2]))

    def frame(self, number):
        """The bytes; the last ones tell the number of the kind"""
        data = bytes.fromhex(H2 + H1)
        for ethertype, pcp, vlan in self.tags:
            data += struct.pack(">HH", ethertype, pcp << 13 | vlan)
        data += struct.pack(">H", self.ethertype) + self.payload()
        tail = MAGIC + bytes([number])
        return data + bytes(LENGTH - len(data) - len(tail)) + tail

    def priority(self, trust):
        """What it has to be where so much is trusted"""
        for what in trust.split(","):
            if what == "dscp" and self.dscp is not None:
                return DSCP_PRIO.get(self.dscp, 0)
            if what == "pcp" and self.tags:
                return PCP_PRIO[self.tags[0][1]]
        return ETHTYPE_PRIO.get(self.ethertype, DEFAULT)


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
    Kind("FCoE with a tag of no VLAN", FCOE, (CTAG, 2, 0)),
    Kind("FCoE with two tags", FCOE, (STAG, 5, 9), (CTAG, 3, 100)),
    Kind("RoCE", ROCE),
    Kind("RoCE with a tag", ROCE, (CTAG, 0, 7)),
    Kind("another EtherType", OTHER),
    Kind("another EtherType with a tag", OTHER, (CTAG, 1, 7)),
    Kind("LLC", LENGTH - 14),
    Kind("LLC with a tag", LENGTH - 18, (CTAG, 3, 7)),
    Kind("IPv4 of no version", IPV4, payload=b"\x55\xff" + bytes(18)),
    Kind("IPv4 of no version with a tag", IPV4, (CTAG, 6, 7), payload=b"\x55\xff" + bytes(18)),
    Kind("IPv6 of no version", IPV6, payload=b"\x4f\xf0" + bytes(38)),
)


def number(data):
    """Of the kind that a frame is of, or None"""
    return data[-1] if data[-5:-1] == MAGIC else None
