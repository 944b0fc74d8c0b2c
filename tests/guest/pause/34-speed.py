#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a pause without XON, and a pause with XON.

Checks the length of the pauses, the times of the XOFF refreshes, and the number of late refreshes.
"""

from harness import between, check, equal, steps, write_frames
from macctl import (MS, capture, control_times, data_times, frame_ns, pause_ns, port_stats,
                    report, xoff, xon)

PRIO = 3
QUANTA = 20000

# Pauses that expire without XON: {source of the link speed: speed in Mb/s}
SPEEDS = {"speed by rate": 100, "speed set": 1000, "speed assumed": 10000}
UNTIL_XON = 20		# ms from XOFF to XON
LATE_PAUSE = 50 * 512	# ns: 50 quanta at 1 Gb/s
RATE = 100		# of the ports, in Mb/s


def is_xoff(frame):
    """Whether the frame has a pause time for PRIO"""
    return any(frame[18 + 2 * PRIO:20 + 2 * PRIO])


def pauses():
    """Checks the pauses of p2 with the arrival times of the data at h2"""
    frames = capture("h2")
    starts = control_times(frames)
    equal("four XOFF and one XON are injected", len(starts), len(SPEEDS) + 2)
    data = data_times(frames, 26)
    frame = frame_ns(report("sent")["size"], RATE)
    wanted = [(what, pause_ns(QUANTA, speed)) for what, speed in SPEEDS.items()]
    wanted.append(("until XON", starts[-1] - starts[-2]))
    between("h2 sends XON (ns)", round(wanted[-1][1]), (UNTIL_XON - 1) * MS, (UNTIL_XON + 1) * MS)
    for (what, length), start in zip(wanted, starts):
        # One frame may be on the wire when the pause begins
        seen = [round(time - start) for time in data if start < time < start + length]
        check(f"{what}: at most one frame in a pause of {round(length)} ns",
              len(seen) <= 1 and all(time <= frame + 20000 for time in seen), seen)
        first = min(time for time in data if time >= start + length)
        between(f"{what}: traffic resumes after the pause (ns late)",
                round(first - start - length), 0, round(2 * frame) + 50000)
    total = sum(pause_ns(QUANTA, speed) for speed in SPEEDS.values())
    between("p2 counts the pause time (ns)", port_stats("p2")["prio"][PRIO]["rx_pause_time_ns"],
            total + UNTIL_XON * MS - MS // 10, total + UNTIL_XON * MS + MS // 10)


def refreshes():
    """Checks the XOFF refreshes of p1, whose link speed equals its rate"""
    sent = [(time, is_xoff(frame)) for time, frame in capture("h1")]
    half = pause_ns(QUANTA, RATE) // 2
    gaps = [round(after - before) for (before, xoff), (after, again) in zip(sent, sent[1:])
            if xoff and again]
    check("p1 refreshes XOFF", gaps, sent)
    for gap in gaps:
        between("XOFF is refreshed at half of the pause time (ns)", gap, half, half + 50000)
    equal("no refresh of XOFF is late", port_stats("p1")["prio"][PRIO]["tx_late"], 0)


def late():
    """Checks that tx_late counts the refreshes that follow the end of the pause"""
    sent = [(time, is_xoff(frame)) for time, frame in capture("late")]
    gaps = [after - before for (before, xoff), (after, again) in zip(sent, sent[1:])
            if xoff and again]
    counted = port_stats("late")["prio"][PRIO]["tx_late"]
    # If a gap differs from the pause time by less than 5 us, the port may count the refresh as
    # late or not, because the capture records a frame up to 5 us after the port sends it
    between(f"p1 counts the late ones of {len(gaps)} refreshes", counted,
            sum(gap > LATE_PAUSE + 5000 for gap in gaps),
            sum(gap > LATE_PAUSE - 5000 for gap in gaps))


def pre():
    write_frames("xoff", [(0, xoff(QUANTA, (PRIO,)))])
    write_frames("both", [(0, xoff(QUANTA, (PRIO,))), (UNTIL_XON * MS, xon((PRIO,)))])


def post():
    pauses()
    refreshes()
    late()


steps(pre, post)
