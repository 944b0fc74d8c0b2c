#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Limits of egress queues: they keep one lossy receiver from filling the pool.  Watermarks
# of PGs, queues and pools, and how each of them is cleared.
#
# The hosts and the switch are those of three.bash.
#
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/three.bash

# dropped DEV PG: prints two numbers of dropped frames of a PG: dropped by the egress queue,
# and dropped for other causes
dropped()
{
	stat sw "$1" ".[0].pg[$2] | [.drop_egress, .drop_limit + .drop_pool +
		.drop_headroom + .drop_rest + .drop_flush] | join(\" \")"
}

# class QUEUE: prints the queued and the dropped frames of a queue of p2, as tc reports them
class()
{
	nsexec sw tc -s class show dev p2 | awk -v class=":$(($1 + 1))" -v f=$FRAME '
	$1 == "class" { found = $3 ~ class "$" }
	found && /dropped/ { dropped = $7 + 0 }
	found && $1 == "backlog" { print $2 / f, dropped }'
}

backlog() { class "$1" | cut -d " " -f 1; }

# marks DEV PG: prints sum, shared and headroom peak of the PG since the last clear, then the
# same peaks of its lifetime
marks()
{
	pfc sw -j watermark show | jq -r "[.ports[] | select(.dev == \"$1\") | .pg[$2] |
		(.peak, .shared_peak, .headroom_peak, .lifetime_peak, .shared_lifetime_peak,
		.headroom_lifetime_peak) / $FRAME] | join(\" \")"
}

# queue_marks QUEUE: prints peak and lifetime peak of a queue of p2
queue_marks()
{
	pfc sw -j watermark show | jq -r "[.ports[] | select(.dev == \"p2\") |
		.queue[$1] | (.peak, .lifetime_peak) / $FRAME] | join(\" \")"
}

# pool_marks: prints shared and headroom peak of the pool, then the same peaks of its lifetime
pool_marks()
{
	pfc sw -j watermark show | jq -r "[.pools[] | select(.name == \"default\") |
		(.shared_peak, .headroom_peak, .shared_lifetime_peak, .headroom_lifetime_peak) /
		$FRAME] | join(\" \")"
}

gone() { [ "$(pool default)" = "$1 0 0" ]; }

three_hosts
pfc sw -b - 2> /dev/null <<-END
	port add dev p1 speed 10mbit
	port add dev p2 speed 10mbit
	port add dev p3
	pg set dev p1 pg 3 min $FRAME xoff $((8 * FRAME)) xon $((4 * FRAME)) headroom $((6 * FRAME))
	pg set dev p2 pg all headroom 0
	pfc set dev p1 prio-pfc 3:on
	pfc set dev p2 prio-pfc 0:on 3:on
	pool set size $((67 * FRAME))
END

# ---- a fixed limit -------------------------------------------------------------------

check "all queues of p2 get a limit of 12 frames" \
	pfc sw queue set dev p2 queue all limit $((12 * FRAME))
receive h2 fixed
stop
send h1 sent --flow 1 --dscp 0 --count 8 10.0.0.2
is "frames below the limit are queued" "$(dropped p1 0) $(backlog 0)" "0 0 8"
send h3 sent --flow 2 --dscp 0 --count 8 10.0.0.2
is "a second port gets the rest of the limit" "$(dropped p3 0) $(backlog 0)" "4 0 12"
send h1 sent --flow 1 --dscp 0 --count 5 10.0.0.2
is "a full lossy queue drops all frames" "$(dropped p1 0) $(backlog 0)" "5 0 12"
is "drop_egress of the queue counts the drops of all ports" \
	"$(stat sw p2 '.[0].queue[0].drop_egress')" 9
is "tc reports the same backlog and drops" "$(class 0)" "12 9"
send h1 sent --flow 3 --dscp 26 --count 14 10.0.0.2
is "lossless frames exceed the limit of the queue" "$(dropped p1 3) $(backlog 3)" "0 0 14"
send h3 sent --flow 4 --dscp 26 --count 3 10.0.0.2
is "lossy frames of the same queue are dropped" "$(dropped p3 3) $(backlog 3)" "3 0 14"
check "the limit of all queues is removed" pfc sw queue set dev p2 queue all limit none
send h3 sent --flow 2 --dscp 0 --count 3 10.0.0.2
is "a queue without a limit drops nothing" "$(dropped p3 0) $(backlog 0)" "4 0 15"

# ---- watermarks ---------------------------------------------------------------------

is "peaks of a PG with guarantee, shared part and headroom" "$(marks p1 3)" "14 8 5 14 8 5"
is "peaks of a PG that holds shared bytes only" "$(marks p1 0)" "8 8 0 8 8 0"
is "peaks of the queues" "$(queue_marks 3) $(queue_marks 0)" "14 14 15 15"
is "peaks of the pool" "$(pool_marks)" "23 5 23 5"
go
check "all buffers are released" wait_for 10 gone 7
is "peaks stay after the release" "$(marks p1 3) $(queue_marks 3) $(pool_marks)" \
	"14 8 5 14 8 5 14 14 23 5 23 5"
check "the peaks of one PG are cleared" pfc sw watermark clear dev p1 pg 3
is "clearing a PG keeps its lifetime peaks" "$(marks p1 3)" "0 0 0 14 8 5"
is "clearing a PG keeps the peaks of PGs, queues and pools" \
	"$(marks p1 0) $(queue_marks 3) $(pool_marks)" \
	"8 8 0 8 8 0 14 14 23 5 23 5"
times=$(stat sw p1 '.[0].pg[3].peak_cleared_ns > .[0].pg[0].peak_cleared_ns')
is "peak_cleared_ns is the time of the clear" "$times" true
check "the peaks of one queue are cleared" pfc sw watermark clear dev p2 queue 3
is "clearing a queue keeps the peaks of other queues" \
	"$(queue_marks 3) $(queue_marks 0)" "0 14 15 15"
check "the peaks of the pool are cleared" pfc sw watermark clear pool default
is "clearing a pool keeps the peaks of PGs" "$(pool_marks) $(marks p1 0)" "0 0 23 5 8 8 0 8 8 0"
stop
send h1 sent --flow 3 --dscp 26 --count 3 10.0.0.2
is "cleared peaks rise again" "$(marks p1 3) $(queue_marks 3) $(pool_marks)" \
	"3 2 0 14 8 5 3 14 2 0 23 5"
check "all peaks are cleared" pfc sw watermark clear
is "the clear sets peaks to the current occupancy" "$(marks p1 3) $(queue_marks 3) $(pool_marks)" \
	"3 2 0 14 8 5 3 14 2 0 23 5"
go
check "all buffers are released" wait_for 10 gone 7
check "the guarantee of a PG is removed" pfc sw pg set dev p1 pg 3 min 0
is "a changed guarantee does not raise the peaks" "$(marks p1 3)" "3 2 0 14 8 5"
received fixed
is "all frames that were not dropped arrive" \
	"$(value fixed '.flows["1"].datagrams, .flows["2"].datagrams,
	.flows["3"].datagrams' | xargs)" "8 7 17"

# ---- a dynamic limit --------------------------------------------------------------------

pfc sw -b - <<-END
	pool set size $((46 * FRAME))
	queue set dev p2 queue 0 alpha 1
	stats clear
END
receive h2 share
stop
# a queue with n frames accepts one more if n + 1 <= 40 - n, the free frames of the pool
send h1 sent --flow 1 --dscp 0 --count 30 10.0.0.2
is "alpha 1 limits a queue to half of the free pool" "$(dropped p1 0) $(backlog 0)" "10 0 20"
send h3 sent --flow 2 --dscp 26 --count 10 10.0.0.2
is "a lossless queue uses the free pool" "$(dropped p3 3) $(backlog 3)" "0 0 10"
send h3 sent --flow 3 --dscp 0 --count 2 10.0.0.2
is "a lossy queue above its dynamic limit drops frames" "$(dropped p3 0) $(backlog 0)" "2 0 20"
check "the pool is enlarged" pfc sw pool set size $((62 * FRAME))
send h3 sent --flow 3 --dscp 0 --count 9 10.0.0.2
is "a larger pool raises the dynamic limit" "$(dropped p3 0) $(backlog 0)" "8 0 23"
go
check "all buffers are released" wait_for 10 gone 6
received share
is "all frames below the dynamic limit arrive" \
	"$(value share '.flows["1"].datagrams, .flows["2"].datagrams,
	.flows["3"].datagrams' | xargs)" "20 10 3"

# ---- GSO: the segments after a dropped frame ---------------------------------------------

offload h1 eth0 on
offload sw p1 on
check "queue 0 of p2 gets a limit of 4 frames" \
	pfc sw queue set dev p2 queue 0 alpha off limit $((4 * FRAME))
check "counters are cleared" pfc sw stats clear
receive h2 gso
stop
send h1 sent --flow 1 --dscp 0 --count 10 --gso 10 10.0.0.2
is "segments after a dropped one count as drop_rest" \
	"$(stat sw p1 '.[0].pg[0] | [.drop_egress, .drop_rest] | join(" ")') $(backlog 0)" \
	"1 5 4"
go
check "all buffers are released" wait_for 10 gone 6
received gso
is "the queued segments arrive" "$(value gso '.flows["1"].datagrams')" 4
