#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Broadcast and multicast frames of a lossless priority are lossy.  In a storm of such frames,
# frames above the limit are dropped, no sender is paused, and unicast of the same priority
# loses nothing.  A storm of known unicast pauses its sender.  A storm of unknown unicast
# pauses its sender, except with flood-lossless drop.
#
#                   ┌ p2 ── eth0 h2
#   h1 eth0 ── p1 ┤ br0 (sw) ├ p3 ── eth0 h3
#                   └ p4 ── eth0 h4
#
# The device counters of the hosts show which frames arrive; h1 captures the PFC frames.
#
# mode: icount
# timeout: 200

. /tests/guest/lib/lib.sh

SIZE=1000	# bytes of a frame
STORM=500	# frames in 0.1 s: four times the rate of an egress port

# to KIND: prints the destination address of frames of this kind
to()
{
	case $1 in
	broadcast) echo ffffffffffff ;;
	multicast) echo 01005e000005 ;;
	unknown) echo 0200000000fe ;;
	known) mac h2 eth0 | tr -d : ;;
	esac
}

received_frames() { in_ns "$1" cat /sys/class/net/eth0/statistics/rx_packets; }
all_received_frames()
{
	echo $(($(received_frames h2) + $(received_frames h3) + $(received_frames h4)))
}
idle() { [ "$(stat sw p1 '[.[0].pg[].occupancy] | add')" = 0 ]; }

# dropped: prints the drops of p1's lossy PG, of its lossless PG, and of unknown unicast
dropped()
{
	stat sw p1 '[.[0].pg[0, 3] | .drop_limit + .drop_pool + .drop_headroom] +
		[.[0].pg[3].drop_flood] | map(tostring) | join(" ")'
}

# storm NAME KIND: h1 sends STORM frames of the lossless priority and, at the same time, a
# flow of the same priority below the rate of the port.  Sets arrived (frames of storm and
# flow), flow (datagrams of the flow), pauses (PFC frames), and lossy, lossless and unknown
# (drops).
storm()
{
	local before

	before=$(all_received_frames)
	pfc sw stats clear
	printf '0 %s%s0800456803da00000000401100000a0000010a0000ff%0*d\n' "$(to "$2")" \
		"$(mac h1 eth0 | tr -d :)" $((2 * (SIZE - 34))) 0 > /tmp/storm
	capture h1 eth0 "$1" --immediate-mode ether proto 0x8808
	receive h2 "$1.got"
	send h1 "$1.sent" --dscp 26 --rate 4m --count 100 10.0.0.2 &
	in_ns h1 rawsend --loop $STORM --period 200000 eth0 /tmp/storm > /dev/null
	wait $!
	wait_for 20 idle
	received "$1.got"
	captures_end
	arrived=$(($(all_received_frames) - before))
	pauses=$(tcpdump -Z root -nn -r "$OUT/$1.pcap" 2> /dev/null | wc -l)
	read -r lossy lossless unknown < <(dropped)
	flow=$(value "$1.got" .datagrams)
	note "$1: $arrived arrive, $pauses PFC frames, dropped: $lossy $lossless $unknown"
}

# The limit and the XOFF threshold are 30 frames
star 4
pfc sw port add dev p1
pfc sw pfc set dev p1 prio-pfc 3:on
for n in 2 3 4; do
	pfc sw port add dev p$n rate 10mbit speed 10mbit
done
pfc sw pg set dev p1 pg 0 limit $((30 * SIZE))
pfc sw pg set dev p1 pg 3 xoff $((30 * SIZE)) xon $((15 * SIZE)) headroom $((30 * SIZE))

for kind in broadcast multicast; do
	storm $kind $kind
	is "$kind storm: p1 sends no PFC frame" "$pauses" 0
	between "$kind storm: the lossy PG drops frames" "$lossy" $STORM $((3 * STORM))
	is "$kind storm: each missing frame is counted" "$((arrived + lossy))" $((3 * STORM + flow))
	is "$kind storm: lossless unicast loses nothing" "$flow $lossless" "100 0"
done
storm known known
between "known unicast storm: p1 sends PFC frames" "$pauses" 1 1000
storm unknown unknown
between "unknown unicast storm: p1 sends PFC frames" "$pauses" 1 1000
is "unknown unicast storm: no lossy or flood drops" "$lossy $unknown" "0 0"
pfc sw map set dev p1 flood-lossless drop
storm drop unknown
is "flood-lossless drop: p1 sends no PFC frame" "$pauses" 0
is "flood-lossless drop: the whole storm is dropped" "$unknown $lossless $lossy" "$STORM 0 0"
is "flood-lossless drop: lossless unicast loses nothing" "$flow $arrived" "100 100"
# The storm's frames have no IP checksum, so the receiving IP stacks drop them
is "no packet is lost outside the ports" "$(losses | grep -v IpInHdrErrors)" ""
