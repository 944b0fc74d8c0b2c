#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes the PAUSE and PFC frames that p3 receives.

Checks the PAUSE frames that p1 sends, and the pauses that p3 obeys.
"""

import struct

import wire
from harness import between, check, equal, none, path, report, steps, write_frames
from macctl import (GROUP, MAC_CONTROL, MS, PEER, capture, control_times, ethertype, frame_ns,
                    pause, pause_ns, pfc)

SPEED = 100		# Mb/s
STATION = "02:00:00:00:02:02"	# address of p3, the second end of the second link
STRANGER = "02:00:00:00:ee:02"
DSCPS = (0, 26, 46)
MODES = ("pause", "pfc", "none")
END = 205 * MS

# For each frame: start (ms), length of the pause (ms), kind
PLAN = (
    (0, 5, "pause"),
    (20, 30, "pause"), (27, 0, "pause"),
    (60, 10, "pause"), (64, 3, "pause"),
    (100, 5, "pause"), (104, 5, "pause"),
    (130, 10, "station"),
    (160, 10, "stranger"),
    (180, 12, "pfc"),
)
OBEYED = {"pause": ("pause", "station"), "pfc": ("pfc",), "none": ()}


def quanta(length):
    return length * MS // pause_ns(1, SPEED)


def frame(length, kind):
    if kind == "pfc":
        return pfc({prio: quanta(length) for prio in range(8)})
    to = {"pause": GROUP, "station": STATION, "stranger": STRANGER}[kind]
    return pause(quanta(length), dst=to)


def frames():
    return [(start * MS, frame(length, kind)) for start, length, kind in PLAN]


def pauses(mode, times):
    """Expected pauses [(from, to)] in ns for frames at TIMES; a new pause replaces the old"""
    found = []
    for start, (_, length, kind) in zip(times, PLAN):
        if kind not in OBEYED[mode]:
            continue
        end = start + pause_ns(quanta(length), SPEED)
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def read(data):
    """(source, destination, time) of a PAUSE frame, or None"""
    if data[12:16] != b"\x88\x08\x00\x01":
        return None
    return data[6:12].hex(":"), data[:6].hex(":"), struct.unpack_from(">H", data, 16)[0]


assert PEER != STATION
P1 = "02:00:00:00:01:02"
QUANTA = {"long": 65535, "short": 1000}
XOFF, XON = 40 << 10, 38 << 10
COUNT = 30		# frames of each class in a burst
US = 1000


# ---- sent ----------------------------------------------------------------------------

def sent_pauses(frames):
    """[[first XOFF, XON, all XOFF]]: the times of each pause"""
    found, current = [], None
    for time, _, (_, _, quanta) in frames:
        if quanta and current is None:
            current = [time, None, []]
            found.append(current)
        if quanta:
            current[2].append(time)
        elif current:
            current[1] = time
            current = None
    return found


def crossings(name):
    """Times when the total occupancy in the captures exceeds XOFF, and drains to XON"""
    over, under, above = [], [], False
    for time, size in wire.occupancy(wire.flows(path(f"{name}-p1.pcap")),
                                     wire.flows(path(f"{name}-p3.pcap"))):
        if not above and size > XOFF:
            above = True
            over.append(time)
        elif above and size <= XON:
            above = False
            under.append(time)
    return over, under


def sends(name):
    """Checks that a burst of three classes pauses p1's peer; no class alone exceeds XOFF"""
    quanta = QUANTA[name]
    packets = list(wire.packets(path(f"{name}-p1.pcap")))
    control = [(time, data) for time, _, data in packets if ethertype(data) == MAC_CONTROL]
    frames = [(time, data, read(data)) for time, data in control if read(data)]
    equal(f"{name}: all MAC control frames are PAUSE frames", len(control) - len(frames), 0)
    none(f"{name}: PAUSE: p1 to group address, time {quanta} or 0, 60 bytes",
         [data.hex() for _, data, (src, dst, time) in frames
          if (src, dst) != (P1, "01:80:c2:00:00:01") or time not in (quanta, 0) or
          len(data) != 60 or any(data[18:])])
    times = sent_pauses(frames)
    over, under = crossings(name)
    equal(f"{name}: each crossing of the total causes one pause",
          (len(times), len(under)), (len(over), len(over)))
    check(f"{name}: the total exceeds XOFF", len(over) > 0)
    for (start, end, xoffs), up, down in zip(times, over, under):
        between(f"{name}: XOFF when the total exceeds XOFF (ns late)", start - up,
                -MS, MS)
        between(f"{name}: XON when the total drains to XON (ns late)", end - down, -20 * US, MS)
        length = quanta * 512 * 1000 // SPEED
        gaps = [b - a for a, b in zip(xoffs, xoffs[1:] + [end])]
        between(f"{name}: XOFF is refreshed within {length} ns", max(gaps), 1, length - 1)
        between(f"{name}: XOFF is not refreshed too often", len(gaps),
                (end - start) // length, 2 * (end - start) // length + 2)
    port, = report(f"{name}-stats")
    equal(f"{name}: p1 counts each PAUSE frame, and no PFC frame",
          (port["port"]["tx_pause"], port["port"]["tx_pfc"]), (len(frames), 0))
    equal(f"{name}: all packets are charged to PG 0",
          [number for number, group in enumerate(port["pg"]) if group["rx_packets"]], [0])


# ---- received ------------------------------------------------------------------------

def receives(mode):
    """Checks that p3 obeys the frames of its flow control MODE and no other frames"""
    frames = capture(f"all-{mode}")
    times = control_times(frames)
    begin = times[0]
    equal(f"{mode}: all MAC control frames are injected", len(times), len(PLAN))
    data = sorted((time - begin, data[15] >> 2) for time, data in frames
                  if ethertype(data) == 0x0800 and 0 <= time - begin <= END)
    frame = frame_ns(1000, SPEED)
    expected = pauses(mode, [time - begin for time in times])
    for start, end in expected:
        what = f"{mode}: paused at {round(start / MS)} ms"
        late = [(time - start, dscp) for time, dscp in data if start < time < end]
        check(f"{what}: all priorities stop within one frame", len(late) <= 1 and
              all(time <= frame for time, _ in late), late[:5])
        between(f"{what}: traffic resumes within one frame (ns late)",
                min(time for time, _ in data if time >= end) - end, 0, round(frame))
        equal(f"{what}: all priorities resume",
              sorted({dscp for time, dscp in data if end <= time < end + 15 * MS}), list(DSCPS))
    free = [(0, 0)] + expected + [(END, END)]
    gaps = [b - a for (_, start), (stop, _) in zip(free, free[1:])
            for a, b in zip(*(lambda times: (times, times[1:]))(
                [time for time, _ in data if start <= time <= stop]))]
    between(f"{mode}: no other pause (longest gap, ns)", max(gaps), 1, 4 * MS)
    port, = report(f"p3-{mode}")
    counted = port["port"]
    equal(f"{mode}: PAUSE, PFC and wrong addresses are counted",
          (counted["rx_pause"], counted["rx_pfc"], counted["rx_bad_address"]),
          tuple(sum(kind in kinds for _, _, kind in PLAN) for kinds in (
              ("pause", "station"), ("pfc",), ("stranger",))))
    wanted = sum(end - start for start, end in expected)
    none(f"{mode}: each priority counts the same pause time",
         [(number, prio["rx_pause_time_ns"]) for number, prio in enumerate(port["prio"])
          if abs(prio["rx_pause_time_ns"] - wanted) > 20 * US])
    equal(f"{mode}: all datagrams arrive", report(f"got-{mode}")["datagrams"],
          sum(report(f"sent-{mode}-{dscp}")["datagrams"] for dscp in DSCPS))
    assert OBEYED[mode] or not expected


def pre():
    write_frames("pauses", frames())


def post():
    for each in QUANTA:
        sends(each)
    for each in MODES:
        receives(each)


steps(pre, post)
