#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl roce lossless without a parameter makes a bridge of four new veths and its hosts
# lossless, with one command on each side: it enlarges the pool for the headroom of veths without
# a rate.  The commands that it prints give them a rate.  An incast loses nothing, before and
# after that.  off gives the pool its former size.  Independent check: the receiver counts the
# datagrams.
#
#   h1 eth0 ── p1 ┐
#   h2 eth0 ── p2 ├ br0 (sw) ── p4 ── eth0 h4
#   h3 eth0 ── p3 ┘
#
# mode: any
# timeout: 300
# kernels: 6.1 6.12 7.2 7.3
# sanitize: no (it tests the tool)

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

COUNT=1000

# lossless NS: configures all devices of the namespace; the fixes of its warnings are in $OUT/fixes
lossless()
{
	pfcctl -n "$1" roce lossless > "$OUT/$1.roce" 2> "$OUT/$1.warnings"
	is "$1: the command succeeds" $? 0
	note "$(cat "$OUT/$1.roce" "$OUT/$1.warnings")"
	sed -n 's/.*; fix: //p' "$OUT/$1.warnings" >> "$OUT/fixes"
}

# pool: prints the size of the pool of the switch
pool() { pfc sw -j pool show default | jq .size; }

# headrooms: prints for each port of the switch whether PG 3 has the headroom that it needs
headrooms()
{
	pfc sw -j pg show | jq -c 'map(.pg[3] | [.lossless, .headroom_auto, .headroom_short]) | unique'
}

# incast NAME PERIOD: h1, h2 and h3 send COUNT datagrams each of DSCP 26 to h4; checks that all
# arrive.  In a slow guest, the senders are not faster than p4.  So h4 pauses p4 until p1 sends XOFF,
# with a frame each PERIOD ns.
incast()
{
	local n pausing senders=()

	check "$1: the counters are cleared" pfc sw stats clear
	receive h4 "$1" --port 5026
	nsexec h4 rawsend --loop 10000 --period "$2" eth0 /tmp/xoff > /dev/null &
	pausing=$!
	for n in 1 2 3; do
		send h$n "$1-sent-$n" --port 5026 --flow $n --dscp 26 --size 1400 --count $COUNT \
			10.0.0.4 &
		senders+=($!)
	done
	wait_for 8 congested
	kill $pausing
	wait "${senders[@]}"
	wait_for 30 drained
	sleep 0.2
	received "$1"
	is "$1: all datagrams arrive" "$(value "$1" '[.flows[].datagrams] | add // 0')" $((3 * COUNT))
	is "$1: nothing is lost outside the ports" "$(losses)" ""
	check "$1: ports send XOFF" congested
}

congested() { [ "$(stat sw p1 '.[].prio[3].tx_xoff')" -gt 0 ]; }
drained() { [ "$(pfc sw -j stats show dev p4 | jq '[.[0].queue[].backlog_packets] | add')" = 0 ]; }

star 4
before=$(pool)
for where in sw h1 h2 h3 h4; do
	lossless $where
	pfc $where watchdog set dev all detection-time 10s
done
check "the command prints the size of the pool" \
	grep -qx 'pool default: size [0-9]*M instead of 12M, for the headroom of PG 3' "$OUT/sw.roce"
between "the pool has room for four headrooms and its shared part" "$(pool)" \
	$((before + 20000000)) $((before + 23000000))
is "each PG 3 is lossless, with the headroom that it needs" "$(headrooms)" '[[true,true,false]]'
is "two devices have room in the pool, so hosts keep its size" "$(grep -c pool "$OUT/h1.roce")" 0

# At 10 Gb/s, a frame pauses p4 for 3.4 ms; at 1 Gb/s, for 34 ms
pfc_frame "$(mac h4 eth0)" 0x08 0xffff > /tmp/xoff
incast without-rates 3000000

is "each warning has a command" "$(wc -l < "$OUT/fixes")" 8
check "the commands succeed in a shell" bash -e "$OUT/fixes"
is "all ports of the switch have a rate" \
	"$(pfc sw -j port show | jq -c 'map(.rate_bits_per_second) | unique')" '[1000000000]'
is "each PG 3 is lossless, with the headroom that it needs now" "$(headrooms)" '[[true,true,false]]'
incast with-rates 30000000

check "off succeeds" bash -c "pfcctl -n sw roce off > $OUT/off"
is "the pool has its former size" "$(pool)" "$before"
check "off prints that" grep -qx 'pool default: size 12M again' "$OUT/off"

# A new device has the name of a port with a mode, which is gone
check "p1 is a port" pfcctl -n sw port add dev p1 rate 100mbit
check "it gets a mode" pfcctl -n sw roce lossy dev p1
ip -n sw link del p1
ip -n sw link add p1 type veth peer name p9
check "a new p1 gets a mode" pfcctl -n sw roce lossy dev p1
is "off restores what the new one was" "$(pfcctl -n sw roce off)" "p1: is not a port, as before"
is "and keeps nothing of the other one" "$(pfcctl -n sw roce off)" "no saved state: nothing to restore"
