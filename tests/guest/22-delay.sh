#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# With a delay a wire has a length: a frame arrives that long after its last bit
# has left, in order, and no later than that when many are on their way; a pause
# works that much later; what is on its way when the carrier goes is lost, and
# counted.
#
#   h1 eth0 (port) ── eth0 h2
#
# A frame is 1000 bytes and 24 of overhead: 81.92 us at 100 Mb/s.
#
# mode: icount
# timeout: 300

. /tests/guest/lib.sh

FRAME=81920
DELAY=2000000

# flow NAME ARGUMENTS...: frames of 1000 bytes
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
refused "a delay without a rate is refused" "delay: needs a rate" \
	pfc h1 port add dev eth0 delay 2ms
refused "one that is too long too" "delay: 11ms is out of range 0 ns..10.00 ms" \
	pfc h1 port add dev eth0 rate 100mbit delay 11ms
check "h1 is a port" pfc h1 port add dev eth0 rate 100mbit delay 2ms
check "it obeys PFC" pfc h1 pfc set dev eth0 prio-pfc 3:on
refused "the rate has to stay" "delay: needs a rate" \
	pfc h1 port set dev eth0 rate unlimited
is "the delay is shown" "$(pfc h1 -j port show dev eth0 | jq '.[].delay_ns')" $DELAY

# apart, so that none waits for another
flow apart --count 20 --rate 4m
{ read -r min; read -r max; } < <(delays apart)
between "a frame takes its time and the delay" "$min" $((FRAME + DELAY)) \
	$((FRAME + DELAY + 100000))
between "every frame does" "$max" "$min" $((FRAME + DELAY + 100000))

# together: the Nth waits for N - 1 frames, and then the wire is a pipe
flow together --count 40
{ read -r min; read -r max; } < <(delays together)
between "the first of many takes no longer" "$min" $((FRAME + DELAY)) \
	$((FRAME + DELAY + 100000))
between "the last waits for the others only" "$max" $((20 * FRAME + DELAY)) \
	$((40 * FRAME + DELAY + 100000))
is "they arrive in order" "$(value together-got '.flows[].out_of_order')" 0
is "all of them" "$(value together-got .datagrams)" 40

# 2 ms are some 24 frames of 82 us
receive h2 cut-got
send h1 cut --dscp 26 --size 958 --count 60 10.0.0.2
in_ns h1 ip link set eth0 down
in_ns h1 ip link set eth0 up
sleep 0.1
received cut-got
arrived=$(value cut-got '.datagrams // 0')
{ read -r way; read -r waited; } < <(stat h1 eth0 '.[].port.tx_drop_delay' '.[].queue[3].drop_flush')
between "frames were on their way" "$way" 5 26
is "what did not arrive was on its way or waited" \
	$((way + waited)) $((60 - arrived))
is "nothing is lost elsewhere" "$(losses)" ""
