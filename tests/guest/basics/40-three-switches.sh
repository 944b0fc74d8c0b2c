#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Congestion at the last of three switches propagates hop by hop to the sending host: its
# socket blocks, and no packet is lost.  A flow of another priority to h4 is not delayed.
# 40-three-switches.post checks the PFC frames.
#
#   h1 eth0 ── west s1 east ── west s2 east ── west s3 east ── eth0 h2
#                                  south           south       20 Mb/s
#                                    │               │
#                                 eth0 h4         eth0 h3 (second sender)
#
# long: yes
# timeout: 300
# mode: icount

. /tests/guest/lib/lib.sh

SENT=1200	# datagrams of each sender to h2
PASSING=500	# datagrams from h1 to h4

# port NS DEV RATE: makes DEV a port that is lossless for priority 3
port()
{
	pfc "$1" -b - <<-END
		port add dev $2 rate $3 speed 100mbit
		pfc set dev $2 prio-pfc 3:on
		pg set dev $2 pg 3 xoff 40K xon 38K
	END
}

# wire NS1 DEV1 NS2 DEV2 [RATE]: a link with ports at both ends
wire()
{
	link "$1" "$2" "$3" "$4"
	port "$1" "$2" "${5:-100mbit}"
	port "$3" "$4" "${5:-100mbit}"
}

# statistics: writes the statistics of each namespace to $OUT/NAMESPACE.ports
statistics()
{
	local where

	for where in h1 h2 h3 h4 s1 s2 s3; do
		pfc "$where" -j stats show > "$OUT/$where.ports"
	done
}

# empty: no port has a charge or a backlog
empty()
{
	statistics
	! grep -qE '"(occupancy|backlog_bytes)":[1-9]' "$OUT"/*.ports
}

ns h1 h2 h3 h4 s1 s2 s3
wire h1 eth0 s1 west
wire s1 east s2 west
wire s2 east s3 west
wire s3 east h2 eth0 20mbit
wire s3 south h3 eth0
wire s2 south h4 eth0
mkbridge s1 br0 west east
mkbridge s2 br0 west east south
mkbridge s3 br0 west east south
for n in 1 2 3; do
	fdb "s$n" west h1 eth0
	fdb "s$n" east h2 eth0
done
fdb s2 south h4 eth0
fdb s3 south h3 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2 h3/eth0=10.0.0.3 h4/eth0=10.0.0.4

capture s2 east s3-to-s2 -Q in ether proto 0x8808
capture s1 east s2-to-s1 -Q in ether proto 0x8808
capture h1 eth0 s1-to-h1 -Q in ether proto 0x8808
capture h3 eth0 s3-to-h3 -Q in ether proto 0x8808
capture h2 eth0 s3-to-h2 -Q in ether proto 0x8808
capture h4 eth0 s2-to-h4 -Q in ether proto 0x8808
receive h2 congested
receive h4 passing

send h1 first --flow 1 --dscp 26 --sndbuf 100k --count $SENT 10.0.0.2 &
first=$!
send h3 second --flow 2 --dscp 26 --sndbuf 100k --count $SENT 10.0.0.2 &
second=$!
sleep 0.2
send h1 third --flow 3 --dscp 46 --rate 10m --count $PASSING 10.0.0.4
is "the congestion outlasts the flow to h4" "$(jobs -rp | grep -cx "$first")" 1
wait $first $second
check "all ports are empty at the end" wait_for 10 empty
received congested
received passing
captures_end

for n in 1 2; do
	is "all datagrams of flow $n arrive once and in order" "$(value congested \
		".flows[\"$n\"] | \"\(.datagrams) \(.missing) \(.duplicates) \(.out_of_order)\"")" \
		"$SENT 0 0 0"
done
is "all datagrams to h4 arrive once and in order" "$(value passing \
	'.flows["3"] | "\(.datagrams) \(.missing) \(.duplicates) \(.out_of_order)"')" \
	"$PASSING 0 0 0"
# Both flows together take 1 s at 20 Mb/s.  A sender is blocked for somewhat less, because its
# last frames fit into the queues.  The bound leaves 100 ms for delays of the machine.
between "the socket of h1 blocks (ms)" "$(($(value first .blocked_ns) / 1000000))" 500 1100
between "the socket of h3 blocks (ms)" "$(($(value second .blocked_ns) / 1000000))" 500 1100
# At each port a packet waits for at most one frame that is already on the wire
between "the delay to h4 stays low (us)" \
	"$(($(value passing '.flows["3"].delay_max_ns') / 1000))" 1 500
is "the socket of the flow to h4 never blocks" "$(value third .blocked_calls)" 0

is "no packet is lost outside the ports" "$(losses)" ""
