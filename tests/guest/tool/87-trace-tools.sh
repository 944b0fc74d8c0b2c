#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The commands of Documentation/tracing.rst for bpftrace and perf show the same as tracefs: lengths
# of pauses, drops, bytes that wait, and numbers of events.
#
#   h1 eth0 ── 1 Gb/s ── p1 ┐
#                           ├ br0 (sw) ── p3 ── 100 Mb/s ── eth0 h3
#   h2 eth0 ── 1 Gb/s ── p2 ┘
#
# disk: trace
# timeout: 300
# mode: smp
# kernels: 6.12

. /tests/guest/lib/lib.sh
INCAST_COUNT=400
. /tests/guest/lib/scene-incast.sh
. /tests/guest/lib/trace.bash

DISK=/run/trace	# bpftrace, perf, and their libraries

# begin_program NAME: starts a program of the disk in the background, by a command of the document
begin_program()
{
	PATH=/run/bin:$PATH sh "$IN/$1" > "$OUT/$1.txt" 2>&1 &
	echo $! > "/tmp/$1.job"
}

# attached: waits until bpftrace receives events.  A check starts a program, so checks are rare:
# bpftrace needs the CPU.
attached()
{
	for ((i = 0; i < 60; i++)); do
		sleep 3
		! grep -q '^Attaching' "$OUT/bpftrace.txt" || return 0
	done
	return 1
}

# end_program NAME: interrupts the program, which then prints its result
end_program()
{
	kill -INT "$(cat "/tmp/$1.pid")"
	wait "$(cat "/tmp/$1.job")" || :	# the status of an interrupted program
}

perf_counts()
{
	# shellcheck disable=SC2010 # the names are numbers
	ls -l "/proc/$(cat /tmp/perf.pid)/fd" | grep -q perf_event
}

prepare_disk()
{
	local program

	mkdir -p $DISK /run/bin
	mount -t ext4 -o ro /dev/vda $DISK || return
	mount --rbind /sys $DISK/sys || return
	mount --rbind /proc $DISK/proc || return
	mount --rbind /dev $DISK/dev || return
	for program in bpftrace perf; do
		printf '#!/bin/sh\necho $$ > /tmp/%s.pid\nexec chroot %s /usr/bin/%s "$@"\n' \
			$program $DISK $program > /run/bin/$program
		chmod +x /run/bin/$program
	done
}

trace_prepare
check "all ports are created" incast_build 1gbit 100mbit
check "PFC is switched on for priority 3" incast_pfc on
for port in p1 p2; do
	check "$port drops lossy packets early" pfc sw pg set dev $port pg 0 limit 8K
done
modprobe -q virtio_blk
check "the disk with bpftrace and perf is mounted" prepare_disk
begin_program bpftrace
check "bpftrace runs" attached
begin_program perf
check "perf runs" wait_for 60 perf_counts
sleep 1

# shellcheck disable=SC2086 # a list of words
trace_begin $CONGESTION charge
incast_run congestion lossless lossy
# shellcheck disable=SC2086 # a list of words
trace_end congestion $CONGESTION charge
end_program bpftrace
end_program perf
