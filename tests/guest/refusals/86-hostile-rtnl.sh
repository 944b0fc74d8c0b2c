#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# An unprivileged user has 96 queues in long pauses, which hold many frames of many ports.  Requests of
# the host that need RTNL take at most 1.2 times as long as without them.  The host finds a deadlock
# over ports of two users nevertheless; a user finds only what the user may read.
#
#   attack:   a  e1 ... e12 ══ f1 ... f12  b  out ── eth0 c      (user 65534)
#   deadlock: s1 (host) ── s2 (user 65534) ── s3 (user 65533) ── s1; h1 is connected to s1
#
# timeout: 600
# mode: icount

. /tests/guest/lib/lib.sh
. /tests/guest/lib/hostile.bash

N=12		# links between a and b
REPEAT=9	# frames of each priority from each port to each other port
PORTS=$(seq $N)
REQUESTS=4000

# frames PRIO MAC...: prints a frame of 60 bytes to each address
frames()
{
	local prio=$1 mac

	shift
	for mac; do
		printf '0 %s0200000000aa080045%02x002e00000000401100000a0000010a000002%052d\n' \
			"$mac" $((prio << 5)) 0
	done
}

# rtnl: prints the time that the requests of the host need, in us
rtnl()
{
	local begin

	begin=$(date +%s%N)
	ip -batch /tmp/rtnl
	echo $((($(date +%s%N) - begin) / 1000))
}

# pause_out: c pauses all queues of b towards it for 33 s
pause_out() { in_ns c rawsend eth0 /tmp/xoff > /dev/null; }

# slow_by TEXT: checks the time of the host's requests
slow_by()
{
	local time

	pause_out
	sleep 1
	time=$(rtnl)
	note "$REQUESTS requests: $idle us without the attack, $time us now"
	between "$1: the host's requests take at most 1.2 times as long (%)" \
		$((time * 100 / idle)) 1 120
}

# waiting: prints the number of frames in the queues of a
waiting() { pfc a -j stats show | jq '[.[].queue[].backlog_packets] | add'; }

# wire NS1 NS2: a link from the port next of NS1 to the port prev of NS2
wire()
{
	link "$1" next "$2" prev
	lossless "$1" next
	lossless "$2" prev
}

lossless()
{
	pfc "$1" -b - <<-END
		port add dev $2 rate 100mbit
		pfc set dev $2 prio-pfc 3:on
		pg set dev $2 pg 3 xoff 30K xon 28K
	END
}

reported() { grep -q '"event":"deadlock"' "$OUT/s1.deadlocks"; }

for ((i = 1; i <= REQUESTS; i++)); do
	echo "link set dev lo mtu $((50000 + i))"
done > /tmp/rtnl
echo $((256 << 20)) > /sys/module/pfc/parameters/userns_pool_bytes
evil=$(user a 65534)
s2=$(more_net s2 "$evil")
users=("$evil" "$(more_net b "$evil")" "$(more_net c "$evil")" "$s2" "$(user s3 65533)")

# ---- the attack ----------------------------------------------------------

for i in $PORTS; do
	echo "link add e$i netns a type veth peer name f$i netns b"
done | ip -batch -
link b out c eth0
for name in a b; do
	mkbridge $name br0
	for i in $PORTS; do
		dev=e$i
		[ $name = a ] || dev=f$i
		echo "link set $dev master br0"
		echo "link set $dev type bridge_slave learning off"
		echo "link set $dev up"
	done | ip -n $name -batch -
done
ip -n b link set out master br0
for i in $PORTS; do
	_sees a "e$i/brport/state" 3
	_sees b "f$i/brport/state" 3
	echo "fdb replace 02:00:00:00:01:$(printf %02x "$i") dev e$i master static"
done > /tmp/fdb
bridge -n a -batch /tmp/fdb
bridge -n b fdb replace 02:00:00:00:02:01 dev out master static
_sees b out/brport/state 3
{
	echo "pool set default size 64M"
	for i in $PORTS; do
		echo "port add dev e$i rate 10mbit"
		echo "pg set dev e$i pg all xoff 8K xon 4K headroom 64K"
		echo "pfc set dev e$i prio-pfc all:on"
	done
} > /tmp/a
{
	echo "port add dev out rate 1mbit"
	echo "pfc set dev out prio-pfc all:on"
	for i in $PORTS; do
		echo "port add dev f$i rate 10mbit"
		echo "pg set dev f$i pg all xoff 200 xon 100 headroom 8K"
		echo "pfc set dev f$i prio-pfc all:on"
	done
} > /tmp/b
check "the user configures the ports of a" as "$evil" pfcctl -b /tmp/a
check "the user configures the ports of b" pfc b -b /tmp/b

# ---- the ring: its ports have higher ids than those of the attack

ns h1 s1
link h1 eth0 s1 host
lossless h1 eth0
lossless s1 host
wire s1 s2
wire s2 s3
wire s3 s1
mkbridge s1 br0 host next prev
mkbridge s2 br0 next prev
mkbridge s3 br0 next prev
for name in s1 s2 s3; do
	bridge -n $name fdb replace 02:00:00:00:99:99 dev next master static
done
pfcctl -n s1 -j monitor --deadlock > "$OUT/s1.deadlocks" &
as "$s2" pfcctl -j monitor --deadlock > "$OUT/s2.deadlocks" &
ip -n h1 address add 10.0.0.1/24 dev eth0
neighbour h1 eth0 10.0.0.9 02:00:00:00:99:99

# ---- the host's requests

idle=$(rtnl)
printf '0 0180c200000102000000000388080101%s%s%s\n' 00ff \
	ffffffffffffffffffffffffffffffff "$(printf '%052d' 0)" > /tmp/xoff
pause_out
for prio in 0 1 2 3 4 5 6 7; do
	frames $prio 020000000201{,,,}
done > /tmp/begin
for i in $PORTS; do
	in_ns a rawsend "e$i" /tmp/begin
done > /dev/null
sleep 1
for i in $PORTS; do
	others=()
	for j in $PORTS; do
		[ "$j" = "$i" ] || others+=("0200000001$(printf %02x "$j")")
	done
	for prio in 0 1 2 3 4 5 6 7; do
		frames $prio "${others[@]}"
	done > /tmp/fill
	in_ns b rawsend --bypass --loop $REPEAT "f$i" /tmp/fill
done > /dev/null
frames=$(waiting)
between "frames wait for ever" "$frames" $((N * (N - 1) * 8 * REPEAT * 9 / 10)) 10000000
slow_by "default detection time"
for i in $PORTS; do
	echo "watchdog set dev e$i detection-time 1ms"
done > /tmp/detect
check "the user sets the detection time" as "$evil" pfcctl -b /tmp/detect
slow_by "detection time of 1 ms"
is "the frames still wait" "$(waiting)" "$frames"

# ---- the deadlock

# The ring pauses h1 for ever, so the program does not end
nsexec h1 udpsend --dscp 26 --size 958 --count 600 10.0.0.9 > /dev/null &
check "the host finds the deadlock" wait_for 20 reported
is "the host sees all ports of the deadlock" "$(jq -r '.cycle[] | "\(.netns) \(.dev) \(.prio)"' \
	"$OUT/s1.deadlocks" | paste -sd,)" "s1 next 3,s2 next 3,s3 next 3"
sleep 0.5
is "a user finds no cycle over ports of others" "$(cat "$OUT/s2.deadlocks")" ""
kill "${users[@]}"
