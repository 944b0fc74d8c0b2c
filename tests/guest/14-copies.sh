#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A frame that a bridge floods waits in several queues, and each copy takes buffer: each is
# charged to the group that the frame came in by, released when it leaves, and dropped
# alone if there is no room.  What waits, tc says too, in bytes and by queue.
#
#                   ┌ p2 ── eth0 h2
#   h1 eth0 ── p1 ┤ br0 (sw) ├ p3 ── eth0 h3
#                   └ p4 ── eth0 h4
#
# mode: icount
# timeout: 180

. /tests/guest/lib.sh
. /tests/guest/paths.bash

LEN=1000	# bytes of a frame

# frame DST TOS: prints one for rawsend, to a MAC address, with a type of service
frame()
{
	printf '0 %s%s080045%s03da0000000040fd00000a0000010a0000ff\n' "$1" \
		"$(mac h1 eth0 | tr -d :)" "$2" | awk -v len=$((LEN * 2 + 2)) '
		{ while (length($0) < len) $0 = $0 "00"; print }'
}

# flood NAME COUNT DST TOS: so many, all at once
flood()
{
	frame "$3" "$4" > "/tmp/$1"
	in_ns h1 rawsend --loop "$2" --period 100000 eth0 "/tmp/$1" > "$OUT/$1.json"
}

# waits: prints what tc says that waits, in bytes, in each of the three queues
waits()
{
	local dev

	for dev in p2 p3 p4; do
		tc -n sw -j -s qdisc show dev $dev
	done | jq -rs '[.[][0].backlog | tostring] | join(" ")'
}

# held PG: prints what p1's group holds, has taken in and has dropped
held()
{
	stat sw p1 ".[0].pg[$1] | \"\(.occupancy) came \(.rx_packets) dropped\" +
		\" \(.drop_limit + .drop_pool + .drop_headroom + .drop_rest)\""
}

# waiting N: prints what waits() does when N frames wait everywhere
waiting() { echo "$(($1 * LEN)) $(($1 * LEN)) $(($1 * LEN))"; }

is_waiting() { [ "$(waits)" = "$(waiting "$1")" ]; }
idle() { is_waiting 0; }
told() { [ "$(stat sw p1 '.[0].prio[3].tx_paused')" = "$1" ]; }

# stop, go: the hosts that get the copies hold them back, or no longer
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

# came: prints how many frames each host has got so far
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
# A pause lasts 3.4 s, and is repeated
for n in 2 3 4; do
	pfc sw -b - <<-END
		port add dev p$n speed 10mbit
		pg set dev p$n pg all headroom 0
		pfc set dev p$n prio-pfc 0:on 3:on
	END
	pfc_frame "$(mac h$n eth0)" 0x09 0xffff > /tmp/xoff.$n
	pfc_frame "$(mac h$n eth0)" 0x09 0 > /tmp/xon.$n
done

# kind NAME DST: what is flooded for one reason or another
kind()
{
	local before queues

	before=$(came)
	pfc sw stats clear
	stop
	flood "$1" 6 "$2" 00
	check "$1: six frames wait in each of three queues" wait_for 5 is_waiting 6
	is "$1: all copies are charged" "$(held 0)" "$((18 * LEN)) came 6 dropped 0"
	flood "$1.more" 6 "$2" 00
	# room for 13 of 18 copies, so that some queue gets an eleventh
	is "$1: copies that do not fit are dropped, one by one" "$(held 0)" \
		"$((31 * LEN)) came 12 dropped 5"
	queues=$(waits)
	is "$1: the others wait" "$(tr ' ' '\n' <<< "$queues" | sort | paste -sd ' ')" \
		"$((10 * LEN)) $((10 * LEN)) $((11 * LEN))"
	go
	check "$1: all leave" wait_for 10 idle
	is "$1: and are released" "$(held 0)" "0 came 12 dropped 5"
	is "$1: each host gets what has waited" "$(came)" \
		"$(awk -v len=$LEN '{ print $1 + $4 / len, $2 + $5 / len, $3 + $6 / len }' \
			<<< "$before $queues")"
}

kind broadcast ffffffffffff
kind multicast 01005e000005
kind unknown 0200000000ff

# Eleven frames are less than XOFF, but not their copies
pfc sw stats clear
stop
flood lossless 10 0200000000ff 68
is "ten lossless frames take three times their room" "$(held 3)" \
	"$((30 * LEN)) came 10 dropped 0"
check "which is just below XOFF" told false
flood one 1 0200000000ff 68
is "the copies of one more go to the headroom" \
	"$(stat sw p1 '.[0].pg[3] | "\(.shared) \(.headroom)"')" "$((30 * LEN)) $((3 * LEN))"
check "and the sender is told to stop" wait_for 5 told true
is "tc sees them all" "$(waits)" "$(waiting 11)"
go
check "all leave" wait_for 10 idle
is "and are released" "$(held 3)" "0 came 11 dropped 0"
check "and the sender may go on" wait_for 5 told false
is "nothing is charged to the pool" \
	"$(pfc sw -j pool show default | jq '.shared_used + .headroom_used')" 0
