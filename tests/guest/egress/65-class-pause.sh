#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Pauses and maximum rates of traffic classes are independent.  A paused priority resumes
# when its pause ends, even if all other classes wait for their rate.  After a pause a
# class does not exceed its rate.  The times of the frames at h2 are checked.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 120
# mode: icount

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

# times NAME FILTER...: prints the capture times of the frames, in us
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

# Priority 0 has a maximum rate: each of its frames waits 72 ms for the previous one
capture h2 eth0 ends
send h1 slow --dscp 0 --size 8900 --count 10 10.0.0.2
in_ns h2 rawsend eth0 /tmp/xoff > /dev/null
send h1 paused --dscp 26 --count 1 10.0.0.2
sleep 1
captures_end
between "a paused priority resumes when its pause ends, us" \
	$(($(times ends "udp and ip[1] = 104") - $(times ends ether proto 0x8808))) 33500 34000
is "all frames of the class with a maximum rate arrive" \
	"$(times ends "udp and ip[1] = 0" | wc -l)" 10

# 1066 bytes on the wire take 85.3 us at 100 Mb/s
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
is "all frames arrive" "$(wc -l < /tmp/gaps)" 199
between "one frame waits for the end of the pause, us" "$(tail -n 1 /tmp/gaps)" 890 1100
# A class that a late CPU has delayed may send faster for a short time, but not a class that
# was paused.  So no frame after the pause may be early, except for the jitter of the first
# one.  If the class made up for the pause, each frame after it would be 85.3 us early.
times after udp | awk '
	{ paused = NR > 1 && $1 - last > 800; last = $1 }
	paused { first = $1; n = 0 }
	first { ahead = n++ * 85.28 - ($1 - first); if (ahead > most) most = ahead }
	END { printf "%d %d\n", n, most }' > /tmp/ahead
read -r after ahead < /tmp/ahead
between "number of frames after the pause" "$after" 20 190
between "a class does not exceed its rate after a pause (us early)" "$ahead" 0 40
