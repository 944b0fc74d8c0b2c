#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Impairments of the frames that leave a port: loss, CE marks and extra delay.  The receiver's
# capture shows the ratios that were set, within the statistical error, and the same decisions for
# the same seed.  An extra delay is exact, and keeps the order within a priority.  Other
# priorities, and the port after "off", are not impaired.  46-impair-frames.post checks each frame.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw)
#   h2 eth0 ── p2 ┘ impaired
#
# long: yes
# mode: icount
# timeout: 600

. /tests/guest/lib/lib.sh

echo "{\"slow\": ${SLOW:-1}}" > "$OUT/kernel.json"

COUNT=$((8000 / ${SLOW:-1}))

# flow NAME ARGUMENTS...: sends ECT datagrams from h1 to h2, with captures of both ends of the switch
flow()
{
	local name=$1

	shift
	capture sw p1 "$name-in" udp
	capture h2 eth0 "$name-out" udp
	receive h2 "$name"
	send h1 "$name-sent" --ecn 2 --size 100 "$@" 10.0.0.2
	sleep 0.1
	received "$name"
	captures_end
	pfc sw -j impair show dev p2 > "$OUT/$name-impair.json"
	pfc sw -j stats show dev p2 > "$OUT/$name-p2.json"
	pfc sw -j stats show dev p1 > "$OUT/$name-p1.json"
}

# lossy NAME DSCP: COUNT datagrams of a priority, paced so that no queue forms
lossy() { flow "$1" --dscp "$2" --count "$COUNT" --rate 25m; }

# paced NAME DSCP: datagrams with gaps longer than all delays
paced() { flow "$1" --dscp "$2" --count 100 --rate 500k; }

star 2
check "p1 is a port" pfc sw port add dev p1
check "p2 is a port with a rate" pfc sw port add dev p2 rate 1gbit
check "p1 is lossless for priority 3" pfc sw pg set dev p1 pg 3 headroom 200K
check "p1 sends PFC of priority 3" pfc sw pfc set dev p1 prio-pfc 3:on

paced before 26
is "a new port has no impairments" "$(pfc sw impair show dev p2)" "p2: off"

check "loss and CE of priority 3 are set" \
	pfc sw impair set dev p2 prio 3 loss 2% ce 10% seed 7
lossy first 26
check "the same seed again" pfc sw impair set dev p2 seed 7
lossy again 26
is "check reports the impairments and the command that ends them" \
	"$(pfc sw -j check | jq -c '.[] | select(.check == "impair") | [.dev, .message, .fix, .prios]')" \
	'["p2","impairments are on: priority 3 loss 2% ce 10%","pfcctl impair off dev p2",[3]]'
is "save does not save them" "$(pfc sw save | grep -c impair)" 0
check "another seed" pfc sw impair set dev p2 seed 8
lossy other 26
lossy priority0 0
check "marks without losses, the first seed" pfc sw impair set dev p2 prio 3 loss off seed 7
lossy marks 26
check "rare losses" pfc sw impair set dev p2 prio 3 loss 0.1% ce off seed 7
lossy rare 26
check "all frames are lost" pfc sw impair set dev p2 prio 3 loss 100%
lossy all 26

check "off" pfc sw impair off dev p2
paced nodelay 26
for us in 1 10 100 1000; do
	check "extra delay of $us us" pfc sw impair set dev p2 prio 3 delay "${us}us"
	paced "delay$us" 26
done
paced delay-other 0
check "off" pfc sw impair off dev p2
paced after 26

# Two priorities with different delays at the same time; then the delay ends under traffic
check "two delays" pfc sw impair set dev p2 prio 3 delay 5ms
check "two delays" pfc sw impair set dev p2 prio 4 delay 200us
capture sw p1 two-in udp
capture h2 eth0 two-out udp
receive h2 two
send h1 two-3 --flow 3 --dscp 26 --size 100 --count 1000 --rate 10m 10.0.0.2 &
send h1 two-4 --flow 4 --dscp 34 --size 100 --count 1000 --rate 10m 10.0.0.2 &
sending=$!
sleep 0.02
check "a delay ends under traffic" pfc sw impair set dev p2 prio 3 delay off
wait "$sending"
sleep 0.2
received two
captures_end
check "off" pfc sw impair off dev p2

# The end of all impairments also ends the delay of the frames in flight, and of those behind them
check "a delay of 10 ms" pfc sw impair set dev p2 prio 3 delay 10ms
capture sw p1 end-in udp
capture h2 eth0 end-out udp
receive h2 end
send h1 end-3 --dscp 26 --size 100 --count 1000 --rate 10m 10.0.0.2 &
sending=$!
sleep 0.03
check "all impairments end under traffic" pfc sw impair off dev p2
date +%s%N > "$OUT/ended"
wait "$sending"
sleep 0.05
received end
captures_end

is "check reports no impairment" "$(pfc sw -j check | jq '[.[] | select(.check == "impair")] | length')" 0
is "no PG holds bytes" "$(stat sw p1 '[.[].pg[].occupancy] | add')" 0
is "the port counts no drop" "$(stat sw p1 '[.[].pg[] | to_entries[] |
	select(.key | startswith("drop_")).value] | add')" 0
is "no packet is lost outside the ports" "$(losses)" ""
