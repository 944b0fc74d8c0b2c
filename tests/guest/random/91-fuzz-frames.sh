#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Random valid and invalid frames arrive at a port, while random frames pause the egress
# port.  The port counts each frame by its kind or its priority.  It forwards the frame, or it
# drops the frame and counts the drop by its cause.  At the end no packet is charged.
#
#   h1 eth0 ── p1 ┐ IP, VLANs, MAC control ►
#                 ├ br0 (sw) ── p2 ── eth0 h2
#                 ┘                ◄ MAC control
#
# timeout: 300
# mode: any
# sanitize: yes

. /tests/guest/lib/lib.sh

SEED=${SEED:-1}
COUNT=$((9000 * ${FACTOR:-1} / ${SLOW:-1}))

ns h1 h2 sw
link h1 eth0 sw p1
link h2 eth0 sw p2
# Allows frames longer than a page: a device may pass headers of such frames in a fragment
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

# counted DEV: prints the counters of the port in the format of pktfuzz
counted()
{
	pfc sw -j stats show dev "$1" | jq -cS '.[0] | (.port | {
		rx_pfc, rx_reserved, rx_pause, rx_bad_address, rx_bad_length,
		rx_bad_opcode, rx_bad_tagged }) + {
		rx_xoff: [.prio[].rx_xoff], rx_xon: [.prio[].rx_xon],
		rx_packets: [.pg[].rx_packets], rx_bytes: [.pg[].rx_bytes] }'
}

# dropped: prints the number of frames from p1 that were dropped for any cause
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

# fuzz NAME FRAMES ARGUMENTS...: h1 sends FRAMES random frames, made by pktfuzz ARGUMENTS.  At the
# same time h2 sends a fifteenth as many.
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
	# waits until all pauses have expired and the queues are empty
	wait_for 10 empty
	is "$name: no PG and no queue has bytes" "$(occupied)" 0
	is "$name: the pool has no bytes in use" \
		"$(pfc sw -j pool show default | jq -c '[.shared_used, .headroom_used]')" "[0,0]"
}

# counters_match TEXT NAME: the counters of the ports are those that the senders computed
counters_match()
{
	is "$1: p1 counts the frames of h1" "$(counted p1)" \
		"$(jq -cS .port "$OUT/$2-h1.json")"
	is "$1: p2 counts the frames of h2" "$(counted p2)" \
		"$(jq -cS .port "$OUT/$2-h2.json")"
}

note "SEED=$SEED"
in_ns h1 ethtool -K eth0 tx on sg on > /dev/null 2>&1
pfc sw stats clear
before=$(arrived)
fuzz frames "$COUNT"
counters_match "$COUNT frames" frames
is "each frame to be forwarded arrives or is counted as dropped" \
	$(($(arrived) - before + $(dropped))) "$(value frames-h1 .forwarded)"
# Shows that the run has tested each case: frames of each kind and priority were sent
is "each counter has counted a frame" "$(jq -r '.port | to_entries[] |
	select([.value] | flatten | any(. == 0)) | .key' "$OUT/frames-h1.json")" ""
# Not on debug kernels: they send so slowly that no frame waits or is dropped
[ "${SLOW:-1}" != 1 ] || check "some waiting frames are dropped" test "$(dropped)" -gt 0
note "forwarded $(value frames-h1 .forwarded), of these dropped $(dropped)"
check "some frames are control traffic" test "$(value frames-h1 .network)" -gt $((COUNT / 100))

# Sends GSO packets with wrong headers.  With these offloads h1's device does not segment them.
in_ns h1 ethtool -K eth0 tx on sg on tso on gso on > /dev/null 2>&1
in_ns h1 ethtool -K eth0 tx-udp-segmentation on > /dev/null 2>&1
pfc sw stats clear
before=$(arrived)
fuzz gso $((COUNT / 5)) --gso
frames=$(stat sw p1 '[.[0].pg[].rx_packets] | add')
note "$(jq -c '{sent, errors}' "$OUT/gso-h1.json")"
failed=$(stat sw p2 '.[0].port.tx_drop_segment')
is "each frame of a GSO packet arrives or is counted as dropped" \
	$(($(arrived) - before + $(dropped) + failed)) "$frames"
check "many GSO packets have several frames" test "$frames" -gt $(($(value gso-h1 .sent) * 2))

offload h1 eth0 off
pfc sw stats clear
fuzz again $((COUNT / 5))
counters_match "after the GSO packets" again
is "the CPU backlog loses no packet" "$(losses | grep backlog)" ""
for dev in p1 p2; do
	tc -n sw qdisc del dev $dev root
done
check "the module can be unloaded" rmmod pfc
