#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Traffic classes share a port: a class is strict or has a share (ETS), and optionally a
# maximum rate.  h1 always has frames for p2, because PFC pauses it before frames are lost.
# Priority N of phase P is the flow 10 P + N.  65-ets.post checks the times of the frames in
# the capture of h2.
#
#   h1 eth0 ── 200 Mb/s ── p1 ── br0 (sw) ── p2 ── 20 Mb/s ── eth0 h2
#
# mode: icount
# timeout: 240

. /tests/guest/lib/lib.sh

phase=0

# flow PRIORITY SIZE MS ARGUMENTS...: starts a flow in the background
flow()
{
	local prio=$1 size=$2 ms=$3

	shift 3
	send h1 "$phase$prio" --flow "$phase$prio" --dscp $((prio * 8)) --size "$size" \
		--duration "$ms" --sndbuf 20000 "$@" 10.0.0.2 &
	senders+=($!)
}

# phase TEXT SETTINGS...: configures the classes of p2; the caller then starts the flows
phase()
{
	senders=()
	phase=$((phase + 1))
	check "$phase: $1" pfc sw ets set dev p2 "${@:2}"
}

# done_sending: waits until the flows end and the queues are empty
done_sending()
{
	wait "${senders[@]}"
	sleep 0.4
}

# pauses: prints the state and counters of received pauses at p2, "[false,0]" without a pause
pauses() { stat sw p2 '[.[0].prio[] | .rx_paused, .rx_pause_time_ns, .rx_xoff] | unique | tostring'; }

# classes: prints what tc reports of p2's classes with the plugin
classes()
{
	TC_LIB_DIR=/usr/lib/pfc in_ns sw tc -s class show dev p2 |
		awk '/ prio [0-9]/ { n++ } /paused/ { p++ }
			END { print n + 0 " classes, " p + 0 " paused" }'
}

star 2
pfc h1 port add dev eth0 rate 200mbit speed 1gbit
pfc h1 pfc set dev eth0 prio-pfc all:on
pfc sw port add dev p1 speed 1gbit
pfc sw pg set dev p1 pg all xoff 12000 xon 9000 headroom 110K
pfc sw pfc set dev p1 prio-pfc all:on
pfc sw port add dev p2 rate 20mbit speed 1gbit
strict h1 eth0
strict sw p1 p2
receive h2 got
capture h2 eth0 wire -s 80 -Q in ip
# The strict flow only: DSCP 56
capture sw p1 in -s 80 -Q in 'ip[1] = 224'

phase "shares" tc-tsa 0:ets 1:ets 2:ets tc-bw 0:60 1:30 2:10
flow 0 1400 2300
flow 1 400 1100
flow 2 1000 2300
done_sending

phase "two priorities in one class" prio-tc 0:0 1:0 2:0 3:1 tc-bw 0:75 1:25 2:0 tc-tsa 2:strict
flow 1 1400 1100
flow 2 500 1100
flow 3 900 1100
done_sending

phase "one strict class" prio-tc 0:0 1:1 2:2 3:3 tc-tsa 2:ets tc-bw 0:60 1:30 2:10
flow 0 1400 800
flow 1 400 800
flow 2 1000 800
flow 7 600 400 --rate 8m
wait "${senders[3]}"
flow 6 1000 300
sleep 0.15
is "a starved priority is not reported as paused" "$(pauses)" "[false,0]"
is "tc reports no class as paused" "$(classes)" "8 classes, 0 paused"
done_sending

phase "maximum rates" tc-maxrate 1:3mbit 7:4mbit
flow 0 1400 600
flow 1 200 600
flow 2 1000 600
flow 7 600 600
done_sending

phase "a single flow with a maximum rate" tc-maxrate 1:5mbit 7:unlimited
flow 1 600 300
done_sending

for overhead in 0 24 38; do
	check "the overhead of p2 is set to $overhead" pfc sw port set dev p2 overhead $overhead
	phase "shares, overhead $overhead" tc-tsa 0:ets 1:ets 2:strict tc-bw 0:50 1:50 2:0 \
		tc-maxrate 1:unlimited
	flow 0 58 200
	flow 1 1000 200
	done_sending
done

phase "changes" tc-bw 0:50 1:50
for prio in 0 1 2 3 7; do
	flow $prio $((100 + prio * 200)) 1000
done
while read -ra settings; do
	check "settings change to ${settings[*]}" pfc sw ets set dev p2 "${settings[@]}"
done <<-END
	tc-tsa 2:ets tc-bw 0:20 1:30 2:50
	prio-tc 0:2 1:2 2:2 tc-bw 2:100
	prio-tc all:0 tc-bw 0:100
	tc-maxrate 0:4mbit
	tc-maxrate 0:unlimited
	prio-tc 0:7 7:0
	tc-tsa all:strict tc-bw all:0
	prio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7
	tc-tsa 7:ets tc-bw 7:100
END
done_sending

received got
captures_end
is "p2 received no pause" "$(pauses)" "[false,0]"
is "no packet is lost outside the ports" "$(losses)" ""
