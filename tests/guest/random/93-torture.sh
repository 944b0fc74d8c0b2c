#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Concurrent random changes on two CPUs.  Ports (by tc, by pfcctl), their configuration,
# links, transmit queues, devices, namespaces and the module are added and removed under floods
# of PFC frames, with lossless and lossy traffic, IPv4, IPv6 and GSO.  When the changes and the
# traffic have ended, each packet is accounted for, nothing is charged, and the module can be
# unloaded.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3
#   h2 eth0 ── p2 ┘
#
# timeout: 400

. /tests/guest/lib/lib.sh
. /tests/guest/lib/scene-churn.sh

SEED=${SEED:-1}
ROUNDS=${FACTOR:-1}
ACTIONS=$((6 / ${SLOW:-1} + 1))	# actions of each actor in a round

# fresh: builds the scene of a round, with IPv6, and with offloads for GSO packets
fresh()
{
	scene
	ns aside
	for host in h1 h3; do
		in_ns $host sysctl -qw net.ipv6.conf.eth0.disable_ipv6=0
		offload $host eth0 on
	done
	offload sw p1 on
	lan h1/eth0=fd00::1 h3/eth0=fd00::3
}

# ---- traffic --------------------------------------------------------------

# traffic: starts flows of IPv4 datagrams and of IPv6 GSO packets; count_frees() counts the
# frees of the IPv4 datagrams only
traffic()
{
	local from to dscp

	senders=()
	for flow in 13 23 31 12 32; do
		from=${flow%?} to=${flow#?}
		for dscp in 0 26; do
			nsexec "h$from" udpsend --nonblock --dscp $dscp --flow "$flow$dscp" \
				--rate 300k "10.0.0.$to" > "$OUT/sent.$flow$dscp" &
			senders+=($!)
		done
	done
	for dscp in 0 26; do
		nsexec h1 udpsend --nonblock --dscp $dscp --gso 20 --port 5001 \
			--rate 1m fd00::3 > "$OUT/gso.$dscp" &
		senders+=($!)
	done
}

traffic_ends()
{
	kill -INT "${senders[@]}" 2> /dev/null
	wait "${senders[@]}"
}

# ---- actions --------------------------------------------------------------

some_port() { pick p1 p2 p3; }

# Ports: changes of the qdisc and of the device
act_port()
{
	local dev

	dev=$(some_port)
	case $((RANDOM % 12)) in
	0) tc -n sw qdisc replace dev "$dev" root pfc ;;
	1) tc -n sw qdisc del dev "$dev" root; port"${dev#p}" ;;
	2) tc -n sw qdisc replace dev "$dev" root pfifo; port"${dev#p}" ;;
	3) pfc sw port del dev "$dev"; pfc sw port add dev "$dev" rate 50mbit ;;
	4) tc -n sw qdisc replace dev "$dev" root handle $((RANDOM % 9 + 1)): pfc ;;
	5) tc -n sw qdisc replace dev "$dev" root handle 1: prio
	   tc -n sw qdisc add dev "$dev" parent 1:1 pfc
	   tc -n sw qdisc replace dev "$dev" root pfc ;;
	6) ip -n sw link set "$dev" txqueuelen $((RANDOM % 3 * 500)) ;;
	7) ip -n sw link set "$dev" mtu $((RANDOM % 8000 + 1200)) ;;
	8) offload sw "$dev" "$(pick on off)" ;;
	9) tc -n sw -s qdisc show; tc -n sw -s class show dev "$dev" ;;
	*) in_ns sw ethtool -L "$dev" tx "$(pick 1 2)" ;;
	esac
}

# Configuration: by the tool and by random requests
act_config()
{
	local dev

	dev=$(some_port)
	case $((RANDOM % 20)) in
	0) pfc sw pfc set dev "$dev" prio-pfc 3:off
	   pfc sw pfc set dev "$dev" prio-pfc 3:on ;;
	1) pfc sw port set dev "$dev" rate "$(pick 20mbit 1gbit)" delay "$(pick none 1ms)" ;;
	2) pfc sw port set dev "$dev" delay none rate unlimited ;;
	3) pfc sw pg set dev "$dev" pg 3 xoff "$(pick 5000 90000)" xon 4000 headroom \
		"$(pick 0 20000 100000)" ;;
	4) pfc sw pool set size "$(pick 300000 700000 12M)" ;;
	5) pfc sw -j stats show; pfc sw stats clear ;;
	6) pfc sw map set dev "$dev" prio-pg 3:"$(pick 3 5)" ;;
	7) pfc sw pool add torn size 800000
	   pfc sw pg set dev "$dev" pg "$(pick 0 3)" pool "$(pick torn default)"
	   pfc sw pool del torn ;;
	8) pfc sw profile add torn headroom 90000 min 9000
	   pfc sw pg set dev "$dev" pg 3 profile "$(pick torn none)"
	   pfc sw profile set torn pool "$(pick default gold)" xoff "$(pick 60K 90K)" xon 4000
	   pfc sw profile del torn ;;
	9) pfc sw ets set dev "$dev" prio-tc all:1 0-2:0 tc-tsa all:strict 0-1:ets \
		tc-bw all:0 0:40 1:60 tc-maxrate 1:"$(pick unlimited 50mbit)"
	   pfc sw ets set dev "$dev" prio-tc "$(pick all:0 0:7)" tc-tsa all:strict tc-bw all:0 ;;
	10) pfc sw pfc set dev "$dev" prio-pfc all:off flow-control "$(pick pause none)"
	   pfc sw pfc set dev "$dev" prio-pfc 3:on flow-control pfc ;;
	11) pfc sw map set dev "$dev" trust "$(pick none pcp dscp,pcp)" prio-source skb \
		prio-dscp all:10 prio-pcp all:1 ethtype-prio 0x86dd:3
	   pfc sw map set dev "$dev" trust dscp prio-source packet prio-dscp all:none \
		prio-pcp all:none ethtype-prio 0x86dd:none ;;
	12) pfc sw map set dev "$dev" flood-prio all:1 flood-lossless drop
	   pfc sw map set dev "$dev" flood-prio all:none flood-lossless forward ;;
	13) pfc sw queue set dev "$dev" queue "$(pick 0 3)" ecn-kmin 5K ecn-kmax 50K ecn-pmax 20
	   pfc sw queue set dev "$dev" queue "$(pick 0 3)" ecn-kmax off ;;
	14) pfc sw port set dev "$dev" rate unlimited delay none tx-queues "$(pick auto one all)"
	   pfc sw port set dev "$dev" tx-queues auto ;;
	15) pfc sw impair set dev "$dev" loss 10% ce 10% pfc-corrupt 20% pfc-delay 100us
	   pfc sw impair set dev "$dev" prio 3 xoff-duty 30%/1ms
	   pfc sw impair set dev "$dev" prio "$(pick 0 3)" delay "$(pick 10us 1ms)" ;;
	16) pfc sw impair "$(pick show off)" ;;
	17) pfc sw queue set dev "$dev" queue "$(pick 0 3)" pool "$(pick default gold)" \
		min "$(pick 0 9000)" alpha "$(pick off 1)"
	   pfc sw pool set "$(pick default gold)" cell "$(pick none 208)"
	   pfc sw queue set dev "$dev" queue "$(pick 0 3)" pool none min 0 alpha off ;;
	*) in_ns sw sh -c "tail -n +$((RANDOM % 190 * 100 + 1)) $IN/storm | head -n 100 | nlraw bytes" ;;
	esac
}

# Links and devices: only this actor creates and deletes them
act_link()
{
	local n=$((RANDOM % 3 + 1))
	local dev=p$n host=h$n

	case $((RANDOM % 7)) in
	0 | 1) ip -n sw link set "$dev" down; ip -n sw link set "$dev" up ;;
	2) ip -n "$host" link set eth0 down; ip -n "$host" link set eth0 up; addresses ;;
	3) ip -n sw link del "$dev"; relink "$host" "$dev" ;;
	4) ip -n sw link set "$dev" netns aside; ip -n aside link del "$dev"
	   relink "$host" "$dev" ;;
	5) ip -n sw link set "$dev" nomaster; join "$dev" ;;
	6) ip -n "$host" link set eth0 mtu $((RANDOM % 8000 + 1200)) ;;
	esac
}

# Floods of PFC frames, the module, namespaces with ports, monitors
act_around()
{
	local host

	host=$(pick h1 h2 h3)
	case $((RANDOM % 8)) in
	0) rmmod pfc; modprobe pfc ;;
	1) ip netns add spare
	   ip -n spare link add d0 type dummy
	   tc -n spare qdisc replace dev d0 root pfc
	   ip netns del spare ;;
	2) in_ns sw busybox timeout 0.3 pfcctl monitor ;;
	3) pfc sw stats show; pfc sw port show; pfc sw pool show ;;
	4) dcb -n sw pfc show dev "$(some_port)"; tc -n sw -s qdisc show ;;
	5) in_ns "$host" rawsend --bypass eth0 <(pfc_frame ffff) ;;
	*) in_ns "$host" pktfuzz --control --seed "$RANDOM" --count 400 --gap 500000 \
		eth0 ;;
	esac
}

# ---- rounds ---------------------------------------------------------------

# drain: ends the pauses and rate limits, so that waiting packets leave
drain()
{
	local n

	pfc sw impair off
	for n in 1 2 3; do
		pfc sw port set dev p$n rate unlimited delay none
		pfc sw ets set dev p$n tc-maxrate all:unlimited
		in_ns h$n rawsend --bypass eth0 \
			<(printf '0 0180c200000102000000000388080101%s%084d\n' 00ff 0
			  printf '0 0180c200000102000000000388080001%s%084d\n' 0000 0)
	done > "$OUT/drain" 2>&1
}

# pools: prints the reserved and used bytes of each pool; due: prints the expected values,
# which it computes from the settings of the PGs
pools()
{
	pfc sw -j pool show |
		jq -r '.[] | "\(.name) \(.reserved) \(.shared_used) \(.headroom_used)"'
}

due()
{
	jq -rn --slurpfile pgs <(pfc sw -j pg show) --slurpfile queues <(pfc sw -j queue show) \
		--slurpfile pools <(pfc sw -j pool show) '
		$pools[0][] | . as $pool |
		[$pgs[0][].pg[] | select(.pool == $pool.name)] as $groups |
		([$groups[].min, ($queues[0][].queue[] | select(.pool == $pool.name) | .min_bytes)] |
			add // 0) as $min |
		([$groups[] | select(.lossless) | .headroom] | add // 0) as $headrooms |
		(if .shared_headroom > 0 then .shared_headroom
			else $headrooms / .oversubscribe_ratio | ceil end) as $reserved |
		"\(.name) \($min + $reserved) 0 0"'
}

# leave ORDER: deletes everything in one of three orders
leave()
{
	case $1 in
	0) ip netns del sw ;;
	1) for n in 3 1 2; do tc -n sw qdisc del dev p$n root 2> /dev/null; done ;;
	2) for n in 1 2 3; do ip -n h$n link del eth0 2> /dev/null; done ;;
	esac
	ip -all netns del
}

charged() { [ "$(pg p1 3 occupancy)" -gt 0 ] && [ "$(pg p2 0 occupancy)" -gt 0 ]; }

# Random actions may miss this case: a port is deleted while packets of other ports wait for it
delete_full_port()
{
	hold h3 eth0
	check "round $1: packets wait" wait_for 10 charged
	tc -n sw qdisc del dev p3 root
	check "round $1: the waiting packets are flushed" test "$(pg p1 3 drop_flush)" -gt 0
	hold_ends h3
	port3
}

round()
{
	local name actors=() seed=$((SEED * 1000 + $1 * 10))

	fresh
	count_frees
	for n in 1 2 3; do
		receive h$n r$n
	done
	receive h3 six --port 5001
	traffic
	delete_full_port "$1"
	for name in port config link around; do
		actor $name $((seed++ % 32768)) &
		actors+=($!)
	done
	wait "${actors[@]}"
	traffic_ends
	drain
	wait_for 10 _nothing_occupied
	is "round $1: PGs and queues are empty" "$(occupied)" ""
	is "round $1: the pools have only reserved bytes" "$(pools)" "$(due)"
	sleep 0.5
	for n in 1 2 3; do
		received r$n
	done
	received six
	all_accounted sent
	check "round $1: GSO packets arrive" test "$(value six .datagrams)" -gt 0
	check "round $1: most actions succeed" test \
		"$(cat "$OUT"/acted.* | grep -c 'done')" -ge $((ACTIONS * 2))
	note "$(cat "$OUT"/acted.* | sort | uniq -c)"
	for name in port config link around; do
		check "round $1: an action of $name succeeds" \
			grep -q "done" "$OUT/acted.$name"
	done
	leave $(($1 % 3))
	check "round $1: the module can be unloaded" wait_for 20 rmmod pfc
	modprobe pfc
}

note "SEED=$SEED"
for ((i = 0; i < ROUNDS; i++)); do
	round $i
done
