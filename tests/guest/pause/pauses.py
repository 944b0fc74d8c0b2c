# SPDX-License-Identifier: GPL-2.0-only
"""Plan of 30-frames-in-time: PFC frames, and when traffic resumes."""

from macctl import MS, pause_ns, xoff

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
