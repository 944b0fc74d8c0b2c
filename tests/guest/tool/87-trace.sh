#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Each tracepoint reports what captures, sockets, tc and the kernel's own tracepoints show:
# PFC frames sent and received, lengths of pauses, drops with their reason, marks, states of the
# watchdog, charges.  Commands of Documentation/tracing.rst for bpftrace and perf show the same.
# 87-trace.post compares.
#
#   h1 eth0 ── 1 Gb/s ── p1 ┐
#                           ├ br0 (sw) ── p3 ── 100 Mb/s ── eth0 h3
#   h2 eth0 ── 1 Gb/s ── p2 ┘
#
# mode: any
# timeout: 300
# disk: trace
# sanitize: yes

. /tests/guest/lib/lib.sh
INCAST_COUNT=400
. /tests/guest/lib/scene-incast.sh

TRACING=/sys/kernel/tracing
DISK=/run/trace	# bpftrace, perf, and their libraries
CONGESTION="xoff_tx xon_tx xoff_rx pause_end drop"

# events 0|1 EVENT...: switches events of the module
events()
{
	local on=$1 event

	shift
	for event in "$@"; do
		echo "$on" > "$TRACING/events/pfc/$event/enable"
	done
}

# trace_begin EVENT...: empties the trace and enables events
trace_begin()
{
	: > $TRACING/trace
	events 1 "$@"
}

# trace_end NAME EVENT...: writes the trace to $OUT/NAME.trace
trace_end()
{
	local name=$1

	shift
	events 0 "$@"
	cp $TRACING/trace "$OUT/$name.trace"
}

# begin_command NAME: starts a command of the document in the background
begin_command()
{
	PATH=/run/bin:$PATH sh "$IN/$1" > "$OUT/$1.txt" 2>&1 &
	echo $! > "/tmp/$1.job"
}

# end_command NAME PROGRAM: interrupts the command, which then prints its result
end_command()
{
	kill -INT "$(cat "/tmp/$2.pid")"
	wait "$(cat "/tmp/$1.job")"
}

perf_counts()
{
	find "/proc/$(cat /tmp/perf.pid)/fd" -exec readlink {} + | grep -q perf_event
}

prepare_disk()
{
	local program

	mkdir -p $DISK /run/bin
	mount -t ext4 -o ro /dev/vda $DISK || return
	mount --rbind /sys $DISK/sys || return
	mount --rbind /proc $DISK/proc || return
	for program in bpftrace perf; do
		printf '#!/bin/sh\necho $$ > /tmp/%s.pid\nexec chroot %s /usr/bin/%s "$@"\n' \
			$program $DISK $program > /run/bin/$program
		chmod +x /run/bin/$program
	done
}

mkdir -p $TRACING
[ -d $TRACING/events ] || mount -t tracefs tracefs $TRACING
check "the module has its tracepoints" test -d $TRACING/events/pfc
# The clock of the captures: TAI without leap seconds
echo tai > $TRACING/trace_clock
echo 8192 > $TRACING/buffer_size_kb
for event in "$TRACING"/events/pfc/*/format; do
	sed -n '/^name:/p; s/^\tfield:\(.*\);\toffset:.*/\1/p' "$event" | grep -v 'common_'
done > "$OUT/formats"

check "all ports are created" incast_build 1gbit 100mbit
check "PFC is switched on for priority 3" incast_pfc on
for where in h1 h2 h3 sw; do
	echo "$where $(in_ns $where stat -L -c %i /proc/self/ns/net)"
done > "$OUT/namespaces"

modprobe -q virtio_blk
disk=
[ ! -e /dev/vda ] || disk=1
if [ -n "$disk" ]; then
	check "the disk with bpftrace and perf is mounted" prepare_disk
	begin_command pauses
	check "bpftrace runs" wait_for 200 grep -q "^Attaching" "$OUT/pauses.txt"
	begin_command counts
	check "perf runs" wait_for 60 perf_counts
	sleep 1
else
	skip "bpftrace and perf run" "a user-mode kernel has no disk, and no BPF at tracepoints"
fi

# ---- congestion
echo 'protocol == 0x0800' > $TRACING/events/skb/kfree_skb/filter
# shellcheck disable=SC2086 # a list of words
trace_begin $CONGESTION
echo 1 > $TRACING/events/skb/kfree_skb/enable
incast_run congestion lossless lossy
echo 0 > $TRACING/events/skb/kfree_skb/enable
# shellcheck disable=SC2086 # a list of words
trace_end congestion $CONGESTION
tc -n sw -s qdisc show dev p3 > "$OUT/qdisc.txt"
if [ -n "$disk" ]; then
	end_command pauses bpftrace
	end_command counts perf
fi

# ---- CE marks
pfc sw stats clear
check "p3 marks" pfc sw queue set dev p3 queue 3 ecn-kmin 4000 ecn-kmax 4000 ecn-pmax 100%
receive h3 marked --idle 1000
trace_begin mark
send h1 marks --dscp 26 --ecn 2 --count 100 10.0.0.3
wait "$(cat /tmp/marked.pid)"
trace_end mark mark

# ---- charges
receive h3 uncharged --idle 1000
trace_begin charge
send h1 charges --dscp 26 --count 100 10.0.0.3
wait "$(cat /tmp/uncharged.pid)"
trace_end charge charge

# ---- watchdog
in_state() { [ "$(pfc sw -j watchdog show dev p1 | jq -r '.[0].prio[3].state')" = "$1" ]; }

check "the watchdog is on" pfc sw watchdog set dev p1 prio-watchdog 3:on action alert \
	detection-time 20ms restoration-time 20ms
trace_begin watchdog
pfc sw watchdog inject dev p1 prio 3 on
check "a storm is detected" wait_for 10 in_state storm
pfc sw watchdog inject dev p1 prio 3 off
check "the storm ends" wait_for 10 in_state operational
trace_end watchdog watchdog
pfc sw -j watchdog history dev p1 > "$OUT/history.json"
