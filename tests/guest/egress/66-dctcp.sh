#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A DCTCP sender (RFC 8257) reacts to CE marks.  It keeps the queue near Kmin and the link
# busy, so the PG never reaches XOFF.  Without marks the sender fills the buffer, and PFC
# pauses it.  66-dctcp.post computes the queue from the packets that arrive at p1 and leave
# p2.
#
#   h1 eth0 ── 1 Gb/s ── p1 ── br0 (sw) ── p2 ── 100 Mb/s ── eth0 h2
#
# long: yes
# mode: icount
# kernels: 6.1 6.12 7.2 7.3
# timeout: 400

. /tests/guest/lib/lib.sh

# run NAME SECONDS: h1 sends TCP to h2 for SECONDS
run()
{
	pfc sw stats clear
	in_ns h2 nc -l -p 7000 <&9 > /dev/null &
	wait_for 10 listening
	capture sw p1 "$1-in" -s 80 -Q in
	capture sw p1 "$1-pfc" -Q out ether proto 0x8808
	capture h2 eth0 "$1-out" -s 80 -Q in ip
	in_ns h1 bash -c "exec 3<>/dev/tcp/10.0.0.2/7000
		dd if=/dev/zero bs=64k >&3 2> /dev/null & sleep $2; kill \$!"
	sleep 0.3
	captures_end
	pfc sw -j stats show dev p1 > "$OUT/$1-p1.json"
	pfc sw -j stats show dev p2 > "$OUT/$1-p2.json"
}

listening() { in_ns h2 ss -Hltn "sport = :7000" | grep -q .; }

mkfifo /tmp/silence
exec 9<> /tmp/silence
check "the kernel has DCTCP" modprobe tcp_dctcp
sysctl -qw net.ipv4.tcp_allowed_congestion_control="reno cubic dctcp"
star 2
for host in h1 h2; do
	in_ns $host sysctl -qw net.ipv4.tcp_ecn=1 net.ipv4.tcp_congestion_control=dctcp
done
pfc h1 port add dev eth0 rate 1gbit speed 1gbit
pfc h1 pfc set dev eth0 prio-pfc 0:on
pfc sw port add dev p1 speed 1gbit
# Far above the queue at the end of slow start
pfc sw pg set dev p1 pg 0 xoff 300K xon 280K headroom 110K
pfc sw pfc set dev p1 prio-pfc 0:on
pfc sw port add dev p2 rate 100mbit speed 1gbit

check "CE marks above 30 kB are configured" \
	pfc sw queue set dev p2 queue 0 ecn-kmin 30000 ecn-kmax 30000 \
	ecn-pmax 100%
run step 1.2
check "a marking curve from 20 kB to 60 kB is configured" \
	pfc sw queue set dev p2 queue 0 ecn-kmin 20000 \
	ecn-kmax 60000 ecn-pmax 80%
run curve 0.6
check "CE marks are off" pfc sw queue set dev p2 queue 0 ecn-kmax off
pfc sw pg set dev p1 pg 0 xoff 100K xon 80K
run none 0.4
is "no packet is lost outside the ports" "$(losses)" ""
