# SPDX-License-Identifier: GPL-2.0-only
"""The storms of 71-storm-time: what is sent, and when they have to be over."""

from macctl import MS, pause_ns, xoff

PRIO = 3
SPEED = 100		# Mb/s
TIMES = (1, 10, 100)	# of detection, ms

# Of each kind: XOFF frames of a storm as (after, length), in detection times, how long
# after the last one the storm is over, and from the start of one storm to the next.  One
# without a length is XON.
KINDS = {
    # the action is forward
    "flow": ([(0, 1.5)], 2, 4),
    "queue": ([(0, 0.7), (0.5, 1.1)], 2, 4),
    # the action is drop
    "over": ([(0, 1.2), (0.6, 0.6), (0.9, 0.4)], 2, 5),
    # what was asked for lasts longer than the recovery time
    "asked": ([(0, 2.5)], 2.5, 5),
    # likewise, but the peer takes that back
    "xon": ([(0, 3), (1.2, 3), (1.5, 0)], 1, 5),
}
RUNS = {"flow": 7, "queue": 7, "over": 7, "asked": 7, "xon": 7}


def quanta(length):
    return int(length * MS) // pause_ns(1, SPEED)


def storms(kind, detection):
    """Of each storm, XOFF frames as (ns, frame)"""
    frames, _, step = KINDS[kind]
    return [[(int((storm * step + after) * detection * MS),
              xoff(quanta(length * detection), (PRIO,))) for after, length in frames]
            for storm in range(RUNS[kind])]


def last(kind):
    """Which of the frames of a storm is the last XOFF?"""
    frames, _, _ = KINDS[kind]
    return max(i for i, (_, length) in enumerate(frames) if length)


def late(time):
    """How much later than that may it be noticed?  ns"""
    return max(MS, time // 100)
