# SPDX-License-Identifier: GPL-2.0-only
"""The storms of 71-storm-time: their XOFF frames, and the time at which each storm ends."""

from macctl import MS, pause_ns, xoff

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
