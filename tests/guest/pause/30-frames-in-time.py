#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes one file of PFC frames per speed.

Checks pauses in the capture of h3, which sends the pauses and receives the data.
"""

from harness import between, check, equal, steps, write_frames
from macctl import (MS, PRIOS, capture, control_times, data_times, frame_ns, pause_ns, pfc,
                    port_stats, report, xoff)

PRIO = 3
DSCP = 26
SPEEDS = (100, 1000)	# Mb/s

# Name, start, and frames as (time after the start, pause time), all in ms.  Traffic resumes
# when the pause of the last frame ends.  Length 0 is XON.
PLAN = (
    ("expiry", 0, ((0, 5),)),
    ("XON", 20, ((0, 30), (7, 0))),
    ("a shorter pause replaces a longer one", 60, ((0, 10), (4, 3))),
    ("pauses do not add up", 100, ((0, 5), (4, 5))),
    ("a long pause", 140, ((0, 33),)),
)


def quanta(length, speed):
    return length * MS // pause_ns(1, speed)


def frames(speed):
    return [((start + after) * MS, xoff(quanta(length, speed), (PRIO,)))
            for _, start, parts in PLAN for after, length in parts]


def phase(what, started, end, data, frame):
    """Checks that traffic stops at STARTED and resumes at END; the tolerance is one frame"""
    meanwhile = [time - started for time in data if started < time < end]
    back = min(time for time in data if time >= end)
    check(f"{what}: traffic stops within one frame",
          len(meanwhile) <= 1 and all(t <= frame for t in meanwhile),
          f"frames at, in ns after the pause: {meanwhile}")
    between(f"{what}: traffic resumes within one frame (ns late)",
            round(back - end), 0, round(frame))
    return back - started


def run(speed):
    frames = capture(f"all-{speed}")
    control = control_times(frames)
    data = data_times(frames, DSCP)
    sent = report(f"sent-{speed}")
    frame = frame_ns(sent["size"], speed)
    gaps = 0

    equal(f"{speed} Mb/s: all PFC frames are injected", len(control),
          sum(len(parts) for _, _, parts in PLAN))
    for what, _, parts in PLAN:
        length = pause_ns(quanta(parts[-1][1], speed), speed)
        gaps += phase(f"{speed} Mb/s, {what}", control[0],
                      control[len(parts) - 1] + length, data, frame)
        control = control[len(parts):]

    counted = port_stats(f"p3-{speed}")["prio"][PRIO]["rx_pause_time_ns"]
    between(f"{speed} Mb/s: pause time counter and capture agree (ns)",
            round(abs(gaps - counted) / len(PLAN)), 0, round(frame))
    equal(f"{speed} Mb/s: all datagrams arrive",
          report(f"got-{speed}")["datagrams"], sent["datagrams"])
    equal(f"{speed} Mb/s: all datagrams arrive in order",
          report(f"got-{speed}")["flows"]["0"]["out_of_order"], 0)


def own_time(prio):
    """Pause time of a priority in the frame for all of them, quanta of 51.2 us"""
    return (prio + 2) * 6000


def eight():
    frames = capture("eight")
    start = control_times(frames)[0]
    for prio in PRIOS:
        late = data_times(frames, prio * 8)[0] - start - pause_ns(own_time(prio), 10)
        between(f"priority {prio} resumes at the end of its own pause (ns late)",
                round(late), 0, round(frame_ns(100, 10)))


def pre():
    for speed in SPEEDS:
        write_frames(f"pauses-{speed}", frames(speed))
    write_frames("eight", [(0, pfc({prio: own_time(prio) for prio in PRIOS}))])


def post():
    for each in SPEEDS:
        run(each)
    eight()


steps(pre, post)
