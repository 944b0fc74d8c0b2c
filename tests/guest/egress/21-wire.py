#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes the data frames and the PFC frames that pause and resume them.

Checks the arrival time of each frame at the hosts, in ns.
"""

import struct
from statistics import median

import wire
from harness import between, check, equal, path, steps, write_frames
from macctl import (MS, OVERHEAD, PRIOS, capture, control_times, data_times, pause_ns,
                    port_stats, report, xoff, xon)
from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether
from scapy.packet import Raw
from wire import FRAME_MIN, PROBE_MAGIC

HOSTS = {"10.0.0.1": "02:00:00:00:01:01", "10.0.0.3": "02:00:00:00:02:01"}
SPEED = 10		# Mb/s: link speed, determines the length of pauses
HOLD = 65535		# quanta: longer than each phase of the test
FULL = 1442		# bytes

# Rate of p3 in Mb/s, length of the frames in bytes, number of frames
RATES = {"full": (100, FULL, 1000), "short": (20, 60, 3000),
         "runt": (20, 46, 3000)}
PAUSE_AT = 5 * MS	# time from XON to the pause
PAUSE = 12		# quanta: shorter than the timer lateness that a port makes up for
TRAIN = 5		# frames back to back, after an idle time
QUIET = MS // 2
ROUNDS = 20		# frames of each priority, all waiting for one XON
SLOW = 10		# Mb/s: rate of p1 while p1 sends PFC
BACKLOG = 12		# frames of each priority queued in p1
BURSTS = {100: 0, 101: 23 * MS}		# flow: start
BURST = 60
XON_AT = 20 * MS	# p1 gets XON between the two bursts
PRIO = 3		# priority of the bursts


def wire_ns(length, rate):
    """Transmission time of a frame"""
    return (max(length, FRAME_MIN) + OVERHEAD) * 8000 / rate


def frame(length, prio=0, flow=None, seq=0, dst="10.0.0.3"):
    """A datagram to DST from the other host; with FLOW, the datagram has udpsend's payload"""
    src = next(host for host in HOSTS if host != dst)
    probe = b"" if flow is None else struct.pack(">IIQQ", PROBE_MAGIC, flow, seq, 0)
    packet = Ether(dst=HOSTS[dst], src=HOSTS[src]) / \
        IP(dst=dst, src=src, tos=prio << 5) / \
        UDP(dport=5000, sport=5001) / Raw(probe.ljust(length - 42, b"\0"))
    return bytes(packet)


def rounds(count, length, dst="10.0.0.3"):
    """COUNT rounds of all priorities, the lowest first; one flow for each priority"""
    return [(0, frame(length, prio, prio, seq, dst))
            for seq in range(count) for prio in PRIOS]


def pause_length():
    return pause_ns(PAUSE, SPEED)


US = 1000
EARLY = 10 * US		# time from the decision to send a frame to its capture
LATE = 200 * US		# lateness of a timer's softirq
P1 = "02:00:00:00:01:02"
XOFF, XON = 40 << 10, 20 << 10


def no_burst(what, times, frame):
    """The first frame finds the wire idle, and no later frame exceeds the rate"""
    ahead = [round(i * frame - (time - times[0])) for i, time in enumerate(times)]
    between(f"{what}: frames do not exceed the rate (ns ahead)", max(ahead), 0, EARLY)


def mean(what, times, frame):
    """The median over half of the frames: another program on the only CPU delays some of them"""
    half = len(times) // 2
    got = median(last - first for first, last in zip(times, times[half:])) / half
    between(f"{what}: mean interval of frames is {frame:.0f} ns", round(got, 1),
            frame * 0.999, frame * 1.001)


def rate(name):
    speed, length, count = RATES[name]
    frame = wire_ns(length, speed)
    frames = capture(name)
    data = data_times(frames, 0)
    _, xon, pause = control_times(frames)
    end = pause + pause_length()
    waited, trains = data[:count], data[count:]
    before = [time for time in waited if time < pause + frame]
    after = waited[len(before):]

    equal(f"{name}: number of frames on the wire", len(data), count + 3 * TRAIN)
    equal(f"{name}: length of the frames", {len(packet) for _, packet in frames
                                      if packet[12:14] == b"\x08\x00"},
          {min(length, 256)})
    check(f"{name}: frames wait for XON and for the end of the pause",
          xon <= before[0] and end <= after[0] and before[-2] < pause)
    between(f"{name}: frames resume when the pause ends (ns late)", after[0] - end, 0,
            LATE)
    mean(name, after, frame)
    no_burst(f"{name}, after XON", before, frame)
    no_burst(f"{name}, after a pause", after, frame)
    for i in range(3):
        train = trains[i * TRAIN:(i + 1) * TRAIN]
        no_burst(f"{name}, train {i} after an idle time", train, frame)
        between(f"{name}: duration of train {i} (ns)", train[-1] - train[0], 0,
                (TRAIN - 1) * frame + LATE)


def priorities():
    """Priority 7 leaves first, although priority 0 arrives first"""
    frames = capture("mix")
    _, xon = control_times(frames)
    seen = wire.flows(path("mix.pcap"))
    check("priorities: no frame leaves before XON",
          all(frame.time >= xon for frame in seen))
    equal("priorities: the highest leaves first, each in order",
          [(frame.dscp >> 3, frame.seq) for frame in seen],
          [(prio, seq) for prio in reversed(PRIOS) for seq in range(ROUNDS)])
    equal("priorities: tx_packets of each queue matches the frames sent",
          [queue["tx_packets"] for queue in port_stats("p3")["queue"]],
          [ROUNDS + sum(count + 3 * TRAIN for _, _, count in RATES.values())] +
          [ROUNDS + (prio == PRIO) * BURST * len(BURSTS) for prio in PRIOS[1:]])


def crossings(came, left):
    """Times at which the occupancy of a burst exceeds XOFF and drains to XON"""
    steps = wire.occupancy(came, left)
    over = next(time for time, size in steps if size > XOFF)
    return over, next(time for time, size in steps if time > over and size <= XON)


def sends_pfc():
    at_h1, at_h3 = [wire.flows(path(f"pfc-{host}.pcap")) for host in ("h1", "h3")]
    back = [frame for frame in at_h1 if frame.flow not in BURSTS]
    control = wire.pfc(path("pfc-h1.pcap"))
    _, xon = [f.time for f in control if f.src != P1]
    sent = [f for f in control if f.src == P1]
    pauses = wire.pauses(sent, PRIO)
    frame = wire_ns(FULL, SLOW)

    check("p1 sends no data before XON", all(f.time >= xon for f in back))
    equal("p1 sends XOFF and XON once for each burst",
          [(f.enable, bool(f.times[PRIO])) for f in sent],
          [(1 << PRIO, True), (1 << PRIO, False)] * len(BURSTS))
    for what, flow, pause in zip(("paused", "busy"), BURSTS, pauses):
        levels = crossings(*([f for f in at if f.flow == flow]
                             for at in (at_h1, at_h3)))
        for word, level, time in zip(("XOFF", "XON"), levels, pause):
            print(f"#   p1, {what}: {word} after {time - level} ns")
            between(f"p1, {what}: {word} is sent within one frame time (ns)",
                    time - level, 0, frame + LATE)
            passed = sum(level < f.time < time for f in back)
            between(f"p1, {what}: data frames that delay {word}", passed, 0, 1)
    check("p1, paused: XOFF and XON are sent during the pause", pauses[0][1] < xon)
    equal("p1, busy: every queue holds frames at XON",
          {f.dscp >> 3 for f in back if f.time > pauses[1][1]}, set(PRIOS))
    equal("p1, busy: the highest leaves first, each in order",
          [(f.dscp >> 3, f.seq) for f in back],
          [(prio, seq) for prio in reversed(PRIOS) for seq in range(BACKLOG)])
    no_burst("p1, busy", [f.time for f in back if f.time < pauses[1][0]], frame)
    counted = port_stats("p1")
    equal("p1: tx_xoff, tx_xon and tx_pfc match the frames",
          [counted["prio"][PRIO]["tx_xoff"], counted["prio"][PRIO]["tx_xon"],
           counted["port"]["tx_pfc"]], [2, 2, len(sent)])


def all_arrived():
    got, back = report("got"), report("back")
    datagrams = sum(count + 3 * TRAIN for _, _, count in RATES.values())
    flows = dict.fromkeys(map(str, PRIOS), ROUNDS)
    flows.update({str(flow): BURST for flow in BURSTS})
    equal("h3 receives all datagrams", (got["foreign"], {
        flow: seen["datagrams"] for flow, seen in got["flows"].items()}),
          (datagrams, flows))
    equal("h1 receives all datagrams", {flow: seen["datagrams"]
                         for flow, seen in back["flows"].items()},
          dict.fromkeys(map(str, PRIOS), BACKLOG))
    equal("all PGs of p1 and p3 are empty at the end", [group["occupancy"] for name in ("p1", "p3")
                                   for group in port_stats(name)["pg"]], [0] * 16)


def pre():
    write_frames("hold", [(0, xoff(HOLD))])
    write_frames("go", [(0, xon())])
    write_frames("go-stop", [(0, xon()), (PAUSE_AT, xoff(PAUSE))])
    for name, (rate, length, _) in RATES.items():
        one = frame(length)
        again = int(TRAIN * wire_ns(length, rate)) + QUIET
        write_frames(name, [(0, one)])
        write_frames(name + "-trains", [(start, one) for start in (0, again, 20 * MS)
                                        for _ in range(TRAIN)])
    write_frames("mix", rounds(ROUNDS, 100))
    write_frames("back", rounds(BACKLOG, FULL, "10.0.0.1"))
    first, second = [[(start, frame(FULL, PRIO, flow, seq)) for seq in range(BURST)]
                     for flow, start in BURSTS.items()]
    write_frames("bursts", first + [(XON_AT, xon())] + second)


def post():
    for each in RATES:
        rate(each)
    priorities()
    sends_pfc()
    all_arrived()


steps(pre, post)
