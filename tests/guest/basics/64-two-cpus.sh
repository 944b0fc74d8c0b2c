#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Two CPUs forward through the same ports at the same time, in both directions, with pauses,
# while another process reads statistics and changes settings.  No packet is lost, and the
# kernel's trace shows that both CPUs forward alternately.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3
#   h2 eth0 ── p2 ┘
#
# long: yes
# timeout: 300
# arm64: yes
# kernels: 6.1 6.12 7.2 7.3 6.1-arm64 6.12-arm64 7.2-arm64 debug kcsan

. /tests/guest/lib/lib.sh

TRACING=/sys/kernel/debug/tracing
SECONDS_OF_TRAFFIC=$((4 * ${SLOW:-1}))
# Rate of the switch's ports in Mb/s, XOFF and XON thresholds in bytes.  On a debug kernel, a
# CPU may be too slow to fill the wire, so there a single packet already exceeds XOFF.
RATE=20 XOFF=20000 XON=10000
[ "${SLOW:-1}" = 1 ] || RATE=1 XOFF=500 XON=100

# lossless NS DEV MBIT: makes DEV a lossless port.  Its speed of 10 Mb/s makes pauses so long
# that no refresh of XOFF is late.
lossless()
{
	pfc "$1" port add dev "$2" rate "$3mbit" speed 10mbit
	pfc "$1" pfc set dev "$2" prio-pfc 3:on
	pfc "$1" pg set dev "$2" pg 3 xoff $XOFF xon $XON
}

# flow CPU FROM TO: starts a lossless flow in the background; CPU is a CPU mask
flow()
{
	taskset "$1" nsexec "h$2" udpsend --dscp 26 --flow "$2$3" --sndbuf 20000 \
		--duration $((SECONDS_OF_TRAFFIC * 1000)) "10.0.0.$3" \
		> "$OUT/sent.$2$3" &
	senders+=($!)
}

# meddle: reads statistics and changes settings that cause no loss, until it is killed
meddle()
{
	while :; do
		pfc sw stats show
		tc -n sw -s class show dev p3
		pfc sw port set dev p3 rate $((RATE * 2))mbit
		pfc sw pg set dev p1 pg 3 xoff $((XOFF * 2))
		pfc sw port set dev p3 rate ${RATE}mbit
		pfc sw pg set dev p1 pg 3 xoff $XOFF
	done > /dev/null 2>&1
}

star 3
for n in 1 2 3; do
	lossless sw p$n $RATE
	lossless h$n eth0 $((RATE * 3))
	receive h$n r$n
done

echo global > $TRACING/trace_clock
echo 'name ~ "p?"' > $TRACING/events/net/netif_receive_skb/filter
echo 1 > $TRACING/events/net/netif_receive_skb/enable
senders=()
flow 1 1 3
flow 2 2 3
flow 1 3 1
flow 2 3 2
meddle &
meddler=$!
wait "${senders[@]}"
echo 0 > $TRACING/events/net/netif_receive_skb/enable
kill "$meddler"
wait "$meddler" 2> /dev/null
sleep $((2 * ${SLOW:-1}))
for n in 1 2 3; do
	received r$n
done

is "all datagrams arrive" \
	"$(cat "$OUT"/r?.json | jq -s '[.[].datagrams] | add')" \
	"$(cat "$OUT"/sent.* | jq -s '[.[].datagrams] | add')"
is "no packet is lost outside the ports" "$(losses)" ""
for n in 1 2 3; do
	check "p$n sends XOFF" test \
		"$(stat sw p$n '.[0].prio[3].tx_xoff')" -gt 0
done
is "no byte of the pool is in use at the end" \
	"$(pfc sw -j pool show default | jq '.shared_used + .headroom_used')" 0

# Counts the packets that each CPU received at the switch, and the changes of the CPU
awk '$0 !~ /^#/ && match($0, /\[[0-9]+\]/) {
	cpu = substr($0, RSTART + 1, RLENGTH - 2) + 0
	packets[cpu]++
	turns += NR > 1 && cpu != last
	last = cpu
} END { print packets[0] + 0, packets[1] + 0, turns + 0 }' $TRACING/trace > "$OUT/turns"
read -r first second turns < "$OUT/turns"
note "CPU 0 received $first packets, CPU 1 $second; the CPU changed $turns times"
check "CPU 0 forwards packets" test "$first" -ge 100
check "CPU 1 forwards packets" test "$second" -ge 100
check "the CPUs forward alternately" test "$turns" -ge 30
