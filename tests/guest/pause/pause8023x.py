# SPDX-License-Identifier: GPL-2.0-only
"""Plan of 32-pause-8023x: the frames that p3 receives, and the pauses that it obeys."""

import struct

from macctl import GROUP, MS, PEER, pause, pause_ns, pfc

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
