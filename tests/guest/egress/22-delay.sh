#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A port with a delay models a long wire.  A frame arrives one delay after its last
# bit has left.  Frames keep their order, and frames in flight do not delay each
# other.  A pause takes effect one delay later.  Frames in flight when the carrier is
# lost are dropped and counted.
#
#   h1 eth0 (port) ── eth0 h2
#
# A frame has 1000 bytes, 1024 on the wire, and takes 81.92 us at 100 Mb/s.
#
# mode: icount
# timeout: 300

. /tests/guest/lib/lib.sh

FRAME=81920
DELAY=2000000

# flow NAME ARGUMENTS...: sends frames of 1000 bytes from h1 to h2
flow()
{
	local name=$1

	shift
	receive h2 "$name-got"
	send h1 "$name" --dscp 26 --size 958 "$@" 10.0.0.2
	sleep 0.1
	received "$name-got"
}

delays() { value "$1-got" '.flows[] | .delay_min_ns, .delay_max_ns'; }

ns h1 h2
link h1 eth0 h2 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
refused "a delay without a rate is refused" "delay: [0-9]* ns needs a rate, but the rate is unlimited" \
	pfc h1 port add dev eth0 delay 2ms
refused "a delay above the maximum is refused" "delay: 11ms is out of range 0 ns..10.00 ms" \
	pfc h1 port add dev eth0 rate 100mbit delay 11ms
check "h1 eth0 is a port" pfc h1 port add dev eth0 rate 100mbit delay 2ms
check "h1 eth0 obeys PFC of priority 3" pfc h1 pfc set dev eth0 prio-pfc 3:on
refused "removing the rate of a port with a delay is refused" "delay: [0-9]* ns needs a rate, but the rate is unlimited" \
	pfc h1 port set dev eth0 rate unlimited
is "port show reports the delay" "$(pfc h1 -j port show dev eth0 | jq '.[].delay_ns')" $DELAY

# Sends with gaps, so that no frame waits for another one
flow apart --count 20 --rate 4m
{ read -r min; read -r max; } < <(delays apart)
between "the minimum latency is frame time plus delay" "$min" $((FRAME + DELAY)) \
	$((FRAME + DELAY + 100000))
between "the maximum latency is frame time plus delay" "$max" "$min" $((FRAME + DELAY + 100000))

# Sends back to back: the Nth frame waits for N - 1 frames, then takes one delay
flow together --count 40
{ read -r min; read -r max; } < <(delays together)
between "the first frame of a burst takes frame time plus delay" "$min" $((FRAME + DELAY)) \
	$((FRAME + DELAY + 100000))
between "the last frame of a burst waits for the others only" "$max" $((20 * FRAME + DELAY)) \
	$((40 * FRAME + DELAY + 100000))
is "the burst arrives in order" "$(value together-got '.flows[].out_of_order')" 0
is "the whole burst arrives" "$(value together-got .datagrams)" 40

# The link goes down while frames are in flight: at most 2 ms / 82 us = 24 frames.  The
# queue holds frames for 25 ms, longer than the start of ip takes.
receive h2 cut-got
send h1 cut --dscp 26 --size 958 --sndbuf 1m --count 300 10.0.0.2
in_ns h1 ip link set eth0 down
in_ns h1 ip link set eth0 up
sleep 0.1
received cut-got
arrived=$(value cut-got '.datagrams // 0')
{ read -r in_flight; read -r waited; } < <(
	stat h1 eth0 '.[].port.tx_drop_delay' '.[].queue[3].drop_flush')
between "tx_drop_delay counts the frames in flight" "$in_flight" 5 26
is "each missing frame was in flight or queued, and is counted" \
	$((in_flight + waited)) $((300 - arrived))
is "no packet is lost outside the ports" "$(losses)" ""
