#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Random frames into a port, right and wrong ones, while the port that they leave by
# is paused by frames as random: every frame is counted as what it is, by kind or by
# priority, forwarded or dropped by a name, and nothing of it stays.
#
#   h1 eth0 ── p1 ┐ IP, VLANs, MAC control ►
#                 ├ br0 (sw) ── p2 ── eth0 h2
#                 ┘                ◄ MAC control
#
# timeout: 300
# sanitize: yes

. /tests/guest/lib.sh

SEED=${SEED:-1}
COUNT=$((9000 * ${FACTOR:-1} / ${SLOW:-1}))

ns h1 h2 sw
link h1 eth0 sw p1
link h2 eth0 sw p2
# Frames longer than a page have their headers in a fragment, if the device takes any
for end in "h1 eth0" "h2 eth0" "sw p1" "sw p2"; do
	ip -n "${end% *}" link set "${end#* }" mtu 9000
done
mkbridge sw br0 p1 p2
ip -n sw link set br0 address "$(mac sw p1)"
fdb sw p2 h2 eth0
pfc sw -b - <<-END
	port add dev p1 default-prio 5
	port add dev p2 default-prio 5 speed 100mbit
	pg set dev p1 pg all xoff 20000 xon 10000 headroom 20000 limit 20000
	pfc set dev p1 prio-pfc 3:on 4:on
	pfc set dev p2 prio-pfc all:on
END

arrived() { in_ns h2 cat /sys/class/net/eth0/statistics/rx_packets; }

# What the port has counted, in the words of pktfuzz
counted()
{
	pfc sw -j stats show dev "$1" | jq -cS '.[0] | (.port | {
		rx_pfc, rx_reserved, rx_pause, rx_bad_address, rx_bad_length,
		rx_bad_opcode, rx_bad_tagged }) + {
		rx_xoff: [.prio[].rx_xoff], rx_xon: [.prio[].rx_xon],
		rx_packets: [.pg[].rx_packets], rx_bytes: [.pg[].rx_bytes] }'
}

# Frames of the port that have been dropped, by any name
dropped()
{
	pfc sw -j stats show dev p1 | jq '[.[0].pg[] | .drop_limit, .drop_pool,
		.drop_headroom, .drop_flush, .drop_rest] | add'
}

occupied()
{
	pfc sw -j stats show | jq '[.[] | .pg[].occupancy, .queue[].backlog_packets] | add'
}

empty() { [ "$(occupied)" = 0 ]; }

# fuzz NAME FRAMES ARGUMENTS...: from both ends at once
fuzz()
{
	local name=$1 count=$2

	shift 2
	nsexec h2 pktfuzz --seed $((SEED + 1000)) --count $((count / 15)) --gap 3000000 \
		--control --default-prio 5 --station "$(mac sw p2)" eth0 \
		> "$OUT/$name-h2.json" &
	in_ns h1 pktfuzz --seed "$SEED" --count "$count" --default-prio 5 --lossless 24 \
		--station "$(mac sw p1)" --to "$(mac h2 eth0)" "$@" eth0 \
		> "$OUT/$name-h1.json"
	wait $!
	# the longest of pauses is over
	wait_for 10 empty
	is "$name: nothing is occupied any more" "$(occupied)" 0
	is "$name: nor in the pool" \
		"$(pfc sw -j pool show default | jq -c '[.shared_used, .headroom_used]')" "[0,0]"
}

# reckoned TEXT NAME: the ports have counted what the senders have reckoned
reckoned()
{
	is "$1: p1 counts what came" "$(counted p1)" \
		"$(jq -cS .port "$OUT/$2-h1.json")"
	is "$1: p2 counts what came" "$(counted p2)" \
		"$(jq -cS .port "$OUT/$2-h2.json")"
}

note "SEED=$SEED"
in_ns h1 ethtool -K eth0 tx on sg on > /dev/null 2>&1
pfc sw stats clear
before=$(arrived)
fuzz frames "$COUNT"
reckoned "$COUNT frames" frames
is "every frame that is to be forwarded arrives or is dropped by name" \
	$(($(arrived) - before + $(dropped))) "$(value frames-h1 .forwarded)"
# Otherwise the test would come to test nothing
is "all that can be counted was" "$(jq -r '.port | to_entries[] |
	select([.value] | flatten | any(. == 0)) | .key' "$OUT/frames-h1.json")" ""
# on a slow kernel they are too slow to have to wait
[ "${SLOW:-1}" != 1 ] || check "some waited and were dropped" test "$(dropped)" -gt 0
note "forwarded $(value frames-h1 .forwarded), of these dropped $(dropped)"

# GSO packets whose headers lie, from a device that segments for nobody
in_ns h1 ethtool -K eth0 tx on sg on tso on gso on > /dev/null 2>&1
in_ns h1 ethtool -K eth0 tx-udp-segmentation on > /dev/null 2>&1
pfc sw stats clear
before=$(arrived)
fuzz gso $((COUNT / 5)) --gso
frames=$(stat sw p1 '[.[0].pg[].rx_packets] | add')
note "$(jq -c '{sent, errors}' "$OUT/gso-h1.json")"
failed=$(stat sw p2 '.[0].port.tx_drop_segment')
is "every frame of a GSO packet arrives or is dropped by name" \
	$(($(arrived) - before + $(dropped) + failed)) "$frames"
check "many were of several frames" test "$frames" -gt $(($(value gso-h1 .sent) * 2))

offload h1 eth0 off
pfc sw stats clear
fuzz again $((COUNT / 5))
reckoned "after the GSO packets" again
is "the backlog lost nothing" "$(losses | grep backlog)" ""
for dev in p1 p2; do
	tc -n sw qdisc del dev $dev root
done
check "rmmod" rmmod pfc
