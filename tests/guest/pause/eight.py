# SPDX-License-Identifier: GPL-2.0-only
"""Plan of 30-frames-in-rate: start (ns) and length (quanta) of each pause."""

from macctl import MS, PRIOS, pause_ns

SPEED = 100		# Mb/s
FLOW_RATE = 10		# Mb/s, of each priority
STEP = 40 * MS
ALONE = 4000		# quanta
ALL_AT = len(PRIOS) * STEP
ALL = [(prio + 1) * 800 for prio in PRIOS]	# quanta


def length(quanta):
    return pause_ns(quanta, SPEED)
