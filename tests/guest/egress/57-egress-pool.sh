#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A pool of egress queues: a packet is admitted at ingress by its PG, and at egress by its queue.
# With alpha, a queue that fills alone takes alpha/(1 + alpha) of the shared part, and the next one
# the same part of the rest.
#
# The hosts and the switch are those of three.bash.
#
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/three.bash

CELL=208

# fills HOST DSCP COUNT: HOST sends COUNT small frames, which take one cell each
fills() { send "$1" sent --flow "$2" --dscp "$2" --size 24 --count "$3" 10.0.0.2; }

# used POOL: prints the shared cells in use, and the reserved cells
used() { pfc sw -j pool show "$1" | jq -r "[(.shared_used, .guarantees) / $CELL] | join(\" \")"; }

# queue QUEUE: prints the frames that wait in a queue of p2, as tc reports them, and its drops
queue()
{
	nsexec sw tc -s class show dev p2 | awk -v class=":$(($1 + 1))" '
	$1 == "class" { found = $3 ~ class "$" }
	found && /dropped/ { dropped = $7 + 0 }
	found && $1 == "backlog" { print $3 + 0, dropped }'
}

# came TEXT HOST DSCP COUNT QUEUE WANTED: what queue and used print after COUNT frames
came()
{
	fills "$2" "$3" "$4"
	is "$1" "$(queue "$5"), $(used egress)" "$6"
}

empty() { [ "$(used egress)" = "0 $1" ] && [ "$(pfc sw -j pool show default | jq .shared_used)" = 0 ]; }

three_hosts
pfc_frame "$(mac h2 eth0)" 0x0f 0xffff > /tmp/xoff
pfc_frame "$(mac h2 eth0)" 0x0f 0 > /tmp/xon
pfc sw -b - <<-END
	pool set size 8M
	port add dev p1 speed 10mbit
	port add dev p2 speed 10mbit
	port add dev p3 speed 10mbit
	pg set dev p1 pg all limit 4M
	pg set dev p3 pg all limit 4M
	pfc set dev p1 prio-pfc 3:on
	pfc set dev p2 prio-pfc-rx 0-3:on
	pool add egress size $((1016 * CELL)) cell $CELL
END
receive h2 all
check "two queues are charged to a pool" \
	pfc sw queue set dev p2 queue 1 pool egress min $((8 * CELL)) alpha 1
check "the second one has another guarantee" \
	pfc sw queue set dev p2 queue 2 pool egress min $((8 * CELL)) alpha 1
check "a lossless queue is charged to it" pfc sw queue set dev p2 queue 3 pool egress
is "the pool shows queues and guarantees" \
	"$(pfc sw -j pool show egress | jq -r "[.queues, .pgs, .guarantees / $CELL,
	.shared_size / $CELL] | join(\" \")")" "3 0 16 1000"
is "the queue shows pool and guarantee" \
	"$(pfc sw -j queue show dev p2 | jq -c '[.[0].queue[0, 1] | .pool, .min_bytes]')" \
	"[null,0,\"egress\",$((8 * CELL))]"
stop

# ---- one queue after the other --------------------------------------------------------

came "packet 508 is the last one that fits" h1 8 508 1 "508 0, 500 16"
came "packet 509 is dropped" h1 8 1 1 "508 1, 500 16"
is "the PG that it arrived on counts the drop" "$(stat sw p1 '.[0].pg[1].drop_egress')" 1
is "the PG is charged with the bytes of all frames" \
	"$(stat sw p1 '.[0].pg[1].occupancy')" "$((508 * 66))"
came "the second queue has half of the rest" h3 16 300 2 "258 42, 750 16"
check "a guarantee grows" pfc sw queue set dev p2 queue 1 min $((18 * CELL))
is "the bytes of the guarantee leave the shared part" "$(used egress)" "740 26"
check "a guarantee shrinks" pfc sw queue set dev p2 queue 1 min $((8 * CELL))
is "its bytes return" "$(used egress)" "750 16"
came "lossless packets are charged, and not refused" h1 26 400 3 "400 0, 1150 16"
came "a full pool has no room for lossy packets" h1 8 3 1 "508 4, 1150 16"

# ---- changes while packets wait --------------------------------------------------------

refused "a guarantee cannot take bytes that packets use" "pool egress: packets use" \
	pfc sw queue set dev p2 queue 1 min $((18 * CELL))
check "the cell grows to 2 cells" pfc sw pool set egress cell $((2 * CELL))
is "each frame has a larger cell" "$(used egress)" "$((2 * (508 + 258 + 400) - 16)) 16"
check "the pool counts bytes" pfc sw pool set egress cell none
is "each frame is charged with its bytes" \
	"$(pfc sw -j pool show egress | jq .shared_used)" $(((508 + 258 + 400) * 66 - 16 * CELL))
check "the cell is as before" pfc sw pool set egress cell $CELL
check "a queue leaves the pool" pfc sw queue set dev p2 queue 3 pool none
is "its packets do, too" "$(used egress)" "750 16"
check "it comes back" pfc sw queue set dev p2 queue 3 pool egress
is "with its packets" "$(used egress)" "1150 16"
check "a queue moves to the pool of the PG" pfc sw queue set dev p2 queue 3 pool default
is "a packet is then charged twice to that pool" \
	"$(pfc sw -j pool show default | jq .shared_used)" $(((508 + 258 + 2 * 400) * 66))
refused "a pool with queues cannot be deleted" "pool egress: in use: 2 queues are charged to it" \
	pfc sw pool del egress
refused "a guarantee needs a pool" "queue 1: min $((8 * CELL)) needs a pool" \
	pfc sw queue set dev p2 queue 1 pool none
refused "a guarantee must fit into the pool" "pool egress: size" \
	pfc sw queue set dev p2 queue 1 min 1M
refused "a pool that does not exist" "pool none1: not found" \
	pfc sw queue set dev p2 queue 1 pool none1
refused "all transmit queues" "tx-queues: all excludes" pfc sw port set dev p2 tx-queues all

# ---- release ------------------------------------------------------------------------------

go
check "all charges are released" wait_for 20 empty 16
received all
is "all frames that were not dropped arrive" \
	"$(value all '.flows["8"].datagrams, .flows["16"].datagrams, .flows["26"].datagrams' |
	xargs)" "508 258 400"

# ---- limit, and the end of the port --------------------------------------------------------

check "the limit counts cells, too" \
	pfc sw queue set dev p2 queue 1 alpha off limit $((100 * CELL))
stop
came "cells up to the limit" h1 8 101 1 "100 5, 92 16"
nsexec sw tc qdisc del dev p2 root
is "a port that ends leaves the pool" "$(used egress) $(pfc sw -j pool show egress | jq .queues)" \
	"0 0 0"
check "the pool can be deleted" pfc sw pool del egress
release
