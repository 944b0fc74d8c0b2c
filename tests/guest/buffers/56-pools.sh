#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Several pools.  Each PG is charged to its own pool.  A request can bind PGs that hold
# packets to another pool: either all PGs of the request move, or none.  Headrooms can be
# oversubscribed.  Several ports can follow one profile.  Changes of pools under traffic lose
# no packet.
#
# The hosts and the switch are those of three.bash.
#
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/three.bash
. /tests/guest/lib/probes.bash

# config: prints configuration and occupancy, one object per line
config()
{
	{
		pfc sw -j pool show
		pfc sw -j pg show
		pfc sw -j profile show
	} | jq -c '.. | objects | select(.pool or .size) | with_entries(select(.key |
		contains("peak") | not))'
}

# unchanged TEXT PATTERN COMMAND...: the command is refused and changes nothing
unchanged()
{
	local before

	before=$(config)
	refused "$@"
	is "$1: nothing changes" "$(diff <(echo "$before") <(config))" ""
}

# idle NAME RESERVED: the pool has RESERVED frames reserved, and nothing is charged to it
idle() { [ "$(pool "$1")" = "$2 0 0" ]; }

# drained: no packet waits in a port of the switch or of a host
drained()
{
	local where

	for where in h1 h3 sw; do
		! tc -n "$where" -s qdisc show | grep -q 'backlog [1-9]' || return
	done
}

three_hosts
pfc sw -b - <<-END
	port add dev p1 speed 10mbit
	port add dev p2 speed 10mbit
	port add dev p3
	pg set dev p1 pg 3 xoff $((50 * FRAME)) xon $((50 * FRAME)) headroom $((4 * FRAME))
	pg set dev p3 pg 3 xoff $((50 * FRAME)) xon $((50 * FRAME)) headroom $((4 * FRAME))
	pg set dev p2 pg all headroom 0
	pfc set dev p1 prio-pfc 3:on
	pfc set dev p3 prio-pfc 3:on
	pfc set dev p2 prio-pfc 0:on 3:on
	pool set size $((108 * FRAME))
	pool add roce size $((26 * FRAME))
	pool add tiny size $((10 * FRAME))
END
receive h2 held
stop

# ---- each PG is charged to its pool ---------------------------------------------

came h1 1 26 20 "p1 PG 3 holds twenty frames" p1 3 "0 20 0 0 0 0"
is "a PG is charged to the default pool" "$(pool default)" "8 20 0"
is "an unbound pool is not charged" "$(pool roce)" "0 0 0"
check "a PG with packets moves to another pool" pfc sw pg set dev p1 pg 3 pool roce
is "the new pool is charged" "$(pool roce)" "4 20 0"
is "the old pool is released" "$(pool default)" "4 0 0"
is "the move does not change the occupancy of the PG" "$(group p1 3)" "0 20 0 0 0 0"
came h1 1 26 2 "p1 PG 3 holds two more frames" p1 3 "0 22 0 0 0 0"
is "new packets are charged to the shared part of the new pool" "$(pool roce)" "4 22 0"
came h1 1 26 2 "packets above the shared part use the headroom" p1 3 "0 22 2 0 0 0"
is "the headroom of the new pool is charged" "$(pool roce) $(pool default)" "4 22 2 4 0 0"
came h3 2 26 5 "p3 PG 3 holds five frames" p3 3 "0 5 0 0 0 0"
is "the PG of another port stays in the default pool" "$(pool default)" "4 5 0"

# ---- refused changes of pools ----------------------------------------------------

unchanged "a pool smaller than the headroom is refused" \
	"p1 PG 3 needs $((14 * FRAME)) bytes of headroom, $((10 * FRAME)) bytes are free in pool tiny" \
	pfc sw pg set dev p1 pg 3 pool tiny headroom $((14 * FRAME))
unchanged "a pool without room for the packets is refused" \
	"p1 PG 3: its packets need [0-9]* bytes of the shared part of pool tiny, [0-9]* bytes are free" \
	pfc sw pg set dev p1 pg 3 pool tiny
unchanged "a move of two PGs is refused if one does not fit" \
	"p1 PG 3: its packets need [0-9]* bytes of the shared part of pool tiny" pfc sw pg set dev p1 pg all pool tiny
unchanged "an unknown pool is refused" "pool none: not found" \
	pfc sw pg set dev p1 pg 3 pool none
unchanged "deleting a pool in use is refused" \
	"in use: 1 PGs refer to it, packets hold $((24 * FRAME)) bytes" \
	pfc sw pool del roce
unchanged "deleting the default pool is refused" \
	"pool default: default pool cannot be deleted" pfc sw pool del default
unchanged "a pool size below the occupancy is refused" "pool roce: packets use [0-9]* bytes of the shared part" \
	pfc sw pool set roce size $((20 * FRAME))
unchanged "the name of an existing pool is refused" "pool roce: exists already" \
	pfc sw pool add roce size 1M
check "p1 PG 3 moves back to the default pool" pfc sw pg set dev p1 pg 3 pool default
is "a move transfers shared and headroom bytes" "$(pool default) $(pool roce)" "8 27 2 0 0 0"
check "a pool that held packets before is deleted" pfc sw pool del roce
check "an unused pool is deleted" pfc sw pool del tiny
refused "a deleted pool is not found" "pool tiny: not found" pfc sw pool show tiny

# ---- a port that is deleted leaves its packets in the pool -------------------------

check "the pool gone is added" pfc sw pool add gone size 1M
check "p3 PG 3 is bound to the pool gone" pfc sw pg set dev p3 pg 3 pool gone
check "port p3 is deleted" pfc sw port del dev p3
is "packets of a deleted port stay charged to its pool" "$(pool gone)" "0 5 0"
refused "deleting a pool that holds packets is refused" \
	"in use: 0 PGs refer to it, packets hold $((5 * FRAME)) bytes" \
	pfc sw pool del gone
go
check "the pool is released when the packets leave" wait_for 10 idle gone 0
check "a released pool is deleted" pfc sw pool del gone
check "the default pool is released" wait_for 10 idle default 4
received held
is "all packets of both ports arrive" \
	"$(value held '.flows["1"].datagrams, .flows["2"].datagrams' | xargs)" "24 5"

# ---- oversubscribed headrooms ------------------------------------------------------

pfc sw -b - <<-END
	port add dev p3
	pool add half size $((24 * FRAME)) oversubscribe-ratio 2
	pg set dev p3 pg 3 xoff $((10 * FRAME)) xon $((10 * FRAME)) headroom $((4 * FRAME)) pool half
	pg set dev p1 pg 3 xoff $((10 * FRAME)) xon $((10 * FRAME)) pool half
	pfc set dev p3 prio-pfc 3:on
END
is "ratio 2 reserves four frames for two headrooms of four" "$(pool half)" "4 0 0"
receive h2 half
stop
came h1 1 26 13 "the first PG uses three frames of headroom" p1 3 "0 10 3 0 0 0"
came h3 2 26 13 "the second PG gets one frame of headroom and drops two" p3 3 "0 10 1 0 0 2"
is "headroom use does not exceed the reservation of the pool" "$(pool half)" "4 20 4"
unchanged "a ratio that reserves less than the headroom use is refused" \
	"pool half: packets use $((4 * FRAME)) bytes of the headroom, the limit would be $((2 * FRAME))" \
	pfc sw pool set half oversubscribe-ratio 4
unchanged "a ratio that overlaps the shared use is refused" \
	"pool half: packets use $((20 * FRAME)) bytes of the shared part, the limit would be $((16 * FRAME))" \
	pfc sw pool set half oversubscribe-ratio 1
check "a larger pool accepts ratio 1" \
	pfc sw pool set half size $((28 * FRAME)) oversubscribe-ratio 1
is "ratio 1 reserves the whole headrooms" "$(pool half)" "8 20 4"
came h3 2 26 3 "ratio 1 gives the second PG its whole headroom" p3 3 "0 10 4 0 0 2"
check "the ratio is set to 1 again" pfc sw pool set half oversubscribe-ratio 1
check "p3 PG 3 becomes lossy" pfc sw pfc set dev p3 prio-pfc 3:off
is "the headroom use of the PG becomes shared use" "$(pool half)" "4 24 3"
go
check "the pool half is released" wait_for 10 idle half 4
received half
is "all packets except the two drops arrive" \
	"$(value half '.flows["1"].datagrams, .flows["2"].datagrams' | xargs)" "13 14"

# The headroom of a PG shrinks while others share it: what the PG has used belongs to no PG
pfc sw -b - <<-END
	pool set half size $((26 * FRAME)) oversubscribe-ratio 2
	pfc set dev p3 prio-pfc 3:on
END
receive h2 shrunk
stop
came h1 3 26 13 "the first PG uses three frames of headroom" p1 3 "0 10 3 0 0 0"
check "its headroom shrinks" pfc sw pg set dev p1 pg 3 headroom $FRAME
check "then each PG has a headroom of its own" pfc sw pool set half oversubscribe-ratio 1
came h3 4 26 14 "the second PG gets what is left in the pool" p3 3 "0 10 2 0 0 4"
is "the pool does not hold more than its size" "$(pool half)" "5 20 5"
go
check "the pool half is released" wait_for 10 idle half 5
received shrunk
pfc sw pool set half size $((28 * FRAME))
pfc sw pg set dev p1 pg 3 headroom $((4 * FRAME))
receive h2 whole
stop
came h1 5 26 14 "the first PG has its whole headroom" p1 3 "0 10 4 0 0 0"
came h3 6 26 14 "so does the second one" p3 3 "0 10 4 0 0 4"
go
check "the pool half is released" wait_for 10 idle half 8
received whole
is "all packets except the two drops arrive" "$(value shrunk .datagrams) $(value whole .datagrams)" \
	"25 28"

# ---- a larger pool is one change for all ports ----------------------------------------

PORTS=6
# short: prints how many ports have less headroom than they need
short()
{
	pfc sw -j pg show | jq '[.[].pg[4] | select(.pool == "auto" and .headroom < .headroom_needed)] | length'
}

for ((n = 1; n <= PORTS; n++)); do
	ip -n sw link add a$n type dummy
	cat <<-END
		port add dev a$n speed 10gbit
		pg set dev a$n pg 4 pool auto headroom auto
		pfc set dev a$n prio-pfc 4:on
	END
done > /tmp/ports
check "a pool for automatic headrooms is added" pfc sw pool add auto size 64M
check "its ports are added" pfc sw -b /tmp/ports
each=$(($(pfc sw -j pool show auto | jq .reserved) / PORTS))
check "the pool has no more room" pfc sw pool set auto size $((each * PORTS))
for ((n = 1; n <= PORTS; n++)); do
	ip -n sw link set a$n mtu 9000
done
is "no headroom can grow" "$(short)" $PORTS
needed=$(pfc sw -j pg show dev a1 | jq '.[0].pg[4].headroom_needed')
probes=yes
have_probes "enlarging two headrooms waits for few grace periods" \
	"enlarging all waits for few grace periods" || probes=
[ -z "$probes" ] || probe grace synchronize_net

# enlarge LABEL SIZE: enlarges the pool, and compares how often that waits
enlarge()
{
	local label=$1 size=$2

	if [ -n "$probes" ]; then
		between "$label waits for few grace periods" \
			"$(calls_by grace pfc sw pool set auto size "$size")" 1 3
	else
		pfc sw pool set auto size "$size"
	fi
}

enlarge "enlarging two headrooms" $((each * (PORTS - 2) + needed * 2))
is "two headrooms have room" "$(short)" $((PORTS - 2))
enlarge "enlarging all" 64M
is "all headrooms have grown" "$(short)" 0
[ -z "$probes" ] || probe_end grace
for ((n = 1; n <= PORTS; n++)); do
	ip -n sw link del a$n
done
check "the pool is deleted" pfc sw pool del auto

# ---- profiles ----------------------------------------------------------------------

pfc sw -b - <<-END
	profile add lossless xoff $((20 * FRAME)) xon $((10 * FRAME)) headroom $((4 * FRAME)) min $FRAME
	pg set dev p1 pg 3 profile lossless
	pg set dev p3 pg 3 profile lossless
	pfc set dev p3 prio-pfc 3:on
	pool del half
	stats clear
END
is "the profile has two PGs" "$(pfc sw -j profile show lossless | jq .pgs)" 2
is "the pool reserves the profile's values for both PGs" "$(pool default)" "10 0 0"
receive h2 profile
stop
came h1 1 26 22 "p1 PG 3 has the thresholds of the profile" p1 3 "1 20 1 0 0 0"
came h3 2 26 10 "p3 PG 3 has the thresholds of the profile" p3 3 "1 9 0 0 0 0"
check "the profile is changed" \
	pfc sw profile set lossless min $((5 * FRAME)) headroom $((6 * FRAME))
is "p1 PG 3 follows the changed profile" "$(group p1 3)" "5 16 1 0 0 0"
is "p3 PG 3 follows the changed profile" "$(group p3 3)" "5 5 0 0 0 0"
is "the reservation follows the changed profile" "$(pool default)" "22 21 1"
unchanged "a profile that does not fit the pool is refused" \
	"p3 PG 3 needs $((50 * FRAME)) bytes of headroom, [0-9]* bytes are free in pool default" \
	pfc sw profile set lossless headroom $((50 * FRAME))
check "a pool with room for one of the PGs is added" pfc sw pool add small size $((40 * FRAME))
unchanged "a move of two ports is refused if one does not fit" \
	"p3 PG 3: its packets need [0-9]* bytes of the shared part of pool small" pfc sw profile set lossless pool small
check "the pool is enlarged for both PGs" pfc sw pool set small size $((44 * FRAME))
check "the profile moves both PGs" pfc sw profile set lossless pool small
is "a move of a profile transfers all charges" "$(pool small) $(pool default)" "22 21 1 0 0 0"
unchanged "setting a PG that follows a profile is refused" "pg 3: follows profile lossless" \
	pfc sw pg set dev p1 pg 3 xoff 1M
unchanged "deleting a profile in use is refused" "profile lossless: in use: 2 PGs follow it" \
	pfc sw profile del lossless
unchanged "deleting the pool of a profile is refused" \
	"in use by profile lossless" pfc sw pool del small
check "p3 PG 3 leaves the profile" pfc sw pg set dev p3 pg 3 profile none
check "a PG that leaves a profile keeps its settings" \
	test "$(pfc sw -j pg show dev p3 | jq '.[0].pg[3].headroom')" = $((6 * FRAME))
check "the port with the other PG of the profile is deleted" pfc sw port del dev p1
check "a profile without PGs is deleted" pfc sw profile del lossless
go
check "the pool small is released" wait_for 10 idle small 11
received profile
is "all packets of the profile's PGs arrive" \
	"$(value profile '.flows["1"].datagrams, .flows["2"].datagrams' | xargs)" "22 10"

# ---- moves under traffic -------------------------------------------------------------

pfc sw -b - <<-END
	port add dev p1 speed 10mbit
	pool set small size 1M
	pool set size 1M
	port set dev p2 rate 10mbit
	profile add lossless xoff $((20 * FRAME)) xon $((10 * FRAME)) headroom $((110 * FRAME))
	pg set dev p1 pg 3 profile lossless
	pg set dev p3 pg 3 profile lossless
	pfc set dev p1 prio-pfc 3:on
END
# Makes the hosts' devices ports: from now on the hosts obey PFC and drop no PFC frames
for host in h1 h3; do
	pfc "$host" -b - <<-END
		port add dev eth0 speed 10mbit rate 10mbit
		pg set dev eth0 pg all headroom 0
		pfc set dev eth0 prio-pfc 3:on
	END
done
before=$(losses)
receive h2 moved
send h1 first --flow 1 --dscp 26 --count 2000 10.0.0.2 &
first=$!
send h3 second --flow 2 --dscp 26 --count 2000 10.0.0.2 &
second=$!
moves=0
while kill -0 "$first" 2> /dev/null || kill -0 "$second" 2> /dev/null; do
	for pool in small default; do
		pfc sw profile set lossless pool "$pool" xoff $(((moves % 7 + 10) * FRAME)) \
			min $((moves % 3 * FRAME)) && moves=$((moves + 1))
	done
done
wait "$first" "$second"
check "the pool changes at least 5 times under traffic" test "$moves" -ge 5
check "all packets leave after the traffic" wait_for 20 drained
check "the pool small is released" wait_for 10 idle small 0
sleep 0.1
received moved
is "changes of pools under traffic lose nothing" \
	"$(value moved '.flows["1"].datagrams, .flows["2"].datagrams' | xargs)" "2000 2000"
is "the reservation matches the profile after the traffic" "$(pool default) $(pool small)" \
	"$(((moves - 1) % 3 * 2 + 220)) 0 0 0 0 0"
note "$moves moves"
is "no packet is lost outside the ports" "$(losses)" "$before"
