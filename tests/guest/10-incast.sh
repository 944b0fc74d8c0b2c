#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# An incast of a lossless and a lossy class, with PFC, with one class at a time
# and, to see that all of this can fail, without PFC.  What senders, receivers,
# ports and captures say of it, tests/host/10-incast.post compares.
#
#   h1 eth0 ── 1 Gb/s ── p1 ┐
#                           ├ br0 (sw) ── p3 ── 100 Mb/s ── eth0 h3
#   h2 eth0 ── 1 Gb/s ── p2 ┘
#
# mode: icount
# timeout: 600

. /tests/guest/lib.sh
. /tests/guest/scene-incast.sh

# What is lost outside of the ports adds up over the runs: look after each
run()
{
	incast_run "$@"
	is "$1: nothing is lost elsewhere" "$(losses)" ""
}

check "ports" incast_build
check "PFC on" incast_pfc on
run both lossless lossy
run lossless lossless
run lossy lossy

check "PFC off" incast_pfc off
run control lossless lossy
