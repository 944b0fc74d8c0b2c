# SPDX-License-Identifier: GPL-2.0-only
"""Constants of 81-history."""

from macctl import pause_ns

PRIO = 3
SPEED = 100		# Mb/s
QUANTA = 20000		# pause time of the XOFF that no XON follows
EXPIRES = pause_ns(QUANTA, SPEED)
STARTS = (100, 250, 600)	# of three pauses, ms
LENGTHS = (100, 200, None)	# up to XON, ms; None: up to the deadline
MANY = 200		# pauses that overrun the flight recorder
RECORDS = 128		# transitions that it remembers
