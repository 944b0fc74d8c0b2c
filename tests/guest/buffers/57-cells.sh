#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A pool that counts cells sends XOFF, drops and sends XON at the same frame as a switch with the
# same memory.  The numbers are those of one memory of a Tomahawk with 40 Gb/s ports and 300 m of
# cable: cells of 208 bytes, 13,071 of them shared, 5,041 for all headrooms, 6 guaranteed to a
# PG, 520 of headroom for a PG, alpha 1.  A PG that fills alone sends XOFF with packet 6,542,
# and drops packet 7,063 (qos_params.th.yaml of SONiC's tests).
#
# The hosts and the switch are those of three.bash.
#
# mode: icount
# timeout: 600

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/three.bash

CELL=208

# fills HOST DSCP COUNT: HOST sends COUNT small frames, which take one cell each
fills() { send "$1" sent --flow "$2" --dscp "$2" --size 24 --count "$3" 10.0.0.2; }

# group DEV PG: prints the cells in guarantee, shared part and headroom, transitions to XOFF, drops
group()
{
	stat sw "$1" "$(printf '.[0].pg[%d] | [(.guaranteed, .shared, .headroom) / %d,
		.xoff, .drop_headroom] | join(" ")' "$2" $CELL)"
}

# came TEXT HOST DSCP COUNT DEV PG WANTED
came()
{
	fills "$2" "$3" "$4"
	is "$1" "$(group "$5" "$6")" "$7"
}

# level: prints the cells of p1 PG 3, and whether it is in XOFF
level() { stat sw p1 '.[0] | "\(.pg[3].occupancy / '$CELL') \(.prio[3].tx_paused)"'; }

# drain N: h2 takes N frames of p1 PG 3, one by one: p2 sends one in 2.5 ms.  If the kernel leaves
# the XON and the XOFF of a step to ksoftirqd, p2 may get both before it runs: the step is repeated.
drain()
{
	local cells left=$1 last i

	read -r cells _ <<< "$(level)"
	last=$((cells - left))
	for ((i = 0; i < 5 && left > 0; i++)); do
		in_ns h2 rawsend --loop "$left" --period 5000000 eth0 /tmp/step > /dev/null
		read -r cells _ <<< "$(level)"
		left=$((cells - last))
	done
}

# idle: no packet is charged to the pool
idle() { [ "$(pfc sw -j pool show default | jq ".shared_used + .headroom_used")" = 0 ]; }

three_hosts
pfc_frame "$(mac h2 eth0)" 0x18 0xffff > /tmp/xoff
{
	pfc_frame "$(mac h2 eth0)" 0x08 0
	cat /tmp/xoff
} > /tmp/step
pfc sw -b - <<-END
	pool set size $(((13071 + 5041 + 3 * 6) * CELL)) shared-headroom $((5041 * CELL)) cell $CELL
	port add dev p1 speed 10mbit
	port add dev p2 speed 10mbit rate 1mbit overhead 256
	port add dev p3 speed 10mbit
	pfc set dev p2 prio-pfc-rx 3-4:on
	profile add lossless alpha 1 min $((6 * CELL)) headroom $((520 * CELL)) xon-offset $((11 * CELL))
	pg set dev p1 pg 3 profile lossless
	pg set dev p1 pg 4 profile lossless
	pg set dev p3 pg 3 profile lossless
	pfc set dev p1 prio-pfc 3-4:on
	pfc set dev p3 prio-pfc 3:on
END
is "the pool shows its cells" "$(pfc sw -j pool show default | jq -c '[.cell, .cell_overhead,
	.shared_headroom, .headroom_size, .shared_size] | map(. / 208)')" '[1,0,5041,5041,13071]'
hold h2 eth0 /tmp/xoff
wait_for 10 paused

refused "a pool below its shared headroom is refused" "pool small: size 1048576 is too small" \
	pfc sw pool add small size 1M shared-headroom 2M

# ---- a PG that fills alone ----------------------------------------------------

came "6,541 packets do not reach the threshold" h1 26 6541 p1 3 "6 6535 0 0 0"
came "packet 6,542 reaches it: XOFF" h1 26 1 p1 3 "6 6536 0 1 0"
came "520 packets fit in the headroom" h1 26 520 p1 3 "6 6536 520 1 0"
came "packet 7,063 is the first drop" h1 26 1 p1 3 "6 6536 520 1 1"

# ---- PGs one after the other take half of the rest ------------------------------

came "the second PG has half of the rest" h1 34 3274 p1 4 "6 3268 0 1 0"
came "the third PG has a quarter" h3 26 1639 p3 3 "6 1633 0 0 0"
came "its XOFF comes with packet 1,640" h3 26 1 p3 3 "6 1634 0 1 0"

# ---- all headrooms share one part -----------------------------------------------

refused "a shared headroom below the bytes in use is refused" "pool default: packets use" \
	pfc sw pool set shared-headroom $((519 * CELL))
pfc sw pool set size $(((13071 + 600 + 3 * 6) * CELL)) shared-headroom $((600 * CELL))
came "the shared headroom has 80 cells left" h1 34 100 p1 4 "6 3268 80 1 20"

# ---- XON comes after the whole offset ---------------------------------------------

drain 525
is "the headroom and five cells have left" "$(level)" "6537 true"
drain 5
is "XOFF lasts until the PG has drained by the offset" "$(level)" "6532 true"
drain 1
is "XON comes with the last cell of the offset" "$(level)" "6531 false"

# ---- frames of several cells, and the overhead of a frame -------------------------

release
in_ns h2 rawsend eth0 /tmp/xon > /dev/null
pfc sw port set dev p2 rate unlimited
in_ns h2 rawsend eth0 <(pfc_frame "$(mac h2 eth0)" 0x18 0) > /dev/null
wait_for 20 idle
stop
send h1 large --flow 5 --dscp 26 --count 1 10.0.0.2
is "a frame of $FRAME bytes takes six cells" "$(level)" "6 false"
offload h1 eth0 on
offload sw p1 on
pfc sw port set dev p2 gso whole
send h1 whole --flow 5 --dscp 26 --count 3 --gso 3 10.0.0.2
is "a GSO packet that stays whole takes the cells of its frames" "$(level)" "24 false"
pfc sw pool set cell-overhead 210
send h1 larger --flow 5 --dscp 26 --count 1 10.0.0.2
is "with an overhead of 210 bytes it takes seven" "$(level)" "31 false"
pfc sw pool set cell none
send h1 bytes --flow 5 --dscp 26 --count 1 10.0.0.2
is "without cells it is charged with its bytes" \
	"$(stat sw p1 '.[0].pg[3].occupancy')" $((31 * CELL + FRAME))
go
wait_for 10 idle
is "all packets release what they were charged with" "$(level)" "0 false"

# ---- DSH: XOFF ahead of the threshold, and of the whole port --------------------------

# dsh: prints the cells of p1 PG 3 in the shared part and the headroom, whether 3 and 4 are in XOFF
dsh()
{
	stat sw p1 '.[0] | [(.pg[3].shared, .pg[3].headroom) / '$CELL', .prio[3].tx_paused,
		.prio[4].tx_paused] | join(" ")'
}

# xoff4 NAME: number of captured frames that bring priority 4 into XOFF: its bit and its time
xoff4()
{
	in_ns h1 tcpdump -Z root -nr "$OUT/$1.pcap" \
		'ether proto 0x8808 and ether[17] & 0x10 != 0 and ether[26:2] != 0' 2> /dev/null | wc -l
}

pfc sw -b - <<-END
	pool set cell $CELL cell-overhead 0
	profile set lossless xoff-ahead $((501 * CELL))
	port set dev p2 rate 1mbit
END
hold h2 eth0 /tmp/xoff
wait_for 10 paused
capture h1 eth0 before ether proto 0x8808
fills h1 34 1
fills h1 26 6290
is "packet 6,290 leaves 503 cells below the threshold" "$(dsh)" "6284 0 false false"
fills h1 26 1
is "packet 6,291 leaves 501, and no further one: XOFF" "$(dsh)" "6285 0 true false"
fills h1 26 251
is "251 more packets need no headroom" "$(dsh)" "6536 0 true false"
captures_end
is "the peer has no XOFF of the other priority" "$(xoff4 before)" 0
capture h1 eth0 after ether proto 0x8808
fills h1 26 1
is "while a packet is in the headroom, the port sends XOFF for all PGs" "$(dsh)" "6536 1 true true"
captures_end
is "the peer has XOFF of the other priority" "$([ "$(xoff4 after)" -gt 0 ]; echo $?)" 0
drain 1
is "without headroom, only the PG above its threshold has XOFF" "$(dsh)" "6536 0 true false"
drain 261
is "XOFF lasts until the PG has drained by the offset from its level" "$(dsh)" "6275 0 true false"
drain 1
is "XON comes 11 cells below the level" "$(dsh)" "6274 0 false false"
