# SPDX-License-Identifier: GPL-2.0-only
"""Constants of 34-speed."""

PRIO = 3
QUANTA = 20000
# Pauses that expire without XON: {source of the link speed: speed in Mb/s}
SPEEDS = {"speed by rate": 100, "speed set": 1000, "speed assumed": 10000}
UNTIL_XON = 20		# ms from XOFF to XON
LATE_PAUSE = 50 * 512	# ns: 50 quanta at 1 Gb/s
