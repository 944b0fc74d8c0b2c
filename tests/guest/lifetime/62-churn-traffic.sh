#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Ports, links, devices and namespaces are added and removed at random under lossless
# and lossy traffic in all directions, with pauses.  The kernel's trace of freed packets
# is the independent check: each sent packet is received or freed.  No packet stays
# queued forever.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3
#   h2 eth0 ── p2 ┘
#
# kernels: 6.1 6.12 7.2 7.3 6.1-arm64 6.12-arm64 7.2-arm64 debug kcsan uml
# long: yes
# timeout: 400
# arm64: yes
# sanitize: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/scene-churn.sh

RANDOM=${SEED:-1}
ROUNDS=$((12 * ${FACTOR:-1} / ${SLOW:-1}))

scene
count_frees

# disturb N EVENT: causes one event at port N
disturb()
{
	local n=$1 host=h$1 dev=p$1

	case $2 in
	0) tc -n sw qdisc replace dev "$dev" root pfc ;;
	1) tc -n sw qdisc del dev "$dev" root; port"$n" ;;
	2) tc -n sw qdisc replace dev "$dev" root pfifo
	   tc -n sw qdisc del dev "$dev" root; port"$n" ;;
	3) ip -n sw link set "$dev" down; ip -n sw link set "$dev" up ;;
	4) ip -n "$host" link set eth0 down; ip -n "$host" link set eth0 up
	   addresses ;;
	5) ip -n sw link del "$dev"; relink "$host" "$dev" ;;
	6) ip -n sw link set "$dev" netns aside; ip -n aside link del "$dev"
	   relink "$host" "$dev" ;;
	7) pfc sw port set dev "$dev" rate 100mbit
	   pfc sw port set dev "$dev" rate unlimited ;;
	8) pfc sw pfc set dev "$dev" prio-pfc 3:off
	   pfc sw pfc set dev "$dev" prio-pfc 3:on ;;
	9) in_ns "$host" rawsend --bypass eth0 /tmp/hold.frame > /dev/null ;;
	esac
}

# traffic NAME: starts flows in all directions; their reports become NAME.*
traffic()
{
	local from to dscp

	senders=()
	for from in 1 2 3; do
		for to in 1 2 3; do
			[ $from != $to ] || continue
			for dscp in 0 26; do
				nsexec h$from udpsend --nonblock --dscp $dscp \
					--flow "$from$to$dscp" --rate 1m "10.0.0.$to" \
					> "$OUT/$1.$from$to$dscp" &
				senders+=($!)
			done
		done
	done
}

ns aside
pfc_frame ffff > /tmp/hold.frame
for n in 1 2 3; do
	receive h$n r$n
done
traffic first

for ((round = 0; round < ROUNDS; round++)); do
	n=$((RANDOM % 3 + 1)) what=$((RANDOM % 10))
	disturb $n $what > "$OUT/disturbed" 2>&1 ||
		note "round $round: $what to p$n: $(cat "$OUT/disturbed")"
	[ $((round % 5)) != 4 ] || check "round $round: rmmod with ports is refused" \
		eval '! rmmod pfc'
done

for pid in "${senders[@]}"; do
	kill -INT "$pid"
done
wait "${senders[@]}"
for n in 1 2 3; do
	in_ns h$n rawsend --bypass eth0 <(pfc_frame 0000) > /dev/null
done
all_free "after the churn" "$(pfc sw -j pg show | jq '[.[].pg[] |
	select(.lossless) | .headroom] | add')"
sleep 0.5
for n in 1 2 3; do
	received r$n
done
all_accounted first

# The namespace of the switch is deleted under traffic
traffic second
sleep 0.3
ip netns del sw
sleep 0.3
for pid in "${senders[@]}"; do
	kill -INT "$pid" 2> /dev/null
done
wait "${senders[@]}"
check "rmmod succeeds after the namespace is deleted" wait_for 20 rmmod pfc
