#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The headroom that pfcctl computes is enough.  Half of the bytes in flight on a long wire
# is not enough.  A fast host sends through a switch to a receiver with 1 % of its rate, so
# XOFF and XON alternate.  The number of datagrams that arrive is the independent check.
# Traffic in the other direction at nearly the full rate delays XOFF.
#
#   h1 eth0 ── wire of some length ── p1 sw p2 ── eth0 h2
#
# kernels: 6.1 6.12 7.2 7.3
# long: yes
# mode: icount
# timeout: 900

. /tests/guest/lib/lib.sh

XOFF=40000

star 2
for port in h1/eth0 sw/p1 sw/p2; do
	pfc "${port%/*}" port add dev "${port#*/}" speed 1gbit
	pfc "${port%/*}" pfc set dev "${port#*/}" prio-pfc 3:on
done

# wire RATE SLOW DELAY MTU: sets RATE and DELAY of the wire, the rate SLOW of p2, and the MTU
wire()
{
	local port

	for port in h1/eth0 sw/p1; do
		pfc "${port%/*}" port set dev "${port#*/}" rate "$1" delay "$3"
	done
	pfc sw port set dev p2 rate "$2"
	for port in h1/eth0 sw/p1 sw/p2 sw/br0 h2/eth0; do
		ip -n "${port%/*}" link set "${port#*/}" mtu "$4"
	done
}

# computed RATE DELAY MTU BATCH: prints the headroom that pfcctl computes for this
# link, and its terms for bytes in flight and for the batch
computed()
{
	pfcctl -j headroom speed 1gbit rate "$1" delay "$2" mtu "$3" batch "$4" |
		_pick .headroom .terms.flight .terms.batch
}

# through NAME HEADROOM COUNT SIZE BACK: sends COUNT datagrams of SIZE bytes to h2, and in the
# other direction datagrams at the rate BACK to h1.  NAME is the report of h2.
through()
{
	local back

	check "the headroom of p1 PG 3 is set to $2" \
		pfc sw pg set dev p1 pg 3 headroom "$2" xoff $XOFF xon $((XOFF - 2000))
	pfc sw stats clear
	receive h2 "$1"
	receive h1 "$1-back"
	nsexec h2 udpsend --nonblock --size "$4" --rate "$5" 10.0.0.1 > "$OUT/$1-back-sent.json" &
	back=$!
	send h1 "$1-sent" --dscp 26 --size "$4" --count "$3" --sndbuf 64k 10.0.0.2
	kill $back
	wait_for 30 drained
	received "$1"
	received "$1-back"
}

drained() { [ "$(stat sw p1 '.[0].pg[3].occupancy')" = 0 ]; }

# link_case RATE SLOW DELAY MTU COUNT BACK: checks the headroom of one link; the
# arguments are those of wire() and through()
link_case()
{
	local name="$1, $3, MTU $4" batch need flight frames lost xoffs peak size=$(($4 - 28))

	wire "$1" "$2" "$3" "$4"
	for batch in 0 64; do
		{ read -r need; read -r flight; read -r frames; } < <(computed "$1" "$3" "$4" $batch)
		is "$name: batch $batch adds $batch frames" "$frames" $((batch * ($4 + 18)))
		through enough "$need" "$5" $size "$6"
		{ read -r xoffs; read -r lost; read -r peak; } < <(stat sw p1 '.[0].pg[3] |
			.xoff, .drop_headroom, .headroom_peak')
		between "$name: the PG exceeds XOFF several times" "$xoffs" 4 1000
		is "$name: a headroom of $need bytes loses nothing" \
			"$(value enough .datagrams) $lost" "$(value enough-sent .datagrams) 0"
		note "$name: XOFF crossed $xoffs times, headroom $need bytes, peak $peak"
	done
	is "$name: headroom_needed of the module matches pfcctl" \
		"$(pfc sw -j pg show dev p1 | jq '.[0].pg[3].headroom_needed')" "$need"
	[ "$flight" != 0 ] || return
	between "$name: the peak is between flight and headroom" \
		"$peak" "$flight" $((need - frames))
	through less $((flight / 2)) "$5" $size "$6"
	lost=$(stat sw p1 '.[0].pg[3].drop_headroom')
	between "$name: a headroom of $((flight / 2)) bytes loses packets" "$lost" 1 "$5"
	is "$name: drop_headroom counts each missing datagram" "$(value less .datagrams)" \
		$(($(value less-sent .datagrams) - lost))
}

is "headroom dev uses the attributes of the port" "$(
	wire 200mbit 2mbit 300us 4000
	pfc sw -j headroom dev p1 | jq -c '.[0] | del(.dev, .ifindex, .port_id)')" "$(
	pfcctl -j headroom speed 1gbit rate 200mbit delay 300us mtu 4000 | jq -c .)"
link_case 100mbit 1mbit 1ms 1500 120 95m
link_case 100mbit 1mbit none 1500 60 95m
link_case 300mbit 3mbit 1ms 9000 60 280m
is "no packet is lost outside the ports" "$(losses)" ""
