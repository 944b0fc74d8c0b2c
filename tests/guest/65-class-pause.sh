#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Pauses and maximum rates of classes do not hide each other: what was paused goes on
# when its pause ends though all others wait for their rate, and a class does not send
# faster than its rate after a pause.  By what h2 sees and when.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 120
# mode: icount

. /tests/guest/lib.sh
. /tests/guest/paths.bash

# times NAME FILTER...: when the frames were captured, us
times()
{
	local name=$1

	shift
	tcpdump -Z root -r "$OUT/$name.pcap" -n -tt --time-stamp-precision=nano "$@" 2> /dev/null |
		awk '{ split($1, t, "."); printf "%d\n", t[1] % 1000 * 1e6 + ("1" t[2]) / 1e3 - 1e6 }'
}

star 2
for end in "h1 eth0" "h2 eth0" "sw p1" "sw p2"; do
	ip -n "${end% *}" link set "${end#* }" mtu 9000
done
pfc sw -b - <<-END
	port add dev p1 speed 1gbit
	port add dev p2 speed 1gbit rate 1gbit
	pfc set dev p2 prio-pfc 3:on
	ets set dev p2 tc-maxrate 0:1mbit
END
pfc_frame "$(mac h2 eth0)" 0x08 0xffff > /tmp/xoff		# 33.55 ms
pfc_frame "$(mac h2 eth0)" 0x08 1758 > /tmp/xoff-short		# 0.9 ms

receive h2 all

# Each frame of priority 0 waits some 72 ms for the one before it
capture h2 eth0 ends
send h1 slow --dscp 0 --size 8900 --count 10 10.0.0.2
in_ns h2 rawsend eth0 /tmp/xoff > /dev/null
send h1 paused --dscp 26 --count 1 10.0.0.2
sleep 1
captures_end
between "it goes on when its pause ends, us" \
	$(($(times ends "udp and ip[1] = 104") - $(times ends ether proto 0x8808))) 33500 34000
is "and the others when their rate lets them" "$(times ends "udp and ip[1] = 0" | wc -l)" 10

# 1066 bytes with overhead at 100 Mb/s are 85.3 us
pfc sw ets set dev p2 tc-maxrate 0:unlimited 3:100mbit
capture h2 eth0 after
send h1 flow --dscp 26 --count 200 10.0.0.2 &
sleep 0.008
in_ns h2 rawsend eth0 /tmp/xoff-short > /dev/null
wait $!
sleep 0.2
captures_end
received all
times after udp | awk 'NR > 1 { print $1 - last } { last = $1 }' | sort -n > /tmp/gaps
is "all arrive" "$(wc -l < /tmp/gaps)" 199
between "one waits for the pause, us" "$(tail -n 1 /tmp/gaps)" 890 1100
# A timer that is late shortens the gap after it, a catching up would let it shrink to 9
between "none makes up for that, us" "$(head -n 1 /tmp/gaps)" 60 86
