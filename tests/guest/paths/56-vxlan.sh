#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Ports on point-to-point VXLAN devices: PFC frames pass through the tunnel, and a lossless
# incast through two tunnels loses nothing.
#
#   h1 vx0 ══ eth0 ── u1 ══ v1 ┐
#                              ├ br0 (sw) ── p3 ── 20 Mb/s ── eth0 h3
#   h2 vx0 ══ eth0 ── u2 ══ v2 ┘
#
# eth0, u1 and u2 carry the tunnels and are not ports.
#
# mode: icount
# timeout: 200

. /tests/guest/lib/lib.sh

COUNT=400	# datagrams of each flow

# tunnel N: sets up the tunnel of host N over its link
tunnel()
{
	local n=$1

	ip -n "h$n" link set eth0 mtu 1600
	ip -n sw link set "u$n" mtu 1600
	ip -n "h$n" address add "192.168.$n.1/24" dev eth0
	ip -n sw address add "192.168.$n.2/24" dev "u$n"
	neighbour "h$n" eth0 "192.168.$n.2" "$(mac sw "u$n")"
	neighbour sw "u$n" "192.168.$n.1" "$(mac "h$n" eth0)"
	ip -n "h$n" link add vx0 address "02:00:00:00:77:0$n" mtu 1500 type vxlan id "$n" \
		dstport 4789 local "192.168.$n.1" remote "192.168.$n.2" nolearning
	ip -n sw link add "v$n" address "02:00:00:00:78:0$n" mtu 1500 type vxlan id "$n" \
		dstport 4789 local "192.168.$n.2" remote "192.168.$n.1" nolearning
	up "h$n" vx0
	up sw "v$n"
	offload "h$n" vx0 off
	offload sw "v$n" off
}

# port NS DEV RATE: makes the device a port
port()
{
	check "$1 $2 is a port" pfc "$1" -b - <<-END
		port add dev $2 rate $3
		pfc set dev $2 prio-pfc 3:on
		pg set dev $2 pg 3 xoff 20K xon 10K
		pg set dev $2 pg 0 limit 40K
	END
}

ns h1 h2 h3 sw
link h1 eth0 sw u1
link h2 eth0 sw u2
link h3 eth0 sw p3
tunnel 1
tunnel 2
mkbridge sw br0 v1 v2 p3
fdb sw v1 h1 vx0
fdb sw v2 h2 vx0
fdb sw p3 h3 eth0
lan h1/vx0=10.0.0.1 h2/vx0=10.0.0.2 h3/eth0=10.0.0.3
for end in "h1 vx0" "h2 vx0" "sw v1" "sw v2"; do
	# shellcheck disable=SC2086 # two words
	port $end 100mbit
done
port h3 eth0 20mbit
port sw p3 20mbit

capture sw u1 outer1 udp port 4789
capture sw u2 outer2 udp port 4789
receive h3 got --idle 1000
senders=()
for n in 1 2; do
	send "h$n" "lossless$n" --flow "$n" --dscp 26 --size 1400 --count $COUNT 10.0.0.3 &
	senders+=($!)
	send "h$n" "lossy$n" --flow "1$n" --dscp 0 --size 1400 --count $COUNT 10.0.0.3 &
	senders+=($!)
done
wait "${senders[@]}"
wait "$(cat /tmp/got.pid)"
captures_end
for where in h1 h2 sw; do
	pfc $where -j stats show > "$OUT/$where-ports.json"
done

mapfile -t arrived < <(value got '.flows["1"].datagrams' '.flows["2"].datagrams' \
	'.flows["11"].datagrams' '.flows["12"].datagrams')
is "the lossless class of both hosts loses nothing" "${arrived[*]:0:2}" "$COUNT $COUNT"
between "the lossy class of h1 loses datagrams" "${arrived[2]}" 1 $((COUNT - 1))
between "the lossy class of h2 loses datagrams" "${arrived[3]}" 1 $((COUNT - 1))
is "datagrams arrive in order" "$(value got '[.flows[].out_of_order] | add')" 0
is "no packet is lost outside the ports" "$(losses)" ""
for n in 1 2; do
	is "v$n: nothing is charged at the end" "$(stat sw "v$n" '[.[0].pg[].occupancy] | add')" 0
	between "h$n: pause time of the sender, ns" \
		"$(stat "h$n" vx0 '.[0].prio[3].rx_pause_time_ns')" 1000000 10000000000
done
check "a tunnel with a port is deleted" ip -n h1 link del vx0
is "the port is deleted with its tunnel" "$(pfc h1 -j port show | jq length)" 0
