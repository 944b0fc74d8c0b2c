#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Several pools: each group is charged to its own; groups move while they hold packets,
# all of a request or none; headrooms that are overbooked; profiles that several ports
# follow; and all of this under traffic that must not lose a packet.
#
# The hosts and the switch are those of three.bash.

. /tests/guest/lib.sh
. /tests/guest/paths.bash
. /tests/guest/three.bash

# config: all that is configured, and held, a line each
config()
{
	{
		pfc sw -j pool show
		pfc sw -j pg show
		pfc sw -j profile show
	} | jq -c '.. | objects | select(.pool or .size) | with_entries(select(.key |
		contains("peak") | not))'
}

# unchanged TEXT PATTERN COMMAND...: refused, and all is as it was
unchanged()
{
	local before

	before=$(config)
	refused "$@"
	is "... and nothing has changed" "$(diff <(echo "$before") <(config))" ""
}

# idle NAME RESERVED: nothing waits that is charged to the pool
idle() { [ "$(pool "$1")" = "$2 0 0" ]; }

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

# ---- each group is charged to its pool ------------------------------------------

came h1 1 26 20 "twenty frames" p1 3 "0 20 0 0 0 0"
is "are in the default pool" "$(pool default)" "8 20 0"
is "not in the other" "$(pool roce)" "0 0 0"
check "a group moves with what it holds" pfc sw pg set dev p1 pg 3 pool roce
is "into the other pool" "$(pool roce)" "4 20 0"
is "and out of the first" "$(pool default)" "4 0 0"
is "it holds what it held" "$(group p1 3)" "0 20 0 0 0 0"
came h1 1 26 2 "two more" p1 3 "0 22 0 0 0 0"
is "fill the other pool's shared part" "$(pool roce)" "4 22 0"
came h1 1 26 2 "what comes then goes to the headroom" p1 3 "0 22 2 0 0 0"
is "of the other pool" "$(pool roce) $(pool default)" "4 22 2 4 0 0"
came h3 2 26 5 "while another port's are" p3 3 "0 5 0 0 0 0"
is "in the default pool" "$(pool default)" "4 5 0"

# ---- what does not fit does not move, and what is in use is not deleted ----------

unchanged "a pool that is too small for its headroom" "pool tiny: needs $((14 * FRAME)) bytes, has" \
	pfc sw pg set dev p1 pg 3 pool tiny headroom $((14 * FRAME))
unchanged "a pool that is too full now" "p1: pg 3: pool tiny is too full" \
	pfc sw pg set dev p1 pg 3 pool tiny
unchanged "of two groups that are to move neither does if one cannot" \
	"p[13]: pg 3: pool tiny is too full" pfc sw pg set dev p1 pg all pool tiny
unchanged "a pool that does not exist" "pool none: there is none" \
	pfc sw pg set dev p1 pg 3 pool none
unchanged "a pool in use is not deleted" "pool in use: 1 PGs bound, $((24 * FRAME)) bytes" \
	pfc sw pool del roce
unchanged "nor the default one" "pool default: cannot be deleted" pfc sw pool del default
unchanged "a pool does not shrink below what it holds" "pool roce: shared use" \
	pfc sw pool set roce size $((20 * FRAME))
unchanged "nor does it get the name of another" "pool roce: exists already" \
	pfc sw pool add roce size 1M
check "back" pfc sw pg set dev p1 pg 3 pool default
is "all moves, headroom too" "$(pool default) $(pool roce)" "8 27 2 0 0 0"
check "a pool that nobody uses is deleted" pfc sw pool del roce
check "and so is another" pfc sw pool del tiny
refused "then it is gone" "pool tiny: there is none" pfc sw pool show tiny

# ---- a port that is deleted leaves its packets in the pool -------------------------

check "a pool" pfc sw pool add gone size 1M
check "for the third port" pfc sw pg set dev p3 pg 3 pool gone
check "which is deleted" pfc sw port del dev p3
is "what came in there still waits" "$(pool gone)" "0 5 0"
refused "so its pool cannot go" "pool in use: 0 PGs bound, $((5 * FRAME)) bytes held" \
	pfc sw pool del gone
go
check "until that has left" wait_for 10 idle gone 0
check "then it can" pfc sw pool del gone
check "the other port's is released, too" wait_for 10 idle default 4
received held
is "all arrive" "$(value held '.flows["1"].datagrams, .flows["2"].datagrams' | xargs)" "24 5"

# ---- headrooms that are overbooked -------------------------------------------------

pfc sw -b - <<-END
	port add dev p3
	pool add half size $((24 * FRAME)) headroom-ratio 2
	pg set dev p3 pg 3 xoff $((10 * FRAME)) xon $((10 * FRAME)) headroom $((4 * FRAME)) pool half
	pg set dev p1 pg 3 xoff $((10 * FRAME)) xon $((10 * FRAME)) pool half
	pfc set dev p3 prio-pfc 3:on
END
is "two headrooms of four frames reserve four" "$(pool half)" "4 0 0"
receive h2 half
stop
came h1 1 26 13 "the first takes three of them" p1 3 "0 10 3 0 0 0"
came h3 2 26 13 "the second gets one, and loses two" p3 3 "0 10 1 0 0 2"
is "the pool holds no more than it reserved" "$(pool half)" "4 20 4"
unchanged "less cannot be reserved now" "pool half: headroom use $((4 * FRAME)) > $((2 * FRAME))" \
	pfc sw pool set half headroom-ratio 4
unchanged "for more there is no room" "pool half: shared use $((20 * FRAME)) > $((16 * FRAME))" \
	pfc sw pool set half headroom-ratio 1
check "a larger pool has it" pfc sw pool set half size $((28 * FRAME)) headroom-ratio 1
is "then all is reserved" "$(pool half)" "8 20 4"
came h3 2 26 3 "and the second gets the rest of its own" p3 3 "0 10 4 0 0 2"
check "half of it again" pfc sw pool set half headroom-ratio 1
check "a group ceases to be lossless" pfc sw pfc set dev p3 prio-pfc 3:off
is "what it had in its own headroom is shared now" "$(pool half)" "4 24 3"
go
check "all is released" wait_for 10 idle half 4
received half
is "all but those arrive" "$(value half '.flows["1"].datagrams, .flows["2"].datagrams' | xargs)" "13 14"

# ---- profiles ----------------------------------------------------------------------

pfc sw -b - <<-END
	profile add lossless xoff $((20 * FRAME)) xon $((10 * FRAME)) headroom $((4 * FRAME)) min $FRAME
	pg set dev p1 pg 3 profile lossless
	pg set dev p3 pg 3 profile lossless
	pfc set dev p3 prio-pfc 3:on
	pool del half
	stats clear
END
is "two groups follow a profile" "$(pfc sw -j profile show lossless | jq .pgs)" 2
is "with what it says reserved" "$(pool default)" "10 0 0"
receive h2 profile
stop
came h1 1 26 22 "they have its thresholds" p1 3 "1 20 1 0 0 0"
came h3 2 26 10 "both of them" p3 3 "1 9 0 0 0 0"
check "the profile changes" pfc sw profile set lossless min $((5 * FRAME)) headroom $((6 * FRAME))
is "and with it the one" "$(group p1 3)" "5 16 1 0 0 0"
is "and the other" "$(group p3 3)" "5 5 0 0 0 0"
is "and what is reserved" "$(pool default)" "22 21 1"
unchanged "a change for which there is no room" "pool default: needs $((110 * FRAME)) bytes, has" \
	pfc sw profile set lossless headroom $((50 * FRAME))
check "a pool for one of the groups" pfc sw pool add small size $((40 * FRAME))
unchanged "of two groups on two ports neither moves if one cannot" \
	"p3: pg 3: pool small is too full" pfc sw profile set lossless pool small
check "a little larger" pfc sw pool set small size $((44 * FRAME))
check "both move" pfc sw profile set lossless pool small
is "with all they hold" "$(pool small) $(pool default)" "22 21 1 0 0 0"
unchanged "a group has nothing of its own then" "pg 3: follows profile lossless" \
	pfc sw pg set dev p1 pg 3 xoff 1M
unchanged "a profile in use is not deleted" "profile in use: 2 PGs follow it" \
	pfc sw profile del lossless
unchanged "nor its pool" "pool in use: by profile lossless" pfc sw pool del small
check "a group leaves it" pfc sw pg set dev p3 pg 3 profile none
check "and keeps what it has" test "$(pfc sw -j pg show dev p3 | jq '.[0].pg[3].headroom')" = $((6 * FRAME))
check "a port with the other is deleted" pfc sw port del dev p1
check "then the profile can be, too" pfc sw profile del lossless
go
check "all is released" wait_for 10 idle small 11
received profile
is "all arrive" "$(value profile '.flows["1"].datagrams, .flows["2"].datagrams' | xargs)" "22 10"

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
# until now the hosts were no ports and dropped what told them to stop
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
check "pools were changed often" test "$moves" -ge 5
check "then all is released" wait_for 20 idle small 0
received moved
is "nothing was lost" "$(value moved '.flows["1"].datagrams, .flows["2"].datagrams' | xargs)" "2000 2000"
is "what is reserved is what the profile says" "$(pool default) $(pool small)" \
	"$(((moves - 1) % 3 * 2 + 220)) 0 0 0 0 0"
note "$moves moves"
is "nothing is lost elsewhere" "$(losses)" "$before"
