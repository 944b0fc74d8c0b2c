#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The kernel drops packets before the qdisc when more than net.core.qdisc_max_burst packets
# wait for the qdisc.  The port counts the dropped packets: tx_drop_burst is the number of
# packets that the receiver misses and that no other counter of losses contains.
#
#   h1 eth0 (port) ── eth0 h2; two CPUs of h1 send at once
#
# kernels: 7.2
# timeout: 200

. /tests/guest/lib/lib.sh

ns h1 h2
link h1 eth0 h2 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
pfc h1 port add dev eth0
bursts() { stat h1 eth0 '.[0].port.tx_drop_burst'; }
burst=$(sysctl -n net.core.qdisc_max_burst)
is "tx_drop_burst is 0 before the traffic" "$(bursts)" 0
# With qdisc_max_burst 0 the kernel drops each packet that finds another one waiting
sysctl -qw net.core.qdisc_max_burst=0
receive h2 got --idle 2000
sent=0
for ((round = 0; round < 20; round++)); do
	for cpu in 0 1; do
		nsexec h1 taskset -c $cpu udpsend --flow $((cpu + 1)) --dscp 26 --size 100 \
			--count 10000 10.0.0.2 > "$OUT/sent$cpu.json" &
		senders[cpu]=$!
	done
	wait "${senders[@]}"
	sent=$((sent + $(jq -s '[.[].datagrams] | add' "$OUT"/sent[01].json)))
	[ "$(bursts)" -lt 20 ] || break
done
sysctl -qw "net.core.qdisc_max_burst=$burst"
wait "$(cat /tmp/got.pid)"
dropped=$(bursts)
note "$dropped of $sent in $((round + 1)) rounds"
between "tx_drop_burst counts drops before the qdisc" "$dropped" 20 100000
is "no PG and no queue of the port drops packets" \
	"$(stat h1 eth0 '[.[0] | (.pg[], .queue[]) | to_entries[] |
	select(.key | startswith("drop")) | .value] | add')" 0
is "each missing datagram is counted" $((sent - $(value got '[.flows[].datagrams] | add'))) \
	$((dropped + $(loss_elsewhere)))
check "the text of stats show has tx-drop-burst" \
	eval "pfc h1 stats show dev eth0 | grep -q tx-drop-burst"
pfc h1 stats clear dev eth0
is "stats clear clears tx_drop_burst" "$(bursts)" 0
