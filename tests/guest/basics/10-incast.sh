#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# An incast of a lossless and a lossy class together and of each class alone, all with PFC,
# and a control run without PFC, in which the lossless class must lose packets.
# 10-incast.post compares the reports of senders, receiver and ports with the captures.
#
#   h1 eth0 ── 1 Gb/s ── p1 ┐
#                           ├ br0 (sw) ── p3 ── 100 Mb/s ── eth0 h3
#   h2 eth0 ── 1 Gb/s ── p2 ┘
#
# mode: icount
# timeout: 600
# arm64: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/scene-incast.sh

# Losses outside the ports accumulate over the runs: check them after each run
run()
{
	incast_run "$@"
	is "$1: no packet is lost outside the ports" "$(losses)" ""
}

check "all ports are created" incast_build
check "PFC is switched on for priority 3" incast_pfc on
run both lossless lossy
run lossless lossless
run lossy lossy

check "PFC is switched off for priority 3" incast_pfc off
run control lossless lossy
