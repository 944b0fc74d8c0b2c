# SPDX-License-Identifier: GPL-2.0-only
"""Constants of 31-host-pause."""

from macctl import pause_ns

SPEED = 100		# Mb/s
QUANTA = 40000
PAUSE = pause_ns(QUANTA, SPEED)
PRIO = 3
RATES = {0: 20, 26: 40, 46: 20}		# DSCP: Mb/s
