#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A storm of broadcast or multicast frames of a lossless priority is dropped where it is too
# much, and pauses nobody, as flooded frames are lossy; unicast of that priority loses nothing
# beside it.  The same with unicast pauses its sender.  What is flooded for want of an FDB
# entry does so, too, but not with flood-lossless drop.
#
#                   ┌ p2 ── eth0 h2
#   h1 eth0 ── p1 ┤ br0 (sw) ├ p3 ── eth0 h3
#                   └ p4 ── eth0 h4
#
# What arrives is what the hosts' devices count; PFC frames are those that h1 gets.
#
# mode: icount
# timeout: 200

. /tests/guest/lib.sh

SIZE=1000	# bytes of a frame
STORM=500	# frames, in 0.1 s: four times what a port sends

# to KIND: prints where such frames are sent
to()
{
	case $1 in
	broadcast) echo ffffffffffff ;;
	multicast) echo 01005e000005 ;;
	unknown) echo 0200000000fe ;;
	known) mac h2 eth0 | tr -d : ;;
	esac
}

came() { in_ns "$1" cat /sys/class/net/eth0/statistics/rx_packets; }
all_came() { echo $(($(came h2) + $(came h3) + $(came h4))); }
idle() { ! pfc sw -j -p stats show dev p1 | grep -q '"occupancy": *[1-9]'; }

# dropped: prints what p1 has dropped of the lossy group, of the lossless one, and of
# what was unknown
dropped()
{
	stat sw p1 '[.[0].pg[0, 3] | .drop_limit + .drop_pool + .drop_headroom] +
		[.[0].pg[3].drop_flood] | map(tostring) | join(" ")'
}

# storm NAME KIND: so many lossless frames, beside a flow of the same host and priority for
# which there is room.  Sets what arrived of both, of the flow, the PFC frames and drops.
storm()
{
	local before

	before=$(all_came)
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
	arrived=$(($(all_came) - before))
	pauses=$(tcpdump -Z root -nn -r "$OUT/$1.pcap" 2> /dev/null | wc -l)
	read -r lossy lossless unknown < <(dropped)
	flow=$(value "$1.got" .datagrams)
	note "$1: $arrived arrive, $pauses PFC frames, dropped: $lossy $lossless $unknown"
}

# Room for 30 frames in each group
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
	is "$kind storm: no PFC frame" "$pauses" 0
	between "$kind storm: dropped" "$lossy" $STORM $((3 * STORM))
	is "$kind storm: that is all that is missing" "$((arrived + lossy))" $((3 * STORM + flow))
	is "$kind storm: the flow beside it loses nothing" "$flow $lossless" "100 0"
done
storm known known
between "the same as unicast pauses the sender" "$pauses" 1 1000
storm unknown unknown
between "so does what is flooded for want of an entry" "$pauses" 1 1000
is "none of which is lossy, or dropped as unknown" "$lossy $unknown" "0 0"
pfc sw map set dev p1 flood-lossless drop
storm drop unknown
is "with flood-lossless drop it does not" "$pauses" 0
is "all of it is dropped" "$unknown $lossless $lossy" "$STORM 0 0"
is "and the flow beside it loses nothing" "$flow $arrived" "100 100"
# these frames have no checksum, so all IP stacks that get them refuse them
is "nothing else is lost" "$(losses | grep -v IpInHdrErrors)" ""
