#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The pool bounds all charges.  Lossy traffic uses the shared part and no headroom.
# Lossless traffic that finds the shared part full uses its headroom, and the port sends
# XOFF.  A pool cannot shrink below its occupancy.
#
#   h1 eth0 ── p1 (PG 3 lossless) ┐
#                                 ├ br0 (sw) ── p2 ── eth0 h2 (pauses p2)
#   h3 eth0 ── p3 (PG 0 lossy)    ┘
#
# The pool has 600000 bytes; p1's headroom is 200000 of them.
#
# timeout: 300
# arm64: yes
# mode: any
# sanitize: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/three.bash

SHARED=$((400000 / FRAME))	# frames that fit in the shared part
HEADROOM=$((200000 / FRAME))	# frames that fit in the headroom

idle() { [ "$(in_pool)" = "$1 0 0" ]; }

# in_pool: prints the pool's reserved bytes, and the shared and headroom bytes in use
in_pool()
{
	pfc sw -j pool show default |
		jq -r '"\(.reserved) \(.shared_used) \(.headroom_used)"'
}

# group DEV PG: prints the occupancy and the drops of a PG
group()
{
	stat sw "$1" ".[0].pg[$2] | \"shared \(.shared) headroom \(.headroom)\" +
		\" limit \(.drop_limit) pool \(.drop_pool)\" +
		\" headroom \(.drop_headroom) rest \(.drop_rest)\""
}

go()
{
	release
	in_ns h2 rawsend eth0 /tmp/xon > /dev/null
	wait_for 10 idle "$1"
	sleep 0.2
}

# dropped DEV PG CAUSE FRAMES: succeeds if the drop counter of CAUSE is FRAMES
dropped() { [ "$(stat sw "$1" ".[0].pg[$2].drop_$3")" = "$4" ]; }

# first_frame, last_frame: print opcode, enable vector and times of the first or the last PFC
# frame to h1.  The capture has a file header of 24 bytes, and each frame has a capture header
# of 16 bytes and an Ethernet header of 14 bytes.
first_frame() { tail -c +55 "$OUT/h1.pcap" | od -An -v -tx1 -N 20 | tr -d ' \n'; }
last_frame() { tail -c 46 "$OUT/h1.pcap" | od -An -v -tx1 -N 20 | tr -d ' \n'; }

three_hosts
pfc sw -b - <<-END
	port add dev p1 speed 10mbit
	port add dev p2 speed 10mbit
	port add dev p3
	pg set dev p1 pg 3 headroom 200000
	pg set dev p2 pg all headroom 0
	pg set dev p3 pg 0 limit 1M
	pfc set dev p1 prio-pfc 3:on
	pfc set dev p2 prio-pfc 0:on 3:on
	pool set size 600000
END

# ---- the shared part, then the headroom --------------------------------------

nsexec sw pfcctl monitor > "$OUT/events" &
receive h2 first
capture h1 eth0 h1 ether proto 0x8808
stop
send h3 lossy --flow 3 --dscp 0 --count 600 10.0.0.2
wait_for 5 dropped p3 0 pool $((600 - SHARED))
is "lossy packets use the shared part only" "$(group p3 0)" \
	"shared $((SHARED * FRAME)) headroom 0 limit 0 pool $((600 - SHARED)) headroom 0 rest 0"
is "lossy packets do not use the reserved headroom" "$(in_pool)" "200000 $((SHARED * FRAME)) 0"

send h1 lossless --flow 1 --dscp 26 --count 250 10.0.0.2
wait_for 5 dropped p1 3 headroom $((250 - HEADROOM))
is "lossless packets fill the headroom if the shared part is full" "$(group p1 3)" \
	"shared 0 headroom $((HEADROOM * FRAME)) limit 0 pool 0 headroom $((250 - HEADROOM)) rest 0"
is "the occupancy does not exceed the size of the pool" "$(in_pool)" \
	"200000 $((SHARED * FRAME)) $((HEADROOM * FRAME))"
overruns=$(grep -c 'p1 headroom-overrun prio 3' "$OUT/events")
between "headroom-overrun events are limited to ten a second" "$overruns" 1 20
between "events_lost counts the suppressed events" "$(stat sw p1 '.[0].port.events_lost')" 20 249
is "queued lossy packets stay queued" "$(stat sw p3 '.[0].pg[0].occupancy')" \
	$((SHARED * FRAME))

# ---- a pool cannot shrink below its occupancy ---------------------------------

before=$(pfc sw -j pool show default; pfc sw -j pg show)
refused "a pool size below the shared use is refused" \
	"pool default: packets use $((SHARED * FRAME)) bytes of the shared part, the limit would be 300000" \
	pfc sw pool set size 500000
refused "a pool size below the headrooms is refused" \
	"pool default: size 199999 is too small, PGs and queues reserve 200000 bytes" \
	pfc sw pool set size 199999
refused "a headroom that overlaps the shared use is refused" \
	"pool default: packets use $((SHARED * FRAME)) bytes of the shared part, the limit would be 300000" \
	pfc sw pg set dev p1 pg 3 headroom 300000
is "refused changes leave the configuration as it was" \
	"$(pfc sw -j pool show default; pfc sw -j pg show)" "$before"
check "the pool size is raised" pfc sw pool set size 700000
check "the pool size is lowered above the occupancy" pfc sw pool set size 600000

# ---- a lossless PG becomes lossy while its headroom is in use ----------------

check "a PG with headroom in use becomes lossy" pfc sw pfc set dev p1 prio-pfc 3:off
is "the headroom use of the PG becomes shared use" "$(in_pool)" \
	"0 $(((SHARED + HEADROOM) * FRAME)) 0"
refused "reserving headroom while the pool is full is refused" \
	"pool default: packets use [0-9]* bytes of the shared part" \
	pfc sw pfc set dev p1 prio-pfc 3:on

go 0
received first
captures_end
is "all lossy packets that were admitted arrive" \
	"$(value first '.flows["3"].datagrams')" "$SHARED"
is "all lossless packets that were admitted arrive" \
	"$(value first '.flows["1"].datagrams')" "$HEADROOM"
is "the first PFC frame to h1 is XOFF of priority 3" "$(first_frame)" \
	"01010008000000000000ffff0000000000000000"
is "the last PFC frame to h1 is XON of priority 3" "$(last_frame)" \
	"0101000800000000000000000000000000000000"

# ---- the rest of a GSO packet --------------------------------------------------

for end in "h3 eth0" "sw p3" "sw p2"; do
	# shellcheck disable=SC2086 # namespace and device
	offload $end on
done
pfc sw pg set dev p3 pg 0 limit 20000
pfc sw stats clear
receive h2 second
stop
send h3 gso --flow 4 --dscp 0 --gso 40 --count 40 10.0.0.2
wait_for 5 dropped p3 0 limit 1
fit=$((20000 / FRAME))
is "segments after a dropped one count as rest" "$(group p3 0)" \
	"shared $((fit * FRAME)) headroom 0 limit 1 pool 0 headroom 0 rest $((40 - fit - 1))"
is "p3 counts 40 received frames" "$(stat sw p3 '.[0].pg[0].rx_packets')" 40
go 0
received second
is "the admitted segments arrive" "$(value second '.flows["4"].datagrams')" "$fit"

is "no packet is lost outside the ports" "$(losses)" ""

# ---- pools above 4 GiB, as switches with memory outside of the chip have ---------------------

check "a pool may have 56 GB" pfc sw pool set size 56441610000 shared-headroom 4294967296
is "its parts are that large" "$(pfc sw -j pool show default | jq -c '[.size, .headroom_size,
	.shared_size + .guarantees]')" "[56441610000,4294967296,$((56441610000 - 4294967296))]"
pfc sw pg set dev p1 pg 3 alpha 1/256
free=$(pfc sw -j pool show default | jq '.shared_size - .shared_used')
is "a dynamic threshold follows its free bytes" "$(stat sw p1 '.[0].pg[3].threshold')" $((free / 256))
pfc sw save > "$OUT/saved"
check "it is smaller again" pfc sw pool set size 1M shared-headroom none
check "restore makes it large again" pfc sw restore "$OUT/saved"
is "with all bytes" "$(pfc sw -j pool show default | jq .size)" 56441610000
refused "a pool of 2 TiB is refused" "size: 2048G is out of range 60 B..1024 GiB" pfc sw pool set size 2048G
check "a size of 4 bytes is as good as one of 8" \
	in_ns sw nlraw <<< "cmd_pool_set a_pool_name=str:default a_pool_size=u32:5000000 a_pool_shared_headroom=u64:0"
is "the pool has it" "$(pfc sw -j pool show default | jq .size)" 5000000
