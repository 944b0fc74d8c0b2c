# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What the tests of ports that come and go share.  Sourced after lib.sh.

CHURN_FRAME=1042	# bytes of a frame of udpsend: 14 + 20 + 8 + 1000

# scene: two hosts, a switch, a third host
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3
#   h2 eth0 ── p2 ┘
#
# p1 and p2 are lossless for priority 3, and lossy for 0; p3 obeys pauses of
# both.  Its link is reckoned to be so slow that a pause lasts 3.36 s.
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

# again after a link has gone: it takes the neighbours with it
addresses()
{
	fdb sw p1 h1 eth0
	fdb sw p2 h2 eth0
	fdb sw p3 h3 eth0
	lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2 h3/eth0=10.0.0.3 2> /dev/null
}

# A packet to nobody known is dropped, not copied to all
no_flood()
{
	local dev

	for dev in "$@"; do
		bridge -n sw link set dev "$dev" flood off
	done
}

# join DEV: a new device takes its place in the bridge
join()
{
	ip -n sw link set "$1" down
	ip -n sw link set "$1" master br0
	no_flood "$1"
	ip -n sw link set "$1" up
	addresses
	wait_for 10 _forwards sw "$1"
}

# sender DEV: makes it a port that is lossless for priority 3
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

# pfc_frame TIME: what rawsend is to send to set priorities 0 and 3 to TIME (hex)
pfc_frame()
{
	printf '0 0180c2000001020000000003880801010009%s00000000%s' "$1" "$1"
	printf '%068d\n' 0
}

# hold NS DEV, let_go NS DEV: pauses p3, the peer of DEV, and ends that
hold()
{
	pfc_frame ffff > "/tmp/hold.$1"
	nsexec "$1" rawsend --loop 100000 --period 300000000 --bypass "$2" \
		"/tmp/hold.$1" > /dev/null 2>&1 &
	echo $! > "/tmp/hold.$1.pid"
	wait_for 10 paused p3
}

# paused DEV: was it told XOFF?
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

# pg DEV PG FIELD, queue DEV QUEUE FIELD: of the statistics
pg() { stat sw "$1" ".[0].pg[$2].$3"; }
queue() { stat sw "$1" ".[0].queue[$2].$3"; }
port_id() { pfc sw -j port show dev "$1" | jq '.[0].port_id'; }

# pool: prints reserved, shared and headroom bytes in use
pool()
{
	pfc sw -j pool show default |
		jq -r '"\(.reserved) \(.shared_used) \(.headroom_used)"'
}

# occupied: prints what the PGs and queues of all ports hold, no line if nothing
occupied()
{
	pfc sw -j stats show | jq -c '.[] | .dev as $dev |
		(.pg[] | select(.occupancy + .shared + .headroom != 0) |
			{$dev, pg, occupancy}),
		(.queue[] | select(.backlog_packets + .backlog_bytes != 0) |
			{$dev, queue, backlog_bytes})'
}

_nothing_occupied() { [ -z "$(occupied)" ]; }

# all_free TEXT RESERVED: nothing is charged to anybody
all_free()
{
	wait_for 10 _nothing_occupied
	is "$1: PGs and queues are empty" "$(occupied)" ""
	is "$1: the pool is free" "$(pool)" "$2 0 0"
}

# fill NS LOSSLESS LOSSY: sends so many datagrams of each to h3
fill()
{
	local host=$1

	[ "$2" = 0 ] || send "$host" "fill-$host-3" --flow "${host#h}" --dscp 26 \
		--rate 50m --count "$2" 10.0.0.3
	[ "$3" = 0 ] || send "$host" "fill-$host-0" --flow "${host#h}" --dscp 0 \
		--rate 50m --count "$3" 10.0.0.3
}

# waiting DEV PG DATAGRAMS: so many are charged
waiting()
{
	wait_for 10 _occupies "$1" "$2" $(($3 * CHURN_FRAME))
	is "$3 datagrams are charged to $1 PG $2" "$(pg "$1" "$2" occupancy)" \
		$(($3 * CHURN_FRAME))
}

_occupies() { [ "$(pg "$1" "$2" occupancy)" = "$3" ]; }

# tells DEV true|false: is its peer told XOFF?
tells() { [ "$(stat sw "$1" '.[0].prio[3].tx_paused')" = "$2" ]; }

# reported NAME: has its receiver ended?
reported() { [ -s "$OUT/$1.json" ]; }

# losses_of_data: h1 and h2 are no ports and drop the PFC frames that they get
losses_of_data() { losses | grep -v '^h[12]/eth0 rx_dropped'; }

# group_address DEV: does it listen to 01-80-C2-00-00-01?
group_address() { ip -n sw maddress show dev "$1" | grep -q 01:80:c2:00:00:01; }

# ---- the kernel's own trace of freed packets -------------------------------

FREES=/sys/kernel/debug/tracing/events/skb/kfree_skb

# count_frees: those of IPv4 packets, from now on; not every kernel can, those in
# user mode cannot
count_frees()
{
	local hist='hist:keys=location.sym if protocol == 0x0800'

	traced=
	{
		echo "!$hist" > $FREES/trigger
		echo "$hist" > $FREES/trigger
	} 2> /dev/null && traced=1
}

# Those "dropped" came while the other CPU was about to make the entry for the same
# place: they belong to none, but they were frees too
freed()
{
	awk '/hitcount:|Dropped:/ { sum += $NF } END { print sum + 0 }' $FREES/hist
}

# all_accounted NAME: what $OUT/NAME.* have sent and r1 to r3 have not received was
# freed, by somebody
all_accounted()
{
	local sent errors got

	sent=$(cat "$OUT/$1".* | jq -s '[.[].datagrams] | add')
	errors=$(cat "$OUT/$1".* | jq -s '[.[].errors] | add')
	got=$(cat "$OUT"/r?.json | jq -s '[.[].datagrams] | add')
	note "sent $sent, received $got"
	check "some arrive" test "$got" -gt 0
	if [ -z "$traced" ]; then
		skip "all that was not received was freed" "no histograms of events here"
		return
	fi
	cp $FREES/hist "$OUT/freed"
	# A call that fails may have freed a packet, which does not count as sent
	between "all that was not received was freed" \
		$(($(freed) - (sent - got))) 0 "$errors"
}

# relink HOST PORT: a new link in place of one that has gone
relink()
{
	link "$1" eth0 sw "$2"
	join "$2"
	port"${2#p}"
}
