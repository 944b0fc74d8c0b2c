#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes one file of storms for each kind and detection time.

Checks the times of detection and restoration.  They come from captures: h2 sends the XOFF and
receives the frames; the capture at p1 shows when a frame entered the queue.
"""

import wire
from harness import check, equal, path, steps, write_frames
from macctl import MS, capture, control_times, pause_ns, port_stats, xoff

PRIO = 3
SPEED = 100		# Mb/s
TIMES = (1, 10, 100)	# detection times, ms

# For each kind of storm, in units of the detection time: the XOFF frames of a storm as
# (offset, pause time), the time from the last XOFF to the end of the storm, and the time from
# the start of one storm to the start of the next.  A frame with pause time 0 is XON.
KINDS = {
    # the action is forward
    "flow": ([(0, 1.5)], 2, 4),
    "queue": ([(0, 0.7), (0.5, 1.1)], 2, 4),
    # the action is drop
    "over": ([(0, 1.2), (0.6, 0.6), (0.9, 0.4)], 2, 5),
    # the pause time is longer than the restoration time
    "asked": ([(0, 2.5)], 2.5, 5),
    # the pause time is longer than the restoration time, but XON ends the pause
    "xon": ([(0, 3), (1.2, 3), (1.5, 0)], 1, 5),
}
RUNS = {"flow": 7, "queue": 7, "over": 7, "asked": 7, "xon": 7}


def quanta(length):
    return int(length * MS) // pause_ns(1, SPEED)


def storms(kind, detection):
    """For each storm, its PFC frames as [(send time in ns, frame)]"""
    frames, _, step = KINDS[kind]
    return [[(int((storm * step + after) * detection * MS),
              xoff(quanta(length * detection), (PRIO,))) for after, length in frames]
            for storm in range(RUNS[kind])]


def last_xoff(kind):
    """Index of the last XOFF among the frames of a storm"""
    frames, _, _ = KINDS[kind]
    return max(i for i, (_, length) in enumerate(frames) if length)


def max_delay(time):
    """How late a watchdog may act after a configured TIME, at most; both in ns"""
    return max(MS, time // 100)


# Time between two frames of the flow, by detection time in ms
SPACING = {1: MS // 10, 10: MS // 10, 100: MS // 2}


def check_times(what, times, low, late=0):
    """Checks that all times are within the bounds, and prints their range.  late: time from the
    event to the frame that shows it"""
    high = low + max_delay(low) + late
    check(f"{what} in ({low / MS:g}, {high / MS:g}] ms, {len(times)} times",
          all(low < time <= high for time in times), times)
    print(f"#   {min(times) / MS:.6f} to {max(times) / MS:.6f} ms")


def captured_storms(kind, detection):
    """For each storm: the times of its PFC frames, and the data frames until the next storm"""
    name = f"{kind}-{detection}"
    control = control_times(capture(name))
    data = wire.flows(path(name + ".pcap"))
    sizes = [len(storm) for storm in storms(kind, detection)]
    equal(f"{kind}, {detection} ms: frames injected", len(control), sum(sizes))
    for size in sizes:
        pauses, control = control[:size], control[size:]
        until = control[0] if control else float("inf")
        yield pauses, [frame for frame in data if pauses[0] <= frame.time < until]


def detection(kind, ms):
    """Time from a stuck queue to the first frame that leaves despite XOFF"""
    arrival = {frame.seq: frame.time for frame in wire.flows(path(f"{kind}-{ms}-in.pcap"))}
    times = []
    for pauses, data in captured_storms(kind, ms):
        # a frame in transmission at the XOFF leaves at once
        left = [pauses[0]] + [frame.time for frame in data]
        gap, first = max((frame.time - before, frame)
                         for before, frame in zip(left, data))
        stuck = arrival[first.seq] if kind == "flow" else first.time - gap
        times.append(first.time - stuck)
    check_times(f"{kind}: detection time", times, ms * MS)


def restoration(kind, ms):
    """Time from the last XOFF to the first frame that passes"""
    times = []
    for pauses, data in captured_storms(kind, ms):
        half = pauses[0] + ms * MS // 2
        early = [frame.time - pauses[0] for frame in data if frame.time < half]
        check(f"{kind}, {ms} ms: at most one frame leaves before detection",
              len(early) <= 1, early)
        times.append(min(frame.time for frame in data if frame.time > half) -
                     pauses[last_xoff(kind)])
    check_times(f"{kind}: restoration time", times, int(KINDS[kind][1] * ms * MS),
                SPACING[ms])


def pre():
    for kind in KINDS:
        for time in TIMES:
            write_frames(f"{kind}-{time}",
                         [frame for storm in storms(kind, time) for frame in storm])


def post():
    for each in TIMES:
        detection("flow", each)
        detection("queue", each)
        restoration("over", each)
        restoration("asked", each)
        restoration("xon", each)
    equal("p2 counts all storms", port_stats("p2")["prio"][3]["storms"],
          sum(RUNS.values()) * len(TIMES))
    equal("p2 counts the end of all storms", port_stats("p2")["prio"][3]["storms_restored"],
          sum(RUNS.values()) * len(TIMES))


steps(pre, post)
