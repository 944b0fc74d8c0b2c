#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes the frames of the three senders, and the pauses of the receiver.

Compares what the module reports about waiting frames and pauses with captures.
"""

import ipaddress
import re
from collections import Counter, defaultdict
from pathlib import Path

import macctl
import nldump
from harness import OUT, between, check, equal, steps, write_frames
from macctl import xoff, xon
from scapy.layers.inet import ICMP, IP, TCP, UDP
from scapy.layers.inet6 import IPv6, IPv6ExtHdrDestOpt, IPv6ExtHdrFragment, IPv6ExtHdrHopByHop
from scapy.layers.l2 import Dot1Q, Dot3, Ether, LLC, SNAP
from scapy.layers.sctp import SCTP
from scapy.packet import Raw
from wire import FRAME_MIN, packets

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


FRAMES_MAX, FLOWS_SEEN, FLOWS_MAX = 8192, 2048, 32

# A capture records a frame before the module or after it, on a CPU that is emulated
LATE = 3 * MS


def mac(data):
    return data.hex(":")


def names(ports):
    return {port["port-id"]: name for name, port in ports.items()}


def reported(flow, by_id):
    """The flow in the form of flow_of()"""
    head = by_id.get(flow.get("port-id")), flow.get("vlan"), flow["ethertype"]
    if "protocol" not in flow:
        return *head, mac(flow["src-mac"]), mac(flow["dst-mac"])
    ports = (flow["src-port"], flow["dst-port"]) if "src-port" in flow else ()
    return *head, str(ipaddress.ip_address(flow["src"])), \
        str(ipaddress.ip_address(flow["dst"])), flow["protocol"], flow["dscp"], ports


def sums(rows):
    """rows: (key, bytes); Returns {key: [frames, bytes]}"""
    result = defaultdict(lambda: [0, 0])
    for key, length in rows:
        result[key][0] += 1
        result[key][1] += length
    return dict(result)


def queue_of(flow):
    """Priority of a flow: by DSCP, else the default priority 0"""
    dscp = flow[6] if len(flow) == 8 else 0
    return dscp if dscp < 8 else dscp >> 3


def check_mixed():
    ports = nldump.ports("mixed")
    by_id = names(ports)
    # h4 answers some of these frames: its answers, ARP included, are no part of the queue
    frames = [(flow_of(data), max(length, FRAME_MIN))
              for _, length, data in packets(Path(OUT) / "mixed.pcap")
              if mac(data[:6]) == TARGET and data[12:14] != b"\x08\x06"]
    equal("the capture has all frames", len(frames), 3 * 15 + 30 + 7 + 11)
    for prio in (0, 3):
        here = [(flow, length) for flow, length in frames if queue_of(flow) == prio]
        queue = ports["p4"]["queues"][prio]
        flows = {reported(f, by_id): [f["packets"], f["bytes"]] for f in queue["flow"]}
        wanted = sums(here)
        bad = {key: (flows.get(key), wanted.get(key)) for key in {*flows, *wanted}
               if flows.get(key) != wanted.get(key)}
        equal(f"queue {prio}: flows (module, wire)", bad, {})
        equal(f"queue {prio}: number of flows", (queue["flows"], queue["other-bytes"]),
              (len(wanted), 0))
        equal(f"queue {prio}: holders",
              {by_id[h["port-id"]]: [h["packets"], h["bytes"]] for h in queue["holder"]},
              {k: v for k, v in sums((flow[0], length) for flow, length in here).items() if k})
        equal(f"queue {prio}: frames and bytes",
              (queue["packets"], queue["bytes"], queue["local-bytes"], queue.get("partial")),
              (len(here), sum(length for _, length in here),
               sum(length for flow, length in here if not flow[0]), None))
        for kind in ("flow", "holder"):
            order = [item["bytes"] for item in queue[kind]]
            equal(f"queue {prio}: largest {kind} first", order, sorted(order, reverse=True))
        wait = ports["p4"]["wait"][prio]
        equal(f"queue {prio}: backlog in the state of the port",
              (wait["backlog-packets"], wait["backlog-bytes"], wait["local-bytes"]),
              (queue["packets"], queue["bytes"], queue["local-bytes"]))
    equal("only these queues hold frames", sorted(ports["p4"]["queues"]), [0, 3])
    classes = dict(re.findall(r"^class pfc \S+:(\d).*?backlog (\d+)",
                              (Path(OUT) / "classes").read_text(), re.S | re.M))
    check("tc shows the same backlog", str(ports["p4"]["queues"][3]["bytes"]) in
          classes.values(), classes)
    check_groups(ports, frames)


def check_user():
    """A user without CAP_NET_ADMIN gets the same answer without flows and addresses"""
    user, admin = nldump.ports("user"), nldump.ports("mixed")
    raw = {name: (Path(OUT) / f"{name}.hex").read_text() for name in ("user", "mixed")}
    for what, data in (("IPv4", "0a000001"), ("IPv6", "fd00" + 27 * "0" + "1"),
                       ("MAC", "020000000101")):
        equal(f"{what} addresses in the answer: (user, administrator)",
              (data in raw["user"], data in raw["mixed"]), (False, True))
    for prio, queue in admin["p4"]["queues"].items():
        hidden = {key: queue.pop(key) for key in ("flow", "flows", "other-bytes")}
        check(f"queue {prio}: the administrator gets flows", hidden["flow"])
        equal(f"queue {prio}: the user gets all but flows", user["p4"]["queues"][prio], queue)
    equal("the user gets the states of all ports",
          {name: [wait["rx-paused"] for wait in port["wait"] if wait.get("rx-paused")]
           for name, port in user.items()},
          {"p1": [], "p2": [], "p3": [], "p4": [True] * 8})


def check_groups(ports, frames):
    occupancy = sums((f"{flow[0]} {queue_of(flow)}", length) for flow, length in frames if flow[0])
    got = {f"{name} {pg['id']}": pg["occupancy"] for name, port in ports.items()
           for pg in port["wait-pg"] if pg["occupancy"]}
    equal("occupancy of the PGs", got, {key: value[1] for key, value in occupancy.items()})
    pg = ports["p1"]["wait-pg"][3]
    equal("PG 3 of p1", (pg["prios"], pg["lossless"], pg.get("in-xoff"), pg["xoff-at"],
                         pg["xon-at"], pg["headroom"], pg["drops"], pg["rx-bytes"]),
          (8, True, None, 1 << 20, 900 << 10, 0, 0, occupancy["p1 3"][1]))
    for prio in range(8):
        wait = ports["p4"]["wait"][prio]
        equal(f"p4 obeys XOFF for priority {prio}", (wait["rx-paused"], wait["rx-quanta"],
              wait["rx-count"]), (True, 0xffff, 1))
        between(f"priority {prio}: end of the pause (ns from the dump)",
                wait["rx-until"] - ports["p4"]["wait-time"], 0, 3355443200)
        between(f"priority {prio}: the pause lasts", ports["p4"]["wait-time"] - wait["rx-since"],
                wait["rx-total"], wait["rx-total"] + 100 * MS)
        equal("the present pause is the longest", wait["rx-longest"], wait["rx-total"])
    equal("address of the peer", (mac(ports["p4"]["peer-mac"]), ports["p1"].get("peer-mac")),
          (TARGET, None))


def check_many():
    ports = nldump.ports("many")
    queue = ports["p4"]["queues"][5]
    equal("a long queue is visited in part",
          (queue["packets"], queue["bytes"], queue["partial"], queue["flows"]),
          (9000, 9000 * 60, True, FLOWS_SEEN))
    equal("the visited frames", sum(f["bytes"] for f in queue["flow"]) + queue["other-bytes"],
          FRAMES_MAX * 60)
    equal("their holder", [(h["packets"], h["bytes"]) for h in queue["holder"]],
          [(FRAMES_MAX, FRAMES_MAX * 60)])
    equal("number of flows in the answer", len(queue["flow"]), FLOWS_MAX)

    queue = ports["p4"]["queues"][4]
    wanted = Counter()
    for data in some():
        wanted[flow_of(data)] += max(len(data), FRAME_MIN)
    top = wanted.most_common(FLOWS_MAX)
    by_id = names(ports)
    equal("the largest flows", {reported(f, by_id): f["bytes"] for f in queue["flow"]}, dict(top))
    equal("the other flows", (queue["flows"], queue["other-bytes"], queue.get("partial")),
          (40, sum(wanted.values()) - sum(n for _, n in top), None))

    total = sum(max(len(data), FRAME_MIN) for data in wrong())
    queues = [q for prio, q in ports["p4"]["queues"].items() if prio in (0, 3)]
    equal("frames with wrong headers", sum(q["bytes"] for q in queues), total)
    equal("no flow is missing", sum(f["bytes"] for q in queues for f in q["flow"]), total)
    check("no such flow has ports", not any("src-port" in f for q in queues for f in q["flow"]),
          queues)


def delta(after, before, dev, prio, *keys):
    return [after[dev]["wait"][prio][key] - before[dev]["wait"][prio][key] for key in keys]


def check_received():
    """Lengths of the four pauses, from the capture"""
    times = [time for time, _, _ in packets(Path(OUT) / "received.pcap")]
    equal("the capture has all pauses", len(times), 8)
    by_deadline = macctl.pause_ns(256, 10)
    lengths = [times[2] - times[0], by_deadline, times[5] - times[4], times[7] - times[6]]
    after, before = nldump.ports("received"), nldump.ports("before")
    count, total, expired, xoff = delta(after, before, "p4", 3, "rx-count", "rx-total",
                                        "rx-expired", "rx-xoff")
    equal("received pauses: count, expired, XOFF", (count, expired, xoff), (4, 1, 5))
    between("received pauses: total", total, sum(lengths) - LATE, sum(lengths) + LATE)
    wait = after["p4"]["wait"][3]
    between("received pauses: last", wait["rx-last"], lengths[3] - LATE, lengths[3] + LATE)
    check("received pauses: not paused now", "rx-paused" not in wait and "rx-until" not in wait,
          wait)
    equal("received pauses: quanta of the last XOFF of priorities 3 and 4",
          (wait["rx-quanta"], after["p4"]["wait"][4]["rx-quanta"]), (4321, 0xffff))
    count, total = delta(after, before, "p4", 4, "rx-count", "rx-total")
    equal("received pauses of priority 4: count", count, 1)
    between("received pauses of priority 4: total", total, times[2] - times[1] - LATE,
            times[2] - times[1] + LATE)


def check_sent():
    """XOFF and XON of priority 3 in the frames that h1 received"""
    pauses, start = [], None
    for time, _, data in packets(Path(OUT) / "sent.pcap"):
        quanta = int.from_bytes(data[18 + 2 * 3:20 + 2 * 3], "big")
        if quanta and start is None:
            start = time
        elif not quanta and start is not None:
            pauses.append(time - start)
            start = None
    equal("p1 has asked for three pauses", (len(pauses), start), (3, None))
    before, after = nldump.ports("quiet"), nldump.ports("sent")
    count, total = delta(after, before, "p1", 3, "tx-count", "tx-total")
    equal("sent pauses: count", count, 3)
    between("sent pauses: total", total, sum(pauses) - LATE, sum(pauses) + LATE)
    wait = after["p1"]["wait"][3]
    between("sent pauses: longest", wait["tx-longest"], max(pauses) - LATE, max(pauses) + LATE)
    between("sent pauses: last", wait["tx-last"], pauses[2] - LATE, pauses[2] + LATE)
    check("sent pauses: no XOFF now", "tx-xoff" not in wait, wait)
    for n in (1, 2, 3):
        port = nldump.ports(f"filled-{n}")["p1"]
        pg = port["wait-pg"][3]
        equal(f"filled {n} times: p1 is in XOFF", (port["wait"][3].get("tx-xoff"),
              pg.get("in-xoff"), pg["occupancy"], pg["xoff-at"], pg["xon-at"],
              port["wait"][3]["tx-count"]), (True, True, 25 * 1042, 20480, 10240, n))
        check("bytes above XOFF are in the headroom", pg["occupancy"] - pg["headroom"] <= 20480,
              pg)


def pre():
    for host in (1, 2, 3):
        write_frames(f"mixed-{host}", [(0, frame) for frame in mixed(host)])
    write_frames("wrong", [(0, frame) for frame in wrong()])
    write_frames("many", [(0, frame) for frame in many()])
    write_frames("some", [(0, frame) for frame in some()])
    # Pauses of 40 ms with a refresh, of 13.1072 ms by the deadline, of 20 ms and of 5 ms
    write_frames("pauses", [
        (0, xoff(0xffff, (3,), src=TARGET)), (30 * MS, xoff(0xffff, (3, 4), src=TARGET)),
        (40 * MS, xon((3, 4), src=TARGET)), (100 * MS, xoff(256, (3,), src=TARGET)),
        (150 * MS, xoff(5000, (3,), src=TARGET)), (170 * MS, xon((3,), src=TARGET)),
        (200 * MS, xoff(4321, (3,), src=TARGET)), (205 * MS, xon((3,), src=TARGET)),
    ])


def post():
    check_mixed()
    check_user()
    check_many()
    check_received()
    check_sent()
    idle = nldump.ports("idle")
    equal("an idle namespace: ports", sorted(idle), ["p1", "p2", "p3", "p4"])
    check("an idle namespace: nothing waits", not any(
        port["queues"] or wait.get("rx-paused") or wait.get("tx-xoff") or wait["rx-count"]
        for port in idle.values() for wait in port["wait"]), idle)


steps(pre, post)
