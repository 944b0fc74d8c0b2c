#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes PFC frames: first for each priority alone, then one for all priorities.

Checks pauses and rates with the receiver's report and a capture at the receiver.
"""

from harness import between, check, equal, steps, write_frames
from macctl import (MS, PRIOS, capture, control_times, data_times, frame_ns, pause_ns, pfc,
                    port_stats, report, xoff)

SPEED = 100		# Mb/s
FLOW_RATE = 10		# Mb/s, of each priority
STEP = 40 * MS
ALONE = 4000		# quanta
ALL_AT = len(PRIOS) * STEP
ALL = [(prio + 1) * 800 for prio in PRIOS]	# quanta


def length(quanta):
    return pause_ns(quanta, SPEED)


def stops(what, times, frame, start, end, ahead):
    """Checks a pause of a priority: TIMES of its frames, FRAME is the time of one, ns"""
    seen = [time - start for time in times if start < time < end]
    check(f"{what}: the paused priority stops within one frame",
          len(seen) <= 1 and all(t <= frame for t in seen),
          f"frames at, in ns after the pause: {seen}")
    late = round(min(time for time in times if time >= end) - end)
    between(f"{what}: the priority resumes in time (ns late)", late, 0,
            round((ahead + 1) * frame))


def alone(paused, data, size, start):
    """Checks the pause of one priority.  DATA: times of the frames of each priority"""
    what, end = f"pause of priority {paused}", start + length(ALONE)
    wanted = (end - start) / frame_ns(size, FLOW_RATE)
    # After the pause, the priority waits for the frame on the wire, and each higher priority
    # may send one frame first: allow for the times of these frames
    stops(what, data[paused], frame_ns(size, SPEED), start, end, len(PRIOS) - paused)
    for prio in PRIOS:
        if prio != paused:
            between(f"{what}: priority {prio} keeps its rate (frames)",
                    sum(start < time < end for time in data[prio]), int(wanted) - 2,
                    int(wanted) + 3)


def pre():
    frames = [(prio * STEP, xoff(ALONE, (prio,))) for prio in PRIOS]
    frames.append((ALL_AT, pfc(dict(enumerate(ALL)))))
    write_frames("pauses", frames)


def post():
    frames = capture("all")
    control = control_times(frames)
    data = [data_times(frames, prio * 8) for prio in PRIOS]
    size = report("sent-0")["size"]
    equal("all PFC frames are injected", len(control), len(PRIOS) + 1)
    for each in PRIOS:
        alone(each, data, size, control[each])
    for each in PRIOS:
        stops(f"pause of all priorities, {each}", data[each], frame_ns(size, SPEED), control[-1],
              control[-1] + length(ALL[each]), 1)
    got = report("got")["flows"]
    for each in PRIOS:
        flow = got[str(each)]
        sent = report(f"sent-{each}")["datagrams"]
        equal(f"priority {each}: all datagrams arrive in order",
              (flow["datagrams"], flow["missing"], flow["out_of_order"]), (sent, 0, 0))
        equal(f"priority {each}: p1 counts all datagrams",
              port_stats("p1")["pg"][each]["rx_packets"], sent)
        equal(f"priority {each}: p3 counts the pause time",
              port_stats("p3")["prio"][each]["rx_pause_time_ns"],
              length(ALONE + ALL[each]))


steps(pre, post)
