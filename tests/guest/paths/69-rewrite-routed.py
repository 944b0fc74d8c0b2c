#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes the routed packets, an XON for each priority, XOFF, and the list of cases.

Checks the queue, the priority of XOFF and the DSCP of each case.
"""

import os
from collections import namedtuple

import wire
from checksums import wrong
from harness import IN, equal, none, path, steps, write_frames
from macctl import xoff, xon
from scapy.layers.inet import IP, UDP
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import Ether
from scapy.packet import Raw

H1, P1 = "02:00:00:00:01:01", "02:00:00:00:01:02"
H2 = "02:00:00:00:02:01"
PRIO_DSCP = {0: 40, 2: 20, 3: 30, 4: 44, 5: 50, 6: 61}	# priorities 1 and 7: no rewrite
DEFAULT = 6		# default-prio of p2
COUNT = 3		# packets of a case

# A case: the settings of the switch (prio-source, ip_forward_update_priority, skbedit
# priority), DSCP and IP version of the packets, SO_PRIORITY (own) if the switch itself sends
# them, and the expected priority
Case = namedtuple("Case", "source update edit dscp ip own prio")


def case(source, dscp, prio, update=1, edit="", ip=4, own=""):
    return Case(source, update, edit, dscp, ip, own, prio)


# rt_tos2priority() uses four bits of the TOS: 2 is TC_PRIO_BULK, 4
# TC_PRIO_INTERACTIVE_BULK, 6 TC_PRIO_INTERACTIVE.  IPv6 does not use it.
CASES = (
    case("packet", 26, 3), case("packet", 46, 5), case("packet", 26, 3, ip=6),
    case("packet", 26, 3, edit="5"), case("packet", 8, 1), case("packet", 26, 3, own=5),
    case("skb", 26, 2), case("skb", 46, 4), case("skb", 4, 6), case("skb", 8, 0),
    case("skb", 26, 0, update=0), case("skb", 26, 0, ip=6),
    case("skb", 26, 5, edit="5"), case("skb", 26, 7, edit="7"),
    case("skb", 46, DEFAULT, edit="8"), case("skb", 46, DEFAULT, edit="1:3"),
    case("skb", 26, 5, own=5),
)


def name(given):
    """The description of a case"""
    return f"prio-source {given.source}, IPv{given.ip}, DSCP {given.dscp}" + \
        ("" if given.update else ", no update by the kernel") + \
        (f", skbedit priority {given.edit}" if given.edit else "") + \
        (f", sent by the switch, SO_PRIORITY {given.own}" if given.own else "")


def packet(given):
    """The packet that h1 sends"""
    tos = given.dscp << 2 | 2
    if given.ip == 4:
        ip = IP(src="10.0.1.1", dst="10.0.2.2", tos=tos, ttl=9)
    else:
        ip = IPv6(src="fd01::1", dst="fd02::2", tc=tos, hlim=9)
    return bytes(Ether(src=H1, dst=P1) / ip / UDP(sport=1, dport=2) / Raw(bytes(500)))


def cases():
    """[(packets during the pause, {resumed priority: packets})] by case"""
    found, phase = [], None
    for _, _, data in wire.packets(path("h2.pcap")):
        if data[12:14] == b"\x88\x08":
            if data[6:12].hex(":") != H2:
                continue
            if any(data[18:34]):
                found.append(([], {}))
                phase = found[-1][0]
            elif data[17] != 0xff:
                phase = found[-1][1].setdefault(data[17].bit_length() - 1, [])
            else:
                phase = found[-1][1].setdefault("all", [])
        elif phase is not None and data[12:14] in (b"\x08\x00", b"\x86\xdd") and \
                len(data) > 500:
            phase.append(data)
    return found


def xoff_priorities():
    """The priorities of XOFF by case.  A frame of h1 in the capture marks the end of a case:
    the PFC frames of p1 before this frame belong to the case"""
    found, mask = [], 0
    for _, _, data in wire.packets(path("h1.pcap")):
        if data[12:16] == b"\x88\x08\x01\x01":
            mask |= sum(1 << prio for prio in range(8)
                        if data[17] >> prio & 1 and any(data[18 + 2 * prio:20 + 2 * prio]))
        elif data[12:14] == b"\x88\xb5":
            found.append([prio for prio in range(8) if mask >> prio & 1])
            mask = 0
    return found


def judge(given, arrived, paused):
    """Checks a case"""
    early, released = arrived
    equal(f"{name(given)}: no packet leaves during the pause", len(early), 0)
    equal(f"{name(given)}: queue of the packets",
          {prio: len(packets) for prio, packets in released.items() if packets},
          {given.prio: COUNT})
    packets = [Ether(data) for some in released.values() for data in some]
    dscps = {(packet[IP].tos if IP in packet else packet[IPv6].tc) for packet in packets}
    wanted = PRIO_DSCP.get(given.prio, given.dscp)
    equal(f"{name(given)}: DSCP and ECN at egress",
          [(tos >> 2, tos & 3) for tos in dscps], [(wanted, 2)])
    none(f"{name(given)}: all checksums are correct", filter(None, map(wrong, packets)))
    equal(f"{name(given)}: priority of XOFF", paused,
          [] if given.own else [given.prio])


def pre():
    with open(os.path.join(IN, "cases"), "w", encoding="ascii") as file:
        for number, given in enumerate(CASES):
            write_frames(f"data.{number}", [(0, packet(given))] * COUNT)
            file.write("\t".join(str(field) or "-" for field in (
                number, given.source, given.update, given.edit, given.dscp, given.own,
                given.prio)) + "\n")
    write_frames("xoff", [(0, xoff(65535, src=H2))])
    write_frames("xon", [(0, xon(src=H2))])
    for prio in range(8):
        write_frames(f"xon.{prio}", [(0, xon((prio,), src=H2))])
    with open(os.path.join(IN, "settings"), "w", encoding="ascii") as file:
        file.write("map set dev p2 prio-dscp " + " ".join(
            f"{prio}:{dscp}" for prio, dscp in PRIO_DSCP.items()) + "\n")


def post():
    arrived, paused = cases(), xoff_priorities()
    equal("the captures have all cases", (len(arrived), len(paused)), (len(CASES), len(CASES)))
    for one in zip(CASES, arrived, paused):
        judge(*one)


steps(pre, post)
