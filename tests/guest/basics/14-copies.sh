#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A frame that a bridge floods waits in several queues.  Each copy is charged to the PG of
# the ingress port, and its charge is released when the copy leaves.  If the PG is full, only
# the copy is dropped.  The backlog that tc reports for each port must agree.
#
#                   ┌ p2 ── eth0 h2
#   h1 eth0 ── p1 ┤ br0 (sw) ├ p3 ── eth0 h3
#                   └ p4 ── eth0 h4
#
# mode: icount
# timeout: 180

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

LEN=1000	# bytes of a frame

# frame DST TOS: prints a frame for rawsend with this destination MAC address and IP type of
# service
frame()
{
	printf '0 %s%s080045%s03da0000000040fd00000a0000010a0000ff\n' "$1" \
		"$(mac h1 eth0 | tr -d :)" "$2" | awk -v len=$((LEN * 2 + 2)) '
		{ while (length($0) < len) $0 = $0 "00"; print }'
}

# flood NAME COUNT DST TOS: h1 sends COUNT frames, one every 0.1 ms
flood()
{
	frame "$3" "$4" > "/tmp/$1"
	in_ns h1 rawsend --loop "$2" --period 100000 eth0 "/tmp/$1" > "$OUT/$1.json"
}

# waits: prints the backlog of p2, p3 and p4 in bytes, as tc reports it
waits()
{
	local dev

	for dev in p2 p3 p4; do
		tc -n sw -j -s qdisc show dev $dev
	done | jq -rs '[.[][0].backlog | tostring] | join(" ")'
}

# held PG: prints the occupancy of a PG of p1 in bytes, its received and its dropped frames
held()
{
	stat sw p1 ".[0].pg[$1] | \"\(.occupancy) came \(.rx_packets) dropped\" +
		\" \(.drop_limit + .drop_pool + .drop_headroom + .drop_rest)\""
}

# waiting N: prints what waits() must print when each queue holds N frames
waiting() { echo "$(($1 * LEN)) $(($1 * LEN)) $(($1 * LEN))"; }

is_waiting() { [ "$(waits)" = "$(waiting "$1")" ]; }
idle() { is_waiting 0; }
xoff_sent() { [ "$(stat sw p1 '.[0].prio[3].tx_paused')" = "$1" ]; }

# stop: h2, h3 and h4 pause their ports until go()
stop()
{
	local n

	for n in 2 3 4; do
		hold h$n eth0 /tmp/xoff.$n
	done
	wait_for 10 stopped
}

stopped()
{
	pfc sw -j stats show | jq -e 'all(.[] | select(.dev != "p1"); .prio[0].rx_paused)'
}

go()
{
	local n

	release
	for n in 2 3 4; do
		in_ns h$n rawsend eth0 /tmp/xon.$n > /dev/null
	done
}

# came: prints the number of frames that h2, h3 and h4 have received
came()
{
	local host

	for host in h2 h3 h4; do
		in_ns $host cat /sys/class/net/eth0/statistics/rx_packets
	done | paste -sd ' '
}

ns h1 h2 h3 h4 sw
for n in 1 2 3 4; do
	link h$n eth0 sw p$n
done
mkbridge sw br0 p1 p2 p3 p4
pfc sw -b - <<-END
	port add dev p1
	pg set dev p1 pg 0 limit $((31 * LEN))
	pg set dev p1 pg 3 xoff $((30 * LEN)) xon $((15 * LEN)) headroom $((30 * LEN))
	pfc set dev p1 prio-pfc 3:on
END
# A pause lasts 3.4 s; hold() repeats it
for n in 2 3 4; do
	pfc sw -b - <<-END
		port add dev p$n speed 10mbit
		pg set dev p$n pg all headroom 0
		pfc set dev p$n prio-pfc 0:on 3:on
	END
	pfc_frame "$(mac h$n eth0)" 0x09 0xffff > /tmp/xoff.$n
	pfc_frame "$(mac h$n eth0)" 0x09 0 > /tmp/xon.$n
done

# kind NAME DST: checks the copies of frames to DST, which the bridge floods
kind()
{
	local before queues

	before=$(came)
	pfc sw stats clear
	stop
	flood "$1" 6 "$2" 00
	check "$1: 6 copies wait in each of the three queues" wait_for 5 is_waiting 6
	is "$1: all 18 copies are charged to p1 PG 0" "$(held 0)" "$((18 * LEN)) came 6 dropped 0"
	flood "$1.more" 6 "$2" 00
	# Of the 18 copies of the next 6 frames the limit admits 13: one queue then holds 11
	# copies, the other queues hold 10
	is "$1: each copy above the limit is dropped alone" "$(held 0)" \
		"$((31 * LEN)) came 12 dropped 5"
	queues=$(waits)
	is "$1: the copies below the limit wait" "$(tr ' ' '\n' <<< "$queues" | sort | paste -sd ' ')" \
		"$((10 * LEN)) $((10 * LEN)) $((11 * LEN))"
	go
	check "$1: all copies leave after XON" wait_for 10 idle
	is "$1: the charges of all copies are released" "$(held 0)" "0 came 12 dropped 5"
	is "$1: each host receives the copies of its queue" "$(came)" \
		"$(awk -v len=$LEN '{ print $1 + $4 / len, $2 + $5 / len, $3 + $6 / len }' \
			<<< "$before $queues")"
}

kind broadcast ffffffffffff
kind multicast 01005e000005
kind unknown 0200000000ff

# Each copy counts: the 30 copies of 10 frames reach the XOFF threshold exactly, and the
# copies of the 11th frame exceed it
pfc sw stats clear
stop
flood lossless 10 0200000000ff 68
is "10 lossless frames are charged three times their bytes" "$(held 3)" \
	"$((30 * LEN)) came 10 dropped 0"
check "no XOFF is sent with the PG at its XOFF threshold" xoff_sent false
flood one 1 0200000000ff 68
is "the copies of the eleventh frame go to the headroom" \
	"$(stat sw p1 '.[0].pg[3] | "\(.shared) \(.headroom)"')" "$((30 * LEN)) $((3 * LEN))"
check "XOFF is sent when copies are in the headroom" wait_for 5 xoff_sent true
is "tc reports all copies of the lossless frames" "$(waits)" "$(waiting 11)"
go
check "all lossless copies leave after XON" wait_for 10 idle
is "the charges of all lossless copies are released" "$(held 3)" "0 came 11 dropped 0"
check "XON is sent when the PG is empty" wait_for 5 xoff_sent false
is "no byte of the pool is in use" \
	"$(pfc sw -j pool show default | jq '.shared_used + .headroom_used')" 0
