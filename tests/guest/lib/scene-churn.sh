# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the tests that create and delete ports.  Source it after lib.sh.

CHURN_FRAME=1042	# bytes of a frame of udpsend: 14 + 20 + 8 + 1000

# scene: two senders, a switch, a receiver
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3
#   h2 eth0 ── p2 ┘
#
# p1 and p2 are lossless for priority 3 and lossy for priority 0.  p3 obeys PFC for both.
# Its speed is 10 Mb/s, so the longest pause lasts 3.36 s.
scene()
{
	ns h1 h2 h3 sw
	link h1 eth0 sw p1
	link h2 eth0 sw p2
	link h3 eth0 sw p3
	mkbridge sw br0 p1 p2 p3
	no_flood p1 p2 p3
	addresses
	port1
	port2
	port3
}

# addresses: adds FDB entries, addresses and neighbour entries.  Those of a host are
# lost when its link is deleted, so relink() calls this function again.
addresses()
{
	fdb sw p1 h1 eth0
	fdb sw p2 h2 eth0
	fdb sw p3 h3 eth0
	lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2 h3/eth0=10.0.0.3 2> /dev/null
}

# no_flood DEV...: the bridge drops unknown unicast instead of flooding it to these ports
no_flood()
{
	local dev

	for dev in "$@"; do
		bridge -n sw link set dev "$dev" flood off
	done
}

# join DEV: adds a new device to the bridge
join()
{
	ip -n sw link set "$1" down
	ip -n sw link set "$1" master br0
	no_flood "$1"
	ip -n sw link set "$1" up
	addresses
	wait_for 10 _forwards sw "$1"
}

# sender DEV: makes DEV a port that is lossless for priority 3
sender()
{
	pfc sw port add dev "$1" speed 10mbit
	pfc sw pfc set dev "$1" prio-pfc 3:on
	pfc sw pg set dev "$1" pg 3 xoff 40000 xon 30000 headroom 200000
}

port1() { sender p1; }
port2() { sender p2; }

port3()
{
	pfc sw port add dev p3 speed 10mbit
	pfc sw pg set dev p3 pg 0 headroom 0
	pfc sw pg set dev p3 pg 3 headroom 0
	pfc sw pfc set dev p3 prio-pfc 0:on 3:on
}

# pfc_frame TIME: prints a PFC frame for rawsend, with the pause time TIME (quanta, 4 hex
# digits) for priorities 0 and 3
pfc_frame()
{
	printf '0 0180c2000001020000000003880801010009%s00000000%s' "$1" "$1"
	printf '%068d\n' 0
}

# hold NS DEV: pauses p3, the peer of DEV, until let_go NS DEV
hold()
{
	pfc_frame ffff > "/tmp/hold.$1"
	nsexec "$1" rawsend --loop 100000 --period 300000000 --bypass "$2" \
		"/tmp/hold.$1" > /dev/null 2>&1 &
	echo $! > "/tmp/hold.$1.pid"
	wait_for 10 paused p3
}

# paused DEV: DEV has received XOFF for priority 3
paused() { [ "$(stat sw "$1" '.[0].prio[3].rx_paused')" = true ]; }

hold_ends()
{
	kill "$(cat "/tmp/hold.$1.pid")" 2>/dev/null
	wait "$(cat "/tmp/hold.$1.pid")" 2>/dev/null || true
}

let_go()
{
	hold_ends "$1"
	pfc_frame 0000 > "/tmp/go.$1"
	in_ns "$1" rawsend --bypass "$2" "/tmp/go.$1" > /dev/null
}

# pg DEV PG FIELD, queue DEV QUEUE FIELD: print a field of the statistics
pg() { stat sw "$1" ".[0].pg[$2].$3"; }
queue() { stat sw "$1" ".[0].queue[$2].$3"; }
port_id() { pfc sw -j port show dev "$1" | jq '.[0].port_id'; }

# pool: prints the pool's reserved bytes, and the shared and headroom bytes in use
pool()
{
	pfc sw -j pool show default |
		jq -r '"\(.reserved) \(.shared_used) \(.headroom_used)"'
}

# occupied: prints the occupancy of each PG and queue that is not empty
occupied()
{
	pfc sw -j stats show | jq -c '.[] | .dev as $dev |
		(.pg[] | select(.occupancy + .shared + .headroom != 0) |
			{$dev, pg, occupancy}),
		(.queue[] | select(.backlog_packets + .backlog_bytes != 0) |
			{$dev, queue, backlog_bytes})'
}

_nothing_occupied() { [ -z "$(occupied)" ]; }

# all_free TEXT RESERVED: all PGs and queues are empty, and the pool has RESERVED bytes
# reserved and none in use
all_free()
{
	wait_for 10 _nothing_occupied
	is "$1: PGs and queues are empty" "$(occupied)" ""
	is "$1: no byte of the pool is in use" "$(pool)" "$2 0 0"
}

# fill NS LOSSLESS LOSSY: sends LOSSLESS and LOSSY datagrams to h3
fill()
{
	local host=$1

	[ "$2" = 0 ] || send "$host" "fill-$host-3" --flow "${host#h}" --dscp 26 \
		--rate 50m --count "$2" 10.0.0.3
	[ "$3" = 0 ] || send "$host" "fill-$host-0" --flow "${host#h}" --dscp 0 \
		--rate 50m --count "$3" 10.0.0.3
}

# waiting DEV PG DATAGRAMS: DATAGRAMS datagrams are charged to a PG
waiting()
{
	wait_for 10 _occupies "$1" "$2" $(($3 * CHURN_FRAME))
	is "$3 datagrams are charged to $1 PG $2" "$(pg "$1" "$2" occupancy)" \
		$(($3 * CHURN_FRAME))
}

_occupies() { [ "$(pg "$1" "$2" occupancy)" = "$3" ]; }

# pauses_peer DEV true|false: DEV pauses (true) or does not pause (false) priority 3 of its
# peer
pauses_peer() { [ "$(stat sw "$1" '.[0].prio[3].tx_paused')" = "$2" ]; }

# reported NAME: the receiver NAME has written its report
reported() { [ -s "$OUT/$1.json" ]; }

# losses_of_data: prints losses() without the PFC frames that h1 and h2 drop, because their
# devices are not ports
losses_of_data() { losses | grep -v '^h[12]/eth0 rx_dropped'; }

# group_address DEV: DEV receives the group address 01-80-C2-00-00-01
group_address() { ip -n sw maddress show dev "$1" | grep -q 01:80:c2:00:00:01; }

# ---- the kernel's trace of freed packets -----------------------------------

FREES=/sys/kernel/debug/tracing/events/skb/kfree_skb

# count_frees: starts counting freed IPv4 packets.  $traced is empty if the kernel has no
# histogram triggers, for example in user-mode kernels.
count_frees()
{
	local hist='hist:keys=location.sym if protocol == 0x0800'

	traced=
	{
		echo "!$hist" > $FREES/trigger
		echo "$hist" > $FREES/trigger
	} 2> /dev/null && traced=1
}

# freed: prints the number of freed packets.  The histogram counts a freed packet as "Dropped"
# if another CPU creates the entry of the same location at that time, so freed() adds both.
freed()
{
	awk '/hitcount:|Dropped:/ { sum += $NF } END { print sum + 0 }' $FREES/hist
}

# all_accounted NAME: the kernel has freed each packet that the senders with the reports
# $OUT/NAME.* sent and the receivers r1 to r3 did not receive
all_accounted()
{
	local sent errors got

	sent=$(cat "$OUT/$1".* | jq -s '[.[].datagrams] | add')
	errors=$(cat "$OUT/$1".* | jq -s '[.[].errors] | add')
	got=$(cat "$OUT"/r?.json | jq -s '[.[].datagrams] | add')
	note "sent $sent, received $got"
	check "some packets arrive" test "$got" -gt 0
	if [ -z "$traced" ]; then
		skip "each packet that is not received is freed once" "the kernel has no histogram triggers"
		return
	fi
	cp $FREES/hist "$OUT/freed"
	# A failed send call may have freed a packet that the sender did not count as sent
	between "each packet that is not received is freed once" \
		$(($(freed) - (sent - got))) 0 "$errors"
}

# relink HOST PORT: creates the deleted link of PORT again, and makes PORT a port again
relink()
{
	link "$1" eth0 sw "$2"
	join "$2"
	port"${2#p}"
}

# pick WORD...: prints one of the words
pick() { shift $((RANDOM % $#)); echo "$1"; }

# actor NAME SEED: runs ACTIONS random actions and writes the result of each.  Two actors at one
# device hinder each other, so some actions fail.
actor()
{
	local i

	RANDOM=$2
	for ((i = 0; i < ACTIONS; i++)); do
		if "act_$1"; then
			echo "done" >&3
		else
			echo "failed" >&3
		fi
	done > "$OUT/actor.$1" 2>&1 3> "$OUT/acted.$1"
}
