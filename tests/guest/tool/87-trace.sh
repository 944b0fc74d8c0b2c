#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Each tracepoint reports what captures, sockets, tc and the kernel's own tracepoints show:
# PFC frames sent and received, lengths of pauses, drops with their reason, marks, states of the
# watchdog, charges.  87-trace.post compares.
#
#   h1 eth0 ── 1 Gb/s ── p1 ┐
#                           ├ br0 (sw) ── p3 ── 100 Mb/s ── eth0 h3
#   h2 eth0 ── 1 Gb/s ── p2 ┘
#
# mode: icount
# timeout: 300
# kernels: 6.1 6.12 7.2 7.3

. /tests/guest/lib/lib.sh
INCAST_COUNT=400
. /tests/guest/lib/scene-incast.sh
. /tests/guest/lib/trace.bash

trace_prepare
for event in "$TRACING"/events/pfc/*/format; do
	sed -n '/^name:/p; s/^\tfield:\(.*\);\toffset:.*/\1/p' "$event" | grep -v 'common_'
done > "$OUT/formats"

check "all ports are created" incast_build 1gbit 100mbit
check "PFC is switched on for priority 3" incast_pfc on
for where in h1 h2 h3 sw; do
	echo "$where $(in_ns $where stat -L -c %i /proc/self/ns/net)"
done > "$OUT/namespaces"

# ---- congestion
echo 'protocol == 0x0800' > $TRACING/events/skb/kfree_skb/filter
# shellcheck disable=SC2086 # a list of words
trace_begin $CONGESTION
echo 1 > $TRACING/events/skb/kfree_skb/enable
# Linux 7.0 and newer
[ ! -d $TRACING/events/qdisc/qdisc_drop ] || echo 1 > $TRACING/events/qdisc/qdisc_drop/enable
incast_run congestion lossless lossy
echo 0 > $TRACING/events/skb/kfree_skb/enable
[ ! -d $TRACING/events/qdisc/qdisc_drop ] || echo 0 > $TRACING/events/qdisc/qdisc_drop/enable
# shellcheck disable=SC2086 # a list of words
trace_end congestion $CONGESTION
tc -n sw -s qdisc show dev p3 > "$OUT/qdisc.txt"

# ---- a MAC control frame that is neither PFC nor PAUSE
printf '0 0180c20000010200000000018808abcd%092d\n' 0 > /tmp/unknown
echo 'protocol == 0x8808' > $TRACING/events/skb/kfree_skb/filter
trace_begin
echo 1 > $TRACING/events/skb/kfree_skb/enable
in_ns h1 rawsend eth0 /tmp/unknown > /dev/null
unknown() { [ "$(stat sw p1 '.[0].port.rx_bad_opcode')" = 1 ]; }
check "a frame with an unknown opcode arrives" wait_for 10 unknown
echo 0 > $TRACING/events/skb/kfree_skb/enable
trace_end unknown

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
