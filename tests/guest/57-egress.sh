#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What an egress queue may hold, and what was held at most: limits that keep one lossy
# receiver from taking the pool, and watermarks of groups, queues and pools, cleared one
# by one.
#
# The hosts and the switch are those of three.bash.

. /tests/guest/lib.sh
. /tests/guest/paths.bash
. /tests/guest/three.bash

# dropped DEV PG: frames of a group that the egress queue, and anything else, refused
dropped()
{
	stat sw "$1" ".[0].pg[$2] | [.drop_egress, .drop_limit + .drop_pool +
		.drop_headroom + .drop_rest + .drop_flush] | join(\" \")"
}

# class QUEUE: frames that wait at p2 and were dropped there, as tc says
class()
{
	nsexec sw tc -s class show dev p2 | awk -v class=":$(($1 + 1))" -v f=$FRAME '
	$1 == "class" { found = $3 ~ class "$" }
	found && /dropped/ { dropped = $7 + 0 }
	found && $1 == "backlog" { print $2 / f, dropped }'
}

backlog() { class "$1" | cut -d " " -f 1; }

# marks DEV PG: most that the group held, since the clear and ever: sum, shared, headroom
marks()
{
	pfc sw -j watermark show | jq -r "[.ports[] | select(.dev == \"$1\") | .pg[$2] |
		(.peak, .shared_peak, .headroom_peak, .peak_ever, .shared_peak_ever,
		.headroom_peak_ever) / $FRAME] | join(\" \")"
}

# queue_marks QUEUE: the same of a queue of p2
queue_marks()
{
	pfc sw -j watermark show | jq -r "[.ports[] | select(.dev == \"p2\") |
		.queue[$1] | (.peak, .peak_ever) / $FRAME] | join(\" \")"
}

# pool_marks: the same of the pool: shared, headroom
pool_marks()
{
	pfc sw -j watermark show | jq -r "[.pools[] | select(.name == \"default\") |
		(.shared_peak, .headroom_peak, .shared_peak_ever, .headroom_peak_ever) /
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

check "a limit" pfc sw queue set dev p2 queue all limit $((12 * FRAME))
receive h2 fixed
stop
send h1 sent --flow 1 --dscp 0 --count 8 10.0.0.2
is "the first finds room" "$(dropped p1 0) $(backlog 0)" "0 0 8"
send h3 sent --flow 2 --dscp 0 --count 8 10.0.0.2
is "the second as much as is left" "$(dropped p3 0) $(backlog 0)" "4 0 12"
send h1 sent --flow 1 --dscp 0 --count 5 10.0.0.2
is "then nobody does" "$(dropped p1 0) $(backlog 0)" "5 0 12"
is "the queue counts them all" "$(stat sw p2 '.[0].queue[0].drop_egress')" 9
is "and so does tc" "$(class 0)" "12 9"
send h1 sent --flow 3 --dscp 26 --count 14 10.0.0.2
is "a lossless queue takes more" "$(dropped p1 3) $(backlog 3)" "0 0 14"
send h3 sent --flow 4 --dscp 26 --count 3 10.0.0.2
is "but nothing lossy beside that" "$(dropped p3 3) $(backlog 3)" "3 0 14"
check "no limit" pfc sw queue set dev p2 queue all limit none
send h3 sent --flow 2 --dscp 0 --count 3 10.0.0.2
is "lets all in again" "$(dropped p3 0) $(backlog 0)" "4 0 15"

# ---- watermarks ---------------------------------------------------------------------

is "a group's watermark: guarantee, shared part, headroom" "$(marks p1 3)" "14 8 5 14 8 5"
is "one that has only shared" "$(marks p1 0)" "8 8 0 8 8 0"
is "a queue's" "$(queue_marks 3) $(queue_marks 0)" "14 14 15 15"
is "the pool's" "$(pool_marks)" "23 5 23 5"
go
check "all is released" wait_for 10 gone 7
is "they stay" "$(marks p1 3) $(queue_marks 3) $(pool_marks)" \
	"14 8 5 14 8 5 14 14 23 5 23 5"
check "one group's are cleared" pfc sw watermark clear dev p1 pg 3
is "what it held since the port is there is known" "$(marks p1 3)" "0 0 0 14 8 5"
is "no other's are" "$(marks p1 0) $(queue_marks 3) $(pool_marks)" \
	"8 8 0 8 8 0 14 14 23 5 23 5"
times=$(stat sw p1 '.[0].pg[3].peak_cleared_ns > .[0].pg[0].peak_cleared_ns')
is "it is known when that was" "$times" true
check "one queue's" pfc sw watermark clear dev p2 queue 3
is "and no other's" "$(queue_marks 3) $(queue_marks 0)" "0 14 15 15"
check "the pool's" pfc sw watermark clear pool default
is "and nothing else" "$(pool_marks) $(marks p1 0)" "0 0 23 5 8 8 0 8 8 0"
stop
send h1 sent --flow 3 --dscp 26 --count 3 10.0.0.2
is "they rise again" "$(marks p1 3) $(queue_marks 3) $(pool_marks)" \
	"3 2 0 14 8 5 3 14 2 0 23 5"
check "all are cleared" pfc sw watermark clear
is "to what is held now" "$(marks p1 3) $(queue_marks 3) $(pool_marks)" \
	"3 2 0 14 8 5 3 14 2 0 23 5"
go
check "all is released" wait_for 10 gone 7
check "another guarantee" pfc sw pg set dev p1 pg 3 min 0
is "leaves no mark of what never was" "$(marks p1 3)" "3 2 0 14 8 5"
received fixed
is "what no queue refused arrives" "$(value fixed '.flows["1"].datagrams, .flows["2"].datagrams,
	.flows["3"].datagrams' | xargs)" "8 7 17"

# ---- a share of what is free ----------------------------------------------------------

pfc sw -b - <<-END
	pool set size $((46 * FRAME))
	queue set dev p2 queue 0 alpha 1
	stats clear
END
receive h2 share
stop
# with n held, one more fits if n + 1 <= 40 - n
send h1 sent --flow 1 --dscp 0 --count 30 10.0.0.2
is "as much as is left to others" "$(dropped p1 0) $(backlog 0)" "10 0 20"
send h3 sent --flow 2 --dscp 26 --count 10 10.0.0.2
is "of which another queue takes some" "$(dropped p3 3) $(backlog 3)" "0 0 10"
send h3 sent --flow 3 --dscp 0 --count 2 10.0.0.2
is "so that the first gets no more" "$(dropped p3 0) $(backlog 0)" "2 0 20"
check "a larger pool" pfc sw pool set size $((62 * FRAME))
send h3 sent --flow 3 --dscp 0 --count 9 10.0.0.2
is "lets it take more" "$(dropped p3 0) $(backlog 0)" "8 0 23"
go
check "all is released" wait_for 10 gone 6
received share
is "and arrives" "$(value share '.flows["1"].datagrams, .flows["2"].datagrams,
	.flows["3"].datagrams' | xargs)" "20 10 3"

# ---- GSO: what follows a refused frame ---------------------------------------------------

offload h1 eth0 on
offload sw p1 on
check "a limit again" pfc sw queue set dev p2 queue 0 alpha off limit $((4 * FRAME))
check "counters start anew" pfc sw stats clear
receive h2 gso
stop
send h1 sent --flow 1 --dscp 0 --count 10 --gso 10 10.0.0.2
is "is dropped, too" "$(stat sw p1 '.[0].pg[0] | [.drop_egress, .drop_rest] | join(" ")') $(backlog 0)" \
	"1 5 4"
go
check "all is released" wait_for 10 gone 6
received gso
is "the rest arrives" "$(value gso '.flows["1"].datagrams')" 4
