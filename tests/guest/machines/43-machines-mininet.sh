#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# examples/mininet/fabric.py on two machines: each builds its part of the same fabric with Debian's
# Mininet.  An incast from the hosts of both to h4 loses nothing, and the XOFF and XON of s2 arrive
# at s1.
#
#             machine a                   machine b
#      h1 ── s1 ══════════════════════════ s2 ── h3
#      h2 ───┘          VXLAN              └──── h4 (20 Mb/s)
#
# disk: mininet
# timeout: 300
# mode: smp
# machines: 2 virtio-net-pci
# kernels: 6.1-rdma 6.12-rdma
# files: examples/mininet/*.py

. /tests/guest/lib/lib.sh
. /tests/guest/lib/machines.bash
. /tests/guest/lib/mininet.bash

case $MACHINE in
a) nodes=(h1 h2 s1) switch=s1 sending="1 2" address=192.168.9.1 ;;
b) nodes=(h3 h4 s2) switch=s2 sending=3 address=192.168.9.2 ;;
esac
modprobe virtio_net
sysctl -qw net.core.netdev_max_backlog=10000
nic=$(grep -l "02:00:00:00:ff:0$MACHINE" /sys/class/net/*/address)
nic=${nic%/address} nic=${nic##*/}
ip address add "$address/24" dev "$nic"
tc qdisc replace dev "$nic" root pfifo limit 10000
ip link set "$nic" up
together "the NICs are up"
mininet_begin fabric.py a=192.168.9.1 b=192.168.9.2 --here "$MACHINE" \
	--headroom 1M
check "the nodes have namespaces" mininet_nodes "${nodes[@]}"
is "pfcctl check finds no fault in the switch" "$(pfc "$switch" -j check | jq length)" 0
together "the nodes exist"
if [ "$MACHINE" = a ]; then
	for host in h1 h2; do
		for n in 3 4; do
			check "$host reaches h$n on the other machine" \
				in_ns $host ping -c 2 -W 20 10.0.0.$n
		done
	done
else
	check "h3 reaches h4" in_ns h3 ping -c 2 -W 20 10.0.0.4
	receive h4 got
fi
capture "$switch" "$switch-vx1" tunnel
together "all is ready"
senders=()
for n in $sending; do
	send "h$n" "sent$n" --flow "$n" --dscp 26 --sndbuf 100k --count "$COUNT" 10.0.0.4 &
	senders+=($!)
done
wait "${senders[@]}"
drained "${nodes[@]}"
captures_end
if [ "$MACHINE" = b ]; then
	received got
	for n in 1 2 3; do
		is "all datagrams of h$n arrive at h4" "$(value got \
			".flows[\"$n\"] | \"\(.datagrams) \(.missing) \(.duplicates)\"")" "$COUNT 0 0"
	done
fi
frames="$(pause_frames tunnel XOFF) $(pause_frames tunnel XON)"
between "the tunnel carries XOFF" "${frames% *}" 1 100000
is "both ends of the tunnel capture the same numbers of XOFF and XON" \
	"$(meet "captured: $frames")" "captured: $frames"
counters=rx
[ "$MACHINE" = a ] || counters=tx
is "the port of the tunnel counts them" "$(stat "$switch" "$switch-vx1" \
	".[0].prio[3].${counters}_xoff" ".[0].prio[3].${counters}_xon" | xargs)" "$frames"
is "no packet is lost outside the ports" "$(mininet_losses)" ""
together "end"
mininet_end
