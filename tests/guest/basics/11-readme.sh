#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The unchanged script of Documentation/guide.rst loses no lossless packet.  Two hosts at
# 1 Gb/s send to one host at 100 Mb/s, 10 times; make check-all repeats it 100 times.  From the
# second run on, other programs keep both CPUs busy.  Independent checks: the receiver's count
# and the kernel's loss counters.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (switch) ── p3 ── eth0 h3
#   h2 eth0 ── p2 ┘
#
# timeout: 250
# mode: smp

. /tests/guest/lib/lib.sh

RUNS=$((10 * ${FACTOR:-1})) COUNT=3000

# drops: prints the number of dropped lossless frames, by port and cause
drops()
{
	local where dev

	for port in h1/eth0 h2/eth0 h3/eth0 switch/p1 switch/p2 switch/p3; do
		where=${port%/*} dev=${port#*/}
		pfc "$where" -j stats show dev "$dev" | jq -r --arg port "$port" '
			.[0] | (.pg[3], .queue[3]) | to_entries[] |
			select((.key | startswith("drop_")) and .value > 0) |
			"\($port) \(.key) \(.value)"'
	done
}

check "the script of the guide succeeds" bash -eu "$IN/example.sh"
check "pfcctl check finds no fault" pfc switch check
check "PFC frames pass in both directions" \
	pfc switch check link dev p1 peer dev eth0 netns h1
for where in h1 h2 h3 switch; do
	# Without IPv6 and with permanent neighbour entries, the hosts send only the flows
	in_ns "$where" sysctl -qw net.ipv6.conf.all.disable_ipv6=1
done
lan_of() { neighbour "h$1" eth0 "10.0.0.$2" "$(mac "h$2" eth0)"; }
lan_of 1 3
lan_of 2 3
is "the speed of p3 is its rate" \
	"$(pfc switch -j port show dev p3 | jq -r '.[0] | "\(.speed_bits_per_second) \(.speed_source)"')" \
	"100000000 rate"
wait_for 10 in_ns h1 ping -qc 1 -W 1 10.0.0.3

# both RUN: h1 and h2 send to h3
both()
{
	local senders=() host

	for host in 1 2; do
		send "h$host" "sent-$host-$1" --dscp 26 --flow $(($1 * 10 + host)) \
			--size 1400 --count $COUNT 10.0.0.3 &
		senders+=($!)
	done
	wait "${senders[@]}"
}

receive h3 got
# On a slow machine the senders might be slower than p3.  Therefore h3 pauses p3 during the first
# run, so that p1 and p2 must send XOFF.
flows() { [ "$(stat switch p3 '.[].queue[3].tx_packets')" -gt 0 ]; }
printf '0 0180c2000001%s880801010008000000000000ffff%068d\n' "$(mac h3 eth0 | tr -d :)" 0 > /tmp/xoff
both 1 &
first=$!
wait_for 10 flows
in_ns h3 rawsend --bypass eth0 /tmp/xoff > /dev/null
wait $first
check "p3 obeys XOFF of h3" test "$(stat switch p3 '.[].prio[3].rx_xoff')" -gt 0
for port in p1 p2; do
	check "$port sends XOFF" test "$(stat switch $port '.[].prio[3].tx_xoff')" -gt 0
done

for ((cpu = 0; cpu < 2; cpu++)); do
	taskset $((1 << cpu)) sh -c 'while :; do :; done' &
	busy+=($!)
done
for ((run = 2; run <= RUNS; run++)); do
	both "$run"
done
drained() { [ "$(stat switch p3 '.[].queue[3].backlog_packets')" = 0 ]; }
check "the queue drains" wait_for 30 drained
sleep 1
received got
kill "${busy[@]}"

is "all lossless packets arrive" "$(value got .datagrams)" $((2 * RUNS * COUNT))
is "no port drops a lossless packet" "$(drops)" ""
# Ignore IPv6: bridge and hosts send router solicitations before the test disables IPv6
is "no packet is lost outside the ports" "$(losses | grep -v Ip6)" ""
for port in switch/p1 switch/p2; do
	note "$port: $(stat "${port%/*}" "${port#*/}" '.[] |
		[.pg[3].headroom_peak, .prio[3].tx_xoff, .prio[3].tx_late]' | tr -d '\n ')"
done
note "headroom: $(pfc switch -j pg show dev p1 | jq -c '.[0].pg[3] | {headroom, headroom_needed}')"
