#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A port keeps a GSO packet whole or splits it into its frames: by the setting, the wire time of
# the packet and the batch.  A whole packet takes the wire time of its frames.  In a queue, whole
# packets change no counter, threshold or mark: split and whole packets give the same statistics.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2 (pauses p2)
#
# timeout: 300
# mode: icount

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

SIZE=1000			# bytes of a datagram; a frame has 42 more
FRAME=$((SIZE + 42))
SEGMENTS=20			# frames in a GSO packet

# datagrams COUNT OPTIONS...: h1 sends datagrams to h2, in GSO packets
datagrams()
{
	send h1 sent --size $SIZE --gso $SEGMENTS --count "$@" 10.0.0.2
}

# ---- one packet at a time --------------------------------------------------------------------

# lengths NAME: prints the different lengths of the packets of h1 in a capture
lengths()
{
	tcpdump -Z root -nne -r "$OUT/$1.pcap" ip 2> /dev/null |
		sed -n 's/.* length \([0-9]*\): .*/\1/p' | sort -n | uniq | xargs
}

# leaves TEXT LENGTHS SETTING...: with the settings of p2, packets of these lengths leave p2
leaves()
{
	local text=$1 wanted=$2

	shift 2
	captures=$((captures + 1))
	pfc sw port set dev p2 "$@"
	capture sw p2 "p2-$captures" --immediate-mode -Q out
	datagrams 60
	sleep 0.3
	captures_end
	is "$text: lengths of the packets that leave p2" "$(lengths "p2-$captures")" "$wanted"
}

star 2
for where in "h1 eth0" "sw p1" "sw p2" "h2 eth0"; do
	# shellcheck disable=SC2086 # two words
	offload $where on
done
pfc sw port add dev p1 rate 10gbit
pfc sw port add dev p2 rate 10gbit
receive h2 got
captures=0
whole=$((SIZE * SEGMENTS + 42))
# 20 frames of 1066 bytes on the wire: 17 us at 10 Gb/s, 102 us at 1.67 Gb/s
leaves "10 Gb/s" $whole rate 10gbit gso auto
leaves "1.71 Gb/s" $whole rate 1710mbit
leaves "1.7 Gb/s" $FRAME rate 1700mbit
leaves "1 Gb/s, whole" $whole rate 1gbit gso whole
leaves "10 Gb/s, split" $FRAME rate 10gbit gso split
leaves "batch of 19 frames" $FRAME gso auto batch 19
leaves "batch of 20 frames" $whole batch 20
pfc sw ets set dev p2 tc-maxrate 0:1gbit
leaves "class with a maximum rate" $FRAME batch 64
pfc sw ets set dev p2 tc-maxrate 0:unlimited
pfc sw queue set dev p2 queue 0 alpha 1
leaves "a queue with a dynamic limit" $FRAME batch 64
pfc sw queue set dev p2 queue 0 alpha off
pfc sw port set dev p2 delay 1us
leaves "a delay" $FRAME batch 64
pfc sw port set dev p2 delay none
pfc sw map set dev p2 prio-dscp 0:10
leaves "a port that rewrites packets" $FRAME batch 64
pfc sw map set dev p2 prio-dscp 0:none
refused "a word that is none of the three" \
	"^pfcctl: gso: 'half' is invalid; must be auto, whole or split" \
	pfc sw port set dev p2 gso half
is "JSON" "$(pfc sw -j port show dev p2 | jq -r '.[0].gso')" auto

# 100 Mb/s: 12 packets of 20 frames take 20 us * 1066 * 8 / 100 each
pfc sw port set dev p2 rate 100mbit gso whole
capture sw p2 paced --immediate-mode -Q out
datagrams $((12 * SEGMENTS))
sleep 0.5
captures_end
between "the time between two whole packets is the wire time of their frames (us)" \
	"$(tcpdump -Z root -tt -nn -r "$OUT/paced.pcap" ip 2> /dev/null | awk '
		{ if (NR == 1) first = $1; last = $1 }
		END { printf "%d", (last - first) * 1000000 / (NR - 1) }')" 1704 1708
# TCP: p1 counts the frames that arrive, p2 those that leave in whole packets
listening() { in_ns h2 ss -Hltn "sport = :7000" | grep -q .; }
moved() { stat sw p1 '.[0].pg[0] | "\(.rx_packets) \(.rx_bytes)"'; }
left() { stat sw p2 '.[0].queue[0] | "\(.tx_packets) \(.tx_bytes)"'; }
pfc sw port set dev p2 rate 10gbit gso auto
pfc sw stats clear
capture sw p2 tcp --immediate-mode -Q out
in_ns h2 sh -c "nc -l -p 7000 > /tmp/tcp" &
receiver=$!
wait_for 10 listening
head -c 500000 /dev/urandom > /tmp/sent
in_ns h1 bash -c "dd if=/tmp/sent bs=500000 status=none > /dev/tcp/10.0.0.2/7000"
wait $receiver
captures_end
check "TCP: the data arrives intact" cmp /tmp/sent /tmp/tcp
check "TCP: whole packets leave p2" test "$(lengths tcp | tr ' ' '\n' | tail -n 1)" -gt 10000
is "TCP: p2 sends the frames and bytes that p1 receives" "$(left)" "$(moved)"

received got
is "all datagrams arrive" "$(value got .datagrams)" $((11 * 60 + 12 * SEGMENTS))

# ---- many packets in a queue -----------------------------------------------------------------

# counters: the statistics of both ports and of the pool, and the holders of the queues, without
# what differs between two runs in any case
counters()
{
	{
		pfc sw -j stats show
		pfc sw -j pool show
		pfc sw -j why dev p2
	} | jq -s '{ stats: .[0], pool: .[1], why: .[2] } | walk(if type == "object" then
		with_entries(select(.key | test("time|_ns$|port_id|src_port|cleared|percent|bps") | not))
		else . end)'
}

# congestion MODE: fills queues of p2 that h2 pauses: lossless packets above XOFF, lossy packets
# above their limit and above a dynamic threshold, packets above the marking threshold.  Then h2
# resumes p2.
congestion()
{
	pfc sw port del dev p1
	pfc sw port del dev p2
	pfc sw -b - <<-END
		port add dev p1 speed 10mbit gso $1
		port add dev p2 speed 10mbit gso $1
		pfc set dev p1,p2 prio-pfc 3:on
		pfc set dev p2 prio-pfc-rx 0:on 4-6:on
		pg set dev p1 pg 3 xoff 64K xon 32K headroom 256K
		pg set dev p1 pg 4 limit 50K
		pg set dev p1 pg 6 alpha 0.03125
		queue set dev p2 queue 5 ecn-kmin 30K ecn-kmax 30K ecn-pmax 100%
	END
	receive h2 "got-$1"
	hold_by h2 h2
	datagrams 100 --dscp 26
	datagrams 100 --dscp 34
	datagrams 100 --dscp 46 --ecn 2
	# With a VLAN tag, which counts for each frame
	send h1 sent --size $SIZE --gso $SEGMENTS --count 60 10.0.5.2
	datagrams 600 --dscp 48
	sleep 0.2
	counters > "$OUT/full-$1.json"
	tc -n sw -s qdisc show dev p2 | sed -n 's/^ backlog .*b \([0-9]*\)p .*/\1/p' > "$OUT/packets-$1"
	let_go h2
	check "$1: no packet waits" wait_for 20 idle
	sleep 0.3
	counters > "$OUT/empty-$1.json"
	received "got-$1"
}

add_vlan 5 1 2
neighbour h1 eth0.5 10.0.5.2 "$(mac h2 eth0)"
xoff_frames h2 0x79 h2
congestion split
congestion whole
for state in full empty; do
	check "$state queues have the same statistics" diff "$OUT/$state-split.json" \
		"$OUT/$state-whole.json"
done
# stats DEV PATH: prints a field of a port's statistics with full queues
stats() { jq ".stats[] | select(.dev == \"$1\")$2" "$OUT/full-whole.json"; }

# Whole packets: all 5 lossless ones, 2 below the limit, 1 below the marking threshold, 3 with a
# VLAN tag, and those below the dynamic threshold
dynamic=$(stats p2 .queue[6].backlog_packets)
between "frames below the dynamic threshold" "$dynamic" 200 500
is "split: each packet in the queues is a frame" "$(< "$OUT/packets-split")" \
	$((100 + 49 + 100 + 60 + dynamic))
is "whole: packets in the queues" "$(< "$OUT/packets-whole")" \
	$((5 + 2 + 9 + 1 + 80 + 3 + dynamic / SEGMENTS + dynamic % SEGMENTS))
is "bytes with a VLAN tag in each frame" "$(stats p2 .queue[0].backlog_bytes)" $((60 * (FRAME + 4)))
is "marked frames: those that found more than 30 KiB" "$(stats p2 .queue[5].marked)" 70
is "the receiver gets as many frames with CE" "$(value got-whole '.flows["0"].ecn["3"]')" 70
is "bytes of lossless packets in headroom: frames above 64 KiB" \
	"$(stats p1 .pg[3].headroom)" \
	$(((100 - 65536 / FRAME) * FRAME))
is "lossy packets below the limit arrive: frames below 50 KiB" \
	"$(value got-whole '.datagrams')" $((100 + 51200 / FRAME + 100 + 60 + dynamic))
